"""The tiles that would complete a hand of 13 tiles, with the points of each."""

from dataclasses import dataclass, replace

from scoring.tiles import PLAYED
from webui.hand.offers import copies_left
from webui.hand.state import WHOLE, HandState, Slot, held, outcome


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a hand.

    Attributes:
        tile: Its code.
        low: Fewest points with it, over the open circumstances.
        high: Most points with it.
    """

    tile: str
    low: int
    high: int


def waits(state: HandState) -> tuple[Wait, ...]:
    """Return the tiles that complete a hand which lacks only its winning tile; empty for any other hand."""
    if state.winning or held(state) != WHOLE - 1:
        return ()
    left = copies_left(state)
    found = ((tile, outcome(replace(state, winning=Slot(tile))).assessment) for tile in PLAYED if left[tile] > 0)
    return tuple([Wait(tile, worth.low, worth.high) for tile, worth in found if worth and worth.wins])
