"""Text of files as people save them (a byte order mark or none, UTF-8 or UTF-16), on a terminal, and of times."""

import codecs
import re
import unicodedata
from datetime import datetime
from typing import Final, Literal

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks with their encodings; UTF-32 before UTF-16, whose mark it begins with."""

BOM: Final = codecs.BOM_UTF8
"""The mark without which Excel shows a CSV file in UTF-8 wrongly."""

_ZERO_SHARE: Final = 0.2
"""Least share of zero bytes in the high or the low halves of UTF-16 without a mark. Spaces, digits and line ends have
them in every language; more misses short Chinese lists, less takes binary files for text."""


def unicode_encoding(data: bytes) -> str | None:
    """Return the Unicode encoding of a text by its mark, its zero bytes or its bytes, or None if it has another."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding if _decodes(data, encoding) else None
    if b"\0" in data:
        return _utf16_without_mark(data)
    return "utf-8" if _decodes(data, "utf-8") else None


def decode(data: bytes) -> str:
    """Return the text of a file that a program reads: UTF-8 or UTF-16, with or without a mark.

    Raises:
        UnicodeDecodeError: It is in another encoding.
    """
    return data.decode(unicode_encoding(data) or "utf-8")


def stream_encoding(start: bytes) -> str:
    """Return the encoding of a text that is read line by line, by its first bytes; UTF-8 if they are of no other."""
    if start.startswith(BOM):
        return "utf-8-sig"
    if b"\0" not in start:
        return "utf-8"
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return _utf16_without_mark(start[: len(start) // 2 * 2]) or "utf-8"


def _utf16_without_mark(data: bytes) -> str | None:
    if len(data) % 2:
        return None
    for encoding, high in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        low = data[::2] if encoding == "utf-16-le" else data[1::2]
        if high.count(0) >= _ZERO_SHARE * len(high) and not low.count(0) and _decodes(data, encoding):
            return encoding
    return None


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


_UNSAFE: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
"""Control characters, which a terminal follows as commands, and marks that change the direction of what stands
around them."""


def visible(text: str) -> str:
    r"""Return a text for a terminal: control characters of strangers' names and files appear as `\x1b`."""
    return _UNSAFE.sub(lambda found: _escape(found[0]), text)


def _escape(char: str) -> str:
    r"""Return `\x1b` for a control character, and the escape of JSON, `\u202e`, for those that JSON may have."""
    return f"\\x{ord(char):02x}" if char < " " else f"\\u{ord(char):04x}"


def visible_lines(text: str) -> str:
    """Return a text for a terminal like `visible`, but with its lines and tabs."""
    return _UNSAFE.sub(lambda found: found[0] if found[0] in "\t\n" else visible(found[0]), text)


_INVISIBLE: Final = re.compile(r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def cleaned(text: str) -> str:
    """Return a cell of a list without invisible marks and double spaces, its letters composed."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", text)).split())


_FORMATS: Final = {"day": "%Y-%m-%d", "time": "%H:%M", "both": "%Y-%m-%d %H:%M"}


def local_time(iso: str, how: Literal["day", "time", "both"] = "both") -> str:
    """Return a time (ISO 8601) by this computer's clock: day, time or both. Other text is returned unchanged."""
    try:
        return f"{datetime.fromisoformat(iso).astimezone():{_FORMATS[how]}}"
    except (ValueError, OverflowError):
        return iso
