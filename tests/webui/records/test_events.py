"""The journals of events: kept once, refused before anything is kept, and the same after a restart."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from scoring.match.event_acts import (
    Amended,
    CheckedIn,
    Entered,
    EventAct,
    EventCorrected,
    EventVoid,
    Opened,
    PlayerEntry,
    SeatingDrawn,
    Withdrawn,
)
from scoring.match.records import Drawn
from tests.webui.journals import write_record
from webui.records.database.schema import event_records
from webui.records.erasing import Erasing
from webui.records.errors import EventActRejectedError, InvalidActError, RecordsError
from webui.records.events import from_dict, to_dict
from webui.records.store import Storage

OPENED = Opened("Cup", rounds=2)
PEOPLE = Entered((PlayerEntry(1, "Ann"), PlayerEntry(2, "Bo")))


def opened(records: Storage, id: UUID | None = None) -> int:
    return records.events.open(id or uuid4(), OPENED, "Desk", "desk")[0].number


def test_events_are_kept_and_folded(tmp_path: Path) -> None:
    records = Storage.open(tmp_path)
    first, second = opened(records), opened(records)
    record, new = records.events.append(first, uuid4(), PEOPLE, "Desk", "desk")
    assert (first, second, record.number, new) == (1, 2, 2, True)
    records.close()
    again = Storage.open(tmp_path)
    kept = again.events.get(1)
    assert kept is not None
    assert [each.act for each in kept.records] == [OPENED, PEOPLE]
    assert kept.records[0].id == kept.id
    assert kept.event.name(2) == "Bo"
    assert again.events.numbers() == [1, 2]
    assert again.events.get(3) is None
    again.close()


def test_the_tables_of_events_are_told_without_damaged_records(records: Storage) -> None:
    opened(records)
    event = opened(records)
    eight = Entered(tuple(PlayerEntry(number, f"Player {number}") for number in range(1, 9)))
    for act in (eight, SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)),))):
        records.events.append(event, uuid4(), act, "", "desk")
    damaged = {"event": event, "number": 4, "id": "x", "act": "{", "hash": "", "who": "", "role": "desk", "at": ""}
    with records.database.writing() as connection:
        connection.execute(event_records.insert().values(damaged))
    assert {number: told.tables for number, told in records.events.told().items()} == {1: 0, event: 2}


def test_an_act_is_kept_once(records: Storage) -> None:
    id, other = uuid4(), uuid4()
    number = opened(records, id)
    assert records.events.open(id, OPENED, "", "desk")[1] is False
    record, _ = records.events.append(number, other, PEOPLE, "", "desk")
    assert records.events.append(number, other, PEOPLE, "", "desk") == (record, False)
    for taken, act in ((other, CheckedIn(1)), (id, PEOPLE)):
        with pytest.raises(RecordsError) as refused:
            records.events.append(number, taken, act, "", "desk")
        assert refused.value.kind == "id-taken"
    elsewhere = opened(records)
    with pytest.raises(RecordsError):
        records.events.append(elsewhere, other, PEOPLE, "", "desk")


def test_what_does_not_follow_is_not_kept(records: Storage) -> None:
    number = opened(records)
    with pytest.raises(EventActRejectedError) as refused:
        records.events.append(number, uuid4(), CheckedIn(1), "", "desk")
    assert refused.value.kind == "no-such-entry"
    with pytest.raises(EventActRejectedError):
        records.events.open(uuid4(), PEOPLE, "", "desk")
    kept = records.events.get(number)
    assert kept is not None
    assert len(kept.records) == 1
    assert records.events.numbers() == [1]


@pytest.mark.parametrize(
    "act",
    [OPENED, PEOPLE, SeatingDrawn(1, (((1, 2, 3, 4),),), 5), EventCorrected(1, OPENED, "typo"), EventVoid(2, "wrong")],
    ids=lambda act: type(act).__name__,
)
def test_an_act_is_read_back_from_json(act: EventAct) -> None:
    assert from_dict(to_dict(act)) == act


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "Won"},
        {"type": "Opened"},
        {"type": "Opened", "name": 5},
        {"type": "Opened", "name": "Cup", "colour": "red"},
        {"type": "Void", "of": "1"},
        {"type": "Corrected", "of": 1},
        {"type": "Corrected", "of": 1, "act": {"type": "Void", "of": 1}},
        {"type": "Corrected", "of": 1, "act": {"type": "Opened", "name": "Cup"}, "reason": 4},
        {"type": "SeatingDrawn", "since": 1, "rounds": [[[1, 2, "3"]]]},
        {"type": "CheckedIn", "player": True},
    ],
)
def test_what_is_no_act_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(InvalidActError):
        from_dict(data)


@pytest.mark.parametrize("names", [{"Ann", "Anne Lee"}, {"Ann", "Anne Lee", "N.N."}])
def test_a_name_is_taken_out_of_all_events(records: Storage, names: set[str]) -> None:
    number = opened(records)
    people = Entered(
        (
            PlayerEntry(1, "Ann", "Ann", "Lee", "04000001", "FRA", "Dragons"),
            PlayerEntry(2, "Bo"),
            PlayerEntry(3, "N.N.", club="Winds"),
        )
    )
    for act in (people, Withdrawn(2, "Ann is ill"), Amended(PlayerEntry(1, "Anne Lee", "Anne", "Lee"))):
        records.events.append(number, uuid4(), act, "Ann", "desk")
    before = records.events.get(number)
    erasing = Erasing(names, "N.N.", lambda act, fields: act, str)
    write_record(records, 1, uuid4(), Drawn(), "", "referee", erasing=erasing)
    after = records.events.get(number)
    assert before is not None
    assert after is not None
    assert [each.hash for each in after.records] == [each.hash for each in before.records]
    assert after.event.entrants[1].person == PlayerEntry(1, "N.N. (1)", team="")
    assert after.event.name(2) == "Bo"
    assert after.event.entrants[3].person == PlayerEntry(3, "N.N.", club="Winds")
    assert after.event.entrants[2].withdrawn == "N.N. is ill"
    assert "Ann" not in repr(after)


def test_later_fields_are_left_out_at_their_defaults() -> None:
    """The hashes of acts that earlier versions kept stay."""
    assert not {"fee", "currency"} & set(to_dict(Opened("Cup")))
    (person,) = to_dict(Entered((PlayerEntry(1, "Ann"),)))["people"]
    assert set(person) == {"number", "name", "first", "last", "ema", "country", "team", "club", "substitute"}
    for act in (Opened("Cup", fee=3550, currency="EUR"), Entered((PlayerEntry(1, "Ann", legal="Anna", photos=True),))):
        assert from_dict(to_dict(act)) == act
