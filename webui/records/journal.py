"""An entry of a journal: a numbered act, stored once under its id, of a table, an event or a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import NAMESPACE_OID, UUID, uuid5

from scoring.games.game import RuleBook
from scoring.match.effects import MatchDefaults
from scoring.match.match import Log, log_of
from scoring.match.records import Act, Record, Role, act_to_dict
from scoring.match.state import Match
from scoring.rules import DEFAULT, rule_book
from webui.records.canonical import canonical, digest
from webui.records.commitments import Commitments

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class JournalEntry(Generic[A]):
    """A stored act.

    Attributes:
        stream: Number of its table or event; 0 in a file.
        number: Number in its stream, from 1.
        id: The sender's id.
        act: The act.
        who: Name of the author; empty if unnamed.
        role: Role of the author.
        when: Time of storing (ISO 8601, UTC); not before that of the previous entry.
        hash: `webui.records.commitments.committed_hash` of the record, or without commitments the SHA-256 of the
            canonical JSON of the original act; it stays when a name in the act is removed.
        commitments: The commitments that the hash covers; None in records of earlier versions, of events and of files.
        aside: True for the place of a damaged record that was set aside; `act` then means nothing.
    """

    stream: int
    number: int
    id: UUID
    act: A
    who: str
    role: Role
    when: str
    hash: str
    commitments: Commitments | None = None
    aside: bool = False

    @property
    def record(self: "JournalEntry[Act]") -> Record:
        """The record, for folding."""
        return Record(self.act, self.who, self.when, self.role)


def entry_of(
    number: int, record: Record, id: str, hash: str | None = None, commitments: Commitments | None = None
) -> JournalEntry[Act]:
    """Return the entry of a record in a file.

    Args:
        number: Its number.
        record: The record.
        id: Its id; one that is not a UUID is replaced by one derived from the record.
        hash: Its hash, or None to compute that of its act.
        commitments: Its commitments, or None.
    """
    hash = hash_of(record.act) if hash is None else hash
    try:
        known = UUID(id)
    except ValueError:
        known = uuid5(NAMESPACE_OID, f"{number} {record.when} {hash}")
    return JournalEntry(0, number, known, record.act, record.who, record.role, record.when, hash, commitments)


def fold_entries(
    entries: Sequence[JournalEntry[Act]], rules: str | RuleBook = DEFAULT, new: int | None = None
) -> Match:
    """Return the fold of entries to a match; see `scoring.match.match.fold`."""
    return log_entries(entries, rules, new).match


def log_entries(entries: Sequence[JournalEntry[Act]], rules: str | RuleBook = DEFAULT, new: int | None = None) -> Log:
    """Return the log of the entries of a match; see `scoring.match.match.log_of`.

    Args:
        entries: All entries of the match, the oldest first.
        rules: The preset for hands, if the seating names none.
        new: Number of the first new entry.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules) if isinstance(rules, str) else rules
    return log_of([(entry.number, entry.record) for entry in entries], MatchDefaults(book, None), new, kept=True)


def hash_of(act: Act) -> str:
    """Return the SHA-256 of the canonical JSON of an act of a match."""
    return digest(canonical(act_to_dict(act)))
