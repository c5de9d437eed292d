"""JPEG pictures one after another on a line, as `rpicam-vid --codec mjpeg -o tcp://…` sends them.

Written here because OpenCV reads the first 5 MB of such a line to find out what it is, and shows those pictures late.
"""

import socket
from collections.abc import Iterator
from typing import Final

_LARGEST: Final = 32 << 20
"""Most bytes of a picture; a line without an end in them sends something else. More takes memory; less refuses large
cameras."""

_CHUNK: Final = 1 << 18
"""Most bytes received at once. More takes memory; less takes longer with large pictures."""

START: Final = b"\xff\xd8\xff"
"""The start of each picture."""

_END: Final = b"\xff\xd9"
_FIRST: Final = 0xC0
"""The first marker of a segment that begins with its length, but for `0xD0` to `0xD9`, which stand in no head."""

_SCAN: Final = 0xDA


class NoPictureError(ValueError):
    """A line sends no JPEG pictures: it is another camera's."""


class Pictures:
    """The pictures in a stream of bytes."""

    def __init__(self) -> None:
        self._left = bytearray()
        self._sought = 0  # bytes of the picture in which there is no end

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take the next bytes, and yield each picture that they complete; what is no picture is skipped.

        Raises:
            NoPictureError: There is no end in the largest picture's number of bytes.
        """
        self._left += data
        while (begin := self._left.find(START)) >= 0:
            del self._left[:begin]
            end = self._end()
            if end < 0:
                break
            if end:
                yield bytes(self._left[:end])
            del self._left[: end or 1]
            self._sought = 0
        else:
            del self._left[: -len(START)]
        if len(self._left) > _LARGEST:
            raise NoPictureError("the line sends no JPEG pictures")

    def _end(self) -> int:
        """Return the end of the picture at the start of the bytes left, -1 if it is not there yet, 0 if it is none."""
        if not self._sought:
            at, marker = 2, 0
            while marker != _SCAN:  # over the segments, which may hold a small picture of their own
                head = self._left[at : at + 4]
                if len(head) < 4:
                    return -1
                marker, length = head[1], int.from_bytes(head[2:], "big")
                if head[:2] == b"\xff\xff":  # a marker may have more of them before it
                    at += 1
                    continue
                if head[0] != 0xFF or marker < _FIRST or 0xD0 <= marker <= 0xD9 or length < 2:
                    return 0
                at += 2 + length
            self._sought = at
        end = self._left.find(_END, self._sought)
        self._sought = max(self._sought, len(self._left) - 1)
        return end + len(_END) if end >= 0 else -1


def received(line: socket.socket, first: bytes) -> Iterator[bytes]:
    """Yield the pictures of a line until it ends or is silent for its timeout.

    Args:
        line: The line.
        first: The bytes received already.

    Raises:
        NoPictureError: It sends no JPEG pictures.
        OSError: It is lost.
    """
    pictures, data = Pictures(), first
    while data:
        yield from pictures.feed(data)
        data = line.recv(_CHUNK)
