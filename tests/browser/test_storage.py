"""The page in browsers that keep nothing: those that deny scripts their storage, and those whose storage is full."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.pages import sound, tap_act
from tests.browser.states import Shown, played_event
from tests.browser.test_match import begin, photo_of
from tests.long import long_but
from tests.served import Answers
from tests.waiting import until
from tests.webui.followed import followed
from webui.table.table import Table

Serve = Callable[[Table], str]

DENY: Final = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
    Object.defineProperty(globalThis, name, {
        get() { throw new DOMException(`Access to ${name} is denied for this document.`, "SecurityError"); },
    });
"""
"""Takes the storage from every page, as browsers do that are set to keep nothing."""

FILL: Final = """() => {
    let kept = "";
    for (let size = 2 ** 23; size >= 1; size = Math.floor(size / 2))
        try {
            const more = kept + "x".repeat(size);
            localStorage.setItem("fill", more);
            kept = more;
        } catch {
            // too much: half of it
        }
}"""
"""Leaves no room for one more character."""


@pytest.fixture(params=long_but(["denied"], ["denied", "full"]))
def forgetful(
    request: pytest.FixtureRequest, new_page: Callable[..., Page], server: tuple[Flask, str]
) -> Iterator[Page]:
    """A page that fails its test when its script does, in a browser that keeps nothing."""
    with sound(new_page(viewport={"width": 390, "height": 844}, has_touch=True)) as page:
        if request.param == "denied":
            page.add_init_script(DENY)
            yield page
            return
        page.goto(f"{server[1]}/api/health")
        page.evaluate(FILL)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": server[1], "quotaSize": 1})
        yield page
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": server[1]})
        page.evaluate("() => localStorage.clear()")


PAGES: Final = {
    "pages.start": ("/", "#match .match-head"),
    "pages.all_tables": ("/tables", "#tables a"),
    "pages.round_the_table": ("/t/1/round", ".side"),
    "spoken.page": ("/t/1/spoken", "#turn:not(:disabled)"),
    "pages.hand_sheet": ("/t/1/sheet", "#hand-sheet table"),
    "pages.all_hands": ("/t/1/hands", "#found a"),
    "pages.offline": ("/offline", "main"),
    "pages.appeal": ("/t/1/hands/1", "#appeal .seats"),
    "deals.page": ("/t/1/deals/1", "#top image"),
    "pages.hand": ("/hands/{hand}", "#verdict"),
    "exports.page": ("/open", "#bundle"),
    "space.page": ("/photos", "main"),
    "display.page": ("/display/1", "main"),
    "stream.page": ("/stream/1", ".players li"),
    "hall.desks": ("/desk", "main"),
    "hall.desk": ("/desk/1", "#desk-part > *"),
    "webhooks.page": ("/webhooks", "#hooks"),
    "hall.me": ("/me", "[data-key=who]"),
    "hall.screen": ("/hall", "#standings tbody tr"),
    "calibration.page": ("/calibrate", "main"),
    "tilesets.page": ("/sets", "main"),
    "setup.page": ("/setup", "main"),
    "people.page": ("/people", "main"),
    "referee.page": ("/referee", "main"),
    "help.page": ("/help", "main"),
    "help.licences": ("/help/licences", "main"),
    "year.page": ("/year", "#year-players"),
    "rules.books": ("/rules", "main a"),
    "rules.book": ("/rules/hk", "main table"),
    "rules.example": ("/rules/examples/perth-options", "main table"),
}
"""An address of each page, and what it shows once its script has run."""

NO_PAGES: Final = (
    "manifest",
    "worker",
    "static",
    "picture",
    "drawn",
    "download",
    "exports.records",
    "markers",
    "qr",
    "metrics",
    "year.file",
    "rules.example_file",
    "rules.file",
    "authority",
    "source_code",
    "licence",
    "deals.newest",
)
"""Ends of the addresses without `/api` that are no pages."""


def test_every_page_is_in_the_list(server: tuple[Flask, str]) -> None:
    rules = [rule for rule in server[0].url_map.iter_rules() if rule.methods and "GET" in rule.methods]
    pages = {rule.endpoint for rule in rules if not rule.rule.startswith(("/api", "/static"))}
    assert {each for each in pages if not each.endswith(NO_PAGES)} == set(PAGES)


@pytest.fixture
def shown(
    forgetful: Page, table: Table, answers: Answers, serve: Serve, tmp_path: Any, server: tuple[Flask, str]
) -> Iterator[Shown]:
    with pytest.MonkeyPatch.context() as patch:
        yield Shown(forgetful, table, answers, serve(table), tmp_path, server[0], patch)


@pytest.mark.long
def test_no_page_fails(shown: Shown) -> None:
    played_event(shown)
    hand = shown.hand().url.rsplit("/", 1)[1]
    followed(shown.table)
    for address, there in PAGES.values():
        shown.open(address.format(hand=hand)).locator(there).first.wait_for()


