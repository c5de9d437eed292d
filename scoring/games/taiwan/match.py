"""Matches of Taiwan: base and tai in money, the dealer's tai, and how often the dealer has stayed.

The streak belongs to the match, so a record has no tai of the dealer: a hand's tai are its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_args

from scoring.games.game import RuleBook
from scoring.games.taiwan import payment
from scoring.games.taiwan.deal import NextDealer, after_end
from scoring.games.taiwan.presets import PRESETS, Preset
from scoring.games.taiwan.words import told
from scoring.hand import Win
from scoring.match.bodies import FALSE_WINS, Body, FalseWinRule, Settlement, possible
from scoring.match.course import HandCourse, MatchCourse, WinTexts
from scoring.match.errors import RefusedError
from scoring.match.moment import Next
from scoring.match.records import FalseWinKind, Won
from scoring.match.state import FALSE_WIN, Hand, HandExtra, Match

TABLE: Final = "taiwan"
"""The name of the body in records; the rules of a match name the table."""
_MOST_TAI: Final = 199
"""The most tai of a record at a table without a limit: more than all patterns of a hand together."""


@dataclass(slots=True)
class TaiwanHand(HandExtra):
    """The deal of Taiwan.

    Attributes:
        streak: How often the dealer has stayed.
    """

    streak: int = 0

    @property
    def carried(self) -> object:
        """The times that the dealer has stayed."""
        return self.streak


def streak_of(hand: Hand) -> int:
    """Return how often the dealer of a hand has stayed; 0 in another game."""
    return hand.extra.streak if isinstance(hand.extra, TaiwanHand) else 0


@cache
def table_body(table: Preset) -> Body:
    """Return the body of a match under a table's rules: its switches are the source."""
    kinds: tuple[FalseWinKind, ...] = get_args(FalseWinKind)
    return Body(
        TABLE,
        table.title,
        table.source,
        game="taiwan",
        start=0,
        hands=16,
        most=table.most or _MOST_TAI,
        split=lambda win: payment.split(win.points, win.winner, win.payer, table),
        false_wins=dict.fromkeys(kinds, FalseWinRule(payment.false_win(table))),
        false_win_kinds=possible(FALSE_WINS, table.minimum),
        ranking=("game points",),
        seat_changes=(),
        winner_deals_again=True,
        draw_deals_again=table.answers["TW6"] == "stays",
        false_win_ends=True,
        carries_anew=True,
        all_claims_win=table.answers["TW5"] == "all",
        endless=True,
        lengths=(4, 8, 16, 0),
        counting_sticks=False,
    )


def _begin(hand: Hand, carried: object) -> None:
    """Begin a hand with the times that its dealer has stayed."""
    hand.extra = TaiwanHand(carried if isinstance(carried, int) else 0)


def _shares(match: Match, hand: Hand, win: Settlement, first: bool) -> dict[str, int]:
    """Return what each seat wins or pays, with the dealer's tai."""
    return payment.split(win.points, win.winner, win.payer, match.rules.preset, streak_of(hand))


def _check(act: Won, win: Win, hand: Hand, rules: RuleBook) -> None:
    """Refuse a hand that names other times that the dealer has stayed than the match has."""
    said, known = told(win).streak, streak_of(hand)
    if said not in (0, known):
        raise RefusedError("hand-differs", hand=act.hand, said=f"streak={said}", known=f"streak={known}")


class TaiwanCourse(MatchCourse):
    """The matches of Taiwan."""

    bodies = {TABLE: table_body(PRESETS["taiwan-home"])}  # noqa: RUF012
    texts = WinTexts(check=_check)
    hand = HandCourse(_begin, _shares)

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return the body of a table."""
        return table_body(rules.preset)

    def known(self, hand: Hand, winner: str | None, discarder: str | None) -> Mapping[str, Any]:
        """Return how often the dealer has stayed."""
        return {"streak": streak_of(hand)}

    def following(self, match: Match, hand: Hand) -> Next:
        """Return the hand after a hand that has ended: a false win is dealt again as it stood."""
        preset, streak = match.rules.preset, streak_of(hand)
        if hand.winner is not None:
            after = after_end(preset, streak, hand.seats["E"] in hand.winners)
        elif FALSE_WIN in "".join(hand.marks.values()):
            after = NextDealer(True, streak)
        else:
            after = after_end(preset, streak, preset.answers["TW6"] == "stays")
        deal = hand.deal if after.stays else hand.deal + 1
        return Next(deal, after.streak, match.deals is not None and deal > match.deals)


COURSE: Final = TaiwanCourse()
"""The matches as `Game.match` gives them."""
