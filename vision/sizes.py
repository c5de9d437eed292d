"""Which finds are tiles by their size and shape: those of one table are all alike."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .detector import Quads
from .layout import Array
from .perspective import Outlines
from .weighing import CLEAR, LIKELY

_LIKE: Final = 0.15  # of 100 tiles of a table 99 are alike in size, as logarithms, but for this;
_ODD: Final = LIKELY / CLEAR  # what is not, or has no tile's shape there, is less likely one (if clear, still likely),
_DOUBLE: Final = 1.3  # two tiles are about 1.4 times as large as one,
_TWICE: Final = 0.34  # and no more than this what may be two tiles: likely, but always asked about,
_SMALLER: Final = 0.4  # and what is smaller by more than this,
_TWO: Final = 0.7  # or larger by more than two tiles in one box,
_OTHERWISE: Final = 0.12  # by so much is hardly one
_COMMON: Final = 0.3  # of a side: ends of two sides that are nearer than this are of one side, of both quads
_FILLED: Final = 0.75  # halves lie within the whole to this share at least, and it is filled by them
_MOST: Final = 0.6  # where fewer of the clear finds lie on one plane, their sizes tell nothing


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
    odd = np.minimum(scores * _ODD, np.where(lying.sizes > _DOUBLE, _TWICE, 1))
    return np.asarray(np.where(alike, scores, odd) * np.exp(-((beyond / _OTHERWISE) ** 2)))


def usual(scores: NDArray[np.floating], lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are of the size and shape of the others; all, where their plane is not known."""
    clear = scores >= CLEAR
    if not clear.any() or lying.fits[clear].mean() <= _MOST:
        return np.ones(len(scores), bool)
    return np.asarray(lying.fits & (np.abs(np.log(np.maximum(lying.sizes, 1e-3))) < _LIKE))


def larger(lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are larger than tiles are."""
    return np.asarray(lying.sizes > np.exp(_LIKE), bool)


def smaller(lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are smaller than tiles are."""
    return np.asarray(lying.sizes < np.exp(-_LIKE), bool)


def halves(quads: Quads) -> Quads:
    """The halves of quads (N, 4, 2), cut either way: (4 N, 4, 2)."""
    middles = (quads + np.roll(quads, -1, axis=1)) / 2
    return np.concatenate(
        [
            np.stack([quads[:, k], quads[:, (k + 1) % 4], middles[:, (k + 1) % 4], middles[:, k - 1]], 1)
            for k in range(4)
        ]
    )


def doubles(quads: Quads) -> Quads:
    """Quads (N, 4, 2) made twice as large beyond each of their sides: (4 N, 4, 2)."""
    onward = 2 * quads - np.roll(quads, 1, axis=1)  # each corner, as far again from the one before it
    back = 2 * quads - np.roll(quads, -1, axis=1)  # or from the one after it
    return np.concatenate(
        [
            np.stack([quads[:, k], quads[:, (k + 1) % 4], onward[:, (k + 2) % 4], back[:, (k + 3) % 4]], 1)
            for k in range(4)
        ]
    )


def unions(quads: Quads) -> tuple[NDArray[np.intp], Quads]:
    """Which of quads (N, 4, 2) have a side in common: (K, 2) pairs of them, and (K, 4, 2) both as one quad."""
    first, second = quads[:, None, :, None], np.roll(quads, -1, axis=1)[:, None, :, None]  # the ends of each side
    other, last = (ends.transpose(1, 0, 3, 2, 4) for ends in (second, first))  # which the other quad passes backwards
    apart = np.maximum(np.linalg.norm(first - other, axis=-1), np.linalg.norm(second - last, axis=-1))
    length = np.linalg.norm(second - first, axis=-1)
    off = apart / np.maximum(np.maximum(length, length.transpose(1, 0, 3, 2)), 1e-6)  # (N, N, 4, 4)
    best = off.reshape(*off.shape[:2], 16).argmin(axis=2)
    pairs = np.argwhere(np.triu(off.min(axis=(2, 3)) < _COMMON, 1))
    corners = [
        [quads[i, (k + 2) % 4], quads[i, k - 1], quads[j, (m + 2) % 4], quads[j, m - 1]]
        for (i, j), (k, m) in ((pair, divmod(int(best[tuple(pair)]), 4)) for pair in pairs)
    ]
    return pairs, np.array(corners, np.float32).reshape(-1, 4, 2)


def halved(quad: Quads, quads: Quads) -> NDArray[np.intp] | None:
    """Which two of quads (N, 4, 2) fill one (4, 2) as its halves; None where they are not two."""
    within = np.array([cv2.intersectConvexConvex(quad, other)[0] for other in quads])
    areas = np.array([cv2.contourArea(other) for other in quads])
    parts = np.flatnonzero(within > _FILLED * areas)
    return parts if len(parts) == 2 and within[parts].sum() > _FILLED * cv2.contourArea(quad) else None


def hold_two(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Which of quads (N, 4, 2) have the middles of at least two of the others (M, 4, 2) within."""
    middles = others.mean(axis=1).tolist()
    return np.array([sum(cv2.pointPolygonTest(quad, at, False) > 0 for at in middles) > 1 for quad in quads], bool)
