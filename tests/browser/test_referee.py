"""A table calls and a referee comes, in a real browser; hands are approved with one tap."""

from collections.abc import Callable
from uuid import uuid4

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Locator, Page, Route, expect

from scoring.match.records import Drawn, Penalty, Seated, Won, act_to_dict
from tests.browser.accessible import check
from tests.browser.pages import SIZES
from tests.browser.second import NUMBER
from tests.long import long_but
from tests.waiting import until
from tests.webui.shots import as_jpeg
from webui.http.site import site_of
from webui.rig.live_hand import ClaimWin
from webui.table.table import Table
from webui.table.tables import Tables

Serve = Callable[[Table], str]
PLAYERS = ["Ann", "Bo", "Chen", "Dai"]


NEVER_AGAIN = """for (const name of ["setTimeout", "setInterval"]) {
    const before = window[name];
    window[name] = (call, after, ...more) => (after === 3000 ? 0 : before(call, after, ...more));
}"""
"""Script that stops the timed refresh of a page, which then shows only pushed changes."""


@pytest.fixture
def playing(serve: Serve, server: tuple[Flask, str], table: Table) -> tuple[FlaskClient, str]:
    """A match in which one hand was won, and the address of its page."""
    address = serve(table)
    client = server[0].test_client()
    laid = client.post("/api/tables/1/hands", json={"text": "[123s,1]456789sCCC9p 9p discard seat=E"}).get_json()[
        "hand"
    ]["id"]
    won = {"type": "Won", "winner": "Ann", "payer": "Bo", "points": 20, "laid": laid}
    penalty = {"type": "Penalty", "player": "Dai", "amount": 10, "reason": "Talking", "flow": "deducted"}
    warning = {"type": "Penalty", "player": "Chen", "amount": 0, "reason": "Slow"}
    for act in ({"type": "Seated", "players": PLAYERS}, won, penalty, warning):
        answer = client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act})
        assert answer.status_code == 201, answer.get_json()
    return client, address


def test_a_table_calls_and_sees_who_comes(page: Page, playing: tuple[FlaskClient, str]) -> None:
    client, address = playing
    page.goto(address)
    expect(page.locator("main")).to_contain_text("Bo")  # the form offers those whom the page has heard of
    page.click("#call-referee")
    page.click("#form-dialog label:has-text('Bo')")
    page.fill("#form-dialog [name=reason]", "a wrong pung")
    page.click("#form-dialog [type=submit]")
    expect(page.locator("#call-state")).to_contain_text("The referee is called")
    page.evaluate("localStorage.setItem('tableside-me', JSON.stringify({ who: 'Li' }))")
    page.goto(f"{address}/referee")
    call = page.locator("#calls > li")
    expect(call).to_contain_text(f"Table {NUMBER}, Bo")
    expect(call).to_contain_text("a wrong pung")
    page.click("[data-key^=take-]")
    expect(call).to_contain_text("Li is on the way")
    assert client.get("/api/tables/1/calls").get_json()["calls"][0]["taken_by"] == "Li"
    page.click("[data-key^=done-]")
    expect(page.locator("#calls")).to_contain_text("No calls")
    expect(page.locator("#done-calls")).to_contain_text("Bo")


