"""A camera: one source of pictures, read by one thread that reopens it."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import cv2

from vision.errors import Trouble, VisionValue, reason
from vision.image import Picture
from vision.live.shot import Shot
from vision.live.sources.controls import ControlPanel
from vision.live.sources.finding import find_source
from vision.live.sources.source import Item, Passing, Source, SourceError

_log = logging.getLogger(__name__)

LOOKS: Final = 0.5
"""Seconds between two pictures that are taken out of a driver while nobody waits for one. More notices a frozen source
later; less takes processor time."""

_RAREST_REOPENING: Final = 10.0
"""Most seconds between two reopenings of a frozen source. More finds a camera that came back later; less keeps
interrupting a source that is only still."""

_THAWED: Final = 3
"""Different pictures after which a reopened frozen source is live again. A server may send one other picture first and
then repeat the last one; more delays the recovery, fewer believes such a server."""

_MAX_HUNG: Final = 3
"""Threads that may hang in a driver before no further one is started. More leaks threads and memory; fewer gives up on
a driver that recovers."""


def quiet() -> None:
    """Keep cameras, clips and their libraries from writing to stderr: `Camera.health` says what is wrong.

    A log that is set up has it all the same, and one of every event the lines of the libraries too.
    """
    _log.addHandler(logging.NullHandler())
    if _log.isEnabledFor(logging.DEBUG):
        return
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg's number for nothing at all
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source.

    Attributes:
        number: Counts the pictures, from 1.
        at: Time of arrival (`time.monotonic`); of a picture held on purpose, the time of its last confirmation. A live
            source that repeats the same picture neither makes a new frame nor confirms the last one.
        shot: The picture, decoded only as far as it is looked at. Frames that a `Camera` returns can be decoded.
    """

    number: int
    at: float
    shot: Shot = field(repr=False)

    @property
    def picture(self) -> Picture:
        """Its pixels, decoded when they are first asked for."""
        return self.shot.pixels


