"""Another look at a picture: turned, smaller and larger, for then the networks see another one, and err otherwise."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.evidence import CLEAR, Evidence
from vision.fusion import joined
from vision.image import Picture, shrunk
from vision.quads import sides
from vision.reading import Reading

TURNS: Final = (0, 2, 1)
"""Quarter turns, one after another, of a photograph that leaves something open, and of the pictures of a live hand."""

TileFinder = Callable[[Picture, int], Evidence]
"""Finds and names the tiles of a picture that is turned by so many quarters, and says where they lie in the picture."""

_LIKENESS: Final = 0.75
"""How alike the mistakes in looks at one picture are (`vision.fusion.joined`): three weigh as 1.2.

Of 28,938 tiles of rendered hands the true faces were given the most where they weighed as 1.3, and one alone as 1.2.
"""

_ROTATED: Final = {1: cv2.ROTATE_90_CLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_COUNTERCLOCKWISE}
_ROW: Final = 11  # so many tiles in a row may be a hand, though none was read
_NAMED: Final = 0.9  # where no hand lies, a tile that is less clearly named is worth another look too,
_PERHAPS: Final = 0.2  # and so is what is so likely a tile, but no clear one
_WIDE: Final = 93.0  # pixels of a tile's width of which no network sees more: half as many again as the largest crop's


def worth_another_look(reading: Reading, seen: Evidence) -> bool:
    """Whether another look at a picture may make more of it than the reading of what was seen."""
    if reading.hand is not None:
        return not reading.sure
    row = max((len(group.tiles) for group in reading.groups), default=0)
    there = seen.scores * (1 - seen.faces[:, -1])
    return (
        row >= _ROW
        or any(tile.face == "up" and tile.confidence < _NAMED for tile in reading.tiles)
        or bool(((there > _PERHAPS) & (there < CLEAR)).any())
    )


def looked_again(
    reading: Reading, evidence: Evidence, picture: Picture, look: TileFinder, weigh: Callable[[Evidence], Reading]
) -> Reading:
    """What is read of a picture that is turned until nothing is left open, or it was seen in all of `TURNS`.

    Args:
        reading: What was read of it as it is.
        evidence: And seen.
        picture: (height, width, 3) blue-green-red pixels.
        look: Looks at it.
        weigh: Makes the hand of what all looks say together.
    """
    looks, times = [evidence], _finer(evidence)
    coarse = shrunk(picture, times)
    for quarters in TURNS[1:]:
        turned = look(coarse, quarters)
        looks.append(replace(turned, size=evidence.size, quads=turned.quads * times))
        seen = joined(looks, _LIKENESS)
        more = weigh(seen)
        if more.hand is not None or reading.hand is None:
            reading = more
        if not worth_another_look(reading, seen):
            break
    return reading


def _finer(seen: Evidence) -> int:
    """How many times as wide as any network sees them nearly all tiles of a picture are; 1 where they are not."""
    clear = seen.quads[seen.scores >= CLEAR]
    return max(1, int(np.quantile(sides(clear).min(axis=1), 0.1) / _WIDE)) if len(clear) else 1


def seen_turned(look: Callable[[Picture], Evidence], picture: Picture, quarters: int) -> Evidence:
    """What a look at a picture sees when it is turned clockwise by 1 to 3 quarters; where it lies in the picture."""
    evidence = look(np.asarray(cv2.rotate(picture, _ROTATED[quarters]), np.uint8))
    quads = evidence.quads
    height, width = picture.shape[:2]
    for left in range(quarters, 0, -1):
        # One quarter back: the width of the turned picture was the height before, and of the one before that the width.
        quads = np.stack([quads[..., 1], (height, width)[(left - 1) % 2] - quads[..., 0]], axis=-1)
    return replace(evidence, size=(width, height), quads=quads)
