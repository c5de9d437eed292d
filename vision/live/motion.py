"""Changes between two pictures of a fixed camera, apart from changes of lighting and sensor noise."""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.networks.rectify import rectified
from vision.quads import sides

MotionMask = NDArray[np.bool_]
"""(h, w) mask over the pixels of a thumbnail."""

SIDE: Final = 320
"""Pixels of a thumbnail's longer side. More takes longer; less misses a finger."""

_LUMINANCE_CHANGE: Final = 0.4
"""Change of the log-luminance above which a pixel changed. Higher misses pale tiles on a pale cloth; lower reports
flicker and soft shadows."""

_CHROMATICITY_CHANGE: Final = 0.045
"""Change of a colour's share above which a pixel changed. Higher misses pale colours; lower reports white balance."""

_DARK: Final = 20.0
"""Grey levels added before logarithms and shares are taken. More misses changes in the dark; less reports noise
there."""

_MIN_CLUMP: Final = 5
"""Changed pixels among 3 x 3 below which a change is noise. More misses a finger; less reports noise."""

_ALIGNED: Final = 0.5
"""Share of the changed pixels that a move of the camera must leave for it to explain them. More ignores true changes;
less reports a shaken camera."""

_MAX_CHANGED: Final = 0.25
"""Share of the picture that may change before the pictures count as different scenes. More aligns unrelated pictures;
less starts over for an arm."""

_CROP: Final = (24, 32)
"""Width and height in pixels of the crops that compare a tile with its earlier picture. More takes longer; less misses
similar faces."""

_CROP_CHANGE: Final = 0.2
"""Difference, as a share of a tile's contrast, above which it is another tile.

Two faces that are alike, such as 1m and 2m, differ by 0.4.
"""

_CROP_NOISE: Final = 3.0
"""Differences below this many grey levels, or this many times the median of all tiles, are noise. More misses a
replaced tile; less reads the hand again for noise."""

_GAP: Final = 5
"""Pixels of the square that closes gaps in an intruding object. More joins separate objects; less splits an arm."""

_MAX_GAIN: Final = 2.0
"""Factor by which a tile's contrast may change with the light before it counts as another tile. More misses replaced
tiles; less reads again for a lamp."""

_MIN_SHIFT: Final = 0.5
"""Least thumbnail pixels of a camera's move for an alignment. More leaves small shakes; less aligns noise."""

_MIN_MOVED: Final = 0.005
"""Share of changed pixels below which thumbnails need no alignment. More leaves small shakes; less takes longer."""


@dataclass(frozen=True, slots=True, eq=False)
class MovingPart:
    """A connected part of a mask.

    Attributes:
        mask: Its pixels, with the gaps between them.
        area: Their number.
        outside: True if it touches the edge of the picture.
    """

    mask: MotionMask
    area: int
    outside: bool


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """A small picture, split into luminance and chromaticity.

    Attributes:
        size: (width, height) of the picture in pixels.
        pixels: (h, w, 3) blue-green-red, the longer side at most `SIDE`.
        luminance: (h, w) natural logarithm of the mean of the channels.
        chromaticity: (h, w, 2) shares of green and red in the sum of the channels, the same in light and shadow.
    """

    size: tuple[int, int]
    pixels: Picture = field(repr=False)
    luminance: NDArray[np.float32] = field(repr=False)
    chromaticity: NDArray[np.float32] = field(repr=False)

    @property
    def scale(self) -> float:
        """Thumbnail pixels for each pixel of the picture."""
        return float(self.pixels.shape[1] / self.size[0])


def thumbnail(picture: Picture, of: tuple[int, int] | None = None) -> Thumbnail:
    """Return the thumbnail of a picture (height, width, 3), which may itself be a smaller copy of one `of` a size."""
    height, width = picture.shape[:2]
    scale = min(1.0, SIDE / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    small = cv2.GaussianBlur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (3, 3), 0)
    return _thumbnail(of or (width, height), np.asarray(small, np.uint8))


def _thumbnail(size: tuple[int, int], small: Picture) -> Thumbnail:
    channels = small.astype(np.float32)
    total = channels.sum(axis=2)
    luminance = np.log(total / 3 + np.float32(_DARK))
    chromaticity = (channels[:, :, 1:] + np.float32(_DARK)) / (total + np.float32(3 * _DARK))[:, :, None]
    return Thumbnail(size, small, luminance, chromaticity)


def blended(view: Thumbnail, now: Thumbnail, learnt: MotionMask) -> Thumbnail:
    """Return a thumbnail with the pixels of `now` where `learnt`, and those of `view` elsewhere."""
    if learnt.all():
        return now
    here = learnt[:, :, None]
    return Thumbnail(
        now.size,
        np.where(here, now.pixels, view.pixels),
        np.where(learnt, now.luminance, view.luminance),
        np.where(here, now.chromaticity, view.chromaticity),
    )


