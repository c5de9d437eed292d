"""The switches that Sichuan's tables answer differently, and the presets made of their answers.

`sichuan-sbr` follows the competition rules of the Mahjong International League of 2025, `sichuan-home` what tables in
Chengdu usually agree on. `scoring.tournament` makes a preset with answers of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.games.marked import N_
from scoring.games.sichuan.patterns import PATTERNS, VERSION, Pattern
from scoring.games.switches import Answer, House, Switch, played, values

NONE: Final = "none"
"""The answer of a house without a cap."""
OFF: Final = "off"
ON: Final = "on"
UNCAPPED: Final = 4
"""Fan of what is worth the cap in a house without one: 16 bases."""


# Effects


def _played(row: Pattern, answer: str, house: House) -> Pattern | None:
    return None if answer == OFF else row


def _blessing(row: Pattern, answer: str, house: House) -> Pattern | None:
    if answer == OFF:
        return None
    if answer == "3 and 2":
        return row
    return replace(row, value=5 if answer == "5" else house.most or UNCAPPED, alone=True)


def _earth(row: Pattern, answer: str, house: House) -> Pattern:
    if answer == "both":
        return row
    drawn = answer == "draw"
    return replace(row, when=lambda h: h.earth and h.drawn is drawn)


def _concealed(row: Pattern, answer: str, house: House) -> Pattern | None:
    if answer != "self-draw":
        return _played(row, answer, house)
    return replace(row, when=lambda h: not h.exposed and h.drawn)


def _of_draw(row: Pattern, answer: str, house: House) -> Pattern | None:
    return row if answer == "fan" else None


def _valued(row: Pattern, answer: str, house: House) -> Pattern | None:
    return None if answer == OFF else replace(row, value=int(answer))


def _dragon(row: Pattern, answer: str, house: House) -> Pattern | None:
    return None if answer == "root" else row


def _beside_robbed(row: Pattern, answer: str, house: House) -> Pattern:
    return replace(row, excludes=("1.2",)) if answer == "robbed" else row


_ON: Final = Answer(ON, N_("yes"))
_OFF: Final = Answer(OFF, N_("no"))
_NOTHING: Final = Answer("nothing", N_("nothing"))
_KEEP: Final = Answer("keep", N_("is kept"))


# fmt: off
SWITCHES: Final = (
    Switch("SC1", N_("cap in fan"), (*values("3", "4", "5", "6"), Answer(NONE, N_("no cap"))), first=True),
    Switch("SC2", N_("a self-drawn win adds"),
           (Answer("point", N_("a base to each payment")), Answer("fan", N_("a fan")), _NOTHING), {"1.5": _of_draw},
           first=True),
    Switch("SC3", N_("base of all payments"), values("1", "2", "5", "10")),
    Switch("SC4", N_("Last Tile"), (_ON, _OFF), {"1.4": _played}),
    Switch("SC5", N_("fan of heaven and earth"),
           (Answer(OFF, N_("not played")), Answer("3 and 2", N_("3 and 2, beside the others")),
            Answer("5", N_("5, alone")), Answer("cap", N_("the cap, alone"))),
           {"1.6": _blessing, "1.7": _blessing}, first=True),
    Switch("SC6", N_("the blessing of earth is by"),
           (Answer("both", N_("the first draw or East's first discard")), Answer("draw", N_("the first draw")),
            Answer("discard", N_("East's first discard"))),
           {"1.7": _earth}),
    Switch("SC7", N_("Concealed Hand"), (_OFF, _ON, Answer("self-draw", N_("only self-drawn"))), {"1.8": _concealed},
           first=True),
    Switch("SC8", N_("No Terminals"), (_OFF, _ON), {"4.3": _played}, first=True),
    Switch("SC9", N_("fan of Terminals in All"), (Answer(OFF, N_("not played")), *values("2", "3")),
           {"4.4": _valued}, first=True),
    Switch("SC10", N_("Generals and Generals' Seven Pairs"), (_OFF, _ON), dict.fromkeys(("4.1", "4.2"), _played),
           first=True),
    Switch("SC11", N_("seven pairs with four equal tiles"),
           (Answer("root", N_("Seven Pairs and a root")), Answer("4", N_("4 fan"))), {"3.5": _dragon}),
    Switch("SC12", N_("fan of Golden Hook"), (Answer("1"), Answer(OFF, N_("not played"))), {"3.2": _valued}),
    Switch("SC13", N_("a kong robbed right after another kong"),
           (Answer("both", N_("both fans count")), Answer("robbed", N_("robbing alone counts"))),
           {"1.3": _beside_robbed}),
    Switch("SC14", N_("the replacement tile of a kong off a discard is paid as"),
           (Answer("self-draw", N_("a self-draw")), Answer("discard", N_("a discard by its giver"))), first=True),
    Switch("SC15", N_("a kong off a discard costs its giver"),
           (Answer("2"), Answer("2+1", N_("2, and each other player 1")), Answer("1"))),
    Switch("SC16", N_("a concealed kong costs each"), values("2", "1")),
    Switch("SC17", N_("a kong added later costs each"), values("0", "1")),
    Switch("SC18", N_("money of a kong when its player then deals in"),
           (Answer("return", N_("goes back")), Answer("transfer", N_("goes to the winner")), _KEEP), first=True),
    Switch("SC19", N_("the same with several winners"),
           (Answer("each", N_("each gets as much")), Answer("nearest", N_("the next in turn gets it")), _KEEP)),
    Switch("SC20", N_("several winners of one discard"),
           (Answer("all", N_("all of them")), Answer("nearest", N_("the next in turn alone")))),
    Switch("SC21", N_("a flower pig"),
           (Answer("penalty", N_("loses points to nobody")), Answer("pay", N_("pays the cap to the others")),
            Answer("not ready", N_("counts as not ready")))),
    Switch("SC22", N_("penalty of a flower pig"), values("24", "48")),
    Switch("SC23", N_("a flower pig pays"),
           (Answer("all", N_("all others")), Answer("in play", N_("those who have not won")))),
    Switch("SC24", N_("ready check when the wall is out"),
           (_ON, Answer("self-draw", N_("yes, as self-drawn")), _OFF)),
    Switch("SC25", N_("no wait for a tile of which four are"),
           (Answer("hand", N_("in the concealed hand")), Answer("own", N_("in the hand or its melds")))),
    Switch("SC26", N_("who is not ready gives money of kongs back"), (_ON, _OFF)),
    Switch("SC27", N_("the next dealer"),
           (Answer("first", N_("the first winner")), Answer("rotates", N_("the next in turn")))),
    Switch("SC28", N_("a passed winning tile bars from a discard"),
           (Answer("higher", N_("unless it is worth more")), Answer("none", N_("always")),
            Answer("free", N_("never")))),
    Switch("SC29", N_("a false win costs"),
           (Answer("24", N_("24 points to nobody")), Answer("8 each", N_("8 to each in play")),
            Answer("cap each", N_("the cap to each in play")))),
    Switch("SC30", N_("exchange of three"),
           (_OFF, Answer("one suit", N_("three of one suit")), Answer("any", N_("any three"))), first=True),
    Switch("SC31", N_("the deal ends with"), (Answer("three", N_("three wins")), Answer("first", N_("the first win")))),
    Switch("SC32", N_("fan to win"), values("0", "1")),
    Switch("SC33", N_("the base also multiplies"),
           (Answer("paid", N_("a false win that is paid, no penalty")),
            Answer("all", N_("every false win and penalty")),
            Answer("none", N_("no false win of a fixed price and no penalty")))),
)
# fmt: on
"""The questions, numbered SC1 to SC33. SC15 to SC31 and SC33 concern the deal and change no hand, but for SC24
and SC25, which change what a waiting hand is worth."""

DEFAULTS: Final[Mapping[str, str]] = {switch.id: switch.answers[0] for switch in SWITCHES}
"""The answers of `sichuan-sbr`."""


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """The patterns and payments of a table.

    Attributes:
        name: Name for `--rules`.
        title: Name for people.
        base: Name of the built-in preset that it changes, or its own.
        version: Edition, which changes whenever a hand's total may.
        source: The rules, or the table's decision behind it.
        answers: The answer to each switch, by the switch's number.
        patterns: The patterns that are played, with the values of the table.
        cap: The most fan of a hand, or None without a cap.
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
    cap: int | None
    pinned: "tuple[tuple[str, Preset], ...]" = ()

    @property
    def minimum(self) -> int:
        """Fan that a hand needs (SC32)."""
        return int(self.answers["SC32"])

    @property
    def unit(self) -> int:
        """Points of a hand without fan (SC3)."""
        return int(self.answers["SC3"])

    @property
    def usual(self) -> Mapping[str, str]:
        """The answers of the built-in preset that it changes."""
        return ANSWERS[self.base]

    @property
    def different(self) -> tuple[tuple[str, str], ...]:
        """The switches answered otherwise than in the built-in preset, with the answers; for another base SC33 too."""
        return tuple(
            [
                (switch, answer)
                for switch, answer in self.answers.items()
                if answer != self.usual[switch] or (switch == "SC33" and self.unit != 1)
            ]
        )

    @property
    def paid_unit(self) -> int:
        """The base of a false win of a fixed price that is paid to the others (SC33)."""
        return 1 if self.answers["SC33"] == "none" else self.unit

    @property
    def lost_unit(self) -> int:
        """The base of penalties, which nobody gets (SC33)."""
        return self.unit if self.answers["SC33"] == "all" else 1

    def capped(self, fan: int) -> int:
        """Return fan up to the cap."""
        return fan if self.cap is None else min(fan, self.cap)

    def value(self, fan: int) -> int:
        """Return the points of a hand of some fan, up to the cap."""
        return int(self.unit * 2 ** self.capped(fan))

    @property
    def highest(self) -> int:
        """The points of the cap."""
        return self.value(UNCAPPED if self.cap is None else self.cap)

    @property
    def bonus(self) -> int:
        """Points that a self-drawn win adds to each payment, beyond the cap (SC2)."""
        return self.unit if self.answers["SC2"] == "point" else 0


