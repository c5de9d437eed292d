"""The hands laid at a table, each stored with its photo and all changes."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from webui.base.errors import WebError
from webui.hand.edits import Edit, SetDeal, SetGiver, SetWinner, Undo, edited
from webui.hand.effects import EditRejectedError, Effect
from webui.hand.hand import By, HandChange, Signed, TableHand, tags_of
from webui.hand.merging import clash
from webui.hand.merging import rebase as carried_over
from webui.hand.questions import Answer, answered
from webui.hand.serialization import change_to_text, from_kept, state_to_text, to_kept
from webui.hand.state import Circumstances, HandState, outcome
from webui.records.bulletin import Bulletin, HandChanged
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.hands import Hiding, KeptHand
from webui.records.photos.in_files import Staged
from webui.records.store import Storage
from webui.records.values import UNREADABLE

PAGE: Final = 60
"""Hands on a page of the list; more make a page slower to load, fewer make people turn more pages."""

HELD: Final = 240
"""Most recently used hands held in memory; with fewer, older ones are read from the disk more often."""

_log = logging.getLogger(__name__)


class EditConflictError(WebError):
    """Somebody else changed the same part of the hand since the sender last saw it; people have to choose.

    Attributes:
        mine: The effect that the change would have had, or None if unknown.
        theirs: The effects of the changes since.
    """

    mine: Effect | None = None
    theirs: tuple[Effect, ...] = ()


class HandDeletedError(WebError):
    """The hand was put away and must be brought back before it can be changed."""


_Told = Callable[[TableHand, Circumstances], Circumstances]
"""Returns the circumstances of a hand's win with what the match knows of them."""


def _nothing_told(hand: TableHand, won: Circumstances) -> Circumstances:
    """Return the circumstances as they are."""
    return won


