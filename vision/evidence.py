"""What the networks see of the tiles of one picture, and what their scores mean."""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.quads import Array

FAINT: Final = 0.03
"""Detections that score less are dropped before refinement. Not measured."""

HARDLY: Final = 0.06
"""Finds that score less show not even a part of a tile, and are dropped. Not measured."""

LIKELY: Final = 0.25
"""Finds that score less are not taken for tiles, but some are asked about. Not measured."""

CLEAR: Final = 0.5
"""Finds that score at least this are clearly tiles: likelier than not. Not measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the networks say of the N finds of a picture.

    Attributes:
        size: (width, height) of the picture in pixels.
        quads: (N, 4, 2) corners in pixels, clockwise, from the glyph's top left as far as that is known.
        scores: (N,) probability that there is a tile at all.
        backs: (N,) whether the tile shows its back.
        faces: (N, 43) probabilities of the faces in the order of `scoring.tiles.FACES`, then of "no known tile".
        upright: (N,) in -1..1, how sure it is that the quad starts at the glyph's top left and not at its
            bottom right.
        glare: (N,) share of the tile that is overexposed, 0-1.
        marks: (N,) contrast of the marks on the tile in grey levels, 0-255, measured where it may be a white dragon;
            0 elsewhere.
        whole: (N,) probability that all of the tile is seen: nothing lies over it, and no edge of the picture cuts it.
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

    def only(self, kept: NDArray[np.bool_]) -> "Evidence":
        """The evidence of some of the finds, by mask (N,)."""
        return Evidence(self.size, *(getattr(self, each.name)[kept] for each in fields(self)[1:]))
