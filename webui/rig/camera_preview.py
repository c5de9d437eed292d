"""A camera that somebody looks at before the table takes it: its picture, and the check of it."""

import threading
import time
from dataclasses import dataclass, field
from typing import Final

from vision.image import Picture
from vision.live.camera import Camera, Health
from vision.table.check import Check, check
from vision.tta import TileFinder

IDLE: Final = 15.0
"""Seconds after which a camera that nobody asks about any more is let go. Not measured."""

PAUSE: Final = 0.5
"""Seconds between two checks at least: each takes a look of the networks at the picture. Not measured."""


@dataclass(frozen=True, slots=True)
class PreviewFrame:
    """One picture of a camera that is tried.

    Attributes:
        number: Counts the pictures of the camera.
        picture: Its pixels.
        checks: The check of it.
    """

    number: int
    picture: Picture = field(repr=False)
    checks: tuple[Check, ...]


class CameraPreview:
    """At most one camera that is tried at a time, safe to use from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._beginning = threading.Lock()
        self._camera: Camera | None = None
        self._borrowed = False
        self._tried: PreviewFrame | None = None
        self._checked_at = 0.0
        self._idle: threading.Timer | None = None

    def begin(self, source: str, used: Camera | None = None) -> None:
        """Opens a camera to be looked at, and lets the one before go.

        Args:
            source: What names it, as `Camera` takes it.
            used: The camera that the table has: looked at where it is the same, since most open only once.

        Raises:
            SourceError: `source` names nothing that could be opened.
        """
        borrowed = used is not None and used.address == source
        camera = used if borrowed and used else Camera(source)
        with self._beginning:
            self.end()
            if not borrowed:
                camera.start()
            with self._lock:
                self._camera, self._borrowed, self._tried = camera, borrowed, None
        self._wait_on()

    def name(self) -> str:
        """The name for people of the camera that is tried; empty where none is."""
        with self._lock:
            return self._camera.name if self._camera else ""

    def health(self) -> Health | None:
        """How the camera that is tried is doing; None where none is."""
        with self._lock:
            camera = self._camera
        if camera:
            self._wait_on()
        return camera.health() if camera else None

    def newest(self, look: TileFinder) -> PreviewFrame | None:
        """The newest picture with its check; None before the first.

        Args:
            look: What the networks see in a picture.
        """
        with self._looking:
            with self._lock:
                camera, tried, checked_at = self._camera, self._tried, self._checked_at
            frame = camera.newest() if camera else None
            if camera is None or frame is None:
                return None
            if tried and (tried.number == frame.number or time.monotonic() - checked_at < PAUSE):
                return tried
            tried = PreviewFrame(frame.number, frame.picture, check(frame.picture, look(frame.picture, 0)))
            with self._lock:
                if self._camera is camera:
                    self._tried, self._checked_at = tried, time.monotonic()
            return tried

    def picture(self, number: int) -> Picture | None:
        """The picture of that number, or the newest where that one is gone; None where there is none so new."""
        with self._lock:
            return self._tried.picture if self._tried and self._tried.number >= number else None

    def take(self, source: str) -> Camera | None:
        """Hands the running camera over, where it is that one; it is not tried any more."""
        with self._lock:
            if self._camera is None or self._borrowed or self._camera.address != source:
                return None
            camera, self._camera, self._tried = self._camera, None, None
            return camera

    def end(self) -> None:
        """Lets the camera go."""
        with self._lock:
            camera, self._camera, self._tried = self._camera, None, None
            if self._idle:
                self._idle.cancel()
            own = camera if not self._borrowed else None
        if own:
            own.stop()

    def _wait_on(self) -> None:
        """Lets the camera go once nobody has asked about it for `IDLE` seconds from now."""
        with self._lock:
            if self._idle:
                self._idle.cancel()
            self._idle = threading.Timer(IDLE, self.end)
            self._idle.daemon = True
            self._idle.start()
