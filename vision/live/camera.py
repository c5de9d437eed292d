"""Live sources of pictures (camera, network stream, clip, folder), read by one thread that reopens them."""

import logging
import os
import re
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.errors import Trouble, Value, VisionError, reason
from vision.image import ImageError, Picture, open_image, pictures_in

_log = logging.getLogger(__name__)

PERIOD: Final = 0.04
"""Least seconds between two pictures; those in between are not decoded. More reacts later; less takes processor
time."""

FOLDER_PACE: Final = 2.0
"""Seconds that each picture of a folder is shown; the last one stays until a new one arrives. More delays a
demonstration; less leaves too little time to read it."""

_TIMEOUTS: Final = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 3000]
"""Milliseconds that OpenCV waits for a network stream to open and to send a picture. More notices a lost camera later;
less gives up on a slow wifi."""

_CAMERA_SIZE: Final = (1920, 1080)
"""Width and height in pixels requested from a camera. More takes longer to decode; less makes distant tiles
unreadable."""

_RATES: Final = (1.0, 120.0)
"""Pictures a second that a clip may claim; outside it the header counts as damaged. A wider range plays damaged clips
absurdly; a narrower one replaces true rates."""

_USUAL_RATE: Final = 25.0
"""Pictures a second of a clip without a rate."""

_MJPEG: Final = cv2.VideoWriter.fourcc(*"MJPG")
"""The code of a stream of JPEG pictures."""

_ENCODED: Final = -1
"""Value of `cv2.CAP_PROP_FORMAT` that makes OpenCV return pictures undecoded."""

_RAREST_REOPENING: Final = 10.0
"""Most seconds between two reopenings of a frozen source. More finds a camera that came back later; less keeps
interrupting a source that is only still."""

_THAWED: Final = 3
"""Different pictures after which a reopened frozen source is live again. A server may send one other picture first and
then repeat the last one; more delays the recovery, fewer believes such a server."""

_SECRETS: Final = re.compile(
    r"((?:^|[&;])[^=&;]*(?:us(?:e?r|n)|pass|pwd|psw|key|token|auth|login|secret|sign?)[^=&;]*=)[^&;]*", re.I
)
"""Parameters by which cameras take a name or a password in the address, as Reolink, Foscam and Dahua do."""

_DIGITS: Final = 4
"""Most digits of a camera's number; systems count their cameras from 0."""

_MAX_HUNG: Final = 3
"""Threads that may hang in a driver before no further one is started. More leaks threads and memory; fewer gives up on
a driver that recovers."""


class SourceError(VisionError):
    """A source of pictures cannot be used."""


class UnknownSourceError(SourceError):
    """The text names no camera, address, clip or folder: correct it."""

    def __init__(self, source: str) -> None:
        super().__init__("source-unknown", source=source)


class LostSourceError(SourceError):
    """The source does not open or has stopped: repair the cause, then open it again."""

    def __init__(
        self,
        kind: Literal["source-closed", "source-stopped", "clip-broken", "clip-empty", "folder-closed", "folder-empty"],
        source: str,
        **about: Value,
    ) -> None:
        super().__init__(kind, source=source, **about)


