"""The plane of the table, fitted to the detected tiles.

A tile that points away from the camera may look wider than it is high. But all tiles have one shape and lie on one
plane, so the search is for a plane on which the detected quads are rectangles of one size and of a tile's shape. It
gives the short sides of each tile, and the detections of another size.
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

_FEWEST: Final = 4
"""Fewest tiles for a plane: with three, many planes fit. More leaves short rows without a plane."""

_MISFIT: Final = 0.25
"""Misfit from which a quad is an outlier: the norm of its skew, log aspect and log size error. Higher lets other things
bend the plane; lower drops tiles with inexact corners."""

_TILTS: Final = np.radians([12.0, 24.0, 36.0, 48.0, 60.0])
"""Tilts of the plane that the search starts from, in steps that its first refinement covers. More start values take
longer; fewer miss the best plane."""

_DIRECTIONS: Final = np.radians([22.5, 45.0, 67.5, 90.0, 112.5, 135.0, 157.5])
"""Directions of those tilts in the picture: a camera is held roughly upright, so distant tiles are higher in it."""

_STARTS: Final = np.array([[0.0, 0.0], *([t * np.cos(w), t * np.sin(w)] for t in _TILTS for w in _DIRECTIONS)])
"""(K, 2) lean of the planes that the search starts from, along x and y in radians."""

_STEPS: Final = np.radians([8.0, 4.0, 2.0])
"""Steps of the search round the best plane so far, each half the one before. More give a more exact plane and take
longer."""

_NEIGHBOURS: Final = np.array([[x, y] for x in (-1, 0, 1) for y in (-1, 0, 1)])
"""A plane and its eight neighbours, in steps of the search."""

_HORIZON: Final = 0.15
"""Least nearness (one over the depth) of a tile on a plane; below it lies the plane's horizon. Higher excludes low
cameras; lower allows planes with a horizon through the tiles."""

_LEVEL: Final = (0.08, 0.01)
"""Cost of the squared lean along x and y: a single row leaves planes open, and cameras are held level. Higher ignores
true leans; lower lets a row lean at random."""

_SQUARED: Final = (1.0, 4 / 3, 3 / 4, 16 / 9, 9 / 16)
"""Width over height that a picture may have had before it was squared: messengers square photographs, cameras do
not."""

_QUARTER: Final = np.array([[0.0, -1.0], [1.0, 0.0]])
"""Rotation by a quarter turn clockwise, as y points down."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaneFit:
    """N tiles as they lie on the table.

    Attributes:
        quads: (N, 4, 2) corners in pixels, each tile's first side a short one of the tile and its first corner
            the upper one in the picture.
        inliers: (N,) True if the tile fits the plane of the others; the shorter-looking side of an outlier counts
            as its short one.
        sizes: (N,) size on that plane, as a side of a square, relative to the median; 1 without a plane.
        lean: (2,) lean of the plane's normal along x and y in the picture, in radians; 0 without a plane.
        squeeze: Factor on x that restores the shape of a squared picture.
    """

    quads: Array
    inliers: NDArray[np.bool_]
    sizes: Array
    lean: tuple[float, float] = (0.0, 0.0)
    squeeze: float = 1.0

    @property
    def tilt(self) -> float:
        """Angle between the line of sight and straight down on the plane, in radians; 0 without a plane."""
        return float(np.hypot(*self.lean))

    def ground(self, points: Array, size: tuple[int, int]) -> Array:
        """Project points onto the plane, seen from straight above.

        Args:
            points: (..., 2) in pixels.
            size: (width, height) of the picture in pixels.

        Returns:
            (..., 2) steps from the point straight below the camera, in heights of the camera above the plane.
        """
        shape = np.array([size[0] * self.squeeze, size[1]])
        rays = np.ones((*points.shape[:-1], 3))
        rays[..., :2] = (points * (self.squeeze, 1.0) - shape / 2) / (FOCAL * shape.max())
        normal, first, second = (axis[0] for axis in _axes(np.array([self.lean])))
        nearness = np.maximum(rays @ normal, _HORIZON)
        return np.asarray(np.stack([rays @ first, rays @ second], axis=-1) / nearness[..., None])


def fit_plane(
    quads: NDArray[np.floating],
    size: tuple[int, int],
    scores: NDArray[np.floating] | None = None,
    turned: int = 0,
) -> PlaneFit:
    """Fit the plane of the table to tiles.

    Args:
        quads: (N, 4, 2) corners of the tiles in pixels, clockwise.
        size: (width, height) of the picture in pixels.
        scores: (N,) probability that each is a tile. The plane is fitted to the clear ones, or to the four clearest, as
            a cloth may show more prints than tiles; without scores to all.
        turned: Quarter turns clockwise from the camera's picture to this one.
    """
    corners = np.asarray(quads, np.float64)
    telling = np.ones(len(corners), bool)
    if scores is not None and len(corners) >= _FEWEST:
        telling = scores >= min(CLEAR, np.sort(scores)[-_FEWEST])
    widths = _SQUARED if size[0] == size[1] else _SQUARED[:1]
    fits = ((*_fitted(corners * (w, 1.0), (size[0] * w, size[1]), telling, turned), w) for w in widths)
    _, wide, inliers, sizes, lean, squeeze = min(fits, key=lambda fit: fit[0])
    begun = np.where(wide[:, None, None], np.roll(corners, -1, axis=1), corners)
    upside = begun[:, 3, 1] < begun[:, 0, 1]
    return PlaneFit(np.where(upside[:, None, None], np.roll(begun, 2, axis=1), begun), inliers, sizes, lean, squeeze)


