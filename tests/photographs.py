"""Photographs as phones send them, with what gives their owners away."""

from io import BytesIO
from typing import Final

from PIL import Image

SECRETS: Final = (b"Ann Owner", b"SERIAL-0815", b"Villa at the lake")


def with_position(picture: bytes) -> bytes:
    """Return a photo as JPEG, taken upside down, with its place, its owner, a serial number, and a video behind it."""
    exif = Image.Exif()
    exif[0x0112] = 3
    exif[0x013B] = "Ann Owner"
    exif.get_ifd(0x8769)[0xA431] = "SERIAL-0815"
    exif.get_ifd(0x8825).update({1: "N", 2: (59.0, 54.0, 50.0), 3: "E", 4: (10.0, 45.0, 8.0)})
    out = BytesIO()
    with Image.open(BytesIO(picture)) as image:
        image.convert("RGB").save(out, "JPEG", exif=exif)
    return out.getvalue() + b"\0\0\0\x18ftypmp42 Villa at the lake"
