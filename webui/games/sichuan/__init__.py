"""What the page says of Sichuan."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.deal import SettledDeal
from scoring.games.game import RuleBook
from scoring.sheet import ScoreSheet
from webui.games.sichuan import deal
from webui.games.sichuan.offers import SichuanHand
from webui.games.sichuan.sheet import ReadyShown, ready_json
from webui.games.sichuan.verdict import FanVerdicts
from webui.games.sichuan.words import WORDS
from webui.games.view import GameView
from webui.messages import N_, Messages


class SichuanView(GameView):
    """What the page says of Sichuan."""

    id = "sichuan"
    hand = SichuanHand()
    verdicts = FanVerdicts()
    sheet_fields = {"raw": int, "value": int, "ready": ReadyShown}  # noqa: RUF012
    name = N_("Sichuan")
    words = WORDS
    tournament = ("sichuan-sbr",)
    at_home = ("sichuan-home",)
    house = "sichuan-home"
    column = N_("Fan count")

    def sheet_json(self, words: Messages, sheet: ScoreSheet) -> Mapping[str, Any]:
        """Return the fan before the cap and the points of a hand, and the state of one of thirteen tiles."""
        if sheet.extra is None:
            return {}
        found = {"raw": sheet.extra.raw, "value": sheet.extra.value}
        return found | ({"ready": ready_json(sheet.extra.ready)} if sheet.extra.ready else {})

    def most(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence on the cap of a table."""
        cap = book.preset.cap
        if not cap:
            return words(N_("No cap."))
        return words(N_("At most %(points)s."), {"points": WORDS.points(words, cap)})

    def deal(self, words: Messages, settled: SettledDeal) -> Sequence[str]:
        """Return the acts of a deal in sentences, each with its payments."""
        return deal.said(words, settled)

    def least(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence on what a hand needs to win."""
        if not book.minimum:
            return words(N_("Four sets and a pair or seven pairs, in at most two suits; no minimum."))
        return super().least(words, book)


VIEW = SichuanView()
"""The view as `webui.games.view` knows it."""
