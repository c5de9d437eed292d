"""Acceptance of the committed weights: what they make of the sample photograph and of rendered tiles.

All tests that need the weights to be good are here, and ask with a margin: most of many tiles, never an exact
confidence, so that better weights need no changed tests. Whether weights are good enough to commit is measured by
`models.evaluate` and `tests.bench`, not here.
"""

import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring import parse
from scoring.tiles import FACES
from tests.vision.fakes import finds_at
from vision import Reading, TileReader, open_image
from vision.evidence import CLEAR, FAINT
from vision.finds.finds import Finds, Name, Refine
from vision.finds.halves import halves, merge_halves
from vision.finds.proposals import add_missed
from vision.image import Picture
from vision.networks import detector
from vision.networks.classifier import Classifier
from vision.networks.detector import Detector, letterboxed
from vision.networks.refiner import Refiner

DATA = Path(__file__).parents[1] / "data"
SAMPLE = DATA / "hand.jpg"
MODELS = Path(__file__).parents[2] / "models"


def most(true: Iterable[bool], share: float = 0.9) -> bool:
    """Whether at least this share of several things holds."""
    return bool(np.mean(list(true)) >= share)


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


@pytest.fixture(scope="module")
def picture() -> Picture:
    return open_image(SAMPLE)


@pytest.fixture(scope="module")
def reading(reader: TileReader, picture: Picture) -> Reading:
    return reader.read(picture)


@pytest.fixture(scope="module")
def truth() -> dict:
    """The sample's hand, and its tiles with their quads."""
    return json.loads((DATA / "hand.json").read_text())


# The sample photograph, read as a whole


def lies_on(reading: Reading, quad: np.ndarray, tile: str | None, within: float = 0.25) -> bool:
    """Whether the tile nearest to a quad (4, 2) is nearer than a share of its height, and named so."""
    height = np.linalg.norm(quad[3] - quad[0])
    off = [float(np.linalg.norm(np.mean(t.quad, axis=0) - quad.mean(axis=0))) for t in reading.tiles]
    return bool(off) and min(off) < within * height and reading.tiles[int(np.argmin(off))].tile == tile


def test_the_sample_is_read_surely(reading: Reading, picture: Picture, truth: dict) -> None:
    assert reading.hand is not None
    mine, want = parse(reading.hand), parse(truth["hand"])
    assert sorted(mine.concealed) == sorted(want.concealed)
    assert mine.winning == want.winning
    assert sorted(m.tiles for m in mine.melds) == sorted(m.tiles for m in want.melds)
    assert mine.flowers == want.flowers
    assert reading.sure
    assert reading.size == (picture.shape[1], picture.shape[0])


def test_quads_lie_on_the_tiles(reading: Reading, truth: dict) -> None:
    tiles = truth["tiles"]
    assert most(lies_on(reading, np.array(tile["quad"]), tile["tile"]) for tile in tiles)
    assert abs(len(reading.tiles) - len(tiles)) <= 1
    assert all(0 < tile.confidence <= 1 for tile in reading.tiles)


def test_many_threads_and_any_source_read_the_same(reader: TileReader, reading: Reading, picture: Picture) -> None:
    sources = [str(SAMPLE), SAMPLE.read_bytes(), *[picture] * 6]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(reader.read, sources))
    assert all(replace(one, ms={}) == replace(reading, ms={}) for one in found)


