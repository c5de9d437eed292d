"""The body of riichi for three: each preset's answers about matches, as rules of a riichi match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring.games.riichi.acts import AbortiveDraw
from scoring.games.riichi.bodies import RiichiRules
from scoring.games.riichi.payment import RiichiValue
from scoring.games.riichi.payment import values as riichi_values
from scoring.games.sanma.payment import MANGAN, YAKUMAN, SanmaWin, drawn_shares, due, fed_points
from scoring.games.sanma.presets import PRESETS, AbortiveKind, Preset
from scoring.match.bodies import Body, FalseWinRule, Settlement

HANDS: Final = 6
"""Deals of a match: a round of East and one of South."""
_MOST_POINTS: Final = 288_000
"""The most points of a hand: six yakuman of the dealer."""
_DRAWS: Final[Mapping[AbortiveKind, AbortiveDraw]] = {"nine": "nine terminals and honours", "kongs": "four kongs"}


@dataclass(frozen=True, slots=True)
class SanmaValue(RiichiValue):
    """The points of a hand by its han and fu, without counters and sticks.

    Attributes:
        preset: The rules: who pays the share of the missing player.
    """

    preset: Preset

    def points(self, dealer: bool, self_drawn: bool) -> int:
        """Return the points that a hand brings its winner."""
        return sum(self.parts(dealer, self_drawn))

    def parts(self, dealer: bool, self_drawn: bool) -> tuple[int, int]:
        """Return what the discarder or the dealer pays, and what the third pays by a draw."""
        winner = "E" if dealer else "S"
        if not self_drawn:
            return fed_points(self.base, winner), 0
        shares = drawn_shares(self.base, winner, self.preset)
        return shares["S" if dealer else "E"], shares["W"]


@cache
def values(preset: Preset) -> tuple[SanmaValue, ...]:
    """Return the values that a hand may have, by han and fu, then the limits."""
    return tuple([SanmaValue(each.han, each.fu, each.base, preset) for each in riichi_values(preset)])


@cache
def _bases(preset: Preset, dealer: bool, self_drawn: bool) -> Mapping[int, int]:
    found = [(each.won(dealer, self_drawn), each.base) for each in reversed(values(preset))]
    return {points: base for points, base in found if points is not None}


def split(win: Settlement, preset: Preset, counters: int = 0) -> dict[str, int]:
    """Return the points won and paid by seat for a hand, without sticks; they sum to zero.

    Raises:
        ValueError: No hand brings so many points.
    """
    bases = _bases(preset, win.winner == "E", win.payer is None)
    if win.points not in bases or (win.fed and win.fed not in bases):
        raise ValueError(f"No hand brings {win.points} points")
    base = bases[win.points]
    fed = bases[win.fed] if win.fed else base
    return dict(due(SanmaWin(win.winner, win.payer, base, win.liable, fed, counters), preset))


def _split_under(preset: Preset) -> Callable[[Settlement], dict[str, int]]:
    return lambda win: split(win, preset)


def rules_under(preset: Preset) -> RiichiRules:
    """Return the rules of a match that a preset answers."""
    return RiichiRules(
        preset.amounts[1],
        preset.uma,
        noten=preset.noten,
        abortive=tuple([_DRAWS[kind] for kind in preset.abortive]),
        nagashi=preset.nagashi,
        goal=preset.goal,
        bankrupt_ends=preset.bankrupt_ends,
        leader_ends=preset.leader_ends,
        seats_decide=True,
        tenpai_stays=preset.stays == "tenpai",
        needs_stick=True,
    )


_FALSE_WINS: Final = ("no yaku", "furiten", "not tenpai", "wrong tile")
_PRICES: Final = {"none": 0, "mangan": MANGAN, "yakuman": YAKUMAN}
"""Base points that a false win costs, as if both others had drawn a win of them."""


def body_under(preset: Preset) -> Body:
    """Return the body, with the answers of a preset about matches."""
    price = _PRICES[preset.false_win]
    rule = FalseWinRule(price, dealer=2 * price)
    return Body(
        "sanma",
        "Riichi for three",
        preset.source,
        game="sanma",
        start=preset.amounts[0],
        hands=HANDS,
        most=_MOST_POINTS,
        split=_split_under(preset),
        values=values(preset),
        false_wins=dict.fromkeys(_FALSE_WINS, rule) if price else {},
        ranking=("result", "game points"),
        seat_changes=(),
        winner_deals_again=True,
        false_win_ends=True,
        all_claims_win=preset.all_win,
        deducted_after=True,
        may_be_liable=preset.pao != "off",
        lengths=(3, 6),
        counting_sticks=False,
        false_win_kinds=_FALSE_WINS,
        older_kinds=(),
        extra=rules_under(preset),
    )


BODIES: Final[Mapping[str, Body]] = {"sanma": body_under(PRESETS["sanma-tenhou"])}
"""The body by its name; every preset changes it."""
