"""Remove private metadata from a picture file without touching its pixels.

Position, owner, serial numbers, maker notes, comments, thumbnails, the words of colour profiles and any data after the
picture, such as the video of a motion photo, are removed; orientation, time, camera and exposure stay. Own code, since
no maintained library does it for all five formats without encoding the pixels again.
"""

import re
import struct
import warnings
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from PIL import Image

from vision.image import FORMATS

T = TypeVar("T")

_ORIENTATION: Final = 0x0112
_EXIF_IFD: Final = 0x8769
_GPS_IFD: Final = 0x8825

_KEPT_TAGS: Final = frozenset(
    {0x0100, 0x0101, 0x010F, 0x0110, _ORIENTATION, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x0213}
)
"""Tags kept in the first directory of EXIF: size, maker, model, orientation, resolution, software, time."""

_KEPT_EXIF_TAGS: Final = frozenset(
    {0x829A, 0x829D, 0x8822, 0x8827, 0x8830, 0x9000, 0x9003, 0x9004, 0x9101}
    | set(range(0x9201, 0x920B))
    | {0x9290, 0x9291, 0x9292, 0xA000, 0xA001, 0xA002, 0xA003, 0xA20E, 0xA20F, 0xA210, 0xA217, 0xA300, 0xA301}
    | set(range(0xA401, 0xA40B))
    | {0xA40C, 0xA432, 0xA433, 0xA434}
)
"""Tags kept in the Exif directory: exposure, time, lens, colour space; not the time zone, which tells the region."""

_SIZES: Final = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}
"""Bytes of a value of each TIFF type (TIFF 6.0, section 2)."""

_ORDERS: Final = {b"II": "<", b"MM": ">"}
"""Orders of bytes by the beginning of a TIFF structure."""

_PADDING: Final = 16
"""Bytes that EXIF may be longer than its tags need, since writers align values. More may hide removed data; less
rewrites unchanged files."""

_LARGEST_EXIF: Final = 60_000
"""Most bytes of rewritten EXIF, so that it fits into one segment of a JPEG."""

_PREFIX: Final = re.compile(rb"\A(?:Exif\0\0){1,2}")
_XMP_ORIENTATION: Final = re.compile(rb'tiff:Orientation(?:="|>)([0-9])')
_XMP: Final = b"http://ns.adobe.com/xap/1.0/\0"

# Markers of a JPEG (ITU T.81, table B.1)
_APP1, _SOS, _EOI, _COMMENT, _APPS = 0xE1, 0xDA, 0xD9, 0xFE, range(0xE0, 0xF0)
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
_AFTER_SCAN: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_FILLING: Final = re.compile(rb"\0+|\xff+(?=\xff)")
"""Bytes before a marker that decoders skip."""