def _fitted(
    corners: Array, size: tuple[float, float], telling: NDArray[np.bool_], turned: int
) -> tuple[float, NDArray[np.bool_], NDArray[np.bool_], Array, tuple[float, float]]:
    """Search the plane that fits quads (N, 4, 2) best.

    Returns:
        Its cost, (N,) True for quads wider than high on it, (N,) the inliers, (N,) sizes relative to the median, and
        the plane's lean along x and y in radians.
    """
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    wide = np.linalg.norm(across, axis=1) > np.linalg.norm(down, axis=1)
    if len(corners) < _FEWEST:
        return 0.0, wide, np.zeros(len(corners), bool), np.ones(len(corners)), (0.0, 0.0)
    focal = FOCAL * max(size)
    centre = (corners.mean(axis=1) - np.array(size) / 2) / focal
    edges = np.stack([across, down], axis=-1) / focal
    held = np.linalg.matrix_power(_QUARTER, turned)
    planes = _STARTS @ held.T
    for step in _STEPS:
        planes = planes[_misfit(centre, edges, planes, telling, held)[0].argmin()] + step * _NEIGHBOURS
    costs, misfit, lying, areas = _misfit(centre, edges, planes, telling, held)
    best = costs.argmin()
    inliers = misfit[best] < _MISFIT
    lean = (float(planes[best, 0]), float(planes[best, 1]))
    return float(costs[best]), np.where(inliers, lying[best], wide), inliers, np.exp(areas[best]), lean


def _axes(planes: Array) -> tuple[Array, Array, Array]:
    """Return the normals (K, 3) of planes (K, 2), as in `_misfit`, and two axes on each, all unit vectors."""
    tilt = np.linalg.norm(planes, axis=1)
    way = planes / np.maximum(tilt, 1e-9)[:, None]
    normal = np.column_stack([way * np.sin(tilt)[:, None], np.cos(tilt)])
    first = np.column_stack([normal[:, 2], np.zeros(len(planes)), -normal[:, 0]])
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    return normal, first, np.cross(normal, first)


def _misfit(
    centre: Array, sides: Array, planes: Array, telling: NDArray[np.bool_], held: Array
) -> tuple[Array, Array, NDArray[np.bool_], Array]:
    """Measure how far quads are from tiles on K planes.

    Args:
        centre: (N, 2) middles relative to the picture's middle, in focal lengths.
        sides: (N, 2, 2) sides across and down, as columns, in focal lengths.
        planes: (K, 2) lean of the plane's normal along x and y in radians.
        telling: (N,) the quads to which the plane is fitted.
        held: (2, 2) rotation from the camera's picture to this one.

    Returns:
        (K,) costs; and (K, N) misfit of each quad, True if its side across is the longer one, and the logarithm of its
        size relative to the median.
    """
    normal, first, second = _axes(planes)
    nearness = normal[:, :2] @ centre.T + normal[:, 2:]  # (K, N): one over the depth
    behind = nearness[:, telling].min(axis=1) < _HORIZON  # its horizon runs through the tiles
    # Image of a step along either axis of the plane at each tile: x and y, each (K, N).
    x1, y1 = (first[:, [k]] - first[:, [2]] * centre[:, k] for k in (0, 1))
    x2, y2 = (second[:, [k]] - second[:, [2]] * centre[:, k] for k in (0, 1))
    # Its inverse gives the sides on the plane; the determinant of the two steps is the nearness.
    scale = np.where(np.abs(nearness) < 1e-9, 1e-9, nearness) * np.maximum(nearness, _HORIZON)
    across, down = (np.stack([y2 * x - x2 * y, x1 * y - y1 * x]) / scale for x, y in sides.T)
    wide, high = (np.maximum(np.hypot(*side), 1e-12) for side in (across, down))
    skew = (across * down).sum(axis=0) / (wide * high)
    shape, area = np.log(wide / high), np.log(wide * high) / 2
    area -= np.median(area[:, telling], axis=1, keepdims=True)
    narrow = np.abs(np.abs(shape) + np.log(ASPECT))
    misfit = np.sqrt(skew**2 + narrow**2 + area**2)
    unusual = (planes @ held) ** 2 @ _LEVEL
    return np.minimum(misfit[:, telling], _MISFIT).mean(axis=1) + behind + unusual, misfit, shape > 0, area
