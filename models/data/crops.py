"""Crops to teach and to test the classifier with: made-up tiles, and tiles cut from labelled photographs.

Made-up crops stand in for what a detector's quad cuts from a photograph: quads a little off, neighbours at the edges,
sides seen, every light and lens. Every crop follows the contract in `models.train.classifier`.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.dataset import SCENES_A_SET, Eye, spread
from models.data.labels import Label, quad_areas, quad_overlap, read_labels
from models.render.faces import FaceStyle, draw_face, random_style
from models.render.glyphs import FaceSources
from scoring.tiles import FACES, WHITE
from vision.evidence import Evidence
from vision.networks import cascade, classifier, flowers
from vision.networks.classifier import MARGIN
from vision.networks.exposure import exposure_corrected
from vision.networks.rectify import rectified
from vision.quads import sides, start

UNKNOWN: Final = len(FACES)
"""The 43rd label: no tile, or none that is known."""
ANY_TURN: Final = -1
"""The turn of a crop whose label does not say how it lies."""

_TILE_PX: Final = 96
_BOARD_PX: Final = 208
_BLOCK: Final = 5000  # crops that one process makes at a time
_DARK: Final = 0.1  # so many made-up sets are dark, and a few of the others: they are the hardest to read
_AS_FOUND: Final = 0.5  # so many tiles of scenes are cut as the program finds them
_SAME: Final = 0.4  # a find is of a tile that it overlaps by more than this (intersection over union)
_APART: Final = 0.15  # a find that shares no more of itself with any tile shows none
_VIEWS: Final = 8  # of each photograph without tiles
_LEAST_PART: Final = 0.3  # a view shows so much of its sides at least
_PART_PX: Final = 640  # the longer side of a view

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Look:
    """How a network sees tiles.

    Attributes:
        size: (width, height) of its crops in pixels.
        high: Pixels that a crop is high at least and at most before it is brought to that size.
        turns: How often the glyph's top left lies at corner 0, 1, 2 and 3.
        over: How many of the crops are turned by half whenever they are learnt from.
    """

    size: tuple[int, int]
    high: tuple[float, float]
    turns: tuple[float, float, float, float]
    over: float


PLAIN: Final = Look(classifier.SIZE, (22, 110), (0.38, 0.16, 0.3, 0.16), 0.4)
"""The classifier's: tiles as they are found, however they lie."""
CLOSE: Final = Look(cascade.SIZE, (24, 150), (0.97, 0.01, 0.01, 0.01), 0.12)
"""That of the network that looks closer: tiles turned upright as the classifier says, which may be wrong."""
LABELS: Final = Look(flowers.SIZE, (34, 150), (1, 0, 0, 0), 0)
"""That of the network that names flowers by their labels."""


