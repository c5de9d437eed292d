"""A table at the end of a hand, seen from above: four seats, walls, discards, console, dice, markers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from models.render import layouts
from models.render.body import BodyBox
from models.render.dice import RenderedDie, random_dice
from models.render.fittings import random_console, random_fittings
from models.render.hands import random_win
from models.render.layouts import Placement, TileSize
from models.render.scene import RenderedScene, RenderedTileSet, Sources, random_set, render
from models.render.view import Points, View, look_at
from scoring import Win
from scoring.tiles import FACES
from vision.table import markers

CHAIRS: Final = (1, 2, 3, 4)
"""Numbers of the seats, in the order of play."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A rendered table at the end of a won hand.

    Attributes:
        chair: The winner's seat, 1 to 4 in the order of play, counter-clockwise from the side of negative y.
        win: The winning hand.
        corners: (4, 2) corners of the table top in pixels, the first at the left hand of seat 1, in the order of play.
        side: Side of the table, millimetres.
    """

    scene: RenderedScene
    chair: int
    win: Win
    corners: Points
    side: float


def random_end(
    rng: np.random.Generator,
    sources: Sources,
    size: tuple[int, int] = (1920, 1080),
    *,
    most_tilt: float = 0.3,
    dice: bool = True,
    tiles: RenderedTileSet | None = None,
) -> Ended:
    """Return a winning hand at one seat, other hands at the others, discards, and the rest of the wall.

    Args:
        size: (width, height) of the picture in pixels.
        most_tilt: Greatest angle of the camera from straight down, radians.
        dice: True if two dice lie on the table, or under a console's dome.
        tiles: The set on the table; by default a new one.
    """
    side = float(rng.uniform(780, 900))
    tiles = tiles or random_set(rng, sources)
    body = tiles.body.size
    chair = int(rng.integers(1, 5))
    win, laid = _laid(rng, body, 0.95 * side)
    placed: list[Placement] = []
    for n in (chair, *(n for n in CHAIRS if n != chair)):
        own = laid if n == chair else _other_hand(rng, body)
        depth = rng.uniform(0.03, 0.08) * side + body.h / 2
        placed += _clear(_before(n, own, depth, side), placed, body)
    for n in CHAIRS:
        wall = layouts.wall(rng, int(rng.choice([0, 0, 3, 8, 14])), body)
        placed += _clear(_before(n, wall, rng.uniform(0.24, 0.27) * side, side), placed, body)
    placed += _clear(_pond(rng, body, side), placed, body)
    placed = _of_one_set(rng, placed)
    view = rig(rng, size, side, most_tilt)
    things: list[BodyBox] = []
    thrown: tuple[RenderedDie, ...] = ()
    pen = rng.spawn(1)[0]
    if rng.random() < 0.4:
        console, thrown = random_console(pen, sources.faces.chinese, _console(rng), dice=dice)
        things.append(console)
        placed = [p for p in placed if max(abs(p.x), abs(p.y)) > console.axes.max() + body.h]

    def free(room: float) -> tuple[float, float] | None:
        x, y = rng.uniform(-0.4, 0.4, 2) * side
        far = np.hypot(body.w, body.h) / 2 + 1.5 * room
        taken = any(np.hypot(p.x - x, p.y - y) < far for p in placed)
        return None if taken or any(max(abs(x), abs(y)) < t.axes.max() + room for t in things) else (x, y)

    thrown = thrown or (random_dice(rng, free) if dice else ())
    things += random_fittings(pen, sources.faces.chinese, 0.4 * side)
    scene = render(rng, placed, tiles, view, sources, edge=side / 2, things=[*things, *thrown])
    return Ended(scene, chair, win, view.project(_top(side)), side)


def _of_one_set(rng: np.random.Generator, placed: list[Placement]) -> list[Placement]:
    """Return the placements, with tiles beyond the copies in a set replaced by tiles that are left."""
    left = Counter({face: 4 if face in FACES[:34] else 1 for face in FACES})
    dealt = []
    for tile in placed:
        if not left[tile.tile] and left.total():
            tile = replace(tile, tile=str(rng.choice(sorted(left.elements()))))
        left[tile.tile] = max(0, left[tile.tile] - 1)
        dealt.append(tile)
    return dealt


def rig(rng: np.random.Generator, size: tuple[int, int], side: float, most_tilt: float) -> View:
    """Return a camera above the table, at a random turn, that sees the whole table."""
    turn = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.06))
    tilt, focal = float(rng.uniform(0, most_tilt)), float(rng.uniform(0.6, 1.0))
    scale = min(size) / side
    while True:
        view = look_at(size, tilt, turn, focal, scale)
        corners = view.project(_top(side))
        if (corners > 8).all() and (corners < np.array(size) - 8).all():
            return view
        scale *= 0.97


def marker_boxes(side: float, turns: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> list[BodyBox]:
    """Return the four printed markers on the corners of a table; side in millimetres, turns in radians."""
    half, rim = markers.SIDE / 2, markers.SIDE / 8
    pixels = 240
    boxes = []
    for number, turn in zip(markers.NUMBERS, turns, strict=True):
        edge = round(pixels * rim / (2 * (half + rim)))
        paper = np.full((pixels, pixels, 4), 255, np.uint8)
        square = pixels - 2 * edge
        paper[edge:-edge, edge:-edge, :3] = markers.drawn(number, square)[:, :, None]
        out = np.sign(_top(side)[number - 1, :2])
        c, s = np.cos(turn), np.sin(turn)
        axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]) * np.array([[half + rim], [half + rim], [0.1]])
        centre = np.array([*(out * (side / 2 - half)), 0.1])
        white = (245.0, 245.0, 245.0)
        boxes.append(BodyBox(centre, axes, white, white, textures={"+n": paper}, corner=0.0))
    return boxes


def _top(side: float) -> Points:
    half = side / 2
    return np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])


def _laid(rng: np.random.Generator, body: TileSize, room: float) -> tuple[Win, list[Placement]]:
    """Return a winning hand that fits on a line, without a kong entirely face down, which is unreadable."""
    while True:
        win = random_win(rng)
        placed = layouts.declared(rng, win, body)
        hidden = {p.tile for p in placed if p.group == "concealed-kong"} - {p.tile for p in placed if p.pose == "up"}
        if not hidden and np.ptp([p.x for p in placed]) + body.h < room:
            return win, placed


def _other_hand(rng: np.random.Generator, body: TileSize) -> list[Placement]:
    """Return the tiles of a player who did not win: melds at the right, the others standing, face down or face up."""
    melds = [
        layouts.meld(rng, [str(rng.choice(FACES[:34]))] * 3, body, int(rng.integers(3)))
        for _ in range(int(rng.choice([0, 0, 1, 2])))
    ]
    pose = str(rng.choice(["standing", "down", "up"], p=[0.5, 0.35, 0.15]))
    rest = layouts.row(rng, layouts.deal(rng, 13 - 3 * len(melds)), body, pose, "other")  # type: ignore[arg-type]
    x = max(p.x for p in rest) + body.h
    for one in melds:
        width = np.ptp([p.x for p in one]) + 1.6 * body.h
        rest += [replace(p, x=p.x + x + width / 2, group="other") for p in one]
        x += width
    middle = (x + min(p.x for p in rest)) / 2
    return [replace(p, x=p.x - middle) for p in rest]


def _before(chair: int, placed: Sequence[Placement], depth: float, side: float) -> list[Placement]:
    """Return placements about the origin, moved in front of a seat."""
    return layouts.moved(layouts.moved(placed, 0, depth - side / 2, 0), 0, 0, (chair - 1) * np.pi / 2)


def _pond(rng: np.random.Generator, body: TileSize, side: float) -> list[Placement]:
    count = int(rng.integers(10, 60))
    if rng.random() < 0.5:
        return layouts.scatter(rng, layouts.deal(rng, count), body, 0.17 * side)
    rows = [layouts.pond(rng, layouts.deal(rng, count // 4), body) for _ in CHAIRS]
    return [p for n in CHAIRS for p in layouts.moved(rows[n - 1], 0, -0.08 * side, 0) for p in _turned(p, n)]


def _turned(placement: Placement, chair: int) -> list[Placement]:
    return layouts.moved([placement], 0, 0, (chair - 1) * np.pi / 2)


def _clear(placed: Sequence[Placement], taken: Sequence[Placement], body: TileSize) -> list[Placement]:
    """Return the placements that do not overlap those already there."""
    reach = float(np.hypot(body.w, body.h))
    return [p for p in placed if all(layouts.apart(p.x, p.y, p.turn, q, body, reach) for q in taken)]


def _console(rng: np.random.Generator) -> BodyBox:
    """Return the bare console in the middle of an automatic table."""
    half = np.array([rng.uniform(40, 75)] * 2 + [rng.uniform(1, 8)])
    grey = float(rng.uniform(10, 230))
    texture = np.full((120, 120, 4), 255, np.uint8)
    texture[:, :, :3] = int(grey)
    ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
    for _ in range(int(rng.integers(0, 5))):
        at = tuple(int(v) for v in rng.integers(15, 105, 2))
        cv2.circle(texture, (at[0], at[1]), int(rng.integers(3, 12)), (*ink, 255.0), -1, cv2.LINE_AA)
    colour = (grey, grey, grey)
    return BodyBox(np.array([0, 0, half[2]]), np.diag(half), colour, colour, textures={"+n": texture}, corner=0.1)
