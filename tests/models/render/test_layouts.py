"""Arrangements of tiles on a table."""

import math

import pytest

from models.render.layouts import Placement, moved


@pytest.mark.parametrize(("turn", "x", "y"), [(0.0, 11.0, 5.0), (math.pi / 2, 1.0, 15.0), (math.pi, -9.0, 5.0)])
def test_placements_are_turned_about_the_origin_then_shifted(turn: float, x: float, y: float) -> None:
    (found,) = moved([Placement("1m", "up", 10.0, 0.0)], 1.0, 5.0, turn)
    assert (found.x, found.y) == (pytest.approx(x), pytest.approx(y))
    assert found.turn == pytest.approx(turn)
    assert (found.tile, found.pose) == ("1m", "up")
