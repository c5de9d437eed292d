"""The view of the World Series of Mahjong on the page."""

from scoring.games.zungjung.presets import SWITCHES
from webui.games.view import GameView, RulesForm, Suggested, disputed
from webui.games.zungjung.words import WORDS
from webui.messages import N_, Messages


class ZungJungView(GameView):
    """The view of the World Series of Mahjong on the page."""

    id = "zungjung"
    name = N_("Zung Jung")
    words = WORDS
    suggested = Suggested(("zungjung",), ("zungjung",))

    def form(self, words: Messages, base: str | None = None) -> RulesForm:
        """Return the form of clubs, from the answers of the list."""
        return disputed(words, self, WORDS, base, SWITCHES)


VIEW = ZungJungView()
"""The view as `webui.games.view` knows it."""
