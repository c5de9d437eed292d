"""Move the corners of a detector's boxes onto the tiles, and tell tiles from what only looks like one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .detector import Quads
from .image import Picture
from .rectify import Crops, rectified
from .runtime import Model, WeightsError

SIZE: Final = (64, 64)
"""Width and height of a crop in pixels."""

MARGIN: Final = 0.4
"""Share of the box's width and height that a crop shows beyond each side."""

_BATCH: Final = 16
_FINE: Final = 56.0  # a picture whose tiles are wider than this, in pixels, is made smaller first
_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """What each of N boxes shows.

    Attributes:
        quads: (N, 4, 2) float32 corners of the tile's face or back itself in pixels, each as near as can be to the
            same corner of the box.
        kinds: (N, 3) probabilities that the box is of a face, of a back, of no tile.
    """

    quads: Quads
    kinds: NDArray[np.float32]


class Refiner:
    """The network that `models/train_refiner.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network; raises `vision.runtime.WeightsError` when the file cannot be used."""
        self._model = Model(weights, threads)
        if self._model.shape[1:] != (SIZE[1], SIZE[0], 3):
            raise WeightsError(f"{weights}: expected input (N, {SIZE[1]}, {SIZE[0]}, 3), got {self._model.shape}")

    def __call__(self, picture: Picture, quads: Quads) -> Refined:
        """Refines (N, 4, 2) boxes, in pixels of the picture."""
        if not len(quads):
            return Refined(quads, np.zeros((0, 3), np.float32))
        scale = min(1.0, _FINE / float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1))))
        if scale < 0.7:
            picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        else:
            scale = 1.0
        crops = rectified(picture, quads * np.float32(scale), SIZE, MARGIN)
        corners, kinds = self._answers(crops)
        return Refined(placed(quads, corners), kinds)

    def _answers(self, crops: Crops) -> tuple[Quads, NDArray[np.float32]]:
        corners, kinds = [], []
        for start in range(0, len(crops), _BATCH):
            part = crops[start : start + _BATCH]
            # Always a full batch: the runtime prepares itself anew for every size it has not met.
            full = np.zeros((_BATCH, *crops.shape[1:]), np.uint8)
            full[: len(part)] = part
            out = self._model(full)
            corners.append(out["corners"][: len(part)])
            kinds.append(out["kinds"][: len(part)])
        return np.concatenate(corners), np.concatenate(kinds)


def placed(quads: Quads, points: Quads) -> Quads:
    """Points (N, K, 2) in each quad's own unit square, corner 0 at (0, 0) and corner 2 at (1, 1), in pixels."""
    return np.stack(
        [
            cv2.perspectiveTransform(some[None].astype(np.float32), cv2.getPerspectiveTransform(_UNIT, quad))[0]
            for quad, some in zip(np.asarray(quads, np.float32), points, strict=True)
        ]
    ).astype(np.float32)
