"""The chain of a match's records: a seal after each record, which depends on all records before it.

A device that has kept a seal can recompute the chain later. If a record before it was removed, added, moved or given
another content, no record has that seal any more. The chain has no names but salted commitments, so removing a name
leaves it whole.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from scoring.match.records import Act
from webui.records.journal import JournalEntry

START: Final = "0" * 64
"""The seal before the first record of a match."""

COMMITTED: Final = "committed"
"""The last line for a record that has commitments: nobody can pass it off as one of an earlier version."""


def seals(entries: Iterable[JournalEntry[Act]]) -> Iterator[str]:
    """Yield the seal after each record of a match.

    A seal is the SHA-256 of lines: the seal before, id, number, time and hash of the record, and `COMMITTED` for one
    whose hash covers its author and role. `verify.js` computes the same on a phone.

    Args:
        entries: All records of the match, the oldest first.
    """
    seal = START
    for entry in entries:
        lines = (
            seal,
            str(entry.id),
            str(entry.number),
            entry.when,
            entry.hash,
            *((COMMITTED,) if entry.commitments else ()),
        )
        seal = sha256("\n".join(lines).encode()).hexdigest()
        yield seal


def seal_of(entries: Iterable[JournalEntry[Act]]) -> str:
    """Return the seal after the last record of a match; `START` without records."""
    seal = START
    for after in seals(entries):
        seal = after
    return seal
