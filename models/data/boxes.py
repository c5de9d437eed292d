"""Training boxes for the refiner: a detector's boxes, jittered ones, boxes of parts, of pairs, and empty ones."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from models.data.crops import Floats
from models.data.dataset import CLASSES, MIN_VISIBLE, SCENES_PER_SET
from models.data.labels import aligned, enclosing_rectangle, quad_areas, quad_overlap
from vision.networks.detector import Detector
from vision.networks.rectify import rectified
from vision.networks.refiner import MARGIN, SIZE
from vision.quads import sides

NONE: Final = len(CLASSES)
"""The kind of a box that holds no tile."""

UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""Corners (4, 2) of a box in its own unit square."""

WHOLE: Final = (0.92, 0.97)
"""Visible shares up to which a tile is not whole, and above which it is; `whole` is not trained between them. A wider
gap drops doubtful examples; a narrower one trains on errors of the rendered masks."""

_MIN_SIDE: Final = 8.0
"""Least side in pixels of a tile that boxes are made from. More drops small tiles that the refiner meets; less trains
on unreadable ones."""

_IOU: Final = (0.2, 0.35)
"""Intersection over union below which a box is empty, and above which it holds the tile. Boxes between them are not
trained; a narrower gap trains ambiguous ones."""

_ON_TILE: Final = 0.85
"""Share of a box's area on a tile for it to lie on the tile, and of a tile's area in a box for the box to hold it. More
leaves boxes ambiguous and untrained; less accepts loose boxes."""

_MAX_PART: Final = 0.62
"""Share of a tile's area below which a box on it holds only a part. More calls tight boxes parts; less leaves half
tiles untrained."""

_PART_SHARE: Final = 0.2
"""Share of tiles with an additional box of a part. More teaches the refiner to refuse parts; less, to trust tight
boxes."""

PAIR_SHARE: Final = 0.2
"""Share of tiles with an additional box round them and their nearest neighbour. More teaches it to refuse pairs; less,
to trust loose boxes."""

_MIN_FILLED: Final = 0.75
"""Least share of a pair's box that its two tiles fill. More leaves only touching pairs; less adds boxes of mostly
ground."""

_OCCLUDED_SHARE: Final = 0.35
"""Share of pictures with some covered tiles. More teaches occlusion; less teaches the exact corners of whole tiles."""


@dataclass(frozen=True, slots=True)
class LabelledTiles:
    """The tiles of a picture.

    Attributes:
        quads: (n, 4, 2) corners in pixels.
        kinds: (n,) index into `CLASSES`.
        visible: (n,) visible share, 0-1.
        weight: Weight of the corners in the loss, 0-1.
    """

    quads: Floats
    kinds: NDArray[np.int64]
    visible: Floats
    weight: float


@dataclass(frozen=True, slots=True)
class Boxes:
    """N boxes and their labels for the refiner.

    Attributes:
        crops: (N, 64, 64, 3) BGR.
        corners: (N, 4, 2) of the tile, in the box's unit square.
        kinds: (N,) index into `CLASSES`, or `NONE`.
        visible: (N,) visible share of the tile, 1 in an empty box.
        weights: (N,) weight of the corners in the loss, 0-1.
    """

    crops: NDArray[np.uint8]
    corners: NDArray[np.float32]
    kinds: NDArray[np.int64]
    visible: NDArray[np.float32]
    weights: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.crops)


def labelled_pictures(folder: Path, trust: float) -> Iterator[tuple[Path, int, LabelledTiles]]:
    """Yield (file, number of the tile set or -1, tiles) of each picture that `models.data.dataset` wrote to a folder.

    Args:
        folder: Holds `images/`, and `truth/` or `labels/`.
        trust: Weight of corners known as a rectangle only; corners of rendered scenes have weight 1.
    """
    for file in sorted((folder / "images").glob("*.jpg")):
        truth = folder / "truth" / f"{file.stem}.json"
        if truth.exists():
            tiles = json.loads(truth.read_text())["tiles"]
            kinds = [0 if t["face"] == "up" else 1 for t in tiles]
            quads, visible = [t["quad"] for t in tiles], [t["visible"] for t in tiles]
            group = int(file.stem.rsplit("-", 1)[1]) // SCENES_PER_SET
            yield (
                file,
                group,
                LabelledTiles(np.array(quads).reshape(-1, 4, 2), np.array(kinds, np.int64), np.array(visible), 1),
            )
            continue
        with Image.open(file) as picture:
            size = picture.size
        lines = [line.split() for line in (folder / "labels" / f"{file.stem}.txt").read_text().splitlines()]
        corners = np.array([line[1:] for line in lines], float).reshape(-1, 4, 2) * size
        found = np.array([int(line[0]) for line in lines], np.int64)
        yield file, -1, LabelledTiles(corners, found, np.ones(len(lines)), trust)


