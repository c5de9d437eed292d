"""Who changes places at the table between two hands."""

from dataclasses import dataclass

from scoring.match.state import Hand
from scoring.tiles import WINDS


@dataclass(frozen=True, slots=True)
class Move:
    """A player who sits at another place from a hand on.

    Attributes:
        player: Their name.
        before: The place that they leave: 0 is that of the first dealer, 1 to 3 follow counter-clockwise.
        place: The place that they go to.
        of: Name of who sat there.
    """

    player: str
    before: int
    place: int
    of: str


def places(hand: Hand) -> dict[str, int]:
    """The place of each player in a hand: 0 is that of the first dealer, 1 to 3 follow counter-clockwise."""
    return {player: place_of(hand.number, seat) for seat, player in hand.seats.items()}


def place_of(number: int, seat: str) -> int:
    """The place at the table that has a seat wind in a hand: the deal passes on by one place a hand.

    Args:
        number: Number of the hand, 1 to 16.
        seat: The seat wind.
    """
    return (number - 1 + WINDS.index(seat)) % 4


def moves(before: Hand, hand: Hand) -> tuple[Move, ...]:
    """Who changes places between a hand and the next, in the order of the places that they leave."""
    old, new = places(before), places(hand)
    sat = {place: player for player, place in old.items()}
    return tuple([Move(player, at, new[player], sat[new[player]]) for player, at in old.items() if new[player] != at])
