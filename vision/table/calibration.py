"""A calibrated table: its four corners in the picture, and so the seat in front of which each tile lies.

Seats (here: chairs) are 1 to 4 in the order of play, counter-clockwise round the table as a camera above sees it.
Corner n lies at the left hand of the player on chair n. Table frame: corner 1 at (0, 0), corner 2 at (1, 0), corner 3
at (1, 1), corner 4 at (0, 1), in sides of the table: x goes to chair 1's right, y away from chair 1.
"""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError, VisionValue
from vision.evidence import Evidence
from vision.geometry.rows import find_rows
from vision.quad import Quad
from vision.quads import Array
from vision.table.markers import Markers, as_quad

CHAIRS: Final = (1, 2, 3, 4)
"""The chairs, in the order of play."""

MIN_DEPTH: Final = 0.05
"""Least depth of a seat's zone from its side, in sides of the table. More takes in discards; less cuts off hands laid
far in."""

MAX_DEPTH: Final = 0.5
"""Greatest depth of a seat's zone, in sides of the table: to the middle."""

MIN_SIDE: Final = 300.0
"""Least side of a table in millimetres. More refuses small tables; less accepts typing errors."""

MAX_SIDE: Final = 2000.0
"""Greatest side of a table in millimetres. Less refuses large tables; more accepts typing errors."""

_SQUARE: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""Corners 1 to 4 in the table frame."""

_MIN_SHARE: Final = 0.02
"""Least share of the picture that a table fills. More refuses distant cameras; less accepts a corner dragged by
mistake."""

_MARGIN: Final = 0.03
"""Distance outside the corners at which a tile's centre still counts as on the table, in sides of it. More takes in
things beside the table; less drops tiles at its edge."""

_ALONG: Final = 1.7
"""Ratio of a row's extent along a side to that across it from which it runs along the side. More leaves slanted rows
without a side; less assigns scattered tiles."""


class CalibrationError(VisionError):
    """The corners do not form a table: drag them to its corners, measure it again, or lay the markers in view."""

    def __init__(
        self,
        kind: Literal["corner-outside", "corners-crossed", "table-small", "zone-depth", "table-side", "marker-hidden"],
        **about: VisionValue,
    ) -> None:
        super().__init__(kind, **about)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The position of the table in a fixed camera's picture.

    Attributes:
        size: (width, height) in pixels of the calibrated picture.
        corners: Corners 1 to 4 of the table top, in pixels of that picture.
        depth: Depth of a seat's zone from its side towards the middle, `MIN_DEPTH` to `MAX_DEPTH`, in sides of the
            table.
        side: Length of the table's side in millimetres, `MIN_SIDE` to `MAX_SIDE`, or None if unknown.
        markers: The printed markers in view, by number, with their corners in pixels.
    """

    size: tuple[int, int]
    corners: Quad
    depth: float = 0.3
    side: float | None = None
    markers: Markers = ()

    def __post_init__(self) -> None:
        corners = np.array(self.corners, np.float64)
        width, height = self.size
        if not np.isfinite(corners).all() or min(width, height) < 1:
            raise CalibrationError("corner-outside")
        if not _goes_round(corners):
            raise CalibrationError("corners-crossed")
        share = cv2.contourArea(corners.astype(np.float32)) / (width * height)
        if share < _MIN_SHARE:
            raise CalibrationError("table-small", share=100 * share)
        if not MIN_DEPTH <= self.depth <= MAX_DEPTH:
            raise CalibrationError("zone-depth", depth=self.depth)
        if self.side is not None and not MIN_SIDE <= self.side <= MAX_SIDE:
            raise CalibrationError("table-side", side=self.side)

    def scaled(self, size: tuple[int, int]) -> "Calibration":
        """Return the calibration for a picture of another size, in pixels, from the same camera."""
        if size == self.size:
            return self
        by = np.array(size) / np.array(self.size)
        return replace(
            self,
            size=size,
            corners=as_quad(np.array(self.corners) * by),
            markers=tuple((number, as_quad(np.array(marker) * by)) for number, marker in self.markers),
        )

    def scale(self, usual: float) -> float:
        """Return pixels per millimetre on average; an unknown side counts as `usual` millimetres."""
        return float(np.sqrt(cv2.contourArea(np.array(self.corners, np.float32)))) / (self.side or usual)

    def on_table(self, points: NDArray[np.floating]) -> Array:
        """Map points (..., 2) in pixels to the table frame."""
        warp = cv2.getPerspectiveTransform(np.array(self.corners, np.float32), _SQUARE)
        return _warped(points, warp)

    def chairs(self, evidence: Evidence) -> NDArray[np.int64]:
        """Return the chair in whose zone each tile lies.

        Zones meet near the corners of the table; there the side along which a row runs decides.

        Returns:
            (N,) a chair of `CHAIRS`, or 0 for tiles in the middle of the table or off it.
        """
        places = self.scaled(evidence.size).on_table(evidence.quads.mean(axis=1))
        chairs = np.zeros(len(places), np.int64)
        for row in find_rows(evidence.quads, evidence.upright).rows:
            tiles = list(row.tiles)
            middle = places[tiles].mean(axis=0)
            step = np.abs(places[row.places[-1].tile] - places[row.places[0].tile])
            sides: tuple[int, ...] = CHAIRS
            if len(row.places) > 2 and step.max() > _ALONG * step.min():
                sides = (1, 3) if step[0] > step[1] else (2, 4)
            chair = min(sides, key=lambda chair: _depth(middle, chair))
            if _depth(middle, chair) > self.depth:
                chair = min(CHAIRS, key=lambda chair: _depth(middle, chair))
            depth = np.array([_depth(place, chair) for place in places[tiles]])
            chairs[tiles] = np.where(depth <= self.depth, chair, 0)
        inside = ((places > -_MARGIN) & (places < 1 + _MARGIN)).all(axis=1)
        return np.where(inside, chairs, 0)


def _depth(place: Array, chair: int) -> float:
    """Return the distance of a point in the table frame from a chair's side, in sides of the table."""
    x, y = float(place[0]), float(place[1])
    return (y, 1 - x, 1 - y, x)[chair - 1]


def _goes_round(corners: Array) -> bool:
    """Return True if four corners (4, 2) are convex and go counter-clockwise as the picture shows them."""
    ahead = np.roll(corners, -1, axis=0) - corners
    after = np.roll(ahead, -1, axis=0)
    return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] < 0).all())


def _warped(points: NDArray[Any], warp: NDArray[Any]) -> Array:
    shape = np.shape(points)
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    if not len(flat):
        return np.zeros(shape)
    return np.asarray(cv2.perspectiveTransform(flat, warp).reshape(shape), np.float64)
