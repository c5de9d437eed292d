"""Words of the houses of Hong Kong, which count faan."""

from dataclasses import dataclass
from typing import Final

from scoring.games.hongkong.presets import SWITCHES
from scoring.sheet import ScoreSheet
from webui.messages import N_, Messages, in_context, plural
from webui.messages.acts import Form
from webui.messages.game import Counting, Switched

_SHORT: Final = in_context("faan", "%(points)s, below the minimum: %(short)d short of %(minimum)d")
_NEEDED: Final = N_("%(points)d faan, %(minimum)d needed.")
_OF_FLOWERS: Final = in_context("faan", "%(points)s, %(flowers)d of them flowers")


_UNIT: Final = N_("faan")

FAAN: Final = Counting(
    numbers=plural("%(n)d faan", "%(n)d faan"),
    one=_UNIT,
    many=_UNIT,
    ranges=N_("%(low)d to %(high)d faan"),
    wins=N_("%(count)d faan"),
    readings=plural("the reading for %(n)d faan", "the reading for %(n)d faan"),
)
"""The sentences on a number of faan."""


@dataclass(frozen=True, kw_only=True)
class HongKongWords(Switched):
    """Words of the houses of Hong Kong."""

    def scored(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the faan of a hand that wins, and if they are enough; in Chinese the sentences have the unit."""
        points = self.counting.points(words, sheet.total)
        if (flowers := sheet.total - sheet.counted) > 0:
            points = words.of_context(*_OF_FLOWERS) % {"points": points, "flowers": flowers}
        if sheet.legal:
            return words(N_("%(points)s, enough faan"), {"points": points})
        return words.of_context(*_SHORT) % {"points": points, "short": sheet.short_by, "minimum": sheet.minimum}


WORDS: Final = HongKongWords(
    counting=FAAN,
    tables={
        "rule_books": {
            "hk": N_("Hong Kong Old Style"),
            "hk-hkma": N_("Hong Kong Old Style, the list of the Hong Kong Mahjong Association"),
            "hk-perth": N_("Hong Kong Old Style, the guide of the Perth Mahjong Society"),
            "hk-club": N_("Hong Kong Old Style, as clubs abroad play it"),
        },
        "bodies": {"hk": N_("A house of Hong Kong")},
        "acts": {"Drawn": [Form(in_context("of riichi or Hong Kong", "Draw"))]},
        "findings": {
            "double-kong-impossible": N_("Two kongs in a row, but the hand has fewer: add both kongs, or write kong."),
            "flowers-not-played": N_(
                "%(flowers)d flowers, but these rules are played without flowers: they count nothing."
            ),
        },
        "errors": {
            "two-minimums": N_(
                "minimum = %(minimum)s and HK1 = %(other)s in the tournament's file do not agree: leave one of them "
                "out."
            ),
            "minimum-above-limit": N_(
                "HK1 = %(minimum)s faan to win are more than HK3 = %(limit)s faan at most, so that no hand could win: "
                "lower HK1, or raise HK3."
            ),
            "bad-faan": N_(
                "%(pattern)s = %(value)s in the house's file: give a whole number of faan from 0 to %(highest)d."
            ),
        },
        "toggles": {
            "last-discard": N_("Last Discard"),
            "last-draw": N_("Last Tile"),
            "robbed-kong": N_("Robbing a Kong"),
        },
        "spreads": {
            True: N_("%(low)d to %(high)d faan, enough faan"),
            False: N_("%(low)d to %(high)d faan, below the minimum"),
            None: N_("%(low)d to %(high)d faan, perhaps below the minimum"),
        },
        "sentences": {
            "spread-unless": N_("%(low)d to %(high)d faan, below the minimum unless it was %(luck)s"),
            "unless-lucky": N_("Not enough faan (%(minimum)d needed), unless it was %(luck)s"),
            "may": N_("%(points)s (enough faan)"),
            "may-not": N_("%(points)s (below the minimum)"),
            "question": N_("Enough faan?"),
            "in-every-case": N_("Enough faan in every case"),
            "in-no-case": N_("Not enough faan (%(minimum)d needed)"),
            "ranged": N_("%(low)d to %(high)d faan, depending on how it was won"),
            "needed": _NEEDED,
            "without-flowers": _NEEDED,
            "pattern": N_("%(fan)s %(points)s faan"),
            "column": N_("faan"),
            "points-entered": N_("Faan, flowers included"),
        },
    },
    table={switch.id: switch for switch in SWITCHES},
)
"""Words of the houses of Hong Kong."""
