"""Quads: the four corners of what is seen, in pixels of the picture, clockwise as it is seen."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Any array of 64-bit floats; each use says its shape."""

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four (x, y) corners in pixels of the picture as EXIF turns it, from the glyph's top left, clockwise."""

Quads = NDArray[np.float32]
"""(N, 4, 2) corners in pixels."""


def sides(quads: NDArray[np.number]) -> NDArray[np.float64]:
    """The lengths (..., 4) of the sides of quads (..., 4, 2), each from its corner to the next."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, -1, axis=-2), axis=-1), np.float64)


def start(quad: NDArray[np.floating], other: NDArray[np.floating]) -> int:
    """At which of its corners a quad (4, 2) begins as another does: they lie nearest each other then."""
    apart = [np.linalg.norm(np.roll(quad, -k, axis=0) - other, axis=1).sum() for k in range(4)]
    return int(np.argmin(apart))


def holding(quads: NDArray[np.floating], others: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which of quads (N, 4, 2) have the middle of which of the others (M, 4, 2) within: (N, M)."""
    along = (np.roll(quads, -1, axis=1) - quads)[:, None]
    off = others.mean(axis=1)[:, None] - quads[:, None]
    turn = along[..., 0] * off[..., 1] - along[..., 1] * off[..., 0]
    return np.asarray((turn > 0).all(axis=2) | (turn < 0).all(axis=2))
