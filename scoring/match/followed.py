"""Hands of a match as a camera over the table followed them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.follow.events import AnyEvent
from scoring.match.state import Hand
from scoring.tiles import WINDS


@dataclass(frozen=True, slots=True)
class FollowedHand:
    """A hand of a match as it was followed.

    Attributes:
        hand: The hand.
        events: Its events in the order in which they happened, corrections applied.
        east: The seat at which the camera saw East, 1 to 4; where three play, nobody sits at 4.
        whole: False if for some time nothing was followed.
    """

    hand: Hand
    events: Sequence[AnyEvent]
    east: int
    whole: bool = True

    def place(self, seat: int) -> int:
        """Return the place of a seat after East, who has 0."""
        return (seat - self.east) % len(self.hand.seats)

    def player(self, seat: int) -> str:
        """Return the player at a seat."""
        return self.hand.seats[WINDS[self.place(seat)]]


UntoldKind = Literal["gap", "turn", "name", "call", "declared", "aside", "end"]
"""The kind of reason why the course of a hand cannot be told: something was not seen, a move was out of turn, a tile
has no name, a call is not of the discard before it, declarations, tiles set aside or the end are not those of the
record."""


class Untold(NamedTuple):
    """The first reason why formats of other programs cannot tell a hand.

    Attributes:
        kind: The kind.
        t: The second of the event that shows it; None without one.
    """

    kind: UntoldKind
    t: float | None = None
