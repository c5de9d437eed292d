"""A source of pictures, as `vision.live.camera.Camera` reads it."""

import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np

from vision.errors import VisionError, VisionValue
from vision.image import Picture
from vision.jpeg import parsed
from vision.live.shot import Shot
from vision.live.sources.controls import ControlPanel

PERIOD: Final = 0.04
"""Least seconds between two pictures; those in between are dropped. More reacts later; less takes processor time."""


MJPEG: Final = cv2.VideoWriter.fourcc(*"MJPG")
"""The code of a stream of JPEG pictures."""

_HEAD: Final = 4096
"""Bytes of a JPEG picture in which its head is looked for first; then all are. More takes longer with each picture;
less looks twice at those of some cameras."""


class SourceError(VisionError):
    """A source of pictures cannot be used."""


class UnknownSourceError(SourceError):
    """No kind of camera takes the address: correct it, or install the package of its kind.

    Attributes:
        about: The `source`, and the `kinds` there are by their `CameraKind.help`.
    """

    def __init__(self, source: str, kinds: tuple[str, ...]) -> None:
        super().__init__("source-unknown", source=source, kinds=kinds)


class LostSourceError(SourceError):
    """The source does not open or has stopped: repair the cause, then open it again."""

    def __init__(
        self,
        kind: Literal["source-closed", "source-stopped", "clip-broken", "clip-empty", "folder-closed", "folder-empty"],
        source: str,
        **about: VisionValue,
    ) -> None:
        super().__init__(kind, source=source, **about)


class FolderFileError(SourceError):
    """A file in a folder of pictures cannot be opened: repair or remove it; the others are shown."""

    def __init__(self, source: str, file: str, reason: str) -> None:
        super().__init__("folder-file", source=source, file=file, reason=reason)


@dataclass(frozen=True, slots=True)
class Passing:
    """A picture that a driver holds until it takes the next one.

    Attributes:
        keep: Takes it out of the driver; returns None if it is damaged.
    """

    keep: Callable[[], Shot | None]


Item = Picture | Shot | Passing
"""A picture as a source gives it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source of pictures.

    Attributes:
        name: Its name for people, without a password.
        open: Opens it and yields its pictures until it ends or raises `LostSourceError`; the event asks it to stop.
            Yielding the same object again holds a picture on purpose.
        live: True for a sensor, which never sends the same pixels for long; that of an address is as its kind says.
        panel: The settings of a camera, or None if they cannot be reached from here.
    """

    name: str
    open: Callable[[threading.Event], Generator[Item]]
    live: bool = True
    panel: ControlPanel | None = None


def name_of(path: Path) -> str:
    """Return the name of a folder or device, without its path on this computer."""
    return path.absolute().name or str(path)


def as_picture(picture: Any) -> Picture:
    """Return the picture of a capture as blue-green-red pixels of its own."""
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.ascontiguousarray(picture, np.uint8)


def grabbed(capture: cv2.VideoCapture, encoded: bool, stop: threading.Event) -> Generator[Item]:
    """Yield the newest pictures of a capture, at most one each `PERIOD`, until it gives no more.

    Args:
        capture: The capture.
        encoded: True if it gives the bytes of JPEG pictures, which are kept undecoded; a damaged one is skipped.
        stop: Asks it to stop.
    """
    due = 0.0
    while not stop.is_set() and capture.grab():
        if (now := time.monotonic()) < due:
            continue
        due = max(due, now - PERIOD) + PERIOD
        if not encoded:
            yield Passing(lambda: retrieved(capture))
            continue
        ok, data = capture.retrieve()
        if ok and (shot := shot_of(data.tobytes())):
            yield shot


def retrieved(capture: cv2.VideoCapture) -> Shot | None:
    """Return the picture grabbed last, or None if it is damaged."""
    ok, picture = capture.retrieve()
    return Shot(as_picture(picture)) if ok else None


def shot_of(jpeg: bytes) -> Shot | None:
    """Return the shot of a JPEG picture, or None if its head is damaged."""
    for length in (_HEAD, len(jpeg)):
        head = parsed(jpeg[:length])
        if head.scans and min(head.size) > 0:
            return Shot(jpeg=jpeg, size=head.size)
    return None
