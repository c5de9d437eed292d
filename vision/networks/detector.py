"""Detection of the tiles in a picture: an oriented box around each face or back."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.areas import open_areas
from vision.evidence import LIKELY
from vision.image import Picture, shrunk
from vision.networks.runtime import Model, Tensor, WeightsError
from vision.quads import Array, Quads

Kind = Literal["face", "back"]
KINDS: Final[tuple[Kind, ...]] = ("face", "back")
"""The visible side of a tile, in the order of the network's classes."""

STRIDE: Final = 32
"""The network's input sides are multiples of this; YOLO's largest stride."""

SIDE: Final = 576
"""Pixels that the longer side of a picture is scaled to at first. More takes longer for every picture; less misses
small tiles, which costs a second pass."""

_OTHER_SMALL: Final = 448
"""Pixels of the longer side for the first of two other scales, at which the network makes other errors. Larger errs
like the usual scale; smaller misses tiles."""

_OTHER_LARGE: Final = 832
"""Least pixels of the longer side for the second of two other scales. More takes longer; less errs like the usual
scale."""

_TINY: Final = 16.0
"""Tiles narrower than this, in pixels of the network's input, are detected again at a larger scale. More takes a second
pass more often; less misses tiny tiles."""

_WIDTH: Final = 26.0
"""Width in pixels of the network's input that tiles have at the larger scale. More takes longer; less misses tiny
tiles."""

_MAX_SIDE: Final = 1600
"""Pixels of the longer side at the largest scale. More takes longer; less misses tiles in pictures of whole tables."""

_MAX_UPSCALE: Final = 2.0
"""Greatest enlargement of a small picture. More takes longer and shows nothing new; less misses small tiles."""

_FEW: Final = 1
"""Fewest likely finds that tell how large tiles are. More takes a second pass, four times as long, for pictures of one
or two tiles: with four, 122 photographs gained no tile by it. A table far away gives many weak finds (`_EXPLAINED`)."""

_EXPLAINED: Final = 0.3
"""Least share of likely finds among all for that: tiles too small for a look give many weak finds and few likely ones.
More takes a second pass for clutter beside tiles; less gives tables up."""

_ENOUGH: Final = 14
"""Likely finds, as many as a hand has, that tell it whatever lies beside them. More takes a second pass for hands in
clutter; fewer gives tables up."""

_ROW: Final = 6
"""Fewest tiny faces in a part of a picture that is searched nearer: a row of a pond. More leaves ponds far away unread;
fewer finds tiles in clutter, and costs time."""

_LOOKS: Final = 2
"""Most looks at a part, each nearer than the one before. More costs time; with one, tiles that seemed larger than they
are stay tiny."""

_GAIN: Final = 1.3
"""Least enlargement for which a part is looked at again. More leaves tiny tiles; less costs time for what is seen."""

_MAX_SLANT: Final = 8.0
"""Slant of rows in degrees above which the picture is turned to level them. More misses tiles in slanted rows; less
takes a second pass more often."""

_MAX_OVERLAP: Final = 0.5
"""Boxes that share this much of the smaller one are of the same tile, since tiles lie side by side. More reports tiles
twice; less drops overlapping boxes of neighbours."""

_SAME_CENTRE: Final = 0.2
"""Share of the way from centre to corner within which the centres of two boxes make them one tile. More drops
neighbours; less computes more intersections."""

_LEAST_SIDE: Final = 192
"""Least pixels of the longer side of a part of a picture at the smaller of two other scales. Less misses more tiles of
small parts; more costs time."""

_LARGE_SIDES: Final = (96, 160)
"""Pixels of the longer side at which tiles that fill up to all of the picture are searched: there they are as large as
others are at `SIDE`. With 192 and more, plain ones such as the 1 dot are found in parts; with 64 fewer are found.
"""

_LARGE_BORDER: Final = 32
"""Pixels of plain ground round the picture for that search. Without any, the detector misses tiles cut by the edge."""

_PAD: Final = 114
"""Grey level of the letterbox's border: the one of ultralytics' training."""

_MIN_TILES: Final = 6
"""Fewest tiles that show the direction of rows. More leaves short rows slanted; fewer turns the picture for chance."""

_MIN_ALIGNED: Final = 0.45
"""Length of the mean direction (0-1) of many tiles above which they lie in rows. More leaves mixed rows slanted; less
turns pictures of scattered tiles."""

