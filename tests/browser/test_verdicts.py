"""Verdicts on a hand's page in a real browser: nothing that is not so, and no question twice."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.long import long_but
from tests.served import Answers, make_reading
from vision.reading import Doubt, Reading
from webui.table.table import Table

Serve = Callable[[Table], str]

CHEAP = make_reading((("concealed", "23m789m123s789s22p"), ("winning", "1m")))
"""7 points of the Chinese rules on a discard."""
CHICKEN = make_reading((("chow", "234m"), ("chow", "567s"), ("concealed", "55p78s222p"), ("winning", "9s")))
"""No pattern of Zung Jung."""


def laid(table: Table, serve: Serve, page: Page, photo: bytes) -> None:
    """Opens the page of a hand that was photographed in a match, won by Chen on a discard of Dai."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    address = serve(table)
    page.goto(address)
    page.set_input_files("[data-key=won-W]", {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo})
    page.wait_for_url("**/hands/*")
    page.click("#count [data-key=giver-N]")
    expect(page.locator("#count [data-key=giver-N]")).to_be_checked()


def key(page: Page, name: str) -> Locator:
    return page.locator(f"[data-key='{name}']:visible")


@pytest.mark.parametrize(
    ("rules", "reading", "unless", "luck"),
    [
        (
            "mcr",
            CHEAP,
            "Not enough points (8 needed), unless it was the last tile, the last of its kind or a robbed kong",
            ["last-tile", "robbed-kong", "last-of-kind"],
        ),
        pytest.param(
            "zungjung",
            CHICKEN,
            "Not enough points (5 needed), unless it was the last tile or a robbed kong",
            ["last-tile", "robbed-kong"],
            marks=pytest.mark.long,
        ),
    ],
)
def test_too_few_points_are_a_false_win_only_once_no_luck_made_them_enough(
    device: Page,
    answers: Answers,
    serve: Serve,
    photo: bytes,
    rules: str,
    reading: Reading,
    unless: str,
    luck: list[str],
) -> None:
    """Ask for the luck once, beside the verdict; one tap records the hand, "None of these" makes it a false win."""
    page, table = device, Table(answers, rules)
    answers.reading = reading
    laid(table, serve, page, photo)
    verdict = page.locator("#verdict")
    expect(verdict).to_have_attribute("data-kind", "open")
    expect(verdict.locator(".says")).to_have_text(unless)
    expect(key(page, "count-false-win")).to_have_count(0)
    expect(page.locator("#count .note")).to_have_text(unless)
    for each in luck:
        expect(key(page, f"say-{each}")).to_have_count(1)
    expect(verdict.locator("button")).to_have_count(len(luck) + 1)

    key(page, "say-last-tile").click()
    expect(verdict).to_have_attribute("data-kind", "good")
    expect(key(page, "count-it")).to_be_enabled()
    key(page, "say-last-tile").click()
    expect(verdict).to_have_attribute("data-kind", "open")

    key(page, "none-of-these").click()
    expect(verdict).to_have_attribute("data-kind", "bad")
    expect(verdict.locator(".says")).to_have_text("Below the minimum")
    expect(key(page, "count-false-win")).to_be_visible()
    page.click("#mat [data-key=undo]")
    expect(verdict).to_have_attribute("data-kind", "open")
    expect(key(page, "count-false-win")).to_have_count(0)


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_what_was_put_right_is_not_doubted(
    device: Page, answers: Answers, serve: Serve, photo: bytes, rules: str
) -> None:
    """Correct the winning tile: the page no longer shows that the hand does not win."""
    page, table = device, Table(answers, rules)
    doubts = (Doubt(13, "waits"), Doubt(None, "not-placed", {"count": 1}))
    groups = (("pung", "CCC"), ("concealed", "123s456m77p78s"), ("winning", "E"), ("aside", "5m"))
    answers.reading = make_reading(groups, doubts)  # type: ignore[arg-type]
    laid(table, serve, page, photo)
    expect(page.locator("#questions h2")).to_have_text("2 questions about this hand")
    page.click("#mat [data-key=w]")
    page.click("#palette [data-face='9s']")
    expect(page.locator("#questions")).to_be_hidden()
    expect(page.locator("#verdict")).not_to_have_attribute("data-kind", "unsure")


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_kongs_that_were_set_are_no_tiles_too_many(
    device: Page, answers: Answers, serve: Serve, photo: bytes, rules: str
) -> None:
    """Set three kongs and the winning tile of a row of seventeen by hand: the hand has its points, and no question."""
    page, table = device, Table(answers, rules)
    groups = (("aside", "2222m3333p4444s55p67s8s"),)
    answers.reading = make_reading(groups, (Doubt(None, "no-hand", {"count": 17}),))  # type: ignore[arg-type]
    laid(table, serve, page, photo)
    for n in range(3):
        page.click("#mat [data-key=c0]")
        page.click("#palette .actions button:has-text('concealed kong')")
        expect(page.locator("#palette")).to_be_hidden()
        expect(page.locator(f"#mat [data-key='m{n}.0']")).to_be_visible()
    page.click("#mat [data-key=c4]")
    page.click("#palette .actions button:has-text('Winning tile')")
    expect(page.locator("#verdict")).to_have_attribute("data-kind", "good")
    expect(page.locator("#questions")).to_be_hidden()
    expect(page.locator("#unread")).to_be_hidden()
    expect(key(page, "count-it")).to_be_enabled()


@pytest.mark.long
def test_a_question_stands_once_with_all_its_reasons(
    device: Page, table: Table, answers: Answers, serve: Serve, photo: bytes
) -> None:
    page = device
    doubts = (Doubt(None, "scattered"), Doubt(None, "unusual-order"), Doubt(None, "weak-taken", {"count": 2}))
    answers.reading = make_reading(doubts=doubts)
    laid(table, serve, page, photo)
    expect(page.locator("#questions")).to_have_count(0)  # the tiles themselves ask
    expect(page.locator("#mat .asked p")).to_have_count(4)
    page.click("[data-key=settle-all]")
    expect(page.locator("#mat .asked")).to_have_count(0)
    expect(page.locator("#verdict")).to_have_attribute("data-kind", "good")
