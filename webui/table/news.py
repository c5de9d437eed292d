"""What has changed at a table, by topic, for everybody who looks on."""

import secrets
import threading
from collections import deque
from dataclasses import astuple, dataclass, fields
from typing import Final

_REMEMBERED: Final = 200
"""Changes of hands that are told one by one to who has missed them; one who missed more looks at all of them again. Not
measured."""


@dataclass(frozen=True, slots=True)
class NewsCursor:
    """What somebody knows of a table: a count for each topic, 0 for nothing.

    Attributes:
        play: Version of the hand in play.
        clock: Version of its clock.
        match: Records of the table, one more than their number.
        hand: Changes of laid hands.
        look: Number of the camera's look.
        equipment: Version of the camera, box and rules that the table has.
        kept: What was kept at all tables.
    """

    play: int = 0
    clock: int = 0
    match: int = 0
    hand: int = 0
    look: int = 0
    equipment: int = 0
    kept: int = 0

    def newer(self, other: "NewsCursor") -> bool:
        """Whether something of these is newer than the others."""
        return any(mine > theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True))


class HandChangeLog:
    """Which hands were laid, changed, put away or brought back, since the process began; safe from many threads."""

    def __init__(self, news: threading.Condition) -> None:
        """Takes what is notified of every change."""
        self._news: Final = news
        self._ids: deque[str] = deque(maxlen=_REMEMBERED)
        self._count = 0

    @property
    def count(self) -> int:
        """How many changes there were."""
        return self._count

    def tell(self, hand_id: str) -> None:
        """Tells of a change of a hand."""
        with self._news:
            self._ids.append(hand_id)
            self._count += 1
            self._news.notify_all()

    def since(self, count: int) -> tuple[int, tuple[str, ...] | None]:
        """The count now, and the hands changed since another one, each once; None where it is too long ago."""
        with self._news:
            missed = self._count - count
            if not 0 <= missed <= len(self._ids):
                return self._count, None
            changed = list(self._ids)[len(self._ids) - missed :]
            return self._count, tuple(dict.fromkeys(changed))


PROCESS: Final = secrets.token_hex(4)
"""Names this process in ids of events: the counts of another one mean nothing here."""


def to_id(versions: NewsCursor) -> str:
    """Counts as the id of an event."""
    return ".".join((PROCESS, *map(str, astuple(versions))))


def from_id(id: str) -> NewsCursor:
    """The counts that the id of an event has; none where it is that of another process, or no such id."""
    process, *counts = id.split(".")
    if process != PROCESS or len(counts) != len(fields(NewsCursor)):
        return NewsCursor()
    if not all(count.isascii() and count.isdecimal() and len(count) < 16 for count in counts):
        return NewsCursor()
    return NewsCursor(*map(int, counts))
