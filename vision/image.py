"""Open pictures safely: JPEG, PNG, WebP, HEIC or AVIF from a path or bytes, oriented by their EXIF.

A picture of many pixels is decoded at a half or a quarter of its width and height. One whose decoder takes much memory
is opened in a process of its own (`vision.image_process`), one at a time.
"""

import json
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, Final, Literal

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError
from PIL.ImageFile import ImageFile

from vision.errors import CUT, VisionError, VisionValue
from vision.jpeg import MAX_SCANS, Structure, fillings, parsed

Picture = NDArray[np.uint8]
"""(height, width, 3) uint8 pixels, blue-green-red, contiguous."""

MAX_PIXELS: Final = 250_000_000
"""Pixels of a picture at most, checked in its header before any are decoded. The pictures of 200-megapixel phones pass.
"""

MAX_MEMORY: Final = 256_000_000
"""Bytes that decoding a picture may take in this process; what takes more is opened in a process of its own.

With a server's 300 MB and a file of 100 MB it stays below 700 MB. Less opens usual photographs half a second slower.
"""

MAX_PROCESS_MEMORY: Final = 1_450_000_000
"""Bytes of data that the process may take in which a large picture is opened, so that it stays below 1.5 GB."""

_PROCESS_ITSELF: Final = 100_000_000
"""Bytes of those that the process takes before it decodes anything."""

_PROCESS_TIMEOUT_S: Final = 180.0
"""Seconds that the process may take: the largest progressive JPEG takes 6 on an idle core. Less refuses pictures on a
busy computer; more lets a harmful file keep others waiting."""

HALVED_PIXELS: Final = 24_000_000
"""A picture of more pixels is opened at half its width and height."""

_LARGEST: Final = 16_000_000
"""Pixels at most of a picture that is opened smaller than it is. More takes memory that no network needs: a tile of
such a picture is 150 pixels wide and more."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
"""Pillow's names of the formats that are opened."""

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".hif", ".avif"})
"""Lower-case endings of picture files in a folder."""

_LEFTOVERS: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini", "__macosx"})
"""Lower-case names of files and folders that macOS and Windows leave."""

_BACKGROUND: Final = 128
"""Grey level behind transparent pixels, on which both a white tile and a black glyph stand out."""

_BYTES: Final = {"PNG": (1, 4), "WEBP": (16, 16), "HEIF": (5, 8), "AVIF": (9, 14), "plain WEBP": (6, 7)}
"""Bytes a pixel that decoders hold at least and at most, by Pillow's name of the format.

Measured on pictures of 24 to 108 megapixels (`tests/bench/bench_pictures.py`); the most is for 10 bits a sample.
"""

_ROWS: Final = 64
"""Rows that are converted at a time, a multiple of 8; of a whole picture there would be several copies."""

_ORIENTATION: Final = 0x0112
"""EXIF tag of the orientation (EXIF 2.3, section 4.6.4 A)."""

