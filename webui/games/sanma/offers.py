"""The offers of riichi for three: those of riichi, Norths set aside, and a North that was robbed."""

from collections.abc import Mapping, Sequence

from scoring.games.sanma.words import NOTHING, SanmaExtra
from scoring.rules import BOOKS
from scoring.tiles import COPIES
from webui.games.riichi.offers import RiichiQuestions
from webui.hand.offered import Setting, Toggle
from webui.hand.state import HandState, Slot, changed_of, given, places


class SanmaQuestions(RiichiQuestions):
    """The questions of riichi for three about a won hand."""

    def circumstances(self, state: HandState) -> Mapping[str, Sequence[Setting]]:
        """Return those of riichi, how many Norths the winner has set aside where that counts, and the replacement of
        one where that counts as a kong's."""
        found, own, won = {**super().circumstances(state)}, _own(state), state.won
        held = sum(slot.tile == "N" for slot in places(state).values())
        if BOOKS[state.rules].preset.north == "bonus" or own.norths:
            most = max(COPIES - held, own.norths or 0)
            found["norths"] = [Setting(n, {"norths": n}, own.norths == n) for n in range(most + 1)]
        if own.norths and won.self_draw is not False and BOOKS[state.rules].preset.north_drawn:
            drawn = changed_of(won, given(won, True), kong=True)
            happened = won.kong is True and won.self_draw is True
            found["kong"] = [Setting(False, {"kong": False}, won.kong is False), Setting(True, drawn, happened)]
        return found

    def toggles(self, state: HandState, aside: Mapping[str, Slot]) -> Sequence[Toggle]:
        """Return those of riichi, and a North that another player set aside and that was won on."""
        found, own, won = list(super().toggles(state, aside)), _own(state), state.won
        preset, tile = BOOKS[state.rules].preset, state.winning.tile if state.winning else None
        possible = preset.north == "bonus" and preset.north_robbed != "off" and tile == "N" and not won.kong
        if own.robbed or (possible and not won.self_draw):
            robs = changed_of(won, given(won, False), robbed=True)
            found.append(Toggle("rob-north", "rob-north", own.robbed, {"robbed": False} if own.robbed else robs))
        return found


def _own(state: HandState) -> SanmaExtra:
    """Return the circumstances that riichi for three alone has."""
    return state.won.extra if isinstance(state.won.extra, SanmaExtra) else NOTHING
