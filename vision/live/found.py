"""The cameras that are connected to this computer."""

import sys
from dataclasses import dataclass
from typing import Final

import cv2
from cv2_enumerate_cameras import enumerate_cameras, supported_backends

_USED: Final = {"win32": cv2.CAP_MSMF, "darwin": cv2.CAP_AVFOUNDATION}.get(sys.platform, cv2.CAP_V4L2)
"""What OpenCV opens a camera by its number with on this system: cameras are numbered as it numbers them."""


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera that is connected.

    Attributes:
        source: What `vision.live.camera.Camera` takes for it: its number.
        name: What its maker calls it.
    """

    source: str
    name: str


def find_cameras() -> list[FoundCamera]:
    """The cameras that are connected now, by their numbers; opens none of them."""
    if _USED not in supported_backends:
        return []
    listed = sorted(enumerate_cameras(_USED), key=lambda camera: int(camera.index))
    return [FoundCamera(str(camera.index), str(camera.name)) for camera in listed]
