"""The game of riichi for three players."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec

from scoring.errors import RulingError
from scoring.games.deal import SettledDeal
from scoring.games.game import Game, Library, RuleBook, Shapes, WinWays
from scoring.games.riichi.combine import check_library
from scoring.games.riichi.value import RiichiScore
from scoring.games.riichi.yaku import listed
from scoring.games.sanma import combine, ways
from scoring.games.sanma.findings import FAULT_OF, PLAY
from scoring.games.sanma.presets import PRESETS, Preset
from scoring.games.sanma.words import NOTHING, WORDS, stated
from scoring.games.sanma.yaku import YAKU
from scoring.hand import Win
from scoring.listing import RuleListing
from scoring.luck import RareLuck, some
from scoring.tournament import about
from scoring.ways import ATTRIBUTES


def _rules_out_ippatsu(win: Win) -> bool:
    return stated(win).riichi is None or any(meld.exposed for meld in win.melds)


_WAYS: Final = WinWays(
    {**ATTRIBUTES, **{name: f"extra.{name}" for name in ("riichi", "dora", "ura", "norths")}},
    unknown=lambda win, book: (*win.unknown, *ways.unknowns(win, book.preset)),
    possible=lambda win, book: ways.ways(win, book.preset),
    otherwise=ways.otherwise,
)
"""The unknown circumstances of every game, then those of riichi for three."""

_NORTHS_KEPT: Final = msgspec.structs.replace(PLAY, aside=())
"""The play of a table where no North is set aside (SA1)."""


class Sanma(Game):
    """The game of riichi for three players."""

    id = "sanma"
    title = "Riichi for three"
    unit = "han"
    shapes = Shapes(red_fives=True, indicators=True)
    play = PLAY
    help = (
        "Under riichi for three (sanma-tenhou, sanma-mjsoul, sanma-home) the words of riichi, and: norths=2 (Norths "
        "set aside), rob-north (won on the North that another player set aside)."
    )
    library = Library("Riichi for three needs the extra riichi.", check_library)
    order = 5
    score = staticmethod(combine.score)
    worth = staticmethod(combine.worth)
    blank = NOTHING
    words = WORDS
    unsettled = RiichiScore()
    faults = FAULT_OF
    luck = {  # noqa: RUF012
        "ippatsu": RareLuck("extra.ippatsu", {"extra.riichi": True}, _rules_out_ippatsu),
        "rob-north": RareLuck("extra.robbed", {"self_draw": False}, lambda win: win.winning != "N" or bool(win.kong)),
        **some("last-tile", "robbed-kong"),
    }
    ways = _WAYS
    ignored = frozenset({"last-of-kind", "flower-tile", "man"})
    presets = PRESETS

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a house's file, which has switches alone."""
        from scoring.games.sanma import switches  # a hand under a built-in preset needs no switches

        for key in ("minimum", "values", "excluded", "patterns"):
            if key in given:
                raise RulingError("unknown-key", key=key, known=("name", "title", "base", "source", "switches"))
        return switches.house(base, about(given, PRESETS[base]), switches.chosen(given))

    @cached_property
    def acts(self) -> Sequence[type[Any]]:
        """A North set aside; riichi is declared by the act of riichi."""
        from scoring.games.sanma.acts import SetAside  # scoring a hand needs no matches

        return (SetAside,)

    @cached_property
    def match(self) -> object:
        """The matches of riichi for three."""
        from scoring.games.sanma.match import COURSE  # scoring a hand needs no matches

        return COURSE

    def settle(self, given: Mapping[str, Any], book: RuleBook) -> SettledDeal:
        """Return a deal of a file as its acts settle it."""
        from scoring.games.sanma.deal import settle  # scoring a hand needs no deals

        return settle(given, book.preset)

    def traits(self, preset: Preset) -> dict[str, Any]:
        """Return the pairs of riichi, the red fives of a preset, and play in which no North is set aside, if so."""
        kept = {} if preset.north == "bonus" else {"play": _NORTHS_KEPT}
        return {"pairs": "different", "red": preset.red} | kept

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the yaku that a preset counts, with the han of a closed and of an open hand."""
        preset: Preset = book.preset
        absent = {
            *([] if preset.red else ["Aka Dora"]),
            *([] if preset.north == "value" else ["Yakuhai (north)"]),
            *([] if preset.north == "bonus" else ["Nuki Dora"]),
        }
        return listed([row for row in YAKU.values() if row.name not in absent], preset.double)


GAME: Final = Sanma()
"""The game as `scoring.rules` knows it."""
