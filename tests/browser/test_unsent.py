"""Entries while the server does not answer: kept by the browser, sent later, recorded once."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, Route, expect

from scoring.match.event_acts import Entered, PlayerEntry, SeatingDrawn, Started, TableMoved
from scoring.match.records import FalseWin
from tests.browser.pages import close, launched, tap_act
from tests.browser.second import NUMBER
from tests.browser.test_match import begin, photo_of
from tests.long import long_but
from tests.waiting import until
from tests.webui.cable import Cable, cable
from webui.access.people import People
from webui.access.pin import Access
from webui.hall.desk import Hall
from webui.http.site import site_of
from webui.records.events import from_dict
from webui.table.table import Table

Serve = Callable[[Table], str]

HOST: Final = "tableside.test"
"""A name of this computer by which a browser does not know that it is this computer: plain HTTP without crypto.subtle,
locks and service workers, as on a phone."""


@pytest.fixture
def line(table: Table, serve: Serve, server: tuple[Flask, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Cable]:
    app, address = server[0], serve(table)
    monkeypatch.setattr(site_of(app), "names", frozenset({HOST}))
    monkeypatch.setattr(site_of(app), "access", Access(f"{address}/"))
    with cable(urlsplit(address).port or 0) as laid:
        yield laid


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser with a process for each tab: one is killed here while another goes on."""
    browser = launched(playwright)
    yield browser
    browser.close()


@pytest.fixture
def phone(browser: Browser, line: Cable, server: tuple[Flask, str]) -> Iterator[BrowserContext]:
    """A phone that has given the PIN."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(f"http://{HOST}:{line.port}/#pin={site_of(server[0]).access.pin}")
    expect(page.locator("#notices")).to_contain_text("Welcome")
    page.close()
    yield context
    for each in context.pages:
        close(each)
    context.close()


def opened(phone: BrowserContext, line: Cable) -> Page:
    page = phone.new_page()
    page.goto(f"http://{HOST}:{line.port}/")
    expect(page.locator("body.may-table")).to_be_visible()  # what it drew before the PIN was known cannot be pressed
    return page


def kill(page: Page) -> None:
    """Kill the process of a tab, as a phone does that needs its memory."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")
    page.close()


def acts(table: Table) -> list[str]:
    return [type(entry.act).__name__ for entry in table.records.journal.entries(table.number)]


KEEP: Final = """([token, me]) => {
    localStorage.setItem("tableside-token", token);
    localStorage.setItem("tableside-me", JSON.stringify(me));
}"""


FORGET: Final = """name => new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
        const [kind] = opening.result.objectStoreNames;
        const store = opening.result.transaction(kind, "readwrite").objectStore(kind);
        store.getAll().onsuccess = ({ target }) => {
            for (const { by, ...item } of target.result) store.put(item);
        };
        store.transaction.oncomplete = () => { opening.result.close(); resolve(); };
    };
})"""
"""A script that leaves no person with what waits, as earlier versions kept photos."""


def stored(page: Page, name: str) -> int:
    """Count what the browser keeps in one of its databases."""
    count = """name => new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
            const names = [...opening.result.objectStoreNames];
            if (!names.length) return resolve(0);
            const asked = opening.result.transaction(names).objectStore(names[0]).count();
            asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
        };
    })"""
    return int(page.evaluate(count, name))


def test_what_is_entered_outlasts_its_tab_and_is_recorded_once(
    phone: BrowserContext, line: Cable, table: Table
) -> None:
    page = opened(phone, line)
    expect(page.locator("#offline-state")).to_contain_text("Without a network this page does not open")
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    line.cut()
    page.click("[data-key=drawn]")
    expect(page.locator(".waits")).to_contain_text("Waits to be sent: Draw")
    expect(page.locator("#line-down")).to_be_visible()
    kill(page)
    line.mend()
    page = opened(phone, line)
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    expect(page.locator(".waits")).to_have_count(0)
    assert acts(table) == ["Seated", "Drawn"]


