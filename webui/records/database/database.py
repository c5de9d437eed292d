"""The database, SQLite or PostgreSQL: opening, migration, transactions and errors."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, event, select, text
from sqlalchemy.exc import SQLAlchemyError

from webui.records.database import sqlite
from webui.records.database.backend import Backend, WaitSeconds
from webui.records.database.changes import Changes
from webui.records.database.migrate import upgrade
from webui.records.database.schema import claims
from webui.records.errors import RecordsError

OWN: Final = 256
"""Turns of this process remembered for each table. More takes memory; fewer lets it take its own turns for those of
others, and read again for nothing."""

_TAKE: Final = text(
    "INSERT INTO turn (table_number, taken, rewrites) VALUES (:table, 1, 0) "
    "ON CONFLICT (table_number) DO UPDATE SET taken = turn.taken + 1 RETURNING taken"
)
"""Valid on both databases; another process that takes a turn there waits until the transaction ends."""

_LEAD: Final = text("LOCK TABLE public.listener IN SHARE UPDATE EXCLUSIVE MODE NOWAIT")
"""Excludes others that ask for the same, and no writer. Rigs have no right to it, as they would to an advisory lock."""


class _Joined(threading.local):
    """The transactions that all others of a thread join.

    Attributes:
        reading: The one in which it reads, or None.
        writing: The one in which it writes, or None.
    """

    reading: Connection | None = None
    writing: Connection | None = None


class Database:
    """One database, safe to use from many threads, and with PostgreSQL from many processes."""

    def __init__(self, folder: Path | None, db: str | None = None, migrate: bool = True) -> None:
        """Open a database and migrate it.

        Args:
            folder: Folder of the SQLite file, which is made if missing; None for a database in memory, which is lost
                with the process.
            db: Address of a PostgreSQL database to use instead of the folder.
            migrate: True to migrate a database of an older version, False to refuse it.

        Raises:
            RecordsError: The database is newer or older, damaged, cannot be reached, or cannot be read or written.
        """
        self.folder: Final = None if db else folder
        self._backend: Final = _postgres(db, few=not migrate) if db else sqlite.backend(folder)
        in_memory = db is None and folder is None
        self._reading: Final = self._backend.turn if in_memory else nullcontext()
        """A database in memory has one connection, so only one transaction begins at a time."""
        self.device = ""
        """The device that this process is, if it has a lease on a table of a hall."""
        self.changes: Final = Changes()
        """Notice of changes at any table or event, by this process, and by others if somebody watches them."""
        self._joined: Final = _Joined()
        self._own: Final[dict[int, deque[int]]] = {}
        self._remembering: Final = threading.Lock()
        try:
            with self.writing() as connection:
                if in_memory:
                    for statement in sqlite.tables():
                        connection.exec_driver_sql(statement)
                else:
                    if migrate:
                        self._backend.alone(connection)
                    upgrade(connection, self._backend.name, migrate)
        except RecordsError:
            self._backend.engine.dispose()
            raise

    @property
    def shared(self) -> bool:
        """True if other processes write to it."""
        return self._backend.shared

    @property
    def name(self) -> str:
        """Its name for people: the file, or the address without the password; empty in memory."""
        return self._backend.name

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that writes; it is on the disk once it ends without an error.

        Raises:
            WriteConflictError: Another process stored the same meanwhile; nothing of this is stored.
            RecordsError: It cannot be stored; nothing of it is.
        """
        if self._joined.writing:
            with self._errors(), self._within(self._joined.writing):
                yield self._joined.writing
            return
        with (
            self._backend.turn,
            self._errors(),
            self._backend.engine.connect().execution_options(tableside_writes=True) as connection,
        ):
            taken: list[tuple[int, int]] = []
            connection.info["turns"] = taken
            try:
                with connection.begin(), self._given_back(taken):
                    yield connection
                    if taken:
                        self._backend.wake(connection)
                if taken:
                    self.changes.tell()
            except BaseException:  # the transaction could not end
                self._give_back(taken)
                raise

    @contextmanager
    def written_together(self, tables: Iterable[int]) -> Iterator[None]:
        """Begin a transaction at tables that the thread's other ones join: all of them are on the disk once it ends.

        Each that fails alone is undone alone.

        Args:
            tables: The tables that are written at, the lowest number first.

        Raises:
            RecordsError: They cannot be stored; nothing of them is.
        """
        with self.writing() as connection:
            for table in tables:
                self.take_turn(connection, table, force=True)
            self._joined.writing = connection
            try:
                yield
            finally:
                self._joined.writing = None

    @contextmanager
    def _within(self, connection: Connection) -> Iterator[None]:
        """Begin a part of a transaction, which is undone alone if it fails."""
        taken: list[tuple[int, int]] = connection.info["turns"]
        before = len(taken)
        try:
            with connection.begin_nested():
                yield
        except BaseException:
            undone, taken[before:] = taken[before:], []
            self._give_back(undone)
            raise

    @contextmanager
    def reading(self, steady: bool = False) -> Iterator[Connection]:
        """Begin a transaction that only reads.

        Args:
            steady: True to read everything as of one moment, whatever others write meanwhile.

        Raises:
            RecordsError: The database cannot be read.
        """
        if self._joined.writing:
            with self._errors():
                yield self._joined.writing
            return
        if self._joined.reading and not steady:
            yield self._joined.reading
            return
        options = self._backend.steady if steady else {}
        with (
            self._reading,
            self._errors(),
            self._backend.engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """Read all that this thread reads inside in one transaction; nothing is written there.

        Raises:
            RecordsError: The database cannot be read.
        """
        with self.reading() as connection:
            before, self._joined.reading = self._joined.reading, connection
            try:
                yield
            finally:
                self._joined.reading = before

    def take_turn(self, connection: Connection, table: int, force: bool = False) -> int:
        """Lock a table for writing until the transaction ends, so that everything read in it stays true.

        A writer at several tables takes the lowest number first.

        Args:
            connection: A transaction that writes.
            table: Number of the table.
            force: True to take it even if another device has the table.

        Returns:
            The number of the turn.

        Raises:
            RecordsError: `table-elsewhere`: another device has the table, and alone writes there.
        """
        turn: int = connection.execute(_TAKE, {"table": table}).scalar_one()
        if self.shared and table > 0 and not force:
            device = connection.execute(select(claims.c.device).where(claims.c.table_number == table)).scalar()
            if device and device != self.device:
                raise RecordsError("table-elsewhere", table=table)
        with self._remembering:
            self._own.setdefault(table, deque(maxlen=OWN)).append(turn)
        connection.info["turns"].append((table, turn))
        return turn

    def is_own(self, table: int, turn: int) -> bool:
        """Return True if this process took that turn at a table lately."""
        with self._remembering:
            return turn in self._own.get(table, ())

    def wake(self) -> None:
        """Wake all listening processes.

        Raises:
            RecordsError: The database cannot be reached.
        """
        with self.writing() as connection:
            self._backend.wake(connection)

    def connections(self) -> tuple[int, int] | None:
        """Return the connections of PostgreSQL in use and their limit, or None for SQLite.

        Raises:
            RecordsError: The database cannot be reached.
        """
        if not self.shared:
            return None
        with self.reading() as connection:
            used = connection.execute(
                text("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
            )
            most = connection.execute(text("SELECT current_setting('max_connections')::int"))
            return int(used.scalar_one()), int(most.scalar_one())

    @contextmanager
    def leading(self) -> Iterator[Callable[[], None]]:
        """Be the one process that tells listeners; yield a function that expects the database to be still there.

        Raises:
            RecordsError: `records-busy`: another process is; or the database cannot be reached.
        """
        if not self.shared:
            yield lambda: None
            return
        with self.reading() as connection:
            connection.execute(_LEAD)
            yield lambda: connection.execute(text("SELECT 1")).close()

    @contextmanager
    def hearing(self) -> Iterator[WaitSeconds]:
        """Yield a function that waits until another process may have written.

        Raises:
            RecordsError: The database cannot be reached.
        """
        with self._errors(), self._backend.hearing() as wait:
            yield wait

    def close(self) -> None:
        """Close the database once nobody writes; a thread that still works there closes its own connections."""
        with self._backend.turn:
            event.listen(self._backend.engine, "checkin", lambda _, used: used.close())
            self._backend.engine.dispose()

    @contextmanager
    def _given_back(self, taken: list[tuple[int, int]]) -> Iterator[None]:
        """Forget the turns after a failure inside, before another process can take them."""
        try:
            yield
        except BaseException:
            self._give_back(taken)
            raise

    def _give_back(self, taken: list[tuple[int, int]]) -> None:
        while taken:
            table, turn = taken.pop()
            with suppress(ValueError), self._remembering:
                self._own[table].remove(turn)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except RecordsError:
            raise
        except Exception as error:
            orig = getattr(error, "orig", None) if isinstance(error, SQLAlchemyError) else None
            meant = self._backend.error(orig or error)
            if meant is None:
                raise
            raise meant from error


def _postgres(db: str, few: bool) -> Backend:
    """Return the backend of PostgreSQL, whose driver is installed only in halls.

    Args:
        db: Its address.
        few: True for few connections, as a table's device has.
    """
    try:
        from webui.records.database import postgres
    except ImportError as error:
        raise RecordsError("no-driver") from error
    return postgres.backend(db, few)
