"""Live sources of pictures (camera, network stream, clip, folder), read by one thread that reopens them."""

import hashlib
import logging
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.errors import Value, VisionError, described
from vision.image import SUFFIXES, ImageError, Picture, open_image

_log = logging.getLogger(__name__)

PERIOD: Final = 0.04
"""Least seconds between two pictures; what a source sends in between is not decoded. Not measured."""

FOLDER_PACE: Final = 2.0
"""Seconds that each picture of a folder is shown; the last one stays until a new one arrives. Not measured."""

_TIMEOUTS: Final = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 3000]
"""Milliseconds that OpenCV waits for a network stream to open and to send a picture. Not measured."""

_CAMERA_SIZE: Final = (1920, 1080)
"""Width and height in pixels that a camera is asked for. Not measured."""

_RATES: Final = (1.0, 120.0)
"""Pictures a second that a clip may claim to have; what lies outside is taken for a damaged header. Not measured."""

_USUAL_RATE: Final = 25.0
"""Pictures a second of a clip that does not tell its rate."""

_MAX_HUNG: Final = 3
"""Threads that may hang in a driver before no further one is started. Not measured."""


class SourceError(VisionError):
    """A source of pictures cannot be used."""


class UnknownSourceError(SourceError):
    """The text names no camera, address, clip or folder: correct it."""

    def __init__(self, source: str) -> None:
        super().__init__("source-unknown", source=source)


class LostSourceError(SourceError):
    """The source does not open or has stopped: open it again once what is wrong with it has been mended."""

    def __init__(
        self,
        kind: Literal["source-closed", "source-stopped", "clip-broken", "clip-empty", "folder-closed", "folder-empty"],
        source: str,
        **about: Value,
    ) -> None:
        super().__init__(kind, source=source, **about)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why no pictures come from a source.

    Attributes:
        kind: A kind of `LostSourceError`, or what the camera noticed itself: the source ended, failed, hangs, repeats
            its last picture, or sends nothing (`source-silent`).
        about: The parameters of that kind, always with the `source` by its name.
    """

    kind: str
    about: Mapping[str, Value]

    def __str__(self) -> str:
        return described(self.kind, self.about)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source: its number from 1, its time of arrival (`time.monotonic`), and its pixels."""

    number: int
    at: float
    picture: Picture = field(repr=False)


@dataclass(frozen=True, slots=True)
class Health:
    """State of a source.

    Attributes:
        state: `stalled` is open without new pictures; `lost` is closed and reopened every few seconds.
        trouble: Why it is stalled or lost; None otherwise.
        age: Seconds since the newest picture; None before the first.
    """

    state: Literal["opening", "live", "stalled", "lost"]
    trouble: Trouble | None
    age: float | None


@dataclass(frozen=True, slots=True)
class Patience:
    """Time limits of a source, in seconds. Not measured.

    Attributes:
        stalled: Without a picture for this long a source is stalled.
        frozen: A live source that sends the same pixels for this long is reopened, since OpenCV may repeat the last
            picture of an unplugged camera (opencv issues 5221, 14044). The limit doubles each time, for sources that
            really send the same pixels of a still scene.
        blocked: A thread without a sign of life for this long is replaced (opencv issue 4468).
        reopen: Pause before a lost source is reopened.
    """

    stalled: float = 1.2
    frozen: float = 1.2
    blocked: float = 12.0
    reopen: float = 1.0


@dataclass(frozen=True, slots=True)
class Source:
    """Where pictures come from.

    Attributes:
        name: Its name for people, without a password.
        open: Opens it and yields its pictures until it ends or raises `LostSourceError`; the event asks it to stop.
            Yielding the same array again holds a picture on purpose.
        live: Whether it is a sensor, which never gives the same pixels for long; a clip or a folder may.
    """

    name: str
    open: Callable[[threading.Event], Generator[Picture]]
    live: bool


