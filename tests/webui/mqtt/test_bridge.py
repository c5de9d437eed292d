"""Tables at a real broker: their state, lamps and description, acts of boards, and lines that break."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import paho.mqtt.client as mqtt
import pytest

from tests.waiting import child, until
from tests.webui.cable import free_port
from webui.commands import doctor_checks
from webui.messages import Messages
from webui.mqtt.bridge import Bridge
from webui.mqtt.broker import Broker
from webui.table.table import Table
from webui.table.tables import Tables

MOSQUITTO: Final = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="no broker is installed: apt-get install mosquitto")

TABLESIDE: Final = [sys.executable, "-c", "from webui.cli import main; main()"]
PLAYERS: Final = ("Ann", "Bo", "Chen", "Dai")


@contextmanager
def broker(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a broker that keeps nothing on the disk."""
    assert MOSQUITTO
    process = subprocess.Popen([MOSQUITTO, "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: not is_free(port))
        yield process
    finally:
        process.kill()
        process.wait()


def is_free(port: int) -> bool:
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) != 0


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def tables(answers: Any) -> Iterator[Tables]:
    tables = Tables(Table(answers), 2)
    tables.start()
    yield tables
    tables.stop()


@contextmanager
def bridge(tables: Tables, port: int) -> Iterator[None]:
    """Publish the tables."""
    made = Bridge(tables, Broker.of(f"mqtt://127.0.0.1:{port}/club"), Messages.of("en"))
    made.start()
    try:
        yield
    finally:
        made.stop()


class Watcher:
    """Another program at the broker, with the newest message of each topic."""

    def __init__(self, port: int) -> None:
        self.heard: defaultdict[str, bytes] = defaultdict(bytes)
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self.client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self.client.on_message = lambda _client, _data, message: self.heard.update({message.topic: message.payload})
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def said(self, topic: str) -> Any:
        return json.loads(self.heard[topic] or b"null")

    def has(self, topic: str, **fields: Any) -> None:
        """Wait until the newest message of a topic has these fields."""

        def there() -> bool:
            found = self.said(topic) or {}
            seen = {name: found.get(name) for name in fields}
            assert seen == fields
            return True

        until(there)

    def act(self, payload: str | dict[str, Any], table: int = 1, retain: bool = False) -> Any:
        """Send an act, and return the answer."""
        answer = f"club/tables/{table}/answer"
        self.heard.pop(answer, None)
        text = payload if isinstance(payload, str) else json.dumps(payload)
        self.client.publish(f"club/tables/{table}/act", text, 1, retain=retain)
        until(lambda: answer in self.heard)
        return self.said(answer)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def watcher(port: int) -> Iterator[Watcher]:
    with broker(port):
        made = Watcher(port)
        yield made
        made.close()


def sit(table: Table) -> None:
    table.record({"type": "Seated", "players": list(PLAYERS)}, uuid4(), "", "referee")


def test_what_changes_at_a_table_is_published_and_kept(watcher: Watcher, tables: Tables, port: int) -> None:
    """A program that comes later hears the newest state of each table, its lamps and its description."""
    with bridge(tables, port):
        watcher.has("club/tables/1/state", state="none", says="No match yet", players=[])
        watcher.has("club/tables/2/state", state="none")
        sit(tables.own)
        tables.own.record({"type": "Won", "winner": "S", "points": 20, "payer": "E"}, uuid4(), "", "table")
        points = [("Ann", 472), ("Bo", 544), ("Chen", 492), ("Dai", 492)]
        found = [{"name": name, "chair": n, "points": won} for n, (name, won) in enumerate(points, 1)]

        def told() -> bool:
            players = watcher.said("club/tables/1/state")["players"]
            assert [{key: each[key] for key in ("name", "chair", "points")} for each in players] == found
            return True

        until(told)
        watcher.has("club/tables/1/state", state="playing", hand=2, says="Hand 2 of 16", dealer=2)
        until(lambda: watcher.heard["club/tables/1/lamps/dealer/2"] == b"ON")
        until(lambda: watcher.heard["club/tables/1/lamps/dealer/1"] == b"OFF")
        watcher.has("club/tables/1/box", phase="none")
        later = Watcher(port)
        later.has("club/tables/1/state", hand=2)
        until(lambda: later.heard["club/status"] == b"online")
        until(lambda: later.said("homeassistant/device/club_table_1/config"))
        told_device = later.said("homeassistant/device/club_table_1/config")
        later.close()
    until(lambda: watcher.heard["club/status"] == b"offline")
    assert told_device["availability_topic"] == "club/status"
    parts = told_device["cmps"]
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert {part["state_topic"] for part in parts.values() if "state_topic" in part} <= set(watcher.heard)
    presses = [json.loads(part["payload_press"]) for part in parts.values() if part["p"] == "button"]
    assert [press["do"] for press in presses] == ["call", "next", "draw", *["win"] * 4]


def test_a_board_does_what_a_box_may_and_no_more(watcher: Watcher, tables: Tables, port: int) -> None:
    """An act with an id is done once; one that the broker kept, of a referee, or of no kind, is refused."""
    sit(tables.own)
    with bridge(tables, port):
        until(lambda: watcher.heard.get("club/status") == b"online")
        assert watcher.act({"do": "call", "chair": 3, "id": "esp32-1"}) == {"ok": True}
        watcher.has("club/tables/1/state", referee="called")
        until(lambda: watcher.heard["club/tables/1/lamps/referee/3"] == b"ON")
        assert watcher.act({"do": "draw", "id": "esp32-2"}) == watcher.act({"do": "draw", "id": "esp32-2"})
        watcher.has("club/tables/1/state", hand=2)
        assert watcher.act({"do": "answer", "number": 3})["error"] == "No question at this table has the answer 3"
        penalty = {"type": "Penalty", "seat": "E", "amount": 10, "reason": "late"}
        for wrong in ("", "\udcff".encode(errors="surrogateescape").decode("latin-1"), "{}", "[" * 5000):
            assert not watcher.act(wrong)["ok"]
        for beyond in (penalty, {"do": "throw", "throw": 1, "dice": [3, 4]}, {"do": "answered"}):
            assert watcher.act(beyond)["error"].startswith("This cannot be done: ")
        assert watcher.act({"do": "draw"}, table=9)["error"] == "There is no table 9"
        assert len(tables.own.now().match.entries) == 2  # type: ignore[union-attr]
        watcher.client.publish("club/tables/2/act", '{"do": "call", "id": "kept"}', 1, retain=True)
        watcher.has("club/tables/2/answer", ok=True)  # who is there gets it as new
        watcher.has("club/tables/2/state", referee="called")
        tables.records.calls.finish_all(2, "")
        watcher.has("club/tables/2/state", referee="")
    with bridge(tables, port):
        watcher.has("club/tables/2/answer", error="The broker kept this act, so it was not done")
        watcher.has("club/tables/2/state", referee="")


def test_a_broker_that_comes_late_or_again_has_all_of_it(tables: Tables, port: int) -> None:
    with bridge(tables, port):
        for hand in (1, 2):
            if hand == 1:
                sit(tables.own)
            else:
                tables.own.record({"type": "Drawn"}, uuid4(), "", "table")
            with broker(port):
                watcher = Watcher(port)
                watcher.has("club/tables/1/state", hand=hand)
                until(lambda: watcher.heard.get("club/status") == b"online")  # noqa: B023
                assert watcher.act({"do": "call", "id": f"esp32-{hand}"}) == {"ok": True}
                watcher.close()


def test_the_program_serves_a_broker_and_doctor_asks_it(watcher: Watcher, port: int, tmp_path: Path) -> None:
    """The address comes from the variable; a program that is killed is told to be away by the broker."""
    address = f"mqtt://127.0.0.1:{port}"
    command = [*TABLESIDE, "serve", "--port", "0", "--data", tmp_path]
    with child(command, env=os.environ | {"TABLESIDE_MQTT": address}, stdout=subprocess.DEVNULL) as run:
        watcher.has("tableside/tables/1/state", state="none")
        until(lambda: watcher.heard.get("tableside/status") == b"online")
        run.kill()
        until(lambda: watcher.heard["tableside/status"] == b"offline")
    (asked,) = doctor_checks.mqtt(Broker.of(address), Messages.of("en"))
    assert (asked.state, asked.about["topic"]) == ("good", "tableside")


def test_doctor_says_why_a_broker_does_not_answer(port: int) -> None:
    (asked,) = doctor_checks.mqtt(Broker.of(f"mqtt://127.0.0.1:{port}"), Messages.of("en"))
    assert (asked.state, asked.about["reason"]) == ("wrong", "Connection refused")
