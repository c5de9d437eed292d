"""A club's own changes to a list of patterns: other values, patterns it does not play, and patterns of its own.

The text of a club's file is only read, never run: a pattern of its own is made of the building blocks in `BLOCKS`.

    excluded = ["1.2"]      # patterns that the club does not play, by their numbers or English names

    [values]
    "4.4" = 2               # value of a pattern

    [[patterns]]            # numbered behind those of the list
    name = "Three Kongs"
    zh = "三槓"             # optional
    points = 5              # in the unit of its game
    kongs = "3+"            # building blocks, all of which must hold
    excludes = ["4.2"]      # optional: patterns that do not count beside it
    limit = false           # optional, in a list that has limit hands: true for one
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from scoring.errors import RulingError
from scoring.groups import PUNG
from scoring.tiles import HONORS, PLAYED, mask

MOST: Final = 40
"""The most patterns of a club's own; the longest list itself has 82."""

_Kind = Literal["yes-or-no", "count", "tiles", "text", "value", "patterns"]

_EXAMPLES: Final[Mapping[_Kind, str]] = {
    "yes-or-no": "true",
    "count": '3 or "3+"',
    "tiles": '["2m", "3m", "4m"]',
    "text": '"Three Kongs"',
    "value": "5",
    "patterns": '["4.2"]',
}
"""An example of a value of each kind, for errors."""


