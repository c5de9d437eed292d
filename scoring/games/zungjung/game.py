"""The game of the World Series of Mahjong."""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any, Final

from scoring.games.game import Game, RuleBook
from scoring.games.zungjung import combine
from scoring.games.zungjung.patterns import PATTERNS
from scoring.games.zungjung.presets import ANY_TILE, LISTING, SWITCHES, ZUNGJUNG, Preset, preset
from scoring.own import changes
from scoring.tournament import about, answers, minimum, pinned

_HIGHEST: Final = max(pattern.value for pattern in PATTERNS)
"""The highest minimum: the highest single pattern. The lowest is 1, since a hand of no pattern has 0 points."""


class ZungJung(Game):
    """The game of the World Series of Mahjong."""

    id = "zungjung"
    title = "World Series of Mahjong (Zung Jung)"
    order = 1
    presets = {ZUNGJUNG.name: ZUNGJUNG}  # noqa: RUF012

    @cached_property
    def match(self) -> object:
        """The matches of the World Series of Mahjong."""
        from scoring.games.zungjung.match import COURSE  # scoring a hand needs no matches

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
        )

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a tournament's file."""
        of = ZUNGJUNG
        least, named = minimum(given, of.minimum, 1, _HIGHEST), about(given, of)
        pins, other = answers(given, SWITCHES, "Z1", ANY_TILE), changes(given, LISTING)
        return pinned(of, pins, lambda chosen: preset(*named, least, chosen, other))


GAME: Final = ZungJung()
"""The game as `scoring.rules` knows it."""
