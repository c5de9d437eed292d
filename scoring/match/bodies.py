"""Rules of the governing bodies for their matches: points, costs of false wins and fouls, time limits, results.

Every amount names its source. An amount without a source is left out, so the record must name it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.match.records import Absence, FalseWinKind, LadderName
from scoring.match.seats import SEAT_CHANGES, SeatChanges
from scoring.mcr import payment as mcr_payment
from scoring.rules import Game
from scoring.zungjung import payment as zungjung_payment


@dataclass(frozen=True, slots=True)
class FalseWinRule:
    """The cost of a false win.

    Attributes:
        each: Points that the offender pays each other player.
        disqualified: True if the offender is out of the match.
    """

    each: int
    disqualified: bool = False


Step = int | Literal["dead-hand", "disqualified"]
"""A step of a ladder: points deducted, 0 for a warning, or the consequence instead of points."""

APPEAL: Final = "appeal after the session"
"""The entry of `Body.minutes` for the time limit of an appeal; the printed book of 1998 wants it written."""

Criterion = Literal["table points", "match points", "game points", "best session", "lot"]
"""A criterion of a ranking."""


@dataclass(frozen=True, slots=True)
class Body:
    """The rules of a governing body for its matches.

    Attributes:
        name: Name of the body, and of the book it plays by.
        source: Source of everything that `sources` does not name.
        game: Game that it plays, whatever the preset.
        start: Points that each player starts with.
        hands: Hands of a match; four are a round.
        most: Highest possible points of a hand, flowers included.
        split: Returns the points won and paid by seat, from the points, the winner and the payer.
        false_wins: Cost of each kind of false win. For a kind without an entry the record must name the amount.
        ladders: Costs of a player's first, second, third … foul.
        late: Penalties for coming late, as (up to this many minutes, points); later is a forfeit. Empty if the body
            names none.
        penalties: Points deducted for offences with an amount of their own, by offence.
        three_left: How hands are settled when one of four is out, or None if the record must say it.
        seat_changes: Changes of places after each round.
        seconds: Time limits at the table, in seconds.
        minutes: Time limits of a session, in minutes.
        table_points: Points of the ranks of a table of four, which equal players share; empty if there are none.
        ranking: Criteria over all sessions, the deciding one first and its tie-breakers after it.
        sources: Sources of single rules, by the name of the attribute.
    """

    name: str
    source: str
    game: Game
    start: int
    hands: int
    most: int
    split: Callable[[int, str, str | None], dict[str, int]]
    false_wins: Mapping[FalseWinKind, FalseWinRule]
    ranking: tuple[Criterion, ...]
    ladders: Mapping[LadderName, tuple[Step, ...]] = field(default_factory=dict)
    late: tuple[tuple[int, int], ...] = ()
    penalties: Mapping[str, int] = field(default_factory=dict)
    three_left: Absence | None = None
    seat_changes: SeatChanges = SEAT_CHANGES
    seconds: Mapping[str, int] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)
    table_points: tuple[int, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def discarder_pays(self) -> bool:
        """True if the discarder always is the payer; otherwise another player, or nobody, may be responsible."""
        return self.game == "mcr"

    @property
    def standard(self) -> int | None:
        """The most points that all pay alike, whoever is responsible, or None if the discarder always pays more."""
        return None if self.discarder_pays else zungjung_payment.STANDARD


MOST_POINTS: Final = 336
"""The most points of a hand under any Chinese preset, flowers included.

Settled by scoring 635,000 hands of four concealed kongs and a pair, all that differ by more than their suits, under
each preset, self-drawn as the last tile and a replacement tile, with eight flowers: the kongs of the three dragons and
of the winner's own wind, which is the round's, are worth most.
"""

MOST_POINTS_ZUNG_JUNG: Final = 480
"""The highest listed limit (World Series of Mahjong, scoring list)."""

_BOOK_FALSE_WINS: Final[Mapping[FalseWinKind, FalseWinRule]] = {
    "under the minimum": FalseWinRule(10),
    "wrong tile": FalseWinRule(10),
    "one short of waiting": FalseWinRule(20),
    "two or more short of waiting": FalseWinRule(0, disqualified=True),
}
"""Costs of false wins (printed rule book of 1998)."""

_BOOK_LADDERS: Final[Mapping[LadderName, tuple[Step, ...]]] = {
    "match": (0, 5, 10, 20, 30, 40, 50, 60, "dead-hand", "disqualified"),
    "hand": (0, 5, 10, 20),
}
"""The ladder of warnings, and that of empty calls, drawing early and late pungs in one hand (printed book of 1998).

