"""People who may have been entered twice."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

from scoring.match.event_acts import PlayerEntry

Likeness = Literal["name", "ema", "similar"]
"""The property that two people share: the name, in whatever order, case and accents; the European number; or a similar
name."""

SIMILAR: Final = 0.9
"""Least share of equal letters of similar names. More misses Jonson beside Johnson; less takes Anna and Hanna Berg for
one."""

_SHORTEST: Final = 7
"""Least letters of a name that may be similar to another. More misses short names with a typing error; less takes two
Chinese names of three characters, one of which differs, for one."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two entries that may be the same person.

    Attributes:
        person: Number of the later entry.
        other: Number of the earlier entry.
        by: The property that they share.
    """

    person: int
    other: int
    by: Likeness


def duplicates(people: Iterable[PlayerEntry], known: Iterable[PlayerEntry] = ()) -> list[Duplicate]:
    """Find entries that may be the same person, among themselves or among earlier ones.

    Args:
        people: The entries to check, by number.
        known: The earlier entries.
    """
    names: dict[tuple[str, ...], int] = {}
    emas: dict[str, int] = {}
    before: list[tuple[tuple[str, ...], PlayerEntry]] = []
    found: list[Duplicate] = []

    def keep(person: PlayerEntry) -> None:
        for key in _keys(person):
            names.setdefault(key, person.number)
            before.append((key, person))
        emas.setdefault(person.ema, person.number)

    for person in known:
        keep(person)
    for person in people:
        if person.ema and person.ema in emas:
            found.append(Duplicate(person.number, emas[person.ema], "ema"))
        elif same := [key for key in _keys(person) if key in names]:
            found.append(Duplicate(person.number, names[same[0]], "name"))
        elif (other := _similar(person, before)) is not None:
            found.append(Duplicate(person.number, other, "similar"))
        keep(person)
    return found


def _keys(person: PlayerEntry) -> list[tuple[str, ...]]:
    """Return the keys of the name at tables and of the legal name, if that is another one."""
    legal = person.legal or f"{person.first} {person.last}".strip()
    found = [_key(name) for name in (person.name, legal) if name]
    return list(dict.fromkeys(key for key in found if key))


def _similar(person: PlayerEntry, before: Iterable[tuple[tuple[str, ...], PlayerEntry]]) -> int | None:
    """Return the number of an earlier entry with a similar name, unless both have European numbers, or None."""
    matcher = SequenceMatcher(autojunk=False)
    for key in _keys(person):
        text = " ".join(key)
        matcher.set_seq2(text)
        for other_key, other in before:
            if person.ema and other.ema:
                continue
            if len(set(key) & set(other_key)) >= 2 and (set(key) <= set(other_key) or set(other_key) <= set(key)):
                return other.number  # a middle name more
            other_text = " ".join(other_key)
            if min(len(text), len(other_text)) < _SHORTEST:
                continue
            matcher.set_seq1(other_text)
            if (
                matcher.real_quick_ratio() >= SIMILAR
                and matcher.quick_ratio() >= SIMILAR
                and matcher.ratio() >= SIMILAR
            ):
                return other.number
    return None


_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d"})


def _key(name: str) -> tuple[str, ...]:
    """Return a name without case, accents, commas, hyphens and the order of its parts."""
    plain = unicodedata.normalize("NFKD", name.replace(",", " ").replace("-", " ")).casefold()
    plain = "".join(char for char in plain if not unicodedata.combining(char)).translate(_LETTERS)
    for written, letter in (("ae", "a"), ("oe", "o"), ("ue", "u")):  # Müller, Mueller
        plain = plain.replace(written, letter)
    return tuple(sorted(plain.split()))
