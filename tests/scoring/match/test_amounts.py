"""Amounts with their units."""

from fractions import Fraction

import pytest

from scoring.match.amounts import Unit, UnitError, house_points, in_house_points, in_one_unit, number, unit_of
from scoring.match.records import Seated, Won
from scoring.rules import BOOKS, tournament
from tests.scoring.match.builders import FOUR, folded

HALVES = """
name = "halves"
title = "Halves"
base = "hk"
source = "the house"

[switches]
HK1 = "0"
HK24 = "0.5"
"""


@pytest.mark.parametrize(
    ("amount", "shown"), [(Fraction(4), 4), (Fraction(-1, 2), -0.5), (Fraction(5, 4), 1.25), (Fraction(0), 0)]
)
def test_a_whole_amount_is_a_whole_number(amount: Fraction, shown: float) -> None:
    assert number(amount) == shown
    assert isinstance(number(amount), int) == (amount.denominator == 1)


def test_points_of_a_house_are_told_only_where_they_are_not_those_of_the_match() -> None:
    BOOKS.admit(tournament(HALVES))
    plain, halves = (folded(Seated(FOUR, rules), Won("S", 4, "W"), rules=rules) for rules in ("hk", "halves"))
    assert house_points(plain, plain.points) == {}
    assert house_points(halves, {"Ann": 3, "Bo": 4}) == {"Ann": 1.5, "Bo": 2}
    assert in_house_points(halves, {"Ann": 3})["Ann"].number == Fraction(3, 2)
    assert (unit_of(plain).value, unit_of(halves).value) == (1, Fraction(1, 2))


def test_tables_of_one_game_are_counted_in_the_smallest_unit_and_games_not_together() -> None:
    one, half = Unit("hk", "match"), Unit("hk", "match", Fraction(1, 2))
    found = in_one_unit([(one, {"Ann": 3}), (half, {"Ann": 4})])
    assert found[0] == half
    assert [*found[1]] == [{"Ann": 6}, {"Ann": 4}]
    assert in_one_unit([]) == (None, [])
    with pytest.raises(UnitError):
        in_one_unit([(one, {"Ann": 3}), (Unit("mcr", "match"), {"Ann": 3})])
