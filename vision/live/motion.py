"""What changed between two pictures of a camera that stays in its place, whatever lamps and sensor do meanwhile."""

from dataclasses import dataclass, field
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.networks.rectify import rectified
from vision.quads import sides

Mask = NDArray[np.bool_]
"""(h, w) in pixels of a thumbnail."""

SIDE: Final = 320
"""Pixels that the longer side of a picture is scaled to for a thumbnail: enough to see a finger, cheap at any size."""

_LIGHT: Final = 0.4  # lamps flicker and soft shadows darken by less than this (natural logarithm)
_COLOUR: Final = 0.045  # difference of a share of red or green that no white balance explains
_DARK: Final = 20.0  # added to greys, so that noise in the dark is no change
_CLUMP: Final = 5  # of 3 x 3 pixels must have changed: a finger is wider, noise is not
_ALIGNED: Final = 0.5  # a move of the camera explains a change when it leaves less than this of it
_UNKNOWN: Final = 0.25  # share of the picture beyond which a change says nothing of any place

_PLACE: Final = (24, 32)
_PLACE_CHANGED: Final = 0.2  # of a tile's contrast: between neighbours such as one and two characters it is 0.4
_PLACE_NOISE: Final = 3.0  # greys, and so many times what the tiles usually differ by


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """A picture made small.

    Attributes:
        size: (width, height) of the picture.
        pixels: (h, w, 3) blue-green-red, its longer side `SIDE` at most.
        luminance: (h, w) natural logarithm of the brightness.
        chromaticity: (h, w, 2) shares of green and red in the brightness, the same in light and shadow.
    """

    size: tuple[int, int]
    pixels: Picture = field(repr=False)
    luminance: NDArray[np.float32] = field(repr=False)
    chromaticity: NDArray[np.float32] = field(repr=False)

    @property
    def scale(self) -> float:
        """Pixels of the thumbnail a pixel of the picture takes."""
        return float(self.pixels.shape[1] / self.size[0])


def thumbnail(picture: Picture) -> Thumbnail:
    """Makes a picture small and frees it of its luminance."""
    height, width = picture.shape[:2]
    scale = min(1.0, SIDE / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    small = cv2.GaussianBlur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (3, 3), 0)
    return _thumbnail((width, height), np.asarray(small, np.uint8))


def _thumbnail(size: tuple[int, int], small: Picture) -> Thumbnail:
    channels = small.astype(np.float32)
    total = channels.sum(axis=2)
    luminance = np.log(total / 3 + np.float32(_DARK))
    chromaticity = (channels[:, :, 1:] + np.float32(_DARK)) / (total + np.float32(3 * _DARK))[:, :, None]
    return Thumbnail(size, small, luminance, chromaticity)


def changes(before: Thumbnail, now: Thumbnail) -> Mask:
    """Where the two show different things; all of it where they are of different sizes.

    A change of all the luminance (exposure, flicker) or of all the chromaticity (white balance) is none.
    """
    if before.size != now.size:
        return np.ones(now.luminance.shape, bool)
    luminance = now.luminance - before.luminance
    luminance -= np.median(luminance[::4, ::4])
    chromaticity = now.chromaticity - before.chromaticity
    chromaticity -= np.median(chromaticity[::4, ::4], axis=(0, 1))
    changed = (np.abs(luminance) > _LIGHT) | (np.abs(chromaticity).max(axis=2) > _COLOUR)
    clump = cv2.boxFilter(changed.astype(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(changed & (clump >= _CLUMP))


def identical(before: Thumbnail, now: Thumbnail) -> bool:
    """Whether it is the very same picture: no living sensor gives one twice."""
    return before.size == now.size and bool((before.pixels == now.pixels).all())


def aligned(before: Thumbnail, now: Thumbnail) -> Thumbnail | None:
    """`before` as the camera would see it from where it is now; None when it saw something else altogether."""
    changed = changes(before, now).mean()
    if changed < 0.005:
        return before
    if before.size == now.size:
        size = (now.luminance.shape[1], now.luminance.shape[0])
        window = cv2.createHanningWindow(size, cv2.CV_32F)
        (x, y), _ = cv2.phaseCorrelate(before.luminance.copy(), now.luminance.copy(), window)  # it writes into both
        shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
        moved = cv2.warpAffine(before.pixels, shift, size, borderMode=cv2.BORDER_REPLICATE)
        shifted = _thumbnail(before.size, np.asarray(moved, np.uint8))
        if np.hypot(x, y) > 0.5 and changes(shifted, now).mean() < _ALIGNED * changed:
            return shifted
    return before if changed < _UNKNOWN else None


def quad_mask(quads: NDArray[np.floating], wider: float, like: Thumbnail) -> Mask:
    """Where (N, 4, 2) quads of the picture lie, each wider by this share of its shorter side all round."""
    mask = np.zeros(like.luminance.shape, np.uint8)
    if not len(quads):
        return mask.astype(bool)
    usual = sides(quads).mean(axis=0)
    cv2.fillPoly(mask, list(np.round(quads * like.scale).astype(np.int32)), 1)
    reach = round(wider * float(min(usual[0], usual[1])) * like.scale)
    if reach > 0:
        mask = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))  # type: ignore[assignment]
    return mask.astype(bool)