@dataclass(frozen=True, slots=True)
class CropSet:
    """Labelled crops.

    Attributes:
        pictures: (n, height, width, 3) BGR.
        faces: (n,) index into `FACES`, or `UNKNOWN`.
        turns: (n,) which corner of the crop the glyph's top left lies at (0 top left, then clockwise), or `ANY_TURN`.
        groups: (n,) crops of one group (a photograph, a made-up set) never stand on both sides of a split.
    """

    pictures: Image
    faces: NDArray[np.int64]
    turns: NDArray[np.int64]
    groups: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.faces)

    def where(self, chosen: NDArray[np.bool_]) -> "CropSet":
        """The crops for which `chosen` (n,) holds."""
        return CropSet(self.pictures[chosen], self.faces[chosen], self.turns[chosen], self.groups[chosen])

    @classmethod
    def of(cls, rows: Sequence[tuple[Image, int, int, int]]) -> "CropSet":
        """From (picture, face, turn, group) rows; of none, an empty set."""
        return cls(
            np.stack([r[0] for r in rows]) if rows else np.zeros((0, 1, 1, 3), np.uint8),
            *(np.array([r[k] for r in rows], dtype=np.int64) for k in (1, 2, 3)),
        )

    @classmethod
    def joined(cls, sets: Sequence["CropSet"]) -> "CropSet":
        """All of them that are not empty; groups of different sets stay different."""
        sets = [s for s in sets if len(s)]
        firsts = np.cumsum([0] + [int(s.groups.max(initial=-1)) + 1 for s in sets])
        return cls(
            np.concatenate([s.pictures for s in sets]),
            np.concatenate([s.faces for s in sets]),
            np.concatenate([s.turns for s in sets]),
            np.concatenate([s.groups + first for s, first in zip(sets, firsts, strict=False)]),
        )

    @classmethod
    def kept(cls, file: Path, make: Callable[[], "CropSet"]) -> "CropSet":
        """The crops in a file (`.npz`); where there is none they are made, and kept for a run that goes on later."""
        if not file.exists():
            made = make()
            part = file.with_name("part.npz")
            np.savez(part, pictures=made.pictures, faces=made.faces, turns=made.turns, groups=made.groups)
            part.replace(file)
        with np.load(file) as stored:
            return cls(**stored)


# --- made-up tiles --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TilePictures:
    """One made-up set, some of its 42 tiles as (h, w, 4) BGRA pictures with rounded corners, by their faces."""

    style: FaceStyle
    faces: dict[int, Image]