class Hands:
    """The hands of a table; safe to use from many threads. Each change is on disk when its call returns."""

    def __init__(self, records: Storage, table: int = 1, held: int = HELD, bulletin: Bulletin | None = None) -> None:
        """Load the hands of a table.

        Args:
            records: The database.
            table: Number of the table.
            held: Most hands held in memory.
            bulletin: Told `HandChanged`.
        """
        self._store: Final = records.hands
        self._table: Final = table
        self._held: Final = held
        self._hands: OrderedDict[str, tuple[int, TableHand]] = OrderedDict()
        """The hands in memory, each with the stamp of its stored state."""
        self._unhidden: Final[dict[str, int]] = {}
        """The stamps of hands in memory that were never put away."""
        self._begun: Final[dict[str, datetime]] = {}
        """The times of hands without a photo and a tile."""
        self._looked = False
        """True once hands that were begun before the start were looked for."""
        self._lock = threading.Lock()
        self._bulletin: Final = bulletin or Bulletin()

    def add(self, hand: TableHand, photo: Staged | None = None) -> TableHand:
        """Store a new hand and return it with its number.

        If another process has stored a hand with this id meanwhile, that one is returned.

        Args:
            hand: The hand.
            photo: Its photo, if that was stored for it and stays with it.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self._lock:
            try:
                kept = self._store.keep(to_kept(hand, self._table), tags_of(hand), photo)
            except WriteConflictError:
                there = self._again(hand.id, hand.sent or hand.photo)
                if there is None:
                    raise
                return there
            self._unhidden[hand.id] = kept.stamp
            return self._told(replace(hand, number=kept.number), kept.stamp)

    def again(self, hand_id: str, photo: str) -> TableHand | None:
        """Return the hand that was laid with this id before, or None.

        Args:
            hand_id: Id given by the sender; "" for none.
            photo: SHA-256 of its photo as sent or as stored; "" without one.

        Raises:
            webui.records.errors.RecordsError: `id-taken`, another photo was sent with this id.
        """
        if not hand_id:
            return None
        with self._lock:
            return self._again(hand_id, photo)

    def get(self, hand_id: str) -> TableHand | None:
        """Return the hand with that id, put away or not, or None."""
        with self._lock:
            return self._get(hand_id)

    def all(self) -> list[TableHand]:
        """Return the first page of hands, the newest first."""
        return self.newest()

    def newest(
        self,
        before: int | None = None,
        limit: int = PAGE,
        hidden: bool | None = False,
        tags: Mapping[str, str] | None = None,
        day: str = "",
    ) -> list[TableHand]:
        """Return hands of the table, the newest first.

        Args:
            before: Number of the hand that follows them; None to begin with the newest.
            limit: Most hands to return.
            hidden: True for those put away, False for the others, None for both.
            tags: Required value by kind of tag, such as `{"fan": "Pure Straight"}`.
            day: Beginning of the time (UTC) at which it was laid, such as 2026-05-01; "" for any.
        """
        with self._lock:
            kept = self._store.newest(self._table, before, limit, hidden, tags, day)
            found = [self._held_as(hand.id, hand.stamp) or self._made(hand) for hand in kept]
            return [hand for hand in found if hand]

    def change(
        self,
        hand_id: str,
        edit: Edit | Answer | Undo,
        version: int,
        by: By = "person",
        id: str = "",
        signed: Signed | None = None,
        force: bool = False,
        told: _Told = _nothing_told,
    ) -> TableHand | None:
        """Make one change to a hand and record it.

        A change that starts from an older version is applied to the newest, unless it touches something that was
        changed since.

        Args:
            hand_id: Id of the hand.
            edit: The change.
            version: The version of the hand that the change starts from.
            by: Its origin.
            id: Id given by the sender, "" for none; a change that is sent again with the same id is made once.
            signed: Its author and the reason, if given.
            force: True to overwrite changes made since.
            told: Adds what the match knows of a win whose hand, winner or discarder the change names.

        Returns:
            The changed hand, or None if there is no such hand.

        Raises:
            EditRejectedError: The result is no possible hand; the hand is unchanged.
            EditConflictError: Somebody has changed the same part since that version.
            HandDeletedError: The hand was put away.
            webui.records.errors.RecordsError: The change cannot be stored; the hand is unchanged.
        """
        while True:
            try:
                return self._change(hand_id, edit, version, by, id, signed, force, told)
            except WriteConflictError:  # another process has changed it since it was read
                continue

    def _change(
        self,
        hand_id: str,
        edit: Edit | Answer | Undo,
        version: int,
        by: By,
        id: str,
        signed: Signed | None,
        force: bool,
        told: _Told,
    ) -> TableHand | None:
        with self._lock:
            hand = self._get(hand_id)
            if hand is None:
                return None
            stamp = self._hands[hand_id][0]
            if id and any(change.id == id for change in hand.changes):
                return hand
            if hand.hidden:
                if not hand.empty or isinstance(edit, Undo | Answer):
                    raise HandDeletedError("hand-put-away")
                self._store.hide(hand_id, False, (signed or Signed()).who)  # its page was open all the while
                hand = self._get(hand_id) or hand
                stamp = self._hands[hand_id][0]
            edit, version = _of_newest(hand, edit, version, force), hand.version
            laid, effect, undoes = _changed(hand, edit, by)
            if isinstance(edit, SetWinner | SetGiver | SetDeal):
                laid = replace(laid, won=told(replace(hand, laid=laid), laid.won))
            if laid == hand.laid:
                return hand
            change = HandChange(version, datetime.now(UTC), by, effect, hand.laid, undoes, id, signed or Signed())
            hand = replace(hand, laid=laid, outcome=outcome(laid), changes=(*hand.changes, change))
            kept = change_to_text(change), state_to_text(laid), tags_of(hand)
            now = self._store.keep_change(hand_id, version, *kept, after=stamp)
            if self._unhidden.get(hand_id) == stamp:
                self._unhidden[hand_id] = now
            return self._told(hand, now)

    def hide(self, hand_id: str, hidden: bool = True, who: str = "") -> TableHand | None:
        """Put a hand away, or bring it back, and record it; nothing is deleted.

        Args:
            hand_id: Id of the hand.
            hidden: True to put it away.
            who: Name of the person.

        Returns:
            The changed hand, or None if there is no such hand.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        with self._lock:
            hand = self._get(hand_id)
            if hand is None:
                return None
            self._store.hide(hand_id, hidden, who)
            hand = self._get(hand_id)
            self._bulletin.tell(HandChanged(hand_id))
            return hand

    def hide_empty(self, since: datetime, kept: Container[str] = ()) -> None:
        """Put away hands that were begun before a time and got neither a photo nor a tile; an edit brings one back.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        if not self._looked:
            self.newest()
            self._looked = True
        with self._lock:
            begun = [id for id, at in self._begun.items() if at < since and id not in kept]
        for id in begun:
            hand = self.get(id)  # another process may have changed it
            if hand and hand.empty and not hand.hidden:
                self.hide(id)

    def hidings(self, hand_id: str) -> list[Hiding]:
        """Return when a hand was put away and brought back, and by whom, the oldest first."""
        with self._lock:
            held = self._hands.get(hand_id)
            if held and self._unhidden.get(hand_id) == held[0]:
                return []
        return self._store.hidings(hand_id)

    def mark(self, hand_id: str, tags: Mapping[str, list[str]]) -> None:
        """Set the tags by which a hand is found besides its fan, such as its players.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        self._store.mark(hand_id, tags)

    def _again(self, hand_id: str, photo: str) -> TableHand | None:
        kept = self._store.get(hand_id)
        if kept is None:
            return None
        if kept.table != self._table or photo not in (kept.photo, kept.sent or kept.photo):
            raise RecordsError("id-taken", id=hand_id, number=kept.number)
        return self._get(hand_id)

    def _get(self, hand_id: str) -> TableHand | None:
        if hand_id in self._hands:
            hand = self._held_as(hand_id, self._store.stamp(hand_id, self._table))
            if hand:
                return hand
        kept = self._store.get(hand_id)
        return self._made(kept) if kept and kept.table == self._table else None

    def _held_as(self, hand_id: str, stamp: int | None) -> TableHand | None:
        """Return the hand in memory, or None if it is not there or was stored with another stamp since."""
        held, hand = self._hands.get(hand_id, (None, None))
        if hand is None or held != stamp:
            return None
        self._hands.move_to_end(hand_id)
        return hand

    def _made(self, kept: KeptHand) -> TableHand | None:
        try:
            return self._hold(from_kept(kept), kept.stamp)
        except UNREADABLE as error:  # written by another version, or damaged
            _log.warning("hand %s cannot be read: %s", kept.id, error)
            return None

    def _told(self, hand: TableHand, stamp: int) -> TableHand:
        """Hold a changed hand in memory and report it."""
        self._hold(hand, stamp)
        self._bulletin.tell(HandChanged(hand.id))
        return hand

    def _hold(self, hand: TableHand, stamp: int) -> TableHand:
        self._hands[hand.id] = (stamp, hand)
        self._hands.move_to_end(hand.id)
        while len(self._hands) > self._held:
            self._unhidden.pop(self._hands.popitem(last=False)[0], None)
        self._begun.pop(hand.id, None)
        if hand.empty and not hand.hidden:
            self._begun[hand.id] = hand.at
        return hand


