"""Labelling of the tiles of a new set, for a person to correct.

The classifier alone errs on an unknown set, but photographs show each kind several times, and a set has only so many
copies of each. So similar tiles are clustered over all photographs first. Then all clusters get their faces together:
the jointly most probable ones, the same face twice only at a cost. A person's answer fixes a tile's name, and the
others are named again around it.
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
from vision.networks.rectify import TileCrops, rectified
from vision.quads import Array
from vision.tilesets.prototypes import TileSet, features_by_turn

MIN_SIMILARITY: Final = 0.8
"""Least mean cosine between the features of two clusters that are merged. Higher leaves a kind in several clusters,
each a question; lower merges similar kinds."""

SAME_PHOTO: Final = 0.06
"""Subtracted from the cosine of two crops of one photograph, whose crops are always more alike.

Measured: of 100 copies of a tile 95 exceed 0.90 within a photograph, and 0.84 in another.
"""

ASK_BELOW: Final = 0.9
"""Probability of a cluster's face below which it becomes a question. Higher asks more; lower keeps wrong names."""

_MIN_SCORE: Final = 0.4
"""Least score of detections to learn from. Higher misses faint tiles; lower learns other things."""

_MAX_UNKNOWN: Final = 0.5
"""Probability of "no known tile" from which detections are not learned. Higher learns other things; lower misses
unusual designs."""

_REPEATED: Final = 5.0
"""Cost in nats of a further cluster with the same face. More forces wrong names on split kinds; less names two kinds
alike."""

_MIN_ALTERNATIVE: Final = 0.002
"""Least probability of a face offered as an alternative. Higher may omit the right one; lower offers improbable
ones."""

_MAX_ALTERNATIVES: Final = 4
"""Most faces offered as alternatives. More fills the page; fewer may omit the right one."""

_DUPLICATE: Final = 0.5
"""Factor on a cluster's confidence if another cluster has the same face. Higher asks less about such pairs; lower asks
more."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """The N tiles of one set in some photographs, in reading order, photograph by photograph.

    Attributes:
        photos: (N,) index of each tile's photograph.
        quads: (N, 4, 2) corners in pixels of that photograph, from the glyph's top left if known.
        rows: (N, 2) row in the photograph, from the top, and place in that row, both counted from 1.
        crops: (N, 64, 48, 3) blue-green-red crops, upright according to the classifier.
        faces: (N, 43) probabilities, as in `vision.networks.classifier.Names`.
        features: (N, 4, D) the classifier's features of each crop in all four turns.
    """

    photos: NDArray[np.int64]
    quads: Array
    rows: NDArray[np.int64]
    crops: TileCrops
    faces: Array
    features: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.photos)

    def with_(self, other: "Samples") -> "Samples":
        """Return these tiles followed by those of further photographs."""
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
    """A cluster of similar tiles, and its face.

    Attributes:
        tiles: Indices into `Samples`.
        face: Index into `FACES`, or None for tiles that a person discards.
        confidence: Probability (0-1) of that face; 1 if a person named it.
        alternatives: Other possible faces, the most probable first.
    """

    tiles: tuple[int, ...]
    face: int | None
    confidence: float
    alternatives: tuple[int, ...] = ()


class Finder(Protocol):
    """Finds and names the tiles of a picture; `vision.TileReader` is one."""

    @property
    def classifier(self) -> Classifier: ...

    def detect(self, picture: Picture, *, found: Detections | None = None) -> Evidence: ...


def collect(finder: Finder, pictures: Sequence[Picture], found: Sequence[Detections] | None = None) -> Samples:
    """Find the tiles of a set in photographs of it.

    Args:
        finder: Finds and names tiles, and has the classifier that gives their features.
        pictures: The photographs, (height, width, 3) blue-green-red pixels each.
        found: The tiles' boxes in each, or None to detect them.
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
        seen = _collect(finder, picture, found[number] if found else None)
        tiles = tiles.with_(seen) if number else seen
    return tiles


def _collect(finder: Finder, picture: Picture, found: Detections | None) -> Samples:
    evidence = finder.detect(picture, found=found)
    evidence = evidence.only(
        (evidence.scores >= _MIN_SCORE) & ~evidence.backs & (evidence.faces[:, len(FACES)] < _MAX_UNKNOWN)
    )
    order, rows = _in_reading_order(evidence)
    quads = evidence.quads[order]
    crops = rectified(exposure_corrected(picture), quads.astype(np.float32), SIZE, MARGIN)
    features = features_by_turn(crops, finder.classifier)
    return Samples(np.zeros(len(order), np.int64), quads, rows, crops, evidence.faces[order], features)


