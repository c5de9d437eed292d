"""A picture that is decoded only as far as it is looked at."""

from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image

from tests.vision.mjpeg import noise
from vision.image import Picture
from vision.live.shot import SMALL_SIDE, DamagedPictureError, Shot


def smooth(width: int, height: int) -> Picture:
    return cv2.resize(noise(1), (width, height), interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def jpeg(picture: Picture, quality: int = 95) -> Shot:
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    return Shot(jpeg=data, size=(picture.shape[1], picture.shape[0]))


@pytest.mark.parametrize(
    ("size", "small"),
    [
        ((3840, 2160), (480, 270)),
        ((2592, 1944), (648, 486)),
        ((1920, 1080), (480, 270)),
        ((1280, 720), (640, 360)),
        ((720, 1280), (360, 640)),
        ((640, 480), (640, 480)),
        ((90, 60), (90, 60)),
    ],
)
def test_a_small_picture_has_enough_pixels_and_few_more(size: tuple[int, int], small: tuple[int, int]) -> None:
    picture = smooth(*size)
    for shot in (jpeg(picture), Shot(picture)):
        assert shot.size == size
        assert shot.small.shape == (small[1], small[0], 3)
        assert max(small) >= min(SMALL_SIDE, max(size))


def test_it_shows_the_same_decoded_either_way() -> None:
    picture = smooth(1920, 1080)
    undecoded, decoded = jpeg(picture), jpeg(picture)
    assert np.abs(decoded.pixels.astype(int) - picture).mean() < 3
    for other in (decoded.small, Shot(picture).small):
        assert np.abs(undecoded.small.astype(int) - other).mean() < 3


def test_a_picture_that_says_it_was_turned_has_the_size_of_its_head() -> None:
    data = BytesIO()
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.fromarray(smooth(1920, 1080)).save(data, "JPEG", exif=exif)
    shot = Shot(jpeg=data.getvalue(), size=(1920, 1080))
    assert shot.small.shape == (270, 480, 3)
    assert shot.pixels.shape == (1080, 1920, 3)


def test_the_same_again() -> None:
    one, other = smooth(64, 64), smooth(64, 64)
    assert Shot(one).same(Shot(other))
    assert jpeg(one).same(jpeg(other))
    other[3, 5] += 1
    assert not Shot(one).same(Shot(other))
    assert not Shot(one).same(Shot(smooth(64, 32)))
    assert not jpeg(one).same(jpeg(one, 80))


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8\xff\xe0\x00\x10JFIF"])
def test_a_damaged_picture_says_so(data: bytes) -> None:
    shot = Shot(jpeg=data, size=(64, 64))
    assert not shot.sound
    with pytest.raises(DamagedPictureError):
        _ = shot.pixels
    with pytest.raises(DamagedPictureError):
        _ = shot.small
    assert jpeg(smooth(64, 64)).sound