class Camera:
    """Keeps the newest picture of one source for any number of viewers.

    One thread opens and reads the source. Its state is judged by the age and change of its pictures, since drivers do
    not report a camera that is gone.
    """

    def __init__(self, source: str | Source, patience: Patience | None = None) -> None:
        """Prepares the source; `start` opens it.

        Args:
            source: A camera's number or device, a URL, a clip, a folder of pictures; or the source itself.
            patience: Its time limits.

        Raises:
            UnknownSourceError: `source` names nothing that could be opened.
        """
        self._source = find_source(source) if isinstance(source, str) else source
        self._patience = patience or Patience()
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._lost: Trouble | None = None  # until a picture comes again
        self._frozen_after = self._patience.frozen
        self._alive_at = time.monotonic()
        self._stop = threading.Event()
        self._given_up: list[threading.Thread] = []
        self._owner: threading.Thread | None = None
        self._warden: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread that reads the source, and the one that watches over it."""
        self._begin()
        self._warden = threading.Thread(target=self._guard, name="camera warden", daemon=True)
        self._warden.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Closes the source; waits up to `timeout` seconds for each thread."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        for thread in (self._owner, self._warden):
            if thread:
                thread.join(timeout)

    def newest(self) -> Frame | None:
        """The newest picture; None before the first."""
        with self._changed:
            return self._newest

    def wait(self, after: int, timeout: float) -> Frame | None:
        """Waits for a picture whose number is above `after`; None if `timeout` seconds pass before."""
        with self._changed:
            self._changed.wait_for(lambda: self._stop.is_set() or self._number() > after, timeout)
            return self._newest if self._number() > after else None

    def health(self) -> Health:
        """The state of the source now."""
        with self._changed:
            now = time.monotonic()
            age = now - self._newest.at if self._newest else None
            silent = now - max(self._alive_at, self._newest.at if self._newest else 0)
            if self._lost:
                return Health("lost", self._lost, age)
            if silent > self._patience.stalled:
                return Health("stalled", self._trouble("source-silent", seconds=round(silent, 1)), age)
            return Health("live" if self._newest else "opening", None, age)

    def _trouble(
        self,
        kind: Literal["source-ended", "source-repeats", "source-failed", "source-hangs", "source-silent"],
        **about: Value,
    ) -> Trouble:
        return Trouble(kind, {"source": self._source.name, **about})

    def _number(self) -> int:
        return self._newest.number if self._newest else 0

    def _begin(self) -> None:
        self._owner = threading.Thread(target=self._own, name="camera", daemon=True)
        self._owner.start()

    def _own(self) -> None:
        """Opens and reads the source, again and again, until stopped or replaced."""
        still: bytes | None = None
        while not self._stop.is_set() and self._is_owner():
            with self._changed:
                self._alive_at = time.monotonic()
            try:
                with closing(self._source.open(self._stop)) as pictures:
                    still = self._follow(pictures, still)
                trouble = self._trouble("source-ended")
            except _Frozen as frozen:
                still, trouble = frozen.digest, self._trouble("source-repeats")
                self._frozen_after *= 2
            except SourceError as error:
                trouble = Trouble(error.kind, error.about)
            except Exception as error:  # a driver may raise anything, and the thread has to survive it
                trouble = self._trouble("source-failed", reason=str(error))
            if self._is_owner():
                self._lose(trouble)
                self._stop.wait(self._patience.reopen)

    def _follow(self, pictures: Iterator[Picture], still: bytes | None) -> bytes | None:
        """Keeps pictures until the source ends, or another thread has taken over.

        Args:
            still: Digest of the picture for which the source was reopened as frozen. If the same pixels come again,
                the scene is still and the source is not reopened for them.

        Returns:
            That digest, or None once another picture came.

        Raises:
            _Frozen: the same pixels came for too long.
        """
        digest, since = b"", time.monotonic()
        for picture in pictures:
            if self._stop.is_set() or not self._is_owner():
                break
            held = self._newest is not None and picture is self._newest.picture
            self._keep(picture, held)
            if held or not self._source.live:
                continue
            before, digest = digest, _digest(picture)
            if digest != before:
                since = time.monotonic()
                still = still if digest == still else None
            elif digest != still and time.monotonic() - since > self._frozen_after:
                raise _Frozen(digest)
        return still

    def _keep(self, picture: Picture, held: bool) -> None:
        with self._changed:
            now = time.monotonic()
            if held and self._newest:  # a sign of life without a new picture
                self._newest = replace(self._newest, at=now)
            else:
                self._newest = Frame(self._number() + 1, now, picture)
            self._alive_at = now
            self._lost = None
            self._changed.notify_all()

    def _lose(self, trouble: Trouble) -> None:
        if trouble != self._lost:  # logged once while it lasts
            _log.warning("%s", trouble)
        with self._changed:
            self._lost = trouble
            self._alive_at = time.monotonic()
            self._changed.notify_all()

    def _is_owner(self) -> bool:
        return threading.current_thread() is self._owner

    def _guard(self) -> None:
        """Replaces a thread that hangs in a driver; that thread ends by itself if the driver ever returns."""
        while not self._stop.wait(min(1.0, self._patience.blocked / 4)):
            self._given_up = [thread for thread in self._given_up if thread.is_alive()]
            with self._changed:
                hung = time.monotonic() - self._alive_at > self._patience.blocked
            if hung and self._owner and len(self._given_up) < _MAX_HUNG:
                self._given_up.append(self._owner)
                self._lose(self._trouble("source-hangs"))
                self._begin()


class _Frozen(Exception):
    """The same pixels came for too long; `digest` identifies them."""

    def __init__(self, digest: bytes) -> None:
        super().__init__()
        self.digest = digest


def find_source(text: str) -> Source:
    """The source that `text` names: a camera's number or device, a URL, a clip or a folder. Opens nothing.

    Raises:
        UnknownSourceError: it is none of them.
    """
    path = Path(text)
    if text.isdecimal():
        return Source(f"Camera {text}", lambda stop: _live(int(text), f"Camera {text}", []), live=True)
    if "://" in text:
        name = _without_password(text)
        return Source(name, lambda stop: _live(text, name, _TIMEOUTS), live=True)
    if text and path.is_dir():
        return Source(f"The folder {text}", lambda stop: _folder(path, stop), live=False)
    if path.is_char_device():
        return Source(f"Camera {text}", lambda stop: _live(text, f"Camera {text}", []), live=True)
    if path.is_file():
        return Source(path.name, lambda stop: _clip(path, stop), live=False)
    raise UnknownSourceError(text)


def _live(source: int | str, name: str, options: list[int]) -> Generator[Picture]:
    """Yields the newest pictures of a camera or stream, at most one each `PERIOD`."""
    if options:
        os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")  # by UDP pictures come torn
    capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG, options) if options else cv2.VideoCapture(source)
    try:
        if not capture.isOpened():
            raise LostSourceError("source-closed", name)
        if not options:
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, _CAMERA_SIZE[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _CAMERA_SIZE[1])
        due = 0.0
        while capture.grab():
            if (now := time.monotonic()) < due:
                continue
            due = max(due, now - PERIOD) + PERIOD
            ok, picture = capture.retrieve()
            if ok:
                yield _as_picture(picture)
        raise LostSourceError("source-stopped", name)
    finally:
        capture.release()


def _clip(path: Path, stop: threading.Event) -> Generator[Picture]:
    """Yields the pictures of a clip at its own rate, in a loop."""
    capture = cv2.VideoCapture(str(path))
    try:
        if not capture.isOpened():
            raise LostSourceError("clip-broken", path.name)
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if _RATES[0] <= rate <= _RATES[1] else _USUAL_RATE
        began, played, due = time.monotonic(), 0, 0.0
        while not stop.is_set():
            if not capture.grab():
                if played == 0:
                    raise LostSourceError("clip-empty", path.name)
                capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
                began, played, due = time.monotonic(), 0, 0.0
                continue
            played += 1
            stop.wait(max(0.0, began + played / rate - time.monotonic()))
            if (now := time.monotonic()) >= due:
                due = max(due, now - PERIOD) + PERIOD
                ok, picture = capture.retrieve()
                if ok:
                    yield _as_picture(picture)
    finally:
        capture.release()


def _folder(path: Path, stop: threading.Event) -> Generator[Picture]:
    """Yields the pictures of a folder by name, each for `FOLDER_PACE` seconds, the last one until another arrives."""
    shown: set[tuple[str, int]] = set()
    last: Picture | None = None
    while not stop.is_set():
        try:
            files = sorted(f for f in path.iterdir() if f.suffix.lower() in SUFFIXES)
            fresh = next(((f, k) for f in files if (k := (f.name, f.stat().st_mtime_ns)) not in shown), None)
        except OSError as error:
            raise LostSourceError("folder-closed", str(path), reason=str(error.strerror)) from error
        if fresh:
            shown.add(fresh[1])
            try:
                last = open_image(fresh[0])
            except ImageError:
                continue  # perhaps still being written: then its time of change will differ
        if last is None:
            raise LostSourceError("folder-empty", str(path))
        for _ in range(4 if fresh else 1):  # several times, as a sign of life
            yield last
            stop.wait(FOLDER_PACE / 4)


def _as_picture(picture: Any) -> Picture:
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.ascontiguousarray(picture, np.uint8)


def _digest(picture: Picture) -> bytes:
    """A digest of every eighth pixel, in which a sensor's noise shows too."""
    return hashlib.blake2b(picture[::8, ::8].tobytes(), digest_size=16).digest()


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
