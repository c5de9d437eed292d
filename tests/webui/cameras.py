"""Cameras whose picture a test decides."""

import threading
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.served import STRAIGHT, make_reading
from tests.waiting import PATIENCE, until
from vision.evidence import Evidence
from vision.image import Picture
from vision.live.camera import Camera, Timeouts
from vision.live.shot import Shot
from vision.live.sources.source import LostSourceError, Source
from vision.live.tracker import Tracked, TrackerState
from vision.reading import Doubt, Reading
from webui.hand.state import from_reading, outcome
from webui.rig.feed import FeedLook
from webui.table.table import Table
from webui.table.watching import LaidHand

DARK: Picture = np.zeros((480, 1280, 3), np.uint8)

PATCHES = np.kron(np.random.default_rng(1).integers(0, 255, (12, 32, 3)), np.ones((40, 40, 1))).astype(np.uint8)


def live(source: Callable[[threading.Event], Generator[Picture]]) -> Camera:
    """A camera whose pictures a test decides, and which is lost once its source ends: on a busy computer there may be a
    second or two between two of them."""
    return Camera(Source("the camera", source, live=True), Timeouts(stalled=PATIENCE, blocked=2 * PATIENCE))


def wait_for_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have whoever waits for a picture that does not come wait until the camera knows why, as long as that takes."""
    monkeypatch.setattr(Camera, "wait", lambda camera, *_: until(lambda: camera.health().trouble))


class Switch:
    """A camera that a test turns on and off, or freezes; the picture's shade counts up."""

    def __init__(self) -> None:
        self.on = threading.Event()
        self.on.set()
        self.moving = True
        self.restless = False
        self.frozen = False
        self.picture: Picture = np.zeros((480, 1280, 3), np.uint8)

    def __call__(self, stop: threading.Event) -> Generator[Picture]:
        if not self.on.is_set():
            raise LostSourceError("source-stopped", "The camera")
        shade = 0
        while self.on.is_set() and not stop.is_set():
            if self.frozen:
                self.picture = self.picture.copy()  # as a driver repeats it
            elif self.restless:
                self.picture = np.roll(PATCHES, 40 * shade, axis=1)
            elif self.moving:
                self.picture = np.full((480, 1280, 3), shade, np.uint8)
            shade = (shade + 1) % 250
            yield self.picture
            stop.wait(0.02)


class Shown:
    """A camera that shows what a test puts before it, with a little noise as a sensor has it."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __call__(self, stop: threading.Event) -> Generator[Picture]:
        rng = np.random.default_rng(1)
        while not stop.is_set():
            picture = self.picture  # a test may put another there meanwhile
            yield cv2.add(picture, rng.integers(0, 3, picture.shape, np.uint8)).astype(np.uint8)
            stop.wait(0.03)


class Seeing:
    """The camera of a table in a match, in seconds of its own: what it sees is said, four looks a second."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at = 100.0
        self.number = 0

    def look(
        self,
        state: TrackerState,
        reading: Reading | None = None,
        seconds: float = 0.0,
        laid: bool = True,
        evidence: Evidence | None = None,
        others: tuple[Reading, ...] = (),
    ) -> list[LaidHand]:
        """See the same for some seconds, at least once; return what is shown then.

        A reading with a hand is one that was laid down, unless it was not `laid`.
        """
        fused = 3 if state == "settled" else 1
        laid = laid and reading is not None and reading.hand is not None
        sight = Tracked(state, reading, evidence, DARK, fused, laid=laid, others=others)
        end = self.at + seconds
        while True:
            self.at += 0.25
            self.number += 1
            self.table.equipment.watcher.follow(FeedLook(self.number, self.at, Shot(DARK), sight), self.at)
            if self.at >= end:
                return self.table.equipment.watcher.laid()


def read(groups: Any = STRAIGHT, doubts: tuple[Doubt, ...] = ()) -> Reading:
    """A reading with the text of its hand."""
    reading = make_reading(groups, doubts)
    return replace(reading, hand=outcome(from_reading(reading, "mcr")).text)
