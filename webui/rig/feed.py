"""The pictures of a table's camera, read while a match is played, or somebody watches or asks for the hand."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from vision.errors import Trouble, reason
from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera, Frame
from vision.live.shot import Shot
from vision.live.tracker import Tracked, Tracker, TrackerState
from vision.reading import Reading
from vision.tta import TileFinder
from webui.base.errors import WebError
from webui.rig.notice import Notice

PAUSE: Final = 0.25
"""Seconds between two pictures shown while the reading stays the same. More looks jerky; less takes network and
processor time."""

_HELD: Final = 0.15
"""Seconds to wait for a new frame before the last one is read again, since a source such as a folder may hold its
picture on purpose. More delays such readings; less reads twice."""

_KEPT: Final = 8
"""Looks kept, so that a viewer can fetch the picture of a look, and store the hand as seen then. More takes memory;
fewer loses the picture for slow viewers."""

FRESH: Final = 2.0
"""Seconds for which the picture of a look counts as current. More shows the past of a camera that stopped; less calls a
slow camera dead."""

AT_REST: Final = 0.5
"""Seconds between two pictures while nobody watches and nothing happens. More sees a laid hand later; less takes
processor time all day."""

ASTIR: Final = 0.125
"""Seconds between two pictures while nobody watches and something moves, lies there to be read, or was changed. More
shows a laid hand later; less takes processor time while tiles are mixed."""

LINGER: Final = 2.0
"""Seconds for which reading continues after the last viewer has left. More takes processor time; less starts over for a
viewer that reconnects."""

_log = logging.getLogger(__name__)


class CameraDownError(WebError):
    """No new pictures arrive from the camera: `camera-down`, with the camera's trouble."""

    def __init__(self, kind: Literal["camera-down"], cause: Trouble) -> None:
        super().__init__(kind)
        self.cause = cause


@dataclass(frozen=True, slots=True)
class FeedLook:
    """One picture shown to viewers, with the state of the hand at that moment.

    Attributes:
        number: Number of the look, from 1.
        at: Time of the picture (`time.monotonic`).
        shot: The camera's picture, decoded only as far as it is looked at.
        sight: The state of `vision.live.tracker`, or None if it could not be read.
        trouble: The reason why it could not be read, or None.
    """

    number: int
    at: float
    shot: Shot = field(repr=False)
    sight: Tracked | None
    trouble: Notice | None = None

    @property
    def picture(self) -> Picture:
        """The camera's picture at full resolution."""
        return self.shot.pixels

    @property
    def reading(self) -> Reading | None:
        """The reading of all pictures fused so far, or None while the hand moves or is covered."""
        return self.sight.reading if self.sight else None

    @property
    def state(self) -> TrackerState | None:
        """The state of the hand, or None if the picture could not be read."""
        return self.sight.state if self.sight else None

    @property
    def stands(self) -> bool:
        """True if the reading has settled, and its picture is no older than `FRESH` now."""
        return self.state == "settled" and time.monotonic() - self.at <= FRESH

    @property
    def sure(self) -> bool:
        """True if the reading stands now without a doubt."""
        return self.stands and self.sight is not None and self.sight.sure


