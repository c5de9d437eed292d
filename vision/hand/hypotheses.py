"""The hand by each hypothesis about open tiles: white dragons or backs, weak detections or no tiles."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring import parse
from scoring.tiles import FACES, FIRST_FLOWER, PLAYED, WHITE, capacity
from vision.evidence import CLEAR, HARDLY, LIKELY, Evidence
from vision.hand.doubts import MIN_SCORE, NEARBY, SIDE_BY_SIDE
from vision.hand.interpret import Known, read, read_rows
from vision.hand.naming import RISK
from vision.quads import Array, sides
from vision.reading import Doubt, DoubtReason, Group, Reading
from vision.winning import has_won

_MIN_FRAME: Final = 25.0
"""Least contrast of the marks of a white dragon with a frame, in grey levels. Higher overlooks faint frames; lower
takes shadows and scratches on a blank tile for a frame."""

_MAX_BARE: Final = 16.0
"""Greatest contrast of the marks of a back or a white dragon without a frame, in grey levels; those seen stay below
11."""

_MIN_FLOWER: Final = 0.3
"""Least likelihood as a flower of a weak detection that is one, and of any face that makes another hand at which a tile
no longer read as a flower is doubted: those that are flowers have 0.32 to 0.5."""

_MIN_LOOKS: Final = 0.6
"""Least likelihood, given that it is a tile, of a face that makes another hand at which a weak detection is doubted.
Higher overlooks flowers and the fourth tiles of kongs; lower asks more often."""

_MIN_FOURTH: Final = 0.05
"""Least likelihood, given that it is a tile, of the pung's face at which a weak detection beside a pung is doubted.

