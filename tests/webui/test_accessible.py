"""States of the pages, looked over by axe-core in light and dark; and what a screen reader is told.

The pages of calibration, of sets of tiles and of the camera are looked over in their own tests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.waiting import until
from tests.webui.accessible import check, check_sizes
from tests.webui.conftest import Answers, make_reading
from vision.reading import Doubt
from webui.hand.edits import Name
from webui.table.play import CallReferee, ClaimWin, Given, Throw
from webui.table.table import Table

Serve = Callable[[Table], str]
PICTURE: Final = np.full((480, 1280, 3), 90, np.uint8)
DOUBTS: Final = (
    Doubt(5, "two-faces", {"face": "6s", "other_face": "4s"}),
    Doubt(7, "glare", {"face": "8s"}),
    Doubt(None, "scattered"),
    Doubt(13, "none-apart"),
)
FEW: Final = (("pung", "EEE"), ("concealed-kong", "1111m"), ("concealed", "234p55s67s"), ("winning", "8s"))
"""4 points on a discard, where 8 are needed."""
ASIDE: Final = (("concealed-kong", "?55m?"), ("concealed", "789sCC"), ("flowers", "f1"), ("aside", "9p"))


@dataclass
class Shown:
    """What a state is made with.

    Attributes:
        page: The browser's page.
        table: The table behind it.
        answers: What its reader answers.
        address: Of the server.
        folder: A folder of the test's own.
    """

    page: Page
    table: Table
    answers: Answers
    address: str
    folder: Path

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def record(self, **act: Any) -> None:
        """Records an act of the match, as a referee."""
        self.table.record(act, uuid4(), "", "referee")

    def hand(self, chair: int = 1) -> Page:
        """The page of a hand of which it is known how it was won."""
        self.table.do(ClaimWin(1))
        self.table.do(Given(2))
        page = self.open(f"/hands/{self.table.laying.picture(lambda: PICTURE, chair=chair).id}")
        page.locator("#verdict").wait_for()
        return page


def start_empty(shown: Shown) -> None:
    shown.open()


def start_busy(shown: Shown) -> None:
    table = shown.table
    table.laying.picture(lambda: PICTURE)
    table.laying.blank()
    shown.answers.reading = make_reading(doubts=DOUBTS)
    table.laying.picture(lambda: PICTURE)
    shown.answers.reading = make_reading((("concealed", "123456789sCCF9p"), ("winning", "9p")))
    table.laying.picture(lambda: PICTURE)
    table.do(CallReferee(3))
    for act in (ClaimWin(1), ClaimWin(4), Given(2), Throw(1, (3, 4))):
        table.do(act)
    page = shown.open()
    page.locator("[data-claim='4']").wait_for()


def hand_good(shown: Shown) -> None:
    page = shown.hand()
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
    shown.open(f"/hands/{shown.table.laying.picture(lambda: PICTURE).id}").locator("#strip fieldset").first.wait_for()


def hand_too_few(shown: Shown) -> None:
    shown.answers.reading = make_reading(FEW)
    shown.hand().locator("#verdict.bad").wait_for()


def hand_part(shown: Shown) -> None:
    shown.answers.reading = make_reading(ASIDE)
    shown.hand().locator(".place.aside").wait_for()


def hand_blank(shown: Shown) -> None:
    shown.open(f"/hands/{shown.table.laying.blank().id}")


def hand_not_sent(shown: Shown) -> None:
    page = shown.hand()
    page.route("**/api/hands/**", lambda route: route.abort())
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
    shown.page.click("[data-key=add-set]")


def asking_dialog(shown: Shown) -> None:
    shown.page.set_viewport_size({"width": 390, "height": 844})
    hand_unsure(shown)
    shown.page.click("#total-bar")
    shown.page.locator("#palette .question").wait_for()


def not_found(shown: Shown) -> None:
    shown.open("/nowhere")


def seat(shown: Shown) -> None:
    shown.record(type="Seated", players=["Ann", "Bo", "陈晨", "Dai with quite a long name"])


def match_running(shown: Shown) -> None:
    seat(shown)
    shown.record(type="Drawn")
    shown.open().locator("#match").wait_for(state="attached")


def match_hand(shown: Shown) -> None:
    seat(shown)
    shown.hand().locator("#count:not([hidden])").wait_for()


def match_counted(shown: Shown) -> None:
    seat(shown)
    laid = shown.table.laying.picture(lambda: PICTURE)
    shown.record(type="Won", winner="E", points=20, payer="S", laid=laid.id)
    shown.open(f"/hands/{laid.id}").locator("#count:not([hidden])").wait_for()


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


STATES: Final[Mapping[str, Callable[[Shown], None]]] = {
    "start, nothing yet": start_empty,
    "start, hands, claims and a call": start_busy,
    "hand, sure": hand_good,
    "hand, unsure": hand_unsure,
    "hand, no win": hand_no_win,
    "hand, circumstances open": hand_open,
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
    "hand of a match": match_hand,
    "hand that was counted": match_counted,
    "sheet of a match": match_sheet,
    "search": match_search,
    "appeal": match_appeal,
    "list of the keys": keys,
    "two who changed the same": two_at_once,
}


@pytest.fixture
def shown(page: Page, table: Table, answers: Answers, serve: Serve, tmp_path: Path) -> Shown:
    return Shown(page, table, answers, serve(table), tmp_path)


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_accessible_on_every_screen(shown: Shown, state: str) -> None:
    STATES[state](shown)
    check(shown.page)
    check_sizes(shown.page)


def test_nothing_moves_for_those_who_ask_for_less_motion(shown: Shown) -> None:
    hand_unsure(shown)
    moving = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
    until(lambda: shown.page.evaluate(moving) > 0)  # the frames of unsure tiles breathe
    shown.page.emulate_media(reduced_motion="reduce")
    until(lambda: shown.page.evaluate(moving) == 0)
