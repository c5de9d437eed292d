"""Synchronization of calls for a referee and notes on players between a device and its hall.

A call is taken once and finished once, a note is deleted once, so two databases can always be merged, in whatever order
and however often changes arrive.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, update

from webui.records.database.schema import calls, notes


@dataclass(frozen=True, slots=True)
class CallChanges:
    """Newer rows of a database.

    Attributes:
        calls: Calls of one table.
        notes: Notes on players, of any table.
    """

    calls: list[Any]
    notes: list[Any]

    def __bool__(self) -> bool:
        """Return True if there are any."""
        return bool(self.calls or self.notes)

    def upto(self, turn: int, noted: int) -> tuple[int, int]:
        """Return the newest turns in which calls and notes were changed; the given ones if there are none."""
        return (
            max([turn, *(row.stamp for row in self.calls)]),
            max([noted, *(row.stamp for row in self.notes)]),
        )


def collect(connection: Connection, table: int, turn: int, noted: int | None) -> CallChanges:
    """Return the calls and notes changed since the given turns.

    Args:
        connection: The source database.
        table: Number of the table.
        turn: The turn at that table up to which calls are known.
        noted: The turn under 0 up to which notes are known; None for all that a table's device sees in its hall, which
            are few, and more when its players change.
    """
    called = select(calls).where(calls.c.table_number == table, calls.c.stamp > turn).order_by(calls.c.id)
    written = select(notes).order_by(notes.c.id)
    return CallChanges(
        list(connection.execute(called)),
        list(connection.execute(written if noted is None else written.where(notes.c.stamp > noted))),
    )


def count(connection: Connection, table: int, turn: int, noted: int) -> int:
    """Return the number of those calls and notes."""
    called = select(func.count()).where(calls.c.table_number == table, calls.c.stamp > turn)
    found = connection.execute(called).scalar_one()
    return int(found + connection.execute(select(func.count()).where(notes.c.stamp > noted)).scalar_one())


def apply(connection: Connection, new: CallChanges, turn: int = 0) -> bool:
    """Merge changes into a database.

    Args:
        connection: A transaction that writes to that database.
        new: The changes.
        turn: The turn taken at the table if the changes are to be sent on from here, else 0.

    Returns:
        True if that changed anything.
    """
    changed = [_join(connection, calls, row, turn) for row in new.calls]
    changed += [_join(connection, notes, row, 0) for row in new.notes]
    return any(changed)


def _join(connection: Connection, into: Table, row: Any, stamp: int) -> bool:
    new = row._asdict() | {"stamp": stamp}
    there = connection.execute(select(into).where(into.c.id == row.id)).one_or_none()
    if there is None:
        connection.execute(insert(into).values(new))
        return True
    known = there._asdict()
    both = new | {"stamp": stamp or known["stamp"]}
    if into is calls:
        both |= _first(known, new, "taken") | _first(known, new, "done")
    else:
        both["gone"] = known["gone"] or new["gone"]
    if both == known | {"stamp": both["stamp"]}:
        return False
    now = {name: value for name, value in both.items() if value != known[name]}
    connection.execute(update(into).where(into.c.id == row.id).values(now))
    return True


def _first(one: dict[str, Any], other: dict[str, Any], what: str) -> dict[str, Any]:
    """Return the one of two rows that was first to do something."""
    by, at = f"{what}_by", f"{what}_at"
    did = [(each[at], each[by]) for each in (one, other) if each[at]]
    return dict(zip((at, by), min(did), strict=True)) if did else {}
