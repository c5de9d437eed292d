"""Matches of the Chinese competition rules: their bodies."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.games.game import RuleBook
from scoring.games.mcr import payment
from scoring.games.mcr.patterns import FANS
from scoring.games.mcr.presets import Preset
from scoring.match.bodies import APPEAL, BY_DISTANCE, Body, FalseWinRule, LadderStep, Settlement, possible
from scoring.match.clock import REST
from scoring.match.course import FalseWinKinds, MatchCourse
from scoring.match.records import FalseWinKind, LadderName


def _split(win: Settlement) -> dict[str, int]:
    return payment.split(win.points, win.winner, win.payer)


MOST_POINTS: Final = 336
"""The most points of a hand under any Chinese preset, flowers included.

Settled by scoring 635,000 hands of four concealed kongs and a pair, all that differ by more than their suits, under
each preset, self-drawn as the last tile and a replacement tile, with eight flowers: the kongs of the three dragons and
of the winner's own wind, which is the round's, are worth most.
"""

_BOOK_FALSE_WINS: Final[Mapping[FalseWinKind, FalseWinRule]] = {
    "under the minimum": FalseWinRule(10),
    "wrong tile": FalseWinRule(10),
    "one short of waiting": FalseWinRule(20),
    "two or more short of waiting": FalseWinRule(0, disqualified=True),
}
"""Costs of false wins (printed rule book of 1998)."""

_BOOK_LADDERS: Final[Mapping[LadderName, tuple[LadderStep, ...]]] = {
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
        "book-1998",
        "Chinese Official (MCR), the book of 1998",
        "printed rule book of 1998, chapters 4-5 and annexes",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=_split,
        false_wins=_BOOK_FALSE_WINS,
        false_win_kinds=BY_DISTANCE,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        seconds={"first discard": 30, "turn": 15, "claim": 3},
        minutes={"session": 180, "notice before the end": 15, REST: 15, APPEAL: 30},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points", "best session"),
    ),
    "wmo-2006": Body(
        "wmo-2006",
        "World Mahjong Organization, book of 2006",
        "book of 2006, as tools that cite its sections have it: 3.4 course, 3.7 claims, 3.9 payment",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=_split,
        false_wins=_BOOK_FALSE_WINS,
        false_win_kinds=BY_DISTANCE,
        ladders=_BOOK_LADDERS,
        late=_BOOK_LATE,
        seconds={"claim": 3},
        table_points=_TABLE_POINTS,
        ranking=("table points", "game points"),
        sources=_OF_2006,
    ),
    "ema": Body(
        "ema",
        "European Mahjong Association (MERS)",
        "book of 2006, clarified by the regulations of the European tournaments",
        game="mcr",
        start=500,
        hands=16,
        most=MOST_POINTS,
        split=_split,
        false_wins=_BOOK_FALSE_WINS,
        false_win_kinds=BY_DISTANCE,
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
}
"""The bodies by name."""

_TIMES: Final = 4
"""The most times that a hand may have one fan, those of its sets: four."""


def _short(missing: int) -> FalseWinKind:
    """Return the distance of a hand, which the body prices."""
    return "one short of waiting" if missing == 2 else "two or more short of waiting"


class McrCourse(MatchCourse):
    """The matches of the Chinese competition rules."""

    bodies = BODIES
    false_wins = FalseWinKinds(short=_short)
    body_names = {"mcr-wmo": ("wmo-2006",)}  # noqa: RUF012

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return a body with room for the points of hands under a club's own list, and the false wins it knows."""
        preset: Preset = rules.preset
        body = replace(body, false_win_kinds=possible(body.false_win_kinds, preset.minimum))
        if not preset.changed:
            return body
        usual = {fan.id: fan.points for fan in FANS}
        more = [_TIMES * max(0, fan.points - usual.get(fan.id, 0)) for fan in preset.fans.values()]
        return replace(body, most=MOST_POINTS + sum(more))


COURSE: Final = McrCourse()
"""The matches as `Game.match` gives them."""
