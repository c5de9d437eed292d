"""The live hand and the hands laid in it, kept in step with the match."""

import logging
from contextlib import suppress
from typing import Final

from scoring.match.course import course_of, out_of_play
from scoring.match.missing import kept_book
from scoring.play import Play
from webui.hand.edits import SetCircumstances
from webui.hand.effects import EditRejectedError
from webui.hand.hands import EditConflictError, HandDeletedError, Hands
from webui.hand.state import MatchHand
from webui.match.dealing import told
from webui.match.matches import TableMatch
from webui.records.bulletin import Recorded
from webui.records.errors import RecordsError
from webui.table.filling import LAID
from webui.table.now import Now, Present
from webui.table.telling import TableNews

_log = logging.getLogger(__name__)


class HandInPlay:
    """The hand in play of one table as its match has it, safe to use from many threads.

    Attributes:
        matches: The matches of the table.
        version: Number of the table's last record that it has followed.
    """

    def __init__(self, present: Present, hands: Hands, news: TableNews) -> None:
        """Prepare for one table.

        Args:
            present: Its state.
            hands: Its hands.
            news: Told of each record.
        """
        self.version = 0
        self.matches: Final = present.matches
        self._present: Final = present
        self._hands: Final = hands
        self._news: Final = news

    def follow(self, _: Recorded) -> None:
        """Let the live hand follow the match, and notify all viewers of a new record."""
        try:
            with self._present.at(fresh=False) as now:
                self.version = now.version
                self._present.session.in_match(*_in_play(now))
                if now.running and course_of(now.running.match.rules).hand.goes_on:
                    self._tell_laid(now.running)
        except RecordsError:  # the record stands; the live hand follows with the next record or start
            _log.exception("the hand in play could not follow the match")
        self._news.tell()

    def read_again(self) -> None:
        """Follow a live hand that another process has stored.

        Raises:
            RecordsError: It cannot be read.
        """
        with self._present.at(fresh=False) as now:
            self._present.session.read_again(*_in_play(now))

    def _tell_laid(self, running: TableMatch) -> None:
        """Tell the hands laid in a hand in play that goes on after a win what the match knows now, such as who is out.

        Raises:
            RecordsError: It cannot be stored.
        """
        for hand in self._hands.newest(limit=LAID):
            if hand.laid.deal != running.deal or self.matches.counted(hand.id):
                continue
            known = told(hand, hand.laid.won, running)
            if known != hand.laid.won:
                with suppress(EditConflictError, HandDeletedError, EditRejectedError):  # somebody edits it now
                    self._hands.change(hand.id, SetCircumstances(known), hand.version, "match")


def _in_play(now: Now) -> tuple[MatchHand | None, tuple[str, ...], bool, Play]:
    """Return the current hand of the match, the winds that cannot win it, True if all win who claim a discard, and
    the way in which the rules in force are played.

    Outside a match the hand is None, without winds, and False.
    """
    play, running = kept_book(now.in_force).play, now.running
    hand = running.match.current if running else None
    if running is None or hand is None:
        return None, (), False, play
    barred = {*hand.dead, *out_of_play(running.match, hand)}
    out = tuple([wind for wind, player in hand.seats.items() if player in barred])
    return running.deal, out, running.match.body.all_claims_win, play
