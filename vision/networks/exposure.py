"""Brightening of pictures of dim rooms, since the networks were trained on few pictures as dark."""

from typing import Final

import cv2
import numpy as np

from vision.image import Picture

_SIDE: Final = 640
"""Pixels of the longer side for measuring brightness. More takes longer; less lets noise count."""

_WHITE_PERCENTILE: Final = 99
"""Percentile of the brightness that counts as the tiles' white on any cloth. Higher measures reflections of lamps;
lower, the cloth."""

DIM: Final = 105.0
"""Pictures whose white is below this grey level (0-255) are brightened. Settled on rendered hands in dim rooms."""

_TARGET: Final = 140.0
"""Grey level that the white of a dim picture is raised to. Settled on the same hands, of which about one in ten more
is then read surely."""

_DARKEST: Final = 28.0
"""A darker white is amplified no more than this one, since it is mostly noise. Settled on the same hands."""


def exposure_corrected(picture: Picture) -> Picture:
    """Return the picture (height, width, 3), with every pixel scaled by one factor if even its white is dim.

    A bright picture is returned itself.
    """
    white = white_level(picture)
    if white >= DIM:
        return picture
    return np.asarray(cv2.convertScaleAbs(picture, alpha=_TARGET / max(white, _DARKEST)), np.uint8)


def white_level(picture: Picture) -> float:
    """Return the grey level, 0-255, of white in a picture (height, width, 3)."""
    height, width = picture.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    size = max(2, round(width * scale)), max(2, round(height * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    small = cv2.resize(small, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)  # averages out noise
    levels = np.bincount(np.maximum.reduce(cv2.split(small)).ravel()).cumsum()
    return float(np.searchsorted(levels, levels[-1] * _WHITE_PERCENTILE / 100))
