"""A player as pages show one: with long names and large amounts nothing overflows, and no word of a name breaks."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.match.event_acts import Entered, Opened, PlayerEntry, Started
from tests.browser.accessible import check
from tests.browser.test_match import BROKEN_WORDS
from tests.long import long_but
from webui.hall.desk import Hall
from webui.table.table import Table

Serve = Callable[[Table], str]
NAMES = ("Maximilian Mustermann-Oberhuber", "Grażyna Żółć-Kowalska", "محمد عبد الرحمن", "欧阳娜娜司马相如")
"""German, Polish, Arabic and Chinese."""

SIZES = {"360": (360, 740), "390": (390, 844), "820": (820, 1180), "sideways": (844, 390), "1280": (1280, 800)}
PLAYED: dict[str, tuple[dict[str, Any], ...]] = {
    "mcr": (
        {"type": "Won", "winner": NAMES[0], "discarder": NAMES[1], "points": 88},
        {"type": "Penalty", "player": NAMES[2], "amount": 99999, "reason": "late"},
        {"type": "FalseWin", "player": NAMES[3], "kind": "wrong tile"},
    ),
    "zungjung": (
        {"type": "Won", "winner": NAMES[3], "discarder": NAMES[0], "points": 320},
        {"type": "Penalty", "player": NAMES[0], "amount": 99999, "reason": "late", "flow": "paid"},
    ),
    "hk": ({"type": "Won", "winner": NAMES[1], "discarder": NAMES[2], "points": 10},),
    "riichi-ema": (
        {"type": "DeclaredRiichi", "player": NAMES[3]},
        {"type": "DeclaredRiichi", "player": NAMES[0]},
        {"type": "Won", "winner": NAMES[0], "discarder": NAMES[1], "points": 48000},
        {"type": "DeclaredRiichi", "player": NAMES[2]},
    ),
}
"""Acts under each book that lead to large amounts, below zero too."""

OVERFLOWING = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"
OUTSIDE = (
    "[...document.querySelectorAll('.player *')].filter((e) => e.getBoundingClientRect().right > innerWidth).length"
)


@pytest.mark.parametrize("size", long_but(["360"], list(SIZES)))
@pytest.mark.parametrize("rules", long_but(["hk"], list(PLAYED)))
def test_players_have_room_on_every_page(
    new_page: Callable[..., Page], table: Table, serve: Serve, rules: str, size: str
) -> None:
    width, height = SIZES[size]
    stake = {"stake": "500", "currency": "HK$"} if rules == "hk" else {}
    for act in ({"type": "Seated", "players": [*NAMES], "rules": rules, **stake}, *PLAYED[rules]):
        table.record(act, uuid4(), "", "referee")
    page, address = new_page(viewport={"width": width, "height": height}), serve(table)
    for path, players in (("/t/1", 4), ("/referee", 0), ("/display/1", 4)):
        page.goto(address + path)
        expect(page.locator(".player")).to_have_count(players)
        expect(page.locator(".gains, .player").first).to_be_visible()
        assert page.locator(".player, .player .name, .gains").evaluate_all(OVERFLOWING) == [], path
        assert page.locator(".gains bdi").evaluate_all(BROKEN_WORDS) == [], path
        if path != "/display/1" or width < height:  # a wide screen shows what does not fit with an ellipsis
            assert page.locator(".player bdi").evaluate_all(BROKEN_WORDS) == [], path
        assert page.evaluate(OUTSIDE) == 0, path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("size", long_but(["360"], list(SIZES)))
def test_a_player_sees_who_sits_at_the_table(
    new_page: Callable[..., Page], table: Table, serve: Serve, size: str
) -> None:
    hall = Hall(table.records)
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=1), "", "desk")[0].number
    hall.record(number, uuid4(), Entered(tuple(PlayerEntry(n, name) for n, name in enumerate(NAMES, 1))), "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    width, height = SIZES[size]
    page = new_page(viewport={"width": width, "height": height})
    page.goto(f"{serve(table)}/me")
    page.select_option("[data-key=who]", NAMES[0])
    expect(page.locator(".player")).to_have_count(4)
    expect(page.locator(".player.me")).to_have_text(NAMES[0])
    assert page.locator(".player bdi").evaluate_all(BROKEN_WORDS) == []
    assert page.evaluate(OUTSIDE) == 0
    check(page)
