"""Hands that lack their winning tile: the tiles that would complete one, with the points of each."""

from dataclasses import dataclass, replace

from scoring.circumstances import wins
from scoring.errors import MissingLibraryError
from scoring.hand import Win
from scoring.rules import BOOKS, game_of
from webui.hand.attempt import attempt
from webui.hand.offered import copies_left
from webui.hand.state import HandState, Slot, held, outcome, places, to_win


@dataclass(frozen=True, slots=True)
class HandWait:
    """A tile that completes a hand.

    Attributes:
        tile: Its code.
        low: Fewest points with it, over the open circumstances.
        high: Most points with it.
    """

    tile: str
    low: int
    high: int


def waits(state: HandState) -> tuple[HandWait, ...]:
    """Return the tiles that complete a hand which lacks only its winning tile; empty for any other hand."""
    if state.winning or held(state) != state.whole - 1 or state.rules not in BOOKS:
        return ()
    try:
        game_of(state.rules).library.expect()
    except MissingLibraryError:
        return ()
    left = copies_left(places(state))
    complete = {tile: replace(state, winning=Slot(tile)) for tile in state.play.faces if left[tile] > 0}
    found = ((tile, outcome(hand).assessment) for tile, hand in complete.items() if _may_win(hand))
    return tuple([HandWait(tile, worth.low, worth.high) for tile, worth in found if worth and worth.wins])


def waiting(state: HandState) -> Win | None:
    """Return a hand of known tiles that lacks one, as it is scored without a winning tile, or None for any other."""
    if held(state) != state.whole - 1 or any(slot.tile is None for slot in places(state).values()):
        return None
    win = to_win(state)
    last = (win.winning,) if win.winning else ()
    return replace(win, concealed=(*win.concealed, *last), winning=None)


def _may_win(hand: HandState) -> bool:
    """Return False if a hand does not win however it was won, which is known from one sheet."""
    return attempt("waits", lambda: wins(to_win(hand), hand.rules), otherwise=False)
