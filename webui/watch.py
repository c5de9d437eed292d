"""Looks at a camera's newest pictures while somebody watches, and reads each."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from vision.camera import Camera
from vision.image import Picture
from vision.reading import Reading

MOST_VIEWERS: Final = 8
"""More streams than this are refused: each holds one of the server's threads."""

PAUSE: Final = 0.25
"""Seconds between two looks at least, so that reading leaves the computer room for other work."""

_KEPT: Final = 8
"""Looks kept, so that a viewer's picture and marks are of the same moment and can be taken as they were seen."""


@dataclass(frozen=True, slots=True)
class Look:
    """One picture and what was read in it; `reading` is None when it could not be read and `why` says so."""

    number: int
    picture: Picture = field(repr=False)
    reading: Reading | None
    why: str = ""


class Crowded(Exception):
    """As many people watch as the server can bear."""


class Watch:
    """Reads the newest picture of a camera again and again, but only while somebody is watching."""

    def __init__(self, camera: Camera, read: Callable[[Picture], Reading]) -> None:
        self.camera: Final = camera
        self._read = read
        self._changed = threading.Condition()
        self._looks: deque[Look] = deque(maxlen=_KEPT)
        self._viewers = 0
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

    def newest_reading(self) -> Reading | None:
        """What was read in the newest picture, None when nothing was."""
        with self._changed:
            return self._looks[-1].reading if self._looks else None

    def look(self, number: int) -> Look | None:
        """The look of that number, None when it is not kept any more."""
        with self._changed:
            return next((look for look in self._looks if look.number == number), None)

    def _number(self) -> int:
        return self._looks[-1].number if self._looks else 0

    def _run(self) -> None:
        seen = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped or self._viewers > 0)
                if self._stopped:
                    return
            frame = self.camera.wait(seen, 1.0)
            if frame is None:
                continue
            seen = frame.number
            began = time.monotonic()
            reading, why = None, ""
            try:
                reading = self._read(frame.picture)
            except Exception as error:  # one unreadable picture must not end the watch
                why = f"This picture could not be read: {error}"
            with self._changed:
                self._looks.append(Look(seen, frame.picture, reading, why))
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._stopped, max(0.0, began + PAUSE - time.monotonic()))
