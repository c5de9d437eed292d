"""The game of the World Series of Mahjong."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from scoring.games.game import Game, Payers, RuleBook, WinWays
from scoring.games.zungjung.combine import ENGINE, unknowns
from scoring.games.zungjung.patterns import PATTERNS
from scoring.games.zungjung.payment import STANDARD, responsible
from scoring.games.zungjung.presets import ANY_TILE, LISTING, SWITCHES, ZUNGJUNG, Preset, preset
from scoring.hand import Win
from scoring.liability import Responsible, liable
from scoring.listing import ListedPattern, RuleListing
from scoring.luck import some
from scoring.own import changes
from scoring.play import Play
from scoring.sheet import PatternName, ScoreSheet
from scoring.tournament import about, answers, minimum, pinned

_HIGHEST: Final = max(pattern.value for pattern in PATTERNS)
"""The highest minimum: the highest single pattern. The lowest is 1, since a hand of no pattern has 0 points."""


def _responsible(sheet: ScoreSheet, book: RuleBook) -> Responsible | None:
    """Return the player who is responsible for the winning discard of a hand that may be declared."""
    return responsible(sheet.win) if sheet.legal else liable(sheet, book.score)


def _beyond(sheet: ScoreSheet, book: RuleBook) -> Responsible | None:
    """Return who pays for a hand of a value for which not all pay alike."""
    return liable(sheet, book.score) or (responsible(sheet.win) if sheet.total > STANDARD else None)


def _first_discarder(win: Win) -> str | None:
    """Return the seat that same-turn immunity names, or that of a winner who discarded the tile themselves."""
    found = responsible(win)
    return {"first-discarder": found.seat, "own-discard": win.seat}.get(found.kind)


class ZungJung(Game):
    """The game of the World Series of Mahjong."""

    id = "zungjung"
    title = "World Series of Mahjong (Zung Jung)"
    order = 1
    play = Play(tiles=136, flowers=0, dead=14, stacks=(17, 17, 17, 17), throws=1)  # king's tiles: category 9.1
    score = staticmethod(ENGINE.score)
    worth = staticmethod(ENGINE.worth)
    round_counts = False
    luck = some("last-tile", "robbed-kong", "heaven", "earth")  # category 9 of the list
    ignored = frozenset({"round", "flowers", "last-of-kind", "man", "flower-tile", "liable"})
    payers = Payers(_responsible, _beyond, same_turn=True, first_discarder=_first_discarder)
    ways = WinWays(unknown=lambda win, book: unknowns(win))
    presets = {ZUNGJUNG.name: ZUNGJUNG}  # noqa: RUF012

    @cached_property
    def match(self) -> object:
        """The matches of the World Series of Mahjong."""
        from scoring.games.zungjung.match import COURSE  # scoring a hand needs no matches

        return COURSE

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the patterns of a preset in the order of the list."""
        rows = book.preset.patterns
        names = {row.name: PatternName(row.series, row.name, row.zh) for row in rows}
        return RuleListing(
            tuple(
                [
                    ListedPattern(
                        names[row.name], row.value, row.rule, tuple([names[e] for e in row.excludes if e in names])
                    )
                    for row in rows
                ]
            )
        )

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a tournament's file."""
        of = ZUNGJUNG
        least, named = minimum(given, of.minimum, 1, _HIGHEST), about(given, of)
        pins, other = answers(given, SWITCHES, "Z1", ANY_TILE), changes(given, LISTING)
        return pinned(of, pins, lambda chosen: preset(*named, least, chosen, other))


GAME: Final = ZungJung()
"""The game as `scoring.rules` knows it."""
