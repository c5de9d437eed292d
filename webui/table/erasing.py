"""A person's name taken out of acts that were recorded."""

import re
from collections.abc import Mapping
from typing import Any, Final

from scoring.match.records import Erased, Renamed, act_from_dict, act_to_dict
from webui.records.erasing import Erasing
from webui.table.matches import TableMatch

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


def erasing(match: TableMatch, name: str) -> Erasing:
    """Takes every name that a person has had in a match out of the persons of acts, and out of reasons.

    Args:
        match: The match, with the record that names them anew.
        name: The name that they have now.
    """
    names = frozenset(names_of(match, name))
    word = re.compile("|".join(map(_whole, sorted(names, key=len, reverse=True))))

    def text(reason: str) -> str:
        return word.sub(lambda _: name, reason)

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
