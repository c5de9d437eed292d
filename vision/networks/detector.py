"""Detect the tiles in a picture: an oriented box around each face or back."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import LIKELY
from vision.image import Picture, shrunk
from vision.networks.runtime import Model, Tensor, WeightsError
from vision.quads import Quads

Kind = Literal["face", "back"]
KINDS: Final[tuple[Kind, ...]] = ("face", "back")
"""What is seen of a tile, in the order of the network's classes."""

STRIDE: Final = 32
"""The network's input sides are multiples of this; YOLO's largest stride."""

SIDE: Final = 576
"""Pixels that the longer side of a picture is scaled to at first. Not measured."""

_OTHER_SMALL: Final = 448
"""Pixels of the longer side for the first of two other scales, at which the network errs otherwise. Not measured."""

_OTHER_LARGE: Final = 832
"""Least pixels of the longer side for the second of two other scales. Not measured."""

_TINY: Final = 16.0
"""Tiles narrower than this, in pixels of the network's input, are detected again at a larger scale. Not measured."""

_WIDTH: Final = 26.0
"""Width in pixels of the network's input that tiles have at the larger scale. Not measured."""

_MAX_SIDE: Final = 1600
"""Pixels of the longer side at the largest scale, which bounds the time. Not measured."""

_MAX_UPSCALE: Final = 2.0
"""Factor by which a small picture is enlarged at most. Not measured."""

_MAX_SLANT: Final = 8.0
"""Degrees by which rows may be aslant before the picture is turned to level them. Not measured."""

_MAX_OVERLAP: Final = 0.5
"""Boxes that share this much of the smaller one are of the same tile, since tiles lie side by side. Not measured."""

_SAME_CENTRE: Final = 0.2
"""Boxes are of the same tile too where their centres are nearer than this share of the way from centre to corner.

Not measured; it spares most of the intersections.
"""

_PAD: Final = 114
"""Grey level of the letterbox's border: the one that ultralytics trains with."""

_MIN_TILES: Final = 6
"""Fewest tiles that tell how rows lie. Not measured."""

