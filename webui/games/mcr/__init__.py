"""What the page says of the Chinese competition rules."""

from webui.games.mcr.offers import McrHand
from webui.games.mcr.words import WORDS
from webui.games.view import GameView
from webui.messages import N_


class McrView(GameView):
    """What the page says of the Chinese competition rules."""

    id = "mcr"
    hand = McrHand()
    name = N_("Chinese Official")
    words = WORDS


VIEW = McrView()
"""The view as `webui.games.view` knows it."""
