"""Tiles that fill much of a picture, which the detector misses at its usual scales."""

from typing import Final

import cv2
import numpy as np

from vision.evidence import CLEAR, LIKELY, Evidence, joined
from vision.image import Picture
from vision.quads import Array, contains, sides

_MOST: Final = 1
"""Most faces of a picture that is searched for large tiles. Each more costs a small detection in more pictures, and
between several tiles of a usual size no large one lies."""

_SHARE: Final = 0.25
"""Least mean side of a large tile, as a share of the picture's shorter side. Less shows more parts of things as tiles;
the usual scales find tiles up to about half of the picture's height."""

_SAME: Final = 1.5
"""A large tile and a find at its middle are the same up to this ratio of their sides. More takes a part, such as the
one dot of its tile, for the whole; less shows a tile twice."""

_GROUND: Final = 1 / 6
"""Plain ground round a picture, as a share of its shorter side. Less cuts off crops of a tile that fills the picture;
more takes memory. Without any, the verifier rejects 7 of 12 photographed tiles that fill all of the picture."""

_GREY: Final = (114, 114, 114)
"""Colour of that ground: the one round pictures in the detector's training."""


def hardly_any(seen: Evidence) -> bool:
    """Return True if a picture shows so few faces that it may show a large one instead."""
    return int((~seen.backs & (seen.scores >= LIKELY)).sum()) <= _MOST


def with_ground(picture: Picture) -> tuple[Picture, int]:
    """Return a picture with plain ground round it, and the width of that in pixels.

    The networks learnt from tiles that lie on something: one that ends with the picture is not a tile to the verifier.
    """
    width = round(_GROUND * min(picture.shape[:2]))
    around = cv2.copyMakeBorder(picture, width, width, width, width, cv2.BORDER_CONSTANT, value=_GREY)
    return np.asarray(around, np.uint8), width


def with_large(seen: Evidence, large: Evidence) -> Evidence:
    """Return the finds of a picture with the clear large tiles among other finds, and without what lies in these.

    Args:
        seen: The finds at the usual scales.
        large: The finds at the scales for large tiles.
    """
    least = _SHARE * min(seen.size)
    clear = ~large.backs & (large.scores >= CLEAR) & (_size(large) >= least)
    likely = seen.only(seen.scores >= LIKELY)
    mutual = contains(large.quads, likely.quads) & contains(likely.quads, large.quads).T
    same = mutual & (_size(large)[:, None] < _SAME * _size(likely))
    added = large.only(clear & ~np.asarray(same.any(axis=1)))
    if not len(added.scores):
        return seen
    rest = seen.only(~np.asarray(contains(added.quads, seen.quads).any(axis=0)))
    return joined([rest, added])


def _size(seen: Evidence) -> Array:
    """Return (N,) mean sides of finds in pixels."""
    return np.asarray(sides(seen.quads).mean(axis=1))
