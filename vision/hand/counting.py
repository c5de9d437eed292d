"""What the faces in sight say of the set of tiles: more copies of a kind than it has, or the few that are missing."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scoring.tiles import COPIES, FACES, FLOWERS, PLAYED, WHITE, capacity
from vision.quads import contains
from vision.reading import Reading, SeenTile

COUNTED: Final = 0.9
"""Tiles whose face is less likely than this are not counted as copies of it.

In 319 photographs, none with five of a kind, 0.5 finds one (five white dragons), 0.8 none.
"""

MOST_MISSING: Final = 4
"""Where more tiles of a set are out of sight than this, the picture is not one of the whole set. Not measured."""

RemarkKind = Literal["extra-copies", "missing-tiles"]
"""`extra-copies`: more of a kind are in sight than a set has. `missing-tiles`: all of a set is in sight but these."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about the set of tiles that a referee may want to look at. No hand is scored by it.

    Attributes:
        kind: What it is.
        faces: Codes of the kind of which there are too many, or of the tiles that are missing, once for each.
        tiles: Indices into `Reading.tiles`: all copies of the kinds in `faces` that are in sight.
    """

    kind: RemarkKind
    faces: tuple[str, ...]
    tiles: tuple[int, ...]


def remarks(reading: Reading, named: Mapping[int, str] | None = None) -> tuple[Remark, ...]:
    """What the faces in a picture say of its set of tiles.

    A kind has too many copies where that many tiles clearly show it; white dragons are not counted, for walls of white
    backs look like them. Which tiles are missing is said only where every tile in sight clearly shows its face, none
    lies face down, and all but a few of the set are there.

    Args:
        reading: All that was read from the picture.
        named: Faces that somebody gave to tiles, by their indices into `Reading.tiles`.
    """
    shown = _shown(reading, named or {})
    counts = Counter(shown.values())
    extra = (face for face in PLAYED if counts[face] > COPIES and face != FACES[WHITE])
    found = [Remark("extra-copies", (face,), _copies(shown, (face,))) for face in extra]
    if not found and len(shown) == len(reading.tiles):
        missing = _missing(counts)
        if missing:
            found.append(Remark("missing-tiles", missing, _copies(shown, missing)))
    return tuple(found)


def _shown(reading: Reading, named: Mapping[int, str]) -> dict[int, str]:
    """The faces that tiles clearly show by the picture alone, or by what somebody said; one find on each tile."""
    faces = {n: named.get(n) or _clear_face(tile) for n, tile in enumerate(reading.tiles)}
    quads = np.array([tile.quad for tile in reading.tiles]).reshape(-1, 4, 2)
    on = contains(quads, quads)
    twice = np.asarray(np.tril(on | on.T, -1).any(axis=1))
    return {n: face for n, face in faces.items() if face and not twice[n]}


def _clear_face(tile: SeenTile) -> str | None:
    """The likeliest face by the picture alone, whatever a hand rules out; None where none is clear."""
    likeliest, face = max(((p, code) for code, p in tile.alternatives), default=(0.0, None))
    if tile.tile and tile.confidence >= likeliest:
        likeliest, face = tile.confidence, tile.tile
    return face if likeliest >= COUNTED else None


def _copies(shown: Mapping[int, str], faces: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(n for n, face in shown.items() if face in faces)


def _missing(counts: Counter[str]) -> tuple[str, ...]:
    """The tiles that a set lacks in which so many of each face are there; none where that is no whole set.

    A set has four of each kind, and no flowers, or the four of each of the families of which one is there.
    """
    families = (FLOWERS[:4], FLOWERS[4:])
    one_each = [face for family in families if any(counts[face] for face in family) for face in family]
    expected = Counter({face: capacity(FACES.index(face)) for face in (*PLAYED, *one_each)})
    missing = tuple((expected - counts).elements())
    return missing if len(missing) <= MOST_MISSING and not counts - expected else ()
