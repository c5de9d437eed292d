"""Sights of the camera while a match is played: shown at once, stored when they have settled, and put away."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from scoring.match.records import Seated, act_to_dict
from tests.served import make_reading
from tests.uninstalled import uninstalled
from tests.vision.builders import before, calibrated, evidence_from, overhead, row
from tests.webui.cameras import Seeing, read
from vision.live.shot import Shot
from vision.live.tracker import Tracked
from vision.reading import Doubt
from webui.hand.edits import SetGiver, SetWinner
from webui.messages import Messages
from webui.records.store import Storage
from webui.rig.feed import FeedLook
from webui.rig.live_hand import ClaimWin, Given
from webui.rig.rig import Rig
from webui.serializers.live import look_json
from webui.table.table import Table
from webui.table.watching import GONE, UNSEEN

PICTURE = np.zeros((480, 1280, 3), np.uint8)
DOUBT = (Doubt(3, "two-faces", {"face": "4s", "other_face": "6s"}),)
OTHER = (("chow", "123m"), ("concealed", "456789mEEE1p"), ("winning", "1p"))
MORE = (("concealed", "123456789p111s2s"), ("winning", "2s"))
MISREAD = (("chow", "123s"), ("concealed", "456788sCCC9p"), ("winning", "9p"))


def sit(table: Table) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")


def kept(table: Table) -> list[str]:
    """The texts of the stored hands that were not put away, the newest first."""
    return [hand.reading.hand or "" for hand in table.hands.all() if hand.reading]


@pytest.fixture
def camera(table: Table) -> Seeing:
    sit(table)
    return Seeing(table)


EMPTY = make_reading(())


def test_a_hand_is_shown_when_it_is_read_stored_when_it_has_settled_and_goes_with_its_tiles(camera: Seeing) -> None:
    table = camera.table
    assert camera.look("moving") == []
    (laid,) = camera.look("joining", read(doubts=DOUBT))
    assert (laid.settled, laid.stored, laid.hand.open_doubts) == (False, False, [0])
    assert kept(table) == []
    (laid,) = camera.look("settled", read(), 1)
    assert (laid.settled, laid.stored, laid.hand.photo != "") == (True, True, True)
    assert laid.hand.laid.deal == table.session.play.deal
    assert kept(table) == [read().hand]
    assert camera.look("covered", None, UNSEEN - 1) == camera.look("settled", read()) == [laid]
    assert camera.look("settled", EMPTY, GONE - 0.5) == [laid]  # a look that misses it
    assert camera.look("settled", EMPTY, 0.75) == []
    assert kept(table) == []
    assert camera.look("settled", read()) == [laid]  # the same tiles again are the same hand
    assert camera.look("moving", None, UNSEEN + 0.5) == []
    assert table.matches.seen == 1  # nothing was recorded


def test_tiles_that_are_no_whole_hand_are_not_kept(camera: Seeing) -> None:
    waits = make_reading((("concealed", "123456789sCCC9p"),))
    assert camera.look("settled", waits, 1) == []  # discards or a wall may look so
    assert kept(camera.table) == []


def recorded(table: Table, id: str) -> None:
    table.change(id, SetWinner("S"), 1)
    table.change(id, SetGiver("E"), 2)
    table.record({"type": "Won", "winner": "S", "laid": id}, uuid4(), "", "table")


def claimed(table: Table, id: str) -> None:
    table.session.do(ClaimWin(2))
    table.session.settle(2, hand=id)


@pytest.mark.parametrize(
    "taken_up",
    [
        lambda table, id: table.change(id, SetWinner("S"), 1),
        lambda table, id: table.watched.take_up(id),
        recorded,
        claimed,
    ],
    ids=["edited", "opened", "recorded", "claimed"],
)
def test_a_hand_that_a_person_took_up_is_left_alone(camera: Seeing, taken_up: Callable[[Table, str], object]) -> None:
    table = camera.table
    (laid,) = camera.look("settled", read(), 1)
    taken_up(table, laid.hand.id)
    before = table.hands.get(laid.hand.id)
    camera.look("settled", read(MISREAD), GONE + 1)  # neither another reading is put in its place
    shown = camera.look("settled", EMPTY, GONE + 1)  # nor does it go with its tiles, until the deal is over
    assert [each.hand.id for each in shown] == ([] if taken_up is recorded else [laid.hand.id])
    assert table.hands.get(laid.hand.id) == before
    assert len(table.hands.all()) == 1


def test_a_hand_that_waits_to_be_recorded_leaves_the_screen_with_its_deal(camera: Seeing) -> None:
    table = camera.table
    (laid,) = camera.look("settled", read(), 1)
    table.change(laid.hand.id, SetWinner("S"), 1)
    assert camera.look("moving", None, UNSEEN + 1) == camera.look("settled", EMPTY, 10) != []
    (_, other) = camera.look("settled", read(OTHER), 1)
    assert other.hand.laid.concealed != laid.hand.laid.concealed
    table.record({"type": "Drawn"}, uuid4(), "", "table")
    assert camera.look("settled", EMPTY) == []
    assert [hand.id for hand in table.hands.all()] == [other.hand.id, laid.hand.id]
    camera.look("settled", EMPTY, GONE)
    assert [hand.id for hand in table.hands.all()] == [laid.hand.id]


def test_a_hand_that_lay_there_before_counts_as_laid(camera: Seeing) -> None:
    """A tracker that begins anew has not seen it laid down."""
    (laid,) = camera.look("settled", read(), 1)
    assert camera.look("settled", read(), 2 * GONE, laid=False) == [laid]
    assert camera.look("settled", read(OTHER), 2 * GONE, laid=False) == []


def test_a_better_reading_is_put_in_the_place_of_the_stored_one(camera: Seeing) -> None:
    table = camera.table
    (first,) = camera.look("settled", read(doubts=DOUBT), 1)
    (second,) = camera.look("settled", read(), 0.5)
    assert (first.hand.open_doubts, second.hand.open_doubts) == ([0], [])
    assert [hand.id for hand in table.hands.all()] == [second.hand.id]
    assert camera.look("settled", read(doubts=DOUBT), 2 * GONE) == [second]  # a poorer one of the same tiles
    poorer = read(MISREAD, DOUBT)
    assert camera.look("settled", poorer, GONE - 0.5) == [second]  # as in the shadow of an arm
    (third,) = camera.look("settled", poorer, 1)
    assert kept(table) == [poorer.hand] == [third.hand.reading and third.hand.reading.hand]


def test_tiles_that_still_lie_there_are_no_hand_of_the_next_deal(camera: Seeing) -> None:
    table = camera.table
    (laid,) = camera.look("settled", read(), 1)
    table.record({"type": "Won", "winner": "E", "points": 20}, uuid4(), "", "table")  # entered without its tiles
    assert camera.look("settled", read(), 1) == []
    table.record({"type": "Void", "of": table.matches.seen, "reason": "a slip"}, uuid4(), "", "table")
    assert camera.look("settled", read(), 1) == [laid]  # it is played again
    table.record({"type": "Won", "winner": "E", "points": 20}, uuid4(), "", "table")
    camera.look("settled", EMPTY, GONE + 1)
    assert kept(table) == []
    assert camera.look("settled", read(OTHER), 1) == []  # nothing can be dealt yet: it was not read before
    camera.look("moving", None, UNSEEN + 1)
    (other,) = camera.look("settled", read(MORE), 1)
    assert other.hand.laid.deal != laid.hand.laid.deal
    assert kept(table) == [read(MORE).hand]


def test_what_a_person_deletes_is_not_stored_again(camera: Seeing) -> None:
    (laid,) = camera.look("settled", read(), 1)
    camera.table.hands.hide(laid.hand.id, who="Ann")
    assert camera.look("settled", read(), 1) == []
    camera.look("moving", None, UNSEEN + 1)
    assert camera.look("settled", read(), 1) == []
    assert kept(camera.table) == []


def test_the_photo_of_a_phone_and_the_claim_of_a_button_are_the_same_hand(camera: Seeing, answers: Any) -> None:
    table = camera.table
    table.talk.do(ClaimWin(2))
    phone = table.intake.from_reading(PICTURE, read(), 2)
    (laid,) = camera.look("settled", read(), 1)
    assert (laid.hand.id, laid.stored) == (phone.id, True)
    table.talk.do(Given(3))
    camera.look("settled", EMPTY, GONE + 1)
    assert [hand.id for hand in table.hands.all()] == [phone.id]


def test_a_start_finds_the_hand_that_lies_there_and_puts_away_what_was_taken(answers: Any, tmp_path: Path) -> None:
    first = Table(answers, records=Storage.open(tmp_path))
    sit(first)
    (laid,) = Seeing(first).look("settled", read(), 1)
    first.records.close()
    again = Table(answers, records=Storage.open(tmp_path))
    camera = Seeing(again)
    assert [each.hand.id for each in camera.look("moving")] == [laid.hand.id]
    assert [each.hand.id for each in camera.look("settled", read(), 1)] == [laid.hand.id]
    assert len(again.hands.newest(hidden=None)) == 1
    again.records.close()
    camera = Seeing(Table(answers, records=Storage.open(tmp_path)))
    camera.look("settled", EMPTY, GONE + 1)
    assert kept(camera.table) == []


@pytest.mark.parametrize("over", [False, True], ids=["switched off", "the match is over"])
def test_nothing_is_seen_outside_a_match_or_unasked(camera: Seeing, over: bool) -> None:
    table = camera.table
    camera.look("settled", read(), 1)
    if over:
        table.record({"type": "TimeUp"}, uuid4(), "", "referee")
        table.record({"type": "Drawn"}, uuid4(), "", "referee")
    else:
        table.equipment.let_watch(False)
    assert not table.equipment.watcher.wanted()
    assert camera.look("settled", read(OTHER), 1) == []
    assert kept(table) == []


def test_each_player_at_a_calibrated_table_has_their_own_hand(answers: Any) -> None:
    view = overhead(0.0)
    rig = Rig()
    rig.keep(calibrated(view))
    table = Table(answers, rig=rig)
    sit(table)
    win, other = "234m2345p234678s 5p", "123m456p789sEEEC C"
    evidence = evidence_from(before(1, row(win)) + before(4, row(other)), view)
    mine, theirs = rig.decode(evidence, 1), rig.decode(evidence, 4)
    camera = Seeing(table)
    first = camera.look("settled", mine, 1, evidence=evidence)
    others = (replace(mine, chair=0),)  # the hand that was laid last comes first, and only its seat is known
    laid = camera.look("settled", theirs, GONE + 1, evidence=evidence, others=others)
    assert laid[0] == first[0]
    assert [(each.chair, each.stored, each.hand.laid.won.seat) for each in laid] == [(1, True, "E"), (4, True, "N")]
    assert sorted(kept(table)) == sorted([win, other])
    table.talk.do(ClaimWin(4))
    assert table.equipment.watcher.laid() == laid


@pytest.mark.parametrize(("rules", "tiles"), [("mcr", 14), ("taiwan-home", 17)])
def test_the_camera_looks_for_hands_of_the_size_that_is_played(answers: Any, rules: str, tiles: int) -> None:
    assert Table(answers, rules).equipment.see(PICTURE).whole_hand == tiles


def test_the_camera_scores_nothing_by_other_rules_while_those_of_the_match_are_gone(table: Table, answers: Any) -> None:
    table.record(act_to_dict(Seated(("Ann", "Bo", "Chen", "Dai"), "hk")), uuid4(), "", "referee")
    look = FeedLook(1, 100.0, Shot(PICTURE), Tracked("settled", read(), None, PICTURE, 3, laid=True))
    assert look_json(table, look, Messages.of("en")).low is not None
    with uninstalled("hk"):
        camera = Seeing(Table(answers, records=table.records))
        shown = look_json(camera.table, look, Messages.of("en"))
        assert (shown.reading is not None, shown.worth, shown.low, shown.high) == (True, "", None, None)
        assert camera.look("settled", read(), 1) == []  # it keeps what is laid in a hand in play alone
        assert kept(camera.table) == []