_JFIF, _ICC = b"JFIF\0", b"ICC_PROFILE\0"
_KEPT_SEGMENTS: Final = {0xE0: (_JFIF,), 0xE2: (_ICC,), 0xEE: (b"Adobe",)}
"""Application segments that decoding needs, by marker and beginning; all others are removed."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"

_KEPT_CHUNKS: Final = frozenset(
    b"tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT tIME acTL fcTL fdAT".split()
)
"""Ancillary PNG chunks that affect the display of pixels; the critical ones, in a capital letter, stay too."""

_TEXTS: Final = frozenset((b"tEXt", b"zTXt", b"iTXt"))
_PNG_XMP, _PNG_EXIF = b"XML:com.adobe.xmp", b"Raw profile type exif"
"""Keywords of the texts that may hold an orientation."""

_LARGEST_TEXT: Final = 1 << 20
"""Most bytes of a compressed PNG text that are searched for an orientation, as in Pillow."""

_WEBP_CHUNKS: Final = frozenset((b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
_WEBP_EXIF, _WEBP_XMP = 0x08, 0x04
"""Flags of VP8X (RFC 9649, section 2.7.1)."""

_SEQUENCES: Final = frozenset((b"msf1", b"hevc", b"hevx", b"avis"))
"""Brands of image sequences, whose pictures lie in a `moov`; in any other file a `moov` is a video."""

_META_BOXES: Final = frozenset(b"hdlr pitm iinf iloc iref iprp idat dinf grpl ipro free skip".split())
_PRIVATE_ITEMS: Final = frozenset((b"Exif", b"mime", b"uri "))
"""Types of HEIF items that are metadata (ISO/IEC 23008-12); `Exif` may stay with its kept tags."""

_MOST_PARTS: Final = 20_000
"""Most parts of a file that is changed; one with more is left as it is. A PNG of 25 MB in the smallest usual chunks has
3,000."""

_MOST_BOXES: Final = 256
"""Most boxes of a HEIF file beside one another, and metadata items in it; phones write fewer than ten."""

_PASSES: Final = 8
"""Most passes over a file; a whole one needs two, the second of which finds nothing."""

_MALFORMED: Final = (struct.error, ValueError, IndexError, KeyError)


def strip_private(data: bytes) -> bytes:
    """Remove private metadata from a picture file.

    The result is never longer, decodes to the same pixels in the same orientation, and stripping it again changes
    nothing.

    Args:
        data: A file of any kind; JPEG, PNG, WebP, HEIC and AVIF are changed.

    Returns:
        The file without it, or the same bytes if there is nothing to remove, or if it is another kind of file or too
        damaged to be taken apart.
    """
    strip = next((strip for start, at, strip in _FORMATS if data.startswith(start, at)), None)
    if strip is None:
        return data
    try:
        for _ in range(_PASSES):
            made = strip(data)
            if made == data or len(made) > len(data):
                break
            data = made
    except _MALFORMED:
        pass
    return data


def has_position(source: Path | bytes) -> bool:
    """Return True if a picture contains the position where it was taken; False if it cannot be opened."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            opened = BytesIO(source) if isinstance(source, bytes) else source
            with Image.open(opened, formats=(*FORMATS, "AVIF")) as image:
                xmp = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
                marker = "GPSLatitude" if isinstance(xmp, str) else b"GPSLatitude"
                return bool(image.getexif().get_ifd(_GPS_IFD)) or marker in xmp
    except Exception:  # decoders raise anything on a damaged file
        return False


class _Tag(NamedTuple):
    kind: int
    number: int
    value: bytes


class _Directory(NamedTuple):
    tags: dict[int, _Tag]
    following: int
    """Offset of the next directory, which holds the thumbnail; 0 for none."""


def _reduce_exif(exif: bytes, orientation: int = 0) -> bytes:
    """Return EXIF with only the kept tags: the same bytes if it has no others, empty if none remain.

    Args:
        exif: A TIFF structure, with or without `Exif` before it.
        orientation: The orientation to write if it names none; 0 for none.
    """
    tiff = _PREFIX.sub(b"", exif, count=1)
    named = _orientation(tiff)
    turned = orientation if named is None else named
    try:
        order = _ORDERS[tiff[:2]]
        if set(tiff[2:4]) != {0, 42}:
            raise ValueError("no TIFF")
        first = _directory(tiff, _number(f"{order}L", tiff, 4), order)
    except _MALFORMED:
        return _write_exif(">", {}, {}, turned)
    second = _Directory({}, 0)
    pointer = first.tags.get(_EXIF_IFD)
    if pointer:
        with suppress(*_MALFORMED):
            second = _directory(tiff, _number(f"{order}L", pointer.value, 0), order)
    kept = {tag: each for tag, each in first.tags.items() if tag in _KEPT_TAGS and tag != _ORIENTATION}
    of_exif = {tag: each for tag, each in second.tags.items() if tag in _KEPT_EXIF_TAGS}
    made = _write_exif(order, kept, of_exif, turned)
    if len(made) > min(len(tiff), _LARGEST_EXIF):
        made = _write_exif(order, {}, {}, turned)
    others = (first.tags.keys() - _KEPT_TAGS - {_EXIF_IFD}) | (second.tags.keys() - _KEPT_EXIF_TAGS)
    whole = not (others or first.following or second.following) and (named is not None or not orientation)
    return exif if whole and len(tiff) <= len(made) + _PADDING else made


