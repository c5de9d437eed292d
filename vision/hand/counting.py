"""Oddities of the tile set by the faces in sight: nobody taught it, copies are extra, or a few tiles are missing."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scoring.tiles import COPIES, FACES, FLOWERS, PLAYED, WHITE, capacity
from vision.quads import contains
from vision.reading import Reading, SeenTile

COUNTED: Final = 0.9
"""Least likelihood of a face that counts as a copy.

In 319 photographs, none with five of a kind, 0.5 finds one (five white dragons), 0.8 none; higher overlooks more extra
copies.
"""

MOST_MISSING: Final = 4
"""Most tiles that a picture of the whole tile set lacks. Higher calls tiles missing that lie beyond the picture; lower
overlooks sets that lack several."""

_FEWEST: Final = 6
"""Fewest faces that tell an unknown set. Fewer are a chance of covered tiles; more overlook a few tiles of one."""

_KNOWN: Final = 0.9
"""Least median likelihood of the names of a known set. Of 140 photographs with six faces or more none has less than
0.97, dim and far ones too; of a designer's American set nearly all names are below 0.92. Higher remarks
on pictures that moved; lower names tiles of an unknown set as if it were known."""

RemarkKind = Literal["unknown-set", "extra-copies", "missing-tiles"]
"""`unknown-set`: most names are guesses; `extra-copies`: more tiles of a face in sight than a tile set has;
`missing-tiles`: the tiles that an otherwise whole set lacks."""


@dataclass(frozen=True, slots=True)
class Remark:
    """An oddity of the tile set that a referee may want to check. No hand is scored by it.

    Attributes:
        kind: Kind of the remark.
        faces: Codes of the face of which there are too many, or of the tiles that are missing, once for each.
        tiles: Indices into `Reading.tiles`: all copies of the kinds in `faces` that are in sight; of an unknown set the
            tiles whose names are guesses.
    """

    kind: RemarkKind
    faces: tuple[str, ...]
    tiles: tuple[int, ...]


def remarks(reading: Reading, named: Mapping[int, str] | None = None) -> tuple[Remark, ...]:
    """Return the oddities of the tile set that the faces in a picture show.

    A set is unknown, and has no other remark, if the names of most tiles that nobody named are guesses.
    A face has too many copies if more tiles than a set has clearly show it; white dragons do not count, for walls of
    white backs look like them. Missing tiles are named only if every tile in sight clearly shows its face, none lies
    face down, and all but a few of the set are there.

    Args:
        reading: The reading of the whole picture.
        named: Faces that a person gave to tiles, by their indices into `Reading.tiles`.
    """
    named = named or {}
    guesses = _guesses(reading, named)
    if guesses:
        return (Remark("unknown-set", (), guesses),)
    shown = _shown(reading, named)
    counts = Counter(shown.values())
    extra = (face for face in PLAYED if counts[face] > COPIES and face != FACES[WHITE])
    found = [Remark("extra-copies", (face,), _copies(shown, (face,))) for face in extra]
    if not found and len(shown) == len(reading.tiles):
        missing = _missing(counts)
        if missing:
            found.append(Remark("missing-tiles", missing, _copies(shown, missing)))
    return tuple(found)


def _guesses(reading: Reading, named: Mapping[int, str]) -> tuple[int, ...]:
    """Return the tiles whose names are guesses if they are most of those in sight; else none."""
    likely = {n: 1.0 if n in named else tile.confidence for n, tile in enumerate(reading.tiles) if tile.face == "up"}
    if len(likely) < _FEWEST or float(np.median(list(likely.values()))) >= _KNOWN:
        return ()
    return tuple(n for n, each in likely.items() if each < _KNOWN)


def _shown(reading: Reading, named: Mapping[int, str]) -> dict[int, str]:
    """Return the faces that tiles clearly show by the picture alone, or that a person gave them.

    Of several detections on one tile only the first counts.
    """
    faces = {n: named.get(n) or _clear_face(tile) for n, tile in enumerate(reading.tiles)}
    quads = np.array([tile.quad for tile in reading.tiles]).reshape(-1, 4, 2)
    on = contains(quads, quads)
    twice = np.asarray(np.tril(on | on.T, -1).any(axis=1))
    return {n: face for n, face in faces.items() if face and not twice[n]}


def _clear_face(tile: SeenTile) -> str | None:
    """Return the likeliest face by the picture alone, whatever a hand rules out, or None if none is clear."""
    likeliest, face = max(((p, code) for code, p in tile.alternatives), default=(0.0, None))
    if tile.tile and tile.confidence >= likeliest:
        likeliest, face = tile.confidence, tile.tile
    return face if likeliest >= COUNTED else None


def _copies(shown: Mapping[int, str], faces: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(n for n, face in shown.items() if face in faces)


def _missing(counts: Counter[str]) -> tuple[str, ...]:
    """Return the tiles that a tile set with these counts of faces lacks; empty if it is no whole set.

    A set has four of each kind, and no flowers, or the four of each of the families of which one is there.
    """
    families = (FLOWERS[:4], FLOWERS[4:])
    one_each = [face for family in families if any(counts[face] for face in family) for face in family]
    expected = Counter({face: capacity(FACES.index(face)) for face in (*PLAYED, *one_each)})
    missing = tuple((expected - counts).elements())
    return missing if len(missing) <= MOST_MISSING and not counts - expected else ()