_TURNS: Final[dict[int, tuple[int | None, int | None]]] = {
    2: (1, None),
    3: (None, cv2.ROTATE_180),
    4: (0, None),
    5: (1, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (None, cv2.ROTATE_90_CLOCKWISE),
    7: (1, cv2.ROTATE_90_CLOCKWISE),
    8: (None, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""OpenCV's flip and then rotation, each or None, for each EXIF orientation but 1."""

_SIDEWAYS: Final = frozenset({5, 6, 7, 8})
"""EXIF orientations in which the picture lies on its side as it is stored."""

_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""OpenCV's flags for decoding a JPEG with each side divided."""

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
# Of a picture that can be used there is nothing to say: EXIF that is damaged, for instance, is ignored.
warnings.filterwarnings("ignore", module=r"PIL\.")

_one_process: Final = threading.Lock()
"""Held while a picture is opened in a process of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photograph that was opened, perhaps at a part of its width and height.

    Attributes:
        pixels: Its pixels, upright.
        size: (width, height) of the photograph in its own pixels, upright.
    """

    pixels: Picture
    size: tuple[int, int]

    @property
    def opened(self) -> tuple[int, int]:
        """(width, height) of `pixels`."""
        return self.pixels.shape[1], self.pixels.shape[0]

    @staticmethod
    def of(pixels: Picture) -> "Photo":
        """Return a picture that is as large as it was taken, such as a camera's."""
        return Photo(pixels, (pixels.shape[1], pixels.shape[0]))


class ImageError(VisionError):
    """A picture cannot be used."""


class ImagePathError(ImageError):
    """The path leads to no file that can be read: correct the path or its permissions."""

    def __init__(
        self,
        kind: Literal["image-missing", "image-is-folder", "image-no-file", "image-forbidden", "image-unreadable"],
        **about: VisionValue,
    ) -> None:
        super().__init__(kind, **about)


class ImageSizeError(ImageError):
    """The picture has too many pixels, or opening it takes too much memory: save it smaller."""

    def __init__(
        self,
        kind: Literal["image-too-large", "image-far-too-large", "image-memory"],
        limit: int = MAX_PIXELS,
        **about: VisionValue,
    ) -> None:
        super().__init__(kind, limit=limit // 1_000_000, **about)


class ImageDataError(ImageError):
    """The bytes are no picture, or not a whole one: copy or save it again."""

    def __init__(
        self, kind: Literal["image-empty", "image-unknown", "image-damaged", "image-scans"], **about: VisionValue
    ) -> None:
        super().__init__(kind, **about)


class ImagePartError(ImageError):
    """The part asked for lies outside the picture: name one inside it."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__("image-part-outside", width=width, height=height)


def is_leftover(path: Path) -> bool:
    """Return True for a file or folder that macOS or Windows leaves beside pictures, such as `._IMG_1.JPG`."""
    return path.name.startswith("._") or path.name.lower() in _LEFTOVERS


def pictures_in(folder: Path) -> list[Path]:
    """Return the picture files of a folder by their names, in order.

    Raises:
        OSError: the folder cannot be read.
    """
    named = (file for file in folder.iterdir() if file.suffix.lower() in SUFFIXES and not is_leftover(file))
    return sorted(file for file in named if not file.is_dir())


def open_image(source: str | Path | bytes) -> Picture:
    """Open a picture for its pixels alone; see `open_photo`."""
    return open_photo(source).pixels


def open_photo(source: str | Path | bytes) -> Photo:
    """Decode a picture and orient it by its EXIF.

    Args:
        source: A file's path, or the file's bytes.

    Returns:
        (height, width, 3) uint8 blue-green-red pixels. Samples of 16 bits are scaled to 8; grey, palette and CMYK
        become colour; transparent parts show a middle grey. A picture of more than `HALVED_PIXELS` pixels comes at
        a half or a quarter of its width and height.

    Raises:
        ImagePathError: there is no such file, or it cannot be read.
        ImageSizeError: the picture has more than `MAX_PIXELS` pixels, or opening it takes too much memory.
        ImageDataError: the file is empty, damaged or no picture, or a JPEG of too many scans.
    """
    with _refusing(source), _Source(source) as found:
        if found.most <= MAX_MEMORY:
            return found.decoded()
        if found.least > MAX_PROCESS_MEMORY - _PROCESS_ITSELF:
            raise found.too_much()
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
        return _opened_by_process(data, found.too_much)


def opened_here(data: bytes) -> Photo:
    """Open a picture as `open_photo` does, whatever memory that takes."""
    with _refusing(data), _Source(data) as found:
        return found.decoded()


@contextmanager
def _refusing(source: str | Path | bytes) -> Iterator[None]:
    """Turn the errors of decoders and of the system into those of pictures."""
    try:
        yield
    except Image.DecompressionBombError as error:
        raise ImageSizeError("image-far-too-large") from error
    except UnidentifiedImageError as error:
        if _is_cut(source):
            raise ImageDataError("image-damaged", reason=CUT) from error
        raise ImageDataError("image-unknown") from error
    except FileNotFoundError as error:
        raise ImagePathError("image-missing") from error
    except PermissionError as error:
        raise ImagePathError("image-forbidden") from error
    except ImageError:
        raise
    except Exception as error:  # decoders raise anything on a damaged file, an OSError without a number too
        if isinstance(error, OSError) and error.errno is not None:
            raise ImagePathError("image-unreadable", reason=error.strerror or str(error)) from error
        cut = "truncated" in str(error).lower() or _is_cut(source)
        raise ImageDataError("image-damaged", reason=CUT if cut else str(error).strip()) from error


def _is_cut(source: str | Path | bytes) -> bool:
    """Return True for a WebP, HEIC or AVIF file that ends before its outermost parts do."""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    if data[:4] == b"RIFF":
        return len(data) < 8 + int.from_bytes(data[4:8], "little")
    if data[4:8] != b"ftyp":
        return False
    at = 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if size == 1:  # the size follows in 64 bits (ISO/IEC 14496-12, section 4.2)
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        if size < 8:
            return False  # 0 means up to the end of the file; no other is a size
        at += size
    return at != len(data)


def _opened_by_process(data: bytes, too_much: Callable[[], ImageSizeError]) -> Photo:
    """Open a picture in a process of its own, after those that wait already."""
    few = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MALLOC_ARENA_MAX"), "1")
    path = os.pathsep.join(filter(None, sys.path))
    with (
        _one_process,
        subprocess.Popen(
            [sys.executable, "-P", "-m", "vision.image_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | few | {"PYTHONPATH": path},
        ) as process,
    ):
        timer = threading.Timer(_PROCESS_TIMEOUT_S, process.kill)
        timer.start()
        try:
            assert process.stdin
            assert process.stdout
            with suppress(BrokenPipeError):
                process.stdin.write(data)
                process.stdin.close()
            line = process.stdout.readline()
            if not line:
                late = not timer.is_alive()
                process.wait()
                if late:
                    raise ImageDataError("image-damaged", reason=f"not decoded in {_PROCESS_TIMEOUT_S:.0f} s")
                raise too_much()
            answer: dict[str, Any] = json.loads(line)
            if "error" in answer:
                raise _as_it_was(answer, too_much)
            pixels = np.empty(answer["shape"], np.uint8)
            view, at = pixels.reshape(-1).data, 0
            while at < pixels.size and (got := process.stdout.readinto(view[at:])):  # type: ignore[attr-defined]
                at += got
            if at < pixels.size:
                raise too_much()
            width, height = answer["size"]
            return Photo(pixels, (width, height))
        finally:
            timer.cancel()
            process.kill()


def _as_it_was(answer: dict[str, Any], too_much: Callable[[], ImageSizeError]) -> ImageError:
    """Return the error that the process met."""
    kind, about = answer["kind"], answer["about"]
    if kind == "image-memory":
        return too_much()
    if answer["error"] == ImageDataError.__name__:
        return ImageDataError(kind, **about)
    return ImageError(kind, **about)


class _Source:
    """A picture file whose header was read, with what decoding it takes.

    Attributes:
        least: Bytes that decoding it takes at least.
        most: Bytes that it takes at most.
    """

    def __init__(self, source: str | Path | bytes) -> None:
        """Read the header.

        Raises:
            ImageError: it has too many pixels or scans, or the file is empty or no file.
        """
        if (len(source) if isinstance(source, bytes) else _size(Path(source))) == 0:
            raise ImageDataError("image-empty")
        self._image: Final = Image.open(BytesIO(source) if isinstance(source, bytes) else source, formats=FORMATS)
        self._full: Final = self._image.size
        self._times: Final = _times(self._full[0] * self._full[1])
        try:
            _check_size(self._image)
            self._turn: Final = _orientation(self._image)
            self._data = b""
            self._jpeg: Final = self._structure()
        except BaseException:
            self._image.close()
            raise
        pixels = self._full[0] * self._full[1]
        out = pixels // self._times**2
        if self._jpeg:
            self.least = self.most = self._jpeg.held + (7 if self._jpeg.ended else 11) * out
        else:
            low, high = _BYTES["plain WEBP" if _is_plain_webp(self._image) else str(self._image.format)]
            self.least, self.most = low * pixels, high * pixels + 3 * out

    def __enter__(self) -> "_Source":
        return self

    def __exit__(self, *_: object) -> None:
        self._image.close()

    def _structure(self) -> Structure | None:
        """Return the structure of a JPEG, whose data are read for it; None for another picture."""
        if self._image.format not in ("JPEG", "MPO") or self._image.fp is None:
            return None
        self._image.fp.seek(0)
        self._data = self._image.fp.read()
        found = parsed(self._data)
        if len(found.scans) > MAX_SCANS:
            raise ImageDataError("image-scans", count=len(found.scans), most=MAX_SCANS)
        return found

    def too_much(self) -> ImageSizeError:
        """Return the error that opening this picture takes more memory than it may."""
        width, height = self._full
        kind = "progressive JPEG" if self._jpeg and self._jpeg.held else str(self._image.format)
        megapixels = round(width * height / 1e6)
        return ImageSizeError("image-memory", MAX_PROCESS_MEMORY, format=kind, megapixels=megapixels)

    def decoded(self) -> Photo:
        """Return the picture, upright.

        Raises:
            ImageSizeError: the system refuses the memory that it takes.
            Exception: whatever the decoder raises on a damaged file.
        """
        width, height = self._full
        try:
            pixels = _turned(self._pixels(), self._turn)
        except MemoryError as error:
            raise self.too_much() from error
        return Photo(pixels, (height, width) if self._turn in _SIDEWAYS else (width, height))

    def _pixels(self) -> Picture:
        if self._jpeg is None:
            if self._image.format == "HEIF":
                return _of_heif(self._image, self._times)
            if _is_plain_webp(self._image):
                return _of_webp(self._image, self._times)
            return _to_bgr(self._image, self._times)
        if not self._jpeg.ended:
            return _of_unended(self._data, self._jpeg, self._times)
        plain = _of_camera(self._image, self._data, self._jpeg, self._times)
        return _by_pillow(self._image, self._times) if plain is None else plain


def _times(pixels: int) -> int:
    """Return the number by which each side is divided of a picture of so many pixels."""
    times = 1 if pixels <= HALVED_PIXELS else 2
    while pixels > _LARGEST * times**2:
        times *= 2
    return times if pixels > HALVED_PIXELS else 1


def _size(file: Path) -> int:
    """Return the size of an ordinary file in bytes.

    Raises:
        ImagePathError: it is a folder, or something such as a pipe, which could keep its reader waiting for ever.
        OSError: it cannot be looked at.
    """
    state = file.stat()
    if S_ISDIR(state.st_mode):
        raise ImagePathError("image-is-folder")
    if not S_ISREG(state.st_mode):
        raise ImagePathError("image-no-file")
    return state.st_size


def _check_size(image: Image.Image) -> None:
    width, height = image.size
    if width * height > MAX_PIXELS:
        megapixels = round(width * height / 1e6)
        raise ImageSizeError("image-too-large", width=width, height=height, megapixels=megapixels)


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError):
        return 1  # EXIF that cannot be parsed is ignored


def _of_camera(image: ImageFile, data: bytes, found: Structure, times: int) -> Picture | None:
    """Return the pixels of a complete colour JPEG of one scan, as cameras write it; None for any other picture.

    OpenCV decodes it faster than Pillow, but would accept a scan that is cut short, and writes to the terminal where
    zeros fill up the scan.

    Args:
        image: The picture, not yet decoded.
        data: Its file.
        found: Its structure.
        times: Number by which each side is divided: 1, 2, 4 or 8.
    """
    zeros = data[found.end - 2 : found.end] == b"\0\0"
    if len(found.scans) != 1 or found.progressive or image.mode != "RGB" or zeros:
        return None
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCED[times] | cv2.IMREAD_IGNORE_ORIENTATION)
    return None if pixels is None else np.asarray(pixels, np.uint8)


def _by_pillow(image: ImageFile, times: int) -> Picture:
    """Return the pixels of a JPEG, each side divided by `times`, 1, 2, 4 or 8."""
    image.draft(None, (image.width // times, image.height // times))
    return _to_bgr(image, 1)


def _of_unended(data: bytes, found: Structure, times: int) -> Picture:
    """Return the pixels of a JPEG without an end marker, which browsers show, if nothing of it is missing.

    Raises:
        ImageDataError: it is cut short.
    """
    filled = fillings(data, found)
    if filled is None:
        raise ImageDataError("image-damaged", reason=CUT)
    one, other = (_by_pillow(_jpeg(file), times) for file in filled)
    if not np.array_equal(one, other):
        raise ImageDataError("image-damaged", reason=CUT)
    return one


def _jpeg(data: bytes) -> ImageFile:
    return Image.open(BytesIO(data), formats=["JPEG"])


def _of_heif(image: ImageFile, times: int) -> Picture:
    """Return the pixels of a HEIC picture without Pillow's copy of it."""
    assert image.fp
    image.fp.seek(0)
    whole = np.asarray(pillow_heif.open_heif(image.fp, convert_hdr_to_8bit=True))
    height, width = whole.shape[0] // times * times, whole.shape[1]
    return _by_rows(lambda top, end: Image.fromarray(whole[top:end]), (width, height), times)


def _is_plain_webp(image: ImageFile) -> bool:
    """True for a WebP picture that neither moves nor lets anything shine through."""
    return image.format == "WEBP" and image.mode == "RGB" and getattr(image, "n_frames", 1) == 1


def _of_webp(image: ImageFile, times: int) -> Picture:
    """Return the pixels of a plain WebP picture, which Pillow decodes as an animation in three times the memory.

    Raises:
        ValueError: OpenCV cannot decode it.
    """
    assert image.fp
    image.fp.seek(0)
    whole = cv2.imdecode(np.frombuffer(image.fp.read(), np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    if whole is None:
        raise ValueError("not decoded")
    return shrunk(np.asarray(whole, np.uint8), times)


def _to_bgr(image: Image.Image, times: int) -> Picture:
    """Return the pixels of a picture that Pillow decodes, each side divided by `times`."""
    image.load()
    return _by_rows(lambda top, end: image.crop((0, top, image.width, end)), image.size, times)


def _by_rows(rows: Callable[[int, int], Image.Image], size: tuple[int, int], times: int) -> Picture:
    """Convert a picture of (width, height) some rows at a time, each side divided by `times`."""
    width, height = size[0] // times, size[1] // times
    pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height * times, _ROWS):
        part = _rows_to_bgr(rows(top, min(top + _ROWS, height * times)))
        pixels[top // times : (top + _ROWS) // times] = shrunk(part, times)
    return pixels


def _rows_to_bgr(rows: Image.Image) -> Picture:
    if rows.mode.startswith("I") or rows.mode == "F":  # 16-bit grey; Pillow would clip it at 255
        grey = np.clip(np.asarray(rows, np.float32) / 256, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if rows.has_transparency_data:
        rows = rows.convert("RGBA")
        ground = Image.new("RGBA", rows.size, (_BACKGROUND, _BACKGROUND, _BACKGROUND, 255))
        rows = Image.alpha_composite(ground, rows)
    rgb = rows if rows.mode == "RGB" else rows.convert("RGB")
    return np.asarray(cv2.cvtColor(np.asarray(rgb), cv2.COLOR_RGB2BGR), np.uint8)


def _turned(pixels: Picture, orientation: int) -> Picture:
    flip, rotate = _TURNS.get(orientation, (None, None))
    if flip is not None:
        pixels = np.asarray(cv2.flip(pixels, flip), np.uint8)
    if rotate is not None:
        pixels = np.asarray(cv2.rotate(pixels, rotate), np.uint8)
    return pixels


def shrunk(picture: Picture, times: int) -> Picture:
    """Return the picture at a whole fraction of its size, each pixel the mean of a block.

    The rest at the right and lower edges is cut off. Whole fractions are several times as fast as others, and halves
    several times as fast again.

    Args:
        picture: (height, width, 3) pixels.
        times: Number by which each side is divided.
    """
    if times <= 1:
        return picture
    width, height = picture.shape[1] // times, picture.shape[0] // times
    picture = picture[: height * times, : width * times]
    while times % 2 == 0:
        times //= 2
        picture = _resized(picture, (width * times, height * times))
    return picture if times == 1 else _resized(picture, (width, height))


def _resized(picture: Picture, size: tuple[int, int]) -> Picture:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