def _directory(tiff: bytes, at: int, order: str) -> _Directory:
    """Read an image file directory, skipping unreadable entries as decoders do."""
    tags: dict[int, _Tag] = {}
    room = len(tiff)
    count = _number(f"{order}H", tiff, at)
    end = at + 2 + 12 * count
    for place in range(at + 2, min(end, len(tiff) - 11), 12):
        tag, kind, number, value = struct.unpack_from(f"{order}HHL4s", tiff, place)
        size = _SIZES.get(kind, 0) * number
        if size > 4:
            start = _number(f"{order}L", value, 0)
            value = tiff[start : start + size]
        room -= size
        if tag not in tags and 0 < size <= len(value) and room >= 0:
            tags[tag] = _Tag(kind, number, value[:size])
    return _Directory(tags, _number(f"{order}L", tiff, end) if end + 4 <= len(tiff) else 0)


def _orientation(exif: bytes) -> int | None:
    """Return the orientation that EXIF names as Pillow reads it, 0 for an invalid one, or None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other tags may be damaged
            read = Image.Exif()
            read.load(exif)
            value = read.get(_ORIENTATION)
        return value if value is None else int(value)
    except (OSError, SyntaxError, TypeError, *_MALFORMED):
        return 0


def _write_exif(order: str, tags: Mapping[int, _Tag], of_exif: Mapping[int, _Tag], orientation: int) -> bytes:
    """Write a TIFF structure of two directories; empty without any tag."""
    first = dict(tags)
    if 1 <= orientation <= 8:
        first[_ORIENTATION] = _Tag(3, 1, struct.pack(f"{order}H", orientation))
    if not first and not of_exif:
        return b""
    header = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HL", 42, 8)
    if not of_exif:
        return header + _write_directory(order, first, 8)
    first[_EXIF_IFD] = _Tag(4, 1, bytes(4))
    at = 8 + len(_write_directory(order, first, 8))
    first[_EXIF_IFD] = _Tag(4, 1, struct.pack(f"{order}L", at))
    return header + _write_directory(order, first, 8) + _write_directory(order, of_exif, at)


def _write_directory(order: str, tags: Mapping[int, _Tag], at: int) -> bytes:
    table, values = struct.pack(f"{order}H", len(tags)), b""
    after = at + 2 + 12 * len(tags) + 4
    for tag, (kind, count, value) in sorted(tags.items()):
        if len(value) > 4:
            place = struct.pack(f"{order}L", after + len(values))
            values += value + b"\0" * (len(value) % 2)
        else:
            place = value.ljust(4, b"\0")
        table += struct.pack(f"{order}HHL", tag, kind, count) + place
    return table + b"\0\0\0\0" + values


def _xmp_orientation(xmp: bytes) -> int:
    """Return the orientation that XMP names, which decoders follow if EXIF names none; 0 for none."""
    found = _XMP_ORIENTATION.search(xmp)
    return int(found[1]) if found else 0


def _strip_jpeg(data: bytes) -> bytes:
    """Keep the segments that decoding needs, and remove everything after the first picture."""
    kept: list[bytes | memoryview] = [data[:2]]
    exif, xmp, place = b"", b"", 0
    profile: list[int] = []
    for marker, segment in _few(_jpeg_segments(data)):
        if isinstance(segment, memoryview):
            kept.append(segment)
            continue
        body = segment[4:]
        if marker == _APP1:
            place = place or len(kept)
            if body.startswith(b"Exif\0\0"):
                exif += body[6:] if exif else body
            elif body.startswith(_XMP):
                xmp = xmp or body
        elif marker == _APPS[0] and body.startswith(_JFIF) and len(body) > 14:  # with a thumbnail
            kept.append(b"\xff\xe0\0\x10" + body[:12] + b"\0\0")
        elif marker != _COMMENT and (marker not in _APPS or body.startswith(_KEPT_SEGMENTS.get(marker, ()))):
            if marker == _APPS[2]:
                profile.append(len(kept))
            kept.append(segment)
    if len(kept) > 1 and bytes(kept[1][:1]) != b"\xff":
        raise ValueError("no marker is left at the beginning, by which decoders know a JPEG")
    words = _without_words(b"".join(bytes(kept[at][18:]) for at in profile))
    for at in profile:
        length = len(kept[at]) - 18
        kept[at], words = bytes(kept[at][:18]) + words[:length], words[length:]
    reduced = _reduce_exif(exif, _xmp_orientation(xmp))
    if reduced:
        body = reduced if reduced.startswith(b"Exif") else b"Exif\0\0" + reduced
        kept.insert(place, b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body)
    return b"".join(kept)


def _without_words(profile: bytes) -> bytes:
    """Return a colour profile (ICC.1) of the same length with spaces in place of its texts, such as a screen's name."""
    made = bytearray(profile)
    try:
        for tag in range(min(_number(">L", profile, 128), _MOST_BOXES)):
            at, size = struct.unpack_from(">LL", profile, 128 + 4 + 12 * tag + 4)
            kind = profile[at : at + 4]
            if kind == b"text":
                parts = [(at + 8, size - 8, b" ")]
            elif kind == b"desc":
                first = _number(">L", profile, at + 8)
                wide = at + 12 + first + 4
                parts = [(at + 12, first, b" "), (wide + 4, 2 * _number(">L", profile, wide), b"\0 ")]
                parts += [(wide + 4 + parts[1][1] + 3, 67, b" ")]
            elif kind == b"mluc":
                entries = range(at + 16, at + 16 + 12 * min(_number(">L", profile, at + 8), _MOST_BOXES), 12)
                found = [struct.unpack_from(">LL", profile, entry + 4) for entry in entries]
                parts = [(at + start, length, b"\0 ") for length, start in found]
            else:
                continue
            for start, length, space in parts:
                end = min(start + length, at + size, len(made))
                for place in range(start, end - len(space) + 1, len(space)):
                    if any(made[place : place + len(space)]):
                        made[place : place + len(space)] = space
    except _MALFORMED:
        return profile
    return bytes(made)


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, bytes | memoryview]]:
    """Yield the parts of a JPEG after its first marker, each with its marker, or 0 for other data.

    Scans, which are nearly all of a file, are views of it: a copy would take as much memory again.
    """
    at = 2
    while at + 2 <= len(data):
        filling = _FILLING.match(data, at)
        if filling:
            yield 0, filling[0]
            at = filling.end()
            continue
        marker = data[at + 1]
        if data[at] == 0xFF and (marker == _EOI or marker in _BARE):
            yield marker, data[at : at + 2]
            if marker == _EOI:
                return
            at += 2
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at] != 0xFF or not at + 4 <= end <= len(data):
            break
        if marker == _SOS:
            after = _AFTER_SCAN.search(data, end)
            end = after.start() if after else len(data)
            yield marker, memoryview(data)[at:end]
        else:
            yield marker, data[at:end]
        at = end
    yield 0, data[at:]


