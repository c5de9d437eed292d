"""A camera that stays in its place over a table: its calibration, whether it was moved since, and the dice it sees."""

import contextlib
import hashlib
import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import files
from vision.evidence import Evidence
from vision.hand.candidates import hand_in_sight
from vision.image import Picture
from vision.live.camera import Camera
from vision.quads import Quad
from vision.reading import Reading
from vision.table.calibration import MAX_SIDE, MIN_SIDE, Calibration, CalibrationError
from vision.table.chairs import hand_on_table
from vision.table.dice import Throws, find_dice, network, scale_of
from vision.table.markers import Markers, find_markers, followed, moved, table_corners, table_side
from webui.rig.feed import Feed
from webui.rig.live_hand import Throw
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice

DEPTH: Final = 0.3
"""How far a seat's zone reaches from the side of the table, in sides, where nobody has said. Not measured."""

PAUSE: Final = 0.4
"""Seconds between two looks for dice at least. Not measured."""

USUAL_SIDE: Final = 850.0
"""Length of a table's side in millimetres where nobody has measured it: that of common automatic tables. Not
measured."""

_CHECKED: Final = 2.0
"""Seconds between two checks whether the camera was moved. Not measured."""

_ENOUGH: Final = 3
"""Markers that must have moved together for the camera to be followed: two points do not settle a plane seen at a
slant."""

_log = logging.getLogger(__name__)


def calibration_file(data: Path, source: str) -> Path:
    """The file for a camera named as in `--camera`; a password in an address does not show in it.

    Args:
        data: The folder of all that is kept.
        source: The camera.
    """
    words = re.sub(r"^.*@|[^A-Za-z0-9]+", "-", source).strip("-")[-40:]
    return data / "cameras" / f"{words}-{hashlib.sha256(source.encode()).hexdigest()[:8]}.json"


@dataclass(frozen=True, slots=True)
class Watched:
    """What a rig looks at: its camera, and what the table knows at that moment.

    Attributes:
        camera: The camera that stays in its place.
        tiles: Gives the newest reading's tiles (N, 4, 2) in pixels, None when there is no reading.
        awaited: Whether a throw of the dice is awaited from the camera.
        thrown: Takes the throw.
        needed: Whether anybody watches; while nobody does, nothing is looked at.
    """

    camera: Camera
    tiles: Callable[[], NDArray[np.float64] | None]
    awaited: Callable[[], bool]
    thrown: Callable[[tuple[int, int]], object]
    needed: Callable[[], bool]


