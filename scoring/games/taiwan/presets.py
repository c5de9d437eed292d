"""The switches that Taiwan's tables answer differently, and the presets made of their answers.

`taiwan-home` is what most printed and shared lists of tai agree on, `taiwan-gamesofa` the rooms of gamesofa,
`taiwan-atw` the list of the association. No list is "the" rule of Taiwan: `scoring.tournament` makes a preset with
answers of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.errors import RulingError
from scoring.games.marked import N_
from scoring.games.switches import Answer, House, Switch, SwitchEffect, played, values
from scoring.games.taiwan.patterns import PATTERNS, VERSION, Pattern, TaiwanTimes

NONE: Final = "none"
"""The answer of a house without a limit, and of one where the first turn excludes how it was won."""
OFF: Final = "off"
ON: Final = "on"
DICE: Final = "dice"
"""The answer that the dice decide the winds of the seats, not the dealer."""
EACH: Final = "each"
"""The answer that every flower and every triplet of winds counts, whoever it belongs to."""
MOST_MONEY: Final = 1_000_000
"""The most that a base or a tai may cost: the sum of a match still fits every list."""


# Effects


def _valued(row: Pattern, answer: str, house: House) -> Pattern | None:
    return None if answer == "0" else replace(row, value=int(answer))


def _tested(when: Mapping[str, TaiwanTimes]) -> SwitchEffect:
    """Return the effect of answers that give a pattern another test."""
    return lambda row, answer, house: replace(row, when=when[answer]) if answer in when else row


def _excluding(answer: str, *others: str) -> SwitchEffect:
    """Return the effect of one answer: these patterns do not count beside the pattern."""
    return lambda row, given, house: replace(row, excludes=(*row.excludes, *others)) if given == answer else row


def _as_ready(announced: str) -> SwitchEffect:
    """Return the effect where a ready hand announced early has no value of its own: it counts as any announced one."""

    def effect(row: Pattern, answer: str, house: House) -> Pattern:
        when = row.when
        return replace(row, when=lambda h: when(h) or h.announced == announced) if answer == "0" else row

    return effect


def _of_flowers(*answers: str) -> SwitchEffect:
    """Return the effect on a pattern that counts with these answers on flowers alone."""
    return lambda row, answer, house: row if answer in answers else None


def _money(text: str) -> int:
    """Return a base or a unit of a house's own.

    Raises:
        RulingError: It is no whole number from 0 on.
    """
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= MOST_MONEY and len(text) <= len(str(MOST_MONEY))):
        raise RulingError("bad-money", answer=text[:20], highest=MOST_MONEY)
    return int(text)


_FIRST_TURN: Final = ("5.1", "5.2", "5.3")
_HOW_WON: Final = ("1.1", "1.2", "1.3")

_ON: Final = Answer(ON, N_("yes"))
_OFF: Final = Answer(OFF, N_("no"))
_ADDS: Final = Answer("adds", N_("all count"))
_EXCLUDES: Final = Answer("excludes", N_("does not count"))
_REPLACES: Final = Answer("replaces", N_("does not count"))
_UNPLAYED: Final = Answer("0", N_("not played"))
_OWN_AMOUNT: Final = N_("or an amount of your own")


# fmt: off
SWITCHES: Final = (
    Switch("TW1", N_("base of each payment"), values("300", "100", "50", "30", "500"), first=True, free=_money,
           other=_OWN_AMOUNT),
    Switch("TW2", N_("a tai costs"), values("100", "50", "20", "10", "200"), first=True, free=_money,
           other=_OWN_AMOUNT),
    Switch("TW3", N_("tai of the dealer"), (_ON, _OFF)),
    Switch("TW4", N_("tai for each time the dealer has stayed"), values("2", "1", "0")),
    Switch("TW5", N_("several winners of one discard"),
           (Answer("nearest", N_("the next in turn, who heads the others off")), Answer("all", N_("all of them"))),
           first=True),
    Switch("TW6", N_("the dealer after a drawn hand"),
           (Answer("stays", N_("deals again")), Answer("passes", N_("the deal passes")))),
    Switch("TW7", N_("most times that the dealer stays"), (Answer(NONE, N_("no limit")), *values("9", "10"))),
    Switch("TW8", N_("the winds of the seats are decided by"),
           (Answer("dealer", N_("the dealer, who is East")), Answer(DICE, N_("the dice"))), first=True),
    Switch("TW9", N_("Single Wait beside All Claimed and Half Claimed"), (_REPLACES, _ADDS),
           dict.fromkeys(("1.4", "1.5"), _excluding("replaces", "1.6"))),
    Switch("TW10", N_("tai of Half Claimed"), (_UNPLAYED, Answer("1")), {"1.5": _valued}),
    Switch("TW11", N_("All Chows, won at an open end, by"),
           (Answer("some", N_("one reading")), Answer("every", N_("every reading")),
            Answer("two", N_("one reading, and a wait for two kinds"))),
           {"2.1": _tested({"every": lambda h: h.all_chows and h.always_open,
                            "two": lambda h: h.all_chows and h.kinds == 2})}, first=True),
    Switch("TW12", N_("tai of Single Wait"), (_UNPLAYED, Answer("1")), {"1.6": _valued}),
    Switch("TW13", N_("tai of Last Discard"), (_UNPLAYED, Answer("1")), {"1.10": _valued}),
    Switch("TW14", N_("tai of an announced ready hand"), (_UNPLAYED, Answer("1")), {"1.11": _valued}),
    Switch("TW15", N_("tai of Heavenly Ready"), (_UNPLAYED, *values("8", "16")),
           {"1.12": _valued, "1.11": _as_ready("heaven")}),
    Switch("TW16", N_("tai of Earthly Ready"), (_UNPLAYED, *values("4", "8")),
           {"1.13": _valued, "1.11": _as_ready("earth")}),
    Switch("TW17", N_("tai of a self-draw beside them"), values("1", "2")),
    Switch("TW18", N_("tai of Four Concealed Triplets"), values("5", "6"), {"2.4": _valued}),
    Switch("TW19", N_("tai of Five Concealed Triplets"), values("8", "16"), {"2.5": _valued}),
    Switch("TW20", N_("All Triplets and Concealed Hand beside Five Concealed Triplets"), (_ADDS, _EXCLUDES),
           {"2.5": _excluding("excludes", "1.1", "2.2")}),
    Switch("TW21", N_("tai of Full Flush"), values("8", "12"), {"2.7": _valued}),
    Switch("TW22", N_("tai of All Honours"), values("8", "16"), {"2.8": _valued}),
    Switch("TW23", N_("Round and Seat Wind beside Little Four Winds"), (_ADDS, _EXCLUDES),
           {"3.7": _excluding("excludes", "3.2", "3.3")}),
    Switch("TW24", N_("the own flower beside its series"), (_REPLACES, _ADDS),
           {"4.1": _tested({"adds": lambda h: h.own_flowers})}, first=True),
    Switch("TW25", N_("tai of the Blessing of Heaven"), values("16", "24", "32"), {"5.1": _valued}, first=True),
    Switch("TW26", N_("tai of the Blessing of Earth"), values("8", "16"), {"5.2": _valued}, first=True),
    Switch("TW27", N_("tai of the Blessing of Man"), (*values("8", "16"), _UNPLAYED), {"5.3": _valued}, first=True),
    Switch("TW28", N_("Concealed Hand and Self-Drawn beside the blessings"),
           (Answer(NONE, N_("do not count")), Answer("adds", N_("all count"))),
           dict.fromkeys(_FIRST_TURN, _excluding(NONE, *_HOW_WON)), first=True),
    Switch("TW29", N_("tai of Seven Pairs and a Triplet"), (_UNPLAYED, Answer("8")), {"2.9": _valued}, first=True),
    Switch("TW30", N_("tai of a win by flowers"), (_UNPLAYED, *values("8", "16")),
           dict.fromkeys(("4.4", "4.5"), _valued)),
    Switch("TW31", N_("most tai of a hand"), (Answer(NONE, N_("no limit")), *values("24", "40", "81"))),
    Switch("TW32", N_("flowers"),
           (Answer("own", N_("the own ones count")), Answer(EACH, N_("each counts, and each triplet of winds")),
            Answer(OFF, N_("not played"))),
           {**dict.fromkeys(("4.1", "4.2"), _of_flowers("own")),
            **dict.fromkeys(("4.3", "3.4"), _of_flowers(EACH)),
            **dict.fromkeys(("4.4", "4.5"), _of_flowers("own", EACH))}, first=True),
    Switch("TW33", N_("a false win pays each the base and so many tai"), values("5", "8", "3")),
    Switch("TW34", N_("tai to win"), values("0", "1", "3", "5")),
    Switch("TW35", N_("liability"), (Answer(NONE, N_("none")),)),
    Switch("TW36", N_("a passed winning tile bars until the own next discard from"),
           (Answer("discard", N_("a win by a discard")), Answer("all", N_("every win")))),
    Switch("TW37", N_("tiles of the wall that are left over"),
           (*values("16", "14"), Answer("16+1", N_("16, and one for each kong")))),
)
# fmt: on
"""The questions, numbered TW1 to TW37; 1 to 8 and 33 concern payments and the match, 36 and 37 the play alone."""

HOME: Final[Mapping[str, str]] = {switch.id: switch.answers[0] for switch in SWITCHES} | {
    "TW10": "1",
    "TW12": "1",
    "TW13": "1",
    "TW15": "8",
    "TW16": "4",
    "TW22": "16",
    "TW25": "24",
    "TW26": "16",
    "TW29": "8",
    "TW30": "8",
}
"""The answers of `taiwan-home`."""


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """The patterns and payments of a table.

    Attributes:
        name: Name for `--rules`.
        title: Name for people.
        base: Name of the built-in preset that it changes, or its own.
        version: Edition, which changes whenever a hand's total may.
        source: The list, or the table's decision behind it.
        answers: The answer to each switch, by the switch's number.
        patterns: The patterns that are played, with the values of the table.
        most: The most tai of a hand, or None without a limit.
        pinned: The switches that a file answers otherwise than its base, each with the preset that differs from this
            one in that answer alone.
    """

    name: str
    title: str
    base: str
    version: str
    source: str
    answers: Mapping[str, str]
    patterns: tuple[Pattern, ...]
    most: int | None
    pinned: "tuple[tuple[str, Preset], ...]" = ()

    @property
    def minimum(self) -> int:
        """Tai that a hand needs (TW34)."""
        return int(self.answers["TW34"])

    @property
    def stake(self) -> int:
        """The base of each payment (TW1)."""
        return int(self.answers["TW1"])

    @property
    def unit(self) -> int:
        """The cost of a tai (TW2)."""
        return int(self.answers["TW2"])

    @property
    def flowers(self) -> str:
        """The answer on flowers (TW32)."""
        return self.answers["TW32"]

    @property
    def by_dice(self) -> bool:
        """True if the dice decide the winds of the seats (TW8)."""
        return self.answers["TW8"] == DICE

    @property
    def pairs(self) -> bool:
        """True if seven pairs and a triplet win (TW29)."""
        return self.answers["TW29"] != "0"

    @property
    def by_flowers(self) -> bool:
        """True if flowers win (TW30, TW32)."""
        return self.flowers != OFF and self.answers["TW30"] != "0"

    @property
    def usual(self) -> Mapping[str, str]:
        """The answers of the built-in preset that it changes."""
        return ANSWERS[self.base]

    @property
    def different(self) -> tuple[tuple[str, str], ...]:
        """The switches answered otherwise than in the built-in preset, with the answers."""
        return tuple([(switch, answer) for switch, answer in self.answers.items() if answer != self.usual[switch]])

    def capped(self, tai: int) -> int:
        """Return tai up to the most of a hand (TW31)."""
        return tai if self.most is None else min(tai, self.most)

    def dealer_tai(self, streak: int) -> int:
        """Return the tai of a payment between the dealer and another player (TW3, TW4).

        Args:
            streak: How often the dealer has stayed.
        """
        return 1 + int(self.answers["TW4"]) * streak if self.answers["TW3"] == ON else 0

    def value(self, tai: int) -> int:
        """Return what a payment for some tai comes to."""
        return self.stake + self.unit * tai


def preset(name: str, title: str, version: str, source: str, answers: Mapping[str, str], base: str = "") -> Preset:
    """Return the preset with these answers, by the number of each switch; `base` is its own name by default."""
    house = House(answers, None if answers["TW31"] == NONE else int(answers["TW31"]))
    rows = tuple([row for pattern in PATTERNS for row in [played(SWITCHES, pattern, house)] if row])
    return Preset(name, title, base or name, version, source, answers, rows, house.most)


ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "taiwan-home": HOME,
    "taiwan-gamesofa": {
        **HOME,
        "TW1": "100",
        "TW2": "20",
        "TW7": "9",
        "TW8": DICE,
        "TW11": "every",
        "TW13": "0",
        "TW14": "1",
        "TW15": "0",
        "TW17": "2",
        "TW22": "8",
        "TW28": "adds",
        "TW29": "0",
        "TW36": "all",
    },
    "taiwan-atw": {
        **HOME,
        "TW8": DICE,
        "TW9": "adds",
        "TW20": "excludes",
        "TW25": "16",
        "TW27": "16",
        "TW29": "0",
        "TW31": "81",
    },
}
"""The answers of the built-in presets."""

PRESETS: Final = {
    name: preset(name, title, VERSION, source, ANSWERS[name])
    for name, title, source in (
        (
            "taiwan-home",
            "Taiwanese sixteen tiles, as homes play it",
            "what most printed and shared lists of tai agree on",
        ),
        (
            "taiwan-gamesofa",
            "Taiwanese sixteen tiles, the rooms of gamesofa",
            "gamesofa.com, as a public research note has it",
        ),
        (
            "taiwan-atw",
            "Taiwanese sixteen tiles, the list of the association",
            "Chinese Mahjong Competition Association, revision of December 2009 as far as it could be read",
        ),
    )
}
"""The presets by name, the default first."""
