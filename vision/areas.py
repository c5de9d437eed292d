"""The parts of a picture in which its reading is open, so that only these are looked at again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence
from vision.quads import Array, sides

_AROUND: Final = 1.0
"""Reach of an open part beyond its tiles, in their heights: a missed tile of a row lies that far. More costs time, less
leaves out the neighbours that distinguish a tile from its halves."""

_CONTEXT: Final = 2.0
"""Further reach of a look, in tile heights, so that the networks see the surroundings of the part. More costs time;
with less, small parts show too few tiles to tell their size and plane."""

_MOST_SHARE: Final = 0.7
"""Share of the picture from which its open parts are looked at as a whole: then parts save nothing."""

_SAME: Final = 0.45
"""Distance, in a tile's shorter sides, within which finds of two looks are the same tile, as in `vision.fusion`."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenArea:
    """A part of a picture in which the reading is open.

    Attributes:
        core: (2, 2) its low and its high corner in pixels; finds in it are looked at again.
        shown: (2, 2) the same of what a look at it shows.
    """

    core: Array
    shown: Array

    @classmethod
    def whole(cls, size: tuple[int, int]) -> "OpenArea":
        """Return the area of a whole picture of (width, height) pixels."""
        box = np.array([[0, 0], size], np.float64)
        return cls(box, box)

    def cut(self, picture: NDArray[np.uint8], times: int) -> tuple[NDArray[np.uint8], tuple[int, int]]:
        """Return the part of a picture that was shrunk so many times, and the (x, y) of its corner there."""
        (left, top), (right, bottom) = (self.shown / times).round().astype(int).tolist()
        return picture[top:bottom, left:right], (left, top)


def open_areas(quads: Iterable[Array], size: tuple[int, int]) -> list[OpenArea]:
    """Return the areas round open tiles, joined where looks at them would overlap.

    Args:
        quads: (4, 2) corners of the open tiles, in pixels.
        size: (width, height) of the picture; it is one area if no tile is open, or much of it is.
    """
    tiles = np.array(list(quads), np.float64).reshape(-1, 4, 2)
    if not len(tiles):
        return [OpenArea.whole(size)]
    height = float(np.median(sides(tiles).max(axis=1)))
    around = np.array([[-_AROUND], [_AROUND]]) * height
    boxes = [np.stack([tile.min(axis=0), tile.max(axis=0)]) + around for tile in tiles]
    context = np.array([[-_CONTEXT], [_CONTEXT]]) * height
    cores = _joined(boxes, 2 * _CONTEXT * height)
    areas = [OpenArea(np.clip(core, 0, size), np.clip(core + context, 0, size)) for core in cores]
    shown = sum(float(np.prod(area.shown[1] - area.shown[0])) for area in areas)
    return [OpenArea.whole(size)] if shown > _MOST_SHARE * size[0] * size[1] else areas


def _joined(boxes: Sequence[Array], reach: float) -> list[Array]:
    """Return boxes (2, 2), each joined with all that lie nearer than `reach`, until none does."""
    found: list[Array] = []
    for box in boxes:
        mine = box
        while near := [each for each in found if ((mine[0] - reach < each[1]) & (each[0] - reach < mine[1])).all()]:
            found = [each for each in found if not any(each is other for other in near)]
            mine = np.stack(
                [
                    np.min([mine[0], *(each[0] for each in near)], axis=0),
                    np.max([mine[1], *(each[1] for each in near)], axis=0),
                ]
            )
        found.append(mine)
    return found


def within(areas: Sequence[OpenArea], seen: Evidence) -> NDArray[np.bool_]:
    """Return (N,) True for finds whose middles lie in the core of an area."""
    middles = seen.quads.mean(axis=1).reshape(-1, 2)
    inside = [((area.core[0] <= middles) & (middles <= area.core[1])).all(axis=1) for area in areas]
    return np.asarray(np.any(inside, axis=0), bool)


def about(areas: Sequence[OpenArea], look: Evidence, first: Evidence) -> NDArray[np.bool_]:
    """Return (M,) True for finds of a look that have a say: those of the tiles that the first look has in the areas.

    A tile on the border of an area is in it or not as the first look says, so that no tile is seen twice.
    """
    inside, known = within(areas, look), within(areas, first)
    if not len(first.scores) or not len(look.scores):
        return inside
    apart = np.linalg.norm(look.quads.mean(axis=1)[:, None] - first.quads.mean(axis=1), axis=2)
    nearest = apart.argmin(axis=1)
    same = apart[np.arange(len(nearest)), nearest] < _SAME * sides(look.quads).min(axis=1)
    return np.where(same, known[nearest], inside)
