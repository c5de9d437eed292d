"""What a hall orders at tables that devices have: kept until the device has followed it, once."""

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

DONE: Final = "done"
"""The answer to an order that was followed."""

_OF_DESK: Final = 5
"""The version of the UUIDs that an event gives what it orders; people's orders have others."""

OrderKind = Literal["record", "record-anyway", "clock", "erase", "change", "hide"]


@dataclass(frozen=True, slots=True)
class RemoteCommand:
    """One order.

    Attributes:
        table: Number of the table.
        id: What it is called; a record or a change of a hand that it asks for has this id (UUID).
        kind: Whether an act of the match is recorded, something is done with the clock, a name is taken out, a laid
            hand is changed, or one is put away or brought back.
        act: The act, as plain JSON values.
        who: Who orders it.
        role: In what role.
        answer: Empty until the device has answered; `DONE`, or as JSON the `kind` and `about` of what stands against
            it.
        after: Number of the last record that its sender had seen, where it means the hand that was in play then.
        at: When it was placed (ISO 8601, UTC).
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


class RemoteCommandStore:
    """The orders in a hall's database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Takes the database."""
        self._database: Final = database

    def place(self, order: RemoteCommand) -> None:
        """Keeps an order; one of the same id is there already and stays.

        Raises:
            RecordsError: it cannot be kept.
        """
        with self._database.writing() as connection:
            self.add(connection, order)

    def add(self, connection: Connection, order: RemoteCommand) -> None:
        """Keeps an order in a transaction; one of the same id is there already and stays."""
        self._database.take_turn(connection, order.table, force=True)
        if connection.execute(select(orders.c.number).where(orders.c.id == order.id)).scalar() is None:
            act = msgspec.json.encode(order.act).decode()
            row = to_row(order, orders, act=act, at=moments.now(), answer="")
            connection.execute(orders.insert().values(row))

    def of(self, table: int, waiting: bool = True) -> list[RemoteCommand]:
        """The orders of a table, the oldest first: those that wait for an answer, or all."""
        mine = orders.c.table_number == table
        return self._found(mine & (orders.c.answer == "") if waiting else mine)

    def undone(self) -> list[RemoteCommand]:
        """What people ordered that no device has followed, or not yet, the oldest first.

        An event's desk sees to what it ordered itself: the ids of that come from the event's.
        """
        return [each for each in self._found(orders.c.answer != DONE) if UUID(each.id).version != _OF_DESK]

    def get(self, id: str) -> RemoteCommand | None:
        """The order of an id; None where there is none."""
        return next(iter(self._found(orders.c.id == id)), None)

    def _found(self, where: Any) -> list[RemoteCommand]:
        with self._database.reading() as connection:
            return [
                RemoteCommand(**{**row._mapping, "act": msgspec.json.decode(row.act)})
                for row in connection.execute(select(*_ORDER).where(where).order_by(orders.c.number))
            ]

    def forget(self, table: int, id: str) -> bool:
        """Forgets an order that was not followed, and of which nobody needs to know any more; whether there was one.

        Raises:
            RecordsError: it cannot be kept.
        """
        mine = (orders.c.table_number == table) & (orders.c.id == id) & orders.c.answer.not_in(("", DONE))
        with self._database.writing() as connection:
            return bool(connection.execute(delete(orders).where(mine)).rowcount)

    def answer(self, id: str, answer: str = DONE) -> None:
        """Keeps the answer to an order. What was ordered is forgotten once it is done: the record has it.

        Raises:
            RecordsError: it cannot be kept.
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
