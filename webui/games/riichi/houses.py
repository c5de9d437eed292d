"""Hands that houses of riichi pay otherwise, as examples beside the questions of their form."""

from collections.abc import Mapping
from typing import Final

from scoring.errors import MissingLibraryError
from scoring.games.riichi.combine import check_library, worth
from scoring.games.riichi.switches import house
from scoring.games.switches import Switch
from scoring.notation import parse
from scoring.sheet import ScoreTotals
from webui.games.riichi.words import WORDS
from webui.messages import N_, Messages

EXAMPLES: Final[Mapping[str, str]] = {
    "RI1": "234m34067p678s22s 8p discard seat=S round=E no-riichi dora=0",
    "RI2": "[234m,1]345p678s22p56m 7m discard seat=S round=E no-riichi dora=0",
    "RI3": "223344m567p88s34s 5s discard seat=S round=E riichi dora=0 ura=0",
    "RI4": "123456789m2234m 5m discard seat=S round=E riichi dora=1m ura=0",
    "RI5": "111m222p333s444s5p 5p discard seat=S round=E no-riichi dora=0",
    "RI6": "CCCFFFPPP[EEE,1]S S discard seat=W round=E no-riichi dora=0",
    "RI7": "[CCC,1]234m444p67sEE 8s discard seat=E round=E no-riichi dora=0",
    "RI8": "123m567p234s99m67s 8s discard seat=S round=E no-riichi dora=0 man",
    "RI27": "234m345p67s55m678p 8s discard seat=S round=E open-riichi from-no-riichi dora=0 ura=0",
}
"""A hand for each question about hands that it pays otherwise; the others change who pays."""


def example(words: Messages, switch: Switch, base: str) -> str:
    """Return a hand with its points under each answer; "" for a question without one, or without the library."""
    text = EXAMPLES.get(switch.id)
    if text is None:
        return ""
    try:
        check_library()
    except MissingLibraryError:
        return ""
    found = {}
    for option in switch.options:
        preset = house(base, (base, base, "", ""), {switch.id: option.name})
        found[WORDS.answer(words, switch.id, option.name)] = worth(parse(text, red=preset.red), preset)
    return compared(words, text, found)


def compared(words: Messages, text: str, found: Mapping[str, ScoreTotals]) -> str:
    """Return a hand with what it brings under each answer."""
    paid = []
    for answer, totals in found.items():
        points = WORDS.counting.points(words, totals.total) if totals.legal else words(N_("no yaku"))
        paid.append(words(N_("%(answer)s: %(points)s"), {"answer": answer, "points": points}))
    hand = text.split(" discard")[0]
    return words(N_("Example %(hand)s – %(paid)s"), {"hand": hand, "paid": words(N_("; ")).join(paid)})
