"""What the page says of riichi."""

from webui.games.view import GameView
from webui.messages import N_


class RiichiView(GameView):
    """What the page says of riichi."""

    id = "riichi"
    name = N_("Riichi")


VIEW = RiichiView()
"""The view as `webui.games.view` knows it."""
