"""The game of riichi."""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final

from scoring.games.game import Game, RuleBook
from scoring.games.riichi import combine
from scoring.games.riichi.presets import PRESETS, Preset


class Riichi(Game):
    """The game of riichi; clubs have no files for it."""

    id = "riichi"
    title = "Riichi"
    unit = "han"
    order = 3
    presets = PRESETS

    @property
    def bases(self) -> Mapping[str, Any]:
        """No presets: a tournament's file cannot change them."""
        return {}

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
