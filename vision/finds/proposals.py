"""Places at which the detector may have missed a tile, and the tiles that the refiner sees there.

Tiles lie side by side, so a missed tile most likely lies past the end of a row, in a gap of one, or beyond a tile that
lies crosswise. Without these proposals nothing would doubt a missed flower, and a kong whose fourth tile lies beyond
its crosswise one would be read as a pung.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import CLEAR, FAINT, HARDLY, LIKELY
from vision.finds.detections import Refine, TileDetections
from vision.finds.halves import doubles, halves
from vision.geometry.rows import ASPECT, Row, find_rows
from vision.networks.detector import KINDS, Detections, distinct
from vision.networks.refiner import RefinedBoxes
from vision.quads import Array, Quads, contains

_PROPOSED: Final = 0.49
"""Highest score of a tile that only a proposal found: just below `CLEAR`, so that none is clear by its score alone."""

_FEWEST: Final = 2
"""Fewest tiles of a row beside which places are proposed: one tile alone has no direction."""

_PITCH: Final = 1.05
"""Distance between the middles of tiles side by side, in tile widths: they touch, or nearly. More proposes places
beyond a tile that touches, less places across the crosswise one; the refiner sees only a part of the tile there."""

_PAST: Final = (0.55, 1.4)
"""Steps from the edge of a row's last tile to the middle of a proposed one, in tile widths.

The first is a tile that touches; one that lies between the two is seen from both. Steps further apart miss tiles
between them; more steps cost the refiner's time.
"""

_SLACK: Final = 0.2
"""Share of a tile's width by which a gap may look narrower than it is. More proposes tiles in gaps too narrow for one,
which costs time; less misses tiles in gaps that are seen at a slant."""

_TAKEN: Final = 0.3
"""Greatest share of a free place that a find may cover. More proposes places across other tiles, which costs
time; less leaves out places into which a neighbour's box reaches."""

