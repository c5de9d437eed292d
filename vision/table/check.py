"""A check of a camera's picture: tiles must be large, sharp and well lit enough to be read surely.

It uses the networks' output for the picture, so lay some tiles at the places of hands. `LIMITS` has the thresholds, and
their origin.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import CLEAR, Evidence
from vision.geometry.plane import FOCAL, fit_plane
from vision.geometry.rows import ASPECT
from vision.image import Picture
from vision.networks.exposure import DIM, white_level
from vision.networks.rectify import rectified
from vision.table.calibration import Calibration

Aspect = Literal["tiles", "pixels", "sharpness", "light", "glare", "angle", "view"]
"""Aspects of a picture: tiles for the check, pixels of a tile, sharpness, light, glare, angle, the whole table in
view."""

Grade = Literal["good", "fair", "bad"]
"""Quality of an aspect: hands are read as surely as possible, less often so, or hardly ever."""

FEWEST: Final = 4
"""Fewest clear tiles for judging a picture: no plane can be fitted to fewer."""

FEWEST_ON_PLANE: Final = 8
"""Fewest clear tiles for the angle without a calibration. More asks for more tiles; fewer measures the angle
inexactly."""

LIMITS: Final[Mapping[Aspect, tuple[float, float]]] = {
    "pixels": (20.0, 12.0),
    "sharpness": (0.3, 0.25),
    "light": (DIM, 25.0),
    "glare": (0.0, 0.15),
    "angle": (40.0, 50.0),
    "view": (0.99, 0.9),
}
"""The limits of good and of fair, settled by `tests.bench.bench_check` on 6 rendered hands a step.

Read surely: at 13 pixels 6, at 10 5, at 8 1, and a real lens blurs more; at sharpness 0.31 6, at 0.2 none; with white
at 46 6, at 23 5, at 11 4, below `DIM` pictures are brightened first; at 40 degrees 6, at 55 4, at 65 1, where the tiles
tell no more than 40 to 54. The limits of glare and of the view are set by definition.
"""

_SMALL: Final = 10
"""Percentile of the tiles' sizes that counts: the smallest tiles decide. Higher overlooks distant tiles; lower lets one
bad detection decide."""

_MIN_GLARE: Final = 0.3
"""Overexposed share from which a tile shines, as in the doubt `glare`."""

_WIDEST: Final = 48
"""Pixels across the crops for measuring sharpness. More measures detail that the networks do not see; less misses a
true blur."""


@dataclass(frozen=True, slots=True)
class Check:
    """One aspect of a picture.

    Attributes:
        aspect: The aspect.
        value: Its value: number of tiles; pixels across the smallest tiles; sharpness 0 to 1; the grey level (0 to 255)
            of white; the share of tiles that shine; degrees from straight above; the share of the table in view.
        grade: Its quality.
    """

    aspect: Aspect
    value: float
    grade: Grade


def check(picture: Picture, evidence: Evidence | None, calibration: Calibration | None = None) -> tuple[Check, ...]:
    """Check a picture (height, width, 3) of a camera.

    Args:
        picture: The picture.
        evidence: The networks' output, or None if nothing was read, as while something moves.
        calibration: Position of the table in the picture, or None if unknown.

    Returns:
        The aspects that the picture allows to judge.
    """
    found = [_graded("light", white_level(picture))]
    if calibration is not None:
        calibration = calibration.scaled((picture.shape[1], picture.shape[0]))
        found.append(_graded("view", in_view(calibration)))
        found.append(_graded("angle", tilt_of(np.array(calibration.corners), calibration.size)))
    if evidence is not None:
        found = [*_of_tiles(picture, evidence, angle=calibration is None), *found]
    return tuple(found)


def _of_tiles(picture: Picture, evidence: Evidence, angle: bool) -> Iterator[Check]:
    clear = evidence.only(evidence.scores >= CLEAR)
    count = len(clear.quads)
    yield Check("tiles", count, "good" if count >= FEWEST else "bad")
    if count < FEWEST:
        return
    areas = np.array([cv2.contourArea(quad) for quad in clear.quads.astype(np.float32)])
    pixels = float(np.percentile(np.sqrt(areas * ASPECT), _SMALL))
    yield _graded("pixels", pixels)
    yield _graded("sharpness", sharpness(picture, clear.quads, pixels))
    yield _graded("glare", float((clear.glare > _MIN_GLARE).mean()))
    if angle and count >= FEWEST_ON_PLANE:
        yield _graded("angle", float(np.degrees(fit_plane(clear.quads, clear.size, clear.scores).tilt)))


def _graded(aspect: Aspect, value: float) -> Check:
    good, fair = LIMITS[aspect]
    up = 1 if good > fair else -1
    return Check(aspect, value, "good" if value * up >= good * up else "fair" if value * up >= fair * up else "bad")


def sharpness(picture: Picture, quads: NDArray[np.floating], pixels: float) -> float:
    """Return the sharpness of tiles, 0 to 1: the share of contrast between neighbouring pixels that a blur removes.

    After F. Crété et al., The blur effect (Human Vision and Electronic Imaging XII, 2007).

    Args:
        picture: (height, width, 3) the picture.
        quads: (N, 4, 2) corners of the tiles in pixels.
        pixels: Pixels across a tile.
    """
    wide = round(min(max(pixels, 8.0), _WIDEST))
    crops = rectified(picture, quads.astype(np.float32), (wide, round(wide / ASPECT))).mean(axis=3, dtype=np.float32)
    shares = []
    for axis in (1, 2):
        kernel = np.ones((5, 1) if axis == 1 else (1, 5), np.float32) / 5
        blurred = np.stack([cv2.blur(crop, kernel.shape[::-1]) for crop in crops])
        before, after = np.abs(np.diff(crops, axis=axis)), np.abs(np.diff(blurred, axis=axis))
        shares.append(np.maximum(before - after, 0).sum(axis=(1, 2)) / np.maximum(before.sum(axis=(1, 2)), 1e-3))
    return float(np.median(np.minimum(*shares)))


def in_view(calibration: Calibration) -> float:
    """Return the share of the table that the picture shows, 0 to 1."""
    width, height = calibration.size
    table = np.array(calibration.corners, np.float32)
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shared, _ = cv2.intersectConvexConvex(table, frame)
    return float(shared / cv2.contourArea(table))


def tilt_of(corners: NDArray[np.floating], size: tuple[int, int]) -> float:
    """Return degrees between the line of sight and straight down, by the corners (4, 2) in pixels of a square table.

    It assumes a focal length of `FOCAL`; a lens of 1.1 makes 40 degrees look like 32.
    """
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    focal = FOCAL * max(size)
    centred = ((np.asarray(corners, np.float64) - np.array(size) / 2) / focal).astype(np.float32)
    warp = cv2.getPerspectiveTransform(square, centred)
    normal = np.cross(warp[:, 0], warp[:, 1])
    return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / np.linalg.norm(normal)))))
