"""Fusion of the evidence of several looks at the same tiles."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.evidence import Evidence, joined
from vision.quads import FROM_CORNER, corner_shift, sides

CORRELATION: Final = 0.5
"""Correlation of the mistakes in two pictures of a still table: set, side and lamp stay, noise does not.

N pictures then weigh as N / (1 + (N - 1) * CORRELATION), always less than two at 0.5. With 0.3 to 0.5 the true faces of
rendered hands were given the most (`python -m tests.bench.bench_live likeness`).
"""

_NEAR: Final = 0.45
"""Distance, in a tile's shorter sides, within which finds of two looks are the same tile. More joins neighbours; less
splits a tile in two if the looks disagree about its place."""

_UNSEEN: Final = 0.05
"""Score of a tile in a look that does not show it: the detector reports none below its threshold. Higher keeps false
finds of a single look; lower loses tiles that one look misses."""

_ACROSS: Final = 0.35
"""Share of a tile beyond which a find that covers it is no neighbour of it. More lets looks that found two tiles as one
count against both; less ignores looks with an overlapping neighbour."""

_LEAST: Final = 1e-4
"""Least probability of a face in one look, so that no single look rules a face out. Higher weakens clear looks; lower
lets one wrong look outweigh the others."""

_LEAST_SCORE: Final = 0.01
"""Least score in one look, and least doubt of it, so that no single look decides. Higher weakens clear looks; lower
lets one wrong look outweigh the others."""


def fused(looks: Sequence[Evidence], correlation: float = CORRELATION) -> Evidence:
    """Fuse the evidence of several looks at a still table, tile by tile.

    Finds are the same tile if they lie in the same place. Their log probabilities are averaged and weighed as more
    than one look, but fewer than all. A tile that some looks do not show scores lower; a look that shows another find
    across a part of it has no say in this, as it may have found two tiles as one.

    Args:
        looks: One or more, of pictures of one size.
        correlation: Correlation of their mistakes, 0-1; `CORRELATION` for pictures of one camera.
    """
    if len(looks) == 1:
        return looks[0]
    tiles = [_fused_tile(looks, track, _silent(looks, track), correlation) for track in _tracks(looks)]
    if not tiles:
        return looks[0]
    return replace(joined(tiles), sets=looks[0].sets)


def _tracks(looks: Sequence[Evidence]) -> list[list[tuple[int, int]]]:
    """Match the finds of all looks: for each tile the (look, index) pairs of its finds."""
    tracks: list[list[tuple[int, int]]] = []
    centres = np.zeros((0, 2))
    for n, look in enumerate(looks):
        found = look.quads.mean(axis=1).reshape(-1, 2)
        reach = _NEAR * sides(look.quads).min(axis=1)
        free = set(range(len(tracks)))
        distance = np.linalg.norm(found[:, None] - centres[None], axis=2)
        for t in np.argsort(distance.min(axis=1) if len(centres) else np.zeros(len(found))).tolist():
            near = min(free, key=lambda k: float(distance[t, k]), default=None)
            if near is not None and distance[t, near] < reach[t]:
                free.discard(near)
                tracks[near].append((n, t))
            else:
                tracks.append([(n, t)])
        centres = np.array([np.mean([looks[n].quads[t].mean(axis=0) for n, t in track], axis=0) for track in tracks])
        centres = centres.reshape(-1, 2)
    return tracks


def _silent(looks: Sequence[Evidence], track: Sequence[tuple[int, int]]) -> int:
    """Return the number of looks that found another tile across a part of this one, so cannot deny it."""
    first, tile = track[0]
    quad = looks[first].quads[tile].astype(np.float32)
    part = _ACROSS * cv2.contourArea(quad)
    middle, reach = quad.mean(axis=0), np.linalg.norm(quad - quad.mean(axis=0), axis=1).max()
    silent = 0
    for other in (look for n, look in enumerate(looks) if n not in dict(track)):
        near = np.linalg.norm(other.quads.mean(axis=1) - middle, axis=1) < 3 * reach
        across = (cv2.intersectConvexConvex(quad, found.astype(np.float32))[0] for found in other.quads[near])
        silent += any(shared > part for shared in across)
    return silent


def _fused_tile(
    looks: Sequence[Evidence], track: Sequence[tuple[int, int]], silent: int, correlation: float
) -> Evidence:
    """Fuse the (look, index) pairs of one tile, of which `silent` other looks say nothing."""
    backs = [bool(looks[n].backs[t]) for n, t in track]
    back = 2 * sum(backs) > len(backs)
    alike = [(n, t) for (n, t), b in zip(track, backs, strict=True) if b == back]
    # The look that is surest which way up the tile lies decides at which corner the quad begins.
    n, t = max(alike, key=lambda at: (abs(looks[at[0]].upright[at[1]]), looks[at[0]].scores[at[1]]))
    first = looks[n].quads[t]
    corners, upright = [], 0.0
    for n, t in alike:
        quad = looks[n].quads[t]
        turn = corner_shift(quad, first)
        corners.append(quad[FROM_CORNER[turn]])
        upright += float(looks[n].upright[t]) * (1, 0, -1, 0)[turn]
    quad = np.mean(corners, axis=0)
    if upright < 0:
        quad, upright = np.roll(quad, 2, axis=0), -upright
    logs = np.array([np.log(np.maximum(looks[n].faces[t], _LEAST)) for n, t in alike])
    weight = len(alike) / (1 + (len(alike) - 1) * correlation)
    log = weight * logs.mean(axis=0)
    faces = np.exp(log - log.max())
    marks = [looks[n].marks[t] for n, t in alike if looks[n].marks[t] > 0]  # 0 where none were looked for
    score = np.full(len(looks) - silent, _UNSEEN)
    score[: len(track)] = np.clip([looks[n].scores[t] for n, t in track], _LEAST_SCORE, 1 - _LEAST_SCORE)
    odds = float(np.exp(np.log(score / (1 - score)).mean()))
    return Evidence(
        looks[0].size,
        quads=quad[None],
        scores=np.array([odds / (1 + odds)]),
        backs=np.array([back]),
        faces=(faces / faces.sum())[None],
        upright=np.array([upright / len(alike)]),
        glare=np.array([min(looks[n].glare[t] for n, t in alike)]),
        marks=np.array([np.median(marks or [0.0])]),
        whole=np.array([np.median([looks[n].whole[t] for n, t in alike])]),
        sets=looks[0].sets,
    )