_UNIT: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""Corners of a square of side 1 round the origin, clockwise as y points down."""


def add_missed(detections: TileDetections, refine: Refine) -> TileDetections:
    """Add missed faces next to clear tiles.

    A second pass looks beside the tiles that the first one added, only at places where nothing lies.

    Returns:
        The finds with the added tiles; the same object if none is added.
    """
    more = _with_proposed(detections, refine, second=False)
    return detections if more is detections else _with_proposed(more, refine, second=True)


def _with_proposed(detections: TileDetections, refine: Refine, *, second: bool) -> TileDetections:
    """Return the finds with the proposals that the refiner confirms in one pass; the same object if it confirms none.

    An added tile scores `_PROPOSED` at most. In the first pass it replaces half a tile, or one box round two tiles; the
    second pass replaces nothing that is likely a tile.
    """
    seen = _confirmed(detections, refine, second=second)
    if not len(seen):
        return detections
    both = detections.with_(replace(seen, scores=np.minimum(seen.scores, np.float32(_PROPOSED))))
    quads, scores = both.tiles.quads, both.tiles.scores
    usual, before = both.usual(), np.arange(len(both)) < len(detections)
    # A likely find gives way only if it is smaller than a tile, of another shape, or larger with two tiles within.
    larger = both.larger() & (contains(quads, quads[usual & ~before]).sum(axis=1) < 2)
    firm = (usual | ((larger | second) & before)) & (scores >= LIKELY)
    kept = distinct(quads, scores + firm + (firm & before))
    return detections if before[kept].all() else both.only(kept)


def _confirmed(detections: TileDetections, refine: Refine, *, second: bool) -> RefinedBoxes:
    """Return the likely faces that the refiner sees at free places beside clear tiles.

    The first pass also proposes both halves of any find that is larger than a tile, and the doubles of any that is
    smaller; the second pass looks beside proposed tiles too. Backs are not taken: a hand that lacks one is not
    fourteen tiles and is doubted anyway, and many bare surfaces look like backs.
    """
    tiles, usual, larger = detections.tiles, detections.usual(), detections.larger()
    clear, likely = usual & (tiles.scores >= (_PROPOSED if second else CLEAR)), tiles.scores >= LIKELY
    laid = detections.plane.quads
    boxes = proposals(laid[clear], detections.backs[clear], laid[likely & (usual | larger)], detections.size)
    if not second:
        cut = halves(tiles.quads[likely & larger & ~usual])
        grown = doubles(tiles.quads[likely & detections.smaller() & ~usual])
        boxes = np.concatenate([boxes, cut, grown])
    glimpsed = refine(_faint(boxes))
    # A proposal may lie half beside the tile: the refiner is shown it once more where it now lies.
    seen = refine(_faint(glimpsed.quads[glimpsed.scores >= HARDLY]))
    return seen.only(np.array([kind == "face" for kind in seen.kinds], bool) & (seen.scores >= LIKELY))


def _faint(boxes: Quads) -> Detections:
    """Return boxes (N, 4, 2) as detections of faces with the lowest score that is kept."""
    return Detections(boxes, np.full(len(boxes), FAINT, np.float32), KINDS[:1] * len(boxes))


def proposals(
    tiles: NDArray[np.floating], backs: NDArray[np.bool_], found: NDArray[np.floating], size: tuple[int, int]
) -> Quads:
    """Propose places for tiles beside those that were found, where nothing was found.

    Args:
        tiles: (N, 4, 2) corners in pixels of the tiles to look beside, clockwise from a short side on.
        backs: (N,) True for tiles that lie face down; beside rows of backs alone, as in a wall, nothing is proposed.
        found: (M, 4, 2) corners in pixels of everything that was found, these tiles among them.
        size: (width, height) of the picture in pixels.

    Returns:
        (K, 4, 2) corners in pixels, clockwise from a short side on, with their middles in the picture.
    """
    quads, others = np.asarray(tiles, np.float64), np.asarray(found, np.float32).reshape(-1, 4, 2)
    rows = find_rows(quads, np.zeros(len(quads))).rows
    shown = [row for row in rows if len(row.places) >= _FEWEST and not backs[list(row.tiles)].all()]
    boxes = np.array([box for row in shown for box in _beside(row, quads)], np.float32).reshape(-1, 4, 2)
    middles = boxes.mean(axis=1)
    boxes = boxes[((middles > 0) & (middles < size)).all(axis=1)]
    free: Quads = boxes[~_taken(boxes, others)]
    return free


def _beside(row: Row, quads: Array) -> Iterator[Array]:
    """Yield the places (4, 2) beside the tiles of a row; other tiles may lie there."""
    lying = quads[[place.tile for place in row.places]]
    middles = lying.mean(axis=1)
    across = (lying[:, 1] - lying[:, 0] + lying[:, 2] - lying[:, 3]) / 2
    down = (lying[:, 3] - lying[:, 0] + lying[:, 2] - lying[:, 1]) / 2
    ahead = middles[-1] - middles[0]
    mixed = len({place.crosswise for place in row.places}) > 1
    after = [*(_steps(place.gap) for place in row.places[1:]), _PAST]
    for at, (place, steps) in enumerate(zip(row.places, after, strict=True)):
        if mixed and place.crosswise and place.added is None:
            yield from (lying[at] + _PITCH * across[at], lying[at] - _PITCH * across[at])
        if not steps and at > 0:
            continue
        # An upright tile of this row, as wide along the row and as high across it as the picture shows it here.
        width, height, half = (across[at], down[at], 0.5)
        if place.crosswise:
            width, height, half = (down[at] * ASPECT, -across[at] / ASPECT, 0.5 / ASPECT)
        upright = middles[at] + _UNIT @ np.stack([width, height])
        on = np.copysign(1.0, width @ ahead) * width
        yield from (upright + (half + step) * on for step in steps)
        if at == 0:
            yield from (upright - (half + step) * on for step in _PAST)


def _steps(gap: float) -> tuple[float, ...]:
    """Return the steps from a tile's edge to the middles of tiles that a gap may hold, all in tile widths."""
    if gap < 1 - _SLACK:
        return ()
    return (gap / 2,) if gap < 1 + 2 * _SLACK else (0.5, gap - 0.5)


def _taken(boxes: Quads, found: Quads) -> NDArray[np.bool_]:
    """Return (K,) True for places of which one of the quads found covers too much."""
    reach, others = (np.linalg.norm(q - q.mean(axis=1, keepdims=True), axis=2).max(axis=1) for q in (boxes, found))
    apart = np.linalg.norm(boxes.mean(axis=1)[:, None] - found.mean(axis=1), axis=2)
    taken = [
        any(cv2.intersectConvexConvex(box, quad)[0] > _TAKEN * cv2.contourArea(box) for quad in found[near])
        for box, near in zip(boxes, apart < reach[:, None] + others, strict=True)
    ]
    return np.array(taken, bool)
