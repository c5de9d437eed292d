"""Open a picture safely: PNG, JPEG, WebP or HEIC from a path or bytes, turned as its EXIF says."""

import warnings
from io import BytesIO
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

Picture = NDArray[np.uint8]
"""Pixels of a picture: (height, width, 3) uint8, blue-green-red, contiguous."""

MAX_PIXELS: Final = 64_000_000
"""Larger pictures are refused from their header, before a pixel is decoded; 50-megapixel phones pass."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "HEIF")
SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
"""Endings, in lower case, of the files that a folder is searched for."""

_BEHIND_ALPHA: Final = 128
"""Grey that shows through transparent pixels: neither a white tile nor a black glyph is lost on it."""

_ORIENTATION: Final = 0x0112
# EXIF orientation -> (flip code or None, then rotate code or None), EXIF 2.3 section 4.6.4 A
_TURNS: Final[dict[int, tuple[int | None, int | None]]] = {
    2: (1, None),
    3: (None, cv2.ROTATE_180),
    4: (0, None),
    5: (1, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (None, cv2.ROTATE_90_CLOCKWISE),
    7: (1, cv2.ROTATE_90_CLOCKWISE),
    8: (None, cv2.ROTATE_90_COUNTERCLOCKWISE),
}

pillow_heif.register_heif_opener()
# This module holds its own, lower limit; Pillow's warning would only repeat it on stderr.
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)


class ImageError(ValueError):
    """The picture cannot be used; the message says why and what to do."""


def open_image(source: str | Path | bytes) -> Picture:
    """Decodes a picture.

    Args:
        source: A file's path, or the file's bytes.

    Returns:
        (height, width, 3) uint8 blue-green-red pixels, turned as EXIF says. 16-bit samples are brought to
        8 bits, grey, palette and CMYK to colour; transparent parts show a middle grey.

    Raises:
        ImageError: the file is missing, empty, no picture, damaged, or has more than `MAX_PIXELS` pixels.
    """
    try:
        if (len(source) if isinstance(source, bytes) else Path(source).stat().st_size) == 0:
            raise ImageError("the file is empty: take or copy the picture again")
        with Image.open(BytesIO(source) if isinstance(source, bytes) else source, formats=FORMATS) as image:
            _check_size(*image.size)
            turn = _orientation(image)
            pixels = _to_bgr(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageError(_too_large("far too many")) from error
    except UnidentifiedImageError as error:
        raise ImageError("this is no picture that can be read: save it as JPEG, PNG, WebP or HEIC") from error
    except FileNotFoundError as error:
        raise ImageError("there is no such file: check the path") from error
    except IsADirectoryError as error:
        raise ImageError("this is a folder: name a picture in it") from error
    except PermissionError as error:
        raise ImageError("the file may not be read: check its permissions") from error
    except ImageError:
        raise
    except Exception as error:  # decoders raise whatever they like on a damaged file
        raise ImageError(f"the picture is damaged or cut short ({error}): copy it again") from error
    return _turned(pixels, turn)


def _too_large(megapixels: str) -> str:
    limit = MAX_PIXELS // 1_000_000
    return f"the picture has {megapixels} megapixels, at most {limit} are read: save it smaller"


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise ImageError(_too_large(f"{width} x {height} = {width * height / 1e6:.0f}"))


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError):
        return 1  # EXIF that cannot be parsed turns nothing


def _to_bgr(image: Image.Image) -> Picture:
    if image.mode.startswith("I") or image.mode == "F":  # 16-bit grey; Pillow would clip it at 255
        grey = np.clip(np.asarray(image, np.float32) / 256, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, (_BEHIND_ALPHA, _BEHIND_ALPHA, _BEHIND_ALPHA, 255))
        image = Image.alpha_composite(ground, image)
    rgb = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _turned(pixels: Picture, orientation: int) -> Picture:
    flip, rotate = _TURNS.get(orientation, (None, None))
    if flip is not None:
        pixels = np.asarray(cv2.flip(pixels, flip), np.uint8)
    if rotate is not None:
        pixels = np.asarray(cv2.rotate(pixels, rotate), np.uint8)
    return pixels


def shrunk(picture: Picture, times: int) -> Picture:
    """A picture with its sides divided by a whole number, each pixel the mean of those it stands for.

    What is left over at the right and lower edges is cut off. Whole numbers are several times as fast as others.
    """
    if times <= 1:
        return picture
    width, height = picture.shape[1] // times, picture.shape[0] // times
    whole = picture[: height * times, : width * times]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
