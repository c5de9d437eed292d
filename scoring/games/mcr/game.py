"""The game of the Chinese competition rules."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from scoring.extra import LastTile, Words
from scoring.games.game import Game, RuleBook, Shapes
from scoring.games.mcr import combine
from scoring.games.mcr.presets import PRESETS, SWITCHES, Preset, listing, numbers_of, preset
from scoring.listing import ListedPattern, RuleListing
from scoring.luck import some
from scoring.own import changes
from scoring.play import Play
from scoring.tournament import about, answers, minimum, pinned

ANSWERS: Final = {switch.id: tuple([answer.name for answer in switch.answers]) for switch in SWITCHES}
"""The texts of the answers to each switch."""
_HIGHEST: Final = 88
"""The highest minimum: the highest single fan."""


_LAST_TILE: Final = LastTile({"海底捞月": False, "海底撈月": False, "妙手回春": True}, "妙手回春", "海底捞月")
"""The names of the last tile, fan 44 and 45."""


class Mcr(Game):
    """The game of the Chinese competition rules."""

    id = "mcr"
    title = "Chinese Official (MCR)"
    order = 0
    score = staticmethod(combine.score)
    worth = staticmethod(combine.worth)
    shapes = Shapes(knitted=True)
    play = Play(kong_drawn=True, hides_kongs=True)
    luck = some("last-tile", "last-of-kind", "robbed-kong")  # fan 44, 45, 47 and 58
    ignored = frozenset({"heaven", "earth", "man", "flower-tile", "liable"})
    words = Words(last_tile=_LAST_TILE)
    presets = PRESETS

    @cached_property
    def match(self) -> object:
        """The matches of the Chinese competition rules."""
        from scoring.games.mcr.match import COURSE  # scoring a hand needs no matches

        return COURSE

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the fan of a preset, from many points to few."""
        preset: Preset = book.preset
        names = preset.names
        return RuleListing(
            tuple(
                [
                    ListedPattern(
                        names[fan.id],
                        fan.points,
                        fan.rule,
                        tuple([names[other] for other in fan.implied if other in preset.fans]),
                    )
                    for fan in preset.fans.values()
                ]
            )
        )

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a tournament's file."""
        of = PRESETS[base]
        least, named = minimum(given, of.minimum, 0, _HIGHEST), about(given, of)
        pins = answers(given, ANSWERS, "S15", "suit tiles")
        numbers, other = numbers_of(of), changes(given, listing(of))
        return pinned(of, pins, lambda chosen: preset(*named, chosen, numbers, least, other))


GAME: Final = Mcr()
"""The game as `scoring.rules` knows it."""
