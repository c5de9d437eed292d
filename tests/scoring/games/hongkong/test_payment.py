"""Payments of Hong Kong: the curves of points, and who pays."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.games.hongkong.payment import false_win, payments, points, portion, smallest, split
from scoring.games.hongkong.presets import DEFAULTS, PRESETS, Preset, preset
from scoring.notation import parse


def house(**answers: str) -> Preset:
    return preset("house", "House", "1", "the wall", {**DEFAULTS, **answers})


@pytest.mark.parametrize(
    ("curve", "paid"),
    [
        ("half", {0: 1, 1: 2, 3: 8, 4: 16, 5: 24, 6: 32, 7: 48, 8: 64, 10: 128, 13: 384}),
        ("half from 5", {4: 16, 5: 32, 6: 48, 7: 64, 8: 96}),
        ("full", {0: 1, 3: 8, 6: 64, 10: 1024}),
        ("laak", {3: 8, 4: 16, 6: 16, 7: 32, 9: 32, 10: 64, 13: 64}),
    ],
)
def test_points_of_faan_at_each_turn_of_a_curve(curve: str, paid: dict[int, int]) -> None:
    assert {faan: points(faan, curve) for faan in paid} == paid


@pytest.mark.parametrize("giver", [None, "E", "W", "N"])
@pytest.mark.parametrize("liable", [None, "E", "W", "N"])
@pytest.mark.parametrize("name", PRESETS)
def test_what_is_paid_is_won(name: str, giver: str | None, liable: str | None) -> None:
    paid = split(5, "S", giver, PRESETS[name], liable)
    assert sum(paid.values()) == 0
    assert paid["S"] > 0
    assert all(paid[seat] <= 0 for seat in "EWN")


def test_the_discarder_pays_all_or_half() -> None:
    full, half = (split(3, "S", "W", house(HK25=answer)) for answer in ("full", "half"))
    each = portion(3, house())
    assert full == {"E": 0, "S": 2 * each, "W": -2 * each, "N": 0}
    assert half == {"E": -each / 2, "S": 2 * each, "W": -each, "N": -each / 2}


def test_no_hand_costs_less_than_the_smallest_and_a_false_win_costs_what_the_house_says() -> None:
    assert smallest(house(HK25="full")) == 2 * smallest(house(HK25="half"))
    assert false_win(house(HK31="4 faan")) == portion(4, house())


def test_nothing_is_paid_before_winner_and_payer_are_known() -> None:
    won = parse("123m456m789m11p23p 1p discard from=W seat=S round=E no-kong flowers=0")
    assert payments(won, 3, house(), robbed=False) == split(3, "S", "W", house())
    assert payments(replace(won, seat=None), 3, house(), robbed=False) is None
    assert payments(replace(won, self_draw=None), 3, house(), robbed=False) is None
    drawn = replace(won, self_draw=True, discarder=None)
    assert payments(drawn, 3, house(), robbed=False) == split(3, "S", None, house())
    assert payments(replace(won, self_draw=None), 8, house(), False, by_flowers=True) == split(8, "S", None, house())
    assert isinstance(portion(3, house()), Fraction)