def jittered_box(rng: np.random.Generator, quad: Floats) -> Floats:
    """Return a box (4, 2) round a tile's quad with a detector's errors, from a random corner on."""
    box = enclosing_rectangle(quad) if rng.random() < 0.8 else quad
    wide = rng.random() < 0.15
    middle = box.mean(axis=0)
    across, down = box[1] - box[0], box[3] - box[0]
    moved = rng.normal(0, 0.16 if wide else 0.07, 2)
    grown = np.exp(rng.normal(0, 0.2 if wide else 0.09, 2))
    angle = rng.uniform(-0.6, 0.6) if wide else rng.normal(0, 0.08)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = middle + moved[0] * across + moved[1] * down
    corners = (UNIT - 0.5) * grown @ np.stack([across, down]) @ turn + middle
    return np.roll(corners, int(rng.integers(4)), axis=0)


def partial_box(rng: np.random.Generator, quad: Floats) -> Floats:
    """Return a box of about half a tile, which a detector may take for a tile where a face has a wide gap."""
    share = rng.uniform(0.3, 0.57)
    low, high = np.zeros(2), np.ones(2)
    axis = int(rng.integers(2))
    low[axis] = rng.choice([0.0, 1 - share])
    high[axis] = low[axis] + share
    low, high = low + _inset(rng), high - _inset(rng)
    box = enclosing_rectangle(quad)
    corners = box[0] + (low + UNIT * (high - low)) @ np.stack([box[1] - box[0], box[3] - box[0]])
    return np.asarray(np.roll(corners, int(rng.integers(4)), axis=0))


def _inset(rng: np.random.Generator) -> Floats:
    """Return random shares (2,) of the tile by which a partial box is inset; at most 0.02 outwards, so it stays a
    part."""
    return np.maximum(rng.normal(0.02, 0.03, 2), -0.02)


def pair_box(rng: np.random.Generator, quad: Floats, others: Floats) -> Floats | None:
    """Return a box round a tile and its nearest neighbour, which at a slant may look like one tile, or None.

    Args:
        rng: Random generator.
        quad: (4, 2) the tile.
        others: (n, 4, 2) the other tiles.
    """
    if not len(others):
        return None
    off = np.linalg.norm(others.mean(axis=1) - quad.mean(axis=0), axis=1)
    other = others[int(off.argmin())]
    box = cv2.boxPoints(cv2.minAreaRect(np.concatenate([quad, other]).astype(np.float32)))
    one, two, both = (cv2.contourArea(each.astype(np.float32)) for each in (quad, other, box))
    return jittered_box(rng, box.astype(np.float64)) if one + two > _MIN_FILLED * both else None


def random_box(rng: np.random.Generator, tiles: LabelledTiles, size: tuple[int, int]) -> Floats:
    """Return a box of about a tile's size at a random place in a picture of (width, height), often next to a tile."""
    if len(tiles.quads):
        box = enclosing_rectangle(tiles.quads[int(rng.integers(len(tiles.quads)))])
        across, down = box[1] - box[0], box[3] - box[0]
    else:
        across, down = np.array([0.74, 0]) * size[1] / 9, np.array([0, 1.0]) * size[1] / 9
        box = UNIT.astype(float)
    if len(tiles.quads) and rng.random() < 0.6:
        side = rng.choice([-1, 1], 2) * rng.permutation([rng.uniform(0.3, 1.1), rng.uniform(0, 0.5)])
        middle = box.mean(axis=0) + side[0] * across + side[1] * down
    else:
        middle = rng.uniform((0, 0), size)
    if rng.random() < 0.5:
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        across, down = across @ turn, down @ turn
    grown = np.exp(rng.normal(0, 0.35, 2))
    return np.asarray((UNIT - 0.5) * grown @ np.stack([across, down]) + middle)