@pytest.mark.parametrize("degrees", [180, -35, 20])
def test_a_picture_held_otherwise_is_read_the_same(
    reader: TileReader, truth: dict, picture: Picture, degrees: float
) -> None:
    """Rows aslant are read as level ones, and quads lie on the tiles of the picture as it is; or it is doubted."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0 if degrees == 180 else 0.75)
    aslant = reader.read(cv2.warpAffine(picture, turn, (width, height), borderValue=(70, 40, 80)).astype(np.uint8))
    quads = [np.array(tile["quad"]) @ turn[:, :2].T + turn[:, 2] for tile in truth["tiles"]]
    assert most(lies_on(aslant, quad, tile["tile"]) for quad, tile in zip(quads, truth["tiles"], strict=True))
    assert not aslant.sure or aslant.hand == reader.read(picture).hand


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_look_at_the_rotated_picture_sees_the_same_tiles(reader: TileReader, picture: Picture, quarters: int) -> None:
    straight, rotated = reader.look(picture), reader.look(picture, quarters)
    same = []
    for tile in np.flatnonzero(straight.scores >= CLEAR):
        off = np.linalg.norm(rotated.quads.mean(axis=1) - straight.quads[tile].mean(axis=0), axis=1)
        near = off.min() < 0.1 * np.linalg.norm(np.diff(straight.quads[tile, :2], axis=0))
        same.append(near and rotated.faces[off.argmin()].argmax() == straight.faces[tile].argmax())
    assert most(same)


def test_a_look_at_the_rotated_picture_sees_it_smaller_and_larger(
    reader: TileReader, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one scale does not show another may; tiny tiles are looked at nearer."""
    sides: list[int] = []

    def noting(picture: np.ndarray, scale: float, shape: tuple[int, int]) -> tuple[np.ndarray, int, int]:
        sides.append(max(shape))
        return letterboxed(picture, scale, shape)

    def looked(picture: Picture, quarters: int) -> set[int]:
        sides.clear()
        reader.look(picture, quarters)
        return set(sides)

    monkeypatch.setattr(detector, "letterboxed", noting)
    (first,) = looked(picture, 0)
    assert min(looked(picture, 2)) < first < max(looked(picture, 2))
    height, width = picture.shape[:2]
    far = cv2.copyMakeBorder(picture, 0, 4 * height, 0, 4 * width, cv2.BORDER_REPLICATE)
    assert max(looked(picture, 2)) < max(looked(far, 2))


def test_characters_say_which_way_their_row_lies(reader: TileReader, picture: Picture) -> None:
    """Faces that look the same turned by half hardly do."""
    look = reader.look(picture)
    codes = [FACES[face] for face in look.faces[:, : len(FACES)].argmax(axis=1)]
    told = {code: float(turned) for code, turned in zip(codes, np.abs(look.upright), strict=True)}
    assert most((told[code] > 0.5) == (code[1:] == "m" or code in ("3s", "7s")) for code in told)


