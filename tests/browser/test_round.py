"""A phone in the middle of the table: names in four directions, and the score turned to who asks."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.follow.events import Discard
from scoring.match.records import Drawn, FalseWin, Seated, Won, act_to_dict
from tests.browser.accessible import check
from tests.long import long_but
from tests.waiting import until
from tests.webui.followed import AT
from webui.hand.state import MatchHand
from webui.table.follow.journal import Begun
from webui.table.table import Table

Serve = Callable[[Table], str]
LONG = "Maria Eulalia Rossi-Papadopoulos of the Mahjong Club"
SIDES = ("bottom", "right", "top", "left")

TURN = "element => getComputedStyle(element).rotate"
OUTSIDE = """() => [...document.querySelectorAll("#main bdi, #main .points")].filter((element) => {
    const box = element.getBoundingClientRect();
    const side = element.closest(".side").getBoundingClientRect();
    return box.left < side.left || box.right > side.right || box.top < side.top || box.bottom > side.bottom;
}).map((element) => element.textContent)"""
"""Script that lists names and points that reach beyond their strip."""


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_four_people_read_one_phone(page: Page, table: Table, serve: Serve, rules: str) -> None:
    def record(act: Seated | Won | Drawn | FalseWin) -> None:
        table.record(act_to_dict(act), uuid4(), "", "referee")

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{serve(table)}/t/1/round")
    expect(page.locator("main")).to_have_text("No match is running")
    check(page)
    record(Seated(("Ann", "Bo", "陈晨", LONG), rules))
    expect(page.locator(".side bdi")).to_have_text(["Ann", "Bo", "陈晨", LONG])
    record(Won("E", 40, "S"))
    expect(page.locator(".side.bottom .up")).to_contain_text("+")
    expect(page.locator(".middle h2")).to_have_text("Hand 1: Ann wins 40 off Bo")
    expect(page.locator(".side bdi")).to_have_text(["Ann", "Bo", "陈晨", LONG])  # who sits there still sits there
    for side, turn in zip(SIDES, ("none", "-90deg", "180deg", "90deg"), strict=True):
        page.click(f"[data-key={side}]")
        expect(page.locator(f"[data-key={side}]")).to_have_attribute("aria-pressed", "true")
        until(lambda turn=turn: page.locator(".turned").evaluate(TURN) == turn)  # type: ignore[misc]
    for width, height in ((390, 844), (360, 640), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        until(lambda: page.evaluate(OUTSIDE) == [])
    check(page)
    record(Drawn())
    expect(page.locator(".middle h2")).to_have_text("Hand 2: Draw")
    expect(page.locator("[data-key=left]")).to_have_attribute("aria-pressed", "true")
    page.click(".back")
    expect(page.locator(".seated li")).to_have_count(4)


def test_what_a_camera_follows_is_told_between_the_players(page: Page, table: Table, serve: Serve) -> None:
    table.record(act_to_dict(Seated(("Ann", "Bo", "Chen", "Dai"), "mcr")), uuid4(), "", "referee")
    deal = table.followed.begin(Begun(hand=table.matches.deal() or MatchHand(1, 1, 1), style="chinese", east=1), AT)
    table.followed.append(deal, AT, [(Discard(number=1, t=1, seat=1, tile="5p"), None)])
    page.set_viewport_size({"width": 360, "height": 640})
    with page.expect_response("**/spoken?*"):
        page.goto(f"{serve(table)}/t/1/round")
    expect(page.locator(".side")).to_have_count(4)
    table.followed.append(deal, AT, [(Discard(number=2, t=3, seat=2, tile="S", sure=True), None)])
    expect(page.locator(".middle .played")).to_have_text("Bo discards the South tile")
    check(page)
