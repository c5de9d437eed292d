"""What the page says of riichi."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.game import RuleBook
from scoring.match.state import Deposit, Hand
from scoring.sheet import ScoreSheet
from webui.games.riichi import houses, match
from webui.games.riichi.offers import RiichiHand
from webui.games.riichi.sheet import RiichiShown, riichi_json
from webui.games.riichi.verdict import YakuVerdicts
from webui.games.riichi.words import WORDS
from webui.games.view import GameView, RulesForm
from webui.messages import N_, Messages


class RiichiView(GameView):
    """What the page says of riichi."""

    id = "riichi"
    hand = RiichiHand()
    verdicts = YakuVerdicts()
    on_table = {"honba": N_("Honba"), "sticks": N_("Riichi sticks")}  # noqa: RUF012
    sheet_fields = {"riichi": RiichiShown}  # noqa: RUF012
    name = N_("Riichi")
    words = WORDS

    def form(self, words: Messages, base: str | None = None) -> RulesForm:
        """Return the form of houses, from the answers of a preset or of online rooms."""
        return houses.form(words, base)

    def chosen(self, words: Messages, book: RuleBook) -> Sequence[tuple[str, str, str, bool]]:
        """Return the answers of a rule book."""
        return houses.chosen(words, book)

    def least(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence that a hand needs a yaku."""
        return words(N_("At least one yaku to win."))

    def sheet_json(self, words: Messages, sheet: ScoreSheet) -> Mapping[str, Any]:
        """Return han and fu."""
        found = riichi_json(sheet, words)
        return {"riichi": found} if found else {}

    def hand_title(self, words: Messages, hand: Hand) -> str:
        """Return the name of a hand by its deal and counters."""
        return match.title(words, hand)

    def drawn_by(self, words: Messages, hand: Hand) -> str | None:
        """Return the reason of an abortive draw."""
        return match.draw(words, hand)

    def remarks(self, words: Messages, hand: Hand) -> Sequence[str]:
        """Return who declared riichi in a hand, and how it was drawn."""
        return match.remarks(words, hand)

    def deposit(self, words: Messages, deposit: Deposit) -> str:
        """Return who takes riichi sticks, or puts one down."""
        return match.deposit(words, deposit)


VIEW = RiichiView()
"""The view as `webui.games.view` knows it."""
