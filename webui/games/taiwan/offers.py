"""The offers of Taiwan: the winner's wind, an announced ready hand, a win by flowers, the blessings, replacements."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.games.taiwan.presets import Preset
from scoring.games.taiwan.words import NOTHING, TaiwanExtra
from scoring.rules import BOOKS
from scoring.tiles import FLOWERS, WINDS
from webui.hand.game import HandGame
from webui.hand.offered import Setting, Stated, Toggle, closed, kongs
from webui.hand.state import HandState, Slot, changed_of, given, held

_READY: Final[Mapping[str, tuple[str, str]]] = {
    "ready": ("", "1.11"),
    "ready-heaven": ("as_dealt", "1.12"),
    "ready-earth": ("at_once", "1.13"),
}
"""The ready hands that are announced, each with what it states beside, and its pattern."""
_FIRST: Final = (("heaven", True, "5.1"), ("earth", True, "5.2"), ("man", False, "5.3"))
"""The blessings, each with True if the tile is drawn, and its pattern."""


class TaiwanQuestions(HandGame):
    """The questions of Taiwan about a won hand."""

    def circumstances(self, state: HandState) -> Mapping[str, Sequence[Setting]]:
        """Return a replacement tile, also after a flower, and then the winner's wind where dice decide it."""
        won, found = state.won, dict[str, Sequence[Setting]]()
        if won.self_draw is not False and (kongs(state) or state.flowers or won.kong):
            replaced = won.kong is True and won.self_draw is True
            after = changed_of(won, given(won, True), kong=True)
            found["kong"] = [Setting(False, {"kong": False}, won.kong is False), Setting(True, after, replaced)]
        if _table(state).by_dice:
            found["wind"] = [Setting(wind, {"wind": wind}, _own(state).wind == wind) for wind in WINDS]
        return found

    def toggles(self, state: HandState, aside: Mapping[str, Slot]) -> Sequence[Toggle]:
        """Return an announced ready hand, a win by flowers, and the blessings, where the table counts them."""
        own, played = _own(state), {row.id for row in _table(state).patterns}
        found = [
            _ready(own, name, stated)
            for name, (stated, number) in _READY.items()
            if _is(own, stated) or (number in played and closed(state))
        ]
        if own.by_flowers or ("4.4" in played and _may_win_by_flowers(state)):
            drawn = len(state.flowers) == len(FLOWERS)  # of seven the eighth is another's, who pays as a discarder
            states = changed_of(state.won, given(state.won, drawn) if state.flowers else state.won, by_flowers=True)
            nothing: dict[str, Stated] = {"by_flowers": False}
            found.append(Toggle("flower-win", "flower-win", own.by_flowers, nothing if own.by_flowers else states))
        return [*found, *_blessings(state, played)]


def _may_win_by_flowers(state: HandState) -> bool:
    """Return True if a hand has seven flowers or more, or nobody named one and it lacks its winning tile alone."""
    if state.flowers or state.won.no_flowers:
        return len(state.flowers) >= len(FLOWERS) - 1
    return state.winning is None and held(state) == state.whole - 1


def _ready(own: TaiwanExtra, name: str, stated: str) -> Toggle:
    """Return the offer of a ready hand as it was announced; a hand is announced once."""
    nothing: dict[str, Stated] = {"announced": False, "as_dealt": False, "at_once": False}
    on = _is(own, stated)
    return Toggle(name, name, on, nothing if on else nothing | {"announced": True} | ({stated: True} if stated else {}))


def _is(own: TaiwanExtra, stated: str) -> bool:
    return bool(getattr(own, stated)) if stated else own.ready == "ready"


def _blessings(state: HandState, played: set[str]) -> list[Toggle]:
    """Return the blessings that may be: heaven is the dealer's, the others are not."""
    won, found = state.won, list[Toggle]()
    none: dict[str, Stated] = {"heaven": False, "earth": False, "man": False}
    for name, drawn, number in _FIRST:
        on = bool(getattr(won, name))
        fits = won.self_draw in (None, drawn) and (won.seat is None or (won.seat == "E") == (name == "heaven"))
        first = not (state.melds if name != "heaven" else not closed(state)) and not won.last_tile
        if on or (number in played and fits and first):
            states = changed_of(won, given(won, drawn), **none | {name: True})
            found.append(Toggle(name, name, on, {name: False} if on else states))
    return found


def _table(state: HandState) -> Preset:
    table: Preset = BOOKS[state.rules].preset
    return table


def _own(state: HandState) -> TaiwanExtra:
    """Return the circumstances that Taiwan alone has."""
    return state.won.extra if isinstance(state.won.extra, TaiwanExtra) else NOTHING
