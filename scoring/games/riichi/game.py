"""The game of riichi."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final

from msgspec import Meta

from scoring.games.game import Game, RuleBook
from scoring.games.riichi import combine
from scoring.games.riichi.presets import PRESETS, Preset

Indicators = Annotated[tuple[Annotated[str, Meta(pattern="^([1-9][mps]|[ESWNCFP])$")], ...], Meta(max_length=5)]
"""Indicators of dora: one, and another for each kong of the table, at most four."""

Counters = Annotated[int, Meta(ge=0, le=99)]

_STATED: Final[Mapping[str, tuple[Any, Any]]] = {
    "riichi": (bool | None, None),
    "double_riichi": (bool, False),
    "ippatsu": (bool, False),
    "dora": (Indicators | None, None),
    "ura": (Indicators | None, None),
    "honba": (Counters, 0),
    "sticks": (Counters, 0),
}
"""Riichi declared, in the first go-round (`riichi` is then True too), and won within a go-round of it; the indicators
that lie open and those below them, empty for none; the counters and riichi sticks on the table."""


class Riichi(Game):
    """The game of riichi; clubs have no files for it."""

    id = "riichi"
    title = "Riichi"
    unit = "han"
    red_fives = True
    order = 3
    stated = _STATED
    of_winner = {"riichi": ("riichi", "double_riichi", "ippatsu", "ura")}  # noqa: RUF012
    presets = PRESETS

    @property
    def bases(self) -> Mapping[str, Any]:
        """No presets: a tournament's file cannot change them."""
        return {}

    def expect_library(self) -> None:
        """Refuse to score hands without the library of the extra `riichi`."""
        combine.check_library()

    def book(self, preset: Preset, base: str, text: str = "") -> RuleBook:
        """Return the rule book of a preset."""
        return RuleBook(
            preset.name,
            preset.title,
            base,
            preset.version,
            preset.source,
            preset.minimum,
            preset,
            self,
            partial(combine.score, preset=preset),
            partial(combine.worth, preset=preset),
            text,
            pairs="different",
            red=preset.red,
        )


GAME: Final = Riichi()
"""The game as `scoring.rules` knows it."""
