"""Listeners that stand on the journals: each gets all news, in order, at least once, also after a kill.

A listener's position is on the disk: the last record of each table and event that it has, and the last state of each
call. It gets later news again and again until it has taken them.
"""

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final, Literal, Protocol

import msgspec
from sqlalchemy import Connection, delete, func, select, update
from urllib3.util import Retry

from scoring.match.event_acts import EventAct
from webui.records import moments
from webui.records.bulletin import Recorded
from webui.records.calls import Call
from webui.records.database.rows import add
from webui.records.database.schema import calls, event_records, listeners, records, turns
from webui.records.errors import RecordsError
from webui.records.journal import JournalEntry
from webui.records.store import Storage
from webui.records.values import read_or

GROUP: Final = "tableside.listener"
"""The entry-point group under which this program and other packages register a `ListenerKind` of listeners."""

KEPT: Final = timedelta(days=7)
"""Age at which news that a listener did not take are passed over. More tells it news that nobody waits for; less loses
those of some days on which its receiver was down."""

MOST: Final = 10_000
"""News that wait for a listener; the oldest of more are passed over. More takes memory; fewer loses a busy event."""

LOOK: Final = 1.0
"""Seconds between two looks for news, if nothing wakes them. More tells later; less takes time."""

LONGEST_PAUSE: Final = 600
"""Longest pause in seconds before a listener gets its news again. More tells late once its receiver is back; less asks
a dead one more often."""

_CALLS: Final = 500
"""Calls whose told state is remembered. More takes room; fewer may tell an old one again after a name in it was
removed."""

_AGAIN: Final = Retry(total=None, backoff_factor=1, backoff_max=LONGEST_PAUSE)
"""Pauses of 0, 2, 4, 8 … seconds, after so many failures in a row."""

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecordedInEvent:
    """An event has a new record."""

    entry: JournalEntry[EventAct]


CallState = Literal["waiting", "taken", "done"]
"""The states of a call for a referee, in their order."""


@dataclass(frozen=True, slots=True)
class CallChanged:
    """A call for a referee was made, taken, or finished."""

    call: Call
    state: CallState


Happened = Recorded | RecordedInEvent | CallChanged
"""News for a listener; a `Recorded` among them always has its entry."""


class NotTakenError(Exception):
    """A listener could not take its news, and gets them again.

    Attributes:
        after: Seconds that must pass before, or None for the usual pause.
    """

    def __init__(self, reason: object, after: float | None = None) -> None:
        """Say why, and how long to wait."""
        super().__init__(reason)
        self.after: Final = after


class Listener(Protocol):
    """A receiver of news; equal ones are one, and a changed one gets its news again at once."""

    @property
    def id(self) -> str:
        """The key of its position, at most 64 characters; it begins with the next news."""

    def wants(self, news: Happened) -> bool:
        """Return False for news that it need not be told."""

    def hear(self, news: Happened) -> None:
        """Take news: once this returns, they are not told again. Any error lets them be told again, later."""


ListenerKind = Callable[[Storage], Iterable[Listener]]
"""Returns the listeners of a storage as they are now."""


@cache
def installed() -> Sequence[ListenerKind]:
    """Return the kinds of listeners that are registered under `GROUP`; broken ones are skipped with a warning."""
    found = []
    for entry in entry_points(group=GROUP):
        try:
            found.append(entry.load())
        except Exception:
            _log.warning("the listener %s cannot be imported", entry.value, exc_info=True)
    return found