def tile_pictures(rng: np.random.Generator, sources: FaceSources, codes: Sequence[str] = FACES) -> TilePictures:
    """Draw up a set and put its ink on its body: engraved, bevelled, worn. More of them are dark than of real ones.

    Args:
        codes: The faces that are wanted.
    """
    style = random_style(rng, sources, dark=bool(rng.random() < _DARK))
    depth = rng.uniform(0, 0.55)
    wear = rng.uniform(0, 0.35) if rng.random() < 0.4 else 0.0
    corner = rng.uniform(0.04, 0.13)
    bevel = rng.uniform(0.02, 0.07)
    strength = rng.uniform(-0.12, 0.16)
    tint = np.array(style.ground, np.float32)
    h, w = _TILE_PX, round(_TILE_PX * style.aspect)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    edge = np.minimum(np.minimum(xs, w - 1 - xs), np.minimum(ys, h - 1 - ys)) / h
    slope = np.clip(1 - edge / bevel, 0, 1) * np.sign((ys / h + xs / w) - 1)
    body = tint * (1 + strength * slope[..., None])
    r = corner * h
    dx = np.maximum(np.maximum(r - xs, xs - (w - 1 - r)), 0)
    dy = np.maximum(np.maximum(r - ys, ys - (h - 1 - r)), 0)
    outline = np.clip(r - np.hypot(dx, dy) + 0.5, 0, 1)[..., None] * 255
    pictures = {}
    for code in codes:
        ink = draw_face(style, code, h).astype(np.float32)
        alpha = ink[..., 3] / 255
        if wear:
            worn = cv2.resize(rng.random((h // 6, w // 6)).astype(np.float32), (w, h))
            alpha = alpha * (1 - wear * worn)
        cut = cv2.GaussianBlur(alpha, (0, 0), 0.8)
        relief = np.roll(cut, (-1, -1), (0, 1)) - np.roll(cut, (1, 1), (0, 1))
        mixed = body * (1 - alpha[..., None]) + ink[..., :3] * alpha[..., None]
        mixed = mixed * (1 - depth * relief[..., None])
        pictures[FACES.index(code)] = np.dstack([np.clip(mixed, 0, 255), outline]).astype(np.uint8)
    return TilePictures(style, pictures)


def surfaces(photos: Path | None, rng: np.random.Generator, n: int = 160) -> list[Image]:
    """Grounds for tiles to lie on, (208, 208, 3) each: photographed ones when `photos` has them, and plain ones."""
    plain: list[Image] = []
    for _ in range(n):
        colour = (
            rng.uniform(20, 235, 3)
            if rng.random() < 0.6
            else np.array([60, 120, 40]) * rng.uniform(0.4, 1.6) + rng.normal(0, 20, 3)
        )
        grain = rng.normal(0, rng.uniform(0, 14), (_BOARD_PX, _BOARD_PX, 1))
        plain.append(np.clip(colour + grain, 0, 255).astype(np.uint8))
    found: list[Image] = []
    files = sorted([*photos.glob("surfaces/*.*"), *photos.glob("clutter/*.*")]) if photos is not None else []
    pictures = [p for p in files if p.suffix in {".jpg", ".png", ".webp"}]
    for i in rng.permutation(len(pictures))[: 3 * n]:
        picture = cv2.imread(str(pictures[i]))
        if picture is None:
            continue
        reach = min(picture.shape[:2]) if min(picture.shape[:2]) < 300 else int(rng.integers(80, 300))
        y, x = (int(rng.integers(0, s - reach + 1)) for s in picture.shape[:2])
        found.append(cv2.resize(picture[y : y + reach, x : x + reach], (_BOARD_PX, _BOARD_PX)).astype(np.uint8))
    return plain + found


def made_up(
    rng: np.random.Generator, sets: Sequence[TilePictures], grounds: Sequence[Image], look: Look = PLAIN
) -> Iterator[tuple[Image, int, int, int]]:
    """Crops without end, as (picture, face, turn, index of the set).

    Args:
        sets: What to draw tiles of.
        grounds: What they lie on, from `surfaces`.
    """
    while True:
        group = int(rng.integers(len(sets)))
        board, face, quad = _laid(rng, sets[group], grounds)
        turn = int(rng.choice(4, p=look.turns))
        if rng.random() < 0.035:
            face = UNKNOWN
            side = float(np.hypot(*(quad[1] - quad[0])))
            away = rng.uniform(0.42, 0.6) * rng.choice([-1, 1])
            quad = (
                quad
                + ((quad[1] - quad[0]) if rng.random() < 0.6 else (quad[3] - quad[0])) * away
                + rng.normal(0, 0.03 * side, 2)
            )
        quad = np.roll(_off(rng, quad), turn, axis=0)
        crop = cut(board, quad, look, rng)
        if rng.random() < 0.05:
            crop = _covered(rng, crop)
        crop = seen(rng, crop, look.size, gently=bool(rng.random() < 0.4))
        yield crop, face, (ANY_TURN if face == UNKNOWN else turn), group


def in_blocks(
    seed: int,
    wanted: Sequence[tuple[int, int, Sequence[str]]],
    look: Look,
    photos: Path | None,
    ink: bool = True,
    workers: int = 1,
) -> list[CropSet]:
    """Made-up crops in blocks, each made of its own sets.

    Args:
        seed: Of all of them; each block draws from it and its own number.
        wanted: How many crops, of how many sets, of which faces; some of the crops show no tile.
        look: Of the network that they are for.
        photos: Folder of photographs; the grounds are theirs, and the ink of photographed tiles where `ink` is True.
        workers: Processes that make them.
    """
    jobs: list[tuple[Any, ...]] = []
    for crops, sets, codes in wanted:
        for done in range(0, crops, _BLOCK):
            part = min(_BLOCK, crops - done)
            jobs.append(((seed, len(jobs)), part, max(1, round(part * sets / crops)), codes, look, photos, ink))
    return spread(_block, jobs, workers, "made-up crops")


def _block(
    seed: tuple[int, int], crops: int, sets: int, codes: Sequence[str], look: Look, photos: Path | None, ink: bool
) -> CropSet:
    rng = np.random.default_rng(seed)
    sources = FaceSources.find(photos, crops=ink)
    drawn = [tile_pictures(rng, sources, codes) for _ in range(sets)]
    return CropSet.of(list(islice(made_up(rng, drawn, surfaces(photos, rng), look), crops)))


def _laid(rng: np.random.Generator, tiles: TilePictures, grounds: Sequence[Image]) -> tuple[Image, int, Floats]:
    """A board with a tile in its middle: the picture, the tile's face (`UNKNOWN` face down) and its corners (4, 2)."""
    board = grounds[int(rng.integers(len(grounds)))].copy()
    style = tiles.style
    known = tuple(tiles.faces)
    h, w = tiles.faces[known[0]].shape[:2]
    face = int(rng.choice(known))
    down = rng.random() < 0.03 and float(np.abs(np.subtract(style.back, style.ground)).sum()) > 140
    left, top = (_BOARD_PX - w) // 2, (_BOARD_PX - h) // 2
    # how far the flank shows, and to which side: the same for all tiles near it
    flank = (
        np.rint(rng.normal(0, 1, 2) * (h * rng.uniform(0, 0.16))).astype(int)
        if rng.random() < 0.7
        else np.zeros(2, int)
    )
    gap_x, gap_y = (max(0, int(rng.exponential(2))) for _ in range(2))
    row, column = rng.random() < 0.75, rng.random() < 0.2
    spots = [
        (dx, dy)
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if (dx, dy) != (0, 0)
        and ((dy == 0 and row) or (dx == 0 and column) or (row and column))
        and rng.random() < 0.85
    ]
    order = sorted([*spots, (0, 0)], key=lambda d: d[0] * flank[0] + d[1] * flank[1], reverse=True)
    turned = rng.random() < 0.1
    for dx, dy in order:
        index = face if (dx, dy) == (0, 0) else int(rng.choice(known))
        picture = tiles.faces[index]
        if (dx, dy) != (0, 0) and turned:
            picture = picture[::-1, ::-1]
        if (down and (dx, dy) == (0, 0)) or ((dx, dy) != (0, 0) and rng.random() < 0.04):
            picture = np.dstack([np.broadcast_to(np.array(style.back, np.uint8), (h, w, 3)), picture[..., 3]])
        x = left + dx * (w + gap_x) + (int(rng.normal(0, 1.5)) if dx else 0)
        y = top + dy * (h + gap_y) + (int(rng.normal(0, 2.5)) if (dx, dy) != (0, 0) else 0)
        _flank(board, (x, y, w, h), flank, style)
        _paste(board, picture, x, y)
    corners = np.array([(left, top), (left + w, top), (left + w, top + h), (left, top + h)], dtype=np.float64)
    return board, (UNKNOWN if down else face), corners


def _flank(board: Image, box: tuple[int, int, int, int], flank: NDArray[np.int_], style: FaceStyle) -> None:
    """The tile's thickness, two-toned, towards `flank` (x, y) pixels; its contact shadow beyond."""
    x, y, w, h = box
    fx, fy = (int(v) for v in flank)
    base = np.array([(x, y), (x + w - 1, y), (x + w - 1, y + h - 1), (x, y + h - 1)])

    def sweep(a: float, b: float, colour: Sequence[float]) -> None:
        pts = np.concatenate([base + np.rint(np.array([fx, fy]) * a), base + np.rint(np.array([fx, fy]) * b)]).astype(
            np.int32
        )
        cv2.fillConvexPoly(board, cv2.convexHull(pts), [float(c) for c in colour])

    shade = 0.86 if fy > 0 else 1.0
    sweep(0, 1.12, [c * 0.35 for c in style.back])
    sweep(0, 1.0, [c * shade for c in style.back])
    sweep(0, 0.62, [c * shade * 0.96 for c in style.side])


def _paste(board: Image, picture: Image, x: int, y: int) -> None:
    h, w = picture.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, _BOARD_PX), min(y + h, _BOARD_PX)
    if x0 >= x1 or y0 >= y1:
        return
    part = picture[y0 - y : y1 - y, x0 - x : x1 - x]
    alpha = part[..., 3:].astype(np.float32) / 255
    under = board[y0:y1, x0:x1]
    board[y0:y1, x0:x1] = (part[..., :3] * alpha + under * (1 - alpha)).astype(np.uint8)


def _off(rng: np.random.Generator, quad: Floats) -> Floats:
    """The quad as it would be found: a little turned, shifted, scaled, sheared, each corner its own way."""
    centre = quad.mean(axis=0)
    rel = quad - centre
    size = np.abs(rel).max(axis=0)
    rel = rel * np.exp(rng.normal(-0.01, 0.05, 2))
    a = np.deg2rad(rng.normal(0, 3.0) if rng.random() < 0.85 else rng.uniform(-14, 14))
    shear = rng.normal(0, 0.04) if rng.random() < 0.85 else rng.uniform(-0.2, 0.2)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) @ np.array([[1.0, 0.0], [shear, 1.0]])
    rel = rel @ turn + rng.normal(0, 0.05, 2) * size + rng.normal(0, 0.03, (4, 2)) * size
    if rng.random() < 0.08:  # a quad that took a flank for part of the face
        side = int(rng.integers(4))
        normal = (rel[side] + rel[(side + 1) % 4]) / 2
        rel[[side, (side + 1) % 4]] += normal * rng.uniform(0.1, 0.4)
    return np.asarray(centre + rel)


# --- cutting and seeing ---------------------------------------------------------------------------------------------


def cut(picture: Image, quad: Floats, look: Look = PLAIN, rng: np.random.Generator | None = None) -> Image:
    """The crop a quad (4, 2) makes, with its margin.

    Args:
        rng: Given, the crop is seen from as far as chance will have it; then it has another size.
    """
    size = look.size
    if rng is not None:
        height = float(np.exp(rng.uniform(*np.log(look.high))))
        size = (max(14, round(height * 0.75 * np.exp(rng.normal(0, 0.2)))), round(height))
    crop: Image = rectified(picture, quad[None].astype(np.float32), size, MARGIN)[0]
    return crop


def _fitted(patch: Image, size: tuple[int, int]) -> Image:
    shrinks = patch.shape[0] > size[1]
    return cv2.resize(patch, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR).astype(np.uint8)


def _covered(rng: np.random.Generator, crop: Image) -> Image:
    """Something (a finger, a corner of another tile) over part of it."""
    h, w = crop.shape[:2]
    colour = np.array([110, 140, 200]) * rng.uniform(0.5, 1.15) if rng.random() < 0.6 else rng.uniform(150, 245, 3)
    side = float(rng.uniform(0, 2 * np.pi))
    out = np.array([np.cos(side), np.sin(side)])
    along = np.array([-out[1], out[0]])
    middle = np.array([w, h]) / 2 + out * np.array([w, h]) / 2 * rng.uniform(0.6, 0.95)
    pts = [
        middle + along * h,
        middle + along * h + out * h,
        middle - along * h + out * h,
        middle - along * h * rng.uniform(0.2, 1),
    ]
    covered = crop.copy()
    cv2.fillConvexPoly(covered, np.rint(pts).astype(np.int32), [float(c) for c in np.clip(colour, 0, 255)])
    return covered


def seen(rng: np.random.Generator, crop: Image, size: tuple[int, int], gently: bool = False) -> Image:
    """A crop as lamps, lens, sensor and file leave it, at its final size (width, height).

    Args:
        gently: By a good camera; and for crops of photographs, which have been through it once.
    """
    often = 0.45 if gently else 1.0
    h, w = crop.shape[:2]
    picture = crop.astype(np.float32)
    if rng.random() < 0.7 * often:  # light falls off to one side
        angle, by = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
        ys, xs = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
        picture *= (1 + by * (np.cos(angle) * xs + np.sin(angle) * ys))[..., None].astype(np.float32)
        if rng.random() < 0.2:  # the edge of a shadow
            edge = np.cos(angle * 3) * xs + np.sin(angle * 3) * ys - rng.uniform(-0.7, 0.7)
            picture *= (1 - rng.uniform(0.2, 0.6) * np.clip(edge * rng.uniform(2, 20), 0, 1))[..., None].astype(
                np.float32
            )
    if rng.random() < 0.15 * often:  # a lamp's reflection
        ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
        far = ((xs - rng.uniform(0, w)) / (w * rng.uniform(0.08, 0.6))) ** 2 + (
            (ys - rng.uniform(0, h)) / (h * rng.uniform(0.08, 0.5))
        ) ** 2
        picture += rng.uniform(30, 170) * np.exp(-far)[..., None]
    if rng.random() < 0.5 * often:
        sigma = rng.uniform(0.3, max(0.5, (0.028 if rng.random() < 0.9 else 0.045) * h))
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    if rng.random() < 0.25 * often:
        length = max(3, int(rng.uniform(0.04, 0.2) * h))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0, 1)
        kernel = kernel if rng.random() < 0.5 else np.ascontiguousarray(kernel.T)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
    picture = _graded(rng, picture, often)
    if rng.random() < 0.6 * often:
        noise = rng.standard_normal(picture.shape, dtype=np.float32) * rng.uniform(1, min(16, 4 + 0.12 * h))
        picture = picture + (noise if rng.random() < 0.6 else noise[..., :1])
    if rng.random() < 0.25 * often:
        picture = picture + rng.uniform(0.3, 1.5) * (picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 1.6)))
    image = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6 * often:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 96))])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return _fitted(image, size)


