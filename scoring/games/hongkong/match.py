"""Matches of Hong Kong: a house makes its own rules for them, its switches are the source."""

from fractions import Fraction
from functools import cache
from typing import Final, get_args

from scoring.games.game import RuleBook
from scoring.games.hongkong import payment
from scoring.games.hongkong.presets import PRESETS, Preset
from scoring.match.bodies import FALSE_WINS, Body, FalseWinRule, Settlement, possible
from scoring.match.course import MatchCourse
from scoring.match.records import FalseWinKind

HOUSE: Final = "hk"
"""The name of the body in records; the rules of a match name the house."""

MOST_FAAN: Final = 99
"""The most faan of a record in a house without a limit: more than all patterns of a hand together."""


@cache
def house_body(house: Preset) -> Body:
    """Return the body of a match under a house's rules.

    Points of the match are whole: if the house's table has halves or quarters, `Body.unit` is the value of one. The
    switches HK29 to HK31 determine repeated deals, the cost of a false win, and the winner among several claims.
    """
    answers = house.answers
    unit = Fraction(1, payment.smallest(house).denominator)

    def split(win: Settlement) -> dict[str, int]:
        due = payment.split(win.points, win.winner, win.payer, house, win.liable, win.robbed)
        return {seat: int(points / unit) for seat, points in due.items()}

    each = FalseWinRule(int(payment.false_win(house) / unit))
    kinds: tuple[FalseWinKind, ...] = get_args(FalseWinKind)
    return Body(
        HOUSE,
        house.title,
        house.source,
        game="hk",
        start=0,
        hands=16,
        most=house.limit or MOST_FAAN,
        split=split,
        false_wins=dict.fromkeys(kinds, each),
        false_win_kinds=possible(FALSE_WINS, house.minimum),
        ranking=("game points",),
        seat_changes=(),
        winner_deals_again=True,
        draw_deals_again=answers["HK30"] == "stays",
        false_win_ends=True,
        all_claims_win=answers["HK29"] == "all",
        unit=unit,
        may_be_liable=True,
        endless=True,
        lengths=(4, 8, 16, 0),
    )


class HongKongCourse(MatchCourse):
    """The matches of Hong Kong's houses."""

    bodies = {HOUSE: house_body(PRESETS["hk"])}  # noqa: RUF012

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return the body of a house."""
        return house_body(rules.preset)


COURSE: Final = HongKongCourse()
"""The matches as `Game.match` gives them."""
