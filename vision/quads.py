"""Quads: four corners in pixels of a picture, clockwise as seen."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Any array of 64-bit floats; each use documents its shape."""

Quads = NDArray[np.float32]
"""(N, 4, 2) corners in pixels."""

FROM_CORNER: Final = (np.arange(4)[:, None] + np.arange(4)) % 4
"""(4, 4) the indices of a quad's corners, going round it from each of them."""


def sides(quads: NDArray[np.number]) -> NDArray[np.float64]:
    """Return the lengths (..., 4) of the sides of quads (..., 4, 2), each from its corner to the next."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, -1, axis=-2), axis=-1), np.float64)


def areas(quads: NDArray[np.number]) -> NDArray[np.float64]:
    """Return the areas (...) of quads (..., 4, 2)."""
    one, other = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    return np.asarray(np.abs(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2, np.float64)


def corner_shift(quad: NDArray[np.floating], other: NDArray[np.floating]) -> int:
    """Return the index, 0 to 3, of the corner of a quad (4, 2) that matches the first corner of another quad (4, 2) on
    it.

    Of the four ways to match their corners it is the one with the least total distance.
    """
    return int(np.linalg.norm(quad[FROM_CORNER] - other, axis=2).sum(axis=1).argmin())


def contains(quads: NDArray[np.floating], others: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return (N, M) True if each of quads (N, 4, 2) contains the middle of each of the others (M, 4, 2)."""
    along = (np.roll(quads, -1, axis=1) - quads)[:, None]
    off = others.mean(axis=1)[:, None] - quads[:, None]
    turn = along[..., 0] * off[..., 1] - along[..., 1] * off[..., 0]
    return np.asarray((turn > 0).all(axis=2) | (turn < 0).all(axis=2))


def linked(near: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the groups of things that links join, as indices, where `near` (N, N) says which things are linked."""
    near = near | near.T | np.eye(len(near), dtype=bool)
    group = np.arange(len(near))
    for _ in group:
        joined = np.where(near, group, len(near)).min(axis=1)
        if (joined == group).all():
            break
        group = joined
    return [np.flatnonzero(group == each) for each in np.unique(group)]
