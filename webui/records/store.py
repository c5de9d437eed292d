"""The records of the tables of one server, their hands, and the state they go on from."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast
from uuid import UUID

import filelock
import msgspec
from sqlalchemy import Connection, func, insert, select, update

from scoring.match.records import Act, Record, Role, act_from_dict, act_to_dict
from webui.records.canonical import canonical, digest
from webui.records.database import Database
from webui.records.errors import RecordsError, told
from webui.records.events import EventStore
from webui.records.hands import HandStore
from webui.records.photos import Photos
from webui.records.schema import records, values

LOCK: Final = "tableside.lock"
"""Name of the file that the server of a folder holds locked."""

PHOTOS: Final = "photos"
"""Name of the folder of photographs."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One record as it is kept.

    Attributes:
        number: Counts the records of its table, from 1.
        id: What its sender called it.
        act: What happened.
        who: Who recorded it; empty where nobody gives a name.
        role: In what role.
        when: When it was kept (ISO 8601, UTC).
        hash: SHA-256 of the canonical JSON of the act as it was recorded; it stays when a name in the act is erased.
    """

    number: int
    id: UUID
    act: Act
    who: str
    role: Role
    when: str
    hash: str

    @property
    def record(self) -> Record:
        """The record as a match folds it."""
        return Record(self.act, self.who, self.when, self.role)


class Records:
    """One database, safe to use from many threads."""

    def __init__(self, database: Database, lock: filelock.BaseFileLock | None = None) -> None:
        """Takes over an open database; `open` opens one."""
        self._database: Final = database
        self._lock: Final = lock
        self._writing = threading.RLock()
        self._entries: dict[int, tuple[Entry, ...]] = {}
        self._values: dict[tuple[int, str], str] = {}
        self.hands: Final = HandStore(database, self._writing)
        """The hands that were laid."""
        self.events: Final = EventStore(database, self._writing)
        """The events of many tables."""
        self.photos: Final = Photos(database.folder / PHOTOS if database.folder else None)
        """The photographs, as they were taken."""

    @staticmethod
    def open(folder: Path | None, alone: bool = True) -> "Records":
        """Opens the records of a folder, which is made where there is none.

        What a process left there that ended while it took a photograph is cleared away.

        Args:
            folder: Where they lie; None to keep them in memory.
            alone: Whether to refuse a folder that another server uses, and to keep others out.

        Raises:
            RecordsError: the folder is in use or cannot be used, or its database is newer or damaged.
        """
        if folder is None:
            return Records(Database(None))
        lock = None
        with told(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if alone:
                lock = filelock.FileLock(folder / LOCK)
                try:
                    lock.acquire(timeout=0)
                except filelock.Timeout as error:
                    raise RecordsError("folder-in-use", folder=str(folder)) from error
        try:
            records = Records(Database(folder), lock)
            if alone:
                records.photos.sweep(records.hands.names_photo)
            return records
        except BaseException:
            if lock:
                lock.release()
            raise

    @property
    def folder(self) -> Path | None:
        """Where the records lie; None in memory."""
        return self._database.folder

    def close(self) -> None:
        """Closes the database and lets another server have the folder."""
        with self._writing:
            self._database.close()
        if self._lock:
            self._lock.release()

    def append(
        self,
        table: int,
        id: UUID,
        act: Act,
        who: str,
        role: Role,
        check: Callable[[Sequence[Entry]], None] | None = None,
        sent: Mapping[str, Any] | None = None,
    ) -> Entry:
        """Records an act, once: it is on the disk when this returns.

        Args:
            table: Number of the table.
            id: What the sender calls it; the same id and act again give the record that is there.
            act: What happened.
            who: Who records it.
            role: In what role.
            check: Gets all records of the table with the new one, and raises to refuse it; then nothing is kept.
            sent: The act as it was posted, where `act` was completed from it; compared in place of `act`.

        Raises:
            RecordsError: `id-taken`, another act has this id; or it cannot be kept.
        """
        content = canonical(act_to_dict(act))
        posted = digest(content) if sent is None else digest(canonical(sent))
        with self._writing:
            again = self._again(table, id, posted)
            if again:
                return again
            with self._database.writing() as connection:
                before = self._known(connection, table)
                entry = Entry(len(before) + 1, id, act, who, role, _now(), digest(content))
                if check:
                    check((*before, entry))
                connection.execute(
                    insert(records).values(
                        table_number=table,
                        number=entry.number,
                        id=str(id),
                        act=content.decode(),
                        hash=entry.hash,
                        sent=posted,
                        who=who,
                        role=role,
                        at=entry.when,
                    )
                )
            self._entries[table] = (*before, entry)
            return entry

    def again(self, table: int, id: UUID, sent: Mapping[str, Any]) -> Entry | None:
        """The record that this id and content have already; None where there is none of the id.

        Args:
            table: Number of the table.
            id: What the sender calls it.
            sent: The act as it was posted.

        Raises:
            RecordsError: `id-taken`, another act has this id.
        """
        return self._again(table, id, digest(canonical(sent)))

    def entries(self, table: int, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The records of a table, oldest first.

        Args:
            table: Number of the table.
            after: Number of the last one that is not wanted.
            limit: How many at most; None for all.
        """
        with self._database.reading() as connection:
            known = self._known(connection, table)
        return list(known[max(after, 0) :][:limit])

    def tables(self) -> list[int]:
        """The numbers of the tables that have records."""
        with self._database.reading() as connection:
            return sorted(connection.execute(select(records.c.table_number).distinct()).scalars())

    def erase(self, changed: Callable[[Act], Act], names: Collection[str] = (), name: str = "") -> int:
        """Rewrites what acts say of a person; their hashes stay those of what was recorded.

        Args:
            changed: Gives an act as it is to be kept.
            names: Names that are taken out of who recorded something.
            name: What stands in their place.

        Returns:
            How many records were rewritten.
        """
        count = 0
        with self._writing, self._database.writing() as connection:
            self._entries.clear()
            connection.execute(update(records).where(records.c.who.in_(tuple(names))).values(who=name))
            rows = connection.execute(select(records.c.table_number, records.c.number, records.c.act)).all()
            for table, number, act in rows:
                kept = canonical(act_to_dict(changed(act_from_dict(msgspec.json.decode(act))))).decode()
                if kept != act:
                    where = (records.c.table_number == table) & (records.c.number == number)
                    connection.execute(update(records).where(where).values(act=kept))
                    count += 1
        return count

    def value(self, table: int, key: str) -> Any:
        """Small state of a table as plain JSON values; None where there is none.

        Args:
            table: Number of the table.
            key: What state, such as "play" or "clock".
        """
        known = self._values.get((table, key))
        if known is None:
            where = (values.c.table_number == table) & (values.c.key == key)
            with self._database.reading() as connection:
                known = connection.execute(select(values.c.value).where(where)).scalar()
        return None if known is None else msgspec.json.decode(known)

    def keep_value(self, table: int, key: str, value: Any) -> None:
        """Keeps small state of a table; it is on the disk when this returns.

        Args:
            table: Number of the table.
            key: What state.
            value: What msgspec writes as JSON; None forgets it.

        Raises:
            RecordsError: it cannot be kept; then the state before stays.
        """
        text = msgspec.json.encode(value).decode()
        with self._writing:
            if self._values.get((table, key)) == text:
                return
            where = (values.c.table_number == table) & (values.c.key == key)
            with self._database.writing() as connection:
                if not connection.execute(update(values).where(where).values(value=text)).rowcount:
                    connection.execute(insert(values).values(table_number=table, key=key, value=text))
            self._values[table, key] = text

    def _again(self, table: int, id: UUID, posted: str) -> Entry | None:
        asked = select(records.c.table_number, records.c.number, records.c.sent).where(records.c.id == str(id))
        with self._database.reading() as connection:
            found = connection.execute(asked).one_or_none()
            if found is None:
                return None
            if (found.table_number, found.sent) != (table, posted):
                raise RecordsError("id-taken", id=str(id), number=found.number)
            entry: Entry = self._known(connection, table)[found.number - 1]
            return entry

    def _known(self, connection: Connection, table: int) -> tuple[Entry, ...]:
        """All records of a table; those that are known already are not read again."""
        known = self._entries.get(table, ())
        mine = records.c.table_number == table
        newest = connection.execute(select(func.max(records.c.number)).where(mine)).scalar() or 0
        if newest == len(known):
            return known
        newer = select(records).where(mine, records.c.number > len(known)).order_by(records.c.number)
        known = (*known, *map(_entry, connection.execute(newer)))
        self._entries[table] = known
        return known


def _entry(row: Any) -> Entry:
    act = act_from_dict(msgspec.json.decode(row.act))
    return Entry(row.number, UUID(row.id), act, row.who, cast(Role, row.role), row.at, row.hash)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
