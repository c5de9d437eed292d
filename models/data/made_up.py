"""Crops of made-up tiles, for the classifiers: drawn sets laid on boards, with neighbours, sides, light and lens.

They imitate the crops that a detector's boxes cut from photographs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.augment import degraded, jittered, occluded
from models.data.crops import ANY_TURN, CLASSIFIER_CROPS, UNKNOWN, CropSet, CropSpec, Floats, cut
from models.data.dataset import run_jobs
from models.render.body import Image
from models.render.faces import draw_face
from models.render.glyphs import FaceSources
from models.render.styles import FaceStyle, random_style
from scoring.tiles import FACES

_TILE_PX: Final = 96
"""Height in pixels of a drawn tile. More takes longer to draw; less blurs the strokes of large crops."""

_BOARD_PX: Final = 208
"""Side in pixels of the square board for a tile and its neighbours. More takes longer to draw; less cuts neighbours
off."""

_BLOCK: Final = 5000
"""Crops of one job. More takes more memory in each process; fewer repeats the drawing of sets more often."""

DARK: Final = 0.1
"""Share of sets drawn with dark faces, beside the few that are dark by chance: they are the hardest to read."""


@dataclass(frozen=True, slots=True)
class TilePictures:
    """Tiles of one made-up set.

    Attributes:
        style: Style of the set.
        faces: (h, w, 4) BGRA pictures with rounded corners, by index into `FACES`.
    """

    style: FaceStyle
    faces: dict[int, Image]


def tile_pictures(rng: np.random.Generator, sources: FaceSources, codes: Sequence[str] = FACES) -> TilePictures:
    """Draw a random set: ink on a body, engraved, bevelled, worn. More sets are dark than in reality.

    Args:
        rng: Random generator.
        sources: Fonts and artwork.
        codes: The faces to draw.
    """
    style = random_style(rng, sources, dark=bool(rng.random() < DARK))
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
    """Return backgrounds, (208, 208, 3) each: `n` plain ones, and up to `3 * n` cut from the photographs in
    `photos`."""
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


def made_up_crops(
    rng: np.random.Generator, sets: Sequence[TilePictures], grounds: Sequence[Image], spec: CropSpec = CLASSIFIER_CROPS
) -> Iterator[tuple[Image, int, int, int]]:
    """Yield random crops without end, as (picture, face, turn, index of the set).

    Args:
        rng: Random generator.
        sets: The sets to draw tiles from.
        grounds: Backgrounds, from `surfaces`.
        spec: The crops' size and turns.
    """
    while True:
        group = int(rng.integers(len(sets)))
        board, face, quad = _board(rng, sets[group], grounds)
        turn = int(rng.choice(4, p=spec.turn_odds))
        if rng.random() < 0.035:
            face = UNKNOWN
            side = float(np.hypot(*(quad[1] - quad[0])))
            away = rng.uniform(0.42, 0.6) * rng.choice([-1, 1])
            quad = (
                quad
                + ((quad[1] - quad[0]) if rng.random() < 0.6 else (quad[3] - quad[0])) * away
                + rng.normal(0, 0.03 * side, 2)
            )
        quad = np.roll(jittered(rng, quad), turn, axis=0)
        crop = cut(board, quad, spec, rng)
        if rng.random() < 0.05:
            crop = occluded(rng, crop)
        crop = degraded(rng, crop, spec.size, gently=bool(rng.random() < 0.4))
        yield crop, face, (ANY_TURN if face == UNKNOWN else turn), group


def made_up_blocks(
    seed: int,
    wanted: Sequence[tuple[int, int, Sequence[str]]],
    spec: CropSpec,
    photos: Path | None,
    ink: bool = True,
    workers: int = 1,
) -> list[CropSet]:
    """Make crops of made-up sets in blocks; every block draws its own sets.

    Args:
        seed: Seed of all blocks; a block is seeded with it and the block's number.
        wanted: (number of crops, number of sets, faces) of each kind of crop wanted.
        spec: The crops' size and turns.
        photos: Folder of photographs for backgrounds.
        ink: True to take the ink of photographed tiles in `photos` too.
        workers: Processes to use.
    """
    jobs: list[tuple[Any, ...]] = []
    for crops, sets, codes in wanted:
        for done in range(0, crops, _BLOCK):
            part = min(_BLOCK, crops - done)
            jobs.append(((seed, len(jobs)), part, max(1, round(part * sets / crops)), codes, spec, photos, ink))
    return run_jobs(_block, jobs, workers, "made-up crops")


def _block(
    seed: tuple[int, int], crops: int, sets: int, codes: Sequence[str], spec: CropSpec, photos: Path | None, ink: bool
) -> CropSet:
    rng = np.random.default_rng(seed)
    sources = FaceSources.find(photos, crops=ink)
    drawn = [tile_pictures(rng, sources, codes) for _ in range(sets)]
    return CropSet.of(list(islice(made_up_crops(rng, drawn, surfaces(photos, rng), spec), crops)))


def _board(rng: np.random.Generator, tiles: TilePictures, grounds: Sequence[Image]) -> tuple[Image, int, Floats]:
    """Return a board with a tile in its middle: the picture, the face (`UNKNOWN` if it lies face down), the quad (4,
    2)."""
    board = grounds[int(rng.integers(len(grounds)))].copy()
    style = tiles.style
    known = tuple(tiles.faces)
    h, w = tiles.faces[known[0]].shape[:2]
    face = int(rng.choice(known))
    down = rng.random() < 0.03 and float(np.abs(np.subtract(style.back, style.ground)).sum()) > 140
    left, top = (_BOARD_PX - w) // 2, (_BOARD_PX - h) // 2
    # visible width and direction of the sides: the same for all tiles of the board
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
        _draw_sides(board, (x, y, w, h), flank, style)
        _paste(board, picture, x, y)
    corners = np.array([(left, top), (left + w, top), (left + w, top + h), (left, top + h)], dtype=np.float64)
    return board, (UNKNOWN if down else face), corners


def _draw_sides(board: Image, box: tuple[int, int, int, int], flank: NDArray[np.int_], style: FaceStyle) -> None:
    """Draw a tile's sides, two-toned, offset by `flank` (x, y) pixels, and its contact shadow beyond them."""
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
