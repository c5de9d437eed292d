"""The removal of private data from picture files without any other change, least of all to their pixels."""

import struct
import warnings
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms, PngImagePlugin

from vision.image import open_image
from vision.metadata import has_position, strip_private

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")

SECRETS = (b"Ann Owner", b"SERIAL-0815", b"maker's note", b"Villa at the lake", b"59.8472")
"""Each stands in a place of its own in the files below."""

XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description'
    b' xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="59.8472"/></rdf:RDF></x:xmpmeta>'
)
VIDEO = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + b"\0\0\0\x20mdat" + b"Villa at the lake......."


def picture() -> Image.Image:
    """90 x 60 of noise, so that each way of turning it looks different."""
    return Image.fromarray(np.random.default_rng(5).integers(0, 256, (60, 90, 3), np.uint8))


def exif(orientation: int = 6, private: bool = True) -> Image.Exif:
    """Return the EXIF data of a phone."""
    made = Image.Exif()
    made[0x0112] = orientation
    made[0x0110] = "Camera 7"
    taken = made.get_ifd(0x8769)
    taken[0x9003] = "2026:05:01 14:05:00"
    if private:
        made[0x013B] = "Ann Owner"
        taken[0xA431] = "SERIAL-0815"
        taken[0x927C] = b"maker's note"
        made.get_ifd(0x8825).update({1: "N", 2: (59.0, 54.0, 50.0), 3: "E", 4: (10.0, 45.0, 8.0)})
    return made


def encoded(kind: str, **options: object) -> bytes:
    out = BytesIO()
    picture().save(out, kind, **options)  # type: ignore[arg-type]
    return out.getvalue()


@cache
def photograph(kind: str, orientation: int = 6) -> bytes:
    """Return a picture with all kinds of private data."""
    options: dict[str, object] = {"exif": exif(orientation), "xmp": XMP}
    if kind == "PNG":
        options = {"exif": exif(orientation), "pnginfo": (info := PngImagePlugin.PngInfo())}
        info.add_itxt("XML:com.adobe.xmp", XMP.decode())
        info.add_text("Author", "Ann Owner", zip=False)
    if kind == "JPEG":
        options["comment"] = b"Ann Owner"
    return encoded(kind, **options) + VIDEO


def pixels(data: bytes) -> np.ndarray:
    if data[8:12] in (b"avif", b"avis"):
        with Image.open(BytesIO(data)) as image:
            return np.asarray(image.convert("RGB"))
    return open_image(data)


@pytest.mark.parametrize("kind", FORMATS)
def test_what_gives_people_away_is_gone(kind: str) -> None:
    data = photograph(kind)
    stripped = strip_private(data)
    assert [secret for secret in SECRETS if secret in data]
    assert not [secret for secret in SECRETS if secret in stripped]
    assert len(stripped) < len(data)
    assert has_position(data)
    assert not has_position(stripped)
    assert not has_position(b"no picture")
    with Image.open(BytesIO(stripped)) as image:
        found = image.getexif()
        assert found.get_ifd(0x8825) == {}
        assert set(found.get_ifd(0x8769)) <= {0x9003}
        assert set(found) <= {0x0110, 0x0112, 0x8769}
        assert image.info.get("xmp") in (None, b"")


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_pixels_and_orientation_stay(kind: str, orientation: int) -> None:
    data = photograph(kind, orientation)
    assert np.array_equal(pixels(strip_private(data)), pixels(data))


@pytest.mark.parametrize("kind", FORMATS)
def test_time_and_camera_stay(kind: str) -> None:
    with Image.open(BytesIO(strip_private(photograph(kind)))) as image:
        found = image.getexif()
        assert found[0x0110] == "Camera 7"
        assert found.get_ifd(0x8769)[0x9003] == "2026:05:01 14:05:00"


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("options", [{}, {"exif": exif(3, private=False)}, {"icc_profile": b"a profile" * 20}])
def test_where_there_is_nothing_to_remove_every_byte_stays(kind: str, options: dict[str, object]) -> None:
    if kind in ("HEIF", "AVIF", "PNG") and "icc_profile" in options:
        options = {}
    data = encoded(kind, **options)
    assert strip_private(data) == data


@pytest.mark.parametrize("kind", FORMATS)
def test_the_same_comes_of_it_each_time(kind: str) -> None:
    once = strip_private(photograph(kind))
    assert once == strip_private(photograph(kind))
    assert strip_private(once) == once


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_an_orientation_that_xmp_alone_names_stays(kind: str) -> None:
    xmp = b'<rdf:Description tiff:Orientation="8" Owner="Ann Owner"/>'
    options: dict[str, object] = {"xmp": xmp}
    if kind == "PNG":
        options = {"pnginfo": (info := PngImagePlugin.PngInfo())}
        info.add_itxt("XML:com.adobe.xmp", xmp.decode(), zip=True)
    data = encoded(kind, **options)
    stripped = strip_private(data)
    assert b"Ann Owner" not in stripped
    assert pixels(stripped).shape == (90, 60, 3)
    assert np.array_equal(pixels(stripped), pixels(data))