class FolderFileError(SourceError):
    """A file in a folder of pictures cannot be opened: repair or remove it; the others are shown."""

    def __init__(self, source: str, file: str, reason: str) -> None:
        super().__init__("folder-file", source=source, file=file, reason=reason)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source.

    Attributes:
        number: Counts the pictures, from 1.
        at: Time of arrival (`time.monotonic`); of a picture held on purpose, the time of its last confirmation. A live
            source that repeats the same pixels neither makes a new frame nor confirms the last one.
        picture: Its pixels.
    """

    number: int
    at: float
    picture: Picture = field(repr=False)


@dataclass(frozen=True, slots=True)
class Health:
    """State of a source.

    Attributes:
        state: `stalled` is open without new pictures; `lost` is being reopened, until a new picture arrives.
        trouble: The reason while it is stalled or lost, else None.
        age: Seconds since the newest picture, or None before the first.
    """

    state: Literal["opening", "live", "stalled", "lost"]
    trouble: Trouble | None
    age: float | None


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Time limits of a source, in seconds. Longer ones report a fault later; shorter ones take a slow network for a
    fault.

    Attributes:
        stalled: Without a picture for this long, a source is stalled.
        frozen: A live source that sends the same pixels for this long is frozen, until they keep changing. It is
            reopened, since OpenCV may repeat the last picture of an unplugged camera (opencv issues 5221, 14044); if
            that does not help, again after twice as long each time.
        blocked: A thread without a sign of life for this long is replaced (opencv issue 4468).
        reopen: Pause before a lost source is reopened.
    """

    stalled: float = 1.2
    frozen: float = 1.2
    blocked: float = 12.0
    reopen: float = 1.0


@dataclass(frozen=True, slots=True)
class Source:
    """A source of pictures.

    Attributes:
        name: Its name for people, without a password.
        open: Opens it and yields its pictures until it ends or raises `LostSourceError`; the event asks it to stop.
            Yielding the same array again holds a picture on purpose.
        live: True for a sensor, which never sends the same pixels for long; a clip or a folder may.
    """

    name: str
    open: Callable[[threading.Event], Generator[Picture]]
    live: bool


