"""Taps that the work of every hand takes on a phone, and a top of the page that stands still."""

import re
from collections.abc import Callable
from uuid import uuid4

import numpy as np
import pytest
from playwright.sync_api import FilePayload, Page, expect

from scoring.match.records import Seated, act_to_dict
from tests.browser.accessible import check
from tests.browser.pages import LONG, box, hold_back_next_hand, tap_act
from tests.browser.second import HOME
from tests.vision.builders import before, evidence_from, overhead, row
from tests.waiting import until
from tests.webui.shots import as_jpeg
from vision.evidence import Evidence
from vision.hand.candidates import hand_in_sight
from vision.image import Picture
from vision.reading import Reading
from vision.tta import ViewWatch
from webui.hand.pictures import Decode
from webui.rig.live_hand import CallReferee
from webui.table.table import Table

Serve = Callable[[Table], str]
PICTURE = np.zeros((480, 1280, 3), np.uint8)
NAMES = ("Ann", "Bo", "Chen", "Dai")


class ThreeKongs:
    """A reader that sees a hand with three kongs in its one row of seventeen tiles."""

    def __init__(self) -> None:
        self.seen = evidence_from(before(1, row("9999pSSSSWWWW22m567s")), overhead(0.3))

    def read(self, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None) -> Reading:
        return (decode or hand_in_sight)(self.seen)

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        return self.seen


@pytest.fixture
def hand_photo(photo: bytes) -> FilePayload:
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}


@pytest.fixture
def finger(new_page: Callable[..., Page]) -> Page:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page.add_init_script(
        """addEventListener("click", (event) => {
            if (event.detail) sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps") ?? 0) + 1);
        }, true)"""
    )
    return page


def taps(page: Page) -> int:
    """Return the taps since the last call; the click that a label passes on to its field is none."""
    found: int = page.evaluate("Number(sessionStorage.getItem('taps') ?? 0)")
    page.evaluate("sessionStorage.setItem('taps', 0)")
    return found


def sit(table: Table) -> None:
    table.record(act_to_dict(Seated(NAMES, "mcr")), uuid4(), "", "table")


def test_a_photo_is_counted_in_two_taps_on_its_page(
    finger: Page, table: Table, serve: Serve, hand_photo: FilePayload
) -> None:
    """Opening the camera and using the picture are the other two."""
    sit(table)
    finger.goto(serve(table))
    finger.set_input_files("[data-key=won-S]", hand_photo)
    finger.wait_for_url("**/hands/*")
    expect(finger.locator("#count [data-key=winner-S]")).to_be_checked()
    for part in ("#mat", "#verdict", "#count", "#total-bar"):  # all in sight, none of it scrolled to
        until(lambda part=part: box(finger.locator(part))["y"] < 844)  # type: ignore[misc]
    taps(finger)
    finger.tap("#count [data-key=giver-W]")
    finger.tap("[data-key=count-it]")
    expect(finger.locator("[data-key=take-back]")).to_be_visible()
    expect(finger.locator(".transfers")).to_contain_text("Chen pays Bo")
    assert taps(finger) == 2


@pytest.fixture
def recorded(new_page: Callable[..., Page], table: Table, serve: Serve) -> Page:
    """A hand that was just recorded, on a phone that nobody touches since, whose clock the test moves."""
    sit(table)
    hand = table.intake.from_text("123456789sCCC9p 9p discard seat=E round=E from=S", chair=1)
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, still=True)
    page.clock.install()
    page.goto(f"{serve(table)}/hands/{hand.id}")
    hold_back_next_hand(page)
    page.tap("[data-key=count-it]")
    expect(page.locator("[data-key=take-back]")).to_be_visible()
    expect(page.locator("#goes-on")).to_have_text("The next hand opens in 5 seconds. Touch anything to stay here.")
    return page


