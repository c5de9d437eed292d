"""Which sides of the tiles are the short ones, also where the table is seen from the side.

A tile that lies away from the camera may look wider than it is high. But all tiles have one shape and lie on one
plane: so a plane is sought on which the quads that were found are rectangles of one size and of a tile's shape.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.evidence import CLEAR
from vision.geometry.rows import ASPECT
from vision.quads import Array

FOCAL: Final = 0.8
"""Focal length over the picture's longer side: phones' main cameras have 0.7-0.8, table cameras about 0.9."""

_FEWEST: Final = 4  # tiles that are needed to tell a plane
_MISFIT: Final = 0.25  # a tile that differs more than this from a tile's shape does not lie on the plane
_TILTS: Final = np.radians([12.0, 24.0, 36.0, 48.0, 60.0])
# The camera is held upright, more or less: what is far lies higher in the picture.
_WAYS: Final = np.radians([22.5, 45.0, 67.5, 90.0, 112.5, 135.0, 157.5])
_PLANES: Final = np.array([[0.0, 0.0], *([t * np.cos(w), t * np.sin(w)] for t in _TILTS for w in _WAYS)])
_SQUARED: Final = (1.0, 4 / 3, 3 / 4, 16 / 9, 9 / 16)
"""Width over height that a square picture may have had: photographs are squared for sending, cameras take none so."""
_QUARTER: Final = np.array([[0.0, -1.0], [1.0, 0.0]])  # clockwise, as y points down
_AROUND: Final = np.array([[x, y] for x in (-1, 0, 1) for y in (-1, 0, 1)])


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """N tiles as they lie on the table.

    Attributes:
        quads: (N, 4, 2) corners in pixels, each tile's first side a short one of the tile itself and its first corner
            up the picture.
        fits: (N,) whether the tile fits the plane of the others: where it does not, the side that looks shorter is
            taken.
        sizes: (N,) its size on that plane beside the others', 1 being usual; 1 where no plane was found.
    """

    quads: Array
    fits: NDArray[np.bool_]
    sizes: Array


def outlined(
    quads: NDArray[np.floating],
    size: tuple[int, int],
    scores: NDArray[np.floating] | None = None,
    turned: int = 0,
) -> Outlines:
    """Which sides of the tiles are the short ones, and how large the tiles are beside each other.

    Args:
        quads: (N, 4, 2) corners of the tiles in pixels, clockwise.
        size: (width, height) of the picture.
        scores: (N,) probability that each is a tile: the clear ones, or the four clearest, say where the plane lies,
            for there may be more prints on a cloth than tiles. Where none are given, all do.
        turned: By so many quarters the picture was turned clockwise since the camera took it.
    """
    corners = np.asarray(quads, np.float64)
    telling = np.ones(len(corners), bool)
    if scores is not None and len(corners) >= _FEWEST:
        telling = scores >= min(CLEAR, np.sort(scores)[-_FEWEST])
    widths = _SQUARED if size[0] == size[1] else _SQUARED[:1]
    views = (_viewed(corners * (width, 1.0), (size[0] * width, size[1]), telling, turned) for width in widths)
    _, wide, fits, sizes = min(views, key=lambda view: view[0])
    begun = np.where(wide[:, None, None], np.roll(corners, -1, axis=1), corners)
    upside = begun[:, 3, 1] < begun[:, 0, 1]
    return Outlines(np.where(upside[:, None, None], np.roll(begun, 2, axis=1), begun), fits, sizes)


def _viewed(
    corners: Array, size: tuple[float, float], telling: NDArray[np.bool_], turned: int
) -> tuple[float, NDArray[np.bool_], NDArray[np.bool_], Array]:
    """The plane that suits quads best: its cost; which are wider than high there, which fit it, and their sizes."""
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    wide = np.linalg.norm(across, axis=1) > np.linalg.norm(down, axis=1)
    if len(corners) < _FEWEST:
        return 0.0, wide, np.zeros(len(corners), bool), np.ones(len(corners))
    focal = FOCAL * max(size)
    centre = (corners.mean(axis=1) - np.array(size) / 2) / focal
    edges = np.stack([across, down], axis=-1) / focal
    held = np.linalg.matrix_power(_QUARTER, turned)
    planes = _PLANES @ held.T
    for reach in np.radians([8.0, 4.0, 2.0]):
        planes = planes[_misfit(centre, edges, planes, telling, held)[0].argmin()] + reach * _AROUND
    costs, misfit, lying, areas = _misfit(centre, edges, planes, telling, held)
    best = costs.argmin()
    fits = misfit[best] < _MISFIT
    return float(costs[best]), np.where(fits, lying[best], wide), fits, np.exp(areas[best])


def _misfit(
    centre: Array, sides: Array, planes: Array, telling: NDArray[np.bool_], held: Array
) -> tuple[Array, Array, NDArray[np.bool_], Array]:
    """How ill quads fit tiles on K planes.

    Args:
        centre: (N, 2) middles from the picture's middle on, in focal lengths.
        sides: (N, 2, 2) sides across and down, as columns, in focal lengths.
        planes: (K, 2) lean of the plane's normal along x and y in radians.
        telling: (N,) the quads that count.
        held: (2, 2) how the picture was turned.

    Returns:
        (K,) costs; and (K, N) how far each quad is from a tile, whether its side across is the longer one, and the log
        of its size beside the usual.
    """
    tilt = np.linalg.norm(planes, axis=1)
    way = planes / np.maximum(tilt, 1e-9)[:, None]
    normal = np.column_stack([way * np.sin(tilt)[:, None], np.cos(tilt)])  # (K, 3)
    first = np.column_stack([normal[:, 2], np.zeros(len(planes)), -normal[:, 0]])
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(normal, first)
    nearness = normal[:, :2] @ centre.T + normal[:, 2:]  # (K, N): one over the depth
    behind = nearness[:, telling].min(axis=1) < 0.15  # such a plane's horizon runs through the tiles
    # What a step along either axis of the plane looks like at each tile: x and y, each (K, N).
    x1, y1 = (first[:, [k]] - first[:, [2]] * centre[:, k] for k in (0, 1))
    x2, y2 = (second[:, [k]] - second[:, [2]] * centre[:, k] for k in (0, 1))
    # Undone, the sides as they lie on the plane; the determinant of the two steps is the nearness itself.
    scale = np.where(np.abs(nearness) < 1e-9, 1e-9, nearness) * np.maximum(nearness, 0.15)
    across, down = (np.stack([y2 * x - x2 * y, x1 * y - y1 * x]) / scale for x, y in sides.T)
    wide, high = (np.maximum(np.hypot(*side), 1e-12) for side in (across, down))
    skew = (across * down).sum(axis=0) / (wide * high)
    shape, area = np.log(wide / high), np.log(wide * high) / 2
    area -= np.median(area[:, telling], axis=1, keepdims=True)
    narrow = np.abs(np.abs(shape) + np.log(ASPECT))
    misfit = np.sqrt(skew**2 + narrow**2 + area**2)
    # A single row leaves some planes open: then cameras are held level.
    unusual = (planes @ held) ** 2 @ (0.08, 0.01)
    return np.minimum(misfit[:, telling], _MISFIT).mean(axis=1) + behind + unusual, misfit, shape > 0, area
