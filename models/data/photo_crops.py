"""Crops of tiles in labelled photographs and rendered scenes, and crops of things wrongly taken for tiles."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.augment import degraded, jittered
from models.data.crops import ANY_TURN, CLASSIFIER_CROPS, UNKNOWN, CropSet, CropSpec, Floats, cut
from models.data.dataset import SCENES_PER_SET, DatasetFinder
from models.data.labels import Label, aligned, enclosing_rectangle, quad_areas, quad_overlap, read_labels
from models.data.tables import Half, agreed, tables
from models.render.body import Image
from scoring.tiles import FACES, WHITE
from vision.evidence import Evidence
from vision.networks.exposure import exposure_corrected
from vision.quads import sides

FOUND_SHARE: Final = 0.5
"""Share of tiles in scenes that are cut in the quad of a detection, the others in their true quad. More teaches inexact
quads; less teaches exact ones."""

_SAME_TILE: Final = 0.4
"""Intersection over union above which a detection matches a tile. More rejects good matches; less matches
neighbours."""

_MAX_ON_TILE: Final = 0.15
"""Greatest share of a false positive's area on a tile. More teaches parts of tiles as no tile; less drops examples at a
tile's edge."""

_OWN_SIZE: Final = 0.6
"""Share of crops of real tables that keep the tile's own size. More teaches that distance; less shows them nearer and
further."""

_VIEWS: Final = 8
"""Random views of each photograph without tiles. More weighs those photographs higher; fewer shows less of them."""

_MIN_VIEW: Final = 0.3
"""Least side of a random view, as a share of the photograph's sides. More shows things small; less shows only parts of
them."""

_VIEW_PX: Final = 640
"""Longer side in pixels of a random view: the size of the pictures the detector learns from."""


def labelled_photos(folder: Path) -> Iterator[tuple[Path, Image, list[Label]]]:
    """Yield (file, picture, labels) of each labelled photograph in `folder/images` and `folder/labels`, sorted by
    name."""
    for labels in sorted((folder / "labels").glob("*.txt")):
        file = folder / "images" / f"{labels.stem}.jpg"
        picture = cv2.imread(str(file))
        if picture is not None:
            yield file, picture.astype(np.uint8), read_labels(file, (picture.shape[1], picture.shape[0]))


def photo_crops(
    rng: np.random.Generator | None,
    folder: Path,
    copies: int,
    upright: bool,
    straight: bool = True,
    spec: CropSpec = CLASSIFIER_CROPS,
) -> CropSet:
    """Return crops of a folder of labelled photographs, grouped by photograph (with all augmented copies of it).

    Args:
        rng: Random generator, or None to cut every box once, as labelled, without augmentation.
        folder: Holds `images/` and `labels/`.
        copies: Crops per box.
        upright: True if the boxes show upright tiles; otherwise their turn is `ANY_TURN`.
        straight: True to omit tiles that lie askew, since their axis-aligned boxes show much of their surroundings.
        spec: The crops' size and turns.
    """
    groups: dict[str, int] = {}
    rows = []
    for file, picture, boxes in labelled_photos(folder):
        group = groups.setdefault(file.stem.split(".rf.")[0], len(groups))
        askew = lie_askew([b.box for b in boxes])
        for box, lies_askew in zip(boxes, askew, strict=True):
            if straight and lies_askew:
                continue
            x0, y0, x1, y1 = box.box
            quad = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            if rng is None:
                rows.append((cut(picture, quad, spec), FACES.index(box.tile), 0 if upright else ANY_TURN, group))
                continue
            rows += [_augmented(rng, picture, quad, FACES.index(box.tile), upright, group, spec) for _ in range(copies)]
    return CropSet.of(rows)


