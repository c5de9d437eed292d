"""Names of tiles by prototypes: the classifier's features of a set's own tiles.

A set is crops of its tiles, each with its face. The classifier's features of these crops, sharp and blurred and in all
four turns, are the set's prototypes: a tile gets the name of its most similar prototypes, even if the classifier, which
was not trained on the set, takes it for another.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, FIRST_FLOWER, FLOWERS
from vision.networks.classifier import SIZE, Classifier, Names
from vision.networks.rectify import TileCrops

_BLURS: Final = (1.5, 3.0)
"""Standard deviations in pixels of the blurs of prototypes.

Measured on rendered sets: with blurs a ninth of the tiles of a new set that are misnamed stay so, without a sixth.
"""

_MIN_PROBABILITY: Final = 1e-4
"""Floor of the classifier's probabilities, which mean little below it for an unknown set. Higher lets prototypes
overrule it more; lower lets a wrong certainty decide."""


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """Crops of one set's tiles, and their faces.

    Attributes:
        crops: (N, 64, 48, 3) blue-green-red, upright, with the classifier's margin.
        faces: (N,) indices into `scoring.tiles.FACES`.
    """

    crops: TileCrops
    faces: NDArray[np.int64]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Codes of its faces, in the order of `FACES`."""
        return tuple(FACES[k] for k in np.unique(self.faces))

    @staticmethod
    def empty() -> "TileSet":
        """Return a set without tiles."""
        return TileSet(np.zeros((0, SIZE[1], SIZE[0], 3), np.uint8), np.zeros(0, np.int64))

    def only(self, kept: NDArray[np.bool_]) -> "TileSet":
        """Return the set of those crops that a mask (N,) selects."""
        return TileSet(self.crops[kept], self.faces[kept])


def joined(*tilesets: TileSet) -> TileSet:
    """Return the crops of several sets as one, in their order."""
    crops, faces = [each.crops for each in tilesets], [each.faces for each in tilesets]
    return TileSet(np.concatenate(crops), np.concatenate(faces))


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Weights of the classifier and of the prototypes, in nats.

    Attributes:
        face: Weight of the classifier's log-probability of a face that the set has crops of.
        turn: Weight of its log-probability of a turn.
        similarity: Weight of the cosine between a crop's features and the nearest prototype's.
        turn_similarity: Weight of that cosine for the turn; many faces look nearly the same upside down.
        floor: Least cosine of a face. A tile may look unlike its prototypes, which may be misnamed or badly visible;
            then the classifier decides.
        unshown: Weight of the classifier's log-probability in that case, and of a face that the set has no crop of.
        absent: Cosine assumed for such a face.
        nothing: Cosine assumed for no tile, or an unknown one.
    """

    face: float
    turn: float
    similarity: float
    turn_similarity: float
    floor: float
    unshown: float
    absent: float
    nothing: float


FITTED: Final = Coefficients(
    face=0.882,
    turn=0.495,
    similarity=32.7,
    turn_similarity=9.66,
    floor=0.601,
    unshown=0.979,
    absent=0.759,
    nothing=0.804,
)
"""Fitted on rendered sets by `python -m models.train.prototypes fit --count 48`, which prints this line."""


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """The classifier's features of a set of tiles.

    Attributes:
        features: (N, 4, D) unit vectors of each crop, sharp or blurred, with its glyph's top left at corner 0 to 3.
        faces: (N,) indices into `scoring.tiles.FACES`.
    """

    features: NDArray[np.float32]
    faces: NDArray[np.int64]

    @classmethod
    def of(cls, tileset: TileSet, classifier: Classifier) -> "Prototypes":
        """Return the prototypes of a set: of its crops, sharp and blurred, since later pictures may be less sharp."""
        blurred = [cv2.GaussianBlur(crop, (0, 0), blur) for blur in _BLURS for crop in tileset.crops]
        crops = np.concatenate([tileset.crops, np.array(blurred, np.uint8).reshape(-1, *tileset.crops.shape[1:])])
        return cls(features_by_turn(crops, classifier), np.tile(tileset.faces, 1 + len(_BLURS)))

    @staticmethod
    def joined(parts: Sequence["Prototypes"]) -> "Prototypes":
        """Return the prototypes of several sets of crops, at least one, as one; empty sets add nothing."""
        parts = [part for part in parts if len(part.faces)] or parts[:1]
        features, faces = [part.features for part in parts], [part.faces for part in parts]
        return Prototypes(np.concatenate(features), np.concatenate(faces))

    def named(self, names: Names, weights: Coefficients = FITTED) -> Names:
        """Name crops by the set, given that their tiles are of it.

        A log-linear combination: the probability that a crop shows face f in turn t is proportional to
        p(t)^turn * (p(f)^face * exp(similarity * cosine) + p(f)^unshown * exp(similarity * floor)), where the cosine is
        that to the nearest prototype of f in turn t. `turn_similarity` replaces `similarity` for the marginal of turns.
        Faces without a crop in the set, and no tile at all, are possible through the classifier alone.

        Args:
            names: The classifier's output for N crops.
            weights: The coefficients.
        """
        if not len(names.faces):
            return names
        similarity = self.similarity(names.features)
        faces, turns = combined(names.faces.astype(np.float64), names.turns.astype(np.float64), similarity, weights)
        return Names(faces.astype(np.float32), turns.astype(np.float32), names.features)

    def similarity(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return (N, 42, 4) cosines to the nearest prototype of each face and turn; NaN for faces without a crop.

        Args:
            features: (N, D) unit vectors.
        """
        alike = (features @ self.features.reshape(-1, self.features.shape[2]).T).reshape(len(features), -1, 4)
        best = np.full((len(features), len(FACES), 4), np.nan)
        for face in np.unique(self.faces):
            best[:, face] = alike[:, self.faces == face].max(axis=1)
        return best


