"""Leases of devices on tables of a hall: the holder alone writes there, until it releases the table or another takes
over."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, func, select, update

from webui.records.database.database import Database
from webui.records.database.schema import claims
from webui.records.errors import RecordsError
from webui.records.values import read_or


@dataclass(frozen=True, slots=True)
class TableLease:
    """A device's lease on a table.

    Attributes:
        table: Number of the table.
        device: The device; empty after its release.
        epoch: Number of devices that have had the table, from 1.
        seen: Time of its last sign of life, by the clock of the hall's database (ISO 8601, UTC).
    """

    table: int
    device: str
    epoch: int
    seen: str


def lease_of(database: Database, table: int) -> TableLease | None:
    """Return the lease on a table, or None if no device ever had it."""
    with database.reading() as connection:
        return _claim(connection, table)


_LOST: Final = 365 * 86_400.0
"""Seconds since the last sign of life of a device whose time in the hall is damaged. Any value that is offline does."""


def devices(database: Database) -> dict[int, float]:
    """Return seconds since the last sign of life of each device with a table, by the number of its table."""
    if not database.shared:
        return {}
    with database.reading() as connection:
        rows = connection.execute(select(claims).where(claims.c.device != "")).all()
        now = datetime.fromisoformat(_now(connection)) if rows else datetime.now(UTC)

    def since(seen: str) -> float:
        return max(0.0, (now - datetime.fromisoformat(seen)).total_seconds())

    return {row.table_number: read_or(_LOST, since, row.seen) for row in rows}


def acquire(
    database: Database,
    table: int,
    device: str,
    take_over: bool = False,
    taking: Callable[[Connection], None] = lambda connection: None,
) -> TableLease:
    """Acquire a table for a device, which alone writes there from then on.

    Args:
        database: The hall's database.
        table: Number of the table.
        device: The device.
        take_over: True to take the table from another device.
        taking: Copies the hall's data of the table, in the same transaction: if that fails, the leases are unchanged.

    Raises:
        RecordsError: `table-claimed`: another device has the table; the database cannot be reached; or an error of
            `taking`.
    """
    with database.writing() as connection:
        database.take_turn(connection, table, force=True)
        before = _claim(connection, table)
        if before and before.device not in ("", device) and not take_over:
            raise RecordsError("table-claimed", table=table, seen=before.seen)
        epoch = before.epoch if before and before.device == device else (before.epoch if before else 0) + 1
        made = TableLease(table, device, epoch, _now(connection))
        if before:
            mine = claims.c.table_number == table
            connection.execute(update(claims).where(mine).values(device=device, epoch=epoch, seen=made.seen))
        else:
            connection.execute(claims.insert().values(table_number=table, device=device, epoch=epoch, seen=made.seen))
        taking(connection)
    database.device = device
    return made


def renew(connection: Connection, held: TableLease) -> None:
    """Renew a device's lease, in the transaction in which it writes.

    Raises:
        RecordsError: `table-taken`: another device has it now.
    """
    mine = (claims.c.table_number == held.table) & (claims.c.device == held.device) & (claims.c.epoch == held.epoch)
    if not connection.execute(update(claims).where(mine).values(seen=_now(connection))).rowcount:
        raise RecordsError("table-taken", table=held.table)


def release(database: Database, held: TableLease) -> None:
    """Release a table, so that the hall or any device may write there; do nothing if another device has it."""
    mine = (claims.c.table_number == held.table) & (claims.c.device == held.device) & (claims.c.epoch == held.epoch)
    with database.writing() as connection:
        database.take_turn(connection, held.table, force=True)
        connection.execute(update(claims).where(mine).values(device="", seen=_now(connection)))


def _claim(connection: Connection, table: int) -> TableLease | None:
    row = connection.execute(select(claims).where(claims.c.table_number == table)).one_or_none()
    return TableLease(row.table_number, row.device, row.epoch, row.seen) if row else None


def _now(connection: Connection) -> str:
    """Return the time of the database, which all devices share, regardless of their own clocks."""
    now: datetime = connection.execute(select(func.now())).scalar_one()
    return (now.astimezone(UTC) if now.tzinfo else now.replace(tzinfo=UTC)).isoformat(timespec="seconds")