Penalties are deducted at the end of the hand (text of 1998, "Match results").
"""

_BOOK_LATE: Final = ((10, 10), (15, 20))
"""Costs of coming late, the first with a warning (printed book of 1998)."""

_TABLE_POINTS: Final = (4, 2, 1, 0)
"""The first of N has N table points, the others N less their rank (printed book of 1998, annexes)."""

_OF_1998: Final = "printed rule book of 1998: no two sources were found for the book of 2006"

_OF_2006: Final[Mapping[str, str]] = {
    "seat_changes": "a forum (reachmahjong, t=53999) and an older text of the French encyclopedia",
    "false_wins": "printed rule book of 1998; not seen in the text of 2006, where tools know 10 each or 30 deducted",
    "ladders": _OF_1998,
    "late": _OF_1998,
    "table_points": "dedertienwezen.nl; mahjongtime.blogspot.com, March 2021; MahjongTournamentSuite",
    "seconds": "regulations of the European tournaments; an outline of their penalties",
}

BODIES: Final[Mapping[str, Body]] = {
    "book-1998": Body(
        "Chinese Official, book of 1998",
        "printed rule book of 1998, chapters 4-5 and annexes",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=mcr_payment.split,
        false_wins=_BOOK_FALSE_WINS,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        seconds={"first discard": 30, "turn": 15, "claim": 3},
        minutes={"session": 180, "notice before the end": 15, APPEAL: 30},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points", "best session"),
    ),
    "wmo-2006": Body(
        "World Mahjong Organization, book of 2006",
        "book of 2006, as tools that cite its sections have it: 3.4 course, 3.7 claims, 3.9 payment",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=mcr_payment.split,
        false_wins=_BOOK_FALSE_WINS,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        seconds={"claim": 3},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points"),
        sources=_OF_2006,
    ),
    "ema": Body(
        "European Mahjong Association (MERS)",
        "book of 2006, clarified by the regulations of the European tournaments",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=mcr_payment.split,
        false_wins=_BOOK_FALSE_WINS,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        penalties={"winning tile not taken before counting": 10},
        seconds={"claim": 3},
        minutes={"session": 120},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points"),
        sources={
            **_OF_2006,
            "penalties": "an outline of the European penalties, one source",
            "minutes": "mahjongnews on the championship of 2017; 90 minutes in Denmark 2005 and online 2009",
        },
    ),
    "zungjung": Body(
        "World Series of Mahjong (Zung Jung)",
        "its scoring list and the pages of its organisers, which name no start points; the course is that of 1998",
        game="zungjung",
        start=0,
        hands=16,
        most=MOST_POINTS_ZUNG_JUNG,
        split=zungjung_payment.split,
        false_wins={},
        minutes={APPEAL: 30},
        ranking=("match points", "game points", "lot"),
        sources={
            "false_wins": "none found in its rules; one public scorer (gspindles/mj-score-eval) has 30 deducted",
            "hands": "worldmahjong.com, format: 16 a session, the deal always passes",
            "seat_changes": "printed rule book of 1998; its pages name none",
            "ranking": "mahjongnews 2010: the root of a session's points, with their sign; worldmahjong.com, format",
            "minutes": "worldmahjong.com, code of behavior",
        },
    ),
}
"""The bodies by name."""

BODY_OF_RULES: Final[Mapping[str, str]] = {"mcr-wmo": "wmo-2006", "zungjung": "zungjung"}
"""The body of each preset that does not play by the book of 1998."""


def body_of(rules: str) -> Body:
    """Return the body of a match under these rules whose record names none."""
    return BODIES[BODY_OF_RULES.get(rules, "book-1998")]


def body_name(body: Body) -> str:
    """Return the name of a body in acts."""
    return next(name for name, known in BODIES.items() if known == body)
