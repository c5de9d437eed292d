"""Tiles that were found in parts, and two that were found as one: what else may lie there."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import Quads, sides

_COMMON: Final = 0.3  # of a side: ends of two sides that are nearer than this are of one side, of both quads
_FILLED: Final = 0.75  # halves lie within the whole to this share at least, and it is filled by them


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


def unions(quads: Quads, some: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Quads]:
    """Which of quads (N, 4, 2) have a side in common with `some` (N,) of them.

    Returns:
        (K, 2) pairs of them, and (K, 4, 2) both as one quad.
    """
    middles, longest = quads.mean(axis=1), sides(quads).max(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    near = (apart < 2 * np.maximum(longest[:, None], longest)) & (some[:, None] | some)
    pairs = np.argwhere(np.triu(near, 1))
    first, other = quads[pairs[:, 0], :, None], quads[pairs[:, 1], None]
    # A side of one quad, (K, 4, 4, 2), is passed backwards by the other.
    second, last = np.roll(first, -1, axis=1), np.roll(other, -1, axis=2)
    off = np.maximum(np.linalg.norm(first - last, axis=-1), np.linalg.norm(second - other, axis=-1))
    length = np.maximum(np.linalg.norm(second - first, axis=-1), np.linalg.norm(last - other, axis=-1))
    off = (off / np.maximum(length, 1e-6)).reshape(-1, 16)
    common = off.min(axis=1) < _COMMON
    pairs, common_sides = pairs[common], off[common].argmin(axis=1).tolist()
    corners = [
        [quads[i, (k + 2) % 4], quads[i, k - 1], quads[j, (m + 2) % 4], quads[j, m - 1]]
        for (i, j), (k, m) in zip(pairs.tolist(), (divmod(side, 4) for side in common_sides), strict=True)
    ]
    return pairs, np.array(corners, np.float32).reshape(-1, 4, 2)


def halved(quad: Quads, quads: Quads) -> NDArray[np.intp] | None:
    """Which two of quads (N, 4, 2) fill one (4, 2) as its halves; None where they are not two."""
    within = np.array([cv2.intersectConvexConvex(quad, other)[0] for other in quads])
    areas = np.array([cv2.contourArea(other) for other in quads])
    parts = np.flatnonzero(within > _FILLED * areas)
    return parts if len(parts) == 2 and within[parts].sum() > _FILLED * cv2.contourArea(quad) else None
