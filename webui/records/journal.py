"""An entry of a journal: a numbered act that is kept once under its id, of a table, an event or a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import NAMESPACE_OID, UUID, uuid5

from scoring.match.match import fold
from scoring.match.records import Act, Record, Role, act_to_dict
from scoring.match.state import Match
from scoring.rules import RuleBook
from webui.records.canonical import canonical, digest

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class JournalEntry(Generic[A]):
    """An act as it is kept.

    Attributes:
        stream: Number of the table, or of the event, that it is kept of; 0 in a file.
        number: Counts the entries of its stream, from 1.
        id: What its sender called it.
        act: What happened.
        who: Who recorded it; empty where nobody gives a name.
        role: In what role.
        when: When it was kept (ISO 8601, UTC); not before the entry before it.
        hash: SHA-256 of the canonical JSON of the act as it was recorded; it stays when a name in the act is erased.
    """

    stream: int
    number: int
    id: UUID
    act: A
    who: str
    role: Role
    when: str
    hash: str

    @property
    def record(self: "JournalEntry[Act]") -> Record:
        """The record as a match folds it."""
        return Record(self.act, self.who, self.when, self.role)


def entry_of(number: int, record: Record, id: str, hash: str | None = None) -> JournalEntry[Act]:
    """Return the entry of a record in a file.

    Args:
        number: Its number.
        record: The record.
        id: Its id; one that is no UUID gets one that follows from what the record holds.
        hash: The hash of its act as it was recorded; None to make it of the act.
    """
    hash = hash_of(record.act) if hash is None else hash
    try:
        known = UUID(id)
    except ValueError:
        known = uuid5(NAMESPACE_OID, f"{number} {record.when} {hash}")
    return JournalEntry(0, number, known, record.act, record.who, record.role, record.when, hash)


def fold_entries(entries: Sequence[JournalEntry[Act]], rules: str | RuleBook = "mcr", new: int | None = None) -> Match:
    """Return the match that entries fold into; see `scoring.match.match.fold`.

    Args:
        entries: All entries of the match, the oldest first.
        rules: The preset that hands are scored under, where the seating names none.
        new: Number of the first entry that is being made now.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    return fold([entry.record for entry in entries], rules, numbers=[entry.number for entry in entries], new=new)


def hash_of(act: Act) -> str:
    """Return the SHA-256 of the canonical JSON of an act of a match."""
    return digest(canonical(act_to_dict(act)))
