"""Records that depend on another one, and the effect that undoing or correcting it would have on them."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import structs

from scoring.match.course import course_of
from scoring.match.records import Act, Erased, Renamed, Seated, Swapped, Void
from scoring.match.state import Hand, Match

_OF_PERSONS = (Seated, Swapped, Renamed, Erased)
"""Acts that change seats or names: others pay after them by intention."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """A record that would count differently after a change of another one.

    Attributes:
        record: Number of the record.
        before: Number of the hand that it counts in.
        after: Number of the hand that it would count in; the same if only its payments would change.
        paid: Points won or lost by it now, by player; without players whose points stay.
        pays: Points that would be won or lost by it.
    """

    record: int
    before: int
    after: int
    paid: Mapping[str, int]
    pays: Mapping[str, int]


def hanging(before: Match, after: Match, changed: int, act: Act) -> tuple[Hanging, ...]:
    """Return the other records that a change moves to another hand or makes pay differently, in their order.

    Args:
        before: The match before the change.
        after: The match with it.
        changed: Number of the changed record.
        act: Original act of that record.
    """
    old, new = _effects(before), _effects(after)
    found, persons = [], isinstance(act, _OF_PERSONS)
    for record in sorted(old.keys() & new.keys() - {changed}):
        (hand, paid, gains), (moved, pays, would) = old[record], new[record]
        if hand != moved or (paid != pays and not persons):
            found.append(Hanging(record, hand, moved, gains, would))
    return tuple(found)


def later_hands(match: Match, of: int) -> tuple[Hand, ...]:
    """Return the hands that were begun by a record or later, after the one that record number `of` ended."""
    ended = next((hand for hand in match.hands if hand.ended == of), None)
    return tuple([hand for hand in match.hands[ended.number :] if hand.records]) if ended else ()


def complete_void(void: Void, match: Match) -> Void:
    """Return a void that says whether its hand was played, if later hands hang on it.

    Unless it says so itself, they stay if they have ended and the dealer may deal again; else they move up.
    """
    later = later_hands(match, void.of)
    if void.played is not None or not later:
        return void
    stay = match.body.winner_deals_again and any(hand.ended is not None for hand in later)
    stay = stay or course_of(match.rules).hand.goes_on is not None  # the acts before it are of its hand alone
    return structs.replace(void, played=stay)


_Effect = tuple[int, tuple[object, ...], Mapping[str, int]]
"""Hand of a record, its costs in their order, and what each player wins or loses by it."""


def _effects(match: Match) -> Mapping[int, _Effect]:
    """Return the hand that each record counts in, and its costs."""
    costs: dict[int, list[object]] = {}
    for hand in match.hands:
        for transfer in hand.transfers:
            costs.setdefault(transfer.record, []).append(transfer)
        for deposit in hand.deposits:
            costs.setdefault(deposit.record, []).append(deposit)
    for fine in match.fines:
        costs.setdefault(fine.record, []).append((fine.player, fine.amount, fine.flow))
    return {
        record: (
            hand.number,
            tuple(costs.get(record, ())),
            {player: points for player, points in match.gains(hand, record).items() if points},
        )
        for hand in match.hands
        for record in hand.records
    }
