"""Refinement of detected boxes: corners moved onto the tiles, and a probability that there is one."""

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
"""Width and height of a crop in pixels. More takes longer for every box; less makes corners inexact."""

MARGIN: Final = 0.4
"""Share of the box's width and height that a crop shows beyond each side. More makes the tile smaller; less cuts off
tiles of inexact boxes."""

_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""(4, 2) corners of the unit square, in the order of a quad's."""

_FAR: Final = 0.15
"""Move of a corner, in its box's side, above which a tile is refined again. More leaves distant tiles inexact; less
takes longer."""

_MAX_PASSES: Final = 2
"""Most further passes for a tile. More takes longer; fewer leaves standing tiles inexact."""

_SURE: Final = 0.98
"""Tiles of at least this probability are not refined again. Higher takes longer; lower leaves inexact corners."""

_LIKELY: Final = 0.8
"""Probability below which a further pass counts even if it moves the corners further than the pass before. Higher
accepts passes that drift away; lower drops good ones."""


@dataclass(frozen=True, slots=True)
class RefinedBoxes(Detections):
    """Detections with the exact corners of the tiles' faces or backs.

    Attributes:
        whole: (N,) float32 probabilities that the tile is neither covered nor cut off by the edge of the picture.
    """

    whole: NDArray[np.float32]

    def only(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> "RefinedBoxes":
        """Return the tiles that a mask (N,) selects, or those at the given indices in that order."""
        some = Detections.only(self, kept)
        return RefinedBoxes(some.quads, some.scores, some.kinds, self.whole[kept])


def concatenated(first: RefinedBoxes, second: RefinedBoxes) -> RefinedBoxes:
    """Return the tiles of both, in this order."""
    quads, scores, whole = (
        np.concatenate(both)
        for both in ((first.quads, second.quads), (first.scores, second.scores), (first.whole, second.whole))
    )
    return RefinedBoxes(quads, scores, first.kinds + second.kinds, whole)


class Refiner:
    """The network that `models/train/refiner.py` makes; its docstring holds the contract."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Load the network.

        Raises:
            vision.networks.runtime.WeightsError: The file is missing or of another network.
        """
        self._model = Model(weights, threads, SIZE)

    def __call__(self, picture: Picture, boxes: Detections) -> RefinedBoxes:
        """Return the distinct tiles in detected boxes of a picture.

        A tile far from its box is refined again from its new corners, since a box tells little about the lean of a
        standing tile.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            boxes: The boxes, in pixels of the picture.

        Returns:
            The most probable tile of each place, most probable first. A score is the mean log-odds, as a probability,
            of the detector's score and of each pass's.
        """
        if not len(boxes):
            return RefinedBoxes(boxes.quads, boxes.scores, boxes.kinds, np.zeros(0, np.float32))
        quads, kinds, whole, moved = self._pass(picture, boxes.quads)
        log_odds, times = _log_odds(boxes.scores) + _log_odds(1 - kinds[:, -1]), np.full(len(boxes), 2.0, np.float32)
        at = np.arange(len(boxes))
        for _ in range(_MAX_PASSES):
            unsure = (1 - kinds[at, -1] < _SURE) & (_probability(log_odds[at] / times[at]) >= HARDLY)
            at = at[(moved[at] > _FAR) & unsure]
            if not len(at):
                break
            more = self._pass(picture, quads[at])
            nearer = (more[-1] < moved[at]) | (kinds[at, -1] > 1 - _LIKELY)
            at = at[nearer]
            for known, now in zip((quads, kinds, whole, moved), more, strict=True):
                known[at] = now[nearer]
            log_odds[at] += _log_odds(1 - kinds[at, -1])
            times[at] += 1
        scores = _probability(log_odds / times)
        kept = distinct(quads, scores)
        names = tuple(KINDS[k] for k in kinds[kept, : len(KINDS)].argmax(axis=1))
        return RefinedBoxes(quads[kept], scores[kept], names, whole[kept])

    def _pass(
        self, picture: Picture, quads: Quads
    ) -> tuple[Quads, NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Run the network once over quads (N, 4, 2).

        Returns:
            The tiles' quads; (N, 3) probabilities of face, back and no tile; (N,) probabilities that they are whole;
            (N,) the furthest move of a corner, as a share of the quad's width or height.
        """
        out = self._model.in_batches(rectified(picture, quads, SIZE, MARGIN))
        moved = np.abs(out["corners"] - _UNIT).max(axis=(1, 2))
        return placed(quads, out["corners"]), out["kinds"], out["whole"], moved


def _log_odds(probability: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the log-odds (N,) of probabilities (N,), bounded by those of 0.0001 and 0.9999."""
    bounded = np.clip(probability, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(bounded) - np.log(1 - bounded), np.float32)


def _probability(log_odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the probabilities (N,) with these log-odds (N,)."""
    return np.asarray(1 / (1 + np.exp(-log_odds)), np.float32)


def placed(quads: Quads, points: Quads) -> Quads:
    """Return pixels (N, K, 2) of points (N, K, 2) in each quad's unit square, where corner 0 is (0, 0) and corner 2 (1,
    1)."""
    return np.stack(
        [
            cv2.perspectiveTransform(some[None].astype(np.float32), cv2.getPerspectiveTransform(_UNIT, quad))[0]
            for quad, some in zip(np.asarray(quads, np.float32), points, strict=True)
        ]
    ).astype(np.float32)
