"""The form by which a house answers the questions of riichi, with what each answer pays, and its answers as a list."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.errors import MissingLibraryError
from scoring.games.game import RuleBook
from scoring.games.riichi.combine import check_library, worth
from scoring.games.riichi.presets import PRESETS, Preset
from scoring.games.riichi.switches import SWITCHES, Switch, answers_of, house, usual
from scoring.notation import parse
from webui.games.riichi.words import WORDS
from webui.games.view import Question, RulesForm
from webui.messages import N_, Messages

USUAL: Final = "riichi-home"
"""The preset that most houses are nearest to."""

EXAMPLES: Final[Mapping[str, str]] = {
    "RI1": "234m34067p678s22s 8p discard seat=S round=E no-riichi dora=0",
    "RI2": "[234m,1]345p678s22p56m 7m discard seat=S round=E no-riichi dora=0",
    "RI3": "223344m567p88s34s 5s discard seat=S round=E riichi dora=0 ura=0",
    "RI4": "123456789m2234m 5m discard seat=S round=E riichi dora=1m ura=0",
    "RI5": "111m222p333s444s5p 5p discard seat=S round=E no-riichi dora=0",
    "RI6": "CCCFFFPPP[EEE,1]S S discard seat=W round=E no-riichi dora=0",
    "RI7": "[CCC,1]234m444p67sEE 8s discard seat=E round=E no-riichi dora=0",
    "RI8": "123m567p234s99m67s 8s discard seat=S round=E no-riichi dora=0 man",
}
"""A hand for each question about hands that it pays otherwise; the others change who pays."""


def form(words: Messages, base: str | None) -> RulesForm:
    """Return the form of houses, from the answers of a preset or of the usual one."""
    start = base if base in PRESETS else USUAL
    before = usual(start)
    asked = [(switch.first, _question(words, switch, before[switch.id], start)) for switch in SWITCHES]
    return RulesForm(
        words(N_("Riichi")),
        start,
        [(name, words(WORDS.rule_books[name])) for name in PRESETS],
        [question for first, question in asked if first],
        [question for first, question in asked if not first],
    )


def chosen(words: Messages, book: RuleBook) -> Sequence[tuple[str, str, str, bool]]:
    """Return the answers of a rule book: number, question, answer, and True if a house answers otherwise."""
    preset: Preset = book.preset
    answers = answers_of(preset)
    return [
        (switch.id, words(switch.question), _said(words, switch, answers[switch.id]), switch.id in preset.answers)
        for switch in SWITCHES
    ]


def _question(words: Messages, switch: Switch, before: str, base: str) -> Question:
    answers = [(option.name, _said(words, switch, option.name)) for option in switch.options]
    return Question(switch.id, words(switch.question), answers, before, _example(words, switch, base))


def _said(words: Messages, switch: Switch, answer: str) -> str:
    said = switch.answer(answer).said
    return words(said) if said else answer


def _example(words: Messages, switch: Switch, base: str) -> str:
    """Return a hand with its points under each answer; "" for a question without one, or without the library."""
    text = EXAMPLES.get(switch.id)
    if text is None:
        return ""
    try:
        check_library()
    except MissingLibraryError:
        return ""
    paid = []
    for option in switch.options:
        preset = house(base, (base, base, "", ""), {switch.id: option.name})
        found = worth(parse(text, red=preset.red), preset)
        points = WORDS.points(words, found.total) if found.legal else words(N_("no yaku"))
        about = {"answer": _said(words, switch, option.name), "points": points}
        paid.append(words(N_("%(answer)s: %(points)s"), about))
    hand = text.split(" discard")[0]
    return words(N_("Example %(hand)s – %(paid)s"), {"hand": hand, "paid": words(N_("; ")).join(paid)})
