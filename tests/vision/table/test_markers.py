"""Markers are found in any rotation, printed to scale, and tell when the camera or one of them was moved."""

from io import BytesIO

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.table.markers import (
    NUMBERS,
    SIDE,
    SheetText,
    as_quad,
    drawn,
    find_markers,
    followed,
    moved,
    save_sheet,
    sheet,
    table_corners,
    table_side,
)

CORNERS = np.array([[180.0, 640], [900, 660], [820, 90], [240, 70]])
"""Of a table of 800 mm, in a picture of 1100 x 720."""

TEXT = SheetText("Markers", ("Print at actual size.",), ("1", "2", "3", "4"))


def warp(corners: NDArray[np.float64] = CORNERS) -> NDArray[np.float64]:
    square = np.array([[0, 0], [800, 0], [800, 800], [0, 800]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)))


def table(
    numbers: tuple[int, ...] = NUMBERS,
    turns: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0),
    corners: NDArray[np.float64] = CORNERS,
) -> NDArray[np.uint8]:
    """Green cloth with markers whose outer corners lie on those of the table."""
    picture = np.full((720, 1100, 3), (60, 110, 40), np.uint8)
    at = np.array([[0, 0], [800, 0], [800, 800], [0, 800]], float)
    for number, turn in zip(numbers, turns, strict=False):
        middle = at[number - 1] + np.where(at[number - 1] > 0, -SIDE / 2, SIDE / 2)
        pixels, rim = 200, 40
        paper = np.full((pixels + 2 * rim,) * 2, 255, np.uint8)
        paper[rim:-rim, rim:-rim] = drawn(number, pixels)
        per = SIDE / pixels
        c, s = per * np.cos(turn), per * np.sin(turn)
        half = pixels / 2 + rim
        place = np.array([[c, s, middle[0] - half * (c + s)], [s, -c, middle[1] - half * (s - c)], [0, 0, 1]])
        full = warp(corners) @ place
        seen = cv2.warpPerspective(np.dstack([paper] * 3), full, (1100, 720), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full_like(paper, 255), full, (1100, 720))
        picture[mask > 127] = seen[mask > 127]
    return picture


@pytest.mark.parametrize("turn", [0.0, np.pi / 2, np.pi, -np.pi / 2])
def test_four_markers_tell_the_corners_and_the_side(turn: float) -> None:
    markers = find_markers(table(turns=(turn,) * 4))
    corners = table_corners(markers)
    assert corners is not None
    np.testing.assert_allclose(corners, CORNERS, atol=2.5)
    assert table_side(corners, markers) == pytest.approx(800, rel=0.03)


def test_a_marker_that_is_missing_leaves_the_table_unknown() -> None:
    markers = find_markers(table((1, 2, 4)))
    assert [number for number, _ in markers] == [1, 2, 4]
    assert table_corners(markers) is None
    assert find_markers(np.full((200, 300, 3), 90, np.uint8)) == ()


def test_other_markers_are_ignored() -> None:
    picture = table()
    other = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 0, 60)
    picture[320:400, 500:580] = 255
    picture[330:390, 510:570] = other[:, :, None]
    assert [number for number, _ in find_markers(picture)] == list(NUMBERS)


def test_a_camera_that_was_moved_is_noticed_and_followed() -> None:
    then = find_markers(table())
    assert moved(then, find_markers(cv2.GaussianBlur(table(), (0, 0), 0.8).astype(np.uint8)))[0] == ()
    turned = CORNERS @ np.array([[0.99, 0.05], [-0.05, 0.99]]) + [-10, 15]
    now = find_markers(table(corners=turned))
    elsewhere, far = moved(then, now)
    assert elsewhere == NUMBERS
    assert far > 0.3
    np.testing.assert_allclose(followed(as_quad(CORNERS), then, now), turned, atol=3)
    np.testing.assert_allclose(followed(as_quad(CORNERS), then, now[:3]), turned, atol=8)


def test_the_sheet_is_to_scale() -> None:
    page = np.asarray(sheet(TEXT))
    per_mm = 300 / 25.4
    assert page.shape == (round(297 * per_mm), round(210 * per_mm))
    found = find_markers(np.dstack([page] * 3).astype(np.uint8))
    assert [number for number, _ in found] == list(NUMBERS)
    for _, corners in found:
        sides = np.linalg.norm(np.array(corners) - np.roll(corners, 1, axis=0), axis=1) / per_mm
        np.testing.assert_allclose(sides, SIDE, atol=0.3)


def test_the_sheet_is_written_as_pdf_of_its_size() -> None:
    pdf, png = BytesIO(), BytesIO()
    save_sheet(pdf, "PDF", TEXT)
    assert pdf.getvalue().startswith(b"%PDF")
    assert b"/MediaBox" in pdf.getvalue()
    box = pdf.getvalue().split(b"/MediaBox [")[1].split(b"]")[0].split()
    np.testing.assert_allclose([float(v) for v in box], [0, 0, 595.2, 841.9], atol=0.5)
    save_sheet(png, "PNG", TEXT)
    assert Image.open(png).info["dpi"] == pytest.approx((300, 300), abs=0.1)