@dataclass(frozen=True, slots=True)
class FeedHealth:
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
        opening: Opening may take this long; then another thread tries it.
    """

    stalled: float = 1.2
    frozen: float = 1.2
    blocked: float = 12.0
    reopen: float = 1.0
    opening: float = 40.0


class Camera:
    """A reader of one source that keeps its newest picture for any number of viewers.

    One thread opens and reads the source, and decodes nothing but its first picture, which proves that it can be
    decoded. Age and change of its pictures decide its state, since drivers do not report a lost camera.
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
        self._held: Item | None = None  # the picture kept last, as the source gave it
        self._repeated_at = 0.0  # when a live source last repeated its picture
        self._passed = False  # True if a later picture than the newest was left in the driver
        self._look_at = 0.0  # when the next one is taken out of it although nobody waits
        self._waiting = 0
        self._opening = False
        self._again = threading.Event()  # asks to open the source anew
        self._lost: Trouble | None = None  # until a picture arrives again
        self._reopen_after = self._timeouts.frozen  # seconds before a frozen source is reopened
        self._differing = 0  # pictures since the source was opened that differ from the one before
        self._alive_at = time.monotonic()
        self._stop = threading.Event()
        self._given_up: dict[threading.Thread, bool] = {}  # True if it hung while opening
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

    def reopen(self) -> None:
        """Open the source anew soon, if it was started: some settings are made only then."""
        if self._warden:
            self._again.set()

    @property
    def panel(self) -> ControlPanel | None:
        """The settings of the camera, or None if they cannot be reached from here."""
        return self._source.panel

    @property
    def name(self) -> str:
        """The source's name for people, without a password."""
        return self._source.name

    def newest(self) -> Frame | None:
        """Return the newest picture, or None before the first, or if it is damaged.

        While nobody waits for one, that of a driver that decodes may be `LOOKS` seconds old.
        """
        with self._changed:
            frame = self._newest
        return frame if frame and frame.shot.sound else None

    def wait(self, after: int, timeout: float) -> Frame | None:
        """Wait for a picture whose number is above `after`; return None if `timeout` seconds pass before.

        Damaged pictures are skipped.
        """
        until = time.monotonic() + timeout
        while True:
            with self._changed:
                self._waiting += 1
                self._changed.wait_for(
                    lambda after=after: self._stop.is_set() or (self._number() > after and not self._passed),  # type: ignore[misc]
                    until - time.monotonic(),
                )
                self._waiting -= 1
                frame = self._newest
            if frame is None or frame.number <= after:
                return None
            if frame.shot.sound:
                return frame
            after = frame.number

    def health(self) -> FeedHealth:
        """Return the state of the source now."""
        with self._changed:
            now = time.monotonic()
            newest, silent = self._newest, now - self._alive_at
            age = now - newest.at if newest else None
            if self._lost:
                return FeedHealth("lost", self._lost, age)
            if silent > self._timeouts.stalled:
                return FeedHealth("stalled", self._trouble("source-silent", seconds=round(silent, 1)), age)
            if newest and newest.at < min(self._repeated_at, now - self._timeouts.frozen):
                return FeedHealth("stalled", self._trouble("source-repeats"), age)
            return FeedHealth("live" if newest else "opening", None, age)

    def _trouble(
        self,
        kind: Literal["source-ended", "source-repeats", "source-failed", "source-hangs", "source-silent"],
        **about: VisionValue,
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
                self._alive_at, self._opening = time.monotonic(), True
            self._again.clear()
            try:
                with closing(self._source.open(self._stop)) as pictures:
                    trouble = self._follow(pictures)
            except SourceError as error:
                trouble = Trouble(error.kind, error.about)
            except Exception as error:  # a driver may raise anything, and the thread has to survive it
                trouble = self._trouble("source-failed", reason=reason(error))
            if self._is_owner() and not self._stop.is_set() and not self._again.is_set():
                self._lose(trouble)
                self._stop.wait(self._timeouts.reopen)

    def _follow(self, pictures: Iterator[Item]) -> Trouble:
        """Keep pictures until the source ends or freezes, or another thread has taken over; return the reason."""
        self._differing = 0
        since: float | None = None  # arrival of the newest picture, or of the first one after opening
        for picture in pictures:
            if self._stop.is_set() or self._again.is_set():
                break
            now = time.monotonic()
            with self._changed:
                if not self._is_owner():
                    break
                if self._opening:  # both at once, or a late first picture looks like a driver that hangs
                    self._opening, self._alive_at = False, now
            shot = self._shot(picture, now)
            if shot is None or (since is None and not shot.sound):
                continue
            if self._keep(picture, shot, now) or since is None:
                since = now
            elif now - since > self._reopen_after:
                self._reopen_after = min(2 * self._reopen_after, max(_RAREST_REOPENING, self._timeouts.frozen))
                return self._trouble("source-repeats")
        return self._trouble("source-ended")

    def _shot(self, picture: Item, now: float) -> Shot | None:
        """Return a picture as it is kept, or None if it is damaged, or stays in its driver because nobody waits."""
        if isinstance(picture, Shot):
            return picture
        if not isinstance(picture, Passing):
            return Shot(picture)
        with self._changed:
            wanted = self._waiting or self._lost or self._newest is None or now >= self._look_at
            if not wanted:
                self._alive_at, self._passed = now, True
                return None
        self._look_at = now + min(LOOKS, self._timeouts.frozen / 2)
        return picture.keep()

    def _keep(self, picture: Item, shot: Shot, now: float) -> bool:
        """Keep a picture; return False if a live source repeats it, which proves only that it still sends."""
        newest = self._newest
        held = newest is not None and picture is self._held
        repeated = self._source.live and not held and newest is not None and shot.same(newest.shot)
        with self._changed:
            self._alive_at, self._passed = now, False
            if repeated:
                self._repeated_at = now
                self._changed.notify_all()
                return False
            self._newest = replace(newest, at=now) if held and newest else Frame(self._number() + 1, now, shot)
            self._held = picture
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
        """Replace a thread that hangs in a driver; the old thread ends if the driver ever returns.

        Of the threads that open the source at most two hang, since a driver that opens slowly is not hurried by more.
        """
        while not self._stop.wait(min(1.0, self._timeouts.blocked / 4)):
            self._given_up = {thread: opening for thread, opening in self._given_up.items() if thread.is_alive()}
            with self._changed:  # a picture that comes now waits, and then finds that another thread has taken over
                if self._hangs() and self._owner and len(self._given_up) < _MAX_HUNG:
                    self._given_up[self._owner] = self._opening
                    self._lose(self._trouble("source-hangs"))
                    self._begin()

    def _hangs(self) -> bool:
        """Return True if the thread that reads the source hangs in its driver."""
        silent = time.monotonic() - self._alive_at
        if self._opening:
            return silent > self._timeouts.opening and not any(self._given_up.values())
        return silent > self._timeouts.blocked