class OwnFacts(Protocol):
    """An interpretation of a hand and how it was won, as the building blocks need it.

    Attributes:
        shape: The shape of the hand; "regular" is four sets and a pair.
        there: The mask of its tiles.
        suits: Number of suits in the hand.
        exposed: Number of claimed melds.
        kongs: Number of kongs.
        self_draw: As in `Win`.
        last_tile: As in `Win`, unless the tiles contradict it.
        robbed: Won on the tile of a robbed kong, unless the tiles contradict it.
        replacement: Won on the replacement tile of a kong, unless the tiles contradict it.
        chows: Number of sequences.
        pungs: Number of triplets and kongs.
        concealed_pungs: Number of concealed triplets and kongs.
        dragons: Number of triplets of dragons.
        winds: Number of triplets of winds.
        sets: The four sets as groups; empty for other shapes.
    """

    @property
    def shape(self) -> str: ...
    @property
    def there(self) -> int: ...
    @property
    def suits(self) -> int: ...
    @property
    def exposed(self) -> int: ...
    @property
    def kongs(self) -> int: ...
    @property
    def self_draw(self) -> bool: ...
    @property
    def last_tile(self) -> bool: ...
    @property
    def robbed(self) -> bool: ...
    @property
    def replacement(self) -> bool: ...
    @property
    def chows(self) -> int: ...
    @property
    def pungs(self) -> int: ...
    @property
    def concealed_pungs(self) -> int: ...
    @property
    def dragons(self) -> int: ...
    @property
    def winds(self) -> int: ...
    @property
    def sets(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Listing:
    """The list of patterns that a club's file may change.

    Attributes:
        ids: The identifier of a pattern in its table, by each text that names it in a file.
        known: The texts that errors offer.
        highest: The highest value of a pattern.
        unit: The key of a value in a file.
        first: The number of the club's first pattern in the list, without its last part.
        start: The last part of that number.
        limits: True if the list has limit hands.
    """

    ids: Mapping[str, str]
    known: tuple[str, ...]
    highest: int
    unit: str
    first: str = ""
    start: int = 1
    limits: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """A pattern of a club's own.

    Attributes:
        id: Its number behind those of the list.
        value: Its value, in the unit of its game.
        name: Its name in English or another language.
        zh: Its Chinese name, or the name again.
        rule: The building blocks, as in the file.
        holds: Returns True if an interpretation has it.
        excludes: Identifiers of the patterns that do not count beside it.
        limit: True for a limit hand.
    """

    id: str
    value: int
    name: str
    zh: str
    rule: str
    holds: Callable[[OwnFacts], bool]
    excludes: tuple[str, ...] = ()
    limit: bool = False


def _identical(sets: tuple[int, ...]) -> int:
    return max([sets.count(group) for group in sets if group < PUNG], default=0)


def _in_three_suits(sets: tuple[int, ...]) -> bool:
    return any({lowest, lowest + 9, lowest + 18} <= set(sets) for lowest in range(7))


BLOCKS: Final[Mapping[str, tuple[_Kind, Callable[[OwnFacts], int]]]] = {
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
    "identical-sequences": ("count", lambda h: _identical(h.sets)),
    "three-suits": ("yes-or-no", lambda h: _in_three_suits(h.sets)),
    "straight": ("yes-or-no", lambda h: any({suit, suit + 3, suit + 6} <= set(h.sets) for suit in (0, 9, 18))),
    "tiles": ("tiles", lambda h: h.there),
}
"""The building blocks by name: the kind of value that a file gives, and what a hand has.

`triplets` counts kongs too, `dragons` and `winds` count triplets of them, `tiles` are all that the hand may have.
`identical-sequences` is the most copies of one sequence, `three-suits` the same sequence in each suit, `straight` 123,
456 and 789 of one suit.
Blocks of sets describe four sets and a pair alone, not seven pairs or thirteen orphans.
"""
_OF_SETS: Final = frozenset(
    (
        "sequences",
        "triplets",
        "concealed-triplets",
        "dragons",
        "winds",
        "identical-sequences",
        "three-suits",
        "straight",
    )
)
_OPTIONAL: Final[Mapping[str, _Kind]] = {"zh": "text", "excludes": "patterns"}


@dataclass(frozen=True, slots=True)
class ListChanges:
    """The changes of a club to a list.

    Attributes:
        values: Values by identifier of the pattern.
        excluded: Identifiers of the patterns that the club does not play.
        own: Its own patterns.
    """

    values: Mapping[str, int]
    excluded: frozenset[str]
    own: tuple[Own, ...]

    def __bool__(self) -> bool:
        """Return True if anything is changed."""
        return bool(self.values or self.excluded or self.own)


NONE: Final = ListChanges({}, frozenset(), ())
"""No change."""


def changes(given: Mapping[str, Any], listing: Listing) -> ListChanges:
    """Return the changes of a club's file.

    Args:
        given: The keys of the file; `values`, `excluded` and `patterns` are read.
        listing: The list that it changes.

    Raises:
        RulingError: A text names no pattern, or a value or building block cannot be used.
    """
    values = given.get("values", {})
    if not isinstance(values, dict):
        raise RulingError("not-a-table", key="values", switch=f'"{listing.known[1]}"', answer="2")
    changed = {}
    for text, value in values.items():
        found = _found(text, listing)
        if not _fits("value", value, listing):
            raise RulingError(f"bad-{listing.unit}", pattern=text, value=_shown(value), highest=listing.highest)
        changed[found] = value
    excluded = given.get("excluded", [])
    if not _fits("patterns", excluded, listing):
        raise RulingError("not-a-list", key="excluded", value=_shown(excluded), example=_example("patterns", listing))
    tables = given.get("patterns", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables) or len(tables) > MOST:
        raise RulingError("own-patterns", most=MOST)
    own = [_own(f"{listing.first}{number}", table, listing) for number, table in enumerate(tables, listing.start)]
    return ListChanges(changed, frozenset([_found(text, listing) for text in excluded]), tuple(own))


def _found(text: str, listing: Listing) -> str:
    if text not in listing.ids:
        raise RulingError("unknown-pattern", pattern=text, known=listing.known)
    return listing.ids[text]


def _example(kind: _Kind, listing: Listing) -> str:
    return f'["{listing.known[1]}"]' if kind == "patterns" else _EXAMPLES[kind]


def _own(number: str, table: Mapping[str, Any], listing: Listing) -> Own:
    required: dict[str, _Kind] = {"name": "text", listing.unit: "value"}
    limit: dict[str, _Kind] = {"limit": "yes-or-no"} if listing.limits else {}
    kinds = {**required, **_OPTIONAL, **limit, **{name: kind for name, (kind, _) in BLOCKS.items()}}
    for key in table:
        if key not in kinds:
            raise RulingError("own-key", pattern=number, key=key, known=tuple(kinds))
    for key, kind in required.items():
        if key not in table:
            raise RulingError("own-missing", pattern=number, key=key, example=_example(kind, listing))
    for key, value in table.items():
        if not _fits(kinds[key], value, listing):
            example = _example(kinds[key], listing)
            raise RulingError("own-value", pattern=number, key=key, value=_shown(value), example=example)
    blocks = [(name, table[name]) for name in table if name in BLOCKS]
    if not blocks:
        raise RulingError("own-missing", pattern=number, key="triplets", example=_EXAMPLES["count"])
    return Own(
        number,
        table[listing.unit],
        table["name"],
        table.get("zh", table["name"]),
        ", ".join(f"{name} = {_shown(value)}" for name, value in blocks),
        _test(blocks),
        tuple([_found(text, listing) for text in table.get("excludes", ())]),
        table.get("limit", False),
    )


def _test(blocks: Sequence[tuple[str, Any]]) -> Callable[[OwnFacts], bool]:
    """Return the test of a pattern whose building blocks all must hold."""
    tests = [_holds(*BLOCKS[name], value) for name, value in blocks]
    of_sets = any(name in _OF_SETS for name, _ in blocks)

    def holds(h: OwnFacts) -> bool:
        return (h.shape == "regular" or not of_sets) and all(test(h) for test in tests)

    return holds


def _holds(kind: _Kind, has: Callable[[OwnFacts], int], value: Any) -> Callable[[OwnFacts], bool]:
    if kind == "tiles":
        allowed = mask(value)
        return lambda h: not has(h) & ~allowed
    if isinstance(value, str):
        least = int(value[:-1])
        return lambda h: has(h) >= least
    return lambda h: has(h) == value


def _fits(kind: _Kind, value: object, listing: Listing) -> bool:
    """Return True if a value of the file is of a kind."""
    match kind:
        case "yes-or-no":
            return isinstance(value, bool)
        case "text":
            return isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= 60
        case "value":
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= listing.highest
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
