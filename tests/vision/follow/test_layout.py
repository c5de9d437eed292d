"""Walls under a camera, and the square of the play that they tell where the corners are wrong."""

import cv2
import numpy as np
import pytest

from vision.follow.layout import play_square
from vision.geometry.plane import FOCAL
from vision.quads import Array

SIZE = (1280, 720)
TILE = np.array([30.5, 41.0])
"""Width and length of a tile in millimetres."""
SIDE = 900.0
"""Side of the playing surface in millimetres."""
RING = 300.0
"""Distance of the walls from the middle."""
HIGH = 44.0
"""Height of a wall."""
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
"""Corners of the table in its own units."""


def pixels(points: Array, tilt: float, turn: float = 2.0) -> Array:
    """Return pixels (..., 2) of points (..., 3) in millimetres from the middle of the table.

    Args:
        points: x to the right of seat 1, y away from it, z upwards.
        tilt: Degrees of the camera's line of sight from straight down.
        turn: Degrees by which the camera hangs askew.
    """
    lean, askew = np.radians(tilt), np.radians(turn)
    right = np.array([np.cos(askew), np.sin(askew), 0.0])
    ahead = np.array([-np.sin(askew), np.cos(askew), 0.0])
    sight = np.sin(lean) * ahead + np.cos(lean) * np.array([0.0, 0.0, -1.0])
    down = np.cross(sight, right)
    seen = points + 1600.0 * sight
    deep = seen @ sight
    flat = np.stack([seen @ right, seen @ down], axis=-1) / deep[..., None]
    return np.asarray(flat * FOCAL * SIZE[0] + np.array(SIZE) / 2, np.float64)


def table(tilt: float, half: float = SIDE / 2, towards: tuple[float, float] = (0, 0)) -> Array:
    """Return the corners of a square around the middle, or a little aside, in the order of a calibration's."""
    flat = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + towards
    return pixels(np.column_stack([flat, np.zeros(4)]), tilt)


def stacks(counts: tuple[int, int, int, int], tilt: float, ring: float = RING) -> Array:
    """Return the quads of the tops of the walls before seats 1 to 4, as many stacks each as are left."""
    quads = []
    across, deep = TILE / 2
    corners = np.array([[-across, -deep], [across, -deep], [across, deep], [-across, deep]])
    for seat, count in enumerate(counts):
        angle = np.pi / 2 * seat
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        for k in range(count):
            at = np.array([-ring + deep + TILE[0] * (0.5 + k), -ring])
            quads.append(np.column_stack([(corners + at) @ turn.T, np.full(4, HIGH)]))
    lying = pixels(np.array(quads).reshape(-1, 4, 3), tilt)
    return lying + np.random.default_rng(3).normal(0, 0.3, lying.shape)


def behind(tilt: float) -> Array:
    """Return quads of the backs of the hand that stands opposite, as an oblique camera sees them."""
    quads = []
    for k in range(13):
        x = -200.0 + 30.5 * k
        quads.append([[x, 385, 41], [x + 30.5, 385, 41], [x + 30.5, 385, 0], [x, 385, 0]])
    return pixels(np.array(quads, np.float64), tilt)


def off(found: Array | None, tilt: float) -> float:
    """Return the largest distance of a corner from the playing surface's, in sides of it."""
    assert found is not None
    flat = cv2.getPerspectiveTransform(table(tilt).astype(np.float32), UNIT.astype(np.float32))
    placed = cv2.perspectiveTransform(found[None], flat)[0]
    return float(np.abs(placed - UNIT).max())


DEALT = ((18, 12, 0, 16), (5, 18, 18, 5), (18, 18, 18, 18), (0, 17, 17, 8))
"""Stacks left in the walls: after deals, and before one."""


@pytest.mark.parametrize("tilt", [0.0, 15.0, 30.0])
@pytest.mark.parametrize("counts", DEALT)
def test_corners_that_leave_room_for_the_hands_stay(counts: tuple[int, int, int, int], tilt: float) -> None:
    assert play_square(stacks(counts, tilt), SIZE, table(tilt)) is None


@pytest.mark.parametrize("tilt", [0.0, 15.0, 30.0])
@pytest.mark.parametrize("counts", DEALT)
@pytest.mark.parametrize("half", [580.0, 260.0], ids=["a dining table's", "the inside of the walls"])
def test_wrong_corners_give_way_to_the_square_around_the_walls(
    counts: tuple[int, int, int, int], tilt: float, half: float
) -> None:
    assert off(play_square(stacks(counts, tilt), SIZE, table(tilt, half)), tilt) < 0.05


def test_one_corner_that_was_dragged_wrong_is_seen() -> None:
    corners = table(10.0)
    corners[1] = corners[1] * 0.6 + corners.mean(axis=0) * 0.4
    assert off(play_square(stacks((18, 18, 18, 18), 10.0), SIZE, corners), 10.0) < 0.05


def test_a_hand_that_stands_opposite_is_no_wall() -> None:
    backs = np.concatenate([stacks((18, 14, 0, 10), 34.0), behind(34.0)])
    assert off(play_square(backs, SIZE, table(34.0, 260.0, (0, -30))), 34.0) < 0.08


def test_the_seats_stay_where_the_corners_have_them() -> None:
    corners = np.roll(table(0.0, 580.0), -1, axis=0)
    found = play_square(stacks((18, 18, 18, 18), 0.0), SIZE, corners)
    assert found is not None
    assert np.abs(found - np.roll(table(0.0), -1, axis=0)).max() < 30


@pytest.mark.parametrize(
    "counts", [(0, 0, 0, 0), (18, 0, 0, 18), (18, 0, 18, 0), (4, 4, 4, 4)], ids=["none", "beside", "opposite", "few"]
)
def test_walls_that_form_no_square_tell_nothing(counts: tuple[int, int, int, int]) -> None:
    backs = stacks(counts, 0.0) if any(counts) else np.zeros((0, 4, 2))
    assert play_square(backs, SIZE, table(0.0, 580.0)) is None


def test_tiles_that_are_mixed_tell_nothing() -> None:
    rng = np.random.default_rng(7)
    quads = []
    for x, y, angle in zip(*rng.uniform(-250, 250, (2, 60)), rng.uniform(0, 6.28, 60), strict=True):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        flat = np.array([[-15, -20], [15, -20], [15, 20], [-15, 20]]) @ turn.T + (x, y)
        quads.append(np.column_stack([flat, np.full(4, 22.0)]))
    assert play_square(pixels(np.array(quads), 5.0), SIZE, table(5.0, 600.0)) is None
