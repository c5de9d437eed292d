"""SQLite: one file in a folder, or a database in memory."""

import os
import sqlite3
import threading
import time
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, create_mock_engine, event
from sqlalchemy.pool import QueuePool

from webui.records.database.backend import Backend, Hearing
from webui.records.database.schema import metadata
from webui.records.errors import RecordsError, WriteConflictError

FILE: Final = "tableside.db"
"""Name of the database in its folder."""

BUSY: Final = 10.0
"""Seconds to wait while another process, such as a backup, locks the database. More delays the error; less fails during
a backup."""

_WAL_FIXED: Final = (3, 51, 3)
"""First version of SQLite that resets its write-ahead log safely (https://sqlite.org/wal.html#walresetbug)."""

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
"""Meanings of SQLite errors, by the beginnings of their names."""


def backend(folder: Path | None) -> Backend:
    """Return the database of a folder, or one in memory for None, which is lost with the process."""

    def error(raised: BaseException) -> RecordsError | None:
        name = getattr(raised, "sqlite_errorname", "")
        if name in ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"):
            return WriteConflictError()
        kind: Any = next((kind for start, kind in _KINDS.items() if name.startswith(start)), None)
        if kind == "damaged-database":
            return RecordsError(kind, file=str((folder or Path()) / FILE))
        return RecordsError(kind, folder=str(folder or "")) if kind else None

    return Backend(
        engine=_engine(folder),
        name=str(folder / FILE) if folder else "",
        shared=False,
        turn=threading.RLock(),
        error=error,
        alone=lambda connection: None,
        steady={},
        wake=lambda connection: None,
        hearing=_hearing,
    )


@cache
def tables() -> tuple[str, ...]:
    """Return the statements that make all tables in an empty database; writing them takes longer than running them."""
    made: list[str] = []
    mock: Any = create_mock_engine(
        "sqlite://", lambda made_of, *_: made.append(str(made_of.compile(dialect=mock.dialect)))
    )
    metadata.create_all(mock, checkfirst=False)
    return tuple(made)


def _engine(folder: Path | None) -> Engine:
    if folder is None:
        engine = create_engine(  # its one connection serves one thread at a time
            "sqlite://",
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            connect_args={"check_same_thread": False},
            hide_parameters=True,
        )
    else:
        with suppress(OSError):  # SQLite says what is wrong
            _keep_private(folder / FILE)
        engine = create_engine(
            f"sqlite:///{folder / FILE}",
            poolclass=QueuePool,
            pool_size=4,
            max_overflow=-1,
            connect_args={"check_same_thread": False, "timeout": BUSY},
            hide_parameters=True,
        )
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _keep_private(file: Path) -> None:
    """Let only the owner read a database, with names and hashes of PINs; SQLite gives its journal the same mode."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    file.chmod(0o600)


def _connected(connection: sqlite3.Connection, _: Any) -> None:
    """Prepare a connection: transactions begin explicitly, and are on the disk when they end."""
    connection.isolation_level = None
    wal = sqlite3.sqlite_version_info >= _WAL_FIXED
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA journal_mode = {'WAL' if wal else 'DELETE'}")
    connection.execute("PRAGMA synchronous = EXTRA")


def _begun(connection: Connection) -> None:
    """Lock for writing at once, so that everything read in the transaction stays true when it writes."""
    writes = connection.get_execution_options().get("tableside_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _hearing() -> Hearing:
    """Yield a plain wait: SQLite wakes nobody, so a waiting process looks again after the time."""
    yield time.sleep
