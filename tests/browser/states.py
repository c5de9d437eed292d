"""States of the pages, as they come about at a table, at an event's desk and on a player's phone.

They are looked over in `test_accessible`. To look at them oneself: `python -m tests.browser.states --out FOLDER`, with
`--lang zh --width 360` for a phone in Chinese, and `--width 844 --height 390` for one held sideways.
"""

import socket
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import click
import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from scoring.match.records import Drawn, Won
from tests.books import BODIES
from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS, tap_act
from tests.served import Answers, make_reading
from tests.vision.builders import before, evidence_from, overhead, row
from tests.webui.callers import OWN
from tests.webui.followed import followed
from tests.webui.shots import as_jpeg
from vision.hand.candidates import hand_in_sight
from vision.reading import Doubt
from webui.access.people import People
from webui.access.pin import Access
from webui.hall.desk import Hall
from webui.hand.edits import Name, SetRules
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site, site_of
from webui.http.viewers import Viewers
from webui.match.clock import StartClock, StartLimit
from webui.records.events import from_dict
from webui.rig.live_hand import CallReferee, ClaimWin, Given, Throw
from webui.table.follow.late import choose_delay
from webui.table.table import Table
from webui.table.tables import Tables

PICTURE: Final = np.full((480, 1280, 3), 90, np.uint8)
DOUBTS: Final = (
    Doubt(5, "two-faces", {"face": "6s", "other_face": "4s"}),
    Doubt(7, "glare", {"face": "8s"}),
    Doubt(None, "scattered"),
    Doubt(13, "none-apart"),
)
FEW: Final = (("pung", "EEE"), ("concealed-kong", "1111m"), ("concealed", "234p55s67s"), ("winning", "8s"))
"""4 points on a discard, where 8 are needed."""
RIICHI_HAND: Final = (("concealed", "234m567p345s88s67s"), ("winning", "8s"), ("aside", "1m9pE"), ("aside", "4p"))
"""A hand with three discards beside it, and an indicator alone."""
PLAYERS: Final = ("Ann", "Bo", "陈晨", "Dai with quite a long name")
ASIDE: Final = (("concealed-kong", "?55m?"), ("concealed", "789sCC"), ("flowers", "f1"), ("aside", "9p"))


@dataclass
class Shown:
    """The means to make a state.

    Attributes:
        page: The browser's page.
        table: The table behind it.
        answers: The answers of its reader.
        address: Of the server.
        folder: A folder of the test's own.
        app: The application behind the address.
        patch: Takes back, in the end, what a state changes of the application.
    """

    page: Page
    table: Table
    answers: Answers
    address: str
    folder: Path
    app: Flask
    patch: pytest.MonkeyPatch

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def record(self, **act: Any) -> None:
        """Records an act of the match, as a referee."""
        self.table.record(act, uuid4(), "", "referee")

    def hand(self, chair: int = 1) -> Page:
        """The page of a hand of which it is known how it was won."""
        self.table.talk.do(ClaimWin(1))
        self.table.talk.do(Given(2))
        page = self.open(f"/hands/{self.table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=chair).id}")
        page.locator("#verdict").wait_for()
        return page


def start_empty(shown: Shown) -> None:
    shown.open()


def start_busy(shown: Shown) -> None:
    table = shown.table
    table.intake.from_upload(lambda: as_jpeg(PICTURE))
    table.intake.blank()
    shown.answers.reading = make_reading(doubts=DOUBTS)
    table.intake.from_upload(lambda: as_jpeg(PICTURE))
    shown.answers.reading = make_reading((("concealed", "123456789sCCF9p"), ("winning", "9p")))
    table.intake.from_upload(lambda: as_jpeg(PICTURE))
    table.talk.do(CallReferee(3))
    for act in (ClaimWin(1), ClaimWin(4), Given(2), Throw(1, (3, 4))):
        table.talk.do(act)
    page = shown.open()
    page.locator("[data-claim='4']").wait_for()


def open_part(page: Page, name: str) -> None:
    """Opens a part of the hand page that is shut on a phone."""
    if not page.locator(f"#{name}[open]").count():
        page.click(f"#{name} > summary")


def hand_good(shown: Shown) -> None:
    page = shown.hand()
    open_part(page, "fans")
    for name in ("left-out", "as-text", "changes"):
        page.click(f"#{name} summary")


