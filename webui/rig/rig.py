"""A camera with a fixed place over a table: its calibration, detection of moves, and its dice."""

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
from vision.live.sources.controls import USUAL_SIZE, Controls
from vision.quad import Quad
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
"""Default depth of a seat's zone from the side of the table, in sides. More takes in discards; less cuts off hands laid
far in."""

_PAIR: Final = 2
"""Dice that a camera reads in one throw. Of three it might miss one, and report the others as the throw."""

PAUSE: Final = 0.4
"""Least seconds between two looks for dice. More reports a throw later; less takes processor time."""

USUAL_SIDE: Final = 850.0
"""Default length of a table's side in millimetres: that of common automatic tables. A wrong one scales dice wrongly."""

_CHECKED: Final = 2.0
"""Seconds between two checks for a moved camera. More reads by a wrong calibration longer; less takes processor
time."""

_ENOUGH: Final = 3
"""Fewest markers with the same move for following the camera: two points do not determine a plane seen at a slant."""

_OTHER_PROPORTIONS: Final = 0.02
"""Share by which width to height of a camera's pictures may change without another calibration. More keeps one that
does not fit; less drops one for a size that is rounded."""

_log = logging.getLogger(__name__)


def calibration_file(data: Path, source: str) -> Path:
    """Return the calibration file of a camera named as in `--camera`; a password in its address stays hidden.

    Args:
        data: The data folder.
        source: The camera.
    """
    words = re.sub(r"^.*@|[^A-Za-z0-9]+", "-", source).strip("-")[-40:]
    return data / "cameras" / f"{words}-{hashlib.sha256(source.encode()).hexdigest()[:8]}.json"


@dataclass(frozen=True, slots=True)
class Watched:
    """The inputs of a rig: its camera, and the state of the table.

    Attributes:
        camera: The fixed camera.
        tiles: Returns the newest reading's tiles (N, 4, 2) in pixels, or None.
        awaited: Returns True if the camera is to report a throw of the dice.
        thrown: Receives the throw.
        needed: Returns True if anybody watches; otherwise the rig is idle.
    """

    camera: Camera
    tiles: Callable[[], NDArray[np.float64] | None]
    awaited: Callable[[], bool]
    thrown: Callable[[tuple[int, int]], object]
    needed: Callable[[], bool]


class _Controlled(msgspec.Struct):
    """The settings of a camera in the file of its calibration; earlier versions had none there."""

    controls: Controls = msgspec.field(default_factory=Controls)


