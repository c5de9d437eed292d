"""Look closer at tiles that the classifier leaves open: another network, larger crops, upright."""

from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.networks.classifier import OPEN, Classifier, Names, geometric_mean, shift_averaged
from vision.quads import Quads

SIZE: Final = (72, 96)
"""Width and height of a crop in pixels."""


class Cascade:
    """The second network of `models/train/classifier.py`, with the contract of the classifier but for the size."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network; raises `vision.networks.runtime.WeightsError` when the file cannot be used."""
        self._classifier = Classifier(weights, threads, SIZE)

    def __call__(self, picture: Picture, quads: Quads, names: Names, classifier: Classifier) -> Names:
        """Names of tiles, those that are open by both networks: the geometric mean of what each says.

        What is open even then, both look at shift_averaged.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            quads: (N, 4, 2) corners of the tiles, from the top left of what is on them on.
            names: What the classifier says of them; its turns stay.
            classifier: The first network, which looks at them again.
        """
        at = np.flatnonzero(names.faces.max(axis=1, initial=0) < OPEN)
        if not len(at):
            return names
        faces: NDArray[np.float32] = names.faces.copy()
        close = self._classifier.name(picture, quads[at]).faces
        faces[at] = geometric_mean(np.stack([names.faces[at], close]))
        still = faces[at].max(axis=1) < OPEN
        if still.any():
            left = at[still]
            firsts = (classifier, names.faces[left]), (self._classifier, close[still])
            said = [shift_averaged(partial(_faces, by, picture), quads[left], first) for by, first in firsts]
            faces[left] = geometric_mean(np.stack(said))
        return Names(faces, names.turns, names.features)


def _faces(by: Classifier, picture: Picture, quads: Quads) -> NDArray[np.float32]:
    return by.name(picture, quads).faces
