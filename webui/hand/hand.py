"""One hand laid at a table: its photograph, its reading, how people have it now, and what was done to it."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from uuid_utils import uuid7

from vision.reading import Doubt, Reading
from webui.hand.effects import Effect
from webui.hand.pictures import NothingSeenError
from webui.hand.questions import by_weight, open_doubts
from webui.hand.state import Circumstances, HandResult, HandState, MatchHand, from_reading, outcome, same_tiles

By = Literal["person", "play"]
"""Who changes a hand: somebody who corrects it, or the hand in play that it was claimed in."""


@dataclass(frozen=True, slots=True)
class Signed:
    """Who changes a hand, and why; empty where nobody says so."""

    who: str = ""
    reason: str = ""


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
        id: What its sender calls it; empty for none.
        signed: Who made it and why, where they said so.
    """

    number: int
    at: datetime
    by: By
    effect: Effect
    before: HandState
    undoes: int = 0
    id: str = ""
    signed: Signed = Signed()


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
        photo: SHA-256 of its photograph as it is kept; empty without one.
        number: Counts the hands laid at the table, from 1.
        hidden: Whether it was put away; it can be brought back.
        sent: SHA-256 of its photograph as it was sent; empty where that is what is kept.
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
        """Counts the changes from 1; a change must name the version it starts from."""
        return len(self.changes) + 1

    @property
    def open_doubts(self) -> list[int]:
        """Indices of the reading's doubts that hold and that nobody has settled, those that matter most first."""
        still = set(open_doubts(self.reading, self.laid, self.outcome)) if self.reading else ()
        return [n for n in self.order if n in still]

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
    """A hand that was read from a picture; a reading that is not sure has at least one doubt to settle.

    Args:
        photo: SHA-256 of the photograph.
        reading: What was read in it.
        rules: Name of the rules it is scored by, a key of `scoring.RULES`.
        won: What is known of how it was won.
        deal: The hand of the match that it was laid in.
        id: What it is called; empty for a new UUID.
        keep_unread: True if a reading without tiles is a hand too, whose tiles are to be entered.
        sent: SHA-256 of the photograph as it was sent; empty where that is what is kept.

    Raises:
        NothingSeenError: the reading has no tiles.
    """
    if not reading.tiles and not keep_unread:
        raise NothingSeenError("no-tiles-seen")
    if reading.tiles and not reading.sure and not reading.doubts:
        reading = replace(reading, doubts=(Doubt(None, "unsure"),))
    laid = replace(from_reading(reading, rules), won=won, deal=deal)
    order = by_weight(reading, rules)
    return TableHand(id or _new_id(), _now(), laid, outcome(laid), reading, (), order, photo, sent=sent)


def blank(rules: str, won: Circumstances, deal: MatchHand | None = None, id: str = "") -> TableHand:
    """A hand without tiles and photo, to be entered tile by tile."""
    return entered(HandState(rules=rules, won=won, deal=deal), id)


def entered(laid: HandState, id: str = "") -> TableHand:
    """A hand that is given as people have it, without a photo."""
    return TableHand(id or _new_id(), _now(), laid, outcome(laid))


def tags_of(hand: TableHand) -> dict[str, list[str]]:
    """The fan of a hand, by their English names; none while its score is open."""
    sheet = hand.outcome.sheet
    return {"fan": [line.name for line in sheet.lines] if sheet else []}


def _new_id() -> str:
    return str(uuid7())


def _now() -> datetime:
    return datetime.now(UTC)
