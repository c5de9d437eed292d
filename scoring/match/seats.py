"""The seats of a hand, and the order of claims."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

from scoring.tiles import WINDS

SeatChanges = tuple[tuple[int, int, int, int], ...]
"""After each round but the last: for the new East, South, West and North the index of their old seat."""

SEAT_CHANGES: Final[SeatChanges] = (
    (1, 0, 3, 2),  # E-S and W-N change places
    (3, 2, 0, 1),  # E to W, W to S, S to N, N to E
    (1, 0, 3, 2),  # as the first
)
"""After the East, South and West rounds (printed 1998 book, chapters 4 and 5).

A forum (reachmahjong, t=53999) and an older French encyclopedia say the same of the book of 2006.
"""


def round_wind_of(deal: int, players: int = 4) -> str:
    """Return the prevalent wind of a deal, of which a round has one for each player; after North it is East again."""
    return WINDS[(deal - 1) // players % len(WINDS)]


@cache
def places_of_deal(deal: int, changes: SeatChanges = SEAT_CHANGES, players: int = 4) -> Mapping[str, int]:
    """Return the places of a deal by seat wind: East, South, West and North of the first are 0, 1, 2 and 3.

    After every round the players change places. Source: printed 1998 book, chapters 4 and 5.

    Args:
        deal: Number of the deal, from 1: see `Hand.deal`.
        changes: The changes of places between the rounds.
        players: Number of players.
    """
    round_, passed = divmod(deal - 1, players)
    places: Sequence[int] = range(players)
    for change in changes[:round_]:
        places = [places[seat] for seat in change]
    return {WINDS[(at - passed) % players]: place for at, place in enumerate(places)}


def seats_of_deal(players: Sequence[str], deal: int, changes: SeatChanges = SEAT_CHANGES) -> dict[str, str]:
    """Return the players of a deal by seat wind.

    Args:
        players: East, South, West and North of the first deal, or three of them.
        deal: Number of the deal, from 1.
        changes: The changes of places between the rounds.
    """
    return {seat: players[place] for seat, place in places_of_deal(deal, changes, len(players)).items()}


def first_claimant(discarder: str, claimants: Collection[str]) -> str:
    """Return the winner among players who claim the same discard: the next counter-clockwise from the discarder.

    Source: the 1998 text ("order in the former"). The scoring list of the World Series of Mahjong is silent; another
    page of its organisers has the same order (lower, opposite, upper seat).

    Args:
        discarder: Seat wind of the discarder.
        claimants: Seat winds of the claimants, at least one of them not the discarder's.
    """
    after = WINDS.index(discarder) + 1
    return next(seat for seat in WINDS[after:] + WINDS[:after] if seat in claimants)
