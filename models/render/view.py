"""A pinhole camera over a table, which maps millimetres on the table to pixels.

World frame: x right, y away from the camera's foot, z up, the table top at z = 0, all in millimetres.
Pixel frame: x right, y down, (0, 0) the outer corner of the top-left pixel.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """A camera: `matrix` (3, 4) maps homogeneous world points to pixels; `eye` (3,) is its position."""

    matrix: Points
    eye: Points
    size: tuple[int, int]

    def project(self, points: Points) -> Points:
        """Return pixels (n, 2) of world points (n, 3) in millimetres."""
        homogeneous = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        pixels: Points = homogeneous[:, :2] / homogeneous[:, 2:3]
        return pixels

    def before(self, points: Points) -> bool:
        """Return True if all world points (n, 3) lie well in front of the camera."""
        depth = points @ self.matrix[2, :3] + self.matrix[2, 3]
        return bool((depth > 0.05 * np.abs(self.eye[2])).all())

    def plane(self, z: float = 0.0) -> Points:
        """Return the homography (3, 3) from (x, y) on the plane at height `z` to pixels."""
        return np.column_stack([self.matrix[:, 0], self.matrix[:, 1], self.matrix[:, 2] * z + self.matrix[:, 3]])

    def ground(self, pixels: Points) -> Points:
        """Return points (n, 2) on the table in millimetres at pixels (n, 2)."""
        homogeneous = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane()).T
        points: Points = homogeneous[:, :2] / homogeneous[:, 2:3]
        return points


def look_at(
    size: tuple[int, int],
    tilt: float,
    roll: float,
    focal: float,
    scale: float,
    target: tuple[float, float] = (0, 0),
) -> View:
    """Return a camera that looks at a point of the table.

    Args:
        size: (width, height) of the picture in pixels.
        tilt: Angle from straight down, radians; 0 is an overhead rig, 1 a phone held low.
        roll: Turn of the picture about the line of sight, radians.
        focal: Focal length as a multiple of the longer picture side (a phone's main camera is about 0.75).
        scale: Pixels per millimetre at the target, across the line of sight.
        target: The (x, y) it looks at, millimetres.
    """
    width, height = size
    f = focal * max(size)
    distance = f / scale
    forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    rotation = np.stack([c * right + s * down, -s * right + c * down, forward])
    eye = np.array([*target, 0.0]) - distance * forward
    intrinsic = np.array([[f, 0, width / 2], [0, f, height / 2], [0, 0, 1.0]])
    matrix = intrinsic @ np.column_stack([rotation, -rotation @ eye])
    return View(matrix, eye, size)
