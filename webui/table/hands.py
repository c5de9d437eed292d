"""The hands that were laid at a table: each with every change made to it, and the newest of them kept."""

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, Literal

from vision.image import Picture
from vision.reading import Doubt, Reading
from webui.errors import WebError
from webui.hand.edits import Edit, Effect, Impossible, Undo, edited
from webui.hand.questions import Answer, answered, by_weight
from webui.hand.state import Circumstances, HandState, Outcome, from_reading, outcome, same_tiles
from webui.table.pictures import PHOTO_SIDE, THUMB_SIDE, NothingSeen, jpeg

MOST_HANDS: Final = 60
"""Hands kept; for a newer one the oldest is dropped. Not measured."""

By = Literal["person", "play"]
"""Who changes a hand: somebody who corrects it, or the hand in play that it was claimed in."""


class Stale(WebError):
    """The hand was changed by somebody else since the sender last saw it: load it again, and repeat the change."""


@dataclass(frozen=True, slots=True)
class HandChange:
    """One record of what was done to a hand; records are only ever added.

    Attributes:
        number: Counts the changes of a hand, from 1.
        at: When it was made (UTC).
        by: Who made it.
        effect: What it changed, or what it takes back.
        before: The hand it was done to.
        undoes: Number of the change that this one takes back, 0 when it takes back none.
    """

    number: int
    at: datetime
    by: By
    effect: Effect
    before: HandState
    undoes: int = 0


@dataclass(frozen=True, slots=True)
class TableHand:
    """One hand: its photo and reading (None when entered by hand), how people have it now, and what it scores.

    Attributes:
        id: Names the hand in addresses.
        at: When it was laid (UTC).
        laid: Its tiles and circumstances as they are now.
        outcome: What scoring makes of `laid`.
        reading: What the camera read.
        changes: All that was done to it since it was read, the oldest first.
        order: Indices of the reading's doubts, those that matter most first.
        photo: JPEG bytes, at most `PHOTO_SIDE` pixels a side.
        thumb: JPEG bytes, at most `THUMB_SIDE` pixels a side.
    """

    id: str
    at: datetime
    laid: HandState
    outcome: Outcome
    reading: Reading | None = None
    changes: tuple[HandChange, ...] = ()
    order: tuple[int, ...] = ()
    photo: bytes = field(default=b"", repr=False)
    thumb: bytes = field(default=b"", repr=False)

    @property
    def version(self) -> int:
        """Counts the changes from 1; a change must name the version it starts from."""
        return len(self.changes) + 1

    @property
    def open_doubts(self) -> list[int]:
        """Indices of the reading's doubts that nobody has dealt with, those that matter most first."""
        return [n for n in self.order if n not in self.laid.settled]

    @property
    def standing(self) -> list[HandChange]:
        """The changes that were not taken back."""
        undone = {change.undoes for change in self.changes}
        return [change for change in self.changes if not change.undoes and change.number not in undone]

    @property
    def settled_by(self) -> Literal["", "camera", "person"]:
        """Who answers for the tiles: nobody while doubts are open, the camera while it is sure and left alone."""
        if self.open_doubts:
            return ""
        if self.reading and not self.reading.doubts and same_tiles(self.laid, from_reading(self.reading, "mcr")):
            return "camera"
        return "person"


def photographed(picture: Picture, reading: Reading, rules: str, won: Circumstances) -> TableHand:
    """A hand that was read from a picture; a reading that is not sure has at least one doubt to settle.

    Args:
        picture: The picture that was read.
        reading: What was read in it.
        rules: Name of the rules it is scored by, a key of `scoring.RULES`.
        won: What is known of how it was won.

    Raises:
        NothingSeen: the reading has no tiles.
    """
    if not reading.tiles:
        raise NothingSeen("no-tiles-seen")
    if not reading.sure and not reading.doubts:
        reading = replace(reading, doubts=(Doubt(None, "unsure"),))
    laid = replace(from_reading(reading, rules), won=won)
    photo, thumb = jpeg(picture, PHOTO_SIDE), jpeg(picture, THUMB_SIDE)
    return TableHand(_new_id(), _now(), laid, outcome(laid), reading, (), by_weight(reading, rules), photo, thumb)


def blank(rules: str, won: Circumstances) -> TableHand:
    """A hand without tiles and photo, to be entered tile by tile."""
    laid = HandState(rules=rules, won=won)
    return TableHand(_new_id(), _now(), laid, outcome(laid))


class Hands:
    """The newest hands of a table, safe to use from many threads."""

    def __init__(self, most: int = MOST_HANDS) -> None:
        """Keeps the newest `most` hands."""
        self._most = most
        self._hands: OrderedDict[str, TableHand] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, hand: TableHand) -> None:
        """Keeps a hand, and drops the oldest where there are too many."""
        with self._lock:
            self._hands[hand.id] = hand
            while len(self._hands) > self._most:
                self._hands.popitem(last=False)

    def get(self, hand_id: str) -> TableHand | None:
        """The hand of that id, None when it is not kept or not kept any more."""
        with self._lock:
            return self._hands.get(hand_id)

    def all(self) -> list[TableHand]:
        """All hands kept, the newest first."""
        with self._lock:
            return list(reversed(self._hands.values()))

    def change(self, hand_id: str, edit: Edit | Answer | Undo, version: int, by: By = "person") -> TableHand | None:
        """Makes one change to a hand and keeps a record of it.

        Args:
            hand_id: Which hand.
            edit: What is changed.
            version: The hand's version that the change starts from.
            by: Who changes it.

        Returns:
            The hand as it is then; None when it is not kept any more.

        Raises:
            Impossible: the hand cannot be so; it stays as it was.
            Stale: `version` is not the hand's newest.
        """
        with self._lock:
            hand = self._hands.get(hand_id)
            if hand is None:
                return None
            if hand.version != version:
                raise Stale("hand-changed", version=hand.version)
            laid, effect, undoes = _changed(hand, edit, by)
            if laid == hand.laid:
                return hand
            change = HandChange(version, _now(), by, effect, hand.laid, undoes)
            hand = replace(hand, laid=laid, outcome=outcome(laid), changes=(*hand.changes, change))
            self._hands[hand_id] = hand
            return hand

    def forget(self, hand_id: str) -> bool:
        """Drops a hand and its photo; False when there was none."""
        with self._lock:
            return self._hands.pop(hand_id, None) is not None


def _changed(hand: TableHand, edit: Edit | Answer | Undo, by: By) -> tuple[HandState, Effect, int]:
    """The hand after a change, what that did, and the number of the change it takes back."""
    if isinstance(edit, Undo):
        if not hand.standing:
            raise Impossible("nothing-to-undo")
        last = hand.standing[-1]
        return last.before, last.effect, last.number
    if isinstance(edit, Answer):
        if hand.reading is None:
            raise Impossible("not-read")
        return *answered(hand.reading, hand.laid, edit.doubt, edit.answer), 0
    return *edited(hand.laid, edit, hand.reading, by), 0


def _new_id() -> str:
    return secrets.token_hex(5)


def _now() -> datetime:
    return datetime.now(UTC)
