"""The evidence that combines the networks' results for each find."""

from collections.abc import Sequence

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.builders import certain, row
from tests.vision.fakes import corners, finds_at
from vision.evidence import HARDLY, LIKELY, Evidence
from vision.finds.faces import evidence, oriented
from vision.networks.classifier import Names

LAID = row("123m456p789sEEEC C", gap=4)
COUNT = len(LAID)


def names(faces: np.ndarray | None = None, turns: Sequence[int] | int = 0) -> Names:
    """Return the classifiers' names: by default every tile clearly, with its glyph's top left at corner `turns`."""
    said = certain(LAID) if faces is None else faces
    sure = np.full((len(said), 4), 0.01)
    sure[np.arange(len(said)), turns] = 0.97
    return Names(said.astype(np.float32), sure.astype(np.float32), np.zeros((len(said), 0), np.float32))


def crops(count: int = COUNT) -> np.ndarray:
    return np.full((count, 64, 48, 3), 210, np.uint8)


def test_what_the_networks_say_is_kept() -> None:
    finds = finds_at(corners(LAID), np.linspace(0.6, 0.9, COUNT))
    seen = evidence(finds, crops(), names())
    assert seen.size == finds.size
    assert [FACES[face] for face in seen.faces.argmax(axis=1)] == [tile.tile for tile in LAID]
    assert seen.scores == pytest.approx(finds.tiles.scores)
    assert not seen.backs.any()
    assert (seen.whole == 1).all()
    assert (seen.glare == 0).all()


@pytest.mark.parametrize("turn", range(4))
def test_quads_begin_at_the_glyphs_top_left(turn: int) -> None:
    finds = finds_at(corners(LAID))
    quads, upright = oriented(finds, names(turns=turn).turns)
    np.testing.assert_array_equal(quads, np.roll(finds.plane.quads, -turn, axis=1))
    assert (upright > 0.9).all()


@pytest.mark.parametrize("turn", [1, 3])
def test_a_glyph_along_the_short_side_is_believed_only_where_it_is_clear(turn: int) -> None:
    finds = finds_at(corners(LAID))
    turns = np.where(np.arange(4) == turn, 0.6, 0.1)
    turns[0] = 0.2
    quads, upright = oriented(finds, np.tile(turns, (COUNT, 1)).astype(np.float32))
    np.testing.assert_array_equal(quads, finds.plane.quads)
    assert upright == pytest.approx(1 / 3)


def test_faces_that_look_the_same_upside_down_say_less_of_which_way_their_row_lies() -> None:
    """Check that a row of them does not outvote one upside-down character, whatever their colours."""
    seen = evidence(finds_at(corners(LAID)), crops(), names())
    told = dict(zip([tile.tile for tile in LAID], seen.upright.tolist(), strict=True))
    alike = {"4p", "5p", "8s", "9s"}
    assert {code for code, turned in told.items() if turned < 0.5} == alike
    assert min(told.values()) > 0.3


@pytest.mark.parametrize(
    ("score", "unknown", "kept"),
    [(0.3, 0.0, True), (0.3, 0.7, True), (0.3, 0.9, False), (0.6, 0.99, True), (0.05, 0.0, False)],
)
def test_what_is_no_tile_to_the_classifier_nor_surely_one_to_the_detector_is_clutter(
    score: float, unknown: float, kept: bool
) -> None:
    faces, scores = certain(LAID), np.full(COUNT, 0.9)
    faces[3], scores[3] = (1 - unknown) * faces[3], score
    faces[3, -1] += unknown
    pictures = crops()
    pictures[:, 20:44, 16:32] = 30  # it shows something
    seen = evidence(finds_at(corners(LAID), scores), pictures, names(faces))
    assert len(seen.scores) == COUNT - (not kept)


def test_a_find_of_another_size_scores_less() -> None:
    quads = corners(LAID)
    middle = quads[5].mean(axis=0)
    quads[5] = middle + (quads[5] - middle) * 0.6
    seen = evidence(finds_at(quads), crops(), names())
    assert seen.scores[5] < 0.3
    assert np.delete(seen.scores, 5) == pytest.approx(0.9)


@pytest.mark.parametrize(("moved", "kept"), [(0.45, True), (0.55, False)])
def test_a_face_is_named_only_where_its_middle_is_in_the_picture(moved: float, kept: bool) -> None:
    quads = corners(LAID)
    quads[:, :, 0] -= quads[0, :, 0].min() + moved * np.ptp(quads[0, :, 0])
    seen = evidence(finds_at(quads), crops(), names())
    assert (seen.scores[0] >= LIKELY) == kept
    assert seen.scores[0] >= HARDLY
    assert seen.scores[1:] == pytest.approx(0.9)


def backed(colour: tuple[int, int, int]) -> Evidence:
    """Return the hand with one back of a colour, and its faces printed on ivory."""
    pictures = np.full((COUNT, 64, 48, 3), (205, 232, 240), np.uint8)
    pictures[:, 20:44, 16:32] = (30, 30, 30)
    pictures[0] = colour
    faces = certain(LAID)
    faces[0] = np.eye(len(FACES) + 1)[-1]
    kinds = ("back", *("face",) * (COUNT - 1))
    return evidence(finds_at(corners(LAID), 0.9, kinds), pictures, names(faces))


def test_a_back_says_nothing_of_which_way_up_it_lies() -> None:
    seen = backed((160, 90, 40))
    assert seen.backs.tolist() == [True] + [False] * (COUNT - 1)
    assert seen.upright[0] == 0


def test_a_back_of_the_faces_colour_is_named_a_white_dragon() -> None:
    seen = backed((205, 232, 240))
    assert not seen.backs.any()
    assert FACES[int(seen.faces[0].argmax())] == "P"


def test_a_blank_face_is_a_white_dragon_or_none() -> None:
    faces = certain(LAID)
    faces[3] = 0.05 / len(FACES)
    faces[3, FACES.index("P")], faces[3, -1] = 0.15, 0.8
    seen = evidence(finds_at(corners(LAID)), crops(), names(faces))
    assert seen.faces[3, [FACES.index("P"), -1]] == pytest.approx(0.5, abs=0.02)


def test_glare_is_the_share_of_a_crop_that_is_blown_out() -> None:
    pictures = crops()
    pictures[2, :16] = 255
    pictures[4, :16, :, :2] = 255
    seen = evidence(finds_at(corners(LAID)), pictures, names())
    assert seen.glare[2] == pytest.approx(0.25)
    assert seen.glare[4] == 0


def test_nothing_is_nothing() -> None:
    finds = finds_at(np.zeros((0, 4, 2)))
    assert len(evidence(finds, crops(0), names(np.zeros((0, len(FACES) + 1)))).scores) == 0
