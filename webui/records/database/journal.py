"""Journals of one kind in a database: each act is numbered in its stream, stored once, never changed."""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Generic, Literal, cast, get_args
from uuid import UUID

import msgspec
from sqlalchemy import BindParameter, Connection, Exists, Integer, Table, bindparam, func, insert, select, update

from scoring.errors import ScoringError
from scoring.match.records import Role, UnknownAct, act_to_dict
from webui.base.errors import WebError
from webui.records import moments
from webui.records.canonical import canonical, digest
from webui.records.commitments import Commitments, committed_hash, read_commitments, shown, write_commitments
from webui.records.database.schema import turns, values
from webui.records.errors import RecordsError
from webui.records.journal import A, JournalEntry

SET_ASIDE: Final = "set-aside"
"""Key of the small state of a stream with its damaged records that were set aside: by their numbers, who did it."""

LONGEST_GAP: Final = 1000
"""Most missing numbers that are passed over together. A record further off is passed over itself: more numbers would
fill the memory, and fewer would set sound records aside."""

written: Final = Counter[str]()
"""Records that this process wrote, by what they are of; commands write some too, and load no library of metrics."""
_counting: Final = threading.Lock()

_log = logging.getLogger(__name__)


def unreadable(row: Any, read: Callable[[Mapping[str, Any]], object]) -> bool:
    """Return True if a row is no record, however it came into the database.

    An act of a game that is not installed can only be told from a damaged one by its hash.

    Args:
        row: Its columns.
        read: Reads an act from plain JSON values.
    """
    try:
        act = read(msgspec.json.decode(row.act))
        UUID(row.id)
        datetime.fromisoformat(row.at)
        made = read_commitments(getattr(row, "commitments", ""))
        if is_unproven(row, act, made):
            return True
    except (ScoringError, WebError, ValueError, TypeError, msgspec.DecodeError):
        return True
    return row.role not in get_args(Role)


def is_unproven(row: Any, act: object, made: Commitments | None) -> bool:
    """Return True for an act of a game that is not installed which its hash does not tell from a damaged one.

    Args:
        row: The columns of its record.
        act: The act.
        made: Its commitments.
    """
    if not isinstance(act, UnknownAct):
        return False
    kept = act_to_dict(act)
    return bool(row.hash != (committed_hash(made, row.role, kept) if made else digest(canonical(kept))))


