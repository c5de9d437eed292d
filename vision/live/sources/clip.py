"""A clip as a source: its pictures at its own rate, in a loop."""

import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

import cv2

from vision.live.sources.kind import CameraKind, path_of
from vision.live.sources.source import PERIOD, Item, LostSourceError, Passing, Source, retrieved

_RATES: Final = (1.0, 120.0)
"""Pictures a second that a clip may claim; outside it the header counts as damaged. A wider range plays damaged clips
absurdly; a narrower one replaces true rates."""

_USUAL_RATE: Final = 25.0
"""Pictures a second of a clip without a rate."""


def _matches(address: str) -> bool:
    path = path_of(address)
    return path is not None and path.is_file()


def _source(address: str) -> Source:
    path = Path(address)
    return Source(path.name, lambda stop: _play(path, stop))


def _play(path: Path, stop: threading.Event) -> Generator[Item]:
    capture = cv2.VideoCapture(str(path))
    try:
        if not capture.isOpened():
            raise LostSourceError("clip-broken", path.name)
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if _RATES[0] <= rate <= _RATES[1] else _USUAL_RATE
        began, played, due = time.monotonic(), 0, 0.0
        while not stop.is_set():
            if not capture.grab():
                if played == 0:
                    raise LostSourceError("clip-empty", path.name)
                capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
                began, played, due = time.monotonic(), 0, 0.0
                continue
            played += 1
            stop.wait(max(0.0, began + played / rate - time.monotonic()))
            if (now := time.monotonic()) >= due:
                due = max(due, now - PERIOD) + PERIOD
                yield Passing(lambda: retrieved(capture))
    finally:
        capture.release()


CLIP: Final = CameraKind("clip", help="a clip", live=False, matches=_matches, source=_source)
