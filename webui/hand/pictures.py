"""Pictures of hands: their readers, and their display as JPEG no larger than a screen needs."""

import io
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Final, Protocol, runtime_checkable

import cv2
from PIL import Image

from vision.evidence import Evidence
from vision.image import Photo, Picture, open_image, open_photo
from vision.metadata import strip_private
from vision.quads import Array, Quads
from vision.reading import Reading
from vision.tta import ViewWatch
from webui.base.errors import WebError
from webui.records.canonical import digest
from webui.records.photos.photos import Photos

PHOTO_SIDE: Final = 3840
"""Longest side in pixels of a displayed photo: that of a 4K camera. More takes longer to load; less blurs a zoomed
tile."""

THUMB_SIDE: Final = 320
"""Longest side in pixels of a photo in the list of hands. More makes the list slower; less hides the tiles."""

WIDTHS: Final = (640, 960, 1280, 1920)
"""Widths in pixels of the reduced photos; a page asks for the first in which the tiles are sharp. More widths are made
more often; fewer load more than is needed."""

_FINE_SIDE: Final = 48
"""Pixels of a tile's shorter side in the photo that a page shows whole. More loads for longer; less blurs its face."""

_UNREAD_WIDTH: Final = 960
"""Width of such a photo in which no hand was read. More loads for longer; less hides the tiles."""

_REDUCED_QUALITIES: Final = (65, 50, 35, 20)
"""WebP qualities of a reduced photo, the first that gives at most `_REDUCED_BYTES`. A higher first one loads for
longer, a lower one blurs the strokes of the characters; a lower last one blurs the noisiest photos."""

_REDUCED_BYTES: Final = 180_000
"""Most bytes of a reduced photo, so that the page of a hand loads less than 300 KB, 110 KB of them besides the photo.
More loads for longer; less blurs noisy photos."""

_SHOWN: Final = 8
"""Displayed photos held in memory, of those that browsers cannot display as sent; with fewer, more are converted
again."""

_FINE: Final = 4
"""Pixels averaged in each direction for one of a smaller picture, if there are so many: averaging all took 54 ms for a
thumbnail of twelve megapixels, these 31 ms."""

_TAKEN: Final = 95
"""JPEG quality for storing a picture of the table's camera. More takes more room; less blurs the edges that are
read."""

