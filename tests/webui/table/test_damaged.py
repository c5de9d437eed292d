"""A row that is no record stops its own table or event alone, until a tournament director sets it aside."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from sqlalchemy import insert, select

from scoring.match.event_acts import Entered, Opened, PlayerEntry, Started
from scoring.match.records import Drawn
from tests.long import long_but
from tests.webui.journals import write_record
from webui.commands import doctor_checks
from webui.http.site import site_of
from webui.records.canonical import digest
from webui.records.database.schema import event_records
from webui.records.database.schema import records as rows
from webui.records.erasing import Erasing
from webui.records.errors import RecordsError
from webui.records.events import to_dict
from webui.records.store import Storage
from webui.table.table import Table
from webui.table.tables import Tables

SEATED = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}
DRAWN = '{"type":"Drawn"}'
GOOD = {
    "id": str(uuid4()),
    "act": DRAWN,
    "hash": digest(DRAWN.encode()),
    "role": "referee",
    "at": "2026-01-01T00:00:00Z",
}


def put(records: Storage, number: int, **wrong: Any) -> dict[str, Any]:
    """Write a row into table 1, if `wrong` names no other, past the program."""
    row = {"table_number": 1, "number": number, "sent": "", "who": "Li", **GOOD, **wrong}
    with records.database.writing() as connection:
        connection.execute(insert(rows).values(row))
    return row


def rows_of(records: Storage) -> list[Any]:
    with records.database.reading() as connection:
        return list(connection.execute(select(rows).where(rows.c.table_number == 1).order_by(rows.c.number)))


@pytest.fixture
def hall(records: Storage, answers: Any, application: Callable[..., Flask]) -> Callable[[], FlaskClient]:
    """Start a server of four tables on the records."""

    def start() -> FlaskClient:
        tables = Tables(Table(answers, records=records), 4)
        app = application(tables.own)
        site_of(app).tables = tables
        return app.test_client()

    return start


def record(client: FlaskClient, table: int, act: dict[str, Any]) -> tuple[int, str | None]:
    answer = client.post(f"/api/tables/{table}/records", json={"id": str(uuid4()), "act": act})
    return answer.status_code, answer.json["kind"] if answer.status_code >= 400 else None


WRONG: Final[tuple[dict[str, str], ...]] = (
    {"act": '{"type":"Danced"}'},
    {"act": "[1]"},
    {"act": "{"},
    {"id": "i"},
    {"role": "king"},
    {"at": "t"},
    {"commitments": "{"},
)
"""Columns of rows that are no records."""


def test_a_row_that_is_no_record_is_damaged_until_it_is_set_aside(records: Storage) -> None:
    for table, wrong in enumerate(WRONG, 1):
        write_record(records, table, uuid4(), Drawn())
        put(records, 2, **{"id": str(uuid4()), **wrong, "table_number": table})
        assert records.journal.damaged(table) == 2, wrong
        with pytest.raises(RecordsError, match="record-damaged"):
            write_record(records, table, uuid4(), Drawn())
        records.journal.set_aside(table, 2, "Eve", "chief")
        assert records.journal.damaged(table) is None
        assert write_record(records, table, uuid4(), Drawn()).number == 3


@pytest.mark.parametrize("wrong", long_but(WRONG[:1], WRONG), ids=str)
def test_a_row_that_is_no_record_stops_its_table_until_it_is_set_aside(
    records: Storage, hall: Callable[[], FlaskClient], wrong: dict[str, str]
) -> None:
    before = hall()
    assert record(before, 1, SEATED) == (201, None)
    row = put(records, 2, **wrong)
    client = hall()
    for _ in range(2):
        shown = client.get("/api/tables/1/match?lang=en").json
        assert shown["players"] == SEATED["players"]
        assert shown["damaged"]["number"] == 2
        assert [each["damaged"] for each in client.get("/api/tables").json["tables"]] == [2, None, None, None]
        assert "Damaged record 2" in client.get("/display/1?lang=en").text
        assert "损坏" in client.get("/display/1?lang=zh").text
        assert "Record 2 of table 1 is damaged" in client.get("/t/1?lang=en").text
        assert "is damaged" not in client.get("/t/2?lang=en").text
        assert record(client, 1, {"type": "Drawn"}) == (503, "record-damaged")
        assert record(client, 2, SEATED) == (201, None)
    assert client.post("/api/tables/1/damaged", json={"number": 3}).status_code == 200  # another one stays
    assert client.get("/api/tables/1/match").json["damaged"]["number"] == 2
    assert client.post("/api/tables/1/damaged", json={"number": 2}).status_code == 200
    for each in (client, hall()):
        assert each.get("/api/tables/1/match").json["damaged"] is None
        assert record(each, 1, {"type": "Drawn"}) == (201, None)
    numbers = [each["number"] for each in client.get("/api/tables/1/records").json["records"]]
    assert numbers == [1, 3, 4]
    assert rows_of(records)[1]._mapping == {**row, "commitments": wrong.get("commitments", "")}


def test_a_missing_number_and_a_far_one_are_passed_over(records: Storage) -> None:
    for number, next in ((3, 1), (2_000_000_000, 4)):
        put(records, number, id=str(uuid4()))
        assert records.journal.damaged(1) == next
        with pytest.raises(RecordsError, match="record-damaged"):
            write_record(records, 1, uuid4(), Drawn())
        records.journal.set_aside(1, next, "Eve", "chief")
        assert records.journal.damaged(1) is None
    assert write_record(records, 1, uuid4(), Drawn()).number == 4
    assert [entry.number for entry in records.journal.entries(1)] == [3, 4]


def test_a_name_is_removed_from_a_damaged_row_too(records: Storage) -> None:
    put(records, 1, act='{"type":"Danced","with":"Ann"}')
    records.journal.erase(
        Erasing({"Ann"}, "player 1", lambda act, fields: act, lambda text: text.replace("Ann", "player 1"))
    )
    assert rows_of(records)[0].act == '{"type":"Danced","with":"player 1"}'


def event_with(records: Storage, act: str) -> int:
    event = records.events.open(uuid4(), Opened("Cup", rounds=2), "Desk", "desk")[0].number
    records.events.append(event, uuid4(), Entered((PlayerEntry(1, "Ann"), PlayerEntry(2, "Bo"))), "Desk", "desk")
    row = {**GOOD, "id": str(uuid4()), "event": event, "number": 3, "who": "Li", "act": act}
    with records.database.writing() as connection:
        connection.execute(insert(event_records).values(row))
    return event


@pytest.mark.parametrize("act", ['{"type":"Danced"}', "{", str(to_dict(Started(2))).replace("'", '"')])
def test_a_damaged_record_of_an_event_stops_that_event_alone(
    records: Storage, hall: Callable[[], FlaskClient], act: str
) -> None:
    event, other = event_with(records, act), records.events.open(uuid4(), Opened("Open"), "Desk", "desk")[0].number
    entered = {"type": "Entered", "people": [{"number": 3, "name": "Chen"}]}
    client = hall()
    assert {each["event"] for each in client.get("/api/hall/events").json["events"]} == {event, other}
    assert "Record 3 of event 1 is damaged" in client.get(f"/desk/{event}?lang=en").text
    assert "is damaged" not in client.get(f"/desk/{other}?lang=en").text

    def enter(number: int) -> tuple[int, str | None]:
        body = {"id": str(uuid4()), "act": entered}
        answer = client.post(f"/api/hall/events/{number}/records", json=body)
        return answer.status_code, answer.json.get("kind")

    assert enter(event) == (503, "event-damaged")
    assert enter(other)[0] == 201
    assert client.post(f"/api/hall/events/{event}/damaged", json={"number": 3}).status_code == 200
    assert "is damaged" not in client.get(f"/desk/{event}?lang=en").text
    assert enter(event)[0] == 201
    kept = records.events.get(event)
    assert kept
    assert kept.event.name(3) == "Chen"
    listed = client.get(f"/api/hall/events/{event}/records").json["records"]
    assert [each["number"] for each in listed] == [1, 2, 4]


def test_an_event_whose_opening_is_damaged_is_not_shown(records: Storage, hall: Callable[[], FlaskClient]) -> None:
    event = event_with(records, DRAWN)
    with records.database.writing() as connection:
        connection.execute(event_records.update().where(event_records.c.number == 1).values(act="{"))
    again = Storage(records.database)
    assert again.events.numbers() == []
    assert again.events.get(event) is None


def test_doctor_names_damaged_records(records: Storage) -> None:
    put(records, 1, act="{}")
    event_with(records, "{")

    def found() -> list[tuple[str, dict[str, Any]]]:
        with records.database.reading() as connection:
            ask = connection.exec_driver_sql
            aside = ask(doctor_checks.ASIDE).all()
            rewritten = ask(doctor_checks.REWRITTEN).all()
            listed = [*doctor_checks.records_found(ask(doctor_checks.RECORDS), rewritten, aside)]
            listed += doctor_checks.events_found(ask(doctor_checks.EVENT_RECORDS), aside)
        return [(each.kind, dict(each.about)) for each in listed if each.kind != "records-good"]

    table, event = {"table": 1, "number": 1}, {"event": 1, "number": 3}
    assert found() == [("record-damaged", table), ("event-damaged", event)]
    records.journal.set_aside(1, 1, "Eve", "chief")
    records.events.set_aside(1, 3, "Eve", "chief")
    assert found() == [("record-set-aside", table), ("event-set-aside", event)]


def test_the_director_sets_a_damaged_record_aside_on_the_page(
    page: Page, serve: Callable[[Table], str], answers: Any
) -> None:
    table = Table(answers)
    address = serve(table)
    put(table.records, 1, act="{")
    page.goto(f"{address}/t/1/sheet")
    said = page.locator("#damaged")
    expect(said).to_contain_text("Record 1 of table 1 is damaged")
    said.get_by_role("button", name="Set it aside").click()
    expect(said).to_have_count(0)
    assert table.record(SEATED, uuid4(), "", "referee")[0].number == 2
