"""Detection and reading of two dice by a network; doubtful dice are not reported."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.networks.own import network_file
from vision.networks.runtime import Model
from vision.quad import Quad

TILE: Final = (26.0, 35.0)
"""Width and height in millimetres of a usual tile's face, which gives the scale if nothing else does."""

STILL_LOOKS: Final = 3
"""Looks over which dice must lie still to be a throw. More delays a throw; fewer reports rolling dice."""

STILL: Final = 1.0
"""Seconds over which they must lie still. More delays a throw; less reports rolling dice."""

SCALE: Final = 1.6
"""Pixels for each millimetre on the table in the network's input. More takes longer; less makes pips unreadable. The
weights are trained at this scale."""

WINDOW: Final = 256
"""Pixels of a side of the network's input. More takes more memory; less wastes more on margins. The weights are trained
at this size."""

MARGIN: Final = 24
"""Pixels at a window's rim whose cells are dropped, since the network sees too little around them. More takes longer;
less reads dice cut off by the rim."""

STEP: Final = 4
"""Pixels between the centres of neighbouring cells of the network's output; its stride."""

CORE: Final = 0.3
"""Share of a die's side around its centre within which cells learn its value. More lets neighbours touch; less leaves
few cells for a small die."""

_MIN_SCALE: Final = 0.7
"""Least pixels for each millimetre. More refuses distant cameras; less reads small dice whose pips run together."""

_DIE: Final = 0.5
"""Probability above which a cell belongs to a die. Higher misses dice; lower proposes more false ones."""

SURE: Final = 0.9
"""Least probability of a value, averaged around a die's centre. Higher reads fewer dice; lower reports wrong values."""

_MAX_COLOUR: Final = 70.0
"""Grey levels by which the colours of a pair may differ in lamp light and shadow. More pairs different dice; less
misses pairs half in shadow."""

_MAX_RATIO: Final = 1.3
"""Ratio by which the sizes of a pair may differ in perspective. More pairs different dice; less misses pairs seen from
low."""

_BODY: Final = 0.35
"""Share of a die's side around its centre whose median is its colour. More includes the cloth; less, mostly pips."""

_SAME_PLACE: Final = 1 / 3
"""Sides of a die within which it counts as lying in the same place. More misses a die thrown again nearby; less reports
noise as a throw."""

