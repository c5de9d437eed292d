"""Scoring of detections by size and shape, since the tiles of one table are all alike."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.evidence import CLEAR, LIKELY
from vision.geometry.plane import PlaneFit
from vision.quads import Array, sides

_SPREAD: Final = 0.15
"""Logarithm of a size, relative to the median, within which 99 of 100 tiles of a table lie."""

_UNUSUAL: Final = LIKELY / CLEAR
"""Factor on the score of an unusual detection, chosen by definition so that a clear one stays likely."""

_DOUBLE: Final = 1.3
"""Relative size from which a detection may be two tiles, which together are about 1.4 times as large as one."""

_DOUBLE_SCORE: Final = 0.34
"""Highest score of a possible pair of tiles: above `LIKELY`. Higher takes it as a tile without a question; lower drops
it."""

_SMALLEST: Final = 0.4
"""Logarithm of a size below the median down to which a detection may be a tile. More takes in dice; less drops covered
tiles."""

_LARGEST: Final = 0.7
"""Logarithm of a size above the median up to which a detection may be tiles: one box round two. More takes in racks and
cards; less drops such boxes."""

_FALL: Final = 0.12
"""Logarithm of a size beyond these bounds over which the score falls to a third. More weakens the bounds; less makes
them abrupt."""

_MOST_INLIERS: Final = 0.6
"""Share of the clear detections that must lie on one plane before sizes count. More ignores sizes in mixed scenes; less
trusts a plane of a minority."""

_ROW: Final = 4
"""Fewest clear detections of one unusual size, close together, that are tiles: a standing row beside lying ones.

Settled with `_NEAR_SIDES` on standing tiles of seeds 40 to 43 (`models/HISTORY.md`): 619 instead of 613 of 663 found
and named.
"""

_NEAR_SIDES: Final = 4.0
"""Distance, in sides of a detection, within which others are of its row; settled with `_ROW`."""


def discounted(scores: Array, plane: PlaneFit) -> Array:
    """Lower the scores (N,) of detections without the size and shape of the others.

    Dice, counters and prints differ in size from the tiles of the table. So does one box round two tiles, but a
    detection that is clearly a tile to the networks stays likely: no hand may be sure without it.
    """
    alike = usual(scores, plane)
    if alike.all():
        return scores
    size = np.log(np.maximum(plane.sizes, 1e-3))
    beyond = np.maximum(np.maximum(size - _LARGEST, -size - _SMALLEST), 0)
    beyond[_in_a_row(scores, plane, alike)] = 0
    odd = np.minimum(scores * _UNUSUAL, np.where(plane.sizes > _DOUBLE, _DOUBLE_SCORE, 1))
    return np.asarray(np.where(alike, scores, odd) * np.exp(-((beyond / _FALL) ** 2)))


def usual(scores: NDArray[np.floating], plane: PlaneFit) -> NDArray[np.bool_]:
    """Return (N,) True for detections with the size and shape of the others; all True if their plane is unknown."""
    clear = scores >= CLEAR
    if not clear.any() or plane.inliers[clear].mean() <= _MOST_INLIERS:
        return np.ones(len(scores), bool)
    return np.asarray(plane.inliers & (np.abs(np.log(np.maximum(plane.sizes, 1e-3))) < _SPREAD))


def _in_a_row(scores: Array, plane: PlaneFit, alike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return (N,) True for clear detections of an unusual size that others near them share."""
    odd = np.flatnonzero(~alike & (scores >= CLEAR))
    quads = plane.quads[odd]
    middles, side = quads.mean(axis=1), sides(quads).mean(axis=1)
    near = np.linalg.norm(middles[:, None] - middles, axis=2) < _NEAR_SIDES * side[:, None]
    like = np.abs(side[:, None] - side) < _SPREAD * side[:, None]
    rows = np.zeros(len(scores), bool)
    rows[odd] = (near & like).sum(axis=1) >= _ROW
    return rows


def larger(plane: PlaneFit) -> NDArray[np.bool_]:
    """Return (N,) True for detections larger than tiles."""
    return np.asarray(plane.sizes > np.exp(_SPREAD), bool)


def smaller(plane: PlaneFit) -> NDArray[np.bool_]:
    """Return (N,) True for detections smaller than tiles."""
    return np.asarray(plane.sizes < np.exp(-_SPREAD), bool)
