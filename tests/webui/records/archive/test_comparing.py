"""The records of a backup compared with those of a folder."""

from collections.abc import Iterator
from contextlib import closing
from uuid import UUID, uuid4

import pytest

from scoring.match.event_acts import Opened
from scoring.match.records import Act, Drawn, Seated, Won
from tests.webui.journals import write_record
from webui.hall.desk import Hall
from webui.records.archive.comparing import ComparedPlace, Difference, differences
from webui.records.store import Storage

SEATED = Seated(("Ann", "Bo", "Chen", "Dai"))
IDS = [uuid4() for _ in range(3)]


@pytest.fixture
def two() -> Iterator[tuple[Storage, Storage]]:
    with closing(Storage.open(None)) as one, closing(Storage.open(None)) as other:
        yield one, other


def write(storage: Storage, table: int, *acts: tuple[UUID, Act]) -> None:
    for id, act in acts:
        write_record(storage, table, id, act)


def test_other_records_of_one_id_and_those_that_one_side_lacks_are_counted(two: tuple[Storage, Storage]) -> None:
    one, other = two
    write(one, 2, (IDS[0], SEATED), (IDS[1], Drawn()))
    write(other, 2, (IDS[0], SEATED), (IDS[1], Won("S", 24, "W")), (IDS[2], Drawn()))
    assert [*differences(one, one)] == []
    (found,) = differences(one, other)
    assert (found.of, found.number, found.added) == ("table", 2, 1)
    assert found.others


def test_tables_come_before_events_each_by_its_number(two: tuple[Storage, Storage]) -> None:
    one, other = two
    Hall(other).open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")
    for table in (11, 2):
        write(other, table, (uuid4(), SEATED))
    assert [*differences(one, other)] == [
        Difference("table", 2, (), 0, 1),
        Difference("table", 11, (), 0, 1),
        Difference("event", 1, (), 0, 1),
    ]
    assert [each.lacking for each in differences(other, one)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("of", "place"),
    [
        ("postgresql+psycopg://ann:secret@hall/tableside?sslmode=require", "hall/tableside"),
        ("postgresql://hall/tableside", "hall/tableside"),
    ],
)
def test_a_database_is_named_without_a_password(of: str, place: str) -> None:
    assert (ComparedPlace(of, []).place, ComparedPlace(of, []).is_database) == (place, True)
