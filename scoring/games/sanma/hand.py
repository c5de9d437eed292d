"""The state of a hand of a match of three: that of riichi, and the Norths set aside."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Self

from scoring.games.riichi.hand import RiichiHand
from scoring.match.state import Hand


@dataclass(slots=True)
class SanmaState(RiichiHand):
    """The riichi of a hand, and its Norths.

    Attributes:
        norths: The Norths that each player has set aside; those without one are left out.
    """

    norths: Counter[str] = field(default_factory=Counter)

    def copy(self) -> Self:
        """Return a state that can change independently of this one."""
        return replace(self, declared=list(self.declared), opened=list(self.opened), norths=Counter(self.norths))


def sanma_of(hand: Hand) -> SanmaState:
    """Return the state of a hand; an empty one in another game."""
    return hand.extra if isinstance(hand.extra, SanmaState) else SanmaState()
