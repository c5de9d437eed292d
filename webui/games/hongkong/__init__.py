"""What the page says of the houses of Hong Kong."""

from collections.abc import Mapping
from typing import Any

from scoring.games.game import RuleBook
from scoring.sheet import ScoreSheet
from webui.games.hongkong.offers import HongKongHand
from webui.games.hongkong.verdict import FaanVerdicts
from webui.games.hongkong.words import WORDS
from webui.games.view import GameView
from webui.messages import N_, Messages


class HongKongView(GameView):
    """What the page says of the houses of Hong Kong."""

    id = "hk"
    hand = HongKongHand()
    verdicts = FaanVerdicts()
    sheet_fields = {"in_faan": bool}  # noqa: RUF012
    match_fields = {"in_faan": (bool, False)}  # noqa: RUF012
    of_match = {"in_faan": True}  # noqa: RUF012
    differ = N_(
        "Houses differ in these. No player from Hong Kong has checked the list yet: a house decides for itself, in a "
        "file of its own."
    )
    points_entered = N_("Faan, flowers included")
    name = N_("Hong Kong")
    words = WORDS
    tournament = ("hk-hkma",)
    at_home = ("hk", "hk-club")
    house = "hk"
    column = N_("faan")

    def sheet_json(self, words: Messages, sheet: ScoreSheet) -> Mapping[str, Any]:
        """Return that a hand is counted in faan."""
        return {"in_faan": True}

    def most(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence on the limit of a house."""
        limit = book.preset.limit
        if not limit:
            return words(N_("No limit."))
        return words(N_("At most %(points)s."), {"points": WORDS.points(words, limit)})


VIEW = HongKongView()
"""The view as `webui.games.view` knows it."""
