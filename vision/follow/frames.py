"""Pictures of a clip or a camera with their seconds, few enough to follow a table."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from vision.image import Picture
from vision.live.camera import Camera
from vision.live.sources.source import LostSourceError, as_picture

RATE: Final = 10.0
"""Pictures a second that are looked at. More takes processor time; less misses the arm that did it."""

_RATES: Final = (1.0, 240.0)
"""Pictures a second that a clip may claim; outside it the header counts as damaged."""

_USUAL_RATE: Final = 25.0
"""Pictures a second of a clip without a rate."""

_WAIT: Final = 1.0
"""Seconds to wait for a picture before a camera counts as showing nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A picture.

    Attributes:
        t: Its second, from the beginning.
        picture: (height, width, 3) blue-green-red pixels.
        part: Share of the clip up to it, 0 to 1; 0 of a camera.
    """

    t: float
    picture: Picture
    part: float = 0.0


def of_clip(path: Path) -> Iterator[Moment]:
    """Yield the pictures of a clip, at most `RATE` a second of it, as fast as they can be taken.

    Raises:
        LostSourceError: It cannot be played, or holds no picture.
    """
    capture = cv2.VideoCapture(str(path))
    try:
        if not capture.isOpened():
            raise LostSourceError("clip-broken", path.name)
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if _RATES[0] <= rate <= _RATES[1] else _USUAL_RATE
        count = max(0.0, capture.get(cv2.CAP_PROP_FRAME_COUNT))
        number, due = 0, 0.0
        while capture.grab():
            t = number / rate
            number += 1
            if t + 1e-6 < due:
                continue
            due = max(due + 1 / RATE, t + 0.5 / RATE)
            ok, picture = capture.retrieve()
            if ok:
                yield Moment(t, as_picture(picture), min(1.0, number / count) if count else 0.0)
        if number == 0:
            raise LostSourceError("clip-empty", path.name)
    finally:
        capture.release()


def of_camera(camera: Camera) -> Iterator[Moment | None]:
    """Yield the pictures of a started camera, at most `RATE` a second, and None for each second without any."""
    first, number = 0.0, 0
    while True:
        frame = camera.wait(number, _WAIT)
        if frame is None:
            yield None
            continue
        first = first or frame.at
        number = frame.number
        yield Moment(frame.at - first, frame.picture)
        time.sleep(max(0.0, frame.at + 1 / RATE - time.monotonic()))