A tile in plain sight scored 0.23 and was its pung's fourth by 0.09; of 76 photographs with sure hands none is doubted
for it.
"""

_Read = Callable[[Evidence], Reading]
"""Reads some of the detections of a picture, as `read` does."""

SAME: Final = 0.1
"""Greatest distance between the centres of a detection and the same tile in a reading, in pixels. Their corners differ
by rounding alone, so lower gains nothing; several pixels would join two detections of one tile."""


def best_reading(evidence: Evidence, *, most_risk: float = RISK, known: Known | None = None) -> Reading:
    """Read the hand, with each blank tile taken for a white dragon or for a tile that lies face down.

    A white dragon without a frame looks like the back of a tile of one colour, so the reading that makes a hand is
    taken. If a white dragon with a frame is in sight, all of the tile set have one and blank tiles lie face down. A
    hand of which a kong may lie face down is never sure.

    Args:
        evidence: All detections of the picture, weak ones included.
        most_risk: Greatest `Reading.risk` of a hand that is sure.
        known: What is known from other reads of the picture.
    """
    white = evidence.faces[:, WHITE] > 0.5
    framed = white & (evidence.marks >= _MIN_FRAME)
    bare = white & (evidence.marks < _MAX_BARE)
    frames = bool((framed & (evidence.scores >= CLEAR)).any())
    evidence = replace(evidence, backs=(evidence.backs & ~framed) | (bare & frames))
    read_once = _once(most_risk, known or Known())
    as_seen = _likely(evidence, read_once)
    if frames or not bare.any():
        return as_seen
    others = (_bare_taken(evidence, bare, down, as_seen, read_once) for down in (False, True))
    readings = [as_seen, *(reading for reading in others if reading is not None)]
    hands = [reading for reading in readings if reading.hand is not None]
    hides_kong = next((reading for reading in readings if _hides_kong(reading)), None)
    if not hands:
        return hides_kong or as_seen
    best = min(hands, key=lambda reading: len(reading.doubts))
    if hides_kong is not None and best.doubts:
        return hides_kong
    close = (reading for reading in hands if len(reading.doubts) <= len(best.doubts) + 1)
    if hides_kong is None and all(reading.hand == best.hand for reading in close):
        return best
    return replace(best, sure=False, doubts=(*best.doubts, Doubt(None, "white-or-back")))


def _once(most_risk: float, known: Known) -> _Read:
    """Return `read`, but no detections are read twice: most hypotheses differ in few, and many of their reads not."""
    readings: dict[tuple[bytes, ...], Reading] = {}

    def read_once(evidence: Evidence) -> Reading:
        content = evidence.content()
        if content not in readings:
            readings[content] = read(evidence, known=known, most_risk=most_risk)
        return readings[content]

    return read_once


def _bare_taken(
    evidence: Evidence, bare: NDArray[np.bool_], down: bool, as_seen: Reading, read_once: _Read
) -> Reading | None:
    """Return the reading with the blank tiles of its hand taken for backs, or for white dragons.

    Blank tiles beside the hand stay what they were seen as.

    Args:
        evidence: The detections of the picture.
        bare: (N,) True for blank tiles.
        down: True to take them for backs.
        as_seen: The reading with each as it was seen.
        read_once: Reads some of the detections.

    Returns:
        The reading, or None if the hand would have more white dragons than a tile set has.
    """
    taken = replace(evidence, backs=np.where(bare, down, evidence.backs))
    reading = as_seen if (taken.backs == evidence.backs).all() else _likely(taken, read_once)
    if reading.hand is None:
        return reading
    ours = of_hand(evidence, reading)
    if not down and (bare & ours).sum() > capacity(WHITE):
        return None
    left = bare & ~ours & (evidence.backs != down)
    return _likely(replace(taken, backs=taken.backs ^ left), read_once) if left.any() else reading


def is_win(reading: Reading) -> bool:
    """Return True if a reading has a hand, and that wins."""
    return reading.hand is not None and has_won(parse(reading.hand))


def of_hand(evidence: Evidence, reading: Reading) -> NDArray[np.bool_]:
    """Return a mask (N,) of the detections that are tiles of the hand of a reading."""
    apart = np.linalg.norm(evidence.quads.mean(axis=1)[:, None] - _quads_of_hand(reading).mean(axis=1), axis=2)
    return np.asarray((apart < SAME).any(axis=1))


def _quads_of_hand(reading: Reading) -> Array:
    """Return the corners (N, 4, 2) of the tiles of the hand, in pixels."""
    return np.array([reading.tiles[t].quad for group in reading.groups if group.kind != "aside" for t in group.tiles])


def _hides_kong(reading: Reading) -> bool:
    """Return True if a reading lacks only the face of a concealed kong."""
    kongs = (group.tiles for group in reading.groups if group.kind == "concealed-kong")
    return reading.hand is None and any(all(reading.tiles[t].face == "down" for t in tiles) for tiles in kongs)


def _likely(evidence: Evidence, read_once: _Read) -> Reading:
    """Return the hand that the likely detections make, without flowers that hardly look like any.

    A detection that is left out is doubted if the hand would be another with it. If the likely ones make no hand, the
    clear ones alone are read, then all of them with the weak ones; no hand has a tile that scores less than `HARDLY`.
    """
    likely = evidence.only(evidence.scores >= LIKELY)
    first = read_once(likely)
    if first.hand is None:
        return _with_fewer_or_more(evidence, likely, read_once) or first
    hardly = _hardly_flowers(likely, first)
    reading = read_once(likely.only(~hardly)) if hardly.any() else first
    if reading.hand is None:
        return first
    weak = evidence.scores < LIKELY
    dropped = np.zeros(len(evidence.scores), bool)
    dropped[np.flatnonzero(~weak)[hardly]] = True
    more = _would_change(reading)
    changes = np.where(evidence.backs, 0.0, evidence.faces[:, : len(FACES)] @ more)
    looks = changes > _MIN_LOOKS * (1 - evidence.faces[:, len(FACES)])
    looks &= _near(evidence, _quads_of_hand(reading), NEARBY)
    looks |= _may_be_fourth(evidence, reading)
    looks &= evidence.whole > CLEAR
    remains = (changes > _MIN_FLOWER) | (evidence.scores >= MIN_SCORE)
    return _with_left_out(reading, evidence.only((weak & looks) | (dropped & remains)), more)


def _with_fewer_or_more(evidence: Evidence, likely: Evidence, read_once: _Read) -> Reading | None:
    """Return the hand of the clear detections alone, or else of the weak ones too, or None.

    A doubt tells how many detections make the difference.
    """
    reasons: tuple[tuple[float, DoubtReason], ...] = ((CLEAR, "weak-left-out"), (HARDLY, "weak-taken"))
    for least, reason in reasons:
        kept = evidence.scores >= least
        if int(kept.sum()) == len(likely.scores):
            continue  # the same detections, which make no hand
        reading = read_once(evidence.only(kept))
        if reading.hand is not None:
            doubt = Doubt(None, reason, {"count": abs(int(kept.sum()) - len(likely.scores))})
            reading = with_tiles_aside(reading, read_rows(likely.only(likely.scores < least)))
            return replace(reading, sure=False, doubts=(*reading.doubts, doubt))
    return None


def with_tiles_aside(reading: Reading, rest: Reading) -> Reading:
    """Return a reading with the tiles of another one beside its hand, after its own tiles."""
    tiles, groups = len(reading.tiles), len(reading.groups)
    return replace(
        reading,
        tiles=(*reading.tiles, *(replace(t, group=t.group + groups) for t in rest.tiles)),
        groups=(*reading.groups, *(Group("aside", tuple(t + tiles for t in g.tiles)) for g in rest.groups)),
    )


def _hardly_flowers(evidence: Evidence, reading: Reading) -> NDArray[np.bool_]:
    """Return a mask (N,) of the detections that were read as flowers but hardly look like any.

    A hand may have any number of flowers, so the count of its tiles rules none out.
    """
    taken = np.zeros(len(evidence.scores), bool)
    taken[[t for group in reading.groups if group.kind == "flowers" for t in group.tiles]] = True
    there = evidence.scores * (1 - evidence.faces[:, len(FACES)])
    flower = evidence.scores * evidence.faces[:, FIRST_FLOWER : len(FACES)].sum(axis=1)
    return np.asarray(taken & (there < CLEAR) & (flower < _MIN_FLOWER))


def _would_change(reading: Reading) -> NDArray[np.bool_]:
    """Return a mask (42,) of the faces of which one more tile makes another hand.

    These are flowers, and the faces of pungs, which become kongs.
    """
    pungs = {reading.tiles[group.tiles[0]].tile for group in reading.groups if group.kind == "pung"}
    return np.array([code in pungs or code not in PLAYED for code in FACES])


def _may_be_fourth(finds: Evidence, reading: Reading) -> NDArray[np.bool_]:
    """Return a mask (N,) of the detections that lie beside a pung of a reading and may be its fourth tile."""
    may = np.zeros(len(finds.scores), bool)
    for group in reading.groups:
        code = reading.tiles[group.tiles[0]].tile
        if group.kind == "pung" and code is not None:
            looks = finds.faces[:, FACES.index(code)] > _MIN_FOURTH * (1 - finds.faces[:, len(FACES)])
            quads = np.array([reading.tiles[t].quad for t in group.tiles])
            may |= looks & ~finds.backs & _near(finds, quads, SIDE_BY_SIDE)
    return may


def _near(finds: Evidence, quads: Array, reach: float) -> NDArray[np.bool_]:
    """Return a mask (N,) of the detections within reach of some tiles (M, 4, 2), in heights of these."""
    apart = np.linalg.norm(finds.quads.mean(axis=1)[:, None] - quads.mean(axis=1), axis=2)
    return np.asarray((apart < reach * sides(quads).max(axis=1)).any(axis=1))


def _with_left_out(reading: Reading, finds: Evidence, more: NDArray[np.bool_]) -> Reading:
    """Return a reading with the detections that were left out of its hand, each with a doubt.

    Each detection is shown as the likeliest face of which one more tile makes another hand.

    Args:
        reading: With a hand.
        finds: Detections left out that a person should check; may be none.
        more: (42,) True for the faces of which one more tile makes another hand.
    """
    if not len(finds.scores):
        return reading
    faces = finds.faces * np.append(more, False)
    faces[:, len(FACES)] = 1 - faces.sum(axis=1)
    shown = with_tiles_aside(reading, read_rows(replace(finds, faces=faces), all_shown=True))
    doubts = (Doubt(tile, "left-out") for tile in range(len(reading.tiles), len(shown.tiles)))
    return replace(shown, sure=False, doubts=(*reading.doubts, *doubts))
