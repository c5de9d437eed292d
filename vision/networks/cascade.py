"""Second stage of the classifier: another network, with larger, upright crops, for tiles that the first leaves open."""

from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.networks.classifier import CONFIDENT, Classifier, Names, geometric_mean, shift_averaged
from vision.quads import Quads

SIZE: Final = (72, 96)
"""Width and height of a crop in pixels: 1.5 times the first stage's. More takes longer; less tells it nothing new."""

_NO_TILE: Final = 0.7
"""Probability of no tile by either network from which a find is not classified once more. Of 237 such finds none had a
face above 0.32 after that. Higher takes longer for clutter; lower gives up poor tiles."""


class Cascade:
    """The second network of `models/train/classifier.py`: the classifier's contract, with larger crops."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Load the network.

        Raises:
            vision.networks.runtime.WeightsError: The file is missing or of another network.
        """
        self._classifier = Classifier(weights, threads, SIZE)

    def __call__(self, picture: Picture, quads: Quads, names: Names, classifier: Classifier) -> Names:
        """Name again the tiles below `CONFIDENT`, by the geometric mean of both networks.

        Both classify tiles that are still open once more, averaged over shifted quads, unless neither sees a tile.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            quads: (N, 4, 2) corners of the tiles in pixels, from the glyph's top left.
            names: The classifier's output for them; its turns and features are kept.
            classifier: The first stage, which classifies the shifted quads too.
        """
        at = np.flatnonzero(names.faces.max(axis=1, initial=0) < CONFIDENT)
        if not len(at):
            return names
        faces: NDArray[np.float32] = names.faces.copy()
        second = self._classifier.name(picture, quads[at]).faces
        faces[at] = geometric_mean(np.stack([names.faces[at], second]))
        neither = np.minimum(names.faces[at, -1], second[:, -1]) > _NO_TILE
        still = (faces[at].max(axis=1) < CONFIDENT) & ~neither
        if still.any():
            left = at[still]
            firsts = (classifier, names.faces[left]), (self._classifier, second[still])
            both = [shift_averaged(partial(_faces, by, picture), quads[left], first) for by, first in firsts]
            faces[left] = geometric_mean(np.stack(both))
        return Names(faces, names.turns, names.features)


def _faces(by: Classifier, picture: Picture, quads: Quads) -> NDArray[np.float32]:
    return by.name(picture, quads).faces
