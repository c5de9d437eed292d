"""Tiles that were not found are proposed beside those that were, at free places, and added where they are seen."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.builders import SIZE, Laid, camera, quads, row
from tests.vision.fakes import corners, finds_at, painted, refine_in
from vision.evidence import CLEAR
from vision.finds.detections import Refine, TileDetections
from vision.finds.halves import halves
from vision.finds.proposals import add_missed, proposals
from vision.geometry.plane import fit_plane

HAND = ">1m23m E>E+EE 4578p99s 3p"
SIDES = [0.0, 1.57, 3.14, 5.0]


def proposed(laid: list[Laid], left_out: set[int], side: float, tilt: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the proposals near the remaining tiles of a table, and the quads of all tiles."""
    truth = quads(laid, camera(side, tilt))
    kept = [i for i in range(len(laid)) if i not in left_out]
    lying = fit_plane(truth[kept], SIZE).quads
    return proposals(lying, np.array([laid[i].down for i in kept]), lying, SIZE), truth


def off(boxes: np.ndarray, quad: np.ndarray) -> float:
    """Distance from the middle of a tile to that of the nearest box, in widths of the tile."""
    width = np.linalg.norm(quad[1] - quad[0])
    return float(np.linalg.norm(boxes.mean(axis=1) - quad.mean(axis=0), axis=1).min(initial=np.inf) / width)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("missing", range(14))
def test_any_tile_of_a_hand_is_proposed(missing: int, side: float) -> None:
    boxes, truth = proposed(row(HAND), {missing}, side, 0.4)
    assert off(boxes, truth[missing]) < 0.5


@pytest.mark.parametrize("side", SIDES)
def test_a_crosswise_tile_past_the_end_is_proposed(side: float) -> None:
    laid = row("123456789m11p 2s2s >3p", between=20)
    boxes, truth = proposed(laid, {len(laid) - 1}, side, 0.3)
    assert off(boxes, truth[-1]) < 0.5


@given(
    side=st.floats(0, 6.28),
    tilt=st.floats(0, 0.6),
    left_out=st.sets(st.integers(0, 13), max_size=6),
    seed=st.integers(0),
)
@settings(deadline=None)
def test_proposals_are_like_tiles_and_free(side: float, tilt: float, left_out: set[int], seed: int) -> None:
    """Check proposals for any missing tiles: clockwise, a short side first, few, in the picture, and on no found
    tile."""
    laid = row(HAND)
    kept = [i for i in range(len(laid)) if i not in left_out]
    seen = quads(laid, camera(side, tilt))[kept]
    lying = fit_plane(seen + np.random.default_rng(seed).normal(0, 0.5, seen.shape), SIZE).quads
    boxes = proposals(lying, np.zeros(len(kept), bool), lying, SIZE)
    assert boxes.dtype == np.float32
    assert len(boxes) <= 30
    for box in boxes:
        assert (box.mean(axis=0) > 0).all()
        assert (box.mean(axis=0) < SIZE).all()
        assert cv2.contourArea(box, oriented=True) > 0
        shared = [cv2.intersectConvexConvex(box, quad.astype(np.float32))[0] for quad in lying]
        assert max(shared) <= 0.3 * cv2.contourArea(box)


def test_nothing_is_proposed_beside_a_wall_or_a_tile_alone() -> None:
    wall = row("_P_P_P_P_P_P")
    assert len(proposed(wall, set(), 0.0, 0.3)[0]) == 0
    assert len(proposed(row("5p"), set(), 0.0, 0.3)[0]) == 0
    assert len(proposed([], set(), 0.0, 0.3)[0]) == 0


def test_no_proposal_lies_off_the_picture() -> None:
    tiles = np.array([[[x, 400], [x + 40, 400], [x + 40, 454], [x, 454]] for x in range(2, 1180, 42)], float)
    assert len(proposals(tiles, np.zeros(len(tiles), bool), tiles, SIZE)) == 0


LAID = row("1m2m3m4p5p6p7s8s9sEEEC C", gap=4, between=10)


def completed(detections: TileDetections, refine: Refine | None = None) -> TileDetections:
    """Return the finds on the painted table of `LAID`, with the missed ones."""
    return add_missed(detections, refine or refine_in(painted(LAID)))


def assert_all_found(detections: TileDetections) -> None:
    """Check that each tile of `LAID` is found once, and nothing else."""
    assert len(detections) == len(LAID)
    for quad in corners(LAID):
        assert off(detections.tiles.quads, quad) < 0.1


