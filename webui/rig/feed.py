"""What a table's camera sees, read while somebody looks on or asks for the hand."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from vision.errors import reason
from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera, Frame, Trouble
from vision.live.tracker import Tracked, Tracker, TrackerState
from vision.reading import Reading
from vision.tta import TileFinder
from webui.errors import WebError
from webui.rig.notice import Notice

PAUSE: Final = 0.25
"""Seconds between two pictures shown while the reading stays the same. Not measured."""

_HELD: Final = 0.15
"""Seconds to wait for a new frame before the last one is read again, since a source may hold its picture on purpose:
a folder does. Not measured."""

_KEPT: Final = 8
"""Looks kept, so that a viewer can fetch the picture of a look, and take the hand as it was seen then. Not measured."""

FRESH: Final = 2.0
"""Seconds for which the picture of a look stands for what lies on the table: a camera that stops or freezes is noticed
within them."""

LINGER: Final = 2.0
"""Seconds for which pictures are read on after the last viewer has gone: one that opens its stream anew is back within
them. Not measured."""

_log = logging.getLogger(__name__)


class CameraDownError(WebError):
    """No new pictures come from the camera: `camera-down`, caused by the camera's trouble."""

    def __init__(self, kind: Literal["camera-down"], cause: Trouble) -> None:
        super().__init__(kind)
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Look:
    """One picture that viewers are shown, and what is known of the hand at that moment.

    Attributes:
        number: Counts the looks, from 1.
        at: When the picture came (`time.monotonic`).
        picture: The camera's picture.
        sight: What `vision.live.tracker` made of it; None when it could not be read.
        trouble: Why it could not be read; None when it could.
    """

    number: int
    at: float
    picture: Picture = field(repr=False)
    sight: Tracked | None
    trouble: Notice | None = None

    @property
    def reading(self) -> Reading | None:
        """The reading of all pictures joined so far; None while the hand moves or is covered."""
        return self.sight.reading if self.sight else None

    @property
    def state(self) -> TrackerState | None:
        """How the hand lies; None when the picture could not be read."""
        return self.sight.state if self.sight else None

    @property
    def stands(self) -> bool:
        """Whether the reading has settled, and its picture is no older than `FRESH` by now."""
        return self.state == "settled" and time.monotonic() - self.at <= FRESH

    @property
    def sure(self) -> bool:
        """Whether the reading stands now and nothing about it is doubtful."""
        return self.stands and self.sight is not None and self.sight.sure


class Feed:
    """Follows what a camera sees, but only while somebody looks on or asks for the hand.

    Nothing is read while nobody wants to know it, so that one computer may serve many tables: a hand that lies still is
    read within about a second of being asked for.
    """

    def __init__(
        self,
        camera: Camera,
        look: TileFinder,
        decode: Callable[[Evidence], Reading],
        news: threading.Condition | None = None,
        after: int = 0,
    ) -> None:
        """Prepares a feed; `start` opens the camera.

        Args:
            camera: Where pictures come from.
            look: Looks at one picture.
            decode: Makes the hand of what was seen in several pictures.
            news: Notified of every new look; a condition of its own where none is given.
            after: Number of the last look of the feed before this one, so that numbers of looks go on.
        """
        self.camera: Final = camera
        self._tracker = Tracker(look, decode)
        self._news = news or threading.Condition()
        self._looks: deque[Look] = deque(maxlen=_KEPT)
        self._after: Final = after
        self._viewers = 0
        self._asking = 0
        self._lingers = 0.0  # when reading ends although nobody watches (`time.monotonic`)
        self._outdated = False
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def start(self) -> None:
        """Starts the camera and the thread that reads its pictures."""
        self.camera.start()
        self._thread.start()

    def end(self) -> None:
        """Lets both end as soon as they can; waits for nothing."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

    def stop(self, timeout: float = 5.0) -> None:
        """Stops both; waits for their threads."""
        self.end()
        self.camera.stop(timeout)
        self._thread.join(timeout)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Keeps pictures being read for one viewer."""
        with self._news:
            self._viewers += 1
            self._news.notify_all()
        try:
            yield
        finally:
            with self._news:
                self._viewers -= 1
                self._lingers = time.monotonic() + LINGER

    @property
    def viewers(self) -> int:
        """How many are watching now."""
        return self._viewers

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called: nothing more will come."""
        return self._stopped

    @property
    def newest(self) -> Look | None:
        """The newest look, None before the first."""
        return self._looks[-1] if self._looks else None

    def settled(self, timeout: float) -> Look | None:
        """Asks for the hand.

        Args:
            timeout: Seconds to wait at most.

        Returns:
            The newest look as soon as it stands; None when that takes too long.
        """
        with self._news:
            before = self._number()
            self._asking += 1
            self._news.notify_all()
            try:
                self._news.wait_for(lambda: self._stopped or self._stands(before), timeout)
                return self._looks[-1] if self._stands(before) else None
            finally:
                self._asking -= 1

    def reconsider(self) -> None:
        """Reads the hand anew, after the set of tiles or the calibration changed."""
        with self._news:
            self._outdated = True

    def newest_reading(self) -> Reading | None:
        """The newest reading of the looks kept, None when there is none."""
        with self._news:
            return next((look.reading for look in reversed(self._looks) if look.reading), None)

    def look(self, number: int) -> Look | None:
        """The look of that number, None when it is not kept or not kept any more."""
        with self._news:
            return next((look for look in self._looks if look.number == number), None)

    @property
    def last(self) -> int:
        """Number of the newest look, or of the last one of the feed before."""
        return self._number()

    def _number(self) -> int:
        return self._looks[-1].number if self._looks else self._after

    def _stands(self, after: int) -> bool:
        return self._number() > after and self._looks[-1].stands

    def _run(self) -> None:
        while self._wanted():
            self._tracker.reset()  # the hand may have changed while nobody watched
            self._follow()

    def _wanted(self) -> bool:
        """Waits until somebody looks on or asks; False once the feed is stopped."""
        with self._news:
            self._news.wait_for(lambda: self._stopped or self._viewers + self._asking > 0)
            return not self._stopped

    def _follow(self) -> None:
        """Reads one picture after another until nobody looks on or asks any more."""
        seen: Frame | None = None
        shown, shown_at = None, 0.0
        while not self._stopped and (self._viewers + self._asking > 0 or time.monotonic() < self._lingers):
            frame = self.camera.wait(seen.number if seen else 0, _HELD) or self.camera.newest()
            if frame is None or (seen and frame.at <= seen.at):
                continue  # nothing has come since
            seen = frame
            with self._news:
                outdated, self._outdated = self._outdated, False
            if outdated:
                self._tracker.reset()
            sight, trouble = self._see(frame)
            known = (sight and (sight.state, sight.reading, sight.fused), trouble)
            if trouble and known != shown and not self._stopped:
                _log.warning("a picture could not be read: %s", trouble.about["reason"])
            if known == shown and frame.at - shown_at < PAUSE:
                continue
            with self._news:
                if not self._outdated:  # else it was seen as the hand is no longer read
                    shown, shown_at = known, frame.at
                    self._looks.append(Look(self._number() + 1, frame.at, frame.picture, sight, trouble))
                    self._news.notify_all()

    def _see(self, frame: Frame) -> tuple[Tracked | None, Notice | None]:
        try:
            return self._tracker.update(frame.picture, frame.at), None
        except Exception as error:  # one unreadable picture must not end the feed
            self._tracker.reset()
            return None, Notice("picture-unreadable", {"reason": reason(error)})