def test_an_orientation_that_imagemagick_wrote_stays() -> None:
    info = PngImagePlugin.PngInfo()
    raw = exif(6).tobytes()
    info.add_text("Raw profile type exif", f"\nexif\n{len(raw):8}\n{raw.hex()}", zip=True)
    data = encoded("PNG", pnginfo=info)
    assert pixels(data).shape == (90, 60, 3)
    assert np.array_equal(pixels(strip_private(data)), pixels(data))


def test_a_second_picture_in_a_jpeg_goes() -> None:
    out = BytesIO()
    picture().save(out, "MPO", save_all=True, append_images=[Image.new("RGB", (40, 30))])
    data = out.getvalue()
    stripped = strip_private(data)
    with Image.open(BytesIO(stripped)) as image:
        assert image.format == "JPEG"
    assert np.array_equal(pixels(stripped), pixels(data))


def test_exif_in_several_segments_and_of_any_order_of_bytes() -> None:
    for prefix in (b"Exif\0\0MM\0*", b"Exif\0\0II*\0"):
        order = "big" if b"MM" in prefix else "little"
        tags = b"".join(
            tag.to_bytes(2, order) + kind.to_bytes(2, order) + (1).to_bytes(4, order) + value
            for tag, kind, value in (
                (0x0112, 3, (5).to_bytes(2, order) + b"\0\0"),
                (0x8825, 4, (0x4000).to_bytes(4, order)),
            )
        )
        body = prefix + (8).to_bytes(4, order) + (2).to_bytes(2, order) + tags + bytes(4) + b"Ann Owner" * 9000
        plain = encoded("JPEG")
        parts = [body[at : at + 60000] for at in range(0, len(body), 60000)]
        first, *rest = parts
        segments = [first, *(b"Exif\0\0" + each for each in rest)]
        data = plain[:2] + b"".join(b"\xff\xe1" + (len(s) + 2).to_bytes(2, "big") + s for s in segments) + plain[2:]
        stripped = strip_private(data)
        assert b"Ann Owner" not in stripped
        assert np.array_equal(pixels(stripped), pixels(data))
        assert pixels(stripped).shape == (90, 60, 3)


def test_a_tag_cannot_make_exif_grow() -> None:
    """Many tags may share one long value; written anew each would have its own."""
    value = b"x" * 2000
    tags = [0x0110, 0x010F, 0x0131, 0x0132]
    table = b"".join(
        tag.to_bytes(2, "big") + b"\0\2" + len(value).to_bytes(4, "big") + (80).to_bytes(4, "big") for tag in tags
    )
    body = b"MM\0*\0\0\0\x08" + len(tags).to_bytes(2, "big") + table + bytes(4)
    data = encoded("JPEG")
    body = b"Exif\0\0" + body.ljust(80, b"\0") + value
    data = data[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + data[2:]
    stripped = strip_private(data)
    assert len(stripped) <= len(data)
    assert strip_private(stripped) == stripped


def movie(*inside: bytes) -> bytes:
    body = b"".join((4 + len(each)).to_bytes(4, "big") + each for each in inside)
    return (8 + len(body)).to_bytes(4, "big") + b"moov" + body


@pytest.mark.parametrize("behind", [VIDEO, b"\0\0\0\x20mpvd" + VIDEO[:24], b"SEFT Villa", movie(b"udtaVilla")])
def test_a_video_behind_a_heif_picture_goes(behind: bytes) -> None:
    plain = encoded("HEIF")
    assert strip_private(plain + behind) == plain


def test_a_sequence_stays_one_without_its_place() -> None:
    plain = encoded("AVIF")
    assert b"miaf" in plain[:32]
    plain = plain.replace(b"miaf", b"avis", 1)
    data = plain + movie(b"mvhd1234", b"udtaVilla", b"trak\0\0\0\x0dmetaVilla")
    stripped = strip_private(data)
    assert stripped == plain + movie(b"mvhd1234", b"free\0\0\0\0\0", b"trak\0\0\0\x0dfree\0\0\0\0\0")


def opened(data: bytes) -> np.ndarray | None:
    """Return the pixels of a picture, or None if it is none."""
    with suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pixels(data)
    return None


@settings(max_examples=80, deadline=None)
@given(kind=st.sampled_from(FORMATS), at=st.integers(0, 6000), junk=st.binary(max_size=40), data=st.data())
@example(kind="JPEG", at=2, junk=b"\0\0\0\xff\xff", data=None)
@example(kind="JPEG", at=44, junk=b"\1", data=None)  # its EXIF names a place for its text behind its end
@example(kind="HEIF", at=91, junk=b"\1", data=None)  # the picture lies in another file, it says
@example(kind="AVIF", at=416, junk=b"\0", data=None)  # the media end before the picture in them
def test_damaged_files_neither_fail_nor_grow(kind: str, at: int, junk: bytes, data: st.DataObject | None) -> None:
    whole = photograph(kind)
    cut = data.draw(st.integers(0, len(whole))) if data else 40
    spoilt = [junk, whole[:cut], whole[:at] + junk + whole[at + len(junk) :], whole[:at] + junk + whole[at:]]
    for each in spoilt:
        stripped = strip_private(each)
        assert len(stripped) <= len(each)
        assert strip_private(stripped) == stripped
        has_position(each)
        expected = opened(each)
        assert expected is None or np.array_equal(opened(stripped), expected)


@settings(max_examples=60, deadline=None)
@given(
    start=st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"\0\0\0\x10ftypheic\0\0\0\0"]),
    rest=st.binary(max_size=300),
)
def test_any_bytes_are_taken(start: bytes, rest: bytes) -> None:
    stripped = strip_private(start + rest)
    assert len(stripped) <= len(start + rest)
    assert strip_private(stripped) == stripped


