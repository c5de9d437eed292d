"""The switches that Hong Kong's houses answer differently, and the presets made of their answers.

`hk` is a house of today: three faan to win, ten at most, flowers, half-spicy, the discarder pays all. `hk-hkma` follows
the Hong Kong Mahjong Association's list of 2023, `hk-perth` the Perth Mahjong Society's guide, `hk-club` the rules of
clubs abroad. No book binds a house: `scoring.tournament` makes a preset with answers of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from scoring.games.hongkong.patterns import PATTERNS, VERSION, Facts, Pattern, Times
from scoring.own import NONE as UNCHANGED
from scoring.own import Changes, Listing, Own

NONE: Final = "none"
"""The answer of a house without a limit."""
OFF: Final = "off"
ON: Final = "on"
LIMIT: Final = "limit"
"""The answer that a pattern is worth the limit, and then counts as a limit hand."""
NO: Final = "no"
YES: Final = "yes"

NUMBER: Final = "number"
"""Placeholder among the answers of `HK1`, which may be any whole number up to `HIGHEST_MINIMUM`."""
HIGHEST_MINIMUM: Final = 13
"""The highest minimum: no single pattern is worth more."""
UNLIMITED: Final = 13
"""Faan of a pattern that is worth the limit in a house without one, as many as the highest listed pattern."""
LISTING: Final = Listing(
    {text: row.id for row in PATTERNS for text in (row.id, row.name)},
    tuple([row.id for row in PATTERNS]),
    max(row.value for row in PATTERNS),
    "faan",
    first="7.",
    limits=True,
)
"""The list that a house's file may change: its own patterns are numbered 7.1, 7.2 …"""


@dataclass(frozen=True, slots=True)
class Switch:
    """A question that houses answer differently.

    Attributes:
        id: HK1 to HK33.
        question: The question, in a few words.
        answers: The answers, the one of `hk` first.
    """

    id: str
    question: str
    answers: tuple[str, ...]


# fmt: off
SWITCHES: Final = (
    Switch("HK1", "faan to win", ("3", "0", "1", NUMBER)),
    Switch("HK2", "flowers towards the minimum", ("count", "not")),
    Switch("HK3", "limit in faan", ("10", "8", "13", NONE)),
    Switch("HK4", "limit hands at 10 or 13 faan or at the limit", ("listed", LIMIT)),
    Switch("HK5", "what counts beside a limit hand", ("bonuses", "nothing", "all")),
    Switch("HK6", "flowers", (ON, OFF)),
    Switch("HK7", "faan of a complete series of flowers", ("2", "2+1")),
    Switch("HK8", "a win by seven or eight flowers", (ON, OFF)),
    Switch("HK9", "Concealed Hand with a concealed kong", ("no kong", "kong", "without flowers", OFF)),
    Switch("HK10", "Concealed Hand with a self-draw", ("both", "discard")),
    Switch("HK11", "Concealed Hand beside hands that are always concealed", (NO, YES)),
    Switch("HK12", "Four Concealed Triplets by a discard", ("pair", "self-draw", "any")),
    Switch("HK13", "faan of Four Concealed Triplets", ("8", "10", LIMIT, OFF)),
    Switch("HK14", "Nine Gates by its wait or its tiles", ("nine waits", "shape")),
    Switch("HK15", "pair of Common Hand", ("any", "suited")),
    Switch("HK16", "faan of Small Four Winds", ("6", "3", LIMIT)),
    Switch("HK17", "Seat and Round Wind beside Small Four Winds", (NO, YES)),
    Switch("HK18", "faan of All One Suit", ("7", "6")),
    Switch("HK19", "faan of Big Three Dragons with its triplets", ("8", LIMIT)),
    Switch("HK20", "faan of Seven Pairs", (OFF, "3", "4", LIMIT)),
    Switch("HK21", "faan of Blessing of Man", (OFF, "3", LIMIT)),
    Switch("HK22", "a faan for each kong", (OFF, ON)),
    Switch("HK23", "points of the faan", ("half", "half from 5", "full", "laak")),
    Switch("HK24", "base of the points", ("2", "1", "0.5")),
    Switch("HK25", "responsibility of the discarder", ("full", "half")),
    Switch("HK26", "liability for fed melds", (ON, OFF, "shared")),
    Switch("HK27", "a robbed kong is paid as", ("discard", "self-draw")),
    Switch("HK28", "East pays and gets double", (NO, YES)),
    Switch("HK29", "several winners of one discard", ("nearest", "all")),
    Switch("HK30", "the dealer after a drawn hand", ("stays", "passes")),
    Switch("HK31", "a false win, to each of the others", ("1 portion", "3 portions", "4 faan")),
    Switch("HK32", "a flower's replacement tile counts as Win on Kong", (NO, YES)),
    Switch("HK33", "faan of Kong on Kong", ("8", "2", LIMIT)),
)
# fmt: on
"""The questions, numbered HK1 to HK33; 29 to 31 concern a match and change no hand."""

