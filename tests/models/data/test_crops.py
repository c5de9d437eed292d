"""Crops show the quad they are cut from."""

import cv2
import numpy as np
import pytest

from models.data import crops as crop_data
from vision.networks.classifier import MARGIN, SIZE

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


def test_a_crop_shows_the_quad_and_its_margin() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.rectangle(picture, (50, 40), (109, 119), (255, 255, 255), -1)
    crop = crop_data.cut(picture, np.array([(50.0, 40.0), (110.0, 40.0), (110.0, 120.0), (50.0, 120.0)]))
    inset = MARGIN / (1 + 2 * MARGIN)
    lit = (crop[..., 0] > 127).nonzero()
    assert lit[0].min() == pytest.approx(SIZE[1] * inset, abs=1)
    assert lit[0].max() == pytest.approx(SIZE[1] * (1 - inset) - 1, abs=1)
    assert lit[1].min() == pytest.approx(SIZE[0] * inset, abs=1)


def test_the_turn_says_where_the_glyphs_top_left_is() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[10:30, 10:30] = 255  # the glyph's top left
    quad = np.array([(10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)])
    places = [(1, 1), (1, -2), (-2, -2), (-2, 1)]  # crop corners 0-3, clockwise
    for turn, (row, column) in enumerate(places):
        crop = crop_data.cut(picture, np.roll(quad, turn, axis=0))
        cells = cv2.resize(crop[..., 0], (4, 4), interpolation=cv2.INTER_AREA)
        inner = cells[[1, 2]][:, [1, 2]]
        corner = (0 if row == 1 else 1, 0 if column == 1 else 1)
        assert inner.argmax() == corner[0] * 2 + corner[1]
