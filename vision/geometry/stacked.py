"""Detection of a tile of a meld on top of another one, like the fourth tile of some kongs.

A raised tile is nearer to the camera: it looks larger, and farther from the point straight below the camera. On the far
side it covers the tile beside it, or leaves a gap that tiles on the table do not.
"""

from typing import Final

import numpy as np

from vision.geometry.plane import fit_plane
from vision.quads import Array, sides

_RISE: Final = 0.31
"""Apparent rise of a tile on top of another, in tile heights.

Tiles are 0.4 to 0.6 thick. The apparent rise is less, since focal lengths above `plane.FOCAL` make the camera seem
nearer than it is, and since the plane is never known exactly. Settled with `_SPREADS` (`models/HISTORY.md`).
"""

_SPREADS: Final = (0.042, 0.093, 0.0205)
"""Spread of a tile's place along its meld and across it, in tile heights, and of the logarithm of its size.

Fitted with `_BIAS` by a logistic regression on rendered hands (`models/HISTORY.md`).
"""

_BIAS: Final = 0.6
"""Log odds against a stacked crosswise tile before it is measured.

More overlooks stacked tiles; less asks about tiles on the table. Settled on simulated outlines, 300 of each
(`models/HISTORY.md`): with it 91% of stacked tiles are found, and 2 to 6% of others taken for one.
"""

_UPRIGHT_BIAS: Final = 3.2
"""Log odds against a stacked upright tile before it is measured. More overlooks stacked tiles; less asks about tiles on
the table: with it 66% of the simulated stacked ones are found, and 1% of others taken for one."""

_LARGEST: Final = (0.2, 0.2, 0.05)
"""Bounds of the deviations, so that no single wrong outline decides. Higher lets one bad corner decide; lower discards
evidence of true stacks."""


def stacked(quads: Array, size: tuple[int, int], meld: tuple[int, ...], crosswise: int, raised: int) -> float:
    """Return the log odds that a tile of a claimed meld of three lies on another one; above 0 if likely.

    Args:
        quads: (N, 4, 2) corners in pixels of tiles that lie on one plane, at least four beside the raised one.
        size: (width, height) of the picture in pixels.
        meld: Indices of its tiles, from one end to the other.
        crosswise: The index among them of the tile that lies crosswise.
        raised: The index among them of the tile that may lie on another.
    """
    bias = _BIAS if raised == crosswise else _UPRIGHT_BIAS
    return outline_log_odds(quads, size, meld, crosswise, raised) - bias


def outline_log_odds(quads: Array, size: tuple[int, int], meld: tuple[int, ...], crosswise: int, raised: int) -> float:
    """Return the log odds of `stacked` by the outlines alone, before any bias."""
    return _log_odds(*_deviations(quads, size, meld, crosswise, raised))


def _log_odds(seen: Array, expected: Array) -> float:
    """Return the log odds that deviations (3,) lie round the (3,) expected ones, and not round 0.

    Across the meld only a deviation to the expected side counts: a single row hardly tells on which side of it the
    camera is.
    """
    seen, expected = np.clip(seen, -np.array(_LARGEST), _LARGEST), np.clip(expected, -np.array(_LARGEST), _LARGEST)
    along, across, larger = expected * (seen - expected / 2) / np.square(_SPREADS)
    return float(along + max(across, 0.0) + larger)


def _deviations(
    quads: Array, size: tuple[int, int], meld: tuple[int, ...], crosswise: int, raised: int
) -> tuple[Array, Array]:
    """Return a tile's deviation along its meld and across it, and of its size, as in `_SPREADS`.

    Returns:
        (3,) the measured deviations, and (3,) the expected ones of a tile on top of another.
    """
    others = np.arange(len(quads)) != raised
    plane = fit_plane(quads, size, others.astype(np.float64))
    lying = plane.ground(plane.quads, size)
    lengths = (sides(lying)[:, :2] + sides(lying)[:, 2:]) / 2  # short and long side of each
    height = float(np.median(lengths[others, 1]))
    lying = lying / height
    nearer = _RISE * height  # a raised tile seems larger by this share, and as much farther from below the camera
    beside = [tile for tile in meld if tile != raised]
    upright = [tile for tile in meld if tile != crosswise]
    across = (lying[:, 1] - lying[:, 0])[upright]
    along = across[0] + across[1] * np.sign(across[0] @ across[1])
    along *= np.sign(along @ (lying[meld[-1]] - lying[meld[0]]).mean(axis=0)) / np.linalg.norm(along)
    first, last = _edges(lying[list(meld)], along)
    gaps = first[1:] - last[:-1]
    match meld.index(raised):
        case 0:
            shift, edge = gaps[1] - gaps[0], last[0]
        case 1:
            shift, edge = (gaps[0] - gaps[1]) / 2, (first[1] + last[1]) / 2
        case _:
            shift, edge = gaps[1] - gaps[0], first[2]
    if meld[1] == crosswise != raised:
        shift /= 2  # a crosswise tile that is laid off the middle widens one gap and narrows the other
    foot = [tile for tile in upright if tile != raised]
    edges = np.array(_edges(lying[[raised, *foot]], np.array([-along[1], along[0]])))
    feet = edges[:, 1:].mean(axis=1)
    off = edges[:, 0] - feet
    aligned = np.abs(off).argmin()  # crosswise tiles lie flush with the others on one side
    larger = np.log(lengths.prod(axis=1)) / 2
    seen = np.array([shift, off[aligned], larger[raised] - larger[beside].mean()])
    return seen, np.array([edge, feet[aligned], 1.0]) * nearer


def _edges(quads: Array, axis: Array) -> tuple[Array, Array]:
    """Return the positions along an axis (2,) of the two edges of quads (N, 4, 2) that face it, each (N,), lower
    first."""
    ends = np.sort(quads @ axis, axis=1)
    return ends[:, :2].mean(axis=1), ends[:, 2:].mean(axis=1)
