"""The switches that Hong Kong's houses answer differently, and the presets made of their answers.

`hk` is a house of today: three faan to win, ten at most, flowers, half-spicy, the discarder pays all. `hk-hkma` follows
the Hong Kong Mahjong Association's list of 2023, `hk-perth` the Perth Mahjong Society's guide, `hk-club` the rules of
clubs abroad. No book binds a house: `scoring.tournament` makes a preset with answers of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from scoring.games.hongkong.patterns import PATTERNS, VERSION, HongKongTimes, Pattern
from scoring.games.marked import N_
from scoring.games.switches import Answer, House, Switch, SwitchEffect, played, values
from scoring.own import NONE as UNCHANGED
from scoring.own import ListChanges, Listing, Own

NONE: Final = "none"
"""The answer of a house without a limit."""
OFF: Final = "off"
ON: Final = "on"
LIMIT: Final = "limit"
"""The answer that a pattern is worth the limit, and then counts as a limit hand."""
NO: Final = "no"
YES: Final = "yes"

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


# Effects


def _valued(row: Pattern, answer: str, house: House) -> Pattern | None:
    """Return a pattern with the value that a house gives it, as a limit hand, or None."""
    if answer == OFF:
        return None
    if answer == LIMIT:
        return replace(row, value=house.most or UNLIMITED, limit=True)
    return replace(row, value=int(answer))


def _limited(row: Pattern, answer: str, house: House) -> Pattern:
    """Return a limit hand with the value of the house's limit."""
    return row if answer != LIMIT or house.most is None else replace(row, value=house.most)


def _limit_hand(row: Pattern, answer: str, house: House) -> Pattern | None:
    """Return a pattern as a limit hand, where it is one."""
    return _valued(row, answer, house) if answer == LIMIT else row


def _played(row: Pattern, answer: str, house: House) -> Pattern | None:
    return None if answer == OFF else row


def _tested(answer: str, when: HongKongTimes) -> SwitchEffect:
    """Return the effect of one answer, which gives the pattern another test."""
    return lambda row, given, house: replace(row, when=when) if given == answer else row


def _beside(*others: str) -> SwitchEffect:
    """Return the effect of a yes: the pattern counts beside these."""

    def effect(row: Pattern, answer: str, house: House) -> Pattern:
        return replace(row, excludes=tuple([each for each in row.excludes if answer == NO or each not in others]))

    return effect


def _concealed(row: Pattern, answer: str, house: House) -> Pattern | None:
    if answer == OFF or (answer == "without flowers" and house.answers["HK6"] == ON):
        return None
    return replace(row, when=lambda h: not h.exposed) if answer == "kong" else row


def _by_discard(row: Pattern, answer: str, house: House) -> Pattern:
    concealed = row.when
    return replace(row, when=lambda h: concealed(h) and not h.self_draw) if answer == "discard" else row


def _by_discard_too(row: Pattern, answer: str, house: House) -> Pattern:
    if answer == "pair":
        return row
    any_tile = answer == "any"
    return replace(row, when=lambda h: h.concealed_pungs == 4 and (any_tile or h.self_draw))


def _flower_on_kong(row: Pattern, answer: str, house: House) -> Pattern:
    return replace(row, when=lambda h: h.replacement or h.flower_tile) if answer == YES else row


def _kong_twice(row: Pattern, answer: str, house: House) -> Pattern:
    once = row.when
    return replace(row, when=lambda h: 2 if h.double_kong else once(h)) if answer == "2" else row


def _kong_on_kong(row: Pattern, answer: str, house: House) -> Pattern | None:
    return None if answer == "2" else _valued(row, answer, house)  # two kongs are then Win on Kong twice


_ALWAYS_CONCEALED: Final = ("4.3", "5.3", "5.6", "5.7", "5.8", "6.1")
"""The patterns beside which Concealed Hand counts with HK11."""
_LIMIT_HANDS: Final = tuple([row.id for row in PATTERNS if row.limit])