@pytest.mark.parametrize("missing", range(14))
def test_a_tile_the_detector_misses_is_found_beside_the_others(missing: int) -> None:
    """It is not clear, whatever the refiner says, as the classifier has still to name it."""
    finds = finds_at(np.delete(corners(LAID), missing, axis=0))
    more = completed(finds)
    assert_all_found(more)
    assert sorted(more.tiles.scores >= CLEAR) == [False] + [True] * 13


def test_what_lies_beyond_a_tile_that_was_found_beside_others_is_found_too() -> None:
    """Three tiles missing at the end of a row: no two of them lie beside tiles that the detector found."""
    assert_all_found(completed(finds_at(corners(LAID)[:-3])))


def test_where_nothing_is_missing_nothing_is_added() -> None:
    finds = finds_at(corners(LAID))
    assert completed(finds) is finds


@pytest.mark.parametrize("found", [slice(0, 2), slice(0, 1), slice(1, 2)], ids=["both", "upper", "lower"])
@pytest.mark.parametrize("cut", [0, 5, 13])
def test_a_tile_found_as_its_halves_is_found_whole(cut: int, found: slice) -> None:
    """However sure the finds of the halves are, as their size differs from that of the others."""
    tiles = corners(LAID)
    two = halves(tiles[cut : cut + 1])[[0, 2]][found]
    assert_all_found(completed(finds_at(np.concatenate([np.delete(tiles, cut, axis=0), two]))))


@pytest.mark.parametrize("half", range(4))
def test_a_tile_of_which_a_half_was_found_is_found_whole_far_from_others(half: int) -> None:
    laid = [*LAID, Laid("5s", 0.0, 150.0)]
    tiles = corners(laid)
    part = halves(tiles[-1:])[half]
    more = add_missed(finds_at(np.concatenate([tiles[:-1], part[None]])), refine_in(painted(laid)))
    assert len(more) == len(laid)
    assert off(more.tiles.quads, tiles[-1]) < 0.1


@pytest.mark.parametrize("first", [0, 6, 11])
def test_two_tiles_found_as_one_are_found_as_two(first: int) -> None:
    tiles = corners(LAID)
    pair = tiles[[first, first + 1]]
    around = np.array([pair[0, 0], pair[1, 1], pair[1, 2], pair[0, 3]])
    assert_all_found(completed(finds_at(np.concatenate([np.delete(tiles, [first, first + 1], axis=0), around[None]]))))


@pytest.mark.parametrize(("found", "stays"), [(13, False), (11, True)])
def test_no_likely_find_gives_way_to_what_lies_beside_proposed_tiles(found: int, stays: bool) -> None:
    """Check that an oddly shaped find yields to clear tiles near it, but not to proposals beyond missed tiles."""
    tiles = corners(LAID)
    odd = tiles[-1].mean(axis=0) + (tiles[-1] - tiles[-1].mean(axis=0)) * [0.7, 1.4]
    more = completed(finds_at(np.concatenate([tiles[:found], odd[None].astype(np.float32)])))
    assert len(more) == len(LAID)
    assert (np.abs(more.tiles.quads - odd).max(axis=(1, 2)) < 1e-3).any() == stays


def test_no_find_gives_way_to_one_that_is_no_more_like_the_others() -> None:
    """Check a clear tile of odd outline, in place of which the refiner sees one that is larger than the others too."""
    tiles = corners(LAID)
    middle = tiles[3].mean(axis=0)
    found, glimpse = tiles.copy(), middle + (tiles[3:4] - middle) * 1.25
    found[3] = middle + (tiles[3] - middle) * [1.0, 1.3]
    finds = finds_at(found, 0.95)
    assert completed(finds, lambda _: finds_at(glimpse, 0.95).tiles) is finds


def test_a_likely_find_is_not_moved_onto_a_surer_proposal() -> None:
    tiles = corners(LAID)
    scores = np.full(len(tiles), 0.9)
    scores[3] = 0.3
    finds = finds_at(tiles, scores)
    assert completed(finds, lambda _: finds_at(tiles[3:4] + 4, 0.95).tiles) is finds


def test_backs_are_not_added() -> None:
    laid = row("1m2m3m4p5p6p7s8s9sEEEC _C", gap=4, between=10)
    finds = finds_at(corners(laid)[:-1])
    assert add_missed(finds, refine_in(painted(laid))) is finds
