"""A line that is slow, and a server that is gone: a page asks it rarely, and at once when it may be back."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.poor import make_poor
from tests.browser.test_match import begin, points, win
from tests.waiting import until
from tests.webui.cable import cable
from webui.http import sse
from webui.table.table import Table

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""
NEVER = "Math.random = () => 1000"
"""Makes every pause longer than the test waits: what asks then was asked to."""


def test_a_dead_server_is_asked_rarely_and_at_once_on_a_tap(
    page: Page, table: Table, serve: Callable[[Table], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "STREAM_LIFE", 0.3)  # a page that has opened many streams, as one older than a minute
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    streams = lambda: [url for url in asked if "/events" in url]  # noqa: E731
    with cable(urlsplit(serve(table)).port or 0) as line:
        page.goto(f"http://127.0.0.1:{line.port}/t/1")
        until(lambda: page.evaluate("1") and len(streams()) >= 4)
        line.cut()
        expect(page.locator("#line-down")).to_be_visible()
        before = len(asked)
        page.wait_for_timeout(3000)
        assert len(asked) - before <= 4  # after 1 and 2.5 s; each a quarter sooner or later
        until(lambda: page.evaluate("1") and len(asked) > before)
        page.evaluate(NEVER)
        for comes_back in (
            lambda: page.mouse.click(2, 300),
            lambda: page.evaluate("dispatchEvent(new Event('online'))"),
            lambda: (page.evaluate(HIDE, True), page.evaluate(HIDE, False)),
        ):
            expect(page.locator("#line-down")).to_be_visible()
            comes_back()  # in vain, and ends the pause that was begun before it never ends
            line.mend()
            page.wait_for_timeout(300)
            before = len(streams())
            comes_back()
            expect(page.locator("#line-down")).to_be_hidden()
            until(lambda then=before: page.evaluate("1") and len(streams()) > then + 1)  # type: ignore[misc]
            line.cut()
        expect(page.locator("#line-down")).to_be_visible()
        page.evaluate("1")  # which hears of all that it has asked
        before = len(streams())
        page.evaluate(HIDE, True)
        page.wait_for_timeout(1000)
        assert len(streams()) == before  # a phone that sleeps opens none


@pytest.mark.long
def test_a_hand_is_recorded_corrected_and_seen_over_a_poor_line(
    new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str], photo: bytes
) -> None:
    """Each act is on the other phone too, and recorded once."""
    address = serve(table)
    phone, other = (new_page(viewport={"width": 360, "height": 740}, has_touch=True) for _ in range(2))
    for page in (phone, other):
        make_poor(page)
    begin(phone, address, "Ann", "Bo", "Chen", "Dai")
    other.goto(f"{address}/t/1")
    win(phone, photo, "S", "W")
    phone.click("[data-key=count-it]")
    expect(other.locator(".last-record")).to_contain_text("Bo wins 20 off Chen")
    phone.goto(f"{address}/t/1")
    for act, says in (("drawn", "Hand 2: Draw"), ("undo-last", "Undone: Draw"), ("drawn", "Hand 2: Draw")):
        phone.click(f"[data-key={act}]")
        for page in (phone, other):
            expect(page.locator(".last-record").first).to_contain_text(says)
    assert points(phone) == points(other)
    current = table.matches.current
    assert current
    kinds = [type(each.act).__name__ for each in current.entries]
    assert kinds == ["Seated", "Won", "Drawn", "Void", "Drawn"]
