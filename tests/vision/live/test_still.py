"""The scene is learnt as it lies still, so that an arm stands out in whatever colour."""

import cv2
import numpy as np
import pytest

from tests.long import long_but
from tests.vision.live.test_motion import SKIN, table
from vision.image import Picture
from vision.live.motion import parts, thumbnail
from vision.live.still import ARM_STAYS, StillScene


def with_arm(picture: Picture, colour: tuple[int, int, int] = SKIN) -> Picture:
    drawn = picture.copy()
    cv2.line(drawn, (420, 720), (420, 400), colour, 60)
    return drawn


def with_tile(picture: Picture) -> Picture:
    drawn = picture.copy()
    cv2.rectangle(drawn, (600, 100), (650, 170), (220, 225, 230), -1)
    return drawn


def watched(*pictures: tuple[Picture, float], pace: float = 0.2) -> tuple[StillScene, float]:
    """Show each picture for some seconds."""
    scene, at = StillScene.of(thumbnail(table()), 0.0), 0.0
    for picture, seconds in pictures:
        for _ in range(round(seconds / pace)):
            at += pace
            scene.update(thumbnail(picture), at)
    return scene, at


@pytest.mark.parametrize("colour", long_but([SKIN], [SKIN, ((60, 75, 110),), ((30, 30, 30),), ((215, 225, 230),)]))
def test_an_arm_of_any_colour_reaches_in_until_it_has_rested_long(colour: tuple[int, int, int]) -> None:
    arm = with_arm(table(1), colour)
    scene, _ = watched((table(2), 1.0), (arm, 3.0))
    assert scene.reaching()[110:, 100:110].mean() > 0.8
    assert not scene.reaching()[:90].any()
    scene, _ = watched((table(2), 1.0), (arm, ARM_STAYS + 1.0))
    assert not scene.reaching().any()


def test_skin_that_has_long_been_there_is_a_table() -> None:
    wooden = np.full((720, 1280, 3), SKIN, np.uint8)
    scene = StillScene.of(thumbnail(wooden), 0.0)
    for n in range(5):
        scene.update(thumbnail(wooden), n / 5)
    assert not scene.reaching().any()


def test_a_tile_put_down_is_learnt_with_the_time_since_when_it_lies() -> None:
    scene, at = watched((table(1), 1.0), (with_arm(with_tile(table(2))), 1.0), (with_tile(table(3)), 1.0))
    lain = scene.placed_at[30:40, 152:160]
    assert ((lain > 1.0) & (lain < at - 0.5)).mean() > 0.8
    assert not np.isfinite(scene.placed_at[70:]).any()  # where the arm was, all is as before
    assert not scene.away.any()


def test_the_place_that_an_arm_leaves_is_no_arm() -> None:
    """It rested there from the start, so what was learnt was the arm."""
    scene = StillScene.of(thumbnail(with_arm(table())), 0.0)
    for n in range(1, 6):
        scene.update(thumbnail(with_arm(table(n))), n / 5)
    scene.update(thumbnail(table(9)), 1.2)
    assert [part.outside for part in parts(scene.away)] == [True]
    assert not scene.reaching().any()


def test_dimmed_light_changes_nothing() -> None:
    scene, _ = watched((table(1), 1.0), (table(2, 2.0, 0.5), 1.0))
    assert not scene.away.any()
    assert not np.isfinite(scene.placed_at).any()


def test_a_knocked_camera_is_followed() -> None:
    move = np.array([[1, 0, 24], [0, 1, -16]], np.float32)
    knocked = np.asarray(cv2.warpAffine(with_tile(table()), move, (1280, 720), borderMode=cv2.BORDER_REPLICATE))
    scene, _ = watched((with_tile(table()), 2.0), (knocked.astype(np.uint8), 1.5))
    assert scene.shifts == 1
    assert np.allclose(scene.shift, (24, -16), atol=3)
    assert np.isfinite(scene.placed_at[25:40, 158:164]).mean() > 0.5  # the time moved with the tile


def test_another_scene_is_learnt_anew() -> None:
    scene = StillScene.of(thumbnail(table()), 0.0)
    other = np.random.default_rng(1).integers(0, 255, (45, 80, 3)).astype(np.uint8)
    elsewhere = np.asarray(cv2.resize(other, (1280, 720), interpolation=cv2.INTER_NEAREST), np.uint8)
    told = [scene.update(thumbnail(elsewhere), 1.0 + n / 5) for n in range(5)]
    assert told.count(False) == 1
    assert not np.isfinite(scene.placed_at).any()
    assert not scene.away.any()
