"""Claimed pungs at the edge of the picture, beyond which a kong's fourth tile would lie.

A fourth tile lies against the third. Where a strip of the picture is left beyond the pung, wide enough to show a part
of it, that strip looks like the table or like a tile; where none is left, or table and tile look alike, nobody can
tell.
"""

from typing import Final, Literal

import cv2
import numpy as np

from vision.image import Picture
from vision.quads import Array
from vision.raised import asked_of_pungs
from vision.reading import Group, Reading

_STRIP: Final = (0.15, 0.45)
"""Reach of the strip beyond the end of a pung, in steps from tile to tile. Nearer lie its shadow and a gap; farther,
things of the table."""

_LEAST: Final = 0.12
"""Least width of the strip, in steps. More asks about pungs that a photograph shows whole; less judges a few pixels of
a blurred edge."""

_ALONG: Final = (0.2, 0.8)
"""Reach of the strip along the end of the pung, in shares of the tile's side: its corners are round."""

_RIM: Final = 0.06
"""Distance of a tile's rim from its edge, in steps. More meets its mark; less, the edge of an inexact outline."""

_BESIDE: Final = (0.2, 0.5)
"""Reach of the table that is compared, beyond the long edges of the pung, in tile heights."""

_UNLIKE: Final = 30.0
"""Least distance of table and tile in CIE Lab, with 8 bits, at which the strip can be told. White cloth and shadowed
tiles are nearer than that."""

_MOST_LIKE_TILE: Final = 0.1
"""Greatest share of the strip that looks more like the tile than like the table. More overlooks tiles that lie askew;
less asks because of noise, and of threads in the cloth."""

_TAKEN: Final = 0.8
"""Distance from the place of a fourth tile, in steps, within which another tile explains what is seen there. More
overlooks fourth tiles beside other tiles; less asks because of tiles that are read."""


def asked_if_cut_short(reading: Reading, picture: Picture) -> Reading:
    """Return the reading of a picture, with a doubt about each claimed pung whose fourth tile may lie beyond its edge.

    Args:
        reading: The reading, in pixels of the picture.
        picture: (height, width, 3) blue-green-red pixels.
    """
    return asked_of_pungs(reading, "fourth-outside", lambda pung, _: _cut_short(reading, picture, pung))


def _cut_short(reading: Reading, picture: Picture, pung: Group) -> int | None:
    """Return the end of a pung beyond which the edge of the picture may cut a fourth tile off, or None.

    Where more than half of it would be seen, it must look like a tile; where less would, it must not look like the
    table. A tile that is read there is none that was overlooked.
    """
    quads = np.array([reading.tiles[t].quad for t in pung.tiles])
    others = np.array([t.quad for n, t in enumerate(reading.tiles) if n not in pung.tiles]).reshape(-1, 4, 2)
    for end, beside, tile in ((quads[0], quads[1], pung.tiles[0]), (quads[-1], quads[-2], pung.tiles[-1])):
        step = end.mean(axis=0) - beside.mean(axis=0)
        fourth = end.mean(axis=0) + step
        half, whole = (_within(fourth + share * step, reading.size) for share in (0.0, 0.5))
        if half and whole:
            continue
        seen = _beyond(reading, picture, quads, end, step)
        taken = (np.linalg.norm(others.mean(axis=1) - fourth, axis=1) < _TAKEN * np.linalg.norm(step)).any()
        if (seen == "tile" and not taken) if half else seen != "table":
            return tile
    return None


def _within(point: Array, size: tuple[int, int]) -> bool:
    return bool((point >= 0).all() and (point <= size).all())


def _beyond(
    reading: Reading, picture: Picture, pung: Array, end: Array, step: Array
) -> Literal["table", "tile", "unclear"]:
    """Return what the picture shows beyond an end of a pung.

    Args:
        reading: The reading.
        picture: (height, width, 3) blue-green-red pixels.
        pung: (3, 4, 2) corners of its tiles.
        end: (4, 2) those of the one at the end.
        step: (2,) from the tile beside it to that one.
    """
    way = step / np.linalg.norm(step)
    _, far = end[np.argsort(end @ way)].reshape(2, 2, 2)
    along = np.linspace(*_ALONG, 16)[:, None]
    edge = far[0] + along * (far[1] - far[0])
    room = np.where(way > 0, (np.array(reading.size) - 1 - edge) / np.maximum(way, 1e-6), edge / np.maximum(-way, 1e-6))
    left = min(float(room.min() / np.linalg.norm(step)), _STRIP[1])
    if left < _STRIP[0] + _LEAST:
        return "unclear"
    strip = _at(picture, edge[:, None] + np.linspace(_STRIP[0], left, 8)[:, None] * step)
    tile = np.median(_at(picture, edge - _RIM * step), axis=0)
    table = _beside(reading, picture, pung, way)
    if not len(table):
        return "unclear"
    usual = np.median(table, axis=0)
    if np.linalg.norm(usual - tile) < _UNLIKE:
        return "unclear"
    table = table[np.linalg.norm(table - usual, axis=1) < np.linalg.norm(table - tile, axis=1)]
    apart = np.linalg.norm(strip[:, None] - table, axis=2).min(axis=1)
    return "table" if (np.linalg.norm(strip - tile, axis=1) < apart).mean() <= _MOST_LIKE_TILE else "tile"


def _beside(reading: Reading, picture: Picture, pung: Array, way: Array) -> Array:
    """Return the colours (N, 3) of the table beyond the long edges of a pung (3, 4, 2) that lies along `way` (2,)."""
    across = np.array([-way[1], way[0]])
    spots = []
    for quad in pung:
        for away in (across, -across):
            near, far = quad[np.argsort(quad @ away)].reshape(2, 2, 2)
            edge = far[0] + np.linspace(*_ALONG, 8)[:, None] * (far[1] - far[0])
            deep = far.mean(axis=0) - near.mean(axis=0)
            spots.append((edge[:, None] + np.linspace(*_BESIDE, 5)[:, None] * deep).reshape(-1, 2))
    at = np.concatenate(spots)
    taken = np.zeros(picture.shape[:2], np.uint8)
    for tile in reading.tiles:
        cv2.fillConvexPoly(taken, np.array(tile.quad).round().astype(np.int32), 1)
    within = ((at >= 0) & (at < np.array(reading.size) - 1)).all(axis=1)
    x, y = at[within].round().astype(int).T
    return _at(picture, at[within][taken[y, x] == 0])


def _at(picture: Picture, spots: Array) -> Array:
    """Return the colours (N, 3) in CIE Lab of a picture at some spots (..., 2)."""
    x, y = spots.reshape(-1, 2).round().astype(int).T
    seen = picture[np.clip(y, 0, picture.shape[0] - 1), np.clip(x, 0, picture.shape[1] - 1)]
    if not len(seen):
        return np.zeros((0, 3))
    return np.asarray(cv2.cvtColor(seen[None], cv2.COLOR_BGR2LAB)[0], np.float64)
