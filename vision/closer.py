"""Look closer at tiles that the classifier leaves open: another network, larger crops, upright."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .classifier import Classifier, Names, steadily
from .detector import Quads
from .image import Picture

SIZE: Final = (72, 96)
"""Width and height of a crop in pixels."""

_OPEN: Final = 0.98  # tiles of which nothing is likelier are looked at


class Closer:
    """The second network of `models/train_classifier.py`, with the contract of the classifier but for the size."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network; raises `vision.runtime.WeightsError` when the file cannot be used."""
        self._classifier = Classifier(weights, threads, SIZE)

    def __call__(self, picture: Picture, quads: Quads, names: Names, classifier: Classifier) -> Names:
        """Names of tiles, those that are open by both networks: the geometric mean of what each says, looking steadily.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            quads: (N, 4, 2) corners of the tiles, from the top left of what is on them on.
            names: What the classifier says of them; its turns stay.
            classifier: The first network, which looks at them again.
        """
        at = np.flatnonzero(names.faces.max(axis=1, initial=0) < _OPEN)
        if not len(at):
            return names

        def said(by: Classifier) -> NDArray[np.float32]:
            return steadily(lambda moved: by.name(picture, moved).faces, quads[at])

        both = np.sqrt(said(classifier) * said(self._classifier))
        faces: NDArray[np.float32] = names.faces.copy()
        faces[at] = both / both.sum(axis=1, keepdims=True)
        return Names(faces, names.turns, names.features)
