"""A film of a table seen straight from above, drawn by the project: tiles that come and go, and the arms that do it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import cv2
import numpy as np

from models.render.faces import draw_face
from models.render.scene import FaceSources, Scenery, Sources, random_set
from vision.image import Picture
from vision.quad import Quad

SIDE: Final = 960
"""Pixels of the square picture."""
EDGE: Final = 60
"""Pixels of the rim and the floor around the cloth."""
TILE: Final = 34
"""Width of a tile in pixels."""
RATE: Final = 10
CORNERS: Final[Quad] = ((EDGE, SIDE - EDGE), (SIDE - EDGE, SIDE - EDGE), (SIDE - EDGE, EDGE), (EDGE, EDGE))
"""Corners of the cloth, as a calibration has them."""

_AWAY: Final = {1: (0, 1), 2: (1, 0), 3: (0, -1), 4: (-1, 0)}
_TURNS: Final = {1: 0, 2: 90, 3: 180, 4: 270}
"""Degrees counter-clockwise by which a tile is turned that a seat reads upright."""


@dataclass(frozen=True)
class Lying:
    """A tile on the table: `x` and `y` in units of the table; `code` "" is a back."""

    code: str
    x: float
    y: float
    seat: int = 1
    turn: float = 0.0


@cache
def _sprite(code: str) -> Picture:
    """Return an upright tile of one set."""
    style = random_set(np.random.default_rng(3), Sources(FaceSources.find(None), Scenery.under(None))).style
    height = round(TILE / style.aspect) * 4
    wide = round(height * style.aspect)
    if not code:
        return np.full((height, wide, 3), (40, 120, 215), np.uint8)
    ink = draw_face(style, code, height).astype(np.float32)
    face = np.full((height, wide, 3), (225, 238, 240), np.float32)
    alpha = ink[..., 3:] / 255
    return np.asarray(face[: ink.shape[0], : ink.shape[1]] * (1 - alpha) + ink[..., :3] * alpha, np.uint8)


def pixel(x: float, y: float) -> tuple[float, float]:
    """Return the pixel of a place on the table."""
    side = SIDE - 2 * EDGE
    return EDGE + x * side, EDGE + y * side


def _put(picture: Picture, tile: Lying) -> None:
    sprite = _sprite(tile.code)
    height, wide = sprite.shape[:2]
    sprite = cv2.copyMakeBorder(sprite, 6, 6, 6, 6, cv2.BORDER_CONSTANT, value=(110, 120, 125))
    mask = np.full(sprite.shape[:2], 255, np.uint8)
    by = TILE / wide
    warp = cv2.getRotationMatrix2D(((wide + 12) / 2, (height + 12) / 2), _TURNS[tile.seat] + tile.turn, by)
    x, y = pixel(tile.x, tile.y)
    warp[:, 2] += np.array([x - (wide + 12) / 2, y - (height + 12) / 2])
    reach = round(0.6 * (height + wide) * by) + 2
    left, top = int(x) - reach, int(y) - reach
    warp[:, 2] -= (left, top)
    size = (2 * reach, 2 * reach)
    laid = cv2.warpAffine(sprite, warp, size, flags=cv2.INTER_AREA)
    over = cv2.warpAffine(mask, warp, size, flags=cv2.INTER_LINEAR)[..., None].astype(np.float32) / 255
    here = picture[top : top + 2 * reach, left : left + 2 * reach]
    here[:] = np.asarray(here * (1 - over) + laid * over, np.uint8)


def arm(picture: Picture, seat: int, x: float, y: float) -> None:
    """Draw an arm of a seat that reaches a place."""
    tip = np.array(pixel(x, y))
    way = np.array(_AWAY[seat], float)
    across = np.array([-way[1], way[0]])
    root = tip + way * 2 * SIDE
    for wide, colour, start in ((30, (120, 150, 205), 0.0), (44, (120, 60, 90), 120.0)):
        corners = np.array([tip + way * start + across * wide, tip + way * start - across * wide, root - across * wide])
        corners = np.vstack([corners, root + across * wide])
        cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], colour)


@dataclass
class Film:
    """A film that is made step by step; `pictures` are what was filmed so far.

    Attributes:
        tiles: The tiles that lie on the table.
        light: Share of the lamp's light.
        shift: Pixels by which the camera was bumped.
        resting: Arms that rest over the table: seat and the place that they reach.
        lying: Dark things that lie on the table, and on tiles: left, top, right and bottom in units of the table.
    """

    tiles: list[Lying] = field(default_factory=list)
    light: float = 1.0
    shift: tuple[int, int] = (0, 0)
    resting: list[tuple[int, float, float]] = field(default_factory=list)
    lying: list[tuple[float, float, float, float]] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(5)
        self._ground = np.full((SIDE, SIDE, 3), (70, 75, 80), np.uint8)
        cv2.rectangle(self._ground, (EDGE - 26, EDGE - 26), (SIDE - EDGE + 26, SIDE - EDGE + 26), (35, 50, 75), -1)
        cloth = self._rng.normal((70, 105, 45), 3, (SIDE - 2 * EDGE, SIDE - 2 * EDGE, 3))
        self._ground[EDGE:-EDGE, EDGE:-EDGE] = np.clip(cloth, 0, 255)
        self._noise = [self._rng.normal(0, 1.5, self._ground.shape).astype(np.int8) for _ in range(3)]
        self._drawn: tuple[list[Lying], Picture] = ([], self._ground)

    def _shoot(self, reach: tuple[int, float, float] | None = None) -> None:
        if self._drawn[0] != self.tiles:
            still = self._ground.copy()
            for tile in self.tiles:
                _put(still, tile)
            self._drawn = [*self.tiles], still
        picture = self._drawn[1].copy()
        for left, top, right, bottom in self.lying:
            one, other = pixel(left, top), pixel(right, bottom)
            cv2.rectangle(picture, (int(one[0]), int(one[1])), (int(other[0]), int(other[1])), (45, 30, 30), -1)
        for each in [*self.resting, *([reach] if reach else [])]:
            arm(picture, *each)
        if self.shift != (0, 0):
            picture = np.roll(picture, self.shift, axis=(1, 0))
        seen = cv2.convertScaleAbs(picture, alpha=self.light)
        noise = self._noise[len(self.pictures) % len(self._noise)]
        self.pictures.append(np.asarray(cv2.add(seen, noise, dtype=cv2.CV_8U), np.uint8))

    def wait(self, seconds: float) -> None:
        """Let nothing happen."""
        for _ in range(round(seconds * RATE)):
            self._shoot()

    def act(
        self, seat: int, x: float, y: float, take: list[Lying] | None = None, put: list[Lying] | None = None
    ) -> None:
        """Let an arm reach a place, take and put down tiles there, and leave; then wait until it is seen."""
        out = np.array(_AWAY[seat], float)
        for away in (0.5, 0.25, 0.0):
            self._shoot((seat, x + out[0] * away, y + out[1] * away))
        self.tiles = [each for each in self.tiles if each not in (take or [])] + (put or [])
        for away in (0.0, 0.25, 0.5):
            self._shoot((seat, x + out[0] * away, y + out[1] * away))
        self.wait(0.6)

    def moments(self) -> Iterator[tuple[float, Picture]]:
        """Yield the pictures with their seconds."""
        for number, picture in enumerate(self.pictures):
            yield number / RATE, picture


def walled() -> list[Lying]:
    """Return walls before all four sides, as they stand before a deal."""
    level = [Lying("", 0.17 + 0.042 * k, y, 1) for k in range(15) for y in (0.15, 0.85)]
    return level + [Lying("", x, 0.2 + 0.042 * k, 2) for k in range(15) for x in (0.15, 0.85)]


def inside() -> Quad:
    """Return the corners of the square inside these walls, which an outline may take for the table."""
    one, two, three, four = (pixel(x, y) for x, y in ((0.2, 0.8), (0.8, 0.8), (0.8, 0.2), (0.2, 0.2)))
    return one, two, three, four
