"""The game of Sichuan."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from scoring.errors import RulingError
from scoring.games.deal import SettledDeal
from scoring.games.game import Game, RuleBook, WinWays
from scoring.games.sichuan.combine import ENGINE, SichuanScore, unknowns
from scoring.games.sichuan.findings import FAULT_OF, sichuan_findings
from scoring.games.sichuan.payment import split
from scoring.games.sichuan.presets import PRESETS, SWITCHES, UNCAPPED, Preset, preset
from scoring.games.sichuan.words import NOTHING, WORDS
from scoring.hand import Win
from scoring.listing import ListedPattern, Price, RuleListing
from scoring.luck import RareLuck, some
from scoring.play import Play
from scoring.sheet import PatternName
from scoring.tiles import DRAGONS, WINDS
from scoring.tournament import about, answers, minimum, pinned

_ANSWERS: Final = {switch.id: switch.answers for switch in SWITCHES}
_OF_LISTS: Final = ("values", "excluded", "patterns")
"""The keys of a file that change a list of patterns, which the switches do here."""


def _ways(win: Win, book: RuleBook) -> list[Win]:
    """Return the possible ways in which a hand may have been won: on a discard, drawn, drawn after a kong."""
    draws = (False, True) if win.self_draw is None else (win.self_draw,)
    found = [
        replace(win, self_draw=draw, kong=kong)
        for draw in draws
        for kong in ((False, True) if win.kong is None and draw and win.has_kong else (bool(win.kong),))
    ]
    whole = [way for way in found if len(sichuan_findings(way)) == len(sichuan_findings(win))]
    return whole or found


class Sichuan(Game):
    """The game of Sichuan."""

    id = "sichuan"
    title = "Sichuan"
    unit = "fan"
    order = 4
    round_counts = False
    play = Play(
        "sichuan",
        tiles=108,
        flowers=0,
        stacks=(14, 13, 14, 13),
        throws=1,
        lesser=True,
        chows=False,
        knitted=False,
        winners=3,
        absent=(*WINDS, *DRAGONS),
    )
    score = staticmethod(ENGINE.score)
    worth = staticmethod(ENGINE.worth)
    blank = NOTHING
    words = WORDS
    unsettled = SichuanScore()
    faults = FAULT_OF
    luck = {  # noqa: RUF012
        "kong-shot": RareLuck("extra.shot", {"self_draw": False}),
        **some("last-tile", "robbed-kong", "heaven"),
        "earth": RareLuck("earth", {}, lambda win: bool(win.melds or win.last_tile or win.kong), first=True),
    }
    ways = WinWays(unknown=lambda win, book: unknowns(win), possible=_ways)
    ignored = frozenset({"round", "flowers", "last-of-kind", "double-kong", "flower-tile", "man", "liable"})
    presets = PRESETS

    @cached_property
    def match(self) -> object:
        """The matches of Sichuan."""
        from scoring.games.sichuan.match import COURSE  # it needs this game's rule books

        return COURSE

    @cached_property
    def acts(self) -> Sequence[type[Any]]:
        """The acts of a match that only Sichuan has."""
        from scoring.games.sichuan.acts import ExchangedThree, MadeKong, NamedVoid, WallOut

        return (MadeKong, NamedVoid, ExchangedThree, WallOut)

    def traits(self, preset: Preset) -> dict[str, Any]:
        """Return the pairs of Sichuan: four equal tiles are two of them."""
        return {"pairs": "any"}

    def settle(self, given: Mapping[str, Any], book: RuleBook) -> SettledDeal:
        """Return a deal as its acts settle it."""
        from scoring.games.sichuan.deal import settle  # it reads hand text, whose words the games give

        return settle(given, book.preset)

    def listing(self, book: RuleBook) -> RuleListing:
        """Return the patterns of a table in the order of their numbers, and its price list."""
        house: Preset = book.preset
        names = {row.id: PatternName(row.id, row.name, row.zh) for row in house.patterns}
        return RuleListing(
            tuple(
                [
                    ListedPattern(
                        names[row.id],
                        row.value,
                        row.rule,
                        tuple([names[each] for each in row.excludes if each in names]),
                    )
                    for row in house.patterns
                ]
            ),
            prices=tuple([_price(fan, house) for fan in range(house.minimum, (house.cap or UNCAPPED) + 1)]),
        )

    def changed(self, base: str, given: Mapping[str, Any]) -> Preset:
        """Return the preset of a file, which answers switches; `minimum` is another name of SC32."""
        of = PRESETS[base]
        for key in _OF_LISTS:
            if key in given:
                raise RulingError("unknown-key", key=key, known=("switches",))
        pins = answers(given, _ANSWERS, "SC1", "4")
        if "minimum" in given:
            least = str(minimum(given, of.minimum, 0, 1))
            if pins.setdefault("SC32", least) != least:
                raise RulingError("two-minimums", minimum=least, other=pins["SC32"])
        named = about(given, of)
        return pinned(of, pins, lambda chosen: preset(*named, chosen, base))


def _price(fan: int, house: Preset) -> Price:
    """Return the payment to a winner on a discard, and for a self-drawn hand while nobody has won."""
    paid = [Fraction(split(house.value(fan), "S", giver, house)["S"]) for giver in ("W", None)]
    return Price(fan, *paid)


GAME: Final = Sichuan()
"""The game as `scoring.rules` knows it."""
