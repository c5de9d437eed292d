"""The hands that were laid at a table: each kept with its photograph and every change made to it."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import msgspec

from webui.errors import WebError
from webui.hand.edits import Edit, Undo, edited
from webui.hand.effects import EditRejectedError, Effect
from webui.hand.hand import By, HandChange, Signed, TableHand, tags_of
from webui.hand.merging import clash
from webui.hand.merging import rebase as carried_over
from webui.hand.questions import Answer, answered
from webui.hand.serialization import from_kept, to_kept, to_text
from webui.hand.state import HandState, outcome
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.hands import KeptHand
from webui.records.store import Storage

PAGE: Final = 60
"""Hands of a list at a time. Not measured."""

HELD: Final = 240
"""Hands held in memory, those asked for last; the others are read from the disk. Not measured."""

_log = logging.getLogger(__name__)


class EditConflictError(WebError):
    """Somebody else changed the same of the hand since the sender last saw it: show both, and let people choose.

    Attributes:
        mine: What the change would have done; None where it cannot be said.
        theirs: What was done since.
    """

    mine: Effect | None = None
    theirs: tuple[Effect, ...] = ()


class HandDeletedError(WebError):
    """The hand was put away: bring it back first."""


class Hands:
    """The hands of a table, safe to use from many threads; each change is on the disk when it is made."""

    def __init__(self, records: Storage, table: int = 1, held: int = HELD) -> None:
        """Takes the hands of a table from its records.

        Args:
            records: Where they are kept.
            table: The table's number.
            held: How many are held in memory.
        """
        self._store: Final = records.hands
        self._table: Final = table
        self._held: Final = held
        self._hands: OrderedDict[str, tuple[int, TableHand]] = OrderedDict()
        """Those held, each with the stamp that it was read or kept with."""
        self._lock = threading.Lock()
        self.changed: Callable[[str], None] = lambda hand_id: None
        """Called with the id of every hand that is laid, changed, put away or brought back."""

    def add(self, hand: TableHand) -> TableHand:
        """Keeps a new hand, and gives it with its number.

        Another process may have kept it by its id meanwhile: then that one is given.

        Raises:
            webui.records.errors.RecordsError: it cannot be kept.
        """
        with self._lock:
            try:
                kept = self._store.keep(to_kept(hand, self._table), tags_of(hand))
            except WriteConflictError:
                there = self._again(hand.id, hand.sent or hand.photo)
                if there is None:
                    raise
                return there
            return self._told(replace(hand, number=kept.number), kept.stamp)

    def again(self, hand_id: str, photo: str) -> TableHand | None:
        """The hand that was laid by this id before; None where there is none of it.

        Args:
            hand_id: What its sender calls it; empty for none.
            photo: SHA-256 of its photograph as it was sent, or as it is kept; empty without one.

        Raises:
            webui.records.errors.RecordsError: `id-taken`, another photograph was sent by this id.
        """
        if not hand_id:
            return None
        with self._lock:
            return self._again(hand_id, photo)

    def get(self, hand_id: str) -> TableHand | None:
        """The hand of that id, put away or not; None when there is none."""
        with self._lock:
            return self._get(hand_id)

    def all(self) -> list[TableHand]:
        """The newest page of hands, the newest first."""
        return self.newest()

    def newest(
        self,
        before: int | None = None,
        limit: int = PAGE,
        hidden: bool | None = False,
        tags: Mapping[str, str] | None = None,
        day: str = "",
    ) -> list[TableHand]:
        """Hands of the table, the newest first.

        Args:
            before: Number of the hand that they come before; None to begin with the newest.
            limit: How many at most.
            hidden: Whether those put away are wanted, or the others; None for both.
            tags: A value that a hand must have for each kind named, such as `{"fan": "Pure Straight"}`.
            day: Beginning of the time (UTC) that it was laid at, such as 2026-05-01; empty for any.
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
    ) -> TableHand | None:
        """Makes one change to a hand and keeps a record of it.

        A change that starts from an older version is carried over to the newest where it touches nothing that was
        changed since.

        Args:
            hand_id: Which hand.
            edit: What is changed.
            version: The hand's version that the change starts from.
            by: Who changes it.
            id: What the sender calls the change; made once, however often it is sent. Empty for none.
            signed: Who makes it and why, where they say so.
            force: Whether it is also made over what was changed since.

        Returns:
            The hand as it is then; None when there is none.

        Raises:
            EditRejectedError: the hand cannot be so; it stays as it was.
            EditConflictError: somebody has changed the same since that version.
            HandDeletedError: the hand was put away.
            webui.records.errors.RecordsError: the change cannot be kept; the hand stays as it was.
        """
        while True:
            try:
                return self._change(hand_id, edit, version, by, id, signed, force)
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
    ) -> TableHand | None:
        with self._lock:
            hand = self._get(hand_id)
            if hand is None:
                return None
            stamp = self._hands[hand_id][0]
            if id and any(change.id == id for change in hand.changes):
                return hand
            if hand.hidden:
                raise HandDeletedError("hand-put-away")
            edit, version = _of_newest(hand, edit, version, force), hand.version
            laid, effect, undoes = _changed(hand, edit, by)
            if laid == hand.laid:
                return hand
            change = HandChange(version, datetime.now(UTC), by, effect, hand.laid, undoes, id, signed or Signed())
            hand = replace(hand, laid=laid, outcome=outcome(laid), changes=(*hand.changes, change))
            kept = to_text(change), to_text(laid), tags_of(hand)
            return self._told(hand, self._store.keep_change(hand_id, version, *kept, after=stamp))

    def hide(self, hand_id: str, hidden: bool = True, who: str = "") -> TableHand | None:
        """Puts a hand away, or brings it back, with a record of it; nothing of it is removed.

        Args:
            hand_id: Which hand.
            hidden: Whether it is put away.
            who: Who does so.

        Returns:
            The hand as it is then; None when there is none.

        Raises:
            webui.records.errors.RecordsError: it cannot be kept.
        """
        with self._lock:
            hand = self._get(hand_id)
            if hand is None:
                return None
            self._store.hide(hand_id, hidden, who)
            hand = self._get(hand_id)
            self.changed(hand_id)
            return hand

    def mark(self, hand_id: str, tags: Mapping[str, list[str]]) -> None:
        """Says what a hand is found by besides its fan, such as its players.

        Raises:
            webui.records.errors.RecordsError: it cannot be kept.
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
            hand = self._held_as(hand_id, self._store.stamp(hand_id))
            if hand:
                return hand
        kept = self._store.get(hand_id)
        return self._made(kept) if kept and kept.table == self._table else None

    def _held_as(self, hand_id: str, stamp: int | None) -> TableHand | None:
        """The hand as it is held; None where it is not, or is kept with another stamp by now."""
        held, hand = self._hands.get(hand_id, (None, None))
        if hand is None or held != stamp:
            return None
        self._hands.move_to_end(hand_id)
        return hand

    def _made(self, kept: KeptHand) -> TableHand | None:
        try:
            return self._hold(from_kept(kept), kept.stamp)
        except (msgspec.MsgspecError, ValueError, TypeError) as error:  # written by another version, or damaged
            _log.warning("hand %s cannot be read: %s", kept.id, error)
            return None

    def _told(self, hand: TableHand, stamp: int) -> TableHand:
        """Holds a hand that changed, and tells of it."""
        self._hold(hand, stamp)
        self.changed(hand.id)
        return hand

    def _hold(self, hand: TableHand, stamp: int) -> TableHand:
        self._hands[hand.id] = (stamp, hand)
        self._hands.move_to_end(hand.id)
        while len(self._hands) > self._held:
            self._hands.popitem(last=False)
        return hand


def preview(hand: TableHand, edit: Edit | Answer | Undo, version: int, force: bool = False) -> Effect:
    """What a person's change would do to a hand.

    Args:
        hand: The hand.
        edit: What is changed.
        version: The hand's version that the change starts from.
        force: Whether it is also made over what was changed since.

    Raises:
        EditRejectedError: The hand cannot be so.
        EditConflictError: Somebody has changed the same since that version.
    """
    return _changed(hand, _of_newest(hand, edit, version, force), "person")[1]


def _of_newest(hand: TableHand, edit: Edit | Answer | Undo, version: int, force: bool) -> Edit | Answer | Undo:
    """A change that starts from a version of a hand, as a change of its newest.

    Raises:
        EditConflictError: It touches what was changed since, or names what is not there any more.
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
    """The hand after a change, what that did, and the number of the change it takes back."""
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
