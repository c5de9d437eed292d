"""A hand laid at a table: its photo, its reading, its present state, and its changes."""

from collections.abc import Container
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal

from uuid_utils import uuid7

from vision.reading import Doubt, Reading
from webui.base.errors import WebError
from webui.hand.effects import Effect
from webui.hand.questions import Question, answerable, by_weight, few, open_doubts, questions
from webui.hand.state import Circumstances, HandResult, HandState, MatchHand, from_reading, outcome, places, same_tiles

By = Literal["person", "play", "camera", "match"]
"""Origin of a change: a person who corrects the hand, the hand in play that it was claimed in, or the camera that
followed its deal."""


class NothingSeenError(WebError):
    """The picture shows no tiles, or there is no picture: `no-tiles-seen`, `nothing-shown`."""


@dataclass(frozen=True, slots=True)
class Signed:
    """The author of a change and the reason; "" if not given."""

    who: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HandChange:
    """A recorded change of a hand; records are never removed.

    Attributes:
        number: Number of the change within its hand, from 1.
        at: Time of the change (UTC).
        by: Its origin.
        effect: Its effect, or the effect that it takes back.
        before: The hand before it.
        undoes: Number of the change that this one takes back, or 0.
        id: Id given by the sender; "" for none.
        signed: Its author and the reason, if given.
    """

    number: int
    at: datetime
    by: By
    effect: Effect
    before: HandState
    undoes: int = 0
    id: str = ""
    signed: Signed = Signed()


@dataclass(frozen=True)
class TableHand:
    """A hand: its photo and reading (None if entered by hand), its present state, and its score.

    Attributes:
        id: Id of the hand in addresses.
        at: Time at which it was laid (UTC).
        laid: Its tiles and circumstances now.
        outcome: The score of `laid`.
        reading: The reading of the camera.
        changes: All changes since the reading, the oldest first.
        order: Indices of the reading's doubts, the most important first.
        photo: SHA-256 of its photo as stored; "" without a photo.
        number: Number of the hand at its table, from 1.
        hidden: True if it was put away; it can be brought back.
        sent: SHA-256 of its photo as sent; "" if it was stored unchanged.
    """

    id: str
    at: datetime
    laid: HandState
    outcome: HandResult
    reading: Reading | None = None
    changes: tuple[HandChange, ...] = ()
    order: tuple[int, ...] = ()
    photo: str = ""
    number: int = 0
    hidden: bool = False
    sent: str = ""

    @property
    def version(self) -> int:
        """Version of the hand, from 1; a change must name the version that it starts from."""
        return len(self.changes) + 1

    @property
    def empty(self) -> bool:
        """True if it was begun without a photo and never got a tile."""
        return not (self.photo or self.reading or self.changes or places(self.laid))

    def changed_only_by(self, ids: Container[str], since: int) -> bool:
        """Return True if there are changes after this version, and all of them have these ids."""
        later = self.changes[since - 1 :] if since > 0 else ()
        return bool(later) and all(change.id in ids for change in later)

    @cached_property
    def open_doubts(self) -> list[int]:
        """Indices of the doubts that apply and that nobody has settled, the most important first."""
        still = set(open_doubts(self.reading, self.laid, self.outcome)) if self.reading else ()
        return [n for n in self.order if n in still]

    @property
    def asked(self) -> tuple[Question, ...]:
        """The few questions about it."""
        found = questions(self.reading, self.laid, self.open_doubts) if self.reading else ()
        return few(answerable(found, self.laid))

    @property
    def standing(self) -> list[HandChange]:
        """The changes that were not taken back."""
        undone = {change.undoes for change in self.changes}
        return [change for change in self.changes if not change.undoes and change.number not in undone]

    @cached_property
    def settled_by(self) -> Literal["", "camera", "person"]:
        """The one who vouches for the tiles: nobody while doubts are open, the camera if it is sure and nobody changed
        them, or if it changed them itself by what it saw of the play."""
        if self.open_doubts:
            return ""
        if self.reading and not self.reading.doubts and same_tiles(self.laid, from_reading(self.reading, "mcr")):
            return "camera"
        states = [*(change.before for change in self.changes), self.laid]
        by = {
            change.by
            for change, now in zip(self.changes, states[1:], strict=True)
            if not same_tiles(change.before, now) or change.before.settled != now.settled
        }
        return "camera" if self.reading and by == {"camera"} else "person"


def photographed(
    photo: str,
    reading: Reading,
    rules: str,
    won: Circumstances,
    deal: MatchHand | None = None,
    id: str = "",
    keep_unread: bool = False,
    sent: str = "",
) -> TableHand:
    """Return a hand read from a photo; an unsure reading has at least one doubt to settle.

    Args:
        photo: SHA-256 of the photo.
        reading: Its reading.
        rules: Name of the rules that score it, a key of `scoring.BOOKS`.
        won: The known circumstances.
        deal: The hand of the match in which it was laid.
        id: Its id; "" for a new UUID.
        keep_unread: True to accept a reading without tiles, which people then enter.
        sent: SHA-256 of the photo as sent; "" if it was stored unchanged.

    Raises:
        NothingSeenError: The reading has no tiles.
    """
    if not reading.tiles and not keep_unread:
        raise NothingSeenError("no-tiles-seen")
    if reading.tiles and not reading.sure and not reading.doubts:
        reading = replace(reading, doubts=(Doubt(None, "unsure"),))
    seen = from_reading(reading, rules)
    laid, order = replace(seen, won=won, deal=deal), by_weight(reading, seen)
    return TableHand(id or _new_id(), _now(), laid, outcome(laid), reading, (), order, photo, sent=sent)


def blank(rules: str, won: Circumstances, deal: MatchHand | None = None, id: str = "") -> TableHand:
    """Return a hand without tiles and photo, to be entered tile by tile."""
    return entered(HandState(rules=rules, won=won, deal=deal), id)


def entered(laid: HandState, id: str = "") -> TableHand:
    """Return a hand that was entered by hand, without a photo."""
    return TableHand(id or _new_id(), _now(), laid, outcome(laid))


def tags_of(hand: TableHand) -> dict[str, list[str]]:
    """Return the fan of a hand by their English names; none while its score is open."""
    sheet = hand.outcome.sheet
    return {"fan": [line.name for line in sheet.lines] if sheet else []}


def _new_id() -> str:
    return str(uuid7())


def _now() -> datetime:
    return datetime.now(UTC)
