"""Listeners on the journals: what they are told, in which order, and after kills, pauses and a long time."""

import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest

from scoring.match.event_acts import Opened
from scoring.match.records import Drawn
from tests.waiting import child, until, whole_lines
from tests.webui.journals import write_record
from webui.records import listening
from webui.records.bulletin import Recorded
from webui.records.listening import (
    GROUP,
    CallChanged,
    Happened,
    Listening,
    NotTakenError,
    RecordedInEvent,
    begin,
    position,
    tell,
)
from webui.records.store import Storage

TOY: Final = """
import json, os
from dataclasses import dataclass
from pathlib import Path

@dataclass(frozen=True)
class Toy:
    id: str = "toy"

    def wants(self, news):
        return True

    def hear(self, news):
        with Path(os.environ["TOLD"]).open("a") as file:
            file.write(json.dumps([news.entry.stream, news.entry.number]) + "\\n")
            file.flush()
            os.fsync(file.fileno())

def kind(storage):
    return [Toy()]
"""

PROGRAM: Final = """
import sys
from pathlib import Path
from uuid import uuid4
from scoring.match.records import Drawn
from tests.webui.journals import write_record
from webui.records.listening import Listening
from webui.records.store import Storage
folder, db, tables, count = sys.argv[1:]
storage = Storage.open(Path(folder), db=db or None)
Listening(storage).start()
print("ready", flush=True)
for n in range(int(count)):
    for table in map(int, tables.split(",")):
        write_record(storage, table, uuid4(), Drawn())
sys.stdin.read()
"""


class Ear:
    """A listener that remembers what it was told, and refuses as often as it is asked to."""

    def __init__(self, id: str = "ear", wants: Callable[[Happened], bool] = lambda news: True) -> None:
        self.id, self.wants = id, wants
        self.told: list[Happened] = []
        self.refuses = 0
        self.asked = 0

    def hear(self, news: Happened) -> None:
        self.asked += 1
        if self.refuses:
            self.refuses -= 1
            raise NotTakenError("not now")
        self.told.append(news)


def told(ear: Ear) -> list[Any]:
    """The news that it had: streams and numbers of records, events below 0; states of calls."""
    found: list[Any] = []
    for news in ear.told:
        match news:
            case Recorded(entry):
                assert entry
                found.append((entry.stream, entry.number))
            case RecordedInEvent(entry=made):
                found.append((-made.stream, made.number))
            case CallChanged(call, state):
                found.append((call.table, state))
    return found


def drawn(storage: Storage, table: int, count: int = 1) -> None:
    for _ in range(count):
        write_record(storage, table, uuid4(), Drawn())


