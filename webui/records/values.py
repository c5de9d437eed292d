"""Small state of tables by key, as plain JSON values."""

from collections.abc import Callable, Collection
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Select, select, update

from webui.records.database.database import Database
from webui.records.database.schema import values
from webui.records.errors import WriteConflictError

T = TypeVar("T")

UNREADABLE: Final = (msgspec.MsgspecError, RecursionError, LookupError, TypeError, ValueError, OverflowError)
"""Errors of reading stored state that is something else, as a table's device may write it into its hall."""


def read_or(otherwise: T, read: Callable[[Any], T], kept: Any) -> T:
    """Return stored state as a function reads it, or `otherwise` if it is damaged."""
    try:
        return read(kept)
    except UNREADABLE:
        return otherwise


class ValueStore:
    """The small state of all tables of one database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Store small state in this database."""
        self._database: Final = database

    @property
    def shared(self) -> bool:
        """True if other processes store state there beside this one."""
        return self._database.shared

    def all(self, key: str) -> dict[int, Any]:
        """Return the small state of all tables that have any, as plain JSON values, by their numbers."""
        return {table: read_or(None, msgspec.json.decode, text) for table, _, text in self.texts([key])}

    def texts(self, keys: Collection[str], table: int | None = None) -> list[tuple[int, str, str]]:
        """Return small state as it is stored, which may be damaged: table, key and text.

        Args:
            keys: The keys.
            table: Number of the table, or None for all.
        """
        asked = select(values.c.table_number, values.c.key, values.c.value).where(values.c.key.in_(keys))
        mine = asked if table is None else asked.where(values.c.table_number == table)
        with self._database.reading() as connection:
            rows = connection.execute(mine.order_by(values.c.table_number, values.c.key))
            return [(row.table_number, row.key, row.value) for row in rows]

    def get(self, table: int, key: str) -> Any:
        """Return small state of a table as plain JSON values, or None; also None for text that is no JSON.

        Args:
            table: Number of the table.
            key: Key of the state, such as "play" or "clock".
        """
        return self.stamped(table, key)[0]

    def stamped(self, table: int, key: str) -> tuple[Any, int]:
        """Return small state of a table and its stamp, which changes with every write; None and 0 if there is none."""
        with self._database.reading() as connection:
            row = connection.execute(_value(table, key)).one_or_none()
        return (read_or(None, msgspec.json.decode, row.value), row.stamp) if row else (None, 0)

    def keep(self, table: int, key: str, value: Any, after: int | None = None) -> int:
        """Store small state of a table; it is on the disk when this returns.

        Args:
            table: Number of the table.
            key: Key of the state.
            value: A value that msgspec writes as JSON; None removes it.
            after: Stamp of the state that it was made from, or None to replace any.

        Returns:
            Its stamp.

        Raises:
            WriteConflictError: Another process has stored other state after that stamp.
            RecordsError: It cannot be stored; the old state stays.
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


def _value(table: int, key: str) -> Select[Any]:
    return select(values.c.value, values.c.stamp).where(values.c.table_number == table, values.c.key == key)
