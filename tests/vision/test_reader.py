"""A picture becomes a reading: what is found, named and read, and when it is looked at again.

The tiles are painted (`tests.vision.fakes`), so that nothing here depends on the committed weights; what those do on a
photograph is in `tests/vision/test_weights.py`.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.builders import SIZE, Laid, certain, evidence, row
from tests.vision.fakes import FakeDetector, corners, fake_reader, found_in, painted, refined
from vision import ImageError, Reading, TileReader, WeightsError
from vision.evidence import Evidence
from vision.finds.halves import halves
from vision.geometry.plane import PlaneFit, fit_plane
from vision.hand.hypotheses import best_reading
from vision.image import Picture
from vision.networks.classifier import Names
from vision.networks.detector import KINDS, Detections
from vision.networks.refiner import RefinedBoxes
from vision.quads import sides

LAID = row("1m2m3m4p5p6p7s8s9sEEEC C", gap=4, between=12)
HAND = "123m456p789sEEEC C"
PICTURE = painted(LAID)


@pytest.fixture
def detector() -> FakeDetector:
    return FakeDetector()


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch, detector: FakeDetector) -> TileReader:
    return fake_reader(monkeypatch, detector)


def timeless(reading: Reading) -> Reading:
    return replace(reading, ms={})


def test_a_picture_is_read(reader: TileReader) -> None:
    reading = reader.read(PICTURE)
    assert (reading.hand, reading.sure, reading.doubts) == (HAND, True, ())
    assert reading.size == (PICTURE.shape[1], PICTURE.shape[0])
    assert set(reading.ms) == {"decode", "detect", "refine", "classify", "read"}
    assert len(reading.tiles) == len(LAID)
    for tile, quad in zip(LAID, corners(LAID), strict=True):
        (seen,) = (t for t in reading.tiles if np.abs(np.subtract(t.quad, quad)).max() < 3)
        assert (seen.tile, seen.face) == (tile.tile, "up")


def test_path_bytes_and_pixels_are_one(reader: TileReader, tmp_path: Path) -> None:
    reading, path = reader.read(PICTURE), tmp_path / "table.png"
    path.write_bytes(cv2.imencode(".png", PICTURE)[1].tobytes())
    for source in (path, str(path), path.read_bytes()):
        assert timeless(reader.read(source)) == timeless(reading)


def test_where_the_tiles_lie_may_be_known(reader: TileReader, detector: FakeDetector) -> None:
    """Then nothing is detected, and nothing else is looked for: the tile left out stays out."""
    quads = corners(LAID)[:-1]
    found = Detections(quads, np.full(len(quads), 0.9, np.float32), KINDS[:1] * len(quads))
    assert len(reader.read(PICTURE, found=found).tiles) == len(quads)
    assert not detector.other_scales
    assert len(reader.read(PICTURE).tiles) == len(LAID)


@pytest.mark.parametrize("doubtful", [0, 1, 2, 3])
def test_a_doubtful_picture_is_rotated_until_it_is_sure_or_a_look_changes_nothing(
    reader: TileReader, detector: FakeDetector, doubtful: int
) -> None:
    seen: list[Evidence] = []

    def decode(evidence: Evidence) -> Reading:
        seen.append(evidence)
        return replace(best_reading(evidence), sure=len(seen) > doubtful)

    again = reader.read(PICTURE, decode=decode)
    looks = min(doubtful + 1, 2)
    assert (again.hand, again.sure, len(seen)) == (HAND, doubtful < 2, looks)
    assert ("tta" in again.ms) == (doubtful > 0)
    assert detector.other_scales == [n > 0 for n in range(looks)]  # smaller and larger than the first time


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_look_at_the_rotated_picture_sees_the_same_tiles_where_they_lie(reader: TileReader, quarters: int) -> None:
    straight, rotated = reader.detect(PICTURE), reader.detect(PICTURE, quarters)
    assert rotated.size == straight.size
    assert len(rotated.scores) == len(straight.scores) == len(LAID)
    for tile in range(len(LAID)):
        off = np.linalg.norm(rotated.quads.mean(axis=1) - straight.quads[tile].mean(axis=0), axis=1)
        assert off.min() < 2
        assert rotated.faces[off.argmin()].argmax() == straight.faces[tile].argmax()
        assert np.abs(rotated.quads[off.argmin()] - straight.quads[tile]).max() < 3  # from its glyph's top left on


def test_a_look_at_the_rotated_picture_knows_how_the_camera_was_held(
    reader: TileReader, detector: FakeDetector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is known whenever the plane is fitted, as what is far lies lower then."""
    fitted = []

    def noting(quads: np.ndarray, size: tuple[int, int], scores: np.ndarray, turned: int = 0) -> PlaneFit:
        fitted.append(turned)
        return fit_plane(quads, size, scores, turned)

    monkeypatch.setattr("vision.finds.detections.fit_plane", noting)
    detector.blind = corners(LAID)[-1:]  # so that one is added
    assert len(reader.detect(PICTURE, 2).scores) == len(LAID)
    assert len(fitted) > 1
    assert set(fitted) == {2}


@pytest.mark.parametrize("missing", range(0, 14, 3))
def test_a_tile_the_detector_misses_is_read(reader: TileReader, detector: FakeDetector, missing: int) -> None:
    detector.blind = corners(LAID)[[missing]]
    assert reader.read(PICTURE).hand == HAND