class Rig:
    """The calibration of one camera, safe to use from many threads."""

    def __init__(self, file: Path | None = None) -> None:
        """Reads the calibration from its file, if there is one.

        Args:
            file: Where the calibration is kept; None keeps it only while the program runs.
        """
        self.file: Final = file
        self._lock = threading.Lock()
        self._calibration: Calibration | None = None
        self._trouble: Notice | None = None
        self._off: Markers = ()
        self._throws = Throws()
        self._awaited = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        if file:
            try:
                self._calibration = msgspec.json.decode(file.read_bytes(), type=Calibration)
            except (FileNotFoundError, NotADirectoryError):
                pass  # no calibration was kept
            except (msgspec.MsgspecError, CalibrationError, OSError) as error:
                _log.warning("%s: %s", file, error)
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self._trouble = Notice("calibration-unreadable", {"file": file.name, "reason": reason})

    @property
    def calibration(self) -> Calibration | None:
        """The calibration, None when there is none or the camera was moved since."""
        with self._lock:
            return None if self._trouble else self._calibration

    @property
    def last(self) -> Calibration | None:
        """The calibration that was made last, trusted or not; None when there is none."""
        return self._calibration

    @property
    def trouble(self) -> Notice | None:
        """Why the calibration is not trusted, and what to do; None when it is."""
        return self._trouble

    @property
    def awaits_dice(self) -> bool:
        """True once a throw is waited for, and what lay there before is known."""
        return self._awaited

    def keep(self, calibration: Calibration) -> None:
        """Writes a calibration to the file, and uses it from now on.

        Raises:
            OSError: it cannot be written; the one before stays in force.
        """
        with self._lock:
            if self.file:
                files.write(self.file, msgspec.json.encode(calibration))
            self._calibration, self._trouble, self._off = calibration, None, ()

    def forget(self) -> None:
        """Drops the calibration and its file.

        Raises:
            OSError: the file cannot be removed; the calibration stays in force.
        """
        with self._lock:
            if self.file:
                with contextlib.suppress(FileNotFoundError):
                    files.remove(self.file)
            self._calibration, self._trouble, self._off = None, None, ()

    def decode(self, evidence: Evidence, chair: int = 0) -> Reading:
        """Makes a reading of what was seen in a picture of this camera.

        Args:
            evidence: What was seen.
            chair: Whose hand is read, 1 to 4; 0 for the hand that was laid, whoever's it is.
        """
        calibration = self.calibration
        return hand_in_sight(evidence) if calibration is None else hand_on_table(calibration, evidence, chair)

    def check(self, picture: Picture) -> None:
        """Compares the markers in a picture with where they lay, and follows a camera that was moved.

        Args:
            picture: The camera's picture now.
        """
        calibration = self._calibration
        if calibration is None or not calibration.markers:
            return
        height, width = picture.shape[:2]
        calibration = calibration.scaled((width, height))
        now = find_markers(picture)
        elsewhere, _ = moved(calibration.markers, now)
        both = [number for number, _ in now if number in dict(calibration.markers)]
        if not elsewhere:
            if both:
                self._off, self._trouble = (), None
            return
        before, self._off = self._off, now
        if not before or moved(before, now)[0]:
            return  # the camera may still be moving: the next check decides
        if len(elsewhere) == len(both) >= _ENOUGH:
            self._follow(calibration, now)
        elif len(elsewhere) == len(both):
            self._trouble = Notice("camera-moved")
        else:
            self._trouble = Notice("marker-moved", {"markers": tuple(elsewhere)})

    def _follow(self, calibration: Calibration, now: Markers) -> None:
        try:
            corners = followed(calibration.corners, calibration.markers, now)
            self.keep(replace(calibration, corners=corners, markers=now))
        except CalibrationError:
            self._trouble = Notice("camera-lost-table")
        except OSError as error:
            self._trouble = Notice("calibration-unsaved", {"reason": error.strerror or str(error)})

    def look(self, picture: Picture, watched: Watched, at: float) -> None:
        """Looks for the dice while a throw is awaited.

        Args:
            picture: The camera's picture.
            watched: What the table knows.
            at: When the picture came (`time.monotonic`).
        """
        awaited = watched.awaited()
        first, self._awaited = awaited and not self._awaited, awaited
        if not awaited:
            return
        tiles = watched.tiles()
        tiles = np.zeros((0, 4, 2)) if tiles is None else tiles
        calibration = self.calibration
        within: Quad | None = None
        scale = scale_of(tiles)
        if calibration is not None:
            height, width = picture.shape[:2]
            calibration = calibration.scaled((width, height))
            within = calibration.corners
            scale = calibration.scale(USUAL_SIDE) if calibration.side or scale is None else scale
        if scale is None:
            return
        dice = find_dice(picture, scale, tiles, within)
        if first:
            self._throws.ignore(dice)
            return
        values = self._throws.update(dice, at)
        if values:
            watched.thrown(values)

    def start(self, watched: Watched) -> None:
        """Starts the thread that looks for dice and for a camera that was moved.

        Raises:
            WeightsError: what dice are read with is missing or unusable.
        """
        network()
        self._thread = threading.Thread(target=self._run, args=(watched,), name="rig", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Ends the thread; waits up to `timeout` seconds for it."""
        self._stop.set()
        if self._thread:
            self._thread.join(timeout)

    def _run(self, watched: Watched) -> None:
        seen, checked = 0, 0.0
        while not self._stop.wait(PAUSE):
            if not watched.needed():
                continue
            frame = watched.camera.wait(seen, 1.0)
            if frame is None:
                continue
            seen, now = frame.number, time.monotonic()
            if now - checked > _CHECKED:
                checked = now
                self.check(frame.picture)
            self.look(frame.picture, watched, frame.at)


def watching(feed: Feed, session: LiveHandStore, do: Callable[[Throw], object]) -> Watched:
    """What the rig of a table looks at: the dice while a throw is due and no table box says what was thrown.

    Args:
        feed: What the table's camera sees.
        session: The hand in play.
        do: Follows the throw.
    """

    def tiles() -> NDArray[np.float64] | None:
        reading = feed.newest_reading()
        return None if reading is None else np.array([t.quad for t in reading.tiles]).reshape(-1, 4, 2)

    return Watched(
        feed.camera,
        tiles,
        awaited=lambda: session.box is None and session.play.thrower > 0,
        thrown=lambda dice: do(Throw(2 if session.play.first else 1, dice)),
        needed=lambda: feed.viewers > 0,
    )


def by_markers(picture: Picture, depth: float) -> Calibration:
    """The calibration that four markers in a picture give.

    Args:
        picture: A picture with the markers 1 to 4 at the corners of the table.
        depth: How far a seat's zone reaches from its side, in sides of the table.

    Raises:
        CalibrationError: not all of them are seen.
    """
    seen = find_markers(picture)
    corners = table_corners(seen)
    if corners is None:
        numbers = [number for number, _ in seen]
        missing = tuple(n for n in (1, 2, 3, 4) if n not in numbers)
        raise CalibrationError("marker-hidden", missing=missing)
    height, width = picture.shape[:2]
    side = float(np.clip(table_side(corners, seen), MIN_SIDE, MAX_SIDE))
    return Calibration((width, height), corners, depth, side, seen)
