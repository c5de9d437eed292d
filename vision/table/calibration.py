"""A table calibrated once: where its four corners lie in the picture, and so whose tiles are whose.

Chairs are 1 to 4 in the order of play, which goes round the table counter-clockwise as a camera above sees it. Corner n
lies at the left hand of who sits on chair n. Table frame: corner 1 at (0, 0), corner 2 at (1, 0), corner 3 at (1, 1),
corner 4 at (0, 1), in sides of the table: x goes to chair 1's right, y away from chair 1.
"""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring import parse, score
from vision.errors import Value, VisionError
from vision.evidence import LIKELY, Evidence
from vision.geometry.rows import lay_out
from vision.hand.hypotheses import weighed, with_the_rest
from vision.hand.read import without_hand
from vision.quads import Array, Quad
from vision.reading import Doubt, Reading
from vision.table.markers import Markers, as_quad

CHAIRS: Final = (1, 2, 3, 4)

_SQUARE: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_LEAST: Final = 0.02  # a table smaller than this share of the picture is a slip of the hand
_MARGIN: Final = 0.03  # tiles hang over the edge by so much of its side
_ALONG: Final = 1.7  # a row runs along a side when it goes so many times farther that way than the other
_FEWEST: Final = 13  # faces in a zone below which no whole hand can lie there


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
    """Where a camera that stays in its place sees the table.

    Attributes:
        size: (width, height) in pixels of the picture that was calibrated.
        corners: Corner 1 to 4 of the table top, in pixels of that picture.
        depth: How far a seat's zone reaches from its side towards the middle, in sides of the table.
        side: Length of the table's side in millimetres, None when it is not known.
        markers: The printed markers that lay in view then, by number, and the pixels of their corners.
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
        if share < _LEAST:
            raise CalibrationError("table-small", share=100 * share)
        if not 0.05 <= self.depth <= 0.5:
            raise CalibrationError("zone-depth", depth=self.depth)
        if self.side is not None and not 300 <= self.side <= 2000:
            raise CalibrationError("table-side", side=self.side)

    def scaled(self, size: tuple[int, int]) -> "Calibration":
        """The same for a picture of another size of the same camera."""
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
        """Pixels that a millimetre takes on average, the side being `usual` millimetres where it is not known."""
        return float(np.sqrt(cv2.contourArea(np.array(self.corners, np.float32)))) / (self.side or usual)

    def on_table(self, points: NDArray[np.floating]) -> Array:
        """Places (..., 2) in the table frame of points (..., 2) in pixels."""
        warp = cv2.getPerspectiveTransform(np.array(self.corners, np.float32), _SQUARE)
        return _warped(points, warp)

    def in_picture(self, places: NDArray[np.floating]) -> Array:
        """Points (..., 2) in pixels of places (..., 2) in the table frame."""
        warp = cv2.getPerspectiveTransform(_SQUARE, np.array(self.corners, np.float32))
        return _warped(places, warp)

    def chairs(self, evidence: Evidence) -> NDArray[np.int64]:
        """(N,) in whose zone each tile lies: a chair, or 0 for the middle of the table and for what is beside it.

        Whose a row is shows in which side it runs along: near a corner two zones meet.
        """
        places = self.scaled(evidence.size).on_table(evidence.quads.mean(axis=1))
        chairs = np.zeros(len(places), np.int64)
        for row in lay_out(evidence.quads, evidence.upright).rows:
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


def hand_on_table(calibration: Calibration, evidence: Evidence, chair: int = 0) -> Reading:
    """The hand that was laid on a calibrated table, and whose it is; all tiles that are not its own lie aside.

    Args:
        chair: Whose hand is asked for; 0 for whoever laid one.
    """
    chairs = calibration.chairs(evidence)
    faces = [int(((chairs == n) & ~evidence.backs).sum()) for n in CHAIRS]
    asked = (chair,) if chair else tuple(n for n in CHAIRS if faces[n - 1] >= _FEWEST)
    readings = {n: weighed(evidence.only(chairs == n)) for n in asked}
    laid = [n for n in readings if readings[n].hand is not None]
    wins = [n for n in laid if score(parse(readings[n].hand or "")).wins]
    best = (wins or laid or list(readings) or [int(np.argmax(faces)) + 1])[0]
    reading = readings.get(best) or weighed(evidence.only(chairs == best))
    if len(wins or laid) > 1:
        doubt = Doubt(None, "whose-hand", {"chairs": tuple(wins or laid)})
        reading = replace(reading, sure=False, doubts=(*reading.doubts, doubt))
    others = evidence.only((chairs != best) & (evidence.scores >= LIKELY))
    return with_the_rest(replace(reading, chair=best if reading.tiles else 0), without_hand(others))


def _depth(place: Array, chair: int) -> float:
    """How far from a chair's side a place lies, in sides of the table."""
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
