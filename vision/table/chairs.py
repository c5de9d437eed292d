"""The winning hand on a calibrated table, and its seat."""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.evidence import LIKELY, Evidence
from vision.geometry.ponds import Place
from vision.hand.hypotheses import best_reading, is_win, with_tiles_aside
from vision.hand.interpret import read_rows
from vision.hand.sides import SidesTable, with_sides
from vision.quads import Array
from vision.reading import Doubt, Reading
from vision.table.calibration import CHAIRS, Calibration

_MIN_FACES: Final = 13
"""Fewest faces of a zone with a whole hand: by the rules a player holds thirteen tiles, then wins."""

_PLACE: Final = Place(np.array([0.5, -0.5]), -np.pi / 2)
"""The place of a table in its own frame, as seen from above with y down: chair 1 looks away from itself."""


def hand_on_table(calibration: Calibration, evidence: Evidence, chair: int = 0) -> Reading:
    """Read the hand on a calibrated table, and find its seat.

    Of several hands it reads the one that wins. If several win, it reads that of the first chair, with a `whose-hand`
    doubt.

    Args:
        calibration: Position of the table in the picture.
        evidence: Evidence of all tiles.
        chair: Seat of the hand to read, 1 to 4; 0 for any.

    Returns:
        The reading, with all tiles of other zones aside, and with the ponds of all chairs.
    """
    chairs = calibration.chairs(evidence)
    faces = [int(((chairs == n) & ~evidence.backs).sum()) for n in CHAIRS]
    candidates = (chair,) if chair else tuple(n for n in CHAIRS if faces[n - 1] >= _MIN_FACES)
    readings = {n: best_reading(evidence.only(chairs == n)) for n in candidates}
    hands = [n for n in readings if readings[n].hand is not None]
    won = [n for n in hands if is_win(readings[n])]
    best = (won or hands or list(readings) or [int(np.argmax(faces)) + 1])[0]
    reading = readings.get(best) or best_reading(evidence.only(chairs == best))
    if len(won or hands) > 1:
        doubt = Doubt(None, "whose-hand", {"chairs": tuple(won or hands)})
        reading = replace(reading, sure=False, doubts=(*reading.doubts, doubt))
    others = evidence.only((chairs != best) & (evidence.scores >= LIKELY))
    reading = with_tiles_aside(replace(reading, chair=best if reading.tiles else 0), read_rows(others))
    calibration = calibration.scaled(evidence.size)

    def from_above(points: Array) -> Array:
        return calibration.on_table(points) * (1.0, -1.0)

    return with_sides(reading, SidesTable(from_above, _PLACE))
