"""The JSON of events: players, rounds, records."""

from uuid import uuid4

from scoring.match.event_acts import Opened, Started
from tests.webui.hall.test_desk import PEOPLE
from webui.hall.desk import Hall
from webui.messages import Messages
from webui.records.store import Storage
from webui.serializers.hall import event_json, records_json, seat_json, shown_json, summary_json

ENGLISH = Messages.of("en")


def test_an_event_before_and_after_its_first_draw() -> None:
    hall = Hall(Storage.open(None))
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    assert summary_json(hall.get(number)).name == "Cup"
    assert event_json(hall, hall.get(number), ENGLISH).drawn == []
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    kept = hall.get(number)
    desk, public = event_json(hall, kept, ENGLISH), shown_json(hall, kept, ENGLISH)
    assert (desk.rounds, desk.players, len(desk.people)) == (2, 8, 8)
    assert [len(round.tables) for round in desk.drawn] == [2, 2]
    (first, *_) = public.drawn
    seat = seat_json(first, kept.event.name(1))
    assert seat is not None
    assert seat.table in (1, 2)
    assert seat_json(first, "nobody") is None
    assert [each.number for each in records_json(kept, ENGLISH)] == [1, 2, 3, 4]
