"""The cameras connected to this computer."""

import sys
from dataclasses import dataclass
from typing import Final

import cv2
from cv2_enumerate_cameras import enumerate_cameras, supported_backends

_USED: Final = {"win32": cv2.CAP_MSMF, "darwin": cv2.CAP_AVFOUNDATION}.get(sys.platform, cv2.CAP_V4L2)
"""OpenCV's backend for opening a camera by its number on this system; cameras are numbered as it numbers them."""


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A connected camera.

    Attributes:
        source: Its number, as an argument of `vision.live.camera.Camera`.
        name: Its maker's name for it.
    """

    source: str
    name: str


def find_cameras() -> list[FoundCamera]:
    """Return the cameras connected now, by their numbers, without opening them."""
    if _USED not in supported_backends:
        return []
    listed = sorted(enumerate_cameras(_USED), key=lambda camera: int(camera.index))
    return [FoundCamera(str(camera.index), str(camera.name)) for camera in listed]