_CHANCE: Final = 0.9
"""Divided by the number of tiles, what that length needs beyond: directions of few agree by chance. More leaves short
rows slanted; less turns the picture for chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """The tiles detected in one picture, the most probable first.

    Attributes:
        quads: (N, 4, 2) float32 corners in pixels of the picture, clockwise, the first edge a short one. Which of the
            two short edges is the top is unknown.
        scores: (N,) float32 probabilities in 0-1.
        kinds: The visible side of each tile.
    """

    quads: Quads
    scores: NDArray[np.float32]
    kinds: tuple[Kind, ...]

    def __len__(self) -> int:
        return len(self.kinds)

    def only(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> "Detections":
        """Return the detections that a mask (N,) selects, or those at the given indices in that order."""
        places = np.arange(len(self))[kept]
        return Detections(self.quads[places], self.scores[places], tuple(self.kinds[at] for at in places))


class Detector:
    """A YOLO oriented-box network, two classes (`KINDS`), exported by ultralytics with its default options.

    The ONNX model takes (1, 3, height, width) RGB in 0-1, to which `vision.networks.runtime` converts pixels, and
    returns (1, 7, anchors): centre x, centre y, width, height in input pixels, a score for each class, and the angle in
    radians from the x axis to the width, clockwise as seen (y points down). A model with free height and width
    (`dynamic=True`) takes the picture's own shape, which saves the padding and allows larger scales for small tiles.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        """Load the network.

        Raises:
            vision.networks.runtime.WeightsError: The file is missing or not a usable model.
        """
        self._model = Model(weights, threads)

    def __call__(
        self, picture: Picture, *, score: float = 0.25, other_scales: bool = False, share: float = 1.0
    ) -> Detections:
        """Detect tiles, at a small scale first.

        If tiles are tiny, or few are found for sure, the picture is searched again at a suitable scale. If rows are
        slanted, it is searched again turned so that they are level. Parts with tiny tiles are then searched nearer.

        Args:
            picture: (height, width, 3) blue-green-red pixels of any size.
            score: Detections below this are dropped.
            other_scales: True to search a smaller scale instead, and a larger one unless the tiles are wide enough
                there, for tiles that the usual ones missed.
            share: Share of a whole picture's longer side that this part has; its other scales are that much smaller.

        Raises:
            vision.networks.runtime.WeightsError: The network's output is not a detector's.
        """
        first = min(max(round(share * _OTHER_SMALL), _LEAST_SIDE), max(picture.shape[:2])) if other_scales else SIDE
        least = round(share * _OTHER_LARGE) if other_scales else 0
        found, side = self._at_scale(picture, first, score), first
        slant = _slant(found)
        if abs(slant) < _MAX_SLANT:
            found, side = self._with_larger(picture, found, first, least, score)
            slant = _slant(found)
            if abs(slant) < _MAX_SLANT:
                return self._with_parts(picture, found, side / max(picture.shape[:2]), score)
        return merged(found, self._level(picture, slant, first, least, score))

    def large(self, picture: Picture, *, score: float = 0.25) -> Detections:
        """Detect tiles that fill from a quarter to all of a picture.

        Args:
            picture: (height, width, 3) blue-green-red pixels of any size.
            score: Detections below this are dropped.
        """
        small, larger = (self._at_scale(picture, side, score, _LARGE_BORDER) for side in _LARGE_SIDES)
        return merged(small, larger)

    def _level(self, picture: Picture, slant: float, first: int, least: int, score: float) -> Detections:
        """Return detections in a picture turned by a slant in degrees, so that its rows are level."""
        turned, back = _turned(picture, slant)
        level, side = self._with_larger(turned, self._at_scale(turned, first, score), first, least, score)
        level = self._with_parts(turned, level, side / max(turned.shape[:2]), score)
        return _turned_back(level, back)

    def _with_larger(
        self, picture: Picture, found: Detections, first: int, least: int, score: float
    ) -> tuple[Detections, int]:
        """Return detections at a first scale, with those at a larger one, of `least` pixels, where tiles are tiny.

        If there is a least, tiles are tiny below the width that they have at the larger scale.
        The number is the pixels of the picture's longer side at the larger one.
        """
        longer = max(picture.shape[:2])
        side = _side(found, longer)
        if side <= (first if least else SIDE * _WIDTH / _TINY):
            return found, first
        side = max(least, side)
        larger = min(side, longer, _MAX_SIDE)
        if self._fixed or larger <= first:
            return found, first
        return merged(found, self._at_scale(picture, larger, score)), larger

    def _with_parts(
        self, picture: Picture, found: Detections, scale: float, score: float, looks: int = _LOOKS
    ) -> Detections:
        """Return detections at a scale, with those of nearer looks at parts of the picture with tiny tiles.

        A look at a part is level, and is followed by a nearer one if its tiles are tinier than they seemed.
        """
        widths, middles, size = _widths(found), found.quads.mean(axis=1), (picture.shape[1], picture.shape[0])
        faces = np.array([kind == "face" for kind in found.kinds], bool)
        tiny = faces & (found.scores >= LIKELY) & (widths * scale < _TINY)
        if self._fixed or not looks or tiny.sum() < _ROW:
            return found
        for area in open_areas(found.quads[tiny], size):
            here = tiny & ((area.core[0] <= middles) & (middles <= area.core[1])).all(axis=1)
            if here.sum() < _ROW:
                continue
            part, corner = area.cut(picture, 1)
            longer = max(part.shape[:2])
            nearer = min(_WIDTH / float(np.median(widths[here])), _MAX_UPSCALE, _MAX_SIDE / longer)
            if nearer < _GAIN * scale:
                continue
            seen = self._at_scale(part, round(nearer * longer), score)
            slant = _slant(seen)
            if abs(slant) >= _MAX_SLANT:
                turned, back = _turned(part, slant)
                level = self._at_scale(turned, min(round(nearer * max(turned.shape[:2])), _MAX_SIDE), score)
                seen = merged(seen, _turned_back(level, back))
            seen = self._with_parts(part, seen, nearer, score, looks - 1)
            seen = replace(seen, quads=seen.quads + np.array(corner, np.float32))
            found = merged(found, seen.only(_uncut(seen.quads, area.shown, size)), tiny=_widths(found) * scale < _TINY)
        return found

    @property
    def _fixed(self) -> bool:
        return None not in self._model.shape[1:3]

    def _at_scale(self, picture: Picture, side: int, score: float, border: int = 0) -> Detections:
        """Return detections with the picture's longer side scaled to `side` pixels, and `border` more round it."""
        height, width = picture.shape[:2]
        fixed_height, fixed_width = self._model.shape[1:3]
        if fixed_height is not None and fixed_width is not None:
            scale = min(fixed_height / height, fixed_width / width)
            shape = (fixed_height, fixed_width)
        else:
            scale = min(side / max(height, width), _MAX_UPSCALE)
            shape = (_multiple(height * scale + 2 * border), _multiple(width * scale + 2 * border))
        padded, left, top = letterboxed(picture, scale, shape)
        boxes = next(iter(self._model(padded[None]).values()))
        if boxes.ndim != 3 or boxes.shape[1] != 5 + len(KINDS):
            expected = f"(1, {5 + len(KINDS)}, anchors)"
            raise WeightsError("weights-output", file=str(self._model.weights), expected=expected, got=str(boxes.shape))
        found = decoded(boxes[0], score)
        quads = (found.quads - np.array([left, top], np.float32)) / np.float32(scale)
        return Detections(quads, found.scores, found.kinds)


