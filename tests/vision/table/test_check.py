"""The check of a camera's picture: each aspect over the range of what a camera shows."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.builders import SIZE, before, calibrated, camera, evidence, overhead, row
from vision import TileReader, open_image
from vision.table.check import LIMITS, Aspect, Check, check, in_view, tilt_of
from vision.table.markers import as_quad

SAMPLE = "tests/data/hand.jpg"
HAND = row("234m567p234678s55p", y=-40) + row("123m456p789s", y=40)
GREY = np.full((SIZE[1], SIZE[0], 3), 160, np.uint8)


def of(checks: tuple[Check, ...], aspect: Aspect) -> Check:
    (found,) = [each for each in checks if each.aspect == aspect]
    return found


@pytest.mark.parametrize("degrees", [0, 15, 30, 45, 60])
def test_the_angle_is_told_by_the_tiles(degrees: float) -> None:
    found = of(check(GREY, evidence(HAND, 0.0, float(np.radians(degrees)))), "angle")
    assert abs(found.value - degrees) < 8
    assert found.grade == ("good" if degrees < 40 else "fair" if degrees < 50 else "bad")


@pytest.mark.parametrize("degrees", [0, 20, 40])
def test_the_angle_is_told_by_the_corners_of_the_table(degrees: float) -> None:
    calibration = calibrated(camera(0.4, float(np.radians(degrees)), away=1300.0))
    assert abs(tilt_of(np.array(calibration.corners), SIZE) - degrees) < 9  # the lens is not known


@pytest.mark.parametrize(
    ("shift", "share", "grade"), [(0.0, 1.0, "good"), (-0.05, 0.95, "fair"), (-0.5, 0.5, "bad"), (1.5, 0.0, "bad")]
)
def test_how_much_of_the_table_is_in_view(shift: float, share: float, grade: str) -> None:
    corners = np.array([[0, 900], [900, 900], [900, 0], [0, 0]], float) + [shift * 900, 0]
    moved = replace(calibrated(overhead(0.0)), corners=as_quad(corners))
    assert in_view(moved) == pytest.approx(share, abs=0.01)
    assert of(check(GREY, None, moved), "view").grade == grade


@pytest.mark.parametrize(("shining", "grade"), [(0, "good"), (2, "fair"), (8, "bad")])
def test_tiles_that_shine_are_counted(shining: int, grade: str) -> None:
    seen = evidence(HAND)
    seen.glare[:shining] = 0.6
    found = of(check(GREY, seen), "glare")
    assert (found.value, found.grade) == (pytest.approx(shining / len(HAND)), grade)


def test_a_few_faint_finds_tell_nothing_but_the_light() -> None:
    seen = evidence(HAND)
    seen.scores[3:] = 0.3
    checks = check(GREY, seen)
    assert [(each.aspect, each.grade) for each in checks] == [("tiles", "bad"), ("light", "good")]
    assert [each.aspect for each in check(GREY, None)] == ["light"]


def test_a_calibrated_table_says_once_how_it_is_seen() -> None:
    laid = before(1, row("123m456p789sEEEC C"))
    view = overhead(0.2)
    checks = check(GREY, evidence(laid), calibrated(view))
    assert len({each.aspect for each in checks}) == len(checks)


def test_a_photograph_is_good_and_its_faults_are_found() -> None:
    """On a photograph by the networks: as it is, small, out of focus, and in the dark."""
    reader, whole = TileReader(), open_image(SAMPLE)
    faults = {
        "pixels": cv2.resize(whole, None, fx=0.12, fy=0.12, interpolation=cv2.INTER_AREA),
        "sharpness": cv2.GaussianBlur(whole, (0, 0), of(check(whole, reader.detect(whole)), "pixels").value / 12),
        "light": cv2.convertScaleAbs(whole, alpha=0.15),
    }
    assert {each.grade for each in check(whole, reader.detect(whole))} <= {"good"}
    for aspect, picture in faults.items():
        made = np.asarray(picture, np.uint8)
        assert of(check(made, reader.detect(made)), aspect).grade != "good", aspect  # type: ignore[arg-type]


def test_every_limit_goes_from_good_to_fair() -> None:
    assert all(good != fair for good, fair in LIMITS.values())
