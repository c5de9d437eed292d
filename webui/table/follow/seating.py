"""The seat of East as the followed play shows it, where the match has another one; asked once, and turned by a tap."""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from scoring.follow.events import Declared, Discard
from scoring.tiles import WINDS
from webui.hand.hand import TableHand
from webui.records.values import ValueStore
from webui.table.follow.journal import FollowedDeal, FollowJournal, Step
from webui.table.follow.win import stated

KEY: Final = "seats-right"
"""The key of the match, by the record that seats it, whose players sit as they are named, as a person says."""


def other_seat(deal: FollowedDeal, hands: Iterable[TableHand], declared: Collection[str] = ()) -> int:
    """Return the seat at which East must sit instead: where the deal began, or as a winner says whose hand lies open,
    or as those say who declared, where their sticks lie before other seats.

    Args:
        deal: The deal.
        hands: Hands of the table, the newest first.
        declared: The seat winds of those who declared, as the match has it.

    Returns:
        The seat; 0 if nothing contradicts the match.
    """
    if deal.begun.sits:
        return deal.begun.sits
    seats = deal.begun.played.seats
    count = len(seats)
    for hand in hands:
        chair, wind = hand.reading.chair if hand.reading else 0, hand.laid.won.seat
        if chair in seats and wind and hand.laid.deal == deal.begun.hand and "seat" in stated(hand):
            east = (chair - 1 - WINDS.index(wind)) % count + 1
            return east if east != deal.begun.east else 0
    sticks = {step.event.seat: step.event.sure for step in deal.steps if isinstance(step.event, Declared)}
    if sticks and len(sticks) == len(declared) and all(sticks.values()):
        easts = [east for east in seats if {WINDS[(seat - east) % count] for seat in sticks} == {*declared}]
        return easts[0] if len(easts) == 1 and easts[0] != deal.begun.east else 0
    return 0


def first_of(deal: FollowedDeal, seat: int) -> Step | None:
    """Return the first discard of a seat, or None."""
    own = (step for step in deal.steps if isinstance(step.event, Discard) and step.event.seat == seat)
    return next(own, None)


def are_right(values: ValueStore, table: int, deal: FollowedDeal) -> bool:
    """Return True if a person has said that the players of a deal's match sit as they are named."""
    return bool(values.get(table, KEY) == deal.begun.hand.match)


def say_right(values: ValueStore, table: int, deal: FollowedDeal) -> None:
    """Keep a person's word that the players of a deal's match sit as they are named.

    Raises:
        webui.records.errors.RecordsError: It cannot be stored.
    """
    values.keep(table, KEY, deal.begun.hand.match)


def turn(journal: FollowJournal, deal: FollowedDeal, east: int) -> None:
    """Let East sit at another seat in a deal, and the others after them.

    Raises:
        webui.records.errors.RecordsError: It cannot be stored.
    """
    journal.assign(deal.number, replace(deal.begun, east=east, sits=0))
