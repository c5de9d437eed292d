"""Riichi sticks in drawn pictures."""

import cv2
import numpy as np
import pytest

from vision.follow.sticks import find_stick
from vision.follow.zones import Places

CORNERS = ((100.0, 900.0), (900.0, 900.0), (900.0, 100.0), (100.0, 100.0))
TILE = 28.0
STICK = {1: (500, 590), 2: (590, 500), 3: (500, 410), 4: (410, 500)}


def table(middle: tuple[int, int], size: tuple[int, int], colour: tuple[int, int, int] = (225, 235, 240)) -> np.ndarray:
    picture = np.random.default_rng(1).normal((60, 100, 45), 3, (1000, 1000, 3)).clip(0, 255).astype(np.uint8)
    (x, y), (wide, high) = middle, size
    cv2.rectangle(picture, (x - wide // 2, y - high // 2), (x + wide // 2, y + high // 2), colour, -1)
    return picture


def found(picture: np.ndarray, middle: tuple[int, int], reach: int = 60) -> int:
    """Return the seat of the stick around a place, 0 if none is found."""
    x, y = middle
    bar = find_stick(picture, (x - reach, y - reach, x + reach, y + reach), TILE, Places(CORNERS))
    return bar.seat if bar else 0


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_a_stick_lies_before_its_owner(seat: int) -> None:
    size = (90, 9) if seat in (1, 3) else (9, 90)
    assert found(table(STICK[seat], size), STICK[seat]) == seat


@pytest.mark.parametrize(
    ("middle", "size", "colour"),
    [
        ((500, 590), (40, 28), (225, 235, 240)),  # a tile
        ((500, 590), (90, 28), (225, 235, 240)),  # three tiles
        ((500, 590), (90, 9), (30, 30, 220)),  # a red pen
        ((500, 860), (90, 9), (225, 235, 240)),  # the edge of a hand
    ],
)
def test_other_things_are_no_sticks(
    middle: tuple[int, int], size: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    assert found(table(middle, size, colour), middle) == 0
