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
from webui.table.play import Claim, ClaimWin, Deal, Given, Play, PutAway, Start
from webui.table.session import Session
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
def session(box: Simulator, tmp_path: Path) -> Session:
    log = tmp_path / "box.log"
    return Session(Link(search(box.address, drivers()), log=log), log)


@pytest.fixture
def table(answers: Any, session: Session, tmp_path: Path) -> Iterator[Table]:
    """A table with box and camera."""
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera/a.png"), np.full((480, 1280, 3), 90, np.uint8))
    table = Table(answers, camera=Camera(str(tmp_path / "camera")), session=session)
    table.start()
    assert table.feed
    assert table.feed.camera.wait(0, 5)
    assert session.box
    wait(lambda: session.box and session.box.state().phase == "connected")
    yield table
    table.stop()


def lit(box: Simulator, lamp: str) -> list[int]:
    return [n for (name, n), state in box.box.lamps.items() if name == lamp and state == "on"]


def test_a_win_button_has_the_hand_read_judged_and_its_lamp_lit(table: Table, box: Simulator) -> None:
    session = table.session
    wait(lambda: lit(box, "dealer") == [1] and lit(box, "wind") == [1])
    table.do(Deal(6, 2))
    box.press(3, ("win",))
    wait(lambda: session.play.claim and session.play.claim.hand)
    (hand,) = table.hands.all()
    assert hand.photo
    assert (hand.laid.won.seat, hand.laid.won.round) == ("S", "S")
    assert session.play.claim == Claim(3, hand=hand.id)
    assert not lit(box, "accepted")  # whether it was drawn or discarded is not known
    table.do(Given(4))
    assert session.play.claim == Claim(3, giver=4, hand=hand.id, verdict="accepted")
    kept = table.hands.get(hand.id)
    assert kept
    assert (kept.laid.won.self_draw, kept.laid.won.discarder) == (False, "W")
    wait(lambda: lit(box, "accepted") == [3] and lit(box, "dealer") == [2] and lit(box, "wind") == [2])
    table.change(kept.id, Move(("w",), "a"), kept.version)
    wait(lambda: not lit(box, "accepted"))
    box.press(1, ("start",))
    wait(lambda: lit(box, "dealer") == [3])
    assert session.play.claim is None


def test_a_hand_that_does_not_win_is_refused(
    table: Table, box: Simulator, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("concealed", "123456789s12p1mE"), ("winning", "9p")))
    box.press(2, ("win",))
    wait(lambda: table.hands.all())
    table.do(Given(2))
    wait(lambda: lit(box, "refused") == [2])
    table.do(PutAway())
    wait(lambda: not lit(box, "refused"))


def test_a_doubtful_reading_lights_no_lamp(table: Table, answers: Any, reading: Callable[..., Reading]) -> None:
    answers.reading = reading(doubts=(Doubt(3, "hardly-seen"),))
    table.do(ClaimWin(2))
    wait(lambda: table.hands.all())
    table.do(Given(2))
    claim = table.session.play.claim
    assert claim
    assert (claim.giver, claim.verdict) == (2, "")
    hand = table.hands.all()[0]
    table.change(hand.id, Confirm((0,)), hand.version)
    assert table.session.play.claim == Claim(2, 2, hand.id, "", "accepted")


def test_a_bare_table_in_sight_is_said(table: Table, answers: Any, reading: Callable[..., Reading]) -> None:
    answers.reading = reading(())
    table.do(ClaimWin(2))
    wait(lambda: table.session.play.claim and table.session.play.claim.trouble)
    assert table.session.play.claim
    assert "No tiles lie in sight" in table.session.play.claim.trouble
    assert table.hands.all() == []


def test_without_a_camera_the_hand_is_asked_for(answers: Any) -> None:
    table = Table(answers)
    table.do(ClaimWin(2))
    wait(lambda: table.session.play.claim and "There is no camera" in table.session.play.claim.trouble)
    table.do(Given(2))
    hand = table.lay(lambda: np.zeros((480, 1280, 3), np.uint8), chair=2)
    assert hand.laid.won.self_draw
    assert table.session.play.claim == Claim(2, 2, hand.id, "", "accepted")


def test_a_hand_of_another_chair_is_not_the_one_that_was_claimed(answers: Any) -> None:
    table = Table(answers)
    table.do(ClaimWin(2))
    hand = table.lay_blank(chair=3)
    assert hand.laid.won.seat == "W"
    assert table.session.play.claim
    assert not table.session.play.claim.hand


def test_dice_and_calls_arrive_while_the_cable_is_pulled_about(table: Table, box: Simulator) -> None:
    box.happen(Dice(1, 1, (3, 4)))
    box.unplug(0.1)
    box.happen(Dice(2, 3, (1, 1)))
    box.press(4, ("win", "start"))
    wait(lambda: table.session.play.calls == (4,))
    assert table.session.play.opening
    assert not table.session.play.claim
    wait(lambda: lit(box, "referee") == [4])


def test_an_event_counts_once() -> None:
    session = Session()
    event = Event(datetime.now(UTC), "sim", 1, 7, Button(2, ("referee",), "short"))
    session.hear(event)
    version = session.version
    session.hear(event)
    assert session.version == version
    session.hear(replace(event, session=2, message=Button(3, ("referee",), "short")))
    assert session.play.calls == (2, 3)


def test_a_sitting_without_a_box_starts_and_stops() -> None:
    session = Session()
    session.start()
    assert session.do(Start()) == session.play != Play()
    session.stop()
    assert session.stopped
