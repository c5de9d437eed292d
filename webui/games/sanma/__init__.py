"""The view of riichi for three on the page."""

from collections.abc import Mapping, Sequence

from scoring.games.deal import SettledDeal
from scoring.games.game import RuleBook
from scoring.games.sanma.presets import Preset
from scoring.games.sanma.switches import answers_of, usual
from scoring.games.sanma.words import stated
from scoring.hand import Win
from scoring.match.state import Hand, Match
from webui.games.forms import Offers, ResultForm
from webui.games.record import RecordCommands
from webui.games.riichi import forms
from webui.games.riichi import unsaid as of_riichi
from webui.games.sanma import commands, deal, houses
from webui.games.sanma import match as of_match
from webui.games.sanma.offers import SanmaQuestions
from webui.games.sanma.sheet import hand_json, sheet_json
from webui.games.sanma.words import WORDS
from webui.games.sections import HandSections
from webui.games.view import Additions, GameView, HouseForm, Suggested, TextSentences
from webui.messages import N_, Messages


def _answered(preset: Preset) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the answers of a preset, and those of the built-in one that it changes."""
    return answers_of(preset), usual(preset.base or preset.name)


def _unsaid(words: Messages, win: Win, book: RuleBook) -> str:
    """Return the sentence on indicators, or Norths where these are a bonus, that a hand does not name."""
    said = stated(win)
    if book.preset.north != "bonus":
        return of_riichi(words, win, book)
    if said.dora is not None and said.norths is not None and not (said.riichi and said.ura is None):
        return ""
    return words(
        N_(
            "Indicators and Norths matter: add dora= with those that lie open to the hand, after riichi also ura= (0 "
            "for none), and norths= with the number of those set aside, or give --points."
        )
    )


class SanmaView(GameView):
    """The view of riichi for three on the page."""

    id = "sanma"
    hand = SanmaQuestions()
    added = Additions(sheet=sheet_json, hand=hand_json)
    of_text = TextSentences(unsaid=_unsaid)
    record = RecordCommands(commands=commands.COMMANDS)
    name = N_("Riichi for three")
    words = WORDS
    suggested = Suggested(("sanma-tenhou", "sanma-mjsoul"), ("sanma-home",))
    house = HouseForm("sanma-home", _answered, houses.example)

    def bounds(self, words: Messages, book: RuleBook) -> tuple[str, str]:
        """Return the sentence that a hand needs a yaku."""
        return words(N_("At least one yaku to win.")), ""

    def sections(self, words: Messages, hand: Hand) -> HandSections:
        """Return the parts of a hand, with the Norths set aside."""
        return of_match.sections(words, hand)

    def act_forms(self, words: Messages, match: Match, hand: Hand) -> Sequence[Offers]:
        """Return a declaration of riichi and a North set aside for each player."""
        return of_match.act_forms(words, match, hand)

    def result_form(self, words: Messages, match: Match, hand: Hand | None, laid: Mapping[str, str]) -> ResultForm:
        """Return the values that a hand may have, and the draws that the rules know with who is tenpai."""
        return forms.result_form(words, match)

    def deal(self, words: Messages, settled: SettledDeal) -> Sequence[str]:
        """Return the acts of a deal in sentences, each with its payments."""
        return deal.said(words, settled)


VIEW = SanmaView()
"""The view as `webui.games.view` knows it."""
