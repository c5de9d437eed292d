"""Things of the table beside a hand: dots of point sticks and dice, far smaller than the tiles round them, and what is
taken for a white dragon far from all of them, such as the ring or a plate of an automatic table."""

from typing import Final

import numpy as np

from scoring.tiles import FACES, WHITE
from vision.quads import areas
from vision.reading import Reading

_SMALL: Final = 0.57
"""Ratio of a find's size to that of the faces round it below which it is no tile. In 115 photographs of tables five
finds have less, none of them a tile, and no tile has less than 0.60. Higher drops far tiles beside near ones; lower
keeps dice."""

_AROUND: Final = 5
"""Nearest faces that tell how large a tile is there. More reach into the far half of a table; fewer are decided by
other such finds."""


_FAR: Final = 4.5
"""Distance of a white dragon from the nearest face, in its sides, from which it is none. Of 70 beside hands in the same
photographs the most is 4.1. Higher keeps rings and plates; lower drops dragons that were thrown far."""


def without_no_tiles(reading: Reading) -> Reading:
    """Return a reading without such things, but for what is doubted."""
    needed = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
    needed |= {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    faces = [t for t, tile in enumerate(reading.tiles) if tile.face == "up"]
    if len(faces) <= _AROUND:
        return reading
    quads = np.array([reading.tiles[t].quad for t in faces])
    middles, size = quads.mean(axis=1), np.sqrt(areas(quads))
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    around = np.argsort(apart, axis=1)[:, 1 : _AROUND + 1]
    small = size < _SMALL * np.median(size[around], axis=1)
    white = np.array([reading.tiles[t].tile == FACES[WHITE] for t in faces])
    far = white & (np.sort(apart, axis=1)[:, 1] > _FAR * size)
    gone = {t for t, each in zip(faces, small | far, strict=True) if each and t not in needed}
    return reading.only([t for t in range(len(reading.tiles)) if t not in gone]) if gone else reading
