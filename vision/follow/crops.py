"""Pictures of tiles as they were when something happened to them, for the events that are made of that later."""

from collections import OrderedDict
from typing import Final

import cv2
import numpy as np

from scoring.follow.events import Event
from scoring.follow.seen import Look
from vision.image import Picture

MOST: Final = 400
"""Most tiles whose picture is held for events that may yet be told. More takes memory, about 10 kB each."""

_AROUND: Final = 0.6
"""Share of a tile that its picture shows beyond each side."""


class Crops:
    """The pictures of tiles, by their tracks."""

    def __init__(self, side: int = 0) -> None:
        """Hold none yet.

        Args:
            side: Longest side of a picture in pixels, or 0 for that of the camera.
        """
        self._side: Final = side
        self._kept: Final[OrderedDict[int, tuple[bool, bytes]]] = OrderedDict()

    def keep(self, look: Look, picture: Picture) -> None:
        """Keep a picture of each tile that is seen for the first time, and again once it shows its face."""
        for change in look.changes:
            tile = change.tile
            known = self._kept.get(tile.track)
            if change.kind == "gone" or tile.picture is None or (known is not None and known[0] >= tile.up):
                continue
            quad = np.array(tile.picture)
            low, high = quad.min(axis=0), quad.max(axis=0)
            beyond = _AROUND * float((high - low).max())
            left, top = np.maximum(0, low - beyond).astype(int).tolist()
            right, bottom = np.ceil(high + beyond).astype(int).tolist()
            part = picture[top:bottom, left:right]
            if part.size:
                self._kept[tile.track] = (tile.up, self._jpeg(part))
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def of(self, event: Event) -> bytes | None:
        """Return a JPEG of the tile of an event, or None."""
        kept = self._kept.get(event.evidence[0].track) if event.evidence else None
        return None if kept is None else kept[1]

    def _jpeg(self, part: Picture) -> bytes:
        scale = self._side / max(part.shape[:2]) if self._side else 1.0
        if scale < 1:
            part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        return cv2.imencode(".jpg", part)[1].tobytes()
