"""Names of flowers and seasons, by the digit or character beside the plant."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FIRST_FLOWER, FLOWERS
from vision.image import Picture
from vision.networks.classifier import CONFIDENT, MARGIN, Names, shift_averaged
from vision.networks.rectify import rectified
from vision.networks.runtime import Model
from vision.quads import Quads

SIZE: Final = (72, 96)
"""Width and height of a crop in pixels; the digit or character takes a fifth of a tile's height. More takes longer;
less makes it unreadable."""

_MIN_FLOWER: Final = 0.05
"""Tiles less likely to be a flower of any kind keep the classifier's name. Higher leaves doubtful flowers to the
classifier; lower takes longer."""


class Flowers:
    """The network that `models/train/flowers.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Load the network.

        Raises:
            vision.networks.runtime.WeightsError: The file is missing or of another network.
        """
        self._model = Model(weights, threads, SIZE)

    def __call__(self, picture: Picture, quads: Quads, names: Names) -> Names:
        """Divide each tile's probability of being a flower among the eight flowers.

        The sum of the eight stays the same.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            quads: (N, 4, 2) corners of the tiles in pixels, from the glyph's top left.
            names: The classifier's output for them.
        """
        eight = slice(FIRST_FLOWER, FIRST_FLOWER + len(FLOWERS))
        likely = names.faces[:, eight].sum(axis=1)
        at = np.flatnonzero(likely > _MIN_FLOWER)
        if not len(at):
            return names
        faces: NDArray[np.float32] = names.faces.copy()

        def predict(some: Quads) -> NDArray[np.float32]:
            return self._model.in_batches(rectified(picture, some, SIZE, MARGIN))["flowers"]

        flowers = predict(quads[at])
        still = flowers.max(axis=1) < CONFIDENT
        if still.any():
            flowers[still] = shift_averaged(predict, quads[at[still]], flowers[still])
        faces[at, eight] = likely[at, None] * flowers
        return Names(faces, names.turns, names.features)