_MIN_ALIGNED: Final = 0.6
"""Length of the mean direction (0-1) above which tiles lie in rows. Not measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """The tiles detected in one picture, the most probable first.

    Attributes:
        quads: (N, 4, 2) float32 corners in pixels of the picture, clockwise, the first edge a short one. Which of
            the two short edges is the top is not known.
        scores: (N,) float32 probabilities in 0-1.
        kinds: Whether each tile shows its face or its back.
    """

    quads: Quads
    scores: NDArray[np.float32]
    kinds: tuple[Kind, ...]

    def __len__(self) -> int:
        return len(self.kinds)

    def only(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> "Detections":
        """Those that a mask (N,) selects, or those at the given indices in that order."""
        places = np.arange(len(self))[kept]
        return Detections(self.quads[places], self.scores[places], tuple(self.kinds[at] for at in places))


class Detector:
    """A YOLO oriented-box network, two classes (`KINDS`), exported by ultralytics with its default options.

    The ONNX model takes (1, 3, height, width) RGB in 0-1, which `vision.networks.runtime` makes of pixels, and gives
    (1, 7, anchors): centre x, centre y, width, height in input pixels, a score a class, and the angle in radians from
    the x axis to the width, clockwise as seen (y points down). A model with free height and width (`dynamic=True`) is
    fed the picture's own shape, which saves the padding and allows larger scales for small tiles.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network.

        Raises:
            vision.networks.runtime.WeightsError: the file is missing or no usable model.
        """
        self._model = Model(weights, threads)

    def __call__(self, picture: Picture, *, score: float = 0.25, other_scales: bool = False) -> Detections:
        """Detects tiles at a small scale first.

        Where tiles turn out tiny, or none are found, the picture is searched once more at a scale that suits them.
        Where they lie in rows aslant, it is searched once more turned so that the rows are level.

        Args:
            picture: (height, width, 3) blue-green-red pixels of any size.
            score: Detections below this are dropped.
            other_scales: Search a smaller and a larger scale instead, for what the usual ones may have missed.

        Raises:
            vision.networks.runtime.WeightsError: the network's output is not a detector's.
        """
        found = self._at_scales(picture, score, other_scales)
        slant = _slant(found)
        if abs(slant) < _MAX_SLANT:
            return found
        turned, back = _turned(picture, slant)
        level = self._at_scales(turned, score, other_scales)
        if not len(level):
            return found
        quads = cv2.transform(level.quads, back).astype(np.float32)
        quads = np.where((quads[:, 3, 1] < quads[:, 0, 1])[:, None, None], np.roll(quads, 2, axis=1), quads)
        return _merged(found, Detections(quads, level.scores, level.kinds))

    def _at_scales(self, picture: Picture, score: float, other_scales: bool) -> Detections:
        """Detections at the usual scale, and a larger one where tiles are tiny; or at two other scales."""
        longer = max(picture.shape[:2])
        first = min(_OTHER_SMALL, longer) if other_scales else SIDE
        found = self._at_scale(picture, first, score)
        side = _side(found, longer)
        if other_scales:
            side = max(_OTHER_LARGE, side)
        elif side <= SIDE * _WIDTH / _TINY:
            return found
        larger = min(side, longer, _MAX_SIDE)
        if self._fixed or larger <= first:
            return found
        return _merged(found, self._at_scale(picture, larger, score))

    @property
    def _fixed(self) -> bool:
        return None not in self._model.shape[1:3]

    def _at_scale(self, picture: Picture, side: int, score: float) -> Detections:
        """Detections with the picture's longer side scaled to `side` pixels."""
        height, width = picture.shape[:2]
        fixed_height, fixed_width = self._model.shape[1:3]
        if fixed_height is not None and fixed_width is not None:
            scale = min(fixed_height / height, fixed_width / width)
            shape = (fixed_height, fixed_width)
        else:
            scale = min(side / max(height, width), _MAX_UPSCALE)
            shape = (_multiple(height * scale), _multiple(width * scale))
        padded, left, top = letterboxed(picture, scale, shape)
        boxes = next(iter(self._model(padded[None]).values()))
        if boxes.ndim != 3 or boxes.shape[1] != 5 + len(KINDS):
            expected = f"(1, {5 + len(KINDS)}, anchors)"
            raise WeightsError("weights-output", file=str(self._model.weights), expected=expected, got=str(boxes.shape))
        found = decoded(boxes[0], score)
        quads = (found.quads - np.array([left, top], np.float32)) / np.float32(scale)
        return Detections(quads, found.scores, found.kinds)


def _merged(first: Detections, second: Detections) -> Detections:
    """The distinct detections of two passes over one picture."""
    both = Detections(
        np.concatenate([first.quads, second.quads]),
        np.concatenate([first.scores, second.scores]),
        first.kinds + second.kinds,
    )
    return both.only(distinct(both.quads, both.scores))


def distinct(quads: Quads, scores: NDArray[np.float32]) -> NDArray[np.intp]:
    """Non-maximum suppression of quads (N, 4, 2): the indices of one quad for each tile, the most probable first.

    Two quads are of the same tile where they share half of the smaller one, or where their centres nearly coincide.
    """
    centres, areas = quads.mean(axis=1), [cv2.contourArea(quad) for quad in quads]
    corners = np.linalg.norm(quads - centres[:, None], axis=2)
    reach, within = corners.max(axis=1), _SAME_CENTRE * corners.min(axis=1)
    kept: dict[int, NDArray[np.bool_]] = {}  # index of a quad kept -> (N,) which quads are near enough to overlap
    gone = np.zeros(len(quads), bool)
    for at in np.argsort(-scores, kind="stable").tolist():
        if gone[at] or areas[at] <= 0:
            continue
        shared = (
            cv2.intersectConvexConvex(quads[at], quads[k])[0] / max(min(areas[at], areas[k]), 1e-6)
            for k, near in kept.items()
            if near[at]
        )
        if all(share < _MAX_OVERLAP for share in shared):
            apart = np.hypot(*(centres - centres[at]).T)
            kept[at] = apart < reach + reach[at]
            gone |= apart < within[at]
    return np.array(list(kept), np.intp)


