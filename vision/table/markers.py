"""Four printed markers at the corners of the table: found in the picture, printed on one sheet.

Marker n lies at corner n of the table, at the left hand of who sits on chair n, in any turn. They are ArUco markers
(cv2.aruco, 4×4 bits).
"""

from pathlib import Path
from typing import IO, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.image import Picture
from vision.quads import Quad, sides

Markers = tuple[tuple[int, Quad], ...]
"""Numbers of markers, 1 to 4, each with its corners in pixels, from its own top left, clockwise."""

NUMBERS: Final = (1, 2, 3, 4)

SIDE: Final = 50.0
"""Millimetres of a printed marker's black square."""

MOVED: Final = 0.1
"""Sides of itself by which a marker may seem to lie elsewhere without having been moved."""

_DICTIONARY: Final = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
_FIRST: Final = 20  # markers 1 to 4 are these and the next of the dictionary, so that others' 0 to 3 are none of ours
_DPI: Final = 300
_SHEET: Final = (210, 297)  # A4, millimetres


def as_quad(points: NDArray[Any]) -> Quad:
    """Four points (4, 2) as plain numbers."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points.astype(float).tolist()
    return (ax, ay), (bx, by), (cx, cy), (dx, dy)


def find_markers(picture: Picture) -> Markers:
    """The markers in a picture; one that is seen twice is left out."""
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
    """The corners of the table, where all four markers are seen: of each marker the corner farthest out."""
    if tuple(number for number, _ in markers) != NUMBERS:
        return None
    quads = np.array([corners for _, corners in markers])
    middle = quads.reshape(-1, 2).mean(axis=0)
    out = np.linalg.norm(quads - middle, axis=2).argmax(axis=1)
    return as_quad(quads[np.arange(4), out])


def table_side(corners: Quad, markers: Markers) -> float:
    """Millimetres of the table's side, told from the size of its markers."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    warp = cv2.getPerspectiveTransform(np.array(corners, np.float32), square)
    seen = cv2.perspectiveTransform(np.array([m for _, m in markers], np.float64).reshape(-1, 1, 2), warp)
    quads = seen.reshape(-1, 4, 2)
    return float(SIDE / np.median(sides(quads)))


def moved(then: Markers, now: Markers) -> tuple[tuple[int, ...], float]:
    """Which of the markers seen then and now lie elsewhere, and by how many marker sides the farthest does."""
    was, now_at = dict(then), dict(now)
    off = {}
    for number in was.keys() & now_at.keys():
        before, after = np.array(was[number]), np.array(now_at[number])
        side = float(sides(before).mean())
        # A marker's centre tells more than its corners, which jump between pixels.
        off[number] = float(np.linalg.norm(after.mean(axis=0) - before.mean(axis=0))) / side
    return tuple(sorted(n for n in off if off[n] > MOVED)), max(off.values(), default=0.0)


def followed(corners: Quad, then: Markers, now: Markers) -> Quad:
    """Where the corners of the table are after the camera moved, told by at least two markers seen then and now."""
    was, now_at = dict(then), dict(now)
    both = sorted(was.keys() & now_at.keys())
    before = np.array([was[n] for n in both], np.float64).reshape(-1, 2)
    after = np.array([now_at[n] for n in both], np.float64).reshape(-1, 2)
    warp, _ = cv2.findHomography(before, after)
    return as_quad(cv2.perspectiveTransform(np.array(corners, np.float64).reshape(-1, 1, 2), warp).reshape(4, 2))


def drawn(number: int, pixels: int) -> NDArray[np.uint8]:
    """The black square of a marker, (pixels, pixels) greys."""
    return np.asarray(cv2.aruco.generateImageMarker(_DICTIONARY, _FIRST + number - 1, pixels), np.uint8)


def sheet() -> Image.Image:
    """An A4 page with the four markers and where each one goes, to be printed at its actual size and cut."""
    page = Image.new("L", (_px(_SHEET[0]), _px(_SHEET[1])), 255)
    draw = ImageDraw.Draw(page)
    title, small = ImageFont.load_default(_px(6)), ImageFont.load_default(_px(4))
    draw.text((_px(15), _px(10)), "Tableside: markers for the corners of the table", 0, title)
    lines = [
        "Print at actual size (100 %), cut along the thin lines, keep the white rim.",
        "Lay marker n flat at the corner to the left of chair n, its outer corner at the corner of the table top.",
        f"The black squares should measure {SIDE:.0f} mm.",
    ]
    for n, text in enumerate(lines):
        draw.text((_px(15), _px(20 + 6 * n)), text, 0, small)
    for number in NUMBERS:
        row, column = divmod(number - 1, 2)
        left, top = 15 + 95 * column, 50 + 110 * row
        draw.rectangle([_px(left), _px(top), _px(left + 80), _px(top + 92)], outline=160)
        side = _px(SIDE)
        page.paste(Image.fromarray(drawn(number, side)), (_px(left + 15), _px(top + 15)))
        draw.text((_px(left + 15), _px(top + 75)), f"{number}   left of chair {number}", 0, title)
    return page


def save_sheet(to: Path | IO[bytes], kind: str) -> None:
    """Writes the sheet as "PDF" or "PNG"."""
    sheet().save(to, kind, resolution=_DPI, dpi=(_DPI, _DPI))


def _parameters() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


def _px(mm: float) -> int:
    return round(mm / 25.4 * _DPI)
