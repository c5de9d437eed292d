"""The talk with a table's box and its page: acts on the hand in play, carried to its hands and its match."""

import logging
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Protocol
from uuid import UUID, uuid4, uuid5

from device.drivers import Key
from device.link import LinkEvent
from scoring.errors import ScoringError
from scoring.match.records import Drawn, Role
from webui.base.errors import WebError
from webui.hand.hand import TableHand
from webui.hand.hands import Hands
from webui.hand.questions import Answer
from webui.match.clock import TableClock
from webui.records.store import Storage
from webui.rig.live_hand import (
    SAME_WISH,
    AnswerBox,
    Answered,
    BoxAct,
    CallReferee,
    ClaimWin,
    Draw,
    Given,
    LiveHand,
    RigAct,
    Start,
    said,
)
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice
from webui.table.calling import TableCalls
from webui.table.claim_reader import ClaimReader
from webui.table.claims import tell_hands
from webui.table.now import Present

BOARD: Final = "board"
"""The key, with the state of no table, of the secret from which ids of what makers' boards did follow."""

_log = logging.getLogger(__name__)


class Recorder(Protocol):
    """A table: its parts, and what records and changes there."""

    @property
    def records(self) -> Storage:
        """Its storage."""

    @property
    def number(self) -> int:
        """Its number in its records."""

    @property
    def hands(self) -> Hands:
        """Its hands."""

    @property
    def session(self) -> LiveHandStore:
        """Its live hand."""

    @property
    def present(self) -> Present:
        """Its state."""

    @property
    def clock(self) -> TableClock:
        """The referee's clock."""

    def record(self, sent: Mapping[str, Any], id: UUID, who: str, role: Role) -> object:
        """Record an act of the match, completed by the table."""

    def change(self, hand_id: str, edit: Answer, version: int, id: str = "") -> TableHand | None:
        """Make one edit of a hand."""


class BoxTalk:
    """The acts on one table's hand in play, by its box, a maker's board or a page; safe to use from many threads."""

    def __init__(self, table: Recorder, calls: TableCalls, claimed: ClaimReader) -> None:
        """Prepare for one table.

        Args:
            table: The table.
            calls: Its calls for a referee.
            claimed: Reads the hands of claimed wins.
        """
        self._table: Final = table
        self._session: Final = table.session
        self._calls: Final = calls
        self._claimed: Final = claimed
        self._listener: threading.Thread | None = None

    def listen(self) -> None:
        """Start to follow the events of the present box."""
        self._listener = threading.Thread(target=self._listen, name="table box", daemon=True)
        self._listener.start()

    def go_on(self) -> None:
        """Read the claims that are unread, such as those made when the program ended."""
        self._claimed.read_all()

    def join(self) -> None:
        """Wait for readings, and for the listener, after the session was stopped."""
        self._claimed.join(5)
        if self._listener and self._listener.is_alive():
            self._listener.join(5)

    def _listen(self) -> None:
        for event in self._session.events():
            try:
                self.hear(event)
            except Exception:
                _log.exception("an event of the table box could not be followed: %s", event)

    def do(self, act: RigAct, id: str = "") -> LiveHand:
        """Follow an act on the page, and return the live hand after it.

        Args:
            act: The act.
            id: The sender's id; done once, however often it is sent. Empty for none.
        """
        if isinstance(act, Draw) and self._session.play.bound:
            self._draw(id)  # a draw that could not be recorded is done when it is sent again
            if not self._session.play.bound:  # it was the last hand
                self._session.remember(id)
                return self._session.play
        play = self._session.do(act, id)
        if not isinstance(act, Draw):
            self._act_on(act, id)
        return play

    def hear(self, event: LinkEvent) -> None:
        """Follow an event of the table box."""
        id = f"{event.box} {event.session} {event.number}"
        act = self._session.hear(event)
        if act:
            try:
                self._act_on(act, id)
            except (ScoringError, WebError):
                if not isinstance(act, Draw):
                    raise
                _log.warning("the table box could not record a draw", exc_info=True)
                self._session.notify(Notice("draw-unrecorded"))
        elif isinstance(event.message, Key) and event.message.name == "answer":
            self._answer(event.message.number, "")

    def follow_board(self, act: BoxAct, id: str = "") -> bool:
        """Follow an act of a maker's own board.

        Args:
            act: The act.
            id: The board's id of it; done once, however often it is sent. Empty for none.

        Returns:
            False if it answers a question, and none is open that has this answer.
        """
        if isinstance(act, AnswerBox) and self._session.has_done(id):
            return True  # another question may be open since
        meant = said(self._session.play, act)
        if meant:
            self.do(meant, id)
            return True
        answered = isinstance(act, AnswerBox) and self._answer(act.number, id)
        if answered:
            self._session.remember(id)
        return answered

    def _answer(self, number: int, id: str) -> bool:
        """Answer the first question about the winner's tiles by the number of an answer; return True if it has one."""
        claim = self._session.play.claim_of(self._session.play.winner)
        hand = self._table.hands.get(claim.hand) if claim else None
        asked = hand.asked if hand else ()
        if hand is None or not asked or not 0 < number <= len(asked[0].choices):
            return False
        choice = asked[0].choices[number - 1]
        self._table.change(hand.id, Answer(asked[0].number, choice.answer), hand.version, id)
        return True

    def _draw(self, id: str) -> None:
        """Record that the hand of the match is drawn; pressed again at once, that means the same hand.

        Raises:
            RecordError: The rules want to know more.
            ActRejectedError: The match cannot follow it.
            RecordsError: It cannot be stored.
        """
        running = self._table.present.now().running
        if running is None or running.match.current is None:
            return
        last = running.entries[-1]
        if isinstance(last.act, Drawn) and datetime.now(UTC) - datetime.fromisoformat(last.when) < SAME_WISH:
            return
        self._table.record({"type": "Drawn"}, self._id_of(id) or uuid4(), "", "table")

    def _id_of(self, id: str) -> UUID | None:
        """Return the id of a record or call that a sender's id of any form makes at this table, or None without one.

        It is not of the version of ids from an event's desk, which a table's device may not hand in, and follows from a
        secret of this storage: else another table's device could take it before.
        """
        if not id:
            return None
        secret = self._table.records.values.get(0, BOARD)
        if not secret:
            secret = str(uuid4())
            self._table.records.values.keep(0, BOARD, secret)
        return UUID(bytes=uuid5(UUID(secret), f"{self._table.number} {id}").bytes, version=4)

    def _act_on(self, act: RigAct, id: str) -> None:
        """Carry an act's effects to the table's hands and its match: read the claimed hand, or set its discarder."""
        match act:
            case Draw():
                self._draw(id)
            case ClaimWin(chair) if self._session.play.claim_of(chair):
                self._claimed.read(chair)
            case Given():
                tell_hands(self._session, self._table.hands)
            case Start(chair) if chair:
                now = self._table.present.now()
                if now.running:
                    self._table.clock.begin(datetime.fromisoformat(now.running.entries[0].when), now.body)
            case CallReferee(chair):
                self._calls.heard(chair, str(self._id_of(id) or ""))
            case Answered():
                self._calls.answered()
