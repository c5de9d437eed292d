"""Geometry of labels."""

import numpy as np
import pytest

from models.data import labels

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


@pytest.mark.parametrize("first", range(4))
def test_the_rectangle_round_a_quad_keeps_its_first_corner(first: int) -> None:
    quad = np.roll(np.array([(10.0, 10.0), (40.0, 14.0), (36.0, 60.0), (6.0, 55.0)]), first, axis=0)
    box = labels.enclosing_rectangle(quad)
    assert np.hypot(*(box - quad).T).max() < 8
    sides = np.roll(box, -1, axis=0) - box
    assert abs(float(sides[0] @ sides[1])) < 1e-2
