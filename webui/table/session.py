"""The hand in play, kept for everybody who watches it: changed on the page, and by the table box when there is one."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from device.link import Event, Link
from webui.table.feed import MOST_VIEWERS, Crowded
from webui.table.play import Act, Claim, Seats, follow, hear, lamps

_KEPT: Final = 512
"""Events of the box remembered by their number, so that none counts twice."""

_log = logging.getLogger(__name__)


class Sitting:
    """The hand in play, safe to use from many threads."""

    def __init__(self, box: Link | None = None, log: Path | None = None) -> None:
        """Prepares a sitting; the box is not looked for before `start`.

        Args:
            box: The link to the table box, None when there is none.
            log: The file that the link writes.
        """
        self.box: Final = box
        self.log: Final = log
        self.claimed: Callable[[Claim, Seats], None] = lambda claim, seats: None
        """Called when a win is said, or who gave its winning tile; must return at once."""
        self._seats = Seats()
        self._version = 1
        self._changed = threading.Condition()
        self._heard: deque[tuple[str, int, int]] = deque(maxlen=_KEPT)
        self._lit: dict[tuple[Any, int], bool] = {}
        self._viewers = threading.BoundedSemaphore(MOST_VIEWERS)
        self._stopped = False
        self._thread = threading.Thread(target=self._listen, name="sitting", daemon=True)

    def start(self) -> None:
        """Looks for the box and listens to it."""
        if self.box:
            self._light()
            self.box.start()
            self._thread.start()

    def stop(self) -> None:
        """Ends all streams, lets the box go."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self.box:
            self.box.stop()
            self._thread.join(5)

    @property
    def seats(self) -> Seats:
        """What the table stands at."""
        return self._seats

    @property
    def stopped(self) -> bool:
        """Nothing more will come."""
        return self._stopped

    def do(self, act: Act) -> Seats:
        """Somebody does something on the page; gives what the table then stands at."""
        return self._change(lambda seats: follow(seats, act, datetime.now(UTC)))

    def hear(self, event: Event) -> None:
        """The box says something; an event that was heard before is let pass."""
        key = (event.box, event.session, event.number)
        if key not in self._heard:
            self._heard.append(key)
            self._change(lambda seats: hear(seats, event.message, event.at))

    def settle(self, chair: int, change: Callable[[Claim], Claim]) -> None:
        """What is known of the win that a chair said, if that is still looked at."""

        def settled(seats: Seats) -> Seats:
            claim = seats.claim
            return replace(seats, claim=change(claim)) if claim and claim.chair == chair else seats

        self._change(settled, by_people=False)

    @contextmanager
    def viewer(self) -> Iterator[None]:
        """Counts one viewer.

        Raises:
            Crowded: As many watch as the server can bear.
        """
        if not self._viewers.acquire(blocking=False):
            raise Crowded
        try:
            yield
        finally:
            self._viewers.release()

    def wait(self, after: int, timeout: float) -> tuple[int, Seats]:
        """What the table stands at and its number: once that is above `after`, or `timeout` seconds have passed."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._version > after, timeout)
            return self._version, self._seats

    def _change(self, change: Callable[[Seats], Seats], by_people: bool = True) -> Seats:
        with self._changed:
            before, seats = self._seats, change(self._seats)
            if seats == before and seats.claim is before.claim:
                return seats
            self._seats = seats
            self._version += 1
            self._changed.notify_all()
            self._light()
        if by_people and seats.claim and seats.claim is not before.claim:
            self.claimed(seats.claim, seats)
        return seats

    def _light(self) -> None:
        if self.box is None:
            return
        for lamp, lit in lamps(self._seats).items():
            if self._lit.get(lamp) is not lit:
                self._lit[lamp] = lit
                self.box.light(*lamp, "on" if lit else "off")

    def _listen(self) -> None:
        assert self.box
        for event in self.box.listen():
            try:
                self.hear(event)
            except Exception:
                _log.exception("an event of the table box could not be followed: %s", event)