class Camera:
    """A reader of one source that keeps its newest picture for any number of viewers.

    One thread opens and reads the source. Age and change of its pictures decide its state, since drivers do not report
    a lost camera.
    """

    def __init__(self, source: str | Source, timeouts: Timeouts | None = None) -> None:
        """Prepare the source; `start` opens it.

        Args:
            source: A camera's number or device, a URL, a clip, a folder of pictures; or a `Source`.
            timeouts: Its time limits.

        Raises:
            UnknownSourceError: `source` names nothing that can be opened.
        """
        self._source = find_source(source) if isinstance(source, str) else source
        self.address: Final = source if isinstance(source, str) else ""
        """The text that names the source, with its password; empty if a `Source` was given."""
        self._timeouts = timeouts or Timeouts()
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._lost: Trouble | None = None  # until a picture arrives again
        self._reopen_after = self._timeouts.frozen  # seconds before a frozen source is reopened
        self._differing = 0  # pictures since the source was opened that differ from the one before
        self._alive_at = time.monotonic()
        self._stop = threading.Event()
        self._given_up: list[threading.Thread] = []
        self._owner: threading.Thread | None = None
        self._warden: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread that reads the source, and the one that monitors it; once only."""
        if self._warden:
            return
        self._begin()
        self._warden = threading.Thread(target=self._guard, name="camera warden", daemon=True)
        self._warden.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Close the source, waiting up to `timeout` seconds for each thread."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        for thread in (self._owner, self._warden):
            if thread:
                thread.join(timeout)

    @property
    def name(self) -> str:
        """The source's name for people, without a password."""
        return self._source.name

    def newest(self) -> Frame | None:
        """Return the newest picture, or None before the first."""
        with self._changed:
            return self._newest

    def wait(self, after: int, timeout: float) -> Frame | None:
        """Wait for a picture whose number is above `after`; return None if `timeout` seconds pass before."""
        with self._changed:
            self._changed.wait_for(lambda: self._stop.is_set() or self._number() > after, timeout)
            return self._newest if self._number() > after else None

    def health(self) -> Health:
        """Return the state of the source now."""
        with self._changed:
            now = time.monotonic()
            newest, silent = self._newest, now - self._alive_at
            age = now - newest.at if newest else None
            if self._lost:
                return Health("lost", self._lost, age)
            if silent > self._timeouts.stalled:
                return Health("stalled", self._trouble("source-silent", seconds=round(silent, 1)), age)
            if newest and newest.at < min(self._alive_at, now - self._timeouts.frozen):
                return Health("stalled", self._trouble("source-repeats"), age)
            return Health("live" if newest else "opening", None, age)

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
        """Open and read the source, again and again, until stopped or replaced."""
        while not self._stop.is_set() and self._is_owner():
            with self._changed:
                self._alive_at = time.monotonic()
            try:
                with closing(self._source.open(self._stop)) as pictures:
                    trouble = self._follow(pictures)
            except SourceError as error:
                trouble = Trouble(error.kind, error.about)
            except Exception as error:  # a driver may raise anything, and the thread has to survive it
                trouble = self._trouble("source-failed", reason=reason(error))
            if self._is_owner() and not self._stop.is_set():  # a stopped source is not lost
                self._lose(trouble)
                self._stop.wait(self._timeouts.reopen)

    def _follow(self, pictures: Iterator[Picture]) -> Trouble:
        """Keep pictures until the source ends or freezes, or another thread has taken over; return the reason."""
        self._differing = 0
        since: float | None = None  # arrival of the newest picture, or of the first one after opening
        for picture in pictures:
            if self._stop.is_set() or not self._is_owner():
                break
            now = time.monotonic()
            if self._keep(picture, now) or since is None:
                since = now
            elif now - since > self._reopen_after:
                self._reopen_after = min(2 * self._reopen_after, max(_RAREST_REOPENING, self._timeouts.frozen))
                return self._trouble("source-repeats")
        return self._trouble("source-ended")

    def _keep(self, picture: Picture, now: float) -> bool:
        """Keep a picture; return False if a live source repeats it, which proves only that it still sends."""
        newest = self._newest
        held = newest is not None and picture is newest.picture
        repeated = self._source.live and not held and newest is not None and _same(picture, newest.picture)
        with self._changed:
            self._alive_at = now
            if repeated:
                return False
            self._newest = replace(newest, at=now) if held and newest else Frame(self._number() + 1, now, picture)
            self._differing += 1
            if self._lost is None or self._lost.kind != "source-repeats" or self._differing >= _THAWED:
                self._lost = None
                self._reopen_after = self._timeouts.frozen
            self._changed.notify_all()
            return True

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
        """Replace a thread that hangs in a driver; the old thread ends if the driver ever returns."""
        while not self._stop.wait(min(1.0, self._timeouts.blocked / 4)):
            self._given_up = [thread for thread in self._given_up if thread.is_alive()]
            with self._changed:
                hung = time.monotonic() - self._alive_at > self._timeouts.blocked
            if hung and self._owner and len(self._given_up) < _MAX_HUNG:
                self._given_up.append(self._owner)
                self._lose(self._trouble("source-hangs"))
                self._begin()


def find_source(text: str) -> Source:
    """Return the source that `text` names: a camera's number or device, a URL, a clip or a folder. Open nothing.

    Raises:
        UnknownSourceError: The text is none of them.
    """
    path = Path(text)
    if text.isdecimal() and len(text) <= _DIGITS:
        return Source(f"Camera {text}", lambda stop: _live(int(text), f"Camera {text}", [], stop), live=True)
    if "://" in text:
        try:
            name = _without_password(text)
        except ValueError as error:  # such as half an IPv6 address
            raise UnknownSourceError(re.sub("//.*@", "//", text)) from error
        return Source(name, lambda stop: _live(text, name, _TIMEOUTS, stop), live=True)
    try:
        if text and path.is_dir():
            named: set[str] = set()
            return Source(f"The folder {_name(path)}", lambda stop: _folder(path, stop, named), live=False)
        if path.is_char_device():
            name = f"Camera {_name(path)}"
            return Source(name, lambda stop: _live(text, name, [], stop), live=True)
        if path.is_file():
            return Source(path.name, lambda stop: _clip(path, stop), live=False)
    except OSError as error:  # an impossible name, such as one too long, or an unreadable folder
        raise UnknownSourceError(text) from error
    raise UnknownSourceError(text)


