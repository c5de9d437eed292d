"""Whether a crosswise tile lies on another one, as the fourth tile of a kong may.

What lies higher is nearer to the camera: it looks larger, and farther from the point straight below the camera. Away
from that point it lies over the tile beside it, or leaves a gap that tiles on the table do not.
"""

from typing import Final

import numpy as np

from vision.geometry.plane import fit_plane
from vision.quads import Array, sides

_RISE: Final = 0.31
"""How far a tile that lies on another seems to rise, in tile heights.

Tiles are 0.4 to 0.6 thick. It is less as focal lengths above `plane.FOCAL` make the camera seem nearer than it is, and
as the plane is never known exactly. Settled with `_SPREADS` (`models/HISTORY.md`).
"""

_SPREADS: Final = (0.042, 0.093, 0.0205)
"""Spread of a crosswise tile's place along its meld and across it, in tile heights, and of the logarithm of its size.

Fitted with `_BIAS` by a logistic regression on rendered hands, as `models/HISTORY.md` tells.
"""

_BIAS: Final = 1.4
"""How unlikely a stacked tile is before it is seen, in log odds; fitted with `_SPREADS`."""

_LARGEST: Final = (0.2, 0.2, 0.05)
"""Deviations are cut to this, so that no single one decides by an outline that was made out wrongly. Not measured."""


def stacked(quads: Array, size: tuple[int, int], meld: tuple[int, ...], crosswise: int) -> float:
    """Log odds that the crosswise tile of a meld of three lies on another one, above 0 where that is likely.

    Args:
        quads: (N, 4, 2) corners in pixels of tiles that lie on one plane, at least four beside the crosswise one.
        size: (width, height) of the picture in pixels.
        meld: Indices of its tiles, from one end to the other.
        crosswise: The index among them of the tile that lies crosswise.
    """
    return _log_odds(*_deviations(quads, size, meld, crosswise))


def _log_odds(seen: Array, expected: Array) -> float:
    """Log odds of deviations (3,), each normally distributed round the (3,) expected ones, or else round 0."""
    seen, expected = np.clip(seen, -np.array(_LARGEST), _LARGEST), np.clip(expected, -np.array(_LARGEST), _LARGEST)
    return float((expected * (seen - expected / 2) / np.square(_SPREADS)).sum() - _BIAS)


def _deviations(quads: Array, size: tuple[int, int], meld: tuple[int, ...], crosswise: int) -> tuple[Array, Array]:
    """How a crosswise tile lies off its place along the meld and across it, and its size, as in `_SPREADS`.

    Returns:
        (3,) what is seen, and (3,) what is expected of a tile that lies on another.
    """
    others = np.arange(len(quads)) != crosswise
    plane = fit_plane(quads, size, others.astype(np.float64))
    lying = plane.ground(plane.quads, size)
    lengths = (sides(lying)[:, :2] + sides(lying)[:, 2:]) / 2  # short and long side of each
    height = float(np.median(lengths[others, 1]))
    lying = lying / height
    nearer = _RISE * height  # what is raised seems larger by this share, and as much farther from below the camera
    beside = [tile for tile in meld if tile != crosswise]
    across = (lying[:, 1] - lying[:, 0])[beside]
    along = across[0] + across[1] * np.sign(across[0] @ across[1])
    along *= np.sign(along @ (lying[meld[-1]] - lying[meld[0]]).mean(axis=0)) / np.linalg.norm(along)
    first, last = _edges(lying[list(meld)], along)
    gaps = first[1:] - last[:-1]
    match meld.index(crosswise):
        case 0:
            shift, edge = gaps[1] - gaps[0], last[0]
        case 1:
            shift, edge = (gaps[0] - gaps[1]) / 2, (first[1] + last[1]) / 2
        case _:
            shift, edge = gaps[1] - gaps[0], first[2]
    edges = np.array(_edges(lying[[crosswise, *beside]], np.array([-along[1], along[0]])))
    feet = edges[:, 1:].mean(axis=1)
    off = edges[:, 0] - feet
    aligned = np.abs(off).argmin()  # crosswise tiles lie flush with the others on one side
    larger = np.log(lengths.prod(axis=1)) / 2
    seen = np.array([shift, off[aligned], larger[crosswise] - larger[beside].mean()])
    return seen, np.array([edge, feet[aligned], 1.0]) * nearer


def _edges(quads: Array, axis: Array) -> tuple[Array, Array]:
    """Where the two edges of quads (N, 4, 2) that face along an axis (2,) lie on it, each (N,), the lower first."""
    ends = np.sort(quads @ axis, axis=1)
    return ends[:, :2].mean(axis=1), ends[:, 2:].mean(axis=1)