def with_occlusion(
    rng: np.random.Generator, picture: NDArray[np.uint8], tiles: LabelledTiles
) -> tuple[NDArray[np.uint8], LabelledTiles]:
    """Return a picture with one tile in five covered, by another part of the picture or one colour, often of skin."""
    seen, visible = picture.copy(), tiles.visible.copy()
    size = np.array([picture.shape[1], picture.shape[0]])
    for quad in tiles.quads[rng.random(len(tiles.quads)) < 0.2]:
        shape = occluder(rng, quad)
        low = np.clip(np.floor(shape.min(axis=0)).astype(int) - 4, 0, size)
        high = np.clip(np.ceil(shape.max(axis=0)).astype(int) + 4, 0, size)
        if (high - low).min() < 4:
            continue
        mask = np.zeros((high - low)[::-1], np.float32)
        if rng.random() < 0.5:
            cv2.fillConvexPoly(mask, np.rint(shape - low).astype(np.int32), 1.0)
        else:
            cv2.ellipse(mask, cv2.minAreaRect((shape - low).astype(np.float32)), 1.0, -1)
        for k, tile in enumerate(tiles.quads):
            if (tile.max(axis=0) > low).all() and (tile.min(axis=0) < high).all():
                under = cv2.fillConvexPoly(np.zeros(mask.shape, np.uint8), np.rint(tile - low).astype(np.int32), 1)
                area = cv2.contourArea(tile.astype(np.float32))
                visible[k] *= max(0.0, 1 - float(mask[under > 0].sum()) / max(area, 1.0))
        at = rng.integers(0, size - (high - low) + 1)
        laid = picture[at[1] : at[1] + len(mask), at[0] : at[0] + mask.shape[1]].astype(np.float32)
        if rng.random() < 0.6:
            skin = np.array([105, 140, 205]) * rng.uniform(0.4, 1.2)
            laid = 0.15 * (laid - laid.mean()) + (skin if rng.random() < 0.5 else rng.uniform(0, 255, 3))
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 1.5))[..., None]
        part = seen[low[1] : high[1], low[0] : high[0]]
        part[:] = np.clip(part * (1 - mask) + laid * mask, 0, 255)
    return seen, replace(tiles, visible=visible)