def hand_unsure(shown: Shown) -> None:
    shown.answers.reading = make_reading(doubts=DOUBTS, weak={5: (0.6, (("4s", 0.3),))})
    shown.hand().locator(".question").first.wait_for()


def hand_no_win(shown: Shown) -> None:
    page = shown.hand()
    hand = shown.table.hands.all()[0]
    shown.table.change(hand.id, Name("c8", "F"), hand.version)
    page.reload()
    page.locator("#verdict.bad").wait_for()


def hand_open(shown: Shown) -> None:
    shown.open(f"/hands/{shown.table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}").locator(
        "#strip fieldset"
    ).first.wait_for()


def hand_riichi(shown: Shown) -> None:
    shown.answers.reading = make_reading(RIICHI_HAND)
    hand = shown.table.intake.from_upload(lambda: as_jpeg(PICTURE))
    shown.table.change(hand.id, SetRules("riichi-mleague"), hand.version)
    page = shown.open(f"/hands/{hand.id}")
    page.click("label:has([data-key=say-riichi-true])")
    page.locator(".indicators >> nth=1").wait_for()


def indicator_dialog(shown: Shown) -> None:
    hand_riichi(shown)
    shown.page.click("[data-key=say-dora-other]")
    shown.page.locator("#palette[open] .faces").wait_for()


def hand_perhaps_too_few(shown: Shown) -> None:
    shown.answers.reading = make_reading(FEW)
    shown.hand().locator("#verdict.open [data-key=none-of-these]").wait_for()


def hand_too_few(shown: Shown) -> None:
    hand_perhaps_too_few(shown)
    shown.page.click("[data-key=none-of-these]")
    shown.page.locator("#verdict.bad").wait_for()


def hand_part(shown: Shown) -> None:
    shown.answers.reading = make_reading(ASIDE)
    shown.hand().locator(".place.aside").wait_for()


def hand_blank(shown: Shown) -> None:
    shown.open(f"/hands/{shown.table.intake.blank().id}")


def hand_not_sent(shown: Shown) -> None:
    page = shown.hand()
    page.route("**/api/hands/**", lambda route: route.abort())
    open_part(page, "won")
    page.click("label:has([data-key='self-draw-true'])")
    page.locator(".notice.bad").wait_for()


def tile_dialog(shown: Shown) -> None:
    shown.answers.reading = make_reading(doubts=DOUBTS, weak={5: (0.6, (("4s", 0.3),))})
    shown.hand().click("[data-key=c2]")


def meld_dialog(shown: Shown) -> None:
    shown.hand().click("[data-key='m0.0']")


def adding_dialog(shown: Shown) -> None:
    hand_blank(shown)
    shown.page.click("[data-key=add]")


def new_meld_dialog(shown: Shown) -> None:
    hand_blank(shown)
    shown.page.click("[data-key=add]")
    shown.page.click("#palette .key-row label >> nth=1")


def asking_dialog(shown: Shown) -> None:
    shown.page.set_viewport_size({"width": 390, "height": 844})
    hand_unsure(shown)
    shown.page.click("#total-bar")
    shown.page.locator("#palette .question").wait_for()


def not_found(shown: Shown) -> None:
    shown.open("/nowhere")


def seat(shown: Shown) -> None:
    shown.record(type="Seated", players=list(PLAYERS))


def match_running(shown: Shown) -> None:
    seat(shown)
    shown.record(type="Drawn")
    shown.record(type="Won", winner="E", points=24, payer="S")
    shown.record(type="Won", winner="W", points=8)
    shown.record(type="FalseWin", seat="N", kind="wrong tile")
    shown.open().locator(".last-hands a").first.wait_for()


def match_watched(shown: Shown) -> None:
    """A match on a phone that only watches."""
    playing(shown)
    shown.patch.setattr(site_of(shown.app), "access", Access(f"{shown.address}/"))
    shown.page.set_extra_http_headers({"X-Forwarded-For": "192.168.1.7"})
    shown.open().locator(".last-hands a").wait_for()


def match_round(shown: Shown) -> None:
    """A phone in the middle of the table, turned to the player on its left."""
    shown.answers.reading = make_reading((("chow", "123s"), ("concealed", "9p456789sCCC"), ("winning", "9p")))
    playing(shown)
    shown.open("/t/1/round").click("[data-key=left]")
    shown.page.locator("[data-turned=left]").wait_for()


