"""Two dice lying in view: found and read by a network; silent where there is any doubt."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.networks.runtime import Model
from vision.quads import Quad

TILE: Final = (26.0, 35.0)
"""Millimetres of a usual tile's face: what tells the scale where nothing else does."""

STILL_LOOKS: Final = 3
STILL: Final = 1.0
"""Looks, and seconds, over which dice must lie still to be a throw."""

SCALE: Final = 1.6
"""Pixels that a millimetre on the table takes in what the network looks at."""

WINDOW: Final = 256
"""Pixels of a side of what it looks at at once."""

MARGIN: Final = 24
"""Pixels at a window's rim that it sees too little around."""

STEP: Final = 4
"""Pixels from one of its cells to the next."""

CORE: Final = 0.3
"""Share of a die's side: cells that lie no further from its middle are taught to name its value."""

_COARSEST: Final = 0.7  # pixels a millimetre: the pips of a small die are one dot then
_SEEN: Final = 0.5  # probability from which on a cell is of a die
_SURE: Final = 0.9  # probability of a value, over the cells about a die's middle
_ALIKE: Final = 70.0  # grey levels by which lamp and shadow may tell the dice of a pair apart
_SAME: Final = 1.3  # the dice of a pair are of one size, but for perspective

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
        likeness: Probability of that value, 0-1.
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
    """The dice that are surely read; none where the picture is too coarse to read any.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        scale: Pixels that a millimetre on the table takes.
        tiles: (N, 4, 2) corners of the tiles found: what lies on them is no die.
        within: Corners of the table in pixels; nothing beside it is looked at.

    Raises:
        WeightsError: The network's file is missing or is not what is expected.
    """
    if scale < _COARSEST:
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
        if die.likeness >= _SURE and free[row, column]:
            side = die.side / zoom
            dice.append(replace(die, centre=centre, side=side, colour=_colour(picture, centre, side)))
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


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _free(shape: tuple[int, ...], scale: float, tiles: NDArray[np.floating], within: Quad | None) -> NDArray[np.uint8]:
    """255 where the middle of a die may lie."""
    free = np.zeros(shape, np.uint8)
    if within is None:
        free[:] = 255
    else:
        cv2.fillConvexPoly(free, np.round(np.array(within)).astype(np.int32), 255)
    for tile in tiles:
        cv2.fillConvexPoly(free, np.round(tile).astype(np.int32), 0)
    reach = max(1, round(2 * scale))
    return np.asarray(cv2.erode(free, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8), borderValue=255), np.uint8)


@cache
def network() -> Model:
    """The network that `models/train/dice.py` makes, whose docstring holds the contract; read once.

    Raises:
        vision.networks.runtime.WeightsError: its file is missing or is not what is expected.
    """
    return Model(Path(str(files("models"))) / "dice.onnx", size=(WINDOW, WINDOW))


def _cells(part: Picture) -> NDArray[np.float32]:
    """What the network makes of a part of a picture, in its own scale, window by window: (8, rows, columns)."""
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
    """All that may be a die in what the network says (8, rows, columns), in its own scale, however unsure."""
    seen = 1 - cells[0]
    count, marks = cv2.connectedComponents((seen > _SEEN).astype(np.uint8), connectivity=4)
    for n in range(1, count):
        rows, columns = np.nonzero(marks == n)
        weights = seen[rows, columns] / seen[rows, columns].sum()
        row, column, side = rows @ weights, columns @ weights, cells[7, rows, columns] @ weights
        core = np.hypot(rows - row, columns - column) * STEP <= max(CORE * side, STEP)
        odds = cells[1:7, rows[core], columns[core]].mean(axis=1) if core.any() else np.zeros(6)
        value = int(odds.argmax())
        yield SeenDie(value + 1, (float(column + 0.5) * STEP, float(row + 0.5) * STEP), float(side), float(odds[value]))


def _colour(picture: Picture, centre: tuple[float, float], side: float) -> tuple[float, float, float]:
    """Of a die's body, of which more is seen than of its pips."""
    x, y = (int(v) for v in centre)
    reach = max(1, round(0.35 * side))
    near = picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    blue, green, red = np.median(near.reshape(-1, 3), axis=0)
    return float(blue), float(green), float(red)


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
