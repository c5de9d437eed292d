"""The committed weights read the sample photograph; many threads may ask at once."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring import parse
from scoring.tiles import FACES, FIRST_FLOWER
from tests.vision.builders import WIDTH, Laid, certain, evidence, row
from tests.vision.builders import flowers as flowers_of
from vision import ImageError, Reading, TileReader, WeightsError, open_image
from vision import reader as pipeline
from vision.evidence import CLEAR, LIKELY, Evidence
from vision.finds.blank import EITHER, instead, shows_nothing, white_dragons
from vision.finds.halves import doubles, halved, halves, unions
from vision.geometry.plane import Outlines, outlined
from vision.geometry.sizes import discounted
from vision.hand.doubts import MIN_SCORE
from vision.hand.hypotheses import weighed
from vision.hand.read import read
from vision.image import Picture
from vision.networks import detector
from vision.networks.detector import KINDS, Detector, letterboxed
from vision.networks.refiner import Refiner, Tiles
from vision.reading import Doubt

DATA = Path(__file__).parents[1] / "data"
SAMPLE = DATA / "hand.jpg"
MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


@pytest.fixture(scope="module")
def reading(reader: TileReader) -> Reading:
    return reader.read(SAMPLE)


def timeless(reading: Reading) -> Reading:
    return replace(reading, ms={})


def test_sample_is_read(reading: Reading) -> None:
    truth = json.loads((DATA / "hand.json").read_text())
    assert reading.hand is not None
    mine, want = parse(reading.hand), parse(truth["hand"])
    assert sorted(mine.concealed) == sorted(want.concealed)
    assert mine.winning == want.winning
    assert sorted(m.tiles for m in mine.melds) == sorted(m.tiles for m in want.melds)
    assert mine.flowers == want.flowers
    assert reading.size == (open_image(SAMPLE).shape[1], open_image(SAMPLE).shape[0])
    assert set(reading.ms) == {"decode", "detect", "refine", "classify", "read"}


def test_quads_lie_on_the_tiles(reading: Reading) -> None:
    """Every true tile has one quad on it, from its glyph's top left on, with the true name."""
    truth = json.loads((DATA / "hand.json").read_text())["tiles"]
    assert len(reading.tiles) == len(truth)
    for true in truth:
        want = np.array(true["quad"])
        height = np.linalg.norm(want[3] - want[0])
        off, tile = min(
            ((float(np.linalg.norm(np.mean(t.quad, axis=0) - want.mean(axis=0))), t) for t in reading.tiles),
            key=lambda pair: pair[0],
        )
        assert off < 0.25 * height
        assert (tile.tile, tile.face) == (true["tile"], true["face"])
        assert 0 < tile.confidence <= 1


def test_path_bytes_and_pixels_are_one(reader: TileReader, reading: Reading) -> None:
    for source in (str(SAMPLE), SAMPLE.read_bytes(), open_image(SAMPLE)):
        assert timeless(reader.read(source)) == timeless(reading)


@pytest.mark.parametrize("doubtful", [0, 1, 2, 3])
def test_a_doubtful_picture_is_turned_until_it_is_sure(reader: TileReader, reading: Reading, doubtful: int) -> None:
    seen: list[Evidence] = []

    def weigh(evidence: Evidence) -> Reading:
        seen.append(evidence)
        return replace(weighed(evidence), sure=len(seen) > doubtful)

    again = reader.read(SAMPLE, weigh=weigh)
    assert (again.hand, again.sure, len(seen)) == (reading.hand, doubtful < 3, min(doubtful + 1, 3))
    assert ("again" in again.ms) == (doubtful > 0)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_look_at_the_turned_picture_sees_the_same_tiles_where_they_lie(reader: TileReader, quarters: int) -> None:
    picture = open_image(SAMPLE)
    straight, turned = reader.look(picture), reader.look(picture, quarters)
    assert turned.size == straight.size
    for tile in np.flatnonzero(straight.scores >= CLEAR):
        off = np.linalg.norm(turned.quads.mean(axis=1) - straight.quads[tile].mean(axis=0), axis=1)
        assert off.min() < 0.1 * np.linalg.norm(np.diff(straight.quads[tile, :2], axis=0))
        assert turned.faces[off.argmin()].argmax() == straight.faces[tile].argmax()


