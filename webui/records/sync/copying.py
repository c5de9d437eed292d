"""Copies of one table from one database to another; existing data stays unchanged."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from webui.records.database.rigs import VALUES
from webui.records.database.rows import add
from webui.records.database.schema import changes, followed, hands, hidings, marks, records, turns, values
from webui.records.errors import RecordsError
from webui.records.sync.calls import CallChanges, apply, collect, count


@dataclass(frozen=True, slots=True)
class SyncCursor:
    """Progress of a table's copy.

    Attributes:
        turn: All changes up to this turn.
        records: Number of records.
        rewrites: Number of times that names in them had been rewritten.
        noted: Notes on players up to this turn under 0.
    """

    turn: int = 0
    records: int = 0
    rewrites: int = 0
    noted: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """New data of a table, or all of it after names were rewritten, as rows by the table of their database."""

    upto: SyncCursor
    records: list[Any]
    rewritten: list[Any]
    renamed: bool
    hands: list[Any]
    changes: list[Any]
    hidings: list[Any]
    marks: set[tuple[str, str, str]]
    values: list[Any]
    followed: list[Any]
    calls: CallChanges

    @property
    def photos(self) -> list[str]:
        """The hashes of the photos of its hands."""
        return [row.photo for row in self.hands if row.photo]


def count_pending(connection: Connection, table: int, after: SyncCursor) -> int:
    """Return the number of newer records, hands and calls of a table, and notes on players."""
    newer = select(func.count()).select_from(records).where(records.c.table_number == table)
    laid = select(func.count()).select_from(hands).where(hands.c.table_number == table, hands.c.stamp > after.turn)
    pending = connection.execute(newer.where(records.c.number > after.records)).scalar_one()
    pending += connection.execute(laid).scalar_one()
    return int(pending + count(connection, table, after.turn, after.noted))


def batch(connection: Connection, table: int, after: SyncCursor, pictures: bool = True) -> Batch | None:
    """Return a table's newer data, in one transaction of the source database, or None.

    A writer there takes a turn in the same transaction, so everything missing here has a later turn.

    Args:
        connection: The source database.
        table: Number of the table.
        after: Progress of the copy before.
        pictures: False to leave out the pictures of followed deals, which are many in all that a table has.
    """
    now = connection.execute(select(turns).where(turns.c.table_number == table)).one_or_none()
    told = collect(connection, table, after.turn, after.noted)
    taken, rewrites = (now.taken, now.rewrites) if now else (0, 0)
    if (taken, rewrites) == (after.turn, after.rewrites) and not told:
        return None
    mine = select(records).where(records.c.table_number == table).order_by(records.c.number)
    new = connection.execute(mine.where(records.c.number > after.records)).all()
    renamed = rewrites != after.rewrites
    rewritten = connection.execute(mine.where(records.c.number <= after.records)).all() if renamed else ()
    laid = select(hands).where(hands.c.table_number == table).order_by(hands.c.stamp)
    found = connection.execute(laid if renamed else laid.where(hands.c.stamp > after.turn)).all()
    ids = [row.id for row in found]
    state = select(values).where(values.c.table_number == table, values.c.key.in_(VALUES), values.c.stamp > after.turn)
    steps = [each for each in followed.c if pictures or each is not followed.c.picture]
    seen = select(*steps).where(followed.c.table_number == table, followed.c.stamp > after.turn)
    return Batch(
        SyncCursor(taken, new[-1].number if new else after.records, rewrites, told.upto(0, after.noted)[1]),
        list(new),
        list(rewritten),
        renamed,
        list(found),
        _of(connection, changes, ids),
        _of(connection, hidings, ids),
        _marks(connection, table),
        list(connection.execute(state)),
        list(connection.execute(seen.order_by(followed.c.number))),
        told,
    )


def put(connection: Connection, table: int, new: Batch, stamp: int) -> None:
    """Store a batch in another database, in one transaction that has taken its turn at the table.

    Args:
        connection: The target database.
        table: Number of the table.
        new: The batch.
        stamp: The turn.

    Raises:
        RecordsError: `differs-in-hall`: the other database has another record or hand in its place; nothing is stored.
    """
    for row in new.records:
        _add(connection, records, row)
        there = connection.execute(select(records).where(records.c.id == row.id)).one_or_none()
        if there is None or (there.table_number, there.number) != (table, row.number) or not _is_same(there, row):
            raise RecordsError("differs-in-hall", table=table, number=row.number)
    for row in new.rewritten:
        same = (records.c.table_number == table) & (records.c.number == row.number) & (records.c.hash == row.hash)
        now = {name: getattr(row, name) for name in ("act", "who", "commitments", "sent")}
        connection.execute(update(records).where(same).values(now))
    if new.rewritten:
        connection.execute(update(turns).where(turns.c.table_number == table).values(rewrites=turns.c.rewrites + 1))
    for row in new.hands:
        _put_hand(connection, table, row, stamp)
    for each in new.changes:
        _add(connection, changes, each)
        same = (changes.c.hand == each.hand) & (changes.c.number == each.number)
        if new.renamed:
            connection.execute(update(changes).where(same).values(change=each.change))
        elif connection.execute(select(changes.c.change).where(same)).scalar() != each.change:
            raise RecordsError("differs-in-hall", table=table, number=0)
    for each in new.hidings:
        _add(connection, hidings, each)
        if new.renamed:
            same = (hidings.c.hand == each.hand) & (hidings.c.number == each.number)
            connection.execute(update(hidings).where(same).values(who=each.who))
    _put_tags(connection, table, new.marks)
    for each in new.values:
        _add(connection, values, each, stamp=stamp)
        key = (values.c.table_number == table) & (values.c.key == each.key)
        connection.execute(update(values).where(key).values(value=each.value, stamp=stamp))
    for each in new.followed:
        _add(connection, followed, each, stamp=stamp)
        step = (followed.c.table_number == table) & (followed.c.number == each.number) & (followed.c.step != "")
        if each.step:  # its author's name may have been removed
            changed = step & (followed.c.step != each.step)
            connection.execute(update(followed).where(changed).values(step=each.step, stamp=stamp))
        else:  # its deal was deleted
            gone = {"step": "", "began": 0, "picture": None, "stamp": stamp}
            connection.execute(update(followed).where(step).values(gone))
    apply(connection, new.calls, stamp)


def _is_same(there: Any, row: Any) -> bool:
    """Return True for the same act: where both databases recorded it, as after handing in, their salts differ."""
    return bool(there.hash == row.hash or (there.commitments and row.commitments and there.act == row.act))


def _put_hand(connection: Connection, table: int, row: Any, stamp: int) -> None:
    _add(connection, hands, row, stamp=stamp)
    there = connection.execute(select(hands).where(hands.c.id == row.id)).one_or_none()
    if there is None or (there.table_number, there.number, there.photo) != (table, row.number, row.photo):
        raise RecordsError("differs-in-hall", table=table, number=row.number)
    if (there.state, there.hidden) != (row.state, row.hidden):
        now = {"state": row.state, "hidden": row.hidden, "stamp": stamp}
        connection.execute(update(hands).where(hands.c.id == row.id).values(now))


def _put_tags(connection: Connection, table: int, wanted: set[tuple[str, str, str]]) -> None:
    there = _marks(connection, table)
    for hand, kind, value in sorted(there - wanted):
        gone = (marks.c.hand == hand) & (marks.c.kind == kind) & (marks.c.value == value)
        connection.execute(delete(marks).where(gone))
    known = set(connection.execute(select(hands.c.id).where(hands.c.table_number == table)).scalars())
    rows = [{"hand": h, "kind": k, "value": v} for h, k, v in sorted(wanted - there) if h in known]
    if rows:
        connection.execute(insert(marks), rows)


def _add(connection: Connection, into: Table, row: Any, **other: Any) -> None:
    add(connection, into, {**row._mapping, **other})


def _of(connection: Connection, rows: Table, ids: Iterable[str]) -> list[Any]:
    found: list[Any] = []
    listed = list(ids)
    for start in range(0, len(listed), 500):
        asked = select(rows).where(rows.c.hand.in_(listed[start : start + 500]))
        found += connection.execute(asked.order_by(rows.c.hand, rows.c.number)).all()
    return found


def _marks(connection: Connection, table: int) -> set[tuple[str, str, str]]:
    asked = select(marks.c.hand, marks.c.kind, marks.c.value).join(hands, hands.c.id == marks.c.hand)
    return {(row.hand, row.kind, row.value) for row in connection.execute(asked.where(hands.c.table_number == table))}
