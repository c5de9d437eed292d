"""What the networks saw of the tiles of one picture, and what their scores mean."""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.quads import Array

FAINT: Final = 0.03
"""Detections that score less are dropped before refinement."""

HARDLY: Final = 0.06
"""Finds that score less do not even show a part of a tile."""

LIKELY: Final = 0.25
"""Finds that score less are hardly tiles."""

CLEAR: Final = 0.5
"""Finds that score at least this are surely tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What detector and classifier say of the N tiles of a picture.

    Attributes:
        size: (width, height) of the picture in pixels.
        quads: (N, 4, 2) corners in pixels, clockwise from the glyph's top left as far as that is known.
        scores: (N,) probability that there is a tile at all.
        backs: (N,) whether its back is seen.
        faces: (N, 43) probabilities in the order of `scoring.tiles.FACES`, then "no tile, or none known".
        upright: (N,) in -1..1, how sure it is that the quad starts at the glyph's top left and not at its
            bottom right.
        glare: (N,) share of the tile that is blown out, 0-1.
        marks: (N,) how far what is on the tile stands out, in grey levels, 0-255; looked at where it may be a white
            dragon, elsewhere 0.
        whole: (N,) probability that all of the tile is seen: nothing lies over it, and it lies in the picture.
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
        """The same of some of the tiles."""
        return Evidence(self.size, *(getattr(self, each.name)[kept] for each in fields(self)[1:]))
