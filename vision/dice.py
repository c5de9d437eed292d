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
Colour = NDArray[np.floating[Any]]

_LEVELS: Final = (16, 28, 45, 70, 100, 140)  # by so much a die is lighter or darker than what lies around it
_TINTS: Final = (10, 18, 30)  # or of another colour
_PATCH: Final = 32  # pixels that a body's side is scaled to
_ROOM: Final = 1.4  # the patch around it, in sides
_TURNS: Final = tuple(10.0 * n for n in range(9))  # degrees
_TOPS: Final = (0.84, 0.92, 1.0, 1.08)  # of its outline that is the top: a side may be seen too
_INNER: Final = 0.8  # of a top is looked at: edges, corners and their glints say nothing
_SHIFT: Final = 0.17  # of its outline by which the middle of the top may lie off that of the outline
_SPREAD: Final = 0.25  # from the middle of a face to its outer pips, in sides
_PIP, _ONE = 0.095, 0.16  # radius of a pip, and of the one's
_LIKE: Final = 0.84  # correlation with the pips of a value
_APART: Final = 0.06  # by so much it must lie above that with any other value
_CONTRAST: Final = 22.0  # between pips and body, in grey levels
_SQUARE: Final = 0.85  # of its square a die with one pip fills: a round counter with a dot does not
_ALIKE: Final = 70.0  # grey levels by which lamp and shadow may tell the dice of a pair apart
_SAME: Final = 1.3  # the dice of a pair are of one size, but for perspective and misjudged edges

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of each value lie, in steps from the middle."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the picture.

    Attributes:
        value: On its top, 1 to 6.
        centre: (x, y) in pixels.
        side: Of its top, in pixels.
        likeness: Correlation with the pips of that value, 0-1.
        colour: Blue, green, red of its body.
    """

    value: int
    centre: tuple[float, float]
    side: float
    likeness: float
    colour: tuple[float, float, float] = (255.0, 255.0, 255.0)


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
        if die is None or not SIDES[0] * scale < die.side < SIDES[1] * scale:
            continue
        if all(_apart(die.centre, d.centre) > d.side / 2 for d in dice):
            dice.append(die)
    return tuple(dice)


def pair(dice: tuple[SeenDie, ...]) -> tuple[int, int] | None:
    """The throw, where exactly two dice of one size and colour are seen."""
    if len(dice) != 2:
        return None
    first, second = sorted(dice, key=lambda d: d.centre)
    if max(first.side, second.side) > _SAME * min(first.side, second.side):
        return None
    if np.abs(np.array(first.colour) - np.array(second.colour)).max() > _ALIKE:
        return None
    return first.value, second.value


Body = tuple[tuple[float, float], float, float]
"""Centre and side in pixels of what may be a die, and the share of the square round it that it fills."""


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


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
    """Small square things that are lighter, darker or of another colour than what they lie on, the squarest first."""
    pip, large = (round(mm * scale) | 1 for mm in (5.0, 1.25 * SIDES[1]))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (pip, pip))
    wide = np.ones((large, large), np.uint8)
    low, high = (0.8 * SIDES[0] * scale) ** 2, (1.3 * SIDES[1] * scale) ** 2
    x, y, w, h = cv2.boundingRect(np.asarray(free, np.uint8))
    lab = cv2.cvtColor(picture[y : y + h, x : x + w], cv2.COLOR_BGR2LAB)
    found: list[tuple[float, Body]] = []
    for channel, levels in zip(cv2.split(lab), (_LEVELS, _TINTS, _TINTS), strict=True):
        for seen in (channel, 255 - channel):
            plain = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, kernel)  # without its pips
            rises = cv2.morphologyEx(plain, cv2.MORPH_TOPHAT, wide)
            rises[free[y : y + h, x : x + w] == 0] = 0
            for level in levels:
                mask = (rises > level).astype(np.uint8)
                for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(x, y))[0]:
                    area = cv2.contourArea(outline)
                    if not low < area < high:
                        continue
                    centre, (across, down), _ = cv2.minAreaRect(outline)
                    if max(across, down) > 1.55 * min(across, down) or area < 0.72 * across * down:
                        continue
                    body = (centre[0], centre[1]), float(np.sqrt(across * down)), area / (across * down)
                    found.append((area / max(across, down) ** 2, body))
    found.sort(key=lambda pair: -pair[0])
    bodies: list[Body] = []
    for _, body in found:
        near = [b for b in bodies if _apart(b[0], body[0]) < 0.3 * b[1]]
        if len(near) < 2 and all(abs(b[1] - body[1]) > 0.08 * b[1] for b in near):  # two outlines of one thing will do
            bodies.append(body)
    return bodies


def _read(picture: Picture, body: Body) -> SeenDie | None:
    """The value on top of what may be a die, None where it shows none clearly."""
    best: dict[int, _Match] = {}
    for turn in _TURNS:
        view = _view(picture, body, turn)
        for top in _TOPS:
            for value in PIPS:
                _better(best, value, view, top, _SPREAD, _ONE if value == 1 else _PIP)
    for value, rough in list(best.items()):
        radii = (0.1, 0.14, 0.18, 0.22) if value == 1 else (0.075, 0.095, 0.115)
        spreads = (_SPREAD,) if value == 1 else (0.22, 0.25, 0.28)
        for turn in (rough.view.turn - 5, rough.view.turn, rough.view.turn + 5):
            view = _view(picture, body, turn)
            for top in (rough.top - 0.04, rough.top, rough.top + 0.04):
                for spread in spreads:
                    for radius in radii:
                        _better(best, value, view, top, spread, radius)
    first, second = sorted(best, key=lambda value: -best[value].merit)[:2]
    match = best[first]
    if match.likeness < _LIKE or match.merit - best[second].merit < _APART:
        return None
    if first == 1 and body[2] < _SQUARE:
        return None
    pips, ground, around = _colours(picture, match, body)
    contrast = np.abs(pips - ground).max()
    if contrast < _CONTRAST:
        return None
    if np.abs(pips - around).max() < contrast / 3 and ground.mean() < around.mean():
        return None  # rings printed close together on something pale, as on tiles of dots
    side = body[1] * (match.top if first > 1 else 1.0)  # a single pip tells nothing of the size
    return SeenDie(first, match.middle, side, match.likeness, (float(ground[0]), float(ground[1]), float(ground[2])))


def _colours(picture: Picture, match: "_Match", body: Body) -> tuple[Colour, Colour, Colour]:
    """Of the pips, of the top between them, and of what lies around the die."""
    (x, y), size = match.at, len(match.template)
    seen = match.view.patch[y : y + size, x : x + size]
    pips = np.median(seen[match.template > 0.6 * match.template.max()], axis=0)
    top = np.median(seen[match.template < 0.1], axis=0)
    reach = round(1.1 * body[1]) + 1
    corner = np.round(np.array(body[0])).astype(int) - reach
    low, high = np.maximum(corner, 0), corner + 2 * reach + 1
    near = picture[low[1] : high[1], low[0] : high[0]]
    ys, xs = np.mgrid[: near.shape[0], : near.shape[1]]
    far = np.hypot(xs + low[0] - body[0][0], ys + low[1] - body[0][1]) / body[1]
    return pips, top, np.median(near[(far > 0.8) & (far < 1.05)], axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A body turned by so many degrees and scaled: `patch`, its `ink`, the (2, 3) map `back` to the picture."""

    turn: float
    patch: NDArray[Any]
    ink: Grey
    back: NDArray[np.float64]
    blur: float


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    """Where one value fits best: how well, at which top left of the view, and its top as a share of the outline."""

    likeness: float
    top: float
    at: tuple[int, int]
    template: Grey
    view: _View

    @property
    def merit(self) -> float:
        """Of two that fit, the larger explains more: a three lies in every six."""
        return self.likeness * (1 + 0.25 * (self.top - 1))

    @property
    def middle(self) -> tuple[float, float]:
        """In pixels of the picture."""
        half = len(self.template) / 2
        x, y = self.view.back @ np.array([self.at[0] + half, self.at[1] + half, 1.0])
        return float(x), float(y)


