"""People who may have been entered twice."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scoring.match.event_acts import PlayerEntry

Likeness = Literal["name", "ema"]
"""The property that two people share: the name, in whatever order, case and accents; or the European number."""


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
    found: list[Duplicate] = []
    for person in known:
        names.setdefault(_key(person.name), person.number)
        emas.setdefault(person.ema, person.number)
    for person in people:
        if person.ema and person.ema in emas:
            found.append(Duplicate(person.number, emas[person.ema], "ema"))
        elif _key(person.name) in names:
            found.append(Duplicate(person.number, names[_key(person.name)], "name"))
        names.setdefault(_key(person.name), person.number)
        emas.setdefault(person.ema, person.number)
    return found


def _key(name: str) -> tuple[str, ...]:
    """Return a name without case, accents, commas and the order of its parts."""
    plain = unicodedata.normalize("NFKD", name.replace(",", " ")).casefold()
    return tuple(sorted("".join(char for char in plain if not unicodedata.combining(char)).split()))
