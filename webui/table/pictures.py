"""Pictures of hands: read one at a time, and shown as JPEG no larger than a screen needs."""

import threading
from collections.abc import Callable
from typing import Final, Protocol

import cv2

from vision.evidence import Evidence
from vision.image import Picture
from vision.reading import Reading
from webui.errors import WebError

PHOTO_SIDE: Final = 3840
"""Longest side in pixels of a photograph as it is kept: as many as a 4K camera has. Not measured."""

THUMB_SIDE: Final = 320
"""Longest side in pixels of the small picture in the list of hands. Not measured."""

Weigh = Callable[[Evidence], Reading]
"""Makes a reading of what the networks saw in one picture or several."""


class NothingSeen(WebError):
    """A picture shows no tiles, or there is no picture: `no-tiles-seen`, `nothing-shown`."""


class Reader(Protocol):
    """What reads pictures: `vision.TileReader`, or `webui.table.tilesets.TileSets` by the set chosen."""

    def read(self, image: Picture, *, weigh: Weigh | None = None) -> Reading: ...

    def look(self, picture: Picture, quarters: int = 0) -> Evidence: ...


class LockedReader:
    """A reader that works on one picture at a time, so that many photographs at once cannot fill the memory."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lock = threading.Lock()

    def read(self, picture: Picture, weigh: Weigh | None = None) -> Reading:
        """As `Reader.read`."""
        with self._lock:
            return self._reader.read(picture) if weigh is None else self._reader.read(picture, weigh=weigh)

    def open_and_read(self, open_picture: Callable[[], Picture]) -> tuple[Picture, Reading]:
        """Opens a picture once it is its turn, and reads it."""
        with self._lock:
            picture = open_picture()
            return picture, self._reader.read(picture)

    def look(self, picture: Picture, quarters: int = 0) -> Evidence:
        """As `Reader.look`."""
        with self._lock:
            return self._reader.look(picture, quarters)


def jpeg(picture: Picture, side: int, quality: int = 86) -> bytes:
    """A picture as JPEG.

    Args:
        picture: Pixels (height, width, 3), BGR.
        side: Longest side in pixels of the result; a larger picture is made smaller.
        quality: JPEG quality, 0 to 100.
    """
    height, width = picture.shape[:2]
    scale = side / max(height, width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
