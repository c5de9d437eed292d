"""Which hand of a match laid tiles are of: a hand of an earlier deal never counts in the present one unasked."""

from dataclasses import replace
from datetime import datetime

from scoring.match.state import Hand
from webui.hand.edits import SetDeal
from webui.hand.hand import TableHand
from webui.hand.state import Wind
from webui.match.matches import TableMatch


def belongs_to_hand(laid: TableHand, match: TableMatch, hand: Hand) -> bool:
    """Whether tiles were laid in a hand of a match, or a person says that they won it.

    Of tiles that do not know their hand (an earlier version kept them) the time decides.
    """
    if laid.laid.deal is not None:
        return laid.laid.deal == match.deal_of(hand)
    began = match.deal_of(hand).began
    return laid.at >= datetime.fromisoformat(match.entry(began).when)


def reassign(laid: TableHand, match: TableMatch, hand: Hand) -> SetDeal:
    """The change that makes tiles those of a hand of a match: the same persons, with the winds they have in it."""
    won, before = laid.laid.won, match.seats_in(laid.laid.deal)
    winds: dict[str, Wind] = {player: wind for wind, player in hand.seats.items()}  # type: ignore[misc]
    seat = winds.get(before.get(won.seat or "", ""))
    discarder = winds.get(before.get(won.discarder or "", ""))
    first = winds.get(before.get(won.first_discarder or "", ""))
    round_wind: Wind = hand.round_wind  # type: ignore[assignment]
    known = replace(won, seat=seat, discarder=discarder, first_discarder=first, round=round_wind)
    return SetDeal(match.deal_of(hand), known)
