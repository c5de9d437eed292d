"""The hands of one table: kept, changed, forgotten."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import cv2
import numpy as np
import pytest
from sqlalchemy import update

from tests.webui.shots import as_jpeg
from vision.image import open_image
from vision.reading import Doubt, Reading
from webui.hand.edits import Add, Confirm, Move, Name, SetCircumstances, SetRules, Undo
from webui.hand.effects import EditRejectedError
from webui.hand.hand import NothingSeenError, blank
from webui.hand.hands import EditConflictError, HandDeletedError, Hands
from webui.hand.questions import Answer
from webui.hand.serialization import to_kept
from webui.hand.state import Circumstances, from_reading
from webui.messages import Messages
from webui.records.database.schema import changes, hands
from webui.records.errors import RecordsError
from webui.records.hands import KeptHand
from webui.records.store import Storage
from webui.rig.live_hand import ClaimWin, Deal, Given, Start
from webui.serializers.encoding import plain
from webui.serializers.hands import hand_json
from webui.table.table import Table

PICTURE = np.zeros((480, 1280, 3), np.uint8)


def test_a_photo_is_kept_as_a_hand_with_its_score(table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    assert table.hands.get(hand.id) == hand
    assert hand.open_doubts == []
    assert plain(hand_json(hand, Messages.of("en")))["score"]["wins"] is True
    assert table.records.photos.read(hand.photo).startswith(b"\xff\xd8")


def test_a_photo_is_kept_as_it_was_sent(table: Table) -> None:
    data = cv2.imencode(".png", PICTURE)[1].tobytes()
    hand = table.intake.from_upload(lambda: data)
    assert table.records.photos.read(hand.photo) == data
    shown, small = (open_image(each(hand.photo)) for each in (table.pictures.shown.whole, table.pictures.shown.small))
    assert (shown.shape, small.shape) == (PICTURE.shape, (120, 320, 3))


def test_a_photo_without_tiles_does_not_stay(table: Table, answers: Any, reading: Callable[..., Reading]) -> None:
    answers.reading = reading(())
    with pytest.raises(NothingSeenError):
        table.intake.from_upload(lambda: as_jpeg(PICTURE))
    assert (table.records.photos.all(), table.hands.all()) == ([], [])


def test_hands_that_are_not_held_any_more_come_from_the_records() -> None:
    records = Storage.open(None)
    hands = Hands(records, held=2)
    laid = [hands.add(blank("mcr", Circumstances())) for _ in range(5)]
    assert [hand.number for hand in laid] == [1, 2, 3, 4, 5]
    changed = hands.change(laid[0].id, Add("5m"), 1)
    assert changed
    assert hands.newest(limit=9) == [*laid[:0:-1], changed]
    assert hands.newest(before=3, limit=1) == [laid[1]]
    assert [Hands(records).get(hand.id) for hand in laid] == [changed, *laid[1:]]
    assert Hands(records, table=2).get(laid[0].id) is None


@pytest.mark.parametrize("rules", ["mcr", "riichi-ema", "sichuan-sbr"])
def test_a_changed_hand_is_kept_in_the_form_of_a_new_one(rules: str) -> None:
    """Fields of one game alone stand beside the rest, as earlier versions and rigs read it."""
    records = Storage.open(None)
    hands = Hands(records)
    hand = hands.add(blank(rules, Circumstances()))
    for edit in (SetCircumstances(replace(hand.laid.won, seat="S")), Add("5m"), SetRules("riichi-wrc")):
        changed = hands.change(hand.id, edit, hand.version)
        assert changed
        kept, hand = records.hands.get(hand.id), changed
        assert kept
        new = to_kept(hand, 1)
        assert (kept.state, kept.changes) == (new.state, new.changes)
        assert not {"extra", "rest"} & json.loads(kept.state)["won"].keys()


def test_a_doubt_stays_open_until_a_person_settles_it(
    table: Table, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(doubts=(Doubt(3, "hardly-seen"), Doubt(None, "scattered")))
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    assert hand.open_doubts == [0, 1]
    assert plain(hand_json(hand, Messages.of("en")))["sure"] is False
    changed = table.change(hand.id, Confirm((1,)), hand.version)
    assert changed
    assert changed.open_doubts == [0]
    done = table.change(hand.id, Answer(0, "4s"), changed.version)
    assert done
    assert done.open_doubts == []
    assert (done.settled_by, plain(hand_json(done, Messages.of("en")))["sure"]) == ("person", False)


def test_an_unsure_reading_without_a_named_doubt_is_still_to_be_confirmed(
    table: Table, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = replace(reading(), sure=False)
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    assert plain(hand_json(hand, Messages.of("en")))["sure"] is False
    assert hand.reading
    assert [doubt.reason for doubt in hand.reading.doubts] == ["unsure"]


def test_a_change_from_an_old_version_is_refused(table: Table) -> None:
    hand = table.intake.blank()
    table.change(hand.id, Add("1m"), hand.version)
    with pytest.raises(EditConflictError):
        table.change(hand.id, Add("1m"), hand.version)
    assert table.change("nobody", Add("1m"), 1) is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (Move(("a14",), "c"), "not-aside: index=14"),
        (Move(("a3",), "c"), "not-aside: index=3"),
        (Confirm((0,)), "no-such-doubt: doubt=0"),
        (Answer(0, "5m"), "no-such-doubt: doubt=0"),
        (Undo(), "nothing-to-undo"),
    ],
)
def test_a_change_must_speak_of_the_reading_it_belongs_to(table: Table, change: Any, says: str) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    with pytest.raises(EditRejectedError, match=says):
        table.change(hand.id, change, hand.version)
    assert table.hands.get(hand.id) == hand
    with pytest.raises(EditRejectedError, match="not-read"):
        table.change(table.intake.blank().id, Answer(0, "5m"), 1)


def test_every_change_is_one_record_and_can_be_taken_back(table: Table) -> None:
    """Keep the camera's reading, and the changes that were undone."""
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    for change in (Name("c0", "5s"), Move(("c1",), "a"), Undo(), Move(("w",), "c"), Undo(), Undo()):
        changed = table.change(hand.id, change, hand.version)
        assert changed
        assert changed.version == hand.version + 1
        hand = changed
    records = plain(hand_json(hand, Messages.of("en")))["changes"]
    assert [(r["says"], r["stands"], r["undoes"]) for r in records] == [
        ("4s changed to 5s", False, 0),
        ("5s removed from the hand", False, 0),
        ("Undone: 5s removed from the hand", False, 2),
        ("9p in the hand", False, 0),
        ("Undone: 9p in the hand", False, 4),
        ("Undone: 4s changed to 5s", False, 1),
    ]
    assert hand.reading
    assert hand.laid == from_reading(hand.reading, "mcr")
    assert hand.settled_by == "camera"


