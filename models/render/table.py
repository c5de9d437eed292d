"""Surroundings of the tiles: table tops, rims, prints, papers, phones, and the room behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.body import BodyBox, Image, Tint
from models.render.dice import RenderedDie, random_dice
from models.render.fittings import random_console, random_fittings
from models.render.glyphs import FaceSources, Font, glyph, writes
from models.render.view import Points, View

FELTS: tuple[Tint, ...] = (
    (70, 110, 20), (60, 150, 40), (60, 70, 15), (140, 120, 30), (160, 130, 60), (120, 60, 20), (40, 25, 110),
    (30, 30, 35), (70, 70, 70), (150, 150, 150), (215, 215, 215), (60, 80, 100), (140, 170, 190), (90, 40, 70),
)  # fmt: skip
"""BGR colours of table tops, from the greens and blues of automatic tables to pale cloth."""

_EM = 48
"""Height in pixels of characters written on papers and books. More takes longer to draw; less blurs them close to the
camera."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """Files of real surfaces and photographs without tiles; both may be empty."""

    surfaces: tuple[Path, ...] = ()
    clutter: tuple[Path, ...] = ()

    @classmethod
    def under(cls, photos: Path | None) -> "Scenery":
        """Return the `surfaces` and `clutter` of a folder of photographs, if it has them."""
        if photos is None:
            return cls()
        return cls(
            tuple(sorted((photos / "surfaces").glob("*.jpg"))),
            tuple(sorted((photos / "clutter").glob("*.jpg"))),
        )


@lru_cache(maxsize=4096)
def _load(path: Path) -> Image | None:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if image is None else image.astype(np.uint8)


def material(rng: np.random.Generator, scenery: Scenery, size: int, bare: bool = False) -> Image:
    """Return a square of a random surface, `size` pixels wide, at a random scale; a `bare` one has no pattern."""
    if scenery.surfaces and rng.random() < 0.65:
        loaded = _load(scenery.surfaces[int(rng.integers(len(scenery.surfaces)))])
        if loaded is not None:
            zoom = float(rng.choice([0.5, 1, 1.5, 2.5, 4]))
            tile = cv2.resize(loaded, None, fx=zoom, fy=zoom).astype(np.uint8)
            down, across = -(-size // tile.shape[0]), -(-size // tile.shape[1])
            whole = np.tile(tile, (down, across, 1))[:size, :size]
            return _recoloured(rng, whole) if rng.random() < 0.4 else whole.copy()
    return _cloth(rng, size) if bare or rng.random() < 0.6 else _patterned(rng, size)


def _recoloured(rng: np.random.Generator, image: Image) -> Image:
    """Return a surface's relief in the colour of a random table top."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    relief = 1 + rng.uniform(0.3, 1.2) * (grey - grey.mean()) / 128
    colour = np.array(FELTS[int(rng.integers(len(FELTS)))]) * rng.uniform(0.7, 1.2) + rng.normal(0, 12, 3)
    return _tinted(relief, colour)


def _tinted(relief: NDArray[np.float32], colour: NDArray[np.float64]) -> Image:
    """Return a relief (h, w) about 1 in one BGR colour."""
    tints = np.clip(colour, 0, 255).astype(np.float32)
    return cv2.merge([cv2.convertScaleAbs(relief, alpha=float(t)) for t in tints]).astype(np.uint8)