def occluder(rng: np.random.Generator, quad: Floats) -> Floats:
    """Return the outline (n, 2) of something that covers a random share of a tile, from a random side."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    way = rng.uniform(0, 2 * np.pi)
    out, along = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]]) @ np.stack([across, down])
    near = quad.mean(axis=0) + out * rng.uniform(-0.2, 0.42)
    far = near + out * rng.uniform(0.3, 1.5)
    wide = rng.uniform(0.25, 1.2, (4, 1)) * along
    shape = np.array([near - wide[0], near + wide[1], far + wide[2], far - wide[3]])
    return cv2.convexHull(shape.astype(np.float32))[:, 0].astype(np.float64)


def targets(box: Floats, tiles: LabelledTiles) -> tuple[Floats, int, float] | None:
    """Return the refiner's targets for a box: corners (4, 2) in its unit square, kind, visible share.

    Return None if it is ambiguous whether the box holds a tile.
    """
    nothing = UNIT.astype(float), NONE, 1.0
    if not len(tiles.quads):
        return nothing
    inward = cv2.getPerspectiveTransform(box.astype(np.float32), UNIT)
    points = cv2.perspectiveTransform(tiles.quads.reshape(1, -1, 2), inward).reshape(-1, 4, 2)
    off = np.abs(points.mean(axis=1) - 0.5).max(axis=1)
    seen = np.flatnonzero((off < 1.5) & (tiles.visible >= WHOLE[0]))
    if any(_is_part(box, tiles.quads[k]) for k in seen) or sum(_holds(box, tiles.quads[k]) for k in seen) > 1:
        return nothing
    at = int(off.argmin())
    share = quad_overlap(box, tiles.quads[at])
    if off[at] > 0.55 or share < _IOU[0]:
        shares = [quad_overlap(box, tiles.quads[k]) for k in np.flatnonzero(off < 1.5)]
        return nothing if max(shares, default=0.0) < _IOU[0] else None
    if share < _IOU[1] or tiles.visible[at] < MIN_VISIBLE:
        return None
    corners = aligned(points[at], UNIT)
    if np.abs(corners - 0.5).max() > 0.5 + 2.5 * MARGIN:
        return None
    return corners, int(tiles.kinds[at]), float(tiles.visible[at])


def _is_part(box: Floats, tile: Floats) -> bool:
    """Return True if a box lies on a tile but holds only a part of it."""
    whole, full, shared = quad_areas(box, tile)
    return shared > _ON_TILE * whole and shared < _MAX_PART * full


def _holds(box: Floats, tile: Floats) -> bool:
    """Return True if a box holds all of a tile."""
    _, full, shared = quad_areas(box, tile)
    return bool(shared > _ON_TILE * full)


def training_boxes(
    rng: np.random.Generator, file: Path, tiles: LabelledTiles, detector: Detector, copies: int
) -> Iterator[tuple[NDArray[np.uint8], Floats, int, float, float]]:
    """Yield (crop, corners, kind, visible share, weight) of each unambiguous box of a picture.

    The boxes are the detector's own, jittered ones, and boxes of parts, of pairs and at random places.
    """
    read = cv2.imread(str(file))
    if read is None:
        return
    picture = np.asarray(read, np.uint8)
    if rng.random() < _OCCLUDED_SHARE:
        picture, tiles = with_occlusion(rng, picture, tiles)
    size = (picture.shape[1], picture.shape[0])
    found = np.concatenate([detector(picture, score=0.05, other_scales=scales).quads for scales in (False, True)])
    boxes = [np.asarray(quad, float) for quad in found]
    for at, (quad, visible) in enumerate(zip(tiles.quads, tiles.visible, strict=True)):
        if sides(quad).min() >= _MIN_SIDE and visible >= MIN_VISIBLE:
            boxes += [jittered_box(rng, quad) for _ in range(copies)]
            if rng.random() < _PART_SHARE:
                boxes.append(partial_box(rng, quad))
            if (
                rng.random() < PAIR_SHARE
                and (two := pair_box(rng, quad, np.delete(tiles.quads, at, axis=0))) is not None
            ):
                boxes.append(two)
    boxes += [random_box(rng, tiles, size) for _ in range(3 + len(tiles.quads) // 4)]
    for box in boxes:
        target = targets(box, tiles)
        if target is not None:
            crop = rectified(picture, box[None].astype(np.float32), SIZE, MARGIN)[0]
            yield crop, *target, tiles.weight


def gather(folders: list[tuple[Path, float]], weights: Path, copies: int, seed: int) -> tuple[Boxes, Boxes]:
    """Return boxes to train on, and boxes of held-out sets of tiles."""
    detector = Detector(weights)
    rng = np.random.default_rng(seed)
    jobs = [job for folder, trust in folders for job in labelled_pictures(folder, trust)]
    rows: tuple[list[Any], list[Any]] = ([], [])
    with click.progressbar(jobs, label="pictures") as bar:
        for file, group, tiles in bar:
            rows[int(group % 25 == 0)].extend(training_boxes(rng, file, tiles, detector, copies))
    return _boxes(rows[0]), _boxes(rows[1])


def _boxes(rows: list[Any]) -> Boxes:
    crops, corners, kinds, visible, weights = zip(*rows, strict=True)
    return Boxes(
        np.stack(crops),
        np.array(corners, np.float32),
        np.array(kinds, np.int64),
        np.array(visible, np.float32),
        np.array(weights, np.float32),
    )


def cached(
    folder: Path, folders: list[tuple[Path, float]], weights: Path, copies: int, seed: int
) -> tuple[Boxes, Boxes]:
    """Return `gather`, stored in `folder`, for resumed runs."""
    names = [folder / f"{part}-{seed}-{copies}" for part in ("train", "held")]
    if not all(name.with_suffix(".npz").exists() for name in names):
        for name, boxes in zip(names, gather(folders, weights, copies, seed), strict=True):
            np.save(name.with_suffix(".npy"), boxes.crops)
            answers = (f.name for f in fields(boxes) if f.name != "crops")
            np.savez(name.with_suffix(".npz"), **{answer: getattr(boxes, answer) for answer in answers})
    return tuple(  # type: ignore[return-value]
        Boxes(np.load(name.with_suffix(".npy")), **np.load(name.with_suffix(".npz"))) for name in names
    )


def wholeness(boxes: Boxes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return for each box if its tile is whole, and if that is known; both (N,), 0 or 1."""
    known = (boxes.kinds != NONE) & ((boxes.visible < WHOLE[0]) | (boxes.visible > WHOLE[1]))
    return (boxes.visible > WHOLE[1]).astype(np.float32), known.astype(np.float32)