def test_what_was_recorded_stays_in_sight(recorded: Page) -> None:
    """The winner, what each got and has now, one way back, the seconds until the next hand; nothing over a button."""
    strip, following = recorded.locator(".recorded"), recorded.locator("[data-key=next-hand]")
    expect(following).to_have_text(re.compile("^Next hand in [1-5] s$"))
    expect(strip).to_be_in_viewport(ratio=1)
    expect(strip).to_contain_text(re.compile("Hand 1: Ann wins [0-9]+ off Bo"))
    for name, pays in (("Ann", "+"), ("Bo", "−"), ("Chen", "−8"), ("Dai", "−8")):
        expect(strip.locator("li", has_text=name)).to_have_text(re.compile(rf"{name} {re.escape(pays)}\d* \d+"))
    expect(recorded.get_by_role("button", name="Undo", exact=True)).to_have_count(1)
    expect(recorded.locator("#notices .notice")).to_have_count(0)
    recorded.tap("[data-key=stay]")
    expect(following).to_have_text("Next hand")
    expect(strip).to_contain_text("Ann wins")


def test_the_next_hand_opens_by_itself(recorded: Page) -> None:
    expect(recorded.locator("[data-key=stay]")).to_be_visible()
    check(recorded)
    recorded.clock.fast_forward(LONG)
    recorded.wait_for_url(re.compile(rf":\d+{HOME}$"))
    expect(recorded.locator(".match-head h2")).to_have_text("Hand 2 of 16 · East round")


@pytest.mark.parametrize(
    "touch",
    [
        lambda page: page.tap("[data-key=stay]"),
        lambda page: page.keyboard.press("Tab"),
        lambda page: page.tap("#mat [data-tile='C'] >> nth=0"),
    ],
    ids=["stay", "key", "tile"],
)
def test_whoever_touches_the_page_stays_on_it(recorded: Page, touch: Callable[[Page], None]) -> None:
    touch(recorded)
    expect(recorded.locator("#goes-on")).to_be_empty()
    recorded.clock.fast_forward(LONG)
    expect(recorded.locator("[data-key=stay]")).to_be_hidden()
    assert "/hands/" in recorded.url
    expect(recorded.locator("[data-key=next-hand]")).to_have_text("Next hand")


def test_a_referee_stays_with_the_hand_that_they_recorded(
    new_page: Callable[..., Page], table: Table, serve: Serve
) -> None:
    sit(table)
    hand = table.intake.from_text("123456789sCCC9p 9p discard seat=E round=E from=S", chair=1)
    page = new_page(still=True)
    page.goto(f"{serve(table)}/referee")
    page.evaluate("address => location.assign(address)", f"/hands/{hand.id}")
    page.click("[data-key=count-it]")
    expect(page.locator("[data-key=take-back]")).to_be_visible()
    expect(page.locator("[data-key=stay]")).to_be_hidden()
    expect(page.locator("#goes-on")).to_be_empty()


def test_three_kongs_in_one_row_are_counted_in_four(finger: Page, serve: Serve) -> None:
    """One tap for all three, one for the winning tile, which does not lie apart, and the two of every hand."""
    table = Table(ThreeKongs())
    sit(table)
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=1)
    finger.goto(f"{serve(table)}/hands/{hand.id}")
    expect(finger.locator("#questions .question")).to_have_count(2)
    check(finger)
    taps(finger)
    finger.tap("#questions [data-answer=exposed]")
    finger.tap("#questions [data-answer='7s']")
    finger.tap("#count [data-key=giver-W]")
    finger.tap("[data-key=count-it]")
    expect(finger.locator("[data-key=take-back]")).to_be_visible()
    expect(finger.locator(".transfers")).to_contain_text("Chen pays Ann")
    assert taps(finger) == 4


