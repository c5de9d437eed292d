"""Names for the tiles of a set that is shown for the first time, for a person to look through.

The classifier alone errs on a new set, but the photographs show each kind several times, and there are only so many
of each. So the tiles that look alike are put together first, over all photographs; then every group is given a face,
all groups at once and no face to two groups if that can be helped: the names of the whole set that are likeliest
together. What a person says of one tile is held fast, and the others are named anew around it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, FIRST_FLOWER
from vision.evidence import Evidence
from vision.geometry.rows import find_rows
from vision.image import Picture
from vision.networks.classifier import MARGIN, SIZE, Classifier
from vision.networks.detector import Detections
from vision.networks.exposure import exposure_corrected
from vision.networks.rectify import Crops, rectified
from vision.quads import Array
from vision.tilesets.prototypes import TileSet, in_all_turns

SIMILAR: Final = 0.8
"""Groups of tiles are put together while their crops are more alike than this (cosine of features, on average)."""

SAME_PHOTO: Final = 0.06
"""Crops of one photograph are so much more alike, whatever they show (95 in 100 copies: 0.90 in one, 0.84 in two)."""

ASK_BELOW: Final = 0.9
"""A person is asked about groups whose name is less sure."""

_SEEN: Final = 0.4  # finds below this are no tiles to learn from
_AGAIN: Final = 5.0  # nats that a second group of the same face costs


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """The tiles of one set in some photographs, N in all, in reading order photograph by photograph.

    Attributes:
        photos: (N,) which photograph each is in.
        quads: (N, 4, 2) corners in pixels of it, from the glyph's top left as far as that is known.
        rows: (N, 2) its row in the photograph, counted from the top, and its place in that row, both from 1.
        crops: (N, 64, 48, 3) as upright as the classifier can tell.
        faces: (N, 43) what the classifier takes each for, as in `vision.networks.classifier.Names`.
        features: (N, 4, D) what it sees in each, in all four turns.
    """

    photos: NDArray[np.int64]
    quads: Array
    rows: NDArray[np.int64]
    crops: Crops
    faces: Array
    features: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.photos)

    def and_(self, other: "Samples") -> "Samples":
        """These and the tiles of further photographs."""
        further = other.photos + int(self.photos.max(initial=-1)) + 1
        return Samples(
            np.concatenate([self.photos, further]),
            np.concatenate([self.quads, other.quads]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.crops, other.crops]),
            np.concatenate([self.faces, other.faces]),
            np.concatenate([self.features, other.features]),
        )


@dataclass(frozen=True, slots=True)
class Cluster:
    """Tiles that look alike, and the face proposed for them.

    Attributes:
        tiles: Indices into `Samples`.
        face: Index into `FACES`, or None for what a person said is not to be kept.
        sure: Probability in 0-1 of that face, as far as the pictures tell; 1 where a person said it.
        others: Further faces that these may be, likeliest first.
    """

    tiles: tuple[int, ...]
    face: int | None
    sure: float
    others: tuple[int, ...] = ()


class Finder(Protocol):
    """What finds and names tiles, as `vision.TileReader` does."""

    @property
    def classifier(self) -> Classifier: ...

    def look(self, picture: Picture, *, found: Detections | None = None) -> Evidence: ...


def collect(finder: Finder, pictures: Sequence[Picture], found: Sequence[Detections] | None = None) -> Samples:
    """Finds the tiles of a set in photographs of it.

    Args:
        found: Where the tiles of each lie, when that is known already.
    """
    count = len(FACES) + 1
    tiles = Samples(
        np.zeros(0, np.int64),
        np.zeros((0, 4, 2)),
        np.zeros((0, 2), np.int64),
        np.zeros((0, SIZE[1], SIZE[0], 3), np.uint8),
        np.zeros((0, count)),
        np.zeros((0, 4, 0), np.float32),
    )
    for number, picture in enumerate(pictures):
        seen = _seen(finder, picture, found[number] if found else None)
        tiles = tiles.and_(seen) if number else seen
    return tiles


def _seen(finder: Finder, picture: Picture, found: Detections | None) -> Samples:
    evidence = finder.look(picture, found=found)
    evidence = evidence.only((evidence.scores >= _SEEN) & ~evidence.backs & (evidence.faces[:, len(FACES)] < 0.5))
    order, rows = _in_reading_order(evidence)
    quads = evidence.quads[order]
    crops = rectified(exposure_corrected(picture), quads.astype(np.float32), SIZE, MARGIN)
    features = in_all_turns(crops, finder.classifier)
    return Samples(np.zeros(len(order), np.int64), quads, rows, crops, evidence.faces[order], features)


def _in_reading_order(evidence: Evidence) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Indices of the tiles row by row as the photograph is held, and (N, 2) row and place of each."""
    if not len(evidence.quads):
        return np.zeros(0, np.int64), np.zeros((0, 2), np.int64)
    centres = evidence.quads.mean(axis=1)
    rows = [list(row.tiles) for row in find_rows(evidence.quads, evidence.upright).rows]
    rows.sort(key=lambda row: float(centres[row, 1].mean()))
    order, places = [], []
    for number, row in enumerate(rows, start=1):
        row.sort(key=lambda tile: float(centres[tile, 0]))
        order += row
        places += [(number, place) for place in range(1, len(row) + 1)]
    return np.array(order, np.int64), np.array(places, np.int64)


