"""Preview of a camera before the table uses it: its picture, and the check of it."""

import threading
import time
from dataclasses import dataclass, field
from typing import Final

from vision.image import Picture
from vision.live.camera import Camera, FeedHealth
from vision.table.check import Check, check
from vision.tta import TileFinder

IDLE: Final = 15.0
"""Seconds after which an unwatched preview releases its camera. More blocks the camera for other programs; less
interrupts a page that reconnects."""

PAUSE: Final = 0.5
"""Least seconds between two checks, each of which runs the networks. More shows corrections later; less takes processor
time from other tables."""


@dataclass(frozen=True, slots=True)
class PreviewFrame:
    """One picture of the previewed camera.

    Attributes:
        number: Number of the picture.
        picture: Its pixels.
        checks: The check of it.
    """

    number: int
    picture: Picture = field(repr=False)
    checks: tuple[Check, ...]


class CameraPreview:
    """A preview of at most one camera at a time, safe to use from many threads."""

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
        """Open a camera for preview, and release the previous one.

        Args:
            source: Its address, as for `Camera`.
            used: The table's camera, which is shared if it is the same one, since most cameras open only once.

        Raises:
            SourceError: `source` names nothing that can be opened.
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
        """Return the previewed camera's name for people; empty if there is none."""
        with self._lock:
            return self._camera.name if self._camera else ""

    def health(self) -> FeedHealth | None:
        """Return the health of the previewed camera, or None."""
        with self._lock:
            camera = self._camera
        if camera:
            self._wait_on()
        return camera.health() if camera else None

    def newest(self, look: TileFinder) -> PreviewFrame | None:
        """Return the newest picture with its check, or None before the first.

        Args:
            look: Detects the tiles of a picture.
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
        """Return the picture with this number, or the newest if that one is gone, or None if there is none so new."""
        with self._lock:
            return self._tried.picture if self._tried and self._tried.number >= number else None

    def take(self, source: str) -> Camera | None:
        """Return the running camera if it is that one, and end its preview."""
        with self._lock:
            if self._camera is None or self._borrowed or self._camera.address != source:
                return None
            camera, self._camera, self._tried = self._camera, None, None
            return camera

    def end(self) -> None:
        """Release the camera."""
        with self._lock:
            camera, self._camera, self._tried = self._camera, None, None
            if self._idle:
                self._idle.cancel()
            own = camera if not self._borrowed else None
        if own:
            own.stop()

    def _wait_on(self) -> None:
        """Release the camera once nobody has asked about it for `IDLE` seconds from now."""
        with self._lock:
            if self._idle:
                self._idle.cancel()
            self._idle = threading.Timer(IDLE, self.end)
            self._idle.daemon = True
            self._idle.start()
