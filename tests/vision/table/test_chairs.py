"""The owner of a hand on a calibrated table, with the camera at any side."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.builders import SIZE, TABLE_SIDE, Laid, before, calibrated, evidence_from, overhead, row
from vision.hand.hypotheses import best_reading
from vision.reading import Doubt
from vision.table.calibration import CHAIRS
from vision.table.chairs import hand_on_table

WIN = "234m2345p234678s 5p"
OTHER = "123m456p789sEEEC C"


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
    table += [Laid("5m", 0, -TABLE_SIDE / 2 - 60), Laid("C", TABLE_SIDE / 2 + 50, 40)]  # beside the table
    reading = hand_on_table(calibrated(view), evidence_from(table, view))
    assert reading.chair == chair
    assert reading.hand == WIN
    aside = [t for t in reading.tiles if reading.groups[t.group].kind == "aside"]
    assert len(aside) == len(table) - 14
    assert all(n in reading.groups[t.group].tiles for n, t in enumerate(reading.tiles))


def test_without_calibration_the_same_table_leaves_it_open() -> None:
    """Check that the pond counts as a hand if its place in the middle is unknown."""
    view = overhead(0.0)
    table = before(3, row(WIN)) + row("19m19p19sESWNCFP P", 0, 0)
    calibrated_reading = hand_on_table(calibrated(view), evidence_from(table, view))
    assert (calibrated_reading.chair, calibrated_reading.sure) == (3, True)
    assert not best_reading(evidence_from(table, view)).sure


def test_only_the_hand_of_the_chair_that_is_asked_for_is_read() -> None:
    view = overhead(0.0)
    table = before(1, row(WIN)) + before(4, row(OTHER))
    calibration = calibrated(view)
    for chair, hand in ((1, WIN), (4, OTHER)):
        reading = hand_on_table(calibration, evidence_from(table, view), chair)
        assert (reading.chair, reading.hand, reading.sure) == (chair, hand, True)


def test_two_hands_that_win_are_a_doubt() -> None:
    view = overhead(0.0)
    reading = hand_on_table(calibrated(view), evidence_from(before(1, row(WIN)) + before(4, row(OTHER)), view))
    assert reading.chair == 1
    assert not reading.sure
    assert reading.doubts[-1] == Doubt(None, "whose-hand", {"chairs": (1, 4)})


def test_of_two_hands_the_one_that_wins_is_meant() -> None:
    view = overhead(0.0)
    table = before(1, row("147m258p369sESWN 5p")) + before(3, row(WIN))
    reading = hand_on_table(calibrated(view), evidence_from(table, view))
    assert (reading.chair, reading.sure) == (3, True)


def test_where_no_hand_lies_the_reading_has_none() -> None:
    view = overhead(0.0)
    calibration = calibrated(view)
    nothing = hand_on_table(calibration, evidence_from([], view))
    assert (nothing.tiles, nothing.hand, nothing.chair) == ((), None, 0)
    pond = hand_on_table(calibration, evidence_from(row("19m19p19sESWNCFP P"), view))
    assert (pond.hand, pond.sure) == (None, False)
    assert len(pond.tiles) == 14


def test_a_smaller_picture_of_the_same_camera_is_no_matter() -> None:
    view = overhead(0.0)
    evidence = evidence_from(before(2, row(WIN)), view)
    half = replace(evidence, size=(SIZE[0] // 2, SIZE[1] // 2), quads=evidence.quads / 2)
    assert hand_on_table(calibrated(view), half).chair == 2


@pytest.mark.parametrize("side", [0.0, 0.8, -2.5])
def test_ponds_are_those_of_their_chairs(side: float) -> None:
    view = overhead(side)
    table = before(3, row(WIN)) + before(1, row("1m5s9pES7s") + row("2p4s", y=-36), 200.0)
    table += before(4, row("8m3p>FW"), 200.0)
    reading = hand_on_table(calibrated(view), evidence_from(table, view))
    assert (reading.chair, reading.hand) == (3, WIN)
    ponds = {pond.chair: "".join(reading.tiles[n].tile or "" for n in pond.tiles) for pond in reading.ponds}
    assert ponds == {1: "1m5s9pES7s2p4s", 4: "8m3pFW"}
    assert [pond.crosswise and reading.tiles[pond.crosswise].tile for pond in reading.ponds] == [None, "F"]
