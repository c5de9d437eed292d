"""Open pictures safely: JPEG, PNG, WebP or HEIC from a path or bytes, oriented by their EXIF."""

import re
import warnings
from io import BytesIO
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Final, Literal

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError
from PIL.ImageFile import ImageFile

from vision.errors import Value, VisionError

Picture = NDArray[np.uint8]
"""(height, width, 3) uint8 pixels, blue-green-red, contiguous."""

MAX_PIXELS: Final = 64_000_000
"""Pixels of a picture at most, checked in its header before any are decoded.

The pictures of 50-megapixel phones pass.
"""

MAX_WHOLE_PIXELS: Final = 24_000_000
"""Pixels at most of a picture that its decoder holds whole beside the result: progressive JPEG, HEIC.

Such a JPEG takes up to eight bytes a pixel.
"""

MAX_WEBP_PIXELS: Final = 16_000_000
"""Pixels of a WebP picture at most: Pillow decodes it as an animation, which takes 16 bytes a pixel and more."""

MAX_SCANS: Final = 20
"""Scans of a JPEG at most. Encoders of progressive JPEGs write about ten; each takes as long as decoding the whole."""

HALVED_PIXELS: Final = 24_000_000
"""A picture of more pixels is opened at half its width and height, which leaves at most 16 megapixels. Not measured."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "HEIF")
"""Pillow's names of the formats that are opened."""

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
"""Lower-case endings of picture files in a folder."""

_BACKGROUND: Final = 128
"""Grey level behind transparent pixels, on which both a white tile and a black glyph stand out."""

_MAX_OF: Final = {"HEIF": MAX_WHOLE_PIXELS, "WEBP": MAX_WEBP_PIXELS}
"""Pixels at most of formats whose decoders take much memory, by Pillow's name of the format."""

_ROWS: Final = 64
"""Rows that are converted at a time, an even number; of a whole picture there would be several copies. Not measured."""

# Markers of a JPEG (ITU T.81, table B.1): start of scan, end of image, and any that may not stand within a scan.
_SCAN, _END, _MARKER = b"\xff\xda", b"\xff\xd9", re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")

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

pillow_heif.register_heif_opener()
# `MAX_PIXELS` is lower than Pillow's limit, so its warning would only repeat the error on stderr.
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)


class ImageError(VisionError):
    """A picture cannot be used."""


class ImagePathError(ImageError):
    """The path leads to no file that can be read: correct the path or its permissions."""

    def __init__(
        self,
        kind: Literal["image-missing", "image-is-folder", "image-no-file", "image-forbidden", "image-unreadable"],
        **about: Value,
    ) -> None:
        super().__init__(kind, **about)


class ImageSizeError(ImageError):
    """The picture has too many pixels: save it smaller."""

    def __init__(
        self, kind: Literal["image-too-large", "image-far-too-large"], limit: int = MAX_PIXELS, **about: Value
    ) -> None:
        super().__init__(kind, limit=limit // 1_000_000, **about)


class ImageDataError(ImageError):
    """The bytes are no picture, or not a whole one: copy or save it again."""

    def __init__(
        self, kind: Literal["image-empty", "image-unknown", "image-damaged", "image-scans"], **about: Value
    ) -> None:
        super().__init__(kind, **about)


class ImagePartError(ImageError):
    """The part asked for lies outside the picture: name one inside it."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__("image-part-outside", width=width, height=height)


def open_image(source: str | Path | bytes) -> Picture:
    """Decodes a picture and orients it by its EXIF.

    Args:
        source: A file's path, or the file's bytes.

    Returns:
        (height, width, 3) uint8 blue-green-red pixels. Samples of 16 bits are scaled to 8; grey, palette and CMYK
        become colour; transparent parts show a middle grey. A picture of more than `HALVED_PIXELS` pixels comes at
        half its width and height.

    Raises:
        ImagePathError: there is no such file, or it cannot be read.
        ImageSizeError: the picture has more than `MAX_PIXELS` pixels, or than its format may have.
        ImageDataError: the file is empty, damaged or no picture, or a JPEG of too many scans.
    """
    try:
        if (len(source) if isinstance(source, bytes) else _size(Path(source))) == 0:
            raise ImageDataError("image-empty")
        with Image.open(BytesIO(source) if isinstance(source, bytes) else source, formats=FORMATS) as image:
            _check_size(image, MAX_PIXELS)
            turn = _orientation(image)
            times = 2 if image.width * image.height > HALVED_PIXELS else 1
            plain = _of_jpeg(image, times) if image.format in ("JPEG", "MPO") else None
            if image.format in _MAX_OF:
                _check_size(image, _MAX_OF[image.format])
            pixels = _to_bgr(image, times) if plain is None else plain
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageSizeError("image-far-too-large") from error
    except UnidentifiedImageError as error:
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
        raise ImageDataError("image-damaged", reason=str(error)) from error
    return _turned(pixels, turn)


def _size(file: Path) -> int:
    """Bytes of an ordinary file.

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


def _check_size(image: Image.Image, limit: int) -> None:
    width, height = image.size
    if width * height > limit:
        megapixels = round(width * height / 1e6)
        raise ImageSizeError("image-too-large", limit, width=width, height=height, megapixels=megapixels)


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError):
        return 1  # EXIF that cannot be parsed is ignored


def _of_jpeg(image: ImageFile, times: int) -> Picture | None:
    """The pixels of a complete colour JPEG of one scan, as cameras write it; None for any other picture.

    OpenCV decodes it in half of Pillow's time, but would accept a scan that is cut short, so its end is checked here.
    Another JPEG is prepared for being decoded by Pillow.

    Args:
        image: The picture, not yet decoded.
        times: Number by which each side is divided, 1 or 2.

    Raises:
        ImageSizeError: it has several scans and more than `MAX_WHOLE_PIXELS` pixels.
        ImageDataError: it has more than `MAX_SCANS` scans.
    """
    if image.fp is None:
        return None
    image.fp.seek(0)
    data = image.fp.read()
    scans, ended = _scans(data)
    if scans > MAX_SCANS:
        raise ImageDataError("image-scans", count=scans, most=MAX_SCANS)
    if scans != 1 or not ended or image.info.get("progressive"):
        _check_size(image, MAX_WHOLE_PIXELS)
    elif image.mode == "RGB":
        how = cv2.IMREAD_COLOR if times == 1 else cv2.IMREAD_REDUCED_COLOR_2
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), how | cv2.IMREAD_IGNORE_ORIENTATION)
        return None if pixels is None else np.asarray(pixels, np.uint8)
    return None


def _scans(data: bytes) -> tuple[int, bool]:
    """How many scans the first picture of a JPEG has, counted to one above `MAX_SCANS`, and whether it is complete."""
    at, scans = 2, 0
    while data.startswith(b"\xff", at) and scans <= MAX_SCANS:
        if data.startswith(_END, at):
            return scans, True
        scan = data.startswith(_SCAN, at)
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if scan:
            scans += 1
            after = _MARKER.search(data, at)
            if after is None:
                break
            at = after.start()
    return scans, False


def _to_bgr(image: Image.Image, times: int) -> Picture:
    """The pixels of a picture that Pillow decodes, each side divided by `times`, 1 or 2."""
    image.load()
    width, height = image.width // times, image.height // times
    pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height * times, _ROWS):
        rows = _rows_to_bgr(image.crop((0, top, image.width, min(top + _ROWS, height * times))))
        pixels[top // times : (top + _ROWS) // times] = shrunk(rows, times)
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
    """The picture at a whole fraction of its size, each pixel the mean of a block.

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
