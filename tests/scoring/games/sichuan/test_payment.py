"""Payments of Sichuan: the discarder, or all who have not won yet."""

from dataclasses import replace

import pytest

from scoring.games.sichuan.payment import giver_of, of_claimed_kong, payments, split
from scoring.games.sichuan.presets import DEFAULTS, PRESETS, Preset, preset
from scoring.notation import parse

DRAWN = "[5555m,1]777m222p44p33p 3p kong self-draw seat=S"


def table(**answers: str) -> Preset:
    return preset("table", "Table", "1", "the wall", {**DEFAULTS, **answers})


@pytest.mark.parametrize(
    ("giver", "out", "paid"),
    [
        ("W", (), {"E": 0, "S": 4, "W": -4, "N": 0}),
        (None, (), {"E": -4, "S": 12, "W": -4, "N": -4}),
        (None, ("N",), {"E": -4, "S": 8, "W": -4, "N": 0}),
        (None, ("E", "N"), {"E": 0, "S": 4, "W": -4, "N": 0}),
    ],
)
def test_who_has_won_pays_nothing(giver: str | None, out: tuple[str, ...], paid: dict[str, int]) -> None:
    assert split(4, "S", giver, table(SC2="fan"), out) == paid


def test_a_point_for_a_self_draw_is_paid_by_each() -> None:
    assert split(4, "S", None, table(SC2="point")) == {"E": -5, "S": 15, "W": -5, "N": -5}
    assert split(4, "S", "W", table(SC2="point"))["S"] == 4


def test_a_win_after_a_claimed_kong_is_paid_by_its_giver_where_the_table_says_so() -> None:
    win = parse(DRAWN)
    assert of_claimed_kong(win)
    assert giver_of(win, table(SC14="discard")) == ("E", True)
    assert giver_of(replace(win, seat=None), table(SC14="discard")) == (None, False)
    others = [answer for preset in PRESETS.values() for answer in [preset.answers["SC14"]] if answer != "discard"]
    for answer in others:
        assert giver_of(win, table(SC14=answer)) == (None, True)
    assert not of_claimed_kong(replace(win, kong=False))


def test_nothing_is_paid_before_winner_and_payer_are_known() -> None:
    win = parse("123m456m789m11p23p 1p discard from=W seat=S")
    assert payments(win, 2, table()) == split(2, "S", "W", table())
    assert payments(replace(win, seat=None), 2, table()) is None
    assert payments(replace(win, discarder=None), 2, table()) is None
    assert payments(replace(win, discarder="S"), 2, table()) is None