def match_hand(shown: Shown) -> None:
    seat(shown)
    shown.hand().locator("#count").wait_for()


def match_counted(shown: Shown) -> None:
    seat(shown)
    laid = shown.table.intake.from_upload(lambda: as_jpeg(PICTURE))
    shown.record(type="Won", winner="E", points=20, payer="S", laid=laid.id)
    shown.open(f"/hands/{laid.id}").locator("#count").wait_for()


def match_sheet(shown: Shown) -> None:
    match_counted(shown)
    shown.record(type="Penalty", seat="E", amount=10, reason="late")
    shown.open("/t/1/sheet").locator("table").first.wait_for()


def match_search(shown: Shown) -> None:
    match_counted(shown)
    shown.open("/t/1/hands")


def match_appeal(shown: Shown) -> None:
    match_counted(shown)
    shown.open("/t/1/hands/1").locator("h1").first.wait_for()


def match_appealed(shown: Shown) -> None:
    """A hand with an appeal that is decided and one that is open, in the dialog that decides."""
    match_counted(shown)
    shown.record(type="Appealed", of=2, seat="W", reason="The kong was open")
    shown.record(type="AppealDecided", of=3, decision="upheld", reason="The photograph shows it")
    shown.record(type="Appealed", of=2, seat="N", reason="The tile was dropped, not discarded")
    shown.open("/t/1/hands/1").click("[data-key=decide-5]")


def keys(shown: Shown) -> None:
    shown.hand().keyboard.press("?")


def two_at_once(shown: Shown) -> None:
    page = shown.hand()
    page.route("**/events*", lambda route: route.abort())
    page.reload()
    page.locator("#verdict").wait_for()
    hand = shown.table.hands.all()[0]
    shown.table.change(hand.id, Name("c0", "3s"), hand.version)
    page.click("[data-key=c0]")
    page.click("#palette [data-face='5s']")
    page.locator("#form-dialog").wait_for()


def playing(shown: Shown) -> None:
    """A match of which one hand was won, with a fine, a warning and a hand that waits for its approval."""
    seat(shown)
    laid = shown.table.intake.from_upload(lambda: as_jpeg(PICTURE))
    shown.record(type="Won", winner="E", points=20, payer="S", laid=laid.id)
    shown.record(type="Penalty", seat="E", amount=10, reason="Talking", flow="deducted")
    shown.record(type="Penalty", seat="W", amount=0, reason="Slow")


def match_new(shown: Shown) -> None:
    shown.open().click("[data-key=new-match]")
    shown.page.click("[data-key=draw-seats]")


def match_over(shown: Shown) -> None:
    playing(shown)
    for _ in range(15):
        shown.record(type="Drawn")
    shown.open().locator("#match").wait_for(state="attached")


def of_match(key: str) -> Callable[[Shown], None]:
    """A dialog that a button of a running match opens."""

    def opened(shown: Shown) -> None:
        playing(shown)
        page = shown.open()
        tap_act(page, key)
        page.locator("#form-dialog[open]").wait_for()

    return opened


def clock_own_limits(shown: Shown) -> None:
    shown.record(type="Seated", players=list(PLAYERS), body="ema")
    shown.table.clock.do(StartClock(120), shown.table.now().body)
    shown.table.clock.do(StartLimit("turn", 30), shown.table.now().body)
    shown.open().locator("[data-key=clock-seconds]").wait_for()


def call_dialog(shown: Shown) -> None:
    seat(shown)
    shown.open().click("#call-referee")


def several_hands(shown: Shown) -> None:
    laid = before(1, row("234m2345p234678s 5p")) + before(3, row("123m456p789sEEEC C"))
    shown.patch.setattr(shown.answers, "detect", lambda *_: evidence_from(laid, overhead(0.3)))
    shown.patch.setattr(
        shown.answers, "read", lambda _, decode=None: (decode or hand_in_sight)(shown.answers.detect(PICTURE))
    )
    shown.hand().locator(".question .other-hand").first.wait_for()


