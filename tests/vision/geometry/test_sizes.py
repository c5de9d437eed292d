"""Finds that differ in size or shape from the tiles of a table score less."""

import numpy as np
import pytest

from vision.evidence import CLEAR, LIKELY
from vision.geometry.plane import PlaneFit, fit_plane
from vision.geometry.sizes import discounted
from vision.hand.doubts import MIN_SCORE


def test_a_clear_find_of_odd_outline_stays_likely() -> None:
    plane = PlaneFit(np.zeros((15, 4, 2)), np.arange(15) < 14, np.where(np.arange(15) < 14, 1.0, 1.13))
    scores = discounted(np.append(np.full(14, 0.92), CLEAR), plane)
    assert (scores[:14] == 0.92).all()
    assert LIKELY <= scores[14] < CLEAR


@pytest.mark.parametrize(
    ("side", "likely"), [(1.0, True), (np.sqrt(2), True), (1.64, True), (0.5, False), (2.6, False)]
)
def test_a_box_of_two_tiles_stays_likely_and_a_die_does_not(side: float, likely: bool) -> None:
    """It scores enough to belong to the hand, and too little not to be asked about, however clearly it is named."""
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], float)
    quads = np.array([*(tile + [32 * k, 300] for k in range(14)), tile * side + [100, 400]])
    scores = discounted(np.full(15, 0.92), fit_plane(quads, (640, 480)))
    assert (scores[:14] == 0.92).all()
    assert (scores[14] >= LIKELY) == likely
    assert (scores[14] >= MIN_SCORE) == (side == 1.0)


@pytest.mark.parametrize(
    ("wide", "apart", "likely"),
    [([18] * 4, 19, True), ([18] * 3, 19, False), ([18] * 4, 90, False), ([10, 12, 15, 18], 19, False)],
)
def test_a_row_that_stands_beside_those_that_lie_stays_likely(wide: list[int], apart: int, likely: bool) -> None:
    """Check an opponent's standing tiles, which from above are too small for tiles, but all of one size."""
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], float)
    stands = [tile * [w / 30, w / 36] + [apart * k, 100] for k, w in enumerate(wide)]
    quads = np.array([*(tile + [32 * k, 300] for k in range(14)), *stands])
    scores = discounted(np.full(len(quads), 0.92), fit_plane(quads, (640, 480)))
    assert (scores[:14] == 0.92).all()
    assert ((scores[14:] >= LIKELY) == likely).all()
    assert (scores[14:] < CLEAR).all()