@pytest.mark.parametrize("filling", [b"\xff\xd0", b"\xff\xfe\0\2", b"\xff\xe1\0\2"])
def test_a_file_of_very_many_parts_is_left_alone(filling: bytes) -> None:
    data = b"\xff\xd8" + filling * 30_000
    assert strip_private(data) == data


def test_a_path_is_asked_for_its_position(tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    file.write_bytes(photograph("JPEG"))
    assert has_position(file)
    assert not has_position(tmp_path / "none.jpg")


def profiled(kind: str) -> bytes:
    """Return a picture whose colour profile names a screen and its owner."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    words = "Screen of Ann Owner".encode("utf-16-be")
    at = profile.index("sRGB built-in".encode("utf-16-be"))
    profile[at : at + 26] = words[:26]
    return encoded(kind, icc_profile=bytes(profile))


@pytest.mark.parametrize("kind", FORMATS)
def test_the_words_of_a_colour_profile_go_and_its_colours_stay(kind: str) -> None:
    before = profiled(kind)
    after = strip_private(before)
    with Image.open(BytesIO(before)) as one, Image.open(BytesIO(after)) as other:
        held, left = one.info["icc_profile"], other.info["icc_profile"]
    assert "Screen of Ann".encode("utf-16-be") in held
    assert "Screen of Ann".encode("utf-16-be") not in left
    assert len(held) == len(left)
    assert ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(BytesIO(left))).strip() == ""
    tags = [struct.unpack_from(">4sLL", left, 132 + 12 * n) for n in range(struct.unpack_from(">L", left, 128)[0])]
    for name, at, size in tags:
        if name not in (b"desc", b"cprt", b"dmnd", b"dmdd"):
            assert held[at : at + size] == left[at : at + size], name
    assert strip_private(after) == after


def test_a_profile_in_several_segments_loses_its_words_too() -> None:
    made = profiled("JPEG")
    at = made.index(b"ICC_PROFILE\0")
    length = int.from_bytes(made[at - 2 : at], "big")
    profile = made[at + 14 : at - 2 + length]
    parts = [profile[:300], profile[300:]]  # within its texts
    segments = [
        b"\xff\xe2" + struct.pack(">H", len(part) + 16) + b"ICC_PROFILE\0" + bytes([n, 2]) + part
        for n, part in enumerate(parts, 1)
    ]
    split = made[: at - 4] + b"".join(segments) + made[at - 2 + length :]
    with Image.open(BytesIO(strip_private(split))) as one, Image.open(BytesIO(strip_private(made))) as other:
        assert one.info["icc_profile"] == other.info["icc_profile"]


def test_a_thumbnail_in_the_first_segments_goes() -> None:
    """It may show what was cut off the picture."""
    made = encoded("JPEG")
    assert made[2:4] == b"\xff\xe0"
    jfif = b"\xff\xe0" + struct.pack(">H", 16 + 12) + made[6:18] + b"\2\2" + b"SERIAL-0815x"
    inside = b"JFXX\0\x10\xff\xd8 Villa at the lake \xff\xd9"
    jfxx = b"\xff\xe0" + struct.pack(">H", 2 + len(inside)) + inside
    left = strip_private(made[:2] + jfif + jfxx + made[20:])
    assert left == made
