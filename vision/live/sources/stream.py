"""A stream from the network as a source."""

import os
import re
import socket
import threading
import time
from collections.abc import Generator
from typing import Final
from urllib.parse import urlsplit

import cv2

from vision.live.sources import jpegs
from vision.live.sources.kind import CameraKind
from vision.live.sources.source import (
    MJPEG,
    PERIOD,
    Item,
    LostSourceError,
    Source,
    grabbed,
    shot_of,
)

_OPENING: Final = (5.0, 10.0, 20.0)
"""Seconds that a stream may take to open: at first, and after one and two failures. More notices later that a camera is
not there; less never gets a picture from a slow one."""

_READING: Final = 3.0
"""Seconds to wait for the next picture. More notices a lost camera later; less gives up on a slow
wifi."""

_ENCODED: Final = -1
"""Value of `cv2.CAP_PROP_FORMAT` that makes OpenCV return pictures undecoded."""

_RAW: Final = "tcp://"
"""The scheme of a line without a protocol of its own."""

_SECRETS: Final = re.compile(
    r"((?:^|[&;])[^=&;]*(?:us(?:e?r|n)|pass|pwd|psw|key|token|auth|login|secret|sign?)[^=&;]*=)[^&;]*", re.I
)
"""Parameters by which cameras take a name or a password in the address, as Reolink, Foscam and Dahua do."""


_CHOOSABLE: Final = re.compile(r"(rtsps?|https?|tcp)://[!-~]+", re.IGNORECASE)
"""Addresses of network cameras; others that OpenCV knows may read files."""


def _matches(address: str) -> bool:
    try:
        urlsplit(address)
    except ValueError:  # such as half an IPv6 address
        return False
    return "://" in address


def _choosable(address: str) -> bool:
    return _CHOOSABLE.fullmatch(address) is not None


def _source(address: str) -> Source:
    name = _without_password(address)
    failures = 0

    def open_stream(stop: threading.Event) -> Generator[Item]:
        nonlocal failures
        patience = _OPENING[min(failures, len(_OPENING) - 1)]
        failures += 1
        opened = _raw if address.startswith(_RAW) else _received
        for item in opened(address, name, patience, stop):
            failures = 0
            yield item

    return Source(name, open_stream)


def _received(address: str, name: str, patience: float, stop: threading.Event) -> Generator[Item]:
    """Yield the newest pictures of a stream; JPEG pictures as their bytes.

    OpenCV would scale every picture of a stream to the size of its first. With other codecs (H.264, MPEG) it does so
    until the stream is opened again, since OpenCV reports no change; a camera set to another size ends its stream,
    whose description at the start has the old size.
    """
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")  # by UDP pictures arrive torn
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(1000 * patience)]
    limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(1000 * _READING)]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    try:
        if not capture.isOpened():
            raise LostSourceError("source-closed", name)
        encoded = capture.get(cv2.CAP_PROP_FOURCC) == MJPEG and capture.set(cv2.CAP_PROP_FORMAT, _ENCODED)
        yield from grabbed(capture, encoded, stop)
        raise LostSourceError("source-stopped", name)
    finally:
        capture.release()


def _raw(address: str, name: str, patience: float, stop: threading.Event) -> Generator[Item]:
    """Yield the newest pictures of a line that sends JPEG pictures, or other video that OpenCV knows."""
    parts = urlsplit(address)
    try:
        line = socket.create_connection((parts.hostname or "", parts.port or 0), patience)
    except (OSError, ValueError, OverflowError) as error:  # such as a port that is none
        raise LostSourceError("source-closed", name) from error
    with line:
        try:
            first = line.recv(len(jpegs.START), socket.MSG_WAITALL)
            line.settimeout(_READING)
            due = 0.0
            for picture in jpegs.received(line, first) if first == jpegs.START else ():
                if stop.is_set():
                    return
                if (now := time.monotonic()) >= due and (shot := shot_of(picture)):
                    due = max(due, now - PERIOD) + PERIOD
                    yield shot
        except (OSError, jpegs.NoPictureError) as error:
            raise LostSourceError("source-stopped", name) from error
    if first == jpegs.START:
        raise LostSourceError("source-stopped", name)
    yield from _received(address, name, patience, stop)


def _without_password(url: str) -> str:
    """Return the address without its user, with `…` for parameters that may be secret."""
    parts = urlsplit(url)
    query = _SECRETS.sub(r"\1…", parts.query)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query=query).geturl()


STREAM: Final = CameraKind(
    "stream",
    help="an rtsp:// or http:// address",
    live=True,
    matches=_matches,
    source=_source,
    choosable=_choosable,
    example="rtsp://192.168.1.20/stream",
)
