"""Ponds: discards in short rows that touch, before players who sit at different sides of one table."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.rows import Layout, Row

_PLACES: Final = range(5, 9)
"""Numbers of tiles in the longest row of a pond: six by custom, fewer where one was claimed or not found, more in the
last row. With 4 four kongs one before another are a pond; longer rows are hands."""

_BETWEEN: Final = (0.75, 1.3)
"""Distance between the middles of tiles in rows that touch, in tile heights. Lower joins rows that overlap; higher
joins melds that lie apart."""

_SHARE: Final = 0.6
"""Least share of the tiles of the shorter row that touch the longer one. Higher loses ponds with tiles that were not
found; lower joins rows that meet at an end."""

_PARALLEL: Final = 0.9
"""Cosine of the greatest angle between rows of one pond, some 26 degrees. Higher loses ponds laid carelessly."""

_TURNED: Final = 0.5
"""Cosine of the least angle between the ponds of two players, 60 degrees. Higher takes one player's rows for two
ponds; lower loses ponds of neighbours that are seen aslant."""

_TILES: Final = 7
"""Fewest tiles of a pond. Fewer may be melds that lie one before another; more loses ponds early in a hand."""

_APART: Final = 7.0
"""Greatest distance between two ponds of one table, in tile heights: opposite ones leave room for the console or the
dice. Higher takes melds at a corner of the table for a pond; lower loses ponds that lie far from the middle."""


def discards(layout: Layout) -> NDArray[np.bool_]:
    """Return (N,) True for tiles in the ponds of a table."""
    mask = np.zeros(len(layout.distances), bool)
    for pond in ponds(layout):
        mask[list(pond)] = True
    return mask


def ponds(layout: Layout) -> list[tuple[int, ...]]:
    """Return the tiles of each pond of a table: at least two ponds, of players at different sides, or none.

    One pond alone may be a hand in two rows, or a part of a set that is laid out.
    """
    found = _blocks(layout)
    of_table = {
        n
        for (a, one), (b, other) in combinations(enumerate(found), 2)
        if float(np.dot(_up(one), _up(other))) < _TURNED and _distance(layout, one, other) < _APART
        for n in (a, b)
    }
    return [tuple(tile for row in found[n] for tile in row.tiles) for n in sorted(of_table)]


def _blocks(layout: Layout) -> list[list[Row]]:
    """Return groups of at least two short rows, each touching another one of its group, that face one way."""
    rows = [row for row in layout.rows if len(row.places) < _PLACES.stop]
    group = list(range(len(rows)))
    for a, b in combinations(range(len(rows)), 2):
        if group[a] != group[b] and _touch(layout, rows[a], rows[b]):
            group = [group[a] if each == group[b] else each for each in group]
    blocks = [[rows[n] for n, each in enumerate(group) if each == one] for one in dict.fromkeys(group)]
    return [block for block in blocks if _is_pond(block)]


def _is_pond(block: Sequence[Row]) -> bool:
    longest = max(len(row.places) for row in block)
    return len(block) > 1 and longest in _PLACES and sum(len(row.tiles) for row in block) >= _TILES


def _touch(layout: Layout, one: Row, other: Row) -> bool:
    """Return True if two rows lie one before the other, facing the same way."""
    if np.dot(one.up, other.up) < _PARALLEL:
        return False
    short, long = sorted((one, other), key=lambda row: len(row.places))
    near = layout.distances[np.ix_(list(short.tiles), list(long.tiles))].min(axis=1)
    return bool(((near > _BETWEEN[0]) & (near < _BETWEEN[1])).mean() >= _SHARE)


def _up(block: Sequence[Row]) -> NDArray[np.float64]:
    """Return the direction that a block faces, by its clear glyphs."""
    way = sum((np.array(row.up) * max(row.upright_margin, 0.1) for row in block), np.zeros(2))
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9))


def _distance(layout: Layout, one: Sequence[Row], other: Sequence[Row]) -> float:
    """Return the least distance between the tiles of two blocks, in tile heights."""
    these, those = ([tile for row in block for tile in row.tiles] for block in (one, other))
    return float(layout.distances[np.ix_(these, those)].min())
