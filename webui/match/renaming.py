"""A person's name taken out of acts that were recorded."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from scoring.match.records import Erased, Renamed, act_from_dict, act_to_dict
from webui.match.matches import TableMatch
from webui.records.erasing import Erasing
from webui.records.store import Storage

_PERSONS: Final = frozenset({"player", "winner", "payer", "discarder", "players", "substitute", "name"})
"""The fields of acts that name persons."""

_SPACELESS: Final = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Characters of scripts that put no space between words: kana and ideographs (Unicode blocks)."""


def names_of(match: TableMatch, name: str) -> set[str]:
    """Every name that a person has had in a match, by the one that they have now."""
    first = {first for first, now in match.match.renamed.items() if now == name} or {name}
    found = first | {name}
    while True:
        given = {
            entry.act.name
            for entry in match.entries
            if isinstance(entry.act, Renamed | Erased) and entry.act.seat in found
        }
        if given <= found:
            return found
        found |= given


def known_names(records: Storage) -> set[str]:
    """The names of everybody who is in the records of a table, in an event, or has a role."""
    found = {person.name for person in records.people.all()}
    for table in records.journal.tables():
        for entry in records.journal.entries(table):
            found |= {entry.who, *_persons("", act_to_dict(entry.act))}
    for number in records.events.numbers():
        kept = records.events.get(number)
        found |= {each.person.name for each in kept.event.entrants.values()} if kept else set()
    return found


def _persons(key: str, value: Any) -> Iterator[str]:
    """The persons that plain JSON values of an act name, by their names or their winds."""
    if isinstance(value, Mapping):
        for each, inner in value.items():
            yield from _persons(each, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _persons(key, inner)
    elif key in _PERSONS and isinstance(value, str):
        yield value


def erasing(match: TableMatch, name: str, known: Collection[str] = ()) -> Erasing:
    """Takes every name that a person has had in a match out of the persons of acts, and out of reasons.

    Args:
        match: The match, with the record that names them anew.
        name: The name that they have now.
        known: Names of others, which stay whole where one of this person is a part of them.
    """
    return erasing_of(names_of(match, name), name, known)


def erasing_of(names: Collection[str], name: str, known: Collection[str] = ()) -> Erasing:
    """Takes names out of the persons of acts, and out of reasons.

    Args:
        names: Every name that a person has had.
        name: What stands in their place.
        known: Names of others, which stay whole where one of this person is a part of them.
    """
    names = frozenset(names)
    longer = {other for other in known if other not in names and any(each in other for each in names)}
    word = re.compile("|".join(map(_whole, sorted(names | longer, key=len, reverse=True))))

    def text(reason: str) -> str:
        return word.sub(lambda found: name if found[0] in names else found[0], reason)

    def replaced(key: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {each: replaced(each, inner) for each, inner in value.items()}
        if isinstance(value, list | tuple):
            return [replaced(key, inner) for inner in value]
        if key in _PERSONS:
            return name if value in names else value
        return text(value) if key == "reason" else value

    return Erasing(names, name, lambda act: act_from_dict(replaced("", act_to_dict(act))), text)


def _whole(name: str) -> str:
    """A pattern for a name that is no part of another word; scripts without spaces have no end of a word to see."""
    letter = rf"[^\W{_SPACELESS}]"
    before = f"(?<!{letter})" if re.match(letter, name[0]) else ""
    after = f"(?!{letter})" if re.match(letter, name[-1]) else ""
    return before + re.escape(name) + after
