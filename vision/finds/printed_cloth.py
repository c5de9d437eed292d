"""Prints on a cloth that look a little like tiles, told by how often one of them repeats.

Prints are not only found as tiles themselves. Where they outnumber the tiles, the tiles are taken for finds of an odd
size, and the hand is lost.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import COPIES, WHITE
from vision.evidence import LIKELY, Evidence

_TWO_SETS: Final = 2 * COPIES
"""Tiles of one face in two sets: more of one face are no tiles."""

_CLEARLY: Final = 0.9
"""Probability of its face from which a find is clearly that tile, and no print of it. Higher drops tiles that are many
of one face and unclear; lower keeps prints that look much like a tile."""


def repeated(seen: Evidence) -> NDArray[np.bool_]:
    """Return (N,) True for repeated prints: more of one face than two sets hold, none of them clearly that face."""
    unclear = ~seen.backs & (seen.scores >= LIKELY) & (seen.faces.max(axis=1, initial=0) < _CLEARLY)
    named = np.where(unclear, seen.faces[:, :-1].argmax(axis=1), WHITE)
    often = np.bincount(named, minlength=seen.faces.shape[1]) > _TWO_SETS
    often[WHITE] = False  # a wall of backs may look like as many white dragons
    return np.asarray(often[named])
