"""Move the corners of a detector's boxes onto the tiles, and tell tiles from what only looks like one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .detector import KINDS, Detections, Quads, distinct
from .image import Picture
from .rectify import rectified
from .runtime import Model

SIZE: Final = (64, 64)
"""Width and height of a crop in pixels."""

MARGIN: Final = 0.4
"""Share of the box's width and height that a crop shows beyond each side."""

_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class Tiles(Detections):
    """Finds whose corners are those of the tiles' faces or backs themselves.

    Attributes:
        whole: (N,) float32 probabilities that nothing lies over the tile and no edge of the picture cuts it off.
    """

    whole: NDArray[np.float32]

    def only(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> "Tiles":
        """Some of them, as of detections."""
        some = Detections.only(self, kept)
        return Tiles(some.quads, some.scores, some.kinds, self.whole[kept])


def together(first: Tiles, second: Tiles) -> Tiles:
    """All of both, in this order."""
    quads, scores, whole = (
        np.concatenate(both)
        for both in ((first.quads, second.quads), (first.scores, second.scores), (first.whole, second.whole))
    )
    return Tiles(quads, scores, first.kinds + second.kinds, whole)


class Refiner:
    """The network that `models/train_refiner.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network; raises `vision.runtime.WeightsError` when the file cannot be used."""
        self._model = Model(weights, threads, SIZE)

    def __call__(self, picture: Picture, boxes: Detections) -> Tiles:
        """The tiles in the boxes that a detector drew in a picture.

        Returns:
            Each score is the mean, as odds, of what the detector and the refiner give the tile. Of boxes of one tile
            only the surest is left.
        """
        if not len(boxes):
            return Tiles(boxes.quads, boxes.scores, boxes.kinds, np.zeros(0, np.float32))
        quads = boxes.quads
        out = self._model.in_batches(rectified(picture, quads, SIZE, MARGIN))
        kinds = out["kinds"]
        tiles = 1 - kinds[:, len(KINDS)]
        odds = [np.log(p) - np.log(1 - p) for p in (np.clip(v, 1e-4, 1 - 1e-4) for v in (boxes.scores, tiles))]
        scores = (1 / (1 + np.exp(-(odds[0] + odds[1]) / 2))).astype(np.float32)
        moved = placed(quads, out["corners"])
        kept = distinct(moved, scores)
        names = tuple(KINDS[k] for k in kinds[kept, : len(KINDS)].argmax(axis=1))
        return Tiles(moved[kept], scores[kept], names, out["whole"][kept])


def placed(quads: Quads, points: Quads) -> Quads:
    """Points (N, K, 2) in each quad's own unit square, corner 0 at (0, 0) and corner 2 at (1, 1), in pixels."""
    return np.stack(
        [
            cv2.perspectiveTransform(some[None].astype(np.float32), cv2.getPerspectiveTransform(_UNIT, quad))[0]
            for quad, some in zip(np.asarray(quads, np.float32), points, strict=True)
        ]
    ).astype(np.float32)
