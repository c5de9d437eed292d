"""Removal of a person's name from recorded acts."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.match.errors import Refusal
from scoring.match.records import (
    Act,
    Erased,
    Renamed,
    Seated,
    Substituted,
    act_from_dict,
    act_kinds,
    act_to_dict,
    person_fields,
)
from webui.match.errors import ActRejectedError
from webui.match.matches import TableMatch
from webui.records.commitments import REASON
from webui.records.erasing import Erasing
from webui.records.journal import JournalEntry
from webui.records.store import Storage

_SPACELESS: Final = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Characters of scripts without spaces between words: kana and ideographs (Unicode blocks)."""


def names_of(match: TableMatch, name: str) -> set[str]:
    """Return every name that a person has had in a match, by their present name."""
    return _names(match, name, match.entries) | {name}


def _names(match: TableMatch, name: str, entries: Sequence[JournalEntry[Act]]) -> set[str]:
    """Return the first recorded name of a person in a match, and those that some of its records gave them."""
    found = {first for first, now in match.match.renamed.items() if now == name} or {name}
    while True:
        given = {
            entry.act.name for entry in entries if isinstance(entry.act, Renamed | Erased) and entry.act.seat in found
        }
        if given <= found:
            return found
        found |= given


def known_names(records: Storage) -> set[str]:
    """Return the names of everybody in the records of a table, in an event, or with a role."""
    found, fields = {person.name for person in records.people.all()}, _fields()
    for table in records.journal.tables():
        for entry in records.journal.entries(table):
            found |= {entry.who, *_persons("", act_to_dict(entry.act), fields)}
    for number in records.events.numbers():
        kept = records.events.get(number)
        found |= {each.person.name for each in kept.event.entrants.values()} if kept else set()
    return found


def _fields() -> frozenset[str]:
    """Return the fields that name persons in the acts of all installed games."""
    return frozenset().union(*map(person_fields, act_kinds()))


def _persons(key: str, value: Any, fields: Collection[str]) -> Iterator[str]:
    """Yield the persons in the plain JSON values of an act, by name or wind."""
    if isinstance(value, Mapping):
        for each, inner in value.items():
            yield from _persons(each, inner, fields)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _persons(key, inner, fields)
    elif key in fields and isinstance(value, str):
        yield value


def erasing(match: TableMatch, name: str, known: Collection[str] = ()) -> Erasing:
    """Remove every name that a person has had in a match from the persons of acts, and from reasons.

    Args:
        match: The match, with the record that renames them as its last.
        name: Their present name.
        known: Names of everybody before that record; those of others stay even if they contain one of this person's.

    Raises:
        ActRejectedError: Somebody else has the present name: records of both could not be told apart, and a match or an
            event with both could not be read. Or they sat down under it themselves, and have another one now: nobody
            who verifies the records could tell that from the name of somebody else.
    """
    before, names = match.entries[:-1], names_of(match, name)
    if (name in known and name not in _names(match, name, before)) or (names != {name} and name in _sat_down(before)):
        raise ActRejectedError(Refusal("not-a-name", {"name": name}))
    return erasing_of(names, name, known)


def _sat_down(entries: Sequence[JournalEntry[Act]]) -> set[str]:
    """Return the names under which players and substitutes came into a match, as the records have them now."""
    acts = [entry.act for entry in entries]
    seated = [name for act in acts if isinstance(act, Seated) for name in act.players]
    return {*seated, *[act.substitute for act in acts if isinstance(act, Substituted)]}


def erasing_of(names: Collection[str], name: str, known: Collection[str] = ()) -> Erasing:
    """Remove names from the persons of acts, and from reasons.

    Args:
        names: Every name that a person has had.
        name: Their replacement.
        known: Names of others, which stay even if they contain one of this person's.
    """
    names, fields = frozenset(names), _fields()
    longer = {other for other in known if other not in names and any(each in other for each in names)}
    word = re.compile("|".join(map(_whole, sorted(names | longer, key=len, reverse=True))))

    def text(reason: str) -> str:
        return word.sub(lambda found: name if found[0] in names else found[0], reason)

    def replaced(key: str, value: Any, persons: Collection[str]) -> Any:
        if isinstance(value, Mapping):
            return {each: replaced(each, inner, persons) for each, inner in value.items()}
        if isinstance(value, list | tuple):
            return [replaced(key, inner, persons) for inner in value]
        if key in persons:
            return name if value in names else value
        return text(value) if key == REASON else value

    def act(before: Act, more: Collection[str]) -> Act:
        return act_from_dict(replaced("", act_to_dict(before), fields.union(more)), kept=True)

    return Erasing(names, name, act, text)


def _whole(name: str) -> str:
    """Return a pattern for a name that is not part of another word; scripts without spaces have no word boundaries."""
    letter = rf"[^\W{_SPACELESS}]"
    before = f"(?<!{letter})" if re.match(letter, name[0]) else ""
    after = f"(?!{letter})" if re.match(letter, name[-1]) else ""
    return before + re.escape(name) + after
