"""What the page says of the World Series of Mahjong."""

from webui.games.view import GameView
from webui.games.zungjung.words import WORDS
from webui.messages import N_


class ZungJungView(GameView):
    """What the page says of the World Series of Mahjong."""

    id = "zungjung"
    name = N_("Zung Jung")
    words = WORDS


VIEW = ZungJungView()
"""The view as `webui.games.view` knows it."""
