"""Small state that a table's device damaged in its hall: that table says so, and everything else goes on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, insert

from scoring.match.event_acts import Entered, Opened, PlayerEntry, Started
from tests.long import long_but
from webui.base.steady import SteadyTime
from webui.commands import doctor_checks
from webui.hall.desk import Hall
from webui.http.site import site_of
from webui.match.clock import StartClock
from webui.messages import Messages, doctor
from webui.records.database.rigs import VALUES
from webui.records.database.schema import values
from webui.records.store import Storage
from webui.rig.live_hand import LiveHand
from webui.rig.serialization import live_hand_to_json
from webui.table.jumps import Jumps
from webui.table.stored import damaged, is_damaged
from webui.table.table import Table
from webui.table.tables import Tables

IN_A_FILE = pytest.mark.parametrize("records", long_but(["file"], ["file", "postgresql"]), indirect=True)

ANY: list[str] = ["", "{", "[" * 20_000, "7", "-1e400", '"x"', "true", "[null]", '{"a":{}}', '["\\ud800"]']
"""Texts that are no state of any key."""

PLAY: dict[str, Any] = {"play": live_hand_to_json(LiveHand()), "heard": []}


def play(**wrong: Any) -> str:
    return msgspec.json.encode(PLAY | {"play": PLAY["play"] | wrong}).decode()


def clock(**wrong: Any) -> str:
    return msgspec.json.encode([{"kind": "started", "at": "2026-01-01T00:00:00Z", "minutes": 90} | wrong]).decode()


def jump(**wrong: Any) -> str:
    return msgspec.json.encode({"computer": "a", "at": "2026-01-01T00:00:00Z", "seconds": 9.5} | wrong).decode()


CLAIM: dict[str, Any] = {"chair": 1, "hand": "", "trouble": None, "legal": None, "by": "play"}

DAMAGED: list[tuple[str, str]] = [
    *((key, text) for key in VALUES for text in ANY if (key, text) != ("name", '"x"')),
    ("play", play(dealer=9)),
    ("play", play(hand=0)),
    ("play", play(giver=-1)),
    ("play", play(first=[7, 7])),
    ("play", play(calls=[5])),
    ("play", play(calls="1")),
    ("play", play(started="2026-01-01T00:00:00")),
    ("play", play(claims=[CLAIM | {"chair": 8}])),
    ("play", play(claims=[CLAIM | {"trouble": {"kind": "wrong-wall", "about": {}}}])),
    ("play", play(deal={"match": 0, "began": 0, "hand": 0})),
    ("play", '{"play":{},"heard":[[{},[],7]]}'),
    ("play", '{"play":{}}'),
    ("clock", clock(at="2026-01-01T00:00:00")),
    ("clock", clock(at="9999-12-31T23:59:59Z")),
    ("clock", clock(at="0001-01-01T00:00:00Z")),
    ("clock", clock(kind="danced")),
    ("clock", clock(minutes=10**18)),
    ("clock", clock(minutes=10**8)),
    ("clock", clock(minutes="9")),
    ("clock", clock(name={})),
    ("jump", jump(at="2026-01-01T00:00:00")),
    ("jump", jump(at="yesterday")),
    ("jump", jump(seconds=1e300)),
    ("jump", jump(computer=1)),
    ("jump", '{"at":"2026-01-01T00:00:00Z"}'),
    ("name", '"' + "x" * 41 + '"'),
    ("name", '"a\\nb"'),
    ("name", '["East"]'),
    ("page", '{"address":"javascript:alert(1)","reachable":true}'),
    ("page", '{"address":["http://x/"],"reachable":true}'),
    ("page", '{"address":"http://x/","reachable":1}'),
]
"""Key and text of damaged state."""


def put(records: Storage, key: str, text: str) -> None:
    """Write a row of table 1 past the program, with a turn as a table's device takes it."""
    with records.database.writing() as connection:
        stamp = records.database.take_turn(connection, 1)
        connection.execute(delete(values).where(values.c.table_number == 1, values.c.key == key))
        connection.execute(insert(values).values(table_number=1, key=key, value=text, stamp=stamp))


Start = Callable[[], FlaskClient]


