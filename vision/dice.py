"""Two dice lying in view: found by their size and shape, read by their pips; silent where there is any doubt."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .image import Picture
from .reading import Quad

SIDES: Final = (9.0, 20.0)
"""Millimetres of the smallest and largest die looked for; those at mahjong tables measure 10 to 18."""

TILE: Final = (26.0, 35.0)
"""Millimetres of a usual tile's face: what tells the scale where nothing else does."""

STILL_LOOKS: Final = 3
STILL: Final = 1.0
"""Looks, and seconds, over which dice must lie still to be a throw."""

Grey = NDArray[np.float32]

_LEVELS: Final = (16, 32, 64)  # by so much a die is brighter or darker than what lies around it
_PATCH: Final = 32  # pixels that a body's side is scaled to
_ROOM: Final = 1.4  # the patch around it, in sides
_TURNS: Final = tuple(range(0, 90, 10))  # degrees
_TOPS: Final = (0.7, 0.78, 0.86, 0.94, 1.02)  # of its outline that is the top: a side may be seen too
_SPREAD: Final = 0.25  # from the middle of a face to its outer pips, in sides
_LIKE: Final = 0.8  # correlation with the pips of a value
_APART: Final = 0.06  # by so much it must lie above that with any other value
_CONTRAST: Final = 22.0  # between pips and body, in grey levels
_SAME: Final = 1.3  # the dice of a pair are of one size, but for perspective and misjudged edges

