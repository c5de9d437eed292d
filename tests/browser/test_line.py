"""A line that is slow, and a server that is gone: a page asks it rarely, and at once when it may be back."""

from collections.abc import Callable
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.pages import tap_act
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
    assert kinds(table) == ["Seated", "Won", "Drawn", "Void", "Drawn"]


def kinds(table: Table) -> list[str]:
    current = table.matches.current
    return [type(each.act).__name__ for each in current.entries] if current else []


def test_a_draw_tapped_at_once_after_an_undo_is_recorded(
    new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str]
) -> None:
    phone = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    make_poor(phone)
    begin(phone, serve(table), "Ann", "Bo", "Chen", "Dai")
    phone.tap("[data-key=drawn]")
    expect(phone.locator("[data-key=undo-last]")).to_be_enabled()
    phone.tap("[data-key=undo-last]")
    phone.tap("[data-key=drawn]")  # the page shows the next hand yet
    until(lambda: phone.evaluate("1") and kinds(table) == ["Seated", "Drawn", "Void", "Drawn"])
    expect(phone.locator("#notices .notice.bad")).to_have_count(0)


@pytest.fixture
def held(page: Page) -> list[Route]:
    """Return the records that the page sends, which the server gets when they are let through."""
    routes: list[Route] = []
    page.route("**/api/tables/1/records", lambda route: routes.append(route))
    return routes


def release(page: Page, held: list[Route]) -> None:
    until(lambda: page.evaluate("1") and held)
    held.pop().continue_()


def test_a_win_is_sent_once_and_its_button_says_that_it_is(
    page: Page, table: Table, serve: Callable[[Table], str], photo: bytes, held: list[Route]
) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "table")
    page.goto(serve(table))
    win(page, photo, "S", "W")
    page.click("[data-key=count-it]")
    expect(page.locator("[data-key=count-it]")).to_be_disabled()
    release(page, held)
    expect(page.locator("[data-key=take-back]")).to_be_enabled()
    assert kinds(table) == ["Seated", "Won"]


def test_an_answer_closes_no_other_form_than_its_own(
    page: Page, table: Table, serve: Callable[[Table], str], held: list[Route]
) -> None:
    """A referee closes the form of a penalty that is on its way, and begins another."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "table")
    page.goto(f"{serve(table)}/t/1")
    tap_act(page, "penalty")
    for key in ("player-Ann", "what-warning", "why-"):
        page.click(f"#form-dialog label:has([data-key='{key}'])")
    page.fill("#form-dialog [data-key=reason]", "late call")
    page.click("[data-key=send]")
    page.click("#form-dialog .dialog-head button")
    tap_act(page, "agreed")
    page.click("#form-dialog label:has([data-key=winner-Bo])")
    release(page, held)
    expect(page.locator(".last-record")).to_contain_text("Ann")
    expect(page.locator("[data-key=undo-last]")).to_be_enabled()  # the answer is there, not only the news
    expect(page.locator("#form-dialog [data-key=winner-Bo]")).to_be_checked()
    expect(page.locator("#form-dialog")).to_be_visible()


def test_a_refusal_closes_no_other_form_than_its_own(
    page: Page, table: Table, serve: Callable[[Table], str], held: list[Route]
) -> None:
    """A draw is on its way while another device ends the hand, and a referee begins a penalty."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "table")
    page.goto(f"{serve(table)}/t/1")
    tap_act(page, "drawn")
    until(lambda: page.evaluate("1") and held)
    table.record({"type": "Won", "winner": "E", "points": 24, "discarder": "S"}, uuid4(), "", "table")
    expect(page.locator(".last-record")).to_contain_text("Ann wins 24 off Bo")
    tap_act(page, "penalty")
    page.click("#form-dialog label:has([data-key=player-Bo])")
    release(page, held)
    expect(page.locator(".notice.bad")).to_be_visible()
    expect(page.locator("#form-dialog [data-key=player-Bo]")).to_be_checked()
    expect(page.locator("#form-dialog")).to_be_visible()


ASKS_AGAIN = """async () => {
    const { afterThis, askWhether, openForm } = await import("/static/dialogs.js");
    const dialog = document.getElementById("form-dialog");
    openForm("First", () => [], () => "Do it", () => true, null);
    dialog.close(); // which the dialog is told of once a second form stands in it
    const answers = [];
    const ask = (title) => askWhether(title, "Why", "Do it").then((answer) => answers.push([title, answer]));
    ask("Second");
    await new Promise((resolve) => setTimeout(resolve, 100));
    answers.push(dialog.open);
    ask("Third"); // in its place
    await new Promise((resolve) => setTimeout(resolve, 100));
    dialog.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    afterThis(() => answers.push("next"));
    return answers;
}"""
"""Script that asks three times in one dialog, and returns the answers in the order in which they came."""


def test_a_form_that_closes_late_answers_no_other_question(
    page: Page, table: Table, serve: Callable[[Table], str]
) -> None:
    """The page runs one copy of the scripts, that of the test: another one would step back as well, out of the page."""
    page.route("**/en/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{serve(table)}/t/1")
    assert page.evaluate(ASKS_AGAIN) == [True, ["Second", False], ["Third", False], "next"]