def test_a_hand_is_entered_in_fifteen_taps(finger: Page, table: Table, serve: Serve) -> None:
    finger.goto(serve(table))
    taps(finger)
    finger.tap("[data-blank]")
    finger.wait_for_url("**/hands/*")
    for tile in ("1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "C", "C", "C", "9p", "9p"):
        finger.tap(f"#palette [data-face='{tile}']")
    expect(finger.locator("#palette")).to_be_hidden()
    expect(finger.locator("#verdict")).to_contain_text("points")
    assert taps(finger) == 15


def test_a_record_is_corrected_in_four(finger: Page, table: Table, serve: Serve) -> None:
    sit(table)
    hand = table.intake.from_text("123456789sCCC9p 9p discard seat=E round=E from=S")
    table.record({"type": "Won", "winner": "E", "payer": "S", "points": 22, "laid": hand.id}, uuid4(), "", "table")
    finger.goto(f"{serve(table)}/hands/{hand.id}")
    expect(finger.locator("[data-key=next-hand]")).to_be_visible()
    taps(finger)
    finger.tap("#mat [data-tile='C'] >> nth=0")
    finger.tap("#palette .actions button:has-text('concealed kong'), #palette .actions button:has-text('pung')")
    finger.tap("[data-key=correct]")
    finger.tap("#form-dialog [data-key=send]")
    expect(finger.locator("[data-key=next-hand]")).to_be_visible()
    assert taps(finger) == 4
    until(lambda: getattr(table.records.journal.entries(table.number)[-1].act, "of", None) == 2)


def test_news_moves_nothing_of_the_hand(finger: Page, table: Table, serve: Serve) -> None:
    """A player calls the referee, and a notice appears: the tiles and the score stay where they are."""
    sit(table)
    finger.goto(f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}")
    expect(finger.locator("#count")).to_be_visible()
    expect(finger.locator(".score.waiting")).to_have_count(0)
    before = [box(finger.locator(part))["y"] for part in ("#mat", "#score", "#count")]
    table.talk.do(CallReferee(3))
    expect(finger.locator("#alerts .call")).to_contain_text("Chen")
    assert [box(finger.locator(part))["y"] for part in ("#mat", "#score", "#count")] == before


def test_a_dead_hand_cannot_be_chosen_as_the_winner(finger: Page, table: Table, serve: Serve) -> None:
    sit(table)
    table.record({"type": "FalseWin", "player": "Dai", "kind": "wrong tile"}, uuid4(), "", "table")
    finger.goto(f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}")
    expect(finger.locator("#count [data-key=winner-N]")).to_be_disabled()
    expect(finger.locator("#count label:has([data-key=winner-N])")).to_contain_text("dead hand")
    expect(finger.locator("#count [data-key=winner-S]")).to_be_enabled()


def test_a_hand_is_written_as_text_and_a_wrong_one_explained_in_the_dialog(
    finger: Page, table: Table, serve: Serve
) -> None:
    finger.goto(serve(table))
    finger.tap("[data-blank]")
    finger.wait_for_url("**/hands/*")
    finger.fill("[data-key=as-tiles]", "hello")
    finger.tap("[data-key=write-tiles]")
    expect(finger.locator("#palette [role=alert]")).to_contain_text("This notation is not understood")
    check(finger)
    finger.fill("[data-key=as-tiles]", "一二三四五六七八九条 红中红中红中 九筒 九筒")
    finger.tap("[data-key=write-tiles]")
    expect(finger.locator("#palette")).to_be_hidden()
    expect(finger.locator("#verdict")).to_contain_text("22 to 24")


def test_a_refusal_is_read_and_closed_in_the_dialog_that_it_is_about(finger: Page, table: Table, serve: Serve) -> None:
    sit(table)
    finger.goto(serve(table))
    tap_act(finger, "agreed")
    finger.click("#form-dialog label:has([data-key=winner-Bo])")
    finger.click("#form-dialog label:has([data-key=giver-self])")
    finger.fill("#form-dialog [data-key=points]", "20")
    refused = {"ok": False, "error": "Bo has a dead hand", "fix": "Choose another winner", "kind": "not-a-record"}
    finger.route("**/api/tables/1/records", lambda route: route.fulfill(status=422, json=refused))
    finger.click("#form-dialog [data-key=send]")
    notice = finger.locator("dialog[open] .notice.bad")
    expect(notice).to_contain_text("Bo has a dead hand")
    notice.locator("button").click()
    expect(notice).to_have_count(0)
