"""Orders of an event's desk to its tables."""

from uuid import uuid4

from scoring.match.event_acts import Opened, Started
from scoring.match.event_orders import orders, seating_key
from scoring.match.records import Seated
from tests.webui.hall.test_desk import PEOPLE
from webui.hall.desk import Hall
from webui.records.store import Storage


def test_a_round_that_starts_seats_each_of_its_tables_by_a_key_that_stays() -> None:
    hall = Hall(Storage.open(None))
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    assert [*orders(hall.get(number).event)] == []
    hall.record(number, uuid4(), Started(1), "", "desk")
    found = [*orders(hall.get(number).event)]
    started = found[0].record
    assert [(each.table, each.key) for each in found] == [(table, seating_key(started, table)) for table in (1, 2)]
    assert all(isinstance(each.act, Seated) for each in found)
    assert [*orders(hall.get(number).event)] == found
    assert seating_key(4, 1) != seating_key(4, 11) != seating_key(41, 1)