def _side(found: Detections, longer: int) -> int:
    """Pixels that a picture's longer side (`longer` now) needs for its tiles to be about `_WIDTH` wide."""
    clear = found.scores >= LIKELY
    if not clear.any():
        return 2 * SIDE
    sides = np.linalg.norm(found.quads[clear, 1] - found.quads[clear, 0], axis=1)
    return int(longer * _WIDTH / max(float(np.median(sides)), 1.0))


def _slant(found: Detections) -> float:
    """Degrees (-45 to 45) by which rows of tiles are aslant, clockwise as seen; 0 where tiles lie in no rows."""
    centre = found.quads[found.scores >= LIKELY].mean(axis=1)
    if len(centre) < _MIN_TILES:
        return 0.0
    step = centre[None] - centre[:, None]
    distance = np.linalg.norm(step, axis=2) + np.diag(np.full(len(centre), np.inf))
    nearest = step[np.arange(len(centre)), distance.argmin(axis=1)]
    angle = np.arctan2(nearest[:, 1], nearest[:, 0])
    mean = np.exp(4j * angle).mean()  # four times the angle: a quarter turn more is the same slant
    return float(np.degrees(np.angle(mean)) / 4) if abs(mean) > _MIN_ALIGNED else 0.0


def _turned(picture: Picture, slant: float) -> tuple[Picture, NDArray[np.float64]]:
    """The picture turned so that rows `slant` degrees aslant are level, and the (2, 3) transform back to its pixels."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), slant, 1.0)
    cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
    size = (round(width * cos + height * sin), round(width * sin + height * cos))
    turn[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    level = cv2.warpAffine(picture, turn, size, borderValue=(_PAD, _PAD, _PAD))
    return np.asarray(level, np.uint8), cv2.invertAffineTransform(turn).astype(np.float64)


def _multiple(length: float) -> int:
    return max(STRIDE, int(np.ceil(round(length) / STRIDE)) * STRIDE)


def letterboxed(picture: Picture, scale: float, shape: tuple[int, int]) -> tuple[Picture, int, int]:
    """The picture scaled and padded to `shape` (height, width), with the padding left and above in pixels.

    It is halved as often as possible and then scaled linearly, like the pictures that the network learnt from.
    Averaging over the rest of the way is less sharp and takes longer.
    """
    height = max(1, min(shape[0], round(picture.shape[0] * scale)))
    width = max(1, min(shape[1], round(picture.shape[1] * scale)))
    halved = min(2 ** int(np.log2(max(1 / scale, 1))), *picture.shape[:2])
    small = cv2.resize(shrunk(picture, halved), (width, height), interpolation=cv2.INTER_LINEAR)
    top, left = (shape[0] - height) // 2, (shape[1] - width) // 2
    padded = np.full((*shape, 3), _PAD, np.uint8)
    padded[top : top + height, left : left + width] = small
    return padded, left, top


def decoded(boxes: Tensor, score: float) -> Detections:
    """The distinct detections, in input pixels, of a (4 + classes + 1, anchors) output."""
    best = boxes[4:-1].max(axis=0)
    boxes = boxes[:, best >= score]
    scores, kinds = boxes[4:-1].max(axis=0), boxes[4:-1].argmax(axis=0)
    centre, width, height, angle = boxes[:2].T, boxes[2], boxes[3], boxes[-1]
    # The height is to be the longer side, so boxes that are wider than high turn by a quarter.
    lying = width > height
    angle = np.where(lying, angle + np.pi / 2, angle)
    width, height = np.where(lying, height, width), np.where(lying, width, height)
    right = np.stack([np.cos(angle), np.sin(angle)], -1) * width[:, None] / 2
    down = np.stack([-np.sin(angle), np.cos(angle)], -1) * height[:, None] / 2
    # Then by a half where needed, so that the height runs down the picture and corner 0 is always the same one.
    flip = np.where((down[:, 1] < 0) | ((down[:, 1] == 0) & (right[:, 0] < 0)), -1, 1)[:, None]
    right, down = right * flip, down * flip
    quads = np.stack([centre - right - down, centre + right - down, centre + right + down, centre - right + down], 1)
    found = Detections(quads.astype(np.float32), scores.astype(np.float32), tuple(KINDS[k] for k in kinds))
    return found.only(distinct(found.quads, found.scores))
