"""JPEG pictures one after another in a stream of bytes."""

from io import BytesIO

import cv2
import pytest
from PIL import Image

from tests.vision.mjpeg import noise
from vision.live.sources import jpegs
from vision.live.sources.jpegs import NoPictureError, Pictures


def plain(seed: int) -> bytes:
    return cv2.imencode(".jpg", noise(seed))[1].tobytes()


def with_thumbnail(seed: int) -> bytes:
    """Return a picture whose head holds another one, with an end of its own."""
    data = BytesIO()
    Image.fromarray(noise(seed)).save(data, "JPEG", exif=b"Exif\0\0" + plain(seed + 1))
    return data.getvalue()


@pytest.mark.parametrize("chunk", [1, 2, 7, 1000, 100_000])
def test_pictures_are_parted_however_they_arrive(chunk: int) -> None:
    sent = [plain(1), with_thumbnail(2), plain(3).replace(b"\xff\xdb", b"\xff\xff\xff\xdb"), plain(4)]
    line = b"\xff\xff\xd8" + b"".join(sent[:2]) + b"\0\0noise" + b"".join(sent[2:]) + sent[0][:100]
    pictures = Pictures()
    got = [each for at in range(0, len(line), chunk) for each in pictures.feed(line[at : at + chunk])]
    assert got == sent


def test_a_line_without_pictures_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jpegs, "_LARGEST", 5000)
    pictures = Pictures()
    for _ in range(100):
        assert list(pictures.feed(b"G@\x11\x10" * 100)) == []
    assert list(pictures.feed(plain(1)[:-2])) == []
    with pytest.raises(NoPictureError):
        list(pictures.feed(b"\0" * 6000))