def _view(picture: Picture, body: Body, turn: float) -> _View:
    centre, side, _ = body
    zoom, extent = _PATCH / side, round(_ROOM * _PATCH)
    warp = np.asarray(cv2.getRotationMatrix2D(centre, turn, zoom), np.float64)
    warp[:, 2] += extent / 2 - np.array(centre)
    patch = cv2.warpAffine(picture, warp, (extent, extent), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    back = np.asarray(cv2.invertAffineTransform(warp), np.float64)
    return _View(turn, patch, _ink(patch), back, round(max(0.5, 0.5 * zoom), 1))


def _better(best: dict[int, _Match], value: int, view: _View, top: float, spread: float, radius: float) -> None:
    """Keeps the place where a value fits the view, if it fits nowhere better so far."""
    size = round(top * _PATCH * _INNER)
    low = max(0, (len(view.ink) - size) // 2 - round(_SHIFT * _PATCH))
    near = view.ink[low : len(view.ink) - low, low : len(view.ink) - low]
    for template in _templates(value, size, spread, radius, view.blur):
        _, most, _, at = cv2.minMaxLoc(cv2.matchTemplate(near, template, cv2.TM_CCOEFF_NORMED))
        match = _Match(most, top, (low + at[0], low + at[1]), template, view)
        if value not in best or match.merit > best[value].merit:
            best[value] = match


def _ink(patch: NDArray[Any]) -> Grey:
    """How far each pixel's colour is from that of the body, in grey levels."""
    h, w = patch.shape[:2]
    body = np.median(patch[h // 6 : -h // 6, w // 6 : -w // 6].reshape(-1, 3), axis=0)
    return np.asarray(np.abs(patch.astype(np.float32) - body).max(axis=2), np.float32)


@lru_cache(maxsize=8192)
def _templates(value: int, size: int, spread: float, radius: float, blur: float) -> tuple[Grey, ...]:
    """The ink (0-1) on the inner part of a die's top, (size, size), in the ways its pips may lie.

    Lengths in sides of the die, blur in pixels.
    """
    made = []
    for turned in (False, True) if value in (2, 3, 6) else (False,):
        drawn = np.zeros((4 * size, 4 * size), np.uint8)
        for a, b in PIPS[value]:
            dx, dy = (-b, a) if turned else (a, b)
            at = (round((2 + dx * 4 * spread / _INNER) * size), round((2 + dy * 4 * spread / _INNER) * size))
            cv2.circle(drawn, at, round(4 * size * radius / _INNER), 255, -1, cv2.LINE_AA)
        small = cv2.resize(drawn, (size, size), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), blur)
        made.append(np.asarray(soft / 255, np.float32))
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
        any(a.value == b.value and _apart(a.centre, b.centre) < b.side / 3 for b in others) for a in dice
    )
