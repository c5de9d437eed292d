"""What the page says of the World Series of Mahjong."""

from scoring.games.zungjung.payment import STANDARD, responsible
from scoring.liability import Responsible
from scoring.sheet import ScoreSheet
from webui.games.view import GameView
from webui.games.zungjung.words import WORDS
from webui.messages import N_


class ZungJungView(GameView):
    """What the page says of the World Series of Mahjong."""

    id = "zungjung"
    name = N_("Zung Jung")
    words = WORDS

    def pays_more(self, sheet: ScoreSheet) -> Responsible | None:
        """Return who pays for a hand of a value for which not all pay alike."""
        return super().pays_more(sheet) or (responsible(sheet.win) if sheet.total > STANDARD else None)


VIEW = ZungJungView()
"""The view as `webui.games.view` knows it."""
