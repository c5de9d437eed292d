"""Tiles found as two halves, and two tiles found as one, with the quads that may lie there instead."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import LIKELY
from vision.finds.detections import NameTiles, Refine, TileDetections
from vision.networks.detector import KINDS, Detections
from vision.quads import Quads, sides

_COMMON_SIDE: Final = 0.3
"""Distance of the corners of two sides, as a share of the longer one, within which both are one common side. More tries
more pairs, which costs time; less misses halves whose boxes lie askew."""

_FILLED: Final = 0.75
"""Least share of a half that lies within the whole, and of the whole that both halves cover. More leaves halves whose
boxes lie askew as two tiles; less merges finds that are not the halves of the whole."""

_FIRM: Final = 0.8
"""Score from which both of two finds are tiles, not halves of one. Higher tries to merge more neighbours; lower leaves
halves that look like tiles as two."""

_SHOWN: Final = 0.9
"""Probability of a face from which a quad shows it clearly: a whole has to, its halves must not. Higher leaves halves
of unclear tiles as two; lower merges two tiles by a weak guess."""


def merge_halves(detections: TileDetections, refine: Refine, name: NameTiles) -> TileDetections:
    """Replace two finds that are the halves of one tile by the whole tile.

    Two faces side by side, at least one of them scoring below `_FIRM`, are halves if the refiner takes their union
    for one tile of the usual size and the classifier clearly sees a face there that neither half clearly shows.
    """
    faces = np.flatnonzero(~detections.backs & (detections.tiles.scores >= LIKELY))
    quads, scores = detections.tiles.quads[faces], detections.tiles.scores[faces]
    pairs, boxes = unions(quads, scores < _FIRM)
    wholes = refine(Detections(boxes, scores[pairs].min(axis=1), KINDS[:1] * len(boxes)))
    for at in np.flatnonzero(wholes.scores >= LIKELY):
        whole = wholes.only(np.array([at]))
        two = halves_within(whole.quads[0], detections.tiles.quads)
        if two is None:
            continue
        names = name(np.concatenate([whole.quads, detections.tiles.quads[two]])).faces
        clear = names[:, :-1].max(axis=1) >= _SHOWN
        if not clear[0] or (clear & (names.argmax(axis=1) == names[0].argmax()))[1:].any():
            continue
        merged = detections.with_(whole, instead_of=two)
        if merged.usual()[-1]:
            detections = merged
    return detections


def halves(quads: Quads) -> Quads:
    """Cut quads (N, 4, 2) in half both ways.

    Returns:
        (4 N, 4, 2): of every quad the half at its first side, then of every quad the one at its second, and so on.
    """
    middles = (quads + np.roll(quads, -1, axis=1)) / 2
    return np.concatenate(
        [
            np.stack([quads[:, k], quads[:, (k + 1) % 4], middles[:, (k + 1) % 4], middles[:, k - 1]], 1)
            for k in range(4)
        ]
    )


def doubles(quads: Quads) -> Quads:
    """Double quads (N, 4, 2) in size beyond each of their sides: (4 N, 4, 2), in the order of `halves`."""
    onward = 2 * quads - np.roll(quads, 1, axis=1)  # each corner moved on by the side that ends in it
    back = 2 * quads - np.roll(quads, -1, axis=1)  # and back by the side that begins in it
    return np.concatenate(
        [
            np.stack([quads[:, k], quads[:, (k + 1) % 4], onward[:, (k + 2) % 4], back[:, (k + 3) % 4]], 1)
            for k in range(4)
        ]
    )


def unions(quads: Quads, some: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Quads]:
    """Join quads (N, 4, 2) that share a side, if at least one of the two is marked in `some` (N,).

    Returns:
        (K, 2) indices of the pairs, and (K, 4, 2) each pair as one quad.
    """
    middles, longest = quads.mean(axis=1), sides(quads).max(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    near = (apart < 2 * np.maximum(longest[:, None], longest)) & (some[:, None] | some)
    pairs = np.argwhere(np.triu(near, 1))
    first, other = quads[pairs[:, 0], :, None], quads[pairs[:, 1], None]
    # Both quads run clockwise, so they pass a common side in opposite directions. Every pair of sides: (K, 4, 4, 2).
    second, last = np.roll(first, -1, axis=1), np.roll(other, -1, axis=2)
    off = np.maximum(np.linalg.norm(first - last, axis=-1), np.linalg.norm(second - other, axis=-1))
    length = np.maximum(np.linalg.norm(second - first, axis=-1), np.linalg.norm(last - other, axis=-1))
    off = (off / np.maximum(length, 1e-6)).reshape(-1, 16)
    common = off.min(axis=1) < _COMMON_SIDE
    pairs, common_sides = pairs[common], off[common].argmin(axis=1).tolist()
    corners = [
        [quads[i, (k + 2) % 4], quads[i, k - 1], quads[j, (m + 2) % 4], quads[j, m - 1]]
        for (i, j), (k, m) in zip(pairs.tolist(), (divmod(side, 4) for side in common_sides), strict=True)
    ]
    return pairs, np.array(corners, np.float32).reshape(-1, 4, 2)


def halves_within(whole: Quads, quads: Quads) -> NDArray[np.intp] | None:
    """Return the indices of the two of quads (N, 4, 2) that fill one quad (4, 2) as its halves, or None."""
    within = np.array([cv2.intersectConvexConvex(whole, other)[0] for other in quads])
    areas = np.array([cv2.contourArea(other) for other in quads])
    found = np.flatnonzero(within > _FILLED * areas)
    return found if len(found) == 2 and within[found].sum() > _FILLED * cv2.contourArea(whole) else None
