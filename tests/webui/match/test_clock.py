"""The clock of a table: what is kept of it, and what it refuses."""

import json
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from scoring.match.records import Drawn, Seated
from tests.books import BODIES
from tests.webui.journals import write_record
from webui.base.steady import SteadyTime
from webui.commands.doctor_checks import jumps as jumps_found
from webui.match.clock import (
    ClockAct,
    ClockRejectedError,
    ClockRest,
    End,
    Extend,
    Pause,
    Resume,
    Settle,
    StartClock,
    StartLimit,
    TableClock,
)
from webui.records import moments
from webui.records.database.database import Database
from webui.records.errors import RecordsError
from webui.records.store import Storage
from webui.records.values import ValueStore
from webui.rig.live_hand import Start
from webui.table.jumps import Jumps
from webui.table.table import Table

BOOK = BODIES["book-1998"]
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Hour:
    """A time that goes on only where a test says so."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def later(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


def test_the_clock_goes_on_after_a_restart_as_if_there_had_been_none(tmp_path: Path) -> None:
    records, hour = Storage.open(tmp_path), Hour()
    clock = TableClock(records.values, 3, threading.Condition(), hour)
    for act, minutes in ((StartClock(), 40), (Pause(), 5), (Resume(), 1), (Extend(10), 2), (StartLimit("turn"), 0.1)):
        clock.do(act, BOOK)
        hour.later(minutes)
    records.close()
    records = Storage.open(tmp_path)
    again = TableClock(records.values, 3, threading.Condition(), hour)
    assert again.clock == clock.clock
    assert again.clock.left(hour.now) == timedelta(minutes=190 - 43.1)
    assert again.clock.limit_left(hour.now) == timedelta(seconds=9)
    assert TableClock(records.values, 4, threading.Condition(), hour).clock.started is None
    records.close()


def test_what_is_kept_does_not_grow_with_the_turns_of_a_session() -> None:
    records, hour = Storage.open(None), Hour()
    clock = TableClock(records.values, 1, threading.Condition(), hour)
    clock.do(StartClock(), BOOK)
    for _ in range(300):
        clock.do(StartLimit("turn"), BOOK)
        hour.later(0.1)
        clock.do(Settle(), BOOK)
    assert len(records.values.get(1, "clock")) == 2
    assert clock.clock.left(hour.now) == timedelta(minutes=150)


def test_two_who_press_pause_at_once_pause_once() -> None:
    hour = Hour()
    clock = TableClock(Storage.open(None).values, 1, threading.Condition(), hour)
    clock.do(StartClock(), BOOK)
    hour.later(10)
    clock.do(Pause(), BOOK)
    clock.do(Pause(), BOOK)
    hour.later(10)
    clock.do(Resume(), BOOK)
    clock.do(Resume(), BOOK)
    assert clock.clock.left(hour.now) == timedelta(minutes=170)


@pytest.mark.parametrize(
    ("before", "act", "body", "kind"),
    [
        ((), Pause(), "book-1998", "clock-not-started"),
        ((), Extend(10), "book-1998", "clock-not-started"),
        ((), StartLimit("turn"), "book-1998", "clock-not-started"),
        ((StartClock(),), StartClock(60), "book-1998", "clock-runs"),
        ((StartClock(), Pause()), StartClock(60), "book-1998", "clock-runs"),
        ((StartClock(),), Extend(10), "wmo-2006", "no-session-time"),
        ((StartClock(),), StartLimit("turn"), "ema", "no-such-limit"),
        ((StartClock(), Pause()), StartLimit("turn"), "book-1998", "clock-stands"),
        ((StartClock(), End()), StartLimit("turn"), "book-1998", "clock-stands"),
        ((StartClock(),), ClockRest(), "book-1998", "clock-runs"),
        ((ClockRest(),), StartLimit("turn"), "book-1998", "clock-stands"),
    ],
)
def test_what_a_clock_cannot_do_changes_nothing(
    before: tuple[ClockAct, ...], act: ClockAct, body: str, kind: str
) -> None:
    records = Storage.open(None)
    clock = TableClock(records.values, 1, threading.Condition(), Hour())
    for each in before:
        clock.do(each, BODIES[body])
    kept, stood, version = records.values.get(1, "clock"), clock.clock, clock.version
    with pytest.raises(ClockRejectedError) as refused:
        clock.do(act, BODIES[body])
    assert refused.value.kind == kind
    assert (records.values.get(1, "clock"), clock.clock, clock.version) == (kept, stood, version)


class Full(ValueStore):
    """Records on a disk that takes nothing."""

    def keep(self, table: int, key: str, value: Any, after: int | None = None) -> int:
        raise RecordsError("no-space", folder="/data")


def test_an_act_that_cannot_be_kept_is_not_done() -> None:
    clock = TableClock(Full(Database(None)), 1, threading.Condition(), Hour())
    with pytest.raises(RecordsError, match="no-space"):
        clock.do(StartClock(), BOOK)
    assert clock.clock.started is None
    assert clock.version == 1


def test_the_first_press_of_a_start_button_begins_the_session_of_a_match(table: Table) -> None:
    def seat() -> None:
        table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")

    table.talk.do(Start(2))
    assert table.clock.clock.started is None  # nobody plays a match
    seat()
    table.talk.do(Start())  # a person on the page begins a hand: the clock has a button of its own there
    assert table.clock.clock.started is None
    table.talk.do(Start(2))
    begun = table.clock.clock.started
    assert begun
    table.clock.do(Pause(), table.now().body)
    table.talk.do(Start(3))
    assert (table.clock.clock.started, table.clock.clock.since) == (begun, None)  # a referee's pause stays one
    seat()
    table.talk.do(Start(1))
    assert table.clock.clock.started
    assert table.clock.clock.started > begun
    assert table.clock.clock.since
    table.clock.do(End(), table.now().body)
    table.clock.do(ClockRest(), table.now().body)
    table.talk.do(Start(2))  # the rest is over
    assert not table.clock.clock.resting
    assert table.clock.clock.since


class Computer:
    """A computer whose clock a test sets, and whose time goes on where it says so."""

    def __init__(self) -> None:
        self.wall, self.passed = NOON, 1000.0

    def later(self, minutes: float) -> None:
        self.wall += timedelta(minutes=minutes)
        self.passed += 60 * minutes

    def steady(self) -> SteadyTime:
        return SteadyTime(lambda: self.wall, lambda: self.passed)


@pytest.mark.parametrize("jump", [timedelta(hours=1), timedelta(hours=-1), timedelta(days=300), timedelta(seconds=-5)])
@pytest.mark.parametrize("paused", [False, True])
def test_a_session_keeps_its_time_when_the_computers_clock_is_set(
    jump: timedelta, paused: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    computer, moved = Computer(), []
    steady = computer.steady()
    records = Storage.open(tmp_path)
    clock = TableClock(records.values, 1, threading.Condition(), steady)
    jumps = Jumps(records.values, lambda table: (moved.append(table), clock.read_again())[0], steady)
    clock.do(StartClock(60), BOOK)
    computer.later(10)
    jumps.look()
    assert moved == []
    assert clock.jump is None
    if paused:
        clock.do(Pause(), BOOK)
    computer.wall += jump
    assert clock.clock.left(clock.now()) == timedelta(minutes=50)  # before anybody has noticed
    jumps.look()
    jumps.look()
    assert moved == [1]
    assert clock.clock.left(clock.now()) == timedelta(minutes=50)
    assert clock.jump == (computer.wall, jump)
    assert f"was set by {jump.total_seconds():.1f} s" in caplog.text
    computer.later(10)
    left = timedelta(minutes=50 if paused else 40)
    assert clock.clock.left(clock.now()) == left
    records.close()
    records = Storage.open(tmp_path)
    again = TableClock(records.values, 1, threading.Condition(), computer.steady())  # after a restart
    assert again.clock.left(again.now()) == left
    again.do(End(), BOOK)
    again.do(StartClock(60), BOOK)
    computer.later(5)
    assert again.clock.left(again.now()) == timedelta(minutes=55)
    assert again.jump is None or jump < timedelta(0)
    records.close()
    (found,) = jumps_found([json.dumps({"computer": "", "at": NOON.isoformat(), "seconds": 7.4})], NOON)
    assert (found.kind, found.about["seconds"]) == ("clock-jumped", 7)


def test_two_servers_of_a_computer_move_a_session_once(postgres_url: str) -> None:
    computer = Computer()
    with closing(Storage.open(None, db=postgres_url)) as one, closing(Storage.open(None, db=postgres_url)) as other:
        watches = [Jumps(records.values, lambda table: None, computer.steady()) for records in (one, other)]
        clock = TableClock(one.values, 1, threading.Condition(), computer.steady())
        clock.do(StartClock(60), BOOK)
        computer.later(10)
        computer.wall += timedelta(hours=1)
        for watch in watches:
            watch.look()
        there = TableClock(other.values, 1, threading.Condition(), computer.steady())
        assert there.clock.left(there.now()) == timedelta(minutes=50)


def test_a_new_session_begins_now_after_the_clock_was_set_back(tmp_path: Path) -> None:
    computer, records = Computer(), Storage.open(tmp_path)
    computer.wall += timedelta(hours=1)
    TableClock(records.values, 1, threading.Condition(), computer.steady()).do(StartClock(60), BOOK)
    computer.wall = NOON  # while the server was stopped
    clock = TableClock(records.values, 1, threading.Condition(), computer.steady())
    clock.do(End(), BOOK)
    clock.do(StartClock(60), BOOK)
    computer.later(10)
    assert clock.clock.left(clock.now()) == timedelta(minutes=50)
    records.close()


def test_records_keep_the_order_of_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    records = Storage.open(None)
    times = iter(["2026-11-20T13:00:00.000+00:00", "2026-11-20T12:00:00.000+00:00", "2026-11-20T14:00:00.000+00:00"])
    monkeypatch.setattr(moments, "now", lambda: next(times))
    for act in (Seated(("Ann", "Bo", "Chen", "Dai")), Drawn(), Drawn()):
        write_record(records, 1, uuid4(), act)
    assert [entry.when[11:13] for entry in records.journal.entries(1)] == ["13", "13", "14"]
    records.close()


def test_an_act_that_is_sent_again_is_followed_once(tmp_path: Path) -> None:
    records, hour = Storage.open(tmp_path), Hour()
    clock = TableClock(records.values, 3, threading.Condition(), hour)
    clock.do(StartClock(90), BOOK)
    id = str(uuid4())
    for each in (clock, clock, TableClock(records.values, 3, threading.Condition(), hour)):
        assert each.do(Extend(10), BOOK, id).length == timedelta(minutes=100)
    assert clock.do(Extend(10), BOOK, str(uuid4())).length == timedelta(minutes=110)
    records.close()


def test_an_act_that_waited_counts_from_when_it_was_pressed_unless_somebody_acted_since(tmp_path: Path) -> None:
    records, hour = Storage.open(tmp_path), Hour()
    clock = TableClock(records.values, 3, threading.Condition(), hour)
    clock.do(StartClock(90), BOOK)
    hour.later(30)
    assert clock.do(Pause(waited=600), BOOK).gone == timedelta(minutes=20)
    hour.later(10)
    with pytest.raises(ClockRejectedError) as refused:
        clock.do(Resume(waited=25 * 60), BOOK)
    assert refused.value.kind == "clock-went-on"
    clock.do(Resume(waited=60), BOOK)
    hour.later(1)
    assert clock.clock.played(hour()) == timedelta(minutes=22)
    records.close()


def test_an_act_that_waited_is_not_overtaken_by_one_of_its_sender_that_arrived_late(tmp_path: Path) -> None:
    records, hour, first, second = Storage.open(tmp_path), Hour(), str(uuid4()), str(uuid4())
    clock = TableClock(records.values, 3, threading.Condition(), hour)
    clock.do(StartClock(90), BOOK)
    hour.later(5)
    clock.do(Extend(10), BOOK, first)
    with pytest.raises(ClockRejectedError):
        clock.do(Extend(5, waited=60), BOOK, second)
    assert clock.do(Extend(5, waited=60, own=(first,)), BOOK, second).length == timedelta(minutes=105)
    records.close()