def unread_hand(shown: Shown) -> None:
    shown.answers.reading = make_reading(
        (("aside", "123456m"), ("aside", "55p")), (Doubt(None, "no-hand", {"count": 6}),)
    )
    hand = shown.table.intake.from_upload(lambda: as_jpeg(PICTURE), keep_unread=True)
    shown.open(f"/hands/{hand.id}").locator("#unread svg .mark").first.wait_for()


def unread_groups(shown: Shown) -> None:
    groups = (("aside", "123456789m1234p"), ("flowers", "f1"), ("aside", "123456789s55p"))
    reading = make_reading(groups, (Doubt(None, "no-hand", {"count": 13}),))  # type: ignore[arg-type]
    down = [replace(tile, quad=tuple((x - 870, y + 180) for x, y in tile.quad)) for tile in reading.tiles[14:]]  # type: ignore[misc]
    shown.answers.reading = replace(reading, tiles=(*reading.tiles[:14], *down))
    hand = shown.table.intake.from_upload(lambda: as_jpeg(PICTURE), keep_unread=True)
    shown.open(f"/hands/{hand.id}").locator("#unread .other-hands canvas").first.wait_for()


def unread_part(shown: Shown) -> None:
    unread_hand(shown)
    shown.page.click("[data-key=part-draw]")


def batch_done(shown: Shown) -> None:
    files = [shown.folder / f"{n}.jpg" for n in range(3)]
    for n, file in enumerate(files):
        file.write_bytes(cv2.imencode(".jpg", PICTURE)[1].tobytes() + bytes([n]) if n else b"no picture")
    shown.open().set_input_files("#drop input[multiple]", files)
    expect(shown.page.locator(".batch")).to_contain_text("3")
    shown.page.locator(".batch li").wait_for()


def tables(shown: Shown) -> None:
    made = Tables(shown.table, 4)
    site_of(shown.app).tables = made
    two = made.get(2)
    assert two
    two.record(
        {"type": "Seated", "players": ["Ann", "Bo", "陈晨", "Dai with quite a long name"]}, uuid4(), "", "referee"
    )
    two.talk.do(CallReferee(2))
    two.clock.do(StartClock(90), two.now().body)
    shown.open("/tables").locator(".hall-table .call").wait_for()


def referee_nothing(shown: Shown) -> None:
    shown.open("/referee").locator("#calls .none").wait_for()


def referee_busy(shown: Shown) -> None:
    playing(shown)
    shown.table.calls.call(2, "a wrong pung", "")
    shown.table.calls.call(0, "", "")
    shown.open("/referee").locator(".waiting").wait_for()


def referee_note(shown: Shown) -> None:
    referee_busy(shown)
    shown.page.click("#note-add")


def with_people(shown: Shown) -> None:
    access = Access(f"{shown.address}/")
    shown.patch.setattr(site_of(shown.app), "access", access)
    people = People(shown.table.records.people, access.guesses)
    shown.patch.setattr(site_of(shown.app), "people", people)
    people.add("Chen Li", "referee", None, "123456", "")
    people.add("A name that is as long as names of people may ever be, to 60", "table", 7, "", "")


def people_some(shown: Shown) -> None:
    with_people(shown)
    shown.patch.setattr(site_of(shown.app), "own", OWN)
    shown.open(f"/people#token={OWN.text}").locator("#people > li").first.wait_for()
    shown.open("/people").locator("#people > li").first.wait_for()  # without the welcome


def people_role(shown: Shown) -> None:
    people_some(shown)
    shown.page.click("#person-add")


def people_invitation(shown: Shown) -> None:
    people_some(shown)
    shown.page.click("[data-key^=invite-] >> nth=0")
    shown.page.locator("#form-dialog img.qr").wait_for()


def sign_in(shown: Shown) -> None:
    with_people(shown)
    shown.page.set_extra_http_headers({"X-Forwarded-For": "192.168.1.7"})
    shown.open().locator("[data-pin]").first.click()
    shown.page.locator("#pin[open]").wait_for()


def set_up(shown: Shown) -> None:
    shown.open("/setup").locator(".step[open]").first.wait_for()


def set_up_step(name: str) -> Callable[[Shown], None]:
    def opened(shown: Shown) -> None:
        set_up(shown)
        if shown.page.locator(f"[data-step={name}]").get_attribute("open") is None:
            shown.page.click(f"[data-step={name}] summary")

    return opened


