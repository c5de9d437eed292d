"""The desk on several servers of one database, and what a table does not follow."""

import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest

from scoring.match.event_acts import CheckedIn, Entered, Extended, Finished, Opened, Person, Started
from scoring.match.records import Drawn, Renamed, Seated, TimeUp, Won
from tests.webui.conftest import Answers
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.records.claims import claim
from webui.records.events import ActNotFollowed, from_dict
from webui.records.store import Records
from webui.table.clock import StartClock
from webui.table.orders import follow
from webui.table.table import Table

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


def test_a_table_that_a_device_has_follows_the_desk(halls: tuple[Hall, Hall]) -> None:
    """The desk's records and what it does with the clock wait until the device hears of them."""
    hall, rig = halls
    number = drawn(hall)
    claim(rig.records.database, 1, "rig")
    table = Table(Answers(), records=rig.records, number=1)
    hall.record(number, uuid4(), Started(1), "Zoe", "desk")
    assert hall.match_of(hall.get(number), 1, 1) is None
    assert hall.match_of(hall.get(number), 1, 2) is not None

    def hear() -> None:
        for order in rig.records.orders.of(1):
            rig.records.orders.answer(order.id, follow(table, order))

    hear()
    match = hall.match_of(hall.get(number), 1, 1)
    assert match is not None
    assert (match.entries[0].who, match.entries[0].role) == ("Zoe", "desk")
    assert hall.clocks(hall.get(number), 1, StartClock(60)) == [1, 2]
    hear()
    hall.record(number, uuid4(), Extended(1, 1, 10), "", "desk")
    hear()
    length = hall.clock_of(1).length
    assert length is not None
    assert length.total_seconds() == 70 * 60
    table.matches.record(TimeUp(in_play=False), uuid4(), "", "referee")
    hall.record(number, uuid4(), Finished(1, 1, "late"), "", "desk")
    hear()
    hall.record(number, uuid4(), CheckedIn(1), "", "desk")  # looks at the answers
    (undone,) = hall.undone(number)
    assert (undone.order.table, undone.why.kind, undone.why.cause.kind) == (1, "order-refused", "match-over")
    table.stop()


def test_a_round_that_would_end_another_match_is_told_so(records: Records) -> None:
    """One that is played without an event, and one of another event; none where the matches are its own."""
    hall = Hall(records)
    first = drawn(hall)
    hall.matches(2).record(Seated(("Ann", "Bo", "Chen", "Dai")), uuid4(), "", "referee")
    assert hall.other_matches(hall.get(first), 1) == [2]
    hall.record(first, uuid4(), Started(1), "", "desk")
    assert hall.other_matches(hall.get(first), 2) == []
    second = drawn(hall)
    assert hall.other_matches(hall.get(second), 1) == [1, 2]
    hall.record(first, uuid4(), Finished(1, 1, "late"), "", "desk")
    assert hall.other_matches(hall.get(second), 1) == [2]
