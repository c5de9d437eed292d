"""Which finds are tiles by their size and shape: those of one table are all alike."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.evidence import CLEAR, LIKELY
from vision.geometry.plane import Outlines
from vision.quads import Array, sides

_LIKE: Final = 0.15  # of 100 tiles of a table 99 are alike in size, as logarithms, but for this;
_ODD: Final = LIKELY / CLEAR  # what is not, or has no tile's shape there, is less likely one (if clear, still likely),
_DOUBLE: Final = 1.3  # two tiles are about 1.4 times as large as one,
_TWICE: Final = 0.34  # and no more than this what may be two tiles: likely, but always asked about,
_SMALLER: Final = 0.4  # and what is smaller by more than this,
_TWO: Final = 0.7  # or larger by more than two tiles in one box,
_OTHERWISE: Final = 0.12  # by so much is hardly one
_MOST: Final = 0.6  # where fewer of the clear finds lie on one plane, their sizes tell nothing
_ROW: Final = 4  # so many clear finds of one size, each with the others
_AROUND: Final = 4.0  # within so many of its sides, are tiles: a row that stands beside those that lie


def discounted(scores: Array, lying: Outlines) -> Array:
    """Scores (N,) of finds, less for those that are not of the size and shape of the others.

    Dice, counters and prints are of another size than the tiles of the table. A box round two tiles is too, but what is
    a tile to all who look stays likely: no hand must be sure without it.
    """
    alike = usual(scores, lying)
    if alike.all():
        return scores
    more = np.log(np.maximum(lying.sizes, 1e-3))
    beyond = np.maximum(np.maximum(more - _TWO, -more - _SMALLER), 0)
    beyond[_in_a_row(scores, lying, alike)] = 0
    odd = np.minimum(scores * _ODD, np.where(lying.sizes > _DOUBLE, _TWICE, 1))
    return np.asarray(np.where(alike, scores, odd) * np.exp(-((beyond / _OTHERWISE) ** 2)))


def usual(scores: NDArray[np.floating], lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are of the size and shape of the others; all, where their plane is not known."""
    clear = scores >= CLEAR
    if not clear.any() or lying.fits[clear].mean() <= _MOST:
        return np.ones(len(scores), bool)
    return np.asarray(lying.fits & (np.abs(np.log(np.maximum(lying.sizes, 1e-3))) < _LIKE))


def _in_a_row(scores: Array, lying: Outlines, alike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of N finds are clear and not alike the most, but of one size with others near them."""
    odd = np.flatnonzero(~alike & (scores >= CLEAR))
    quads = lying.quads[odd]
    middles, side = quads.mean(axis=1), sides(quads).mean(axis=1)
    near = np.linalg.norm(middles[:, None] - middles, axis=2) < _AROUND * side[:, None]
    like = np.abs(side[:, None] - side) < _LIKE * side[:, None]
    rows = np.zeros(len(scores), bool)
    rows[odd] = (near & like).sum(axis=1) >= _ROW
    return rows


def larger(lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are larger than tiles are."""
    return np.asarray(lying.sizes > np.exp(_LIKE), bool)


def smaller(lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are smaller than tiles are."""
    return np.asarray(lying.sizes < np.exp(-_LIKE), bool)
