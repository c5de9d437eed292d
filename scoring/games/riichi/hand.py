"""The riichi of a hand of a match: its counters, who declared riichi, and who waited at its end."""

from dataclasses import dataclass, field, replace
from typing import Self

from scoring.match.state import Hand, HandExtra


@dataclass(slots=True)
class RiichiHand(HandExtra):
    """The riichi of a hand.

    Attributes:
        honba: The counters on the table.
        declared: The players who declared riichi, in their order.
        opened: Those of them who showed the hand.
        tenpai: The players who waited when the hand was drawn; None if it was won or is in play, and for an abortive
            draw.
    """

    honba: int = 0
    declared: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    tenpai: tuple[str, ...] | None = None

    @property
    def carried(self) -> object:
        """The counters."""
        return self.honba

    def copy(self) -> Self:
        """Return a state that can change independently of this one."""
        return replace(self, declared=list(self.declared), opened=list(self.opened))


def riichi_of(hand: Hand) -> RiichiHand:
    """Return the riichi of a hand; an empty one in another game."""
    return hand.extra if isinstance(hand.extra, RiichiHand) else RiichiHand()
