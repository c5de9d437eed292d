"""Brighten the picture of a dim room: the networks have seen few as dark.

The bounds were settled on rendered hands; models/README.md says what they bring.
"""

from typing import Final

import cv2
import numpy as np

from vision.image import Picture

_SIDE: Final = 640  # pixels of the longer side that tell how bright a picture is
_BRIGHTEST: Final = 99  # percentile of them that is no darker than tiles, whatever cloth they lie on
_DIM: Final = 105.0  # tiles darker than this, of 255, are brightened
_LIT: Final = 140.0  # to this;
_DARKEST: Final = 28.0  # and what is darker than this by no more than if it were this: it is mostly noise


def exposure_corrected(picture: Picture) -> Picture:
    """A picture (height, width, 3), every pixel times the same where even its brightest part is dim."""
    height, width = picture.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    size = max(2, round(width * scale)), max(2, round(height * scale))
    few = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    few = cv2.resize(few, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)  # without most of the noise
    levels = np.bincount(np.maximum.reduce(cv2.split(few)).ravel()).cumsum()
    brightest = float(np.searchsorted(levels, levels[-1] * _BRIGHTEST / 100))
    if brightest >= _DIM:
        return picture
    return np.asarray(cv2.convertScaleAbs(picture, alpha=_LIT / max(brightest, _DARKEST)), np.uint8)
