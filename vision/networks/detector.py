"""Find the tiles in a picture: an oriented box round each face or back."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture, shrunk
from vision.networks.runtime import Model, Tensor, WeightsError
from vision.quads import Quads

Kind = Literal["face", "back"]
KINDS: Final[tuple[Kind, ...]] = ("face", "back")

STRIDE: Final = 32
"""The network takes sides that are multiples of this."""

SIDE: Final = 576
"""Pixels that the longer side of a picture is scaled to for the first look."""

_SMALLER: Final = 448  # and for a look that is to err otherwise: to this,
_LARGER: Final = 832  # and to this at least
_TINY: Final = 16.0  # tiles narrower than this, in pixels of the network's input, are looked at again
_WIDTH: Final = 26.0  # at about this width
_LARGEST: Final = 1600
_LEVEL: Final = 8.0  # degrees by which rows may lie aslant before the picture is turned
_INSIDE: Final = 0.5  # tiles lie side by side: boxes that share this much of the smaller are of one tile
_MIDDLE: Final = 0.2  # and those with middles nearer than this share of the way to the nearest corner
_PAD: Final = 114  # the grey that ultralytics letterboxes with


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """The tiles found in one picture, surest first.

    Attributes:
        quads: (N, 4, 2) float32 corners in pixels of the picture, clockwise; the first edge is a short one,
            the side from corner 1 to corner 2 is the tile's height. Which of its two ends is up is not known.
        scores: (N,) float32 probabilities in 0-1.
        kinds: Whether the tile shows its face or its back.
    """

    quads: Quads
    scores: NDArray[np.float32]
    kinds: tuple[Kind, ...]

    def __len__(self) -> int:
        return len(self.kinds)

    def only(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> "Detections":
        """Some of them: where a mask (N,) says so, or by their places in the order given."""
        places = np.arange(len(self))[kept]
        return Detections(self.quads[places], self.scores[places], tuple(self.kinds[at] for at in places))


class Detector:
    """A YOLO oriented-box network, two classes (`KINDS`), exported by ultralytics with its default options.

    The ONNX model takes (1, 3, height, width) RGB in 0-1, which `vision.networks.runtime` makes of pixels, and gives
    (1, 7, anchors): centre x, centre y, width, height in input pixels, a score a class, and the angle in radians from
    the x axis to the width, clockwise as seen (y points down). A model with free height and width (`dynamic=True`) is
    fed the picture's own shape, which saves the padding and lets small tiles be looked for at a larger scale.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Loads the network; raises `vision.networks.runtime.WeightsError` when the file cannot be used."""
        self._model = Model(weights, threads)

    def __call__(self, picture: Picture, *, score: float = 0.25, otherwise: bool = False) -> Detections:
        """Finds tiles.

        The whole picture is looked at small first; where its tiles come out tiny, or none are seen, once more at a
        scale that suits them; and where they lie in rows aslant, once more with the picture turned so that the rows
        are level.

        Args:
            picture: (height, width, 3) blue-green-red pixels of any size.
            score: Finds below this are dropped.
            otherwise: Look at it smaller and larger instead, to find what a first look may have missed.
        """
        found = self._near(picture, score, otherwise)
        slant = _slant(found)
        if abs(slant) < _LEVEL:
            return found
        turned, back = _turned(picture, slant)
        level = self._near(turned, score, otherwise)
        if not len(level):
            return found
        quads = cv2.transform(level.quads, back).astype(np.float32)
        begun = np.where((quads[:, 3, 1] < quads[:, 0, 1])[:, None, None], np.roll(quads, 2, axis=1), quads)
        return _together(found, Detections(begun, level.scores, level.kinds))

    def _near(self, picture: Picture, score: float, otherwise: bool) -> Detections:
        """Finds in the whole picture, and nearer where its tiles are tiny; or at two other scales."""
        longer = max(picture.shape[:2])
        first = min(_SMALLER, longer) if otherwise else SIDE
        found = self._at(picture, first, score)
        side = _side(found, longer)
        if otherwise:
            side = max(_LARGER, side)
        elif side <= SIDE * _WIDTH / _TINY:
            return found
        nearer = min(side, longer, _LARGEST)
        if self._fixed or nearer <= first:
            return found
        return _together(found, self._at(picture, nearer, score))

    @property
    def _fixed(self) -> bool:
        return None not in self._model.shape[1:3]

    def _at(self, picture: Picture, side: int, score: float) -> Detections:
        """Finds at one scale, the picture's longer side being `side` pixels."""
        height, width = picture.shape[:2]
        fixed_height, fixed_width = self._model.shape[1:3]
        if fixed_height is not None and fixed_width is not None:
            scale = min(fixed_height / height, fixed_width / width)
            shape = (fixed_height, fixed_width)
        else:
            scale = min(side / max(height, width), 2.0)
            shape = (_multiple(height * scale), _multiple(width * scale))
        padded, left, top = letterboxed(picture, scale, shape)
        boxes = next(iter(self._model(padded[None]).values()))
        if boxes.ndim != 3 or boxes.shape[1] != 5 + len(KINDS):
            expected = f"(1, {5 + len(KINDS)}, anchors)"
            raise WeightsError("weights-output", file=str(self._model.weights), expected=expected, got=str(boxes.shape))
        found = decoded(boxes[0], score)
        quads = (found.quads - np.array([left, top], np.float32)) / np.float32(scale)
        return Detections(quads, found.scores, found.kinds)


