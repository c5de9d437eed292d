"""A camera connected to this computer as a source."""

import re
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Final

import cv2
from cv2_enumerate_cameras import enumerate_cameras, supported_backends

from vision.live.sources.controls import USUAL_SIZE, ControlPanel, panel_of
from vision.live.sources.kind import CameraKind, FoundCamera, path_of
from vision.live.sources.source import MJPEG, Item, LostSourceError, Source, grabbed, name_of

_DIGITS: Final = 4
"""Most digits of a camera's number; systems count their cameras from 0."""


_DEVICES: Final = re.compile(r"/dev/(video[0-9]+|v4l/by-(id|path)/[\w.:+-]+)")
"""Devices of cameras on Linux."""

_USED: Final = {"win32": cv2.CAP_MSMF, "darwin": cv2.CAP_AVFOUNDATION}.get(sys.platform, cv2.CAP_V4L2)
"""OpenCV's backend for opening a camera by its number on this system; cameras are numbered as it numbers them."""


def _is_number(address: str) -> bool:
    return address.isdecimal() and len(address) <= _DIGITS


def _matches(address: str) -> bool:
    path = path_of(address)
    return _is_number(address) or (path is not None and path.is_char_device())


def _choosable(address: str) -> bool:
    return _is_number(address) or _DEVICES.fullmatch(address) is not None


def _connected() -> list[FoundCamera]:
    if _USED not in supported_backends:
        return []
    listed = sorted(enumerate_cameras(_USED), key=lambda camera: int(camera.index))
    return [FoundCamera(str(camera.index), str(camera.name)) for camera in listed]


def _source(address: str) -> Source:
    camera = int(address) if _is_number(address) else address
    name, panel = f"Camera {camera if isinstance(camera, int) else name_of(Path(address))}", panel_of(camera)
    return Source(name, lambda stop: _captured(camera, name, panel, stop), panel=panel)


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


DEVICE: Final = CameraKind(
    "device",
    help="a camera's number (0)",
    live=True,
    matches=_matches,
    source=_source,
    connected=_connected,
    choosable=_choosable,
)