def _strip_png(data: bytes) -> bytes:
    """Keep the chunks that affect the display of pixels, and remove everything after the end."""
    kept = [data[: len(_PNG)]]
    exif, place = b"", 0
    texts: dict[bytes, bytes] = {}
    for kind, chunk in _few(_png_chunks(data)):
        if kind == b"eXIf" or kind in _TEXTS:
            place = place or len(kept)
            if kind == b"eXIf":
                exif = exif or chunk[8:-4]
            else:
                _add_text(texts, kind, chunk[8:-4])
        elif kind == b"iCCP":
            kept.append(_png_profile(chunk))
        elif kind in _KEPT_CHUNKS or not kind[:1].islower():
            kept.append(chunk)
    orientation = _xmp_orientation(texts.get(_PNG_XMP, b""))
    if not exif:
        orientation = _raw_orientation(texts.get(_PNG_EXIF, b"")) or orientation
    reduced = _reduce_exif(exif, orientation)
    if reduced:
        body = b"eXIf" + reduced
        kept.insert(place, struct.pack(">L", len(reduced)) + body + struct.pack(">L", zlib.crc32(body)))
    return b"".join(kept)


def _png_profile(chunk: bytes) -> bytes:
    """Return an iCCP chunk without the words of its profile; the same bytes if there are none, or it would grow."""
    name, _, packed = chunk[8:-4].partition(b"\0")
    try:
        profile = zlib.decompressobj().decompress(packed[1:], _LARGEST_TEXT)
    except zlib.error:
        return chunk
    made = _without_words(profile)
    body = b"iCCP" + name + b"\0" + packed[:1] + zlib.compress(made, 9)
    written = struct.pack(">L", len(body) - 4) + body + struct.pack(">L", zlib.crc32(body))
    return chunk if made == profile or len(written) > len(chunk) else written


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a PNG with their kinds; an empty one for invalid data."""
    at = len(_PNG)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">L4s", data, at)
        yield kind, data[at : at + 12 + length]
        if kind == b"IEND":
            return
        at += 12 + length
    yield b"", data[at:]


def _add_text(texts: dict[bytes, bytes], kind: bytes, body: bytes) -> None:
    """Add the text of a PNG chunk by its keyword, if it may hold an orientation and is the first of its kind."""
    keyword, _, text = body.partition(b"\0")
    if keyword not in (_PNG_XMP, _PNG_EXIF) or keyword in texts:
        return
    compressed = kind == b"zTXt"
    if kind == b"iTXt":
        compressed, text = text[:1] == b"\1", text[2:].split(b"\0", 2)[-1]
    elif compressed:
        text = text[1:]
    try:
        texts[keyword] = zlib.decompressobj().decompress(text, _LARGEST_TEXT) if compressed else text
    except zlib.error:
        texts[keyword] = b""


def _raw_orientation(profile: bytes) -> int:
    """Return the orientation in EXIF that ImageMagick wrote as hexadecimal text; 0 for none."""
    try:
        return _orientation(bytes.fromhex("".join(profile.decode("latin-1").split("\n")[3:]))) or 0
    except ValueError:
        return 0


def _strip_webp(data: bytes) -> bytes:
    """Keep the chunks of the picture, and remove everything after its end."""
    size = _number("<L", data, 4)
    kept: list[bytes] = []
    exif, xmp = b"", b""
    for kind, chunk in _few(_webp_chunks(data[: 8 + size + size % 2])):
        body = chunk[8 : 8 + _number("<L", chunk, 4)]
        if kind == b"ICCP":
            kept.append(chunk[:8] + _without_words(body) + chunk[8 + len(body) :])
        elif kind in _WEBP_CHUNKS:
            kept.append(chunk)
        elif kind == b"EXIF":
            exif = exif or body
        elif kind == b"XMP ":
            xmp = xmp or body
    if kept and len(kept[0]) > 8 and kept[0].startswith(b"VP8X") and (exif or xmp):  # otherwise decoders read neither
        reduced = _reduce_exif(exif, _xmp_orientation(xmp))
        flags = kept[0][8] & ~(_WEBP_EXIF | _WEBP_XMP) | (_WEBP_EXIF if reduced else 0)
        kept[0] = kept[0][:8] + bytes((flags,)) + kept[0][9:]
        if reduced:
            kept.append(b"EXIF" + struct.pack("<L", len(reduced)) + reduced + b"\0" * (len(reduced) % 2))
    chunks = b"".join(kept)
    lacking = max(0, 8 + size - len(data))
    return data[:4] + struct.pack("<L", 4 + len(chunks) + lacking) + data[8:12] + chunks


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a WebP picture with their kinds."""
    at = 12
    while at + 8 <= len(data):
        kind, length = struct.unpack_from("<4sL", data, at)
        yield kind, data[at : at + 8 + length + length % 2]
        at += 8 + length + length % 2


