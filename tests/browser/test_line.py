"""A page whose server is gone: it asks rarely, and at once when something says that it may be back."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

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
