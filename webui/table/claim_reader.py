"""Reading of the hands of claimed wins by the camera, each on a thread of its own."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from vision.errors import reason
from webui.hand.hand import NothingSeenError
from webui.hand.reading_queue import QueueStoppedError
from webui.records.errors import RecordsError
from webui.rig.feed import CameraDownError, Feed
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice
from webui.rig.rig import Rig
from webui.table.intake import HandIntake

_log = logging.getLogger(__name__)


class ClaimReader:
    """A reader of claimed hands that works while the session goes on, safe to use from many threads."""

    def __init__(
        self, session: LiveHandStore, intake: HandIntake, camera: Callable[[], tuple[Feed | None, Rig]]
    ) -> None:
        """Prepare for the claims of one table.

        Args:
            session: The live hand, with its claims.
            intake: Stores the hands that are read.
            camera: Returns the feed of the table's camera, or None without one, and its rig.
        """
        self._session: Final = session
        self._intake: Final = intake
        self._camera: Final = camera
        self._lock = threading.Lock()
        self._threads: Final[dict[int, threading.Thread]] = {}
        """The reading threads, by seat."""

    def read_all(self) -> None:
        """Read the claims that are unread, such as those made when the program ended."""
        for claim in self._session.play.claims:
            self.read(claim.chair)

    def join(self, timeout: float) -> None:
        """Wait for running readings after the session was stopped, at most `timeout` seconds each."""
        with self._lock:
            threads = list(self._threads.values())
        for thread in threads:
            thread.join(timeout)

    def read(self, chair: int) -> None:
        """Start reading the hand of a claim, unless it is being read or was read."""
        with self._lock:
            claim = self._session.play.claim_of(chair)
            if claim is None or not claim.unread or chair in self._threads or self._session.stopped:
                return
            self._threads[chair] = threading.Thread(target=self._run, args=(chair,), name="claim", daemon=True)
            self._threads[chair].start()

    def _run(self, chair: int) -> None:
        """Read the hand of a claim, and again if the claim was withdrawn and repeated meanwhile."""
        try:
            self._lay(chair)
        finally:
            with self._lock:
                del self._threads[chair]
        self.read(chair)

    def _lay(self, chair: int) -> None:
        """Read the hand of a seat that claims a win, or store the reason why it cannot be read."""
        feed, rig = self._camera()
        trouble: Notice | None = None
        try:
            if feed is None:
                trouble = Notice("no-camera")
            elif feed.camera.newest() is None:
                trouble = Notice("camera-dark")
            else:
                self._intake.from_camera(feed, rig, chair)
        except CameraDownError:
            trouble = Notice("camera-dark")
        except NothingSeenError:
            trouble = Notice("no-tiles")
        except QueueStoppedError:
            return
        except RecordsError as error:
            _log.warning("the hand of chair %d could not be recorded: %s", chair, error)
            trouble = Notice("hand-unrecorded")
        except Exception as error:  # whatever a driver or a network raises, the claim must not wait forever
            _log.exception("the hand of chair %d could not be read", chair)
            trouble = Notice("hand-unreadable", {"reason": reason(error)})
        if trouble:
            self._session.settle(chair, trouble=trouble)