def intrusion(intruder: Mask, zone: Mask, tone: Mask, least: float) -> Literal["arm", "thing"] | None:
    """What reaches into a zone, from the edge of the picture or coloured like skin_mask for the most part.

    Args:
        intruder: Where something lies that is no tile.
        zone: What it may reach into.
        tone: Where the picture has the chromaticity of skin_mask.
        least: What takes fewer pixels of the thumbnail is overlooked.
    """
    whole = cv2.morphologyEx(intruder.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    height, width = whole.shape
    found: Literal["thing"] | None = None
    for label in np.unique(labels[zone]):
        left, top, wide, high, area = stats[label].tolist()
        if label == 0 or area < least:
            continue
        outside = min(left, top) <= 1 or left + wide >= width - 1 or top + high >= height - 1
        if tone[labels == label].mean() > 0.5:
            return "arm"
        if outside:
            found = "thing"
    return found


def skin_mask(view: Thumbnail) -> Mask:
    """Where it is coloured as skin is, in the ranges of Chai and Ngan (IEEE CSVT 9(4), 1999): Cr 133-173, Cb 77-127."""
    tones = cv2.cvtColor(view.pixels, cv2.COLOR_BGR2YCrCb)
    return np.asarray(cv2.inRange(tones, (40, 133, 77), (255, 173, 127)) > 0)


def unlike_background(view: Thumbnail, cloth: Mask) -> Mask:
    """Where it is coloured otherwise than what is usual in a part of it."""
    if not cloth.any():
        return np.zeros(cloth.shape, bool)
    usual = np.median(view.chromaticity[cloth], axis=0)
    return np.asarray(np.abs(view.chromaticity - usual).max(axis=2) > _COLOUR)


def grey_crops(picture: Picture, quads: NDArray[np.floating]) -> NDArray[np.float32]:
    """(N, 32, 24) greys of the tiles at (N, 4, 2) quads, to be compared by `changed_crops`."""
    crops = rectified(picture, quads.astype(np.float32), _PLACE)
    return np.asarray(crops.mean(axis=3, dtype=np.float32))


def changed_crops(before: NDArray[np.float32], now: NDArray[np.float32]) -> Mask:
    """(N,) whether the crop of a tile shows something else than before, apart from its luminance."""
    a = before - before.mean(axis=(1, 2), keepdims=True)
    b = now - now.mean(axis=(1, 2), keepdims=True)
    power = np.maximum((a * a).mean(axis=(1, 2)), 1e-3)
    gain = np.clip((a * b).mean(axis=(1, 2)) / power, 0.5, 2.0)
    left = np.sqrt(((b - gain[:, None, None] * a) ** 2).mean(axis=(1, 2)))
    if not len(left):
        return np.zeros(0, bool)
    contrast = np.maximum(np.sqrt(power), b.std(axis=(1, 2)))
    noise = _PLACE_NOISE * max(1.0, float(np.median(left)))
    return np.asarray(left > np.maximum(_PLACE_CHANGED * contrast, noise))
