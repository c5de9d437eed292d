"""People who may have been entered twice."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scoring.match.event_acts import PlayerEntry

Likeness = Literal["name", "ema"]
"""What two people have in common: the name, in whatever order, case and accents; or the European number."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two who may be one.

    Attributes:
        person: Number of the later one.
        other: Number of the earlier one.
        by: What they have in common.
    """

    person: int
    other: int
    by: Likeness


def duplicates(people: Iterable[PlayerEntry], known: Iterable[PlayerEntry] = ()) -> list[Duplicate]:
    """Who of some people may be there already, among themselves or among those known.

    Args:
        people: Those who are looked at, by number.
        known: Those who were entered before.
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
    """A name without case, accents, commas and the order of its parts."""
    plain = unicodedata.normalize("NFKD", name.replace(",", " ")).casefold()
    return tuple(sorted("".join(char for char in plain if not unicodedata.combining(char)).split()))
