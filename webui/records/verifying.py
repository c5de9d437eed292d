"""Verification of a match's records: what is proven of each, and what nothing can prove any more.

A text without a salt is excused only by an `Erased` of the match, which is held to what the interface refuses too:

1. It lists the commitment of each text that it removes, and those of all later removals stand in its own record.
2. In a name's place stands the name of the last `Erased` that lists the commitment. A reason may say anything, since
   it is shown as removed.
3. It removes names under which somebody sat down, came in or was renamed in the match, not those of other authors.
4. No salt of a text that it removes is left up to its record.
5. Its name is a name, no wind, and that of nobody else: no text of a record before it that can be verified, or was
   removed too, has it, but those that it removes, and those of a name that the match gave by renaming.
6. Four players who sit down have four names.

`webui/static/verify.js` does the same on a phone; the tests give both the same records.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scoring.match.records import Act, Role, act_to_dict
from scoring.tiles import WINDS
from webui.records.canonical import canonical, digest
from webui.records.commitments import REASON, Commitments, commitment, committed_hash, places
from webui.records.journal import JournalEntry

_AUTHOR: Final = "who"
"""The field of a record's author, among those of its act."""

_BRINGS: Final = {"Seated": "players", "Substituted": "substitute", "Renamed": "name", "Erased": "name"}
"""The field in which an act brings a name into the match."""

_RENAMES: Final = ("Renamed", "Erased")
"""The acts that give somebody in the match another name."""


@dataclass(frozen=True, slots=True)
class SealedRecord:
    """A record to verify: as `JournalEntry`, with its act as plain JSON values."""

    number: int
    act: Mapping[str, Any]
    who: str
    role: Role
    hash: str
    commitments: Commitments | None

    @property
    def innermost(self) -> Mapping[str, Any]:
        """The act, or the one that a correction puts in another's place."""
        inner = self.act.get("act")
        return inner if isinstance(inner, Mapping) else self.act

    @property
    def kind(self) -> str:
        """The name of that act."""
        return str(self.innermost.get("type"))


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


class _Place(NamedTuple):
    """A committed text: its field, the text that stands there, and its commitment and salt, empty once removed."""

    field: str
    text: str
    made: str
    salt: str

    @property
    def holds(self) -> bool:
        """True unless its salt says that it is another text."""
        return not self.salt or commitment(self.text, self.salt) == self.made


def record_of(entry: JournalEntry[Act]) -> SealedRecord:
    """Return an entry to verify."""
    return SealedRecord(entry.number, act_to_dict(entry.act), entry.who, entry.role, entry.hash, entry.commitments)


def verify(records: Sequence[SealedRecord], rewritten: bool = False) -> Verified:
    """Verify the records of a match.

    Args:
        records: The records, the oldest first.
        rewritten: True if names were removed from records of the table, by a record of any match.
    """
    found: dict[str, list[int]] = {name: [] for name in Verified.__slots__}
    first = next((n for n, record in enumerate(records) if record.commitments), len(records))
    earlier, committed = records[:first], records[first:]
    said = [_places(record) for record in committed]
    names = _names_brought(committed, said) if not earlier else None
    removed: dict[str, str] = {}
    """The commitments that the match removes, with the name in the place of each."""
    stand_ins = {str(each.act.get("name")) for each in earlier if each.act.get("type") == "Erased"}
    for n, record in reversed([*enumerate(committed)]):
        here = said[n]
        if here is None or _seats_one_twice(record) or not all(place.holds for place in here):
            found["forged"].append(record.number)
            continue
        if record.commitments and record.commitments.removes and record.act.get("type") == "Erased":
            if _removes(committed, said, n, [place for place in here if place.field == "name"], removed, names):
                name = str(record.act.get("name"))
                stand_ins.add(name)
                removed = dict.fromkeys(record.commitments.removes, name) | removed
            else:
                found["forged"].append(record.number)
                continue
        gone = [place for place in here if not place.salt]
        if not all(_excused(place, removed, names) for place in gone):
            found["unexplained" if rewritten else "forged"].append(record.number)
        elif gone:
            found["nameless"].append(record.number)
    for record in earlier:
        found["earlier"].append(record.number)
        if digest(canonical(record.act)) != record.hash:
            found[_kind_of_rewritten(record, stand_ins, rewritten)].append(record.number)
    return Verified(**{name: tuple(sorted(numbers)) for name, numbers in found.items()})


def _places(record: SealedRecord) -> list[_Place] | None:
    """Return the committed texts of a record; None for one whose hash is not that of its commitments."""
    kept = record.commitments
    if kept is None or not kept.names or committed_hash(kept, record.role, record.act) != record.hash:
        return None
    pairs = zip([(_AUTHOR, record.who), *places(record.act, kept)], kept.names, strict=True)
    return [_Place(field, text, made, salt) for (field, text), (made, salt) in pairs]


def _seats_one_twice(record: SealedRecord) -> bool:
    players = record.innermost.get("players") if record.kind == "Seated" else None
    return isinstance(players, list | tuple) and len({*players}) < len(players)


def _names_brought(records: Sequence[SealedRecord], said: Sequence[Sequence[_Place] | None]) -> set[str]:
    """Return the commitments of the names that acts bring into the match."""
    pairs = zip(records, said, strict=True)
    return {place.made for record, here in pairs for place in here or () if place.field == _BRINGS.get(record.kind)}


def _excused(place: _Place, removed: Mapping[str, str], names: Collection[str] | None) -> bool:
    """Return True if a text without a salt is one that the match removed.

    `names` are the commitments of the names that acts brought into the match, or None if not all are known.
    """
    if place.made not in removed:
        return False
    return place.field == REASON or (place.text == removed[place.made] and (names is None or place.made in names))


def _removes(
    records: Sequence[SealedRecord],
    said: Sequence[Sequence[_Place] | None],
    n: int,
    own: Sequence[_Place],
    removed: Mapping[str, str],
    names: Collection[str] | None,
) -> bool:
    """Return True if an `Erased` removes what it lists, as the interface would have it."""
    name, kept = str(records[n].act.get("name")), records[n].commitments
    if not name.strip() or name in WINDS or not all(place.salt or _excused(place, removed, names) for place in own):
        return False
    listed = {*kept.removes} if kept else set()
    given = set[str]()
    """The commitments of names that the match gave by renaming, to nobody who had them before."""
    known = set[str]()
    for record, here in zip(records[:n], said[:n], strict=True):
        renamed = {place.made for place in here or () if place.field == "name" and record.kind in _RENAMES}
        given |= renamed - known
        known |= {place.made for place in here or ()}
    others = {made for record in records if record.commitments for made in record.commitments.removes} - listed - given
    before = [place for here in said[:n] for place in here or () if place.field != REASON and place.text == name]
    if any(place.made in others or (place.salt and place.made not in listed | given) for place in before):
        return False
    return not any(place.salt and place.made in listed for here in said[: n + 1] for place in here or ())


def _kind_of_rewritten(record: SealedRecord, stand_ins: Collection[str], rewritten: bool) -> str:
    """Return the result for a record without commitments whose act is not the one of its hash.

    A record can only be excused if it has a name or a reason, in which a name may have been removed.
    """
    found = places(record.act)
    for field, text in found:
        if any(name in text if field == REASON else name == text for name in stand_ins):
            return "open"
    return "unexplained" if rewritten and found else "forged"
