"""Move the corners of a detector's boxes onto the tiles, and tell tiles from what only looks like one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import HARDLY
from vision.image import Picture
from vision.networks.detector import KINDS, Detections, distinct
from vision.networks.rectify import rectified
from vision.networks.runtime import Model
from vision.quads import Quads

SIZE: Final = (64, 64)
"""Width and height of a crop in pixels."""

MARGIN: Final = 0.4
"""Share of the box's width and height that a crop shows beyond each side."""

_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_ASTRAY: Final = 0.15  # where a corner moved by more of its box's side, it is looked at once more from where it is now,
_TIMES: Final = 2  # up to so often,
_SURE: Final = 0.98  # if it is not as surely a tile as this.
_RATHER: Final = 0.8  # What was less likely one may move further than the time before, all else only less far


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
    """The network that `models/train/refiner.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network; raises `vision.networks.runtime.WeightsError` when the file cannot be used."""
        self._model = Model(weights, threads, SIZE)

    def __call__(self, picture: Picture, boxes: Detections) -> Tiles:
        """The tiles in the boxes that a detector drew in a picture.

        What lies far from its box is looked at again from there: a box says little of how a standing tile leans.

        Returns:
            Each score is the mean, as odds, of what the detector and each look give the tile. Of boxes of one tile
            only the surest is left.
        """
        if not len(boxes):
            return Tiles(boxes.quads, boxes.scores, boxes.kinds, np.zeros(0, np.float32))
        quads, kinds, whole, moved = self._seen(picture, boxes.quads)
        said, times = _odds(boxes.scores) + _odds(1 - kinds[:, -1]), np.full(len(boxes), 2.0, np.float32)
        at = np.arange(len(boxes))
        for _ in range(_TIMES):
            unsure = (1 - kinds[at, -1] < _SURE) & (_probability(said[at] / times[at]) >= HARDLY)
            at = at[(moved[at] > _ASTRAY) & unsure]
            if not len(at):
                break
            more = self._seen(picture, quads[at])
            nearer = (more[-1] < moved[at]) | (kinds[at, -1] > 1 - _RATHER)
            at = at[nearer]
            for known, now in zip((quads, kinds, whole, moved), more, strict=True):
                known[at] = now[nearer]
            said[at] += _odds(1 - kinds[at, -1])
            times[at] += 1
        scores = _probability(said / times)
        kept = distinct(quads, scores)
        names = tuple(KINDS[k] for k in kinds[kept, : len(KINDS)].argmax(axis=1))
        return Tiles(quads[kept], scores[kept], names, whole[kept])

    def _seen(
        self, picture: Picture, quads: Quads
    ) -> tuple[Quads, NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """What one look at quads (N, 4, 2) makes of them.

        Returns:
            The quads of the tiles, (N, 3) probabilities of what they are, (N,) that they are whole, and (N,) how far
            the corner that moved most did, as a share of the width or height.
        """
        out = self._model.in_batches(rectified(picture, quads, SIZE, MARGIN))
        moved = np.abs(out["corners"] - _UNIT).max(axis=(1, 2))
        return placed(quads, out["corners"]), out["kinds"], out["whole"], moved


def _odds(likely: NDArray[np.float32]) -> NDArray[np.float32]:
    """The logarithms (N,) of the odds of probabilities (N,)."""
    likely = np.clip(likely, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(likely) - np.log(1 - likely), np.float32)


def _probability(odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """The probabilities (N,) of which these are the logarithms of odds."""
    return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def placed(quads: Quads, points: Quads) -> Quads:
    """Points (N, K, 2) in each quad's own unit square, corner 0 at (0, 0) and corner 2 at (1, 1), in pixels."""
    return np.stack(
        [
            cv2.perspectiveTransform(some[None].astype(np.float32), cv2.getPerspectiveTransform(_UNIT, quad))[0]
            for quad, some in zip(np.asarray(quads, np.float32), points, strict=True)
        ]
    ).astype(np.float32)