_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the picture.

    Attributes:
        value: On its top, 1 to 6.
        centre: (x, y) in pixels.
        side: Of its top, in pixels.
        likeness: Correlation with the pips of that value, 0-1.
    """

    value: int
    centre: tuple[float, float]
    side: float
    likeness: float


def scale_of(tiles: NDArray[np.floating]) -> float | None:
    """Pixels that a millimetre takes, told by (N, 4, 2) tile corners; None for fewer than four tiles."""
    if len(tiles) < 4:
        return None
    areas = [cv2.contourArea(quad.astype(np.float32)) for quad in tiles]
    return float(np.sqrt(np.median(areas) / (TILE[0] * TILE[1])))


def find_dice(
    picture: Picture, scale: float, tiles: NDArray[np.floating], within: Quad | None = None
) -> tuple[SeenDie, ...]:
    """The dice that are surely read.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        scale: Pixels that a millimetre on the table takes.
        tiles: (N, 4, 2) corners of the tiles found: what lies on them is no die.
        within: Corners of the table in pixels; nothing beside it is looked at.
    """
    free = _free(picture.shape[:2], scale, tiles, within)
    dice: list[SeenDie] = []
    for body in _bodies(picture, scale, free):
        die = _read(picture, body)
        if die and all(np.hypot(die.centre[0] - d.centre[0], die.centre[1] - d.centre[1]) > d.side / 2 for d in dice):
            dice.append(die)
    return tuple(dice)


def pair(dice: tuple[SeenDie, ...]) -> tuple[int, int] | None:
    """The throw, where exactly two dice of one size are seen."""
    if len(dice) != 2 or max(d.side for d in dice) > _SAME * min(d.side for d in dice):
        return None
    first, second = sorted(dice, key=lambda d: d.centre)
    return first.value, second.value


Body = tuple[tuple[float, float], float]
"""Centre and side in pixels of what may be a die."""


def _free(shape: tuple[int, ...], scale: float, tiles: NDArray[np.floating], within: Quad | None) -> Grey:
    """255 where a die may lie."""
    free = np.zeros(shape, np.uint8)
    if within is None:
        free[:] = 255
    else:
        cv2.fillConvexPoly(free, np.round(np.array(within)).astype(np.int32), 255)
    for tile in tiles:
        cv2.fillConvexPoly(free, np.round(tile).astype(np.int32), 0)
    reach = max(1, round(2 * scale))
    return np.asarray(cv2.erode(free, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8), borderValue=255))


def _bodies(picture: Picture, scale: float, free: Grey) -> list[Body]:
    """Small square things that differ from what they lie on, the surest first."""
    pip, large = (round(mm * scale) | 1 for mm in (5.0, 1.25 * SIDES[1]))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (pip, pip))
    wide = np.ones((large, large), np.uint8)
    found: list[tuple[float, Body]] = []
    low, high = (0.8 * SIDES[0] * scale) ** 2, (1.3 * SIDES[1] * scale) ** 2
    for sign in (1, -1):
        seen = picture if sign == 1 else 255 - picture
        plain = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, kernel)  # without its pips
        rises = cv2.morphologyEx(plain, cv2.MORPH_TOPHAT, wide).max(axis=2)
        rises[free == 0] = 0
        for level in _LEVELS:
            outlines, _ = cv2.findContours((rises > level).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            for outline in outlines:
                area = cv2.contourArea(outline)
                if not low < area < high:
                    continue
                centre, (w, h), _ = cv2.minAreaRect(outline)
                if max(w, h) > 1.55 * min(w, h) or area < 0.72 * w * h:
                    continue
                squareness = area / max(w, h) ** 2
                found.append((squareness, ((centre[0], centre[1]), float(np.sqrt(w * h)))))
    found.sort(key=lambda pair: -pair[0])
    bodies: list[Body] = []
    for _, body in found:
        near = [b for b in bodies if np.hypot(b[0][0] - body[0][0], b[0][1] - body[0][1]) < 0.3 * b[1]]
        if len(near) < 2:  # two outlines of one thing are enough
            bodies.append(body)
    return bodies


def _read(picture: Picture, body: Body) -> SeenDie | None:
    """The value on top of what may be a die, None where it shows none clearly."""
    centre, side = body
    zoom = _PATCH / side
    extent = round(_ROOM * _PATCH)
    blur = round(max(0.5, 0.5 * zoom), 1)
    best: dict[int, _Match] = {}
    for turn in _TURNS:
        warp = np.asarray(cv2.getRotationMatrix2D(centre, turn, zoom), np.float64)
        warp[:, 2] += extent / 2 - np.array(centre)
        patch = cv2.warpAffine(picture, warp, (extent, extent), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        ink = _ink(patch)
        for top in _TOPS:
            size = round(top * _PATCH)
            for value, template in _templates(size, blur):
                _, most, _, at = cv2.minMaxLoc(cv2.matchTemplate(ink, template, cv2.TM_CCOEFF_NORMED))
                if value not in best or most > best[value].likeness:
                    middle = cv2.invertAffineTransform(warp) @ np.array([at[0] + size / 2, at[1] + size / 2, 1.0])
                    seen = ink[at[1] : at[1] + size, at[0] : at[0] + size]
                    contrast = float(seen[template > 0.6].mean() - np.median(seen[template < 0.1]))
                    best[value] = _Match(most, contrast, (float(middle[0]), float(middle[1])), top * side)
    first, second = sorted(best, key=lambda value: -best[value].likeness)[:2]
    match = best[first]
    if match.likeness < _LIKE or match.likeness - best[second].likeness < _APART or match.contrast < _CONTRAST:
        return None
    return SeenDie(first, match.centre, match.side, match.likeness)


@dataclass(frozen=True, slots=True)
class _Match:
    """Where one value fits best: how well, how far its pips stand out, the middle and side in pixels."""

    likeness: float
    contrast: float
    centre: tuple[float, float]
    side: float


def _ink(patch: NDArray[Any]) -> Grey:
    """How far each pixel's colour is from that of the body, in grey levels."""
    h, w = patch.shape[:2]
    body = np.median(patch[h // 3 : -h // 3, w // 3 : -w // 3].reshape(-1, 3), axis=0)
    return np.asarray(np.abs(patch.astype(np.float32) - body).max(axis=2), np.float32)


@lru_cache(maxsize=256)
def _templates(size: int, blur: float) -> tuple[tuple[int, Grey], ...]:
    """What the top of a die shows, `size` pixels wide, in the ways its pips may lie: value, ink (0-1)."""
    made = []
    for value, pips in _PIPS.items():
        for radius in (0.09, 0.17) if value == 1 else (0.09,):
            for turned in (False, True) if value in (2, 3, 6) else (False,):
                drawn = np.zeros((4 * size, 4 * size), np.uint8)
                for a, b in pips:
                    dx, dy = (-b, a) if turned else (a, b)
                    at = (round((2 + dx * 4 * _SPREAD) * size), round((2 + dy * 4 * _SPREAD) * size))
                    cv2.circle(drawn, at, round(4 * size * radius), 255, -1, cv2.LINE_AA)
                small = cv2.resize(drawn, (size, size), interpolation=cv2.INTER_AREA)
                soft = cv2.GaussianBlur(small, (0, 0), blur)
                made.append((value, np.asarray(soft / 255, np.float32)))
    return tuple(made)


class Throws:
    """Notices when two dice come to rest where none lay so before; not safe to use from many threads."""

    def __init__(self) -> None:
        self._known: tuple[SeenDie, ...] = ()
        self._new: tuple[SeenDie, ...] = ()
        self._since = 0.0
        self._looks = 0

    def lie(self, dice: tuple[SeenDie, ...]) -> None:
        """Takes what lies there now for known: it was thrown before anybody asked."""
        self._known, self._new = dice, ()

    def see(self, dice: tuple[SeenDie, ...], at: float) -> tuple[int, int] | None:
        """Takes one look; gives a throw once, when its dice have lain still over `STILL_LOOKS` and `STILL` seconds.

        Args:
            dice: As `find_dice` gives them.
            at: When they were seen, seconds.
        """
        values = pair(dice)
        if values is None or _same(dice, self._known):
            self._new = ()
            return None
        if not _same(dice, self._new):
            self._new, self._since, self._looks = dice, at, 1
            return None
        self._looks += 1
        if self._looks < STILL_LOOKS or at - self._since < STILL:
            return None
        self._known, self._new = dice, ()
        return values


def _same(dice: tuple[SeenDie, ...], others: tuple[SeenDie, ...]) -> bool:
    """Whether the same dice lie in the same places."""
    return len(dice) == len(others) and all(
        any(
            a.value == b.value and np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) < b.side / 3
            for b in others
        )
        for a in dice
    )
