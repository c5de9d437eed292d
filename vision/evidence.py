"""The networks' output for the tiles of one picture, and the meaning of its scores."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, WHITE
from vision.quads import Array

ALIKE: Final = (FACES[WHITE], *(n + suit for suit, ranks in (("p", "1234589"), ("s", "245689")) for n in ranks))
"""Faces that look the same upside down but for their colours, which differ from set to set."""

FAINT: Final = 0.03
"""Detections below this score are dropped before refinement. Higher loses tiles that refinement would confirm; lower
refines more boxes in vain."""

HARDLY: Final = 0.06
"""Detections below this score show not even a part of a tile, and are dropped. Higher loses half-covered tiles; lower
keeps noise in every later step."""

LIKELY: Final = 0.25
"""Detections below this score are not taken for tiles, but some become questions. Higher drops more true tiles from
hands; lower takes more other things into them."""

CLEAR: Final = 0.5
"""Detections of at least this score are clearly tiles: likelier than not. Higher bases rows and sizes on too few tiles;
lower, on things that are not tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The networks' output for the N detections of a picture.

    Attributes:
        size: (width, height) of the picture in pixels.
        quads: (N, 4, 2) corners in pixels, clockwise, from the glyph's top left if known.
        scores: (N,) probability that there is a tile at all.
        backs: (N,) True if the tile shows its back.
        faces: (N, 43) probabilities of the faces in the order of `scoring.tiles.FACES`, then of "no known tile".
        upright: (N,) in -1..1, confidence that the quad starts at the glyph's top left and not at its bottom right.
        glare: (N,) share of the tile that is overexposed, 0-1.
        marks: (N,) contrast of the marks on the tile in grey levels, 0-255, measured if it may be a white dragon;
            otherwise 0.
        whole: (N,) probability that the whole tile is visible: neither covered nor cut off by the edge of the picture.
        sets: Sets of a won hand beside the pair, in the game that is played.
    """

    size: tuple[int, int]
    quads: Array
    scores: Array
    backs: NDArray[np.bool_]
    faces: Array
    upright: Array
    glare: Array
    marks: Array
    whole: Array
    sets: int = 4

    @property
    def whole_hand(self) -> int:
        """Tiles of a won hand, a kong counted as three."""
        return 3 * self.sets + 2

    def in_frame(self, size: tuple[int, int]) -> "Evidence":
        """Return the evidence in pixels of the same picture at another (width, height)."""
        if size == self.size:
            return self
        return replace(self, size=size, quads=self.quads * (np.array(size) / np.array(self.size)))

    def only(self, kept: NDArray[np.bool_]) -> "Evidence":
        """Return the evidence of some of the detections, by mask (N,)."""
        return replace(self, **{name: getattr(self, name)[kept] for name in OF_EACH})

    def content(self, *names: str) -> tuple[bytes, ...]:
        """Return the values of some attributes, by default of all for each detection, as a key to what they tell."""
        return tuple(getattr(self, name).tobytes() for name in names or OF_EACH)


OF_EACH: Final = tuple([each.name for each in fields(Evidence)[1:-1]])
"""The attributes that have a value for each detection."""


def joined(parts: Sequence[Evidence]) -> Evidence:
    """Return the finds of several parts of one picture, at least one, as one evidence."""
    each = {name: np.concatenate([getattr(part, name) for part in parts]) for name in OF_EACH}
    return replace(parts[0], **each)
