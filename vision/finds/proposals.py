"""Where a tile may lie that was not found: past the ends of rows, in their gaps, and beyond tiles that lie crosswise.

What the detector does not find, nothing else doubts: a flower more is not counted, and a kong whose fourth tile lies
beyond its crosswise one is read as a pung. But tiles lie side by side, so it is known where to look once more.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.rows import ASPECT, Row, lay_out
from vision.quads import Array, Quads

_FEWEST: Final = 2  # tiles that make a row
_NEXT: Final = 1.05  # tile widths from the middle of a tile to that of the one next to it
_PAST: Final = (0.55, 1.4)  # past the edge of a row's last tile; one that lies between is seen from both places
_SLACK: Final = 0.2  # a gap may look so much narrower than it is
_TAKEN: Final = 0.3  # no other tile lies where one that was found covers so much of the place
_UNIT: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def places(
    tiles: NDArray[np.floating], backs: NDArray[np.bool_], found: NDArray[np.floating], size: tuple[int, int]
) -> Quads:
    """The places beside tiles where nothing was found.

    Args:
        tiles: (N, 4, 2) corners in pixels of the tiles to look beside, clockwise from a short side on.
        backs: (N,) whether they lie face down: beside rows of such alone, as in a wall, nothing is looked for.
        found: (M, 4, 2) corners in pixels of all that was found, these tiles among them.
        size: (width, height) of the picture in pixels.

    Returns:
        (K, 4, 2) corners in pixels, clockwise from a short side on. Their middles lie in the picture.
    """
    quads, others = np.asarray(tiles, np.float64), np.asarray(found, np.float32).reshape(-1, 4, 2)
    rows = lay_out(quads, np.zeros(len(quads))).rows
    shown = [row for row in rows if len(row.places) >= _FEWEST and not backs[list(row.tiles)].all()]
    boxes = np.array([box for row in shown for box in _beside(row, quads)], np.float32).reshape(-1, 4, 2)
    middles = boxes.mean(axis=1)
    boxes = boxes[((middles > 0) & (middles < size)).all(axis=1)]
    free: Quads = boxes[~_taken(boxes, others)]
    return free


def _beside(row: Row, quads: Array) -> Iterator[Array]:
    """The places beside the tiles of a row, (4, 2) each, some of them taken by other tiles."""
    lying = quads[[place.tile for place in row.places]]
    middles = lying.mean(axis=1)
    across = (lying[:, 1] - lying[:, 0] + lying[:, 2] - lying[:, 3]) / 2
    down = (lying[:, 3] - lying[:, 0] + lying[:, 2] - lying[:, 1]) / 2
    ahead = middles[-1] - middles[0]
    mixed = len({place.crosswise for place in row.places}) > 1
    after = [*(_within(place.gap) for place in row.places[1:]), _PAST]
    for at, (place, steps) in enumerate(zip(row.places, after, strict=True)):
        if mixed and place.crosswise and place.added is None:
            yield from (lying[at] + _NEXT * across[at], lying[at] - _NEXT * across[at])
        if not steps and at > 0:
            continue
        # An upright tile of this row, as wide along the row and as high across it as it is seen here.
        width, height, half = (across[at], down[at], 0.5)
        if place.crosswise:
            width, height, half = (down[at] * ASPECT, -across[at] / ASPECT, 0.5 / ASPECT)
        upright = middles[at] + _UNIT @ np.stack([width, height])
        on = np.copysign(1.0, width @ ahead) * width
        yield from (upright + (half + step) * on for step in steps)
        if at == 0:
            yield from (upright - (half + step) * on for step in _PAST)


def _within(gap: float) -> tuple[float, ...]:
    """How far past a tile's edge the middle of another may lie in a gap, all in tile widths."""
    if gap < 1 - _SLACK:
        return ()
    return (gap / 2,) if gap < 1 + 2 * _SLACK else (0.5, gap - 0.5)


def _taken(boxes: Quads, found: Quads) -> NDArray[np.bool_]:
    """(K,) whether one of the quads found covers too much of a place."""
    reach, others = (np.linalg.norm(q - q.mean(axis=1, keepdims=True), axis=2).max(axis=1) for q in (boxes, found))
    apart = np.linalg.norm(boxes.mean(axis=1)[:, None] - found.mean(axis=1), axis=2)
    taken = [
        any(cv2.intersectConvexConvex(box, quad)[0] > _TAKEN * cv2.contourArea(box) for quad in found[near])
        for box, near in zip(boxes, apart < reach[:, None] + others, strict=True)
    ]
    return np.array(taken, bool)