def test_halves_that_the_detector_finds_are_made_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one tile on an empty table, so that nothing else helps; the refiner takes the halves for what they are."""
    laid = row("5p")
    two = Detections(halves(corners(laid))[[0, 2]], np.array([0.9, 0.4], np.float32), KINDS[:1] * 2)

    def refine(picture: Picture, boxes: Detections) -> RefinedBoxes:
        if len(boxes) == 2:
            return RefinedBoxes(boxes.quads, boxes.scores, boxes.kinds, np.ones(2, np.float32))
        return refined(picture, boxes)

    class Halves(FakeDetector):
        def __call__(self, *_: object, **__: object) -> Detections:
            return two

    reader = fake_reader(monkeypatch, Halves(blind=corners(laid)), refine)
    assert [FACES[at] for at in reader.detect(painted(laid)).faces.argmax(axis=1)] == ["5p"]


def test_prints_that_repeat_are_left_out(reader: TileReader) -> None:
    """Check that tiles are read once the prints are gone, and that none of up to two sets is taken for a print."""
    prints = [Laid("8m", 90.0 * (n % 7 - 3), 120.0 + 90.0 * (n // 7)) for n in range(14)]
    picture = painted([*LAID, *prints], faintly=range(len(LAID), len(LAID) + len(prints)))
    few = painted([*LAID, *prints[:8]], faintly=range(len(LAID), len(LAID) + 8))
    assert len(reader.detect(few).scores) == len(LAID) + 8  # two sets have as many
    assert len(reader.detect(picture).scores) == len(LAID)
    assert reader.read(picture).hand == HAND


def test_a_learnt_set_has_its_say(reader: TileReader) -> None:
    """Check with a set that exchanges the networks' green and red dragons."""

    class Swapped:
        def named(self, names: Names) -> Names:
            faces = names.faces.copy()
            both = [FACES.index("C"), FACES.index("F")]
            faces[:, both] = names.faces[:, both[::-1]]
            return replace(names, faces=faces)

    reading = reader.read(PICTURE, tileset=Swapped())  # type: ignore[arg-type]
    assert reading.hand == HAND.replace("C", "F")


def test_tiles_are_named_whichever_corner_comes_first(reader: TileReader) -> None:
    quads = np.array([np.roll(quad, at, axis=0) for at, quad in enumerate(corners(LAID))])
    names = reader.name(PICTURE, quads)
    assert [FACES[face] for face in names.faces.argmax(axis=1)] == [tile.tile for tile in LAID]
    assert names.turns.argmax(axis=1).tolist() == [at % 4 for at in range(len(LAID))]


def test_nothing_to_see(reader: TileReader) -> None:
    empty = reader.read(np.full((480, 640, 3), (40, 110, 60), np.uint8))
    assert (empty.tiles, empty.hand, empty.sure) == ((), None, False)
    assert reader.read(np.zeros((3, 5, 3), np.uint8)).tiles == ()


def test_a_tile_that_fills_the_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked for where the usual scales show nothing, or one thing only."""

    class Near(FakeDetector):
        def __call__(
            self, picture: Picture, *, score: float = 0.25, other_scales: bool = False, share: float = 1.0
        ) -> Detections:
            found = super().__call__(picture, score=score, other_scales=other_scales, share=share)
            return found.only(sides(found.quads).max(axis=1) < 300)

    reader = fake_reader(monkeypatch, Near())
    large, small = painted(row("5p"), size=SIZE), painted(row("5p"))
    near = cv2.resize(large, None, fx=12, fy=12)[
        SIZE[1] * 6 - 400 : SIZE[1] * 6 + 400, SIZE[0] * 6 - 500 : SIZE[0] * 6 + 500
    ]
    for picture in (near, small):
        found = reader.read(np.ascontiguousarray(picture))
        (tile,) = found.tiles
        assert (tile.tile, tile.face) == ("5p", "up")
        assert found.size == (picture.shape[1], picture.shape[0])
        assert np.mean(tile.quad, axis=0) == pytest.approx(found_in(picture)[0].mean(axis=0), abs=1)


@pytest.mark.parametrize(("named", "rotations"), [(0.95, [0]), (0.5, [0, 2])])
def test_a_hardly_named_tile_has_a_picture_without_a_hand_looked_at_again(
    reader: TileReader, monkeypatch: pytest.MonkeyPatch, named: float, rotations: list[int]
) -> None:
    laid, seen = row("123m456p"), []
    faces = certain(laid)
    faces[0] = 1e-4
    faces[0, [FACES.index("1m"), FACES.index("9p")]] = named, 1 - named
    few = evidence(laid, faces=faces)

    def detect(_: Picture, quarters: int = 0, **__: object) -> Evidence:
        seen.append(quarters)
        return few

    monkeypatch.setattr(reader, "detect", detect)
    reader.read(np.zeros((900, 1200, 3), np.uint8))
    assert seen == rotations


def test_a_reader_made_ready_loads_nothing_for_the_first_photograph(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, load = [], TileReader._load
    monkeypatch.setattr(TileReader, "_load", lambda self: loaded.append(self) or load(self))
    reader = TileReader(at_once=False)
    assert not loaded
    reader.prepare()
    assert loaded == [reader]
    reader.read(np.zeros((90, 120, 3), np.uint8))
    assert loaded == [reader]


def test_errors(reader: TileReader, tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="image-missing"):
        reader.read(tmp_path / "none.jpg")
    with pytest.raises(WeightsError, match=r"weights-missing: file='.*detector\.onnx'"):
        TileReader(tmp_path)
    with pytest.raises(WeightsError, match=r"weights-missing: file='.*detector\.onnx'"):
        TileReader(tmp_path, at_once=False)