DEFAULTS: Final[Mapping[str, str]] = {switch.id: switch.answers[0] for switch in SWITCHES}
"""The answers of `hk`."""

_VALUED: Final = {"HK13": "4.3", "HK16": "4.9", "HK18": "4.5", "HK20": "6.1", "HK21": "6.2", "HK33": "1.7"}
"""The pattern that each of these switches gives its value, makes a limit hand, or removes."""
_ALWAYS_CONCEALED: Final = ("4.3", "5.3", "5.6", "5.7", "5.8", "6.1")
"""The patterns beside which Concealed Hand counts with HK11."""


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """The patterns and payments of a house.

    Attributes:
        name: Name for `--rules`.
        title: Name for people.
        version: Edition, which changes whenever a hand's total may.
        source: The list, or the house's decision behind it.
        answers: The answer to each switch, by the switch's number.
        patterns: The patterns that are played, with the values of the house.
        limit: The most faan of a hand, or None without a limit.
        pinned: The switches that a house's file answers otherwise than its base, each with the preset that differs from
            this one in that answer alone.
    """

    name: str
    title: str
    version: str
    source: str
    answers: Mapping[str, str]
    patterns: tuple[Pattern, ...]
    limit: int | None
    pinned: "tuple[tuple[str, Preset], ...]" = ()

    @property
    def minimum(self) -> int:
        """Faan that a hand needs (HK1)."""
        return int(self.answers["HK1"])

    @property
    def base(self) -> Fraction:
        """Points of a portion of a hand without faan (HK24)."""
        return Fraction(self.answers["HK24"])

    @property
    def flowers(self) -> bool:
        """True if flowers are played (HK6)."""
        return self.answers["HK6"] == ON

    @property
    def different(self) -> tuple[tuple[str, str], ...]:
        """The switches that the house answers otherwise than `hk`, with its answers."""
        return tuple([(switch, answer) for switch, answer in self.answers.items() if answer != DEFAULTS[switch]])

    def capped(self, faan: int) -> int:
        """Return faan up to the limit."""
        return faan if self.limit is None else min(faan, self.limit)


def preset(
    name: str, title: str, version: str, source: str, answers: Mapping[str, str], changed: Changes = UNCHANGED
) -> Preset:
    """Return the preset with these answers.

    Args:
        name: As in `Preset`.
        title: As in `Preset`.
        version: As in `Preset`.
        source: As in `Preset`.
        answers: The answer to every switch, by the switch's number.
        changed: Other changes of the house to the list.
    """
    limit = None if answers["HK3"] == NONE else int(answers["HK3"])
    rows = [row for pattern in PATTERNS for row in [_row(pattern, answers, limit)] if row]
    rows = [replace(row, value=changed.values.get(row.id, row.value)) for row in rows if row.id not in changed.excluded]
    return Preset(name, title, version, source, answers, (*rows, *map(_of_club, changed.own)), limit)


def _of_club(own: Own) -> Pattern:
    return Pattern(own.id, own.value, own.name, own.zh, own.zh, own.rule, own.holds, own.excludes, own.limit)


def _row(pattern: Pattern, answers: Mapping[str, str], limit: int | None) -> Pattern | None:
    """Return a row of the table with the answers of a house applied, or None if the house does not play it."""
    if answers["HK4"] == LIMIT and pattern.limit and limit is not None:
        pattern = replace(pattern, value=limit)
    if answers["HK11"] == YES and pattern.id in _ALWAYS_CONCEALED:
        pattern = replace(pattern, excludes=tuple([other for other in pattern.excludes if other != "1.2"]))
    if answers["HK17"] == YES and pattern.id == "4.9":
        pattern = replace(pattern, excludes=())
    if pattern.id in _TESTS:
        switch, tests = _TESTS[pattern.id]
        pattern = replace(pattern, when=tests.get(answers[switch], pattern.when))
    for switch, valued in _VALUED.items():
        if pattern.id == valued:
            return _valued(pattern, answers[switch], limit)
    return _of_house(pattern, answers, limit)


