"""Warping of quads of a picture to upright crops of one size."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture, shrunk
from vision.quads import sides

TileCrops = NDArray[np.uint8]
"""(N, height, width, 3) blue-green-red pixels."""

_MAX_OVERSAMPLING: Final = 8
"""Largest multiple of the crop's size that a quad is warped to before it is averaged down. More takes longer; less
leaves aliasing in crops of large tiles."""

_OVERSAMPLING: Final = 1.5
"""Scale to which the picture is shrunk before warping, as a multiple of the crops' scale. More leaves aliasing; less
blurs."""

_REACH: Final = 0.1
"""Share of the longest side that is cut out of the picture beyond the margin, since in perspective a margin reaches
further at the near end. More copies more pixels; less repeats edge pixels inside crops."""


def rectified(picture: Picture, quads: NDArray[np.float32], size: tuple[int, int], margin: float = 0.0) -> TileCrops:
    """Cut quads out of a picture.

    Args:
        picture: (height, width, 3) pixels at full resolution.
        quads: (N, 4, 2) corners in pixels, clockwise; corner 0 becomes the crop's top left.
        size: (width, height) of a crop in pixels.
        margin: Share of the quad's width and height that a crop shows beyond each side.

    Returns:
        (N, height, width, 3) crops; beyond the picture they repeat its edge.
    """
    width, height = size
    if not len(quads):
        return np.empty((0, height, width, 3), np.uint8)
    quads = np.asarray(quads, np.float32)
    inner = np.array([width, height], np.float32) / np.float32(1 + 2 * margin)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * inner + np.float32(margin) * inner
    # Each crop pixel should average the picture's pixels it covers. So the picture is shrunk by area once, to about the
    # crops' scale.
    lengths = sides(quads)
    ratios = np.maximum(lengths[:, [0, 2]].max(axis=1) / inner[0], lengths[:, [1, 3]].max(axis=1) / inner[1])
    step = min(max(1, round(float(np.median(ratios)) / _OVERSAMPLING)), *picture.shape[:2])
    # Only the visible part of the picture is shrunk.
    reach = (_REACH + 2 * margin) * float(lengths.max())
    last = np.array(picture.shape[1::-1]) // step - 1
    left, top = np.clip(np.floor((quads.min(axis=(0, 1)) - reach) / step), 0, last).astype(int).tolist()
    right, bottom = np.clip(np.ceil((quads.max(axis=(0, 1)) + reach) / step), 0, last).astype(int).tolist()
    picture = shrunk(picture[top * step : (bottom + 1) * step, left * step : (right + 1) * step], step)
    # OpenCV warps four channels in half the time of three.
    source = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    crops = np.empty((len(quads), height, width, 4), np.uint8)
    # Quads still much larger than a crop are warped to a multiple of its size and then shrunk by area.
    fines = np.clip(np.round(ratios / step), 1, _MAX_OVERSAMPLING).astype(int)
    # Pixel centres lie at half coordinates: the crop's corner (0, 0) is half a pixel before its first centre.
    from_ = quads / np.float32(step) - np.array([left, top], np.float32) - np.float32(0.5)
    to = corners * fines[:, None, None].astype(np.float32) - np.float32(0.5)
    for crop, quad, place, fine in zip(crops, from_, to, fines.tolist(), strict=True):
        patch = cv2.warpPerspective(
            source,
            cv2.getPerspectiveTransform(quad, place),
            (width * fine, height * fine),
            dst=crop if fine == 1 else None,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        if fine > 1:
            cv2.resize(patch, size, dst=crop, interpolation=cv2.INTER_AREA)
    coloured = cv2.cvtColor(crops.reshape(-1, width, 4), cv2.COLOR_BGRA2BGR)
    return np.asarray(coloured, np.uint8).reshape(-1, height, width, 3)
