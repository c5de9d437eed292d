"""Journals of one kind in a database: each act is numbered in its stream, stored once, never changed."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, Literal, cast
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Table, func, select

from scoring.match.records import Role
from webui.metrics import count_record
from webui.records import moments
from webui.records.canonical import canonical, digest
from webui.records.commitments import read_commitments, write_commitments
from webui.records.database.schema import turns
from webui.records.errors import RecordsError
from webui.records.journal import A, JournalEntry

_log = logging.getLogger(__name__)


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
    ) -> None:
        """Prepare the journal without reading anything.

        Args:
            kind: Kind of stream; turns of events are taken under their negative numbers.
            rows: Table of the entries.
            read: Reads an act from plain JSON values.
            write: Writes an act as plain JSON values.
        """
        self._kind: Final = kind
        self._rows: Final = rows
        self._read: Final = read
        self._write: Final = write
        self._stream: Final = rows.c.event if kind == "event" else rows.c.table_number
        self._posted: Final = rows.c.hash if kind == "event" else rows.c.sent
        self._known: dict[int, tuple[int, tuple[JournalEntry[A], ...]]] = {}
        """The entries of each stream, with its number of rewrites."""

    def entries(self, connection: Connection, stream: int) -> tuple[JournalEntry[A], ...]:
        """Return all entries of a stream, the oldest first; known ones are not read again."""
        rewrites, known = self._known.get(stream, (0, ()))
        rows, mine, turn = self._rows, self._stream == stream, -stream if self._kind == "event" else stream
        asked = select(
            select(func.max(rows.c.number)).where(mine).scalar_subquery().label("newest"),
            select(turns.c.rewrites).where(turns.c.table_number == turn).scalar_subquery().label("rewrites"),
        )
        there = connection.execute(asked).one()
        if rewrites != (there.rewrites or 0):
            known = ()
        if (there.newest or 0) > len(known):
            newer = select(rows).where(mine, rows.c.number > len(known)).order_by(rows.c.number)
            known = (*known, *[self._entry(stream, row) for row in connection.execute(newer)])
        if known:
            self._known[stream] = (there.rewrites or 0, known)
        return known

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
        entry: JournalEntry[A] = self.entries(connection, at)[number - 1]
        return entry

    def append(
        self,
        connection: Connection,
        stream: int,
        id: UUID,
        act: A,
        who: str,
        role: Role,
        check: Callable[[Sequence[JournalEntry[A]]], object] | None = None,
        sent: Mapping[str, Any] | None = None,
        commit: Callable[[Sequence[JournalEntry[A]]], JournalEntry[A]] | None = None,
    ) -> tuple[JournalEntry[A], bool]:
        """Add an act, once.

        Args:
            connection: In the transaction.
            stream: The stream.
            id: The sender's id; the same id and act again return the existing entry.
            act: The act.
            who: Name of the author.
            role: Role of the author.
            check: Gets all entries of the stream with the new one, and raises to refuse it.
            sent: The act as posted, if `act` has added fields; compared instead of `act`.
            commit: Gets the same entries, and returns the new one with its commitments.

        Returns:
            The entry, and True if it is new.

        Raises:
            RecordsError: `id-taken`: another act has this id.
        """
        there = self.again(connection, id, act if sent is None else sent, stream)
        if there:
            return there, False
        before = self.entries(connection, stream)
        when = max(moments.now(), before[-1].when) if before else moments.now()  # the clock may have been set back
        entry = JournalEntry(stream, len(before) + 1, id, act, who, role, when, digest(self._content(act)))
        if check:
            check((*before, entry))
        if commit:
            entry = commit((*before, entry))
        self.insert(connection, [entry], sent)
        return entry, True

    def insert(
        self, connection: Connection, entries: Sequence[JournalEntry[A]], sent: Mapping[str, Any] | None = None
    ) -> None:
        """Store entries unchanged; `sent` is the posted form of one of them."""
        connection.execute(self._rows.insert(), [self._row(entry, sent) for entry in entries])

    def note(self, entry: JournalEntry[A]) -> None:
        """Count an entry that is on the disk, and log it without its contents."""
        count_record(self._kind)
        about = {"number": entry.number, "act": self._write(entry.act)["type"], "recorded_as": entry.role}
        stream = "of_event" if self._kind == "event" else "table"
        _log.info("record written", extra={stream: entry.stream, **about})

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
        act = self._read(msgspec.json.decode(row.act))
        made = None if self._kind == "event" else read_commitments(row.commitments)
        return JournalEntry(
            stream, row.number, UUID(row.id), act, row.who, cast(Role, row.role), row.at, row.hash, made
        )
