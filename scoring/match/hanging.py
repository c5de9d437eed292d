"""Records that hang on another one: what an undo or a correction of it would do to them."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.match.records import Act, Erased, Renamed, Seated, Swapped
from scoring.match.state import Match

_OF_PERSONS = (Seated, Swapped, Renamed, Erased)
"""Acts about who sat where or is called how: with a change of them others pay, by intention."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """A record that would count in another way after a change of another one.

    Attributes:
        record: Its number.
        before: Number of the hand that it counts in.
        after: Number of the hand that it would count in; the same where it would only pay otherwise.
    """

    record: int
    before: int
    after: int


def hanging(before: Match, after: Match, changed: int, act: Act) -> tuple[Hanging, ...]:
    """Return the other records that a change moves to another hand, or lets pay otherwise, in their order.

    Args:
        before: The match before the change.
        after: The match with it.
        changed: Number of the record that is changed.
        act: What that record said at first.
    """
    old, new = _effects(before), _effects(after)
    found, persons = [], isinstance(act, _OF_PERSONS)
    for record in sorted(old.keys() & new.keys() - {changed}):
        (hand, paid), (moved, pays) = old[record], new[record]
        if hand != moved or (paid != pays and not persons):
            found.append(Hanging(record, hand, moved))
    return tuple(found)


def _effects(match: Match) -> Mapping[int, tuple[int, tuple[object, ...]]]:
    """The hand that each record counts in, and what it costs whom."""
    costs: dict[int, tuple[object, ...]] = {}
    for hand in match.hands:
        for transfer in hand.transfers:
            costs[transfer.record] = (
                *costs.get(transfer.record, ()),
                (transfer.payer, transfer.payee, transfer.points),
            )
    for fine in match.fines:
        costs[fine.record] = (*costs.get(fine.record, ()), (fine.player, fine.amount, fine.flow))
    return {record: (hand.number, costs.get(record, ())) for hand in match.hands for record in hand.records}