def combined(
    faces: NDArray[np.float64], turns: NDArray[np.float64], similarity: NDArray[np.float64], weights: Coefficients
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return probabilities of faces (N, 43) and turns (N, 4), combined from the classifier's and from cosines (N, 42,
    4)."""
    by_face = _joint(faces, turns, similarity, weights, weights.similarity)
    by_turn = _joint(faces, turns, similarity, weights, weights.turn_similarity)
    return by_face.sum(axis=2), by_turn.sum(axis=1)


def _joint(
    faces: NDArray[np.float64],
    turns: NDArray[np.float64],
    similarity: NDArray[np.float64],
    weights: Coefficients,
    by: float,
) -> NDArray[np.float64]:
    """Return (N, 43, 4) joint probabilities of faces and turns, with the similarity weighted by `by`."""
    absent = np.isnan(similarity)
    log_faces = np.log(np.maximum(faces, _MIN_PROBABILITY))[:, :, None]
    like = weights.face * log_faces[:, :-1] + by * np.where(absent, -np.inf, similarity)
    alone = weights.unshown * log_faces[:, :-1] + by * np.where(absent, weights.absent, weights.floor)
    shown, missing = int((~absent[0, :, 0]).sum()), int(absent[0, FIRST_FLOWER:, 0].sum())
    alone[:, FIRST_FLOWER:] += _log_unshown_flowers(shown, missing)
    log = np.empty((len(faces), len(FACES) + 1, 4))
    log[:, :-1] = np.logaddexp(like, alone)
    log[:, -1] = weights.unshown * log_faces[:, -1] + by * weights.nothing
    log += weights.turn * np.log(np.maximum(turns, 1e-9))[:, None, :]
    joint = np.exp(log - log.max(axis=(1, 2), keepdims=True))
    return np.asarray(joint / joint.sum(axis=(1, 2), keepdims=True))


def _log_unshown_flowers(shown: int, missing: int) -> float:
    """Return the log-probability that a set has flowers although none of its samples is one.

    It is the probability that `shown` kinds drawn from all 42 include no flower. A set with a sampled flower surely has
    them.

    Args:
        shown: Number of sampled kinds.
        missing: Number of flowers among the other kinds.
    """
    if missing < len(FLOWERS):
        return 0.0
    return math.log(math.comb(FIRST_FLOWER, shown) / math.comb(len(FACES), shown))


def features_by_turn(crops: TileCrops, classifier: Classifier) -> NDArray[np.float32]:
    """Return (N, 4, D) features of upright crops, rotated so that the glyph's top left is at corner 0, 1, 2 and 3."""
    return np.stack([classifier(rotated(crops, turn)).features for turn in range(4)], axis=1)


def rotated(crops: TileCrops, turn: int) -> TileCrops:
    """Return upright crops rotated so that the glyph's top left is at corner `turn` (0 to 3)."""
    if turn % 2 == 0:
        return np.ascontiguousarray(crops[:, :: 1 - turn, :: 1 - turn])
    across = np.empty_like(crops)
    for to, crop in zip(across, crops, strict=True):
        to[:] = cv2.resize(np.ascontiguousarray(np.rot90(crop, -turn)), SIZE, interpolation=cv2.INTER_AREA)
    return across