def space(shown: Shown) -> None:
    shown.table.intake.from_upload(lambda: as_jpeg(PICTURE))
    page = shown.open("/photos")
    expect(page.locator("#space")).to_contain_text("1")
    page.fill("[name=older]", "0")
    page.click("#prune button")
    page.locator("#planned *").first.wait_for()


def copying(shown: Shown) -> None:
    page = shown.open("/photos")
    page.route("**/api/backup.zip", lambda route: None)  # it takes for ever
    page.click("#keep-copy")
    page.locator("#copying button").wait_for()


def removing(shown: Shown) -> None:
    shown.patch.setattr("webui.match.pruning.FRESH", -60)  # else what was just taken stays
    space(shown)
    page = shown.page
    page.route("**/api/photos/prune", lambda route: None)  # it takes for ever
    page.click("[data-key=remove]")
    page.locator("#planned .long-work").wait_for()


def taking_bundle(shown: Shown) -> None:
    playing(shown)
    page = shown.open("/t/1/sheet")
    page.route("**/match.zip*", lambda route: None)  # it takes for ever
    page.locator("details:has(.save-as) summary").click()
    page.locator(".save-as a").last.click()
    page.locator(".long-work").wait_for()


def sending_bundle(shown: Shown) -> None:
    page = shown.open("/open")
    page.route("**/api/bundles", lambda route: None)  # it takes for ever
    page.set_input_files("#bundle", __file__)
    page.locator(".long-work").wait_for()


def without_room(shown: Shown) -> None:
    shown.patch.setattr(site_of(shown.app), "viewers", Viewers(0))
    shown.open().locator("#line-down").wait_for()


def opened_bundle(shown: Shown) -> None:
    playing(shown)
    bundle = shown.folder / "match.zip"
    with shown.app.test_client().get("/t/1/match.zip") as answer:
        bundle.write_bytes(answer.data)
    page = shown.open("/open")
    page.set_input_files("#bundle", bundle)
    page.locator("#opened table").first.wait_for()


NAMES: Final = ("Ann Lee", "Bo Schmidt", "陈晨", "Dai Rossi", "Eva Papadopoulos-Andersson", "Fu", "Gil", "Hua García")


def event(shown: Shown) -> Hall:
    """An event of eight players."""
    hall = Hall(shown.table.records)
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "Spring Cup", "rounds": 2, "minutes": 60}), "", "desk")
    on_desk(hall, type="Entered", people=[{"number": n, "name": name} for n, name in enumerate(NAMES, 1)])
    return hall


def on_desk(hall: Hall, **sent: Any) -> None:
    hall.record(1, uuid4(), from_dict(sent), "", "desk")


def drawn_event(shown: Shown) -> Hall:
    hall = event(shown)
    hall.record(1, uuid4(), hall.draw(1, 3, 1), "", "desk")
    return hall


def played_event(shown: Shown) -> Hall:
    """An event whose first round is released and whose second is played."""
    hall = drawn_event(shown)
    on_desk(hall, type="Started", round=1)
    for table in (1, 2):
        for done in (Won("E", 24, "S"), *[Drawn()] * 15):
            hall.matches(table).record(done, uuid4(), "", "referee")
    on_desk(hall, type="Released", round=1)
    on_desk(hall, type="Started", round=2)
    shown.app.test_client().post("/api/hall/events/1/clocks", json={"round": 2, "do": "start"})
    hall.matches(1).record(Won("E", 88, "S"), uuid4(), "", "referee")
    return hall


def desk(part: str, made: Callable[[Shown], Hall], key: str = "") -> Callable[[Shown], None]:
    """A part of the desk, with the dialog that a button of it opens."""

    def opened(shown: Shown) -> None:
        made(shown)
        shown.open(f"/desk/1#{part}").locator("#desk-part > *").first.wait_for()
        if key:
            shown.page.click(f"[data-key={key}]")

    return opened


def replayed(shown: Shown) -> None:
    """The replay of a hand of a match."""
    playing(shown)
    number = followed(shown.table)
    shown.open(f"/t/1/deals/{number}").locator("#top image").first.wait_for()


def spoken(shown: Shown) -> None:
    """Open the page on which a phone speaks the play at a table, with lines of it."""
    playing(shown)
    shown.open("/t/1/spoken").locator("#state:not(:empty)").wait_for()
    followed(shown.table)
    shown.page.locator("#said p").first.wait_for()