def test_tiles_the_detector_misses_are_found(
    reading: Reading, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand is read the same then, or doubted."""
    found = Detector(MODELS / "detector.onnx")(picture, score=FAINT)
    seen = [found]
    monkeypatch.setattr("vision.reader.Detector", lambda *_: lambda *_, **__: seen[0])
    reader, again = TileReader(), []
    for tile in [t for t in reading.tiles if t.face == "up"][::3]:
        quad = np.array(tile.quad)
        off = np.linalg.norm(found.quads.mean(axis=1) - quad.mean(axis=0), axis=1)
        seen[0] = found.only(off > 0.3 * np.linalg.norm(quad[1] - quad[0]))
        assert len(seen[0]) < len(found)
        other = reader.read(picture)
        assert other.hand == reading.hand or not other.sure
        again.append(lies_on(other, quad, tile.tile))
    assert most(again, 0.8)


# What detector and refiner missed: the refiner's and the classifier's part in it


@pytest.fixture(scope="module")
def refine(picture: Picture) -> Refine:
    return partial(Refiner(MODELS / "refiner.onnx"), picture)


@pytest.fixture(scope="module")
def name(picture: Picture) -> Name:
    return partial(Classifier(MODELS / "classifier.onnx").name, picture)


@pytest.fixture(scope="module")
def faces(reading: Reading) -> np.ndarray:
    """(N, 4, 2) quads of the faces of the sample."""
    return np.array([tile.quad for tile in reading.tiles if tile.face == "up"], np.float32)


def found(picture: Picture, quads: np.ndarray, scores: float | list[float] = 0.9) -> Finds:
    """Whole faces at quads of the sample."""
    return Finds.of(finds_at(quads, scores).tiles, (picture.shape[1], picture.shape[0]))


def finds_each(finds: Finds, quads: np.ndarray, within: float = 0.15) -> bool:
    """Whether for each of quads (N, 4, 2) one of the finds is nearer than a share of its width."""
    middles = finds.tiles.quads.mean(axis=1)
    off = np.linalg.norm(middles[:, None] - quads.mean(axis=1), axis=2).min(axis=0, initial=np.inf)
    return bool((off < within * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)).all())


def test_what_lies_beyond_a_tile_that_was_missed_is_found_too(
    reading: Reading, picture: Picture, refine: Refine
) -> None:
    """Three tiles missing at the end of a row: no two of them lie beside tiles that the detector found."""
    quads = np.array([tile.quad for tile in reading.tiles], np.float32)
    run, winning = (next(g.tiles for g in reading.groups if g.kind == kind) for kind in ("concealed", "winning"))
    missing = [*run[-2:], *winning]
    more = add_missed(found(picture, np.delete(quads, missing, axis=0)), refine)
    assert most([finds_each(more, quads[[at]]) for at in missing], 0.6)


def test_tiles_found_as_their_halves_are_found_whole(picture: Picture, faces: np.ndarray, refine: Refine) -> None:
    """Both halves or one of them, however sure these finds are: they have not the size of the others."""
    whole = []
    for cut in range(0, len(faces), 3):
        two = halves(faces[[cut]])[[0, 2]]
        for some in (two, two[:1], two[1:]):
            more = add_missed(found(picture, np.concatenate([np.delete(faces, cut, axis=0), some])), refine)
            whole.append(len(more) == len(faces) and finds_each(more, faces[[cut]]))
    assert most(whole)


def test_tiles_of_which_a_half_was_found_are_found_whole_far_from_others(
    picture: Picture, faces: np.ndarray, refine: Refine
) -> None:
    whole = []
    for tile in faces[2:8:2]:
        apart = np.linalg.norm(faces.mean(axis=1) - tile.mean(axis=0), axis=1)
        others = faces[apart > 2.5 * np.linalg.norm(tile[3] - tile[0])]
        for half in halves(tile[None])[[0, 2]]:
            more = add_missed(found(picture, np.concatenate([others, half[None]])), refine)
            whole.append(finds_each(more, tile[None], 0.1))
    assert most(whole, 0.8)


def test_two_tiles_found_as_one_are_found_as_two(picture: Picture, faces: np.ndarray, refine: Refine) -> None:
    two = []
    for first in (1, 5, 8):
        nearest = np.argsort(np.linalg.norm(faces.mean(axis=1) - faces[first].mean(axis=0), axis=1))
        pair, others = faces[nearest[:2]], faces[np.sort(nearest[2:])]
        around = cv2.boxPoints(cv2.minAreaRect(pair.reshape(-1, 2)))
        more = add_missed(found(picture, np.concatenate([others, around[None]])), refine)
        two.append(len(more) == len(faces) and finds_each(more, pair))
    assert most(two, 0.6)


@pytest.mark.parametrize("lesser", [0.3, 0.6])
def test_halves_in_doubt_are_made_whole_on_no_plane(
    reading: Reading, picture: Picture, refine: Refine, name: Name, lesser: float
) -> None:
    """Of those whose halves do not look like smaller tiles, as the lower half of an 8s does."""
    whole = []
    for tile in (t for t in reading.tiles if t.tile in ("3m", "3p", "3s", "5p", "7s")):
        quad = np.array([tile.quad], np.float32)
        for cut in ([0, 2], [1, 3]):
            more = merge_halves(found(picture, halves(quad)[cut], [0.97, lesser]), refine, name)
            whole.append(len(more) == 1 and finds_each(more, quad, 0.1))
    assert most(whole, 0.8)


def test_tiles_side_by_side_stay_two(reading: Reading, picture: Picture, refine: Refine, name: Name) -> None:
    """However doubtful they are."""
    stay = []
    for group in reading.groups:
        for two in pairwise(group.tiles):
            finds = found(picture, np.array([reading.tiles[t].quad for t in two], np.float32), [0.6, 0.3])
            stay.append(merge_halves(finds, refine, name) is finds)
    assert most(stay)


def test_a_whole_of_another_size_than_all_others_stays_two(
    picture: Picture, faces: np.ndarray, refine: Refine, name: Name
) -> None:
    """Where all others are halves, too."""
    boxes = np.concatenate([halves(faces)[1 : len(faces)], halves(faces[:1])[[0, 2]]])
    finds = found(picture, boxes, [0.95] * (len(boxes) - 1) + [0.6])
    assert len(merge_halves(finds, refine, name)) == len(boxes)


def test_nothing_is_seen_where_nothing_is(reader: TileReader) -> None:
    empty = reader.read(np.full((480, 640, 3), (40, 110, 60), np.uint8))
    assert (empty.tiles, empty.hand, empty.sure) == ((), None, False)
    assert reader.read(np.zeros((3, 5, 3), np.uint8)).tiles == ()
