"""The view of riichi for three on the page."""

from collections.abc import Mapping, Sequence

from scoring.games.deal import SettledDeal
from scoring.games.game import RuleBook
from scoring.games.sanma.presets import Preset
from scoring.games.sanma.switches import answers_of, usual
from scoring.games.sanma.words import stated
from scoring.hand import Win
from webui.games.sanma import deal, houses
from webui.games.sanma.offers import SanmaQuestions
from webui.games.sanma.sheet import sheet_json
from webui.games.sanma.words import WORDS
from webui.games.view import Additions, GameView, HouseForm, Suggested, TextSentences
from webui.messages import N_, Messages


def _answered(preset: Preset) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the answers of a preset, and those of the built-in one that it changes."""
    return answers_of(preset), usual(preset.base or preset.name)


def _unsaid(words: Messages, win: Win) -> str:
    """Return the sentence on indicators or Norths that a hand does not name."""
    said = stated(win)
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
    added = Additions(sheet=sheet_json)
    of_text = TextSentences(unsaid=_unsaid)
    name = N_("Riichi for three")
    words = WORDS
    suggested = Suggested(("sanma-tenhou", "sanma-mjsoul"), ("sanma-home",))
    house = HouseForm("sanma-home", _answered, houses.example)

    def bounds(self, words: Messages, book: RuleBook) -> tuple[str, str]:
        """Return the sentence that a hand needs a yaku."""
        return words(N_("At least one yaku to win.")), ""

    def deal(self, words: Messages, settled: SettledDeal) -> Sequence[str]:
        """Return the acts of a deal in sentences, each with its payments."""
        return deal.said(words, settled)


VIEW = SanmaView()
"""The view as `webui.games.view` knows it."""