def groups(tiles: Samples) -> list[tuple[int, ...]]:
    """Puts tiles together that look alike, the most alike first (average linkage).

    A set has one of each flower, so two flowers of one photograph are two kinds however alike they are.

    Returns:
        Indices of each group's tiles, rising; every tile is in one group.
    """
    count = len(tiles)
    members = [[i] for i in range(count)]
    if count < 2:
        return [tuple(m) for m in members]
    likeness = np.einsum("id,jtd->ijt", tiles.features[:, 0], tiles.features).max(axis=2).astype(np.float64)
    flower = tiles.faces[:, FIRST_FLOWER : len(FACES)].sum(axis=1)
    beside = tiles.photos[:, None] == tiles.photos[None]
    total = (likeness + likeness.T) / 2 - beside * (SAME_PHOTO + np.outer(flower, flower))
    sizes = np.ones(count)
    np.fill_diagonal(total, -np.inf)
    while True:
        mean = total / (sizes[:, None] * sizes[None])
        i, j = divmod(int(mean.argmax()), count)
        if mean[i, j] < SIMILAR:
            break
        members[i] += members[j]
        members[j] = []
        total[i] += total[j]
        total[:, i] = total[i]
        total[j] = total[:, j] = total[i, i] = -np.inf
        sizes[i] += sizes[j]
    return sorted(tuple(sorted(m)) for m in members if m)


def label(tiles: Samples, said: Mapping[int, int | None] | None = None) -> list[Cluster]:
    """Names the tiles of a set.

    Args:
        tiles: As shown.
        said: What a person said of some tiles, index to face or None for "not to be kept".

    Returns:
        Groups of tiles that look alike, in the order of their faces; what is not to be kept comes last.
    """
    said = said or {}
    log = np.log(np.maximum(tiles.faces[:, : len(FACES)], 1e-6))
    found: list[Cluster] = []
    open_: list[tuple[int, ...]] = []
    costs: list[Array] = []
    for group in groups(tiles):
        parts: dict[int | None, list[int]] = {}
        for tile in group:
            if tile in said:
                parts.setdefault(said[tile], []).append(tile)
        found += [Cluster(tuple(part), face, 1.0) for face, part in parts.items()]
        rest = tuple(tile for tile in group if tile not in said)
        if rest:
            # Many views of one tile are not as many witnesses: the same fault is in each.
            cost = -log[list(rest)].mean(axis=0) * np.sqrt(len(rest))
            cost[[face for face in parts if face is not None]] -= 2 * _AGAIN
            open_.append(rest)
            costs.append(cost)
    taken = [alike.face for alike in found if alike.face is not None]
    faces = _assigned(np.array(costs).reshape(-1, len(FACES)), taken)
    found += [_weighed(group, face, cost, faces) for group, face, cost in zip(open_, faces, costs, strict=True)]
    return sorted(found, key=lambda a: (len(FACES) if a.face is None else a.face, a.tiles))


def learn(tiles: Samples, named: Sequence[Cluster]) -> TileSet:
    """The set that tiles make under the names given."""
    faces = {tile: group.face for group in named for tile in group.tiles if group.face is not None}
    kept = np.array(sorted(faces), np.int64)
    return TileSet(tiles.crops[kept], np.array([faces[int(tile)] for tile in kept], np.int64))


def _assigned(costs: Array, taken: Sequence[int]) -> list[int]:
    """The faces (G,) that cost least together; a face costs more for every group that has it already.

    A transport problem: each group is to get one face, and each face has as many places as may be needed.

    Args:
        costs: (G, 42) of each face for each group.
        taken: Faces that other groups have.
    """
    if not len(costs):
        return []
    depth = 2 + len(costs) // len(FACES)
    before = np.bincount(np.array(taken, np.int64), minlength=len(FACES))
    places = np.concatenate([costs + _AGAIN * np.minimum(before + k, depth) for k in range(depth)], axis=1)
    least = places.min(axis=1, keepdims=True)
    groups_, faces = (np.ones((n, 1), np.float32) for n in places.shape)
    _, _, flow = cv2.EMD(groups_, faces, cv2.DIST_USER, cost=np.ascontiguousarray(places - least, np.float32))
    return [int(place) % len(FACES) for place in flow.argmax(axis=1)]


def _weighed(group: tuple[int, ...], face: int, cost: Array, all_faces: Sequence[int]) -> Cluster:
    """How sure a face is for a group beside the others it may have."""
    p = np.exp(cost.min() - cost)
    p /= p.sum()
    others = tuple(int(f) for f in np.argsort(cost)[:5] if f != face and p[f] > 0.002)[:4]
    alone = all_faces.count(face) == 1
    return Cluster(group, face, float(p[face]) * (1.0 if alone else 0.5), others)
