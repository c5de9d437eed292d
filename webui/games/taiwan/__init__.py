"""The view of Taiwan on the page."""

from collections.abc import Sequence
from typing import Final

from scoring.games.deal import SettledDeal
from scoring.games.game import RuleBook
from scoring.match.state import Hand
from webui.games.sections import HandSections
from webui.games.taiwan import deal
from webui.games.taiwan.offers import TaiwanQuestions
from webui.games.taiwan.sheet import sheet_json
from webui.games.taiwan.words import TAI, WORDS
from webui.games.view import Additions, GameView, HouseForm, Suggested
from webui.messages import N_, Messages

_UNREAD: Final = N_(
    "No player from Taiwan has read the tai, the payments and these answers yet: read them with your table first."
)


class TaiwanView(GameView):
    """The view of Taiwan on the page."""

    id = "taiwan"
    name = N_("Taiwanese, sixteen tiles")
    words = WORDS
    hand = TaiwanQuestions()
    suggested = Suggested(("taiwan-atw",), ("taiwan-home", "taiwan-gamesofa"))
    house = HouseForm("taiwan-home")
    added = Additions(sheet=sheet_json)

    def bounds(self, words: Messages, book: RuleBook) -> tuple[str, str]:
        """Return the sentences on what a hand needs to win, and on the most tai of a hand and who has read the list."""
        most, (least, _) = book.preset.most, super().bounds(words, book)
        if not book.minimum:
            least = words(N_("Five sets and a pair; a hand without tai wins the base."))
        at_most = words(N_("At most %(points)s."), {"points": TAI.points(words, most)}) if most else ""
        return least, " ".join([*([at_most] if at_most else []), words(_UNREAD)])

    def sections(self, words: Messages, hand: Hand) -> HandSections:
        """Return the name of a hand, with how often its dealer has stayed."""
        return deal.sections(words, hand)

    def deal(self, words: Messages, settled: SettledDeal) -> Sequence[str]:
        """Return the acts of a deal in sentences, each with its payments."""
        return deal.said(words, settled)


VIEW = TaiwanView()
"""The view as `webui.games.view` knows it."""
