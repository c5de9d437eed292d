"""Pictures of every format and mode are opened as upright BGR, and anything else is refused by its kind."""

import subprocess
import sys
import warnings
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

from vision import image as opening
from vision.image import (
    CUT,
    MAX_PIXELS,
    MAX_SCANS,
    ImageDataError,
    ImageError,
    ImagePathError,
    ImageSizeError,
    open_image,
    open_photo,
)


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


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "HEIF", "AVIF"])
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
    """Return a PNG that claims a size and contains almost nothing."""

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
        (encoded(corner_picture(), "AVIF")[:300], ImageDataError, "image-(damaged|unknown)"),
        (png_header(20_000, 20_000), ImageSizeError, "image-(far-)?too-large"),
        (png_header(60_000, 60_000), ImageSizeError, "image-far-too-large"),
        (png_header(8_160, 6_120), ImageDataError, "image-damaged"),  # 50 megapixels pass; here nothing follows
    ],
)
def test_refused(data: bytes, error: type[ImageError], kind: str) -> None:
    with pytest.raises(error, match=kind):
        open_image(data)


def test_an_error_holds_the_size_of_the_picture() -> None:
    with pytest.raises(ImageSizeError) as refused:
        open_image(png_header(20_000, 15_000))
    assert refused.value.about == {"limit": 250, "width": 20_000, "height": 15_000, "megapixels": 300}
    assert str(refused.value) == "image-too-large: limit=250, width=20000, height=15000, megapixels=300"


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
        open_image(png_header(MAX_PIXELS // 10_000, 10_001))
    with pytest.raises(ImageError, match="image-damaged"):
        open_image(png_header(MAX_PIXELS // 10_000, 10_000))


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
    for kept in (len(data) // 3, len(data) // 2, len(data) - 100):
        for filling in (b"", b"\0" * 512):  # a copy that broke off may be filled up with zeros
            with pytest.raises(ImageDataError) as refused:
                open_image(data[:kept] + filling)
            assert (refused.value.kind, refused.value.about["reason"]) == ("image-damaged", CUT)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF", "AVIF"])
def test_other_pictures_cut_short_say_so(kind: str, tmp_path: Path) -> None:
    data = encoded(Image.effect_noise((160, 120), 60).convert("RGB"), kind)
    file = tmp_path / "cut.jpg"
    for kept in (len(data) // 3, len(data) // 2, len(data) - 100):
        file.write_bytes(data[:kept])
        for source in (data[:kept], file):
            with pytest.raises(ImageDataError) as refused:
                open_image(source)
            assert (refused.value.kind, refused.value.about.get("reason")) == ("image-damaged", CUT)


@pytest.mark.parametrize("options", KINDS_OF_JPEG)
def test_jpeg_without_an_end_marker_is_read(options: dict[str, object]) -> None:
    """Check files that browsers show too."""
    data = photograph(**options)
    want = open_image(data)
    for end in (b"", b"\xff", b"\0" * 512, encoded(corner_picture(), "JPEG")):
        assert np.array_equal(open_image(data[:-2] + end), want)


def test_jpeg_that_lacks_whole_scans_is_cut() -> None:
    data = photograph(progressive=True)
    starts = [at for at in range(len(data)) if data.startswith(b"\xff\xda", at)]
    for start in starts[1:]:
        with pytest.raises(ImageDataError, match=CUT):
            open_image(data[:start])


def test_jpeg_that_lacks_whole_restart_intervals_is_cut() -> None:
    data = photograph(restart_marker_blocks=4)
    restarts = [at for at in range(len(data) - 1) if data[at] == 0xFF and 0xD0 <= data[at + 1] <= 0xD7]
    for at in (restarts[-1], restarts[len(restarts) // 2]):
        with pytest.raises(ImageDataError, match=CUT):
            open_image(data[:at])


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
    kind=st.sampled_from(["PNG", "JPEG", "WEBP", "HEIF", "AVIF"]),
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
    """Return a progressive JPEG whose last scan is repeated until it has so many."""
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
    ("kind", "mode"),
    [("JPEG", "RGB"), ("JPEG", "L"), ("PNG", "RGB"), ("WEBP", "RGB"), ("HEIF", "RGB"), ("AVIF", "RGB")],
)
def test_a_very_large_picture_is_opened_at_half_its_size(kind: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "HALVED_PIXELS", 100_000)
    image = Image.new("RGB", (601, 403), "white")
    image.paste((255, 0, 0), (0, 0, 300, 200))
    photo = open_photo(encoded(image.convert(mode), kind))
    assert photo.size == (601, 403)
    assert photo.opened in ((300, 201), (301, 202))
    assert photo.pixels[90, 140].tolist() != photo.pixels[110, 160].tolist()
    assert photo.pixels[110, 160].min() > 240


@pytest.mark.parametrize(("megapixels", "times"), [(24, 1), (24.5, 2), (50, 2), (64, 2), (108, 4), (200, 4), (250, 4)])
def test_how_much_smaller_a_picture_is_opened(megapixels: float, times: int) -> None:
    assert opening._times(round(megapixels * 1e6)) == times


LARGE = [("JPEG", {}), ("JPEG", {"progressive": True}), ("WEBP", {}), ("HEIF", {}), ("AVIF", {}), ("PNG", {})]


@pytest.mark.parametrize(("kind", "options"), LARGE[1:3])
def test_a_picture_that_takes_much_memory_is_opened_in_a_process_of_its_own(
    kind: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = encoded(corner_picture(), kind, exif=exif, **options)
    here = open_photo(data)
    monkeypatch.setattr(opening, "MAX_MEMORY", 0)
    apart = open_photo(data)
    assert np.array_equal(apart.pixels, here.pixels)
    assert apart.size == here.size == (60, 80)


def test_that_process_refuses_as_this_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    data = photograph()[:4000]
    monkeypatch.setattr(opening, "MAX_MEMORY", 0)
    with pytest.raises(ImageDataError, match=CUT):
        open_photo(data)


def test_a_process_that_ends_means_that_memory_was_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MAX_MEMORY", 0)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ImageSizeError) as refused:
        open_photo(photograph(progressive=True))
    assert refused.value.about == {"limit": 1450, "format": "progressive JPEG", "megapixels": 0}


def test_a_picture_that_would_take_too_much_memory_is_refused_by_its_header() -> None:
    data = photograph(progressive=True, subsampling=0)
    frame = data.index(b"\xff\xc2")
    data = data[: frame + 5] + pack(">HH", 15_800, 15_800) + data[frame + 9 :]
    with pytest.raises(ImageSizeError) as refused:
        open_photo(data)
    assert refused.value.about == {"limit": 1450, "format": "progressive JPEG", "megapixels": 250}


def test_damaged_exif_is_not_told_on_the_terminal(tmp_path: Path) -> None:
    data = photograph(exif=b"Exif\0\0MM\0*\0\0\0\x08\0\x05\x01\x12")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with Image.open(BytesIO(data)) as image:
            image.getexif()
    assert said
    file = tmp_path / "bad.jpg"
    file.write_bytes(data)
    code = f"from vision import open_image; print(open_image({str(file)!r}).shape)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("(150, 200, 3)\n", "")


def test_zeros_before_the_end_marker_are_not_told_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    data = photograph()
    assert np.array_equal(open_image(data[:-2] + b"\0" * 50 + data[-2:]), open_image(data))
    assert capfd.readouterr() == ("", "")


@pytest.mark.long
@pytest.mark.parametrize(("kind", "options"), LARGE)
@pytest.mark.parametrize("megapixels", [24, 63])
def test_large_pictures_of_every_format_are_read(kind: str, options: dict[str, object], megapixels: int) -> None:
    width = round((megapixels * 1e6 * 4 / 3) ** 0.5)
    image = corner_picture().resize((width, width * 3 // 4))
    photo = open_photo(encoded(image, kind, quality=30, **options))
    assert photo.size == image.size
    assert is_red(photo.pixels[photo.opened[1] // 4, photo.opened[0] // 4])
    assert photo.opened[0] * photo.opened[1] <= 24_000_000


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"progressive": True, "subsampling": 0}])
@pytest.mark.parametrize("megapixels", [108, 200])
def test_jpegs_of_the_largest_phones_are_read(options: dict[str, object], megapixels: int) -> None:
    width = round((megapixels * 1e6 * 4 / 3) ** 0.5)
    image = corner_picture().resize((width, width * 3 // 4))
    photo = open_photo(encoded(image, "JPEG", quality=30, **options))
    assert photo.size == image.size
    assert is_red(photo.pixels[photo.opened[1] // 4, photo.opened[0] // 4])