def _few(parts: Iterable[T], most: int = _MOST_PARTS) -> Iterator[T]:
    """Yield the parts of a file.

    Raises:
        ValueError: There are more than any picture has.
    """
    for number, part in enumerate(parts):
        if number >= most:
            raise ValueError("too many parts")
        yield part


def _number(form: str, data: bytes | bytearray, at: int) -> int:
    return int(struct.unpack_from(form, data, at)[0])


class _Box(NamedTuple):
    """A box of an ISO base media file: its type, and the offsets of the box, its content and the data after it."""

    kind: bytes
    at: int
    body: int
    end: int


def _boxes(data: bytes | bytearray, at: int, end: int) -> Iterator[_Box]:
    """Yield the boxes of a part of a file, up to one that is malformed.

    Raises:
        ValueError: A box inside another is longer than that one; the last box of a file may be cut short.
    """
    first = at
    while at + 8 <= end:
        size, kind = struct.unpack_from(">L4s", data, at)
        body = at + 8
        if size == 1:
            if at + 16 > end:
                return
            size, body = _number(">Q", data, at + 8), at + 16
        elif size == 0:
            size = end - at
        if size < body - at:
            return
        if at + size > end and first:
            raise ValueError("a box is too long")
        yield _Box(kind, at, body, min(at + size, end))
        at += size


