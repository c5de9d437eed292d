"""The reader's detections in pictures with known tiles: the training data of the verifier.

A sighting is one picture's detections before the verifier judges them, each labelled as a face, a back, no tile, or
unknown. Pictures are rendered scenes, labelled photographs, and photographs without tiles (`models.data.negatives`).
"""

import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.crops import Floats
from models.data.dataset import DatasetFinder, unstretched
from models.data.labels import overlaps, quad_areas, quad_overlap, read_labels
from models.data.negatives import kinds
from models.data.photo_crops import clutter_split
from models.data.tables import Half, agreed, tables
from models.render.body import Image
from scoring.tiles import FACES, WHITE
from vision import TileReader
from vision.evidence import Evidence
from vision.networks.exposure import exposure_corrected
from vision.networks.rectify import TileCrops, rectified
from vision.networks.refiner import MARGIN, SIZE
from vision.quads import sides

FACE: Final = 0
BACK: Final = 1
NONE: Final = 2
UNKNOWN: Final = -1

VIEWS: Final = 3
"""Random views of each photograph without tiles, beside the whole of it. More weighs those photographs higher; fewer
shows less of them."""

_MIN_VIEW: Final = 0.35
"""Least side of a random view, as a share of the photograph's sides. More shows things small; less shows only parts of
them."""

_VIEW_PX: Final = (480, 1100)
"""Longer side in pixels of a random view. A wider range teaches more distances, each of them less."""

_RESIZE: Final = (0.6, 1.6)
"""Factors by which labelled photographs are resized at random. A wider range teaches more distances, each of them
less."""

_SAME: Final = 0.5
"""Intersection over union from which a detection matches a label. More rejects good matches to loose labels; less
matches neighbours."""

_ON_TILE: Final = 0.15
"""Greatest share of a detection's area on a tile for it to be no tile. More teaches parts of tiles as no tile; less
leaves detections at a tile's edge unlabelled."""

_MIN_VISIBLE: Final = 0.6
"""Least visible share of a rendered tile that counts as one. More drops covered tiles; less teaches slivers as
tiles."""

_TABLE_COPIES: Final = 4
"""Random sizes of each photograph of `tables-train`. More weighs real tables higher; fewer shows less of them."""

_COMPOSITIONS: Final = 400
"""Most compositions of a folder. More weighs photographed tiles on rendered grounds higher; fewer, less."""

_FAR: Final = 1.2
"""Distance from every label, in the longer sides of a detection, from which a face in a photograph of a table is none.
Less teaches parts and sides of tiles as none; more leaves detections beside tiles unlabelled."""

_CLEAR_BACK: Final = 0.7
"""Score from which a back in a photograph, which has no label, counts as one. More drops true backs; less teaches other
things as backs."""