def _graded(rng: np.random.Generator, picture: NDArray[np.float32], often: float) -> NDArray[np.float32]:
    """Exposure, contrast, colour of the light; sometimes grey, sometimes tinted."""
    unit = np.clip(picture / 255, 0, 1.3)
    if rng.random() < 0.8 * often:
        unit = np.clip(unit, 0, None) ** rng.uniform(0.65, 1.5) * rng.uniform(0.45, 1.3)
    if rng.random() < 0.7 * often:
        unit = unit * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    pick = rng.random()
    if pick < 0.08:
        unit = np.broadcast_to(unit.mean(axis=2, keepdims=True), unit.shape)
    elif pick < 0.42 * often:
        grey = unit.mean(axis=2, keepdims=True)
        unit = grey + (unit - grey) * rng.uniform(0.1, 1.6)
    elif pick < 0.46 * often:
        unit = unit * rng.uniform(0.5, 1.0, 3).astype(np.float32) + rng.uniform(0, 0.15, 3).astype(np.float32)
    if rng.random() < 0.25 * often:
        unit = unit * rng.uniform(0.4, 0.9) + rng.uniform(0, 0.3)
    return np.asarray(unit * 255, dtype=np.float32)


# --- tiles of photographs -------------------------------------------------------------------------------------------


