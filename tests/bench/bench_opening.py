"""Seconds that the slowest pictures that are accepted take to open: `python -m tests.bench.bench_opening`.

Each is the largest of its kind and as hard to decode as its encoder makes it: noise, interlaced, in many scans. Seconds
are those of one processor.
"""

import time
from collections.abc import Iterator
from io import BytesIO
from typing import Final

import click
import cv2
import numpy as np
import pillow_heif
from PIL import Image

from vision.errors import VisionError
from vision.image import HALVED_PIXELS, MAX_PIXELS, open_image

ALLOWED: Final = 8.0
"""Seconds of one processor that opening a picture may take."""


def noise(pixels: int, channels: int = 3, kind: type[np.unsignedinteger] = np.uint8) -> np.ndarray:
    """Noise in the ratio 4 to 3, a little below so many pixels."""
    height = int((pixels * 3 / 4) ** 0.5)
    shape = (height, pixels // height - 1, channels)
    return np.random.default_rng(1).integers(0, np.iinfo(kind).max, shape, kind, endpoint=True)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    made = BytesIO()
    image.save(made, kind, **options)  # type: ignore[arg-type]
    return made.getvalue()


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield the slowest pictures of each kind, with a description."""
    pillow_heif.register_heif_opener()
    large = noise(MAX_PIXELS)
    yield "JPEG", written(".jpg", large, cv2.IMWRITE_JPEG_QUALITY, 40)
    yield "CMYK JPEG", encoded(Image.fromarray(large).convert("CMYK"), "JPEG", quality=40)
    whole = noise(HALVED_PIXELS)
    yield "progressive JPEG", written(".jpg", whole, cv2.IMWRITE_JPEG_QUALITY, 80, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    yield "HEIC", encoded(Image.fromarray(whole), "HEIF", quality=40)
    fast = Image.fromarray(noise(HALVED_PIXELS, 4))
    yield "lossless WebP", encoded(fast, "WEBP", lossless=True, quality=0, method=0)
    yield "WebP", encoded(fast, "WEBP", quality=80, method=0)
    shape = (6900, MAX_PIXELS // 6900, 4)
    steps = np.arange(np.prod(shape), dtype=np.uint32).reshape(shape)
    yield "PNG", written(".png", (steps // 4 % 251).astype(np.uint8), cv2.IMWRITE_PNG_COMPRESSION, 1)
    yield "16-bit PNG", written(".png", (steps // 64 % 65521).astype(np.uint16), cv2.IMWRITE_PNG_COMPRESSION, 1)


def written(ending: str, picture: np.ndarray, *options: int) -> bytes:
    return cv2.imencode(ending, picture, options)[1].tobytes()


@click.command()
def main() -> None:
    """Print the seconds that each picture takes; exit 1 where one takes longer than is allowed."""
    worst = 0.0
    for name, data in pictures():
        began = time.process_time()
        try:
            picture = open_image(data)
            result = f"{picture.shape[1]} x {picture.shape[0]}"
        except VisionError as error:
            result = error.kind
        took = time.process_time() - began
        worst = max(worst, took)
        click.echo(f"{name}: {took:.1f} s ({len(data) / 1e6:.0f} MB, {result})")
    raise SystemExit(worst > ALLOWED)


if __name__ == "__main__":
    main()
