"""A calibrated table: whose tiles are whose, from any side the camera hangs on."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.builders import SIZE, Laid, camera, certain, quads, row
from vision.evidence import Evidence
from vision.reading import Doubt
from vision.table.calibration import CHAIRS, Calibration, CalibrationError, hand_on_table
from vision.table.markers import as_quad

TOP = 600.0
"""Millimetres of the table's side."""

WIN = "234m2345p234678s 5p"
OTHER = "123m456p789sEEEC C"


def calibrated(view: NDArray[np.float64]) -> Calibration:
    half = TOP / 2
    square = np.array([[-half, -half, 1], [half, -half, 1], [half, half, 1], [-half, half, 1]]) @ view.T
    return Calibration(SIZE, as_quad(square[:, :2] / square[:, 2:]))


def before(chair: int, laid: list[Laid], depth: float = 60.0) -> list[Laid]:
    """Laid so far from the side of a chair."""
    turn = (chair - 1) * np.pi / 2
    c, s = np.cos(turn), np.sin(turn)
    shifted = [(t, t.x, t.y + depth - TOP / 2) for t in laid]
    return [replace(t, x=c * x - s * y, y=s * x + c * y, turn=t.turn + turn) for t, x, y in shifted]


def seen(laid: list[Laid], view: NDArray[np.float64]) -> Evidence:
    down = np.array([tile.down for tile in laid], bool)
    count = len(laid)
    return Evidence(
        SIZE,
        quads(laid, view),
        np.full(count, 0.95),
        down,
        certain(laid),
        np.where(down, 0.0, 1.0),
        np.zeros(count),
        np.zeros(count),
        np.ones(count),
    )


def overhead(side: float, tilt: float = 0.15) -> NDArray[np.float64]:
    return camera(side, tilt, away=1150.0)


def test_places_on_the_table_are_found_in_the_picture_and_back() -> None:
    calibration = calibrated(overhead(0.4))
    corners = calibration.on_table(np.array(calibration.corners))
    np.testing.assert_allclose(corners, [[0, 0], [1, 0], [1, 1], [0, 1]], atol=1e-5)
    places = np.array([[[0.2, 0.3], [0.9, 0.05]]])
    np.testing.assert_allclose(calibration.on_table(calibration.in_picture(places)), places, atol=1e-5)
    assert calibration.on_table(np.zeros((0, 2))).shape == (0, 2)


@pytest.mark.parametrize("chair", CHAIRS)
@pytest.mark.parametrize("side", [0.0, 1.0, np.pi / 2, -2.5])
def test_the_hand_is_read_and_its_chair_known(chair: int, side: float) -> None:
    view = overhead(side)
    others = [n for n in CHAIRS if n != chair]
    table = before(chair, row(WIN))
    table += before(others[0], row("147m258p369sESWN"))  # shown, and no hand
    table += before(others[1], row("_P_P_P_P_P_P_P >1m1m1m"))
    table += before(others[2], row("_P_P_P_P_P_P_P_P_P_P"), 150.0)  # a wall
    table += row("19m19p19sCFP", 0, 30) + row("9m8m7m6m5m4m3m2m1m", 0, -20)  # the pond
    table += [Laid("5m", 0, -TOP / 2 - 60), Laid("C", TOP / 2 + 50, 40)]  # beside the table
    reading = hand_on_table(calibrated(view), seen(table, view))
    assert reading.chair == chair
    assert reading.hand == WIN
    aside = [t for t in reading.tiles if reading.groups[t.group].kind == "aside"]
    assert len(aside) == len(table) - 14
    assert all(n in reading.groups[t.group].tiles for n, t in enumerate(reading.tiles))


def test_without_calibration_the_same_table_leaves_it_open() -> None:
    """The pond is a hand too, where nobody knows that it lies in the middle."""
    from vision.hand.hypotheses import weighed

    view = overhead(0.0)
    table = before(3, row(WIN)) + row("19m19p19sESWNCFP P", 0, 0)
    calibrated_reading = hand_on_table(calibrated(view), seen(table, view))
    assert (calibrated_reading.chair, calibrated_reading.sure) == (3, True)
    assert not weighed(seen(table, view)).sure


def test_melds_at_a_corner_belong_to_the_side_they_lie_along() -> None:
    view = overhead(0.3)
    mine = row(">1m1m1m >9p9p9p 678s55p", 60.0) + row("5p", 215.0)
    table = before(1, mine) + before(2, row(">3s3s3s >C C C".replace(" C", "C"), -190.0))
    calibration = calibrated(view)
    evidence = seen(table, view)
    assert calibration.chairs(evidence).tolist() == [1] * len(mine) + [2] * (len(table) - len(mine))


def test_only_the_hand_of_the_chair_that_is_asked_for_is_read() -> None:
    view = overhead(0.0)
    table = before(1, row(WIN)) + before(4, row(OTHER))
    calibration = calibrated(view)
    for chair, hand in ((1, WIN), (4, OTHER)):
        reading = hand_on_table(calibration, seen(table, view), chair)
        assert (reading.chair, reading.hand, reading.sure) == (chair, hand, True)


def test_two_hands_that_win_are_a_doubt() -> None:
    view = overhead(0.0)
    reading = hand_on_table(calibrated(view), seen(before(1, row(WIN)) + before(4, row(OTHER)), view))
    assert reading.chair == 1
    assert not reading.sure
    assert reading.doubts[-1] == Doubt(None, "whose-hand", {"chairs": (1, 4)})


def test_of_two_hands_the_one_that_wins_is_meant() -> None:
    view = overhead(0.0)
    table = before(1, row("147m258p369sESWN 5p")) + before(3, row(WIN))
    reading = hand_on_table(calibrated(view), seen(table, view))
    assert (reading.chair, reading.sure) == (3, True)


def test_where_no_hand_lies_the_reading_has_none() -> None:
    view = overhead(0.0)
    calibration = calibrated(view)
    nothing = hand_on_table(calibration, seen([], view))
    assert (nothing.tiles, nothing.hand, nothing.chair) == ((), None, 0)
    pond = hand_on_table(calibration, seen(row("19m19p19sESWNCFP P"), view))
    assert (pond.hand, pond.sure) == (None, False)
    assert len(pond.tiles) == 14


def test_a_smaller_picture_of_the_same_camera_is_no_matter() -> None:
    view = overhead(0.0)
    evidence = seen(before(2, row(WIN)), view)
    half = replace(evidence, size=(SIZE[0] // 2, SIZE[1] // 2), quads=evidence.quads / 2)
    assert hand_on_table(calibrated(view), half).chair == 2


@pytest.mark.parametrize(
    ("corners", "kind"),
    [
        (((0, 900), (900, 0), (900, 900), (0, 0)), "corners-crossed"),
        (((0, 0), (900, 0), (900, 900), (0, 900)), "corners-crossed"),
        (((0, 900), (50, 900), (50, 850), (0, 850)), "table-small: share=0.23"),
        (((0, 900), (900, 900), (900, float("nan")), (0, 0)), "corner-outside"),
    ],
)
def test_corners_of_no_table_are_refused(corners: tuple[tuple[float, float], ...], kind: str) -> None:
    with pytest.raises(CalibrationError, match=kind):
        Calibration(SIZE, corners)  # type: ignore[arg-type]


def test_a_side_or_a_depth_that_cannot_be_is_refused() -> None:
    good = calibrated(overhead(0.0))
    with pytest.raises(CalibrationError, match="table-side: side=85"):
        replace(good, side=85.0)
    with pytest.raises(CalibrationError, match=r"zone-depth: depth=0\.7"):
        replace(good, depth=0.7)
