"""White dragons with a mark that looks like one circle: a dot in the middle, as club sets have, or a frame."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, WHITE
from vision.networks.rectify import TileCrops
from vision.quads import Array

_ONE: Final = FACES.index("1p")
"""The face for which they are taken."""

_MARGIN: Final = 8
"""Edge of a crop that is cut off, in 64ths of its height. Less takes a tile's rim for a mark; more hides frames."""

_INK: Final = 0.4
"""Share of the strongest contrast from which a pixel is of the mark. Higher sees thick lines only; lower, shadows."""

_FAINT: Final = 12.0
"""Least contrast of a mark, in levels of CIE Lab with the hues counted one and a half times. Higher overlooks worn
marks; lower takes noise for one."""

_DOT: Final = 0.26
"""Greatest width and height of a dot, as a share of a crop's width. Of 309 single circles of some thirty sets none has
less than 0.43, of drawn ones the smallest 0.28. Higher takes small circles for dots; lower overlooks large dots."""

_HALO: Final = (0.2, 0.32)
"""Share of the strongest contrast from which a pixel is of what lies round a dot, and its greatest width and height: a
small circle has a pale ring there. A lower share takes shadows for a ring; a larger width, rings for a blurred dot."""

_CORE: Final = (0.42, 0.44)
"""Width and height of a tile's middle, as shares of its own, which a frame leaves bare. Larger overlooks narrow frames;
smaller takes the ring of a circle for a frame."""

_BARE: Final = 0.25
"""Greatest contrast there, as a share of the strongest, within a frame: of the same circles none has less than 0.37.
Higher takes pale circles for frames; lower overlooks frames in uneven light."""

_WHITE: Final = 0.9
"""Probability of the white dragon then; the rest is the circle's. Higher leaves the question out; lower reads more such
tiles as circles where a hand wins so."""


def marked_white(crops: TileCrops, faces: Array) -> NDArray[np.bool_]:
    """Return (N,) True for single circles that are too small for one, or have nothing in their middle.

    Args:
        crops: (N, height, width, 3) blue-green-red, as the classifier takes them.
        faces: (N, 43) probabilities of the faces.
    """
    found = np.asarray(faces.argmax(axis=1) == _ONE)
    found[found] = [_is_dot(off) or _is_frame(off) for off in map(_contrasts, crops[found])]
    return found


def as_marked_white(faces: Array) -> Array:
    """Return (N, 43) probabilities of the faces of such tiles."""
    white, one = np.eye(faces.shape[1])[[WHITE, _ONE]]
    return np.broadcast_to(_WHITE * white + (1 - _WHITE) * one, faces.shape)


def _contrasts(crop: NDArray[np.uint8]) -> Array:
    """Return (height, width) distances of the pixels of a crop without its edge from the colour of its ground."""
    edge = round(_MARGIN / 64 * crop.shape[0])
    lab = cv2.cvtColor(crop[edge:-edge, edge:-edge], cv2.COLOR_BGR2LAB).astype(np.float64)
    pale = lab[..., 0] >= np.median(lab[..., 0])
    return np.asarray(np.linalg.norm((lab - np.median(lab[pale], axis=0)) * (1.0, 1.5, 1.5), axis=2))


def _ink(off: Array, share: float = _INK) -> tuple[NDArray[np.bool_], float]:
    """Return which pixels are of the mark, by their contrasts, and the strongest of these."""
    most = float(np.percentile(off, 99))
    return np.asarray(off > max(share * most, _FAINT)), most


def _is_dot(off: Array) -> bool:
    return _fits(off, _INK, _DOT) and _fits(off, *_HALO)


def _fits(off: Array, share: float, extent: float) -> bool:
    """Return True if there is a mark and its width and height are at most this share of a crop's width."""
    places = np.nonzero(_ink(off, share)[0])
    width = off.shape[1] + 2 * _MARGIN / (64 - 2 * _MARGIN) * off.shape[0]
    return bool(len(places[0])) and all(
        float(np.ptp(np.percentile(each, (3, 97)))) <= extent * width for each in places
    )


def _is_frame(off: Array) -> bool:
    ink, most = _ink(off)
    (height, width), (across, down) = off.shape, _CORE
    top, left = round(height * (1 - down) / 2), round(width * (1 - across) / 2)
    core = off[top : height - top, left : width - left]
    return bool(ink.any() and np.percentile(core, 90) <= _BARE * most)
