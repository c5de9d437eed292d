"""The view of the Chinese competition rules on the page."""

from scoring.games.mcr.game import ANSWERS
from webui.games.mcr.offers import McrHand
from webui.games.mcr.words import WORDS
from webui.games.view import GameView, RulesForm, Suggested, disputed
from webui.messages import N_, Messages


class McrView(GameView):
    """The view of the Chinese competition rules on the page."""

    id = "mcr"
    hand = McrHand()
    name = N_("Chinese Official")
    words = WORDS
    suggested = Suggested(("mcr-wmo",), ("mcr",))

    def form(self, words: Messages, base: str | None = None) -> RulesForm:
        """Return the form of clubs, from the answers of a preset."""
        return disputed(words, self, WORDS, base, ANSWERS)


VIEW = McrView()
"""The view as `webui.games.view` knows it."""
