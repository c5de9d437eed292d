"""Acceptance of the committed weights: what they make of the sample photograph and of rendered tiles.

All tests that need the weights to be good are here, and ask with a margin: most of many tiles, never an exact
confidence, so that better weights need no changed tests. Whether weights are good enough to commit is measured by
`models.evaluate` and `tests.bench`, not here.
"""

import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from time import process_time

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.render import layouts
from models.render.clips import film, shots
from models.render.deal import PIXELS, RATE, read_script
from models.render.deal import film as deal_film
from models.render.dice import DieStyle, face, random_style
from models.render.play import PlaySetting
from models.render.play import film as play_film
from models.render.scene import FaceSources, RenderedScene, Scenery, Sources, random_set, render
from models.render.view import look_at
from models.train.prototypes import as_detected, true_faces
from models.train.prototypes import truth as faces_and_turns
from scoring import parse, score
from scoring.rules import rule_book
from scoring.tiles import FACES, FLOWERS
from tests.bench.bench_traps import pictured, surely_wrong
from tests.long import long_but
from tests.vision.drawn import ASIAN, STYLES, cloth, grid, put, quads
from tests.vision.fakes import finds_at
from tests.vision.photographs import photographs
from vision import Reading, TileReader, open_image
from vision.evidence import CLEAR, FAINT, Evidence
from vision.finds.detections import NameTiles, Refine, TileDetections
from vision.finds.halves import halves, merge_halves
from vision.finds.proposals import add_missed
from vision.image import Picture
from vision.live.tracker import Tracked, Tracker
from vision.networks import detector
from vision.networks.cascade import Cascade
from vision.networks.classifier import Classifier, Names
from vision.networks.detector import Detections, Detector, letterboxed
from vision.networks.flowers import Flowers
from vision.networks.refiner import Refiner
from vision.table.dice import find_dice, pair
from vision.tilesets.labelling import Samples, clusters, collect, label
from vision.tilesets.prototypes import Prototypes, TileSet
from webui.cli import main

DATA = Path(__file__).parents[1] / "data"
SAMPLE = DATA / "hand.jpg"
MODELS = Path(__file__).parents[2] / "models"


def most(true: Iterable[bool], share: float = 0.9) -> bool:
    """Return True if at least this share of several conditions is true."""
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


def test_networks_that_are_loaded_for_the_first_picture_read_it_alike(reading: Reading, picture: Picture) -> None:
    later = TileReader(at_once=False)
    with ThreadPoolExecutor(2) as pool:  # both ask for the networks
        found = [replace(each, ms={}) for each in pool.map(later.read, [picture] * 2)]
    assert found == [replace(reading, ms={})] * 2


@pytest.fixture(scope="module")
def truth() -> dict:
    """The sample's hand, and its tiles with their quads."""
    return json.loads((DATA / "hand.json").read_text())


# The sample photograph, read as a whole


def lies_on(reading: Reading, quad: np.ndarray, tile: str | None, within: float = 0.25) -> bool:
    """Return True if the tile nearest to a quad (4, 2) is nearer than a share of its height, and has this name."""
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


@pytest.mark.parametrize("degrees", long_but([180], [180, -35, 20]))
def test_a_picture_held_otherwise_is_read_the_same(
    reader: TileReader, truth: dict, picture: Picture, degrees: float
) -> None:
    """Check that slanted rows are read as level ones with quads on the original picture's tiles, or doubted."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0 if degrees == 180 else 0.75)
    aslant = reader.read(cv2.warpAffine(picture, turn, (width, height), borderValue=(70, 40, 80)).astype(np.uint8))
    quads = [np.array(tile["quad"]) @ turn[:, :2].T + turn[:, 2] for tile in truth["tiles"]]
    assert most(lies_on(aslant, quad, tile["tile"]) for quad, tile in zip(quads, truth["tiles"], strict=True))
    assert not aslant.sure or aslant.hand == reader.read(picture).hand


@pytest.mark.parametrize("quarters", long_but([1], [1, 2, 3]))
def test_a_look_at_the_rotated_picture_sees_the_same_tiles(reader: TileReader, picture: Picture, quarters: int) -> None:
    straight, rotated = reader.detect(picture), reader.detect(picture, quarters)
    same = []
    for tile in np.flatnonzero(straight.scores >= CLEAR):
        off = np.linalg.norm(rotated.quads.mean(axis=1) - straight.quads[tile].mean(axis=0), axis=1)
        near = off.min() < 0.1 * np.linalg.norm(np.diff(straight.quads[tile, :2], axis=0))
        same.append(near and rotated.faces[off.argmin()].argmax() == straight.faces[tile].argmax())
    assert most(same)


@pytest.mark.long
def test_a_look_at_the_rotated_picture_sees_it_smaller_and_larger(
    reader: TileReader, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that one scale finds tiles that another misses, and that tiny tiles are enlarged."""
    sides: list[int] = []

    def noting(picture: np.ndarray, scale: float, shape: tuple[int, int]) -> tuple[np.ndarray, int, int]:
        sides.append(max(shape))
        return letterboxed(picture, scale, shape)

    def looked(picture: Picture, quarters: int) -> set[int]:
        sides.clear()
        reader.detect(picture, quarters)
        return set(sides)

    monkeypatch.setattr(detector, "letterboxed", noting)
    (first,) = looked(picture, 0)
    assert min(looked(picture, 2)) < first < max(looked(picture, 2))
    height, width = picture.shape[:2]
    far = cv2.copyMakeBorder(picture, 0, 4 * height, 0, 4 * width, cv2.BORDER_REPLICATE)
    assert max(looked(picture, 2)) < max(looked(far, 2))


