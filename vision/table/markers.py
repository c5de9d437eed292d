"""Four printed markers at the corners of the table: drawing, detection, and the corners and side derived from them.

Marker n lies at corner n of the table, to the left of chair n, rotated in any way. They are ArUco markers of 4×4 bits
(`cv2.aruco`).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.image import Picture
from vision.quad import Quad
from vision.quads import sides

Markers = tuple[tuple[int, Quad], ...]
"""Markers by number, 1 to 4, each with its corners in pixels, clockwise from its own top left."""

NUMBERS: Final = (1, 2, 3, 4)
"""Numbers of the markers, in order."""

SIDE: Final = 50.0
"""Side of a printed marker's black square in millimetres. More does not fit beside hands; less is not found from a high
camera."""

MOVED: Final = 0.1
"""Move in marker sides below which a marker counts as unmoved. More misses a moved camera; less reports the noise of
corners."""

_DICTIONARY: Final = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
"""The 50 ArUco markers of 4×4 bits."""

_FIRST: Final = 20
"""Marker 1's number in the dictionary; the usual 0 to 3 may be in use for something else."""

_DPI: Final = 300
"""Resolution of the sheet in dots for each inch."""

_SHEET: Final = (210, 297)
"""Width and height of the sheet in millimetres: A4."""


def as_quad(points: NDArray[Any]) -> Quad:
    """Return four points (4, 2) as a tuple of plain numbers."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points.astype(float).tolist()
    return (ax, ay), (bx, by), (cx, cy), (dx, dy)


def find_markers(picture: Picture) -> Markers:
    """Return the markers in a picture (height, width, 3), in the order of their numbers, without any found twice."""
    detector = cv2.aruco.ArucoDetector(_DICTIONARY)
    detector.setDetectorParameters(_parameters())
    found, ids, _ = detector.detectMarkers(picture)
    numbers = [] if ids is None else [int(n) - _FIRST + 1 for n in np.ravel(ids)]
    return tuple(
        sorted(
            (number, as_quad(corners.reshape(4, 2)))
            for number, corners in zip(numbers, found, strict=True)
            if number in NUMBERS and numbers.count(number) == 1
        )
    )


def table_corners(markers: Markers) -> Quad | None:
    """Return the corners of the table in pixels, the outermost corner of each marker, or None unless all four are in
    view."""
    if tuple(number for number, _ in markers) != NUMBERS:
        return None
    quads = np.array([corners for _, corners in markers])
    middle = quads.reshape(-1, 2).mean(axis=0)
    out = np.linalg.norm(quads - middle, axis=2).argmax(axis=1)
    return as_quad(quads[np.arange(4), out])


def table_side(corners: Quad, markers: Markers) -> float:
    """Return the length of the table's side in millimetres, by the size of its markers.

    Args:
        corners: Corners of the table in pixels.
        markers: Markers that lie flat on it, in the same picture.
    """
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    warp = cv2.getPerspectiveTransform(np.array(corners, np.float32), square)
    seen = cv2.perspectiveTransform(np.array([m for _, m in markers], np.float64).reshape(-1, 1, 2), warp)
    quads = seen.reshape(-1, 4, 2)
    return float(SIDE / np.median(sides(quads)))


def moved(then: Markers, now: Markers) -> tuple[tuple[int, ...], float]:
    """Return the numbers of the markers that moved between two pictures, and the largest move in marker sides."""
    was, now_at = dict(then), dict(now)
    off = {}
    for number in was.keys() & now_at.keys():
        before, after = np.array(was[number]), np.array(now_at[number])
        side = float(sides(before).mean())
        # The centre is steadier than the corners, which jump between pixels.
        off[number] = float(np.linalg.norm(after.mean(axis=0) - before.mean(axis=0))) / side
    return tuple(sorted(n for n in off if off[n] > MOVED)), max(off.values(), default=0.0)


def followed(corners: Quad, then: Markers, now: Markers) -> Quad:
    """Return the corners of the table after the camera moved, in pixels.

    Args:
        corners: The corners before.
        then: The markers before.
        now: The markers after; at least two of those before.
    """
    was, now_at = dict(then), dict(now)
    both = sorted(was.keys() & now_at.keys())
    before = np.array([was[n] for n in both], np.float64).reshape(-1, 2)
    after = np.array([now_at[n] for n in both], np.float64).reshape(-1, 2)
    warp, _ = cv2.findHomography(before, after)
    return as_quad(cv2.perspectiveTransform(np.array(corners, np.float64).reshape(-1, 1, 2), warp).reshape(4, 2))


def drawn(number: int, pixels: int) -> NDArray[np.uint8]:
    """Return the black square of a marker, as (pixels, pixels) grey levels."""
    return np.asarray(cv2.aruco.generateImageMarker(_DICTIONARY, _FIRST + number - 1, pixels), np.uint8)


@dataclass(frozen=True, slots=True)
class SheetText:
    """Texts of the sheet.

    Attributes:
        title: Its title.
        lines: Instructions for printing, cutting and laying the markers.
        captions: The place of each marker, in the order of `NUMBERS`.
    """

    title: str
    lines: tuple[str, ...]
    captions: tuple[str, str, str, str]


def sheet(text: SheetText) -> Image.Image:
    """Return an A4 page with the four markers, to be printed at actual size and cut."""
    page = Image.new("L", (_px(_SHEET[0]), _px(_SHEET[1])), 255)
    draw = ImageDraw.Draw(page)
    title, small = ImageFont.load_default(_px(6)), ImageFont.load_default(_px(4))
    draw.text((_px(15), _px(10)), text.title, 0, title)
    for n, line in enumerate(text.lines):
        draw.text((_px(15), _px(20 + 6 * n)), line, 0, small)
    for number, caption in zip(NUMBERS, text.captions, strict=True):
        row, column = divmod(number - 1, 2)
        left, top = 15 + 95 * column, 50 + 110 * row
        draw.rectangle([_px(left), _px(top), _px(left + 80), _px(top + 92)], outline=160)
        side = _px(SIDE)
        page.paste(Image.fromarray(drawn(number, side)), (_px(left + 15), _px(top + 15)))
        draw.text((_px(left + 15), _px(top + 75)), caption, 0, title)
    return page


def save_sheet(to: Path | IO[bytes], kind: str, text: SheetText) -> None:
    """Write the sheet, of kind "PDF" or "PNG"."""
    sheet(text).save(to, kind, resolution=_DPI, dpi=(_DPI, _DPI))


def _parameters() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


def _px(mm: float) -> int:
    return round(mm / 25.4 * _DPI)
