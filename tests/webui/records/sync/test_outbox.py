"""Records of a table's device, each of which reaches the hall once, whatever fails between."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from scoring.match.records import Drawn, Seated, Won, act_to_dict
from tests.ordeals.hall import kept, run
from tests.photographs import with_position
from tests.waiting import PATIENCE, until
from tests.webui.journals import write_record
from vision.metadata import strip_private
from webui.commands.hall.local_postgres import programs
from webui.hall.remote_commands import follow
from webui.hand.edits import SetRules
from webui.messages import Messages
from webui.records.bulletin import CallsChanged, Pulled
from webui.records.canonical import digest
from webui.records.database.migrate import newest
from webui.records.database.schema import records
from webui.records.errors import RecordsError
from webui.records.followed import NewStep
from webui.records.hands import KeptHand
from webui.records.remote_commands import DONE, RemoteCommand
from webui.records.store import Storage
from webui.records.sync.leases import lease_of
from webui.records.sync.outbox import Outbox
from webui.records.verifying import Verified, record_of, verify
from webui.serializers.outbox import outbox_json
from webui.table.table import Table

FOUR = ("Ann", "Bo", "Chen", "Dai")
WON = "[123s,1]456789sCCC9p 9p self-draw"
NUMBER = 5


@pytest.fixture
def hall(postgres_url: str) -> Iterator[Storage]:
    records = Storage.open(None, db=postgres_url)
    yield records
    records.close()


class Device:
    """A device at table 5, with records of its own."""

    def __init__(self, folder: Path, url: str, answers: Any) -> None:
        self.records = Storage.open(folder)
        self.table = Table(answers, records=self.records, number=NUMBER)
        self.outbox = Outbox(self.records, url, NUMBER, lambda order: follow(self.table, order))
        self.outbox.bulletin.on(Pulled, lambda _: self.reload())

    def reload(self) -> None:
        self.table.matches.reload()

    def sit(self) -> None:
        self.table.record(act_to_dict(Seated(FOUR)), uuid4(), "", "referee")

    def close(self) -> None:
        self.outbox.stop()
        self.records.close()


@pytest.fixture
def devices(tmp_path: Path, rig_url: Callable[[int], str], answers: Any) -> Iterator[Callable[[str], Device]]:
    made: list[Device] = []

    def device(name: str) -> Device:
        made.append(Device(tmp_path / name, rig_url(NUMBER), answers))
        return made[-1]

    yield device
    for each in made:
        each.close()


def played(device: Device, photo: bytes) -> str:
    """A match with a hand that was changed, put away and brought back, and one photographed, whose hash this gives."""
    device.sit()
    hand = device.table.intake.from_text(WON)
    device.table.change(hand.id, SetRules("mcr-1998"), 1)
    device.table.change(hand.id, SetRules("mcr"), 2)
    device.table.hands.hide(hand.id)
    device.table.hands.hide(hand.id, hidden=False)
    device.table.record({"type": "Won", "winner": "S", "laid": hand.id}, uuid4(), "", "referee")
    device.table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    return device.table.intake.from_upload(lambda: photo).photo


def test_everything_of_the_table_is_in_the_hall_once(
    devices: Callable[[str], Device], hall: Storage, photo: bytes
) -> None:
    device = devices("one")
    device.outbox.connect()
    taken = played(device, photo)
    assert device.outbox.send() == 0
    assert kept(hall, NUMBER) == kept(device.records, NUMBER)
    assert len(kept(hall, NUMBER)["record"]) == 3
    assert hall.photos.read(taken) == photo
    device.records.values.keep(0, f"sent {NUMBER}", None)  # the acknowledgement was lost: all of it is sent again
    assert device.outbox.send() == 0
    assert kept(hall, NUMBER) == kept(device.records, NUMBER)
    assert hall.news(NUMBER).stamp > 0


def test_followed_deals_reach_the_hall_go_from_it_and_come_back_without_their_pictures(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    device = devices("one")
    device.outbox.connect()
    steps = [NewStep(f'{{"n": {n}}}', "2026-01-01", n == 0, b"tile") for n in range(3)]
    for _ in range(2):
        device.records.followed.append(NUMBER, None, steps)
    assert device.outbox.send() == 0
    assert hall.followed.steps(NUMBER, 2) == device.records.followed.steps(NUMBER, 2) != []
    assert hall.followed.picture(NUMBER, 6) == b"tile"
    device.records.followed.delete(NUMBER, 1)
    device.records.followed.prune("2027", {})
    assert device.outbox.send() == 0
    assert hall.followed.steps(NUMBER, 1) == []
    assert [hall.followed.picture(NUMBER, number) for number in (1, 6)] == [None, b"tile"]  # the hall prunes its own
    device.outbox.stop()
    other = devices("two")
    other.outbox.connect()
    assert [step.deal for step in other.records.followed.heads(NUMBER)] == [2]
    assert other.records.followed.append(NUMBER, None, steps[:1]) == 3
    assert other.records.followed.picture(NUMBER, 6) is None


def test_commitments_reach_the_hall_and_a_removed_name_takes_its_salt_from_there(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    device = devices("one")
    device.outbox.connect()
    device.sit()
    device.table.record({"type": "Won", "winner": "Ann", "points": 8, "payer": "Bo"}, uuid4(), "Ann", "table")
    assert device.outbox.send() == 0
    first = hall.journal.entries(NUMBER)
    assert all(entry.commitments for entry in first)
    device.table.record({"type": "Erased", "player": "Ann", "name": "N. N."}, uuid4(), "Rita", "referee")
    assert device.outbox.send() == 0
    after = hall.journal.entries(NUMBER)
    assert after == device.records.journal.entries(NUMBER)
    assert [entry.hash for entry in after[:2]] == [entry.hash for entry in first]
    assert verify([record_of(entry) for entry in after]) == Verified(nameless=(1, 2, 3))


def test_one_act_recorded_here_and_there_is_the_same_though_its_salts_differ(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    device, id = devices("one"), uuid4()
    write_record(hall, NUMBER, id, Seated(FOUR))
    write_record(device.records, NUMBER, id, Seated(FOUR))
    device.outbox.connect()
    assert device.outbox.send() == 0
    (here,), (there,) = device.records.journal.entries(NUMBER), hall.journal.entries(NUMBER)
    assert here.hash != there.hash
    other = devices("two")
    write_record(other.records, NUMBER, id, Seated(("Ann", "Bo", "Dai", "Chen")))
    with pytest.raises(RecordsError, match="differs-in-hall"):
        other.outbox.connect(take_over=True)


def test_the_hall_has_the_hash_of_what_a_device_was_sent_and_a_new_disk_gets_it_back(
    devices: Callable[[str], Device], hall: Storage, photo: bytes
) -> None:
    data, id = with_position(photo), str(uuid4())
    device = devices("one")
    device.outbox.connect()
    hand = device.table.intake.from_upload(lambda: data, id=id)
    assert device.outbox.send() == 0
    kept_there = hall.hands.get(id)
    assert kept_there
    assert (kept_there.photo, kept_there.sent) == (hand.photo, digest(data))
    assert hall.photos.read(hand.photo) == strip_private(data)
    other = devices("two")
    other.outbox.connect(take_over=True)
    assert other.table.intake.from_upload(lambda: data, id=id).id == id


def test_what_is_recorded_without_the_hall_is_counted_and_sent_later(
    devices: Callable[[str], Device], hall: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = devices("one")
    device.outbox.connect()
    gone = RecordsError("database-gone", database="the hall")

    def fails(*_: Any, **__: Any) -> None:
        raise gone

    with monkeypatch.context() as patch:
        patch.setattr(device.outbox, "send", fails)  # before the thread begins, which may be sending otherwise
        device.outbox.start()
        device.sit()
        for _ in range(2):
            device.table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
        until(lambda: device.outbox.state.waiting == 3 and device.outbox.state.trouble is gone)
        assert hall.journal.entries(NUMBER) == []
    until(lambda: device.outbox.state.waiting == 0 and device.outbox.state.trouble is None)
    assert [entry.number for entry in hall.journal.entries(NUMBER)] == [1, 2, 3]


def test_what_is_recorded_while_the_hall_is_slow_is_counted_at_once(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    device, asked, go = devices("one"), threading.Event(), threading.Event()

    def slow(command: RemoteCommand) -> str:
        asked.set()
        assert go.wait(PATIENCE)
        return DONE

    device.outbox.follow = slow
    device.outbox.connect()
    device.sit()
    hall.orders.place(RemoteCommand(NUMBER, str(uuid4()), "record", act_to_dict(Drawn()), "Desk", "desk"))
    device.outbox.start()
    assert asked.wait(PATIENCE)
    assert device.outbox.state.waiting == 0
    device.table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    assert (device.outbox.state.waiting, len(hall.journal.entries(NUMBER))) == (1, 1)
    go.set()
    until(lambda: device.outbox.state.waiting == 0)
    assert len(hall.journal.entries(NUMBER)) == 2


@pytest.mark.parametrize(("revision", "kind"), [("0006", "older-database"), ("9999", "newer-database")])
def test_a_hall_of_another_version_is_left_alone_and_gets_all_once_it_is_updated(
    devices: Callable[[str], Device], hall: Storage, revision: str, kind: str
) -> None:
    device = devices("one")
    with hall.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
    try:
        with pytest.raises(RecordsError) as refused:
            device.outbox.connect()
        assert (refused.value.kind, refused.value.about["version"]) == (kind, revision)
        device.sit()
        with hall.database.reading() as connection:
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == revision
    finally:
        with hall.database.writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": newest()})
    assert device.outbox.send() == 0
    assert hall.journal.entries(NUMBER) == device.records.journal.entries(NUMBER) != []


def test_a_table_that_a_device_has_is_recorded_by_it_alone(
    devices: Callable[[str], Device], hall: Storage, answers: Any
) -> None:
    one, other = devices("one"), devices("other")
    one.outbox.connect()
    with pytest.raises(RecordsError) as refused:
        other.outbox.connect()
    assert (refused.value.kind, refused.value.about["table"]) == ("table-claimed", NUMBER)
    there = Table(answers, records=hall, number=NUMBER)
    for record in (
        lambda: there.record(act_to_dict(Seated(FOUR)), uuid4(), "", "referee"),
        lambda: there.intake.from_text(WON),
        lambda: hall.values.keep(NUMBER, "play", {}),
    ):
        with pytest.raises(RecordsError) as refused:
            record()
        assert refused.value.kind == "table-elsewhere"
    one.outbox.stop()  # it has sent everything, and lets the table go
    assert there.record(act_to_dict(Seated(FOUR)), uuid4(), "", "referee")[0].number == 1
    other.outbox.connect()
    assert other.records.journal.entries(NUMBER) == hall.journal.entries(NUMBER)


def test_a_device_with_a_new_disk_takes_the_table_over_with_all_that_was_there(
    devices: Callable[[str], Device], hall: Storage, photo: bytes
) -> None:
    one, other = devices("one"), devices("other")
    one.outbox.connect()
    taken = played(one, photo)
    one.outbox.send()
    other.outbox.connect(take_over=True)
    assert kept(other.records, NUMBER) == kept(one.records, NUMBER)
    assert other.records.photos.read(taken) == photo
    claimed = lease_of(hall.database, NUMBER)
    assert claimed
    assert (claimed.device, claimed.epoch) == (other.outbox.device, 2)
    other.table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    assert other.outbox.send() == 0
    assert len(hall.journal.entries(NUMBER)) == 4
    one.table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    with pytest.raises(RecordsError) as refused:
        one.outbox.send()
    assert refused.value.kind == "table-taken"
    assert kept(hall, NUMBER) == kept(other.records, NUMBER)


def test_another_record_in_the_place_of_one_of_the_hall_is_refused(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    write_record(hall, NUMBER, uuid4(), Seated(FOUR))
    device = devices("one")
    device.table.record(act_to_dict(Seated(("Eve", "Fay", "Gil", "Hu"))), uuid4(), "", "referee")
    with pytest.raises(RecordsError) as refused:
        device.outbox.connect()
    assert refused.value.kind == "differs-in-hall"
    assert [entry.act for entry in hall.journal.entries(NUMBER)] == [Seated(FOUR)]
    assert len(device.records.journal.entries(NUMBER)) == 1
    assert lease_of(hall.database, NUMBER) is None  # a table is not taken without its records


def test_a_take_over_that_fails_leaves_the_table_to_the_device_that_has_it(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    one, other = devices("one"), devices("other")
    one.outbox.connect()
    one.sit()
    assert one.outbox.send() == 0
    other.table.record(act_to_dict(Seated(("Eve", "Fay", "Gil", "Hu"))), uuid4(), "", "referee")
    with pytest.raises(RecordsError) as refused:
        other.outbox.connect(take_over=True)
    assert refused.value.kind == "differs-in-hall"
    claimed = lease_of(hall.database, NUMBER)
    assert claimed
    assert claimed.device == one.outbox.device
    one.table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    assert one.outbox.send() == 0
    assert len(hall.journal.entries(NUMBER)) == 2


def taken_over(devices: Callable[[str], Device], photo: bytes) -> tuple[Device, Device]:
    """A device whose table another one took over, which recorded three more acts and knows that it is refused."""
    one, other = devices("one"), devices("other")
    one.outbox.connect()
    one.sit()
    one.outbox.send()
    one.table.outbox, other.table.outbox = one.outbox, other.outbox
    other.outbox.connect(take_over=True)
    hand = one.table.intake.from_upload(lambda: photo)
    won = {"type": "Won", "winner": "S", "payer": "W", "points": 20, "laid": hand.id}
    one.table.record(won, uuid4(), "", "referee")
    entry, _ = one.table.record(act_to_dict(Drawn()), uuid4(), "", "table")
    one.table.record({"type": "Void", "of": entry.number, "reason": "a win"}, uuid4(), "", "referee")
    one.outbox.start()
    until(lambda: one.outbox.state.refused is not None)
    return one, other


def test_a_refused_device_records_nothing_more_and_says_so(
    devices: Callable[[str], Device], photo: bytes, application: Callable[..., Flask]
) -> None:
    one, other = taken_over(devices, photo)
    client = application(one.table).test_client()
    act = {"id": str(uuid4()), "act": {"type": "Drawn"}}
    answer = client.post(f"/api/tables/{NUMBER}/records", json=act)
    assert (answer.status_code, answer.get_json()["kind"]) == (409, "table-taken")
    page = client.get(f"/t/{NUMBER}").text
    assert "Another device took over table 5" in page
    assert "3 records were made here since" in page
    again = Outbox(one.records, "postgresql+psycopg://nobody@127.0.0.1:1/gone", NUMBER)  # the hall is out of reach
    with pytest.raises(RecordsError):
        again.expect_taken()
    other.outbox.stop()  # it has sent everything, and lets the table go
    until(lambda: one.outbox.state.refused is None and not one.outbox.state.waiting)
    assert client.post(f"/api/tables/{NUMBER}/records", json=act).status_code == 201


def test_what_a_refused_device_recorded_is_handed_in(
    devices: Callable[[str], Device], hall: Storage, photo: bytes, application: Callable[..., Flask]
) -> None:
    one, other = taken_over(devices, photo)
    client = application(one.table).test_client()
    for _ in range(2):  # handing in again does nothing
        answer = client.post(f"/api/tables/{NUMBER}/hand-in").get_json()
        assert (answer["sent"], answer["left"]) == (1, 0)
    assert one.outbox.state.unhanded == 0
    other.outbox.start()
    until(lambda: not hall.orders.of(NUMBER))
    (_, won) = other.records.journal.entries(NUMBER)
    assert isinstance(won.act, Won)
    assert (won.act.points, won.act.photo) == (20, digest(photo))
    assert hall.photos.read(won.act.photo) == photo
    until(lambda: hall.journal.entries(NUMBER) == other.records.journal.entries(NUMBER))


def shoot(device: Device, *pictures: bytes) -> None:
    """Lay a photographed hand each."""
    for data in pictures:
        photo = device.records.photos.put(data)
        device.records.hands.keep(KeptHand(str(uuid4()), NUMBER, 0, "2026-01-01", photo, "", "{}"))


def limit(hall: Storage, given: int) -> None:
    """Let the hall have so many photos of the device that no hand names, and nothing used before."""
    with hall.database.writing() as connection:
        connection.execute(text("DELETE FROM rig_photo WHERE length(sha256) < 64"))
        connection.execute(text("DELETE FROM photo WHERE length(sha256) < 64"))
        connection.execute(text("DELETE FROM rig_use"))
        for number in range(given):
            connection.execute(text(f"INSERT INTO photo VALUES ('{number}', 1, 0, 0, '', NULL)"))
            connection.execute(text(f"INSERT INTO rig_photo VALUES ({NUMBER}, '{number}', true, false)"))


def test_hours_alone_reach_the_hall_with_all_their_photos_though_it_limits_those_without_a_hand(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    device = devices("one")
    device.outbox.connect()
    limit(hall, 58)
    pictures = [b"photo %d" % number for number in range(5)]
    shoot(device, *pictures)
    assert device.outbox.send() == 0
    assert {hall.photos.read(digest(each)) for each in pictures} == set(pictures)


def test_a_photo_above_the_limit_waits_at_the_device_and_its_hand_does_not(
    devices: Callable[[str], Device], hall: Storage, application: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = devices("one")
    device.outbox.connect()
    device.table.outbox = device.outbox
    with hall.database.writing() as connection:
        spent = f"INSERT INTO rig_use VALUES ({NUMBER}, now(), 1073741824, 0) ON CONFLICT (table_number)"
        connection.execute(text(f"{spent} DO UPDATE SET since = excluded.since, photos = excluded.photos"))
    shoot(device, b"one", b"two")
    assert device.outbox.send() == 2
    assert kept(hall, NUMBER)["hand"] == kept(device.records, NUMBER)["hand"] != []
    device.sit()
    device.outbox.start()
    until(lambda: device.outbox.state.trouble)
    state = application(device.table).test_client().get("/api/health").get_json()
    assert state["hall"] == {"waiting": 2, "trouble": "limit-spent"}
    assert "no more photos" in outbox_json(device.outbox, Messages.of("en")).why
    device.close()
    monkeypatch.setattr("webui.records.sync.outbox.OWED_AGAIN", 0.0)
    again = devices("one")  # it was switched off meanwhile
    assert again.outbox.send() == 2
    assert len(hall.journal.entries(NUMBER)) == 1
    assert not hall.photos.has(digest(b"one"))
    limit(hall, 60)
    assert again.outbox.send() == 0
    assert [hall.photos.read(digest(each)) for each in (b"one", b"two")] == [b"one", b"two"]


def test_a_hall_that_cannot_take_a_photo_gets_its_hand_with_it_later(
    devices: Callable[[str], Device], hall: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = devices("one")
    device.outbox.connect()
    shoot(device, b"one")
    with monkeypatch.context() as full:
        refuse = Mock(side_effect=RecordsError("no-space", folder=""))
        full.setattr("webui.records.photos.in_database.DatabasePhotos.put", refuse)
        with pytest.raises(RecordsError, match="no-space"):
            device.outbox.send()
    assert kept(hall, NUMBER)["hand"] == []
    assert device.outbox.send() == 0
    assert hall.photos.read(digest(b"one")) == b"one"


def test_photos_of_handed_in_records_above_the_limit_follow_them(
    devices: Callable[[str], Device], hall: Storage, photo: bytes
) -> None:
    one, _ = taken_over(devices, photo)
    limit(hall, 60)
    assert one.outbox.hand_in().sent == 1
    assert hall.photos.read(digest(photo)) == photo


def test_a_match_that_a_refused_device_began_stays_there(
    devices: Callable[[str], Device], hall: Storage, photo: bytes
) -> None:
    one, _ = taken_over(devices, photo)
    one.table.outbox = None
    one.sit()
    one.table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    done = one.outbox.hand_in()
    assert (done.sent, done.left) == (1, 2)
    assert [order.act["type"] for order in hall.orders.of(NUMBER)] == ["Won"]
    assert len(one.records.journal.entries(NUMBER)) == 6


def test_an_order_of_the_hall_is_followed_once_and_one_that_cannot_be_is_answered(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    device = devices("one")
    device.outbox.connect()
    ids = [str(uuid4()) for _ in range(4)]
    seated = RemoteCommand(NUMBER, ids[0], "record", act_to_dict(Seated(FOUR)), "Desk", "desk")
    won = RemoteCommand(NUMBER, ids[1], "record", act_to_dict(Won("Zed", "", None, 8)), "Desk", "desk")
    start = RemoteCommand(NUMBER, ids[2], "clock", {"do": "start", "minutes": 60}, "", "desk")
    more = RemoteCommand(NUMBER, ids[3], "clock", {"do": "extend", "minutes": 5}, "", "desk")
    for order in (seated, seated, won, start, more):
        hall.orders.place(order)
    assert "clock-not-started" in follow(device.table, more)
    for order in hall.orders.of(NUMBER):
        follow(device.table, order)  # the device went before it could answer
    device.outbox.start()
    until(lambda: not hall.orders.of(NUMBER))
    answers = {order.id: order.answer for order in hall.orders.of(NUMBER, waiting=False)}
    assert (answers[ids[0]], answers[ids[2]], answers[ids[3]]) == (DONE, DONE, DONE)
    assert answers[ids[1]] not in ("", DONE)
    assert [str(entry.id) for entry in hall.journal.entries(NUMBER)] == [ids[0]]
    assert hall.journal.entries(NUMBER)[0].who == "Desk"
    assert device.table.clock.clock.extra.total_seconds() == 300
    with hall.database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(records)).scalar() == 1


def both(device: Device, hall: Storage) -> list[list[Any]]:
    """The calls and notes of a device and of its hall, once nothing is on its way."""
    device.outbox.send()
    device.outbox.hear()
    return [[*of.calls.open(), *of.calls.done(), *of.calls.notes()] for of in (device.records, hall)]


def test_calls_and_notes_are_told_both_ways_and_joined(devices: Callable[[str], Device], hall: Storage) -> None:
    device, heard = devices("one"), []
    device.outbox.bulletin.on(CallsChanged, heard.append)
    device.outbox.connect()
    here, there = device.records.calls, hall.calls
    call, note = here.call(NUMBER, "Ann", "dora?"), here.note("Bo", NUMBER, "late twice", "Ref", "referee")
    here.call(3, "", "of another table")
    assert device.outbox.state.waiting == 2
    device.outbox.send()
    assert (there.open(), there.notes()) == ([call], [note])
    assert not device.outbox.waiting()
    there.take(call.id, "Li")
    other = there.note("Chen", NUMBER, "left handed", "Li", "referee")
    assert there.call(NUMBER, "Dai").table == NUMBER  # from a phone on the hall's page
    device.outbox.hear()
    assert [each.taken_by for each in here.open(NUMBER)] == ["Li", ""]
    assert here.notes() == [note, other]
    assert heard == [CallsChanged()]
    assert not device.outbox.waiting()  # what came from the hall is not sent back
    device.outbox.hear()
    assert heard == [CallsChanged()]
    here.finish_all(NUMBER, "")  # at the box, while a referee ends the first in the hall a moment later
    there.finish(call.id, "Li")
    there.take_back(note.id)
    one, other_side = both(device, hall)
    assert one[-1:] == other_side[-1:] == [other]
    assert [(each.done_by, each.done_at != "") for each in there.done()] == [("", True), ("", True)]
    assert {each.id: each for each in one if each.id != other.id and each.table == NUMBER} == {
        each.id: each for each in other_side if each.id != other.id
    }


def test_calls_and_notes_come_again_from_the_beginning_without_doubling(
    devices: Callable[[str], Device], hall: Storage
) -> None:
    device = devices("one")
    device.outbox.connect()
    device.records.calls.call(NUMBER, "Ann")
    hall.calls.note("Bo", None, "late", "Li", "referee")
    before = both(device, hall)
    device.records.values.keep(0, f"sent {NUMBER}", None)
    assert both(device, hall) == before
    device.close()
    again = devices("one")  # which asks for all that the hall was told
    again.outbox.connect()
    assert both(again, hall) == before
    fresh = devices("fresh")
    fresh.outbox.connect(take_over=True)  # the disk of the first died
    assert both(fresh, hall) == before


@pytest.mark.long
def test_nothing_is_lost_or_doubled_while_the_database_is_stopped_and_started() -> None:
    """The short form of `tests/ordeals/hall.py`."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    found = run(2, 2.5, pause=0.15, down=0.3, up=0.8)
    assert found.wrong == []
    assert found.stops > 0
    assert min(found.records, found.hands, found.orders) > 0
