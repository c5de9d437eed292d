"""The place of the play in a picture, learnt from the walls.

Corners that were dragged, or found by an outline, may be those of a table top much larger than the play, or of less
than it, such as the inside of the walls. Where the walls do not lie before the strips that the corners give to the
hands, these corners are wrong, and the walls tell the square in which the play lies: they stand in a square themselves.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.follow.zones import WALL, Places
from vision.geometry.plane import fit_plane
from vision.quads import Array, corner_shift, linked

_FEWEST: Final = 5
"""Fewest stacks of a wall that count. More misses what the deal left of walls; fewer takes tiles that lie about for
one."""

_APART: Final = 1.4
"""Distance in tile widths along a wall within which stacks are neighbours."""

_ASIDE: Final = 0.4
"""Distance in tile widths across a wall within which they are."""

_SLANT: Final = 0.15
"""Greatest slope of a wall against the others. More takes rows of mixed tiles; less misses walls seen through a lens
that is not the usual one."""

_SIDES: Final = (12.0, 28.0)
"""Least and greatest distance of opposite walls, in tile widths: each is 13 to 18 stacks long, and they stand around
each other."""

_SQUARE: Final = 0.08
"""Share by which the distances of opposite walls may differ."""

_BEYOND: Final = 2.0
"""Distance in tile widths by which a wall may stand out beyond its neighbour."""

_OBLIQUE: Final = 15.0
"""Degrees from straight above at which a camera sees the backs of the hand that stands opposite."""

_HIGH: Final = 1.4
"""Height of a wall of two tiles, in tile widths."""

_DEPTH: Final = 0.165
"""Distance of the walls from the sides of the square in which the play lies, in sides of it: between those of the
small tiles on their tables and of larger ones."""

_NEAREST: Final = 0.1
"""Least distance of walls from the sides, in sides of the table, at which hands still find room before them. More
calls corners wrong of which the play is followed; less leaves corners that cut off the hands."""


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A wall as it stands on the ground, whose first axis runs along it.

    Attributes:
        tiles: Numbers of its tiles.
        slope: Its slope.
        at: Its place across, where its first axis is 0.
        ends: Its two ends along.
        pitch: Distance of its stacks.
    """

    tiles: tuple[int, ...]
    slope: float
    at: float
    ends: tuple[float, float]
    pitch: float

    @property
    def middle(self) -> float:
        """Its place across at its middle."""
        return self.at + self.slope * sum(self.ends) / 2

    def moved(self, by: float) -> "_Line":
        """Return a parallel line, further across."""
        return _Line((), self.slope, self.at + by, self.ends, self.pitch)


def play_square(backs: Array, size: tuple[int, int], corners: Array) -> Array | None:
    """Return the square in which the play lies, if the walls prove that corners are wrong.

    Args:
        backs: (N, 4, 2) corners in pixels of tiles that show their backs from above.
        size: (width, height) of the picture in pixels.
        corners: (4, 2) corners of the table in pixels, counter-clockwise from the left end of seat 1's side.

    Returns:
        (4, 2) other corners, in their order; None if the walls lie where they should, or do not tell.
    """
    if len(backs) < 3 * _FEWEST:
        return None
    fit = fit_plane(backs, size)
    ground = fit.ground(fit.quads, size)
    short = ground[:, 1] - ground[:, 0]
    wide = float(np.median(np.linalg.norm(short, axis=1)))
    turn = float(np.angle(np.exp(4j * np.arctan2(short[:, 1], short[:, 0])).mean())) / 4
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]).T
    ground, short = ground @ axes / wide, short @ axes
    middles, level = ground.mean(axis=1), np.abs(short[:, 0]) > np.abs(short[:, 1])
    far = middles.mean(axis=0) if np.degrees(fit.tilt) > _OBLIQUE else np.zeros(2)
    lying = _ring(_lines(middles, level), _lines(middles[:, ::-1], ~level), far)
    if lying is None:
        return None
    around, tiles = lying
    if not _wrong(tiles, np.asarray(backs, np.float64), corners):
        return None
    lower = around / (1 + _HIGH * wide)  # the foot of the walls, seen from the same camera
    inner = np.array([[_DEPTH, _DEPTH], [1 - _DEPTH, _DEPTH], [1 - _DEPTH, 1 - _DEPTH], [_DEPTH, 1 - _DEPTH]])
    outwards = cv2.getPerspectiveTransform(inner.astype(np.float32), lower.astype(np.float32))
    unit = np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]], np.float64)
    pixels, _ = cv2.findHomography(ground.reshape(-1, 2), fit.quads.reshape(-1, 2))
    found = cv2.perspectiveTransform(cv2.perspectiveTransform(unit, outwards), pixels)[0]
    given = np.asarray(corners, np.float64)
    if _round(found) != _round(given):
        found = found[::-1]
    shift = corner_shift(found - found.mean(axis=0), given - given.mean(axis=0))
    return np.asarray(np.roll(found, -shift, axis=0), np.float64)


