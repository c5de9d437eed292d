"""A table that a device has: what the desk of an event orders is recorded there, and comes back to the hall."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from scoring.match.records import Approved, Drawn, Seated, act_to_dict
from tests.ordeals.hall import kept
from tests.waiting import until
from tests.webui.routes.test_hall import Desk
from webui.app import create_app
from webui.hand.edits import SetRules
from webui.records.outbox import Outbox
from webui.records.schema import metadata
from webui.records.store import Records
from webui.table.hands import Signed
from webui.table.orders import follow
from webui.table.table import Table
from webui.table.tables import Tables

FOUR = ("Ann", "Bo", "Chen", "Dai")


@pytest.fixture
def hall(postgres_url: str) -> Iterator[Records]:
    records = Records.open(None, db=postgres_url)
    yield records
    records.close()


@pytest.fixture
def device(tmp_path: Path, postgres_url: str, answers: Any) -> Iterator[Table]:
    """Table 1 on a device of its own, which sends what it records."""
    records = Records.open(tmp_path / "device")
    table = Table(answers, records=records)
    table.outbox = Outbox(records, postgres_url, 1, lambda order: follow(table, order), table.matches.reload)
    table.outbox.connect()
    table.outbox.start()
    yield table
    table.outbox.stop()
    records.close()


def test_seats_and_clock_are_ordered_at_the_device_and_its_hands_come_back(
    hall: Records, device: Table, answers: Any
) -> None:
    tables = Tables(Table(answers, records=hall), 2)
    desk = Desk(create_app(tables).test_client())
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=1)
    desk.act(type="Started", round=1)
    until(lambda: device.matches.running)
    until(lambda: len(hall.entries(1)) == 1)
    assert device.records.entries(1) == hall.entries(1)
    assert isinstance(hall.entries(1)[0].act, Seated)
    assert hall.entries(1)[0].role == "desk"
    desk.post("clocks", 200, round=1, do="start")
    until(lambda: device.clock.clock.started)
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    shown = tables.get(1)
    assert shown
    until(lambda: shown.matches.current and len(shown.matches.current.match.hands) == 2)


def test_a_referees_act_is_sent_to_the_device_and_comes_back_as_its_record(
    hall: Records, device: Table, answers: Any
) -> None:
    tables = Tables(Table(answers, records=hall), 2)
    client = create_app(tables).test_client()
    device.record(act_to_dict(Seated(FOUR)), uuid4(), "", "referee")
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    until(lambda: len(hall.entries(1)) == 2)
    shown = client.get("/api/referee").get_json()
    assert [(each["table"], each["hand"], each["sent"]) for each in shown["waiting"]] == [(1, 1, False)]
    device.outbox.follow = lambda order: ""  # type: ignore[union-attr] # its network is slow
    body = {"id": str(uuid4()), "act": {"type": "Approved", "hand": 1}, "who": "Li"}
    sent = client.post("/api/tables/1/records", json=body)
    assert (sent.status_code, sent.get_json()["order"]) == (202, body["id"])
    assert client.post("/api/tables/1/records", json=body).status_code == 202
    (order,) = client.get("/api/tables/1/orders").get_json()["orders"]
    assert (order["act"], order["who"], order["refused"], order["away"]) == (body["act"], "Li", None, None)
    shown = client.get("/api/referee").get_json()
    assert ([each["sent"] for each in shown["waiting"]], shown["orders"]) == ([True], [order])
    device.outbox.follow = lambda order: follow(device, order)  # type: ignore[union-attr]
    until(lambda: not client.get("/api/tables/1/orders").get_json()["orders"])
    entry = hall.entries(1)[-1]
    assert (str(entry.id), entry.act, entry.who, entry.role) == (body["id"], Approved(1), "Li", "referee")
    assert client.get("/api/referee").get_json()["waiting"] == []
    again = client.post("/api/tables/1/records", json=body)
    assert (again.status_code, again.get_json()["number"]) == (200, 3)
    other = client.post("/api/tables/1/records", json=body | {"act": {"type": "Approved", "hand": 2}})
    assert (other.status_code, other.get_json()["kind"]) == (409, "id-taken")


def test_what_a_device_cannot_follow_is_refused_before_or_said_after(
    hall: Records, device: Table, answers: Any
) -> None:
    client = create_app(Tables(Table(answers, records=hall), 2)).test_client()
    device.record(act_to_dict(Seated(FOUR)), uuid4(), "", "referee")
    until(lambda: hall.entries(1))

    def post(act: Any, **more: Any) -> Any:
        return client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act, **more})

    assert post({"type": "Approved", "hand": 7}).status_code == 422
    assert post({"type": "Nonsense"}).status_code == 400
    drawn = {"type": "Drawn"}
    assert device.outbox
    device.outbox.follow = lambda order: ""
    assert post(drawn, after=1).status_code == 202
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")  # the table was faster
    device.outbox.follow = lambda order: follow(device, order)
    until(lambda: client.get("/api/tables/1/orders").get_json()["orders"][0]["refused"])
    (order,) = client.get("/api/tables/1/orders").get_json()["orders"]
    assert "was ended on another device" in order["refused"]
    assert len(device.records.entries(1)) == 2
    path = f"/api/tables/1/orders/{order['id']}"
    assert client.delete(path).get_json()["orders"] == []
    assert client.delete(path).status_code == 404


def test_a_call_of_a_device_stands_in_the_halls_queue_and_its_light_goes_out_from_there(
    hall: Records, device: Table, answers: Any
) -> None:
    client = create_app(Tables(Table(answers, records=hall), 2)).test_client()
    assert device.outbox
    device.outbox.told = device.calls_ended
    device.call_referee(1, "a tile fell", "")
    assert device.session.play.calls
    until(lambda: client.get("/api/referee").get_json()["calls"])
    (call,) = client.get("/api/referee").get_json()["calls"]
    assert (call["table"], call["reason"]) == (1, "a tile fell")
    headers = {"Tableside-Who": "Li"}
    client.post(f"/api/calls/{call['id']}/taken", headers=headers)
    until(lambda: device.records.calls.open(1)[0].taken_by == "Li")
    assert client.post("/api/tables/1/calls", json={"chair": 2, "reason": "me too"}).status_code == 201
    for each in client.get("/api/referee").get_json()["calls"]:
        assert client.post(f"/api/calls/{each['id']}/done", headers=headers).status_code == 200
    until(lambda: not device.session.play.calls)
    assert device.records.calls.open(1) == []


def everything(of: Records) -> str:
    """All rows of a database in which somebody may be named."""
    with of.database.reading() as connection:
        rows = [connection.execute(select(table)).all() for table in metadata.sorted_tables if table.name != "photo"]
    return str(rows)


@pytest.mark.parametrize("at", [1, 2])
def test_a_name_is_taken_out_of_the_hall_and_of_every_device(
    hall: Records, device: Table, answers: Any, at: int
) -> None:
    """Table 1 is that of the device, table 2 the hall's own; the act is recorded at either."""
    client = create_app(Tables(Table(answers, records=hall), 2)).test_client()
    device.record(act_to_dict(Seated(("Zoltan", "Bo", "Chen", "Dai"))), uuid4(), "Zoltan", "referee")
    laid = device.laying.text("[123s,1]456789sCCC9p 9p self-draw")
    device.change(laid.id, SetRules("mcr-1998"), 1, signed=Signed("Zoltan", "Zoltan asked"))
    device.hands.hide(laid.id, who="Zoltan")
    device.hands.hide(laid.id, hidden=False)
    device.call_referee(0, "Zoltan fell", "Zoltan")
    device.records.calls.note("Zoltan", 1, "slow", "Li", "referee")
    seated = {"type": "Seated", "players": ["Zoltan", "Fay", "Gil", "Hu"]}
    assert client.post("/api/tables/2/records", json={"id": str(uuid4()), "act": seated}).status_code == 201
    until(lambda: "Zoltan fell" in everything(hall) and "slow" in everything(hall))
    assert device.outbox
    slow = device.outbox.follow
    device.outbox.follow = lambda order: ""
    body = {"id": str(uuid4()), "act": {"type": "Erased", "player": "Zoltan", "name": "N. N."}}
    sent = client.post(f"/api/tables/{at}/records", json=body)
    assert sent.status_code == (202 if at == 1 else 201), sent.get_json()
    assert at == 1 or sent.get_json()["erasing"] == [1]
    (order,) = client.get("/api/referee").get_json()["orders"]
    assert (order["table"], order["act"]) == (1, {"type": "Erased", "name": "N. N."})
    assert [each.act.players[0] for each in hall.entries(2) if isinstance(each.act, Seated)] == ["N. N."]
    device.outbox.follow = slow
    until(lambda: not client.get("/api/referee").get_json()["orders"])
    until(lambda: "Zoltan" not in everything(hall))
    assert "Zoltan" not in everything(device.records)
    assert [each.hash for each in hall.entries(1)] == [each.hash for each in device.records.entries(1)]
    device.change(laid.id, SetRules("mcr"), 2)  # what is recorded afterwards still reaches the hall
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    until(lambda: kept(hall, 1) == kept(device.records, 1))