def streamed(shown: Shown) -> None:
    """A table over the picture of a stream: the play of the hand after a win."""
    match_counted(shown)
    followed(shown.table)
    choose_delay(shown.table.records.values, 1, 0)
    shown.open("/stream/1").locator("#top image").first.wait_for()


def desks_none(shown: Shown) -> None:
    shown.open("/desk").locator("#none").wait_for()


def desk_new(shown: Shown) -> None:
    desks_none(shown)
    shown.page.click("#new-event")


def desk_choosing(shown: Shown) -> None:
    desk("seats", drawn_event)(shown)
    shown.page.click(".seating .seat >> nth=0")
    shown.page.locator(".chosen").wait_for()


def me_who(shown: Shown) -> None:
    drawn_event(shown)
    shown.open("/me").locator("[data-key=who]").wait_for()


def me_mine(shown: Shown) -> None:
    played_event(shown)
    shown.open("/me").select_option("[data-key=who]", "Eva Papadopoulos-Andersson")
    shown.page.locator(".me .chosen").wait_for()


def hall_seats(shown: Shown) -> None:
    played_event(shown)
    shown.open("/hall").locator("#standings tbody tr").first.wait_for()


def manual(name: str) -> Callable[[Shown], None]:
    """A page of the manual, its parts listed if it lists them."""

    def opened(shown: Shown) -> None:
        parts = shown.open(f"/help/{name}").locator(".parts summary")
        if parts.count():
            parts.click()

    return opened


def display(shown: Shown) -> None:
    playing(shown)
    shown.table.clock.do(StartClock(120), BODIES["book-1998"])
    shown.open("/display/1").locator("#tiles img").first.wait_for()


def display_drawn(shown: Shown) -> None:
    """A screen after a hand without a winner, where no clock runs."""
    seat(shown)
    shown.record(type="Won", winner="E", points=24, payer="S")
    shown.record(type="Drawn")
    shown.open("/display/1").locator(".round-table li").first.wait_for()


STATES: Final[Mapping[str, Callable[[Shown], None]]] = {
    "start, nothing yet": start_empty,
    "start, hands, claims and a call": start_busy,
    "hand, sure": hand_good,
    "hand, unsure": hand_unsure,
    "hand, no win": hand_no_win,
    "hand, circumstances open": hand_open,
    "hand, riichi": hand_riichi,
    "dialog of indicators": indicator_dialog,
    "hand, perhaps too few points": hand_perhaps_too_few,
    "hand, too few points": hand_too_few,
    "hand, tiles aside, missing and face down": hand_part,
    "hand, blank": hand_blank,
    "hand, a change not sent": hand_not_sent,
    "dialog of a tile": tile_dialog,
    "dialog of a meld": meld_dialog,
    "dialog that adds tiles": adding_dialog,
    "dialog that adds a meld": new_meld_dialog,
    "dialog of the questions": asking_dialog,
    "an address that is not there": not_found,
    "start, a match running": match_running,
    "start, a match that is watched": match_watched,
    "middle of the table": match_round,
    "hand of a match": match_hand,
    "hand that was counted": match_counted,
    "sheet of a match": match_sheet,
    "search": match_search,
    "hand of the match": match_appeal,
    "replay of a hand": replayed,
    "the play, spoken": spoken,
    "stream": streamed,
    "dialog that decides an appeal": match_appealed,
    "list of the keys": keys,
    "two who changed the same": two_at_once,
    "dialog of a new match": match_new,
    "start, a match that is over": match_over,
    "dialog of a penalty": of_match("penalty"),
    "dialog of a false win": of_match("false-win"),
    "dialog of what matters": of_match("matters"),
    "start, a clock with limits of one's own": clock_own_limits,
    "dialog of a call": call_dialog,
    "hand, one of several in the photograph": several_hands,
    "photograph without a hand": unread_hand,
    "photograph of groups that may be hands": unread_groups,
    "photograph of which a part is read": unread_part,
    "many photos": batch_done,
    "all tables": tables,
    "referee, nothing yet": referee_nothing,
    "referee, calls and hands": referee_busy,
    "referee, dialog of a note": referee_note,
    "people": people_some,
    "people, dialog of a role": people_role,
    "people, dialog of an invitation": people_invitation,
    "dialog that asks who one is": sign_in,
    "set-up": set_up,
    "set-up, camera": set_up_step("camera"),
    "set-up, box": set_up_step("box"),
    "photographs and space": space,
    "photographs and space, a copy is made": copying,
    "photographs and space, some are removed": removing,
    "match from a file": opened_bundle,
    "match from a file, it is sent": sending_bundle,
    "sheet, its bundle is taken away": taking_bundle,
    "no room for one more who watches": without_room,
    "events, none yet": desks_none,
    "events, dialog of a new one": desk_new,
    "desk, players": desk("players", event),
    "desk, dialog of new players": desk("players", event, "enter"),
    "desk, dialog of a player": desk("players", drawn_event, "more3"),
    "desk, seating": desk("seats", drawn_event),
    "desk, a seat is chosen": desk_choosing,
    "desk, round": desk("round", played_event),
    "desk, dialog of minutes": desk("round", played_event, "extend2"),
    "desk, results": desk("results", played_event),
    "desk, records": desk("records", played_event),
    "player's phone, who": me_who,
    "player's phone": me_mine,
    "hall screen": hall_seats,
    "screen of a table": display,
    "screen of a table after a draw": display_drawn,
    "manual": manual("index"),
    "manual, a page": manual("rules"),
    "manual, licences": manual("licences"),
    "rules": lambda shown: shown.open("/rules").locator("main a").first.wait_for(),
    "rules, a house": lambda shown: shown.open("/rules/hk-club").locator("main table").first.wait_for(),
}


