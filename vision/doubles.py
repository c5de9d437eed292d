"""Tiles that were found twice: as they are, and once more as a part of them or with something beside them."""

from typing import Final

import numpy as np

from vision.quads import areas, contains
from vision.reading import Reading

_ONE_SIZE: Final = 0.85
"""Ratio of sizes below which two faces, one with its middle on the other, are one tile found twice. Higher drops a tile
that lies on another; lower keeps finds of a part of a tile, such as the 2 dots in a 4 dots."""

_AROUND: Final = 5
"""Nearest faces that tell how large a tile is. More reach into another player's pond, seen smaller; fewer are judged by
a chance find."""


def found_once(reading: Reading) -> Reading:
    """Return a reading without faces beside the hand, not doubted, that are another find of a tile that it keeps.

    Of two finds of one tile that is true which has the size of the faces round it, and with few of them the clearer.
    """
    needed = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
    needed |= {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    faces = np.array([t for t, tile in enumerate(reading.tiles) if tile.face == "up"], int)
    quads = np.array([reading.tiles[t].quad for t in faces]).reshape(-1, 4, 2)
    middles, size = quads.mean(axis=1), np.sqrt(areas(quads))
    within = contains(quads, quads)
    gone: set[int] = set()
    for small, large in np.argwhere((within | within.T) & (size[:, None] < _ONE_SIZE * size)).tolist():
        beside = np.flatnonzero(~within[[small, large]].any(axis=0))
        near = beside[np.linalg.norm(middles[beside] - middles[large], axis=1).argsort()][:_AROUND]
        if len(near) == _AROUND:
            off = np.abs(np.log(size[[small, large]] / np.median(size[near])))
            less = small if off[0] > off[1] else large
        else:
            less = min(small, large, key=lambda t: reading.tiles[faces[t]].confidence)
        if faces[less] not in needed and not gone & {int(faces[small]), int(faces[large])}:
            gone.add(int(faces[less]))
    return reading.only([t for t in range(len(reading.tiles)) if t not in gone]) if gone else reading
