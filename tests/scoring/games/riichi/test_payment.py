"""Points of riichi by han and fu: the table of limits, parts, who pays."""

import pytest

from scoring.games.riichi.payment import RiichiValue, split, value, value_of, values
from scoring.games.riichi.presets import PRESETS

EMA = PRESETS["riichi-ema"]

TABLE = [
    # han, fu: off a discard by a player, by the dealer; drawn by a player (from the dealer, from others), by the dealer
    (1, 30, 1000, 1500, (500, 300), 500),
    (2, 40, 2600, 3900, (1300, 700), 1300),
    (3, 50, 6400, 9600, (3200, 1600), 3200),
    (4, 30, 7700, 11600, (3900, 2000), 3900),
    (4, 40, 8000, 12000, (4000, 2000), 4000),
    (5, 0, 8000, 12000, (4000, 2000), 4000),
    (6, 0, 12000, 18000, (6000, 3000), 6000),
    (8, 0, 16000, 24000, (8000, 4000), 8000),
    (11, 0, 24000, 36000, (12000, 6000), 12000),
]


@pytest.mark.parametrize(("han", "fu", "player", "dealer", "parts", "all_"), TABLE)
def test_points_are_those_of_the_published_table(
    han: int, fu: int, player: int, dealer: int, parts: tuple[int, int], all_: int
) -> None:
    found = value(han, fu, EMA)
    assert found is not None
    assert (found.points(False, False), found.points(True, False)) == (player, dealer)
    assert found.parts(False, True) == parts
    assert found.parts(True, True) == (all_, all_)


def test_a_limit_begins_at_its_han() -> None:
    for least, most, points in ((5, 5, 8000), (6, 7, 12000), (8, 10, 16000), (11, 12, 24000), (13, 13, 32000)):
        for han in (least, most):
            found = value(han, 30, EMA)
            assert found is not None
            assert found.points(False, False) == points, han


@pytest.mark.parametrize(("name", "one"), [("riichi-ema", set()), ("riichi-wrc-2015", {20})])
def test_the_fu_that_hands_of_few_han_may_have(name: str, one: set[int]) -> None:
    """One han has no pinfu that is self-drawn, unless such a draw costs it, and never seven pairs."""
    fu = {*range(30, 120, 10)}
    found = {han: {each.fu for each in values(PRESETS[name]) if each.han == han} for han in range(1, 6)}
    assert found == {1: fu | one} | dict.fromkeys((2, 3, 4), {20, 25} | fu) | {5: {0}}


def test_twenty_fu_are_drawn_and_twenty_five_need_their_pairs() -> None:
    assert RiichiValue(2, 20, 320).won(False, self_drawn=False) is None
    assert RiichiValue(2, 20, 320).won(False, self_drawn=True) == 1500
    assert RiichiValue(2, 25, 400).won(False, self_drawn=False) == 1600
    assert RiichiValue(2, 25, 400).won(False, self_drawn=True) is None
    assert RiichiValue(3, 25, 800).won(False, self_drawn=True) == 3200
    assert RiichiValue(1, 25, 200).won(False, self_drawn=False) is None


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_is_found_again_by_its_points_and_what_is_paid_is_won(name: str) -> None:
    preset = PRESETS[name]
    for dealer, drawn in ((False, False), (False, True), (True, False), (True, True)):
        for each in values(preset):
            points = each.won(dealer, drawn)
            if points is None:
                continue
            found = value_of(points, dealer, drawn, preset)
            assert found is not None
            assert found.won(dealer, drawn) == points
            paid = split(points, "E" if dealer else "S", None if drawn else "W", preset)
            assert sum(paid.values()) == 0
            assert paid["E" if dealer else "S"] == points
    assert value_of(1100, False, False, preset) is None


def test_twenty_fu_need_two_han() -> None:
    assert value(1, 20, EMA) is None
    assert value(2, 20, EMA) is not None
    assert value(1, 25, EMA) is None
