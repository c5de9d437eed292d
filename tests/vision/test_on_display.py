"""Doubts about hands on a display, as screenshots and photographs show them, and none about tiles on a table."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render.faces import draw_face
from models.render.scene import FaceSources
from models.render.styles import random_style
from vision import TileReader, open_image
from vision.on_display import asked_if_on_display, on_display
from vision.reading import Doubt, Group, Reading, SeenTile

Picture = NDArray[np.uint8]

HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C")
OTHER = ("3m", "5m", "7m", "2p", "3p", "6p", "7p", "1s", "2s", "3s", "4s", "8s", "P", "W")
"""A hand of fourteen different tiles."""

WIDE, HIGH = 70, 94
SAMPLE = Path(__file__).parents[1] / "data" / "hand.jpg"


def board(
    askew: float = 0.0, uneven: float = 0.0, codes: tuple[str, ...] = HAND
) -> tuple[Picture, NDArray[np.float64]]:
    """Return a row of one drawing's tiles on flat green, with their corners.

    Args:
        askew: Standard deviation of the tiles' turns in degrees.
        uneven: Standard deviation of the tiles' light, as a share.
        codes: The faces, from left to right.
    """
    rng = np.random.default_rng(4)
    style = random_style(np.random.default_rng(11), FaceSources.find(None), False)
    picture = np.full((400, 80 + len(HAND) * WIDE, 3), (70, 110, 40), np.uint8)
    corners = []
    for n, code in enumerate(codes):
        ink = cv2.resize(draw_face(style, code, HIGH), (WIDE, HIGH), interpolation=cv2.INTER_AREA).astype(np.float64)
        tile = np.full((HIGH, WIDE, 3), 235.0)
        cv2.rectangle(tile, (0, 0), (WIDE - 1, HIGH - 1), (120, 120, 120), 2)
        opaque = ink[..., 3:] / 255
        tile = np.clip((tile * (1 - opaque) + ink[..., :3] * opaque) * (1 + uneven * rng.normal()), 0, 255)
        place = cv2.getRotationMatrix2D((WIDE / 2, HIGH / 2), askew * rng.normal(), 1)
        place[:, 2] += (40 + n * WIDE, 150)
        size = picture.shape[1::-1]
        there = cv2.warpAffine(np.ones((HIGH, WIDE), np.uint8), place, size, flags=cv2.INTER_NEAREST) > 0
        picture[there] = cv2.warpAffine(tile.astype(np.uint8), place, size)[there]
        own = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], float)
        corners.append(own @ place[:, :2].T + place[:, 2])
    return picture, np.array(corners)


def read(corners: NDArray[np.float64], picture: Picture, codes: tuple[str, ...] = HAND) -> Reading:
    """Return the sure reading of a hand with tiles at these corners (N, 4, 2)."""
    seen = tuple(
        SeenTile(code, "up", 0.99, tuple((float(x), float(y)) for x, y in quad), 0)  # type: ignore[arg-type]
        for code, quad in zip(codes, corners, strict=True)
    )
    groups = (Group("concealed", tuple(range(len(seen)))),)
    return Reading((picture.shape[1], picture.shape[0]), seen, groups, "a hand", sure=True)


def noisy(picture: Picture, by: float = 0.8) -> Picture:
    """Return a picture with a sensor's noise, as little as a telephone leaves."""
    return np.asarray(np.clip(picture + np.random.default_rng(6).normal(0, by, picture.shape), 0, 255), np.uint8)


def as_jpeg(picture: Picture, quality: int = 80) -> Picture:
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def scaled(times: float) -> Callable[[Picture, NDArray[np.float64]], tuple[Picture, NDArray[np.float64]]]:
    def change(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
        return np.asarray(cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_AREA)), corners * times

    return change


