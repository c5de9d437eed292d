"""Pictures of a tile set that is laid out, as a chart or on a table: each tile once, or in many rows. A hand that does
not win is none of them."""

from typing import Final

import numpy as np

from scoring.tiles import FACES
from vision.evidence import LIKELY, Evidence
from vision.geometry.rows import Layout, Row

_FEWEST: Final = 24
"""Fewest faces of a set that is laid out. More makes hands of the rows of small charts; fewer takes thirteen orphans
beside a pond for a chart."""

_TWICE: Final = 0.1
"""Greatest share of faces that show a tile for a second time: misread ones. Of 179 photographs two with 24 faces or
more have less, both of a set that is laid out, and the next has 0.18. Higher withholds hands beside ponds; lower makes
hands of charts in poor light."""

_MISREAD: Final = 0.3
"""The same share where it lies in many rows: unlike tiles of another tradition get the same names. Of the photographs
one with such rows has 0.4, hands one before another. Higher withholds these; lower makes hands of charts."""

_ROWS: Final = 4
"""Fewest long rows, one before another, of a set that is laid out. Fewer takes hands of players who sit opposite for
such rows; more makes hands of charts."""

_LONG: Final = 7
"""Fewest faces of such a row: ponds have six. Higher makes hands of charts; lower takes ponds for a chart."""

_PARALLEL: Final = float(np.cos(np.radians(12)))
"""Cosine of the greatest angle between such rows. Lower takes hands of neighbours for them; higher breaks up charts in
perspective."""

_NEXT: Final = 2.5
"""Greatest distance from one such row to the next, in tile heights. Higher takes hands at both sides of a table for
neighbouring rows; lower misses charts with words between their rows."""


def laid_out(seen: Evidence, layout: Layout) -> bool:
    """Return True if the tiles in sight are a set that is laid out."""
    faces = ~seen.backs & (seen.scores >= LIKELY)
    if faces.sum() < _FEWEST:
        return False
    names = seen.faces[faces, : len(FACES)].argmax(axis=1)
    twice = 1 - len(np.unique(names)) / len(names)
    if twice <= _TWICE or twice > _MISREAD:
        return twice <= _TWICE
    long = [row for row in layout.rows if faces[list(row.tiles)].sum() >= _LONG]
    return any(_before_one_another(layout, row, long) >= _ROWS for row in long)


def _before_one_another(layout: Layout, first: Row, rows: list[Row]) -> int:
    """Return how many rows lie one before another with a first one among them, each at a step from the next."""
    block, left = [first], [row for row in rows if row is not first]
    while near := [row for row in left if any(_next(layout, one, row) for one in block)]:
        block += near
        left = [row for row in left if row not in near]
    return len(block)


def _next(layout: Layout, one: Row, other: Row) -> bool:
    """Return True if two rows are parallel, and each tile of the shorter has one of the longer close before it."""
    if abs(float(np.dot(one.up, other.up))) < _PARALLEL:
        return False
    short, long = sorted((one.tiles, other.tiles), key=len)
    nearest = layout.distances[np.ix_(list(short), list(long))].min(axis=1)
    return bool(np.median(nearest) <= _NEXT)
