"""The view of the houses of Hong Kong on the page."""

from scoring.games.game import RuleBook
from scoring.sheet import ScoreSheet
from webui.games.added import Added
from webui.games.hongkong.offers import HongKongHand
from webui.games.hongkong.words import WORDS
from webui.games.view import Additions, GameView, HouseForm, Suggested
from webui.messages import N_, Messages


class InFaan(Added, frozen=True, tag="hk"):
    """The unit of the game in JSON."""

    in_faan: bool


def _of_sheet(words: Messages, sheet: ScoreSheet) -> InFaan:
    """Return that a hand is counted in faan."""
    return InFaan(in_faan=True)


class HongKongView(GameView):
    """The view of the houses of Hong Kong on the page."""

    id = "hk"
    hand = HongKongHand()
    differ = N_(
        "Houses differ in these. No player from Hong Kong has checked the list yet: a house decides for itself, in a "
        "file of its own."
    )
    name = N_("Hong Kong")
    words = WORDS
    suggested = Suggested(("hk-hkma",), ("hk", "hk-club"))
    house = HouseForm("hk")
    added = Additions(sheet=_of_sheet, match=lambda: InFaan(in_faan=True))

    def bounds(self, words: Messages, book: RuleBook) -> tuple[str, str]:
        """Return the sentences on the minimum and on the limit of a house."""
        limit, (least, _) = book.preset.limit, super().bounds(words, book)
        if not limit:
            return least, words(N_("No limit."))
        return least, words(N_("At most %(points)s."), {"points": WORDS.counting.points(words, limit)})


VIEW = HongKongView()
"""The view as `webui.games.view` knows it."""