def test_the_keyboard_goes_on_to_what_follows_a_button_that_is_done(page: Page, table: Table, serve: Serve) -> None:
    table.record(act_to_dict(Seated(tuple(PLAYERS))), uuid4(), "", "table")
    for count in (1, 2):
        table.calls.call(count, "a wrong pung", "")
    page.goto(f"{serve(table)}/referee")
    take, done = page.locator("[data-key^=take-]"), page.locator("[data-key^=done-]")
    expect(take).to_have_count(2)
    take.first.press("Enter")
    expect(take).to_have_count(1)
    expect(done.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(done).to_have_count(1)
    expect(take.or_(done).or_(page.locator("#calls a")).and_(page.locator(":focus"))).to_have_count(1)


def test_a_hand_is_approved_with_one_tap(page: Page, playing: tuple[FlaskClient, str], table: Table) -> None:
    _, address = playing
    page.goto(f"{address}/referee")
    waiting = page.locator("#waiting > li")
    expect(waiting).to_contain_text("Ann wins 20 off Bo")
    expect(waiting.locator(".fan-list li").first).to_have_text("Pure Straight16")
    expect(waiting.locator(".fan-list .total")).to_have_text("Total20")
    expect(waiting.locator(".meld")).to_have_count(1)
    expect(waiting.locator(".won img")).to_have_attribute("alt", "9 Dots")
    expect(waiting.locator(".changes")).to_contain_text("Bo −28")
    expect(page).to_have_title("(1) Referee · Tableside")
    page.click(f"[data-key=approve-{NUMBER}-1]")
    expect(page.locator("#waiting")).to_contain_text("No hands to approve")
    current = table.matches.current
    assert current is not None
    assert current.match.hands[0].approved is not None


def test_one_hand_to_approve_is_unfolded_at_a_time(page: Page, table: Table, serve: Serve) -> None:
    for act in (Seated(tuple(PLAYERS)), Won("Ann", 40, "Bo"), Drawn(), Drawn(), Drawn()):
        table.record(act_to_dict(act), uuid4(), "", "table")
    page.goto(f"{serve(table)}/referee")

    def approve(hand: int) -> Locator:
        return page.locator(f"[data-key=approve-{NUMBER}-{hand}]")

    seen = page.locator("#waiting .primary").filter(visible=True)
    expect(page.locator("#waiting > li")).to_have_count(4)
    expect(page.locator("#waiting summary").first).to_contain_text("Ann wins 40 off Bo")
    expect(approve(1)).to_be_visible()
    expect(seen).to_have_count(1)
    check(page)
    approve(1).click()
    expect(approve(2)).to_be_visible()
    page.click(f"[data-key=unfold-{NUMBER}-3]")
    expect(approve(3)).to_be_visible()
    expect(seen).to_have_count(1)
    table.calls.call(1, "a wrong pung", "")
    expect(page.locator("#calls li.call")).to_have_count(1)
    expect(approve(3)).to_be_visible()  # news leave what somebody looks at
    approve(3).click()
    expect(approve(2)).to_be_visible()
    expect(seen).to_have_count(1)


@pytest.mark.parametrize(("rules", "points"), [("riichi-ema", 12_000), ("hk", 3)])
def test_the_referee_approves_the_number_that_is_printed(
    new_page: Callable[..., Page], table: Table, serve: Serve, rules: str, points: int
) -> None:
    address = serve(table)
    fine = Penalty("Chen", 20, "late", "deducted")
    for act in (Seated(tuple(PLAYERS), rules), fine, Won("Ann", points, "Bo"), Drawn(() if points > 3 else None)):
        table.record(act_to_dict(act), uuid4(), "", "referee")
    page = new_page(viewport=SIZES["phone"], has_touch=True, locale="zh-CN")
    page.goto(f"{address}/t/1/sheet")
    printed = page.locator("[data-hand='1'] .sum").all_inner_texts()
    page.goto(f"{address}/referee")
    card = page.locator("#waiting > li").filter(has_text="第1盘").locator(".changes")
    for player, number in zip(PLAYERS, printed, strict=True):
        if number != "0":
            expect(card).to_contain_text(f"{player} {number}")


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_all_hands_are_approved_at_once_and_one_after_the_other(
    page: Page, table: Table, serve: Serve, rules: str
) -> None:
    address = serve(table)
    for act in (Seated(tuple(PLAYERS), rules), Won("Ann", 40, "Bo"), Drawn(), Drawn()):
        table.record(act_to_dict(act), uuid4(), "", "table")

    def approved() -> list[bool]:
        assert table.matches.current
        return [hand.approved is not None for hand in table.matches.current.match.hands[:-1]]

    page.goto(f"{address}/t/1/hands/2")
    page.click("[data-key=approve]")
    expect(page.locator(".locked")).to_be_visible()
    page.click("[data-key=next-open]")
    expect(page.locator("h1")).to_contain_text("Hand 1")
    check(page)
    assert approved() == [False, True, False]
    page.goto(f"{address}/referee")
    expect(page).to_have_title("(2) Referee · Tableside")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.click("[data-key=approve-all]")
    dialog = page.locator("#form-dialog")
    expect(dialog.locator("h2")).to_have_text("Approve 2 hands?")
    expect(dialog.locator("li")).to_have_text(f"Table {NUMBER}: hands 1, 3")
    check(page)
    assert approved() == [False, True, False]
    dialog.locator("[data-key=send]").click()
    expect(page.locator("#waiting")).to_contain_text("No hands to approve")
    expect(page).to_have_title("Referee · Tableside")
    assert approved() == [True, True, True]
    expect(page.locator("#together")).to_contain_text("Approved: 2")
    check(page)
    page.click("[data-key=undo-approvals]")
    expect(page.locator("#together")).to_have_text("Approvals undone: 2")
    expect(page.locator("#waiting > li")).to_have_count(2)
    assert approved() == [False, True, False]
    assert [url.removeprefix(f"{address}/api") for url in sent] == ["/referee/approvals", "/referee/approvals/undone"]
    page.click("[data-key=approve-all]")
    change = {"type": "Corrected", "of": 2, "act": act_to_dict(Won("Bo", 40, "Ann")), "reason": "x"}
    before = page.request.get(f"{address}/api/referee")
    page.route(
        "**/api/referee", lambda route: route.fulfill(response=before)
    )  # the page does not know of what comes now
    table.record(change, uuid4(), "", "referee")
    dialog.locator("[data-key=send]").click()
    expect(page.locator("#together .alert")).to_contain_text(f"Table {NUMBER}, hand 1")
    expect(page.locator("#together .alert")).to_contain_text("Something was recorded about hand 1 meanwhile")
    page.unroute("**/api/referee")
    assert approved() == [False, True, True]


RUNG = """if (!globalThis.rung) {
globalThis.rung = [];
const before = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { rung.push(1); return before.call(this); }; }"""
"""Counts the tones that the page plays, also where a busy browser runs it twice in a page."""


def test_a_call_rings_once_the_page_was_touched_unless_the_sound_is_off(page: Page, table: Table, serve: Serve) -> None:
    page.add_init_script(RUNG)
    table.record(act_to_dict(Seated(tuple(PLAYERS))), uuid4(), "", "table")
    page.goto(f"{serve(table)}/referee")
    expect(page.locator("#calls .none")).to_be_visible()

    def calls(count: int, rung: int) -> None:
        """Call once more, until so many calls are shown and tones were played."""
        table.calls.call(count, "a wrong pung", "")
        expect(page.locator("#calls > li:not(.none)")).to_have_count(count)
        until(lambda: page.evaluate("rung.length") == rung)

    calls(1, rung=0)
    page.locator("h2").first.click()
    calls(2, rung=3)
    page.click("[data-key=sound]")
    expect(page.locator("[data-key=sound]")).to_have_text("Sound for calls: off")
    calls(3, rung=3)


def test_what_is_known_of_players_and_fines_is_shown(page: Page, playing: tuple[FlaskClient, str]) -> None:
    client, address = playing
    client.post("/api/tables/1/calls", json={"reason": "tiles"})
    page.goto(f"{address}/referee")
    expect(page.locator("#notes")).to_contain_text("Warning: Slow")
    page.click("#note-add")
    page.fill("#form-dialog [name=player]", "Chen")
    page.fill("#form-dialog [name=text]", "asked twice to hurry")
    page.click("#form-dialog [type=submit]")
    expect(page.locator("#notes")).to_contain_text("asked twice to hurry")
    expect(page.locator("#fines-proof")).to_contain_text("Balanced: 10 points")


@pytest.fixture
def three(server: tuple[Flask, str], table: Table) -> tuple[FlaskClient, str]:
    """Three tables, of which the server's own is the first."""
    app, address = server
    site_of(app).tables = Tables(table, 3)
    return app.test_client(), address


def test_what_happens_at_another_table_shows_without_looking_again(
    page: Page, three: tuple[FlaskClient, str], table: Table
) -> None:
    client, address = three
    page.add_init_script(NEVER_AGAIN)
    page.goto(f"{address}/referee")
    expect(page.locator("#calls")).to_contain_text("No calls")
    client.post("/api/tables/2/calls", json={"reason": "a wrong pung"})
    expect(page.locator("#calls > li")).to_contain_text("a wrong pung")
    acts = ({"type": "Seated", "players": PLAYERS}, {"type": "Won", "winner": "Ann", "payer": "Bo", "points": 20})
    for act in acts:
        client.post("/api/tables/3/records", json={"id": str(uuid4()), "act": act})
    expect(page.locator("#waiting > li")).to_contain_text("Table 3, hand 1")
    table.talk.do(ClaimWin(2))  # what is in memory shows too, soon after it is kept
    table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)), chair=2)
    expect(page.locator(".claim")).to_contain_text(f"Table {NUMBER}")


def test_what_happens_while_the_page_looks_is_not_missed(page: Page, three: tuple[FlaskClient, str]) -> None:
    client, address = three
    page.add_init_script(NEVER_AGAIN)
    page.goto(f"{address}/referee")
    expect(page.locator("#calls")).to_contain_text("No calls")
    looks: list[int] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        if not looks:  # a second call comes while the answer is on its way that has the first alone
            client.post("/api/tables/3/calls", json={"reason": "the second"})
        looks.append(answer.status)
        route.fulfill(response=answer)

    page.route("**/api/referee", late)
    client.post("/api/tables/2/calls", json={"reason": "the first"})
    expect(page.locator("#calls > li")).to_have_count(2)
    expect(page.locator("#calls")).to_contain_text("the second")
    page.unroute_all(behavior="wait")
