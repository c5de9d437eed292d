"""Quads: their sides, the corner at which they begin, and what lies within them."""

import numpy as np
import pytest

from vision.quads import areas, contains, corner_shift, linked, sides

QUAD = np.array([[10, 0], [40, 10], [30, 50], [0, 40]], np.float32)


def test_each_side_runs_from_its_corner_to_the_next() -> None:
    assert sides(QUAD) == pytest.approx(np.hypot([30, 10, 30, 10], [10, 40, 10, 40]))
    assert sides(np.stack([QUAD, 2 * QUAD])) == pytest.approx(np.stack([sides(QUAD), 2 * sides(QUAD)]))
    assert sides(np.empty((0, 4, 2))).shape == (0, 4)


def test_the_area_is_that_within_the_sides() -> None:
    assert areas(QUAD) == pytest.approx(1300.0)
    assert areas(np.stack([QUAD, QUAD[::-1] * 2])) == pytest.approx([1300.0, 5200.0])


@pytest.mark.parametrize("turn", range(4))
def test_a_quad_begins_as_the_one_it_lies_on(turn: int) -> None:
    turned = np.roll(QUAD, turn, axis=0) + [9, -7]
    assert corner_shift(turned, QUAD) == turn
    assert np.roll(turned, -turn, axis=0) == pytest.approx(QUAD + [9, -7])


def test_a_quad_holds_those_whose_middle_lies_within() -> None:
    within, beside = QUAD * 0.5 + [20, 5], QUAD + [36, 0]
    for some in (QUAD, QUAD[::-1]):
        assert contains(np.array([some, beside]), np.array([within, beside, QUAD])).tolist() == [
            [True, False, True],
            [False, True, False],
        ]
    assert contains(QUAD[None][:0], within[None]).shape == (0, 1)
    assert contains(QUAD[None], within[None][:0]).shape == (1, 0)


def test_links_join_what_they_lead_to() -> None:
    near = np.zeros((5, 5), bool)
    near[0, 3] = near[3, 4] = True  # one way round is enough
    assert [group.tolist() for group in linked(near)] == [[0, 3, 4], [1], [2]]
    assert linked(np.zeros((0, 0), bool)) == []
