"""The records of the tables of one server, their hands, and the state they go on from."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

import filelock
import msgspec
from sqlalchemy import Connection, Select, func, select, union, update

from scoring.match.records import Act, Role, act_from_dict, act_to_dict
from webui.records.calls import CallStore
from webui.records.database.changes import Changes
from webui.records.database.database import Database
from webui.records.database.journal import Journal
from webui.records.database.probe import Probe
from webui.records.database.schema import claims, hands, records, turns, values
from webui.records.database.watch import Watch
from webui.records.erasing import Erasing, erase
from webui.records.errors import RecordsError, WriteConflictError, translate_os_errors
from webui.records.events import EventStore
from webui.records.hands import HandStore, Tags, put_tags
from webui.records.journal import JournalEntry
from webui.records.people import PeopleStore
from webui.records.photos.in_database import DatabasePhotos
from webui.records.photos.in_files import FilePhotos, MemoryPhotos, PhotoStorage
from webui.records.photos.photos import Photos
from webui.records.pins import PinStore
from webui.records.readings import ReadingStore
from webui.records.remote_commands import RemoteCommand, RemoteCommandStore

LOCK: Final = "tableside.lock"
"""Name of the file that the server of a folder holds locked."""

PHOTOS: Final = "photos"
"""Name of the folder of photographs."""


@dataclass(frozen=True, slots=True)
class News:
    """What changed at a table.

    Attributes:
        stamp: The number of the newest turn at the table.
        hands: Ids of the hands that others laid or changed, the oldest change first.
        values: Keys of the small state that others kept.
        rewrites: How often names in its records were rewritten.
    """

    stamp: int
    hands: tuple[str, ...] = ()
    values: frozenset[str] = frozenset()
    rewrites: int = 0


class Storage:
    """One database, safe to use from many threads, and from many processes where it is PostgreSQL."""

    def __init__(
        self, database: Database, lock: filelock.BaseFileLock | None = None, folder: Path | None = None
    ) -> None:
        """Takes over an open database; `open` opens one.

        Args:
            database: The database.
            lock: Held while the records are open.
            folder: What is kept beside the database lies there; None where that is in memory.
        """
        self._database: Final = database
        self._lock: Final = lock
        self.journal: Final = Journal("table", records, act_from_dict, act_to_dict)
        """What was recorded at the tables."""
        self._watch: Final = Watch(database)
        self.folder: Final = folder or database.folder
        """What is kept beside the database lies there; None where everything is in memory."""
        self.database: Final = database
        """The database itself, for those who copy what is in it."""
        self.orders: Final = RemoteCommandStore(database)
        """What a hall orders at tables that devices have."""
        self.hands: Final = HandStore(database)
        """The hands that were laid."""
        self.events: Final = EventStore(database)
        """The events of many tables."""
        self.calls: Final = CallStore(database)
        """Calls for a referee, and notes of players."""
        self.people: Final = PeopleStore(database)
        """Who has a role, and their devices."""
        self.probe: Final = Probe(database)
        """Whether anything can be recorded."""
        self.pins: Final = PinStore(database)
        """The PIN of the server, and the devices that came in by it."""
        self.readings: Final = ReadingStore(database)
        """What workers read in photographs, until a hand takes it."""
        self.photos: Final = Photos(_photos(database))
        """The photographs, as they were taken."""

    @staticmethod
    def open(folder: Path | None, alone: bool = True, db: str | None = None, migrate: bool = True) -> "Storage":
        """Opens the records of a folder, which is made where there is none, or those of a database of PostgreSQL.

        What a process left there that ended while it took a photograph is cleared away.

        Args:
            folder: Where they lie; None to keep them in memory.
            alone: Whether to refuse a folder that another server uses, and to keep others out. A database of
                PostgreSQL is for many.
            db: Address of a database of PostgreSQL, which keeps records and photographs in place of the folder.
            migrate: Bring a PostgreSQL database of an older version up to date; else it is refused.

        Raises:
            RecordsError: the folder is in use or cannot be used; or its database is newer, older or damaged, or cannot
                be reached.
        """
        if db:
            records = Storage(Database(folder, db, migrate), folder=folder)
            if migrate:  # a table's device leaves it to the servers
                records.photos.sweep(records.hands.names_photo)
            return records
        if folder is None:
            return Storage(Database(None))
        lock = None
        with translate_os_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if alone:
                lock = filelock.FileLock(folder / LOCK)
                try:
                    lock.acquire(timeout=0)
                except filelock.Timeout as error:
                    raise RecordsError("folder-in-use", folder=str(folder)) from error
        try:
            records = Storage(Database(folder), lock)
            if alone:
                records.photos.sweep(records.hands.names_photo)
            return records
        except BaseException:
            if lock:
                lock.release()
            raise

    @property
    def shared(self) -> bool:
        """Whether other processes keep records there beside this one."""
        return self._database.shared

    @property
    def changes(self) -> Changes:
        """What was kept at any table or event, whoever kept it; of other processes once somebody watches them."""
        return self._database.changes

    @property
    def name(self) -> str:
        """What people call the database: its file, or its address without the password; empty in memory."""
        return self._database.name

    @property
    def lasting(self) -> bool:
        """Whether the records outlast the process."""
        return bool(self._database.name)

    def close(self) -> None:
        """Closes the database and lets another server have the folder."""
        self._watch.stop()
        self._database.close()
        if self._lock:
            self._lock.release()

    def watch(self, notify: Callable[[int], None]) -> Callable[[], None]:
        """Calls with the number of a table soon after another process has written there; -n for event n.

        It may also be called where nothing changed that matters: `news` says what did.

        Args:
            notify: Called on a thread of its own, for one table after another; where it fails that goes to the log.

        Returns:
            What ends it.
        """
        return self._watch.add(notify)

    def news(self, table: int, after: int | None = None) -> News:
        """What other processes wrote at a table.

        Args:
            table: Number of the table.
            after: The newest turn that is known already, `stamp` of an earlier `News`; None for how things stand now,
                without what led there.

        Raises:
            RecordsError: the database cannot be read.
        """
        with self._database.reading() as connection:
            now = connection.execute(select(turns).where(turns.c.table_number == table)).one_or_none()
            if now is None:
                return News(0)
            if after is None or now.taken <= after:
                return News(now.taken, rewrites=now.rewrites)
            asked = select(values.c.key, values.c.stamp).where(values.c.table_number == table, values.c.stamp > after)
            keys = [row.key for row in connection.execute(asked) if not self._database.is_own(table, row.stamp)]
        hands = [id for id, stamp in self.hands.changed(table, after) if not self._database.is_own(table, stamp)]
        return News(now.taken, tuple(hands), frozenset(keys), now.rewrites)

    def append(
        self,
        table: int,
        id: UUID,
        act: Act,
        who: str,
        role: Role,
        check: Callable[[Sequence[JournalEntry[Act]]], None] | None = None,
        sent: Mapping[str, Any] | None = None,
        erasing: Callable[[Sequence[JournalEntry[Act]]], Erasing] | None = None,
        marked: Callable[[JournalEntry[Act]], Mapping[str, Tags]] | None = None,
    ) -> JournalEntry[Act]:
        """Records an act, once: it is on the disk when this returns.

        Args:
            table: Number of the table.
            id: What the sender calls it; the same id and act again give the record that is there.
            act: What happened.
            who: Who records it.
            role: In what role.
            check: Gets all records of the table with the new one, and raises to refuse it; then nothing is kept.
            sent: The act as it was posted, where `act` was completed from it; compared in place of `act`.
            erasing: Gets all records of the table with the new one, and says which names are taken out of everything
                in the same transaction.
            marked: Gets the new record, and says what hands of the table are found by from then on, by their ids.

        Raises:
            RecordsError: `id-taken`, another act has this id; or it cannot be kept.
        """
        entries: Sequence[JournalEntry[Act]] = ()

        def follow(all: Sequence[JournalEntry[Act]]) -> None:
            nonlocal entries
            entries = all
            if check:
                check(all)

        for last in (False, True):
            try:
                with self._database.writing() as connection:
                    elsewhere = self._elsewhere(connection) - {table} if erasing else set()
                    tables = self._all(connection, elsewhere | {table}, table) if erasing else [table]
                    turn = {each: self._database.take_turn(connection, each) for each in tables}
                    entry, new = self.journal.append(connection, table, id, act, who, role, follow, sent)
                    if not new:
                        return entry
                    for hand, tags in (marked(entry) if marked else {}).items():
                        put_tags(connection, hand, tags)
                    if erasing:
                        erased = erasing(entries)
                        self._erase(connection, turn, erased, elsewhere)
                        self._order_erasing(connection, erased, elsewhere, id, who, role)
                self.journal.note(entry)
                if not erasing:
                    return entry
                for each in tables:
                    self._watch.tell(each)
                return self.entries(table)[entry.number - 1]
            except WriteConflictError:  # another process records this id at another table
                if last:
                    raise
        raise AssertionError("one of the two has ended it")

    def erase(
        self, erasing: Erasing, ordered: UUID | None = None, but: int = 0, who: str = "", role: Role = "desk"
    ) -> None:
        """Takes names out of everything that is kept here, without a record of it: that is made elsewhere.

        Args:
            erasing: What is taken out.
            ordered: Names the orders that the devices of tables get to do the same; None for no orders.
            but: Number of the table whose device makes the record, and needs none.
            who: Who orders it.
            role: In what role.

        Raises:
            RecordsError: it cannot be kept.
        """
        with self._database.writing() as connection:
            elsewhere = self._elsewhere(connection)
            tables = self._all(connection, elsewhere)
            turn = {each: self._database.take_turn(connection, each) for each in tables}
            self._erase(connection, turn, erasing, elsewhere)
            if ordered:
                self._order_erasing(connection, erasing, elsewhere - {but}, ordered, who, role)
        for each in tables:
            self._watch.tell(each)

    def again(self, table: int, id: UUID, sent: Mapping[str, Any]) -> JournalEntry[Act] | None:
        """The record that this id and content have already; None where there is none of the id.

        Args:
            table: Number of the table.
            id: What the sender calls it.
            sent: The act as it was posted.

        Raises:
            RecordsError: `id-taken`, another act has this id.
        """
        with self._database.reading() as connection:
            return self.journal.again(connection, id, sent, table)

    def entries(self, table: int, after: int = 0, limit: int | None = None) -> list[JournalEntry[Act]]:
        """The records of a table, oldest first.

        Args:
            table: Number of the table.
            after: Number of the last one that is not wanted.
            limit: How many at most; None for all.
        """
        with self._database.reading() as connection:
            known = self.journal.entries(connection, table)
        return list(known[max(after, 0) :][:limit])

    def tables(self) -> list[int]:
        """The numbers of the tables that have records."""
        with self._database.reading() as connection:
            return sorted(connection.execute(select(records.c.table_number).distinct()).scalars())

    def counts(self) -> dict[int, int]:
        """How many records each table has that has any, whoever wrote them."""
        asked = select(records.c.table_number, func.count()).group_by(records.c.table_number)
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(records.c.table_number)).all()
        return {row[0]: row[1] for row in rows}

    def turns(self) -> dict[int, int]:
        """The newest turn at every table: what is kept there is as it was while that stays the same."""
        with self._database.reading() as connection:
            return {row.table_number: row.taken for row in connection.execute(select(turns))}

    def values(self, key: str) -> dict[int, Any]:
        """Small state of all tables that have any, as plain JSON values, by their numbers."""
        with self._database.reading() as connection:
            rows = connection.execute(select(values.c.table_number, values.c.value).where(values.c.key == key))
            return {row.table_number: msgspec.json.decode(row.value) for row in rows}

    def value(self, table: int, key: str) -> Any:
        """Small state of a table as plain JSON values; None where there is none.

        Args:
            table: Number of the table.
            key: What state, such as "play" or "clock".
        """
        return self.stamped(table, key)[0]

    def stamped(self, table: int, key: str) -> tuple[Any, int]:
        """Small state of a table, and its stamp, which is another one after every change; None and 0 without any."""
        with self._database.reading() as connection:
            row = connection.execute(_value(table, key)).one_or_none()
        return (msgspec.json.decode(row.value), row.stamp) if row else (None, 0)

    def keep_value(self, table: int, key: str, value: Any, after: int | None = None) -> int:
        """Keeps small state of a table; it is on the disk when this returns.

        Args:
            table: Number of the table.
            key: What state.
            value: What msgspec writes as JSON; None forgets it.
            after: Stamp of the state that it was made from; None to put it in the place of any.

        Returns:
            Its stamp.

        Raises:
            WriteConflictError: another process has kept other state after that stamp.
            RecordsError: it cannot be kept; then the state before stays.
        """
        kept = msgspec.json.encode(value).decode()
        with self._database.writing() as connection:
            row = connection.execute(_value(table, key)).one_or_none()
            if row and row.value == kept:
                return int(row.stamp)
            stamp = self._database.take_turn(connection, table)
            row = connection.execute(_value(table, key)).one_or_none()
            if after is not None and after != (row.stamp if row else 0):
                raise WriteConflictError
            if row:
                where = (values.c.table_number == table) & (values.c.key == key)
                connection.execute(update(values).where(where).values(value=kept, stamp=stamp))
            else:
                connection.execute(values.insert().values(table_number=table, key=key, value=kept, stamp=stamp))
        return stamp

    def _all(self, connection: Connection, elsewhere: Collection[int], *tables: int) -> list[int]:
        """The numbers that turns are taken under to write everywhere, the lowest first: -n for event n, 0, then tables.

        Args:
            connection: In the transaction.
            elsewhere: The tables that are left to their devices.
            tables: Tables that are wanted though nothing is kept of them, or a device has them.
        """
        asked = union(select(records.c.table_number), select(hands.c.table_number))
        events = [-event for event in self.events.all(connection)]
        here = set(connection.execute(asked).scalars()).difference(elsewhere)
        return sorted({0, *tables, *events, *here})

    def _elsewhere(self, connection: Connection) -> set[int]:
        """The tables that other devices have."""
        if not self.shared:
            return set()
        held = claims.c.device.not_in(("", self._database.device))
        return set(connection.execute(select(claims.c.table_number).where(held)).scalars())

    def _erase(self, connection: Connection, turn: Mapping[int, int], erasing: Erasing, elsewhere: set[int]) -> None:
        self.events.erase(connection, erasing.names, erasing.name)
        erase(connection, turn, erasing, elsewhere)

    def _order_erasing(
        self, connection: Connection, erasing: Erasing, tables: set[int], id: UUID, who: str, role: Role
    ) -> None:
        """Has the devices of tables take the names out of what they keep themselves."""
        act = {"names": sorted(erasing.names), "name": erasing.name}
        by = erasing.name if who in erasing.names else who
        for table in sorted(tables):
            ordered = UUID(bytes=uuid5(id, f"erase {table}").bytes, version=4)  # no order of an event's desk
            self.orders.add(connection, RemoteCommand(table, str(ordered), "erase", act, by, role))


def _value(table: int, key: str) -> Select[Any]:
    return select(values.c.value, values.c.stamp).where(values.c.table_number == table, values.c.key == key)


def _photos(database: Database) -> PhotoStorage:
    """Where photographs are kept beside a database: in its folder, in memory, or in itself where it is for many."""
    if database.shared:
        return DatabasePhotos(database)
    return FilePhotos(database.folder / PHOTOS) if database.folder else MemoryPhotos()