def test_a_change_that_changes_nothing_leaves_no_record(table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    same = table.change(hand.id, Name("c0", "4s"), hand.version)
    assert same == hand


def test_who_answers_for_a_hand(table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    assert hand.settled_by == "camera"
    won = table.change(hand.id, SetCircumstances(Circumstances(self_draw=True)), hand.version)
    assert won
    assert won.settled_by == "camera"  # its tiles are still the camera's
    changed = table.change(hand.id, Name("c0", "5s"), won.version)
    assert changed
    assert changed.settled_by == "person"
    assert table.intake.blank().settled_by == "person"


def test_a_hand_is_put_away_and_brought_back(table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    away = table.hands.hide(hand.id)
    assert away == replace(hand, hidden=True)
    assert table.hands.all() == []
    assert table.hands.newest(hidden=True) == [away]
    with pytest.raises(HandDeletedError):
        table.change(hand.id, Undo(), hand.version)
    assert table.hands.hide(hand.id, hidden=False, who="Ann") == hand
    assert table.hands.all() == [hand]
    assert table.records.photos.read(hand.photo)
    assert [(each.hidden, each.who) for each in table.records.hands.hidings(hand.id)] == [(True, ""), (False, "Ann")]
    assert table.hands.hide("nobody") is None


def test_a_hand_that_another_version_wrote_does_not_hide_the_others(caplog: pytest.LogCaptureFixture) -> None:
    records = Storage.open(None)
    hand = Hands(records).add(blank("mcr", Circumstances()))
    records.hands.keep(KeptHand("x", 1, 0, "2026-05-01T10:00:00+00:00", "", '{"reading":1}', "{}"))
    assert Hands(records).all() == [hand]
    assert "hand x cannot be read" in caplog.text


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("reading", "[" * 20_000),
        ("reading", "-1e400"),
        ("state", "{"),
        ("change", "[" * 20_000),
        ("change", '{"number":1}'),
        ("change", "[]"),
    ],
)
def test_a_hand_that_a_rig_damaged_hides_itself_alone(table: Table, column: str, text: str) -> None:
    other, hand = table.intake.from_upload(lambda: as_jpeg(PICTURE)), table.intake.from_upload(lambda: as_jpeg(PICTURE))
    table.change(hand.id, SetRules("mcr-1998"), hand.version)
    with table.records.database.writing() as connection:
        if column == "change":
            connection.execute(update(changes).where(changes.c.hand == hand.id).values(change=text))
        else:
            connection.execute(update(hands).where(hands.c.id == hand.id).values({column: text}))
    assert [each.id for each in Hands(table.records).all()] == [other.id]


def test_what_is_sent_again_by_its_id_is_done_once(table: Table) -> None:
    ids = [str(uuid4()) for _ in range(4)]
    data, other = (cv2.imencode(kind, PICTURE)[1].tobytes() for kind in (".png", ".jpg"))
    hand = table.intake.from_upload(lambda: data, id=ids[0])
    assert hand.id == ids[0]
    assert table.intake.from_upload(lambda: data, id=ids[0]) == hand
    with pytest.raises(RecordsError, match="id-taken"):
        table.intake.from_upload(lambda: other, id=ids[0])
    assert [photo.sha256 for photo in table.records.photos.all()] == [hand.photo]
    assert table.intake.blank(id=ids[1]) == table.intake.blank(id=ids[1])
    assert table.intake.from_text("19m19p19sESWNCFP1m", id=ids[2]) == table.intake.from_text(
        "19m19p19sESWNCFP1m", id=ids[2]
    )
    assert len(table.hands.all()) == 3
    changed = table.change(ids[1], Add("5m"), 1, id=ids[3])
    assert table.change(ids[1], Add("5m"), 1, id=ids[3]) == changed
    with pytest.raises(EditConflictError):
        table.change(ids[1], Add("5m"), 1, id=ids[0])


def test_an_act_of_the_page_sent_again_by_its_id_is_done_once(table: Table) -> None:
    id = str(uuid4())
    assert table.talk.do(Start(), id).hand == 2
    assert table.talk.do(Start(), id).hand == 2
    assert table.talk.do(Start()).hand == 3


def test_a_table_goes_on_where_it_was(tmp_path: Path, answers: Any) -> None:
    records = Storage.open(tmp_path)
    before = Table(answers, records=records)
    id = str(uuid4())
    before.talk.do(Deal(6, 2), id)
    before.talk.do(ClaimWin(3))
    hand = before.intake.from_upload(lambda: as_jpeg(PICTURE), chair=3)
    before.talk.do(Given(4))
    before.change(hand.id, Move(("w",), "a"), 2)
    records.close()
    records = Storage.open(tmp_path)
    after = Table(answers, records=records)
    assert after.session.play == before.session.play
    assert after.hands.all() == before.hands.all()
    assert after.hands.all()[0].version == 3
    assert after.records.photos.read(hand.photo) == before.records.photos.read(hand.photo)
    after.talk.do(Deal(9, 1), id)  # sent again
    assert after.session.play == before.session.play
    records.close()


def test_the_hand_in_play_follows_the_match_after_a_restart(tmp_path: Path, answers: Any) -> None:
    records = Storage.open(tmp_path)
    before = Table(answers, records=records)
    before.record({"type": "Seated", "players": ["Ann", "Ben", "Chi", "Dan"]}, uuid4(), "", "referee")
    before.talk.do(ClaimWin(2))
    before.record({"type": "Drawn"}, uuid4(), "", "referee")
    assert (before.session.play.hand, before.session.play.dealer, before.session.play.claims) == (2, 2, ())
    records.close()
    records = Storage.open(tmp_path)
    assert Table(answers, records=records).session.play == before.session.play
    records.close()


def test_hands_that_got_no_tile_are_put_away_and_an_edit_brings_one_back(table: Table) -> None:
    def begun(minutes: int) -> str:
        hand = blank("mcr", Circumstances())
        return table.hands.add(replace(hand, at=hand.at - timedelta(minutes=minutes))).id

    old, entered, young = begun(30), begun(30), begun(1)
    table.change(entered, Add("1m"), 1)
    new = table.intake.blank().id
    assert [hand.id for hand in table.hands.newest()] == [new, young, entered]
    changed = table.change(old, Add("9p"), 1)
    assert changed
    assert (changed.hidden, [slot.tile for slot in changed.laid.concealed]) == (False, ["9p"])
    table.hands.hide(old)
    with pytest.raises(HandDeletedError):
        table.change(old, Add("9p"), changed.version)
