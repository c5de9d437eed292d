"""Test-time augmentation: a doubtful picture is read again from rotated and scaled copies of it.

The networks see another picture then and make other mistakes, so that what all looks agree on is likelier right.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.evidence import CLEAR, Evidence
from vision.fusion import fused
from vision.image import Picture, shrunk
from vision.quads import sides
from vision.reading import Reading

ROTATIONS: Final = (0, 2, 1)
"""Quarter turns clockwise of successive looks at a doubtful photograph, and at the pictures of a live hand."""

TileFinder = Callable[[Picture, int], Evidence]
"""Finds and names the tiles of a picture, rotated by so many quarter turns; the evidence is in its own pixels."""

Watch = Callable[[Reading, tuple[int, ...]], bool]
"""Takes the reading so far, and the indices of its tiles that the next look is about, before each further look.

It returns False to leave the reading at that. A reading that is passed on is never sure.
"""

_CORRELATION: Final = 0.75
"""Correlation of the mistakes in looks at one picture (`vision.fusion.fused`): three weigh as 1.2.

Of 28,938 tiles of rendered hands the true faces were given the most where they weighed as 1.3, and one alone as 1.2.
"""

_ROTATE: Final = {1: cv2.ROTATE_90_CLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_COUNTERCLOCKWISE}
"""OpenCV's code for a rotation by so many quarter turns clockwise."""

_ROW: Final = 11
"""Fewest tiles of a row that may be a hand although none was read: a hand with a meld apart has 11. Not measured."""

_NAMED: Final = 0.9
"""Where there is no hand, a tile less clearly named than this is worth another look. Not measured."""

_PERHAPS: Final = 0.2
"""Where there is no hand, a find likelier a tile than this, but not clear, is worth another look. Not measured."""

_FINEST: Final = 93.0
"""Width of a tile in pixels beyond which no network sees more: half as much again as that of the largest crop."""

_NARROW: Final = 0.1
"""Quantile of the tiles' widths by which a picture is shrunk, so that nearly all stay fine enough. Not measured."""


def needs_tta(reading: Reading, seen: Evidence) -> bool:
    """Whether more looks at a picture may improve the reading of what was seen."""
    if reading.hand is not None:
        return not reading.sure
    row = max((len(group.tiles) for group in reading.groups), default=0)
    there = seen.scores * (1 - seen.faces[:, -1])
    return (
        row >= _ROW
        or any(tile.face == "up" and tile.confidence < _NAMED for tile in reading.tiles)
        or bool(((there > _PERHAPS) & (there < CLEAR)).any())
    )


def open_tiles(reading: Reading) -> tuple[int, ...]:
    """Return the indices of the tiles that another look may change: the doubtful ones, or all of the hand."""
    doubted = {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    if reading.hand is None:
        doubted |= {n for n, tile in enumerate(reading.tiles) if tile.face == "up" and tile.confidence < _NAMED}
    whole = (tile for group in reading.groups if group.kind != "aside" for tile in group.tiles)
    return tuple(sorted(doubted or whole))


def read_augmented(
    reading: Reading,
    evidence: Evidence,
    picture: Picture,
    look: TileFinder,
    decode: Callable[[Evidence], Reading],
    watch: Watch | None = None,
) -> Reading:
    """Reads a picture in one rotation after another until nothing is left open, or all `ROTATIONS` were seen.

    Args:
        reading: The reading of the picture as it is.
        evidence: What was seen of the picture as it is.
        picture: (height, width, 3) blue-green-red pixels.
        look: Looks at the rotated picture.
        decode: Makes the hand of all looks together.
        watch: Takes the reading before each look, and may end it.
    """
    looks, times = [evidence], _shrinkage(evidence)
    coarse = shrunk(picture, times)
    for quarters in ROTATIONS[1:]:
        if watch and not watch(replace(reading, sure=False), open_tiles(reading)):
            return replace(reading, sure=False)
        rotated = look(coarse, quarters)
        looks.append(replace(rotated, size=evidence.size, quads=rotated.quads * times))
        seen = fused(looks, _CORRELATION)
        more = decode(seen)
        if more.hand is not None or reading.hand is None:
            reading = more
        if not needs_tta(reading, seen):
            break
    return reading


def _shrinkage(seen: Evidence) -> int:
    """How many times a picture may be shrunk before the networks see less of its tiles; at least 1."""
    clear = seen.quads[seen.scores >= CLEAR]
    return max(1, int(np.quantile(sides(clear).min(axis=1), _NARROW) / _FINEST)) if len(clear) else 1


def look_rotated(look: Callable[[Picture], Evidence], picture: Picture, quarters: int) -> Evidence:
    """Looks at a picture rotated clockwise by 1 to 3 quarter turns; the evidence lies in the picture as given."""
    evidence = look(np.asarray(cv2.rotate(picture, _ROTATE[quarters]), np.uint8))
    quads = evidence.quads
    height, width = picture.shape[:2]
    for left in range(quarters, 0, -1):
        # One quarter back. The width of the rotated picture is the height of the one before, and the other way round.
        quads = np.stack([quads[..., 1], (height, width)[(left - 1) % 2] - quads[..., 0]], axis=-1)
    return replace(evidence, size=(width, height), quads=quads)
