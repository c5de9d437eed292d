"""The storage of one server: records of its tables, their hands, photos, people, and small state."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from scoring.rules import BOOKS
from webui.records.calls import CallStore
from webui.records.database.changes import Changes
from webui.records.database.database import Database
from webui.records.database.probe import Probe
from webui.records.database.schema import turns, values
from webui.records.database.watch import Watch
from webui.records.errors import RecordsError, translate_os_errors
from webui.records.events import EventStore
from webui.records.followed import FollowedStore
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

if TYPE_CHECKING:
    import filelock

LOCK: Final = "tableside.lock"
"""Name of the file that the server of a folder locks."""

PHOTOS: Final = "photos"
"""Name of the folder of photos."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class News:
    """Changes at a table.

    Attributes:
        stamp: Number of the newest turn at the table.
        hands: Ids of the hands that others created or edited, the oldest change first.
        values: Keys of the small state that others stored.
        rewrites: Number of times that names in its records were rewritten.
    """

    stamp: int
    hands: tuple[str, ...] = ()
    values: frozenset[str] = frozenset()
    rewrites: int = 0


class Storage:
    """The stores of one database; a function gets only the one it needs.

    Safe to use from many threads, and with PostgreSQL from many processes.
    """

    def __init__(
        self, database: Database, lock: "filelock.BaseFileLock | None" = None, folder: Path | None = None
    ) -> None:
        """Take over an open database; `open` opens one.

        Args:
            database: The database.
            lock: Lock held while the storage is open.
            folder: Folder of the files beside the database, or None if they are in memory.
        """
        self._database: Final = database
        self._lock: Final = lock
        self._watch: Final = Watch(database)
        self.folder: Final = folder or database.folder
        """Folder of the files beside the database, or None if everything is in memory."""
        self.database: Final = database
        """The database, for copying its contents."""
        self.orders: Final = RemoteCommandStore(database)
        """Commands of a hall for tables that devices have."""
        self.values: Final = ValueStore(database)
        """Small state of the tables."""
        self.hands: Final = HandStore(database)
        """The hands."""
        self.followed: Final = FollowedStore(database)
        """Steps of the deals that cameras followed."""
        self.events: Final = EventStore(database)
        """The events of many tables."""
        self.journal: Final = TableJournal(database, self._watch, self.events, self.orders)
        """The journal of the tables."""
        self.calls: Final = CallStore(database)
        """Calls for a referee, and notes of players."""
        self.people: Final = PeopleStore(database)
        """People with a role, and their devices."""
        self.probe: Final = Probe(database)
        """Test of the storage."""
        self.pins: Final = PinStore(database)
        """The PIN of the server, and the devices admitted by it."""
        self.readings: Final = ReadingStore(database)
        """Workers' readings of photos, until a hand takes them."""
        self.photos: Final = Photos(_photos(database))
        """The photos as taken."""
        self.books: Final = BOOKS.shelf()
        """The rules of tournaments and clubs that are in force, by name; see `webui.records.presets`."""

    @staticmethod
    def open(folder: Path | None, alone: bool = True, db: str | None = None, migrate: bool = True) -> "Storage":
        """Open the storage of a folder, which is made if missing, or of a PostgreSQL database.

        Photos of a process that ended before recording their hand are removed.

        Args:
            folder: The folder, or None for memory.
            alone: True to refuse a folder that another server uses, and to exclude others. A PostgreSQL database is for
                many.
            db: Address of a PostgreSQL database, which has records and photos instead of the folder.
            migrate: True to migrate a database of an older version, False to refuse it.

        Raises:
            RecordsError: The folder is in use or unusable; or its database is newer, older or damaged, or cannot be
                reached.
        """
        _log.debug("records are opened", extra={"data": str(folder), "database": bool(db), "migrate": migrate})
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
                import filelock  # readers beside the server take no lock

                lock = filelock.FileLock(folder / LOCK)
                try:
                    lock.acquire(timeout=0)
                except filelock.Timeout as error:
                    raise RecordsError("folder-in-use", folder=str(folder)) from error
        try:
            records = Storage(Database(folder, migrate=migrate), lock)
            if alone:
                records.photos.sweep(records.hands.names_photo)
            return records
        except BaseException:
            if lock:
                lock.release()
            raise

    @property
    def shared(self) -> bool:
        """True if other processes write to it."""
        return self._database.shared

    @property
    def changes(self) -> Changes:
        """Notice of changes at any table or event; of other processes once somebody watches them."""
        return self._database.changes

    @property
    def name(self) -> str:
        """The database's name for people: its file, or its address without the password; empty in memory."""
        return self._database.name

    @property
    def lasting(self) -> bool:
        """True if the storage outlasts the process."""
        return bool(self._database.name)

    def close(self) -> None:
        """Close the database, put its clubs' rules out of force, and release the folder."""
        BOOKS.put_away(self.books)
        self._watch.stop()
        self._database.close()
        if self._lock:
            self._lock.release()

    def watch(self, notify: Callable[[int], None]) -> Callable[[], None]:
        """Call a function with the number of a table soon after another process has written there; -n for event n.

        It may also be called without a relevant change: `news` returns the changes.

        Args:
            notify: Called on a separate thread, for one table after another; its errors are logged.

        Returns:
            A function that ends it.
        """
        return self._watch.add(notify)

    def news(self, table: int, after: int | None = None) -> News:
        """Return the changes of other processes at a table.

        Args:
            table: Number of the table.
            after: The newest turn already known, `stamp` of an earlier `News`; None for the current state without the
                changes that led to it.

        Raises:
            RecordsError: The database cannot be read.
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
        """Return the newest turn at every table: nothing has changed there while it stays the same."""
        with self._database.reading() as connection:
            return {row.table_number: row.taken for row in connection.execute(select(turns))}


def _photos(database: Database) -> PhotoStorage:
    """Return the photo store of a database: its folder, memory, or the database if it is shared."""
    if database.shared:
        return DatabasePhotos(database)
    return FilePhotos(database.folder / PHOTOS) if database.folder else MemoryPhotos()
