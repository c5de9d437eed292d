"""Name flowers and seasons by what is written beside the plant."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FIRST_FLOWER, FLOWERS
from vision.image import Picture
from vision.networks.classifier import MARGIN, OPEN, Names, shift_averaged
from vision.networks.rectify import rectified
from vision.networks.runtime import Model
from vision.quads import Quads

SIZE: Final = (72, 96)
"""Width and height of a crop in pixels: a digit or a character takes a fifth of a tile's height."""

_PERHAPS: Final = 0.05  # tiles that are less likely flowers are not looked at


class Flowers:
    """The network that `models/train/flowers.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network; raises `vision.networks.runtime.WeightsError` when the file cannot be used."""
        self._model = Model(weights, threads, SIZE)

    def __call__(self, picture: Picture, quads: Quads, names: Names) -> Names:
        """Names of tiles, those that may be flowers looked at again.

        How likely a tile is a flower at all stays as it was.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            quads: (N, 4, 2) corners of the tiles, from the top left of what is on them on.
            names: What the classifier says of them.
        """
        eight = slice(FIRST_FLOWER, FIRST_FLOWER + len(FLOWERS))
        likely = names.faces[:, eight].sum(axis=1)
        at = np.flatnonzero(likely > _PERHAPS)
        if not len(at):
            return names
        faces: NDArray[np.float32] = names.faces.copy()

        def say(moved: Quads) -> NDArray[np.float32]:
            return self._model.in_batches(rectified(picture, moved, SIZE, MARGIN))["flowers"]

        said = say(quads[at])
        still = said.max(axis=1) < OPEN
        if still.any():
            said[still] = shift_averaged(say, quads[at[still]], said[still])
        faces[at, eight] = likely[at, None] * said
        return Names(faces, names.turns, names.features)