_TOP: Final = 0.15
"""Share of a standing tile's label above its face, seen a little from above. More cuts the face; less boxes the tile's
top with it."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """The N detections of one picture.

    Attributes:
        source: Source of the picture: "scenes", "train", "standing", "clutter" or a kind of negatives.
        group: Name of the picture; all views of it have the same.
        seen: Output of the networks.
        crops: (N, 64, 64, 3) the verifier's input.
        labels: (N,) `FACE`, `BACK`, `NONE` or `UNKNOWN`.
        white: (N,) True if a face is known to be a white dragon.
    """

    source: str
    group: str
    seen: Evidence
    crops: TileCrops
    labels: NDArray[np.int64]
    white: NDArray[np.bool_]


def sighted(picture: Image, finder: DatasetFinder, source: str, group: str) -> Sighting:
    """Return the detections of a picture without tiles."""
    seen = finder(picture)
    crops = rectified(exposure_corrected(picture), seen.quads.astype(np.float32), SIZE, MARGIN)
    count = len(seen.scores)
    return Sighting(source, group, seen, crops, np.full(count, NONE), np.zeros(count, bool))


def without_tiles(rng: np.random.Generator, photos: Path, finder: DatasetFinder, views: int) -> Iterator[Sighting]:
    """Yield the taught photographs without tiles, each as a whole and in `views` random views."""
    clutter = ("clutter", clutter_split(photos)[0])
    for source, files in [*kinds(photos, taught=True), clutter]:
        for file in files:
            read = cv2.imread(str(file))
            if read is None:
                continue
            picture = read.astype(np.uint8)
            for view in (picture, *(random_view(rng, picture) for _ in range(views))):
                yield sighted(view, finder, source, file.stem)


def random_view(rng: np.random.Generator, picture: Image) -> Image:
    """Return a random part of a picture, turned by a multiple of 90 degrees, at a random size."""
    share = rng.uniform(_MIN_VIEW, 1)
    height, width = (round(share * side) for side in picture.shape[:2])
    y, x = (int(rng.integers(whole - part + 1)) for whole, part in zip(picture.shape, (height, width), strict=False))
    part = np.rot90(picture[y : y + height, x : x + width], int(rng.integers(4)))
    return resized(part, rng.uniform(*_VIEW_PX) / max(height, width))


def resized(picture: Image, down: float, across: float | None = None) -> Image:
    """Return a picture resized by a factor, or by one down and another across."""
    smoothing = cv2.INTER_AREA if down < 1 else cv2.INTER_LINEAR
    across = down if across is None else across
    return cv2.resize(np.ascontiguousarray(picture), None, fx=across, fy=down, interpolation=smoothing).astype(np.uint8)


def of_photographs(
    rng: np.random.Generator, folder: Path, finder: DatasetFinder, *, standing: bool, copies: int, step: int = 1
) -> Iterator[Sighting]:
    """Yield the detections in labelled photographs; those without a label are unknown.

    Args:
        rng: Random generator.
        folder: Holds `images/` and `labels/`.
        finder: Finds the tiles of a picture.
        standing: True if labels go round whole standing tiles, not only their faces.
        copies: Random sizes of each photograph.
        step: Use every `step`-th photograph.
    """
    for file in islice(sorted((folder / "images").glob("*.jpg")), 0, None, step):
        read = cv2.imread(str(file))
        if read is None:
            continue
        picture = read.astype(np.uint8)
        tiles = read_labels(file, (read.shape[1], read.shape[0]))
        boxes = np.array([t.box for t in tiles], float).reshape(-1, 4)
        dragons = np.array([t.tile == FACES[WHITE] for t in tiles], bool)
        wider = unstretched(picture, boxes)
        for _ in range(copies):
            by = float(np.exp(rng.uniform(*np.log(_RESIZE))))
            scaled = boxes * (wider * by, by, wider * by, by)
            if standing:
                scaled[:, 1] += _TOP * (scaled[:, 3] - scaled[:, 1])
            found = sighted(resized(picture, by, wider * by), finder, folder.name, file.stem.split(".rf.")[0])
            labels = _labels_by_boxes(found.seen, scaled)
            white = (labels == FACE) & (_labels_by_boxes(found.seen, scaled[dragons]) == FACE)
            yield replace(found, labels=labels, white=white)


def _labels_by_boxes(seen: Evidence, boxes: Floats) -> NDArray[np.int64]:
    """Return labels of detections in a photograph with axis-aligned boxes (M, 4) round its faces."""
    around = np.concatenate([seen.quads.min(axis=1), seen.quads.max(axis=1)], axis=1).reshape(-1, 4)
    shares = overlaps(boxes, around).max(axis=0, initial=0)
    backs = seen.backs & (seen.scores > _CLEAR_BACK)
    return np.where(shares >= _SAME, FACE, np.where(backs, BACK, UNKNOWN)).astype(np.int64)


def of_scenes(folder: Path, finder: DatasetFinder) -> Iterator[Sighting]:
    """Yield the detections in rendered scenes (`python -m models.data.dataset scenes`)."""
    for truth in sorted((folder / "truth").glob("*.json")):
        picture = cv2.imread(str(folder / "images" / f"{truth.stem}.jpg"))
        if picture is None:
            continue
        tiles = json.loads(truth.read_text())["tiles"]
        quads = np.array([tile["quad"] for tile in tiles], float).reshape(-1, 4, 2)
        worth = [UNKNOWN if t["visible"] < _MIN_VISIBLE else FACE if t["face"] == "up" else BACK for t in tiles]
        found = sighted(picture.astype(np.uint8), finder, "scenes", truth.stem)
        labels = np.array([_label_by_quads(quad, quads, worth) for quad in found.seen.quads], np.int64)
        dragon = [UNKNOWN if t["tile"] != FACES[WHITE] else known for t, known in zip(tiles, worth, strict=True)]
        white = np.array([_label_by_quads(quad, quads, dragon) == FACE for quad in found.seen.quads], bool)
        yield replace(found, labels=labels, white=white)


def _label_by_quads(quad: Floats, tiles: Floats, labels: list[int]) -> int:
    """Return the label of a detection (4, 2) among tiles (M, 4, 2) with these labels."""
    reach = np.maximum(np.ptp(tiles, axis=1).max(axis=1), np.ptp(quad, axis=0).max())
    near = np.flatnonzero(np.linalg.norm(tiles.mean(axis=1) - quad.mean(axis=0), axis=1) < 1.5 * reach)
    shares = [quad_overlap(quad, tiles[k]) for k in near]
    if max(shares, default=0) >= _SAME:
        return labels[int(near[int(np.argmax(shares))])]
    areas = [quad_areas(quad, tiles[k]) for k in near]
    return NONE if all(shared <= _ON_TILE * own for own, _, shared in areas) else UNKNOWN


def of_tables(
    rng: np.random.Generator, photos: Path, finder: DatasetFinder, copies: int, half: Half = "all"
) -> Iterator[Sighting]:
    """Yield the detections in photographs of real tables.

    All their face-up tiles are labelled, so that a face far from every label is none; backs are mostly not labelled.

    Args:
        rng: Random generator.
        photos: Folder with `tables-train`.
        finder: Finds the tiles of a picture.
        copies: Random sizes of each photograph.
        half: The places to use.
    """
    for table in tables(photos, half):
        picture = table.picture()
        for _ in range(copies):
            by = float(np.exp(rng.uniform(*np.log(_RESIZE))))
            here = table.scaled(by)
            found = sighted(resized(picture, by), finder, "tables", table.file.stem)
            matched = agreed(here, found.seen).found
            labels = np.where(found.seen.backs & (found.seen.scores > _CLEAR_BACK), BACK, UNKNOWN)
            if len(labels):
                reach = sides(found.seen.quads).max(axis=1)
                apart = np.linalg.norm(found.seen.quads.mean(axis=1)[:, None] - here.middles, axis=2)
                labels[(apart.min(axis=1, initial=np.inf) > _FAR * reach) & ~found.seen.backs] = NONE
            there = matched >= 0
            labels[matched[there]] = [BACK if here.tiles[k] == "back" else FACE for k in np.flatnonzero(there)]
            white = np.zeros(len(labels), bool)
            white[matched[there]] = [here.tiles[k] == FACES[WHITE] for k in np.flatnonzero(there)]
            yield replace(found, labels=labels.astype(np.int64), white=white)


def of_compositions(folder: Path, finder: DatasetFinder, limit: int) -> Iterator[Sighting]:
    """Yield the detections in photographed tiles laid on rendered grounds (`python -m models.data.dataset photos`).

    Args:
        folder: Holds `images/` and `labels/`.
        finder: Finds the tiles of a picture.
        limit: Most pictures to use.
    """
    for file in islice(sorted((folder / "images").glob("*.jpg")), limit):
        picture = cv2.imread(str(file))
        if picture is None:
            continue
        lines = [line.split()[1:] for line in (folder / "labels" / f"{file.stem}.txt").read_text().splitlines()]
        quads = np.array(lines, float).reshape(-1, 4, 2) * (picture.shape[1], picture.shape[0])
        found = sighted(picture.astype(np.uint8), finder, "compositions", file.stem)
        labels = np.array([_label_by_quads(quad, quads, [FACE] * len(quads)) for quad in found.seen.quads], np.int64)
        yield replace(found, labels=np.where(found.seen.backs & (labels == NONE), UNKNOWN, labels))


def gathered(
    photos: Path,
    scenes: Sequence[Path],
    seed: int,
    views: int = VIEWS,
    step: int = 2,
    tables: Half = "all",
    compositions: Sequence[Path] = (),
) -> Iterator[Sighting]:
    """Yield the verifier's training sightings.

    Args:
        photos: Folder with `negatives`, `clutter`, `train`, `standing` and `tables-train`.
        scenes: Folders that `python -m models.data.dataset scenes` wrote.
        seed: Random seed.
        views: Random views of each photograph without tiles, beside the whole of it.
        step: Use every `step`-th photograph of `train`.
        tables: Places of `tables-train` to use.
        compositions: Folders that `python -m models.data.dataset photos` wrote.
    """
    finder, rng = TileReader(verified=False).detect, np.random.default_rng(seed)
    yield from without_tiles(rng, photos, finder, views)
    yield from of_photographs(rng, photos / "train", finder, standing=False, copies=1, step=step)
    yield from of_photographs(rng, photos / "standing", finder, standing=True, copies=views)
    yield from of_tables(rng, photos, finder, _TABLE_COPIES, tables)
    for folder in scenes:
        yield from of_scenes(folder, finder)
    for folder in compositions:
        yield from of_compositions(folder, finder, _COMPOSITIONS)


def cached(
    file: Path,
    photos: Path,
    scenes: Sequence[Path],
    seed: int,
    views: int = VIEWS,
    step: int = 2,
    tables: Half = "all",
    compositions: Sequence[Path] = (),
) -> list[Sighting]:
    """Return `gathered`, stored in a file, for resumed runs."""
    if not file.exists():
        part = file.with_name("part.pickle")
        part.write_bytes(pickle.dumps(list(gathered(photos, scenes, seed, views, step, tables, compositions))))
        part.replace(file)
    found: list[Sighting] = pickle.loads(file.read_bytes())
    return found
