"""The desk on several servers of one database, and what a table does not follow."""

import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest

from scoring.match.event_acts import Entered, Opened, Person, Started
from scoring.match.records import Drawn, Renamed, Seated, Won
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.records.events import ActNotFollowed, from_dict
from webui.records.store import Records

PEOPLE = Entered(tuple(Person(n, f"Player {n}") for n in range(1, 9)))


@pytest.fixture
def halls(postgres_url: str) -> Iterator[tuple[Hall, Hall]]:
    """The same database as two servers have it."""
    with closing(Records.open(None, db=postgres_url)) as one, closing(Records.open(None, db=postgres_url)) as other:
        yield Hall(one), Hall(other)


def drawn(hall: Hall) -> int:
    number = hall.open(uuid4(), Opened("Cup", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    return number


def test_what_one_server_records_all_see(halls: tuple[Hall, Hall]) -> None:
    one, other = halls
    number = drawn(one)
    one.record(number, uuid4(), Started(1), "", "desk")
    for table in (1, 2):
        assert other.match_of(other.get(number), 1, table) is not None
        for act in (Won("E", 20, "S"), *[Drawn()] * 15):
            other.matches(table).record(act, uuid4(), "", "table")
    for hall in halls:
        found = results(hall, hall.get(number))
        assert found.over == (1,)
        assert [row.game_points for row in found.players[:2]] == [44, 44]


def test_two_desks_that_begin_a_round_at_once_begin_it_once(halls: tuple[Hall, Hall]) -> None:
    number = drawn(halls[0])
    refused: list[ActNotFollowed] = []

    def start(hall: Hall) -> None:
        try:
            hall.record(number, uuid4(), Started(1), "", "desk")
        except ActNotFollowed as error:
            refused.append(error)

    threads = [threading.Thread(target=start, args=(hall,)) for hall in halls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [error.kind for error in refused] == ["round-started"]
    for table in (1, 2):
        seated = [entry for entry in halls[0].records.entries(table) if isinstance(entry.act, Seated)]
        assert len(seated) == 1


def test_what_a_table_does_not_follow_is_said(records: Records) -> None:
    """A late swap of two players, one of whose names another player of the table was given meanwhile."""
    hall = Hall(records)
    number = drawn(hall)
    hall.record(number, uuid4(), Started(1), "", "desk")
    first, second = hall.get(number).event.seating[1]
    hall.matches(1).record(Renamed("S", f"Player {second[0]}", "typing error"), uuid4(), "", "referee")
    swap: dict[str, Any] = {"type": "Reseated", "round": 1, "players": [first[0], second[0]], "reason": "seen late"}
    hall.record(number, uuid4(), from_dict(swap), "", "desk")
    (undone,) = hall.undone(number)
    assert (undone.order.table, undone.why.kind) == (1, "not-a-name")
    assert hall.get(number).event.rounds[1].players[0][0] == second[0]
