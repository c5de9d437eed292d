"""A tile that was not found is looked for where it lies beside the others, and nowhere that is taken."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.builders import SIZE, Laid, camera, quads, row
from vision.finds.proposals import places
from vision.geometry.plane import outlined

HAND = ">1m23m E>E+EE 4578p99s 3p"
SIDES = [0.0, 1.57, 3.14, 5.0]


def looked_at(laid: list[Laid], left_out: set[int], side: float, tilt: float) -> tuple[np.ndarray, np.ndarray]:
    """The places beside a table's tiles but for some of them, and the quads of all."""
    truth = quads(laid, camera(side, tilt))
    kept = [i for i in range(len(laid)) if i not in left_out]
    lying = outlined(truth[kept], SIZE).quads
    return places(lying, np.array([laid[i].down for i in kept]), lying, SIZE), truth


def off(boxes: np.ndarray, quad: np.ndarray) -> float:
    """From a tile's middle to that of the nearest place, in widths of the tile."""
    width = np.linalg.norm(quad[1] - quad[0])
    return float(np.linalg.norm(boxes.mean(axis=1) - quad.mean(axis=0), axis=1).min(initial=np.inf) / width)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("missing", range(14))
def test_any_tile_of_a_hand_is_looked_for(missing: int, side: float) -> None:
    boxes, truth = looked_at(row(HAND), {missing}, side, 0.4)
    assert off(boxes, truth[missing]) < 0.5


@pytest.mark.parametrize("side", SIDES)
def test_a_crosswise_tile_past_the_end_is_looked_for(side: float) -> None:
    laid = row("123456789m11p 2s2s >3p", between=20)
    boxes, truth = looked_at(laid, {len(laid) - 1}, side, 0.3)
    assert off(boxes, truth[-1]) < 0.5


@given(
    side=st.floats(0, 6.28),
    tilt=st.floats(0, 0.6),
    left_out=st.sets(st.integers(0, 13), max_size=6),
    seed=st.integers(0),
)
@settings(deadline=None)
def test_places_are_like_tiles_and_free(side: float, tilt: float, left_out: set[int], seed: int) -> None:
    """Whatever is missing: clockwise, a short side first, in the picture, few, and on no tile that was found."""
    laid = row(HAND)
    kept = [i for i in range(len(laid)) if i not in left_out]
    seen = quads(laid, camera(side, tilt))[kept]
    lying = outlined(seen + np.random.default_rng(seed).normal(0, 0.5, seen.shape), SIZE).quads
    boxes = places(lying, np.zeros(len(kept), bool), lying, SIZE)
    assert boxes.dtype == np.float32
    assert len(boxes) <= 30
    for box in boxes:
        assert (box.mean(axis=0) > 0).all()
        assert (box.mean(axis=0) < SIZE).all()
        assert cv2.contourArea(box, oriented=True) > 0
        shared = [cv2.intersectConvexConvex(box, quad.astype(np.float32))[0] for quad in lying]
        assert max(shared) <= 0.3 * cv2.contourArea(box)


def test_nothing_is_looked_for_beside_a_wall_or_a_tile_alone() -> None:
    wall = row("_P_P_P_P_P_P")
    assert len(looked_at(wall, set(), 0.0, 0.3)[0]) == 0
    assert len(looked_at(row("5p"), set(), 0.0, 0.3)[0]) == 0
    assert len(looked_at([], set(), 0.0, 0.3)[0]) == 0


def test_no_place_lies_off_the_picture() -> None:
    tiles = np.array([[[x, 400], [x + 40, 400], [x + 40, 454], [x, 454]] for x in range(2, 1180, 42)], float)
    assert len(places(tiles, np.zeros(len(tiles), bool), tiles, SIZE)) == 0
