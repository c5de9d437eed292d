"""The bodies of riichi, and their rules for counters, sticks, drawn hands, the end, and placement points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, get_args

from scoring.games.riichi import payment
from scoring.games.riichi.acts import FOUR_DRAWS, AbortiveDraw
from scoring.games.riichi.payment import STICK, values
from scoring.games.riichi.presets import PRESETS, Preset
from scoring.match.bodies import Body, FalseWinRule, Settlement
from scoring.match.records import FalseWinKind

Ranks = tuple[int | Fraction, ...]
"""Placement points from the first rank to the last, in thousands."""

FLOATING: Final[Mapping[int, Ranks]] = {
    0: (8, 4, -4, -8),
    1: (12, -1, -3, -8),
    2: (8, 4, -4, -8),
    3: (8, 3, 1, -12),
    4: (8, 4, -4, -8),
}
"""Placement points by the number of players who float (浮き), as in rule A of the Japan Professional Mahjong League.

Public score sheets of that league agree on one to three (12, 8 and 8 for the first), and most on "at least the points
to return". All four float only with equal points, and then share zero. Nobody floats only where sticks are left to
nobody: sheets settle it as two do, or leave it out.
"""


@dataclass(frozen=True, slots=True)
class RiichiRules:
    """Rules of a riichi match.

    Attributes:
        back: Points that each player returns at the end; the result counts from here.
        uma: Placement points of the ranks, in thousands, or those by the number of players who have at least the
            points to return; equal players share theirs.
        noten: Points that those who do not wait pay those who do after a drawn hand, in all.
        counters_to_all: True if the discarder pays the counters to each of several winners; else to the first alone.
        own_sticks_back: True if each of several winners takes their own stick back, and the first the others; else the
            first takes all.
        abortive: Abortive draws that the body knows.
        nagashi: True if a drawn hand pays a mangan to a player whose discards are all terminals and honours, and were
            never claimed.
        goal: Points that the first needs at the end of the last deal, or the match goes on for up to four deals; None
            if it never does.
        bankrupt_ends: True if the match ends with a player below zero; nobody declares riichi without a stick then.
        leader_ends: True if the match ends when the dealer of the last deal would deal again and leads.
        seats_decide: True if of equal players the one who sat first in the first hand is ahead, from East on; else they
            are equal, and share placement points and sticks.
        left_to_first: True if the sticks that lie on the table at the end go to the first; else to nobody.
        yakitori: Points of the result, in thousands, that a player without a win in the match gives to those with one.
        tenpai_stays: True if the dealer who is tenpai when the hand is drawn deals again; else a win alone does that.
        needs_stick: True if nobody declares riichi without a stick, also where the match goes on below zero.
    """

    back: int
    uma: Ranks | Mapping[int, Ranks]
    noten: int = 3000
    counters_to_all: bool = False
    own_sticks_back: bool = False
    abortive: tuple[AbortiveDraw, ...] = ()
    nagashi: bool = False
    goal: int | None = None
    bankrupt_ends: bool = False
    leader_ends: bool = False
    seats_decide: bool = False
    left_to_first: bool = True
    yakitori: int = 0
    tenpai_stays: bool = True
    needs_stick: bool = False

    def ranks(self, points: Mapping[str, int]) -> Ranks:
        """Return the placement points of the ranks after a match.

        Args:
            points: Points by player.
        """
        if isinstance(self.uma, tuple):
            return self.uma
        return self.uma[sum(each >= self.back for each in points.values())]

    def first(self, points: Mapping[str, int]) -> list[str]:
        """Return the players who are first, one if the seats decide.

        Args:
            points: Points by player, in the order of the seats of the first hand.
        """
        first = [player for player in points if points[player] == max(points.values())]
        return first[:1] if self.seats_decide else first

    def oka(self, start: int, players: int = 4) -> Fraction:
        """Return what the first gets of the points that the players return and did not get, in thousands."""
        return Fraction(players * (self.back - start), STICK)


EMA = RiichiRules(30_000, (15, 5, -5, -15), counters_to_all=True, own_sticks_back=True)
"""European Mahjong Association; counters and sticks of several winners as in Pantheon's `ema.php`."""
WRC = RiichiRules(30_000, (15, 5, -5, -15))
"""World Riichi Championship."""
M_LEAGUE = RiichiRules(30_000, (30, 10, -10, -30))
"""M-League, whose 20 for the first are the oka."""
HOME = RiichiRules(
    25_000,
    (15, 5, -5, -15),
    abortive=FOUR_DRAWS,
    nagashi=True,
    goal=30_000,
    bankrupt_ends=True,
    leader_ends=True,
)
"""Mahjong Soul, but for equal players, who share: matches recorded by the first version of these rules."""
ROOMS = replace(HOME, seats_decide=True)
"""Mahjong Soul, where the seats decide (as nissymori/mahjax and MahjongRepository/tenhou-python-bot have it)."""

