"""The page of all tables of a hall, and the pages of two of them at once."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.waiting import until
from webui.http.site import site_of
from webui.match.clock import StartClock
from webui.rig.live_hand import CallReferee
from webui.table.table import Table
from webui.table.tables import Tables


@pytest.fixture
def hall(answers: Any, serve: Callable[[Table], str], server: tuple[Flask, str]) -> tuple[Tables, str]:
    """A server of four tables, and its address."""
    tables = Tables(Table(answers), 4)
    address = serve(tables.own)
    site_of(server[0]).tables = tables
    return tables, address


def at(tables: Tables, number: int) -> Table:
    table = tables.get(number)
    assert table
    return table


def sit(table: Table, *players: str) -> None:
    table.record({"type": "Seated", "players": list(players)}, uuid4(), "", "referee")


@pytest.mark.long
def test_the_start_page_of_a_hall_shows_what_each_table_stands_at(page: Page, hall: tuple[Tables, str]) -> None:
    tables, address = hall
    two = at(tables, 2)
    sit(two, "Ann", "Bo", "Chen", "Dai")
    page.goto(address)
    cards = page.locator(".hall-table")
    expect(cards).to_have_count(4)
    expect(cards.nth(1)).to_contain_text("Hand 1 of 16")
    expect(cards.nth(1).locator(".player")).to_have_text(["Ann500", "Bo500", "Chen500", "Dai500"])
    expect(cards.nth(2)).to_contain_text("No match yet")
    expect(page.locator("#summed")).to_have_text("1 of 4 tables playing")
    two.talk.do(CallReferee(2))
    two.clock.do(StartClock(90), two.now().body)
    expect(cards.nth(1).locator(".call")).to_have_text("A player calls the referee")
    expect(cards.nth(1).locator(".time")).to_contain_text("Time left")
    cards.nth(1).click()
    expect(page).to_have_url(f"{address}/t/2")
    expect(page.locator(".table-name")).to_have_text("Table 2")
    page.locator(".table-name").click()
    expect(page).to_have_url(f"{address}/tables")


def test_what_is_done_on_the_page_of_one_table_stays_there(page: Page, hall: tuple[Tables, str]) -> None:
    tables, address = hall
    two, three = at(tables, 2), at(tables, 3)
    sit(two, "Ann", "Bo", "Chen", "Dai")
    page.goto(f"{address}/t/2")
    page.locator("#at-table summary").click()
    page.locator("[data-key=referee3]").click()
    expect(page.locator("#alerts .call")).to_contain_text("Chen")
    assert (two.session.play.calls, three.session.play.calls, tables.own.session.play.calls) == ((3,), (), ())
    page.locator("[data-blank]").first.click()
    expect(page.locator("#mat h1")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-table", "2")
    expect(page.locator("#alerts .call")).to_contain_text("Chen")
    assert [len(at(tables, number).hands.newest()) for number in tables.numbers] == [0, 1, 0, 0]
    page.locator("[data-key=keys-done]").click()
    page.locator(".brand").click()
    expect(page).to_have_url(f"{address}/t/2")


@pytest.mark.long
def test_a_photograph_is_sent_to_the_table_of_its_page(page: Page, hall: tuple[Tables, str], photo: bytes) -> None:
    tables, address = hall
    page.goto(f"{address}/t/3")
    page.locator("#drop input[type=file]").last.set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
    )
    expect(page.locator("#verdict")).to_be_visible()
    assert [len(at(tables, number).hands.newest()) for number in tables.numbers] == [0, 0, 1, 0]
    expect(page.locator("body")).to_have_attribute("data-table", "3")


@pytest.mark.parametrize(
    ("rules", "dice", "says"),
    [
        ("hk", (4, 5, 6), "count 15 stacks"),
        pytest.param("hk", (4, 5), "count 9 stacks", marks=pytest.mark.long),  # a third die is not thrown everywhere
        pytest.param("riichi-ema", (4, 5), "Nobody draws the last 7 stacks", marks=pytest.mark.long),
    ],
)
def test_the_dice_of_the_rules_open_the_wall_in_one_throw(
    page: Page, table: Table, serve: Callable[[Table], str], rules: str, dice: tuple[int, ...], says: str
) -> None:
    table.use_rules(rules)
    page.goto(serve(table))
    page.locator("#at-table summary").click()
    for n, value in enumerate(dice, 1):
        page.select_option(f"[data-key=die{n}]", str(value))
    page.click("[data-key=enter]")
    expect(page.locator("#wall")).to_contain_text(says)
    until(lambda: page.locator(".throws").inner_text().count(" + ") == len(dice) - 1)
