"""Tiles with nothing on them: which are white dragons, and which lie face down."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import WHITE, capacity
from vision.evidence import CLEAR
from vision.geometry.plane import Outlines
from vision.geometry.sizes import usual
from vision.networks.classifier import SIZE
from vision.networks.rectify import Crops
from vision.networks.refiner import Tiles
from vision.quads import Array

_INNER: Final = (slice(SIZE[1] // 6, -(SIZE[1] // 6)), slice(SIZE[0] // 6, -(SIZE[0] // 6)))  # edges are no print
_STRONGEST: Final = 98  # percentile of a crop's contrasts that says how far its marks stand out
_NAMED: Final = 3  # so many tiles tell the colour of faces round their print,
_SHADE: Final = (35.0, 6.0, 6.0)  # but for so much of lamp and shadow: lightness and two colours of CIE Lab, 0-255;
_RATHER: Final = 0.9  # what has it is so likely no back but a white dragon, or the face that it is clearly named
_NOTHING: Final = 0.4  # more likely nothing than this, and together with white dragons twice this, a face is blank
_BLANK: Final = 30.0  # marks of a blank tile, at most, whatever light and noise do
EITHER: Final = 0.51  # as likely a bare white dragon as nothing that is known, but a little more


def white_dragons(
    crops: Crops, backs: NDArray[np.bool_], faces: Array, scores: NDArray[np.float32], lying: Outlines
) -> NDArray[np.bool_]:
    """Which of N tiles look like backs but are bare white dragons: they have the colour of faces round their print.

    None where nothing tells that colour, or where there would be more white dragons than in a set: then it is the
    backs' colour too.
    """
    white = ~backs & (faces[:, WHITE] > 0.5)
    named = ~backs & ~white & (scores >= CLEAR) & (faces[:, -1] < 0.5)
    if not backs.any() or named.sum() < _NAMED:
        return np.zeros(len(backs), bool)
    inner = np.ascontiguousarray(crops[:, *_INNER])
    pixels = cv2.cvtColor(inner.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(len(crops), -1, 3).astype(np.float64)
    paler = pixels[..., 0] >= np.median(pixels[..., 0], axis=1, keepdims=True)
    colours = (pixels * paler[..., None]).sum(axis=1) / paler.sum(axis=1)[:, None]
    off = np.abs(colours - np.median(colours[named], axis=0))
    bare = backs & usual(scores, lying) & (off < _SHADE).all(axis=1)
    return bare if (bare | white).sum() <= capacity(WHITE) else np.zeros(len(backs), bool)


def instead(faces: Array) -> Array:
    """Names (N, 43) of what looks like backs but is bare white dragons, or else what it is clearly named."""
    white, nothing = np.eye(faces.shape[1])[[WHITE, -1]]
    best = faces.argmax(axis=1)
    named = ((faces.max(axis=1) > 0.5) & (best != WHITE) & (best != faces.shape[1] - 1))[:, None]
    return np.asarray(_RATHER * np.where(named, faces, white) + (1 - _RATHER) * np.where(named, nothing, faces))


def shows_nothing(crops: Crops, faces: Array, found: Tiles, lying: Outlines) -> NDArray[np.bool_]:
    """Which of N finds are whole tiles beyond doubt of which the classifier says at most that they show nothing.

    It is right where they are backs; which they are, or bare white dragons, the hand tells. Those are a guess then.
    What shows something, but nothing that is known, is neither.
    """
    tiles = usual(found.scores, lying) & (found.scores >= CLEAR) & (found.whole > 0.5)
    unnamed = tiles & (faces[:, -1] > _NOTHING) & (faces[:, WHITE] + faces[:, -1] > 2 * _NOTHING)
    return np.asarray(unnamed & (marks(crops, unnamed) < _BLANK))


def marks(crops: Crops, where: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How far what is on each of N crops stands out, in grey levels, `where` (N,) that is asked; elsewhere 0."""
    marks = np.zeros(len(crops))
    for at in np.flatnonzero(where):
        grey = cv2.cvtColor(crops[at, *_INNER], cv2.COLOR_BGR2GRAY).astype(np.float32)
        marks[at] = np.percentile(np.abs(grey - cv2.GaussianBlur(grey, (0, 0), SIZE[0] // 6)), _STRONGEST)
    return marks
