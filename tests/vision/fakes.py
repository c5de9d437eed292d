"""Networks for the tests that read painted tiles: what they see is known, whatever the committed weights are.

A tile is painted as a flat quad that says what it is: red marks it as a tile, blue is its face, and its upper half has
more green than its lower one.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import cast

import cv2
import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.builders import SIZE, Laid, camera, quads
from vision import TileReader
from vision.evidence import Evidence
from vision.finds.detections import NameTiles, Refine, TileDetections
from vision.image import Picture
from vision.networks.classifier import MARGIN, Classifier, Names
from vision.networks.classifier import SIZE as CROP
from vision.networks.detector import KINDS, Detections, Kind, distinct
from vision.networks.rectify import TileCrops, rectified
from vision.networks.refiner import RefinedBoxes
from vision.quads import Quads, contains, sides

TABLE = (90, 120, 60)
RED, BACK, FIRST, STEP = 250, 20, 40, 5
UPPER, LOWER, FAINTLY = 200, 120, 60


def painted(laid: list[Laid], faintly: Iterable[int] = (), size: tuple[int, int] = SIZE) -> Picture:
    """Return a table seen from straight above; the tiles listed in `faintly` are named, but not clearly."""
    picture = np.full((size[1], size[0], 3), TABLE, np.uint8)
    for at, (tile, quad) in enumerate(zip(laid, corners(laid), strict=True)):
        blue = BACK if tile.down else FIRST + STEP * FACES.index(tile.tile)
        middle = (quad + np.roll(quad, 1, axis=0)) / 2  # of the left side, then of the upper one, and so on
        halves = (quad[0], quad[1], middle[2], middle[0]), (middle[0], middle[2], quad[2], quad[3])
        for half, green in zip(halves, (UPPER, LOWER), strict=True):
            less = FAINTLY if at in set(faintly) else 0
            cv2.fillConvexPoly(picture, np.rint(half).astype(np.int32), (blue, green, RED - less))
    return picture


def corners(laid: list[Laid]) -> np.ndarray:
    """(N, 4, 2) corners of painted tiles, from the glyph's top left."""
    return quads(laid, camera(0.0, 0.0)).astype(np.float32)


def finds_at(
    quads: np.ndarray, scores: float | Sequence[float] | np.ndarray = 0.9, kinds: tuple[Kind, ...] | None = None
) -> TileDetections:
    """Whole faces (or `kinds`) at quads (N, 4, 2), as the refiner would give them."""
    count = len(quads)
    each = np.broadcast_to(np.array(scores, np.float32), (count,))
    ones = np.ones(count, np.float32)
    return TileDetections.of(RefinedBoxes(np.asarray(quads, np.float32), each, kinds or KINDS[:1] * count, ones), SIZE)


def found_in(picture: Picture) -> np.ndarray:
    """(N, 4, 2) quads of the tiles painted in a picture, clockwise from a short side on."""
    mask = (picture[..., 2] > RED - 2 * FAINTLY).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    boxes = [cv2.boxPoints(cv2.minAreaRect(outline)) for outline in outlines if len(outline) > 8]
    found = np.array(boxes, np.float32).reshape(-1, 4, 2)
    wide = sides(found)[:, 0] > sides(found)[:, 1]
    return np.where(wide[:, None, None], np.roll(found, -1, axis=1), found)


class FakeDetector:
    """Finds every painted tile except those at the (M, 4, 2) quads in `blind`; records its calls."""

    def __init__(self, blind: Quads | None = None, score: float = 0.9) -> None:
        self.blind = np.zeros((0, 4, 2), np.float32) if blind is None else blind
        self.score = score
        self.other_scales: list[bool] = []

    def __call__(
        self, picture: Picture, *, score: float = 0.25, other_scales: bool = False, share: float = 1.0
    ) -> Detections:
        self.other_scales.append(other_scales)
        found = found_in(picture)
        found = found[~contains(found, self.blind).any(axis=1)]
        return Detections(found, np.full(len(found), self.score, np.float32), KINDS[:1] * len(found))

    def large(self, picture: Picture, *, score: float = 0.25) -> Detections:
        """Find the same as the usual search."""
        found = found_in(picture)
        found = found[~contains(found, self.blind).any(axis=1)]
        return Detections(found, np.full(len(found), self.score, np.float32), KINDS[:1] * len(found))


def refined(picture: Picture, boxes: Detections) -> RefinedBoxes:
    """Move each box onto the painted tile with the largest overlap, at 0.8 or the box's score; drop boxes without
    one."""
    known = found_in(picture)
    quads, scores, kinds = [], [], []
    for box, score in zip(boxes.quads, boxes.scores, strict=True):
        shares = [shared(box, tile) for tile in known]
        best = int(np.argmax(shares)) if shares else -1
        if best < 0 or shares[best] < 0.3:
            continue
        quads.append(known[best])
        scores.append(max(float(score), 0.8))
        x, y = known[best].mean(axis=0).astype(int)
        kinds.append(KINDS[int(picture[y, x, 0] == BACK)])
    found = np.array(quads, np.float32).reshape(-1, 4, 2)
    tiles = RefinedBoxes(found, np.array(scores, np.float32), tuple(kinds), np.ones(len(found), np.float32))
    return tiles.only(distinct(found, tiles.scores))