def photographed(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    """Return a board as a camera sees it on a display: aslant, 1.4 times as large, blurred, with noise."""
    height, width = picture.shape[:2]
    before = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    after = before * 1.4 + np.array([[20, 25], [0, 5], [-20, 30], [0, 10]], np.float32)
    seen = cv2.getPerspectiveTransform(before, after)
    whole = cv2.warpPerspective(picture, seen, (int(width * 1.4), int(height * 1.5) + 80), flags=cv2.INTER_AREA)
    noise = np.random.default_rng(8).normal(0, 1.5, whole.shape)
    light = np.linspace(0.95, 1.0, whole.shape[1])[None, :, None]
    whole = np.clip(cv2.GaussianBlur(whole, (0, 0), 1.2) * light + noise, 0, 255).astype(np.uint8)
    return as_jpeg(whole, 90), cv2.perspectiveTransform(corners, seen)


def turned(
    degrees: float, times: float = 1.0, quality: int = 80
) -> Callable[[Picture, NDArray[np.float64]], tuple[Picture, NDArray[np.float64]]]:
    """Return a change that turns a board on its screen, as a game tilts its win screens."""

    def change(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
        height, width = picture.shape[:2]
        onto = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, times)
        cosine, sine = np.abs(onto[0, :2])
        size = int(height * sine + width * cosine), int(height * cosine + width * sine)
        onto[:, 2] += (np.array(size) - (width, height)) / 2
        whole = cv2.warpAffine(picture, onto, size, flags=cv2.INTER_AREA, borderValue=(70, 110, 40))
        corners = corners @ onto[:, :2].T + onto[:, 2]
        return as_jpeg(np.asarray(whole), quality), corners + np.random.default_rng(3).normal(0, 0.8, corners.shape)

    return change


def same(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    return picture, corners


def as_jpeg_of_low_quality(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    return as_jpeg(picture, 60), corners


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(same, id="a screenshot"),
        pytest.param(lambda picture, corners: (as_jpeg(picture), corners), id="as JPEG"),
        pytest.param(scaled(0.6), id="made smaller"),
        pytest.param(scaled(1.5), id="made larger"),
        pytest.param(photographed, id="photographed"),
    ],
)
def test_copies_of_one_drawing_are_told(change: Callable[..., tuple[Picture, NDArray[np.float64]]]) -> None:
    picture, corners = change(*board())
    reading = read(corners, picture)
    assert on_display(reading, picture)
    asked = asked_if_on_display(reading, picture)
    assert not asked.sure
    assert asked.doubts == (Doubt(None, "on-display"),)
    assert asked.doubts[0].kind == "display"


@pytest.mark.parametrize(
    "change",
    [
        *(same, as_jpeg_of_low_quality, scaled(0.6), scaled(1.5)),
        *(turned(2), turned(5), turned(17, 0.6), turned(-33), turned(5, 0.45, quality=98)),
    ],
)
def test_copies_of_one_rim_are_told_though_no_two_faces_are_alike(
    change: Callable[..., tuple[Picture, NDArray[np.float64]]],
) -> None:
    picture, corners = board(codes=OTHER)
    picture[140:250, 400:480] = np.minimum(picture[140:250, 400:480] + np.uint8(15), 250)  # the pointer is on a tile
    picture, corners = change(picture, corners)
    assert on_display(read(corners, picture, OTHER), picture)
    assert not on_display(read(corners[:6], picture, OTHER[:6]), picture)


def test_one_level_makes_a_copy() -> None:
    """Check rims of one drawing with hardly any noise, but laid a little up and down."""
    rng = np.random.default_rng(5)
    picture, corners = board(codes=OTHER)
    for n in range(len(OTHER)):
        columns = slice(40 + n * WIDE, 40 + (n + 1) * WIDE)
        down = np.array([[1, 0, 0], [0, 1, 1.2 * rng.normal()]])
        moved = cv2.warpAffine(picture[:, columns], down, (WIDE, 400), borderMode=cv2.BORDER_REPLICATE)
        picture[:, columns] = np.clip(moved + rng.normal(0, 0.8, moved.shape), 0, 255)
    assert not on_display(read(corners, picture, OTHER), picture)


def tilted(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    """Return a picture, and corners in it, as a game shows a table in perspective."""
    width, height = picture.shape[1::-1]
    to = np.array([[0.2 * width, 0], [0.85 * width, 0.05 * height], [width, height], [0, 0.9 * height]], np.float32)
    map_ = cv2.getPerspectiveTransform(np.float32([[0, 0], [width, 0], [width, height], [0, height]]), to)
    shown = cv2.warpPerspective(picture, map_, (width, height), flags=cv2.INTER_LINEAR)
    return shown, cv2.perspectiveTransform(corners.reshape(1, -1, 2), map_).reshape(-1, 4, 2)


@pytest.mark.parametrize("quality", [70, 85])
def test_a_row_in_perspective_kept_as_jpeg_is_told(quality: int) -> None:
    picture, corners = tilted(*board(codes=OTHER))
    picture = as_jpeg(picture, quality)
    corners = corners + np.random.default_rng(3).normal(0, 0.8, corners.shape)
    assert on_display(read(corners, picture, OTHER), picture)


def test_a_table_in_perspective_without_any_noise_is_told() -> None:
    """Different tiles, whose rims no shift makes equal, in a light that falls off along the row."""
    picture, corners = tilted(*board(askew=1.5, uneven=0.05, codes=OTHER))
    light = np.linspace(0.8, 1.0, picture.shape[1])[None, :, None]
    picture = np.asarray(picture * light, np.uint8)
    assert on_display(read(corners, picture, OTHER), picture)
    assert not on_display(read(corners, noisy(picture), OTHER), noisy(picture))


def test_white_that_light_blew_out_tells_nothing_of_noise() -> None:
    picture, corners = tilted(*board(askew=8.0, codes=OTHER))
    bright = np.asarray(np.clip(noisy(picture) * 1.3, 0, 255), np.uint8)
    assert not on_display(read(corners, bright, OTHER), bright)


@pytest.mark.parametrize(
    ("askew", "uneven"),
    [pytest.param(1.0, 0.05, id="laid by hand in uneven light"), pytest.param(0.0, 0.05, id="in a straight row")],
)
def test_tiles_in_the_light_of_a_room_are_not(askew: float, uneven: float) -> None:
    """Read copies of one drawing, each in its own light."""
    picture, corners = board(askew, uneven)
    picture = noisy(picture)
    assert not on_display(read(corners, picture), picture)
    picture, corners = photographed(picture, corners)
    reading = read(corners, picture)
    assert asked_if_on_display(reading, picture) is reading


def test_equal_tiles_askew_in_a_photograph_are_not() -> None:
    picture, corners = photographed(*board(askew=1.0))
    assert not on_display(read(corners, picture), picture)


def test_a_picture_without_a_hand_is_not_asked_about() -> None:
    picture, corners = board()
    reading = replace(read(corners, picture), hand=None, sure=False)
    assert asked_if_on_display(reading, picture) is reading


@pytest.mark.parametrize("few", [3, 6])
def test_a_few_tiles_tell_nothing(few: int) -> None:
    picture, corners = board()
    assert not on_display(read(corners[-few:], picture, HAND[-few:]), picture)


def test_tiles_at_the_edge_and_tiny_ones_are_left_out() -> None:
    picture, corners = board()
    for moved in (corners - (60, 160), corners / 12, corners + (300, 200)):
        assert not on_display(read(moved, picture), picture)


def test_the_reader_asks_about_a_board_and_not_about_the_sample() -> None:
    reader = TileReader()
    picture, _ = board()
    board_read = reader.read(picture)
    assert board_read.hand
    assert not board_read.sure
    assert board_read.doubts[0].reason == "on-display"
    assert "on-display" not in {doubt.reason for doubt in reader.read(open_image(SAMPLE)).doubts}
