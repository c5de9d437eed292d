"""Forms on a phone in Chinese that assume nothing: what nobody has answered cannot be sent."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.accessible import check
from tests.browser.pages import sound, tap_act
from tests.long import long_but
from tests.served import Answers
from tests.waiting import until
from webui.table.table import Table

Serve = Callable[[Table], str]
Opened = Callable[[str], tuple[Page, Table, Locator]]


@pytest.fixture
def opened(new_page: Callable[..., Page], answers: Answers, serve: Serve) -> Iterator[Opened]:
    """Opens the page of a match by some rules, and returns it with its table and its dialog."""
    with sound(new_page(viewport={"width": 360, "height": 740}, has_touch=True, locale="zh-CN")) as phone:

        def open_(rules: str) -> tuple[Page, Table, Locator]:
            table = Table(answers, rules)
            table.record({"type": "Seated", "players": ["安", "博", "陈", "戴"], "rules": rules}, uuid4(), "", "table")
            phone.goto(f"{serve(table)}/t/1")
            return phone, table, phone.locator("#form-dialog")

        yield open_


def acts(table: Table) -> list[object]:
    return [entry.act for entry in table.records.journal.entries(table.number)]


def send(form: Locator) -> None:
    form.locator("[data-key=send]").click()


def refuses(form: Locator, table: Table, count: int = 1) -> None:
    """Send a form that lacks an answer, which stays open, and records nothing."""
    send(form)
    expect(form.locator(":invalid").last).to_be_visible()
    assert len(acts(table)) == count


def test_the_end_of_the_wall_asks_for_each_player(opened: Opened) -> None:
    phone, table, form = opened("sichuan-home")
    phone.click("[data-key=drawn]")
    expect(form.locator("select:invalid")).to_have_count(4)
    check(phone)
    for left, seat in ((3, "east"), (2, "south"), (1, "west"), (0, "north")):
        refuses(form, table)
        form.locator(f"select[name={seat}]").select_option("1" if seat == "east" else "not-ready")
        expect(form.locator("select:invalid")).to_have_count(left)
    send(form)
    expect(form).to_be_hidden()
    until(lambda: [*getattr(acts(table)[-1], "states", {}).values()] == ["1", *["not-ready"] * 3])


def test_a_drawn_hand_of_riichi_says_who_is_tenpai_or_that_nobody_is(opened: Opened) -> None:
    phone, table, form = opened("riichi-ema")
    phone.locator(".seated .sign-stick").first.click()
    expect(phone.locator("small.declared")).to_have_count(1)
    phone.click("[data-key=drawn]")
    refuses(form, table, 2)
    nobody = form.locator("label:has([data-key='tenpai-'])")
    expect(nobody).to_have_text("没有其他人")
    nobody.click()
    form.locator("label:has([data-key='tenpai-陈'])").click()
    expect(nobody.locator("input")).not_to_be_checked()
    form.locator("label:has([data-key='tenpai-陈'])").click()
    refuses(form, table, 2)
    nobody.click()
    check(phone)
    send(form)
    expect(form).to_be_hidden()
    until(lambda: getattr(acts(table)[-1], "tenpai", None) == ("安",))


@pytest.mark.parametrize("rules", long_but(["hk"], ["riichi-ema", "hk", "sichuan-home"]))
def test_points_and_penalties_are_chosen(opened: Opened, rules: str) -> None:
    phone, table, form = opened(rules)
    tap_act(phone, "agreed")
    form.locator("label:has([data-key='winner-博'])").click()
    form.locator("label:has([data-key=giver-self])").click()
    expect(form.locator("[name=points]")).to_have_value("")
    refuses(form, table)
    phone.keyboard.press("Escape")
    phone.click("[data-key=penalty]")
    form.locator("label:has([data-key='player-博'])").click()
    form.locator("label:has([data-key=what-points])").click()
    if form.locator("label:has([data-key='why-'])").count():
        form.locator("label:has([data-key='why-'])").click()
    form.locator("[data-key=reason]").fill("说话")
    refuses(form, table)
    check(phone)
    form.locator("label:has([data-key=what-warning])").click()
    if form.locator("label:has([data-key='why-'])").count():
        form.locator("label:has([data-key='why-'])").click()
    form.locator("[data-key=reason]").fill("说话")
    send(form)
    expect(form).to_be_hidden()
    until(lambda: getattr(acts(table)[-1], "amount", None) == 0)
    tap_act(phone, "matters")
    refuses(form, table, 2)


@pytest.mark.parametrize(
    ("rules", "flowers", "tiles"),
    [
        pytest.param("riichi-ema", "", "2m 3m 4m 5m 6m 7m 3p 4p 5s 6s 7s 8s 8s 5p", marks=pytest.mark.long),
        ("hk", "f1", "1m 2m 3m 4m 5m 6m 7m 8m 9m 1m 1m 1m 5m 5m"),
        pytest.param("sichuan-home", "", "1m 2m 3m 4m 5m 6m 7m 8m 9m 1m 1m 1m 5p 5p", marks=pytest.mark.long),
    ],
)
def test_tiles_are_counted_as_they_are_tapped(opened: Opened, rules: str, flowers: str, tiles: str) -> None:
    """Also while the server has answered to none of them: the first change is held until all are tapped."""
    phone, _, _ = opened(rules)
    phone.click("[data-blank]")
    phone.wait_for_url("**/hands/*")
    held: list[Route] = []
    phone.route("**/api/hands/*/changes", lambda route: route.continue_() if held else held.append(route))
    said = phone.locator("#palette .counts")
    for face in flowers.split():
        phone.click(f"#palette [data-face='{face}']")
        expect(said).to_have_text("已有0张，共14张")
    for n, face in enumerate(tiles.split(), 1):
        phone.click(f"#palette [data-face='{face}']")
        expect(said).to_have_text(f"已有{n}张，共14张" if n < 14 else "14张")
        expect(phone.locator("#verdict")).to_contain_text(f"已有{n}张，共14张" if n < 14 else "14张")
    until(lambda: phone.evaluate("1") and held)  # the page's requests are heard of while it is asked
    held[0].continue_()
    expect(phone.locator("#palette")).to_be_hidden()
    phone.unroute("**/api/hands/*/changes")
