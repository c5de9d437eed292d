"""The database: opened, brought up to date, and its errors, whether it is SQLite or PostgreSQL."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, event, select, text
from sqlalchemy.exc import SQLAlchemyError

from webui.records.database import sqlite
from webui.records.database.backend import Backend, Waiting
from webui.records.database.changes import Changes
from webui.records.database.migrate import upgrade
from webui.records.database.schema import claims, metadata
from webui.records.errors import RecordsError

OWN: Final = 256
"""Turns of this process remembered for each table, so that it does not take them for those of others. Not
measured."""

_TAKE: Final = text(
    "INSERT INTO turn (table_number, taken, rewrites) VALUES (:table, 1, 0) "
    "ON CONFLICT (table_number) DO UPDATE SET taken = turn.taken + 1 RETURNING taken"
)
"""Both databases understand this; whoever else takes a turn there waits until the transaction ends."""


class Database:
    """One database, safe to use from many threads, and from many processes where it is PostgreSQL."""

    def __init__(self, folder: Path | None, db: str | None = None, migrate: bool = True) -> None:
        """Opens a database and brings it up to date.

        Args:
            folder: Where the file of SQLite lies or is made; None for a database in memory, which is gone with the
                process.
            db: Address of a database of PostgreSQL, which is used in place of the folder.
            migrate: Bring a database of an older version up to date; else it is refused.

        Raises:
            RecordsError: it is newer or older, damaged, cannot be reached, or cannot be read or written.
        """
        self.folder: Final = None if db else folder
        self._backend: Final = _postgres(db) if db else sqlite.backend(folder)
        in_memory = db is None and folder is None
        self._reading: Final = self._backend.turn if in_memory else nullcontext()
        """One in memory has one connection, on which one transaction begins at a time."""
        self.device = ""
        """The device that this process is, where it has claimed a table of a hall."""
        self.changes: Final = Changes()
        """What was kept at any table or event, by this process, and by others as far as somebody watches them."""
        self._own: Final[dict[int, deque[int]]] = {}
        self._remembering: Final = threading.Lock()
        try:
            with self.writing() as connection:
                if in_memory:
                    metadata.create_all(connection)
                else:
                    self._backend.alone(connection)
                    upgrade(connection, self._backend.name, migrate)
        except RecordsError:
            self._backend.engine.dispose()
            raise

    @property
    def shared(self) -> bool:
        """Whether other processes write there beside this one."""
        return self._backend.shared

    @property
    def name(self) -> str:
        """What people call it: its file, or its address without the password; empty in memory."""
        return self._backend.name

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that writes; on the disk once it ends without an error.

        Raises:
            WriteConflictError: another process has kept the same meanwhile; then nothing of it is kept.
            RecordsError: it cannot be kept; then nothing of it is.
        """
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
    def reading(self, steady: bool = False) -> Iterator[Connection]:
        """One transaction that only reads.

        Args:
            steady: Whether all of it is read as it is at one moment, whatever others write meanwhile.

        Raises:
            RecordsError: the database cannot be read.
        """
        options = self._backend.steady if steady else {}
        with (
            self._reading,
            self._errors(),
            self._backend.engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    def take_turn(self, connection: Connection, table: int, force: bool = False) -> int:
        """Keeps others from writing at a table until the transaction ends, so that what is read there holds.

        Whoever writes at several tables takes the lowest number first.

        Args:
            connection: In a transaction that writes.
            table: Number of the table.
            force: Whether to take it also where another device has the table.

        Returns:
            The number of the turn.

        Raises:
            RecordsError: `table-elsewhere`, another device has the table, and alone writes there.
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
        """Whether this process took a turn at a table lately."""
        with self._remembering:
            return turn in self._own.get(table, ())

    def wake(self) -> None:
        """Wakes all processes that listen.

        Raises:
            RecordsError: the database cannot be reached.
        """
        with self.writing() as connection:
            self._backend.wake(connection)

    def connections(self) -> tuple[int, int] | None:
        """Return how many connections of PostgreSQL are in use and how many it takes, or None for SQLite.

        Raises:
            RecordsError: the database cannot be reached.
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
    def hearing(self) -> Iterator[Waiting]:
        """What waits until another process may have written.

        Raises:
            RecordsError: the database cannot be reached.
        """
        with self._errors(), self._backend.hearing() as wait:
            yield wait

    def close(self) -> None:
        """Closes the database once nobody writes; a thread that is still at work there closes what it used."""
        with self._backend.turn:
            event.listen(self._backend.engine, "checkin", lambda _, used: used.close())
            self._backend.engine.dispose()

    @contextmanager
    def _given_back(self, taken: list[tuple[int, int]]) -> Iterator[None]:
        """Where something fails inside, forgets the turns before another process may take them."""
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


def _postgres(db: str) -> Backend:
    """The backend of PostgreSQL, whose driver is installed only where a hall needs it."""
    try:
        from webui.records.database import postgres
    except ImportError as error:
        raise RecordsError("no-driver") from error
    return postgres.backend(db)