class _Item(NamedTuple):
    """An item in `iloc`: its id, its entry there, and its extents in the file.

    Attributes:
        length: Offset and struct format of the length of its only extent, or None if it has several, or none.
    """

    id: int
    entry: bytes
    extents: tuple[tuple[int, int], ...]
    length: tuple[int, str] | None


def _strip_heif(data: bytes) -> bytes:
    """Blank metadata in place, so that no offset in the file changes, and cut off everything after the picture."""
    out = bytearray(data)
    boxes = list(_few(_boxes(data, 0, len(data)), _MOST_BOXES))
    second = next((n for n, box in enumerate(boxes) if n and box.kind == b"ftyp"), len(boxes))
    boxes = boxes[:second]  # the rest is another file, such as a video
    meta = next((box for box in boxes if box.kind == b"meta"), None)
    if meta is None:
        return data
    sequence = bool(_SEQUENCES & {data[at : at + 4] for at in range(boxes[0].body, boxes[0].end, 4)})
    media = [(box.body, box.end) for box in boxes if box.kind == b"mdat"]
    used = _strip_meta(out, meta, media)
    end = 0
    for box in boxes:
        if box.kind in (b"ftyp", b"meta") or (sequence and box.kind in (b"moov", b"mdat")):
            end = box.end
            if box.kind == b"moov":
                _strip_movie(out, box)
        elif box.kind == b"mdat" and any(start < box.end and box.body < stop for start, stop in used):
            end = box.end
            _blank(out, box.body, box.end, used)
        else:
            _free(out, box)
    return bytes(out[:end])


