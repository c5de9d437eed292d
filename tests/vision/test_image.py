"""Pictures of every format and mode are opened as upright BGR, and anything else is refused by its kind."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path
from struct import pack
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.image import MAX_PIXELS, MAX_SCANS, ImageDataError, ImageError, ImagePathError, ImageSizeError, open_image


def corner_picture() -> Image.Image:
    """80 x 60 white with a red top-left quarter."""
    image = Image.new("RGB", (80, 60), "white")
    image.paste((255, 0, 0), (0, 0, 40, 30))
    return image


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)  # type: ignore[arg-type]
    return out.getvalue()


def is_red(pixel: np.ndarray) -> bool:
    blue, green, red = (int(v) for v in pixel)
    return red > 200 and green < 60 and blue < 60


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "HEIF"])
def test_kinds(kind: str, tmp_path: Path) -> None:
    data = encoded(corner_picture(), kind)
    pixels = open_image(data)
    assert pixels.shape == (60, 80, 3)
    assert pixels.dtype == np.uint8
    assert pixels.flags.c_contiguous
    assert is_red(pixels[15, 20])
    assert pixels[45, 60].min() > 240
    path = tmp_path / "a picture.bin"
    path.write_bytes(data)
    assert np.array_equal(open_image(path), pixels)
    assert np.array_equal(open_image(str(path)), pixels)


# EXIF 2.3, 4.6.4 A: where the stored top-left corner is shown
@pytest.mark.parametrize(
    ("orientation", "shape", "red_at"),
    [
        (1, (60, 80), (15, 20)),
        (2, (60, 80), (15, 60)),
        (3, (60, 80), (45, 60)),
        (4, (60, 80), (45, 20)),
        (5, (80, 60), (20, 15)),
        (6, (80, 60), (20, 45)),
        (7, (80, 60), (60, 45)),
        (8, (80, 60), (60, 15)),
        (99, (60, 80), (15, 20)),
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_turn(kind: str, orientation: int, shape: tuple[int, int], red_at: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    pixels = open_image(encoded(corner_picture(), kind, exif=exif))
    assert pixels.shape[:2] == shape
    assert is_red(pixels[red_at])


def test_same_turn_as_pillow() -> None:
    from PIL import ImageOps

    noise = Image.fromarray(np.random.default_rng(5).integers(0, 255, (6, 9, 3), dtype=np.uint8))
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        data = encoded(noise, "PNG", exif=exif)
        with Image.open(BytesIO(data)) as image:
            want = np.asarray(ImageOps.exif_transpose(image))[:, :, ::-1]
        assert np.array_equal(open_image(data), want)


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "PA"])
def test_modes_of_png(mode: str) -> None:
    image = corner_picture().convert("RGBA").convert(mode) if mode != "PA" else corner_picture().convert("P")
    pixels = open_image(encoded(image, "PNG"))
    assert pixels.shape == (60, 80, 3)
    assert pixels[45, 60].min() > 240


def test_cmyk_jpeg() -> None:
    assert is_red(open_image(encoded(corner_picture().convert("CMYK"), "JPEG", quality=95))[15, 20])


def test_sixteen_bits() -> None:
    ramp = np.linspace(0, 65535, 64 * 8).reshape(8, 64).astype(np.uint16)
    pixels = open_image(encoded(Image.fromarray(ramp), "PNG"))
    assert np.abs(pixels[:, :, 0].astype(int) - (ramp >> 8)).max() <= 1


def test_transparent_is_grey() -> None:
    image = Image.new("RGBA", (10, 10), (255, 0, 0, 0))
    assert (open_image(encoded(image, "PNG")) == 128).all()


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds next to nothing."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return pack(">I", len(body)) + name + body + pack(">I", crc32(name + body))

    header = chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", b"\x78\x9c\x03\x00\x00\x00\x00\x01")


@pytest.mark.parametrize(
    ("data", "error", "kind"),
    [
        (b"", ImageDataError, "image-empty"),
        (b"not a picture at all" * 50, ImageDataError, "image-unknown"),
        (encoded(corner_picture(), "GIF"), ImageDataError, "image-unknown"),
        (encoded(corner_picture(), "JPEG")[:500], ImageDataError, "image-damaged"),
        (encoded(corner_picture(), "PNG")[:90], ImageDataError, "image-damaged"),
        (encoded(corner_picture(), "WEBP")[:60], ImageDataError, "image-(damaged|unknown)"),
        (encoded(corner_picture(), "HEIF")[:300], ImageDataError, "image-(damaged|unknown)"),
        (png_header(10_000, 10_000), ImageSizeError, "image-(far-)?too-large"),
        (png_header(60_000, 60_000), ImageSizeError, "image-far-too-large"),
        (png_header(8_160, 6_120), ImageDataError, "image-damaged"),  # 50 megapixels pass; here nothing follows
    ],
)
def test_refused(data: bytes, error: type[ImageError], kind: str) -> None:
    with pytest.raises(error, match=kind):
        open_image(data)


def test_an_error_holds_the_size_of_the_picture() -> None:
    with pytest.raises(ImageSizeError) as refused:
        open_image(png_header(9_000, 8_000))
    assert refused.value.about == {"limit": 64, "width": 9_000, "height": 8_000, "megapixels": 72}
    assert str(refused.value) == "image-too-large: limit=64, width=9000, height=8000, megapixels=72"


def test_heif_with_a_false_inner_size_is_refused_or_as_large_as_it_is() -> None:
    """libheif refuses it with a RuntimeError of its own."""
    whole = encoded(corner_picture(), "HEIF")
    refused, opened = set(), set()
    for at in range(0, 450, 2):
        try:
            opened.add(open_image(whole[:at] + b"\x00\x00\x00\x01" + whole[at + 4 :]).shape)
        except ImageError as error:
            refused.add(error.kind)
    assert refused == {"image-damaged", "image-unknown"}
    assert (60, 80, 3) in opened
    assert all(height <= 64 and width <= 80 for height, width, _ in opened)  # blocks of 64 pixels are coded


def test_limit_is_exact() -> None:
    with pytest.raises(ImageError, match="image-too-large"):
        open_image(png_header(MAX_PIXELS // 1000, 1001))
    with pytest.raises(ImageError, match="image-damaged"):
        open_image(png_header(MAX_PIXELS // 1000, 1000))


def photograph(**options: object) -> bytes:
    """200 x 150 pixels of a noisy slope as JPEG."""
    rng = np.random.default_rng(3)
    slope = np.linspace(40, 200, 200)[None, :, None] + rng.normal(0, 12, (150, 200, 3))
    return encoded(Image.fromarray(slope.clip(0, 255).astype(np.uint8)), "JPEG", quality=90, **options)


def with_thumbnail() -> bytes:
    """EXIF that holds a whole small JPEG, its end marker too."""
    return b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0" + encoded(corner_picture(), "JPEG")


KINDS_OF_JPEG = [
    {},
    {"progressive": True},
    {"restart_marker_blocks": 4},
    {"exif": with_thumbnail()},
    {"subsampling": 0},
]


@pytest.mark.parametrize("options", KINDS_OF_JPEG)
def test_jpeg_as_pillow_decodes_it(options: dict[str, object]) -> None:
    data = photograph(**options)
    with Image.open(BytesIO(data)) as image:
        want = np.asarray(image)[:, :, ::-1]
    assert np.array_equal(open_image(data), want)
    assert np.array_equal(open_image(data + b"what a phone writes after the end \xff\xd9 \xff\xc4"), want)


@pytest.mark.parametrize("options", KINDS_OF_JPEG)
def test_jpeg_cut_short_is_refused(options: dict[str, object]) -> None:
    data = photograph(**options)
    for kept in (len(data) // 3, len(data) // 2, len(data) - 100, len(data) - 2):
        with pytest.raises(ImageError, match="image-damaged"):
            open_image(data[:kept])


def test_jpeg_with_a_stray_marker_is_refused() -> None:
    data = photograph()
    half = len(data) // 2
    with pytest.raises(ImageError, match="image-damaged"):
        open_image(data[:half] + b"\xff\xcc" + data[half + 2 :])


def test_first_of_several_pictures_in_a_jpeg() -> None:
    """As phones write it: the photograph, and a map of its lights behind it."""
    data = encoded(corner_picture(), "MPO", save_all=True, append_images=[Image.new("RGB", (40, 30))])
    pixels = open_image(data)
    assert pixels.shape == (60, 80, 3)
    assert is_red(pixels[15, 20])


def test_missing_and_folder(tmp_path: Path) -> None:
    with pytest.raises(ImagePathError, match="image-missing"):
        open_image(tmp_path / "none.jpg")
    with pytest.raises(ImagePathError, match="image-is-folder"):
        open_image(tmp_path)


@settings(max_examples=150, deadline=None)
@given(
    junk=st.binary(max_size=200),
    kind=st.sampled_from(["PNG", "JPEG", "WEBP", "HEIF"]),
    at=st.integers(0, 400),
    data=st.data(),
)
def test_damage_never_escapes(junk: bytes, kind: str, at: int, data: st.DataObject) -> None:
    whole = encoded(corner_picture(), kind)
    cut = data.draw(st.integers(0, len(whole)))
    for spoilt in (junk, whole[:at] + junk + whole[at + len(junk) :], whole[:cut]):
        with suppress(ImageError):
            assert open_image(spoilt).ndim == 3


def with_scans(count: int) -> bytes:
    """A progressive JPEG whose last scan is repeated until it has so many."""
    data = encoded(corner_picture(), "JPEG", progressive=True)
    starts = [at for at in range(len(data)) if data.startswith(b"\xff\xda", at)]
    return data[:-2] + data[starts[-1] : -2] * (count - len(starts)) + data[-2:]


def test_a_jpeg_of_very_many_scans_is_refused() -> None:
    assert is_red(open_image(with_scans(MAX_SCANS))[15, 20])
    with pytest.raises(ImageDataError) as refused:
        open_image(with_scans(MAX_SCANS + 1))
    assert (refused.value.kind, refused.value.about["most"]) == ("image-scans", MAX_SCANS)
    with pytest.raises(ImageDataError):
        open_image(with_scans(2000))


@pytest.mark.parametrize(
    ("kind", "size", "options"),
    [
        ("JPEG", (6100, 4000), {"progressive": True}),
        ("WEBP", (4100, 4000), {"method": 0}),
        pytest.param("HEIF", (6100, 4000), {}, marks=pytest.mark.long),
    ],
)
def test_a_picture_that_its_decoder_holds_whole_may_be_less_large(
    kind: str, size: tuple[int, int], options: dict[str, object]
) -> None:
    with pytest.raises(ImageSizeError):
        open_image(encoded(Image.new("RGB", size), kind, quality=1, **options))


@pytest.mark.parametrize(("kind", "mode"), [("JPEG", "RGB"), ("JPEG", "L"), ("PNG", "RGB")])
def test_a_very_large_picture_is_opened_at_half_its_size(kind: str, mode: str) -> None:
    image = Image.new("RGB", (6001, 4003), "white")
    image.paste((255, 0, 0), (0, 0, 3000, 2000))
    pixels = open_image(encoded(image.convert(mode), kind))
    assert pixels.shape in ((2001, 3000, 3), (2002, 3001, 3))
    assert pixels[990, 1490].tolist() != pixels[1010, 1510].tolist()
    assert pixels[1010, 1510].min() > 240
