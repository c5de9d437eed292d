"""Another win on the discard that won a hand, where all win who claim it."""

from collections.abc import Mapping
from typing import Final

from scoring.match.absence import is_out
from scoring.match.course import course_of
from scoring.match.records import Act, Claimed, Corrected, PlainAct, Won
from scoring.match.state import Hand, Match

REASON: Final = "another player won on the same discard"
"""The reason of the correction that adds a win to a hand."""


def may_also_win(match: Match, hand: Hand) -> tuple[str, ...]:
    """Return the players whose win on the discard of a hand can be recorded beside those that are.

    There are none unless it is the hand that ended last and nobody has approved it. Where play goes on after a win it
    is the one in play, and the win its last act.
    """
    if not match.body.all_claims_win or hand.approved is not None or not hand.discarders:
        return ()
    discarder = hand.discarders[-1]
    if course_of(match.rules).hand.goes_on:
        latest = hand is match.current and hand.won_in[-1] == max(hand.records)
    else:
        last = next((each for each in reversed(match.hands) if each.ended is not None), None)
        latest = last is not None and last.number == hand.number
    if discarder is None or not latest:
        return ()
    known = {*hand.winners, *[player for player in hand.seats.values() if player in hand.dead], discarder}
    return tuple(
        [player for player in hand.seats.values() if player not in known and not is_out(match, player, hand.number)]
    )


def with_win(hand: Hand, also: Won) -> Corrected:
    """Return the correction of a hand that a player won on a discard, by which another wins it too.

    Raises:
        ValueError: Nobody has won it.
    """
    if not hand.won_in:
        raise ValueError(f"Nobody has won hand {hand.number}")
    return Corrected(hand.won_in[-1], Claimed((*claims_of(hand), also)), REASON)


def adds_win(before: Act, act: Act, seats: Mapping[str, str]) -> bool:
    """Return True for a correction that only adds a win: one by that reason, which leaves those before as they were.

    Args:
        before: The act that counted.
        act: The act of the record after it.
        seats: The players of the hand by seat wind.
    """
    if not (isinstance(act, Corrected) and act.reason == REASON and isinstance(act.act, Claimed)):
        return False
    known = _named(before, seats)
    return bool(known) and sorted(_named(act.act, seats)[:-1]) == sorted(known)


def _named(act: Act | PlainAct, seats: Mapping[str, str]) -> list[tuple[str, int, str]]:
    """Return the wins of an act, each with its winner by name, its points and its hand."""
    wins = act.claims if isinstance(act, Claimed) else (act,) if isinstance(act, Won) else ()
    return [(seats.get(won.winner, won.winner), won.points, won.hand) for won in wins]


def claims_of(hand: Hand) -> tuple[Won, ...]:
    """Return all claims of the tile that was won on last; of a hand without a win none."""
    last = [won for won, record in zip(hand.wins, hand.won_in, strict=True) if record == hand.won_in[-1]]
    return hand.claims or tuple(last)