@pytest.fixture
def event(records: Storage) -> int:
    """An event whose first round is played at tables 1 and 2, with their clocks."""
    hall = Hall(records)
    number = hall.open(uuid4(), Opened("Cup", rounds=2), "", "desk")[0].number
    players = tuple(PlayerEntry(n, f"Player {n}") for n in range(1, 9))
    hall.record(number, uuid4(), Entered(players), "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    assert hall.clocks(hall.get(number), 1, StartClock(90)) == [1, 2]
    return number


@pytest.fixture
def start(records: Storage, answers: Any, application: Callable[..., Flask]) -> Start:
    """Start a server of four tables on the records."""

    def started() -> FlaskClient:
        tables = Tables(Table(answers, records=records), 4)
        app = application(tables.own)
        site_of(app).tables = tables
        return app.test_client()

    return started


@pytest.mark.parametrize(("key", "text"), DAMAGED, ids=lambda each: each[:40])
def test_state_that_a_key_does_not_have_is_damaged(key: str, text: str) -> None:
    assert is_damaged(key, text)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *((key, "null") for key in VALUES),
        ("play", play(claims=[CLAIM | {"trouble": {"kind": "no-tiles", "about": {}}}])),
        ("clock", "[]"),
        ("clock", clock(minutes=None)),
        ("jump", jump()),
        ("name", '"East 1"'),
        ("page", '{"address":"http://192.168.1.20:8000/","reachable":false}'),
    ],
)
def test_state_that_a_key_has_is_not_damaged(key: str, text: str) -> None:
    assert not is_damaged(key, text)


def look(client: FlaskClient, event: int, text: str) -> None:
    """Look at pages and lists while state of table 1 is damaged."""
    assert "Damaged at table 1" in client.get("/t/1?lang=en").text
    assert "损坏" in client.get("/t/1/setup?lang=zh").text
    for path in ("/t/2?lang=en", f"/desk/{event}?lang=en", "/display/1?lang=en", "/display/2", "/desk"):
        answer = client.get(path)
        assert (answer.status_code, "Damaged at" in answer.text) == (200, False), (path, text)
    assert client.get("/tables?lang=en").text.count("Damaged: open its page") == 1
    listed = client.get("/api/tables").json["tables"]
    assert [each["state_damaged"] for each in listed] == [True, False, False, False]
    assert client.get("/api/tables/1/match").json["players"]
    assert client.get("/api/tables/2/match").json["clock"]["phase"] == "running"


@IN_A_FILE
@pytest.mark.parametrize("key", VALUES)
def test_damaged_state_of_one_table_stops_nothing(records: Storage, event: int, start: Start, key: str) -> None:
    client = start()
    texts = [text for each, text in DAMAGED if each == key]
    for n, text in enumerate(texts[1:3] + texts[len(ANY) :]):  # two that are of no key, and the key's own
        put(records, key, text)
        if n % 2:
            client = start()
        else:
            site_of(client.application).tables.get(1).others.catch_up()
        look(client, event, text)
        assert Hall(records).all_clocks()[2].started
        assert damaged(records.values) == damaged(records.values, 1) == {1: [key]}


@IN_A_FILE
def test_a_damaged_clock_is_started_again(records: Storage, event: int) -> None:
    put(records, "clock", "{")
    hall = Hall(records)
    assert hall.all_clocks()[1].started is None
    assert hall.clocks(hall.get(event), 1, StartClock(60)) == [1]
    assert hall.all_clocks()[1].started
    assert damaged(records.values) == {}


@IN_A_FILE
def test_a_jump_of_the_clock_is_followed_at_all_other_tables(records: Storage, event: int) -> None:
    put(records, "clock", clock(at="2026-01-01T00:00:00"))
    before, moved, now = Hall(records).all_clocks()[2].started, list[int](), [datetime.now(UTC), 0.0]
    steady = SteadyTime(lambda: now[0], lambda: now[1])
    now[0] += timedelta(hours=1)
    Jumps(records.values, moved.append, steady).look()
    assert moved == [2]
    assert Hall(records).all_clocks()[2].started == before + timedelta(hours=1)


@IN_A_FILE
def test_doctor_names_damaged_state(records: Storage) -> None:
    put(records, "clock", "{")
    put(records, "name", '"East 1"')
    put(records, "jump", jump(at="9999-12-31T23:59:59Z"))
    with records.database.reading() as connection:
        found = list(doctor_checks.state_found(connection.exec_driver_sql(doctor_checks.STATE)))
    assert [(each.kind, each.about["table"], each.about["what"]) for each in found] == [
        ("state-damaged", 1, ["clock"]),
        ("state-damaged", 1, ["jump"]),
    ]
    assert doctor.found(Messages.of("en"), found[0].kind, found[0].about)[0].endswith(": Clock")
    assert list(doctor_checks.jumps(["{", jump(), jump(at="9999-12-31T23:59:59Z")])) == []
