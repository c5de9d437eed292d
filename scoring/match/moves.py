"""Changes of places at the table between two hands."""

from dataclasses import dataclass

from scoring.match.state import Hand
from scoring.tiles import WINDS


@dataclass(frozen=True, slots=True)
class HandMove:
    """A player who moves to another place with a hand.

    Attributes:
        player: Name of the player.
        before: The old place: 0 is that of the first dealer, 1 to 3 follow counter-clockwise.
        place: The new place.
        of: Name of the player who sat there.
    """

    player: str
    before: int
    place: int
    of: str


def places(hand: Hand) -> dict[str, int]:
    """Return the place of each player in a hand: 0 is that of the first dealer, 1 to 3 follow counter-clockwise."""
    return {player: place_of(hand.deal, seat, len(hand.seats)) for seat, player in hand.seats.items()}


def place_of(deal: int, seat: str, players: int = 4) -> int:
    """Return the place at the table of a seat wind in a deal, which each passes on by one place.

    Args:
        deal: Number of the deal, from 1: see `Hand.deal`.
        seat: The seat wind.
        players: Number of players.
    """
    return (deal - 1 + WINDS.index(seat)) % players


def moves(before: Hand, hand: Hand) -> tuple[HandMove, ...]:
    """Return the changes of places between a hand and the next, in the order of the old places."""
    old, new = places(before), places(hand)
    sat = {place: player for player, place in old.items()}
    return tuple(
        [HandMove(player, at, new[player], sat[new[player]]) for player, at in old.items() if new[player] != at]
    )