def test_a_win_in_hong_kong_waits_with_its_faan(phone: BrowserContext, line: Cable, table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": "hk"}, uuid4(), "", "table")
    page = opened(phone, line)
    line.cut()
    tap_act(page, "agreed")
    for key in ("winner-Ann", "giver-Bo"):
        page.click(f"#form-dialog label:has([data-key={key}])")
    page.fill("[data-key=points]", "3")
    page.click("#form-dialog [data-key=send]")
    expect(page.locator(".waits")).to_contain_text("Waits to be sent: Ann wins 3 faan off Bo")
    kill(page)
    line.mend()
    page = opened(phone, line)
    expect(page.locator(".last-record")).to_contain_text("Ann wins 3 faan off Bo")


def test_acts_are_recorded_in_their_order_once_each_by_two_tabs(
    phone: BrowserContext, line: Cable, table: Table
) -> None:
    one = opened(phone, line)
    begin(one, one.url, "Ann", "Bo", "Chen", "Dai")
    other = opened(phone, line)
    expect(other.locator(".seated li")).to_have_count(4)
    line.cut()
    for page, player in ((one, "Ann"), (other, "Bo"), (one, "Chen")):
        for key in ("false-win", "'kind-wrong tile'", f"player-{player}"):
            page.click(f"[data-key={key}]")
        expect(page.locator(".waits")).to_contain_text("Waits to be sent: False win")
        expect(page.locator("#form-dialog")).not_to_be_visible()
    expect(other.locator(".waits")).to_contain_text("Chen")
    line.mend()
    for page in (one, other):
        page.evaluate("dispatchEvent(new Event('online'))")  # else each waits up to 30 s until it asks again
        expect(page.locator("#line-down")).to_be_hidden()
        expect(page.locator(".waits")).to_have_count(0)
    until(lambda: len(acts(table)) == 4)
    found = [entry.act for entry in table.records.journal.entries(table.number)][1:]
    assert [act.seat for act in found if isinstance(act, FalseWin)] == ["Ann", "Bo", "Chen"]


def test_another_person_does_not_send_what_was_entered(
    phone: BrowserContext, line: Cable, table: Table, server: tuple[Flask, str]
) -> None:
    page = opened(phone, line)
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    name = """who => localStorage.setItem("tableside-me", JSON.stringify({ who, role: "chief" }))"""
    page.evaluate(name, "Ann")
    page.reload()
    expect(page.locator("[data-key=drawn]")).to_be_visible()
    line.cut()
    page.click("[data-key=drawn]")
    expect(page.locator(".waits")).to_contain_text("Draw")
    page.evaluate(name, "Bo")
    kill(page)
    line.mend()
    page = opened(phone, line)
    expect(page.locator(".waits")).to_contain_text("Entered on this device by Ann")
    assert acts(table) == ["Seated"]
    page.evaluate(name, "Ann")
    page.reload()
    until(lambda: acts(table) == ["Seated", "Drawn"])


def test_a_hand_that_waits_while_its_table_moves_is_recorded_where_the_match_goes_on(
    phone: BrowserContext, line: Cable, table: Table, server: tuple[Flask, str]
) -> None:
    hall = site_of(server[0]).hall
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "Cup", "rules": "mcr"}), "", "desk")
    people = tuple([PlayerEntry(n, f"Player {n}") for n in range(1, 9)])
    for act in (Entered(people), SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)),)), Started(1)):
        hall.record(1, uuid4(), act, "", "desk")
    page = opened(phone, line)
    table.record({"type": "Drawn"}, uuid4(), "", "table")
    page.goto(f"{page.url}t/1")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    line.cut()
    page.click("[data-key=drawn]")
    expect(page.locator(".waits")).to_contain_text("Waits to be sent: Draw")
    hall.record(1, uuid4(), TableMoved(1, 1, 5, "the camera broke"), "", "desk")
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#notices")).to_contain_text("Recorded at table 5: Draw")
    expect(page.locator(".waits")).to_have_count(0)
    until(lambda: hall.found(hall.get(1))[1, 5].played.hands == 2)
    assert acts(table) == ["Seated", "Drawn", "Void"]
    expect(page.locator("#match")).to_contain_text("No match is running")
    gone_on = page.locator("#match [data-key=gone-on]")
    expect(gone_on).to_have_text("This match goes on at table 5.")
    page.reload()
    gone_on.click()
    page.wait_for_url("**/t/5")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 of 16")
    expect(gone_on).to_have_count(0)
    page.go_back()
    expect(gone_on).to_be_visible()
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "table")
    expect(page.locator(".match-head")).to_contain_text("Hand 1 of 16")
    expect(gone_on).to_have_count(0)