@contextmanager
def served() -> Iterator[tuple[Flask, str]]:
    """An application behind its server, and its address."""
    app = create_app(Site(Table(Answers())))
    listener = socket.create_server(("127.0.0.1", 0))
    server = create_server(app, listener)
    threading.Thread(target=server.run, daemon=True).start()
    yield app, f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.close()


def picture(browser: Browser, app: Flask, address: str, name: str, file: Path, device: Mapping[str, Any]) -> None:
    """Takes a picture of a state, as long as its page is."""
    answers = Answers()
    table = Table(answers)
    site_of(app).tables = Tables(table)
    context = browser.new_context(service_workers="block", reduced_motion="reduce", **device)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch, closing(context):
        STATES[name](Shown(context.new_page(), table, answers, address, Path(folder), app, patch))
        page = context.pages[0]
        size = device["viewport"]
        sideways = device["is_mobile"] and size["width"] > size["height"]  # as long as its page, it would stand upright
        if not sideways and not page.locator("dialog[open]").count():  # a full page's picture would be without a finger
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": size["width"], "height": height})
        page.screenshot(path=file)


def take(names: tuple[str, ...], out: Path, locale: str, size: tuple[int, int], dark: bool) -> None:
    """Take pictures of the states whose names hold one of some words, by default of all; tell of those that fail."""
    width, height = size
    phone = min(size) < 600
    device = {
        "locale": locale,
        "viewport": {"width": width, "height": height},
        "color_scheme": "dark" if dark else "light",
        "has_touch": phone,
        "is_mobile": phone,
    }
    out.mkdir(parents=True, exist_ok=True)
    with served() as (app, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for number, name in enumerate(STATES):
            if not names or any(part in name for part in names):
                file = out / f"{number:02} {name}.png"
                try:
                    picture(browser, app, address, name, file, device)
                except (AssertionError, PlaywrightError) as trouble:
                    click.echo(f"{name}: {trouble}", err=True)
        browser.close()


@click.command()
@click.argument("names", nargs=-1)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--lang", default="en", show_default=True, help="en, zh or zh-Hant.")
@click.option("--width", default=1280, show_default=True)
@click.option("--height", default=800, show_default=True, help="A width or height below 600 is a phone's.")
@click.option("--dark", is_flag=True)
def main(names: tuple[str, ...], out: Path, lang: str, width: int, height: int, dark: bool) -> None:
    """Take pictures of the states whose names hold one of NAMES, by default of all."""
    take(names, out, {"zh": "zh-CN", "zh-Hant": "zh-TW"}.get(lang, lang), (width, height), dark)


if __name__ == "__main__":
    main()
