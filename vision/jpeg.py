"""The structure of a JPEG file (ITU T.81): its scans, if it is complete, and the memory for decoding it.

Written here because decoders either refuse a file without an end marker, as Pillow does, or accept one that was cut in
the middle.
"""

import re
from dataclasses import dataclass, field
from math import ceil
from typing import Final

MAX_SCANS: Final = 20
"""Most scans of a JPEG. Encoders of progressive JPEGs write about ten, and each takes as long as decoding the whole."""

END: Final = b"\xff\xd9"
"""The end marker."""

_START, _SCAN, _RESTARTS = 0xD8, 0xDA, 0xDD
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a length (table B.1)."""
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE: Final = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_MARKER: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_RESTART: Final = re.compile(rb"\xff[\xd0-\xd7]")
_COEFFICIENTS: Final = 64

_PADDINGS: Final = (b"\x00" * 4096, b"\x5a" * 4096)
"""Two fillings for a missing end, longer than the largest block of a picture, 1,200 bytes. A picture that needs some of
it decodes differently with each."""


@dataclass(frozen=True, slots=True)
class Component:
    """A colour of a JPEG, with its samples across and down in a block."""

    id: int
    across: int
    down: int


@dataclass(frozen=True, slots=True)
class Scan:
    """A pass over a JPEG: its components and coefficients, its lowest bit, and where its data begin."""

    components: tuple[int, ...]
    first: int
    last: int
    bit: int
    at: int


@dataclass(slots=True)
class Structure:
    """The structure of the first picture of a JPEG file, from its markers.

    Attributes:
        size: (width, height) as stored.
        components: Its colours.
        progressive: True if coefficients come in several passes.
        interval: Blocks between two restart markers; 0 for none.
        scans: Its scans, at most one above `MAX_SCANS`.
        ended: True if the end marker is there.
        end: Bytes up to the end marker, or to the last marker.
    """

    size: tuple[int, int] = (0, 0)
    components: tuple[Component, ...] = ()
    progressive: bool = False
    interval: int = 0
    scans: list[Scan] = field(default_factory=list)
    ended: bool = False
    end: int = 0

    @property
    def samples(self) -> int:
        """Samples of all components."""
        width, height = self.size
        across = max((c.across for c in self.components), default=1)
        down = max((c.down for c in self.components), default=1)
        return sum(width * height * c.across * c.down // (across * down) for c in self.components)

    @property
    def held(self) -> int:
        """Bytes that a decoder holds of a picture with several scans: two for each coefficient."""
        return 2 * self.samples if self.progressive or len(self.scans) > 1 else 0


def parsed(data: bytes) -> Structure:
    """Return the structure of the first picture of a JPEG file, as far as its markers are readable."""
    found = Structure(end=len(data))
    at = 2
    while len(found.scans) <= MAX_SCANS and data.startswith(b"\xff", at):
        while data.startswith(b"\xff\xff", at):
            at += 1
        found.end = at
        marker = data[at + 1] if at + 1 < len(data) else _START
        if data.startswith(END, at) or marker == _START:
            found.ended = marker != _START
            return found
        if marker in _BARE:
            at += 2
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        body = data[at + 4 : at + 2 + length]
        at += 2 + length
        found.end = at
        if marker in _FRAMES and len(body) >= 6:
            found.size = (int.from_bytes(body[3:5], "big"), int.from_bytes(body[1:3], "big"))
            found.progressive = marker in _PROGRESSIVE
            parts = (body[n : n + 3] for n in range(6, len(body) - 2, 3))
            found.components = tuple(Component(p[0], p[1] >> 4 or 1, p[1] & 15 or 1) for p in parts)
        elif marker == _RESTARTS:
            found.interval = int.from_bytes(body, "big")
        elif marker == _SCAN and len(body) >= 4:
            ids = tuple(body[n] for n in range(1, len(body) - 3, 2))
            found.scans.append(Scan(ids, body[-3], body[-2], body[-1] & 15, at))
            after = _MARKER.search(data, at)
            at = len(data) if after is None else after.start()
            found.end = at
    found.end = min(found.end, len(data))
    return found


def fillings(data: bytes, found: Structure) -> tuple[bytes, bytes] | None:
    """Return a file without an end marker with two fillings, with which it decodes to the same pixels if it is
    complete.

    Args:
        data: The file.
        found: Its structure, which has not ended.

    Returns:
        Two files to decode and compare, or None if the markers show that something is missing.
    """
    if found.ended or not found.scans or not _all_sent(found):
        return None
    last = found.scans[-1]
    body = data[: found.end]
    while body.endswith(b"\0\0"):  # a broken copy is padded with zeros
        body = body.rstrip(b"\0") + b"\0"
    if body.endswith(b"\xff"):
        body = body[:-1]
    if found.interval:
        due = ceil(_blocks(found, last) / found.interval) - 1
        if sum(1 for _ in _RESTART.finditer(body, last.at)) < due:
            return None
    one, other = (body + padding + END for padding in _PADDINGS)
    return one, other


def _all_sent(found: Structure) -> bool:
    """Return True if the scans contain each coefficient of each component down to its last bit."""
    if not found.components:
        return False
    left = {component.id: set(range(_COEFFICIENTS)) for component in found.components}
    for scan in found.scans:
        sent = range(scan.first, scan.last + 1) if found.progressive else range(_COEFFICIENTS)
        for id in scan.components:
            if id in left and (scan.bit == 0 or not found.progressive):
                left[id] -= set(sent)
    return not any(left.values())


def _blocks(found: Structure, scan: Scan) -> int:
    """Return the number of blocks of a scan, as for restart intervals (A.2)."""
    width, height = found.size
    across, down = max(c.across for c in found.components), max(c.down for c in found.components)
    if len(scan.components) > 1:
        return ceil(width / (8 * across)) * ceil(height / (8 * down))
    one = next((c for c in found.components if c.id in scan.components), found.components[0])
    return ceil(ceil(width * one.across / across) / 8) * ceil(ceil(height * one.down / down) / 8)
