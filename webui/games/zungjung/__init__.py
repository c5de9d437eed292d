"""What the page says of the World Series of Mahjong."""

from scoring.games.zungjung.presets import SWITCHES
from webui.games.view import GameView, RulesForm, Suggested, disputed
from webui.games.zungjung.words import WORDS
from webui.messages import N_, Messages


class ZungJungView(GameView):
    """What the page says of the World Series of Mahjong."""

    id = "zungjung"
    name = N_("Zung Jung")
    words = WORDS
    suggested = Suggested(("zungjung",), ("zungjung",))

    def form(self, words: Messages, base: str | None = None) -> RulesForm:
        """Return the form of clubs, from the answers of the list."""
        return disputed(words, self, WORDS, base, SWITCHES)


VIEW = ZungJungView()
"""The view as `webui.games.view` knows it."""
