"""Several hands in one picture, or none that is clear: the one that wins, the areas of others, and their readings."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FLOWERS
from vision.evidence import CLEAR, LIKELY, Evidence
from vision.geometry.plane import fit_plane
from vision.geometry.ponds import find_ponds
from vision.hand.hypotheses import SAME, best_reading, is_win, of_hand, with_tiles_aside
from vision.hand.interpret import Known, read, read_rows, read_without_hand
from vision.hand.laid_out import laid_out
from vision.hand.naming import RISK
from vision.quad import Quad
from vision.quads import Array, contains, linked, sides
from vision.reading import Doubt, Reading

MOST: Final = 4
"""Most hands of a picture: one for each player."""

_FACES: Final = 8
"""Least clear faces of a hand: four concealed kongs show two each, with both outer tiles face down."""

_MARGIN: Final = 0.5
"""Distance from the tiles of a hand to the edge of its area, in tile heights. Lower leaves out tiles that were not
detected at first; higher takes in tiles of other hands."""

_TOGETHER: Final = (1.6, 1.25)
"""Greatest distances between the centres of neighbouring faces laid together, in tile heights.

The first also spans a tile that lies face down in a concealed kong; if it joins all faces of a picture, the second
parts them. Higher joins hands to tiles beside them; lower breaks up a hand that is laid loosely.
"""

_KONGS: Final = 4
"""Most faces of a declared hand beyond those it has by the rules: four kongs. It shows one fewer than these if the
winning tile lies elsewhere."""


def hand_in_sight(evidence: Evidence, *, most_risk: float = RISK) -> Reading:
    """Read the hand of a picture; of several, the one that wins.

    If several are left, it reads the clearest of them, with a `several-hands` doubt. `Reading.others` holds the areas
    of the other hands, and `hand_within` reads one of those. A hand that does not win is not made of discards in the
    ponds of several players. If none wins, thirteen tiles that win with somebody's last discard are read, in doubt. A
    hand that does not win is none if many tiles lie beside it, for it is in play, and where a whole set is laid out.

    Args:
        evidence: All detections of the picture, weak ones included.
        most_risk: Greatest `Reading.risk` of a hand that is sure.
    """
    known = Known()
    reading = _laid(evidence, most_risk, known)
    if not is_win(reading):
        if laid_out(evidence, known.layout(evidence)):
            return read_without_hand(evidence)
        claimed = read(evidence.only(evidence.scores >= LIKELY), claimed=True, known=known, most_risk=most_risk)
        if claimed.hand is not None:
            return _among(evidence, claimed, [])
    if _in_play(reading, evidence.whole_hand):
        return read_without_hand(evidence.only(evidence.scores >= LIKELY))
    return reading


def _in_play(reading: Reading, whole: int) -> bool:
    """Return True if a hand does not win, and as many tiles as another hand has are left out of it.

    More would offer hands that nobody declared: of seven with 3 to 98 left out in 124 photographs none was one; fewer
    would withhold false wins that were.
    """
    left_out = (doubt.about["count"] for doubt in reading.doubts if doubt.reason == "not-placed")
    return any(int(str(count)) >= whole for count in left_out)


def _laid(evidence: Evidence, most_risk: float, known: Known) -> Reading:
    """Return the hand of a picture that was laid with its winning tile; of several, the one that wins.

    Whether a discard was claimed is a question to all discards, so it is left to the whole picture.
    """
    clearest = best_reading(evidence, most_risk=most_risk, known=known)
    if is_win(clearest):
        return _of_several(evidence, clearest, most_risk, known)
    discarded = _in_ponds(evidence)
    if (discarded if clearest.hand is None else discarded & of_hand(evidence, clearest)).any():
        without = _laid(evidence.only(~discarded), most_risk, known)
        none = clearest.hand is None and without.hand is None
        return clearest if none else with_tiles_aside(without, _rest(evidence, without))
    return _of_several(evidence, clearest, most_risk, known)


def _of_several(evidence: Evidence, clearest: Reading, most_risk: float, known: Known) -> Reading:
    """Return the hand that wins of those that a picture shows beside the clearest."""
    if clearest.hand is None:
        return clearest
    hands = [clearest, *_hands(evidence.only(~of_hand(evidence, clearest)), known)]
    if len(hands) < 2:
        return clearest
    won = [hand for hand in hands if is_win(hand)]
    chosen = (won or hands)[0]
    others = [hand for hand in hands if hand is not chosen]
    elsewhere = np.any([of_hand(evidence, hand) for hand in others], axis=0)
    ours = best_reading(evidence.only(~elsewhere), most_risk=most_risk, known=known)
    reading = _among(evidence, ours, others)
    if len(won or hands) < 2:
        return reading
    doubt = Doubt(None, "several-hands", {"count": len(won or hands)})
    return replace(reading, sure=False, doubts=(*reading.doubts, doubt))


def hand_within(area: Quad, evidence: Evidence) -> Reading:
    """Read the hand in the part of a picture that a person chose.

    Args:
        area: The part, one of `Reading.others`, in pixels of the picture.
        evidence: All detections of the picture.
    """
    within = contains(np.array([area]), evidence.quads)[0]
    return _among(evidence, best_reading(evidence.only(within)), list(_hands(evidence.only(~within), Known())))


def tiles_within(area: Quad, evidence: Evidence) -> Reading:
    """Read the hand in a part of a picture as if nothing lay beyond it.

    Args:
        area: The part, in pixels of the picture.
        evidence: All detections of the picture.
    """
    return hand_in_sight(evidence.only(contains(np.array([area]), evidence.quads)[0]))


def laid_together(reading: Reading, whole: int) -> tuple[Quad, ...]:
    """Return areas round the groups of faces laid together in a picture without a hand.

    Groups whose number of faces suits a hand best come first. Discards in the ponds of a table are no hand. There is no
    area if all faces form one group.

    Args:
        reading: The reading.
        whole: Tiles of a won hand, a kong counted as three.
    """
    faces = [tile for tile in reading.tiles if tile.face == "up"]
    shown = [tile for tile in faces if not reading.groups[tile.group].pond]
    plain = np.array([tile.tile not in FLOWERS for tile in shown], bool)
    if reading.hand is not None or plain.sum() < _FACES:
        return ()
    total = sum(tile.tile not in FLOWERS for tile in faces)
    quads = np.array([tile.quad for tile in shown])
    height = float(np.median(sides(quads).max(axis=1)))
    for reach in _TOGETHER:
        groups = [group for group in _joined(quads.mean(axis=1), reach * height) if plain[group].sum() >= _FACES]
        if any(plain[group].sum() < total for group in groups):
            break
    else:
        return ()
    groups.sort(key=lambda group: (_off(int(plain[group].sum()), whole), -int(plain[group].sum())))
    return tuple(_around(quads[group]) for group in groups[:MOST])


def _off(faces: int, whole: int) -> int:
    """Return the number of faces that a group shows too few or too many for a hand."""
    return max(whole - 1 - faces, faces - whole - _KONGS, 0)


def _joined(points: Array, reach: float) -> list[NDArray[np.intp]]:
    """Return the groups of points (N, 2) that are linked by distances within reach, as indices."""
    return linked(np.linalg.norm(points[:, None] - points, axis=2) <= reach)


def _hands(evidence: Evidence, known: Known) -> Iterator[Reading]:
    """Yield the hands that detections make, clearest first, of different tiles."""
    for _ in range(MOST - 1):
        if int((~evidence.backs & (evidence.scores >= CLEAR)).sum()) < _FACES:
            return
        reading = best_reading(evidence, known=known)
        if reading.hand is None:
            return
        yield reading
        evidence = evidence.only(~of_hand(evidence, reading))


def _in_ponds(evidence: Evidence) -> NDArray[np.bool_]:
    """Return (N,) True for faces that lie in the ponds of several players."""
    faces = np.flatnonzero(~evidence.backs & (evidence.scores >= LIKELY))
    discarded = np.zeros(len(evidence.backs), bool)
    plane = fit_plane(evidence.quads[faces], evidence.size, evidence.scores[faces])
    flat = plane.ground(evidence.quads, evidence.size)
    down = evidence.backs & (evidence.scores >= LIKELY)
    found = find_ponds(flat[faces], evidence.upright[faces].clip(0), flat[down].mean(axis=1))
    for pond in found[0] if found else ():
        discarded[faces[list(pond.tiles)]] = True
    return discarded


def _among(evidence: Evidence, reading: Reading, others: list[Reading]) -> Reading:
    """Return a reading of some of the detections, with other likely ones aside and the areas of the other hands."""
    return replace(with_tiles_aside(reading, _rest(evidence, reading)), others=tuple(map(_area, others)))


def _rest(evidence: Evidence, reading: Reading) -> Reading:
    """Return the likely detections that a reading lacks, row by row."""
    quads = np.array([tile.quad for tile in reading.tiles]).reshape(-1, 4, 2)
    apart = np.linalg.norm(evidence.quads.mean(axis=1)[:, None] - quads.mean(axis=1), axis=2)
    return read_rows(evidence.only((evidence.scores >= LIKELY) & (apart >= SAME).all(axis=1)))


def _area(reading: Reading) -> Quad:
    """Return the smallest rectangle, at any angle, round the hand of a reading, with a margin."""
    ours = [t for group in reading.groups if group.kind != "aside" for t in group.tiles]
    return _around(np.array([reading.tiles[t].quad for t in ours]))


def _around(quads: Array) -> Quad:
    """Return the smallest rectangle, at any angle, round some tiles (N, 4, 2), with a margin."""
    margin = 2 * _MARGIN * float(np.median(sides(quads).max(axis=1)))
    centre, (width, height), angle = cv2.minAreaRect(quads.reshape(-1, 2).astype(np.float32))
    corners = cv2.boxPoints((centre, (width + margin, height + margin), angle))
    area: Quad = tuple((float(x), float(y)) for x, y in corners)  # type: ignore[assignment]
    return area
