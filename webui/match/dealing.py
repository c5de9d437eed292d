"""The hand of the match that stored tiles belong to: a hand of an earlier deal never counts in the present one
unasked."""

from dataclasses import replace
from datetime import datetime
from typing import get_args

from scoring.match.claims import may_also_win
from scoring.match.course import find_course
from scoring.match.state import Hand
from webui.hand.edits import SetDeal
from webui.hand.hand import TableHand
from webui.hand.state import Circumstances, MatchHand, Wind, drawn, stating, with_source
from webui.match.matches import TableMatch


def belongs_to_hand(laid: TableHand, match: TableMatch, hand: Hand) -> bool:
    """Return True if tiles were laid in a hand of a match, or a person assigned them to it.

    The time decides for tiles without a hand, which an earlier version stored.
    """
    if laid.laid.deal is not None:
        return laid.laid.deal == match.deal_of(hand)
    began = match.deal_of(hand).began
    return laid.at >= datetime.fromisoformat(match.entry(began).when)


def with_match(won: Circumstances, match: TableMatch, deal: MatchHand) -> Circumstances:
    """Return the circumstances of a win with what the match knows of them, such as the counters on the table.

    A hand that others have won on a discard already can only be won on the same one.
    """
    hand = next((hand for hand in match.match.hands if match.deal_of(hand) == deal), None)
    ended = hand is not None and hand.ended is not None  # while play goes on another win may be on another tile
    if hand is not None and ended and hand.seats.get(won.seat or "") in may_also_win(match.match, hand):
        (discarder,) = [wind for wind in get_args(Wind) if hand.seats.get(wind) == hand.discarder]
        won = with_source(won, drawn(won, self_draw=False, discarder=discarder), "match")
    course = find_course(match.match.rules.game)
    seats = hand.seats if hand else {}
    winner, discarder = seats.get(won.seat or ""), seats.get(won.discarder or "")
    known = course.known(hand, winner, discarder) if course and hand else {}
    if not known:
        return won
    won = won if won.extra else replace(won, extra=match.match.rules.game.blank)
    return with_source(won, stating(won, known), "match")


def hand_of(laid: TableHand, match: TableMatch) -> Hand | None:
    """Return the hand of a match in which tiles were laid, or None for those of another match or a voided hand."""
    current = match.match.current
    if current and belongs_to_hand(laid, match, current):
        return current
    return next((hand for hand in match.match.hands if match.deal_of(hand) == laid.laid.deal), None)


def told(laid: TableHand, won: Circumstances, match: TableMatch | None) -> Circumstances:
    """Return the circumstances of a win with the round of the tiles' hand, and what else the match knows."""
    hand = hand_of(laid, match) if match else None
    if match is None or hand is None:
        return won
    known = replace(won, round=hand.round_wind)  # type: ignore[arg-type]
    return with_match(with_source(won, known, "match"), match, match.deal_of(hand))


def reassign(laid: TableHand, match: TableMatch, hand: Hand) -> SetDeal:
    """Return the edit that assigns tiles to a hand of a match: the same persons, with their winds in it."""
    won, before = laid.laid.won, match.seats_in(laid.laid.deal)
    winds: dict[str, Wind] = {player: wind for wind, player in hand.seats.items()}  # type: ignore[misc]
    seat = winds.get(before.get(won.seat or "", ""))
    discarder = winds.get(before.get(won.discarder or "", ""))
    first = winds.get(before.get(won.first_discarder or "", ""))
    round_wind: Wind = hand.round_wind  # type: ignore[assignment]
    known = replace(won, seat=seat, discarder=discarder, first_discarder=first, round=round_wind)
    return SetDeal(match.deal_of(hand), known)