_ON: Final = Answer(ON, N_("yes"))
_OFF: Final = Answer(OFF, N_("no"))
_YES: Final = Answer(YES, N_("yes"))
_NO: Final = Answer(NO, N_("no"))
_LIMIT: Final = Answer(LIMIT, N_("the limit"))
_ANY: Final = Answer("any", N_("any"))
_UNPLAYED: Final = Answer(OFF, N_("not played"))


# fmt: off
SWITCHES: Final = (
    Switch("HK1", N_("faan to win"), values(*map(str, range(HIGHEST_MINIMUM + 1))), first=True),
    Switch("HK2", N_("flowers towards the minimum"), (Answer("count", N_("yes")), Answer("not", N_("no")))),
    Switch("HK3", N_("limit in faan"), (*values("10", "8", "13", "4"), Answer(NONE, N_("no limit"))), first=True),
    Switch("HK4", N_("limit hands at 10 or 13 faan or at the limit"), (Answer("listed", N_("10 or 13")), _LIMIT),
           dict.fromkeys(_LIMIT_HANDS, _limited)),
    Switch("HK5", N_("what counts beside a limit hand"),
           (Answer("bonuses", N_("how it was won, and flowers")), Answer("nothing", N_("nothing")),
            Answer("all", N_("everything")))),
    Switch("HK6", N_("flowers"), (_ON, _OFF), dict.fromkeys(("2.1", "2.2", "2.3", "2.4", "2.5"), _played),
           first=True),
    Switch("HK7", N_("faan of a complete series of flowers"), (Answer("2"), Answer("2+1", N_("2, and Own Flower")))),
    Switch("HK8", N_("a win by seven or eight flowers"), (_ON, _OFF), dict.fromkeys(("2.4", "2.5"), _played)),
    Switch("HK9", N_("Concealed Hand with a concealed kong"),
           (Answer("no kong", N_("does not count")), Answer("kong", N_("counts")),
            Answer("without flowers", N_("counts, where no flowers are played")),
            Answer(OFF, N_("Concealed Hand is not played"))),
           {"1.2": _concealed}, first=True),
    Switch("HK10", N_("Concealed Hand with a self-draw"),
           (Answer("both", N_("both count")), Answer("discard", N_("counts by a discard alone"))),
           {"1.2": _by_discard}),
    Switch("HK11", N_("Concealed Hand beside hands that are always concealed"), (_NO, _YES),
           dict.fromkeys(_ALWAYS_CONCEALED, _beside("1.2"))),
    Switch("HK12", N_("Four Concealed Triplets by a discard"),
           (Answer("pair", N_("only for the pair")), Answer("self-draw", N_("does not count")),
            Answer("any", N_("for the pair and for a set"))),
           {"4.3": _by_discard_too}, first=True),
    Switch("HK13", N_("faan of Four Concealed Triplets"), (*values("8", "10"), _LIMIT, _UNPLAYED), {"4.3": _valued}),
    Switch("HK14", N_("Nine Gates by its wait or its tiles"),
           (Answer("nine waits", N_("nine waits")), Answer("shape", N_("its tiles"))),
           {"5.3": _tested("shape", lambda h: h.nine_gates_shape)}),
    Switch("HK15", N_("pair of Common Hand"), (_ANY, Answer("suited", N_("no honors"))),
           {"4.1": _tested("suited", lambda h: h.chows == 4 and h.suited_pair)}),
    Switch("HK16", N_("faan of Small Four Winds"), (*values("6", "3"), _LIMIT), {"4.9": _valued}, first=True),
    Switch("HK17", N_("Seat and Round Wind beside Small Four Winds"), (_NO, _YES), {"4.9": _beside("3.2", "3.3")}),
    Switch("HK18", N_("faan of All One Suit"), values("7", "6"), {"4.5": _valued}),
    Switch("HK19", N_("faan of Big Three Dragons with its triplets"), (Answer("8"), _LIMIT), {"4.8": _limit_hand}),
    Switch("HK20", N_("faan of Seven Pairs"), (_UNPLAYED, *values("3", "4"), _LIMIT), {"6.1": _valued}),
    Switch("HK21", N_("faan of Blessing of Man"), (_UNPLAYED, Answer("3"), _LIMIT), {"6.2": _valued}),
    Switch("HK22", N_("a faan for each kong"), (_OFF, _ON), {"6.3": _played}),
    Switch("HK23", N_("points of the faan"),
           (Answer("half", N_("half-spicy")), Answer("half from 5", N_("half-spicy from 5 faan on")),
            Answer("full", N_("full spicy")), Answer("laak", N_("by steps"))), first=True),
    Switch("HK24", N_("base of the points"), values("2", "1", "0.5", "0.25"), first=True),
    Switch("HK25", N_("responsibility of the discarder"),
           (Answer("full", N_("pays all")), Answer("half", N_("pays half, the others a quarter each"))), first=True),
    Switch("HK26", N_("liability for fed melds"), (_ON, _OFF, Answer("shared", N_("shared with the discarder")))),
    Switch("HK27", N_("a robbed kong is paid as"),
           (Answer("discard", N_("a discard")), Answer("self-draw", N_("a self-draw")))),
    Switch("HK28", N_("East pays and gets double"), (_NO, _YES)),
    Switch("HK29", N_("several winners of one discard"),
           (Answer("nearest", N_("the next in turn alone")), Answer("all", N_("all of them")))),
    Switch("HK30", N_("the dealer after a drawn hand"),
           (Answer("stays", N_("deals again")), Answer("passes", N_("the deal passes")))),
    Switch("HK31", N_("a false win, to each of the others"),
           (Answer("1 portion", N_("1 portion of the limit")), Answer("3 portions", N_("3 portions of the limit")),
            Answer("4 faan", N_("1 portion of 4 faan")))),
    Switch("HK32", N_("a flower's replacement tile counts as Win on Kong"), (_NO, _YES), {"1.6": _flower_on_kong}),
    Switch("HK33", N_("faan of Kong on Kong"), (*values("8", "2"), _LIMIT),
           {"1.6": _kong_twice, "1.7": _kong_on_kong}),
)
# fmt: on
"""The questions, numbered HK1 to HK33; 29 to 31 concern a match and change no hand."""

