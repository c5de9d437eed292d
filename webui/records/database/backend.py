"""What the database needs of a backend: SQLite in a folder or in memory, or PostgreSQL by its address."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from webui.records.errors import RecordsError

Waiting = Callable[[float], None]
"""Waits until something may have been written, or for these seconds."""


@dataclass(frozen=True, slots=True)
class Backend:
    """All that differs between the databases.

    Attributes:
        engine: Opens connections to it.
        name: What people call it: its file, or its address without the password.
        shared: Whether other processes write there beside this one.
        turn: Held by this process while it writes.
        error: What an error of the driver means; None where it is a fault of this program.
        alone: Keeps other processes out while the transaction of a connection brings the database up to date.
        steady: Options of a connection whose transaction reads everything as it is at one moment.
        wake: Wakes other processes once the transaction of a connection ends.
        hearing: Opens what is woken; raises errors of the driver.
    """

    engine: Engine
    name: str
    shared: bool
    turn: AbstractContextManager[object]
    error: Callable[[BaseException], RecordsError | None]
    alone: Callable[[Connection], None]
    steady: dict[str, str]
    wake: Callable[[Connection], None]
    hearing: Callable[[], AbstractContextManager[Waiting]]


Hearing = Iterator[Waiting]
"""What the generator behind `Backend.hearing` gives."""