def shared(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union of two quads."""
    both = cv2.intersectConvexConvex(one, other)[0]
    return float(both / (cv2.contourArea(one) + cv2.contourArea(other) - both))


def named(crops: np.ndarray) -> Names:
    """Name crops of one whole painted tile, at 0.99 or, painted faintly, 0.4; all others are no known tile."""
    faces, turns = np.zeros((len(crops), len(FACES) + 1), np.float32), np.zeros((len(crops), 4), np.float32)
    for crop, face, turn in zip(crops, faces, turns, strict=True):
        height, width = crop.shape[:2]
        inner = crop[height // 4 : -(height // 4), width // 4 : -(width // 4)].astype(int)
        around = crop[1, 6:-6], crop[6:-6, -2], crop[-2, 6:-6], crop[6:-6, 1]
        green = [edge[:, 1].mean() for edge in (inner[0], inner[:, -1], inner[-1], inner[:, 0])]
        code = round((float(inner[..., 0].mean()) - FIRST) / STEP)
        alone = all(edge[:, 2].mean() < RED - 2 * FAINTLY for edge in around)
        whole = alone and np.ptp(inner[..., 0]) <= 2 and max(green) - min(green) > (UPPER - LOWER) / 2
        shown = code if whole and 0 <= code < len(FACES) else -1
        faintly = shown >= 0 and inner[..., 2].mean() < RED - FAINTLY / 2
        likely = 0.4 if faintly else 0.99
        face[:] = (1 - likely) / len(FACES)
        face[shown] = likely
        turn[:] = 0.01
        turn[int(np.argmax(green))] = 0.97
    return Names(faces, turns, np.zeros((len(crops), 0), np.float32))


def name_in(picture: Picture) -> NameTiles:
    """Name the tiles painted in a picture."""
    return lambda quads: named(rectified(picture, np.asarray(quads, np.float32), CROP, MARGIN))


def refine_in(picture: Picture) -> Refine:
    """Refine boxes of the tiles painted in a picture."""
    return partial(refined, picture)


class FakeClassifier:
    """Names painted tiles."""

    def __init__(self, *_: object) -> None:
        pass

    def __call__(self, crops: TileCrops) -> Names:
        return named(crops)

    def name(self, picture: Picture, quads: Quads) -> Names:
        return name_in(picture)(quads)


def fake_reader(
    monkeypatch: pytest.MonkeyPatch,
    detector: Callable[..., Detections] | None = None,
    refiner: Callable[[Picture, Detections], RefinedBoxes] = refined,
) -> TileReader:
    """Return a reader of painted tiles."""
    with monkeypatch.context() as patch:
        patch.setattr("vision.reader.Detector", lambda *_: detector or FakeDetector())
        patch.setattr("vision.reader.Refiner", lambda *_: refiner)
        patch.setattr("vision.reader.Classifier", FakeClassifier)
        patch.setattr("vision.reader.Cascade", lambda *_: lambda picture, quads, names, classifier: names)
        patch.setattr("vision.reader.Flowers", lambda *_: lambda picture, quads, names: names)
        return TileReader(verified=False)  # a painted tile looks like none


class FeatureClassifier:
    """Gives crops features of their own: the crop itself made small, grey and of length 1; names nothing."""

    def __call__(self, crops: TileCrops) -> Names:
        small = crops.mean(axis=3).reshape(len(crops), 16, 4, 16, 3).mean(axis=(2, 4)).reshape(len(crops), 256)
        small = small - small.mean(axis=1, keepdims=True)
        features = small / np.maximum(np.linalg.norm(small, axis=1, keepdims=True), 1e-6)
        faces = np.full((len(crops), len(FACES) + 1), 1 / (len(FACES) + 1), np.float32)
        return Names(faces, np.full((len(crops), 4), 0.25, np.float32), features.astype(np.float32))


class FakeFinder:
    """Finds tiles at known quads (N, 4, 2), each surely of its face."""

    def __init__(self, quads: np.ndarray, faces: Sequence[int]) -> None:
        self.quads, self.faces = quads, np.array(faces, int)

    @property
    def classifier(self) -> Classifier:
        return cast(Classifier, FeatureClassifier())

    def detect(self, picture: Picture, *, found: Detections | None = None) -> Evidence:
        count = len(self.quads)
        faces, plain, none = np.eye(len(FACES) + 1)[self.faces], np.ones(count), np.zeros(count)
        quads = self.quads if found is None else found.quads.astype(np.float64)
        return Evidence(
            (picture.shape[1], picture.shape[0]), quads, plain, none.astype(bool), faces, plain, none, none, plain
        )
