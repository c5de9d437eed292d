"""Verification of a match's records: what is proven of each, and what nothing can prove any more.

`webui/static/verify.js` does the same on a phone; the tests give both the same records.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.match.records import Act, Role, act_to_dict
from webui.records.canonical import canonical, digest
from webui.records.commitments import REASON, Commitments, commitment, committed_hash, places
from webui.records.journal import JournalEntry

_AUTHOR: Final = "who"
"""The field of a record's author, among those of its act."""


@dataclass(frozen=True, slots=True)
class SealedRecord:
    """A record to verify: as `JournalEntry`, with its act as plain JSON values."""

    number: int
    act: Mapping[str, Any]
    who: str
    role: Role
    hash: str
    commitments: Commitments | None


@dataclass(frozen=True, slots=True)
class Verified:
    """The result for the records of a match, by their numbers.

    Attributes:
        forged: Their content is another one than their hash says.
        nameless: A name in them was removed by a record of the match; the rest is as recorded.
        open: The same in records without commitments: nothing of their content can be verified any more.
        unexplained: A name in them was removed, but no record of the match says so: it was at another table, if at all.
        earlier: They have no commitments, so that author and role may be others than when they were recorded.
    """

    forged: tuple[int, ...] = ()
    nameless: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    unexplained: tuple[int, ...] = ()
    earlier: tuple[int, ...] = ()


def record_of(entry: JournalEntry[Act]) -> SealedRecord:
    """Return an entry to verify."""
    return SealedRecord(entry.number, act_to_dict(entry.act), entry.who, entry.role, entry.hash, entry.commitments)


def verify(records: Sequence[SealedRecord], rewritten: bool = False) -> Verified:
    """Verify the records of a match.

    A text without a salt is excused only by an `Erased` of the match that lists its commitment, and, but for a reason,
    only as the name that stands for the removed one.

    Args:
        records: The records, the oldest first.
        rewritten: True if names were removed from records of the table, by a record of any match.
    """
    found: dict[str, list[int]] = {name: [] for name in Verified.__slots__}
    removed: set[tuple[str, str]] = set()
    """The commitments that the match removes, each with the name in its place; "" for a reason."""
    stand_ins: set[str] = set()
    first = next((n for n, record in enumerate(records) if record.commitments), len(records))
    for record in reversed(records[first:]):
        if record.commitments is None:
            found["forged"].append(record.number)  # no program that commits makes one without
            continue
        gone = _texts_without_salt(record, record.commitments)
        if gone is not None and record.act.get("type") == "Erased" and _excused(gone.get("name", ()), removed):
            name = str(record.act.get("name"))
            stand_ins.add(name)
            removed |= {(each, shown) for each in record.commitments.removes for shown in (name, "")}
        if gone is None:
            found["forged"].append(record.number)
        elif not _excused([each for places in gone.values() for each in places], removed):
            found["unexplained" if rewritten else "forged"].append(record.number)
        elif gone:
            found["nameless"].append(record.number)
    earlier = records[:first]
    stand_ins |= {str(each.act.get("name")) for each in earlier if each.act.get("type") == "Erased"}
    for record in earlier:
        found["earlier"].append(record.number)
        if digest(canonical(record.act)) != record.hash:
            found[_kind_of_rewritten(record, stand_ins, rewritten)].append(record.number)
    return Verified(**{name: tuple(sorted(numbers)) for name, numbers in found.items()})


def _texts_without_salt(record: SealedRecord, kept: Commitments) -> dict[str, list[tuple[str, str]]] | None:
    """Return the commitments of removed texts, each with the text in its place, by field; None for a forged record."""
    if not kept.names or committed_hash(kept, record.role, record.act) != record.hash:
        return None
    gone: dict[str, list[tuple[str, str]]] = {}
    for (field, text), (made, salt) in zip([(_AUTHOR, record.who), *places(record.act, kept)], kept.names, strict=True):
        if not salt:
            gone.setdefault(field, []).append((made, "" if field == REASON else text))
        elif commitment(text, salt) != made:
            return None
    return gone


def _excused(gone: Collection[tuple[str, str]], removed: Collection[tuple[str, str]]) -> bool:
    return all(each in removed for each in gone)


def _kind_of_rewritten(record: SealedRecord, stand_ins: Collection[str], rewritten: bool) -> str:
    """Return the result for a record without commitments whose act is not the one of its hash.

    A record can only be excused if it has a name or a reason, in which a name may have been removed.
    """
    found = places(record.act)
    for field, text in found:
        if any(name in text if field == REASON else name == text for name in stand_ins):
            return "open"
    return "unexplained" if rewritten and found else "forged"
