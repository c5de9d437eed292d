"""A stream from the network as a source."""

import os
import re
import threading
from collections.abc import Generator
from typing import Final
from urllib.parse import urlsplit

import cv2

from vision.live.sources.source import (
    MJPEG,
    Item,
    LostSourceError,
    Source,
    UnknownSourceError,
    grabbed,
)

_OPENING: Final = (5.0, 10.0, 20.0)
"""Seconds that a stream may take to open: at first, and after one and two failures. More notices later that a camera is
not there; less never gets a picture from a slow one."""

_READING: Final = 3000
"""Milliseconds that OpenCV waits for the next picture. More notices a lost camera later; less gives up on a slow
wifi."""

_ENCODED: Final = -1
"""Value of `cv2.CAP_PROP_FORMAT` that makes OpenCV return pictures undecoded."""

_SECRETS: Final = re.compile(
    r"((?:^|[&;])[^=&;]*(?:us(?:e?r|n)|pass|pwd|psw|key|token|auth|login|secret|sign?)[^=&;]*=)[^&;]*", re.I
)
"""Parameters by which cameras take a name or a password in the address, as Reolink, Foscam and Dahua do."""


def find(text: str) -> Source | None:
    """Return the stream at an address, or None if the text is none.

    Raises:
        UnknownSourceError: It is half an address.
    """
    if "://" not in text:
        return None
    try:
        name = _without_password(text)
    except ValueError as error:  # such as half an IPv6 address
        raise UnknownSourceError(re.sub("//.*@", "//", text)) from error
    failures = 0

    def open_stream(stop: threading.Event) -> Generator[Item]:
        nonlocal failures
        patience = _OPENING[min(failures, len(_OPENING) - 1)]
        failures += 1
        for item in _received(text, name, patience, stop):
            failures = 0
            yield item

    return Source(name, open_stream, live=True)


def _received(address: str, name: str, patience: float, stop: threading.Event) -> Generator[Item]:
    """Yield the newest pictures of a stream; JPEG pictures as their bytes.

    OpenCV would scale every picture of a stream to the size of its first. With other codecs (H.264, MPEG) it does so
    until the stream is opened again, since OpenCV reports no change; a camera set to another size ends its stream,
    whose description at the start has the old size.
    """
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")  # by UDP pictures arrive torn
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(1000 * patience), cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READING]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    try:
        if not capture.isOpened():
            raise LostSourceError("source-closed", name)
        encoded = capture.get(cv2.CAP_PROP_FOURCC) == MJPEG and capture.set(cv2.CAP_PROP_FORMAT, _ENCODED)
        yield from grabbed(capture, encoded, stop)
        raise LostSourceError("source-stopped", name)
    finally:
        capture.release()


def _without_password(url: str) -> str:
    """Return the address without its user, with `…` for parameters that may be secret."""
    parts = urlsplit(url)
    query = _SECRETS.sub(r"\1…", parts.query)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query=query).geturl()
