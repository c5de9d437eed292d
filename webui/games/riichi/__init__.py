"""What the page says of riichi."""

from scoring.games.game import RuleBook
from webui.games.riichi.offers import RiichiHand
from webui.games.riichi.words import WORDS
from webui.games.view import GameView
from webui.messages import N_, Messages


class RiichiView(GameView):
    """What the page says of riichi."""

    id = "riichi"
    hand = RiichiHand()
    name = N_("Riichi")
    words = WORDS

    def least(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence that a hand needs a yaku."""
        return words(N_("At least one yaku to win."))


VIEW = RiichiView()
"""The view as `webui.games.view` knows it."""