def preset(name: str, title: str, version: str, source: str, answers: Mapping[str, str], base: str = "") -> Preset:
    """Return the preset with these answers, by the number of each switch; `base` is its own name by default."""
    house = House(answers, None if answers["SC1"] == NONE else int(answers["SC1"]))
    rows = tuple([row for pattern in PATTERNS for row in [played(SWITCHES, pattern, house)] if row])
    return Preset(name, title, base or name, version, source, answers, rows, house.most)


ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "sichuan-sbr": DEFAULTS,
    "sichuan-home": {
        **DEFAULTS,
        "SC1": "4",
        "SC2": "fan",
        "SC5": "3 and 2",
        "SC7": ON,
        "SC8": ON,
        "SC9": "3",
        "SC10": ON,
        "SC13": "robbed",
        "SC18": "transfer",
        "SC21": "pay",
        "SC29": "cap each",
        "SC30": "one suit",
    },
}
"""The answers of the built-in presets."""

PRESETS: Final = {
    name: preset(name, title, VERSION, source, ANSWERS[name])
    for name, title, source in (
        (
            "sichuan-sbr",
            "Sichuan, Bloody Rules (SBR)",
            "Mahjong International League, Sichuan Bloody Rules, trial edition of 2025",
        ),
        ("sichuan-home", "Sichuan, as tables in Chengdu play it", "what programs for home tables agree on"),
    )
}
"""The presets by name, the default first."""
