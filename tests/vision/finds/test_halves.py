"""Tiles found as their halves are made whole, tiles side by side are not."""

from itertools import pairwise

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.builders import Laid, row
from tests.vision.fakes import corners, finds_at, name_in, painted, refine_in
from vision.finds.detections import Refine, TileDetections
from vision.finds.halves import doubles, halves, halves_within, merge_halves, unions
from vision.networks.classifier import Names
from vision.networks.detector import Detections
from vision.networks.refiner import RefinedBoxes

WHOLE = np.array([[3.0, 1.0], [7.0, 2.0], [6.0, 8.0], [2.0, 7.0]], np.float32)
LAID = row("123m456p789sEEEC C", gap=4)


def merged(laid: list[Laid], detections: TileDetections, refine: Refine | None = None) -> TileDetections:
    """Return the finds on a painted table after halves were merged."""
    picture = painted(laid)
    return merge_halves(detections, refine or refine_in(picture), name_in(picture))


def unmoved(boxes: Detections) -> RefinedBoxes:
    """Return every box as a tile, unchanged."""
    return RefinedBoxes(boxes.quads, boxes.scores, boxes.kinds, np.ones(len(boxes), np.float32))


def test_a_half_made_double_is_the_whole() -> None:
    for half in halves(WHOLE[None]):
        made = [np.roll(double, k, axis=0) for double in doubles(half[None]) for k in range(4)]
        assert min(np.abs(double - WHOLE).max() for double in made) < 1e-6


def test_two_halves_have_a_side_in_common_and_fill_the_whole() -> None:
    cut = halves(WHOLE[None])
    for turn in range(4):
        for first, second in ((0, 2), (2, 0), (1, 3), (3, 1)):
            elsewhere = WHOLE + 20
            two = np.array([np.roll(cut[first], turn, axis=0), elsewhere, cut[second]], np.float32)
            pairs, both = unions(two, np.array([False, True, turn % 2 == 0]))
            assert pairs.tolist() == ([[0, 2]] if turn % 2 == 0 else [])
            pairs, both = unions(two, np.array([True, False, False]))
            assert pairs.tolist() == [[0, 2]]
            assert min(np.abs(np.roll(both[0], k, axis=0) - WHOLE).max() for k in range(4)) < 1e-5
            parts = halves_within(WHOLE, two)
            assert parts is not None
            assert parts.tolist() == [0, 2]
            assert halves_within(WHOLE, two[:2]) is None
            assert halves_within(WHOLE, np.concatenate([two, cut[:1] * 0.9 + WHOLE.mean(axis=0) * 0.1])) is None
    assert not len(unions(WHOLE[None], np.array([True]))[0])


@pytest.mark.parametrize("cut", [(0, 2), (1, 3)], ids=["across", "along"])
@pytest.mark.parametrize("lesser", [0.3, 0.6, 0.9])
def test_halves_of_which_one_is_in_doubt_are_made_whole_on_no_plane(lesser: float, cut: tuple[int, int]) -> None:
    """Check that so few finds, which do not show the size of tiles, are decided by the networks for both halves
    together."""
    laid = row("5p")
    quads = corners(laid)
    finds = finds_at(halves(quads)[list(cut)], [0.97, lesser])
    more = merged(laid, finds)
    if lesser > 0.8:
        assert more is finds
    else:
        assert len(more) == 1
        assert np.abs(more.tiles.quads.mean(axis=1) - quads.mean(axis=1)).max() < 2


def test_halves_among_other_tiles_are_made_whole() -> None:
    quads = corners(LAID)
    finds = finds_at(np.concatenate([quads[1:], halves(quads[:1])[[0, 2]]]), [0.9] * (len(quads) - 1) + [0.9, 0.5])
    more = merged(LAID, finds)
    assert len(more) == len(quads)
    assert np.abs(more.tiles.quads[-1].mean(axis=0) - quads[0].mean(axis=0)).max() < 2


@pytest.mark.parametrize(
    ("halves_show", "merge"), [("5p", False), ("3p", True), (None, True)], ids=["the same", "others", "nothing"]
)
def test_halves_that_clearly_show_what_the_whole_shows_are_tiles(halves_show: str | None, merge: bool) -> None:
    """Check a larger box round a tile, and two tiles of one face side by side: both may show the face."""
    laid = row("5p")
    two = finds_at(halves(corners(laid))[[0, 2]], [0.6, 0.6])

    def name(quads: np.ndarray) -> Names:
        faces = np.full((len(quads), len(FACES) + 1), 1e-3, np.float32)
        faces[0, FACES.index("5p")] = faces[1:, FACES.index(halves_show) if halves_show else -1] = 0.95
        return Names(faces, faces[:, :4], faces[:, :0])

    assert (merge_halves(two, refine_in(painted(laid)), name) is not two) == merge


def test_a_face_and_a_back_are_no_halves() -> None:
    laid = row("5p")
    tiles = finds_at(halves(corners(laid))[[0, 2]], [0.6, 0.6]).tiles
    finds = finds_at(tiles.quads, tiles.scores, kinds=("face", "back"))
    assert merged(laid, finds) is finds


@pytest.mark.parametrize("refine", [None, unmoved], ids=["seen as they are", "taken for one"])
def test_tiles_side_by_side_stay_two_however_doubtful(refine: Refine | None) -> None:
    """Even if the refiner takes two tiles for one, the classifier does not, be they of one face or of two."""
    laid = row("1223m4p", gap=3)
    quads = corners(laid)
    for two in pairwise(range(len(laid))):
        finds = finds_at(quads[list(two)], [0.6, 0.3])
        assert merged(laid, finds, refine) is finds


def test_what_three_finds_fill_is_no_tile_found_as_its_halves() -> None:
    laid = row("5p")
    quad = corners(laid)[0]
    cut = halves(quad[None])
    three = np.concatenate([cut[[0, 2]], quad.mean(axis=0) + 0.3 * (cut[:1] - quad.mean(axis=0))])
    assert len(merged(laid, finds_at(three[:2], [0.6, 0.6]))) == 1
    finds = finds_at(three, [0.6, 0.6, 0.6])
    assert merged(laid, finds) is finds


def test_a_whole_that_has_not_the_size_of_the_others_stays_two() -> None:
    """Check with a plane on which all others are halves, so that it does not help."""
    quads = corners(LAID)
    upper = halves(quads)[: len(quads)]
    finds = finds_at(np.concatenate([upper[1:], halves(quads[:1])[[0, 2]]]), [0.95] * len(quads) + [0.6])
    assert merged(LAID, finds) is finds