@pytest.mark.parametrize("rules", long_but(["riichi-ema"], ["riichi-ema", "hk"]))
def test_nothing_is_sent_in_the_name_of_somebody_else_without_a_question(
    rules: str, browser: Browser, line: Cable, table: Table, server: tuple[Flask, str], photo: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    access = site_of(server[0]).access
    people = People(table.records.people, access.guesses)
    monkeypatch.setattr(site_of(server[0]), "people", people)
    seated = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": rules}
    table.record(seated, uuid4(), "", "table")
    phone = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-CN")
    page = phone.new_page()
    page.goto(f"http://{HOST}:{line.port}/#pin={access.pin}")
    expect(page.locator("body.may-table")).to_be_visible()

    def entered(page: Page, shade: int) -> None:
        """Enter a false win and take a photo while the server does not answer; the tab is killed then."""
        line.cut()
        page.click("[data-key=false-win]")
        for key in ("'kind-wrong tile'", "player-Bo"):
            page.click(f"[data-key={key}]")
        expect(page.locator(".waits")).to_contain_text("待发送：")
        page.set_input_files("#drop input:not([capture])", photo_of(different(photo, shade)))
        expect(page.locator("#outbox")).to_contain_text("1张照片")
        assert not page.locator("[data-key=as-mine], [data-key=photos-as-mine]").count()
        kill(page)
        line.mend()

    def signed_in(name: str, *forgetting: str) -> Page:
        page = phone.new_page()
        page.goto(f"http://{HOST}:{line.port}/api/health")
        for each in forgetting:
            page.evaluate(FORGET, each)
        came = people.enter(name, "4285", "", "")
        me = {"who": name, "role": "referee", "table": None}
        page.evaluate(KEEP, [came.token, me])
        page.goto(f"http://{HOST}:{line.port}/")
        expect(page.locator("body.may-table")).to_be_visible()
        return page

    entered(page, 1)
    for name in ("Rita", "Li"):
        people.add(name, "referee", None, "4285", "")
    page = signed_in("Rita", "tableside-outbox", "tableside-acts")
    act, photos = page.locator(".waits"), page.locator("#outbox")
    for asked in (act, photos):
        expect(asked).to_contain_text("在这台设备上录入时无人登录。")
    assert (acts(table), table.hands.all()) == (["Seated"], [])
    act.get_by_role("button", name="以Rita的名义发送").click()
    photos.get_by_role("button", name="以Rita的名义发送").click()
    until(lambda: len(acts(table)) == 2 and len(table.hands.all()) == 1)
    assert table.records.journal.entries(table.number)[-1].who == "Rita"
    expect(act).to_have_count(0)
    expect(photos).to_be_hidden()

    entered(page, 2)
    page = signed_in("Li")
    act, photos = page.locator(".waits"), page.locator("#outbox")
    for asked in (act, photos):
        expect(asked).to_contain_text("由Rita在这台设备上录入，等其再次登录后发送。")
    photos.get_by_role("button", name="放弃").click()
    expect(photos).to_be_hidden()
    until(lambda: not stored(page, "tableside-outbox"))  # else Rita's tab could still send it
    page.close()
    page = signed_in("Rita")
    until(lambda: len(acts(table)) == 3)
    assert table.records.journal.entries(table.number)[-1].who == "Rita"
    assert len(table.hands.all()) == 1
    for page in phone.pages:
        close(page)
    phone.close()


def test_at_home_everything_is_sent_without_a_question(
    phone: BrowserContext, line: Cable, table: Table, photo: bytes
) -> None:
    page = opened(phone, line)
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    line.cut()
    page.click("[data-key=drawn]")
    expect(page.locator(".waits")).to_contain_text("Draw")
    page.set_input_files("#drop input:not([capture])", photo_of(photo))
    expect(page.locator("#outbox")).to_contain_text("1 photo")
    page.evaluate("""localStorage.setItem("tableside-me", JSON.stringify({ who: "Ann", role: "chief" }))""")
    kill(page)
    line.mend()
    asked: list[Route] = []
    phone.route("**/api/access", lambda route: (asked.append(route), route.fulfill(status=200, body='{"people":')))
    page = opened(phone, line)
    until(lambda: page.evaluate("1") and len(asked) >= 2)  # the act's sender and that of the photo: cut in the answer
    phone.unroute("**/api/access")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # somebody looks at the phone again
    until(lambda: page.evaluate("1") and acts(table) == ["Seated", "Drawn"] and len(table.hands.all()) == 1)
    expect(page.locator(".waits")).to_have_count(0)
    expect(page.locator("#outbox")).to_be_hidden()


def test_what_the_match_refuses_is_told_with_why(phone: BrowserContext, line: Cable, table: Table) -> None:
    page = opened(phone, line)
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    line.cut()
    page.click("[data-key=drawn]")
    expect(page.locator(".waits")).to_contain_text("Draw")
    kill(page)
    table.record({"type": "Drawn"}, uuid4(), "", "table")
    line.mend()
    page = opened(phone, line)
    expect(page.locator(".waits .bad")).not_to_be_empty()
    page.click(".waits button >> text=Discard")
    expect(page.locator(".waits")).to_have_count(0)
    assert acts(table) == ["Seated", "Drawn"]


def test_edits_of_a_hand_outlast_their_tab_in_their_order(phone: BrowserContext, line: Cable, table: Table) -> None:
    hand = table.intake.from_text("123m456p789sEEESS")
    page = phone.new_page()
    page.goto(f"http://{HOST}:{line.port}/hands/{hand.id}")
    expect(page.locator("#mat .slot")).to_have_count(14)
    line.cut()
    renamed = [("c0", "2m"), ("c0", "3m"), ("c1", "9p")]  # the second builds on the first
    for at, tile in renamed:
        page.locator(f"#mat [data-key='{at}']").click()
        page.click(f"#palette [data-key='face-{tile}']")
        page.keyboard.press("Escape")
    expect(page.locator(".waits")).to_contain_text("Entered after it: Edit of a hand × 2")
    kill(page)
    line.mend()
    page = opened(phone, line)
    until(lambda: len(table.hands.get(hand.id).changes) == 3)  # type: ignore[union-attr]
    expect(page.locator(".waits")).to_have_count(0)
    until(lambda: stored(page, "tableside-acts") == 0)


@pytest.mark.long
def test_calls_and_the_clock_wait_for_the_server_and_are_followed_once(
    phone: BrowserContext, line: Cable, table: Table
) -> None:
    one = opened(phone, line)
    begin(one, one.url, "Ann", "Bo", "Chen", "Dai")
    one.click("#clock-card summary")
    one.click("[data-key=clock-start]")
    expect(one.locator("[data-key=clock-extend5]")).to_be_visible()
    other = opened(phone, line)
    expect(other.locator("[data-key=clock-extend5]")).to_be_visible()
    before = table.clock.clock.length
    line.cut()
    for page in (one, other, one):
        page.click("[data-key=clock-extend5]")
    expect(one.locator(".waits")).to_contain_text("Clock: 5 minutes more × 2")
    one.click("#call-referee")
    one.click("[data-key=send]")
    expect(one.locator(".waits")).to_contain_text("Call for the referee")
    expect(one.locator("#form-dialog")).not_to_be_visible()
    kill(one)
    line.mend()
    until(lambda: len(table.records.calls.open()) == 1)
    expect(other.locator(".waits")).to_have_count(0)
    after = table.clock.clock.length
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 15 * 60


def test_a_photograph_that_is_being_sent_outlasts_its_tab(
    phone: BrowserContext, line: Cable, table: Table, photo: bytes
) -> None:
    page = opened(phone, line)
    page.route("**/api/tables/1/hands?*", lambda route: None)  # it is on its way for ever
    with page.expect_request("**/api/tables/1/hands?*"):
        page.set_input_files("#drop input:not([capture])", photo_of(photo))
    kill(page)
    page = opened(phone, line)
    until(lambda: len(table.hands.all()) == 1)
    expect(page.locator("#notices")).to_contain_text("A waiting photo was sent")
    until(lambda: stored(page, "tableside-outbox") == 0)


@pytest.mark.long
def test_no_photograph_is_lost_with_its_tab(phone: BrowserContext, line: Cable, table: Table, photo: bytes) -> None:
    """Twenty kills, every other one while the photograph is on its way."""
    for n in range(20):
        page = opened(phone, line)
        if n % 2:
            until(lambda page=page: not stored(page, "tableside-outbox"))  # so that the next request is that of its own
            page.route("**/api/tables/1/hands?*", lambda route: None)
            with page.expect_request("**/api/tables/1/hands?*"):
                page.set_input_files("#drop input:not([capture])", photo_of(different(photo, n)))
        else:
            line.cut()
            page.set_input_files("#drop input:not([capture])", photo_of(different(photo, n)))
            expect(page.locator("#notices")).to_contain_text("waits on this device")
        kill(page)
        if not n % 2:
            line.mend()
    page = opened(phone, line)
    # Twenty photos are read; asking the page lets the browser's routes go on too.
    until(lambda: not stored(page, "tableside-outbox") and len(table.hands.all()) == 20, seconds=200)
    expect(page.locator("#outbox")).to_be_hidden()
    assert len({hand.photo for hand in table.hands.all()}) == 20


def different(photo: bytes, n: int) -> bytes:
    """Return a photo of the same tiles with other bytes."""
    picture = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    picture[:8, :8] = n * 12
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.mark.long
def test_acts_of_an_event_outlast_the_tab_of_the_desk(phone: BrowserContext, line: Cable, table: Table) -> None:
    hall = Hall(table.records)
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "Cup", "fee": 2000}), "", "desk")
    hall.record(1, uuid4(), Entered((PlayerEntry(1, "Ann"), PlayerEntry(2, "Bo"))), "", "desk")
    page = phone.new_page()
    page.goto(f"http://{HOST}:{line.port}/desk/1#fees")
    page.click("[data-key=fee1]")
    line.cut()
    page.click("[data-key=send]")
    expect(page.locator(".waits")).to_contain_text("Waits to be sent: Ann pays 20")
    expect(page.locator("#form-dialog")).not_to_be_visible()
    page.click("[data-key=tab-players]")
    page.click("[data-key=here2]")
    expect(page.locator(".waits")).to_contain_text("Bo checked in")
    kill(page)
    line.mend()
    page = opened(phone, line)
    until(lambda: hall.get(1).event.entrants[2].here)
    expect(page.locator(".waits")).to_have_count(0)
    assert hall.get(1).event.entrants[1].paid == 2000


