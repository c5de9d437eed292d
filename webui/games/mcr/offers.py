"""The offers of the Chinese competition rules: the last tile of its kind."""

from collections.abc import Mapping, Sequence

from scoring.tiles import PLAYED
from webui.hand.game import HandGame
from webui.hand.offered import Toggle
from webui.hand.state import HandState, Slot


class McrHand(HandGame):
    """The questions of the Chinese competition rules about a won hand."""

    def toggles(self, state: HandState, aside: Mapping[str, Slot]) -> Sequence[Toggle]:
        """Return the last tile of its kind; blessings count nothing."""
        on = state.won.last_of_kind
        return [Toggle("last-of-kind", "last-of-kind", on, {"last_of_kind": not on}, _others_shown(state, aside))]


def _others_shown(state: HandState, aside: Mapping[str, Slot]) -> tuple[int, ...]:
    """Return the three other tiles of the winning tile's kind if all lie open in the photo; otherwise none.

    Open are tiles aside and tiles of claimed melds, as the book of 1998 counts them; the photo does not show how tiles
    aside came to lie there.
    """
    code = state.winning.tile if state.winning else None
    melds = [slot for meld in state.melds if meld.source for slot in meld.tiles]
    shown = [slot.seen for slot in (*melds, *aside.values()) if slot.tile == code and slot.seen is not None]
    held = any(slot.tile == code for slot in state.concealed)
    return tuple(shown) if code in PLAYED and len(shown) == 3 and not held else ()
