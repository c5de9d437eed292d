"""What the page says of the houses of Hong Kong."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.games.game import RuleBook
from scoring.games.hongkong.presets import DEFAULTS, HIGHEST_MINIMUM, NUMBER, PRESETS, SWITCHES, Switch
from scoring.sheet import ScoreSheet
from webui.games.hongkong.offers import HongKongHand
from webui.games.hongkong.verdict import FaanVerdicts
from webui.games.hongkong.words import WORDS, question, switch_answer
from webui.games.view import GameView, Question, RulesForm
from webui.messages import N_, Messages

ASKED_FIRST: Final = ("HK1", "HK3", "HK6", "HK9", "HK12", "HK16", "HK23", "HK24", "HK25")
"""The switches in which most houses differ (specification of Hong Kong Old Style, H7); the others follow them."""


class HongKongView(GameView):
    """What the page says of the houses of Hong Kong."""

    id = "hk"
    hand = HongKongHand()
    verdicts = FaanVerdicts()
    sheet_fields = {"in_faan": bool}  # noqa: RUF012
    match_fields = {"in_faan": (bool, False)}  # noqa: RUF012
    of_match = {"in_faan": True}  # noqa: RUF012
    points_entered = N_("Faan, flowers included")
    name = N_("Hong Kong")
    words = WORDS
    column = N_("faan")

    def sheet_json(self, words: Messages, sheet: ScoreSheet) -> Mapping[str, Any]:
        """Return that a hand is counted in faan."""
        return {"in_faan": True}

    def form(self, words: Messages, base: str | None = None) -> RulesForm:
        """Return the form of houses, from the answers of a preset or of `hk`."""
        house = PRESETS.get(base or "hk", PRESETS["hk"])
        asked = [(switch.id in ASKED_FIRST, _question(words, switch, house.answers[switch.id])) for switch in SWITCHES]
        return RulesForm(
            words(N_("Answer the questions of Hong Kong")),
            house.name,
            [(name, words(WORDS.rule_books[name])) for name in PRESETS],
            [question for first, question in asked if first],
            [question for first, question in asked if not first],
        )

    def chosen(self, words: Messages, book: RuleBook) -> Sequence[tuple[str, str, str, bool]]:
        """Return the answers of a house."""
        return [
            (switch, question(words, switch), switch_answer(words, switch, answer), answer != DEFAULTS[switch])
            for switch, answer in book.preset.answers.items()
        ]

    def most(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence on the limit of a house."""
        limit = book.preset.limit
        if not limit:
            return words(N_("No limit."))
        return words(N_("At most %(points)s."), {"points": WORDS.points(words, limit)})


def _question(words: Messages, switch: Switch, usual: str) -> Question:
    """Return a switch with its question and its answers in words; a number of faan may be any."""
    every = [str(number) for number in range(HIGHEST_MINIMUM + 1)] if NUMBER in switch.answers else switch.answers
    answers = [(answer, switch_answer(words, switch.id, answer)) for answer in every]
    return Question(switch.id, question(words, switch.id), answers, usual)


VIEW = HongKongView()
"""The view as `webui.games.view` knows it."""