def _round(corners: Array) -> bool:
    """Return True for corners (4, 2) in pixels that go round clockwise."""
    return cv2.contourArea(corners.astype(np.float32), oriented=True) > 0


def _lines(middles: Array, level: Array) -> list[_Line]:
    """Return the walls along the first axis, by their place across."""
    some = np.flatnonzero(level)
    if not len(some):
        return []
    away = np.abs(middles[some][:, None] - middles[some][None])
    found = []
    for group in linked((away[..., 0] < _APART) & (away[..., 1] < _ASIDE)):
        if len(group) < _FEWEST:
            continue
        tiles = some[group]
        along, across = middles[tiles].T
        slope, at = np.polyfit(along, across, 1)
        if abs(slope) > _SLANT:
            continue
        ends = (float(along.min()), float(along.max()))
        pitch = float(np.median(np.diff(np.sort(along))))
        found.append(_Line(tuple(tiles.tolist()), float(slope), float(at), ends, pitch))
    return sorted(_joined(found), key=lambda each: each.middle)


def _joined(lines: list[_Line]) -> list[_Line]:
    """Return walls with those in one line put together: the longer one stands for both."""
    kept: list[_Line] = []
    for line in sorted(lines, key=lambda each: -len(each.tiles)):
        same = next((n for n, each in enumerate(kept) if abs(each.middle - line.middle) < 1), None)
        if same is None:
            kept.append(line)
            continue
        one = kept[same]
        ends = (min(one.ends[0], line.ends[0]), max(one.ends[1], line.ends[1]))
        kept[same] = _Line(one.tiles + line.tiles, one.slope, one.at, ends, one.pitch)
    return kept


def _ring(level: list[_Line], steep: list[_Line], far: Array) -> tuple[Array, list[tuple[int, ...]]] | None:
    """Return the corners (4, 2) of the square of the walls, and the tiles of each wall; None if they form none.

    Args:
        level: Walls along the first axis.
        steep: Walls along the second one.
        far: (2,) way away from the camera; 0 if it looks straight down.
    """
    level, steep = _before(level, steep, far[1]), _before(steep, level, far[0])
    if not (len(level) in (1, 2) and len(steep) in (1, 2)) or len(level) + len(steep) < 3:
        return None
    if len(level) == 1:
        level = _completed(level[0], steep)
    elif len(steep) == 1:
        steep = _completed(steep[0], level)
    sides = _distance(level, steep[0].pitch), _distance(steep, level[0].pitch)
    if not all(_SIDES[0] <= side <= _SIDES[1] for side in sides) or abs(np.log(sides[0] / sides[1])) > _SQUARE:
        return None
    for lines, others in ((level, steep), (steep, level)):
        low, high = others[0].middle - _BEYOND, others[1].middle + _BEYOND
        if any(line.tiles and not (low <= line.ends[0] and line.ends[1] <= high) for line in lines):
            return None
    corners = [_crossing(level[i], steep[j]) for i, j in ((0, 0), (0, 1), (1, 1), (1, 0))]
    return np.array(corners), [line.tiles for line in (*level, *steep) if line.tiles]


def _before(lines: list[_Line], others: list[_Line], far: float) -> list[_Line]:
    """Return walls without the furthest one if it is a hand that stands behind them: it lies outside their square.

    Args:
        lines: Walls along one axis, by their place across.
        others: Those along the other axis.
        far: Way across them that leads away from the camera; 0 if none does.
    """
    if len(lines) < 2 or len(others) != 2 or not far:
        return lines
    furthest, rest = (lines[-1], lines[:-1]) if far > 0 else (lines[0], lines[1:])
    away = max(abs(furthest.middle - each.middle) / each.pitch for each in rest)
    return rest if away > _distance(others, rest[0].pitch) * (1 + _SQUARE) else lines


def _distance(lines: list[_Line], pitch: float) -> float:
    """Return the distance of two walls in stacks of the walls that stand across them."""
    return (lines[1].middle - lines[0].middle) / pitch


def _completed(one: _Line, others: list[_Line]) -> list[_Line]:
    """Return a wall and the missing one opposite to it, as far away as two others are from each other."""
    side = _distance(others, one.pitch) * float(np.mean([each.pitch for each in others]))
    beyond = float(np.mean([sum(each.ends) / 2 for each in others])) > one.middle
    other = one.moved(side if beyond else -side)
    return [one, other] if beyond else [other, one]


def _crossing(level: _Line, steep: _Line) -> tuple[float, float]:
    """Return where two walls cross."""
    x = (steep.at + steep.slope * level.at) / (1 - steep.slope * level.slope)
    return x, level.at + level.slope * x


def _wrong(walls: list[tuple[int, ...]], backs: Array, corners: Array) -> bool:
    """Return True if a wall lies where the corners leave no room for it."""
    places = Places(corners).of(backs.mean(axis=1))
    depths = np.min(np.concatenate([places, 1 - places], axis=1), axis=1)
    usual = [float(np.median(depths[list(tiles)])) for tiles in walls]
    return not all(_NEAREST <= each <= WALL for each in usual)