def merged(first: Detections, second: Detections, tiny: NDArray[np.bool_] | None = None) -> Detections:
    """Return the distinct detections of two passes over one picture.

    Those of the first one that are tiny (N,) give way to likely ones of the second, which was nearer.
    """
    both = Detections(
        np.concatenate([first.quads, second.quads]),
        np.concatenate([first.scores, second.scores]),
        first.kinds + second.kinds,
    )
    if tiny is None:
        return both.only(distinct(both.quads, both.scores))
    firm = (both.scores >= LIKELY) & ~np.concatenate([tiny, np.zeros(len(second), bool)])
    kept = distinct(both.quads, both.scores + firm)
    return both.only(kept[np.argsort(-both.scores[kept], kind="stable")])


def distinct(quads: Quads, scores: NDArray[np.float32]) -> NDArray[np.intp]:
    """Return the indices of one quad for each tile, the most probable first, by non-maximum suppression of (N, 4, 2).

    Two quads are of the same tile if they share half of the smaller one, or if their centres nearly coincide.
    """
    centres, areas = quads.mean(axis=1), [cv2.contourArea(quad) for quad in quads]
    corners = np.linalg.norm(quads - centres[:, None], axis=2)
    reach, within = corners.max(axis=1), _SAME_CENTRE * corners.min(axis=1)
    kept: list[int] = []
    near: list[list[int]] = [[] for _ in quads]  # for each quad the kept ones near enough to overlap it
    gone = np.zeros(len(quads), bool)
    for at in np.argsort(-scores, kind="stable").tolist():
        if gone[at] or areas[at] <= 0:
            continue
        shared = (
            cv2.intersectConvexConvex(quads[at], quads[k])[0] / max(min(areas[at], areas[k]), 1e-6) for k in near[at]
        )
        if all(share < _MAX_OVERLAP for share in shared):
            apart = np.hypot(*(centres - centres[at]).T)
            kept.append(at)
            for k in np.flatnonzero(apart < reach + reach[at]).tolist():
                near[k].append(at)
            gone |= apart < within[at]
    return np.array(kept, np.intp)


