"""Several hands in one picture, or none that is clear: the one that wins, where others lie, and how one is read."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring import parse
from scoring.circumstances import wins
from scoring.tiles import FLOWERS
from vision.evidence import CLEAR, LIKELY, Evidence
from vision.hand.hypotheses import SAME, best_reading, of_hand, with_tiles_aside
from vision.hand.interpret import read_rows
from vision.hand.naming import RISK
from vision.quads import Array, Quad, contains, sides
from vision.reading import Doubt, Reading

MOST: Final = 4
"""Hands of a picture at most: one a player."""

_FACES: Final = 8
"""Clear faces that a hand shows at least: four concealed kongs show two each, with both outer tiles face down."""

_MARGIN: Final = 0.5
"""The area of a hand reaches beyond its tiles by this much of their height, so that no look at it leaves one out. Not
measured."""

_TOGETHER: Final = (1.6, 1.25)
"""Faces laid together lie at most this far from the next, between centres, in tile heights, also across a tile that is
face down in a concealed kong; where that joins all of a picture, the shorter distance parts them. Not measured."""

_WHOLE: Final = range(13, 19)
"""Faces that a declared hand shows: thirteen and a winning tile that may lie elsewhere, to fourteen and four kongs."""


def hand_in_sight(evidence: Evidence, *, most_risk: float = RISK) -> Reading:
    """Reads the hand of a picture; of several the one that wins.

    Where that leaves several it reads the clearest of them, with a `several-hands` doubt. `Reading.others` says where
    the others lie, and `hand_within` reads one of those.

    Args:
        evidence: Of the tiles seen, weak finds among them.
        most_risk: The `Reading.risk` up to which a hand is sure.
    """
    clearest = best_reading(evidence, most_risk=most_risk)
    if clearest.hand is None:
        return clearest
    hands = [clearest, *_hands(evidence.only(~of_hand(evidence, clearest)))]
    if len(hands) < 2:
        return clearest
    won = [hand for hand in hands if wins(parse(hand.hand or ""))]
    chosen = (won or hands)[0]
    others = [hand for hand in hands if hand is not chosen]
    elsewhere = np.any([of_hand(evidence, hand) for hand in others], axis=0)
    reading = _among(evidence, best_reading(evidence.only(~elsewhere), most_risk=most_risk), others)
    if len(won or hands) < 2:
        return reading
    doubt = Doubt(None, "several-hands", {"count": len(won or hands)})
    return replace(reading, sure=False, doubts=(*reading.doubts, doubt))


def hand_within(area: Quad, evidence: Evidence) -> Reading:
    """Reads the hand in a part of a picture, as somebody says that it is meant.

    Args:
        area: The part, one of `Reading.others`, in pixels of the picture.
        evidence: Of all tiles seen.
    """
    within = contains(np.array([area]), evidence.quads)[0]
    return _among(evidence, best_reading(evidence.only(within)), list(_hands(evidence.only(~within))))


def tiles_within(area: Quad, evidence: Evidence) -> Reading:
    """Reads the hand of a part of a picture as if nothing lay beyond it.

    Args:
        area: The part, in pixels of the picture.
        evidence: Of all tiles seen.
    """
    return hand_in_sight(evidence.only(contains(np.array([area]), evidence.quads)[0]))


def laid_together(reading: Reading) -> tuple[Quad, ...]:
    """Where a hand may lie in a picture in which none was read: areas round the groups of faces laid together.

    The groups that show the most likely number of faces for a hand come first; one of all tiles in sight is none.
    """
    shown = [tile for tile in reading.tiles if tile.face == "up"]
    plain = np.array([tile.tile not in FLOWERS for tile in shown], bool)
    if reading.hand is not None or plain.sum() < _FACES:
        return ()
    quads = np.array([tile.quad for tile in shown])
    height = float(np.median(sides(quads).max(axis=1)))
    for reach in _TOGETHER:
        groups = [group for group in _joined(quads.mean(axis=1), reach * height) if plain[group].sum() >= _FACES]
        if any(plain[group].sum() < plain.sum() for group in groups):
            break
    else:
        return ()
    groups.sort(key=lambda group: (_off(int(plain[group].sum())), -int(plain[group].sum())))
    return tuple(_around(quads[group]) for group in groups[:MOST])


def _off(faces: int) -> int:
    """How many faces a group shows too few or too many for a hand."""
    return max(_WHOLE.start - faces, faces - _WHOLE.stop + 1, 0)


def _joined(points: Array, reach: float) -> list[NDArray[np.intp]]:
    """Indices of points (N, 2) in groups, in each of which every point has another within reach."""
    near = np.linalg.norm(points[:, None] - points, axis=2) <= reach
    group = np.arange(len(points))
    for _ in points:
        joined = np.where(near, group, len(points)).min(axis=1)
        if (joined == group).all():
            break
        group = joined
    return [np.flatnonzero(group == each) for each in np.unique(group)]


def _hands(evidence: Evidence) -> Iterator[Reading]:
    """The hands that finds beside a hand make, the clearest first, of different tiles."""
    for _ in range(MOST - 1):
        if int((~evidence.backs & (evidence.scores >= CLEAR)).sum()) < _FACES:
            return
        reading = best_reading(evidence)
        if reading.hand is None:
            return
        yield reading
        evidence = evidence.only(~of_hand(evidence, reading))


def _among(evidence: Evidence, reading: Reading, others: list[Reading]) -> Reading:
    """A reading of some of the finds with all other likely ones aside, and the areas of the other hands."""
    quads = np.array([tile.quad for tile in reading.tiles]).reshape(-1, 4, 2)
    apart = np.linalg.norm(evidence.quads.mean(axis=1)[:, None] - quads.mean(axis=1), axis=2)
    rest = evidence.only((evidence.scores >= LIKELY) & (apart >= SAME).all(axis=1))
    return replace(with_tiles_aside(reading, read_rows(rest)), others=tuple(map(_area, others)))


def _area(reading: Reading) -> Quad:
    """The smallest rectangle, however it is turned, round the hand of a reading, and a margin."""
    ours = [t for group in reading.groups if group.kind != "aside" for t in group.tiles]
    return _around(np.array([reading.tiles[t].quad for t in ours]))


def _around(quads: Array) -> Quad:
    """The smallest rectangle, however it is turned, round some tiles (N, 4, 2), and a margin."""
    margin = 2 * _MARGIN * float(np.median(sides(quads).max(axis=1)))
    centre, (width, height), angle = cv2.minAreaRect(quads.reshape(-1, 2).astype(np.float32))
    corners = cv2.boxPoints((centre, (width + margin, height + margin), angle))
    area: Quad = tuple((float(x), float(y)) for x, y in corners)  # type: ignore[assignment]
    return area
