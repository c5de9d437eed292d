"""Tiles of claimed melds on other tiles, recognised by size and place, away from the point below the camera."""

import numpy as np
import pytest

from tests.vision.builders import SIZE, camera, quads, row
from vision.geometry.stacked import stacked

THICKNESS = 18.0
"""Of a tile, in millimetres."""

AWAY = 900.0
"""Distance of the camera from the middle of the hand, in millimetres."""

REST = "123m456p78sCC 9s"


def seen(hand: str, side: float, tilt: float, on_top: int | None) -> np.ndarray:
    """Return quads of a hand with one tile raised by the thickness of the tile below it."""
    view = camera(side, tilt, AWAY)
    corners = quads(row(hand), view)
    if on_top is None:
        return corners
    flat = np.column_stack([corners[on_top], np.ones(4)]) @ np.linalg.inv(view).T
    below = AWAY * np.sin(tilt) * np.array([np.sin(side), -np.cos(side)])
    height = AWAY * np.cos(tilt)
    raised = below + (flat[:, :2] / flat[:, 2:] - below) * height / (height - THICKNESS)
    shown = np.column_stack([raised, np.ones(4)]) @ view.T
    corners[on_top] = shown[:, :2] / shown[:, 2:]
    return corners


MELDS = [
    (f">PPP {REST}", (0, 1, 2), 0),
    (f"P>PP {REST}", (0, 1, 2), 1),
    (f"PP>P {REST}", (0, 1, 2), 2),
    ("123m456p78sCC >PPP 9s", (10, 11, 12), 10),
    ("123m456p78sCC P>PP 9s", (12, 11, 10), 11),
]
"""Hands with a claimed pung at an end, its indices, and that of the crosswise tile."""


@pytest.mark.parametrize("side", [0.0, 0.7, 1.6, 3.14, 4.7])
@pytest.mark.parametrize("tilt", [0.0, 0.3, 0.5])
@pytest.mark.parametrize(("hand", "meld", "crosswise"), MELDS)
def test_what_lies_on_the_table_is_not_taken_for_stacked(
    hand: str, meld: tuple[int, ...], crosswise: int, tilt: float, side: float
) -> None:
    for tile in meld:
        flat = stacked(seen(hand, side, tilt, None), SIZE, meld, crosswise, tile)
        assert flat < 0
        assert stacked(seen(hand, side, tilt, tile), SIZE, meld, crosswise, tile) > flat


@pytest.mark.parametrize("side", [0.0, 0.7, 1.6, 3.14, 4.7])
@pytest.mark.parametrize(("hand", "meld", "crosswise"), MELDS)
def test_from_above_a_tile_on_another_is_told(hand: str, meld: tuple[int, ...], crosswise: int, side: float) -> None:
    assert stacked(seen(hand, side, 0.0, crosswise), SIZE, meld, crosswise, crosswise) > 0


@pytest.mark.parametrize("grown", [0.9, 1.15])
def test_one_outline_made_out_wrongly_does_not_decide(grown: float) -> None:
    corners = seen(f"P>PP {REST}", 0.0, 0.0, None)
    middle = corners[1].mean(axis=0)
    corners[1] = middle + grown * (corners[1] - middle)
    assert stacked(corners, SIZE, (0, 1, 2), 1, 1) < 0
