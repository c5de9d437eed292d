"""The records of the tables of one server, their hands, and the state they go on from."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import filelock
from sqlalchemy import select

from webui.records.calls import CallStore
from webui.records.database.changes import Changes
from webui.records.database.database import Database
from webui.records.database.probe import Probe
from webui.records.database.schema import turns, values
from webui.records.database.watch import Watch
from webui.records.errors import RecordsError, translate_os_errors
from webui.records.events import EventStore
from webui.records.hands import HandStore
from webui.records.people import PeopleStore
from webui.records.photos.in_database import DatabasePhotos
from webui.records.photos.in_files import FilePhotos, MemoryPhotos, PhotoStorage
from webui.records.photos.photos import Photos
from webui.records.pins import PinStore
from webui.records.readings import ReadingStore
from webui.records.remote_commands import RemoteCommandStore
from webui.records.table_journal import TableJournal
from webui.records.values import ValueStore

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
    """The stores of one database; whoever uses one of them is given that one.

    Safe to use from many threads, and from many processes where it is PostgreSQL.
    """

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
        self._watch: Final = Watch(database)
        self.folder: Final = folder or database.folder
        """What is kept beside the database lies there; None where everything is in memory."""
        self.database: Final = database
        """The database itself, for those who copy what is in it."""
        self.orders: Final = RemoteCommandStore(database)
        """What a hall orders at tables that devices have."""
        self.values: Final = ValueStore(database)
        """Small state of the tables."""
        self.hands: Final = HandStore(database)
        """The hands that were laid."""
        self.events: Final = EventStore(database)
        """The events of many tables."""
        self.journal: Final = TableJournal(database, self._watch, self.events, self.orders)
        """The journal of the tables."""
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

    def turns(self) -> dict[int, int]:
        """The newest turn at every table: what is kept there is as it was while that stays the same."""
        with self._database.reading() as connection:
            return {row.table_number: row.taken for row in connection.execute(select(turns))}


def _photos(database: Database) -> PhotoStorage:
    """Where photographs are kept beside a database: in its folder, in memory, or in itself where it is for many."""
    if database.shared:
        return DatabasePhotos(database)
    return FilePhotos(database.folder / PHOTOS) if database.folder else MemoryPhotos()
