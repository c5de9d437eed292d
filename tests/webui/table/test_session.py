"""The hand in play with a table box behind a pseudo-terminal and the link that serves it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.link import Event, Link
from device.ports import drivers, search
from device.protocol import Button, Dice
from device.simulator import Simulator
from vision.live.camera import Camera
from vision.reading import Doubt, Reading
from webui.hand.edits import Confirm, Move
from webui.table.play import Claim, Deal, Given, PutAway, Seats, Start, Won
from webui.table.session import Sitting
from webui.table.table import Table


def wait(true: Callable[[], Any]) -> None:
    end = time.monotonic() + 5
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.fixture
def box() -> Iterator[Simulator]:
    with Simulator() as simulator:
        yield simulator


@pytest.fixture
def sitting(box: Simulator, tmp_path: Path) -> Sitting:
    log = tmp_path / "box.log"
    return Sitting(Link(search(box.address, drivers()), log=log), log)


@pytest.fixture
def table(answers: Any, sitting: Sitting, tmp_path: Path) -> Iterator[Table]:
    """A table with box and camera."""
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera/a.png"), np.full((480, 1280, 3), 90, np.uint8))
    table = Table(answers, camera=Camera(str(tmp_path / "camera")), sitting=sitting)
    table.start()
    assert table.watch
    assert table.watch.camera.wait(0, 5)
    assert sitting.box
    wait(lambda: sitting.box and sitting.box.state().phase == "connected")
    yield table
    table.stop()


def lit(box: Simulator, lamp: str) -> list[int]:
    return [n for (name, n), state in box.box.lamps.items() if name == lamp and state == "on"]


def test_a_win_button_has_the_hand_read_judged_and_its_lamp_lit(table: Table, box: Simulator) -> None:
    sitting = table.sitting
    wait(lambda: lit(box, "dealer") == [1] and lit(box, "wind") == [1])
    sitting.do(Deal(6, 2))
    box.press(3, ("win",))
    wait(lambda: sitting.seats.claim and sitting.seats.claim.hand)
    (hand,) = table.hands()
    assert hand.photo
    assert (hand.laid.won.seat, hand.laid.won.round) == ("S", "S")
    assert sitting.seats.claim == Claim(3, hand=hand.id)
    assert not lit(box, "accepted")  # whether it was drawn or discarded is not known
    sitting.do(Given(4))
    assert sitting.seats.claim == Claim(3, giver=4, hand=hand.id, verdict="accepted")
    kept = table.hand(hand.id)
    assert kept
    assert (kept.laid.won.self_draw, kept.laid.won.discarder) == (False, "W")
    wait(lambda: lit(box, "accepted") == [3] and lit(box, "dealer") == [2] and lit(box, "wind") == [2])
    table.change(kept.id, Move(("w",), "a"), kept.version)
    wait(lambda: not lit(box, "accepted"))
    box.press(1, ("start",))
    wait(lambda: lit(box, "dealer") == [3])
    assert sitting.seats.claim is None


def test_a_hand_that_does_not_win_is_refused(
    table: Table, box: Simulator, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("concealed", "123456789s12p1mE"), ("winning", "9p")))
    box.press(2, ("win",))
    wait(lambda: table.hands())
    table.sitting.do(Given(2))
    wait(lambda: lit(box, "refused") == [2])
    table.sitting.do(PutAway())
    wait(lambda: not lit(box, "refused"))


def test_a_doubtful_reading_lights_no_lamp(table: Table, answers: Any, reading: Callable[..., Reading]) -> None:
    answers.reading = reading(doubts=(Doubt(3, "hardly-seen"),))
    table.sitting.do(Won(2))
    wait(lambda: table.hands())
    table.sitting.do(Given(2))
    claim = table.sitting.seats.claim
    assert claim
    assert (claim.giver, claim.verdict) == (2, "")
    hand = table.hands()[0]
    table.change(hand.id, Confirm((0,)), hand.version)
    assert table.sitting.seats.claim == Claim(2, 2, hand.id, "", "accepted")


def test_a_bare_table_in_sight_is_said(table: Table, answers: Any, reading: Callable[..., Reading]) -> None:
    answers.reading = reading(())
    table.sitting.do(Won(2))
    wait(lambda: table.sitting.seats.claim and table.sitting.seats.claim.trouble)
    assert table.sitting.seats.claim
    assert "No tiles lie in sight" in table.sitting.seats.claim.trouble
    assert table.hands() == []


def test_without_a_camera_the_hand_is_asked_for(answers: Any) -> None:
    table = Table(answers)
    table.sitting.do(Won(2))
    wait(lambda: table.sitting.seats.claim and "There is no camera" in table.sitting.seats.claim.trouble)
    table.sitting.do(Given(2))
    hand = table.lay(lambda: np.zeros((480, 1280, 3), np.uint8), chair=2)
    assert hand.laid.won.self_draw
    assert table.sitting.seats.claim == Claim(2, 2, hand.id, "", "accepted")


def test_a_hand_of_another_chair_is_not_the_one_that_was_claimed(answers: Any) -> None:
    table = Table(answers)
    table.sitting.do(Won(2))
    hand = table.lay_blank(chair=3)
    assert hand.laid.won.seat == "W"
    assert table.sitting.seats.claim
    assert not table.sitting.seats.claim.hand


def test_dice_and_calls_arrive_while_the_cable_is_pulled_about(table: Table, box: Simulator) -> None:
    box.happen(Dice(1, 1, (3, 4)))
    box.unplug(0.1)
    box.happen(Dice(2, 3, (1, 1)))
    box.press(4, ("win", "start"))
    wait(lambda: table.sitting.seats.calls == (4,))
    assert table.sitting.seats.opening
    assert not table.sitting.seats.claim
    wait(lambda: lit(box, "referee") == [4])


def test_an_event_counts_once() -> None:
    sitting = Sitting()
    event = Event(datetime.now(UTC), "sim", 1, 7, Button(2, ("referee",), "short"))
    sitting.hear(event)
    version = sitting.wait(0, 0)[0]
    sitting.hear(event)
    assert sitting.wait(0, 0)[0] == version
    sitting.hear(replace(event, session=2, message=Button(3, ("referee",), "short")))
    assert sitting.seats.calls == (2, 3)


def test_a_sitting_without_a_box_starts_and_stops() -> None:
    sitting = Sitting()
    sitting.start()
    assert sitting.do(Start()) == sitting.seats != Seats()
    sitting.stop()
    assert sitting.stopped
