"""The game of Hong Kong's houses."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from scoring.errors import RulingError
from scoring.games.game import Game, RuleBook, WinWays
from scoring.games.hongkong.combine import ENGINE, FEWEST_THAT_WIN
from scoring.games.hongkong.payment import split
from scoring.games.hongkong.presets import (
    HIGHEST_MINIMUM,
    LISTING,
    NONE,
    OFF,
    ON,
    PRESETS,
    SWITCHES,
    UNLIMITED,
    Preset,
    preset,
)
from scoring.hand import Win
from scoring.listing import ListedPattern, Price, RuleListing
from scoring.luck import some
from scoring.own import changes
from scoring.play import Play
from scoring.sheet import PatternName
from scoring.tiles import FLOWERS
from scoring.tournament import about, answers, minimum, pinned
from scoring.ways import ways

_FLOWERS: Final = Play(throws=1, dice=3)
_PLAIN: Final = Play(tiles=136, flowers=0, stacks=(17, 17, 17, 17), throws=1, dice=3)
"""The way in which a house without flowers plays (HK6)."""

_ANSWERS: Final = {switch.id: switch.answers for switch in SWITCHES}


def _ways(win: Win, book: RuleBook) -> list[Win]:
    """Return the possible ways; so many flowers that they win by themselves (HK8) are none of them."""
    by_flowers = book.preset.answers["HK8"] == ON
    return ways(win, book.flowers, book.game.round_counts, FEWEST_THAT_WIN - 1 if by_flowers else len(FLOWERS))


class HongKong(Game):
    """The game of Hong Kong's houses."""

    id = "hk"
    title = "Hong Kong Old Style"
    unit = "faan"
    help = (
        "Under the rules of Hong Kong also: double-kong flower-tile man liable=N (who fed melds and pays for them), "
        "flowers by name as in flowers=f1s3, and flowers=0 for none."
    )
    order = 2
    play = _FLOWERS
    score = staticmethod(ENGINE.score)
    worth = staticmethod(ENGINE.worth)
    luck = some("last-tile", "robbed-kong", "double-kong", "flower-tile", "heaven", "earth", "man")  # sections 1, 5, 6
    ignored = frozenset({"last-of-kind"})
    ways = WinWays(possible=_ways)
    presets = PRESETS

    @cached_property
    def match(self) -> object:
        """The matches of Hong Kong's houses."""
        from scoring.games.hongkong.match import COURSE  # scoring a hand needs no matches

        return COURSE

    def traits(self, preset: Preset) -> dict[str, Any]:
        """Return the flowers and the pairs of a house, and the wall with or without flowers."""
        pairs = "none" if preset.answers["HK20"] == OFF else "different"
        return {"flowers": preset.flowers, "pairs": pairs, "play": _FLOWERS if preset.flowers else _PLAIN}

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the patterns of a house in the order of their numbers, and its price list."""
        house: Preset = book.preset
        names = {row.id: PatternName(row.id, row.name, row.zh) for row in house.patterns}
        return RuleListing(
            tuple(
                [
                    ListedPattern(
                        names[row.id], row.value, row.rule, tuple([names[e] for e in row.excludes if e in names])
                    )
                    for row in house.patterns
                ]
            ),
            prices=tuple(
                [
                    Price(faan, *[split(faan, "S", giver, house)["S"] for giver in ("W", None)])
                    for faan in range(house.minimum, (house.limit or UNLIMITED) + 1)
                ]
            ),
        )

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a house's file; `minimum` is another name of HK1, which may be any number."""
        of = PRESETS[base]
        named, other = about(given, of), changes(given, LISTING)
        pins = answers(given, _ANSWERS, "HK3", "8")
        if "minimum" in given:
            least = str(minimum(given, of.minimum, 0, HIGHEST_MINIMUM))
            if pins.setdefault("HK1", least) != least:
                raise RulingError("two-minimums", minimum=least, other=pins["HK1"])
        least, most = [({**of.answers, **pins})[id] for id in ("HK1", "HK3")]
        if most != NONE and int(least) > int(most):
            raise RulingError("minimum-above-limit", minimum=least, limit=most)
        return pinned(of, pins, lambda chosen: preset(*named, chosen, other))


GAME: Final = HongKong()
"""The game as `scoring.rules` knows it."""
