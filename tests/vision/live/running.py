"""A running camera, and what it says."""

import threading
from collections.abc import Callable, Generator

import numpy as np

from tests.waiting import PATIENCE, until
from vision.errors import Trouble
from vision.image import Picture
from vision.live.camera import Camera, FeedHealth, Frame, Timeouts
from vision.live.sources.source import Item

QUICK = Timeouts(stalled=0.15, frozen=0.3, blocked=0.5, reopen=0.05)
UNHURRIED = Timeouts(stalled=20, frozen=0.3, blocked=20, reopen=0.05)
"""Nothing but pictures that repeat is a fault: a busy machine sends some late."""
Script = Callable[[threading.Event], Generator[Item]]
"""A source: opened by an event that asks it to stop, it gives its pictures."""
Start = Callable[..., Camera]
"""Starts a camera by the text that names it, or by a script."""


def shade(value: int, size: int = 32) -> Picture:
    return np.full((size, size, 3), value, np.uint8)


def frame(cam: Camera, after: int = 0) -> Frame:
    found = cam.wait(after, PATIENCE)
    assert found, cam.health()
    return found


def says(cam: Camera, state: str) -> FeedHealth:
    """Return its description when it first is in that state."""
    said: list[FeedHealth] = []

    def came() -> bool:
        said.append(cam.health())
        return said[-1].state == state

    until(came)
    return said[-1]


def trouble(health: FeedHealth) -> Trouble:
    assert health.trouble
    return health.trouble
