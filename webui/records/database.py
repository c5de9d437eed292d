"""The database: opened, brought up to date, and its errors; all that only SQLite has stands here."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from webui.records.errors import RecordsError
from webui.records.migrate import upgrade
from webui.records.schema import metadata

FILE: Final = "tableside.db"
"""Name of the database in its folder."""

BUSY: Final = 10.0
"""Seconds to wait while another process, such as a backup, holds the database. Not measured."""

_WAL_FIXED: Final = (3, 51, 3)
"""From this version on SQLite resets its write-ahead log safely (https://sqlite.org/wal.html#walresetbug)."""

_KINDS: Final = {
    "SQLITE_FULL": "no-space",
    "SQLITE_READONLY": "read-only",
    "SQLITE_CANTOPEN": "read-only",
    "SQLITE_PERM": "read-only",
    "SQLITE_IOERR": "disk-failed",
    "SQLITE_BUSY": "records-busy",
    "SQLITE_LOCKED": "records-busy",
    "SQLITE_CORRUPT": "damaged-database",
    "SQLITE_NOTADB": "damaged-database",
}
"""What the errors of SQLite mean, by the beginnings of their names."""


class Database:
    """One database, safe to use from many threads: many may read, one writes at a time."""

    def __init__(self, folder: Path | None) -> None:
        """Opens the database of a folder and brings it up to date.

        Args:
            folder: Where `FILE` lies or is made; None for one in memory, which is gone with the process.

        Raises:
            RecordsError: it is newer, damaged, or cannot be read or written.
        """
        self.folder: Final = folder
        self.engine: Final = _engine(folder)
        self._turn: Final = threading.RLock() if folder is None else nullcontext()
        """One in memory has one connection, on which one transaction begins at a time."""
        if folder is None:
            with self.writing() as connection:
                metadata.create_all(connection)
            return
        try:
            with self.writing() as connection:
                upgrade(connection, folder / FILE)
        except RecordsError:
            self.engine.dispose()
            raise

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that writes, and that no other writes beside; on the disk once it ends without an error.

        Raises:
            RecordsError: it cannot be kept; then nothing of it is.
        """
        with (
            self._turn,
            self._errors(),
            self.engine.connect().execution_options(tableside_writes=True) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that only reads.

        Raises:
            RecordsError: the database cannot be read.
        """
        with self._turn, self._errors(), self.engine.connect() as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Closes the database; what is asked for afterwards fails."""
        self.engine.dispose()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (DBAPIError, sqlite3.Error) as error:
            kind = _kind(getattr(error, "orig", error))
            if kind is None:
                raise
            where = str(self.folder or "")
            if kind == "damaged-database":
                raise RecordsError("damaged-database", file=str(Path(where) / FILE)) from error
            raise RecordsError(kind, folder=where) from error


def _engine(folder: Path | None) -> Engine:
    if folder is None:
        engine = create_engine(  # its one connection is lent to one thread at a time
            "sqlite://",
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            connect_args={"check_same_thread": False},
        )
    else:
        address = f"sqlite:///{folder / FILE}"
        engine = create_engine(
            address,
            poolclass=QueuePool,
            pool_size=4,
            max_overflow=-1,
            connect_args={"check_same_thread": False, "timeout": BUSY},
        )
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: sqlite3.Connection, _: Any) -> None:
    """Prepares a connection of SQLite: transactions begin when they are begun, and are on the disk when they end."""
    connection.isolation_level = None
    wal = sqlite3.sqlite_version_info >= _WAL_FIXED
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA journal_mode = {'WAL' if wal else 'DELETE'}")
    connection.execute("PRAGMA synchronous = EXTRA")


def _begun(connection: Connection) -> None:
    """Takes the right to write at once, so that what is read in the transaction still holds when it writes."""
    writes = connection.get_execution_options().get("tableside_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _kind(error: BaseException | None) -> Any:
    name = getattr(error, "sqlite_errorname", "")
    return next((kind for start, kind in _KINDS.items() if name.startswith(start)), None)
