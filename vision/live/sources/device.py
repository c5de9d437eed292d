"""A camera connected to this computer as a source."""

import threading
from collections.abc import Generator
from pathlib import Path
from typing import Final

import cv2

from vision.live.sources.source import MJPEG, Item, LostSourceError, Source, grabbed, name_of

_SIZE: Final = (1920, 1080)
"""Width and height in pixels requested from a camera. More takes longer to decode; less makes distant tiles
unreadable."""

_DIGITS: Final = 4
"""Most digits of a camera's number; systems count their cameras from 0."""


def find(text: str) -> Source | None:
    """Return the camera that a text names by its number or device, or None."""
    if text.isdecimal() and len(text) <= _DIGITS:
        name = f"Camera {text}"
        return Source(name, lambda stop: _captured(int(text), name, stop), live=True)
    path = Path(text)
    if not path.is_char_device():
        return None
    name = f"Camera {name_of(path)}"
    return Source(name, lambda stop: _captured(text, name, stop), live=True)


def _captured(camera: int | str, name: str, stop: threading.Event) -> Generator[Item]:
    """Yield the newest pictures of a camera; JPEG pictures as their bytes, where the system's driver gives them."""
    capture = cv2.VideoCapture(camera)
    try:
        if not capture.isOpened():
            raise LostSourceError("source-closed", name)
        capture.set(cv2.CAP_PROP_FOURCC, MJPEG)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, _SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _SIZE[1])
        encoded = False
        if capture.getBackendName() == "V4L2" and capture.get(cv2.CAP_PROP_FOURCC) == MJPEG:
            encoded = capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        yield from grabbed(capture, encoded, stop)
        raise LostSourceError("source-stopped", name)
    finally:
        capture.release()