def labelled_photos(folder: Path) -> Iterator[tuple[Path, Image, list[Label]]]:
    """Photographs of `folder/images` that have labels in `folder/labels`, sorted by name."""
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
    look: Look = PLAIN,
) -> CropSet:
    """Crops of a folder of labelled photographs, grouped by photograph (augmented copies of one together).

    Args:
        rng: None cuts every box once, as labelled, and leaves it as it is.
        copies: Crops a box.
        upright: The boxes show tiles the right way up; else their turn is left open.
        straight: Leave out tiles that lie askew, whose axis-aligned box shows much that is not the tile.
    """
    groups: dict[str, int] = {}
    rows = []
    for file, picture, boxes in labelled_photos(folder):
        group = groups.setdefault(file.stem.split(".rf.")[0], len(groups))
        askew = _askew([b.box for b in boxes])
        for box, lies_askew in zip(boxes, askew, strict=True):
            if straight and lies_askew:
                continue
            x0, y0, x1, y1 = box.box
            quad = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            if rng is None:
                rows.append((cut(picture, quad, look), FACES.index(box.tile), 0 if upright else ANY_TURN, group))
                continue
            rows += [_variant(rng, picture, quad, FACES.index(box.tile), upright, group, look) for _ in range(copies)]
    return CropSet.of(rows)


