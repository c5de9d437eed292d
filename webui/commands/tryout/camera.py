"""A camera that is none: a drawn film, sent in real time as JPEG pictures on a line, as network cameras send theirs."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import numpy as np

from vision.image import Picture
from vision.quad import Quad

_NOISE: Final = 2.0
"""Standard deviation of the sensor's noise in grey levels: the films have none, and a camera whose pictures are all the
same counts as frozen."""

_SHIFTS: Final = 61
"""Most pixels by which one pattern of noise is shifted to stand for a new one."""

_QUALITY: Final = 90
"""JPEG quality of the pictures, as cameras have it."""

_SENDING: Final = 2.0
"""Seconds that one who watches gets to take a picture. More holds up the film; less drops a busy one."""


class ShippedFilm(msgspec.Struct, frozen=True):
    """A drawn film, as `models.render.deal` tells of it.

    Attributes:
        rules: The rules of its hand.
        size: Width and height in pixels.
        corners: Corners of the table in the picture.
        side: Side of the table in millimetres.
        dice: The throws that open the wall.
        rolls: The second at which the dice roll.
        dealt: The second at which the first tile is discarded.
        winner: The seat that wins.
        lies: The second from which the hand lies whole.
        seconds: Its length.
        events: What happens, as `tableside follow --json` tells it.
    """

    rules: str
    size: tuple[int, int]
    corners: Quad
    side: float
    dice: tuple[tuple[int, int], ...]
    rolls: float
    dealt: float
    winner: int
    lies: float
    seconds: float
    events: tuple[dict[str, Any], ...]

    @classmethod
    def about(cls, clip: Path) -> "ShippedFilm":
        """Read the truth beside a clip."""
        return msgspec.convert(json.loads(clip.with_suffix(".json").read_text("utf-8")), cls)


class Projector:
    """Shows films to whoever opens its address; safe to use from many threads."""

    def __init__(self, seed: int = 1) -> None:
        """Listen on a free port of this computer."""
        self._listener: Final = socket.create_server(("127.0.0.1", 0))
        self.address: Final = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self._watching: Final[list[socket.socket]] = []
        self._lock: Final = threading.Lock()
        self._rng: Final = np.random.default_rng(seed)
        self._noise: dict[tuple[int, ...], Picture] = {}
        threading.Thread(target=self._accept, name="drawn camera", daemon=True).start()

    @property
    def watched(self) -> bool:
        """True while somebody watches."""
        with self._lock:
            return bool(self._watching)

    def close(self) -> None:
        """Close the line."""
        self._listener.close()
        with self._lock:
            for line in self._watching:
                line.close()
            self._watching.clear()

    def _accept(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                line, _ = self._listener.accept()
                line.settimeout(_SENDING)
                with self._lock:
                    self._watching.append(line)

    def show(self, picture: Picture) -> None:
        """Send one picture, with noise, to all who watch."""
        _, encoded = cv2.imencode(".jpg", self._filmed(picture), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        data = encoded.tobytes()
        with self._lock:
            lines = [*self._watching]
        for line in lines:
            try:
                line.sendall(data)
            except OSError:
                with self._lock, suppress(ValueError):
                    self._watching.remove(line)
                line.close()

    def _filmed(self, picture: Picture) -> Picture:
        high, wide = picture.shape[:2]
        if picture.shape not in self._noise:
            made = _NOISE * self._rng.standard_normal((high + _SHIFTS, wide + _SHIFTS, 3), np.float32)
            self._noise[picture.shape] = made.astype(np.int8)
        y, x = self._rng.integers(_SHIFTS, size=2)
        noise = self._noise[picture.shape][y : y + high, x : x + wide]
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def pictures(clip: Path, quarters: int = 0) -> Iterator[tuple[float, Picture]]:
    """Yield the pictures of a clip, each with its second, turned counter-clockwise by quarters."""
    capture = cv2.VideoCapture(str(clip))
    try:
        rate, number = capture.get(cv2.CAP_PROP_FPS) or 1.0, 0
        while True:
            there, picture = capture.read()
            if not there:
                return
            yield number / rate, np.ascontiguousarray(np.rot90(picture, quarters), np.uint8)
            number += 1
    finally:
        capture.release()