def test_a_look_at_the_turned_picture_knows_how_the_camera_was_held(
    reader: TileReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that asks how the table is seen, for what is far lies lower now."""
    told = []

    def noting(quads: np.ndarray, size: tuple[int, int], scores: np.ndarray, turned: int = 0) -> Outlines:
        told.append(turned)
        return outlined(quads, size, scores, turned)

    monkeypatch.setattr(pipeline, "outlined", noting)
    reader.look(np.ascontiguousarray(open_image(SAMPLE)[:, :-250]), 2)
    assert told
    assert set(told) == {2}


def test_a_look_at_the_turned_picture_sees_it_smaller_and_larger(
    reader: TileReader, monkeypatch: pytest.MonkeyPatch
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
    near = open_image(SAMPLE)
    (first,) = looked(near, 0)
    assert min(looked(near, 2)) < first < max(looked(near, 2))
    height, width = near.shape[:2]
    far = cv2.copyMakeBorder(near, 0, 4 * height, 0, 4 * width, cv2.BORDER_REPLICATE)
    assert max(looked(near, 2)) < max(looked(far, 2))


def test_faces_that_look_the_same_turned_by_half_hardly_say_which_way_their_row_lies(reader: TileReader) -> None:
    """A row of them must not outvote a character that stands on its head, whatever colours they have."""
    look = reader.look(open_image(SAMPLE))
    codes = [FACES[face] for face in look.faces[:, : len(FACES)].argmax(axis=1)]
    told = {code: float(turned) for code, turned in zip(codes, np.abs(look.upright), strict=True)}
    assert {code: told[code] > 0.5 for code in told} == {code: code[1] == "m" or code in ("3s", "7s") for code in told}


def test_turned_picture_is_read_the_same(reader: TileReader, reading: Reading) -> None:
    turned = reader.read(np.ascontiguousarray(cv2.rotate(open_image(SAMPLE), cv2.ROTATE_180)).astype(np.uint8))
    assert turned.hand == reading.hand


@pytest.mark.parametrize("degrees", [-35, 20])
def test_picture_held_aslant(reader: TileReader, reading: Reading, degrees: float) -> None:
    """Rows that lie aslant are read as level ones, and their quads lie on the tiles of the picture as it is."""
    picture = open_image(SAMPLE)
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.75)
    aslant = reader.read(cv2.warpAffine(picture, turn, (width, height), borderValue=(70, 40, 80)).astype(np.uint8))
    assert aslant.hand == reading.hand
    for tile in reading.tiles:
        want = turn @ [*np.mean(tile.quad, axis=0), 1]
        off = [float(np.linalg.norm(np.mean(t.quad, axis=0) - want)) for t in aslant.tiles]
        assert min(off) < 0.25 * 0.75 * np.linalg.norm(np.subtract(tile.quad[3], tile.quad[0]))
        assert aslant.tiles[int(np.argmin(off))].tile == tile.tile


def test_many_threads(reader: TileReader, reading: Reading) -> None:
    picture = open_image(SAMPLE)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: reader.read(picture), range(8)))
    assert all(timeless(one) == timeless(reading) for one in found)


@pytest.mark.parametrize("missing", range(0, 14, 3))
def test_a_tile_the_detector_misses_is_found_beside_the_others(
    reader: TileReader, reading: Reading, missing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand is read the same, or doubted."""
    picture = open_image(SAMPLE)
    quad = np.array([t.quad for t in reading.tiles if t.face == "up"][missing])
    found = Detector(MODELS / "detector.onnx")(picture, score=0.03)
    off = np.linalg.norm(found.quads.mean(axis=1) - quad.mean(axis=0), axis=1)
    seen = found.only(off > 0.3 * np.linalg.norm(quad[1] - quad[0]))
    assert len(seen) < len(found)
    monkeypatch.setattr(reader, "_detector", lambda _picture, **_: seen)
    other = reader.read(picture)
    assert other.hand == reading.hand or not other.sure
    assert any(np.linalg.norm(np.mean(t.quad, axis=0) - quad.mean(axis=0)) < 10 for t in other.tiles)


def test_what_lies_beyond_a_tile_that_was_found_beside_others_is_found_too(
    reader: TileReader, reading: Reading
) -> None:
    """Three tiles missing at the end of a row: no two of them lie beside tiles that the detector found."""
    picture = open_image(SAMPLE)
    quads = np.array([tile.quad for tile in reading.tiles], np.float32)
    run, winning = (next(g.tiles for g in reading.groups if g.kind == kind) for kind in ("concealed", "winning"))
    missing = [*run[-2:], *winning]
    boxes = np.delete(quads, missing, axis=0)
    tiles = Tiles(boxes, np.full(len(boxes), 0.9, np.float32), KINDS[:1] * len(boxes), np.ones(len(boxes), np.float32))
    more, after = reader._with_those_beside(picture, tiles, outlined(boxes, (picture.shape[1], picture.shape[0])))
    assert len(more) == len(after.quads) == len(quads)
    for quad in quads[missing]:
        off = np.linalg.norm(more.quads.mean(axis=1) - quad.mean(axis=0), axis=1)
        assert off.min() < 0.15 * np.linalg.norm(quad[1] - quad[0])


def test_when_it_is_looked_beside_them_again_no_likely_find_gives_way(reader: TileReader, reading: Reading) -> None:
    """A standing tile behind the others has not their size either."""
    picture = open_image(SAMPLE)
    quads = np.array([tile.quad for tile in reading.tiles], np.float32)
    half = halves(quads[3:4])[0]
    boxes = np.concatenate([np.delete(quads, 3, axis=0), half[None]])
    tiles = Tiles(boxes, np.full(len(boxes), 0.9, np.float32), KINDS[:1] * len(boxes), np.ones(len(boxes), np.float32))
    lying = outlined(boxes, (picture.shape[1], picture.shape[0]))
    for again in (False, True):
        more, _ = reader._looked_beside(picture, tiles, lying, again=again)
        assert (np.abs(more.quads - half).max(axis=(1, 2)) < 1e-3).any() == again


@pytest.mark.parametrize("found", [slice(0, 2), slice(0, 1), slice(1, 2)])
def test_a_tile_found_as_its_halves_is_found_whole(reader: TileReader, reading: Reading, found: slice) -> None:
    """However sure the finds of the halves are: they have not the size of the others."""
    picture = open_image(SAMPLE)
    quads = np.array([tile.quad for tile in reading.tiles], np.float32)
    backs = [tile.face == "down" for tile in reading.tiles]
    for cut in range(2, len(quads), 4):
        quad, middle = quads[cut], (quads[cut] + np.roll(quads[cut], -1, axis=0)) / 2
        halves = np.array([[quad[0], quad[1], middle[1], middle[3]], [middle[3], middle[1], quad[2], quad[3]]])[found]
        boxes = np.concatenate([np.delete(quads, cut, axis=0), halves])
        kinds = tuple(KINDS[int(back)] for back in [*np.delete(backs, cut), *[False] * len(halves)])
        tiles = Tiles(boxes, np.full(len(boxes), 0.9, np.float32), kinds, np.ones(len(boxes), np.float32))
        lying = outlined(boxes, (picture.shape[1], picture.shape[0]))
        more, after = reader._with_those_beside(picture, tiles, lying)
        assert len(more) == len(after.quads) == len(quads)
        off = np.linalg.norm(more.quads.mean(axis=1) - quad.mean(axis=0), axis=1)
        assert off.min() < 0.15 * np.linalg.norm(quad[1] - quad[0])


@pytest.mark.parametrize("half", [0, 1])
def test_a_tile_of_which_a_half_was_found_is_found_whole_far_from_others(
    reader: TileReader, reading: Reading, half: int
) -> None:
    picture = open_image(SAMPLE)
    quads = np.array([tile.quad for tile in reading.tiles if tile.face == "up"], np.float32)
    cut = quads[3]
    apart = np.linalg.norm(quads.mean(axis=1) - cut.mean(axis=0), axis=1)
    boxes = np.concatenate([quads[apart > 2.5 * np.linalg.norm(cut[3] - cut[0])], halves(cut[None])[2 * half][None]])
    tiles = Tiles(boxes, np.full(len(boxes), 0.9, np.float32), KINDS[:1] * len(boxes), np.ones(len(boxes), np.float32))
    more, _ = reader._with_those_beside(picture, tiles, outlined(boxes, (picture.shape[1], picture.shape[0])))
    off = np.linalg.norm(more.quads.mean(axis=1) - cut.mean(axis=0), axis=1)
    assert off.min() < 0.1 * np.linalg.norm(cut[1] - cut[0])


def test_a_half_made_double_is_the_whole() -> None:
    whole = np.array([[3.0, 1.0], [7.0, 2.0], [6.0, 8.0], [2.0, 7.0]])
    for half in halves(whole[None]):
        made = [np.roll(double, k, axis=0) for double in doubles(half[None]) for k in range(4)]
        assert min(np.abs(double - whole).max() for double in made) < 1e-6


def test_two_halves_have_a_side_in_common_and_fill_the_whole() -> None:
    whole = np.array([[3.0, 1.0], [7.0, 2.0], [6.0, 8.0], [2.0, 7.0]], np.float32)
    cut = halves(whole[None])
    for turn in range(4):
        for first, second in ((0, 2), (2, 0), (1, 3), (3, 1)):
            elsewhere = whole + 20
            two = np.array([np.roll(cut[first], turn, axis=0), elsewhere, cut[second]], np.float32)
            pairs, both = unions(two, np.array([False, True, turn % 2 == 0]))
            assert pairs.tolist() == ([[0, 2]] if turn % 2 == 0 else [])
            pairs, both = unions(two, np.array([True, False, False]))
            assert pairs.tolist() == [[0, 2]]
            assert min(np.abs(np.roll(both[0], k, axis=0) - whole).max() for k in range(4)) < 1e-5
            parts = halved(whole, two)
            assert parts is not None
            assert parts.tolist() == [0, 2]
            assert halved(whole, two[:2]) is None
            assert halved(whole, np.concatenate([two, cut[:1] * 0.9 + whole.mean(axis=0) * 0.1])) is None
    assert not len(unions(whole[None], np.array([True]))[0])


def found_in_doubt(quads: np.ndarray, scores: list[float]) -> Tiles:
    return Tiles(
        quads.astype(np.float32),
        np.array(scores, np.float32),
        KINDS[:1] * len(quads),
        np.ones(len(quads), np.float32),
    )


@pytest.mark.parametrize("lesser", [0.3, 0.6, 0.9])
def test_halves_of_which_one_is_in_doubt_are_found_whole_on_no_plane(
    reader: TileReader, reading: Reading, lesser: float
) -> None:
    """Of three finds it cannot be told how large tiles are: so the networks are asked about both together.

    The lower half of an 8s looks like a smaller 8s, so of such it stays open.
    """
    picture = open_image(SAMPLE)
    size = (picture.shape[1], picture.shape[0])
    for tile in (t for t in reading.tiles if t.tile in ("3m", "3p", "3s", "5p", "7s")):
        quad = np.array(tile.quad, np.float32)
        for first, second in ((0, 2), (1, 3)):
            parts = halves(quad[None])[[first, second]]
            tiles = found_in_doubt(parts, [0.97, lesser])
            more, how = reader._made_whole(picture, tiles, outlined(parts, size), 0)
            if lesser > 0.8:
                assert more is tiles
            else:
                assert len(more) == len(how.quads) == 1
                assert np.abs(more.quads.mean(axis=1) - quad.mean(axis=0)).max() < 0.1 * np.ptp(quad, axis=0).max()


def test_halves_that_the_detector_finds_are_made_whole(reader: TileReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one tile on an empty table, so that nothing else helps."""
    picture = open_image(SAMPLE)
    tile = next(tile for tile in reader.read(picture).tiles if tile.tile == "5p")
    quad = np.array(tile.quad, np.float32)
    left, top, right, bottom = *quad.min(axis=0).astype(int), *quad.max(axis=0).astype(int)
    alone = np.full_like(picture, 90)
    alone[top:bottom, left:right] = picture[top:bottom, left:right]
    kinds = KINDS[:1] * 2
    monkeypatch.setattr(
        reader,
        "_detector",
        lambda *_, **__: detector.Detections(halves(quad[None])[[0, 2]], np.array([0.9, 0.4], np.float32), kinds),
    )
    monkeypatch.setattr(reader, "_refiner", _unmoved(reader._refiner))
    monkeypatch.setattr(reader, "_with_those_beside", lambda _, tiles, lying, __: (tiles, lying))
    assert [FACES[at] for at in reader.look(alone).faces.argmax(axis=1)] == ["5p"]


def _unmoved(refiner: Refiner) -> Callable[[Picture, detector.Detections], Tiles]:
    """A refiner that leaves the boxes of halves as they are, which the true one would hardly take for tiles."""

    def refined(picture: Picture, boxes: detector.Detections) -> Tiles:
        if len(boxes) == 2:
            return Tiles(boxes.quads, boxes.scores, boxes.kinds, np.ones(2, np.float32))
        return refiner(picture, boxes)

    return refined


@pytest.mark.parametrize("taken", [False, True])
def test_tiles_side_by_side_stay_two_however_doubtful(
    reader: TileReader, reading: Reading, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the refiner takes two characters for one tile, the classifier does not."""
    if taken:
        ones = np.ones(1, np.float32)
        monkeypatch.setattr(reader, "_refiner", lambda _, boxes: Tiles(boxes.quads, boxes.scores, boxes.kinds, ones))
    picture = open_image(SAMPLE)
    size = (picture.shape[1], picture.shape[0])
    for group in reading.groups:
        for two in pairwise(group.tiles):
            if taken and not all("m" in str(reading.tiles[t].tile) for t in two):
                continue
            quads = np.array([reading.tiles[t].quad for t in two], np.float32)
            tiles = found_in_doubt(quads, [0.6, 0.3])
            assert reader._made_whole(picture, tiles, outlined(quads, size), 0)[0] is tiles


def test_what_three_finds_fill_is_no_tile_found_as_its_halves(reader: TileReader, reading: Reading) -> None:
    picture = open_image(SAMPLE)
    quad = next(np.array(tile.quad, np.float32) for tile in reading.tiles if tile.tile == "5p")
    cut = halves(quad[None])
    finds = np.concatenate([cut[[0, 2]], quad.mean(axis=0) + 0.3 * (cut[:1] - quad.mean(axis=0))])
    tiles = found_in_doubt(finds, [0.6, 0.6, 0.6])
    how = outlined(finds, (picture.shape[1], picture.shape[0]))
    assert len(reader._made_whole(picture, tiles.only(np.arange(2)), how, 0)[0]) == 1
    assert reader._made_whole(picture, tiles, how, 0)[0] is tiles


def test_a_whole_that_has_not_the_size_of_the_others_stays_two(reader: TileReader, reading: Reading) -> None:
    """Where the others lie on a plane their halves, too, are told from wholes; here all others are halves."""
    picture = open_image(SAMPLE)
    size = (picture.shape[1], picture.shape[0])
    quads = np.array([tile.quad for tile in reading.tiles if tile.face == "up"], np.float32)
    upper = halves(quads)[: len(quads)]
    parts = halves(quads[:1])[[0, 2]]
    boxes = np.concatenate([upper[1:], parts])
    tiles = found_in_doubt(boxes, [0.95] * (len(boxes) - 1) + [0.6])
    assert len(reader._made_whole(picture, tiles, outlined(boxes, size), 0)[0]) == len(boxes)


@pytest.mark.parametrize("first", [1, 5, 8])
def test_two_tiles_found_as_one_are_found_as_two(reader: TileReader, reading: Reading, first: int) -> None:
    picture = open_image(SAMPLE)
    quads = np.array([tile.quad for tile in reading.tiles if tile.face == "up"], np.float32)
    size = (picture.shape[1], picture.shape[0])
    off = np.linalg.norm(quads.mean(axis=1) - quads[first].mean(axis=0), axis=1)
    pair = quads[np.argsort(off)[:2]]
    around = cv2.boxPoints(cv2.minAreaRect(pair.reshape(-1, 2)))
    others = quads[np.sort(np.argsort(off)[2:])]
    boxes = np.concatenate([others, around[None]])
    found = Tiles(boxes, np.full(len(boxes), 0.9, np.float32), KINDS[:1] * len(boxes), np.ones(len(boxes), np.float32))
    more, after = reader._with_those_beside(picture, found, outlined(boxes, size))
    assert len(more) == len(after.quads) == len(quads)
    for quad in pair:
        near = np.linalg.norm(more.quads.mean(axis=1) - quad.mean(axis=0), axis=1).min()
        assert near < 0.15 * np.linalg.norm(quad[1] - quad[0])


def test_no_find_gives_way_to_one_that_is_no_more_like_the_others(
    reader: TileReader, reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clear tile of odd outline, and in its place a glimpse of one that is larger than the others, too."""
    picture = open_image(SAMPLE)
    quads = np.array([tile.quad for tile in reading.tiles if tile.face == "up"], np.float32)
    middle = quads[3].mean(axis=0)
    boxes = quads.copy()
    boxes[3] = middle + (quads[3] - middle) * [1.0, 1.3]
    scores, whole = np.full(len(boxes), 0.95, np.float32), np.ones(len(boxes), np.float32)
    found = Tiles(boxes, scores, KINDS[:1] * len(boxes), whole)
    glimpse = Tiles((middle + (quads[3:4] - middle) * 1.25).astype(np.float32), scores[:1], KINDS[:1], whole[:1])
    monkeypatch.setattr(reader, "_refiner", lambda *_: glimpse)
    more, _ = reader._with_those_beside(picture, found, outlined(boxes, (picture.shape[1], picture.shape[0])))
    assert len(more) == len(found)
    assert (more.scores == found.scores).all()


def test_nothing_to_see(reader: TileReader) -> None:
    empty = reader.read(np.full((480, 640, 3), (40, 110, 60), np.uint8))
    assert (empty.tiles, empty.hand, empty.sure) == ((), None, False)
    assert reader.read(np.zeros((3, 5, 3), np.uint8)).tiles == ()


def test_errors(reader: TileReader, tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="no such file"):
        reader.read(tmp_path / "none.jpg")
    with pytest.raises(WeightsError, match=r"detector\.onnx: the weights file is missing"):
        TileReader(tmp_path)


def bare(tile: str, hand: str) -> Evidence:
    """A hand whose tiles of one code show nothing, so that they may be backs as well."""
    laid = row(hand)
    plain = np.array([p.tile == tile for p in laid])
    seen = evidence(laid)
    return replace(seen, backs=seen.backs | plain)


def test_white_dragons_without_a_mark_are_no_backs() -> None:
    reading = weighed(bare("P", "123m456p789sPPPE E"))
    assert reading.hand == "123m456p789sEPPP E"
    assert reading.sure


@pytest.mark.parametrize("taken", ["backs", "one of them", "faces"])
def test_backs_that_could_be_white_dragons_make_a_concealed_kong(taken: str) -> None:
    laid = row("_5m5m5m_5m 123p456s99sEE E")
    seen = evidence(laid)
    blank = seen.faces.copy()
    blank[seen.backs] = np.eye(len(FACES) + 1)[FACES.index("P")]
    found = seen.backs & (np.arange(len(laid)) > {"backs": -1, "one of them": 0, "faces": 99}[taken])
    reading = weighed(replace(seen, faces=blank, backs=found))
    assert reading.hand is not None
    assert "[5555m]" in reading.hand
    assert reading.sure


@pytest.mark.parametrize(("hand", "sure"), [("_5m5m5m_5m 123p456s99sEE E", True), ("123p456s99sEEEPP P", False)])
def test_what_is_taken_for_blank_is_a_back_or_a_guess(hand: str, sure: bool) -> None:
    laid = row(hand)
    seen = evidence(laid)
    at = next(n for n, tile in enumerate(laid) if tile.down or tile.tile == "P")
    seen.backs[at] = False
    seen.faces[at] = np.array([EITHER, 1 - EITHER]) @ np.eye(len(FACES) + 1)[[FACES.index("P"), -1]]
    reading = weighed(seen)
    assert reading.hand is not None
    assert ("[5555m]" in reading.hand) == sure == reading.sure
    assert sure or {doubt.kind for doubt in reading.doubts} == {"covered"}


@pytest.mark.parametrize("taken", [0, 2, 4])
def test_four_bare_tiles_are_a_concealed_kong_that_is_asked_for(taken: int) -> None:
    """However many of them were taken for white dragons."""
    laid = row("_P_P_P_P 123p456s99sEE E")
    seen = evidence(laid)
    reading = weighed(replace(seen, backs=seen.backs & (np.arange(len(laid)) >= taken)))
    assert reading.hand is None
    assert any(doubt.kind == "face-down" for doubt in reading.doubts)


def bare_backs(hand: str, wall: int, seen_down: bool) -> Evidence:
    """A hand whose white dragons are bare, beyond a wall of as bare backs; whether the dragons seem to be backs too."""
    laid = row(hand) + row("_2m" * wall, y=140.0)
    seen = evidence(laid)
    plain = np.array([tile.down or tile.tile == "P" for tile in laid])
    each = np.eye(len(FACES) + 1)
    others = np.resize([FACES.index(code) for code in ("9s", "1p", "2s", "8s")], len(laid))
    faces = np.where(plain[:, None], 0.8 * each[FACES.index("P")] + 0.2 * each[others], seen.faces)
    return replace(seen, faces=faces, backs=plain if seen_down else seen.backs)


def test_a_wall_is_no_hand_of_white_dragons() -> None:
    seen = bare_backs("123m456p", 14, True)
    reading = weighed(seen)
    assert reading.hand is None
    assert sum(tile.face == "down" for tile in reading.tiles) == 14


@pytest.mark.parametrize("seen_down", [True, False])
def test_backs_beside_a_hand_of_bare_white_dragons_stay_backs(seen_down: bool) -> None:
    reading = weighed(bare_backs("123m456p789sPPPE E", 3, seen_down))
    assert reading.hand == "123m456p789sEPPP E"
    assert sorted(tile.tile or "down" for tile in reading.tiles).count("down") == 3


def test_a_kong_of_white_dragons_is_read() -> None:
    reading = weighed(evidence(row("P>PPP 123p456s99sEE E")))
    assert reading.hand is not None
    assert "[PPPP,2]" in reading.hand
    concealed = weighed(evidence(row("_PPP_P 123p456s99sEE E")))
    assert concealed.hand is not None
    assert "[PPPP]" in concealed.hand
    assert not concealed.sure  # four backs, two of them taken for white dragons, would look just so


def test_white_dragons_with_a_frame_are_no_backs_and_bare_tiles_no_white_dragons() -> None:
    laid = row("P>PPP 123p456s99sEE E") + row("_2m_3m_4m_5m_6m", y=120.0)
    down = np.array([p.down for p in laid])
    seen = evidence(laid)
    faces = np.where(down[:, None], np.eye(len(FACES) + 1)[FACES.index("P")], seen.faces)
    framed = np.array([p.tile == "P" for p in laid])
    reading = weighed(replace(seen, faces=faces, backs=framed, marks=np.where(framed, 90.0, 4.0)))
    assert reading.hand == "[PPPP,2]123p45699sEE E"
    assert reading.sure
    concealed = evidence(row("_PPP_P 123p456s99sEE E"))
    inner = np.array([not p.down and p.tile == "P" for p in row("_PPP_P 123p456s99sEE E")])
    assert weighed(replace(concealed, marks=np.where(inner, 90.0, 0.0))).sure


def test_a_flower_far_from_the_hand_is_asked_about_where_what_led_to_it_is_left_out() -> None:
    """Two flowers lie on from the hand, and the nearer one is hardly seen."""
    laid = flowers_of("f1 s2", -262, 0) + row("123m456p789sEEEC C")
    seen = evidence(laid)
    seen.scores[1] = 0.45
    seen.faces[1] = np.eye(len(FACES) + 1)[FACES.index("s2")] * 0.5 + 0.5 / (len(FACES) + 1)
    reading = weighed(seen)
    assert reading.hand is not None
    assert not reading.sure
    assert "f1" in [reading.tiles[doubt.tile].tile for doubt in reading.doubts if doubt.tile is not None]


def test_a_frame_that_hardly_shows_beside_clear_ones_makes_no_tile_lie_face_down() -> None:
    laid = row("123m456p789sEEPP P")
    faces = certain(laid)
    marks = np.where([tile.tile == "P" for tile in laid], 42.0, 0.0)
    marks[-2] = 20.0
    reading = weighed(replace(evidence(laid, faces=faces), marks=marks))
    assert (reading.hand, reading.sure) == ("123m456p789sEEPP P", True)
    marks[-2] = 4.0
    assert weighed(replace(evidence(laid, faces=faces), marks=marks)).hand is None


def asks_only_about(reading: Reading, seen: Evidence, find: int) -> bool:
    """Whether all that is doubtful is if a find, which the reading shows beside the hand, is a tile."""
    (doubt,) = reading.doubts
    tile = reading.tiles[doubt.tile or 0]
    there = np.allclose(np.mean(tile.quad, axis=0), seen.quads[find].mean(axis=0))
    named = tile.tile in FACES[FIRST_FLOWER:] or tile.tile == "E"  # of which there is a pung
    return doubt.kind == "count" and there and named and reading.groups[tile.group].kind == "aside"


@pytest.mark.parametrize(
    ("score", "flower", "unknown", "flowers", "sure"),
    [
        (0.78, 0.95, 0.0, 1, True),
        (0.68, 0.95, 0.0, 1, False),
        (0.42, 0.995, 0.0, 1, True),
        (0.35, 0.995, 0.0, 1, False),
        (0.45, 0.5, 0.0, 0, False),
        (0.39, 0.1, 0.0, 0, True),
        (0.42, 0.1, 0.0, 0, False),
        (0.6, 0.1, 0.5, 0, False),
        (0.95, 0.1, 0.0, 1, False),
    ],
)
def test_what_hardly_looks_like_a_flower_is_none_where_it_is_hardly_seen(
    score: float, flower: float, unknown: float, flowers: int, sure: bool
) -> None:
    """Whether it is one is asked, unless it is clear, or hardly a tile nor like a flower at all."""
    laid = flowers_of("f1", -215, 0) + row("123m456p789sEEEC C")
    seen = evidence(laid)
    seen.scores[0] = score
    seen.faces[0] = (1 - flower - unknown) / len(FACES)
    seen.faces[0, [FACES.index("f1"), -1]] += flower, unknown
    reading = weighed(seen)
    assert reading.hand is not None
    assert parse(reading.hand).flowers == flowers
    assert reading.sure == sure
    assert flowers or sure or asks_only_about(reading, seen, 0)


@pytest.mark.parametrize(
    ("tile", "likely", "unknown", "x", "sure"),
    [
        ("f1", 1.0, 0.0, -215, False),
        ("f1", 0.8, 0.0, -215, False),
        ("f1", 0.5, 0.0, -215, True),
        ("f1", 0.7, 0.4, -215, False),
        ("f1", 0.5, 0.4, -215, True),
        ("W", 1.0, 0.0, -215, True),
        ("f1", 1.0, 0.0, -260, False),
        ("f1", 1.0, 0.0, -300, True),
        ("E", 1.0, 0.0, 0, False),
        ("9m", 1.0, 0.0, 0, True),
    ],
)
def test_a_flower_or_a_fourth_tile_that_is_hardly_seen_near_the_hand_is_asked_about(
    tile: str, likely: float, unknown: float, x: int, sure: bool
) -> None:
    """However likely it is that it is no tile."""
    laid = row("E>EE 456p789sCC12m 3m")
    laid.append(Laid(tile, x, 0) if x else replace(laid[1], tile=tile, y=laid[1].y + WIDTH + 1))
    seen = evidence(laid)
    seen.scores[-1] = 0.2
    seen.faces[-1] *= likely
    seen.faces[-1, FACES.index("8s")] += 1 - likely
    seen.faces[-1] = (1 - unknown) * seen.faces[-1] + unknown * np.eye(len(FACES) + 1)[-1]
    reading = weighed(seen)
    assert reading.hand == "[EEE,2]12m456p789sCC 3m"
    assert reading.sure == sure
    assert sure or asks_only_about(reading, seen, -1)


def test_what_is_asked_about_is_shown_as_what_would_change_the_hand() -> None:
    """It looks most like an 8s, for which the hand has no room, but is likelier a flower, whichever."""
    laid = [*row("E>EE 456p789sCC12m 3m"), Laid("f1", -215, 0)]
    seen = evidence(laid)
    seen.scores[-1] = 0.2
    seen.faces[-1] = 0
    seen.faces[-1, [FACES.index(code) for code in ("8s", "f1", "f2", "f3", "f4")]] = 0.24, 0.19, 0.22, 0.18, 0.17
    reading = weighed(seen)
    assert asks_only_about(reading, seen, -1)
    asked = reading.tiles[reading.doubts[0].tile or 0]
    assert (asked.tile, asked.confidence) == ("f2", pytest.approx(0.22))
    assert [code for code, _ in asked.alternatives] == ["f1", "f3", "f4"]


def test_what_a_hand_is_read_without_is_shown_beside_it() -> None:
    """Were the weak finds counted, the hand would have more than its fourteen tiles."""
    seen = evidence(row("123m456p789sEEECC2468m135p"))
    seen.scores[14:] = 0.45
    assert read(seen).hand is None
    reading = weighed(seen)
    assert reading.hand == "123m456p789sEEEC C"
    assert Doubt(None, "weak-left-out", {"count": 7}) in reading.doubts
    assert {reading.tiles[t].tile for group in reading.groups if group.kind == "aside" for t in group.tiles} == {
        "2m", "4m", "6m", "8m", "1p", "3p", "5p",
    }  # fmt: skip
    assert all(t in reading.groups[tile.group].tiles for t, tile in enumerate(reading.tiles))


def test_a_clear_find_of_odd_outline_stays_likely() -> None:
    lying = Outlines(np.zeros((15, 4, 2)), np.arange(15) < 14, np.where(np.arange(15) < 14, 1.0, 1.13))
    scores = discounted(np.append(np.full(14, 0.92), CLEAR), lying)
    assert (scores[:14] == 0.92).all()
    assert LIKELY <= scores[14] < CLEAR


@pytest.mark.parametrize(
    ("side", "likely"), [(1.0, True), (np.sqrt(2), True), (1.64, True), (0.5, False), (2.6, False)]
)
def test_a_box_of_two_tiles_stays_likely_and_a_die_does_not(side: float, likely: bool) -> None:
    """So likely that it is of the hand, and so little that it is asked about, however clearly it is named."""
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], float)
    quads = np.array([*(tile + [32 * k, 300] for k in range(14)), tile * side + [100, 400]])
    scores = discounted(np.full(15, 0.92), outlined(quads, (640, 480)))
    assert (scores[:14] == 0.92).all()
    assert (scores[14] >= LIKELY) == likely
    assert (scores[14] >= MIN_SCORE) == (side == 1.0)


@pytest.mark.parametrize(
    ("wide", "apart", "likely"),
    [([18] * 4, 19, True), ([18] * 3, 19, False), ([18] * 4, 90, False), ([10, 12, 15, 18], 19, False)],
)
def test_a_row_that_stands_beside_those_that_lie_stays_likely(wide: list[int], apart: int, likely: bool) -> None:
    """An opponent's tiles, seen from above, are too small for tiles but for each other."""
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], float)
    stands = [tile * [w / 30, w / 36] + [apart * k, 100] for k, w in enumerate(wide)]
    quads = np.array([*(tile + [32 * k, 300] for k in range(14)), *stands])
    scores = discounted(np.full(len(quads), 0.92), outlined(quads, (640, 480)))
    assert (scores[:14] == 0.92).all()
    assert ((scores[14:] >= LIKELY) == likely).all()
    assert (scores[14:] < CLEAR).all()


IVORY, SHADED, BLUE = (205, 232, 240), (180, 204, 212), (160, 90, 40)


@pytest.mark.parametrize(
    ("backs", "white"),
    [
        ([IVORY, BLUE, BLUE], [True, False, False]),
        ([SHADED], [True]),
        ([BLUE] * 3, [False] * 3),
        ([IVORY] * 5, [False] * 5),  # there are but four white dragons: these are the backs of the set
    ],
)
def test_a_back_of_the_faces_colour_is_a_bare_white_dragon(
    backs: list[tuple[int, int, int]], white: list[bool]
) -> None:
    laid = row("1234m" + "P" * len(backs))
    crops = np.full((len(laid), 64, 48, 3), IVORY, np.uint8)
    crops[:4, 20:44, 16:32] = (30, 30, 30)
    crops[4:] = np.array(backs)[:, None, None]
    seen = evidence(laid)
    down = np.arange(len(laid)) >= 4
    lying = outlined(seen.quads, seen.size)
    scores = np.full(len(laid), 0.9, np.float32)
    assert white_dragons(crops, down, seen.faces, scores, lying)[4:].tolist() == white
    assert not white_dragons(
        crops, down, seen.faces, np.where(down, scores, 0.3), lying
    ).any()  # no face is clearly named


def test_what_looks_like_a_back_but_is_clearly_named_is_what_it_is_named() -> None:
    """Never surely: no more than a bare one is surely a white dragon."""
    west, white = FACES.index("W"), FACES.index("P")
    seen = np.full((3, len(FACES) + 1), 0.001)
    seen[0, west], seen[1, west], seen[1:, -1] = 0.95, 0.4, 0.97
    seen /= seen.sum(axis=1, keepdims=True)
    rather = instead(seen)
    assert rather.argmax(axis=1).tolist() == [west, white, white]
    assert rather.max() <= 0.94
    np.testing.assert_allclose(rather.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("score", "whole", "nothing", "white", "ink", "blank"),
    [
        (0.9, 1.0, 0.8, 0.15, 0, True),
        (0.9, 1.0, 0.5, 0.45, 0, True),
        (0.9, 1.0, 0.8, 0.15, 20, True),  # a scratch
        (0.9, 1.0, 0.8, 0.15, 90, False),  # something that is on no tile
        (0.9, 1.0, 0.3, 0.65, 0, False),  # a white dragon as it is
        (0.9, 1.0, 0.5, 0.1, 0, False),  # it shows something
        (0.4, 1.0, 0.8, 0.15, 0, False),
        (0.9, 0.1, 0.8, 0.15, 0, False),
    ],
)
def test_a_tile_beyond_doubt_that_shows_nothing_may_be_a_back(
    score: float, whole: float, nothing: float, white: float, ink: int, blank: bool
) -> None:
    seen = evidence(row("_5m5m5m5m 123p456s99sEE E"))
    faces = seen.faces.copy()
    faces[3] = (1 - nothing - white) / len(FACES)
    faces[3, FACES.index("P")], faces[3, -1] = white, nothing
    count = len(faces)
    scores, sights = np.full(count, 0.9, np.float32), np.ones(count, np.float32)
    scores[3], sights[3] = score, whole
    tiles = Tiles(seen.quads.astype(np.float32), scores, KINDS[:1] * count, sights)
    lying = outlined(seen.quads, seen.size)
    crops = np.full((count, 64, 48, 3), 210, np.uint8)
    crops[:, 25:40, 20:28] -= np.uint8(ink)
    assert shows_nothing(crops, faces, tiles, lying).tolist() == [t == 3 and blank for t in range(count)]


@pytest.mark.parametrize(("score", "turns"), [(0.95, [0]), (0.3, [0, 2, 1])])
def test_what_may_be_a_tile_has_a_picture_without_a_hand_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, score: float, turns: list[int]
) -> None:
    reader, few, seen = TileReader(), evidence(row("123m456p")), []
    few.scores[-1] = score

    def look(_: Picture, quarters: int = 0, **__: object) -> Evidence:
        seen.append(quarters)
        return few

    monkeypatch.setattr(reader, "look", look)
    reader.read(np.zeros((900, 1200, 3), np.uint8))
    assert seen == turns
