"""The value that a picture's tiles travel in: its plane is always that of its tiles."""

import numpy as np
import pytest

from tests.vision.builders import SIZE, row
from tests.vision.fakes import corners, finds_at
from vision.finds.detections import TileDetections
from vision.geometry.plane import fit_plane
from vision.networks.refiner import RefinedBoxes

LAID = row("123m456p789sEEEC C", gap=4)


def quads_of(detections: TileDetections) -> np.ndarray:
    """Return the corners of its tiles, and those of its plane, each sorted, side by side."""
    return np.array(
        [np.sort(q.reshape(len(detections), 8), axis=1) for q in (detections.tiles.quads, detections.plane.quads)]
    )


def assert_fitted(detections: TileDetections) -> None:
    """Check that tiles and plane have the same finds, in one order, and that the plane fits their quads."""
    fresh = fit_plane(detections.tiles.quads, detections.size, detections.tiles.scores, detections.turned)
    assert (
        len(detections)
        == len(detections.tiles.quads)
        == len(detections.plane.quads)
        == len(detections.usual())
        == len(detections.backs)
    )
    np.testing.assert_allclose(*quads_of(detections))
    np.testing.assert_allclose(detections.plane.quads, fresh.quads)
    assert detections.plane.inliers.tolist() == fresh.inliers.tolist()


@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_the_plane_is_fitted_to_the_tiles(turned: int) -> None:
    finds = TileDetections.of(finds_at(corners(LAID)).tiles, SIZE, turned)
    assert (finds.size, finds.turned) == (SIZE, turned)
    assert_fitted(finds)
    assert finds.usual().all()
    assert not (finds.larger() | finds.smaller()).any()


def test_finds_of_another_size_are_told_apart() -> None:
    quads = corners(LAID)
    middle = quads.mean(axis=1, keepdims=True)
    times = np.ones((len(quads), 1, 1))
    times[2], times[5] = 0.7, 1.4
    finds = finds_at(middle + (quads - middle) * times)
    assert np.flatnonzero(finds.smaller()).tolist() == [2]
    assert np.flatnonzero(finds.larger()).tolist() == [5]
    assert np.flatnonzero(~finds.usual()).tolist() == [2, 5]


def test_some_finds_keep_their_order_picture_and_turn() -> None:
    quads = corners(LAID)
    finds = TileDetections.of(finds_at(quads).tiles, SIZE, 2)
    for kept in (np.array([7, 3, 0, 9, 4]), np.arange(len(quads)) % 3 != 0):
        some = finds.only(kept)
        assert (some.size, some.turned) == (SIZE, 2)
        np.testing.assert_array_equal(some.tiles.quads, quads[kept])
        assert_fitted(some)


def test_more_tiles_come_last_and_may_replace_others() -> None:
    quads = corners(LAID)
    scores = np.linspace(0.5, 0.9, len(quads))
    finds, more = finds_at(quads[:10], scores[:10]), finds_at(quads[10:], scores[10:]).tiles
    both = finds.with_(more)
    np.testing.assert_array_equal(both.tiles.quads, quads)
    assert_fitted(both)
    other = finds.with_(more, instead_of=np.array([3, 0]))
    np.testing.assert_array_equal(other.tiles.scores, np.delete(scores, [0, 3]).astype(np.float32))
    assert_fitted(other)


def test_finds_outside_of_quads() -> None:
    quads = corners(LAID)
    finds = finds_at(quads)
    around = np.array([[quads[4, 0] - 9, quads[5, 1] + [9, -9], quads[5, 2] + 9, quads[4, 3] + [-9, 9]]])
    np.testing.assert_array_equal(finds.outside(around).tiles.quads, np.delete(quads, [4, 5], axis=0))
    assert len(finds.outside(around[:0])) == len(finds)


def test_backs_are_those_the_refiner_saw() -> None:
    tiles = finds_at(corners(LAID)).tiles
    kinds = ("back", *tiles.kinds[1:])
    finds = TileDetections.of(RefinedBoxes(tiles.quads, tiles.scores, kinds, tiles.whole), SIZE)
    assert np.flatnonzero(finds.backs).tolist() == [0]


def test_nothing_found() -> None:
    nothing = finds_at(np.zeros((0, 4, 2)))
    assert_fitted(nothing)
    assert len(nothing.with_(finds_at(corners(LAID)).tiles)) == len(LAID)