def _askew(boxes: Sequence[tuple[float, float, float, float]]) -> NDArray[np.bool_]:
    """Which of a photograph's axis-aligned boxes hold tiles that lie askew: large ones, and those that overlap."""
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
    rng: np.random.Generator, folder: Path, look: Look = PLAIN, eye: Eye | None = None, mistaken: int = 0
) -> CropSet:
    """Crops of rendered tables (`python -m models.data.dataset scenes`), cut as they would be found.

    Some quads are the smallest rectangle round the true one, as a detector draws it; some crops show no tile.
    Crops of one made-up set of tiles form a group.

    Args:
        eye: What is asked where the tiles are: half of them are cut as it finds them.
        mistaken: Crops of each place where it finds one and none is.
    """
    rows = []
    for truth in sorted((folder / "truth").glob("*.json")):
        group = int(truth.stem.rsplit("-", 1)[1]) // SCENES_A_SET
        picture = cv2.imread(str(folder / "images" / f"{truth.stem}.jpg"))
        if picture is None:
            continue
        scene = np.asarray(picture, np.uint8)
        tiles = json.loads(truth.read_text())["tiles"]
        quads = [np.array(t["quad"]) for t in tiles]
        finds = eye(scene) if eye is not None else None
        for tile, quad in zip(tiles, quads, strict=True):
            if tile["face"] != "up" or tile["visible"] < 0.6 or sides(quad).min() < look.high[0] / 2:
                continue
            face = FACES.index(tile["tile"])
            found = as_found(quad, finds) if finds is not None and rng.random() < _AS_FOUND else None
            given = found if found is not None else rectangle(quad) if rng.random() < 0.2 else quad
            rows.append(_variant(rng, scene, given, face, True, group, look, 0.6, exactly=found is not None))
        height, width = scene.shape[:2]
        h = rng.uniform(0.04, 0.2) * height
        nothing = rng.uniform((0, 0), (width, height)) + np.array([(0, 0), (0.74, 0), (0.74, 1), (0, 1)]) * h
        middle = nothing.mean(axis=0).tolist()
        if all(cv2.pointPolygonTest(q.astype(np.float32), middle, True) < -0.8 * h for q in quads):
            rows.append(_variant(rng, scene, nothing, UNKNOWN, False, group, look, 0.6))
        for quad in mistakes(finds, quads) if finds is not None else ():
            rows += [_variant(rng, scene, quad, UNKNOWN, False, group, look, 0.6) for _ in range(mistaken)]
    return CropSet.of(rows)


