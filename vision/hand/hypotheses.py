"""From what was seen to the hand: bare tiles are told from tiles lying face down, and weak finds from none."""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, FIRST_FLOWER, PLAYED, WHITE, capacity
from vision.evidence import CLEAR, LIKELY, Evidence
from vision.hand.doubts import NEARBY
from vision.hand.naming import RISK
from vision.hand.read import read, without_hand
from vision.quads import Array, sides
from vision.reading import Doubt, DoubtReason, Group, Reading

_MARKED: Final = 25.0  # marks of a white dragon with a frame, at least
_BARE: Final = 16.0  # marks of a back or of a white dragon without a frame, at most
_FLOWER: Final = 0.3  # a find that is not clear and less likely than this a flower is hardly one; flowers have 0.32-0.5
_LOOKS: Final = 0.6  # so likely one of those that would change the hand, if it is a tile, a weak find is asked about,
_WHOLE: Final = 0.4  # if it is more likely than this seen whole
_FLOWERLIKE: Final = 0.3  # so likely one of them, what was taken for a flower is asked about in any case
_ALMOST: Final = 0.4  # and so is what scores so much, or would but for its outline
_SAME: Final = 0.1  # pixels between the middles of a find and of the tile read there, at most


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
    bare = white & (evidence.marks < _BARE)
    known = bool((framed & (evidence.scores >= CLEAR)).any())
    evidence = replace(evidence, backs=(evidence.backs & ~framed) | (bare & known))
    seen = _likely(evidence, most_risk)
    if known or not bare.any():
        return seen
    turned = (_bare_taken(evidence, bare, down, most_risk) for down in (False, True))
    readings = [seen, *(reading for reading in turned if reading is not None)]
    hands = [reading for reading in readings if reading.hand is not None]
    asks = next((reading for reading in readings if _hides_kong(reading)), None)
    if not hands:
        return asks or seen
    better = min(hands, key=lambda reading: len(reading.doubts))
    if asks is not None and better.doubts:
        return asks
    if asks is None and all(r.hand == better.hand for r in hands if len(r.doubts) <= len(better.doubts) + 1):
        return better
    return replace(better, sure=False, doubts=(*better.doubts, Doubt(None, "white-or-back")))


def _bare_taken(evidence: Evidence, bare: NDArray[np.bool_], down: bool, most_risk: float) -> Reading | None:
    """The reading with the bare ones (N,) of its hand taken for backs, or for white dragons unless they are too many.

    Those beside the hand stay what they were seen as.
    """
    taken = replace(evidence, backs=np.where(bare, down, evidence.backs))
    reading = _likely(taken, most_risk)
    if reading.hand is None:
        return reading
    ours = _of_hand(evidence, reading)
    if not down and (bare & ours).sum() > capacity(WHITE):
        return None
    left = bare & ~ours & (evidence.backs != down)
    return _likely(replace(taken, backs=taken.backs ^ left), most_risk) if left.any() else reading


def _of_hand(evidence: Evidence, reading: Reading) -> NDArray[np.bool_]:
    """(N,) which finds are tiles of the hand read."""
    apart = np.linalg.norm(evidence.quads.mean(axis=1)[:, None] - _quads_of_hand(reading).mean(axis=1), axis=2)
    return np.asarray((apart < _SAME).any(axis=1))


def _quads_of_hand(reading: Reading) -> Array:
    """(N, 4, 2) corners of the tiles of the hand read."""
    return np.array([reading.tiles[t].quad for group in reading.groups if group.kind != "aside" for t in group.tiles])


def _hides_kong(reading: Reading) -> bool:
    """Whether all that is wanting is which tile a concealed kong is of."""
    kongs = (group.tiles for group in reading.groups if group.kind == "concealed-kong")
    return reading.hand is None and any(all(reading.tiles[t].face == "down" for t in tiles) for tiles in kongs)