_RIM: Final = 2.0
"""Millimetres from tiles and from the table's edge within which no die's centre can lie. More misses dice at a tile;
less takes the pips of a tile's edge for dice."""

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Places of the pips of each value, in steps from the centre."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the picture.

    Attributes:
        value: Number of pips on its top, 1 to 6.
        centre: (x, y) of its top in pixels.
        side: Side of its top in pixels.
        probability: Probability of that value, 0-1.
        colour: Blue, green and red of its body, 0-255.
    """

    value: int
    centre: tuple[float, float]
    side: float
    probability: float
    colour: tuple[float, float, float] = (255.0, 255.0, 255.0)


def scale_of(tiles: NDArray[np.floating]) -> float | None:
    """Return pixels for each millimetre, by the median size of tiles (N, 4, 2), or None for fewer than four tiles."""
    if len(tiles) < 4:
        return None
    areas = [cv2.contourArea(quad.astype(np.float32)) for quad in tiles]
    return float(np.sqrt(np.median(areas) / (TILE[0] * TILE[1])))


def find_dice(
    picture: Picture, scale: float, tiles: NDArray[np.floating], within: Quad | None = None
) -> tuple[SeenDie, ...]:
    """Return the surely read dice in a picture; none if its scale is too small.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        scale: Pixels for each millimetre on the table.
        tiles: (N, 4, 2) corners of the tiles in pixels; nothing on them is a die.
        within: Corners of the table in pixels; nothing outside it is a die.

    Raises:
        vision.networks.runtime.WeightsError: The network's file is missing or of another network.
    """
    if scale < _MIN_SCALE:
        return ()
    free = _free(picture.shape[:2], scale, tiles, within)
    x, y, w, h = cv2.boundingRect(free)
    zoom = SCALE / scale
    if min(w, h) * zoom < 1:
        return ()
    way = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    part = cv2.resize(picture[y : y + h, x : x + w], None, fx=zoom, fy=zoom, interpolation=way)
    cells = _cells(np.asarray(part, np.uint8))
    dice: list[SeenDie] = []
    for die in _tops(cells):
        centre = (x + die.centre[0] / zoom, y + die.centre[1] / zoom)
        row, column = (min(int(v), extent - 1) for v, extent in zip(centre[::-1], free.shape, strict=True))
        if die.probability >= SURE and free[row, column]:
            side = die.side / zoom
            dice.append(replace(die, centre=centre, side=side, colour=_colour(picture, centre, side)))
    return tuple(dice)


def pair(dice: tuple[SeenDie, ...]) -> tuple[int, int] | None:
    """Return the values of a throw, if exactly two dice of one size and colour are seen."""
    if len(dice) != 2:
        return None
    first, second = sorted(dice, key=lambda d: d.centre)
    if max(first.side, second.side) > _MAX_RATIO * min(first.side, second.side):
        return None
    if np.abs(np.array(first.colour) - np.array(second.colour)).max() > _MAX_COLOUR:
        return None
    return first.value, second.value


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _free(shape: tuple[int, ...], scale: float, tiles: NDArray[np.floating], within: Quad | None) -> NDArray[np.uint8]:
    """Return a (height, width) mask, 255 where the centre of a die may lie."""
    free = np.zeros(shape, np.uint8)
    if within is None:
        free[:] = 255
    else:
        cv2.fillConvexPoly(free, np.round(np.array(within)).astype(np.int32), 255)
    for tile in tiles:
        cv2.fillConvexPoly(free, np.round(tile).astype(np.int32), 0)
    reach = max(1, round(_RIM * scale))
    return np.asarray(cv2.erode(free, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8), borderValue=255), np.uint8)


@cache
def network() -> Model:
    """Return the network that `models/train/dice.py` makes, loaded once; that module's docstring holds the contract.

    Raises:
        vision.networks.runtime.WeightsError: Its file is missing or of another network.
    """
    return Model(network_file("dice"), size=(WINDOW, WINDOW))


def _cells(part: Picture) -> NDArray[np.float32]:
    """Return the network's output (8, rows, columns) for a part of a picture at `SCALE`, put together from windows."""
    inner = WINDOW - 2 * MARGIN
    down, across = (-(-extent // inner) for extent in part.shape[:2])
    rest = (down * inner - part.shape[0], across * inner - part.shape[1])
    padded = cv2.copyMakeBorder(
        part, MARGIN, MARGIN + rest[0], MARGIN, MARGIN + rest[1], borderType=cv2.BORDER_REPLICATE
    )
    corners = [(row * inner, column * inner) for row in range(down) for column in range(across)]
    windows = np.stack([padded[top : top + WINDOW, left : left + WINDOW] for top, left in corners])
    rim = MARGIN // STEP
    cells = network().in_batches(np.asarray(windows, np.uint8))["cells"][:, :, rim:-rim, rim:-rim]
    rows = cells.reshape(down, across, *cells.shape[1:]).transpose(2, 0, 3, 1, 4)
    return rows.reshape(cells.shape[1], down * inner // STEP, across * inner // STEP)


def _tops(cells: NDArray[np.float32]) -> Iterator[SeenDie]:
    """Yield every candidate for a die in the network's output (8, rows, columns), in pixels at `SCALE`."""
    seen = 1 - cells[0]
    count, marks = cv2.connectedComponents((seen > _DIE).astype(np.uint8), connectivity=4)
    for n in range(1, count):
        rows, columns = np.nonzero(marks == n)
        weights = seen[rows, columns] / seen[rows, columns].sum()
        row, column, side = rows @ weights, columns @ weights, cells[7, rows, columns] @ weights
        core = np.hypot(rows - row, columns - column) * STEP <= max(CORE * side, STEP)
        values = cells[1:7, rows[core], columns[core]].mean(axis=1) if core.any() else np.zeros(6)
        value = int(values.argmax())
        yield SeenDie(
            value + 1, (float(column + 0.5) * STEP, float(row + 0.5) * STEP), float(side), float(values[value])
        )


def _colour(picture: Picture, centre: tuple[float, float], side: float) -> tuple[float, float, float]:
    """Return the median colour of a die's top: its body's, since the body covers more of it than the pips."""
    x, y = (int(v) for v in centre)
    reach = max(1, round(_BODY * side))
    near = picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    blue, green, red = np.median(near.reshape(-1, 3), axis=0)
    return float(blue), float(green), float(red)


class Throws:
    """A detector of new throws: two dice that came to rest. Not safe to use from several threads."""

    def __init__(self) -> None:
        self._known: tuple[SeenDie, ...] = ()
        self._new: tuple[SeenDie, ...] = ()
        self._since = 0.0
        self._looks = 0

    def ignore(self, dice: tuple[SeenDie, ...]) -> None:
        """Ignore dice that lay there before a throw was awaited."""
        self._known, self._new = dice, ()

    def update(self, dice: tuple[SeenDie, ...], at: float) -> tuple[int, int] | None:
        """Take one look, and return a throw once its dice have lain still for `STILL_LOOKS` looks and `STILL` seconds.

        Args:
            dice: The result of `find_dice`.
            at: Time of the look, in seconds of any clock.

        Returns:
            The values of a new throw, or None.
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
    """Return True if both are the same dice in the same places."""
    return len(dice) == len(others) and all(
        any(a.value == b.value and _apart(a.centre, b.centre) < _SAME_PLACE * b.side for b in others) for a in dice
    )
