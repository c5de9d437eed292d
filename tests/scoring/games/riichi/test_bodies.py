"""The bodies of riichi: placement points that add up, and who is first."""

from fractions import Fraction

import pytest

from scoring.games.riichi.bodies import BODIES, BODY_NAMES, EMA, FLOATING, HOME, M_LEAGUE, ROOMS, WRC, RiichiRules
from scoring.games.riichi.presets import PRESETS


@pytest.mark.parametrize("rules", [EMA, WRC, M_LEAGUE, HOME, ROOMS])
def test_placement_points_add_up_to_nothing(rules: RiichiRules) -> None:
    assert sum(rules.ranks({"a": 40000, "b": 30000, "c": 20000, "d": 10000})) == 0


@pytest.mark.parametrize(("floating", "ranks"), FLOATING.items())
def test_floating_placement_points_are_by_how_many_have_the_points_to_return(
    floating: int, ranks: tuple[int, ...]
) -> None:
    rules = RiichiRules(30000, FLOATING)
    points = {str(n): 30000 if n < floating else 29999 for n in range(4)}
    assert rules.ranks(points) == ranks
    assert sum(ranks) == 0


def test_first_is_one_where_seats_decide() -> None:
    points = {"a": 20000, "b": 40000, "c": 40000, "d": 0}
    assert (HOME.first(points), ROOMS.first(points)) == (["b", "c"], ["b"])


@pytest.mark.parametrize(("start", "back", "oka"), [(25000, 30000, 20), (30000, 30000, 0), (25000, 25000, 0)])
def test_the_first_gets_what_players_return(start: int, back: int, oka: int) -> None:
    assert RiichiRules(back, ()).oka(start) == Fraction(oka)


def test_every_preset_has_a_body_that_plays_by_it() -> None:
    assert BODY_NAMES.keys() == PRESETS.keys()
    for name, bodies in BODY_NAMES.items():
        assert bodies, name
        assert BODIES.keys() >= {*bodies}