DEFAULTS: Final[Mapping[str, str]] = {switch.id: switch.answers[0] for switch in SWITCHES} | {"HK1": "3"}
"""The answers of `hk`."""


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
    def usual(self) -> Mapping[str, str]:
        """The answers of `hk`."""
        return DEFAULTS

    @property
    def different(self) -> tuple[tuple[str, str], ...]:
        """The switches that the house answers otherwise than `hk`, with its answers."""
        return tuple([(switch, answer) for switch, answer in self.answers.items() if answer != self.usual[switch]])

    def capped(self, faan: int) -> int:
        """Return faan up to the limit."""
        return faan if self.limit is None else min(faan, self.limit)


def preset(
    name: str, title: str, version: str, source: str, answers: Mapping[str, str], changed: ListChanges = UNCHANGED
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
    house = House(answers, None if answers["HK3"] == NONE else int(answers["HK3"]))
    rows = [row for pattern in PATTERNS for row in [played(SWITCHES, pattern, house)] if row]
    rows = [replace(row, value=changed.values.get(row.id, row.value)) for row in rows if row.id not in changed.excluded]
    return Preset(name, title, version, source, answers, (*rows, *map(_of_club, changed.own)), house.most)


def _of_club(own: Own) -> Pattern:
    return Pattern(own.id, own.value, own.name, own.zh, own.zh, own.rule, own.holds, own.excludes, own.limit)


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
