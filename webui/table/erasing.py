"""A person's name taken out of acts that were recorded."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from scoring.match.records import Act, Erased, Renamed, act_from_dict, act_to_dict
from webui.table.matches import TableMatch

_PERSONS: Final = frozenset({"player", "winner", "payer", "discarder", "players", "substitute", "name"})
"""The fields of acts that name persons."""


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


def without_names(names: Collection[str], name: str) -> Callable[[Act], Act]:
    """Gives what puts a name in place of others, in the persons of an act and in its reasons."""
    word = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in sorted(names, key=len, reverse=True)))

    def replaced(key: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {each: replaced(each, inner) for each, inner in value.items()}
        if isinstance(value, list | tuple):
            return [replaced(key, inner) for inner in value]
        if key in _PERSONS:
            return name if value in names else value
        return word.sub(lambda _: name, value) if key == "reason" else value

    return lambda act: act_from_dict(replaced("", act_to_dict(act)))
