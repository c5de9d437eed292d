"""The reading of a picture from its detections: rows, groups, names, doubts."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import tee
from typing import Final

import numpy as np

from scoring.notation import format_win
from scoring.tiles import FACES, FIRST_FLOWER, capacity
from vision.evidence import Evidence
from vision.geometry.rows import Layout, find_rows
from vision.hand.assignment import Options, RankedChoice, likeliest
from vision.hand.claimed import claimed_grouping
from vision.hand.costs import Likelihoods, known_faces
from vision.hand.doubts import doubts_about
from vision.hand.grouping import Grouping, find_grouping
from vision.hand.naming import RISK, NamedHand, name_tiles
from vision.quad import Quad
from vision.quads import Array
from vision.reading import Doubt, Group, Reading, SeenTile

_MIN_UPRIGHT: Final = 0.3
"""Least distance of `Evidence.upright` from 0 at which a glyph tells which way up its tile lies. Higher turns tiles by
their row that lie the other way; lower trusts glyphs that look the same both ways up."""

_ALTERNATIVES: Final = 3
"""Most other faces of a tile. Higher lists faces that it hardly resembles; lower may leave out its true one."""

_MIN_ALTERNATIVE: Final = 0.001
"""Least probability of an alternative. Higher may leave out the true face; lower lists faces that the tile hardly
resembles."""

_RIVALS: Final = 6
"""Most cuts of the rows beside the best that are named, to see whether they win. Higher takes longer; lower overlooks
other hands that may have been declared."""

_MIN_SHOWN: Final = 0.2
"""Least probability, as a tile of its likeliest face, of a detection that is shown beside the hand. Higher hides tiles
that a person may want to add; lower shows things that are no tiles."""


class Known:
    """Rows and names that were found in one picture, for further reads of which some hardly differ."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._layouts: Final[dict[Hashable, Layout]] = {}
        self._hands: Final[dict[Hashable, NamedHand]] = {}
        self._searches: Final[dict[Options, Iterator[RankedChoice]]] = {}

    def layout(self, evidence: Evidence) -> Layout:
        """Return the rows of detections, whichever of them are backs."""
        key = evidence.content("quads", "upright")
        if key not in self._layouts:
            self._layouts[key] = find_rows(evidence.quads, evidence.upright)
        return self._layouts[key]

    def named(self, grouping: Grouping, evidence: Evidence, declared: bool = True) -> NamedHand:
        """Return the names of the tiles of a hand, whatever else was seen."""
        faces, ours = known_faces(evidence), [t for part in grouping.parts for t in part.tiles]
        key = grouping.parts, declared, faces[ours].tobytes(), evidence.backs[ours].tobytes()
        if key not in self._hands:
            self._hands[key] = name_tiles(grouping, faces, evidence.backs, declared, self._choices)
        return self._hands[key]

    def _choices(self, options: Options) -> Iterator[RankedChoice]:
        """Return what `likeliest` yields, as far as it was searched before without another search."""
        if options not in self._searches:
            (self._searches[options],) = tee(likeliest(options), 1)
        return copy(self._searches[options])


def read(
    evidence: Evidence,
    *,
    declared: bool = True,
    claimed: bool = False,
    known: Known | None = None,
    most_risk: float = RISK,
) -> Reading:
    """Read the hand that was laid.

    The faces chosen are the likeliest that one tile set allows. If a win was declared and the picture leaves a face
    open (`naming.OPEN`), a choice that wins is preferred, and the tile is doubted. Apart from that, a hand that does
    not win stays as it was seen.

    Args:
        evidence: The detections to read.
        declared: True if a player declared a win with these tiles.
        claimed: True to read a hand of thirteen tiles, and the last discard of somebody with which it wins.
        known: What is known from other reads of detections of the same picture.
        most_risk: Greatest `Reading.risk` of a hand that is sure.
    """
    known = known or Known()
    layout = known.layout(evidence)
    grouping = claimed_grouping(evidence, layout) if claimed else find_grouping(layout, Likelihoods.of(evidence))
    if grouping is None:
        return _without_clutter(_no_hand(evidence, layout), evidence)
    hand = known.named(grouping, evidence, declared)
    if declared and not claimed:
        grouping, hand = _as_declared(evidence, grouping, hand, known)
    groups = _groups(layout, grouping)
    reading = Reading(
        size=evidence.size,
        tiles=_tiles(evidence, layout, groups, hand.faces),
        groups=groups,
        hand=None if hand.win is None else format_win(hand.win),
        sure=False,
        risk=sum(rival.odds for rivals in hand.rivals.values() for rival in rivals),
    )
    doubts = tuple(doubts_about(evidence, layout, grouping, hand, reading, most_risk))
    reading = replace(reading, doubts=doubts, sure=hand.win is not None and not doubts)
    return _without_clutter(reading, evidence)