@pytest.mark.long
def test_the_names_of_switches_are_kept_as_long_as_the_page_is_open(shown: Shown) -> None:
    page = shown.hand()
    page.click("[data-key=aloud]")
    expect(page.locator("[data-key=aloud]")).to_have_attribute("aria-pressed", "true")
    played_event(shown)
    page = shown.open("/me")
    page.select_option("[data-key=who]", "Bo Schmidt")
    expect(page.locator(".chosen")).to_contain_text("Bo Schmidt")


def test_a_match_is_recorded_all_the_same(forgetful: Page, table: Table, serve: Serve) -> None:
    page = forgetful
    begin(page, serve(table), "Ann", "Bo", "Chen", "Dai")
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    tap_act(page, "agreed")
    page.click("[data-key=winner-Ann]")
    page.fill("[data-key=points]", "24")
    page.click("[data-key=giver-self]")
    page.click("[data-key=send]")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 of 16")
    page.click("[data-key=penalty]")
    page.click("[data-key=player-Bo]")
    page.click("[data-key=what-points]")
    page.fill("[name=amount]", "10")
    page.click("[data-key='why-']")
    page.fill("[name=reason]", "Talking")
    page.click("[data-key=send]")
    expect(page.locator("[data-player=Bo] .points")).to_have_text("458")
    match = table.matches.current
    assert match is not None
    assert [type(entry.act).__name__ for entry in match.entries] == ["Seated", "Drawn", "Won", "Penalty"]


@pytest.mark.parametrize("denied", ["indexedDB", "localStorage"])
def test_the_foot_promises_nothing_where_one_kind_of_storage_is_denied(
    page: Page, table: Table, serve: Serve, denied: str
) -> None:
    page.add_init_script(DENY.replace('["localStorage", "sessionStorage", "indexedDB"]', f'["{denied}", "caches"]'))
    page.goto(serve(table))
    expect(page.locator("#offline-state")).to_contain_text("This browser keeps no pages")


def test_what_is_not_answered_is_sent_later_by_a_page_that_says_it_must_stay_open(
    forgetful: Page, table: Table, serve: Serve
) -> None:
    page = forgetful
    begin(page, serve(table))
    page.route("**/api/**", lambda route: route.abort())
    page.click("[data-key=drawn]")
    expect(page.locator("#line-down")).to_contain_text("This browser keeps nothing: leave this page open")
    page.unroute("**/api/**")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    expect(page.locator("#line-down")).to_be_hidden()


def test_what_the_server_cannot_record_now_is_offered_again(forgetful: Page, table: Table, serve: Serve) -> None:
    page = forgetful
    begin(page, serve(table))
    full = {"ok": False, "error": "The disk is full", "fix": "Make room"}
    page.route("**/api/tables/1/records", lambda route: route.fulfill(status=507, json=full))
    page.click("[data-key=drawn]")
    expect(page.locator(".waits")).to_contain_text("Waits to be sent: Draw")
    expect(page.locator(".waits")).to_contain_text("Leave this page open until it is sent")
    page.unroute("**/api/tables/1/records")
    page.click(".waits button >> nth=0")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    expect(page.locator(".waits")).to_have_count(0)


def test_all_that_was_entered_is_offered_again_in_its_order(page: Page, table: Table, serve: Serve) -> None:
    begin(page, serve(table), "Ann", "Bo", "Chen", "Dai")
    full = {"ok": False, "error": "The disk is full", "fix": "Make room"}
    page.route("**/api/tables/1/records", lambda route: route.fulfill(status=507, json=full))
    for key in ("false-win", "'kind-wrong tile'", "player-Ann"):
        page.click(f"[data-key={key}]")
    expect(page.locator("#notices")).to_contain_text("The disk is full")
    page.keyboard.press("Escape")
    page.click("[data-key=drawn]")
    unsent = page.locator(".waits")
    expect(unsent).to_contain_text("Entered after it: Draw")  # kept, so that the page may go
    page.reload()
    expect(unsent).to_contain_text("Waits to be sent: False win")
    expect(unsent).to_contain_text("Entered after it: Draw")
    page.unroute("**/api/tables/1/records")
    page.click(".waits button >> nth=0")
    expect(unsent).to_have_count(0)
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    kept = table.records.journal.entries(table.number)
    assert [type(each.act).__name__ for each in kept] == ["Seated", "FalseWin", "Drawn"]


def test_a_photograph_waits_on_a_page_that_says_it_must_stay_open(
    forgetful: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    page = forgetful
    begin(page, serve(table))
    page.route("**/api/**", lambda route: route.abort())
    page.set_input_files("[data-key=won-S]", photo_of(photo))
    expect(page.locator("#notices")).to_contain_text("Leave this page open until the photo is sent")
    expect(page.locator("#outbox")).to_contain_text("Waits to be sent: 1 photo")
    expect(page.locator("#outbox")).to_contain_text("This browser keeps nothing")
    page.unroute("**/api/**")
    page.click("[data-key=send-waiting]")
    until(lambda: len(table.hands.all()) == 1)
    expect(page.locator("#outbox")).to_be_hidden()
    assert table.hands.all()[0].laid.won.seat == "S"