def _together(first: Detections, second: Detections) -> Detections:
    """What two looks at one picture found."""
    both = Detections(
        np.concatenate([first.quads, second.quads]),
        np.concatenate([first.scores, second.scores]),
        first.kinds + second.kinds,
    )
    return both.only(distinct(both.quads, both.scores))


def distinct(quads: Quads, scores: NDArray[np.float32]) -> NDArray[np.intp]:
    """Of quads (N, 4, 2) that share half of the smaller one only the one of the highest score; surest first."""
    middles, areas = quads.mean(axis=1), [cv2.contourArea(quad) for quad in quads]
    corners = np.linalg.norm(quads - middles[:, None], axis=2)
    reach, within = corners.max(axis=1), _MIDDLE * corners.min(axis=1)
    kept: dict[int, NDArray[np.bool_]] = {}  # and which lie near
    gone = np.zeros(len(quads), bool)  # most boxes of a tile need not be measured
    for at in np.argsort(-scores, kind="stable").tolist():
        if gone[at] or areas[at] <= 0:
            continue
        shared = (
            cv2.intersectConvexConvex(quads[at], quads[k])[0] / max(min(areas[at], areas[k]), 1e-6)
            for k, near in kept.items()
            if near[at]
        )
        if all(share < _INSIDE for share in shared):
            apart = np.hypot(*(middles - middles[at]).T)
            kept[at] = apart < reach + reach[at]
            gone |= apart < within[at]
    return np.array(list(kept), np.intp)


def _side(found: Detections, longer: int) -> int:
    """What the longer side of a picture, now of so many pixels, is to be for its tiles to be about `_WIDTH` wide."""
    clear = found.scores >= 0.25
    if not clear.any():
        return 2 * SIDE
    sides = np.linalg.norm(found.quads[clear, 1] - found.quads[clear, 0], axis=1)
    return int(longer * _WIDTH / max(float(np.median(sides)), 1.0))


def _slant(found: Detections) -> float:
    """Degrees (-45..45) by which rows of tiles lie aslant, clockwise as seen; 0 where they lie every way."""
    centre = found.quads[found.scores >= 0.25].mean(axis=1)
    if len(centre) < 6:
        return 0.0
    step = centre[None] - centre[:, None]
    distance = np.linalg.norm(step, axis=2) + np.diag(np.full(len(centre), np.inf))
    nearest = step[np.arange(len(centre)), distance.argmin(axis=1)]
    angle = np.arctan2(nearest[:, 1], nearest[:, 0])
    mean = np.exp(4j * angle).mean()  # a quarter turn more is the same slant
    return float(np.degrees(np.angle(mean)) / 4) if abs(mean) > 0.6 else 0.0


def _turned(picture: Picture, slant: float) -> tuple[Picture, NDArray[np.float64]]:
    """The picture turned so that what lies `slant` degrees aslant is level, and the (2, 3) way back to its pixels."""
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
    """The picture scaled and padded to `shape` (height, width), and the padding left and above.

    It is halved as often as it can be, then scaled linearly, as the pictures were that the network learnt from: an
    average over the rest of the way is less sharp and takes longer.
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
    """Turns a (4 + classes + 1, anchors) output into distinct detections in input pixels."""
    best = boxes[4:-1].max(axis=0)
    boxes = boxes[:, best >= score]
    scores, kinds = boxes[4:-1].max(axis=0), boxes[4:-1].argmax(axis=0)
    centre, width, height, angle = boxes[:2].T, boxes[2], boxes[3], boxes[-1]
    # Lay every box so that its height is the longer side: a quarter turn where the width is.
    lying = width > height
    angle = np.where(lying, angle + np.pi / 2, angle)
    width, height = np.where(lying, height, width), np.where(lying, width, height)
    right = np.stack([np.cos(angle), np.sin(angle)], -1) * width[:, None] / 2
    down = np.stack([-np.sin(angle), np.cos(angle)], -1) * height[:, None] / 2
    # Turned by half where needed, so that the height runs down the picture: a steady start for the reader.
    flip = np.where((down[:, 1] < 0) | ((down[:, 1] == 0) & (right[:, 0] < 0)), -1, 1)[:, None]
    right, down = right * flip, down * flip
    quads = np.stack([centre - right - down, centre + right - down, centre + right + down, centre - right + down], 1)
    found = Detections(quads.astype(np.float32), scores.astype(np.float32), tuple(KINDS[k] for k in kinds))
    return found.only(distinct(found.quads, found.scores))
