"""Draw a reading onto its picture."""

from collections.abc import Collection
from typing import Final

import cv2
import numpy as np

from vision.image import Picture
from vision.quads import Array
from vision.reading import Reading

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

_HERSHEY: Final = 22.0
"""Height in pixels of the capitals of OpenCV's Hershey font at scale 1."""


def annotated(picture: Picture, reading: Reading, no_hand: str = "", pointed: Collection[int] = ()) -> Picture:
    """Return a copy of a picture with every tile outlined and named, doubtful ones in red with a question mark.

    The hand's text stands at the foot.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        reading: Its reading.
        no_hand: Text at the foot if there is no hand.
        pointed: Indices of tiles that get a ring.
    """
    drawn = picture.copy()
    doubtful = {doubt.tile for doubt in reading.doubts}
    unit = max(1, round(max(picture.shape[:2]) / _FINEST))
    for index, tile in enumerate(reading.tiles):
        colour = _DOUBT if index in doubtful else _COLOURS[reading.groups[tile.group].kind]
        corners = np.array(tile.quad, np.float64)
        cv2.polylines(drawn, [corners.round().astype(np.int32)], True, colour, 2 * unit, cv2.LINE_AA)
        name = (tile.tile or "?") if tile.face == "up" else "-"
        height = float(np.linalg.norm(corners[3] - corners[0]))
        if index in pointed:
            middle = corners.mean(axis=0).round().astype(int).tolist()
            cv2.circle(drawn, middle, round(0.7 * height), _POINTED, 2 * unit, cv2.LINE_AA)
        _label(drawn, name + ("?" if index in doubtful else ""), corners.mean(axis=0), height * _NAME, colour)
    foot = reading.hand or no_hand
    _label(
        drawn,
        foot + ("" if reading.sure else "  ?"),
        np.array([picture.shape[1] / 2, picture.shape[0] - 16.0 * unit]),
        14.0 * unit,
        _FOOT,
    )
    return drawn


def _label(
    picture: Picture,
    text: str,
    centre: Array,
    height: float,
    colour: tuple[int, int, int],
) -> None:
    """Write white text on a filled rectangle.

    Args:
        picture: Drawn on in place.
        text: Letters, digits and signs of ASCII.
        centre: (2,) centre of the text in pixels.
        height: Height of its capitals in pixels.
        colour: Blue-green-red of the rectangle.
    """
    font = cv2.FONT_HERSHEY_SIMPLEX
    scale = max(height, _MIN_TEXT) / _HERSHEY
    thickness = max(1, round(scale * 1.6))
    (width, tall), _ = cv2.getTextSize(text, font, scale, thickness)
    left, foot = round(centre[0] - width / 2), round(centre[1] + tall / 2)
    pad = max(2, round(0.25 * tall))
    cv2.rectangle(picture, (left - pad, foot - tall - pad), (left + width + pad, foot + pad), colour, -1)
    cv2.putText(picture, text, (left, foot), font, scale, (255, 255, 255), thickness, cv2.LINE_AA)
