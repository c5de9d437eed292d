"""Changes at a table, by topic, for all viewers."""

import secrets
import threading
from collections import deque
from dataclasses import astuple, dataclass, fields
from typing import Final

_REMEMBERED: Final = 200
"""Changes of hands that are reported one by one to a viewer who missed them; after more, all hands are loaded again.
More takes memory; fewer loads all hands more often."""


@dataclass(frozen=True, slots=True)
class NewsCursor:
    """A viewer's knowledge of a table: a count for each topic, 0 for nothing.

    Attributes:
        play: Version of the live hand.
        clock: Version of its clock.
        match: Number of records of the table, plus one.
        hand: Number of changes of hands.
        look: Number of the camera's look.
        equipment: Version of camera, box and rules.
        kept: Number of changes at all tables.
        reading: Number of changes of photos that are read while their sender looks on.
        laid: Version of the hands that lie there, as a camera sees on its own.
        followed: Version of the deals that its camera followed.
    """

    play: int = 0
    clock: int = 0
    match: int = 0
    hand: int = 0
    look: int = 0
    equipment: int = 0
    kept: int = 0
    reading: int = 0
    laid: int = 0
    followed: int = 0

    def newer(self, other: "NewsCursor") -> bool:
        """Return True if any of these counts is newer than the other's."""
        return any(mine > theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True))


class HandChangeLog:
    """A log of hands created, edited, deleted or restored since the process began; safe to use from many threads."""

    def __init__(self, news: threading.Condition) -> None:
        """Notify this condition of every change."""
        self._news: Final = news
        self._ids: deque[str] = deque(maxlen=_REMEMBERED)
        self._count = 0

    @property
    def count(self) -> int:
        """Return the number of changes."""
        return self._count

    def tell(self, hand_id: str) -> None:
        """Report a change of a hand."""
        with self._news:
            self._ids.append(hand_id)
            self._count += 1
            self._news.notify_all()

    def since(self, count: int) -> tuple[int, tuple[str, ...] | None]:
        """Return the present count, and the hands changed since another one, each once, or None if it is too old."""
        with self._news:
            missed = self._count - count
            if not 0 <= missed <= len(self._ids):
                return self._count, None
            changed = list(self._ids)[len(self._ids) - missed :]
            return self._count, tuple(dict.fromkeys(changed))


PROCESS: Final = secrets.token_hex(4)
"""This process in ids of events, since the counts of another process mean nothing here."""


def to_id(versions: NewsCursor) -> str:
    """Return counts as the id of an event."""
    return ".".join((PROCESS, *map(str, astuple(versions))))


def from_id(id: str) -> NewsCursor:
    """Return the counts in the id of an event; zeros if it is invalid or of another process."""
    process, *counts = id.split(".")
    if process != PROCESS or len(counts) != len(fields(NewsCursor)):
        return NewsCursor()
    if not all(count.isascii() and count.isdecimal() and len(count) < 16 for count in counts):
        return NewsCursor()
    return NewsCursor(*map(int, counts))
