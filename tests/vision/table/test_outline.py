"""The outline of a table in drawn and rendered pictures: its corners, or none."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from models.data.dataset import sources
from models.render.ended import random_end
from vision.image import Picture
from vision.quads import Array
from vision.table.outline import find_outline

SIZE = (1280, 720)
FLAT = np.array([[390.0, 690.0], [890.0, 690.0], [890.0, 40.0], [390.0, 40.0]])
TURNED = np.array([[420.0, 640.0], [960.0, 600.0], [900.0, 60.0], [370.0, 110.0]])
ASLANT = np.array([[250.0, 680.0], [1030.0, 680.0], [860.0, 120.0], [420.0, 120.0]])
GREEN, TAN, NAVY, WOOD = (70, 120, 40), (120, 160, 190), (70, 55, 45), (60, 70, 95)


def table(corners: Array, cloth: tuple[int, ...], room: tuple[int, ...] = WOOD) -> Picture:
    """Draw a table with a hand before each player, lit unevenly, with the noise of a sensor."""
    rng = np.random.default_rng(5)
    picture = np.full((SIZE[1], SIZE[0], 3), room, np.float32)
    cv2.fillConvexPoly(picture, corners.astype(np.int32), cloth)
    warp = cv2.getPerspectiveTransform(np.float32([[0, 0], [1, 0], [1, 1], [0, 1]]), corners.astype(np.float32))
    for left, bottom, wide, high in ((0.2, 0.06, 0.6, 0.05), (0.25, 0.88, 0.5, 0.05), (0.06, 0.3, 0.05, 0.4)):
        box = np.float32([[left, bottom], [left + wide, bottom], [left + wide, bottom + high], [left, bottom + high]])
        cv2.fillConvexPoly(picture, cv2.perspectiveTransform(box[None], warp)[0].astype(np.int32), (215, 225, 230))
    picture *= np.linspace(1.1, 0.75, SIZE[0], dtype=np.float32)[None, :, None]
    return np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)


def off(found: Array, corners: Array) -> float:
    """Return the largest distance of a corner from its place, in sides of the table."""
    side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean())
    return float(np.linalg.norm(found - corners, axis=1).max()) / side


@pytest.mark.parametrize(("corners", "cloth"), [(FLAT, NAVY), (TURNED, GREEN), (ASLANT, TAN)])
def test_the_corners_are_those_of_the_cloth(corners: Array, cloth: tuple[int, ...]) -> None:
    found = find_outline(table(corners, cloth))
    assert found is not None
    assert off(np.array(found), corners) < 0.05


def arm(picture: Picture) -> None:
    cv2.line(picture, (1279, 300), (780, 380), (150, 40, 160), 70)


def cup(picture: Picture) -> None:
    cv2.circle(picture, (890, 500), 45, (240, 240, 240), -1)


def checked(picture: Picture) -> None:
    for x in range(400, 880, 24):
        for y in range(50, 680, 24):
            picture[y : y + 12, x : x + 12] = (picture[y : y + 12, x : x + 12] * 0.75).astype(np.uint8)


@pytest.mark.parametrize("disturb", [arm, cup, checked])
def test_what_lies_over_an_edge_leaves_its_place(disturb: Callable[[Picture], None]) -> None:
    picture = table(FLAT, GREEN)
    disturb(picture)
    found = find_outline(picture)
    assert found is not None
    assert off(np.array(found), FLAT) < 0.05


@pytest.mark.parametrize(
    "picture",
    [
        np.full((720, 1280, 3), 90, np.uint8),
        np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8),
        table(FLAT - [900, 0], GREEN),  # most of it lies outside the picture
        table((FLAT - [640, 360]) * 0.2 + [300, 300], GREEN),  # a box beside the middle
        np.zeros((9, 16, 3), np.uint8),
        90 + np.random.default_rng(24).integers(0, 3, (270, 480, 3), np.uint8),
    ],
    ids=["grey", "noise", "half", "small", "tiny", "a sensor's noise"],
)
def test_no_outline_is_made_up(picture: Picture) -> None:
    assert find_outline(picture) is None


@pytest.mark.long
def test_most_rendered_tables_are_found() -> None:
    found, drawn = [], sources(None)
    for seed in range(740, 764):
        end = random_end(np.random.default_rng(seed), drawn, most_tilt=0.3)
        outline = find_outline(end.scene.image)
        turns = [np.roll(end.corners, turn, axis=0) for turn in range(4)]  # any side may be the nearest one
        found.append(outline is not None and min(off(np.array(outline), turned) for turned in turns) < 0.08)
    assert sum(found) >= 18
