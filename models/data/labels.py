"""Labels of photographs, and the geometry of boxes and quads."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES
from vision.quads import corner_shift

LabelBoxes = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled tile.

    Attributes:
        tile: Its face, one of `scoring.tiles.FACES`.
        box: Bounding box (left, top, right, bottom) in pixels.
    """

    tile: str
    box: tuple[float, float, float, float]


def read_labels(photo: Path, size: tuple[int, int]) -> list[Label]:
    """Return the labels of a photograph, from `labels/NAME.txt` beside its folder.

    Lines are YOLO's `class cx cy w h` or ultralytics' oriented boxes `class x1 y1 ... x4 y4`, all 0-1.

    Args:
        photo: The photograph.
        size: Its (width, height) in pixels.

    Raises:
        ValueError: A line has neither 5 nor 9 numbers.
    """
    path = photo.parent.parent / "labels" / f"{photo.stem}.txt"
    labels = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        values = [float(v) for v in line.split()]
        if not values:
            continue
        if len(values) == 5:
            centre, half = np.array(values[1:3]), np.array(values[3:5]) / 2
            low, high = (centre - half) * size, (centre + half) * size
        elif len(values) == 9:
            corners = np.array(values[1:]).reshape(4, 2) * size
            low, high = corners.min(axis=0), corners.max(axis=0)
        else:
            raise ValueError(f"{path}, line {number}: expected 5 or 9 numbers, got {len(values)}")
        labels.append(Label(FACES[int(values[0])], (*map(float, low), *map(float, high))))  # type: ignore[arg-type]
    return labels


def overlaps(a: LabelBoxes, b: LabelBoxes) -> LabelBoxes:
    """Return the intersection over union (n, m) of boxes (n, 4) and (m, 4), each left, top, right, bottom."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    inner = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = [np.prod(x[:, 2:] - x[:, :2], axis=1) for x in (a, b)]
    union = areas[0][:, None] + areas[1][None, :] - inner
    result: LabelBoxes = inner / np.maximum(union, 1e-9)
    return result


def quad_areas(a: LabelBoxes, b: LabelBoxes) -> tuple[float, float, float]:
    """Return the areas of two convex quads (4, 2), and of their intersection."""
    one, other = (cv2.convexHull(quad.astype(np.float32)) for quad in (a, b))
    return cv2.contourArea(one), cv2.contourArea(other), cv2.intersectConvexConvex(one, other)[0]


def quad_overlap(a: LabelBoxes, b: LabelBoxes) -> float:
    """Return the intersection over union of two convex quads (4, 2)."""
    one, other, shared = quad_areas(a, b)
    return float(shared / max(one + other - shared, 1e-6))


def enclosing_rectangle(quad: LabelBoxes) -> LabelBoxes:
    """Return the smallest rectangle round a quad (4, 2), its corners in the order of the quad's nearest ones."""
    return aligned(np.asarray(cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))), dtype=np.float64), quad)


def aligned(corners: LabelBoxes, quad: NDArray[np.floating]) -> LabelBoxes:
    """Return corners (4, 2), clockwise, rotated so that they lie nearest those of a quad."""
    return np.roll(corners, -corner_shift(corners, quad), axis=0)
