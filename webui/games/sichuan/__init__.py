"""What the page says of Sichuan."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UnsetType, structs

from scoring.games.deal import SettledDeal
from scoring.games.game import RuleBook
from scoring.games.sichuan.deal import waiting_state
from scoring.hand import Win
from scoring.match.records import Won
from scoring.match.state import Hand, Match
from scoring.sheet import ScoreSheet
from webui.games.forms import ActForm, ResultForm
from webui.games.sichuan import commands, deal, forms
from webui.games.sichuan.offers import SichuanHand
from webui.games.sichuan.sheet import SichuanSheet, sichuan_json
from webui.games.sichuan.words import WORDS
from webui.games.sichuan.words import ready as waiting_says
from webui.games.view import GameView
from webui.messages import N_, Messages


class SichuanView(GameView):
    """What the page says of Sichuan."""

    id = "sichuan"
    hand = SichuanHand()
    name = N_("Sichuan")
    words = WORDS
    tournament = ("sichuan-sbr",)
    at_home = ("sichuan-home",)
    house = "sichuan-home"
    record_options = commands.OPTIONS
    record_commands = commands.COMMANDS

    def sheet_json(self, words: Messages, sheet: ScoreSheet) -> SichuanSheet | UnsetType:
        """Return the fan before the cap and the points of a hand, and the state of one of thirteen tiles."""
        return sichuan_json(sheet)

    def waiting(self, words: Messages, win: Win, book: RuleBook) -> str:
        """Return the state of a hand of thirteen tiles when the wall is out."""
        return waiting_says(words, waiting_state(win, book.preset))

    def most(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence on the cap of a table."""
        cap = book.preset.cap
        if not cap:
            return words(N_("No cap."))
        return words(N_("At most %(points)s."), {"points": WORDS.points(words, cap)})

    def deal(self, words: Messages, settled: SettledDeal) -> Sequence[str]:
        """Return the acts of a deal in sentences, each with its payments."""
        return deal.said(words, settled)

    def hand_title(self, words: Messages, hand: Hand) -> str:
        """Return the name of a deal."""
        return forms.title(words, hand)

    def declared(self, words: Messages, hand: Hand) -> Mapping[str, str]:
        """Return void suits, and who has won in which order."""
        return forms.declared(words, hand)

    def act_forms(self, words: Messages, match: Match, hand: Hand) -> Sequence[ActForm]:
        """Return the forms of kongs, void suits and the exchange."""
        return forms.act_forms(words, match, hand)

    def lines(self, words: Messages, hand: Hand) -> Sequence[str]:
        """Return the acts of a deal, each with its payments."""
        return forms.lines(words, hand)

    def remarks(self, words: Messages, hand: Hand) -> Sequence[str]:
        """Return the acts of a deal for an exported sheet."""
        return [line.strip() for line in forms.lines(words, hand)]

    def result_form(self, words: Messages, match: Match, hand: Hand | None, laid: Mapping[str, str]) -> ResultForm:
        """Return the fan that a hand may have, and the end of the wall."""
        return forms.result_form(words, match, hand, laid)

    def won_with(self, match: Match, hand: Hand | None, act: Won, given: Mapping[str, Any]) -> Won:
        """Return a win with the way in which its tile came, where that is given."""
        return structs.replace(act, luck=given["luck"]) if given.get("luck") else act

    def least(self, words: Messages, book: RuleBook) -> str:
        """Return the sentence on what a hand needs to win."""
        if not book.minimum:
            return words(N_("Four sets and a pair or seven pairs, in at most two suits; no minimum."))
        return super().least(words, book)


VIEW = SichuanView()
"""The view as `webui.games.view` knows it."""
