"""Name the tile in each crop, and say which way up it lies."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES
from vision.image import Picture
from vision.networks.rectify import Crops, rectified
from vision.networks.runtime import Model
from vision.quads import Quads

SIZE: Final = (48, 64)
"""Width and height of a crop in pixels."""

MARGIN: Final = 0.08
"""Share of the tile's width and height that a crop shows beyond each side."""

OPEN: Final = 0.98
"""Tiles of which nothing is likelier are looked at again."""

_OFF: Final = 0.03  # of a tile's diagonal
_LEAST: Final = 1e-9  # nothing that is said rules a face out


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What each of N crops shows.

    Attributes:
        faces: (N, 43) probabilities that sum to 1, in the order of `scoring.tiles.FACES`, then one for "no
            tile, or none that is known".
        turns: (N, 4) probabilities that the glyph's top left is corner 0, 1, 2 or 3 of the quad.
        features: (N, 192) of length 1: crops of one face of one set lie close together.
    """

    faces: NDArray[np.float32]
    turns: NDArray[np.float32]
    features: NDArray[np.float32]


def shift_averaged(
    say: Callable[[Quads], NDArray[np.float32]], quads: Quads, first: NDArray[np.float32]
) -> NDArray[np.float32]:
    """What a network says of tiles, and of quads a little off, together.

    An outline is never quite right, and near names change with it: three looks say more than one, and as much as five.

    Args:
        say: Gives (M, K) probabilities for M quads.
        quads: (N, 4, 2) corners of the tiles.
        first: (N, K) what it says of these.

    Returns:
        (N, K) probabilities that sum to 1: the geometric mean of what is said of the three.
    """
    off = _OFF * (quads[:, [2]] - quads[:, [0]])
    said = say(np.concatenate([quads - off, quads + off]))
    return geometric_mean(np.concatenate([first, said]).reshape(3, len(quads), -1))


def geometric_mean(said: NDArray[np.float32]) -> NDArray[np.float32]:
    """The geometric mean (N, K) of probabilities (L, N, K), which sum to 1."""
    logs = np.log(np.maximum(said, _LEAST)).mean(axis=0)
    mean = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(mean / mean.sum(axis=1, keepdims=True), np.float32)


class Classifier:
    """The network that `models/train/classifier.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2, size: tuple[int, int] = SIZE) -> None:
        """Loads the network, whose crops have this width and height.

        Raises:
            vision.networks.runtime.WeightsError: the file is missing or is of another network.
        """
        self._model, self._size = Model(weights, threads, size), size

    def __call__(self, crops: Crops) -> Names:
        """Names (N, height, width, 3) blue-green-red crops."""
        if not len(crops):
            empty = np.zeros((0, len(FACES) + 1), np.float32)
            return Names(empty, empty[:, :4], empty[:, :0])
        out = self._model.in_batches(crops)
        return Names(out["faces"], out["turns"], out["features"])

    def name(self, picture: Picture, quads: Quads) -> Names:
        """Names the tiles at (N, 4, 2) quads of a picture."""
        return self(rectified(picture, quads, self._size, MARGIN))
