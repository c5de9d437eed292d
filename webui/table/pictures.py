"""Pictures of hands: what reads them, and how they are shown: as JPEG no larger than a screen needs."""

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
