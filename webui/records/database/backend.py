"""Interface of a backend: SQLite in a folder or in memory, or PostgreSQL by its address."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from webui.records.errors import RecordsError

WaitSeconds = Callable[[float], None]
"""Waits for a possible write, at most this many seconds."""


@dataclass(frozen=True, slots=True)
class Backend:
    """The differences between the databases.

    Attributes:
        engine: Opens connections to it.
        name: Its name for people: the file, or the address without the password.
        shared: True if other processes write to it.
        turn: Lock of this process while it writes.
        error: Converts an error of the driver, or returns None for a bug in this program.
        alone: Excludes other processes while a connection's transaction migrates the database.
        steady: Options of a connection whose transaction reads everything as of one moment.
        wake: Wakes other processes once the transaction of a connection ends.
        hearing: Opens a listener; raises errors of the driver.
    """

    engine: Engine
    name: str
    shared: bool
    turn: AbstractContextManager[object]
    error: Callable[[BaseException], RecordsError | None]
    alone: Callable[[Connection], None]
    steady: dict[str, str]
    wake: Callable[[Connection], None]
    hearing: Callable[[], AbstractContextManager[WaitSeconds]]


Hearing = Iterator[WaitSeconds]
"""The values of the generator behind `Backend.hearing`."""
