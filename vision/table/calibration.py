"""A calibrated table: where its four corners lie in the picture, and so in front of which chair each tile lies.

Chairs are 1 to 4 in the order of play, counter-clockwise round the table as a camera above sees it. Corner n lies at
the left hand of the player on chair n. Table frame: corner 1 at (0, 0), corner 2 at (1, 0), corner 3 at (1, 1),
corner 4 at (0, 1), in sides of the table: x goes to chair 1's right, y away from chair 1.
"""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import Value, VisionError
from vision.evidence import Evidence
from vision.geometry.rows import find_rows
from vision.quads import Array, Quad
from vision.table.markers import Markers, as_quad

CHAIRS: Final = (1, 2, 3, 4)
"""The chairs, in the order of play."""

MIN_DEPTH: Final = 0.05
"""A seat's zone reaches at least this far from its side, in sides of the table. Not measured."""

MAX_DEPTH: Final = 0.5
"""A seat's zone reaches at most to the middle of the table, in sides of the table."""

MIN_SIDE: Final = 300.0
"""A table's side is at least this long, in millimetres; shorter ones are typing errors. Not measured."""

MAX_SIDE: Final = 2000.0
"""A table's side is at most this long, in millimetres; longer ones are typing errors. Not measured."""

_SQUARE: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""Corners 1 to 4 in the table frame."""

_MIN_SHARE: Final = 0.02
"""A table fills at least this share of the picture; with less a corner was dragged by mistake. Not measured."""

_MARGIN: Final = 0.03
"""A tile's centre may lie this far outside the corners and still be on the table, in sides of it. Not measured."""

_ALONG: Final = 1.7
"""A row runs along a side if it extends this many times farther that way than across. Not measured."""


class CalibrationError(VisionError):
    """The corners are those of no table: drag them to its corners, measure it again, or lay the markers in view."""

    def __init__(
        self,
        kind: Literal["corner-outside", "corners-crossed", "table-small", "zone-depth", "table-side", "marker-hidden"],
        **about: Value,
    ) -> None:
        super().__init__(kind, **about)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where a fixed camera sees the table.

    Attributes:
        size: (width, height) in pixels of the picture that was calibrated.
        corners: Corners 1 to 4 of the table top, in pixels of that picture.
        depth: How far a seat's zone reaches from its side towards the middle, `MIN_DEPTH` to `MAX_DEPTH`, in sides of
            the table.
        side: Length of the table's side in millimetres, `MIN_SIDE` to `MAX_SIDE`, or None when it is not known.
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
        """The calibration for a picture of another size, in pixels, from the same camera."""
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
        """Pixels per millimetre on average; a side that is not known is taken to be `usual` millimetres long."""
        return float(np.sqrt(cv2.contourArea(np.array(self.corners, np.float32)))) / (self.side or usual)

    def on_table(self, points: NDArray[np.floating]) -> Array:
        """Maps points (..., 2) in pixels to the table frame."""
        warp = cv2.getPerspectiveTransform(np.array(self.corners, np.float32), _SQUARE)
        return _warped(points, warp)

    def chairs(self, evidence: Evidence) -> NDArray[np.int64]:
        """The chair whose zone each tile lies in.

        Zones meet near the corners of the table; there the side that a row runs along decides.

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
    """Distance of a point in the table frame from a chair's side, in sides of the table."""
    x, y = float(place[0]), float(place[1])
    return (y, 1 - x, 1 - y, x)[chair - 1]


def _goes_round(corners: Array) -> bool:
    """Whether four corners (4, 2) are convex and go counter-clockwise as the picture shows them."""
    ahead = np.roll(corners, -1, axis=0) - corners
    after = np.roll(ahead, -1, axis=0)
    return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] < 0).all())


def _warped(points: NDArray[Any], warp: NDArray[Any]) -> Array:
    shape = np.shape(points)
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    if not len(flat):
        return np.zeros(shape)
    return np.asarray(cv2.perspectiveTransform(flat, warp).reshape(shape), np.float64)