def _side(found: Detections, longer: int) -> int:
    """Return the pixels that a picture's longer side (now `longer`) needs for tiles about `_WIDTH` wide.

    Where most of what is found is weak, the likely ones may be anything, and their size tells nothing.
    """
    likely = found.scores >= LIKELY
    if likely.sum() < min(max(_FEW, _EXPLAINED * len(found)), _ENOUGH):
        return 2 * SIDE
    return int(longer * _WIDTH / max(float(np.median(_widths(found)[likely])), 1.0))


def _widths(found: Detections) -> NDArray[np.float32]:
    """Return (N,) the widths of detections in pixels."""
    return np.asarray(np.linalg.norm(found.quads[:, 1] - found.quads[:, 0], axis=1), np.float32)


def _uncut(quads: Quads, shown: Array, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return (N,) True for quads that the edge of a part (2, 2) of a picture of this size does not cut."""
    low = np.where(shown[0] > 0, shown[0] + 1, -np.inf)
    high = np.where(shown[1] < size, shown[1] - 1, np.inf)
    return np.asarray(((quads > low) & (quads < high)).all(axis=(1, 2)))


def _slant(found: Detections) -> float:
    """Return the slant of rows in degrees (-45 to 45), clockwise as seen; 0 if tiles lie in no rows."""
    centre = found.quads[found.scores >= LIKELY].mean(axis=1)
    if len(centre) < _MIN_TILES:
        return 0.0
    step = centre[None] - centre[:, None]
    distance = np.linalg.norm(step, axis=2) + np.diag(np.full(len(centre), np.inf))
    nearest = step[np.arange(len(centre)), distance.argmin(axis=1)]
    angle = np.arctan2(nearest[:, 1], nearest[:, 0])
    mean = np.exp(4j * angle).mean()  # four times the angle: a quarter turn more is the same slant
    return float(np.degrees(np.angle(mean)) / 4) if abs(mean) > _MIN_ALIGNED + _CHANCE / len(centre) else 0.0


def _turned(picture: Picture, slant: float) -> tuple[Picture, NDArray[np.float64]]:
    """Return the picture turned so that slanted rows are level, and the (2, 3) transform back to its pixels."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), slant, 1.0)
    cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
    size = (round(width * cos + height * sin), round(width * sin + height * cos))
    turn[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    level = cv2.warpAffine(picture, turn, size, borderValue=(_PAD, _PAD, _PAD))
    return np.asarray(level, np.uint8), cv2.invertAffineTransform(turn).astype(np.float64)


def _turned_back(level: Detections, back: NDArray[np.float64]) -> Detections:
    """Return detections of a turned picture in pixels of the picture before, by the (2, 3) transform to these."""
    if not len(level):
        return level
    quads = cv2.transform(level.quads, back).astype(np.float32)
    quads = np.where((quads[:, 3, 1] < quads[:, 0, 1])[:, None, None], np.roll(quads, 2, axis=1), quads)
    return Detections(quads, level.scores, level.kinds)


def _multiple(length: float) -> int:
    return max(STRIDE, int(np.ceil(round(length) / STRIDE)) * STRIDE)


def letterboxed(picture: Picture, scale: float, shape: tuple[int, int]) -> tuple[Picture, int, int]:
    """Return the picture scaled and padded to `shape` (height, width), with the padding left and above in pixels.

    It is halved as often as possible and then scaled linearly, like the pictures of the network's training. Averaging
    over the rest of the way is less sharp and takes longer.
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
    """Return the distinct detections, in input pixels, of an output (4 + classes + 1, anchors)."""
    best = boxes[4:-1].max(axis=0)
    boxes = boxes[:, best >= score]
    scores, kinds = boxes[4:-1].max(axis=0), boxes[4:-1].argmax(axis=0)
    centre, width, height, angle = boxes[:2].T, boxes[2], boxes[3], boxes[-1]
    # The height must be the longer side, so boxes wider than high turn by a quarter.
    lying = width > height
    angle = np.where(lying, angle + np.pi / 2, angle)
    width, height = np.where(lying, height, width), np.where(lying, width, height)
    right = np.stack([np.cos(angle), np.sin(angle)], -1) * width[:, None] / 2
    down = np.stack([-np.sin(angle), np.cos(angle)], -1) * height[:, None] / 2
    # Then by a half if needed, so that the height points down the picture and corner 0 is always the same one.
    flip = np.where((down[:, 1] < 0) | ((down[:, 1] == 0) & (right[:, 0] < 0)), -1, 1)[:, None]
    right, down = right * flip, down * flip
    quads = np.stack([centre - right - down, centre + right - down, centre + right + down, centre - right + down], 1)
    found = Detections(quads.astype(np.float32), scores.astype(np.float32), tuple([KINDS[k] for k in kinds]))
    return found.only(distinct(found.quads, found.scores))
