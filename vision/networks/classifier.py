"""Classification of crops of tiles: the face of each, and its turn."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES
from vision.image import Picture
from vision.networks.rectify import TileCrops, rectified
from vision.networks.runtime import Model
from vision.quads import Quads

SIZE: Final = (48, 64)
"""Width and height of a crop in pixels. More takes longer for every tile; less makes characters unreadable."""

MARGIN: Final = 0.08
"""Share of the tile's width and height that a crop shows beyond each side. More makes the face smaller; less cuts it
off with inexact corners."""

CONFIDENT: Final = 0.98
"""Tiles whose most probable face scores less are classified again, by the cascade or with shifted quads. Higher takes
longer; lower leaves doubtful faces to the first network alone."""

_SHIFT: Final = 0.03
"""Share of a tile's diagonal by which quads are shifted in `shift_averaged`. More cuts the face off; less tells nothing
new."""

_MIN_PROBABILITY: Final = 1e-9
"""Floor of a probability before its logarithm is taken, so that no single view rules a face out."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The classification of N crops.

    Attributes:
        faces: (N, 43) probabilities that sum to 1, in the order of `scoring.tiles.FACES`, the last for "no tile, or
            an unknown one".
        turns: (N, 4) probabilities that the glyph's top left is corner 0, 1, 2 or 3 of the quad.
        features: (N, 192) unit vectors; crops of the same face of the same set lie close together.
    """

    faces: NDArray[np.float32]
    turns: NDArray[np.float32]
    features: NDArray[np.float32]


def shift_averaged(
    predict: Callable[[Quads], NDArray[np.float32]], quads: Quads, first: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Average a network's predictions over three views: the given quads, and those shifted both ways along a diagonal.

    Corners are never exact, and similar faces change with them. Measured: three views tell more than one, and as much
    as five.

    Args:
        predict: Returns (M, K) probabilities for M quads.
        quads: (N, 4, 2) corners of the tiles in pixels.
        first: (N, K) its prediction for these.

    Returns:
        (N, K) probabilities that sum to 1: the geometric mean of the three.
    """
    shift = _SHIFT * (quads[:, [2]] - quads[:, [0]])
    shifted = predict(np.concatenate([quads - shift, quads + shift]))
    return geometric_mean(np.concatenate([first, shifted]).reshape(3, len(quads), -1))


def geometric_mean(views: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the geometric mean (N, K) of probabilities (L, N, K) over the L views, scaled to sum to 1."""
    logs = np.log(np.maximum(views, _MIN_PROBABILITY)).mean(axis=0)
    mean = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(mean / mean.sum(axis=1, keepdims=True), np.float32)


class Classifier:
    """The network that `models/train/classifier.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2, size: tuple[int, int] = SIZE) -> None:
        """Load the network.

        Args:
            weights: The .onnx file.
            threads: Processor threads that one call may use.
            size: Width and height of its crops in pixels.

        Raises:
            vision.networks.runtime.WeightsError: The file is missing or of another network.
        """
        self._model, self._size = Model(weights, threads, size), size

    def __call__(self, crops: TileCrops) -> Names:
        """Classify (N, height, width, 3) blue-green-red crops."""
        if not len(crops):
            empty = np.zeros((0, len(FACES) + 1), np.float32)
            return Names(empty, empty[:, :4], empty[:, :0])
        out = self._model.in_batches(crops)
        return Names(out["faces"], out["turns"], out["features"])

    def name(self, picture: Picture, quads: Quads) -> Names:
        """Classify the tiles at (N, 4, 2) quads of a picture, in pixels."""
        return self(rectified(picture, quads, self._size, MARGIN))
