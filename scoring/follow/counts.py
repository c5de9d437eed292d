"""Hands of a wrong number of tiles, as the events of a deal show them."""

from collections.abc import Iterable
from typing import Final, Literal

from scoring.follow.events import AnyEvent, Claim, Discard, Kong, Unseen, Win
from scoring.follow.state import follows
from scoring.play import USUAL, Play

Amiss = Literal["too-many", "out-of-turn", "kong-on-claim"]
"""A fault: a player holds a tile more than they should, as they took one and did not discard; or discarded out of
turn, and holds a tile less unless they drew out of turn too; or made a kong in the turn of a chow or a pung."""

_PLAYS: Final = (Discard, Claim, Kong)


def amiss(events: Iterable[AnyEvent], dealer: int, play: Play = USUAL) -> dict[int, tuple[Amiss, int]]:
    """Return what is wrong with the hand or the turn of each seat, where the events say so surely, and the number of
    events after which a discard must have gone unseen if it is not.

    Args:
        events: The events in order. After one that is not sure, or was not seen, the count begins anew.
        dealer: The seat of East, who holds 14 tiles at first.
        play: The way in which the game is played.
    """
    found: dict[int, tuple[Amiss, int]] = {}
    claimed = 0  # who has a chow or a pung of this turn
    turn, holds = dealer, dealer  # who has to play, and who has a tile too many until they discard; 0 if not known
    won: tuple[int, ...] = ()
    last = 0  # events up to the last one of a turn
    for count, event in enumerate(events, 1):
        if isinstance(event, Unseen | Win):
            turn = holds = claimed = 0
            won = (*won, event.seat) if isinstance(event, Win) else won
        if not isinstance(event, _PLAYS) or event.seat not in play.seats:
            continue
        if event.sure and holds and event.seat != holds:
            found[holds] = "too-many", last
        elif event.sure and isinstance(event, Discard | Kong) and turn and event.seat not in (turn, holds):
            found[event.seat] = "out-of-turn", last
        elif event.sure and isinstance(event, Kong) and event.seat == claimed and play.kong_drawn:
            found.setdefault(event.seat, ("kong-on-claim", last))
        claimed = event.seat if event.sure and isinstance(event, Claim) and event.kind != "kong" else 0
        discards = isinstance(event, Discard)
        holds = 0 if discards or not event.sure else event.seat
        turn = 0 if not event.sure else follows(event.seat, won, play.players) if discards else event.seat
        last = count
    return found
