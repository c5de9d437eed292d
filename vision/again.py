"""A second look at a picture whose hand is doubtful: turned by half, as the networks then see another one."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from .image import Picture
from .reading import DoubtKind, Evidence, Reading

_LASTING: Final[frozenset[DoubtKind]] = frozenset({"glare", "cut-off", "face-down", "whose-hand"})
"""Doubts that lie in the picture itself: no look at it ends them."""

_NEAR: Final = 0.4  # of a tile's size: finds nearer than this are of one tile


def turned(picture: Picture) -> Picture:
    """The picture turned by half."""
    return np.asarray(cv2.flip(picture, -1), np.uint8)


def turned_back(evidence: Evidence) -> Evidence:
    """What was seen in a picture that was turned by half, where it lies in the picture itself."""
    return replace(evidence, quads=np.array(evidence.size) - evidence.quads)


def confirmed(first: Reading, second: Reading) -> Reading:
    """The second reading of a picture, where it is sure and the first says nothing against it; else the first.

    Against it is another hand, a tile that the second look did not find, and any doubt that no look can end.
    """
    lasting = any(doubt.kind in _LASTING for doubt in first.doubts)
    if not second.sure or second.hand != first.hand or lasting:
        return first
    found = np.array([tile.quad for tile in second.tiles]).mean(axis=1)
    for tile in first.tiles:
        quad = np.array(tile.quad)
        size = np.sqrt(np.linalg.norm(quad[1] - quad[0]) * np.linalg.norm(quad[3] - quad[0]))
        if np.linalg.norm(found - quad.mean(axis=0), axis=1).min() > _NEAR * size:
            return first
    return second
