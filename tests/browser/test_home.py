"""Journeys at the second table of a server of three: each page opens that table's next hand, and no other's."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.pages import LONG, SIZES, hold_back_next_hand, sound
from tests.long import long_but
from tests.served import Answers
from webui.http.site import site_of
from webui.table.table import Table
from webui.table.tables import Tables

NAMES = ("Eva", "Jan", "Li", "Sam")


@dataclass(frozen=True)
class Win:
    """A won hand of a game, what is answered about it on its page, and an act that ends another hand."""

    rules: str
    text: str
    answers: tuple[str, ...]
    end: dict[str, Any]
    goes_on: bool = False
    """True if the others play on, so that no next hand opens by itself."""


WINS = [
    Win(
        "riichi-ema",
        "234m567p345s88s67s 8s",
        ("label:has([data-key=say-riichi-false])", "[data-key=say-dora-none]"),
        {"type": "Drawn", "tenpai": []},
    ),
    Win("hk", "123m456m789m111m5m 5m", ("label:has([data-key=say-no-flowers-true])",), {"type": "Drawn"}),
    Win("sichuan-home", "[888s,1]123s345456p6p 6p", (), {"type": "WallOut"}, goes_on=True),
]


@pytest.mark.parametrize("win", long_but([WINS[1]], [WINS[1], (WINS[0],), (WINS[2],)]), ids=lambda win: win.rules)
def test_the_next_hand_of_the_second_table_opens(
    new_page: Callable[..., Page], server: tuple[Flask, str], answers: Answers, win: Win
) -> None:
    app, address = server
    site_of(app).tables = tables = Tables(Table(answers), 3)
    first, table = tables.own, tables.get(2)
    assert table
    for each in (first, table):
        each.use_rules(win.rules)
        each.record({"type": "Seated", "players": list(NAMES), "rules": win.rules}, uuid4(), "", "table")
    hand = table.intake.from_text(win.text, chair=2)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale="zh-CN", still=True)) as phone:
        phone.clock.install()
        phone.goto(f"{address}/t/2")
        phone.click(f"a[href='/hands/{hand.id}']")
        phone.wait_for_url("**/hands/*")
        hold_back_next_hand(phone)
        phone.click("label:has([data-key=winner-S])")
        phone.click("label:has([data-key=giver-W])")
        for answer in win.answers:
            phone.click(answer)
        phone.click("[data-key=count-it]")
        expect(phone.locator("[data-key=next-hand]")).to_have_attribute("href", f"{address}/t/2")
        check(phone)
        if win.goes_on:
            phone.click("[data-key=next-hand]")
        else:
            phone.clock.fast_forward(LONG)
        phone.wait_for_url(f"{address}/t/2")
        expect(phone.locator("body")).to_have_attribute("data-table", "2")
        # tiles of an earlier hand lead back to the hand in play
        earlier = table.intake.from_text(win.text, chair=2)
        table.record(win.end, uuid4(), "", "table")
        phone.goto(f"{address}/hands/{earlier.id}")
        phone.click("#count a.button >> nth=-1")
        phone.wait_for_url(f"{address}/t/2")
    assert len(first.records.journal.entries(first.number)) == 1