def changes(before: Thumbnail, now: Thumbnail) -> MotionMask:
    """Return a mask of the pixels in which two thumbnails differ; all of them if their pictures have different sizes.

    The median change of luminance (exposure, flicker) and of chromaticity (white balance) is subtracted first.
    """
    if before.size != now.size:
        return np.ones(now.luminance.shape, bool)
    luminance = now.luminance - before.luminance
    luminance -= np.median(luminance[::4, ::4])
    chromaticity = now.chromaticity - before.chromaticity
    chromaticity -= np.median(chromaticity[::4, ::4], axis=(0, 1))
    changed = (np.abs(luminance) > _LUMINANCE_CHANGE) | (np.abs(chromaticity).max(axis=2) > _CHROMATICITY_CHANGE)
    clump = cv2.boxFilter(changed.astype(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(changed & (clump >= _MIN_CLUMP))


def identical(before: Thumbnail, now: Thumbnail) -> bool:
    """Return True if the pixels are the same; no sensor gives the same pixels twice."""
    return before.size == now.size and bool((before.pixels == now.pixels).all())


def aligned(before: Thumbnail, now: Thumbnail) -> Thumbnail | None:
    """Return `before`, shifted to undo a move of the camera, or None if the two show different scenes."""
    changed = changes(before, now).mean()
    if changed < _MIN_MOVED:
        return before
    if before.size == now.size:
        size = (now.luminance.shape[1], now.luminance.shape[0])
        x, y = shift_between(before, now)
        shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
        moved = cv2.warpAffine(before.pixels, shift, size, borderMode=cv2.BORDER_REPLICATE)
        shifted = _thumbnail(before.size, np.asarray(moved, np.uint8))
        if np.hypot(x, y) > _MIN_SHIFT and changes(shifted, now).mean() < _ALIGNED * changed:
            return shifted
    return before if changed < _MAX_CHANGED else None


def shift_between(before: Thumbnail, now: Thumbnail) -> tuple[float, float]:
    """Return the (x, y) in thumbnail pixels by which most of the picture has moved."""
    window = cv2.createHanningWindow((now.luminance.shape[1], now.luminance.shape[0]), cv2.CV_32F)
    # phaseCorrelate writes into its arguments.
    (x, y), _ = cv2.phaseCorrelate(before.luminance.copy(), now.luminance.copy(), window)
    return float(x), float(y)


def quad_mask(quads: NDArray[np.floating], wider: float, like: Thumbnail) -> MotionMask:
    """Return a mask of quads, each widened all round.

    Args:
        quads: (N, 4, 2) corners in pixels of the picture.
        wider: Widening, as a share of their mean shorter side.
        like: A thumbnail of the picture.
    """
    mask = np.zeros(like.luminance.shape, np.uint8)
    if not len(quads):
        return mask.astype(bool)
    usual = sides(quads).mean(axis=0)
    cv2.fillPoly(mask, list(np.round(quads * like.scale).astype(np.int32)), 1)
    reach = round(wider * float(min(usual[0], usual[1])) * like.scale)
    if reach > 0:
        mask = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))  # type: ignore[assignment]
    return mask.astype(bool)


def intrudes(intruder: MotionMask, zone: MotionMask, least: float) -> bool:
    """Return True if a large object touches a zone.

    Args:
        intruder: Mask of the objects.
        zone: Mask of the zone.
        least: Objects of fewer pixels are ignored.
    """
    return any(part.area >= least and zone[part.mask].any() for part in parts(intruder))


def parts(mask: MotionMask) -> list["MovingPart"]:
    """Return the connected parts of a mask; gaps as narrow as `_GAP` do not part them."""
    whole = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_GAP, _GAP), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    height, width = mask.shape
    found = []
    for label, (left, top, wide, high, area) in enumerate(stats.tolist()):
        if label:
            outside = min(left, top) <= 1 or left + wide >= width - 1 or top + high >= height - 1
            found.append(MovingPart(labels == label, area, outside))
    return found


def grey_crops(picture: Picture, quads: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return (N, 32, 24) grey crops of the tiles at (N, 4, 2) quads, for `changed_crops`."""
    crops = rectified(picture, quads.astype(np.float32), _CROP)
    return np.asarray(crops.mean(axis=3, dtype=np.float32))


def changed_crops(before: NDArray[np.float32], now: NDArray[np.float32]) -> MotionMask:
    """Return (N,) True for tiles whose grey crop (N, 32, 24) changed, apart from its lighting."""
    a = before - before.mean(axis=(1, 2), keepdims=True)
    b = now - now.mean(axis=(1, 2), keepdims=True)
    power = np.maximum((a * a).mean(axis=(1, 2)), 1e-3)
    gain = np.clip((a * b).mean(axis=(1, 2)) / power, 1 / _MAX_GAIN, _MAX_GAIN)
    left = np.sqrt(((b - gain[:, None, None] * a) ** 2).mean(axis=(1, 2)))
    if not len(left):
        return np.zeros(0, bool)
    contrast = np.maximum(np.sqrt(power), b.std(axis=(1, 2)))
    noise = _CROP_NOISE * max(1.0, float(np.median(left)))
    return np.asarray(left > np.maximum(_CROP_CHANGE * contrast, noise))
