"""Comparison of a look at a part of the table with the tiles known there: those that moved, came or went."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.follow.tracks import Find, Track

SAME: Final = 0.45
"""Distance in tile widths within which a find is the tile that lay there. More joins neighbours; less takes a nudged
tile for a moved one."""

_MOVED: Final = 3.2
"""Distance in tile widths within which a find may be a known tile that was pushed. More joins a tile taken away with
another of its face put down beside it; less reports pushed tiles as new ones."""

_OTHER: Final = 0.2
"""Agreement of the faces of two looks below which they show two tiles."""

_CLEAR: Final = 0.85
"""Probability of a face in a single look above which it can contradict the looks before."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Finds and tracks of a part of the table, matched.

    Attributes:
        same: Tracks with the find that shows them where they were.
        turned: Tracks that show their other side.
        moved: Tracks with the find of another place.
        came: Finds of no track.
        went: Tracks without a find.
    """

    same: tuple[tuple[Track, Find], ...]
    turned: tuple[tuple[Track, Find], ...]
    moved: tuple[tuple[Track, Find], ...]
    came: tuple[Find, ...]
    went: tuple[Track, ...]


def agreement(track: Track, find: Find) -> float:
    """Return how well a find agrees with a track on the face, 0 to 1."""
    if not (track.up and find.up and track.looks):
        return 1.0 if track.up == find.up else 0.0
    return float(np.minimum(track.faces, find.faces).sum())


def contradicts(track: Track, find: Find) -> bool:
    """Return True if a find shows clearly another face than a track."""
    if not (track.up and find.up and track.looks):
        return False
    seen = float(find.faces[:-1].max())
    return seen > _CLEAR and track.named and agreement(track, find) < _OTHER


def compare(tracks: list[Track], found: list[Find], tile: float, may_go: Callable[[Track], bool]) -> Comparison:
    """Match the finds of a part of the table with the tracks there.

    Args:
        tracks: The tracks.
        found: The finds.
        tile: Width of a tile in units of the table.
        may_go: Tells whether a track's place has changed: only then it may have gone or moved.
    """
    apart = np.array([[float(np.hypot(*(find.place - track.place))) / tile for find in found] for track in tracks])
    apart = apart.reshape(len(tracks), len(found))
    free_tracks, free_finds = set(range(len(tracks))), set(range(len(found)))
    same: list[tuple[Track, Find]] = []
    turned: list[tuple[Track, Find]] = []
    moved: list[tuple[Track, Find]] = []

    def pairs(within: float, cost: float) -> list[tuple[float, int, int]]:
        near = ((apart[i, j], i, j) for i in free_tracks for j in free_finds if apart[i, j] <= within)
        return sorted((far + cost * (1 - agreement(tracks[i], found[j])), i, j) for far, i, j in near)

    for _, i, j in pairs(SAME, 0.2):
        if i not in free_tracks or j not in free_finds or contradicts(tracks[i], found[j]):
            continue
        (same if tracks[i].up == found[j].up else turned).append((tracks[i], found[j]))
        free_tracks.discard(i)
        free_finds.discard(j)
    free_tracks = {i for i in free_tracks if may_go(tracks[i])}
    for _, i, j in pairs(_MOVED, 1.0):
        if i not in free_tracks or j not in free_finds or agreement(tracks[i], found[j]) < 0.5:
            continue
        moved.append((tracks[i], found[j]))
        free_tracks.discard(i)
        free_finds.discard(j)
    for _, i, j in pairs(2 * SAME, 0.2):
        if i in free_tracks and j in free_finds and tracks[i].up != found[j].up:
            turned.append((tracks[i], found[j]))
            free_tracks.discard(i)
            free_finds.discard(j)
    return Comparison(
        tuple(same),
        tuple(turned),
        tuple(moved),
        tuple(found[j] for j in sorted(free_finds)),
        tuple(tracks[i] for i in sorted(free_tracks)),
    )
