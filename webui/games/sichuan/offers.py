"""The offers of Sichuan: the void suit, a shot after a kong, the blessings."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.games.sichuan.words import NOTHING, SichuanExtra
from scoring.rules import BOOKS
from scoring.tiles import SUITS
from webui.hand.game import HandGame
from webui.hand.offered import Setting, Toggle
from webui.hand.state import HandState, Slot, changed_of, given, places

_FIRST: Final = (("heaven", (True,)), ("earth", (True, False)))
"""The blessings, each with the ways to win on it: drawn or not."""


class SichuanQuestions(HandGame):
    """The questions of Sichuan about a won hand."""

    flowers = False

    def circumstances(self, state: HandState) -> Mapping[str, Sequence[Setting]]:
        """Return the void suit, of a hand with two suits."""
        void, suits = _own(state).void, _suits(state)
        if void is None and len(suits) != len(SUITS) - 1:
            return {}
        return {"void": [Setting(suit, {"void": suit}, suit == void) for suit in SUITS]}

    def toggles(self, state: HandState, aside: Mapping[str, Slot]) -> Sequence[Toggle]:
        """Return a shot after a kong, and the blessings where the table plays them."""
        won, shot, found = state.won, _own(state).shot, list[Toggle]()
        if not won.self_draw:
            states = changed_of(won, given(won, False), shot=True)
            found.append(Toggle("kong-shot", "kong-shot", shot, {"shot": False} if shot else states))
        played = {row.id for row in BOOKS[state.rules].preset.patterns}
        first = "1.6" in played and not (state.melds or won.last_tile or won.kong)
        for name, draws in _FIRST:
            on = bool(getattr(won, name))
            fits = won.self_draw is None or won.self_draw in draws
            if on or (first and fits and (won.seat is None or (won.seat == "E") == (name == "heaven"))):
                drawn = True if won.self_draw is None else won.self_draw
                states = changed_of(won, given(won, drawn), **{"heaven": False, "earth": False, name: True})
                found.append(Toggle(name, name, on, {name: False} if on else states))
        return found


def _own(state: HandState) -> SichuanExtra:
    """Return the circumstances that Sichuan alone has."""
    return state.won.extra if isinstance(state.won.extra, SichuanExtra) else NOTHING


def _suits(state: HandState) -> set[str]:
    return {slot.tile[-1] for slot in places(state).values() if slot.tile and slot.tile[-1] in SUITS}
