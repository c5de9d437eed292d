"""Random pictures: arrangements of tiles on a table, and their surroundings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from models.render import layouts
from models.render.hands import random_win
from models.render.layouts import Placement, TileSize
from models.render.scene import RenderedScene, RenderedTileSet, Sources, random_set, render
from models.render.view import look_at

_DRAGONS = 0.25
"""Share of white dragons in pictures made to teach them. More teaches blank faces better, other faces worse."""

_TURNED = 0.12
"""Share of face-down tiles in such pictures. More teaches backs beside blank faces; less lets the two be confused."""

HARD: Final = ("block", "single", "border", "table")
"""Ways to lay tiles that are read worst, each as often: blocks of touching rows, a tile that fills much of the picture,
rows at the picture's border, and whole tables of distant tiles."""

_ON_EDGE = 0.06
"""Share of tiles on their long edges in such pictures. More teaches blank sides; less leaves them to be taken for
faces."""


def random_scene(
    rng: np.random.Generator,
    sources: Sources,
    size: tuple[int, int] | None = None,
    tiles: RenderedTileSet | None = None,
    codes: Sequence[str] | None = None,
    *,
    blank: bool = False,
    hard: bool = False,
) -> RenderedScene:
    """Return a random picture of a random table.

    Args:
        size: (width, height) in pixels; by default a common shape with its longer side at 640.
        tiles: The set on the table; by default a new one.
        codes: The faces that may lie on it, any number of each; by default those of a set.
        blank: True if many tiles are white dragons, lie face down among others, or lie on their long edges.
        hard: True for what is read worst: blocks of touching tiles, tiles far away or filling the picture, tiles at its
            border.
    """
    if size is None:
        shapes = [(640, 480), (640, 360), (640, 640), (480, 640), (360, 640), (640, 512)]
        size = shapes[int(rng.integers(len(shapes)))]
    tiles = tiles or random_set(rng, sources)
    body = tiles.body
    kind = HARD[int(rng.integers(len(HARD)))] if hard else None
    placements = random_placements(rng, body.size) if kind is None else _hard_placements(rng, body.size, kind)
    if tiles.style.white == "blank" and rng.random() < 0.5:  # rare, and easily taken for a back or for nothing
        placements = [replace(p, tile="P") if rng.random() < 0.15 else p for p in placements]
    if blank:
        placements = [_blank(rng, p) for p in placements]
    if codes is not None:
        placements = [replace(p, tile=str(rng.choice(codes))) for p in placements]
    turn = (
        rng.uniform(0, 2 * np.pi)
        if rng.random() < 0.4
        else rng.normal(0, 0.15) + rng.choice([0, 0, 0, 1, 2, 3]) * np.pi / 2
    )
    tilt = float(np.clip(abs(rng.normal(0.25, 0.35)), 0, 1.05))
    if placements and placements[0].pose == "standing":  # their faces are not visible from above or behind
        turn, tilt = rng.normal(0, 0.5), float(rng.uniform(0.6, 1.2))
    placements = layouts.moved(placements, 0, 0, float(turn))
    aim, extent = _frame(rng, placements, body.size)
    scale = float(min(size) / extent * rng.uniform(0.8, 1.7))
    if kind is None:
        scale = float(np.clip(scale, 10 / body.size.w, 150 / body.size.w))
    else:
        scale, tilt, aim = _hard_view(rng, kind, placements, body.size, size, scale)
    view = look_at(size, tilt, float(rng.normal(0, 0.08)), float(rng.uniform(0.65, 1.8)), scale, aim)
    edge = max(extent * rng.uniform(0.4, 1.1), 150.0) if rng.random() < 0.6 else 2000.0
    return render(rng, placements, tiles, view, sources, edge=float(edge), cover=bool(rng.random() < 0.12))


def _hard_placements(rng: np.random.Generator, size: TileSize, kind: str) -> list[Placement]:
    """Return tiles laid in one of the ways of `HARD`."""
    if kind == "block":
        columns = int(rng.choice([3, 5, 6, 9, 13, 17, 18]))
        return layouts.block(rng, layouts.deal(rng, columns * int(rng.integers(1, 5))), columns, size)
    if kind == "single":
        return layouts.row(rng, layouts.deal(rng, int(rng.choice([1, 1, 1, 2, 3]))), size)
    if kind == "border":
        return layouts.row(rng, layouts.deal(rng, int(rng.integers(4, 19))), size)
    hand = layouts.moved(layouts.declared(rng, random_win(rng), size), 0, -size.h * rng.uniform(4, 6), 0)
    ponds: list[Placement] = []
    for quarter in range(4):
        pond = layouts.moved(layouts.pond(rng, layouts.deal(rng, int(rng.integers(6, 25))), size), 0, -3.4 * size.w, 0)
        ponds += layouts.moved(pond, 0, 0, quarter * np.pi / 2)
    return [*ponds, *layouts.moved(hand, 0, -size.h * 3, 0)]


def _hard_view(
    rng: np.random.Generator,
    kind: str,
    placements: Sequence[Placement],
    size: TileSize,
    frame: tuple[int, int],
    scale: float,
) -> tuple[float, float, tuple[float, float]]:
    """Return pixels per millimetre, the camera's tilt and its target for tiles laid in one of the ways of `HARD`."""
    points = np.array([[p.x, p.y] for p in placements])
    x, y = points.mean(axis=0)
    if kind == "single":
        return float(min(frame) * rng.uniform(0.3, 1.0) / size.h), float(abs(rng.normal(0, 0.2))), (float(x), float(y))
    if kind == "table":
        return float(rng.uniform(8, 20) / size.w), float(rng.uniform(0.2, 1.1)), (float(x), float(y))
    if kind == "border":
        x, y = points[int(rng.integers(len(points)))] + rng.normal(0, 1, 2) * 0.4 * min(frame) / scale
    scale = float(np.clip(scale, 12 / size.w, 150 / size.w))
    return scale, float(abs(rng.normal(0.2, 0.3))), (float(x), float(y))


