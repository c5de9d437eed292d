"""Watches a camera while somebody looks on or asks for the hand, and knows when a reading of it stands."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera, Frame
from vision.live.tracker import Sight, State, Steady
from vision.reading import Reading
from vision.tta import Eye

MOST_VIEWERS: Final = 8
"""More streams than this are refused: each holds one of the server's threads."""

PAUSE: Final = 0.25
"""Seconds after which viewers are shown a new picture, though nothing is new but the picture."""

_HELD: Final = 0.15  # seconds after which a source that sends nothing new may hold its picture on purpose

_KEPT: Final = 8
"""Looks kept, so that a viewer's picture and marks are of the same moment and can be taken as they were seen."""


@dataclass(frozen=True, slots=True)
class Look:
    """One picture that viewers are shown, and what is known of the hand then.

    Attributes:
        number: Counts the looks, from 1.
        sight: What `vision.live.tracker` made of it; None when it could not be read, and `why` says so.
    """

    number: int
    picture: Picture = field(repr=False)
    sight: Sight | None
    why: str = ""

    @property
    def reading(self) -> Reading | None:
        """Of all pictures joined so far; None while the hand moves or is covered."""
        return self.sight.reading if self.sight else None

    @property
    def state(self) -> State | None:
        return self.sight.state if self.sight else None


class Crowded(Exception):
    """As many people watch as the server can bear."""


class Watch:
    """Follows what a camera sees, but only while somebody looks on or asks for the hand.

    Nothing is read while nobody wants to know it, so that one computer may serve many tables: a hand that lies still is
    read within about a second of being asked for.
    """

    def __init__(self, camera: Camera, look: Eye, weigh: Callable[[Evidence], Reading]) -> None:
        """`look` looks at a picture, `weigh` makes the hand of what several pictures say."""
        self.camera: Final = camera
        self._steady = Steady(look, weigh)
        self._changed = threading.Condition()
        self._looks: deque[Look] = deque(maxlen=_KEPT)
        self._viewers = 0
        self._asking = 0
        self._outdated = False
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Starts the camera and the thread that reads its pictures."""
        self.camera.start()
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Stops both; waits for their threads."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self.camera.stop(timeout)
        self._thread.join(timeout)

    @contextmanager
    def viewer(self) -> Iterator[None]:
        """Keeps the watch awake for one viewer.

        Raises:
            Crowded: `MOST_VIEWERS` are watching already.
        """
        with self._changed:
            if self._viewers >= MOST_VIEWERS:
                raise Crowded
            self._viewers += 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._viewers -= 1

    @property
    def viewers(self) -> int:
        """How many are watching now."""
        return self._viewers

    @property
    def stopped(self) -> bool:
        """Nothing more will come."""
        return self._stopped

    def wait(self, after: int, timeout: float) -> Look | None:
        """The newest look as soon as its number is above `after`; None when `timeout` seconds pass before."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._number() > after, timeout)
            return self._looks[-1] if self._number() > after else None

    def settled(self, timeout: float) -> Look | None:
        """Asks for the hand: the newest look as soon as its reading stands; None when that takes too long."""
        with self._changed:
            before = self._number()
            self._asking += 1
            self._changed.notify_all()
            try:
                self._changed.wait_for(lambda: self._stopped or self._stands(before), timeout)
                return self._looks[-1] if self._stands(before) else None
            finally:
                self._asking -= 1

    def reconsider(self) -> None:
        """Reads the hand anew: other tiles are in use, or it is known better where the table lies."""
        self._outdated = True

    def newest_reading(self) -> Reading | None:
        """What was read last, None when nothing was."""
        with self._changed:
            return next((look.reading for look in reversed(self._looks) if look.reading), None)

    def look(self, number: int) -> Look | None:
        """The look of that number, None when it is not kept any more."""
        with self._changed:
            return next((look for look in self._looks if look.number == number), None)

    def _number(self) -> int:
        return self._looks[-1].number if self._looks else 0

    def _stands(self, after: int) -> bool:
        return self._number() > after and self._looks[-1].state == "settled"

    def _run(self) -> None:
        while self._wanted():
            self._steady.forget()  # what was known before the pause holds no longer
            self._follow()

    def _wanted(self) -> bool:
        """Waits until somebody wants to know; False when nobody ever will again."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._viewers + self._asking > 0)
            return not self._stopped

    def _follow(self) -> None:
        """Takes one picture after another until nobody wants to know any more."""
        seen: Frame | None = None
        shown, shown_at = None, 0.0
        while not self._stopped and self._viewers + self._asking > 0:
            frame = self.camera.wait(seen.number if seen else 0, _HELD) or self.camera.newest()
            if frame is None or (seen and frame.at <= seen.at):
                continue  # nothing has come since: no sign of life
            seen = frame
            if self._outdated:
                self._outdated = False
                self._steady.forget()
            sight, why = self._see(frame)
            known = (sight and (sight.state, sight.reading, sight.joined), why)
            if known != shown or frame.at - shown_at >= PAUSE:
                shown, shown_at = known, frame.at
                with self._changed:
                    self._looks.append(Look(self._number() + 1, frame.picture, sight, why))
                    self._changed.notify_all()

    def _see(self, frame: Frame) -> tuple[Sight | None, str]:
        try:
            return self._steady.see(frame.picture, frame.at), ""
        except Exception as error:  # one unreadable picture must not end the watch
            self._steady.forget()
            return None, f"This picture could not be read: {error}"