def _in_reading_order(evidence: Evidence) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (N,) indices of the tiles row by row from the top, and (N, 2) row and place of each, from 1."""
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


def clusters(tiles: Samples) -> list[tuple[int, ...]]:
    """Cluster similar tiles, by average linkage.

    Two flowers of one photograph are never merged, since a set has one of each.

    Returns:
        Indices of each cluster's tiles, ascending; every tile is in one cluster.
    """
    count = len(tiles)
    members = [[i] for i in range(count)]
    if count < 2:
        return [tuple(m) for m in members]
    similarity = np.einsum("id,jtd->ijt", tiles.features[:, 0], tiles.features).max(axis=2).astype(np.float64)
    flower = tiles.faces[:, FIRST_FLOWER : len(FACES)].sum(axis=1)
    same_photo = tiles.photos[:, None] == tiles.photos[None]
    total = (similarity + similarity.T) / 2 - same_photo * (SAME_PHOTO + np.outer(flower, flower))
    sizes = np.ones(count)
    np.fill_diagonal(total, -np.inf)
    while True:
        mean = total / (sizes[:, None] * sizes[None])
        i, j = divmod(int(mean.argmax()), count)
        if mean[i, j] < MIN_SIMILARITY:
            break
        members[i] += members[j]
        members[j] = []
        total[i] += total[j]
        total[:, i] = total[i]
        total[j] = total[:, j] = total[i, i] = -np.inf
        sizes[i] += sizes[j]
    return sorted(tuple(sorted(m)) for m in members if m)


def label(tiles: Samples, answers: Mapping[int, int | None] | None = None) -> list[Cluster]:
    """Name the tiles of a set.

    Args:
        tiles: The tiles found.
        answers: A person's answers: index of the tile to its face, or to None to discard it.

    Returns:
        Clusters in the order of their faces; discarded ones come last.
    """
    answers = answers or {}
    log = np.log(np.maximum(tiles.faces[:, : len(FACES)], 1e-6))
    found: list[Cluster] = []
    unnamed: list[tuple[int, ...]] = []
    costs: list[Array] = []
    for cluster in clusters(tiles):
        parts: dict[int | None, list[int]] = {}
        for tile in cluster:
            if tile in answers:
                parts.setdefault(answers[tile], []).append(tile)
        found += [Cluster(tuple(part), face, 1.0) for face, part in parts.items()]
        rest = tuple(tile for tile in cluster if tile not in answers)
        if rest:
            # Errors in views of one tile are correlated, so evidence grows with the square root of their number.
            cost = -log[list(rest)].mean(axis=0) * np.sqrt(len(rest))
            cost[[face for face in parts if face is not None]] -= 2 * _REPEATED
            unnamed.append(rest)
            costs.append(cost)
    taken = [each.face for each in found if each.face is not None]
    faces = assign_faces(np.array(costs).reshape(-1, len(FACES)), taken)
    found += [_cluster(rest, face, cost, faces) for rest, face, cost in zip(unnamed, faces, costs, strict=True)]
    return sorted(found, key=lambda a: (len(FACES) if a.face is None else a.face, a.tiles))


def learn(tiles: Samples, named: Sequence[Cluster]) -> TileSet:
    """Return the set of the tiles with the faces of their clusters."""
    faces = {tile: group.face for group in named for tile in group.tiles if group.face is not None}
    kept = np.array(sorted(faces), np.int64)
    return TileSet(tiles.crops[kept], np.array([faces[int(tile)] for tile in kept], np.int64))


def assign_faces(costs: Array, taken: Sequence[int]) -> list[int]:
    """Give each of G clusters a face so that the sum of costs is least.

    A face costs `_REPEATED` more for every cluster that already has it. Solved as a transport problem, in which each
    face has as many places as may be needed.

    Args:
        costs: (G, 42) cost in nats of each face for each cluster.
        taken: Faces that further clusters have.
    """
    if not len(costs):
        return []
    depth = 2 + len(costs) // len(FACES)
    before = np.bincount(np.array(taken, np.int64), minlength=len(FACES))
    places = np.concatenate([costs + _REPEATED * np.minimum(before + k, depth) for k in range(depth)], axis=1)
    least = places.min(axis=1, keepdims=True)
    groups_, faces = (np.ones((n, 1), np.float32) for n in places.shape)
    _, _, flow = cv2.EMD(groups_, faces, cv2.DIST_USER, cost=np.ascontiguousarray(places - least, np.float32))
    return [int(place) % len(FACES) for place in flow.argmax(axis=1)]


def _cluster(tiles: tuple[int, ...], face: int, cost: Array, all_faces: Sequence[int]) -> Cluster:
    """Return the cluster of tiles with a face, its confidence halved if another cluster has that face too."""
    p = np.exp(cost.min() - cost)
    p /= p.sum()
    likeliest = [int(each) for each in np.argsort(cost) if each != face][:_MAX_ALTERNATIVES]
    others = tuple(each for each in likeliest if p[each] > _MIN_ALTERNATIVE)
    alone = all_faces.count(face) == 1
    return Cluster(tiles, face, float(p[face]) * (1.0 if alone else _DUPLICATE), others)
