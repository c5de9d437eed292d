"""A house's own changes to the list: other values, patterns it does not play, and patterns of its own.

The text of a house's file is only read, never run: a pattern of its own is made of the building blocks in `BLOCKS`.

    excluded = ["1.2"]      # numbers of patterns that the house does not play

    [values]
    "4.4" = 2               # faan of a pattern

    [[patterns]]            # numbered 7.1, 7.2 …
    name = "Three Kongs"
    zh = "三槓"             # optional
    faan = 5
    kongs = "3+"            # building blocks, all of which must hold
    excludes = ["4.2"]      # optional: patterns that do not count beside it
    limit = false           # optional: true for a limit hand
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from scoring.errors import RulingError
from scoring.hongkong.patterns import PATTERN, Facts, Pattern
from scoring.tiles import HONORS, PLAYED, mask

HIGHEST: Final = 13
"""The most faan of a pattern in a house's file: those of the highest pattern of the list."""
MOST: Final = 40
"""The most patterns of a house's own; the list itself has 38."""

Kind = Literal["yes-or-no", "count", "tiles", "text", "faan", "patterns"]

_EXAMPLES: Final[Mapping[Kind, str]] = {
    "yes-or-no": "true",
    "count": '3 or "3+"',
    "tiles": '["2m", "3m", "4m"]',
    "text": '"Three Kongs"',
    "faan": "5",
    "patterns": '["4.2"]',
}
"""An example of a value of each kind, for errors."""

BLOCKS: Final[Mapping[str, tuple[Kind, Callable[[Facts], int]]]] = {
    "self-drawn": ("yes-or-no", lambda h: h.self_draw),
    "concealed": ("yes-or-no", lambda h: not h.exposed),
    "last-tile": ("yes-or-no", lambda h: h.last_tile),
    "replacement": ("yes-or-no", lambda h: h.replacement),
    "robbed": ("yes-or-no", lambda h: h.robbed),
    "honors": ("yes-or-no", lambda h: bool(h.there & HONORS)),
    "suits": ("count", lambda h: h.suits),
    "sequences": ("count", lambda h: h.chows),
    "triplets": ("count", lambda h: h.pungs),
    "concealed-triplets": ("count", lambda h: h.concealed_pungs),
    "kongs": ("count", lambda h: h.kongs),
    "dragons": ("count", lambda h: h.dragons),
    "winds": ("count", lambda h: h.winds),
    "claimed": ("count", lambda h: h.exposed),
    "tiles": ("tiles", lambda h: h.there),
}
"""The building blocks by name: the kind of value that a file gives, and what a hand has.

`triplets` counts kongs too, `dragons` and `winds` count triplets of them, `tiles` are all that the hand may have.
Blocks of sets describe four sets and a pair alone, not seven pairs or thirteen orphans.
"""
_OF_SETS: Final = ("sequences", "triplets", "concealed-triplets", "dragons", "winds")
_REQUIRED: Final[Mapping[str, Kind]] = {"name": "text", "faan": "faan"}
_OPTIONAL: Final[Mapping[str, Kind]] = {"zh": "text", "excludes": "patterns", "limit": "yes-or-no"}


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a house to the list.

    Attributes:
        values: Faan by number of the pattern.
        excluded: Numbers of the patterns that the house does not play.
        own: Its own patterns.
    """

    values: Mapping[str, int]
    excluded: frozenset[str]
    own: tuple[Pattern, ...]


NONE: Final = Changes({}, frozenset(), ())
"""No change."""


def changes(given: Mapping[str, Any]) -> Changes:
    """Return the changes of a house's file.

    Args:
        given: The keys of the file; `values`, `excluded` and `patterns` are read.

    Raises:
        RulingError: A number is no pattern's, or a value or building block cannot be used.
    """
    values = given.get("values", {})
    if not isinstance(values, dict):
        raise RulingError("not-a-table", key="values", switch='"4.4"', answer="2")
    for number, faan in values.items():
        _check_pattern(number)
        if not _fits("faan", faan):
            raise RulingError("bad-faan", pattern=number, value=_shown(faan), highest=HIGHEST)
    excluded = given.get("excluded", [])
    if not _fits("patterns", excluded):
        raise RulingError("not-a-list", key="excluded", value=_shown(excluded), example=_EXAMPLES["patterns"])
    for number in excluded:
        _check_pattern(number)
    tables = given.get("patterns", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables) or len(tables) > MOST:
        raise RulingError("own-patterns", most=MOST)
    own = tuple([_own(f"7.{number}", table) for number, table in enumerate(tables, 1)])
    return Changes(dict(values), frozenset(excluded), own)


def _check_pattern(number: str) -> None:
    if number not in PATTERN:
        raise RulingError("unknown-pattern", pattern=number, known=tuple(PATTERN))


def _own(number: str, table: Mapping[str, Any]) -> Pattern:
    kinds = {**_REQUIRED, **_OPTIONAL, **{name: kind for name, (kind, _) in BLOCKS.items()}}
    for key in table:
        if key not in kinds:
            raise RulingError("own-key", pattern=number, key=key, known=tuple(kinds))
    for key, kind in _REQUIRED.items():
        if key not in table:
            raise RulingError("own-missing", pattern=number, key=key, example=_EXAMPLES[kind])
    for key, value in table.items():
        if not _fits(kinds[key], value):
            raise RulingError("own-value", pattern=number, key=key, value=_shown(value), example=_EXAMPLES[kinds[key]])
    for other in table.get("excludes", ()):
        _check_pattern(other)
    blocks = [(name, table[name]) for name in table if name in BLOCKS]
    if not blocks:
        raise RulingError("own-missing", pattern=number, key="triplets", example=_EXAMPLES["count"])
    zh = table.get("zh", table["name"])
    rule = ", ".join(f"{name} = {_shown(value)}" for name, value in blocks)
    return Pattern(
        number,
        table["faan"],
        table["name"],
        zh,
        zh,
        rule,
        _test(blocks),
        tuple(table.get("excludes", ())),
        table.get("limit", False),
    )


def _test(blocks: Sequence[tuple[str, Any]]) -> Callable[[Facts], int]:
    """Return the test of a pattern whose building blocks all must hold."""
    tests = [_holds(*BLOCKS[name], value) for name, value in blocks]
    of_sets = any(name in _OF_SETS for name, _ in blocks)

    def times(h: Facts) -> int:
        return (h.shape == "regular" or not of_sets) and all(test(h) for test in tests)

    return times


def _holds(kind: Kind, has: Callable[[Facts], int], value: Any) -> Callable[[Facts], bool]:
    if kind == "tiles":
        allowed = mask(value)
        return lambda h: not has(h) & ~allowed
    if isinstance(value, str):
        least = int(value[:-1])
        return lambda h: has(h) >= least
    return lambda h: has(h) == value


def _fits(kind: Kind, value: object) -> bool:
    """Return True if a value of the file is of a kind."""
    match kind:
        case "yes-or-no":
            return isinstance(value, bool)
        case "text":
            return isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= 60
        case "faan":
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST
        case "count":
            if isinstance(value, str):
                return bool(re.fullmatch(r"[0-4]\+", value, re.ASCII))
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 4
        case "tiles":
            return isinstance(value, list) and bool(value) and all(each in PLAYED for each in value)
        case "patterns":
            return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _shown(value: object) -> str:
    """Return a value of the file as text, cut to a line."""
    try:
        return f"{value!r:.60}"
    except (ValueError, RecursionError):
        return "…"
