"""Sides of the table, in a picture of a whole table: ponds, and the side at which each group of tiles lies."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.geometry.ponds import ponds
from vision.geometry.rows import find_rows
from vision.quads import Array
from vision.reading import Group, Reading, Side

_SIDES: Final[tuple[Side, ...]] = ("near", "right", "far", "left")
"""Sides of the picture, from the near one on round the table, in the order of play."""

_MIN_PONDS: Final = 3
"""Fewest ponds that show the middle of the table. Of two the middle may lie at its edge; four are seldom found."""


_MIN_FACES: Final = 20
"""Fewest faces of a picture that is searched for ponds. Fewer make pictures of one hand take longer; more lose tables
early in a hand."""


def with_sides(reading: Reading) -> Reading:
    """Return a reading with its ponds, and the side of each group if it shows at least three of them.

    Faces do not tell the sides: some players turn the tiles that they show.
    """
    faces = [n for n, tile in enumerate(reading.tiles) if tile.face == "up"]
    if len(faces) < _MIN_FACES:
        return reading
    quads = np.array([reading.tiles[n].quad for n in faces])
    found = ponds(find_rows(quads, np.ones(len(faces))))
    if not found:
        return reading
    pond = {faces[tile]: n for n, tiles in enumerate(found) for tile in tiles}
    middles = np.array([np.mean(tile.quad, axis=0) for tile in reading.tiles])
    ends = np.array([middles[[faces[tile] for tile in tiles]].mean(axis=0) for tiles in found])
    centre = (ends.min(axis=0) + ends.max(axis=0)) / 2

    def placed(group: Group) -> Group:
        of = [pond[tile] for tile in group.tiles if tile in pond]
        discarded = len(of) > len(group.tiles) / 2
        if len(found) < _MIN_PONDS:
            return replace(group, pond=discarded)
        place = ends[max(set(of), key=of.count)] if discarded else _middle(middles, group.tiles)
        return replace(group, pond=discarded, side=_side(place - centre))

    return replace(reading, groups=tuple(map(placed, reading.groups)))


def _middle(middles: Array, tiles: Sequence[int]) -> Array:
    return np.asarray(middles[list(tiles)].mean(axis=0))


def _side(towards: Array) -> Side:
    """Return the side of the picture that a direction points to; y points down."""
    x, y = towards
    if abs(y) >= abs(x):
        return _SIDES[0 if y > 0 else 2]
    return _SIDES[1 if x > 0 else 3]
