"""Hands of a wrong number of tiles, as the events of a deal show them."""

from collections.abc import Iterable
from typing import Final, Literal

from scoring.follow.events import AnyEvent, Claim, Discard, Kong, Unseen
from scoring.follow.seen import SEATS

Amiss = Literal["too-many", "out-of-turn"]
"""A fault: a player holds a tile more than they should, as they took one and did not discard; or discarded out of
turn, and holds a tile less unless they drew out of turn too."""

_PLAYS: Final = (Discard, Claim, Kong)


def amiss(events: Iterable[AnyEvent], dealer: int) -> dict[int, Amiss]:
    """Return what is wrong with the hand of each seat, where the events say so surely.

    Args:
        events: The events in order. After one that is not sure, or was not seen, the count begins anew.
        dealer: The seat of East, who holds 14 tiles at first.
    """
    found: dict[int, Amiss] = {}
    turn, holds = dealer, dealer  # who has to play, and who has a tile too many until they discard; 0 if not known
    for event in events:
        if isinstance(event, Unseen):
            turn = holds = 0
        if not isinstance(event, _PLAYS) or event.seat not in SEATS:
            continue
        if event.sure and holds and event.seat != holds:
            found[holds] = "too-many"
        elif event.sure and isinstance(event, Discard | Kong) and turn and event.seat not in (turn, holds):
            found[event.seat] = "out-of-turn"
        discards = isinstance(event, Discard)
        holds = 0 if discards or not event.sure else event.seat
        turn = 0 if not event.sure else event.seat % 4 + 1 if discards else event.seat
    return found
