"""Rules of governing bodies, and of houses, for matches: points, costs of false wins and fouls, time limits, results.

Each game has its own in its folder. Every amount names its source. An amount without a source is left out, so the
record must name it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, Protocol

from scoring.games.game import GameId
from scoring.match.records import Absence, FalseWinKind, LadderName
from scoring.match.seats import SEAT_CHANGES, SeatChanges


@dataclass(frozen=True, slots=True)
class FalseWinRule:
    """The cost of a false win.

    Attributes:
        each: Points that the offender pays each other player.
        disqualified: True if the offender is out of the match.
        deducted: Points that the offender loses to nobody.
        dealer: Points that the offender pays the dealer, and as the dealer each other player; None if all get `each`.
    """

    each: int
    disqualified: bool = False
    deducted: int = 0
    dealer: int | None = None

    def paid(self, with_dealer: bool) -> int:
        """Return the points that the offender pays another player, if one of the two is the dealer or if none is."""
        return self.dealer if with_dealer and self.dealer is not None else self.each


LadderStep = int | Literal["dead-hand", "disqualified"]
"""A step of a ladder: points deducted, 0 for a warning, or the consequence instead of points."""

APPEAL: Final = "appeal after the session"
"""The entry of `Body.minutes` for the time limit of an appeal; the printed book of 1998 wants it written."""

Criterion = Literal["table points", "match points", "game points", "best session", "result", "lot"]
"""A criterion of a ranking."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A win to be paid, its persons by seat.

    Attributes:
        points: Points of the hand in the unit of its game, without what lies on the table.
        winner: The winner.
        payer: The player responsible for the tile, or None if all pay alike.
        liable: The player liable for feeding sets, or None.
        robbed: True if a kong was robbed.
        fed: The part of the points that the liable player answers for, or None for all of them.
    """

    points: int
    winner: str
    payer: str | None = None
    liable: str | None = None
    robbed: bool = False
    fed: int | None = None


class HandValue(Protocol):
    """A value that a hand may have."""

    def won(self, dealer: bool, self_drawn: bool) -> int | None:
        """Return the points that it brings, without what lies on the table, or None if no hand is won so.

        Args:
            dealer: True if the dealer wins.
            self_drawn: True if the winner drew the winning tile.
        """
        ...


FALSE_WINS: Final[tuple[FalseWinKind, ...]] = ("under the minimum", "wrong tile", "not ready")
"""The kinds of false win in most games."""

BY_DISTANCE: Final[tuple[FalseWinKind, ...]] = (
    "under the minimum",
    "wrong tile",
    "one short of waiting",
    "two or more short of waiting",
)
"""The kinds of false win where the distance of the hand sets its cost, as in the printed rule book of 1998."""


def possible(kinds: tuple[FalseWinKind, ...], minimum: int) -> tuple[FalseWinKind, ...]:
    """Return the kinds of false win under rules with this minimum: without one no hand is below it."""
    return kinds if minimum else tuple([kind for kind in kinds if kind != "under the minimum"])


@dataclass(frozen=True, slots=True)
class Body:
    """The rules of a governing body, or of a house, for its matches.

    Attributes:
        id: Name in records.
        name: Name of the body, and of the book it plays by.
        source: Source of everything that `sources` does not name.
        game: Game that it plays, whatever the preset.
        start: Points that each player starts with.
        hands: Deals of a match; four are a round. If the dealer never deals again, these are its hands.
        most: Highest possible points of a hand, flowers included.
        split: Returns the points won and paid by seat.
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
        winner_deals_again: True if the dealer deals again after winning.
        draw_deals_again: True if the dealer deals again after a draw.
        false_win_ends: True if a false win ends the hand, which is dealt again; an offending dealer loses the deal.
        carries_anew: True if what a game carries into a hand that was played follows from those before it as they now
            stand; otherwise it stays as it was played.
        all_claims_win: True if all who claim one discard win it.
        unit: Value of one point of the match in points of the house's table: a fraction if that table has any.
        deducted_after: True if deducted points count in the result alone, after the ranks of the table.
        discarder_pays: True if the discarder always is the payer; else another player or nobody may be responsible.
        standard: The most points that all pay alike, whoever is responsible; None if the discarder always pays more.
        may_be_liable: True if a player may answer for sets that they fed the winner.
        endless: True if a match may go on as long as the players like.
        lengths: Numbers of deals to choose from; 0 is no end.
        counting_sticks: True if totals are laid in counting sticks.
        false_win_kinds: The kinds of false win that a dialog offers; kept ones may have any.
        older_kinds: Kinds that earlier versions offered: their pages and programs may still send them.
        values: The values that a hand may have; empty if it may have any.
        extra: What the game's own course reads of the body; None if nothing.
    """

    id: str
    name: str
    source: str
    game: GameId
    start: int
    hands: int
    most: int
    split: Callable[[Settlement], dict[str, int]]
    false_wins: Mapping[FalseWinKind, FalseWinRule]
    ranking: tuple[Criterion, ...]
    ladders: Mapping[LadderName, tuple[LadderStep, ...]] = field(default_factory=dict)
    late: tuple[tuple[int, int], ...] = ()
    penalties: Mapping[str, int] = field(default_factory=dict)
    three_left: Absence | None = None
    seat_changes: SeatChanges = SEAT_CHANGES
    seconds: Mapping[str, int] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)
    table_points: tuple[int, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    winner_deals_again: bool = False
    draw_deals_again: bool = False
    false_win_ends: bool = False
    carries_anew: bool = False
    all_claims_win: bool = False
    unit: Fraction = Fraction(1)
    deducted_after: bool = False
    discarder_pays: bool = True
    standard: int | None = None
    may_be_liable: bool = False
    endless: bool = False
    lengths: tuple[int, ...] = (4, 8, 12, 16)
    counting_sticks: bool = True
    false_win_kinds: tuple[FalseWinKind, ...] = FALSE_WINS
    older_kinds: tuple[FalseWinKind, ...] = BY_DISTANCE
    values: tuple[HandValue, ...] = ()
    extra: object = None

    def __hash__(self) -> int:
        """Return the hash of its name, by which what follows from it is remembered."""
        return hash(self.id)

    def may_be_worth(self, points: int, dealer: bool, self_drawn: bool) -> bool:
        """Return True if a hand can bring so many points, limits aside.

        Args:
            points: The points.
            dealer: True if the dealer wins.
            self_drawn: True if the winner drew the winning tile.
        """
        if not self.values:
            return True
        return any(each.won(dealer, self_drawn) == points for each in self.values)
