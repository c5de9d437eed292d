"""Pictures of hands: what reads them, and how they are shown: as JPEG no larger than a screen needs."""

import io
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
from PIL import Image

from vision.evidence import Evidence
from vision.image import Photo, Picture, open_image, open_photo
from vision.metadata import strip_private
from vision.reading import Reading
from vision.tta import Watch
from webui.errors import WebError
from webui.records.canonical import digest
from webui.records.photos.photos import Photos

PHOTO_SIDE: Final = 3840
"""Longest side in pixels of a photograph as it is shown: as many as a 4K camera has. Not measured."""

THUMB_SIDE: Final = 320
"""Longest side in pixels of the small picture in the list of hands. Not measured."""

_SHOWN: Final = 8
"""Photographs held as they are shown, of those that browsers do not show as they were sent. Not measured."""

_FINE: Final = 4
"""Pixels in each direction that are averaged for one of a smaller picture, where there are so many: all of them took
54 ms for the small picture of twelve megapixels, these 31."""

_TAKEN: Final = 95
"""JPEG quality of a picture that the table's camera took, as it is kept. Not measured."""

Decode = Callable[[Evidence], Reading]
"""Makes a reading of what the networks saw in one picture or several."""


class NothingSeenError(WebError):
    """A picture shows no tiles, or there is no picture: `no-tiles-seen`, `nothing-shown`."""


class NoOtherHandError(WebError):
    """The photograph shows no such other hand: choose one of those that are offered."""


class Reader(Protocol):
    """What reads pictures: `vision.TileReader`, or `webui.tilesets.tilesets.TileSets` by the set chosen."""

    def read(self, image: Picture, *, decode: Decode | None = None, watch: Watch | None = None) -> Reading: ...

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence: ...


@dataclass(frozen=True, slots=True)
class QueueState:
    """How the photographs stand that other processes are to read.

    Attributes:
        workers: Workers that live.
        waiting: Photographs that no worker has taken.
        being_read: Those that a worker reads.
        stalled: Those whose worker has given no sign of life for long; another one takes them over.
    """

    workers: int
    waiting: int
    being_read: int
    stalled: int


class RemoteReader(Protocol):
    """What has photographs read by other processes: `webui.jobs.queue.Queue`."""

    def state(self) -> QueueState:
        """How its photographs stand."""

    @property
    def workers(self) -> int:
        """How many there are that read."""

    def read(self, photo: str, watch: Watch | None = None) -> Reading | None:
        """Waits for the reading of a photograph that is kept; None where nobody reads it.

        `watch` takes the readings so far, as that of `TileReader.read` does.
        """

    def acknowledge(self, photo: str) -> None:
        """Says that a hand has the reading."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A picture with the bytes that it was opened from, as they are kept.

    Attributes:
        photo: Its pixels, and its size as it was taken.
        data: Its bytes.
        original: SHA-256 of the file that was sent; empty where that is `data`.
    """

    photo: Photo
    data: bytes
    original: str = ""

    @staticmethod
    def of(data: bytes, original: str = "") -> "Sent":
        """Opens a picture.

        Raises:
            vision.image.ImageError: it cannot be opened.
        """
        return Sent(open_photo(data), data, original)

    @property
    def hash(self) -> str:
        """The SHA-256 of the file that was sent."""
        return self.original or digest(self.data)


def taken(picture: Picture) -> Sent:
    """A picture that was not sent by anybody, with the JPEG in which it is kept."""
    return Sent(Photo.of(picture), jpeg(picture, max(picture.shape[:2]), _TAKEN))


class Thumbnails:
    """The photographs of hands as they are shown: whole, and small ones for lists; safe to use from many threads."""

    def __init__(self, photos: Photos) -> None:
        """Takes the photographs; small pictures are kept beside them."""
        self._photos: Final = photos
        self._lock = threading.Lock()
        self._making = threading.Lock()
        self._whole: OrderedDict[str, bytes] = OrderedDict()

    def prepare(self, sha256: str, picture: Picture) -> None:
        """Makes the small picture while the photograph is open anyway.

        Raises:
            webui.records.errors.RecordsError: it cannot be written.
        """
        self._photos.keep_thumb(sha256, jpeg(picture, THUMB_SIDE))

    def whole(self, sha256: str) -> bytes:
        """A photograph as JPEG, at most `PHOTO_SIDE` pixels a side.

        Raises:
            webui.records.errors.RecordsError: it is not there any more, or damaged.
        """
        with self._lock:
            held = self._whole.get(sha256)
            if held:
                self._whole.move_to_end(sha256)
                return held
        data = strip_private(self._photos.read(sha256))  # one kept before may still say where it was taken
        if _shows(data):
            return data
        with self._making:  # one picture at a time bounds the memory
            made = jpeg(open_image(data), PHOTO_SIDE)
        with self._lock:
            self._whole[sha256] = made
            while len(self._whole) > _SHOWN:
                self._whole.popitem(last=False)
        return made

    def small(self, sha256: str) -> bytes:
        """A photograph as JPEG, at most `THUMB_SIDE` pixels a side.

        Raises:
            webui.records.errors.RecordsError: it is not there any more, or damaged.
        """
        thumb = self._photos.thumb(sha256)
        if thumb is None:
            with self._making:
                thumb = jpeg(open_image(self._photos.read(sha256)), THUMB_SIDE)
            self._photos.keep_thumb(sha256, thumb)
        return thumb


def _shows(data: bytes) -> bool:
    """Whether a photograph can be shown as it was sent: browsers turn a JPEG as its EXIF data says, as `open_image`."""
    try:
        with Image.open(io.BytesIO(data)) as header:
            return header.format == "JPEG" and header.mode in ("RGB", "L") and max(header.size) <= PHOTO_SIDE
    except (OSError, ValueError):
        return False


def jpeg(picture: Picture, side: int, quality: int = 86) -> bytes:
    """A picture as JPEG.

    Args:
        picture: Pixels (height, width, 3), BGR.
        side: Longest side in pixels of the result; a larger picture is made smaller.
        quality: JPEG quality, 0 to 100.
    """
    step = max(picture.shape[:2]) // (_FINE * side)
    if step > 1:
        picture = picture[::step, ::step]
    height, width = picture.shape[:2]
    scale = side / max(height, width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
