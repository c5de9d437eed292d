"""Photos that are read while their sender watches: the first look, the progress, and the hand."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

import numpy as np

from vision.errors import VisionError
from vision.reading import Reading
from webui.base.errors import WebError
from webui.hand.hand import TableHand
from webui.hand.reading_queue import QueuePlace

ReadingState = Literal["waiting", "looking-again", "done", "failed"]
"""Waiting for its turn or its first look; being looked at again; stored as a hand; failed."""

KEPT: Final = 64
"""Readings that are remembered. More cost memory, 100 KB each; fewer forget one before its page has asked for it."""

_SAME_PLACE: Final = 0.5
"""Share of a tile's side within which tiles of two looks are the same tile."""


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The reading of a photo.

    Attributes:
        id: Id given by the sender, which its hand gets too.
        name: The name of its file.
        number: Count of all changes of readings at its last change.
        state: Its progress.
        looks: Completed looks.
        reading: The reading so far, never sure; None before the first look and after the hand was stored.
        again: Indices of its tiles that are looked at again.
        changed: Indices of its tiles that the last look read differently from the previous one; once there is a hand,
            those of the hand that differ from the first look.
        stopped: True if a person stopped it; it ends with the reading so far.
        first: The first reading, with which the hand is compared.
        hand: The stored hand, or None.
        error: The reason why it failed, or None.
        place: Its place in the queue, or None if it has none of its own.
    """

    id: str
    name: str = ""
    number: int = 0
    state: ReadingState = "waiting"
    looks: int = 0
    reading: Reading | None = None
    again: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    stopped: bool = False
    first: Reading | None = None
    hand: TableHand | None = None
    error: WebError | VisionError | None = None
    place: QueuePlace | None = None

    @property
    def before(self) -> int:
        """Photos that are read before its first look."""
        return self.place.before() if self.place and self.state == "waiting" else 0


class PhotoReadings:
    """The photos of a table that are read while their senders watch; safe to use from many threads."""

    def __init__(self, news: threading.Condition) -> None:
        """Use this condition to notify of every change."""
        self._news: Final = news
        self._all: OrderedDict[str, PhotoReading] = OrderedDict()
        self._count = 0

    @property
    def count(self) -> int:
        """Number of changes so far."""
        return self._count

    def since(self, count: int) -> list[PhotoReading]:
        """Return the readings that changed after a count, in their present state, the longest unchanged first."""
        with self._news:
            changed = [each for each in self._all.values() if each.number > count]
        return sorted(changed, key=lambda each: each.number)

    def get(self, id: str) -> PhotoReading | None:
        """Return a reading, or None if it is not remembered."""
        return self._all.get(id)

    def start(
        self, id: str, take: Callable[..., TableHand], name: str = "", place: QueuePlace | None = None
    ) -> PhotoReading:
        """Start to read a photo on its own thread; one with the same id that is under way goes on.

        Args:
            id: Id given by the sender.
            take: Reads the photo and stores its hand, with a `watch` as in `TileReader.read`; raises a `WebError` or a
                `VisionError`.
            name: The name of its file.
            place: The place in the queue in which it is read, or None for one of its own.
        """
        with self._news:
            known = self._all.get(id)
            if known and known.state != "failed":
                return known
            ended = [each.id for each in self._all.values() if each.state in ("done", "failed")]
            for each in ended[: max(0, len(self._all) - KEPT + 1)]:
                del self._all[each]
            begun = self._put(PhotoReading(id, name, place=place))
        if place:
            take = place.for_reading(take)
        run = partial(copy_context().run, self._run, id, take)
        threading.Thread(target=run, name="photo reading", daemon=True).start()
        return begun

    def stop(self, id: str) -> PhotoReading | None:
        """Stop a reading before its next look, and return it, or None if there is none; its hand is the reading so
        far."""
        with self._news:
            known = self._all.get(id)
            if known is None or known.state in ("done", "failed"):
                return known
            return self._put(replace(known, stopped=True))

    def _run(self, id: str, take: Callable[..., TableHand]) -> None:
        try:
            hand = take(watch=partial(self._looked, id))
        except (WebError, VisionError) as error:
            self._change(id, state="failed", reading=None, again=(), error=error)
        except BaseException:
            self._change(id, state="failed", reading=None, again=())
            raise
        else:
            before = self._all[id].first
            changed = _changed(before, hand.reading) if before and hand.reading else ()
            self._change(id, state="done", reading=None, first=None, again=(), changed=changed, hand=hand)

    def _looked(self, id: str, reading: Reading, again: tuple[int, ...]) -> bool:
        """Store an intermediate reading; return False if reading should stop here."""
        before = self._all[id]
        changed = _changed(before.reading, reading) if before.reading else ()
        self._change(
            id,
            state="looking-again",
            looks=before.looks + 1,
            reading=reading,
            first=before.first or reading,
            again=again,
            changed=changed,
        )
        return not self._all[id].stopped

    def _change(self, id: str, **changes: object) -> None:
        with self._news:
            self._put(replace(self._all[id], **changes))  # type: ignore[arg-type]

    def _put(self, reading: PhotoReading) -> PhotoReading:
        self._count += 1
        self._all[reading.id] = reading = replace(reading, number=self._count)
        self._news.notify_all()
        return reading


def _changed(before: Reading, now: Reading) -> tuple[int, ...]:
    """Return the tiles of a reading that the previous one read differently or did not find."""
    if not before.tiles:
        return tuple(range(len(now.tiles)))
    old = np.array([tile.quad for tile in before.tiles])
    middles, side = old.mean(axis=1), np.linalg.norm(old[:, 0] - old[:, 1], axis=1)
    found = []
    for n, tile in enumerate(now.tiles):
        off = np.linalg.norm(middles - np.mean(tile.quad, axis=0), axis=1)
        at = int(off.argmin())
        if off[at] > _SAME_PLACE * side[at] or before.tiles[at].tile != tile.tile:
            found.append(n)
    return tuple(found)
