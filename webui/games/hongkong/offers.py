"""The offers of Hong Kong's houses: liability for fed melds, kong on kong, a flower's tile, the blessings."""

from collections.abc import Mapping, Sequence

from scoring.games.hongkong.presets import OFF, YES
from scoring.rules import BOOKS
from scoring.tiles import DRAGONS, FLOWERS, WINDS
from webui.hand.game import HandGame
from webui.hand.offered import Setting, Toggle, kongs, liable
from webui.hand.state import HandState, Slot, changed_of, given, places


class HongKongHand(HandGame):
    """The questions of a house about a won hand."""

    def circumstances(self, state: HandState) -> Mapping[str, Sequence[Setting]]:
        """Return who is liable, where the house knows that and somebody may be."""
        asks = state.won.liable or (_answers(state)["HK26"] != OFF and _may_be_liable(state))
        return {"liable": liable(state)} if asks else {}

    def toggles(self, state: HandState, aside: Mapping[str, Slot]) -> Sequence[Toggle]:
        """Return the rare luck of the house."""
        won, answers = state.won, _answers(state)
        found = list[Toggle]()
        if won.double_kong or (won.self_draw is not False and kongs(state) > 1):
            states = changed_of(won, given(won, True), kong=True, double_kong=True)
            on = won.double_kong
            found.append(Toggle("double-kong", "double-kong", on, {"double_kong": False} if on else states))
        if won.flower_tile or (won.self_draw is not False and not won.no_flowers and answers.get("HK32") == YES):
            states = changed_of(won, given(won, True), flower_tile=True)
            on = won.flower_tile
            found.append(Toggle("flower-tile", "flower-tile", on, {"flower_tile": False} if on else states))
        if won.man or (not won.self_draw and answers.get("HK21") != OFF):
            states = changed_of(won, given(won, False), man=True)
            found.append(Toggle("man", "man", won.man, {"man": False} if won.man else states))
        return [*found, *super().toggles(state, aside)]


def _answers(state: HandState) -> Mapping[str, str]:
    answers: Mapping[str, str] = BOOKS[state.rules].preset.answers
    return answers


def _may_be_liable(state: HandState) -> bool:
    """Return True if somebody may be liable for having fed the winner the last set.

    The hands are one suit with three melds, three sets of dragons, four of winds, four kongs, and a win on the
    replacement tile of a claimed kong.
    """
    claimed = [meld for meld in state.melds if meld.kind != "concealed-kong"]
    tiles = {slot.tile for slot in places(state).values() if slot.tile and slot.tile not in FLOWERS}
    suits = {tile[-1] for tile in tiles if tile not in (*WINDS, *DRAGONS)}
    fed = {meld.tiles[0].tile for meld in claimed if meld.kind != "chow"}
    return bool(claimed) and (
        (len(claimed) >= 3 and len(suits) <= 1)
        or len(fed & set(DRAGONS)) == len(DRAGONS)
        or len(fed & set(WINDS)) == len(WINDS)
        or kongs(state) == state.play.sets
        or (bool(state.won.kong) and state.won.self_draw is True and any(meld.kind == "kong" for meld in claimed))
    )