def _blank(rng: np.random.Generator, placement: Placement) -> Placement:
    """Return a placed tile, or in its place a white dragon, one face down or one on its long edge."""
    if placement.group == "wall" and rng.random() < 0.9:
        return placement
    chance = rng.random()
    if chance < _DRAGONS:
        return replace(placement, tile="P", pose="up" if placement.pose == "down" else placement.pose)
    if placement.pose != "up" or chance > _DRAGONS + _TURNED + _ON_EDGE:
        return placement
    return replace(placement, pose="down" if chance < _DRAGONS + _TURNED else "edge")


def _frame(
    rng: np.random.Generator, placements: Sequence[Placement], size: TileSize
) -> tuple[tuple[float, float], float]:
    """Return the camera's target, and the extent in millimetres that should fill the picture."""
    if not placements:
        return (0.0, 0.0), float(rng.uniform(200, 900))
    whole = rng.random() < 0.6
    chosen = placements if whole else [p for p in placements if p.group == placements[0].group]
    points = np.array([[p.x, p.y] for p in chosen])
    low, high = points.min(axis=0), points.max(axis=0)
    centre = (low + high) / 2 + rng.normal(0, 0.12, 2) * (high - low)
    extent = float(max(np.hypot(*(high - low)) * rng.uniform(0.75, 1.2), 4 * size.h))
    return (float(centre[0]), float(centre[1])), extent


def random_placements(rng: np.random.Generator, size: TileSize) -> list[Placement]:
    """Return a random arrangement of tiles, the main one first."""
    kind = rng.choice(
        ["row", "declared", "grid", "scatter", "table", "standing", "close", "none"],
        p=[0.19, 0.19, 0.08, 0.15, 0.15, 0.14, 0.06, 0.04],
    )
    placed: list[Placement] = []
    if kind == "none":
        return placed
    if kind == "row":
        placed = layouts.row(rng, layouts.deal(rng, int(rng.integers(8, 19))), size)
    elif kind == "declared":
        placed = layouts.declared(rng, random_win(rng), size)
    elif kind == "grid":
        columns = int(rng.integers(2, 8))
        placed = layouts.grid(rng, layouts.deal(rng, columns * int(rng.integers(2, 6))), columns, size)
    elif kind == "scatter":
        radius = size.h * rng.uniform(2, 7)
        return layouts.scatter(
            rng, layouts.deal(rng, int(rng.integers(6, 70))), size, radius, rng.choice([0, 0.15, 0.5])
        )
    elif kind == "close":
        return layouts.row(rng, layouts.deal(rng, int(rng.integers(1, 7))), size)
    elif kind == "standing":
        for k in range(int(rng.integers(1, 4))):
            tiles = layouts.deal(rng, int(rng.integers(3, 15)))
            standing = layouts.row(rng, tiles, size, "standing", "rack")
            if rng.random() < 0.5:  # singly
                apart = rng.uniform(1.1, 1.8)
                standing = [
                    replace(p, x=p.x * apart, y=p.y + rng.normal(0, 0.5) * size.t, turn=p.turn + rng.normal(0, 0.25))
                    for p in standing
                ]
            placed += layouts.moved(standing, rng.normal(0, 20), k * size.h * rng.uniform(1.5, 4), rng.normal(0, 0.2))
        return placed
    else:
        placed = layouts.moved(layouts.declared(rng, random_win(rng), size), 0, -size.h * rng.uniform(4, 6), 0)
    return placed + _surroundings(rng, placed, size, 0.9 if kind == "table" else 0.4)


def _surroundings(
    rng: np.random.Generator, placed: Sequence[Placement], size: TileSize, share: float
) -> list[Placement]:
    """Discards, walls, racks and other hands beyond the main arrangement."""
    top = max(p.y for p in placed) + size.h
    extra: list[Placement] = []
    if rng.random() < share:
        tiles = layouts.deal(rng, int(rng.integers(5, 40)))
        if rng.random() < 0.5:
            heap = layouts.scatter(rng, tiles, size, size.h * rng.uniform(2.5, 5), rng.choice([0, 0.2]))
        else:
            heap = layouts.pond(rng, tiles, size)
        depth = max(abs(p.y) for p in heap)
        extra += layouts.moved(heap, rng.normal(0, 2 * size.w), top + depth + size.h * rng.uniform(0.5, 2), 0)
    if rng.random() < share:
        wall = layouts.wall(rng, int(rng.integers(4, 18)), size)
        reach = max((p.y for p in extra), default=top) + size.h * rng.uniform(1, 3)
        extra += layouts.moved(wall, rng.normal(0, 50), reach, 0)
    if rng.random() < share:
        wall = layouts.wall(rng, int(rng.integers(4, 18)), size)
        side = max(abs(p.x) for p in placed) + size.h * rng.uniform(1, 3)
        extra += layouts.moved(wall, rng.choice([-1, 1]) * side, top + size.h * 4, np.pi / 2)
    if rng.random() < 0.3 * share:
        rack = layouts.row(rng, layouts.deal(rng, 13), size, "standing", "rack")
        reach = max((p.y for p in extra), default=top) + size.h * rng.uniform(1.5, 4)
        extra += layouts.moved(rack, rng.normal(0, 40), reach, float(rng.choice([0, np.pi])))
    return extra