def preview(hand: TableHand, edit: Edit | Answer | Undo, version: int, force: bool = False) -> Effect:
    """Return the effect that a person's change would have.

    Args:
        hand: The hand.
        edit: The change.
        version: The version of the hand that the change starts from.
        force: True to overwrite changes made since.

    Raises:
        EditRejectedError: The result is no possible hand.
        EditConflictError: Somebody has changed the same part since that version.
    """
    return _changed(hand, _of_newest(hand, edit, version, force), "person")[1]


def _of_newest(hand: TableHand, edit: Edit | Answer | Undo, version: int, force: bool) -> Edit | Answer | Undo:
    """Convert a change of an older version of a hand to a change of the newest.

    Raises:
        EditConflictError: It touches or names something that was changed or removed since.
    """
    if version == hand.version:
        return edit
    stale = EditConflictError("hand-changed", version=hand.version)
    if not 0 < version < hand.version:
        raise stale
    stale.theirs = tuple(change.effect for change in hand.changes[version - 1 :])
    if isinstance(edit, Undo):
        if force:
            return edit
        raise stale
    base = hand.changes[version - 1].before
    with suppress(EditRejectedError):
        stale.mine = _changed(replace(hand, laid=base), edit, "person")[1]
        carried = carried_over(edit, base, hand.laid)
        if carried and (force or not clash(edit, base, hand.laid, hand.reading)):
            return carried
    raise stale


def _changed(hand: TableHand, edit: Edit | Answer | Undo, by: By) -> tuple[HandState, Effect, int]:
    """Return the hand after a change, the effect, and the number of the change that it takes back."""
    if isinstance(edit, Undo):
        if not hand.standing:
            raise EditRejectedError("nothing-to-undo")
        last = hand.standing[-1]
        return last.before, last.effect, last.number
    if isinstance(edit, Answer):
        if hand.reading is None:
            raise EditRejectedError("not-read")
        return *answered(hand.reading, hand.laid, edit.doubt, edit.answer), 0
    return *edited(hand.laid, edit, hand.reading, by), 0
