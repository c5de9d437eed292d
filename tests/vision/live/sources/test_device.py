"""Cameras connected to this computer."""

from tests.vision.live.running import Start, says, trouble
from vision.errors import Trouble


def test_a_camera_that_is_not_there_is_lost(running: Start) -> None:
    cam = running("73")
    assert trouble(says(cam, "lost")) == Trouble("source-closed", {"source": "Camera 73"})
