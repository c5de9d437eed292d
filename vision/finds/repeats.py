"""What is printed on a cloth again and again and looks a little like a tile: no set has so many of one face.

Such prints are not only found themselves. Where they are more than the tiles, the tiles are what seems of an odd size
beside them, and the hand is lost.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import WHITE
from vision.evidence import LIKELY, Evidence

_TWO_SETS: Final = 8  # tiles of a face
_CLEARLY: Final = 0.9  # Tiles of one face are hardly all less clearly it than this


def printed(seen: Evidence) -> NDArray[np.bool_]:
    """Which of N finds are one print again and again: more of a face than two sets hold, none of them clearly it."""
    unclear = ~seen.backs & (seen.scores >= LIKELY) & (seen.faces.max(axis=1, initial=0) < _CLEARLY)
    named = np.where(unclear, seen.faces[:, :-1].argmax(axis=1), WHITE)
    often = np.bincount(named, minlength=seen.faces.shape[1]) > _TWO_SETS
    often[WHITE] = False  # walls of backs may look like these
    return np.asarray(often[named])
