"""Second look at detections: a tile, or something similar."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.networks.rectify import rectified
from vision.networks.refiner import MARGIN, SIZE
from vision.networks.runtime import Model
from vision.quads import Quads


class Verifier:
    """The network that `models/train/verifier.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Load the network.

        Raises:
            vision.networks.runtime.WeightsError: The file is missing or of another network.
        """
        self._model = Model(weights, threads, SIZE)

    def __call__(self, picture: Picture, quads: Quads) -> NDArray[np.float32]:
        """Return the probabilities (N,) that a tile lies in each of quads (N, 4, 2) of a picture, in pixels."""
        if not len(quads):
            return np.zeros(0, np.float32)
        return self._model.in_batches(rectified(picture, quads, SIZE, MARGIN))["tile"]