class Feed:
    """A follower of a camera, active only while somebody watches or asks for the hand, or it looks on its own.

    Nothing is read otherwise, so that one computer can serve many tables: a hand that lies still is read within about a
    second of being requested. By itself it looks seldom until something happens.
    """

    def __init__(
        self,
        camera: Camera,
        look: TileFinder,
        decode: Callable[[Evidence], Reading],
        news: threading.Condition | None = None,
        after: int = 0,
        by_itself: Callable[[], bool] = lambda: False,
    ) -> None:
        """Prepare a feed; `start` opens the camera.

        Args:
            camera: The source of pictures.
            look: Detects the tiles of a picture.
            decode: Makes the hand of the evidence of several pictures.
            news: Notified of every new look, or None for a condition of its own.
            after: Number of the last look of the previous feed, so that numbers continue.
            by_itself: Returns True while it reads though nobody watches; asked again at every notice of `news`.
        """
        self.camera: Final = camera
        self._tracker = Tracker(look, decode)
        self.news: Final = news or threading.Condition()
        self._looks: deque[FeedLook] = deque(maxlen=_KEPT)
        self._after: Final = after
        self._by_itself: Final = by_itself
        self._viewers = 0
        self._asking = 0
        self._lingers = 0.0  # time at which reading ends although nobody watches (`time.monotonic`)
        self._outdated = False
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def start(self) -> None:
        """Start the camera and the thread that reads its pictures."""
        self.camera.start()
        self._thread.start()

    def end(self) -> None:
        """Make both end soon, without waiting."""
        with self.news:
            self._stopped = True
            self.news.notify_all()

    def stop(self, timeout: float = 5.0) -> None:
        """Stop both, and wait for their threads."""
        self.end()
        self.camera.stop(timeout)
        self._thread.join(timeout)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Keep reading pictures for one viewer."""
        with self.news:
            self._viewers += 1
            self.news.notify_all()
        try:
            yield
        finally:
            with self.news:
                self._viewers -= 1
                self._lingers = time.monotonic() + LINGER

    @property
    def viewers(self) -> int:
        """Return the number of present viewers."""
        return self._viewers

    @property
    def stopped(self) -> bool:
        """True if `stop` was called: no more looks will follow."""
        return self._stopped

    @property
    def restless(self) -> bool:
        """True if the next picture is wanted soon, since something happens."""
        return self._tracker.restless

    @property
    def newest(self) -> FeedLook | None:
        """The newest look, or None before the first."""
        return self._looks[-1] if self._looks else None

    def settled(self, timeout: float) -> FeedLook | None:
        """Ask for the hand.

        Args:
            timeout: Most seconds to wait.

        Returns:
            The newest look as soon as it stands, or None if that takes too long.
        """
        with self.news:
            before = self._number()
            self._asking += 1
            self.news.notify_all()
            try:
                self.news.wait_for(lambda: self._stopped or self._stands(before), timeout)
                return self._looks[-1] if self._stands(before) else None
            finally:
                self._asking -= 1

    def reconsider(self) -> None:
        """Read the hand again, after a change of the tile set or the calibration."""
        with self.news:
            self._outdated = True

    def newest_reading(self) -> Reading | None:
        """Return the newest reading of the looks kept, or None."""
        with self.news:
            return next((look.reading for look in reversed(self._looks) if look.reading), None)

    def look(self, number: int) -> FeedLook | None:
        """Return the look with this number, or None if it is not kept."""
        with self.news:
            return next((look for look in self._looks if look.number == number), None)

    @property
    def last(self) -> int:
        """Number of the newest look, or of the last one of the previous feed."""
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
        """Wait until somebody watches or asks; return False once the feed is stopped."""
        with self.news:
            self.news.wait_for(lambda: self._stopped or self._attended or self._by_itself())
            return not self._stopped

    @property
    def _attended(self) -> bool:
        """True if somebody watches or asks."""
        return self._viewers + self._asking > 0

    def _rest(self, since: float) -> None:
        """Wait until the next picture is due after the one at `since`; at once for somebody who watches or asks."""
        pause = ASTIR if self.restless else AT_REST
        with self.news:
            self.news.wait_for(lambda: self._stopped or self._attended, since + pause - time.monotonic())

    def _follow(self) -> None:
        """Read one picture after another until nobody watches or asks, and it does not look on its own."""
        seen: Frame | None = None
        shown, shown_at = None, 0.0
        while not self._stopped and (self._attended or time.monotonic() < self._lingers or self._by_itself()):
            if seen and not self._attended and time.monotonic() >= self._lingers:
                self._rest(seen.at)
            frame = self.camera.wait(seen.number if seen else 0, _HELD) or self.camera.newest()
            if frame is None or (seen and frame.at <= seen.at):
                continue  # nothing new has arrived
            seen = frame
            with self.news:
                outdated, self._outdated = self._outdated, False
            if outdated:
                self._tracker.reset()
            sight, trouble = self._see(frame)
            known = (sight and (sight.state, sight.reading, sight.fused), trouble)
            if trouble and known != shown and not self._stopped:
                _log.warning("a picture could not be read: %s", trouble.about["reason"])
            if known == shown and frame.at - shown_at < PAUSE:
                continue
            with self.news:
                if not self._outdated:  # otherwise it was read under the old tile set or calibration
                    shown, shown_at = known, frame.at
                    self._looks.append(FeedLook(self._number() + 1, frame.at, frame.shot, sight, trouble))
                    self.news.notify_all()

    def _see(self, frame: Frame) -> tuple[Tracked | None, Notice | None]:
        try:
            return self._tracker.update(frame.shot, frame.at), None
        except Exception as error:  # one unreadable picture must not end the feed
            self._tracker.reset()
            return None, Notice("picture-unreadable", {"reason": reason(error)})