@pytest.mark.long
def test_characters_say_which_way_their_row_lies(reader: TileReader, picture: Picture) -> None:
    """Check that only faces that look different upside down decide."""
    look = reader.detect(picture)
    codes = [FACES[face] for face in look.faces[:, : len(FACES)].argmax(axis=1)]
    told = {code: float(turned) for code, turned in zip(codes, np.abs(look.upright), strict=True)}
    assert most((told[code] > 0.5) == (code[1:] == "m" or code in ("3s", "7s")) for code in told)


@pytest.mark.long
def test_tiles_the_detector_misses_are_found(
    reading: Reading, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the hand is read the same then, or doubted."""
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


@pytest.mark.long
def test_a_fourth_tile_on_top_of_a_pung_is_mostly_asked_about(reader: TileReader) -> None:
    """It appears larger and out of place, unless the camera is straight above it."""
    kinds = ("added tile on top", "added tile on top, shifted away", "added tile on an upright one")
    shown = [pictured(kind, index, 5, None) for kind in kinds for index in range(2)]
    readings = [(reader.read(image), win) for win, image in shown]
    assert most((not surely_wrong(reading, win) for reading, win in readings), 0.6)


@pytest.mark.long
def test_hands_that_lack_a_tile_are_asked_about(reader: TileReader) -> None:
    kinds = (
        "tile hidden below another",
        "kong at the end cut off",
        "chip or block on a tile of a kong",
        "another's meld in place of one",
        "stray tile in place of the winning one",
    )
    readings = [(reader.read(image), win) for win, image in (pictured(kind, 1, 5, None) for kind in kinds)]
    assert most(not surely_wrong(reading, win) for reading, win in readings)


# What detector and refiner missed: the refiner's and the classifier's part in it


@pytest.fixture(scope="module")
def refine(picture: Picture) -> Refine:
    return partial(Refiner(MODELS / "refiner.onnx"), picture)


@pytest.fixture(scope="module")
def name(picture: Picture) -> NameTiles:
    return partial(Classifier(MODELS / "classifier.onnx").name, picture)


@pytest.fixture(scope="module")
def faces(reading: Reading) -> np.ndarray:
    """(N, 4, 2) quads of the faces of the sample."""
    return np.array([tile.quad for tile in reading.tiles if tile.face == "up"], np.float32)


def found(picture: Picture, quads: np.ndarray, scores: float | list[float] = 0.9) -> TileDetections:
    """Whole faces at quads of the sample."""
    return TileDetections.of(finds_at(quads, scores).tiles, (picture.shape[1], picture.shape[0]))


def finds_each(detections: TileDetections, quads: np.ndarray, within: float = 0.15) -> bool:
    """Return True if for each of quads (N, 4, 2) one of the finds is nearer than a share of its width."""
    middles = detections.tiles.quads.mean(axis=1)
    off = np.linalg.norm(middles[:, None] - quads.mean(axis=1), axis=2).min(axis=0, initial=np.inf)
    return bool((off < within * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)).all())


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_two_tiles_found_as_one_are_found_as_two(picture: Picture, faces: np.ndarray, refine: Refine) -> None:
    two = []
    for first in (1, 5, 8):
        nearest = np.argsort(np.linalg.norm(faces.mean(axis=1) - faces[first].mean(axis=0), axis=1))
        pair, others = faces[nearest[:2]], faces[np.sort(nearest[2:])]
        around = cv2.boxPoints(cv2.minAreaRect(pair.reshape(-1, 2)))
        more = add_missed(found(picture, np.concatenate([others, around[None]])), refine)
        two.append(len(more) == len(faces) and finds_each(more, pair))
    assert most(two, 0.6)


@pytest.mark.long
@pytest.mark.parametrize("lesser", [0.3, 0.6])
def test_halves_in_doubt_are_made_whole_on_no_plane(
    reading: Reading, picture: Picture, refine: Refine, name: NameTiles, lesser: float
) -> None:
    """Of those whose halves do not look like smaller tiles, as the lower half of an 8s does."""
    whole = []
    for tile in (t for t in reading.tiles if t.tile in ("3m", "3p", "3s", "5p", "7s")):
        quad = np.array([tile.quad], np.float32)
        for cut in ([0, 2], [1, 3]):
            more = merge_halves(found(picture, halves(quad)[cut], [0.97, lesser]), refine, name)
            whole.append(len(more) == 1 and finds_each(more, quad, 0.1))
    assert most(whole, 0.8)


def test_tiles_side_by_side_stay_two(reading: Reading, picture: Picture, refine: Refine, name: NameTiles) -> None:
    """However doubtful they are."""
    stay = []
    for group in reading.groups:
        for two in pairwise(group.tiles):
            finds = found(picture, np.array([reading.tiles[t].quad for t in two], np.float32), [0.6, 0.3])
            stay.append(merge_halves(finds, refine, name) is finds)
    assert most(stay)


@pytest.mark.long
def test_a_whole_of_another_size_than_all_others_stays_two(
    picture: Picture, faces: np.ndarray, refine: Refine, name: NameTiles
) -> None:
    """Check with others that are all halves, too."""
    boxes = np.concatenate([halves(faces)[1 : len(faces)], halves(faces[:1])[[0, 2]]])
    finds = found(picture, boxes, [0.95] * (len(boxes) - 1) + [0.6])
    assert len(merge_halves(finds, refine, name)) == len(boxes)


def test_nothing_is_seen_where_nothing_is(reader: TileReader) -> None:
    empty = reader.read(np.full((480, 640, 3), (40, 110, 60), np.uint8))
    assert (empty.tiles, empty.hand, empty.sure) == ((), None, False)
    assert reader.read(np.zeros((3, 5, 3), np.uint8)).tiles == ()


# Each network, on rendered tiles of sets that it has not learnt from


@pytest.fixture(scope="module")
def all_faces() -> RenderedScene:
    """All 42 faces in six rows, the project's own drawing, plainly lit."""
    return grid(FACES, 11, 7, (800, 900), 90)


def codes(faces: np.ndarray) -> list[str]:
    """Return the most probable faces of N rows of probabilities."""
    return [FACES[int(face)] for face in faces[:, : len(FACES)].argmax(axis=1)]


def right(found: list[str], scene: RenderedScene) -> list[bool]:
    """Return an array that is True for tiles of a scene with their own face."""
    return [code == tile.tile for code, tile in zip(found, scene.tiles, strict=True)]


@pytest.mark.parametrize("turn", long_but([1], range(4)))
def test_the_classifier_names_faces_from_any_corner(all_faces: RenderedScene, turn: int) -> None:
    """Check turns, except of faces that look the same upside down."""
    classifier = Classifier(MODELS / "classifier.onnx")
    names = classifier.name(all_faces.image, np.roll(quads(all_faces), turn, axis=1))
    assert most(right(codes(names.faces), all_faces), 0.75)
    assert most(names.turns.argmax(axis=1) == turn, 0.65)
    assert names.faces.sum(axis=1) == pytest.approx(np.ones(42), abs=1e-3)
    assert names.turns.sum(axis=1) == pytest.approx(np.ones(42), abs=1e-3)
    assert np.linalg.norm(names.features, axis=1) == pytest.approx(np.ones(42), abs=1e-3)


def upright(faces: np.ndarray) -> Names:
    """Return names of N upright tiles with these probabilities (N, 43)."""
    turns = np.tile(np.eye(4, dtype=np.float32)[0], (len(faces), 1))
    return Names(faces, turns, np.zeros((len(faces), 0), np.float32))


@pytest.fixture(scope="module")
def dozen() -> RenderedScene:
    """The eight flowers and four other tiles, larger."""
    return grid((*FLOWERS, "1s", "5p", "C", "8m"), 21, 4, (700, 700), 120)


def test_the_cascade_names_what_the_classifier_leaves_open(dozen: RenderedScene) -> None:
    """Check with a first network that is unsure of every tile; flowers are left to their own network."""
    faces = np.full((len(dozen.tiles), len(FACES) + 1), 0.7 / len(FACES), np.float32)
    faces[np.arange(len(faces)), [FACES.index(str(tile.tile)) for tile in dozen.tiles]] = 0.3
    classifier = Classifier(MODELS / "classifier.onnx")
    named = Cascade(MODELS / "cascade.onnx")(dozen.image, quads(dozen), upright(faces), classifier)
    assert most(right(codes(named.faces), dozen)[8:], 0.75)
    np.testing.assert_allclose(named.faces.sum(axis=1), 1, atol=1e-4)


def test_flowers_are_told_apart(dozen: RenderedScene) -> None:
    first = FACES.index(FLOWERS[0])
    faces = np.zeros((len(dozen.tiles), len(FACES) + 1), np.float32)
    faces[:8, first : first + 8] = 1 / 8
    faces[8:, 0] = 1
    named = Flowers(MODELS / "flowers.onnx")(dozen.image, quads(dozen), upright(faces))
    assert most(right(codes(named.faces), dozen)[:8], 0.6)


@pytest.fixture(scope="module")
def refiner() -> Refiner:
    return Refiner(MODELS / "refiner.onnx")


@pytest.fixture(scope="module")
def two_rows() -> RenderedScene:
    """Twenty tiles in two rows, five of them face down, seen from the side."""
    rng = np.random.default_rng(4)
    own = Sources(FaceSources.find(None), Scenery.under(None))
    tiles = random_set(rng, own)
    size = tiles.body.size
    placed_ = [
        layouts.Placement(
            f"{i % 9 + 1}p", "down" if i % 4 == 3 else "up", (i % 10 - 4.5) * size.w, (0.5 - i // 10) * size.h * 1.6
        )
        for i in range(20)
    ]
    return render(rng, placed_, tiles, look_at((1000, 700), 0.5, 0.0, 1.0, 70 / size.w, (0.0, 0.0)), own, plain=True)


def rough(quads: np.ndarray, seed: int) -> np.ndarray:
    """Return boxes that are up to an eighth of a tile off at each corner."""
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    return quads + np.random.default_rng(seed).uniform(-0.12, 0.12, quads.shape).astype(np.float32) * sides


def boxes(quads: np.ndarray, score: float = 0.6) -> Detections:
    return Detections(quads.astype(np.float32), np.full(len(quads), score, np.float32), ("face",) * len(quads))


def off(found: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """(n,) the worst corner of each quad, in tile widths, from the found quad that fits it best."""
    turned = np.stack([np.roll(found, k, axis=1) for k in range(4)], axis=1)  # (m, 4, 4, 2)
    worst = np.linalg.norm(turned[:, :, None] - quads[None, None], axis=-1).max(axis=-1).min(axis=1)  # (m, n)
    return worst.min(axis=0) / np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)


def test_corners_come_onto_the_tiles(refiner: Refiner, two_rows: RenderedScene) -> None:
    tiles = quads(two_rows)
    given_ = rough(tiles, 0)
    found = refiner(two_rows.image, boxes(given_))
    assert len(found) == len(tiles)
    assert np.median(off(found.quads, tiles)) < 0.7 * np.median(off(given_, tiles))
    assert off(found.quads, tiles).max() < 0.3


@pytest.mark.long
def test_where_a_tile_lies_otherwise_than_its_box_it_is_looked_at_once_more_from_there(
    refiner: Refiner, two_rows: RenderedScene
) -> None:
    tiles = quads(two_rows)
    lean = np.array([[-0.4], [0.4], [0.4], [-0.4]], np.float32)
    aslant = tiles + lean * (tiles[:, 3] - tiles[:, 0])[:, None]  # as boxes lie round tiles that stand
    found = refiner(two_rows.image, boxes(aslant))
    assert len(found) == len(tiles)
    assert np.median(off(found.quads, tiles)) < 0.2 * np.median(off(aslant, tiles))


def test_faces_and_backs_are_told_apart(refiner: Refiner, two_rows: RenderedScene) -> None:
    tiles = quads(two_rows)
    found = refiner(two_rows.image, boxes(rough(tiles, 1)))
    nearest = [int(np.linalg.norm(tiles.mean(axis=1) - q.mean(axis=0), axis=1).argmin()) for q in found.quads]
    want = ["face" if two_rows.tiles[k].face == "up" else "back" for k in nearest]
    assert most(kind == w for kind, w in zip(found.kinds, want, strict=True))


def test_a_box_of_bare_cloth_is_less_sure_than_one_of_a_tile(refiner: Refiner, two_rows: RenderedScene) -> None:
    tiles = quads(two_rows)
    bare = np.array([[[40, 40], [90, 40], [90, 110], [40, 110]]], np.float32)
    on, away = refiner(two_rows.image, boxes(tiles)), refiner(two_rows.image, boxes(bare))
    assert away.scores.max() < 0.3
    assert on.scores.min() > away.scores.max()


@pytest.mark.long
def test_a_tile_with_something_over_it_is_not_seen_whole(refiner: Refiner, two_rows: RenderedScene) -> None:
    tiles = quads(two_rows)
    plain = refiner(two_rows.image, boxes(tiles))
    assert (plain.whole > 0.9).mean() >= 0.9
    covered = two_rows.image.copy()
    under = tiles[::3]
    for quad in under:
        half = np.array([quad[0], quad[1], (quad[1] + quad[2]) / 2, (quad[0] + quad[3]) / 2])
        cv2.fillConvexPoly(covered, np.rint(half).astype(np.int32), (90, 120, 180))
    seen = refiner(covered, boxes(tiles))
    nearest = [int(np.linalg.norm(seen.quads.mean(axis=1) - q.mean(axis=0), axis=1).argmin()) for q in under]
    assert np.median(seen.whole[nearest]) < 0.3


@pytest.mark.long
def test_a_large_picture_gives_the_same_corners(refiner: Refiner, two_rows: RenderedScene) -> None:
    tiles = quads(two_rows)
    large = np.ascontiguousarray(two_rows.image.repeat(4, axis=0).repeat(4, axis=1))
    found = refiner(large, boxes(rough(tiles, 0) * 4))
    assert np.median(off(found.quads / 4, tiles)) < 0.12


# A set that nobody has seen, learnt from photographs of it


@pytest.fixture(scope="module")
def samples(reader: TileReader) -> Samples:
    """The tiles of three photographs of a set, found by the detector."""
    return collect(reader, [scene.image for scene in photographs()])


@pytest.fixture(scope="module")
def sample_faces(samples: Samples) -> np.ndarray:
    return true_faces(samples, photographs())


@pytest.mark.long
def test_most_tiles_of_a_new_set_are_found_and_clustered(samples: Samples, sample_faces: np.ndarray) -> None:
    assert 105 <= len(samples) <= 135
    found = clusters(samples)
    assert sorted(tile for cluster in found for tile in cluster) == list(range(len(samples)))
    assert sum(len(set(sample_faces[list(cluster)]) - {-1}) > 1 for cluster in found) <= 4
    assert len(found) <= 56


@pytest.mark.long
def test_few_names_of_a_new_set_are_to_be_corrected(samples: Samples, sample_faces: np.ndarray) -> None:
    """Not counting flowers, which each maker draws differently."""
    named = np.full(len(samples), -1)
    for cluster in label(samples):
        named[list(cluster.tiles)] = -1 if cluster.face is None else cluster.face
    plain = (sample_faces >= 0) & (sample_faces < 34)
    assert most((named == sample_faces)[plain])


def learnt_from(reader: TileReader, scenes: Sequence[RenderedScene]) -> TileSet:
    """Return the set of photos with all names as they are."""
    tiles = collect(reader, [s.image for s in scenes], [as_detected(s) for s in scenes])
    faces = true_faces(tiles, scenes)
    return TileSet(tiles.crops[faces >= 0], faces[faces >= 0])


@pytest.fixture(scope="module")
def learnt(reader: TileReader) -> TileSet:
    return learnt_from(reader, photographs()[:2])


def surprise(reader: TileReader, prototypes: Prototypes | None) -> float:
    """Mean negative log-probability (nats) of the true faces in the third photograph."""
    scene = photographs()[2]
    evidence = reader.detect(scene.image, found=as_detected(scene), tileset=prototypes)
    faces, _ = faces_and_turns(evidence.quads, scene)
    known = faces >= 0
    assert known.sum() >= 36
    return float(-np.log(np.maximum(evidence.faces[known, faces[known]], 1e-9)).mean())


@pytest.mark.long
def test_a_learnt_set_is_read_by_its_own_tiles(reader: TileReader, learnt: TileSet) -> None:
    """Check that its own tiles help; weights that know it well may be as good without."""
    before, after = surprise(reader, None), surprise(reader, Prototypes.of(learnt, reader.classifier))
    assert after <= max(before / 2, 0.01)


@pytest.mark.long
def test_what_a_set_calls_its_flowers_is_what_they_are_read_as(reader: TileReader) -> None:
    """Check with every flower named after its season, and the other way round."""
    followed: list[bool] = []
    others: list[bool] = []
    for seed in range(6, 9):
        *known, scene = photographs(seed)
        tileset = learnt_from(reader, known)
        swapped = np.where(tileset.faces >= 34, (tileset.faces - 34 + 4) % 8 + 34, tileset.faces)
        prototypes = Prototypes.of(TileSet(tileset.crops, swapped), reader.classifier)
        evidence = reader.detect(scene.image, found=as_detected(scene), tileset=prototypes)
        faces, _ = faces_and_turns(evidence.quads, scene)
        named = evidence.faces[:, : len(FACES)].argmax(axis=1)
        followed += (named == (faces - 34 + 4) % 8 + 34)[faces >= 34].tolist()
        others += (named == faces)[(faces >= 0) & (faces < 34)].tolist()
    assert len(followed) >= 15
    assert most(followed, 0.6)
    assert most(others)


@pytest.mark.long
def test_a_learnt_set_is_known_again_in_blurred_pictures(reader: TileReader, learnt: TileSet) -> None:
    """By similarity alone: every other crop is learnt from, the others are seen from afar and out of focus."""
    at = np.arange(len(learnt.faces))
    prototypes = Prototypes.of(learnt.only(at % 2 == 0), reader.classifier)
    others = learnt.only((at % 2 == 1) & np.isin(learnt.faces, prototypes.faces))
    small = [cv2.resize(crop, (24, 32), interpolation=cv2.INTER_AREA) for crop in others.crops]
    seen = np.array([cv2.resize(cv2.GaussianBlur(crop, (0, 0), 2), (48, 64)) for crop in small])
    similarity = prototypes.similarity(reader.classifier(seen).features)[:, :, 0]
    assert len(others.faces) > 20
    assert most(np.nanargmax(similarity, axis=1) == others.faces, 0.8)


@pytest.mark.long
def test_kinds_that_were_not_shown_are_still_read(reader: TileReader, learnt: TileSet) -> None:
    suits = np.array([FACES.index(f"{rank}{suit}") for suit in "mp" for rank in range(1, 10)])
    part = Prototypes.of(learnt.only(~np.isin(learnt.faces, suits)), reader.classifier)
    scene = photographs()[2]
    plain, by_part = (reader.detect(scene.image, found=as_detected(scene), tileset=by) for by in (None, part))
    faces, _ = faces_and_turns(plain.quads, scene)
    named = [look.faces[:, : len(FACES)].argmax(axis=1) for look in (plain, by_part)]
    sure = np.isin(faces, suits) & (named[0] == faces) & (plain.faces.max(axis=1) > 0.99)
    assert sure.sum() >= 6
    assert most((named[1] == faces)[sure], 0.8)


# A hand of sixteen tiles and the one that wins


def photographed(text: str, game: str, seed: int) -> Picture:
    """Return a drawn photograph of a declared hand."""
    rng, own = np.random.default_rng(seed), Sources(FaceSources.find(None), Scenery())
    tiles = random_set(rng, own)
    body = tiles.body.size
    laid = layouts.declared(rng, parse(text, game=game), body)
    wide = max(each.x for each in laid) - min(each.x for each in laid) + 3 * body.w
    view = look_at((2400, 1200), 0.0, 0.25, 2.0, 0.93 * 2400 / wide)
    return render(rng, laid, tiles, view, own, plain=True).image


OF_SIXTEEN = {
    "123m456m789m234p55p67s 8s discard seat=S round=E from=W flowers=0": {"1.1": 1, "2.1": 2},
    "[CCC,1]123m456m789p22s55s 5s discard seat=W round=E from=N flowers=f1s2": {"3.1": 1},
}


def test_a_hand_of_seventeen_tiles_is_read_and_scored(reader: TileReader) -> None:
    for text, tai in OF_SIXTEEN.items():
        reading = reader.read(photographed(text, "taiwan", 2), sets=rule_book("taiwan-home").play.sets)
        want = parse(text, game="taiwan")
        assert reading.hand is not None
        read = parse(reading.hand, game="taiwan")
        assert (sorted(read.tiles), read.winning) == (sorted(want.tiles), want.winning)
        assert set(read.flower_tiles) <= set(want.flower_tiles)  # one may be left to be asked about
        told = replace(want, concealed=read.concealed, melds=read.melds)
        assert {line.id: line.points for line in score(told, "taiwan-home").lines} == tai


@pytest.mark.long
def test_seventeen_tiles_take_little_longer_than_fourteen(reader: TileReader) -> None:
    hands = {4: photographed("123m456m789m55p67s 8s", "mcr", 2), 5: photographed(next(iter(OF_SIXTEEN)), "taiwan", 2)}
    took: dict[int, list[float]] = {sets: [] for sets in hands}
    for sets in [*hands] * 9:  # in turn, so that what else runs slows both
        begun = process_time()
        reader.read(hands[sets], sets=sets)
        took[sets].append(process_time() - begun)
    assert np.median(took[5]) <= 1.2 * np.median(took[4]), took


@pytest.mark.long
def test_a_deal_of_sixteen_tiles_is_followed_to_its_win(tmp_path: Path) -> None:
    script, clip = read_script(DATA / "deal_taiwan.toml"), tmp_path / "deal.mp4"
    drawn = deal_film(script, Sources(FaceSources.find(None), Scenery()))
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (PIXELS, PIXELS))
    for picture in islice(drawn.pictures, round(RATE * drawn.about["rolls"]), None):  # the walls stand
        writer.write(picture)
    writer.release()
    done = CliRunner().invoke(main, ["follow", str(clip), "--rules", script.rules, "--json", "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    *lines, last = map(json.loads, done.stdout.splitlines())
    want = [(each["act"], each["seat"], each["tile"]) for each in drawn.about["events"]]
    assert [(line["act"], line["seat"], line["tile"]) for line in lines] == want
    won, state = lines[-1], last["state"]
    assert (won["from"], won["hand"]) == (3, sorted([*script.hand, "E"]))
    assert state["flowers"] == {"1": ["f2"], "2": ["s2"], "3": [], "4": []}
    assert state["left"] == 144 - 65 - 16 - 10  # dealt, never drawn, drawn


# A live hand, and dice


@pytest.mark.long
def test_a_clip_is_read_and_nothing_else_is_said_surely(reader: TileReader) -> None:
    clip = film("resting", 3, (960, 540), Sources(FaceSources.find(None), Scenery()), "123m456m789m123p5s 5s")
    tracker = Tracker(reader.detect)
    tracked = Tracked("moving")
    for shot in shots(clip, 3, 10.0):
        tracked = tracker.update(shot.picture, shot.at)
        assert not tracked.sure or same_hand(tracked.reading, shot.hand), shot.at
    assert tracked.state == "settled"
    assert same_hand(tracked.reading, clip.hands[0])


PLAYS = {
    "tan table": (2, PlaySetting(felt=(140, 170, 190), discards=1)),
    "yellow backs, an arm rests": (5, PlaySetting(back=(40, 200, 230), discards=2, rests=True)),
    "dimmed, a bump": (4, PlaySetting(dimmed=0.6, bump=True, discards=2)),
    "nothing is laid": (6, PlaySetting(discards=4, mixed=True, ended=False)),
}


@pytest.mark.long
@pytest.mark.parametrize(("seed", "setting"), PLAYS.values())
def test_only_a_hand_that_was_laid_is_shown_while_a_table_is_watched(
    reader: TileReader, seed: int, setting: PlaySetting
) -> None:
    clip = play_film(seed, setting, Sources(FaceSources.find(None), Scenery()))
    looks: list[Picture] = []

    def look(picture: Picture, quarters: int) -> Evidence:
        looks.append(picture)
        return reader.detect(picture, quarters)

    tracker, free, shown, sure = Tracker(look), 0.0, [], []
    covered = 0
    for shot in clip.shots(seed, 5.0):
        if shot.at < free:
            continue
        looks.clear()  # pictures that arrive during a look are missed
        tracked = tracker.update(shot.picture(), shot.at)
        free = shot.at + 0.4 * bool(looks)
        covered += tracked.state == "covered" and not shot.arm
        if tracked.laid:
            assert shot.hand, f"{tracked.reading} is shown at {shot.at}, and nobody laid it"
            assert same_hand(tracked.reading, shot.hand)
            shown.append(shot.at)
            sure += [shot.at] * tracked.sure
    assert not covered
    if setting.ended:
        assert shown[0] - clip.lies[0] < 1.5
        assert sure[0] - clip.lies[0] < 3.0
    else:
        assert not shown


def same_hand(reading: Reading | None, hand: str | None) -> bool:
    """Return True if the hand that was read has the tiles of another."""
    if reading is None or reading.hand is None or hand is None:
        return False
    read, true = parse(reading.hand), parse(hand)
    return (sorted(read.tiles), read.winning) == (sorted(true.tiles), true.winning)


NO_TILES = np.zeros((0, 4, 2))


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("scale", long_but([2.2], [1.3, 2.2]))
def test_dice_are_read_in_any_turn(style: DieStyle, scale: float) -> None:
    """Most of them; a dot on a coloured ground may be a counter's."""
    picture = cloth()
    places = {v: (60.0 + 130 * ((v - 1) % 3), 80.0 + 140 * ((v - 1) // 3)) for v in range(1, 7)}
    for value, at in places.items():
        put(picture, face(style, value), at, style.side * scale, 37.0 * value)
    seen = find_dice(picture, scale, NO_TILES)
    values = {die.value for die in seen}
    assert len(values) == len(seen)
    assert len(values) >= (5 if min(style.body) > 150 else 4)
    assert all(die.centre == pytest.approx(places[die.value], abs=3) for die in seen)
    assert all(die.side == pytest.approx(style.side * scale, rel=0.25) for die in seen)


@pytest.mark.parametrize("seed", long_but(range(0, 24, 6), range(24)))
def test_whatever_spoils_the_view_no_value_is_wrong(seed: int) -> None:
    """Made-up dice, smaller and smaller, blurred, noisy, dim, half covered: read right, or not at all."""
    rng = np.random.default_rng([7, seed])
    picture = cloth(seed)
    scale, style = float(rng.uniform(0.5, 2.5)), random_style(rng)
    places = {v: (70.0 + 130 * ((v - 1) % 3), 80.0 + 140 * ((v - 1) // 3)) for v in range(1, 7)}
    for value, at in places.items():
        put(picture, face(style, value), at, style.side * scale, float(rng.uniform(0, 360)))
    covered = int(rng.integers(1, 7))
    x, y = (int(v) for v in places[covered])
    picture[y - 30 : y + 30, x : x + 30] = (95, 125, 190)
    picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.1, 4))).astype(np.uint8)
    noise = rng.normal(0, rng.uniform(0, 12), picture.shape)
    picture = np.clip(picture * rng.uniform(0.3, 1.4) + noise, 0, 255).astype(np.uint8)
    for die in find_dice(picture, scale, NO_TILES):
        (value,) = (v for v, at in places.items() if np.hypot(*np.subtract(at, die.centre)) < 0.7 * style.side * scale)
        assert die.value == value


@pytest.mark.long
def test_a_die_is_found_once_wherever_it_lies() -> None:
    """Also where two windows of the network meet."""
    thrown = []
    for x in range(90, 150, 6):
        picture = np.full((200, 400, 3), (60, 110, 45), np.uint8)
        put(picture, face(ASIAN, 5), (float(x), 100.0), 14, 20.0)
        put(picture, face(ASIAN, 4), (x + 150.0, 126.0), 14, 20.0)
        found = find_dice(picture, 1.0, NO_TILES)
        assert len(found) <= 2
        thrown.append(pair(found) == (5, 4))
    assert most(thrown, 0.8)


@pytest.mark.long
def test_dice_that_touch_are_two() -> None:
    read = []
    for values in ((3, 5), (6, 6), (1, 1), (2, 4)):
        picture = cloth()
        for value, x in zip(values, (150.0, 178.0), strict=True):
            put(picture, face(ASIAN, value), (x, 120.0), 27, 0)
        read.append(pair(find_dice(picture, 2.0, NO_TILES)) == values)
    assert most(read, 0.75)


def test_squares_counters_and_cards_are_no_dice() -> None:
    picture = cloth()
    blank = np.full((64, 64, 4), 240, np.uint8)
    put(picture, blank, (60, 60), 28, 20)
    cv2.circle(picture, (150, 60), 15, (230, 230, 230), -1, cv2.LINE_AA)
    cv2.circle(picture, (150, 60), 4, (30, 30, 160), -1, cv2.LINE_AA)
    lined = blank.copy()
    lined[20:26, 8:56] = 30
    lined[40:46, 8:56] = 30
    put(picture, lined, (240, 60), 28, 0)
    half = blank.copy()
    half[:32] = (20, 20, 200, 255)
    put(picture, half, (330, 60), 28, 0)
    assert find_dice(picture, 2.0, NO_TILES) == ()


@pytest.mark.long
def test_dots_printed_on_a_tile_are_no_die() -> None:
    picture = cloth()
    cv2.rectangle(picture, (100, 100), (190, 220), (235, 240, 240), -1)
    for x, y in ((132, 140), (158, 140), (132, 166), (158, 166)):
        cv2.circle(picture, (x, y), 13, (40, 40, 190), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 3, (235, 240, 240), -1, cv2.LINE_AA)
    for scale in (2.2, 3.0, 3.6):
        assert find_dice(picture, scale, NO_TILES) == ()
