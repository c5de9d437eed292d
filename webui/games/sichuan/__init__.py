"""The view of Sichuan on the page."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from scoring.games.deal import SettledDeal
from scoring.games.game import RuleBook
from scoring.games.sichuan.deal import waiting_state
from scoring.hand import Win
from scoring.match.records import Won
from scoring.match.state import Hand, Match
from webui.games.forms import ActForm, ResultForm
from webui.games.record import RecordCommands
from webui.games.sections import HandSections
from webui.games.sichuan import commands, deal, forms
from webui.games.sichuan.offers import SichuanQuestions
from webui.games.sichuan.sheet import sheet_json
from webui.games.sichuan.words import WORDS
from webui.games.sichuan.words import ready as waiting_says
from webui.games.view import Additions, GameView, HouseForm, Suggested, TextSentences
from webui.messages import N_, Messages


def _waiting(words: Messages, win: Win, book: RuleBook) -> str:
    """Return the state of a hand of thirteen tiles when the wall is out."""
    return waiting_says(words, waiting_state(win, book.preset))


class SichuanView(GameView):
    """The view of Sichuan on the page."""

    id = "sichuan"
    hand = SichuanQuestions()
    name = N_("Sichuan")
    words = WORDS
    suggested = Suggested(("sichuan-sbr",), ("sichuan-home",))
    house = HouseForm("sichuan-home")
    added = Additions(sheet=sheet_json)
    of_text = TextSentences(waiting=_waiting)
    record = RecordCommands(commands.OPTIONS, commands.COMMANDS)

    def bounds(self, words: Messages, book: RuleBook) -> tuple[str, str]:
        """Return the sentences on what a hand needs to win, and on the cap of a table."""
        cap, (least, _) = book.preset.cap, super().bounds(words, book)
        if not book.minimum:
            least = words(N_("Four sets and a pair or seven pairs, in at most two suits; no minimum."))
        if not cap:
            return least, words(N_("No cap."))
        return least, words(N_("At most %(points)s."), {"points": WORDS.counting.points(words, cap)})

    def deal(self, words: Messages, settled: SettledDeal) -> Sequence[str]:
        """Return the acts of a deal in sentences, each with its payments."""
        return deal.said(words, settled)

    def sections(self, words: Messages, hand: Hand) -> HandSections:
        """Return the number of a deal, its acts, its void suits, and who has won in which order."""
        return forms.sections(words, hand)

    def act_forms(self, words: Messages, match: Match, hand: Hand) -> Sequence[ActForm]:
        """Return the forms of kongs, void suits and the exchange."""
        return forms.act_forms(words, match, hand)

    def result_form(self, words: Messages, match: Match, hand: Hand | None, laid: Mapping[str, str]) -> ResultForm:
        """Return the fan that a hand may have, and the end of the wall."""
        return forms.result_form(words, match, hand, laid)

    def won_with(self, match: Match, hand: Hand | None, act: Won, given: Mapping[str, Any]) -> Won:
        """Return a win with the way in which its tile came, where that is given."""
        return structs.replace(act, luck=given["luck"]) if given.get("luck") else act


VIEW = SichuanView()
"""The view as `webui.games.view` knows it."""
