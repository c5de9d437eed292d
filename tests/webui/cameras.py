"""Cameras whose picture a test decides."""

import threading
from collections.abc import Generator

import cv2
import numpy as np

from vision.image import Picture
from vision.live.sources.source import LostSourceError

PATCHES = np.kron(np.random.default_rng(1).integers(0, 255, (12, 32, 3)), np.ones((40, 40, 1))).astype(np.uint8)


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