def as_found(quad: Floats, finds: Evidence) -> Floats | None:
    """The outline (4, 2) in which a face was found that lies at `quad`, from the same corner on; None if it was not."""
    faces = finds.quads[~finds.backs]
    shares = [quad_overlap(found, quad) for found in faces]
    return begun_alike(faces[int(np.argmax(shares))], quad) if max(shares, default=0) > _SAME else None


def mistakes(finds: Evidence, tiles: Sequence[Floats]) -> list[Floats]:
    """Where faces (4, 2) were found of which no tile shows a part; `tiles` lie in the picture.

    What looks like a white dragon is left out: a paper looks like a bare one, and no crop tells the two apart.
    """
    found = finds.quads[~finds.backs & (finds.faces.argmax(axis=1) != WHITE)]
    return [quad for quad in found if all(_apart(quad, tile) for tile in tiles)]


def _apart(quad: Floats, tile: Floats) -> bool:
    """Whether a quad shows nothing of a tile, or hardly anything."""
    own, _, shared = quad_areas(quad, tile)
    return shared <= _APART * own


def without_tiles(photos: Path) -> tuple[list[Path], list[Path]]:
    """The photographs of `clutter`: those whose mistaken faces are learnt from, and those left to measure on."""
    files = sorted((photos / "clutter").glob("*.jpg"))
    return files[::2], files[1::2]


