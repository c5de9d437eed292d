"""Results in the pixels of the upright photo, however it is stored or opened."""

from functools import partial
from io import BytesIO

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image

from tests.vision.builders import row
from tests.vision.fakes import fake_reader, painted
from vision import Reading, TileReader
from vision import image as opening
from vision.hand.candidates import tiles_within
from vision.image import Photo, Picture, open_photo
from vision.quad import Quad, in_frame
from vision.reader import read_part, read_photo

LAID = row("1m2m3m4p5p6p7s8s9sEEEC C", gap=4, between=12)
ONCE = painted(LAID)
TWICE = np.kron(ONCE, np.ones((2, 2, 1), np.uint8)).astype(np.uint8)
"""The same picture with twice the pixels each way."""

STORED = {
    1: lambda p: p,
    2: lambda p: p[:, ::-1],
    3: lambda p: p[::-1, ::-1],
    4: lambda p: p[::-1],
    5: lambda p: p.transpose(1, 0, 2),
    6: lambda p: np.rot90(p, 1),
    7: lambda p: p[::-1, ::-1].transpose(1, 0, 2),
    8: lambda p: np.rot90(p, -1),
}
"""The pixels of an upright picture as a camera stores them with each EXIF orientation."""


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> TileReader:
    return fake_reader(monkeypatch)


@pytest.fixture
def halved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of twice the pixels are opened at half their size."""
    monkeypatch.setattr(opening, "HALVED_PIXELS", ONCE.shape[0] * ONCE.shape[1] + 1)


def file(upright: Picture, orientation: int, kind: str) -> bytes:
    """Return a photo as a camera held this way stores it; HEIC is rotated by its own boxes, and states it twice."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = Image.fromarray(np.ascontiguousarray(STORED[orientation](upright)[..., ::-1]))
    out = BytesIO()
    if kind == "HEIF":
        heif = pillow_heif.from_pillow(image)
        heif.info["exif"] = exif.tobytes()
        heif.save(out, quality=95, chroma=444, enc_params={"preset": "ultrafast"})
        assert (b"irot" in out.getvalue() or b"imir" in out.getvalue()) == (orientation > 1)
    else:
        image.save(
            out, kind, exif=exif, **({} if kind == "PNG" else {"quality": 100, "subsampling": "4:4:4", "speed": 10})
        )
    return out.getvalue()


def lies_as(reading: Reading, other: Reading, within: float) -> bool:
    """True if the tiles of one reading lie where those of another do, in pixels of the same photograph."""
    assert (reading.hand, reading.size) == (other.hand, other.size)
    off = [np.abs(np.subtract(a.quad, b.quad)).max() for a, b in zip(reading.tiles, other.tiles, strict=True)]
    return max(off) < within


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "AVIF", "HEIF"])
def test_a_photograph_stored_on_its_side_is_read_upright(reader: TileReader, orientation: int, kind: str) -> None:
    data = file(ONCE, orientation, kind)
    assert lies_as(reader.read(data), reader.read(ONCE), 2)


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.usefixtures("halved")
def test_one_opened_at_half_its_size_is_told_in_its_own_pixels(reader: TileReader, orientation: int, kind: str) -> None:
    odd = np.pad(TWICE, ((0, 1), (0, 1), (0, 0)), mode="edge")
    photo = open_photo(file(odd, orientation, kind))
    assert photo.size == (odd.shape[1], odd.shape[0])
    assert photo.opened[0] < 0.6 * photo.size[0]
    assert lies_as(read_photo(reader.read, photo), reader.read(odd), 5)


@pytest.mark.usefixtures("halved")
def test_heic_and_avif_opened_at_half_their_size_are_told_in_their_own_pixels(reader: TileReader) -> None:
    for kind in ("HEIF", "AVIF"):
        assert lies_as(reader.read(file(TWICE, 6, kind)), reader.read(TWICE), 5)


def half(photo: Picture) -> Photo:
    return Photo(photo[::2, ::2], (photo.shape[1], photo.shape[0]))


def test_a_part_and_what_decodes_it_are_in_pixels_of_the_photograph(reader: TileReader) -> None:
    height, width = TWICE.shape[:2]
    left: Quad = ((0.0, 0.0), (width * 0.6, 0.0), (width * 0.6, float(height)), (0.0, float(height)))
    whole, part = reader.read(TWICE), read_part(reader.read, half(TWICE), left)
    assert part.size == (width, height)
    inside = [tile for tile in whole.tiles if np.mean(tile.quad, axis=0)[0] < width * 0.6]
    assert 5 < len(part.tiles) == len(inside) < len(whole.tiles)
    for seen, tile in zip(part.tiles, inside, strict=True):
        assert np.abs(np.subtract(seen.quad, tile.quad)).max() < 5
    same = read_photo(reader.read, half(TWICE), decode=partial(tiles_within, left))
    assert [tile.tile for tile in same.tiles] == [tile.tile for tile in part.tiles]
    assert same.size == (width, height)


def test_whoever_watches_has_pixels_of_the_photograph() -> None:
    watched: list[Reading] = []

    def read(picture: Picture, *, watch: object = None, **_: object) -> Reading:
        reading = Reading((picture.shape[1], picture.shape[0]), (), (), None, False)
        assert callable(watch)
        watch(reading, ())
        return reading

    def watch(reading: Reading, _: tuple[int, ...]) -> bool:
        watched.append(reading)
        return True

    photo = half(TWICE)
    read_photo(read, photo, watch=watch)
    read_part(read, photo, ((0, 0), (50, 0), (50, 50), (0, 50)), watch)
    assert [reading.size for reading in watched] == [photo.size] * 2


def test_a_quad_in_another_frame() -> None:
    quad: Quad = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    assert in_frame(quad, (10, 10), (20, 30)) == ((2.0, 6.0), (6.0, 6.0), (6.0, 12.0), (2.0, 12.0))
    assert in_frame(quad, (10, 10), (10, 10)) is quad


def test_a_photograph_of_24_megapixels_answers_its_own_size() -> None:
    """Check the default size of phones since 2023."""
    data = cv2.imencode(".jpg", np.full((4284, 5712, 3), 128, np.uint8))[1].tobytes()
    photo = open_photo(data)
    assert (photo.size, photo.opened) == ((5712, 4284), (2856, 2142))
