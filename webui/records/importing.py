"""What another Tableside recorded, written into this database in one transaction: records, and the hands they name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func, select

from scoring.match.records import Act
from webui.records.database.database import Database
from webui.records.database.journal import Journal
from webui.records.database.schema import hands, records
from webui.records.errors import WriteConflictError
from webui.records.hands import KeptHand, Tags, put_hand
from webui.records.journal import JournalEntry


class RecordLocation(NamedTuple):
    """Where a record is kept, and the hash of its act as it was recorded."""

    table: int
    number: int
    hash: str


def places(database: Database, ids: Collection[UUID]) -> dict[UUID, RecordLocation]:
    """Where the records of these ids are kept; those that are not are missing.

    Raises:
        RecordsError: the database cannot be read.
    """
    asked = select(records.c.id, records.c.table_number, records.c.number, records.c.hash)
    found = {}
    with database.reading() as connection:
        for start in range(0, len(listed := [str(id) for id in ids]), 500):
            for row in connection.execute(asked.where(records.c.id.in_(listed[start : start + 500]))):
                found[UUID(row.id)] = RecordLocation(row.table_number, row.number, row.hash)
    return found


def put(
    database: Database,
    journal: Journal[Act],
    table: int,
    entries: Sequence[JournalEntry[Act]],
    laid: Iterable[KeptHand],
    tags: Mapping[str, Tags],
) -> None:
    """Keeps records after those of a table, and hands; all is on the disk when this returns, or nothing.

    Args:
        database: Where they are kept.
        journal: The journal of the tables there.
        table: Number of the table.
        entries: The records, with the numbers that they get, which follow that of the table's last.
        laid: Hands; those of an id that is kept stay as they are.
        tags: What hands are found by, by their ids.

    Raises:
        WriteConflictError: another record was kept there, or one of these, since the numbers were given.
        RecordsError: they cannot be kept.
    """
    with database.writing() as connection:
        stamp = database.take_turn(connection, table)
        newest = select(func.max(records.c.number)).where(records.c.table_number == table)
        if (connection.execute(newest).scalar() or 0) != entries[0].number - 1:
            raise WriteConflictError
        journal.insert(connection, entries)
        number = select(func.max(hands.c.number)).where(hands.c.table_number == table)
        last = connection.execute(number).scalar() or 0
        for hand in laid:
            if connection.execute(select(hands.c.id).where(hands.c.id == hand.id)).scalar() is None:
                last += 1
                kept = replace(hand, table=table, number=last, stamp=stamp)
                put_hand(connection, kept, tags.get(hand.id, {}))
