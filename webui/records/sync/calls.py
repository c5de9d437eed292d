"""Calls for a referee and notes of players, carried between a device and its hall: each has what either was told.

A call is taken once and done once, a note is taken back once, so what two databases have of one can always be joined,
in whatever order and however often it comes.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, update

from webui.records.database.schema import calls, notes


@dataclass(frozen=True, slots=True)
class CallChanges:
    """What is newer in a database, as rows.

    Attributes:
        calls: Calls of one table.
        notes: Notes of players, whatever the table.
    """

    calls: list[Any]
    notes: list[Any]

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.calls or self.notes)

    def upto(self, turn: int, noted: int) -> tuple[int, int]:
        """The newest turn that calls were changed in, and notes; those given where there are none."""
        return (
            max([turn, *(row.stamp for row in self.calls)]),
            max([noted, *(row.stamp for row in self.notes)]),
        )


def collect(connection: Connection, table: int, turn: int, noted: int) -> CallChanges:
    """What was said since.

    Args:
        connection: To the database that it is carried from.
        table: Number of the table.
        turn: The turn at that table up to which calls are known.
        noted: The turn under 0 up to which notes are known.
    """
    called = select(calls).where(calls.c.table_number == table, calls.c.stamp > turn).order_by(calls.c.id)
    return CallChanges(
        list(connection.execute(called)),
        list(connection.execute(select(notes).where(notes.c.stamp > noted).order_by(notes.c.id))),
    )


def count(connection: Connection, table: int, turn: int, noted: int) -> int:
    """How much that is, counted."""
    called = select(func.count()).where(calls.c.table_number == table, calls.c.stamp > turn)
    found = connection.execute(called).scalar_one()
    return int(found + connection.execute(select(func.count()).where(notes.c.stamp > noted)).scalar_one())


def apply(connection: Connection, new: CallChanges, turn: int = 0, noted: int = 0) -> bool:
    """Joins what was said with what a database has of it.

    Args:
        connection: To that database, in a transaction that writes.
        new: What was said.
        turn: The turn taken at the table, for what is to be carried on from here; 0 for what is not.
        noted: The turn taken under 0, likewise.

    Returns:
        Whether that changed anything.
    """
    changed = [_join(connection, calls, row, turn) for row in new.calls]
    changed += [_join(connection, notes, row, noted) for row in new.notes]
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
    connection.execute(update(into).where(into.c.id == row.id).values(both))
    return True


def _first(one: dict[str, Any], other: dict[str, Any], what: str) -> dict[str, Any]:
    """Who did something first, of those who did."""
    by, at = f"{what}_by", f"{what}_at"
    did = [(each[at], each[by]) for each in (one, other) if each[at]]
    return dict(zip((at, by), min(did), strict=True)) if did else {}
