"""The game of riichi."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from scoring.errors import RulingError
from scoring.games.game import Game, Library, RuleBook, Shapes, WinWays
from scoring.games.riichi import combine, ways
from scoring.games.riichi.findings import FAULT_OF
from scoring.games.riichi.presets import PRESETS, Preset
from scoring.games.riichi.value import RiichiScore
from scoring.games.riichi.words import NOTHING, WORDS, declared
from scoring.games.riichi.yaku import FED_OPEN_RIICHI, OPEN_RIICHI, YAKU, listed
from scoring.hand import Win
from scoring.listing import RuleListing
from scoring.luck import RareLuck, some
from scoring.play import Play
from scoring.tournament import about
from scoring.ways import ATTRIBUTES, otherwise


def _rules_out_ippatsu(win: Win) -> bool:
    return declared(win).riichi is None or any(meld.exposed for meld in win.melds)


_WAYS: Final = WinWays(
    {
        **ATTRIBUTES,
        **{name: f"extra.{name}" for name in ("riichi", "dora", "ura")},
        "from-riichi": "extra.from_riichi",
    },
    unknown=lambda win, book: (*win.unknown, *ways.unknowns(win, book.preset)),
    possible=lambda win, book: ways.ways(win, book.preset),
    otherwise=lambda taken, circumstance: ways.otherwise(taken, circumstance) or otherwise(taken, circumstance),
)
"""The unknown circumstances of every game, then those of riichi; indicators give no dora, or the most that they can."""


class Riichi(Game):
    """The game of riichi."""

    id = "riichi"
    title = "Riichi"
    unit = "han"
    shapes = Shapes(red_fives=True, indicators=True)
    play = Play(
        "riichi",
        tiles=136,
        flowers=0,
        dead=14,
        stacks=(17, 17, 17, 17),
        throws=1,
        crosswise=True,
        declares="riichi",
        kong_drawn=True,
        kong_last=False,
        knitted=False,
        pairs="different",
    )
    help = (
        "Under riichi (riichi-ema, riichi-wrc, riichi-mleague, riichi-home …) also: 0m 0p 0s for red fives, riichi "
        "no-riichi double-riichi open-riichi ippatsu haitei houtei rinshan chankan, dora=4p9m and ura=C (the "
        "indicators), honba=2 sticks=1, liable=N."
    )
    library = Library("Riichi needs the extra riichi.", lambda: combine.check_library())
    order = 3
    score = staticmethod(combine.score)
    worth = staticmethod(combine.worth)
    blank = NOTHING
    words = WORDS
    unsettled = RiichiScore()
    faults = FAULT_OF
    luck = {  # noqa: RUF012
        "ippatsu": RareLuck("extra.ippatsu", {"extra.riichi": True}, _rules_out_ippatsu),
        **some("last-tile", "robbed-kong"),
    }
    ways = _WAYS
    ignored = frozenset({"last-of-kind", "flower-tile"})
    presets = PRESETS

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a house's file, which has switches alone."""
        from scoring.games.riichi import switches  # a hand under a built-in preset needs no matches

        for key in ("minimum", "values", "excluded", "patterns"):
            if key in given:
                raise RulingError("unknown-key", key=key, known=("name", "title", "base", "source", "switches"))
        return switches.house(base, about(given, PRESETS[base]), switches.chosen(given))

    @cached_property
    def acts(self) -> Sequence[type[Any]]:
        """The declaration of riichi."""
        from scoring.games.riichi.acts import DeclaredRiichi  # scoring a hand needs no matches

        return (DeclaredRiichi,)

    @cached_property
    def match(self) -> object:
        """The matches of riichi."""
        from scoring.games.riichi.match import COURSE  # scoring a hand needs no matches

        return COURSE

    def traits(self, preset: Preset) -> dict[str, Any]:
        """Return the pairs of riichi, and the red fives of a preset."""
        return {"pairs": "different", "red": preset.red}

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the yaku that a preset counts, with the han of a closed and of an open hand."""
        preset: Preset = book.preset
        absent = {
            *([] if preset.man else ["Renhou"]),
            *([] if preset.red else ["Aka Dora"]),
            *(OPEN_RIICHI if preset.open_riichi == "no" else ()),
            *([] if preset.open_riichi == "yakuman" else [FED_OPEN_RIICHI]),
        }
        return listed([row for row in YAKU.values() if row.name not in absent], preset.double)


GAME: Final = Riichi()
"""The game as `scoring.rules` knows it."""
