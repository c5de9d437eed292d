"""Hands that houses of riichi pay otherwise, as examples beside the questions of their form."""

from collections.abc import Callable, Mapping
from typing import Final

from scoring.errors import MissingLibraryError
from scoring.games.riichi.combine import check_library, worth
from scoring.games.riichi.switches import house
from scoring.games.switches import Switch
from scoring.notation import parse
from scoring.sheet import ScoreTotals
from webui.games.riichi.words import WORDS, RiichiWords
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

    def paid(text: str, answer: str) -> ScoreTotals:
        preset = house(base, (base, base, "", ""), {switch.id: answer})
        return worth(parse(text, red=preset.red), preset)

    return compared(words, switch, EXAMPLES, WORDS, paid)


def compared(
    words: Messages,
    switch: Switch,
    examples: Mapping[str, str],
    said: RiichiWords,
    worth: Callable[[str, str], ScoreTotals],
) -> str:
    """Return the example of a question with what it brings under each answer; "" without one, or without the library.

    Args:
        words: The language.
        switch: The question.
        examples: The text of a hand by the question that it answers.
        said: The words of the game.
        worth: Returns the totals of a hand under an answer.
    """
    text = examples.get(switch.id)
    if text is None:
        return ""
    try:
        check_library()
    except MissingLibraryError:
        return ""
    paid = []
    for option in switch.options:
        totals = worth(text, option.name)
        points = WORDS.counting.points(words, totals.total) if totals.legal else words(N_("no yaku"))
        answer = said.answer(words, switch.id, option.name)
        paid.append(words(N_("%(answer)s: %(points)s"), {"answer": answer, "points": points}))
    hand, drawn, _ = text.partition(" self-draw")
    hand = hand.split(" discard")[0] + (words(", ") + words(N_("self-drawn")) if drawn else "")
    return words(N_("Example %(hand)s – %(paid)s"), {"hand": hand, "paid": words(N_("; ")).join(paid)})
