"""Arrangements of tiles on a table: rows, grids, scattered tiles, melds, walls, racks; in millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from scoring.hand import Meld, Win
from scoring.tiles import FACES

Pose = Literal["up", "down", "standing", "edge"]


@dataclass(frozen=True, slots=True)
class Placement:
    """One tile on the table.

    Attributes:
        tile: Its code in `scoring.tiles.FACES`.
        pose: Face up, face down, or standing upright or on its long edge, with the face towards -y of its own frame.
        x, y: Centre of its footprint, millimetres.
        turn: Counter-clockwise turn of the glyph's up direction from +y, radians.
        level: Number of tiles under it.
        group: Name of its group, such as "concealed" or "pond".
    """

    tile: str
    pose: Pose
    x: float
    y: float
    turn: float = 0.0
    level: int = 0
    group: str = "scatter"


@dataclass(frozen=True, slots=True)
class TileSize:
    """Width, height and thickness of a tile, millimetres."""

    w: float
    h: float
    t: float


def moved(placements: Sequence[Placement], x: float, y: float, turn: float) -> list[Placement]:
    """Return the placements turned about the origin, then shifted."""
    c, s = np.cos(turn), np.sin(turn)
    return [replace(p, x=c * p.x - s * p.y + x, y=s * p.x + c * p.y + y, turn=p.turn + turn) for p in placements]


def deal(rng: np.random.Generator, count: int) -> list[str]:
    """Return `count` tiles drawn from a shuffled set of four of each face and one of each flower."""
    wall = list(FACES[:34]) * 4 + list(FACES[34:])
    return [str(tile) for tile in rng.permutation(wall)[:count]]


def row(
    rng: np.random.Generator,
    tiles: Sequence[str],
    size: TileSize,
    pose: Pose = "up",
    group: str = "concealed",
) -> list[Placement]:
    """Return tiles in a row from left to right, centred, with small random gaps, offsets and turns."""
    gap = abs(rng.normal(0, 0.6)) if rng.random() < 0.8 else rng.uniform(1, 8)
    wobble = rng.choice([0.0, 0.3, 1.0])
    x = 0.0
    placed = []
    for tile in tiles:
        placed.append(
            Placement(
                tile,
                pose,
                x + size.w / 2,
                rng.normal(0, wobble),
                turn=rng.normal(0, 0.01 * wobble),
                group=group,
            )
        )
        x += size.w + abs(rng.normal(gap, 0.2 * gap + 0.05))
    return [replace(p, x=p.x - x / 2) for p in placed]


def meld(
    rng: np.random.Generator,
    tiles: Sequence[str],
    size: TileSize,
    claimed: int | None,
    hidden: Sequence[int] = (),
) -> list[Placement]:
    """Return a meld from left to right: the tile at `claimed` lies crosswise, those at `hidden` face down."""
    group = "meld" if not hidden else "concealed-kong"
    placed = []
    x = 0.0
    for i, tile in enumerate(tiles):
        crosswise = i == claimed
        width = size.h if crosswise else size.w
        turn = rng.choice([-1, 1]) * np.pi / 2 if crosswise else 0.0
        y = (size.w - size.h) / 2 if crosswise else 0.0
        pose: Pose = "down" if i in hidden else "up"
        placed.append(
            Placement(tile, pose, x + width / 2, y + rng.normal(0, 0.3), turn + rng.normal(0, 0.01), group=group)
        )
        x += width + abs(rng.normal(0.3, 0.2))
    return [replace(p, x=p.x - x / 2) for p in placed]


def grid(rng: np.random.Generator, tiles: Sequence[str], columns: int, size: TileSize) -> list[Placement]:
    """Return rows below each other, some tiles upside down or crosswise, as in a staged photograph."""
    gap_x, gap_y = rng.choice([0.2, 0.5, 5.0, 20.0]), rng.choice([0.2, 0.5, 5.0, 20.0])
    flip = rng.choice([0.0, 0.5])
    placed = []
    for i, tile in enumerate(tiles):
        r, c = divmod(i, columns)
        turn = rng.normal(0, 0.01) + (np.pi if rng.random() < flip else 0.0)
        x = (c - (columns - 1) / 2) * (size.w + gap_x) + rng.normal(0, 0.2)
        y = -r * (size.h + gap_y) + rng.normal(0, 0.2)
        placed.append(Placement(tile, "up", x, y, turn, group="grid"))
    middle = sum(p.y for p in placed) / len(placed)
    return [replace(p, y=p.y - middle) for p in placed]


def block(rng: np.random.Generator, tiles: Sequence[str], columns: int, size: TileSize) -> list[Placement]:
    """Return rows that touch each other as their tiles do, all upright, as a set laid out or stored."""
    seam = rng.uniform(0, 0.35)
    rows = -(-len(tiles) // columns)
    return [
        Placement(
            tile,
            "up",
            (i % columns - (columns - 1) / 2) * (size.w + seam) + rng.normal(0, 0.1),
            ((rows - 1) / 2 - i // columns) * (size.h + seam) + rng.normal(0, 0.1),
            rng.normal(0, 0.004),
            group="grid",
        )
        for i, tile in enumerate(tiles)
    ]


def scatter(
    rng: np.random.Generator, tiles: Sequence[str], size: TileSize, radius: float, down: float = 0.0
) -> list[Placement]:
    """Return tiles at random places and turns within `radius`, without overlap; tiles without room are omitted."""
    placed: list[Placement] = []
    reach = np.hypot(size.w, size.h)
    for tile in tiles:
        for _ in range(30):
            angle, distance = rng.uniform(0, 2 * np.pi), radius * np.sqrt(rng.random())
            turn = rng.uniform(0, 2 * np.pi)
            x, y = distance * np.cos(angle), distance * np.sin(angle)
            if all(apart(x, y, turn, p, size, reach) for p in placed):
                pose: Pose = "down" if rng.random() < down else "up"
                placed.append(Placement(tile, pose, x, y, turn, group="pond"))
                break
    return placed


def apart(x: float, y: float, turn: float, other: Placement, size: TileSize, reach: float) -> bool:
    """Return True if a tile at a place does not touch `other` (separating axes of two equal rectangles)."""
    dx, dy = other.x - x, other.y - y
    if np.hypot(dx, dy) > reach:
        return True
    half = np.array([size.w, size.h]) / 2
    for axis_turn in (turn, other.turn):
        for quarter, own in ((0.0, half[0]), (np.pi / 2, half[1])):
            ax, ay = np.cos(axis_turn + quarter), np.sin(axis_turn + quarter)
            partner = other.turn if axis_turn == turn else turn
            spread = half[0] * abs(np.cos(partner - axis_turn - quarter)) + half[1] * abs(
                np.sin(partner - axis_turn - quarter)
            )
            if abs(dx * ax + dy * ay) > own + spread:
                return True
    return False


def pond(rng: np.random.Generator, tiles: Sequence[str], size: TileSize) -> list[Placement]:
    """Return discards in loose rows of six."""
    placed = []
    for i, tile in enumerate(tiles):
        r, c = divmod(i, 6)
        x = (c - 2.5) * (size.w + 1.0) + rng.normal(0, 0.8)
        y = -r * (size.h + 1.5) + rng.normal(0, 0.8)
        placed.append(Placement(tile, "up", x, y, rng.normal(0, 0.04), group="pond"))
    return placed


def wall(rng: np.random.Generator, stacks: int, size: TileSize) -> list[Placement]:
    """Return a wall two tiles high, face down, long sides across."""
    levels = 2 if rng.random() < 0.8 else 1
    return [
        Placement("P", "down", (i - stacks / 2) * (size.w + 0.2), rng.normal(0, 0.3), level=level, group="wall")
        for i in range(stacks)
        for level in range(levels)
    ]


def beyond(rng: np.random.Generator, win: Win, size: TileSize) -> list[Placement]:
    """Return discards beyond a hand at the origin, and the end of a wall behind them."""
    left = [t for t in deal(rng, 144) if t in FACES[:34] and t not in win.tiles]
    discards = pond(rng, left[: int(rng.integers(6, 19))], size)
    stacks = wall(rng, int(rng.integers(3, 12)), size)
    near = float(rng.uniform(2.5, 5)) * size.h
    across = float(rng.normal(0, 3)) * size.w
    return moved(discards, across, near + 3 * size.h, 0.0) + moved(stacks, across, near + 6 * size.h, 0.0)


def declared(rng: np.random.Generator, win: Win, size: TileSize) -> list[Placement]:
    """Return a winning hand on one line: flowers, melds, the concealed row, and the winning tile apart.

    A claimed tile lies crosswise: at the left of its meld if from the player on the left, in the middle if from the
    player across, at the right if from the player on the right. The tile added to a kong lies beyond the crosswise one.
    The outer two or all four tiles of a concealed kong lie face down.
    """
    parts: list[list[Placement]] = []
    if win.flower_tiles:
        parts.append(row(rng, win.flower_tiles, size, group="flowers"))
    for given in win.melds:
        parts.append(declared_meld(rng, given, size))
    if win.concealed:
        parts.append(row(rng, win.concealed, size))
    if win.winning is not None:
        winning = row(rng, [win.winning], size, group="winning")
        parts.append(moved(winning, 0, 0, np.pi / 2) if rng.random() < 0.2 else winning)
    gap = rng.uniform(0.4, 1.2) * size.w
    placed: list[Placement] = []
    x = 0.0
    for part in parts:
        left = min(p.x - _half_width(p, size) for p in part)
        right = max(p.x + _half_width(p, size) for p in part)
        placed += [replace(p, x=p.x - left + x) for p in part]
        x += right - left + gap
    return [replace(p, x=p.x - x / 2) for p in placed]


def _half_width(placement: Placement, size: TileSize) -> float:
    """Half of a tile's extent along x."""
    return float(abs(np.cos(placement.turn)) * size.w + abs(np.sin(placement.turn)) * size.h) / 2


def declared_meld(rng: np.random.Generator, given: Meld, size: TileSize) -> list[Placement]:
    """Return a meld as it is laid when it is declared, about the origin."""
    tiles = given.tiles
    if given.kind == "concealed-kong":
        hidden = (0, 3) if rng.random() < 0.7 else (0, 1, 2, 3)
        return meld(rng, tiles, size, None, hidden)
    added = given.source > 4
    shown = tiles[:3] if added else tiles
    place = {1: 0, 2: 1, 3: len(shown) - 1}[given.source - 4 if added else given.source]
    if given.kind == "chow":
        claimed = int(rng.integers(3))
        shown = (shown[claimed], *(t for i, t in enumerate(shown) if i != claimed))
    placed = meld(rng, shown, size, place)
    if added:
        under = placed[place]
        placed.append(replace(under, y=under.y + size.w + 0.3))
    return placed
