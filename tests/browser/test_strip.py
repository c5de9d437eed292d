"""The strip of taps above the score: what nobody has said yet, and what somebody has."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessible import check
from tests.waiting import until
from tests.webui.shots import as_jpeg
from vision.reading import Reading
from webui.rig.live_hand import ClaimWin, Deal, Given
from webui.table.table import Table

Serve = Callable[[Table], str]
PICTURE = np.zeros((480, 1280, 3), np.uint8)
KONG = (("pung", "EEE"), ("concealed-kong", "1111m"), ("concealed", "234p55s67s"), ("winning", "8s"))
"""4 points on a discard; 15 self-drawn by East in the East round, on the replacement tile of the kong."""


@pytest.fixture(params=[pytest.param((1280, 860), marks=pytest.mark.long), (390, 780)], ids=["desktop", "phone"])
def sized(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Page:
    """A page of a desktop and one of a phone."""
    width, height = request.param
    return new_page(viewport={"width": width, "height": height}, has_touch=width < 900)


def asked(page: Page) -> Locator:
    """The names of what is open."""
    return page.locator("#strip [data-said=false] legend")


def said(page: Page) -> Locator:
    return page.locator("#strip [data-said=true] legend")


def tap(page: Page, key: str) -> None:
    page.click(f"#strip label:has([data-key='say-{key}'])")


def colours(page: Page) -> set[str]:
    """The classes of the score and of the bar, which set their colours."""
    return {page.locator(where).get_attribute("class") or "" for where in ("#verdict", "#total-bar")}


@pytest.mark.long
def test_one_tap_answers_and_a_second_changes_the_answer(
    sized: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(KONG)
    sized.goto(f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}")
    expect(asked(sized)).to_have_text(
        ["How it was won", "Seat wind", "Prevalent wind", "Won on a kong's replacement tile?"]
    )
    expect(said(sized)).to_have_count(0)
    expect(sized.locator("#verdict .big")).to_have_text("4 to 15points")
    expect(sized.locator("#verdict")).to_contain_text("May fall short of the minimum, depending on how it was won")
    expect(sized.locator("#total-bar")).to_have_text("How was it won?4 to 15")
    until(lambda: colours(sized) == {"verdict-head open", "total-bar open"})
    expect(sized.locator("#score")).not_to_contain_text("sure")
    assert sized.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for key, left in (("kong-false", 3), ("self-draw-true", 2), ("seat-E", 1)):
        tap(sized, key)
        expect(asked(sized)).to_have_count(left)
        until(lambda: colours(sized) == {"verdict-head open", "total-bar open"})
    tap(sized, "round-E")
    expect(asked(sized)).to_have_count(0)
    expect(sized.locator("#verdict.good")).to_contain_text("8points")
    expect(sized.locator("#verdict")).to_contain_text("Read by the camera, no open questions.")
    expect(said(sized)).to_have_text(
        ["How it was won", "Seat wind", "Prevalent wind", "Won on a kong's replacement tile?"]
    )
    tap(sized, "round-S")
    expect(sized.locator("#verdict.open")).to_contain_text("6points")
    expect(sized.locator("#verdict .says")).to_contain_text("Not enough points (8 needed), unless it was")
    tap(sized, "self-draw-false")
    expect(said(sized)).to_have_count(3)
    expect(sized.locator("#strip")).not_to_contain_text("Replacement tile")


@pytest.mark.long
def test_what_the_table_knows_is_set_and_marked(
    sized: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(KONG)
    table.talk.do(Deal(6, 2))
    table.talk.do(ClaimWin(4))
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=4)
    address = f"{serve(table)}/hands/{hand.id}"
    sized.goto(address)
    expect(said(sized)).to_have_count(0)  # it is one tap below
    expect(sized.locator("#won legend").first).to_have_text("Seat wind from the table")
    expect(sized.locator("#won [data-key='seat-W']")).to_be_checked()
    expect(sized.locator("#won [data-key='round-S']")).to_be_checked()
    expect(asked(sized)).to_have_text(["How it was won", "Won on a kong's replacement tile?"])
    table.talk.do(Given(1))
    sized.goto(address)
    expect(asked(sized)).to_have_count(0)
    expect(sized.locator("#won legend").first).to_have_text("How it was won from the table")
    sized.click("[data-key=none-of-these]")
    expect(sized.locator("#verdict.bad")).to_contain_text("Below the minimum")


def test_rare_luck_is_one_tap_away(
    sized: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("chow", "123s"), ("concealed", "45678sCCC99p"), ("winning", "9s")))
    sized.goto(f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}")
    expect(sized.locator("#strip .luck")).to_have_text("Tap if it applies:Last tileRobbing the KongLast of Its Kind")
    sized.click("#strip [data-key='say-robbed-kong']")
    expect(asked(sized)).to_have_count(0)
    expect(sized.locator("#strip .luck").first).to_have_text("Also counted:Robbing the Kong")
    expect(sized.locator("[data-pattern='47']")).to_contain_text("Robbing the Kong")
    robbed = sized.locator("#verdict.good .big").inner_text()
    sized.click("#strip [data-key='say-robbed-kong']")
    expect(sized.locator("[data-pattern='47']")).to_have_count(0)
    expect(sized.locator("#verdict.good .big")).not_to_have_text(robbed)


def test_the_three_others_in_the_photo_speak_for_the_last_of_its_kind(
    sized: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    groups = (("chow", "123s"), ("concealed", "45678sCCC99p"), ("winning", "9s"), ("aside", "9s9s9s"))
    answers.reading = reading(groups)
    sized.goto(f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}")
    expect(sized.locator("#strip .shows canvas")).to_have_count(3)
    expect(sized.locator("#strip .luck").last).to_have_text("Tap if it applies:Last tileRobbing the Kong")
    expect(sized.locator("[data-pattern='58']")).to_have_count(0)  # it counts once somebody says it
    check(sized)
    sized.click("#strip [data-key='say-last-of-kind']")
    expect(sized.locator("[data-pattern='58']")).to_contain_text("Last Tile")
    expect(sized.locator("#strip .shows")).to_have_count(0)


def test_a_hand_that_does_not_win_asks_nothing(
    sized: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("concealed", "123456789s12p1mE"), ("winning", "9p")))
    sized.goto(f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}")
    expect(sized.locator("#verdict.bad")).to_contain_text("No win")
    expect(sized.locator("#strip")).to_have_count(0)
