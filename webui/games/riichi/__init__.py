"""The view of riichi on the page."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.game import RuleBook
from scoring.games.riichi.presets import Preset
from scoring.games.riichi.switches import answers_of, usual
from scoring.games.riichi.words import declared
from scoring.hand import Win
from scoring.match.records import Won
from scoring.match.state import Hand, Match
from webui.games.forms import Offers, ResultForm
from webui.games.record import RecordCommands
from webui.games.riichi import commands, forms, houses, match
from webui.games.riichi.offers import RiichiQuestions
from webui.games.riichi.sheet import hand_json, sheet_json
from webui.games.riichi.words import WORDS
from webui.games.sections import HandSections
from webui.games.view import Additions, GameView, HouseForm, Suggested, TextSentences
from webui.messages import N_, Messages


def _answered(preset: Preset) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the answers of a preset, and those of the built-in one that it changes."""
    return answers_of(preset), usual(preset.base or preset.name)


def unsaid(words: Messages, win: Win, book: RuleBook) -> str:
    """Return the sentence on indicators that a hand does not name."""
    said = declared(win)
    if said.dora is not None and not (said.riichi and said.ura is None):
        return ""
    return words(
        N_(
            "The indicators matter: add dora= with those that lie open to the hand, after riichi also ura= (0 for "
            "none), or give --points."
        )
    )


class RiichiView(GameView):
    """The view of riichi on the page."""

    id = "riichi"
    hand = RiichiQuestions()
    added = Additions(sheet=sheet_json, hand=hand_json)
    of_text = TextSentences(unsaid=unsaid)
    record = RecordCommands(commands.OPTIONS, commands.COMMANDS)
    name = N_("Riichi")
    words = WORDS
    suggested = Suggested(("riichi-ema-2025", "riichi-wrc", "riichi-mleague"), ("riichi-home",))
    house = HouseForm("riichi-home", _answered, houses.example)

    def bounds(self, words: Messages, book: RuleBook) -> tuple[str, str]:
        """Return the sentence that a hand needs a yaku."""
        return words(N_("At least one yaku to win.")), ""

    def sections(self, words: Messages, hand: Hand) -> HandSections:
        """Return the deal and counters of a hand, who declared riichi and waited, and how it was drawn."""
        return match.sections(words, hand)

    def act_forms(self, words: Messages, match: Match, hand: Hand) -> Sequence[Offers]:
        """Return a declaration of riichi for each player."""
        return forms.declarations(words, match, hand)

    def result_form(self, words: Messages, match: Match, hand: Hand | None, laid: Mapping[str, str]) -> ResultForm:
        """Return the values that a hand may have, and the draws that the body knows with who is tenpai."""
        return forms.result_form(words, match)

    def won_with(self, match: Match, hand: Hand | None, act: Won, given: Mapping[str, Any]) -> Won:
        """Return a win with the points of its han and fu where they are given."""
        return commands.by_han(match, hand, act, given)


VIEW = RiichiView()
"""The view as `webui.games.view` knows it."""