def _name(path: Path) -> str:
    """Return the name of a folder or device, without its path on this computer."""
    return path.absolute().name or str(path)


def _live(source: int | str, name: str, options: list[int], stop: threading.Event) -> Generator[Picture]:
    """Yield the newest pictures of a camera or stream, at most one each `PERIOD`.

    A stream of JPEG pictures is decoded here, since OpenCV scales every picture of a stream to the size of its first.
    With other codecs (H.264, MPEG) it does so until the stream is opened again, since OpenCV reports no change; a
    camera set to another size ends its stream, whose description at the start has the old size.
    """
    if options:
        os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")  # by UDP pictures arrive torn
    capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG, options) if options else cv2.VideoCapture(source)
    try:
        if not capture.isOpened():
            raise LostSourceError("source-closed", name)
        if not options:
            capture.set(cv2.CAP_PROP_FOURCC, _MJPEG)
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, _CAMERA_SIZE[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _CAMERA_SIZE[1])
        encoded = False
        if options and capture.get(cv2.CAP_PROP_FOURCC) == _MJPEG:
            encoded = capture.set(cv2.CAP_PROP_FORMAT, _ENCODED)
        due = 0.0
        while not stop.is_set() and capture.grab():
            if (now := time.monotonic()) < due:
                continue
            due = max(due, now - PERIOD) + PERIOD
            ok, picture = capture.retrieve()
            shown = cv2.imdecode(picture.reshape(-1), cv2.IMREAD_COLOR) if ok and encoded else picture
            if ok and shown is not None:  # a damaged picture is skipped
                yield _as_picture(shown)
        raise LostSourceError("source-stopped", name)
    finally:
        capture.release()


def _clip(path: Path, stop: threading.Event) -> Generator[Picture]:
    """Yield the pictures of a clip at its own rate, in a loop."""
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


def _folder(path: Path, stop: threading.Event, named: set[str]) -> Generator[Picture]:
    """Yield the pictures of a folder by name, each for `FOLDER_PACE` seconds, the last one until another arrives.

    Args:
        named: Names of the files that were logged as skipped; further ones are added.
    """
    shown: set[_Version] = set()
    last: Picture | None = None
    while not stop.is_set():
        try:
            fresh = next((v for v in _versions(path, named) if v not in shown), None)
        except OSError as error:
            raise LostSourceError("folder-closed", _name(path), reason=reason(error)) from error
        if fresh:
            shown.add(fresh)
            try:
                last = open_image(path / fresh[0])
            except ImageError:
                continue  # perhaps still being written: its time of change will then differ
        if last is None:
            raise LostSourceError("folder-empty", _name(path))
        for _ in range(4 if fresh else 1):  # several times, as a sign of life
            yield last
            stop.wait(FOLDER_PACE / 4)


_Version = tuple[str, int]
"""A file's name and its time of change in nanoseconds."""


def _versions(folder: Path, named: set[str]) -> Iterator[_Version]:
    """Yield the picture files of a folder by name; one that cannot be opened is skipped, and logged once."""
    for file in pictures_in(folder):
        try:
            yield file.name, file.stat().st_mtime_ns
        except OSError as error:
            if file.name not in named:
                named.add(file.name)
                _log.warning("%s", FolderFileError(str(folder), file.name, str(error.strerror)))


def _as_picture(picture: Any) -> Picture:
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.ascontiguousarray(picture, np.uint8)


def _same(one: Picture, other: Picture) -> bool:
    """Return True if two pictures have the same pixels; every eighth is compared first, where most differences show."""
    return bool(one.shape == other.shape and (one[::8, ::8] == other[::8, ::8]).all() and np.array_equal(one, other))


def _without_password(url: str) -> str:
    """Return the address without its user, with `…` for parameters that may be secret."""
    parts = urlsplit(url)
    query = _SECRETS.sub(r"\1…", parts.query)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query=query).geturl()
