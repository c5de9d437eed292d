"""Commands of a hall for tables that devices have: stored until the device has followed them, once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal
from uuid import UUID

import msgspec
from sqlalchemy import Connection, delete, select, update

from scoring.match.records import Role
from webui.records import moments
from webui.records.database.database import Database
from webui.records.database.rows import columns, to_row
from webui.records.database.schema import orders
from webui.records.erasing import forget_names
from webui.records.values import read_or

DONE: Final = "done"
"""The answer to a command that was followed."""

OF_DESK: Final = 5
"""Version of the UUIDs of commands and records from an event; those of people have others."""

OrderKind = Literal["record", "record-anyway", "clock", "erase", "change", "hide", "step"]


@dataclass(frozen=True, slots=True)
class RemoteCommand:
    """One command.

    Attributes:
        table: Number of the table.
        id: Its UUID, which is also the id of the record or edit that it asks for.
        kind: Kind of command: record an act, operate the clock, remove a name, edit a hand, delete or restore one, or
            correct a followed deal.
        act: The act, as plain JSON values.
        who: Name of the author.
        role: Role of the author.
        answer: Empty until the device has answered; then `DONE`, or as JSON the `kind` and `about` of the error.
        after: Number of the last record that its sender had seen, if it refers to the hand current then.
        at: Time of the command, or of the record that was handed in (ISO 8601, UTC); when it is placed, empty for now.
    """

    table: int
    id: str
    kind: OrderKind
    act: Mapping[str, Any]
    who: str
    role: Role
    answer: str = ""
    after: int | None = None
    at: str = ""


_ORDER: Final = columns(RemoteCommand, orders)


def _command(row: Any) -> RemoteCommand:
    """Return the command of a row; one that a table's device damaged raises one of `UNREADABLE`, and is passed over."""
    UUID(row.id)
    return RemoteCommand(**{**row._mapping, "act": msgspec.json.decode(row.act, type=dict[str, Any])})


class RemoteCommandStore:
    """The commands in a hall's database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Store commands in this database."""
        self._database: Final = database

    def place(self, command: RemoteCommand) -> None:
        """Store a command; an existing one with the same id stays.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            self.add(connection, command)

    def add(self, connection: Connection, command: RemoteCommand) -> None:
        """Store a command in a transaction; an existing one with the same id stays."""
        self._database.take_turn(connection, command.table, force=True)
        if connection.execute(select(orders.c.number).where(orders.c.id == command.id)).scalar() is None:
            act = msgspec.json.encode(command.act).decode()
            row = to_row(command, orders, act=act, at=command.at or moments.now(), answer="")
            connection.execute(orders.insert().values(row))

    def of(self, table: int, waiting: bool = True) -> list[RemoteCommand]:
        """Return the commands of a table, the oldest first: those without an answer, or all."""
        mine = orders.c.table_number == table
        return self._found(mine & (orders.c.answer == "") if waiting else mine)

    def undone(self) -> list[RemoteCommand]:
        """Return people's commands that a device has not followed, or not yet, the oldest first.

        An event's desk looks after its own commands, whose ids derive from the event's.
        """
        return [each for each in self._found(orders.c.answer != DONE) if UUID(each.id).version != OF_DESK]

    def get(self, id: str) -> RemoteCommand | None:
        """Return the command with this id, or None."""
        return next(iter(self._found(orders.c.id == id)), None)

    def _found(self, where: Any) -> list[RemoteCommand]:
        with self._database.reading() as connection:
            rows = connection.execute(select(*_ORDER).where(where).order_by(orders.c.number))
            return [command for row in rows if (command := read_or(None, _command, row))]

    def forget(self, table: int, id: str) -> bool:
        """Forget a command that was not followed; return False if there was none.

        Raises:
            RecordsError: It cannot be stored.
        """
        mine = (orders.c.table_number == table) & (orders.c.id == id) & orders.c.answer.not_in(("", DONE))
        with self._database.writing() as connection:
            return bool(connection.execute(delete(orders).where(mine)).rowcount)

    def answer(self, id: str, answer: str = DONE) -> None:
        """Store the answer to a command. A done command's act is removed: the record has it.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            mine = orders.c.id == id
            row = connection.execute(select(orders).where(mine)).one_or_none()
            if row is None:
                return
            self._database.take_turn(connection, row.table_number, force=True)
            kept = {"answer": answer} | ({"act": "{}"} if answer == DONE else {})
            connection.execute(update(orders).where(mine).values(kept))
            if row.kind == "erase" and answer == DONE:
                refused = (orders.c.table_number == row.table_number) & (orders.c.answer != "")
                forget_names(connection, refused, msgspec.json.decode(row.act)["names"])