def _as_declared(evidence: Evidence, grouping: Grouping, hand: NamedHand, known: Known) -> tuple[Grouping, NamedHand]:
    """Return the cut of the rows, and the names of its tiles, by what a declared hand is likely to be: one that wins.

    A cut that does not win is no rival of one that wins with the likeliest face of each tile. Of the rivals of a cut
    that does not win the first that wins so is taken, and that cut stays its rival.
    """
    faces = known_faces(evidence)
    cuts = [replace(grouping, parts=parts) for parts in grouping.rivals[:_RIVALS]]

    def plainly(hand: NamedHand) -> bool:
        return hand.wins and all(evidence.backs[t] or faces[t].argmax() == face for t, face in hand.faces.items())

    def may_plainly(cut: Grouping) -> bool:
        ours = [t for part in cut.parts if part.kind != "aside" for t in part.tiles if not evidence.backs[t]]
        return all(n <= capacity(face) for face, n in Counter(faces[ours].argmax(axis=1).tolist()).items())

    if hand.wins:
        if plainly(hand):
            grouping = replace(grouping, rivals=tuple(cut.parts for cut in cuts if known.named(cut, evidence).wins))
        return grouping, hand
    likelier = next((cut for cut in cuts if may_plainly(cut) and plainly(known.named(cut, evidence))), None)
    if likelier is None:
        return grouping, hand
    others = (cut.parts for cut in cuts if cut is not likelier and known.named(cut, evidence).wins)
    return replace(likelier, rivals=(grouping.parts, *others)), known.named(likelier, evidence)


def read_rows(evidence: Evidence, *, all_shown: bool = False) -> Reading:
    """Return the tiles of a picture row by row, without a search for a hand.

    Args:
        evidence: The detections to read.
        all_shown: True to keep detections that score too little to be tiles.
    """
    reading = _by_rows(evidence, find_rows(evidence.quads, evidence.upright))
    return reading if all_shown else _without_clutter(reading, evidence)


def read_without_hand(evidence: Evidence) -> Reading:
    """Return the tiles of a picture row by row, with the doubt that no row is a hand."""
    return _without_clutter(_no_hand(evidence, find_rows(evidence.quads, evidence.upright)), evidence)


def _no_hand(evidence: Evidence, layout: Layout) -> Reading:
    """Return the tiles row by row, with the doubt that no row is a hand."""
    reading = _by_rows(evidence, layout)
    row = reading.most_shown()
    if row is None:
        return reading
    count = sum(reading.tiles[t].tile not in FACES[FIRST_FLOWER:] for t in row.tiles)
    return replace(reading, doubts=(Doubt(None, "no-hand", {"count": count}),))


def _by_rows(evidence: Evidence, layout: Layout) -> Reading:
    groups = tuple(Group("aside", row.tiles) for row in layout.rows)
    return Reading(evidence.size, _tiles(evidence, layout, groups, {}), groups, None, False)


def _groups(layout: Layout, grouping: Grouping) -> tuple[Group, ...]:
    """Return the groups of the hand, then the other tiles of each row."""
    hand = [Group(part.kind, part.tiles) for part in grouping.parts if part.kind != "aside"]
    ours = {t for group in hand for t in group.tiles}
    others = [Group("aside", tuple(t for t in row.tiles if t not in ours)) for row in layout.rows]
    return (*hand, *(group for group in others if group.tiles))


def _tiles(
    evidence: Evidence, layout: Layout, groups: Sequence[Group], faces: Mapping[int, int]
) -> tuple[SeenTile, ...]:
    """Return every tile of the evidence, those of the hand with the faces that they were named."""
    group = {t: i for i, members in enumerate(groups) for t in members.tiles}
    known = known_faces(evidence)
    order = np.argsort(-known, axis=1)[:, : _ALTERNATIVES + 1].tolist()
    tiles = []
    for t, corners in enumerate(_upright_by_row(evidence, layout).tolist()):
        quad: Quad = tuple(map(tuple, corners))  # type: ignore[assignment]
        if evidence.backs[t]:
            tiles.append(SeenTile(None, "down", float(evidence.scores[t]), quad, group[t]))
            continue
        there = 1.0 - float(evidence.faces[t, len(FACES)])
        face = faces.get(t, int(known[t].argmax()))
        likeliest = ((i, float(known[t, i]) * there) for i in order[t] if i != face)
        others = [(FACES[i], seen) for i, seen in likeliest if seen >= _MIN_ALTERNATIVE]
        confidence = float(known[t, face]) * there
        tiles.append(SeenTile(FACES[face], "up", confidence, quad, group[t], tuple(others[:_ALTERNATIVES])))
    return tuple(tiles)


def _upright_by_row(evidence: Evidence, layout: Layout) -> Array:
    """Return the quads (N, 4, 2); those that look the same upside down are turned the way up of their row."""
    quads = np.array(evidence.quads, np.float64)
    up = quads[:, 0] - quads[:, 3]
    for row in layout.rows:
        members = [place.tile for place in row.places if not place.crosswise]
        told = [t for t in members if abs(evidence.upright[t]) >= _MIN_UPRIGHT]
        if not told or len(told) == len(members):
            continue
        standing = np.median([up[t] * np.sign(evidence.upright[t]) for t in told], axis=0)
        for t in members:
            if t not in told and up[t] @ standing < 0:
                quads[t] = np.roll(quads[t], 2, axis=0)
    return quads


def _without_clutter(reading: Reading, evidence: Evidence) -> Reading:
    """Return the reading without low-scoring detections outside the hand, unless a doubt is about them."""
    needed = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
    needed |= {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    likeliest = evidence.scores * evidence.faces[:, : len(FACES)].max(axis=1, initial=0)
    shown = evidence.backs | (likeliest >= _MIN_SHOWN)
    return reading.only([t for t in range(len(reading.tiles)) if shown[t] or t in needed])
