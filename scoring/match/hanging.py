"""Records that depend on another one, and the effect that undoing or correcting it would have on them."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.match.records import Act, Erased, Renamed, Seated, Swapped
from scoring.match.state import Match

_OF_PERSONS = (Seated, Swapped, Renamed, Erased)
"""Acts that change seats or names: others pay after them by intention."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """A record that would count differently after a change of another one.

    Attributes:
        record: Number of the record.
        before: Number of the hand that it counts in.
        after: Number of the hand that it would count in; the same if only its payments would change.
    """

    record: int
    before: int
    after: int


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
        (hand, paid), (moved, pays) = old[record], new[record]
        if hand != moved or (paid != pays and not persons):
            found.append(Hanging(record, hand, moved))
    return tuple(found)


def _effects(match: Match) -> Mapping[int, tuple[int, tuple[object, ...]]]:
    """Return the hand that each record counts in, and its costs by player."""
    costs: dict[int, tuple[object, ...]] = {}
    for hand in match.hands:
        for transfer in hand.transfers:
            costs[transfer.record] = (
                *costs.get(transfer.record, ()),
                (transfer.payer, transfer.payee, transfer.points),
            )
        for deposit in hand.deposits:
            costs[deposit.record] = (*costs.get(deposit.record, ()), (deposit.player, deposit.points))
    for fine in match.fines:
        costs[fine.record] = (*costs.get(fine.record, ()), (fine.player, fine.amount, fine.flow))
    return {record: (hand.number, costs.get(record, ())) for hand in match.hands for record in hand.records}