CropArea = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a photo, as parts of its width and height."""

Decode = Callable[[Evidence], Reading]
"""Function that makes a reading from the evidence of one picture or several."""


def overview_width(reading: Reading) -> int:
    """Return the width of `WIDTHS` in which a page shows a photo whole: the first in which its tiles are sharp."""
    sides = sorted(hypot(b[0] - a[0], b[1] - a[1]) for a, b, *_ in (tile.quad for tile in reading.tiles))
    if not sides or all(group.kind == "aside" for group in reading.groups):
        return _UNREAD_WIDTH
    needed = reading.size[0] * _FINE_SIDE / (sides[len(sides) // 2] or _FINE_SIDE)
    return next((width for width in WIDTHS if width >= needed), WIDTHS[-1])


class NoOtherHandError(WebError):
    """The photo shows no other hand with this number; the sender has to choose an offered one."""


class Reader(Protocol):
    """A reader of pictures: `vision.TileReader`, or `webui.tilesets.tilesets.TileSets` with the chosen set."""

    def read(
        self, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None, sets: int = 4
    ) -> Reading: ...

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence: ...


@runtime_checkable
class FollowReader(Protocol):
    """A reader of a table that is followed, in parts of its picture: `webui.tilesets.tilesets.TileSets`."""

    def detect_part(self, picture: Picture, share: float) -> Evidence:
        """Find and name the tiles in a part of a picture, which has a share of its longer side."""

    def name(self, picture: Picture, quads: Quads) -> Array:
        """Name the tiles at quads (N, 4, 2) of a picture: (N, 43) probabilities."""


@dataclass(frozen=True, slots=True)
class QueueState:
    """The state of the photos that other processes read.

    Attributes:
        workers: Number of live workers.
        waiting: Photos that no worker has taken.
        being_read: Photos that a worker reads.
        stalled: Photos whose worker has given no sign of life for long; another one takes them over.
    """

    workers: int
    waiting: int
    being_read: int
    stalled: int


class RemoteReader(Protocol):
    """A reader in other processes: `webui.jobs.queue.Queue`."""

    def state(self) -> QueueState:
        """Return the state of its photos."""

    @property
    def workers(self) -> int:
        """Return the number of live workers."""

    def read(self, photo: str, watch: ViewWatch | None = None) -> Reading | None:
        """Wait for the reading of a stored photo, or return None if no worker reads it.

        `watch` receives intermediate readings, as in `TileReader.read`.
        """

    def acknowledge(self, photo: str) -> None:
        """Report that the reading was stored in a hand."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A picture with the bytes from which it was opened, as stored.

    Attributes:
        photo: Its pixels, and its size as taken.
        data: Its bytes.
        original: SHA-256 of the file that was sent; "" if that is `data`.
    """

    photo: Photo
    data: bytes
    original: str = ""

    @staticmethod
    def of(data: bytes, original: str = "") -> "Sent":
        """Open a picture.

        Raises:
            vision.image.ImageError: It cannot be opened.
        """
        return Sent(open_photo(data), data, original)

    @property
    def hash(self) -> str:
        """SHA-256 of the file that was sent."""
        return self.original or digest(self.data)


def taken(picture: Picture) -> Sent:
    """Return a picture that nobody sent, with the JPEG for storing it."""
    return Sent(Photo.of(picture), jpeg(picture, max(picture.shape[:2]), _TAKEN))


class Thumbnails:
    """The displayed photos of hands, whole and as thumbnails; safe to use from many threads."""

    def __init__(self, photos: Photos) -> None:
        """Use these photos; thumbnails are stored next to them."""
        self._photos: Final = photos
        self._lock = threading.Lock()
        self._making = threading.Lock()
        self._whole: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def whole(self, sha256: str) -> bytes:
        """Return a photo as JPEG, at most `PHOTO_SIDE` pixels a side.

        Raises:
            webui.records.errors.RecordsError: It is missing or damaged.
        """

        def make() -> tuple[bytes, bool]:
            data = strip_private(self._photos.read(sha256))  # photos of earlier versions may contain their position
            return (data, False) if _shows(data) else (jpeg(open_image(data), PHOTO_SIDE), True)

        return self._made(sha256, "", make)

    def reduced(self, sha256: str, width: int, area: CropArea | None = None) -> bytes:
        """Return a photo, or an area of it, as WebP with a width of `WIDTHS`; a narrower one keeps its size.

        Args:
            sha256: Hash of the photo.
            width: Width in pixels of the result at most.
            area: Left, top, right and bottom as parts of the photo's width and height, from 0 to 1; None for all.

        Raises:
            webui.records.errors.RecordsError: It is missing or damaged.
        """

        def make() -> tuple[bytes, bool]:
            picture = open_image(self._photos.read(sha256))
            high, wide = picture.shape[:2]
            left, top, right, bottom = area or (0.0, 0.0, 1.0, 1.0)
            rows = slice(int(top * high), max(int(top * high) + 1, round(bottom * high)))
            columns = slice(int(left * wide), max(int(left * wide) + 1, round(right * wide)))
            return webp(picture[rows, columns], width), True

        return self._made(sha256, f"{width} {area}", make)

    def _made(self, sha256: str, what: str, make: Callable[[], tuple[bytes, bool]]) -> bytes:
        """Return a picture made of a photo, held in memory; `make` returns it, and True if it is worth holding."""
        with self._lock:
            held = self._whole.get((sha256, what))
            if held:
                self._whole.move_to_end((sha256, what))
                return held
        with self._making:  # one picture at a time limits the memory
            made, costly = make()
        if costly:
            with self._lock:
                self._whole[sha256, what] = made
                while len(self._whole) > _SHOWN:
                    self._whole.popitem(last=False)
        return made

    def small(self, sha256: str) -> bytes:
        """Return a photo as JPEG, at most `THUMB_SIDE` pixels a side.

        Raises:
            webui.records.errors.RecordsError: It is missing or damaged.
        """
        thumb = self._photos.thumb(sha256)
        if thumb is None:
            with self._making:
                thumb = thumbnail(open_image(self._photos.read(sha256)))
            self._photos.keep_thumb(sha256, thumb)
        return thumb


def _shows(data: bytes) -> bool:
    """Return True if browsers can display a photo as sent: they rotate a JPEG by its EXIF data, as `open_image`
    does."""
    try:
        with Image.open(io.BytesIO(data)) as header:
            return header.format == "JPEG" and header.mode in ("RGB", "L") and max(header.size) <= PHOTO_SIDE
    except (OSError, ValueError):
        return False


def thumbnail(picture: Picture) -> bytes:
    """Return a picture as JPEG for the list of hands, at most `THUMB_SIDE` pixels a side."""
    return jpeg(picture, THUMB_SIDE)


def jpeg(picture: Picture, side: int, quality: int = 86) -> bytes:
    """Return a picture as JPEG.

    Args:
        picture: Pixels (height, width, 3), BGR.
        side: Longest side in pixels of the result; a larger picture is reduced.
        quality: JPEG quality, 0 to 100.
    """
    small = _smaller(picture, side / max(picture.shape[:2]))
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def webp(picture: Picture, width: int) -> bytes:
    """Return a picture as WebP, at most `width` pixels wide and, unless it is all noise, of `_REDUCED_BYTES`."""
    small = _smaller(picture, width / picture.shape[1])
    for quality in _REDUCED_QUALITIES:
        data = cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, quality])[1]
        if len(data) <= _REDUCED_BYTES:
            break
    return data.tobytes()


def _smaller(picture: Picture, scale: float) -> Picture:
    """Return a picture reduced by a scale; one of 1 or more leaves it as it is."""
    step = int(1 / (_FINE * scale))
    if step > 1:
        picture = picture[::step, ::step]
        scale *= step
    height, width = picture.shape[:2]
    if scale >= 1:
        return picture
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]
