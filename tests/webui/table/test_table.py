"""One table with camera and box: what is claimed is read, judged and shown by lamps."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.link import Link
from device.ports import drivers, search
from device.protocol import Dice
from device.simulator import Simulator
from tests.waiting import PATIENCE, until
from tests.webui.shots import as_jpeg
from vision.live.camera import Camera
from vision.reading import Doubt, Reading
from webui.hand.edits import Confirm, Move, SetCircumstances
from webui.hand.state import Circumstances
from webui.rig.live_hand import ClaimWin, Deal, Given, WinClaim, WithdrawClaim
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice
from webui.serializers.scoring import worth_json
from webui.table.claims import tell_hands
from webui.table.table import Table


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Simulator]:
    with Simulator(tmp_path / "box") as simulator:  # under this name also when it is plugged in again
        yield simulator


@pytest.fixture
def session(box: Simulator, tmp_path: Path) -> LiveHandStore:
    log = tmp_path / "box.log"
    return LiveHandStore(Link(search(box.address, drivers()), log=log), log)


@pytest.fixture
def table(answers: Any, session: LiveHandStore, tmp_path: Path) -> Iterator[Table]:
    """A table with box and camera."""
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera/a.png"), np.full((480, 1280, 3), 90, np.uint8))
    table = Table(answers, camera=Camera(str(tmp_path / "camera")), session=session)
    table.start()
    assert table.equipment.feed
    assert table.equipment.feed.camera.wait(0, PATIENCE)
    assert session.box
    until(lambda: session.box and session.box.state().phase == "connected")
    yield table
    table.stop()


def claimed(table: Table) -> WinClaim:
    """The one claim there is."""
    (claim,) = table.session.play.claims
    return claim


def lit(box: Simulator, lamp: str) -> list[int]:
    return [n for (name, n), state in box.box.lamps.items() if name == lamp and state == "on"]


def test_a_win_button_has_the_hand_read_judged_and_its_lamp_lit(table: Table, box: Simulator) -> None:
    session = table.session
    until(lambda: lit(box, "dealer") == [1] and lit(box, "wind") == [1])
    table.talk.do(Deal(6, 2))
    box.press(3, ("win",))
    until(lambda: session.play.claims and claimed(table).legal is not None)
    (hand,) = table.hands.all()
    assert hand.photo
    assert (hand.laid.won.seat, hand.laid.won.round) == ("S", "S")
    assert hand.laid.won.sources == {"seat": "table box", "round": "play"}
    assert claimed(table) == WinClaim(3, hand.id, legal=True, by="table box")
    assert session.play.verdict(3) == ""
    assert not lit(box, "accepted")  # whether it was drawn or discarded is not known
    table.talk.do(Given(4))
    assert (session.play.giver, session.play.verdict(3)) == (4, "accepted")
    kept = table.hands.get(hand.id)
    assert kept
    assert (kept.laid.won.self_draw, kept.laid.won.discarder) == (False, "W")
    assert kept.laid.won.sources["self_draw"] == "play"
    until(lambda: lit(box, "accepted") == [3] and lit(box, "dealer") == [2] and lit(box, "wind") == [2])
    table.change(kept.id, Move(("w",), "a"), kept.version)
    until(lambda: not lit(box, "accepted"))
    box.press(1, ("start",))
    until(lambda: lit(box, "dealer") == [3])
    assert session.play.claims == ()


def test_a_hand_that_does_not_win_is_refused(
    table: Table, box: Simulator, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("concealed", "123456789s12p1mE"), ("winning", "9p")))
    box.press(2, ("win",))
    until(lambda: table.hands.all())
    table.talk.do(Given(2))
    until(lambda: lit(box, "refused") == [2])
    table.talk.do(WithdrawClaim())
    until(lambda: not lit(box, "refused"))


def test_a_doubtful_reading_lights_no_lamp(table: Table, answers: Any, reading: Callable[..., Reading]) -> None:
    answers.reading = reading(doubts=(Doubt(3, "hardly-seen"),))
    table.talk.do(ClaimWin(2))
    until(lambda: claimed(table).hand)
    table.talk.do(Given(2))
    assert (table.session.play.giver, table.session.play.verdict(2)) == (2, "")
    hand = table.hands.all()[0]
    table.change(hand.id, Confirm((0,)), hand.version)
    assert claimed(table) == WinClaim(2, hand.id, legal=True)
    assert (table.session.play.giver, table.session.play.verdict(2)) == (2, "accepted")


def test_an_edit_keeps_a_discarder_whom_its_hand_was_not_told_yet(table: Table) -> None:
    table.talk.do(ClaimWin(2))
    until(lambda: claimed(table).legal)
    hand = table.hands.all()[0]
    table.session.do(Given(4))  # the hands are told next
    hand = table.change(hand.id, Move(("w",), "a"), hand.version) or hand
    assert table.session.play.giver == 4
    tell_hands(table.session, table.hands)
    told = table.hands.get(hand.id)
    assert told
    assert told.laid.won.discarder == table.session.play.wind_of(4)
    edited = replace(told.laid.won, self_draw=None, discarder=None)
    table.change(hand.id, SetCircumstances(edited), told.version)
    assert table.session.play.giver == 0  # who edits the discarder itself unsets it


def test_no_lamp_is_lit_while_the_right_to_declare_depends_on_what_nobody_said(
    answers: Any, reading: Callable[..., Reading]
) -> None:
    """Self-drawn by South in the East round the hand is worth 6 points, and 13 on the replacement tile of its kong."""
    answers.reading = reading(
        (("pung", "EEE"), ("concealed-kong", "1111m"), ("concealed", "234p55s67s"), ("winning", "8s"))
    )
    table = Table(answers)
    table.talk.do(ClaimWin(2))
    table.talk.do(Given(2))
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)), chair=2)
    assert hand.outcome.assessment
    assert hand.outcome.assessment.open == ("kong",)
    assert (claimed(table).legal, table.session.play.verdict(2)) == (None, "")
    said = table.change(hand.id, SetCircumstances(replace(hand.laid.won, kong=False)), hand.version)
    assert said
    assert said.outcome.lifting
    assert worth_json(said.outcome).legal is None  # what the camera sees is shown by it
    assert (claimed(table).legal, table.session.play.verdict(2)) == (None, "")  # it may have been the last tile
    won = replace(said.laid.won, ruled_out=tuple(chain(*said.outcome.lifting)))
    said = table.change(hand.id, SetCircumstances(won), said.version)
    assert said
    assert table.session.play.verdict(2) == "refused"
    table.change(hand.id, SetCircumstances(replace(won, kong=True)), said.version)
    assert table.session.play.verdict(2) == "accepted"


def test_the_winds_of_the_chair_that_a_camera_sees_are_known_once_somebody_deals(
    answers: Any, reading: Callable[..., Reading]
) -> None:
    table, seen = Table(answers), replace(reading(), chair=2)
    assert table.intake.circumstances(seen) == Circumstances()
    table.talk.do(Deal(5, 1))
    assert (table.intake.circumstances(seen).seat, table.intake.circumstances(seen).sources) == (
        "S",
        {"seat": "camera", "round": "play"},
    )
    table.talk.do(ClaimWin(2))
    table.talk.do(Given(3))
    assert (table.intake.circumstances(seen).discarder, table.intake.circumstances(seen).sources["seat"]) == (
        "W",
        "play",
    )
    assert table.intake.circumstances(seen, chair=4).seat == "N"  # what somebody says goes before what the camera sees


def test_a_bare_table_in_sight_is_said(table: Table, answers: Any, reading: Callable[..., Reading]) -> None:
    answers.reading = reading(())
    table.talk.do(ClaimWin(2))
    until(lambda: claimed(table).trouble)
    assert claimed(table).trouble == Notice("no-tiles")
    assert table.hands.all() == []


def test_without_a_camera_the_hand_is_asked_for(answers: Any) -> None:
    table = Table(answers)
    table.talk.do(ClaimWin(2))
    until(lambda: claimed(table).trouble == Notice("no-camera"))
    table.talk.do(Given(2))
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)), chair=2)
    assert hand.laid.won.self_draw
    assert claimed(table) == WinClaim(2, hand.id, legal=True)
    assert (table.session.play.giver, table.session.play.verdict(2)) == (2, "accepted")


def test_a_hand_of_another_chair_is_not_the_one_that_was_claimed(answers: Any) -> None:
    table = Table(answers)
    table.talk.do(ClaimWin(2))
    hand = table.intake.blank(chair=3)
    assert hand.laid.won.seat == "W"
    assert not claimed(table).hand


def test_two_claims_of_one_discard_stand_until_it_is_known_who_discarded(table: Table, box: Simulator) -> None:
    box.press(4, ("win",))
    until(lambda: table.session.play.claim_of(4))
    box.press(3, ("win",))
    until(lambda: len(table.hands.all()) == 2 and all(claim.hand for claim in table.session.play.claims))
    assert [claim.chair for claim in table.session.play.claims] == [4, 3]
    assert not lit(box, "accepted")
    table.talk.do(Given(2))
    assert table.session.play.winner == 3
    until(lambda: lit(box, "accepted") == [3])
    for claim in table.session.play.claims:
        hand = table.hands.get(claim.hand)
        assert hand
        assert (hand.laid.won.self_draw, hand.laid.won.discarder) == (False, "S")
    table.talk.do(WithdrawClaim(3))
    until(lambda: lit(box, "accepted") == [4])


def test_who_discarded_said_on_one_hands_page_holds_for_all_who_claim_the_tile(answers: Any) -> None:
    table = Table(answers)
    hands = {}
    for chair in (4, 3):
        table.talk.do(ClaimWin(chair))
        hands[chair] = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)), chair)
    won = replace(hands[4].laid.won, discarder="S")
    table.change(hands[4].id, SetCircumstances(won), hands[4].version)
    assert (table.session.play.giver, table.session.play.winner) == (2, 3)
    other = table.hands.get(hands[3].id)
    assert other
    assert other.laid.won.discarder == "S"
    drawn = table.change(
        other.id, SetCircumstances(replace(other.laid.won, self_draw=True, discarder=None)), other.version
    )
    assert drawn
    assert (table.session.play.giver, table.session.play.winner) == (3, 3)
    newest = table.hands.get(hands[4].id)
    assert newest
    assert newest.laid.won.discarder is None
    table.change(newest.id, Move(("w",), "a"), newest.version)  # a hand that does not count decides nothing
    assert table.session.play.giver == 3


def test_a_claim_that_cannot_stand_has_no_hand_read(answers: Any) -> None:
    table = Table(answers)
    for act in (ClaimWin(1), Given(1), ClaimWin(4)):
        table.talk.do(act)
    assert [claim.chair for claim in table.session.play.claims] == [1]
    until(lambda: claimed(table).trouble)
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "claim"])


def test_who_gave_the_tile_is_not_forgotten_while_the_hand_is_read(answers: Any) -> None:
    table = Table(answers)
    table.talk.do(ClaimWin(2))

    def late() -> bytes:
        table.talk.do(Given(1))
        return as_jpeg(np.zeros((480, 1280, 3), np.uint8))

    hand = table.intake.from_upload(late, chair=2)
    assert hand.laid.won.discarder == "E"
    assert table.session.play.verdict(2) == "accepted"


def test_dice_and_calls_arrive_while_the_cable_is_pulled_about(table: Table, box: Simulator) -> None:
    box.happen(Dice(1, 1, (3, 4)))
    box.unplug(0.1)
    box.happen(Dice(2, 3, (1, 1)))
    box.press(4, ("win", "start"))
    until(lambda: table.session.play.calls == (4,))
    assert table.session.play.opening
    assert not table.session.play.claims
    until(lambda: lit(box, "referee") == [4])
