"""Draw a reading onto its picture."""

from collections.abc import Collection
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.quads import Array
from vision.reading import Reading

AnnotationMask = NDArray[np.uint8]
"""(height, width), 1 where something stands."""

_COLOURS: Final = {
    "concealed": (178, 114, 0),
    "chow": (115, 158, 0),
    "pung": (115, 158, 0),
    "kong": (115, 158, 0),
    "concealed-kong": (115, 158, 0),
    "winning": (0, 159, 230),
    "flowers": (167, 121, 204),
    "aside": (150, 150, 150),
}
"""Blue-green-red of each kind of group: Okabe and Ito's palette, which people with any colour vision can tell apart."""

_DOUBT: Final = (0, 0, 230)
"""Blue-green-red of a doubtful tile."""

_POINTED: Final = (167, 0, 204)
"""Blue-green-red of the ring round a highlighted tile."""

_FOOT: Final = (40, 40, 40)
"""Blue-green-red behind the hand's text."""

_FINEST: Final = 800
"""Pixels of a picture's longer side for each pixel of half a line's width. More makes lines too thin to see; less lets
them cover faces."""

_NAME: Final = 0.2
"""Height of a tile's name, as a share of the tile's height. More covers the face; less is too small to read."""

_MIN_TEXT: Final = 8.0
"""Least height of text in pixels. More covers small tiles; less is too small to read."""

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX

_HERSHEY: Final = 22.0
"""Height in pixels of the capitals of OpenCV's Hershey font at scale 1."""


def annotated(picture: Picture, reading: Reading, no_hand: str = "", pointed: Collection[int] = ()) -> Picture:
    """Return a copy of a picture with every tile outlined and named, doubtful ones in red with a question mark.

    Names stand beside their tiles, where they cover none. Outside the hand, tiles in a pond, face down or without such
    a place are named only if they are doubtful. The hand's text stands at the foot.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        reading: Its reading.
        no_hand: Text at the foot if there is no hand.
        pointed: Indices of tiles that get a ring.
    """
    drawn = picture.copy()
    doubtful = {doubt.tile for doubt in reading.doubts}
    ponds = {tile for pond in reading.ponds for row in pond.rows for tile in row}
    unit = max(1, round(max(picture.shape[:2]) / _FINEST))
    taken = np.zeros(picture.shape[:2], np.uint8)
    for tile in reading.tiles:
        cv2.fillConvexPoly(taken, np.array(tile.quad).round().astype(np.int32), 1)
    for index, tile in enumerate(reading.tiles):
        kind = reading.groups[tile.group].kind
        colour = _DOUBT if index in doubtful else _COLOURS[kind]
        corners = np.array(tile.quad, np.float64)
        cv2.polylines(drawn, [corners.round().astype(np.int32)], True, colour, 2 * unit, cv2.LINE_AA)
        height = float(np.linalg.norm(corners[3] - corners[0]))
        if index in pointed:
            middle = corners.mean(axis=0).round().astype(int).tolist()
            cv2.circle(drawn, middle, round(0.7 * height), _POINTED, 2 * unit, cv2.LINE_AA)
        name = (tile.tile or "?") if tile.face == "up" else "-"
        label = _Label(name + ("?" if index in doubtful and tile.tile else ""), height * _NAME)
        wanted = index in doubtful or kind != "aside"
        places = [place for place in _places(corners, label) if label.fits(taken, place)]
        if wanted or (places and tile.face == "up" and index not in ponds):
            place = (places or _places(corners, label))[0]
            label.write(drawn, place, colour)
            label.write(taken, place, 1)
    foot = _Label((reading.hand or no_hand) + ("" if reading.sure else "  ?"), 14.0 * unit)
    foot.write(drawn, np.array([picture.shape[1] / 2, picture.shape[0] - 16.0 * unit]), _FOOT)
    return drawn


def _places(corners: Array, label: "_Label") -> list[Array]:
    """Return the centres (2,) of a label above, below and beside a tile (4, 2), a little apart from it."""
    middle = corners.mean(axis=0)
    places = []
    for first, second in ((0, 1), (2, 3), (1, 2), (3, 0)):
        edge = corners[[first, second]].mean(axis=0) - middle
        away = edge / max(float(np.linalg.norm(edge)), 1.0)
        places.append(middle + edge + away * (np.abs(away) @ np.array(label.size) / 2 + label.pad))
    return places


class _Label:
    """White text on a filled rectangle.

    Attributes:
        size: Width and height of the rectangle in pixels.
        pad: Its margin round the text in pixels.
    """

    def __init__(self, text: str, height: float) -> None:
        """Measure a text.

        Args:
            text: Letters, digits and signs of ASCII.
            height: Height of its capitals in pixels.
        """
        self._text: Final = text
        self._scale: Final = max(height, _MIN_TEXT) / _HERSHEY
        self._thickness: Final = max(1, round(self._scale * 1.6))
        (width, tall), _ = cv2.getTextSize(text, _FONT, self._scale, self._thickness)
        self.pad: Final = max(2, round(0.25 * tall))
        self.size: Final = (width + 2 * self.pad, tall + 2 * self.pad)

    def fits(self, taken: AnnotationMask, centre: Array) -> bool:
        """Return True if the rectangle lies within a picture (height, width) and covers none of its marked pixels."""
        (left, top), (right, bottom) = self._box(centre)
        height, width = taken.shape
        within = left >= 0 and top >= 0 and right < width and bottom < height
        return bool(within and not taken[top : bottom + 1, left : right + 1].any())

    def write(self, picture: Picture, centre: Array, colour: tuple[int, int, int] | int) -> None:
        """Write the text around a centre (2,) onto a picture; a mask gets its rectangle alone."""
        (left, top), (right, bottom) = self._box(centre)
        cv2.rectangle(picture, (left, top), (right, bottom), colour, -1)
        if picture.ndim == 3:
            at = (left + self.pad, bottom - self.pad)
            cv2.putText(picture, self._text, at, _FONT, self._scale, (255, 255, 255), self._thickness, cv2.LINE_AA)

    def _box(self, centre: Array) -> tuple[tuple[int, int], tuple[int, int]]:
        left, top = (round(float(at) - side / 2) for at, side in zip(centre, self.size, strict=True))
        return (left, top), (left + self.size[0], top + self.size[1])