@dataclass(slots=True)
class Position:
    """The position of a listener.

    Attributes:
        tables: Number of the last record of each table.
        events: Number of the last record of each event.
        turns: The newest turn known of each table and event.
        calls: The last state told of each call.
        passed: Number of things passed over, since they were too old or too many.
    """

    tables: dict[int, int] = field(default_factory=dict)
    events: dict[int, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    calls: dict[str, CallState] = field(default_factory=dict)
    passed: int = 0

    def move(self, news: Happened) -> None:
        """Move behind news that the listener took."""
        match news:
            case Recorded(entry):
                assert entry
                self.tables[entry.stream] = entry.number
            case RecordedInEvent(entry=made):
                self.events[made.stream] = made.number
            case CallChanged(call=call, state=state):
                self.calls.pop(call.id, None)
                self.calls[call.id] = state
                for old in list(self.calls)[:-_CALLS]:
                    del self.calls[old]


def begin(connection: Connection, id: str) -> None:
    """Let a listener begin with the news after this transaction, unless it has begun."""
    add(connection, listeners, {"id": id, "position": _written(_now(connection))})


def forget(connection: Connection, id: str) -> None:
    """Remove the position of a listener that is gone."""
    connection.execute(delete(listeners).where(listeners.c.id == id))


def position(storage: Storage, id: str) -> Position:
    """Return the position of a listener; that of the very beginning before it began."""
    kept = _position(storage, id)
    return Position() if kept is None else read_or(Position(), _read, kept)


def since(storage: Storage, at: Position) -> tuple[list[Happened], dict[int, int]]:
    """Return the news after a position, the oldest first, and the turns up to which they are all."""
    now = storage.turns()
    found: list[tuple[str, Happened]] = []
    for stream, turn in sorted(now.items()):
        if turn != at.turns.get(stream, 0):
            found += [each for news in _new_at(storage, stream, at, now) for each in _ordered(news)]
    return [news for _, news in sorted(found, key=lambda each: each[0])], now


def find(storage: Storage, kind: str, stream: int, number: int, call: str = "") -> Happened | None:
    """Return earlier news, to tell them again; None if they are no longer there.

    Args:
        storage: The storage.
        kind: "table", "event", or the state of a call.
        stream: Number of the table or event.
        number: Number of the record.
        call: Id of the call.
    """
    match kind:
        case "table":
            found = storage.journal.entries(stream, number - 1, 1)
            return Recorded(found[0]) if found and found[0].number == number else None
        case "event":
            event = storage.events.get(stream)
            made = event.records[number - 1 : number] if event else ()
            return RecordedInEvent(made[0]) if made and not made[0].aside else None
        case "waiting" | "taken" | "done":
            there = storage.calls.find(call)
            return CallChanged(there, kind) if there else None
    return None


class Listening:
    """Tells the listeners of a storage, each on a thread of its own; of several servers one at a time does."""

    def __init__(self, storage: Storage, kinds: Sequence[ListenerKind] | None = None) -> None:
        """Prepare it; `start` begins to tell.

        Args:
            storage: The storage.
            kinds: The kinds of listeners, or None for those that are installed.
        """
        self._storage: Final = storage
        self._kinds: Final = installed() if kinds is None else kinds
        self._stopping: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="listening", daemon=True)
        self._unwatch: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin to tell."""
        self._unwatch = self._storage.watch(lambda _: None)  # so that the writes of others are noticed
        self._thread.start()

    def stop(self) -> None:
        """End the threads; one that waits for its receiver ends with the process."""
        self._stopping.set()
        self._unwatch()
        self._storage.changes.tell()
        if self._thread.is_alive():
            self._thread.join(LOOK + 4)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                if self._listeners():
                    with self._storage.database.leading() as expect_leading:
                        self._lead(expect_leading)
            except RecordsError as error:  # another server tells, or the database is out of reach: tried again
                _log.debug("listeners are not told here: %s", error)
            except Exception:
                _log.exception("listeners cannot be told")
            self._wait(self._storage.changes.count)

    def _wait(self, known: int) -> None:
        if not self._stopping.is_set():
            self._storage.changes.wait(known, LOOK)

    def _listeners(self) -> list[Listener]:
        return [listener for kind in self._kinds for listener in kind(self._storage)]

    def _lead(self, expect_leading: Callable[[], None]) -> None:
        """Tell the listeners as they come and go, until there is none."""
        standing: list[tuple[Listener, threading.Event]] = []
        try:
            while not self._stopping.is_set():
                known = self._storage.changes.count
                expect_leading()
                now = self._listeners()
                for gone in [each for each in standing if each[0] not in now]:
                    gone[1].set()
                    standing.remove(gone)
                for listener in now:
                    if all(listener != each for each, _ in standing):
                        standing.append((listener, self._begun(listener)))
                if not now:
                    return
                self._wait(known)
        finally:
            for _, ended in standing:
                ended.set()
            self._storage.changes.tell()

    def _begun(self, listener: Listener) -> threading.Event:
        ended = threading.Event()
        threading.Thread(
            target=self._stand, args=(listener, ended), name=f"listener {listener.id}", daemon=True
        ).start()
        return ended

    def _stand(self, listener: Listener, ended: threading.Event) -> None:
        """Tell a listener until it has ended."""
        again, known = _AGAIN, 0
        while not ended.is_set():
            if known == self._storage.changes.count:
                self._storage.changes.wait(known, LOOK)
                continue
            seen = self._storage.changes.count
            try:
                for _ in tell(self._storage, listener):
                    again = _AGAIN
                    if ended.is_set():
                        return
                known = seen
            except Exception as error:
                if ended.is_set():
                    return
                again = again.increment(error=error)
                if not isinstance(error, NotTakenError | RecordsError):
                    _log.exception("the listener %s failed", listener.id)
                asked = error.after if isinstance(error, NotTakenError) else None
                ended.wait(max(again.get_backoff_time(), LOOK, asked or 0))


def tell(storage: Storage, listener: Listener) -> Iterator[Happened]:
    """Tell a listener all news that it was not told, and yield each once it is behind it.

    Raises:
        NotTakenError: It could not take one of them; so may any other error of the listener.
        RecordsError: The database cannot be read or written.
    """
    kept = _position(storage, listener.id)
    if kept is None:
        with storage.database.writing() as connection:
            begin(connection, listener.id)
        return
    at = read_or(Position(), _read, kept)
    waiting, upto = since(storage, at)
    wanted, oldest = [news for news in waiting if listener.wants(news)], moments.after(moments.now(), -KEPT)
    told = [news for news in wanted[-MOST:] if when(news) >= oldest]
    at.passed += len(wanted) - len(told)
    ids = set(map(id, told))
    for news in waiting:
        if id(news) in ids:
            listener.hear(news)
        at.move(news)
        if id(news) in ids:
            kept = _keep(storage, listener.id, kept, at)
            yield news
    if waiting or upto != at.turns:
        at.turns = upto
        _keep(storage, listener.id, kept, at)


def _keep(storage: Storage, id: str, before: str, at: Position) -> str:
    """Store a position in the place of another one.

    Raises:
        NotTakenError: Another server has moved the listener, or it is gone.
    """
    now = _written(at)
    with storage.database.writing() as connection:
        mine = (listeners.c.id == id) & (listeners.c.position == before)
        if connection.execute(update(listeners).where(mine).values(position=now)).rowcount != 1:
            raise NotTakenError("another server has told it")
    return now


def _new_at(storage: Storage, stream: int, at: Position, turns: Collection[int]) -> Iterator[Iterable[Happened]]:
    """Yield the news after a position: records of a table and its calls; records of an event, under its negative
    number; under 0 those of events that were only opened, which take no turn of their own."""
    if stream > 0:
        yield map(Recorded, storage.journal.entries(stream, at.tables.get(stream, 0)))
        yield _calls(storage, stream, at)
    for number in [-stream] if stream < 0 else storage.events.numbers() if stream == 0 else ():
        if stream or -number not in turns:
            event = storage.events.get(number)
            new = event.records[at.events.get(number, 0) :] if event else ()
            yield [RecordedInEvent(entry) for entry in new if not entry.aside]


def _calls(storage: Storage, table: int, at: Position) -> Iterator[Happened]:
    """Yield the states of the calls of a table that were not told."""
    for call in storage.calls.changed(table, at.turns.get(table, 0)):
        told = at.calls.get(call.id)
        for state in _states(call):
            if told is None or _ORDER.index(state) > _ORDER.index(told):
                yield CallChanged(call, state)


_ORDER: Final[tuple[CallState, ...]] = ("waiting", "taken", "done")


def _states(call: Call) -> list[CallState]:
    """Return the states that a call has been in."""
    times = (call.at, call.taken_at, call.done_at)
    return [state for state, time in zip(_ORDER, times, strict=True) if time]


def when(news: Happened) -> str:
    """Return when something happened (ISO 8601, UTC, to milliseconds)."""
    match news:
        case Recorded(entry):
            assert entry
            return entry.when
        case RecordedInEvent(entry=made):
            return made.when
    return {"waiting": news.call.at, "taken": news.call.taken_at, "done": news.call.done_at}[news.state]


def _ordered(found: Iterable[Happened]) -> Iterator[tuple[str, Happened]]:
    """Yield the news of one stream with times that never go back: records of a file may be older than those before
    them."""
    latest = ""
    for news in found:
        latest = max(latest, when(news))
        yield latest, news


def _now(connection: Connection) -> Position:
    """Return the position behind everything that a transaction sees."""

    def last(stream: Any, number: Any) -> dict[int, int]:
        asked = select(stream, func.max(number)).group_by(stream)
        return {row[0]: row[1] for row in connection.execute(asked)}

    there = connection.execute(select(calls).where(calls.c.done_at == "")).all()
    return Position(
        last(records.c.table_number, records.c.number),
        last(event_records.c.event, event_records.c.number),
        {row.table_number: row.taken for row in connection.execute(select(turns))},
        {row.id: "taken" if row.taken_at else "waiting" for row in there},
    )


def _written(at: Position) -> str:
    return msgspec.json.encode(at).decode()


def _read(kept: str) -> Position:
    return msgspec.json.decode(kept, type=Position)


def _position(storage: Storage, id: str) -> str | None:
    with storage.database.reading() as connection:
        kept = connection.execute(select(listeners.c.position).where(listeners.c.id == id)).scalar()
        return None if kept is None else str(kept)