_HANDS: Final = 8
"""Deals of a match: a round of East and one of South (all rule books)."""

MOST_POINTS: Final = 288_000
"""The most points of a hand: six yakuman of the dealer."""

CHOMBO: Final[Mapping[FalseWinKind, FalseWinRule]] = dict.fromkeys(
    get_args(FalseWinKind), FalseWinRule(0, deducted=20_000)
)
"""The cost of a false win in tournaments, after the placement points (EMA rules of 2016; Pantheon's `wrc.php`)."""


def _body(
    id: str,
    preset: str,
    name: str,
    source: str,
    start: int,
    rules: RiichiRules,
    false_wins: Mapping[FalseWinKind, FalseWinRule],
    all_claims_win: bool,
) -> Body:
    return Body(
        id,
        name,
        source,
        game="riichi",
        start=start,
        hands=_HANDS,
        most=MOST_POINTS,
        split=split_under(PRESETS[preset]),
        values=values(PRESETS[preset]),
        false_wins=false_wins,
        ranking=("result", "game points"),
        seat_changes=(),
        winner_deals_again=True,
        false_win_ends=True,
        all_claims_win=all_claims_win,
        deducted_after=True,
        may_be_liable=True,
        lengths=(4, 8),
        counting_sticks=False,
        false_win_kinds=("no yaku", "furiten", "not tenpai", "wrong tile"),
        older_kinds=(),
        extra=rules,
    )


def split_under(preset: Preset) -> Callable[[Settlement], dict[str, int]]:
    """Return the function of a preset that gives the points won and paid by seat."""
    return lambda win: payment.split(win.points, win.winner, win.payer, preset, win.liable, win.fed)


BODIES: Final[Mapping[str, Body]] = {
    "riichi-ema": _body(
        "riichi-ema",
        "riichi-ema",
        "European Mahjong Association (riichi)",
        "EMA rules of 2016; counters and sticks of several winners: Pantheon's `ema.php`",
        30_000,
        EMA,
        CHOMBO,
        all_claims_win=True,
    ),
    "riichi-wrc": _body(
        "riichi-wrc",
        "riichi-wrc",
        "World Riichi Championship",
        "WRC rules of 2025, as public tables quote them; Pantheon's `wrc.php`",
        30_000,
        WRC,
        CHOMBO,
        all_claims_win=False,
    ),
    "riichi-mleague": _body(
        "riichi-mleague",
        "riichi-mleague",
        "M-League",
        "m-league.jp, rules as public programs have them",
        25_000,
        M_LEAGUE,
        {},
        all_claims_win=False,
    ),
    "riichi-home": _body(
        "riichi-home",
        "riichi-home",
        "Riichi as online rooms play it",
        "Mahjong Soul's rules for friends",
        25_000,
        HOME,
        {},
        all_claims_win=True,
    ),
    "riichi-rooms": _body(
        "riichi-rooms",
        "riichi-home",
        "Riichi as online rooms play it, of equal players the first seat ahead",
        "Mahjong Soul's rules for friends",
        25_000,
        ROOMS,
        {},
        all_claims_win=True,
    ),
}
"""The bodies by name."""

BODY_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    **{name: (name,) for name in PRESETS if name in BODIES},
    "riichi-ema-2025": ("riichi-ema",),
    "riichi-wrc-2015": ("riichi-wrc",),
    "riichi-home": ("riichi-home", "riichi-rooms"),
}
"""The body of records that name none, by preset, and after it that of new matches where these got another since."""
