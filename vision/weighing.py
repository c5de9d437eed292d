"""From what was seen to the hand: bare tiles are told from tiles lying face down, and weak finds from none."""

from dataclasses import replace
from typing import Final

from scoring.tiles import FACES

from .naming import RISK
from .reading import Doubt, Evidence, Reading, read

LIKELY: Final = 0.25
"""Finds that score less are hardly tiles."""
CLEAR: Final = 0.5
"""Finds that score at least this are surely tiles."""
WHITE: Final = FACES.index("P")
"""The white dragon: the face that may be bare."""
_MARKED: Final = 40.0  # marks of a white dragon with a frame; backs and those without have less than 11


def weighed(evidence: Evidence, *, most_risk: float = RISK) -> Reading:
    """The hand that the tiles make, each bare one taken for a white dragon or for one that lies face down.

    A white dragon without a mark looks like the back of a tile of one colour: what makes a hand is meant, unless one
    with a frame is seen, for then all have one. A hand in which some kong may lie face down is never sure.

    Args:
        evidence: Of the tiles seen, weak finds among them.
        most_risk: So much `Reading.risk` leaves a hand sure.
    """
    white = evidence.faces[:, WHITE] > 0.5
    framed = white & (evidence.marks >= _MARKED)
    bare = white & ~framed
    known = bool((framed & (evidence.scores >= CLEAR)).any())
    evidence = replace(evidence, backs=(evidence.backs & ~framed) | (bare & known))
    seen = _likely(evidence, most_risk)
    if known or not bare.any():
        return seen
    turned = (evidence.backs & ~bare, evidence.backs | bare)
    readings = [seen, *(_likely(replace(evidence, backs=backs), most_risk) for backs in turned)]
    hands = [reading for reading in readings if reading.hand is not None]
    asks = next((reading for reading in readings if _hides_kong(reading)), None)
    if not hands:
        return asks or seen
    better = min(hands, key=lambda reading: len(reading.doubts))
    if asks is not None and better.doubts:
        return asks
    if asks is None and all(r.hand == better.hand for r in hands if len(r.doubts) <= len(better.doubts) + 1):
        return better
    why = "group unclear: white dragons, or tiles lying face down"
    return replace(better, sure=False, doubts=(*better.doubts, Doubt(None, "group", why)))


def _hides_kong(reading: Reading) -> bool:
    """Whether all that is wanting is which tile a concealed kong is of."""
    kongs = (group.tiles for group in reading.groups if group.kind == "concealed-kong")
    return reading.hand is None and any(all(reading.tiles[t].face == "down" for t in tiles) for tiles in kongs)


def _likely(evidence: Evidence, most_risk: float) -> Reading:
    """The hand that the likely tiles make; where they make none, the sure ones only, or the weak ones too."""
    first = read(evidence.only(evidence.scores >= LIKELY), most_risk=most_risk)
    if first.hand is not None:
        return first
    for least in (CLEAR, 0.0):
        kept = evidence.scores >= least
        other = read(evidence.only(kept), most_risk=most_risk)
        if other.hand is not None:
            changed = abs(int(kept.sum()) - len(first.tiles))
            why = f"count wrong: {changed} weak finds were {'left out as no tiles' if least else 'taken for tiles'}"
            return replace(other, sure=False, doubts=(*other.doubts, Doubt(None, "count", why)))
    return first