class Journal(Generic[A]):
    """The entries of many streams in one table of a database, safe to use from many threads.

    All methods work inside a transaction of the caller, which must hold the stream's turn before it appends.
    """

    def __init__(
        self,
        kind: Literal["table", "event"],
        rows: Table,
        read: Callable[[Mapping[str, Any]], A],
        write: Callable[[A], Mapping[str, Any]],
        nothing: A,
        beside: Callable[[BindParameter[int]], Exists] | None = None,
    ) -> None:
        """Prepare the journal without reading anything.

        Args:
            kind: Kind of stream; turns of events are taken under their negative numbers.
            rows: Table of the entries.
            read: Reads an act from plain JSON values.
            write: Writes an act as plain JSON values.
            nothing: The act in the place of a record that was set aside.
            beside: A question on each stream, which is sent with that for the newest entry; see `answered`.
        """
        self._kind: Final = kind
        self._rows: Final = rows
        self._read: Final = read
        self._write: Final = write
        self._nothing: Final = nothing
        self._stream: Final = rows.c.event if kind == "event" else rows.c.table_number
        self._posted: Final = rows.c.hash if kind == "event" else rows.c.sent
        stream: BindParameter[int] = bindparam("stream", type_=Integer)
        mine, turn = self._stream == stream, bindparam("turn", type_=Integer)
        self._state: Final = select(
            select(func.max(rows.c.number)).where(mine).scalar_subquery().label("newest"),
            select(turns.c.rewrites).where(turns.c.table_number == turn).scalar_subquery().label("rewrites"),
            _aside(turn).scalar_subquery().label("aside"),
            *([beside(stream).label("beside")] if beside else []),
        )
        """The query for the state of a stream, and for the answer beside."""
        self.answered: Final[dict[int, bool]] = {}
        """The last answer to the question beside, by stream."""
        self._known: dict[int, tuple[tuple[int, str], tuple[JournalEntry[A], ...]]] = {}
        """The entries of each stream, with its number of rewrites and the records that were set aside."""

    def entries(self, connection: Connection, stream: int) -> tuple[JournalEntry[A], ...]:
        """Return the entries of a stream before a damaged one, the oldest first; known ones are not read again."""
        return self.sound(connection, stream)[0]

    def sound(self, connection: Connection, stream: int) -> tuple[tuple[JournalEntry[A], ...], int | None]:
        """Return the entries of a stream before a damaged one, and the number of that one, or None.

        Damaged is a row that is no record, and a missing one.
        """
        state, known = self._known.get(stream, ((0, ""), ()))
        rows, mine = self._rows, self._stream == stream
        there = connection.execute(self._state, {"stream": stream, "turn": self._turn(stream)}).one()
        self.answered[stream] = bool(getattr(there, "beside", False))
        now = (there.rewrites or 0, there.aside or "")
        if now != state:
            known = ()
        damaged = None
        if (there.newest or 0) > len(known):
            newer = select(rows).where(mine, rows.c.number > len(known)).order_by(rows.c.number)
            aside = {int(number) for number in msgspec.json.decode(now[1] or "{}")}
            read, damaged = self._read_on(stream, known, connection.execute(newer), aside)
            known = (*known, *read) if read else known
        if known:
            self._known[stream] = now, known
        return known, damaged

    def _read_on(
        self, stream: int, known: Sequence[JournalEntry[A]], rows: Iterable[Any], aside: set[int]
    ) -> tuple[list[JournalEntry[A]], int | None]:
        """Return the entries after those known, up to a damaged one, and its number, or None."""
        last, read = len(known), list[JournalEntry[A]]()
        when = known[-1].when if known else ""
        for row in rows:
            while last + 1 in aside and last + 1 <= row.number:
                last += 1
                read.append(JournalEntry(stream, last, UUID(int=0), self._nothing, "", "desk", when, "", aside=True))
            if row.number in aside:
                continue
            if row.number != last + 1 or unreadable(row, self._read):
                return read, last + 1
            read.append(self._entry(stream, row))
            last, when = row.number, row.at
        return read, None

    def set_aside(self, connection: Connection, stream: int, number: int, who: str, role: Role, stamp: int) -> None:
        """Go on without a damaged record, whose row stays as it is.

        Args:
            connection: In the transaction.
            stream: The stream.
            number: Number of the record.
            who: Who decides it.
            role: In which role.
            stamp: The turn taken.
        """
        ahead = select(func.min(self._rows.c.number)).where(self._stream == stream, self._rows.c.number >= number)
        there = int(connection.execute(ahead).scalar_one())
        missing = range(number, there)
        passed = [there] if not missing or len(missing) > LONGEST_GAP else list(missing)
        turn = self._turn(stream)
        kept = connection.execute(_aside(turn)).scalar()
        by = {"who": who, "role": role, "at": moments.now()}
        value = msgspec.json.encode(
            {**msgspec.json.decode(kept or "{}"), **{str(each): by for each in passed}}
        ).decode()
        if kept is None:
            connection.execute(insert(values).values(table_number=turn, key=SET_ASIDE, value=value, stamp=stamp))
        else:
            where = (values.c.table_number == turn) & (values.c.key == SET_ASIDE)
            connection.execute(update(values).where(where).values(value=value, stamp=stamp))

    def _turn(self, stream: int) -> int:
        """Return the number under which turns of a stream are taken."""
        return -stream if self._kind == "event" else stream

    def again(
        self, connection: Connection, id: UUID, sent: A | Mapping[str, Any], stream: int | None
    ) -> JournalEntry[A] | None:
        """Return the entry that already has this id and content, or None for a new id.

        Args:
            connection: In the transaction.
            id: The sender's id.
            sent: The act, or its posted form if fields were added since.
            stream: The stream, or None for the first entry of any.

        Raises:
            RecordsError: `id-taken`: another act has this id.
        """
        asked = select(self._stream, self._rows.c.number, self._posted).where(self._rows.c.id == str(id))
        found = connection.execute(asked).one_or_none()
        if found is None:
            return None
        at, number, posted = found
        elsewhere = number != 1 if stream is None else at != stream
        if elsewhere or (posted and posted != digest(self._content(sent))):
            raise RecordsError("id-taken", id=str(id), number=number)
        sound = self.entries(connection, at)
        if number > len(sound):
            raise self._damage(at, len(sound) + 1)
        entry: JournalEntry[A] = sound[number - 1]
        return entry

    def expect_sound(self, connection: Connection, stream: int) -> tuple[JournalEntry[A], ...]:
        """Return all entries of a stream.

        Raises:
            RecordsError: `record-damaged`, `event-damaged`: one is damaged, and was not set aside.
        """
        sound, damaged = self.sound(connection, stream)
        if damaged:
            raise self._damage(stream, damaged)
        return sound

    def _damage(self, stream: int, number: int) -> RecordsError:
        if self._kind == "event":
            return RecordsError("event-damaged", event=stream, number=number)
        return RecordsError("record-damaged", table=stream, number=number)

    def next(
        self, before: Sequence[JournalEntry[A]], stream: int, id: UUID, act: A, who: str, role: Role
    ) -> JournalEntry[A]:
        """Return the entry of an act after those of its stream, without storing it; it has no hash yet."""
        when = max(moments.now(), before[-1].when) if before else moments.now()  # the clock may have been set back
        return JournalEntry(stream, len(before) + 1, id, act, who, role, when, "")

    def hash_of(self, act: A) -> str:
        """Return the hash of an act without commitments."""
        return digest(self._content(act))

    def insert(
        self, connection: Connection, entries: Sequence[JournalEntry[A]], sent: Mapping[str, Any] | None = None
    ) -> None:
        """Store entries unchanged; `sent` is the posted form of one of them."""
        connection.execute(self._rows.insert(), [self._row(entry, sent) for entry in entries])

    def note(self, entry: JournalEntry[A]) -> None:
        """Remember and count an entry that is on the disk, and log it without its contents."""
        state, known = self._known.get(entry.stream, ((0, ""), ()))
        if entry.number == len(known) + 1:  # otherwise read with the next
            self._known[entry.stream] = state, (*known, entry)
        with _counting:
            written[self._kind] += 1
        about = {"number": entry.number, "act": type(entry.act).__name__, "recorded_as": entry.role}
        stream = "of_event" if self._kind == "event" else "table"
        _log.info("record written", extra={stream: entry.stream, **about})

    def forget(self, streams: Iterable[int]) -> None:
        """Read streams again, after a transaction that noted entries could not end."""
        for stream in streams:
            self._known.pop(stream, None)

    def _content(self, act: A | Mapping[str, Any]) -> bytes:
        return canonical(act if isinstance(act, Mapping) else self._write(act))

    def _row(self, entry: JournalEntry[A], sent: Mapping[str, Any] | None) -> dict[str, object]:
        content = self._content(entry.act)
        row = {
            self._stream.name: entry.stream,
            "number": entry.number,
            "id": str(entry.id),
            "act": content.decode(),
            "hash": entry.hash,
            "who": entry.who,
            "role": entry.role,
            "at": entry.when,
        }
        if self._kind == "event":
            return row
        return row | {
            "sent": digest(content if sent is None else canonical(sent)),
            "commitments": write_commitments(entry.commitments),
        }

    def _entry(self, stream: int, row: Any) -> JournalEntry[A]:
        made = None if self._kind == "event" else read_commitments(row.commitments)
        act = self._read(shown(msgspec.json.decode(row.act), made))
        return JournalEntry(
            stream, row.number, UUID(row.id), act, row.who, cast(Role, row.role), row.at, row.hash, made
        )