@pytest.mark.parametrize("db", [False, pytest.param(True, marks=pytest.mark.long)], ids=["file", "postgresql"])
def test_a_listener_of_another_package_survives_kills(db: bool, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Two places: a module, and the line that registers it. Programs are killed in turn: each record is told, in
    order."""
    url = request.getfixturevalue("postgres_url") if db else ""
    about = tmp_path / "toy-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\ntoy = toy_listener:kind\n")
    (tmp_path / "toy_listener.py").write_text(TOY)
    out = tmp_path / "told"
    paths = os.pathsep.join((str(tmp_path), str(Path(__file__).parents[3])))
    env = {**os.environ, "TOLD": str(out), "PYTHONPATH": paths}

    def lines() -> list[list[int]]:
        return [json.loads(line) for line in whole_lines(out)]

    def start(count: int) -> Any:
        command = [sys.executable, "-c", PROGRAM, str(tmp_path / "data"), url, "1,2", str(count)]
        return child(command, env=env, stdin=-1, stdout=-1)

    begun = Storage.open(tmp_path / "data", alone=False, db=url or None)
    with closing(begun), begun.database.writing() as connection:
        begin(connection, "toy")
    for kill in range(3 if db else 1):
        with start(40) as process:
            until(lambda wanted=20 * (kill + 1): len(lines()) >= wanted)
            process.kill()
    with start(0), closing(Storage.open(tmp_path / "data", alone=False, db=url or None)) as storage:
        wanted = {table: len(storage.journal.entries(table)) for table in (1, 2)}
        assert min(wanted.values()) > 5
        until(lambda: Counter(table for table, _ in {*map(tuple, lines())}) == wanted)
    for table, last in wanted.items():
        first = list(dict.fromkeys(number for at, number in lines() if at == table))
        assert first == list(range(1, last + 1))
    assert len(lines()) <= sum(wanted.values()) + 4  # one again at most after each kill


def _begun(storage: Storage) -> bool:
    with storage.database.reading() as connection:
        return connection.execute(listening.listeners.select()).first() is not None


def test_it_is_told_in_order_what_happened_after_it_began(records: Storage) -> None:
    ear = Ear()
    drawn(records, 1, 2)
    old = records.calls.call(1, "Ann")
    assert [*tell(records, ear)] == []
    call = records.calls.call(2, "Bo", "the wall")
    drawn(records, 2)
    records.calls.finish(call.id, "Ref")
    records.calls.take(old.id, "Ref")
    event, _ = records.events.open(uuid4(), Opened("Cup"), "", "desk")
    drawn(records, 1)
    assert len([*tell(records, ear)]) == len(ear.told) == 6
    assert sorted(told(ear), key=str) == sorted(
        [(2, "waiting"), (2, 1), (2, "done"), (1, "taken"), (-event.number, 1), (1, 3)], key=str
    )
    assert told(ear).index((2, "waiting")) < told(ear).index((2, "done"))
    times = [listening.when(news) for news in ear.told]
    assert times == sorted(times)
    assert [*tell(records, ear)] == []
    records.calls.call(2, "Bo", "again")  # a new one: the other is done
    assert [*map(type, tell(records, ear))] == [CallChanged]


def test_what_it_does_not_take_is_told_again_and_nothing_overtakes_it(records: Storage) -> None:
    ear = Ear()
    assert [*tell(records, ear)] == []
    drawn(records, 1, 3)
    ear.refuses = 1
    with pytest.raises(NotTakenError):
        list(tell(records, ear))
    assert told(ear) == []
    for _ in tell(records, ear):
        break  # as if it was killed after the first
    assert [*tell(records, ear)]
    assert told(ear) == [(1, 1), (1, 2), (1, 3)]


@pytest.mark.parametrize(("limit", "value", "left"), [("MOST", 2, [(1, 3), (1, 4)]), ("KEPT", timedelta(days=-1), [])])
def test_what_nobody_waits_for_any_more_is_passed_over(
    limit: str, value: object, left: list[Any], records: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, limit, value)
    ear = Ear(wants=lambda news: isinstance(news, Recorded))
    assert [*tell(records, ear)] == []
    drawn(records, 1, 4)
    list(tell(records, ear))
    assert told(ear) == left
    assert position(records, "ear").passed == 4 - len(left)
    list(tell(records, ear))
    assert told(ear) == left


def test_one_server_tells_at_a_time(postgres_url: str) -> None:
    """The other one takes over when it ends, and forgets nothing."""
    ears = Ear(), Ear()
    with closing(Storage.open(None, db=postgres_url)) as one, closing(Storage.open(None, db=postgres_url)) as other:
        first, second = Listening(one, [lambda _: [ears[0]]]), Listening(other, [lambda _: [ears[1]]])
        first.start()
        until(lambda: _begun(one))
        second.start()
        drawn(other, 1, 3)
        until(lambda: len(told(ears[0])) == 3)
        first.stop()
        drawn(one, 1, 2)
        until(lambda: len(told(ears[1])) == 2)
        second.stop()
    assert [*told(ears[0]), *told(ears[1])] == [(1, n) for n in range(1, 6)]


def test_pauses_rise(records: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    class Ended(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout and threading.current_thread().name.startswith("listener"):
                pauses.append(timeout)
                return super().wait(0.001)
            return super().wait(timeout)

    ear = Ear()
    with records.database.writing() as connection:
        begin(connection, "ear")
    drawn(records, 1)
    ear.refuses = 12
    run = Listening(records, [lambda _: [ear]])
    monkeypatch.setattr(listening.threading, "Event", Ended)
    run.start()
    until(lambda: told(ear) == [(1, 1)])
    run.stop()
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]
