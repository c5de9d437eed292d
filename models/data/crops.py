"""Labelled crops of tiles: the arrays that the classifiers learn from, and the cutting of a crop from a picture.

Every crop follows the contract in `models.train.classifier`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.body import Image
from scoring.tiles import FACES
from vision.networks import cascade, classifier, flowers
from vision.networks.classifier import MARGIN
from vision.networks.rectify import rectified

UNKNOWN: Final = len(FACES)
"""The 43rd label: no tile, or a face that is not one of the 42."""

ANY_TURN: Final = -1
"""The turn of a crop whose label does not tell its orientation."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CropSpec:
    """The crops of one network: their size, and their distribution for training.

    Attributes:
        size: (width, height) in pixels.
        heights: Least and greatest height in pixels at which a crop is cut before it is resized to `size`.
        turn_odds: Probabilities that the glyph's top left lies at corner 0, 1, 2 and 3.
        flip_share: Share of crops turned by 180 degrees each time they are used, 0-1.
    """

    size: tuple[int, int]
    heights: tuple[float, float]
    turn_odds: tuple[float, float, float, float]
    flip_share: float


CLASSIFIER_CROPS: Final = CropSpec(classifier.SIZE, (22, 110), (0.38, 0.16, 0.3, 0.16), 0.4)
"""For the classifier: tiles as the detector boxes them, in any turn. Heights cover near and far tiles: a wider range
learns each size less."""

CASCADE_CROPS: Final = CropSpec(cascade.SIZE, (24, 150), (0.97, 0.01, 0.01, 0.01), 0.12)
"""For the second classifier: tiles turned upright by the first one, whose turn may be wrong. More crops in other turns
forgive such errors and read upright tiles worse."""

FLOWER_CROPS: Final = CropSpec(flowers.SIZE, (34, 150), (1, 0, 0, 0), 0)
"""For the network that names flowers: upright crops with a legible label. A smaller least height teaches guessing by
the plant."""


@dataclass(frozen=True, slots=True)
class CropSet:
    """Labelled crops.

    Attributes:
        pictures: (n, height, width, 3) BGR.
        faces: (n,) index into `FACES`, or `UNKNOWN`.
        turns: (n,) corner of the crop with the glyph's top left (0 top left, then clockwise), or `ANY_TURN`.
        groups: (n,) photograph or made-up set a crop comes from; a group is never divided by a split.
    """

    pictures: Image
    faces: NDArray[np.int64]
    turns: NDArray[np.int64]
    groups: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.faces)

    def where(self, chosen: NDArray[np.bool_]) -> "CropSet":
        """Return the crops for which `chosen` (n,) holds."""
        return CropSet(self.pictures[chosen], self.faces[chosen], self.turns[chosen], self.groups[chosen])

    @classmethod
    def of(cls, rows: Sequence[tuple[Image, int, int, int]]) -> "CropSet":
        """Make a set from (picture, face, turn, group) rows; it may be empty."""
        return cls(
            np.stack([r[0] for r in rows]) if rows else np.zeros((0, 1, 1, 3), np.uint8),
            *(np.array([r[k] for r in rows], dtype=np.int64) for k in (1, 2, 3)),
        )

    @classmethod
    def concatenated(cls, sets: Sequence["CropSet"]) -> "CropSet":
        """Return all crops of the sets; groups of different sets stay different."""
        sets = [s for s in sets if len(s)]
        firsts = np.cumsum([0] + [int(s.groups.max(initial=-1)) + 1 for s in sets])
        return cls(
            np.concatenate([s.pictures for s in sets]),
            np.concatenate([s.faces for s in sets]),
            np.concatenate([s.turns for s in sets]),
            np.concatenate([s.groups + first for s, first in zip(sets, firsts, strict=False)]),
        )

    @classmethod
    def cached(cls, file: Path, make: Callable[[], "CropSet"]) -> "CropSet":
        """Load a file (`.npz`), made and written first if it does not exist, for resumed runs."""
        if not file.exists():
            made = make()
            part = file.with_name("part.npz")
            np.savez(part, pictures=made.pictures, faces=made.faces, turns=made.turns, groups=made.groups)
            part.replace(file)
        with np.load(file) as stored:
            return cls(**stored)


def cut(
    picture: Image, quad: Floats, spec: CropSpec = CLASSIFIER_CROPS, rng: np.random.Generator | None = None
) -> Image:
    """Return the crop of a quad (4, 2), with its margin.

    Args:
        rng: If given, the crop has a random size within `spec.heights`, as of a tile at a random distance.
    """
    size = spec.size
    if rng is not None:
        height = float(np.exp(rng.uniform(*np.log(spec.heights))))
        size = (max(14, round(height * 0.75 * np.exp(rng.normal(0, 0.2)))), round(height))
    crop: Image = rectified(picture, quad[None].astype(np.float32), size, MARGIN)[0]
    return crop


def resized(crop: Image, size: tuple[int, int]) -> Image:
    """Return a crop at a size (width, height), by an area filter if it shrinks."""
    shrinks = crop.shape[0] > size[1]
    return cv2.resize(crop, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR).astype(np.uint8)