def clutter_crops(rng: np.random.Generator, photos: Path, look: Look, eye: Eye) -> CropSet:
    """Crops of what is taken for faces in photographs without tiles, seen in parts and from all sides.

    Those of one photograph form a group.
    """
    rows = []
    for group, file in enumerate(without_tiles(photos)[0]):
        picture = cv2.imread(str(file))
        if picture is None:
            continue
        for _ in range(_VIEWS):
            view = _part(rng, picture.astype(np.uint8))
            rows += [_variant(rng, view, quad, UNKNOWN, False, group, look, 0.6) for quad in mistakes(eye(view), ())]
    return CropSet.of(rows)


def _part(rng: np.random.Generator, picture: Image) -> Image:
    """A part of a picture from any side, as large as pictures to learn from are."""
    share = rng.uniform(_LEAST_PART, 1)
    height, width = (round(share * side) for side in picture.shape[:2])
    y, x = (int(rng.integers(whole - part + 1)) for whole, part in zip(picture.shape, (height, width), strict=False))
    part = np.rot90(picture[y : y + height, x : x + width], int(rng.integers(4)))
    scale = _PART_PX / max(height, width)
    smoothing = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return exposure_corrected(cv2.resize(part, None, fx=scale, fy=scale, interpolation=smoothing).astype(np.uint8))


def rectangle(quad: Floats) -> Floats:
    """The smallest rectangle round a quad (4, 2), its corners numbered as the quad's nearest ones."""
    return begun_alike(np.asarray(cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))), dtype=np.float64), quad)


def begun_alike(corners: Floats, quad: NDArray[np.floating]) -> Floats:
    """Corners (4, 2), clockwise, begun at that one with which they lie nearest those of a quad."""
    return np.roll(corners, -start(corners, quad), axis=0)


def single_crops(
    rng: np.random.Generator | None, crops: Sequence[tuple[str, Path]], copies: int, look: Look = PLAIN
) -> CropSet:
    """Crops of pictures that show one upright tile each, filling the picture; each its own group."""
    rows = []
    for group, (code, file) in enumerate(crops):
        picture = cv2.imread(str(file))
        if picture is None:
            continue
        face = FACES.index(code)
        h, w = picture.shape[:2]
        quad = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
        if rng is None:
            rows.append((cut(picture.astype(np.uint8), quad, look), face, 0, group))
            continue
        around = cv2.copyMakeBorder(
            picture, h // 3, h // 3, h // 3, h // 3, cv2.BORDER_WRAP if rng.random() < 0.5 else cv2.BORDER_REPLICATE
        )
        rows += [_variant(rng, around.astype(np.uint8), quad + h // 3, face, True, group, look) for _ in range(copies)]
    return CropSet.of(rows)


def _variant(
    rng: np.random.Generator,
    picture: Image,
    quad: Floats,
    face: int,
    upright: bool,
    group: int,
    look: Look,
    as_seen: float = 0.0,
    exactly: bool = False,
) -> tuple[Image, int, int, int]:
    """A row for `CropSet.of`: the quad a little off (not `exactly`) and turned, cut and degraded.

    It is left at its size as often as `as_seen` says.
    """
    turn = int(rng.choice(4, p=look.turns))
    far = None if rng.random() < as_seen else rng
    crop = cut(picture, np.roll(quad if exactly else _off(rng, quad), turn, axis=0), look, far)
    return seen(rng, crop, look.size, gently=True), face, (turn if upright else ANY_TURN), group
