"""Words of Taiwan, which counts tai."""

from dataclasses import dataclass
from typing import Final

from scoring.games.taiwan.presets import SWITCHES
from scoring.sheet import ScoreSheet
from webui.messages import N_, Messages, in_context, plural
from webui.messages.acts import Form
from webui.messages.game import Asked, Counting, Switched

_NEEDED: Final = N_("%(points)d tai, %(minimum)d needed.")
_UNIT: Final = N_("tai")

_LUCK: Final = {
    "ready": N_("an announced ready hand"),
    "ready-heaven": N_("a hand announced ready as dealt"),
    "ready-earth": N_("a hand announced ready with the first discard"),
    "flower-win": N_("a win by flowers"),
}
"""The luck that only Taiwan has."""

TAI: Final = Counting(
    numbers=plural("%(n)d tai", "%(n)d tai"),
    one=_UNIT,
    many=_UNIT,
    ranges=N_("%(low)d to %(high)d tai"),
    wins=N_("%(count)d tai"),
    readings=plural("the reading for %(n)d tai", "the reading for %(n)d tai"),
)
"""The sentences on a number of tai."""


@dataclass(frozen=True, kw_only=True)
class TaiwanWords(Switched):
    """Words of Taiwan."""

    def scored(self, words: Messages, sheet: ScoreSheet) -> str:
        """Return the tai of a hand that wins, or that they are too few."""
        tai = self.counting.points(words, sheet.total)
        if sheet.legal:
            return tai if sheet.total else words(N_("0 tai: the base alone"))
        return words(N_("%(tai)s, %(minimum)d needed"), {"tai": tai, "minimum": sheet.minimum})

    def details(self, words: Messages, sheet: ScoreSheet) -> list[str]:
        """Return the tai before the most of a hand, and what a payment is made of with the line of the dealer."""
        found = sheet.extra
        if found is None or not sheet.wins or not found.base + found.unit:
            return []
        about = {"base": found.base, "unit": found.unit, "dealer": found.dealer}
        said = [words(N_("A payment: %(base)d, and %(unit)d a tai"), about)]
        if found.dealer:
            said.append(words(N_("Between the dealer and another player: %(dealer)d tai more"), about))
        if found.raw > sheet.total:
            said.insert(0, words(N_("%(tai)d tai before the most of a hand"), {"tai": found.raw}))
        return said


WORDS: Final = TaiwanWords(
    counting=TAI,
    tables={
        "rule_books": {
            "taiwan-home": N_("Taiwanese sixteen tiles, as homes play it"),
            "taiwan-gamesofa": N_("Taiwanese sixteen tiles, the rooms of gamesofa"),
            "taiwan-atw": N_("Taiwanese sixteen tiles, the list of the association"),
        },
        "bodies": {"taiwan": N_("A table of Taiwan")},
        "acts": {"Drawn": [Form(in_context("of riichi or Hong Kong", "Draw"))]},
        "findings": {
            "first-turn-impossible": N_(
                "%(word)s: heaven is the dealer's, drawn and without a claimed meld; earth is another player's own "
                "first draw and man a discard before it, both without any meld. It does not count."
            ),
            "ready-impossible": N_(
                "A ready hand is announced without a claimed meld: take the meld out, or leave out ready. It does not "
                "count."
            ),
            "two-at-once": N_("%(words)s cannot be together: leave one of them. None of them counts."),
            "by-flowers-impossible": N_(
                "flower-win with %(flowers)d flowers: it needs all eight and no discarder, or seven and a discarder, "
                "who drew the eighth. It does not count."
            ),
        },
        "errors": {
            "minimum-twice": N_(
                "minimum = %(minimum)s and TW34 = %(other)s in the file do not agree: leave one of them out."
            ),
            "bad-money": N_("%(answer)r is no amount: give a whole number from 0 to %(highest)d."),
        },
        "circumstances": {
            "wind": N_("wind of the winner"),
            "streak": N_("how often the dealer has stayed"),
            "announced": N_("announced ready hand"),
            "as_dealt": N_("ready as dealt"),
            "at_once": N_("ready with the first discard"),
            "by_flowers": N_("win by flowers"),
        },
        "questions": {"wind": N_("The winner's wind by the dice")},
        "asked": {
            "wind": Asked(
                N_("the winner's wind by the dice: wind=E, S, W or N"),
                N_("the wind of the seat"),
                N_("wind by the dice"),
                N_("with another wind by the dice it is %(points)s"),
            ),
        },
        "luck": _LUCK,
        "unless": _LUCK,
        "on_table": {"streak": N_("The dealer has stayed (times)")},
        "toggles": {
            "ready": N_("Declared Ready"),
            "ready-heaven": N_("Heavenly Ready"),
            "ready-earth": N_("Earthly Ready"),
            "flower-win": N_("Won by flowers"),
            "last-tile": N_("Last Tile"),
            "last-discard": N_("Last Discard"),
            "last-draw": N_("Last Tile Drawn"),
            "robbed-kong": N_("Robbing a Kong"),
        },
        "settings": {"kong": in_context("taiwan", "Won on the replacement of a kong or a flower?")},
        "spreads": {
            True: N_("%(low)d to %(high)d tai"),
            False: N_("%(low)d to %(high)d tai, too few"),
            None: N_("%(low)d to %(high)d tai, perhaps too few"),
        },
        "sentences": {
            "spread-unless": N_("%(low)d to %(high)d tai, too few unless it was %(luck)s"),
            "unless-lucky": N_("Not enough tai (%(minimum)d needed), unless it was %(luck)s"),
            "may": N_("%(points)s"),
            "may-not": N_("%(points)s (too few)"),
            "question": N_("Enough tai?"),
            "in-every-case": N_("A winning hand in every case"),
            "in-no-case": N_("Not enough tai (%(minimum)d needed)"),
            "ranged": N_("%(low)d to %(high)d tai, depending on how it was won"),
            "needed": _NEEDED,
            "without-flowers": _NEEDED,
            "pattern": N_("%(fan)s %(points)s tai"),
            "column": N_("tai"),
            "points-entered": N_("Tai of the hand, without the dealer's"),
        },
    },
    table={switch.id: switch for switch in SWITCHES if len(switch.options) > 1},
)
"""Words of Taiwan; a question with one answer is none."""