class Writing(Generic[A]):
    """A transaction that has the turn at a stream: everything read in it stays true until it ends.

    Attributes:
        connection: The transaction.
        written: The entries appended in it.
    """

    def __init__(self, journal: Journal[A], connection: Connection, stream: int) -> None:
        """Write to a stream of a journal."""
        self.connection: Final = connection
        self.written: Final[list[JournalEntry[A]]] = []
        self._journal: Final = journal
        self._stream: Final = stream

    @cached_property
    def entries(self) -> tuple[JournalEntry[A], ...]:
        """All entries of the stream before those appended here, the oldest first.

        Raises:
            RecordsError: `record-damaged`, `event-damaged`: one is damaged, and was not set aside.
        """
        return self._journal.expect_sound(self.connection, self._stream)

    def again(self, id: UUID, sent: A | Mapping[str, Any]) -> JournalEntry[A] | None:
        """Return the entry that already has this id and content, or None for a new id.

        Raises:
            RecordsError: `id-taken`: another act has this id.
        """
        return self._journal.again(self.connection, id, sent, self._stream)

    def next(self, id: UUID, act: A, who: str, role: Role) -> JournalEntry[A]:
        """Return the entry that an act would become, to check it before it is appended.

        Raises:
            RecordsError: A record of the stream is damaged.
        """
        return self._journal.next((*self.entries, *self.written), self._stream, id, act, who, role)

    def append(self, entry: JournalEntry[A], sent: Mapping[str, Any] | None = None) -> JournalEntry[A]:
        """Store an entry that `next` returned, with its hash.

        Args:
            entry: The entry.
            sent: The act as posted, if the entry's has added fields; compared instead of it.
        """
        return self.store(replace(entry, hash=self._journal.hash_of(entry.act)), sent)

    def store(self, entry: JournalEntry[A], sent: Mapping[str, Any] | None) -> JournalEntry[A]:
        """Store an entry that has its hash."""
        self.written.append(entry)
        self._journal.insert(self.connection, [entry], sent)
        return entry


def _aside(turn: Any) -> Any:
    return select(values.c.value).where(values.c.table_number == turn, values.c.key == SET_ASIDE)
