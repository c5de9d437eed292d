"""Cameras that run during a test."""

import threading
from collections.abc import Iterator

import pytest

from tests.vision.live.running import QUICK, Script, Start
from tests.waiting import until
from vision.live.camera import Camera, Timeouts
from vision.live.sources.source import Source


@pytest.fixture
def running() -> Iterator[Start]:
    """Starts cameras and stops them after the test, which must leave no thread behind."""
    before = threading.active_count()
    started: list[Camera] = []

    def start(source: str | Script, timeouts: Timeouts = QUICK, live: bool = True) -> Camera:
        named = source if isinstance(source, str) else Source("the camera", source, live)
        started.append(Camera(named, timeouts))
        started[-1].start()
        return started[-1]

    yield start
    for each in started:
        each.stop()
    until(lambda: threading.active_count() <= before)
