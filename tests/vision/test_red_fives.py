"""Fives printed in red alone, beside those with a little red and sets whose whole suit is red."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render.faces import draw_face
from models.render.scene import FaceSources
from models.render.styles import random_style
from vision.reading import Group, Reading, SeenTile
from vision.red_fives import with_red_fives

WIDE, HIGH = 54, 72
RED, BLACK, GREEN = (40, 30, 190), (40, 40, 40), (50, 120, 30)
LIGHT = (1.0, 1.0, 1.0)

Tile = tuple[str, tuple[tuple[int, int, int], ...]]
"""A code, and the colours of its ink from top to bottom."""


def seen(
    tiles: list[Tile], light: tuple[float, float, float] = LIGHT, *, times: float = 1.0, confidence: float = 0.99
) -> list[bool]:
    """Return which tiles of a row with inks of these colours are red fives.

    Args:
        tiles: The tiles.
        light: Share of blue, green and red in the light.
        times: Size of the picture.
        confidence: Confidence of each tile.
    """
    style = random_style(np.random.default_rng(11), FaceSources.find(None), False)
    picture = np.full((HIGH + 40, 40 + len(tiles) * WIDE, 3), (70, 110, 40), float)
    for n, (code, colours) in enumerate(tiles):
        alpha = draw_face(style, code, HIGH)[..., 3].astype(np.float32) / 255
        opaque = cv2.resize(alpha, (WIDE, HIGH), interpolation=cv2.INTER_AREA)[..., None]
        bands = np.array_split(np.zeros((HIGH, WIDE, 3)), len(colours))
        ink = np.concatenate([band + colour for band, colour in zip(bands, colours, strict=True)])
        picture[20 : 20 + HIGH, 20 + n * WIDE : 20 + (n + 1) * WIDE] = 230 * (1 - opaque) + ink * opaque
    whole: NDArray[np.uint8] = np.clip(picture * light, 0, 255).astype(np.uint8)
    whole = np.asarray(cv2.resize(whole, None, fx=times, fy=times, interpolation=cv2.INTER_AREA), np.uint8)
    box = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]])
    corners = [(box + (20 + n * WIDE, 20)) * times for n in range(len(tiles))]
    quads = [tuple((float(x), float(y)) for x, y in each) for each in corners]
    read = tuple(SeenTile(code, "up", confidence, quad, 0) for (code, _), quad in zip(tiles, quads, strict=True))  # type: ignore[arg-type]
    size = (whole.shape[1], whole.shape[0])
    reading = Reading(size, read, (Group("aside", tuple(range(len(read)))),), None, sure=False)
    return [tile.red for tile in with_red_fives(reading, whole).tiles]


ORDINARY: list[Tile] = [("4m", (BLACK, RED)), ("6m", (BLACK, RED)), ("5p", (GREEN, RED, GREEN)), ("7s", (RED, GREEN))]


@pytest.mark.parametrize("code", ["5m", "5p", "5s"])
@pytest.mark.parametrize("light", [LIGHT, (0.7, 0.9, 1.0), (0.5, 0.5, 0.5)], ids=["white", "warm", "dim"])
def test_a_five_in_red_alone_is_a_red_five(code: str, light: tuple[float, float, float]) -> None:
    assert seen([*ORDINARY, (code, (RED,))], light) == [False] * len(ORDINARY) + [True]


@pytest.mark.parametrize(
    "tiles",
    [
        pytest.param([("5m", (BLACK, RED))], id="an ordinary character"),
        pytest.param([("5p", (GREEN, RED, GREEN)), ("5s", (GREEN, RED, GREEN))], id="red in the middle"),
        pytest.param([("6m", (RED,)), ("C", (RED,)), ("1p", (RED,))], id="no fives"),
        pytest.param([("3m", (RED,)), ("4m", (RED,)), ("5m", (RED,))], id="a suit in red"),
        pytest.param([("5m", (BLACK,)), ("5p", (GREEN,))], id="no red at all"),
    ],
)
def test_others_are_not(tiles: list[Tile]) -> None:
    assert not any(seen(tiles))


def test_small_and_doubtful_tiles_are_left_open() -> None:
    assert seen([("5m", (RED,))], times=0.5) == [True]
    assert seen([("5m", (RED,))], times=0.2) == [False]
    assert seen([("5m", (RED,))], confidence=0.6) == [False]
