"""Boxes become the outlines of the tiles, from whatever height the table is seen."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.table import SIZE, Laid, camera, quads, row
from vision.perspective import outlined

HAND = ">1m23m E>EE 45678p99s 3p"


def boxes(corners: np.ndarray) -> np.ndarray:
    """What a detector draws: the smallest rectangle round each tile, from a short side on, down the picture."""
    found = []
    for quad in corners.astype(np.float32):
        box = cv2.boxPoints(cv2.minAreaRect(quad))
        if np.cross(np.append(box[1] - box[0], 0), np.append(box[2] - box[1], 0))[2] < 0:
            box = box[::-1]
        if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, 1, axis=0)
        found.append(np.roll(box, 2, axis=0) if box[3, 1] < box[0, 1] else box)
    return np.array(found, np.float64)


def error(found: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """(N,) largest distance of a corner from the true one, in tile heights, however the corners are numbered."""
    height = np.linalg.norm(truth[:, 0] - truth[:, 3], axis=1)
    turned = [np.linalg.norm(np.roll(found, k, axis=1) - truth, axis=2).max(axis=1) for k in range(4)]
    return np.min(turned, axis=0) / height


@pytest.mark.parametrize("tilt", [0.35, 0.6, 0.85])
@pytest.mark.parametrize("side", [0.0, 0.7, 2.2, 3.14, 4.0, 5.5])
def test_outlines_of_a_hand(tilt: float, side: float) -> None:
    laid = [*row(HAND), *row("123m!456p", y=80)]
    truth = quads(laid, camera(side, tilt))
    seen = boxes(truth)
    found, fits = outlined(seen, SIZE)
    assert fits.all()
    assert np.median(error(found, truth)) < 0.1
    assert error(found, truth).max() < 0.25
    assert np.median(error(found, truth)) <= np.median(error(seen, truth))
    # Their first side is a short one of the tile itself.
    turn = [np.linalg.norm(np.roll(found, k, axis=1) - truth, axis=2).max(axis=1) for k in range(4)]
    assert set(np.argmin(turn, axis=0).tolist()) <= {0, 2}


def test_seen_from_above_nothing_changes() -> None:
    truth = quads(row(HAND), camera(0.3, 0.0))
    found, fits = outlined(boxes(truth), SIZE)
    assert not fits.any()
    assert np.array_equal(found, boxes(truth))


def test_what_lies_on_no_plane_keeps_its_box() -> None:
    seen = boxes(quads(row(HAND), camera(0.0, 0.7)))
    seen[4] = [[300, 100], [320, 100], [320, 400], [300, 400]]
    found, fits = outlined(seen, SIZE)
    assert fits.sum() == len(seen) - 1
    assert np.array_equal(found[4], seen[4])


def test_few_tiles_tell_no_plane() -> None:
    seen = boxes(quads(row("123m"), camera(0.0, 0.8)))
    found, fits = outlined(seen, SIZE)
    assert np.array_equal(found, seen)
    assert not fits.any()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 40), st.integers(0, 1000))
def test_any_boxes(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    laid = [Laid("1m", *rng.uniform(-200, 200, 2), turn=rng.uniform(0, 6.3)) for _ in range(count)]
    seen = boxes(quads(laid, camera(0.0, 0.5))) if laid else np.zeros((0, 4, 2))
    seen += rng.normal(0, 15, seen.shape)
    found, fits = outlined(seen, SIZE)
    assert found.shape == seen.shape
    assert fits.shape == (count,)
    assert np.isfinite(found).all()