def _likely(evidence: Evidence, most_risk: float) -> Reading:
    """The hand that the likely tiles make, without what is hardly one of its flowers.

    What is left out is asked about where the hand would be another if it were a tile. Where the likely ones make none
    it is that of the sure ones only, or of the weak ones too.
    """
    likely = evidence.only(evidence.scores >= LIKELY)
    first = read(likely, most_risk=most_risk)
    if first.hand is not None:
        hardly = _hardly_flowers(likely, first)
        other = read(likely.only(~hardly), most_risk=most_risk) if hardly.any() else first
        if other.hand is None:
            return first
        weak, left = evidence.scores < LIKELY, np.zeros(len(evidence.scores), bool)
        left[np.flatnonzero(~weak)[hardly]] = True
        more = _would_change(other)
        matters = np.where(evidence.backs, 0.0, evidence.faces[:, : len(FACES)] @ more)
        looks = (matters > _LOOKS * (1 - evidence.faces[:, -1])) & (evidence.whole > _WHOLE) & _near(evidence, other)
        lies = (matters > _FLOWERLIKE) | (evidence.scores >= _ALMOST)
        return _asked(other, evidence.only((weak & looks) | (left & lies)), more)
    weak_finds: tuple[tuple[float, DoubtReason], ...] = ((CLEAR, "weak-left-out"), (0.0, "weak-taken"))
    for least, taken in weak_finds:
        kept = evidence.scores >= least
        other = read(evidence.only(kept), most_risk=most_risk)
        if other.hand is not None:
            finds = abs(int(kept.sum()) - len(likely.scores))
            return _doubted(with_the_rest(other, without_hand(likely.only(likely.scores < least))), finds, taken)
    return first


def with_the_rest(reading: Reading, rest: Reading) -> Reading:
    """The reading with tiles that are not of the hand, as a reading without one has them, after its own."""
    tiles, groups = len(reading.tiles), len(reading.groups)
    return replace(
        reading,
        tiles=(*reading.tiles, *(replace(t, group=t.group + groups) for t in rest.tiles)),
        groups=(*reading.groups, *(Group("aside", tuple(t + tiles for t in g.tiles)) for g in rest.groups)),
    )


def _hardly_flowers(evidence: Evidence, reading: Reading) -> NDArray[np.bool_]:
    """(N,) which finds were read as flowers because a hand may have more of them, but look hardly like any."""
    taken = np.zeros(len(evidence.scores), bool)
    taken[[t for group in reading.groups if group.kind == "flowers" for t in group.tiles]] = True
    there = evidence.scores * (1 - evidence.faces[:, -1])
    flower = evidence.scores * evidence.faces[:, FIRST_FLOWER : len(FACES)].sum(axis=1)
    return np.asarray(taken & (there < CLEAR) & (flower < _FLOWER))


def _would_change(reading: Reading) -> NDArray[np.bool_]:
    """(42,) which faces would make another hand of one more tile: flowers, and a pung's, for it may be a kong."""
    pungs = {reading.tiles[group.tiles[0]].tile for group in reading.groups if group.kind == "pung"}
    return np.array([code in pungs or code not in PLAYED for code in FACES])


def _near(finds: Evidence, reading: Reading) -> NDArray[np.bool_]:
    """(N,) which finds lie near the hand."""
    quads = _quads_of_hand(reading)
    apart = np.linalg.norm(finds.quads.mean(axis=1)[:, None] - quads.mean(axis=1), axis=2)
    heights = sides(quads).max(axis=1)
    return np.asarray((apart < NEARBY * heights).any(axis=1))


def _asked(reading: Reading, finds: Evidence, more: NDArray[np.bool_]) -> Reading:
    """A reading that is right if finds it was made without are none of its tiles.

    Each is shown as the likeliest tile that would make another hand, and asked about.
    """
    if not len(finds.scores):
        return reading
    faces = finds.faces * np.append(more, False)
    faces[:, -1] = 1 - faces.sum(axis=1)
    shown = with_the_rest(reading, without_hand(replace(finds, faces=faces), all_shown=True))
    doubts = (Doubt(tile, "left-out") for tile in range(len(reading.tiles), len(shown.tiles)))
    return replace(shown, sure=False, doubts=(*reading.doubts, *doubts))


def _doubted(reading: Reading, finds: int, taken: DoubtReason) -> Reading:
    """A reading that is right if so many weak finds are what they are taken for."""
    doubt = Doubt(None, taken, {"count": finds})
    return replace(reading, sure=False, doubts=(*reading.doubts, doubt))
