"""The filling in of laid hands from the followed play, and what people say of its steps."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from scoring.follow.events import Correction
from webui.hand.effects import EditRejectedError
from webui.hand.hands import EditConflictError, HandDeletedError, Hands
from webui.hand.state import MatchHand
from webui.table.claims import judge
from webui.table.follow.declared import declared
from webui.table.follow.journal import FollowedDeal, FollowJournal, TakenBack
from webui.table.follow.whole import written
from webui.table.follow.win import shown, taken
from webui.table.now import Present
from webui.table.telling import TableNews

LAID: Final = 8
"""Newest hands among which those of a followed deal are looked for: its winners, and photographs of them."""


class Filling:
    """News of the followed play of one table for its laid hands, safe to use from many threads."""

    def __init__(self, followed: FollowJournal, hands: Hands, present: Present, news: TableNews) -> None:
        """Prepare for one table.

        Args:
            followed: The journal of the deals that its camera followed.
            hands: Its hands.
            present: Its state.
            news: Told of hands that have offers from it.
        """
        self._followed: Final = followed
        self._hands: Final = hands
        self._present: Final = present
        self._news: Final = news

    def say(self, deal: FollowedDeal, words: Sequence[Correction | TakenBack], who: str) -> None:
        """Keep what a person says of the steps of a followed deal, and fill in its laid hands from it.

        Raises:
            RecordsError: It cannot be stored, or a device has the table.
        """
        self._followed.say(deal.number, words, who)
        self.take(deal.begun.hand)

    def take(self, deal: MatchHand) -> None:
        """Fill in the circumstances of the hands laid in a deal from its followed play, where nobody has said them.

        Unsure ones are only offered: viewers load the hand again.
        """
        followed = self._followed.of(deal)
        if followed is None:
            return
        session, counted = self._present.session, self._present.matches.counted
        for hand in [hand for hand in self._hands.newest(limit=LAID) if not counted(hand.id)]:
            for edit in written(followed, hand):
                with suppress(EditConflictError, HandDeletedError, EditRejectedError):  # as below
                    hand = self._hands.change(hand.id, edit, hand.version, "camera") or hand
            for edit in taken(followed, hand):
                before = hand.laid.won
                try:
                    hand = self._hands.change(hand.id, edit, hand.version, "camera") or hand
                except (EditConflictError, HandDeletedError, EditRejectedError):
                    break  # somebody is editing it at this moment
                judge(session, self._hands, hand, before)
            for edit in declared(followed, hand):
                with suppress(EditConflictError, HandDeletedError, EditRejectedError):  # as above
                    hand = self._hands.change(hand.id, edit, hand.version, "camera") or hand
            if any(not (each.stands or each.sight.sure) for each in shown(followed, hand)):
                self._news.hands.tell(None)
