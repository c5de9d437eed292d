"""Changes between two pictures, distinguished from noise, lighting and moves of the camera."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.image import Picture
from vision.live.motion import (
    SIDE,
    aligned,
    blended,
    changed_crops,
    changes,
    grey_crops,
    identical,
    intrudes,
    parts,
    quad_mask,
    thumbnail,
)

SKIN = (95, 125, 190)


@lru_cache
def table(seed: int = 0, noise: float = 2.0, light: float = 1.0) -> Picture:
    """Return a green cloth with two rows of pale tiles, filmed at 1280 x 720."""
    drawn = np.full((720, 1280, 3), (60, 120, 40), np.uint8)
    for n in range(14):
        for y in (300, 480):
            drawn[y : y + 70, 150 + 64 * n : 200 + 64 * n] = (215, 225, 230)
            cv2.putText(drawn, "ABCDEFGHIJKLMN"[n], (158 + 64 * n, y + 55), 0, 1.4, (40, 30, 150), 5)
    rng = np.random.default_rng(seed)
    picture = drawn * np.float32(light) + rng.normal(0, noise, drawn.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def quads(count: int = 14) -> np.ndarray:
    left = 150 + 64 * np.arange(count)[:, None]
    return np.stack([left + [0, 50, 50, 0], np.broadcast_to([300, 300, 370, 370], (count, 4))], axis=2).astype(float)


def changed(before: Picture, now: Picture) -> int:
    return int(changes(thumbnail(before), thumbnail(now)).sum())


@pytest.mark.parametrize("noise", [2.0, 10.0])
def test_noise_is_no_change(noise: float) -> None:
    assert changed(table(1, noise), table(2, noise)) == 0


def test_light_and_white_balance_are_no_change() -> None:
    before = table()
    assert changed(before, table(1, light=0.7)) == 0
    assert changed(before, table(1, light=1.1)) == 0
    bands = table(1) * (1 + 0.15 * np.sin(np.arange(720) / 90))[:, None, None]
    assert changed(before, np.clip(bands, 0, 255).astype(np.uint8)) == 0
    warm = np.clip(table(1) * np.array([0.93, 1.0, 1.05]), 0, 255).astype(np.uint8)
    assert changed(before, warm) == 0


def test_a_soft_shadow_is_no_change() -> None:
    shade = np.ones((720, 1280), np.float32)
    cv2.circle(shade, (500, 400), 150, 0.72, -1)
    shadowed = table(1) * cv2.GaussianBlur(shade, (0, 0), 20)[:, :, None]
    assert changed(table(), shadowed.astype(np.uint8)) == 0


@pytest.mark.parametrize("colour", [SKIN, (60, 75, 110), (30, 30, 30), (240, 240, 240)])
def test_a_finger_is_a_change(colour: tuple[int, int, int]) -> None:
    fingered = table(1).copy()
    cv2.line(fingered, (420, 720), (420, 350), colour, 24)
    seen = changes(thumbnail(table()), thumbnail(fingered))
    assert seen.sum() > 300
    rows, columns = np.nonzero(seen)
    assert abs(np.median(columns) * 4 - 420) < 12
    assert rows.max() == seen.shape[0] - 1


def test_the_size_of_a_thumbnail() -> None:
    view = thumbnail(table())
    assert view.luminance.shape == (180, SIDE)
    assert view.scale == SIDE / 1280
    assert thumbnail(np.zeros((90, 2, 3), np.uint8)).luminance.shape == (90, 8)
    assert changes(view, thumbnail(np.zeros((90, 20, 3), np.uint8))).all()


def test_identical_pictures() -> None:
    assert identical(thumbnail(table(1)), thumbnail(table(1)))
    assert not identical(thumbnail(table(1)), thumbnail(table(2)))


@pytest.mark.parametrize("shift", [(9, -6), (24, 14), (-40, 25)])
def test_a_move_of_the_camera_is_aligned(shift: tuple[int, int]) -> None:
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    moved = np.asarray(cv2.warpAffine(table(1), move, (1280, 720), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    before, now = thumbnail(table()), thumbnail(moved)
    luminance = before.luminance.copy()
    made_good = aligned(before, now)
    assert made_good is not None
    assert changes(made_good, now).sum() < 0.3 * changes(before, now).sum()
    assert (before.luminance == luminance).all()


def test_another_scene_cannot_be_aligned() -> None:
    other = np.random.default_rng(1).integers(0, 255, (45, 80, 3)).astype(np.uint8)
    elsewhere = np.asarray(cv2.resize(other, (1280, 720), interpolation=cv2.INTER_NEAREST), np.uint8)
    assert aligned(thumbnail(table()), thumbnail(elsewhere)) is None


def test_an_arm_reaches_in_and_a_cup_does_not() -> None:
    view = thumbnail(table())
    zone = quad_mask(quads(), 0.5, view)
    arm, cup = np.zeros((2, 180, 320), np.uint8)
    cv2.line(arm, (100, 179), (100, 85), 1, 8)
    cv2.circle(cup, (100, 100), 9, 1, -1)
    for thing, outside in ((arm, True), (cup, False)):
        assert [part.outside for part in parts(thing > 0)] == [outside]
        assert intrudes(thing > 0, zone, 20)
    assert not intrudes(cup > 0, zone, 400)
    assert not intrudes(arm > 0, np.roll(zone, 150, axis=1) & (np.arange(320) > 220), 20)


def test_parts_are_joined_across_narrow_gaps_alone() -> None:
    mask = np.zeros((180, 320), bool)
    for left in (100, 123, 160):
        mask[50:70, left : left + 20] = True
    assert sorted(part.mask.any(axis=0).sum() for part in parts(mask)) == [20, 43]


def test_a_blend_takes_each_pixel_from_one_of_two_thumbnails() -> None:
    before, now = thumbnail(table()), thumbnail(table(1, light=0.5))
    left = np.zeros((180, 320), bool)
    left[:, :160] = True
    mixed = blended(before, now, left)
    assert (mixed.pixels[left] == now.pixels[left]).all()
    assert (mixed.luminance[~left] == before.luminance[~left]).all()
    assert blended(before, now, ~(left & False)) is now


@pytest.mark.parametrize("noise", [1.0, 6.0])
def test_an_exchanged_tile_changes_its_crop(noise: float) -> None:
    before = grey_crops(table(1, noise), quads())
    assert not changed_crops(before, grey_crops(table(2, noise), quads())).any()
    assert not changed_crops(before, grey_crops(table(2, noise, 0.75), quads())).any()
    other = table(3, noise).copy()
    other[300:370, 150 + 64 * 4 : 200 + 64 * 4] = other[300:370, 150 + 64 * 5 : 200 + 64 * 5]
    assert np.flatnonzero(changed_crops(before, grey_crops(other, quads()))).tolist() == [4]
    assert len(changed_crops(before[:0], before[:0])) == 0