def _valued(pattern: Pattern, value: str, limit: int | None) -> Pattern | None:
    """Return a pattern with the value that a house gives it, as a limit hand, or None."""
    if value == LIMIT:
        return replace(pattern, value=limit or UNLIMITED, limit=True)
    if value == OFF or (pattern.id == "1.7" and value == "2"):  # two kongs are then Win on Kong twice
        return None
    return replace(pattern, value=int(value))


def _of_house(pattern: Pattern, answers: Mapping[str, str], limit: int | None) -> Pattern | None:
    """Return a pattern whose switches change more than its value or its test."""
    match pattern.id:
        case "1.2":
            return _concealed_hand(pattern, answers)
        case "1.6":
            return replace(pattern, when=_win_on_kong(answers["HK32"] == YES, answers["HK33"] == "2"))
        case "2.1" | "2.2" | "2.3" if answers["HK6"] == OFF:
            return None
        case "2.4" | "2.5" if answers["HK6"] == OFF or answers["HK8"] == OFF:
            return None
        case "4.8" if answers["HK19"] == LIMIT:
            return replace(pattern, value=limit or UNLIMITED, limit=True)
        case "6.3" if answers["HK22"] == OFF:
            return None
    return pattern


def _concealed_hand(pattern: Pattern, answers: Mapping[str, str]) -> Pattern | None:
    if answers["HK9"] == OFF or (answers["HK9"] == "without flowers" and answers["HK6"] == ON):
        return None
    kongs, drawn = answers["HK9"] == "kong", answers["HK10"] == "both"
    return replace(pattern, when=lambda h: not (h.exposed if kongs else h.melds) and (drawn or not h.self_draw))


def _win_on_kong(flowers: bool, each: bool) -> Times:
    """Return the test of 1.6.

    Args:
        flowers: True if the replacement of a flower counts too.
        each: True if two kongs in a row count twice.
    """

    def times(h: Facts) -> int:
        if h.double_kong and each:
            return 2
        return h.replacement or (flowers and h.flower_tile)

    return times


_TESTS: Final[Mapping[str, tuple[str, Mapping[str, Times]]]] = {
    "4.1": ("HK15", {"suited": lambda h: h.chows == 4 and h.suited_pair}),
    "4.3": (
        "HK12",
        {
            "self-draw": lambda h: h.concealed_pungs == 4 and h.self_draw,
            "any": lambda h: h.concealed_pungs == 4,
        },
    ),
    "5.3": ("HK14", {"shape": lambda h: h.nine_gates_shape}),
}
"""For a pattern the switch that decides its test, and the tests of the answers that are not those of `hk`."""


def _house(name: str, title: str, source: str, **answers: str) -> Preset:
    return preset(name, title, VERSION, source, {**DEFAULTS, **answers})


PRESETS: Final = {
    house.name: house
    for house in (
        _house("hk", "Hong Kong Old Style", "what public descriptions of Hong Kong's tables agree on"),
        _house(
            "hk-hkma",
            "Hong Kong Old Style, the list of the Hong Kong Mahjong Association",
            "Hong Kong Mahjong Association, 2023, as other projects quote it",
            HK4=LIMIT,
            HK6=OFF,
            HK13=LIMIT,
            HK16=LIMIT,
            HK27="self-draw",
            HK30="passes",
            HK33=LIMIT,
        ),
        _house(
            "hk-perth",
            "Hong Kong Old Style, the guide of the Perth Mahjong Society",
            "Perth Mahjong Society, 2025",
            HK3="13",
            HK5="all",
            HK13=OFF,
            HK23="full",
            HK24="1",
            HK33="2",
        ),
        _house(
            "hk-club",
            "Hong Kong Old Style, as clubs abroad play it",
            "hong-kong-mahjong-rules of AIMJ and older wiki pages",
            HK1="0",
            HK4=LIMIT,
            HK7="2+1",
            HK12="self-draw",
            HK13=LIMIT,
            HK15="suited",
            HK16=LIMIT,
            HK18="6",
            HK19=LIMIT,
            HK20="4",
            HK23="laak",
            HK25="half",
            HK26="shared",
        ),
    )
}
"""The presets by name, the default first."""
