"""Sticks of players: a thin bright bar that came to rest between the ponds, along its owner's side."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from scoring.follow.seen import SEATS
from vision.follow.zones import WALL, Places, depth
from vision.image import Picture
from vision.quads import Array, sides

_LENGTH: Final = (2.0, 4.6)
"""Length of a stick in tile widths. A wider range takes pens and edges of cards; a narrower one misses some sticks."""

_THIN: Final = 5.5
"""Least length of a stick in its own widths. More misses sticks seen blurred; less takes tiles for sticks."""

_FILLED: Final = 0.7
"""Least share of its rectangle that it fills."""

_PALE: Final = 90
"""Most saturation of a stick, 0 to 255. More takes coloured things; less misses ivory ones in warm light."""


@dataclass(frozen=True, slots=True, eq=False)
class Bar:
    """A stick that was found.

    Attributes:
        quad: (4, 2) corners in pixels.
        seat: The seat that it lies before.
    """

    quad: Array
    seat: int


def find_stick(picture: Picture, box: tuple[int, int, int, int], tile: float, places: Places) -> Bar | None:
    """Return the stick in a part (left, top, right, bottom) of a picture, or None.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        box: The part, in pixels.
        tile: Width of a tile in pixels.
        places: The calibrated table.
    """
    left, top, right, bottom = box
    longer = max(right - left, bottom - top)
    if not _LENGTH[0] * tile * 0.6 < longer < 2 * _LENGTH[1] * tile:
        return None
    part = np.ascontiguousarray(picture[top:bottom, left:right])
    if min(part.shape[:2]) < 4:
        return None
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY))
    _, bright = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:3]:
        quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(outline)), np.float64)
        across, along = sorted(float(each) + 1 for each in sides(quad)[:2])
        area = float(cv2.contourArea(outline)) + along  # the outline runs through the middle of its pixels
        if not _LENGTH[0] * tile <= along <= _LENGTH[1] * tile or along < _THIN * across:
            continue
        if area < _FILLED * across * along:
            continue
        inside = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(inside, [outline], 1)
        colour = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)[inside > 0]
        if float(np.median(colour[:, 1])) > _PALE:
            continue
        quad = quad + np.array([left, top])
        seat = _owner(quad, places)
        if seat:
            return Bar(quad, seat)
    return None


def _owner(quad: Array, places: Places) -> int:
    """Return the seat that a stick lies before: along its side, off the middle of the table; 0 if none."""
    corners = places.of(quad)
    middle = corners.mean(axis=0)
    if min(depth(middle, seat) for seat in SEATS) < WALL:
        return 0
    ways = [corners[n] - corners[n - 1] for n in range(1, 3)]
    way = max(ways, key=lambda each: float(np.hypot(*each)))
    level = abs(way[0]) > abs(way[1])
    x, y = float(middle[0]) - 0.5, float(middle[1]) - 0.5
    if level:
        return 1 if y > 0 else 3
    return 2 if x > 0 else 4
