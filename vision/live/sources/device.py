"""A camera connected to this computer as a source."""

import threading
from collections.abc import Generator
from pathlib import Path
from typing import Final

import cv2

from vision.live.sources.controls import USUAL_SIZE, ControlPanel, panel_of
from vision.live.sources.source import MJPEG, Item, LostSourceError, Source, grabbed, name_of

_DIGITS: Final = 4
"""Most digits of a camera's number; systems count their cameras from 0."""


def find(text: str) -> Source | None:
    """Return the camera that a text names by its number or device, or None."""
    if text.isdecimal() and len(text) <= _DIGITS:
        return _source(int(text), f"Camera {text}")
    path = Path(text)
    return _source(text, f"Camera {name_of(path)}") if path.is_char_device() else None


def _source(camera: int | str, name: str) -> Source:
    panel = panel_of(camera)
    return Source(name, lambda stop: _captured(camera, name, panel, stop), live=True, panel=panel)


def _captured(camera: int | str, name: str, panel: ControlPanel | None, stop: threading.Event) -> Generator[Item]:
    """Yield the newest pictures of a camera; JPEG pictures as their bytes, where the system's driver gives them.

    Settings are fixed once it sends, since some cameras begin each time with their own.
    """
    capture = cv2.VideoCapture(camera)
    try:
        if not capture.isOpened():
            raise LostSourceError("source-closed", name)
        width, height = (panel and panel.kept.size) or USUAL_SIZE
        capture.set(cv2.CAP_PROP_FOURCC, MJPEG)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        encoded = False
        if capture.getBackendName() == "V4L2" and capture.get(cv2.CAP_PROP_FOURCC) == MJPEG:
            encoded = capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        if capture.grab() and panel:
            panel.apply()
        yield from grabbed(capture, encoded, stop)
        raise LostSourceError("source-stopped", name)
    finally:
        capture.release()
