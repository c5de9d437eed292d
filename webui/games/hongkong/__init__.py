"""What the page says of the houses of Hong Kong."""

from webui.games.view import GameView
from webui.messages import N_


class HongKongView(GameView):
    """What the page says of the houses of Hong Kong."""

    id = "hk"
    name = N_("Hong Kong")


VIEW = HongKongView()
"""The view as `webui.games.view` knows it."""