def lie_askew(boxes: Sequence[tuple[float, float, float, float]]) -> NDArray[np.bool_]:
    """Return a mask (n,) of a photograph's axis-aligned boxes (left, top, right, bottom) that hold tiles at an angle.

    Their boxes are larger than the others, or overlap.
    """
    b = np.array(boxes, dtype=np.float64).reshape(-1, 4)
    if len(b) == 0:
        return np.zeros(0, np.bool_)
    area = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    low, high = np.maximum(b[:, None, :2], b[None, :, :2]), np.minimum(b[:, None, 2:], b[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    np.fill_diagonal(shared, 0)
    overlap = (shared / np.minimum(area[:, None], area[None])).max(axis=1)
    return np.asarray((area > 1.7 * np.median(area)) | (overlap > 0.3))


def scene_crops(
    rng: np.random.Generator,
    folder: Path,
    spec: CropSpec = CLASSIFIER_CROPS,
    finder: DatasetFinder | None = None,
    hard_negatives: int = 0,
) -> CropSet:
    """Return crops of rendered scenes (`python -m models.data.dataset scenes`), grouped by set of tiles.

    Some quads are the smallest rectangle round the true one, as a detector draws it; some crops show no tile.

    Args:
        rng: Random generator.
        folder: Holds `images/` and `truth/`.
        spec: The crops' size and turns.
        finder: Finds the tiles of a picture; half of the tiles are cut in the quads that it returns.
        hard_negatives: Crops of each false face of `finder`, labelled `UNKNOWN`.
    """
    rows = []
    for truth in sorted((folder / "truth").glob("*.json")):
        group = int(truth.stem.rsplit("-", 1)[1]) // SCENES_PER_SET
        picture = cv2.imread(str(folder / "images" / f"{truth.stem}.jpg"))
        if picture is None:
            continue
        scene = np.asarray(picture, np.uint8)
        tiles = json.loads(truth.read_text())["tiles"]
        quads = [np.array(t["quad"]) for t in tiles]
        finds = finder(scene) if finder is not None else None
        for tile, quad in zip(tiles, quads, strict=True):
            if tile["face"] != "up" or tile["visible"] < 0.6 or sides(quad).min() < spec.heights[0] / 2:
                continue
            face = FACES.index(tile["tile"])
            found = matched_quad(quad, finds) if finds is not None and rng.random() < FOUND_SHARE else None
            given = found if found is not None else enclosing_rectangle(quad) if rng.random() < 0.2 else quad
            rows.append(_augmented(rng, scene, given, face, True, group, spec, 0.6, exact=found is not None))
        height, width = scene.shape[:2]
        h = rng.uniform(0.04, 0.2) * height
        nothing = rng.uniform((0, 0), (width, height)) + np.array([(0, 0), (0.74, 0), (0.74, 1), (0, 1)]) * h
        middle = nothing.mean(axis=0).tolist()
        if all(cv2.pointPolygonTest(q.astype(np.float32), middle, True) < -0.8 * h for q in quads):
            rows.append(_augmented(rng, scene, nothing, UNKNOWN, False, group, spec, 0.6))
        for quad in false_positives(finds, quads) if finds is not None else ():
            rows += [_augmented(rng, scene, quad, UNKNOWN, False, group, spec, 0.6) for _ in range(hard_negatives)]
    return CropSet.of(rows)


def matched_quad(quad: Floats, finds: Evidence) -> Floats | None:
    """Return the detection (4, 2) that overlaps a tile's quad most, from the same corner on, or None if none does
    enough."""
    faces = finds.quads[~finds.backs]
    shares = [quad_overlap(found, quad) for found in faces]
    return aligned(faces[int(np.argmax(shares))], quad) if max(shares, default=0) > _SAME_TILE else None


def false_positives(finds: Evidence, tiles: Sequence[Floats]) -> list[Floats]:
    """Return quads (4, 2) of the detected faces that lie on none of `tiles` (quads).

    Detections named white dragon are omitted: a sheet of paper looks like a blank one, and no crop tells the two apart.
    """
    found = finds.quads[~finds.backs & (finds.faces.argmax(axis=1) != WHITE)]
    return [quad for quad in found if all(_off_tile(quad, tile) for tile in tiles)]


def _off_tile(quad: Floats, tile: Floats) -> bool:
    """Return True if at most `_MAX_ON_TILE` of a quad lies on a tile."""
    own, _, shared = quad_areas(quad, tile)
    return shared <= _MAX_ON_TILE * own


def table_crops(
    rng: np.random.Generator,
    photos: Path,
    copies: int,
    spec: CropSpec = CLASSIFIER_CROPS,
    finder: DatasetFinder | None = None,
    half: Half = "all",
) -> CropSet:
    """Return crops of the labelled tiles of real tables (`models.data.tables`), grouped by photograph.

    Args:
        rng: Random generator.
        photos: Folder with `tables-train`.
        copies: Crops per tile.
        spec: The crops' size and turns.
        finder: Finds the tiles of a picture; without one there are no quads, and so no crops.
        half: The places to use.
    """
    rows = []
    for group, table in enumerate(tables(photos, half) if finder is not None else ()):
        picture = table.picture()
        assert finder is not None
        found = agreed(table, finder(picture))
        picture = exposure_corrected(picture)
        for at, tile in enumerate(table.tiles):
            if tile not in FACES or not table.visible[at] or not found.known[at]:
                continue
            rows += [
                _augmented(
                    rng,
                    picture,
                    found.quads[at],
                    FACES.index(tile),
                    bool(found.upright[at]),
                    group,
                    spec,
                    _OWN_SIZE,
                    exact=bool(rng.random() < FOUND_SHARE),
                )
                for _ in range(copies)
            ]
    return CropSet.of(rows)


def clutter_split(photos: Path) -> tuple[list[Path], list[Path]]:
    """Return the photographs of `clutter`: those for hard negatives, and those for measurement."""
    files = sorted((photos / "clutter").glob("*.jpg"))
    return files[::2], files[1::2]


def clutter_crops(rng: np.random.Generator, photos: Path, spec: CropSpec, finder: DatasetFinder) -> CropSet:
    """Return crops of false positives in photographs without tiles, each seen in random views; grouped by
    photograph."""
    rows = []
    for group, file in enumerate(clutter_split(photos)[0]):
        picture = cv2.imread(str(file))
        if picture is None:
            continue
        for _ in range(_VIEWS):
            view = _random_view(rng, picture.astype(np.uint8))
            rows += [
                _augmented(rng, view, quad, UNKNOWN, False, group, spec, 0.6)
                for quad in false_positives(finder(view), ())
            ]
    return CropSet.of(rows)


def _random_view(rng: np.random.Generator, picture: Image) -> Image:
    """Return a random part of a picture, turned by a multiple of 90 degrees and scaled to `_VIEW_PX`."""
    share = rng.uniform(_MIN_VIEW, 1)
    height, width = (round(share * side) for side in picture.shape[:2])
    y, x = (int(rng.integers(whole - part + 1)) for whole, part in zip(picture.shape, (height, width), strict=False))
    part = np.rot90(picture[y : y + height, x : x + width], int(rng.integers(4)))
    scale = _VIEW_PX / max(height, width)
    smoothing = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return exposure_corrected(cv2.resize(part, None, fx=scale, fy=scale, interpolation=smoothing).astype(np.uint8))


def single_tile_crops(
    rng: np.random.Generator | None, crops: Sequence[tuple[str, Path]], copies: int, spec: CropSpec = CLASSIFIER_CROPS
) -> CropSet:
    """Return crops of (face, file) pictures that each show one upright tile, filling the picture; each its own
    group."""
    rows = []
    for group, (code, file) in enumerate(crops):
        picture = cv2.imread(str(file))
        if picture is None:
            continue
        face = FACES.index(code)
        h, w = picture.shape[:2]
        quad = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
        if rng is None:
            rows.append((cut(picture.astype(np.uint8), quad, spec), face, 0, group))
            continue
        around = cv2.copyMakeBorder(
            picture, h // 3, h // 3, h // 3, h // 3, cv2.BORDER_WRAP if rng.random() < 0.5 else cv2.BORDER_REPLICATE
        )
        rows += [
            _augmented(rng, around.astype(np.uint8), quad + h // 3, face, True, group, spec) for _ in range(copies)
        ]
    return CropSet.of(rows)


def _augmented(
    rng: np.random.Generator,
    picture: Image,
    quad: Floats,
    face: int,
    upright: bool,
    group: int,
    spec: CropSpec,
    native_share: float = 0.0,
    exact: bool = False,
) -> tuple[Image, int, int, int]:
    """Return a row for `CropSet.of`: the quad jittered and turned, cut and degraded.

    Args:
        rng: Random generator.
        picture: (height, width, 3) BGR.
        quad: (4, 2) the tile, from the glyph's top left.
        face: Index into `FACES`, or `UNKNOWN`.
        upright: True if the quad begins at the glyph's top left; otherwise the turn is `ANY_TURN`.
        group: The crop's group.
        spec: The crop's size and turns.
        native_share: Probability that the tile's own size is kept instead of a random one.
        exact: True to leave the quad unjittered.
    """
    turn = int(rng.choice(4, p=spec.turn_odds))
    far = None if rng.random() < native_share else rng
    crop = cut(picture, np.roll(quad if exact else jittered(rng, quad), turn, axis=0), spec, far)
    return degraded(rng, crop, spec.size, gently=True), face, (turn if upright else ANY_TURN), group
