"""Comparison of the records of a backup with those that a folder or database keeps, before it is restored."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from sqlalchemy import select

from webui.records.database.schema import event_records, records, turns
from webui.records.errors import RecordsError
from webui.records.store import Storage

_Kind = Literal["table", "event"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Difference of the records of a table or an event.

    Attributes:
        of: The kind of journal.
        number: Number of the table or event.
        others: Numbers under which each side has another record.
        lacking: Count of records that the folder has and the backup has not.
        added: Count of records that the backup has and the folder has not.
    """

    of: _Kind
    number: int
    others: tuple[int, ...]
    lacking: int
    added: int


@dataclass(frozen=True, slots=True)
class ComparedPlace:
    """Comparison of the records of a backup with those of another place.

    Attributes:
        of: The folder, or the address of the database.
        found: What differs, or why they are not compared.
    """

    of: Path | str
    found: list[Difference] | RecordsError

    @property
    def place(self) -> str:
        """The folder, or the host and name of the database, without a password."""
        return (
            str(self.of).rpartition("@")[2].rpartition("://")[2].partition("?")[0] if self.is_database else str(self.of)
        )

    @property
    def is_database(self) -> bool:
        """True for a database."""
        return isinstance(self.of, str)


def differences(kept: Storage, backup: Storage) -> Iterator[Difference]:
    """Yield what differs between the records that a folder keeps and those of a backup, for each table and event.

    A record is the same if its id, hash, time and role are; also its text where no name was removed on one side alone.
    """
    here, there = _rows(kept), _rows(backup)
    for of, number in sorted(here.keys() | there.keys(), key=lambda each: (each[0] != "table", each[1])):
        mine, other = here.get((of, number), {}), there.get((of, number), {})
        others = tuple(each for each in sorted(mine.keys() & other.keys()) if not mine[each].is_of(other[each]))
        lacking, added = len(mine.keys() - other.keys()), len(other.keys() - mine.keys())
        if others or lacking or added:
            yield Difference(of, number, others, lacking, added)


class _Row(NamedTuple):
    """A record: what never changes, the removals of names at its table, and its text, which these change."""

    fixed: tuple[str, ...]
    rewrites: int
    text: tuple[str, ...]

    def is_of(self, other: "_Row") -> bool:
        """Return True if both are one record."""
        return self.fixed == other.fixed and (self.rewrites != other.rewrites or self.text == other.text)


def _rows(storage: Storage) -> dict[tuple[_Kind, int], dict[int, _Row]]:
    """Return the records of a storage by journal and number, damaged ones too."""
    found: dict[tuple[_Kind, int], dict[int, _Row]] = {}
    with storage.database.reading() as connection:
        rewrites = {row.table_number: row.rewrites for row in connection.execute(select(turns))}
        for row in connection.execute(select(records)):
            kept = _Row((row.id, row.hash, row.at, row.role), rewrites.get(row.table_number, 0), (row.act, row.who))
            found.setdefault(("table", row.table_number), {})[row.number] = kept
        for row in connection.execute(select(event_records)):
            sealed = _Row((row.id, row.hash, row.at, row.role), 0, ())  # a removed name leaves no trace but in the text
            found.setdefault(("event", row.event), {})[row.number] = sealed
    return found