class Rig:
    """The calibration of one camera and its settings, safe to use from many threads."""

    def __init__(self, file: Path | None = None) -> None:
        """Read the calibration from its file, if there is one.

        Args:
            file: File of the calibration, or None to keep it only while the program runs.
        """
        self.file: Final = file
        self._lock = threading.Lock()
        self._calibration: Calibration | None = None
        self._controls = Controls()
        self._trouble: Notice | None = None
        self._off: Markers = ()
        self._throws = Throws()
        self._awaited = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        if file:
            try:
                kept = file.read_bytes()
                self._controls = msgspec.json.decode(kept, type=_Controlled).controls
                if self._controls == Controls() or b'"corners"' in kept:
                    self._calibration = msgspec.json.decode(kept, type=Calibration)
            except (FileNotFoundError, NotADirectoryError):
                pass  # there is no calibration
            except (msgspec.MsgspecError, CalibrationError, OSError) as error:
                _log.warning("%s: %s", file, error)
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self._trouble = Notice("calibration-unreadable", {"file": file.name, "reason": reason})

    @property
    def calibration(self) -> Calibration | None:
        """The calibration, or None if there is none or the camera was moved since."""
        with self._lock:
            return None if self._trouble else self._calibration

    @property
    def last(self) -> Calibration | None:
        """The calibration made last, trusted or not, or None."""
        return self._calibration

    @property
    def controls(self) -> Controls:
        """The settings of the camera that are kept."""
        return self._controls

    @property
    def trouble(self) -> Notice | None:
        """The reason why the calibration is not trusted, with a remedy, or None."""
        return self._trouble

    @property
    def awaits_dice(self) -> bool:
        """True once a throw is awaited, and the dice that lay there before are known."""
        return self._awaited

    def keep(self, calibration: Calibration) -> None:
        """Write a calibration to the file, and use it from now on.

        Raises:
            OSError: It cannot be written; the old one stays in force.
        """
        with self._lock:
            self._write(calibration, self._controls)
            self._calibration, self._trouble, self._off = calibration, None, ()

    def forget(self) -> None:
        """Drop the calibration; the settings of the camera stay.

        Raises:
            OSError: The file cannot be changed; the calibration stays in force.
        """
        with self._lock:
            self._write(None, self._controls)
            self._calibration, self._trouble, self._off = None, None, ()

    def keep_controls(self, change: Callable[[Controls], Controls], camera: Camera) -> None:
        """Write settings of the camera to the file, and fix them from now on.

        Pictures of other proportions show the table elsewhere: its calibration is then dropped.

        Args:
            change: Makes the settings of those kept before.
            camera: The camera.

        Raises:
            OSError: They cannot be written; the old ones stay in force.
        """
        with self._lock:
            controls, known = change(self._controls), self._calibration
            if known and controls.size != self._controls.size:
                width, height = controls.size or USUAL_SIZE
                if abs(width * known.size[1] / (height * known.size[0]) - 1) > _OTHER_PROPORTIONS:
                    known = None
            self._write(known, controls)
            self._calibration, self._controls = known, controls
        self.fit(camera)

    def fit(self, camera: Camera) -> None:
        """Let a camera fix the settings that are kept."""
        panel = camera.panel
        if panel is None or panel.kept == self._controls:
            return
        before, panel.kept = panel.kept, self._controls
        if before.fixed and not panel.kept.fixed:
            panel.release()
        panel.apply()
        if before.size != panel.kept.size:
            camera.reopen()

    def _write(self, calibration: Calibration | None, controls: Controls) -> None:
        """Write both to the file; remove it if there is neither."""
        if self.file is None:
            return
        kept = msgspec.to_builtins(calibration) if calibration else {}
        if controls != Controls():
            kept["controls"] = msgspec.to_builtins(controls)
        if kept:
            files.write(self.file, msgspec.json.encode(kept))
            return
        with contextlib.suppress(FileNotFoundError):
            files.remove(self.file)

    def decode(self, evidence: Evidence, chair: int = 0) -> Reading:
        """Make a reading of the evidence of a picture of this camera.

        Args:
            evidence: The evidence.
            chair: Seat of the hand to read, 1 to 4; 0 for any.
        """
        calibration = self.calibration
        return hand_in_sight(evidence) if calibration is None else hand_on_table(calibration, evidence, chair)

    def check(self, picture: Picture) -> None:
        """Compare the markers in a picture with their calibrated places, and follow a moved camera.

        Args:
            picture: The camera's present picture.
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
        """Look for the dice while a throw is awaited.

        Args:
            picture: The camera's picture.
            watched: The inputs.
            at: Time of the picture (`time.monotonic`).
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
        """Start the thread that looks for dice and for a moved camera.

        Raises:
            WeightsError: The network for dice is missing or unusable.
        """
        network()
        self.fit(watched.camera)
        self._thread = threading.Thread(target=self._run, args=(watched,), name="rig", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """End the thread, waiting up to `timeout` seconds for it."""
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
    """Return the inputs of a table's rig: dice while a throw is due and no table box reports it.

    Args:
        feed: The feed of the table's camera.
        session: The live hand.
        do: Follows the throw.
    """

    def tiles() -> NDArray[np.float64] | None:
        reading = feed.newest_reading()
        return None if reading is None else np.array([t.quad for t in reading.tiles]).reshape(-1, 4, 2)

    return Watched(
        feed.camera,
        tiles,
        awaited=lambda: session.box is None and session.play.thrower > 0 and session.play.played.dice == _PAIR,
        thrown=lambda dice: do(Throw(2 if session.play.first else 1, dice)),
        needed=lambda: feed.viewers > 0,
    )


def by_markers(picture: Picture, depth: float) -> Calibration:
    """Return the calibration by four markers in a picture.

    Args:
        picture: A picture with the markers 1 to 4 at the corners of the table.
        depth: Depth of a seat's zone from its side, in sides of the table.

    Raises:
        CalibrationError: Not all of them are visible.
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