def _cloth(rng: np.random.Generator, size: int) -> Image:
    """Felt or a mat: a colour with noise at several scales, sometimes a grid of dots or threads."""
    relief = np.zeros((size, size), np.float32)
    for octave in (2, 4, 16, 64):
        side = -(-size // octave) + 1
        noise = rng.standard_normal((side, side), np.float32) * np.float32(rng.uniform(0, 0.03))
        relief += cv2.resize(noise, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.4:
        period = rng.uniform(3, 14)
        ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
        turn = rng.uniform(0, np.pi)
        a = np.cos(2 * np.pi * (xs * np.cos(turn) + ys * np.sin(turn)) / period)
        b = np.cos(2 * np.pi * (-xs * np.sin(turn) + ys * np.cos(turn)) / period)
        relief += rng.uniform(0.02, 0.16) * (a * b if rng.random() < 0.7 else a)
    colour = np.array(FELTS[int(rng.integers(len(FELTS)))]) * rng.uniform(0.6, 1.25) + rng.normal(0, 15, 3)
    return _tinted(1 + relief, colour)


def _patterned(rng: np.random.Generator, size: int) -> Image:
    """Cloth with a repeating pattern: checks, stripes, spots, ornaments, frames as large as tiles."""
    cell = _motif(rng)
    tall, wide = cell.shape[:2]
    side = int(1.5 * size)
    whole = np.tile(cell, (-(-side // tall), -(-side // wide), 1))[:side, :side]
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(0, 360) if rng.random() < 0.5 else 0.0, 1.0)
    turn = turn - np.array([[0, 0, 1], [0, 0, 1]]) * (side - size) / 2
    laid = cv2.warpAffine(whole, turn, (size, size), flags=cv2.INTER_LINEAR).astype(np.float32)
    noise = rng.standard_normal((size // 2, size // 2), np.float32) * np.float32(rng.uniform(0, 0.06))
    made: Image = np.clip(laid * (1 + cv2.resize(noise, (size, size)))[:, :, None], 0, 255).astype(np.uint8)
    return made


def _motif(rng: np.random.Generator) -> Image:
    """Return the repeated motif of a patterned cloth."""
    wide = int(rng.uniform(12, 160))
    tall = round(wide * rng.choice([1, 1, 1, 1.35, 0.74]))
    colours = np.array(FELTS)[rng.integers(len(FELTS), size=4)] * rng.uniform(0.6, 1.3, (4, 1))
    if rng.random() < 0.5:
        colours[1] = rng.uniform(190, 255)
    cell = np.tile(colours[0], (tall, wide, 1))
    kind = rng.choice(["checks", "stripes", "chess", "spots", "frames"], p=[0.35, 0.15, 0.15, 0.2, 0.15])
    if kind == "chess":
        cell[: tall // 2, : wide // 2] = cell[tall // 2 :, wide // 2 :] = colours[1]
    elif kind in ("checks", "stripes"):
        across, down = cell.copy(), cell.copy()
        for colour in colours[1 : int(rng.integers(2, 5))]:
            start, end = np.cumsum(rng.uniform((0, 0.04), (0.7, 0.5)))
            across[:, int(start * wide) : int(end * wide) + 1] = colour
            down[int(start * tall) : int(end * tall) + 1] = colour
        cell = across if kind == "stripes" else (across + down) / 2
    drawn: Image = np.clip(cell, 0, 255).astype(np.uint8)
    line = max(1, wide // 20)
    if kind == "frames":
        inset = max(1, int(wide * rng.uniform(0.03, 0.15)))
        ink = tuple(float(v) for v in colours[1])
        cv2.rectangle(
            drawn, (inset, inset), (wide - inset, tall - inset), ink, int(rng.choice([-1, line])), cv2.LINE_AA
        )
    if kind in ("spots", "frames") or rng.random() < 0.1:
        for n in range(int(rng.integers(1, 5))):
            _ornament(rng, drawn, tuple(float(v) for v in colours[1 + n % 3]), line)
    return drawn


def _ornament(rng: np.random.Generator, cell: Image, ink: tuple[float, ...], line: int) -> None:
    tall, wide = cell.shape[:2]
    at = rng.uniform(0.2, 0.8, 2) * (wide, tall)
    if rng.random() < 0.6:
        axes = np.maximum(1, rng.uniform(0.04, 0.25, 2) * wide)
        shape = (float(at[0]), float(at[1])), (2 * float(axes[0]), 2 * float(axes[1])), float(rng.uniform(0, 180))
        cv2.ellipse(cell, shape, ink, -1 if rng.random() < 0.6 else line, cv2.LINE_AA)
    else:
        points = (np.cumsum(rng.normal(0, wide / 8, (6, 2)), axis=0) + at).astype(np.int32)
        cv2.polylines(cell, [points], bool(rng.random() < 0.4), ink, line, cv2.LINE_AA)


def ground(
    rng: np.random.Generator,
    view: View,
    scenery: Scenery,
    edge: float,
    bare: bool = False,
    felt: Tint | None = None,
) -> Image:
    """Render the empty table.

    Args:
        edge: Distance of the table's edges from its centre, millimetres.
        bare: True for no prints and other objects.
        felt: Colour of the table top, BGR; a random surface if None.

    Returns:
        (h, w, 3) BGR of `view.size`.
    """
    w, h = view.size
    frame = np.array([[0, 0], [w, 0], [w, h], [0, h], [w / 2, h / 2]], np.float64)
    rays = view.ground(frame)
    centre = rays[4]
    reach = float(np.clip(np.abs(rays[:4] - centre).max(), 60, 3 * edge))
    side = 1200
    per_mm = side / (2 * reach)
    plane = material(rng, scenery, side, bare)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - centre[0] + reach) * per_mm, (reach - (y - centre[1])) * per_mm

    def rectangle(half: float, fill: Image | Tint) -> None:
        (x0, y0), (x1, y1) = at(-half, half), at(half, -half)
        x0i, y0i, x1i, y1i = (int(np.clip(v, 0, side)) for v in (x0, y0, x1, y1))
        if x1i > x0i and y1i > y0i:
            plane[y0i:y1i, x0i:x1i] = fill[y0i:y1i, x0i:x1i] if isinstance(fill, np.ndarray) else fill

    rim = rng.uniform(20, 90)
    if rng.random() < 0.8:
        rectangle(edge + rim, material(rng, scenery, side, bare))
    top = material(rng, scenery, side, bare)
    if felt is not None:
        grey = cv2.cvtColor(top, cv2.COLOR_BGR2GRAY).astype(np.float32)
        top = _tinted(1 + 0.3 * (grey - grey.mean()) / 128, np.array(felt))
    if not bare and rng.random() < 0.25:
        _print(rng, top)
    rectangle(edge, top)
    for _ in range(0 if bare else int(rng.choice([0, 0, 1, 2, 4]))):
        _flat_thing(rng, plane, per_mm, scenery)
    pen = rng.spawn(1)[0]
    if not bare and pen.random() < 0.2:
        for _ in range(int(pen.integers(1, 5))):
            _lay(plane, pen, written_page(pen), pen.uniform(8, 40) * per_mm / _EM)
    to_plane = np.array([[1 / per_mm, 0, centre[0] - reach], [0, -1 / per_mm, centre[1] + reach], [0, 0, 1]])
    warp = view.plane() @ to_plane
    picture = cv2.warpPerspective(plane, warp, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(
        np.uint8
    )
    return _room(rng, view, picture, scenery)


def _print(rng: np.random.Generator, image: Image) -> None:
    """Draw lines, rings and letters printed on the cloth."""
    side = image.shape[0]
    colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
    for _ in range(int(rng.integers(1, 8))):
        x, y = (int(v) for v in rng.integers(0, side, 2))
        kind = rng.integers(4)
        thick = int(rng.integers(1, 12))
        if kind == 0:
            cv2.circle(image, (x, y), int(rng.integers(10, 300)), colour, thick, cv2.LINE_AA)
        elif kind == 1:
            end = tuple(int(v) for v in rng.integers(0, side, 2))
            cv2.line(image, (x, y), (end[0], end[1]), colour, thick, cv2.LINE_AA)
        elif kind == 2:
            text = "".join(rng.choice(list("ABCDEFGHKMNPRSTXZ023456789")) for _ in range(int(rng.integers(1, 8))))
            cv2.putText(image, text, (x, y), int(rng.integers(0, 5)), rng.uniform(1, 5), colour, thick, cv2.LINE_AA)
        else:
            points = np.cumsum(rng.normal(0, 60, (12, 2)), axis=0) + np.array([x, y])
            cv2.polylines(image, [points.astype(np.int32)], False, colour, thick, cv2.LINE_AA)


def written_page(rng: np.random.Generator) -> Image:
    """Return the spine of a book, a label or a page: columns of Chinese characters like those of tiles."""
    fonts = FaceSources.find().chinese
    font = fonts[int(rng.integers(len(fonts)))]
    em, columns, rows = _EM, int(rng.choice([1, 1, 2, 4])), int(rng.integers(2, 10))
    page = np.tile(
        rng.uniform(170, 255, 3) if rng.random() < 0.6 else rng.uniform(0, 200, 3), (rows * em, columns * em, 1)
    )
    ink = rng.uniform(0, 90, 3) if page[0, 0].mean() > 120 else rng.uniform(170, 255, 3)
    for k in range(rows * columns):
        character = chr(int(rng.integers(0x4E00, 0x8000)))
        if rng.random() < 0.12 or not writes(font, character):
            continue
        mask = glyph(font, character)
        share = rng.uniform(0.78, 0.86) * em / max(mask.shape)
        small = cv2.resize(mask, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)[:, :, None] / 255
        top, left = (k // columns) * em + (em - len(small)) // 2, (k % columns) * em + (em - small.shape[1]) // 2
        part = page[top : top + len(small), left : left + small.shape[1]]
        part[:] = part * (1 - small) + ink * small
    return page.astype(np.uint8)


def _lay(plane: Image, rng: np.random.Generator, thing: Image, scale: float) -> None:
    """Draw a scaled picture at a random place and turn on another."""
    high, wide = thing.shape[:2]
    turn = rng.uniform(0, 2 * np.pi)
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    linear = np.array([[c, -s], [s, c]])
    warp = np.column_stack([linear, rng.uniform(0, plane.shape[0], 2) - linear @ (wide / 2, high / 2)])
    cv2.warpAffine(thing, warp, plane.shape[1::-1], plane, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)


def _flat_thing(rng: np.random.Generator, plane: Image, per_mm: float, scenery: Scenery) -> None:
    """Draw a paper, card, phone, coin or part of a photograph, each in some way like a tile."""
    side = plane.shape[0]
    x, y = rng.uniform(0, side, 2)
    kind = rng.integers(5)
    if kind == 0:
        radius = int(rng.uniform(8, 20) * per_mm)
        colour = tuple(float(v) for v in rng.uniform(60, 255, 3))
        cv2.circle(plane, (int(x), int(y)), radius, colour, -1, cv2.LINE_AA)
        cv2.circle(
            plane,
            (int(x), int(y)),
            int(radius * 0.8),
            tuple(0.7 * c for c in colour),
            max(1, radius // 8),
            cv2.LINE_AA,
        )
        return
    extent = rng.uniform(25, 160, 2) * per_mm
    if kind == 1 and scenery.clutter:
        loaded = _load(scenery.clutter[int(rng.integers(len(scenery.clutter)))])
        thing = loaded if loaded is not None else material(rng, scenery, 200)
    elif kind == 2:
        thing = np.full((120, 80, 3), rng.uniform(10, 60), np.uint8)
        thing[8:-8, 4:-4] = rng.uniform(0, 160, 3)
    else:
        thing = _page(rng)
    turn = rng.uniform(0, 2 * np.pi)
    half = extent / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    target = (corners @ rotation + (x, y)).astype(np.float32)
    th, tw = thing.shape[:2]
    warp = cv2.getPerspectiveTransform(np.array([[0, 0], [tw, 0], [tw, th], [0, th]], np.float32), target)
    mask = np.zeros(plane.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, target.astype(np.int32), 255)
    warped = cv2.warpPerspective(thing, warp, (side, side))
    plane[mask > 0] = warped[mask > 0]


def _page(rng: np.random.Generator) -> Image:
    """Return a pale page or card with a few lines on it."""
    page = np.full((160, 110, 3), rng.uniform(190, 255), np.uint8)
    for row in range(12, 150, int(rng.integers(8, 24))):
        length = int(rng.integers(10, 95))
        ink = tuple(float(v) for v in rng.uniform(0, 150, 3))
        cv2.line(page, (8, row), (8 + length, row), ink, int(rng.integers(1, 4)))
    return page


def _room(rng: np.random.Generator, view: View, picture: Image, scenery: Scenery) -> Image:
    """Draw the room beyond the table: a photograph or a plain wall."""
    w, h = view.size
    inverse = np.linalg.inv(view.plane())
    ys, xs = np.mgrid[0:h:8, 0:w:8].astype(np.float64)
    depth = inverse[2, 0] * xs + inverse[2, 1] * ys + inverse[2, 2]
    middle = inverse[2] @ np.array([w / 2, h * 0.999, 1.0])
    beyond = (depth * np.sign(middle) <= abs(middle) * 0.12).astype(np.uint8)
    if not beyond.any():
        return picture
    mask = cv2.resize(beyond, (w, h), interpolation=cv2.INTER_NEAREST).astype(bool)
    loaded = _load(scenery.clutter[int(rng.integers(len(scenery.clutter)))]) if scenery.clutter else None
    if loaded is None:
        wall = np.full_like(picture, rng.uniform(40, 220, 3).astype(np.uint8))
    else:
        wall = cv2.resize(loaded, (w, h)).astype(np.uint8)
    pen = rng.spawn(1)[0]
    if pen.random() < 0.5:
        draw_shelf(pen, wall, int(np.flatnonzero(mask.any(axis=1)).max()))
    picture[mask] = wall[mask]
    return picture


def draw_shelf(rng: np.random.Generator, wall: Image, foot: int) -> None:
    """Draw books and cards that stand side by side before a wall, their feet at a row of pixels."""
    left = int(rng.uniform(0, 0.4) * wall.shape[1])
    while left < wall.shape[1] * rng.uniform(0.6, 1.2):
        card = rng.random() < 0.25
        book = _page(rng) if card else written_page(rng)
        wide = int(rng.uniform(0.015, 0.14 if card else 0.07) * wall.shape[1]) + 2
        high = min(wide * book.shape[0] // book.shape[1], foot)
        part = wall[max(foot - high, 0) : foot, left : left + wide]
        if not part.size:
            return
        part[:] = cv2.resize(book, part.shape[1::-1], interpolation=cv2.INTER_AREA)
        left += wide + int(rng.integers(0, 4))


def furniture(
    rng: np.random.Generator, edge: float, tile: float, fonts: Sequence[Font]
) -> tuple[list[BodyBox], list[RenderedDie]]:
    """Unlabelled boxes (console, racks along the edges, sticks, plates, counters), and dice."""
    boxes: list[BodyBox] = []
    dice: tuple[RenderedDie, ...] = ()
    edge = min(edge, 450.0)
    pen = rng.spawn(1)[0]

    def box(x: float, y: float, half: Points, turn: float, colour: Tint, corner: float = 0.05) -> BodyBox:
        c, s = np.cos(turn), np.sin(turn)
        axes = np.array([[c * half[0], s * half[0], 0], [-s * half[1], c * half[1], 0], [0, 0, half[2]]])
        return BodyBox(np.array([x, y, half[2]]), axes, colour, colour, corner=corner)

    if rng.random() < 0.25:
        size = rng.uniform(60, 160)
        grey = rng.uniform(10, 230)
        bare = box(0, 0, np.array([size, size, rng.uniform(2, 20)]) / 2, 0, (grey, grey, grey), 0.2)
        console, dice = random_console(pen, fonts, bare)
        boxes.append(console)
    if rng.random() < 0.3:
        colour = tuple(float(v) for v in rng.uniform(20, 240, 3))
        for k in range(4):
            y = edge - tile * rng.uniform(0.2, 0.8)
            rack = box(0, 0, np.array([edge * 1.4, tile * 0.6, tile * rng.uniform(0.2, 0.9)]) / 2, 0, colour)  # type: ignore[arg-type]
            turn = k * np.pi / 2
            c, s = np.cos(turn), np.sin(turn)
            rotation = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
            centre = rotation @ np.array([0, -y, rack.centre[2]])
            boxes.append(BodyBox(centre, rack.axes @ rotation.T, rack.front, rack.back, corner=0.05))

    def anywhere(_: float) -> tuple[float, float]:
        return rng.uniform(-0.5, 0.5) * edge, rng.uniform(-0.5, 0.5) * edge

    dice = dice or random_dice(rng, anywhere, int(rng.choice([0, 0, 2, 3])))
    for _ in range(int(rng.choice([0, 0, 0, 4]))):
        half = np.array([rng.uniform(3, 45), rng.uniform(3, 20), rng.uniform(2, 6)]) / 2
        x, y = rng.uniform(-0.6, 0.6, 2) * edge
        colour = tuple(float(v) for v in rng.uniform(20, 255, 3))
        boxes.append(box(x, y, half, rng.uniform(0, 2 * np.pi), colour))  # type: ignore[arg-type]
    return [*boxes, *random_fittings(pen, fonts, 0.6 * edge)], list(dice)