def test_what_a_referee_does_outlasts_their_tab(phone: BrowserContext, line: Cable, table: Table) -> None:
    page = opened(phone, line)
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    table.calls.call(2, "a wrong pung", "")
    page.goto(f"http://{HOST}:{line.port}/referee")
    expect(page.locator(f"[data-key=approve-{NUMBER}-1]")).to_be_visible()
    line.cut()
    page.click("#calls [data-key^=take-]")
    expect(page.locator(".waits")).to_contain_text(f"Call of table {NUMBER}: on my way")
    page.click("#calls [data-key^=done-]")
    expect(page.locator(".waits")).to_contain_text(f"Call of table {NUMBER}: done")
    page.click(f"[data-key=approve-{NUMBER}-1]")
    expect(page.locator(".waits")).to_contain_text("Hand 1 is approved")
    page.click("#note-add")
    page.fill("[name=player]", "Ann")
    page.fill("[name=text]", "late twice")
    page.click("[data-key=send]")
    expect(page.locator(".waits")).to_contain_text("Note on Ann: late twice")
    kill(page)
    line.mend()
    page = opened(phone, line)
    until(lambda: [note.text for note in table.records.calls.notes()] == ["late twice"])
    expect(page.locator(".waits")).to_have_count(0)
    assert acts(table) == ["Seated", "Drawn", "Approved"]
    (call,) = table.records.calls.done()
    assert call.taken_at
    assert not table.records.calls.open(1)
