"""Crops show what lies in the quad, upright, sharp and with its margin."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.image import shrunk
from vision.networks.rectify import rectified

SIZE = (48, 64)
CORNERS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 255, 255))


def card(height: int = 128) -> np.ndarray:
    """Return a smooth card whose four quarters have the colours of `CORNERS`, clockwise from the top left."""
    small = np.array([[CORNERS[0], CORNERS[1]], [CORNERS[3], CORNERS[2]]], np.uint8)
    return cv2.resize(small, (height * 3 // 4, height), interpolation=cv2.INTER_NEAREST)


def scene(quad: np.ndarray, size: tuple[int, int] = (640, 480)) -> np.ndarray:
    """Grey, with the card painted on a quad."""
    face = card()
    height, width = face.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(whole, quad.astype(np.float32) - 0.5)
    picture = np.full((size[1], size[0], 3), 128, np.uint8)
    cv2.warpPerspective(face, warp, size, picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    return picture


@settings(max_examples=40, deadline=None)
@given(
    turn=st.floats(0, 6.28),
    height=st.floats(40, 260),
    lean=st.floats(-0.15, 0.15),
    margin=st.sampled_from([0.0, 0.08]),
)
def test_upright_from_any_quad(turn: float, height: float, lean: float, margin: float) -> None:
    half = np.array([[-0.375, -0.5], [0.375, -0.5], [0.375 + lean, 0.5], [-0.375, 0.5 + lean]]) * height
    c, s = np.cos(turn), np.sin(turn)
    quad = half @ np.array([[c, s], [-s, c]]) + [320, 240]
    (crop,) = rectified(scene(quad), quad[None].astype(np.float32), SIZE, margin)
    assert crop.shape == (64, 48, 3)
    for colour, (x, y) in zip(CORNERS, [(12, 16), (36, 16), (36, 48), (12, 48)], strict=True):
        assert np.abs(crop[y, x].astype(int) - colour).max() < 40
    if margin:
        assert np.abs(crop[1, 1].astype(int) - 128).max() < 100  # the grey beside the card


def test_large_tiles_are_averaged() -> None:
    """Check that a chequered tile eight times the crop's size comes out grey, without a moiré of black and white."""
    chequers = np.indices((800, 600)).sum(axis=0) % 2 * 255
    picture = np.repeat(chequers[..., None], 3, axis=2).astype(np.uint8)
    quad = np.array([[[40, 40], [440, 40], [440, 560], [40, 560]]], np.float32)
    crop = rectified(picture, quad, SIZE)[0].astype(int)
    assert np.abs(crop - 127).max() < 20


def test_whole_picture_is_itself() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (64, 48, 3), dtype=np.uint8)
    quad = np.array([[[0, 0], [48, 0], [48, 64], [0, 64]]], np.float32)
    assert np.array_equal(rectified(picture, quad, SIZE)[0], picture)


@pytest.mark.parametrize("at", [(-500.0, -500.0), (5000.0, 10.0)])
def test_quads_outside_the_picture(at: tuple[float, float]) -> None:
    quad = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], np.float32) + np.array(at, np.float32)
    assert rectified(np.full((50, 50, 3), 9, np.uint8), quad, SIZE).max() == 9


@pytest.mark.parametrize("times", [1, 2, 3, 4, 6, 12])
def test_shrunk_pixels_are_means(times: int) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (50, 61, 3), dtype=np.uint8)
    height, width = 50 // times, 61 // times
    blocks = picture[: height * times, : width * times].reshape(height, times, width, times, 3)
    assert np.abs(shrunk(picture, times) - blocks.mean(axis=(1, 3))).max() <= 1.01


def test_a_few_of_many_tiles_are_cut_out_alike() -> None:
    """Only what the quads show is shrunk: other quads change that, but not the crop."""
    picture = cv2.GaussianBlur(np.random.default_rng(2).integers(0, 255, (900, 1200, 3), dtype=np.uint8), (0, 0), 4)
    tile = np.array([[310, 205], [455, 190], [470, 400], [318, 395]], np.float32)
    both = np.stack([tile, tile + np.array([600, 420], np.float32)])
    alone, beside = rectified(picture, tile[None], SIZE, 0.4)[0], rectified(picture, both, SIZE, 0.4)[0]
    assert np.abs(alone.astype(int) - beside).max() <= 3


def test_none() -> None:
    assert rectified(np.zeros((9, 9, 3), np.uint8), np.zeros((0, 4, 2), np.float32), SIZE).shape == (0, 64, 48, 3)
