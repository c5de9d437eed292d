"""Standings as JSON: places, and table points without loss."""

from fractions import Fraction

import pytest

from scoring.match.ranking import Standing
from webui.serializers.standings import amount, standings_json


@pytest.mark.parametrize(
    ("points", "says"),
    [
        (Fraction(4), "4"),
        (Fraction(5, 2), "2.5"),
        (Fraction(9, 4), "2.25"),
        (Fraction(4, 3), "4/3"),
        (Fraction(-1, 2), "-0.5"),
        (Fraction(0), "0"),
    ],
)
def test_table_points_are_decimals_where_these_end_soon(points: Fraction, says: str) -> None:
    assert amount(points) == says


def test_a_row_has_its_place_and_what_it_was_ranked_by() -> None:
    rows = standings_json([Standing(1, "Bo", Fraction(7, 3), 48, 30, 6.566, Fraction(105, 4))], {"Bo": 1000})
    (row,) = rows
    assert (row.place, row.name, row.table_points, row.exact) == (1, "Bo", "7/3", "7/3")
    assert (row.points, row.unit, row.best_session, row.match_points, row.mers) == (48, 1, 30, 6.57, 1000)
    (none,) = standings_json([Standing(2, "Ann", Fraction(1), 0, 0)], {"Bo": 1000}, Fraction(1, 2))
    assert (none.mers, none.unit) == (None, 0.5)
