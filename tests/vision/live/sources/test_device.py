"""Cameras connected to this computer. Where one has to send, a capture stands in: this project has none."""

import sys
import threading
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.vision.live.running import Start, says, trouble
from tests.vision.live.v4l2 import FOCUS, FOCUS_AUTO, Driver
from tests.vision.mjpeg import noise
from vision.errors import Trouble
from vision.image import Picture
from vision.live.shot import Shot
from vision.live.sources import device
from vision.live.sources.controls import ControlPanel, Controls
from vision.live.sources.source import MJPEG, Passing


def test_a_camera_that_is_not_there_is_lost(running: Start) -> None:
    cam = running("73")
    assert trouble(says(cam, "lost")) == Trouble("source-closed", {"source": "Camera 73"})


class Capture:
    """A camera as OpenCV opens it: it sends JPEG pictures, undecoded on request."""

    def __init__(self, backend: str) -> None:
        self.backend = backend
        self.asked: dict[int, float] = {}
        self.seed = 0
        self.released = False

    def isOpened(self) -> bool:
        return True

    def getBackendName(self) -> str:
        return self.backend

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def get(self, what: int) -> float:
        return self.asked.get(what, 0.0)

    def grab(self) -> bool:
        self.seed += 1
        return True

    def retrieve(self) -> tuple[bool, Picture]:
        picture = noise(self.seed)
        if self.asked.get(cv2.CAP_PROP_CONVERT_RGB) == 0:
            return True, cv2.imencode(".jpg", picture)[1].reshape(1, -1)
        return True, picture

    def release(self) -> None:
        self.released = True


def opened(monkeypatch: pytest.MonkeyPatch, backend: str, panel: ControlPanel | None) -> tuple[Capture, list[Any]]:
    """Return the capture of a camera, and the first two items of its source."""
    capture = Capture(backend)
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: capture)
    monkeypatch.setattr(device, "panel_of", lambda _: panel)
    source = device.DEVICE.source("0")
    assert source.panel is panel
    items = list(islice(source.open(threading.Event()), 2))
    return capture, items


def test_jpeg_pictures_of_linux_are_kept_undecoded(monkeypatch: pytest.MonkeyPatch) -> None:
    capture, items = opened(monkeypatch, "V4L2", None)
    assert all(isinstance(each, Shot) and each.jpeg and each.size == (32, 32) for each in items)
    assert items[1].jpeg == cv2.imencode(".jpg", noise(capture.seed))[1].tobytes()
    assert capture.asked[cv2.CAP_PROP_FOURCC] == MJPEG
    assert (capture.asked[cv2.CAP_PROP_FRAME_WIDTH], capture.asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (1920, 1080)


def test_pictures_of_other_systems_stay_in_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    capture, items = opened(monkeypatch, "MSMF", None)
    assert all(isinstance(each, Passing) for each in items)
    shot = items[1].keep()
    assert (shot.pixels == noise(capture.seed)).all()


def test_settings_are_fixed_whenever_the_camera_opens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    driver, file = Driver(), tmp_path / "video0"
    file.touch()
    panel = ControlPanel(file, driver)
    panel.kept = Controls({"focus": 60}, (3840, 2160))
    for _ in range(2):
        capture, _ = opened(monkeypatch, "V4L2", panel)
        assert (driver.value(FOCUS_AUTO), driver.value(FOCUS)) == (0, 60)
        assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 3840
        driver.controls[FOCUS_AUTO][3] = 1  # unplugged meanwhile


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no Video4Linux")
def test_linux_has_a_panel_for_each_camera() -> None:
    for text in ("0", "/dev/null"):
        source = device.DEVICE.source(text)
        assert source.panel
        assert source.panel.settings() == ()
