"""What a hall orders at tables that devices have: kept until the device has followed it, once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, cast

import msgspec
from sqlalchemy import select, update

from scoring.match.records import Role
from webui.records.database import Database
from webui.records.schema import orders

DONE: Final = "done"
"""The answer to an order that was followed."""

OrderKind = Literal["record", "clock"]


@dataclass(frozen=True, slots=True)
class TableOrder:
    """One order.

    Attributes:
        table: Number of the table.
        id: What it is called; a record that it asks for has this id (UUID).
        kind: Whether an act of the match is recorded, or something is done with the clock.
        act: The act, as plain JSON values.
        who: Who orders it.
        role: In what role.
        answer: Empty until the device has answered; `DONE`, or the kind of what stands against it.
    """

    table: int
    id: str
    kind: OrderKind
    act: Mapping[str, Any]
    who: str
    role: Role
    answer: str = ""


class Orders:
    """The orders in a hall's database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Takes the database."""
        self._database: Final = database

    def place(self, order: TableOrder) -> None:
        """Keeps an order; one of the same id is there already and stays.

        Raises:
            RecordsError: it cannot be kept.
        """
        row = orders.insert().values(
            table_number=order.table,
            id=order.id,
            kind=order.kind,
            act=msgspec.json.encode(order.act).decode(),
            who=order.who,
            role=order.role,
            at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            answer="",
        )
        with self._database.writing() as connection:
            self._database.take_turn(connection, 0)
            if connection.execute(select(orders.c.number).where(orders.c.id == order.id)).scalar() is None:
                connection.execute(row)

    def of(self, table: int, waiting: bool = True) -> list[TableOrder]:
        """The orders of a table, the oldest first: those that wait for an answer, or all."""
        asked = select(orders).where(orders.c.table_number == table).order_by(orders.c.number)
        if waiting:
            asked = asked.where(orders.c.answer == "")
        with self._database.reading() as connection:
            return [
                TableOrder(
                    row.table_number,
                    row.id,
                    cast(OrderKind, row.kind),
                    msgspec.json.decode(row.act),
                    row.who,
                    cast(Role, row.role),
                    row.answer,
                )
                for row in connection.execute(asked)
            ]

    def answer(self, id: str, answer: str = DONE) -> None:
        """Keeps the answer to an order.

        Raises:
            RecordsError: it cannot be kept.
        """
        with self._database.writing() as connection:
            connection.execute(update(orders).where(orders.c.id == id).values(answer=answer))
