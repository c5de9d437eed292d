"""Another win on the discard that won a hand, where all win who claim it."""

from typing import Final

from scoring.match.absence import is_out
from scoring.match.records import Claimed, Corrected, Won
from scoring.match.state import Hand, Match

REASON: Final = "another player won on the same discard"
"""The reason of the correction that adds a win to a hand."""


def may_also_win(match: Match, hand: Hand) -> tuple[str, ...]:
    """Return the players whose win on the discard of a hand can be recorded beside those that are.

    There are none unless it is the hand that ended last and nobody has approved it.
    """
    last = next((each for each in reversed(match.hands) if each.ended is not None), None)
    if not match.body.all_claims_win or hand.discarder is None or hand.approved is not None:
        return ()
    if last is None or last.number != hand.number:
        return ()
    known = {*hand.winners, *[player for player in hand.seats.values() if player in hand.dead], hand.discarder}
    return tuple(
        [player for player in hand.seats.values() if player not in known and not is_out(match, player, hand.number)]
    )


def with_win(hand: Hand, also: Won) -> Corrected:
    """Return the correction of a hand that a player won on a discard, by which another wins it too.

    Raises:
        ValueError: The hand has not ended.
    """
    if hand.ended is None:
        raise ValueError(f"Hand {hand.number} has not ended")
    return Corrected(hand.ended, Claimed((*(hand.claims or hand.wins), also)), REASON)