def _strip_meta(out: bytearray, meta: _Box, media: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Blank the metadata items of a `meta` box and remove them from its lists; return the extents that other items
    use."""
    children = list(_few(_boxes(out, meta.body + 4, meta.end), _MOST_BOXES))
    for child in children:
        if child.kind not in _META_BOXES or child.kind in (b"free", b"skip"):
            _free(out, child)
        elif child.kind == b"iprp":
            _blank_descriptions(out, child)
    found = {child.kind: child for child in reversed(children)}
    idat = found.get(b"idat", _Box(b"idat", 0, 0, 0))
    kinds = {_item_of(out, box): _kind_of(out, box) for box in _entries(out, found[b"iinf"])}
    items = list(_items(out, found[b"iloc"], idat))
    used = [extent for item in items if kinds.get(item.id) not in _PRIVATE_ITEMS for extent in item.extents]
    places = (*media, idat[2:])
    if not all(any(a <= start and stop <= b for a, b in places) for start, stop in used):
        raise ValueError("a picture lies outside the boxes that hold pictures")
    gone = {id for id, kind in kinds.items() if kind in _PRIVATE_ITEMS}
    for item in _few((item for item in items if item.id in gone), _MOST_BOXES):
        inside = [each for each in item.extents if any(a <= each[0] and each[1] <= b for a, b in places)]
        kept = 0
        if kinds[item.id] == b"Exif" and len(inside) == 1 and item.length and not _overlaps(inside[0], used):
            kept = _shorten_exif(out, *inside[0], *item.length)
        if kept:
            gone.discard(item.id)
            used.append((inside[0][0], inside[0][0] + kept))
        for start, stop in inside:
            _blank(out, start, stop, used)
    if idat.end:
        _blank(out, idat.body, idat.end, used)
    if gone:
        _leave_out(out, meta, children, gone)
    return used


def _shorten_exif(out: bytearray, start: int, stop: int, length_at: int, form: str) -> int:
    """Reduce the EXIF of an item in place, and return its new length, or 0 if nothing remains."""
    head = 4 + _number(">L", out, start)
    exif = bytes(out[start + head : stop])
    reduced = _reduce_exif(exif)
    if reduced == exif:
        return stop - start
    if not reduced or bytes(out[start + 4 : start + head]) not in (b"", b"Exif\0\0"):
        return 0
    out[start + head : start + head + len(reduced)] = reduced
    struct.pack_into(form, out, length_at, head + len(reduced))
    return head + len(reduced)


def _entries(out: bytearray, iinf: _Box) -> list[_Box]:
    """Yield the boxes of the items that `iinf` lists."""
    at = iinf.body + (6 if out[iinf.body] == 0 else 8)
    return [box for box in _few(_boxes(out, at, iinf.end)) if box.kind == b"infe"]


def _item_of(out: bytearray, infe: _Box) -> int:
    return _number(">L" if out[infe.body] == 3 else ">H", out, infe.body + 4)


def _kind_of(out: bytearray, infe: _Box) -> bytes:
    """Return the type of an item; empty if its entry's version has none."""
    at = infe.body + (10 if out[infe.body] == 3 else 8)
    return bytes(out[at : at + 4]) if out[infe.body] in (2, 3) else b""


def _items(out: bytearray, iloc: _Box, idat: _Box) -> Iterator[_Item]:
    """Yield the items of `iloc` (ISO/IEC 14496-12, 8.11.3) with their extents, as offsets in the file."""
    version, sizes = out[iloc.body], _number(">H", out, iloc.body + 4)
    forms = {0: "", 4: ">L", 8: ">Q"}
    offset, length, base, index = (forms[sizes >> shift & 15] for shift in (12, 8, 4, 0))
    at = iloc.body + 6

    def take(form: str) -> int:
        nonlocal at
        if not form:
            return 0
        at += struct.calcsize(form)
        if at > iloc.end:
            raise ValueError("iloc is cut short")
        return _number(form, out, at - struct.calcsize(form))

    left = _MOST_PARTS
    for _ in range(take(">L" if version == 2 else ">H")):
        begin = at
        id = take(">L" if version == 2 else ">H")
        method = take(">H") & 15 if version else 0
        take(">H")  # the file that holds it: decoders look into this one
        first, count = take(base), take(">H")
        left -= 1 + count
        if left < 0:
            raise ValueError("too many extents")
        extents = []
        for _ in range(count):
            if version and index:
                take(index)
            start = first + take(offset) + (idat.body if method == 1 else 0)
            size, room = take(length), idat.end if method == 1 else len(out)
            if method < 2:
                extents.append((start, min(start + size, room) if size else room))
        where = (at - struct.calcsize(length), length) if count == 1 and length else None
        yield _Item(id, bytes(out[begin:at]), tuple(extents), where)


def _leave_out(out: bytearray, meta: _Box, children: Iterable[_Box], gone: Collection[int]) -> None:
    """Rewrite a `meta` box without some of its items, in the same space."""
    made = bytearray(out[meta.at : meta.body + 4])
    for child in children:
        form = ">H" if out[child.body] < (1 if child.kind in (b"iinf", b"iref") else 2) else ">L"
        if child.kind == b"iinf":
            kept = [bytes(out[box.at : box.end]) for box in _entries(out, child) if _item_of(out, box) not in gone]
            body = out[child.body : child.body + 4] + struct.pack(form, len(kept)) + b"".join(kept)
        elif child.kind == b"iloc":
            kept = [item.entry for item in _items(out, child, _Box(b"", 0, 0, 0)) if item.id not in gone]
            body = out[child.body : child.body + 6] + struct.pack(form, len(kept)) + b"".join(kept)
        elif child.kind == b"iref":
            body = out[child.body : child.body + 4] + b"".join(_references(out, child, form, gone))
        else:
            made += out[child.at : child.end]
            continue
        made += struct.pack(">L4s", 8 + len(body), child.kind) + body
    room = meta.end - meta.at - len(made)
    made += struct.pack(">L4s", room, b"free") + bytes(room - 8)
    out[meta.at : meta.end] = made


def _references(out: bytearray, iref: _Box, form: str, gone: Collection[int]) -> Iterator[bytes]:
    """Yield the references between items that are kept."""
    size = struct.calcsize(form)
    for box in _few(_boxes(out, iref.body + 4, iref.end)):
        count = _number(">H", out, box.body + size)
        listed = struct.unpack_from(f">{count}{form[1]}", out, box.body + size + 2)
        kept = [each for each in listed if each not in gone]
        origin = _number(form, out, box.body)
        if kept and origin not in gone:
            body = struct.pack(form, origin) + struct.pack(f">H{len(kept)}{form[1]}", len(kept), *kept)
            yield struct.pack(">L4s", 8 + len(body), box.kind) + body


def _blank_descriptions(out: bytearray, iprp: _Box) -> None:
    """Blank people's descriptions, and the words of profiles; the properties stay, since items name them by number."""
    for ipco in _few(_boxes(out, iprp.body, iprp.end)):
        for box in _few(_boxes(out, ipco.body, ipco.end)) if ipco.kind == b"ipco" else ():
            if box.kind == b"udes":
                out[box.body + 4 : box.end] = bytes(max(0, box.end - box.body - 4))
            elif box.kind == b"colr" and bytes(out[box.body : box.body + 4]) in (b"prof", b"rICC"):
                out[box.body + 4 : box.end] = _without_words(bytes(out[box.body + 4 : box.end]))


def _strip_movie(out: bytearray, box: _Box) -> None:
    """Blank a movie's metadata beside its pictures, such as its position."""
    for child in _few(_boxes(out, box.body, box.end)):
        if child.kind in (b"udta", b"meta", b"uuid"):
            _free(out, child)
        elif child.kind == b"trak" and box.kind == b"moov":
            _strip_movie(out, child)


def _free(out: bytearray, box: _Box) -> None:
    """Turn a box into free space of the same size."""
    if box.kind not in (b"free", b"skip"):
        out[box.at + 4 : box.at + 8] = b"free"
    out[box.body : box.end] = bytes(box.end - box.body)


def _overlaps(extent: tuple[int, int], used: Iterable[tuple[int, int]]) -> bool:
    return any(start < extent[1] and extent[0] < stop for start, stop in used)


def _blank(out: bytearray, start: int, stop: int, used: Iterable[tuple[int, int]]) -> None:
    """Set the bytes of a part to zero, except those in use."""
    for begin, end in sorted(each for each in used if each[0] < stop and start < each[1]):
        if begin > start:
            out[start:begin] = bytes(begin - start)
        start = max(start, end)
    if start < stop:
        out[start:stop] = bytes(stop - start)


_FORMATS: Final[tuple[tuple[bytes, int, Callable[[bytes], bytes]], ...]] = (
    (b"\xff\xd8\xff", 0, _strip_jpeg),
    (_PNG, 0, _strip_png),
    (b"WEBP", 8, _strip_webp),
    (b"ftyp", 4, _strip_heif),
)
"""Beginnings of files of each format: bytes, their offset, and the function that strips them."""
