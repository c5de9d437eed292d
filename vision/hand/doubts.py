"""What a person should look at in a hand that was read: its groups, each of its tiles, and how many there are."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final

import numpy as np

from scoring.circumstances import wins
from scoring.hand import Win
from scoring.tiles import FACES, FIRST_FLOWER, PLAYED, capacity
from vision.evidence import Evidence
from vision.geometry.rows import Layout, Row
from vision.geometry.stacked import stacked
from vision.hand.costs import LOG_EVEN, Boundary, Likelihoods, boundaries, known_faces
from vision.hand.grouping import Grouping
from vision.hand.naming import NEAR, NamedHand
from vision.hand.parts import FACE_UP_COST, KONG_BACKS, Part
from vision.reading import Doubt, DoubtReason, Group, Reading, SeenTile

MIN_SCORE: Final = 0.4
"""A tile of a hand scores at least this, or is doubted; half a tile that was found for a whole one scores 0.37."""

NEARBY: Final = 2.5
"""Tiles that may be of the hand lie at most this far from one of its tiles, between centres, in tile heights.

Not measured.
"""

_SIDE_BY_SIDE: Final = 1.25
"""Tiles beside one another lie at most this far apart, between centres, in tile heights. Not measured."""

_TOUCHING: Final = 0.85
"""Tiles whose long sides touch lie at most this far apart, between centres, in tile heights. Not measured."""

_MAX_COST: Final = 3.0
"""A grouping that costs more is doubted as a whole. Not measured."""

_MIN_TOLD: Final = 1.0
"""This many clear glyphs tell which way round a row is read. Not measured."""

_LOG_LIKE: Final = float(np.log(0.1))
"""A tile may have any face of a higher log probability. Not measured."""

_LOG_CLEAR: Final = float(np.log(0.5))
"""A find with a lower log probability of being a tile may cover more than one. Not measured."""

_LOG_TILE: Final = float(np.log(0.3))
"""A find with a lower log probability of being a tile is none, beside the hand. Not measured."""

_LOG_MAY_PART: Final = float(np.log(0.8))
"""A gap with a lower log probability of parting two groups may part none. Not measured."""

_LOG_JOINS: Final = float(np.log(0.9))
"""A gap with a higher log probability of parting no groups parts none. Not measured."""

_WIDER: Final = 0.25
"""A gap wider by this than all within the groups of its row parts two groups, in tile widths. Not measured."""

_APART: Final = 0.15
"""A tile lies apart if the gaps beside it are wider by this than usual in its row, in tile widths. Not measured."""

_MIN_GLARE: Final = 0.3
"""A tile of which a greater share is blown out shines. Not measured."""

_EDGE: Final = 0.04
"""A tile is cut off if it reaches farther beyond the picture than this, in tile heights. Not measured."""

_MIN_FLOWER_SCORE: Final = 0.75
"""A flower must score this much, for a hand may have any number of them. Not measured."""

_MIN_SCORE_WITHOUT_WIN: Final = 0.9
"""In a hand that does not win each tile must score this much, for it may be something else. Not measured."""

_MIN_WHOLE: Final = 0.9
"""A tile more likely than this seen whole, and named so surely as `_MIN_NAMED`, may score less. Not measured."""

_MIN_NAMED: Final = 0.98
"""The confidence that goes with `_MIN_WHOLE`. Not measured."""

_MAX_PART: Final = 0.15
"""A tile less likely than this seen whole is doubted. Not measured."""

_MAX_UNKNOWN: Final = 0.4
"""A tile more likely than this to have no known face is doubted. Not measured."""

_MIN_CONFIDENCE: Final = 0.3
"""A tile with less confidence owes its name to the others of its set. Not measured."""

_MIN_ODDS_AGAINST_FLOWER: Final = 0.5
"""A flower is doubted where the picture gives another tile higher odds. Not measured."""

_MIN_COPY: Final = 0.8
"""Tiles of a higher confidence count as copies of their face. Not measured."""


def doubts_about(
    evidence: Evidence, layout: Layout, grouping: Grouping, hand: NamedHand, reading: Reading, most_risk: float
) -> Iterator[Doubt]:
    """What is doubtful about a hand.

    Args:
        evidence: Of the tiles seen.
        layout: How they lie.
        grouping: How they group.
        hand: How they are named.
        reading: What was read, with a tile for each of the evidence.
        most_risk: The risk, all tiles added up, that leaves a hand sure.
    """
    tiles = Likelihoods.of(evidence)
    if hand.problem:
        yield Doubt(None, hand.problem)
    yield from _doubts_of_rival(grouping)
    yield from _doubts_of_kongs(tiles, grouping)
    yield from _doubts_of_melds(tiles, grouping)
    yield from _doubts_of_flowers(layout, grouping)
    yield from _doubts_of_four(layout, tiles, grouping)
    yield from _doubts_of_others(layout, tiles, grouping)
    yield from _doubts_of_crosswise(evidence, tiles, grouping)
    yield from _doubts_of_sources(layout, grouping)
    yield from _doubts_of_gaps(layout, tiles, grouping)
    if grouping.cost - FACE_UP_COST * len(_face_up(tiles, grouping)) > _MAX_COST:
        yield Doubt(None, "unusual-order")
    yield from _doubts_of_tiles(evidence, hand, reading, most_risk)
    yield from _doubts_of_winner(layout, grouping, reading.tiles)
    if hand.win is not None and not hand.wins:
        yield from _doubts_of_no_win(layout, tiles, grouping, hand.win)
    yield from _doubts_of_copies(grouping, reading.tiles)


def _members(grouping: Grouping) -> dict[int, Part]:
    """The part of each tile."""
    return {t: part for part in grouping.parts for t in part.tiles}


def _of_hand(grouping: Grouping) -> list[int]:
    """The tiles of the hand, in order of their indices."""
    return sorted(t for part in grouping.parts if part.kind != "aside" for t in part.tiles)


def _doubts_of_rival(grouping: Grouping) -> Iterator[Doubt]:
    """Another cut of the rows is nearly as good."""
    if not grouping.rival:
        return
    others = {t: part.kind for part in grouping.rival for t in part.tiles}
    for part in grouping.parts:
        for tile in part.tiles:
            other = others.get(tile, "aside")
            if other != part.kind:
                yield Doubt(tile, "two-groups", {"group": part.kind, "other_group": other})
                return
    yield Doubt(None, "unclear-groups")


def _face_up(tiles: Likelihoods, grouping: Grouping) -> list[Part]:
    """The kongs that lie with no tile crosswise or face down."""
    return [
        part for part in grouping.parts if part.kind == "concealed-kong" and not tiles.backs[list(part.tiles)].any()
    ]


def _doubts_of_kongs(tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """One doubt of all kongs that lie face up: each may be a concealed or an exposed one."""
    kongs = _face_up(tiles, grouping)
    if len(kongs) == 1:
        yield Doubt(kongs[0].tiles[0], "kong-face-up")
    elif kongs:
        faces = tuple(FACES[int(tiles.faces[list(kong.tiles), :FIRST_FLOWER].sum(axis=0).argmax())] for kong in kongs)
        yield Doubt(kongs[0].tiles[0], "kongs-face-up", {"kongs": faces})


def _doubts_of_melds(tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Melds that do not lie as melds should, and concealed tiles that lie in several places."""
    for part in grouping.parts:
        if part.kind in ("chow", "pung") and part.source == 0:
            yield Doubt(part.tiles[0], "none-crosswise")
        if part.kind == "concealed-kong":
            down = tuple(i for i, t in enumerate(part.tiles) if tiles.backs[t])
            if down and down not in KONG_BACKS:
                yield Doubt(part.tiles[0], "kong-backs")
    if sum(part.kind == "concealed" for part in grouping.parts) > 1:
        yield Doubt(None, "scattered")


def _doubts_of_flowers(layout: Layout, grouping: Grouping) -> Iterator[Doubt]:
    """Flowers that lie crosswise, or between the sets of a row."""
    member = _members(grouping)
    for row in layout.rows:
        kinds = [member[place.tile].kind if place.tile in member else "aside" for place in row.places]
        sets = [at for at, kind in enumerate(kinds) if kind not in ("aside", "flowers")]
        for at, (place, kind) in enumerate(zip(row.places, kinds, strict=True)):
            if kind == "flowers" and place.crosswise:
                yield Doubt(place.tile, "flower-crosswise")
            elif kind == "flowers" and sets and sets[0] < at < sets[-1]:
                yield Doubt(place.tile, "flower-among-sets")


def _doubts_of_four(layout: Layout, tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Four alike that touch, one of them crosswise, as a kong lies: where they are none, a tile may be missed."""
    member = {t: i for i, part in enumerate(grouping.parts) for t in part.tiles}
    for row in layout.rows:
        places = boundaries(row)
        for four in (places[at : at + 4] for at in range(len(places) - 3)):
            if any(boundary.split > LOG_EVEN for boundary in four[1:]):
                continue
            members = [boundary.place.tile for boundary in four]
            crosswise = [boundary.place.tile for boundary in four if boundary.place.crosswise]
            parts = {member.get(tile) for tile in members}
            alike = len(set(tiles.likeliest(members).tolist())) == 1
            if alike and len(crosswise) == 1 and len(parts) > 1 and parts != {None}:
                yield Doubt(crosswise[0], "kong-like", {"other_group": "kong"})


def _doubts_of_others(layout: Layout, tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Faces that are not of the hand but may be: a pung's fourth, one that touches the hand, a flower near it."""
    pungs = [list(part.tiles) for part in grouping.parts if part.kind == "pung"]
    faces = [int(tiles.faces[pung, :FIRST_FLOWER].sum(axis=0).argmax()) for pung in pungs]
    ours = _of_hand(grouping)
    for tile in (t for t in range(len(tiles.backs)) if t not in ours and not tiles.backs[t]):
        apart = layout.distances[tile]
        alike = [pung for pung, face in zip(pungs, faces, strict=True) if tiles.faces[tile, face] > _LOG_LIKE]
        if pung := next((pung for pung in alike if apart[pung].min() < _SIDE_BY_SIDE), None):
            yield Doubt(pung[0], "fourth-beside", {"other_group": "kong"})
        elif tiles.there[tile] < _LOG_TILE:
            continue
        elif apart[ours].min() < _TOUCHING:
            yield Doubt(tile, "tile-beside")
        elif apart[ours].min() < NEARBY and tiles.flower(tile) > LOG_EVEN:
            yield Doubt(tile, "flower-near")


def _doubts_of_crosswise(evidence: Evidence, tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Pungs that may be kongs, for the box of the crosswise tile may hold two, or it may lie on the fourth."""
    ours = _of_hand(grouping)
    for part in grouping.parts:
        if part.kind == "pung" and part.source:
            crosswise = part.tiles[part.source - 1]
            meld = tuple(map(ours.index, part.tiles))
            if tiles.there[crosswise] < _LOG_CLEAR:
                yield Doubt(crosswise, "fourth-hidden", {"other_group": "kong"})
            elif stacked(evidence.quads[ours], evidence.size, meld, ours.index(crosswise)) > 0:
                yield Doubt(crosswise, "fourth-below", {"other_group": "kong"})


def _doubts_of_sources(layout: Layout, grouping: Grouping) -> Iterator[Doubt]:
    """Sets of a row that may be read either way round, so that either neighbour may have given the tile.

    The claimed tile of a chow tells the way too, if it lies on the left as it should.
    """
    for row in layout.rows:
        crosswise = {place.tile for place in row.places if place.crosswise}
        claimed = [part for part in grouping.parts if part.source and set(part.tiles) <= set(row.tiles)]
        if row.upright_margin >= _MIN_TOLD or any(
            part.kind == "chow" and part.tiles[0] in crosswise for part in claimed
        ):
            continue
        for part in claimed:
            if part.kind != "chow" and part.source % 4 != 2:
                yield Doubt(part.tiles[0], "row-direction")


def _doubts_of_gaps(layout: Layout, tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Gaps among the concealed tiles, and gaps beside the winning tile that may part nothing.

    The faces tell where melds end, or there is a rival; but any tile may be the winning one.
    """
    member = {t: i for i, part in enumerate(grouping.parts) for t in part.tiles}
    for row in layout.rows:
        places = boundaries(row)
        within = [
            after.place.gap
            for before, after in pairwise(places)
            if member.get(before.place.tile) == member.get(after.place.tile)
        ]
        for before, after in pairwise(places):
            groups = member.get(before.place.tile), member.get(after.place.tile)
            kinds = {grouping.parts[group].kind for group in groups if group is not None}
            if kinds == {"concealed"} and after.joined < LOG_EVEN:
                yield Doubt(after.place.tile, "scattered")
            if None in groups or "winning" not in kinds or before.place.crosswise or after.place.crosswise:
                continue
            wide = after.split > LOG_EVEN and after.place.gap > max(within, default=np.inf) + _WIDER
            if not wide and _may_part(after) and not _ends_unsorted(row, tiles, grouping):
                yield Doubt(after.place.tile, "gap")


def _may_part(boundary: Boundary) -> bool:
    """Whether a gap leaves open if it parts two groups."""
    return boundary.joined <= _LOG_JOINS and boundary.split < _LOG_MAY_PART


def _ends_unsorted(row: Row, tiles: Likelihoods, grouping: Grouping) -> bool:
    """Whether the winning tile ends its row out of order: then it was laid there last, with a gap or without."""
    before, winning = grouping.parts[-2:] if len(grouping.parts) > 1 else (None, grouping.parts[-1])
    if before is None or before.kind != "concealed" or winning.tiles != row.tiles[-1:]:
        return False
    return not tiles.in_order([*before.tiles, *winning.tiles])


def _doubts_of_tiles(evidence: Evidence, hand: NamedHand, reading: Reading, most_risk: float) -> Iterator[Doubt]:
    """At most one doubt about each tile of the hand, the gravest."""
    known = known_faces(evidence)
    risky = _risky(hand, most_risk)
    for tile in sorted(t for group in reading.groups if group.kind != "aside" for t in group.tiles):
        seen = reading.tiles[tile]
        group = reading.groups[seen.group]
        if tile in hand.settled:
            yield Doubt(tile, "settled-by-win", {"face": seen.tile, "other_face": FACES[hand.settled[tile]]})
        elif _cut_off(evidence, tile):
            yield Doubt(tile, "cut-off")
        elif evidence.whole[tile] < _MAX_PART:
            yield Doubt(tile, "part-seen")
        elif _hardly_seen(evidence, tile, seen, hand.wins) and not _ends_kong(reading, group, tile):
            yield Doubt(tile, "hardly-seen")
        elif seen.face == "up" and (evidence.faces[tile, len(FACES)] > _MAX_UNKNOWN or _is_guess(seen, group)):
            yield Doubt(tile, "guess", {"face": seen.tile})
        elif tile in risky:
            rival = hand.rivals[tile][0]
            if known[tile].argmax() == rival.face != hand.faces[tile]:
                yield Doubt(tile, "one-too-many", {"other_face": FACES[rival.face]})
            elif evidence.glare[tile] > _MIN_GLARE:
                yield Doubt(tile, "glare", {"face": seen.tile})
            else:
                reason: DoubtReason = "two-faces-one-wins" if rival.wins and not hand.wins else "two-faces"
                yield Doubt(tile, reason, {"face": seen.tile, "other_face": FACES[rival.face]})


def _cut_off(evidence: Evidence, tile: int) -> bool:
    """Whether a tile reaches beyond the picture."""
    quad = evidence.quads[tile]
    width, height = evidence.size
    slack = _EDGE * float(np.linalg.norm(quad[0] - quad[3]))
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(low.min() < -slack or high[0] > width + slack or high[1] > height + slack)


def _hardly_seen(evidence: Evidence, tile: int, seen: SeenTile, wins: bool) -> bool:
    """Whether a find scores too little to be a tile in plain sight.

    What is taken for a flower may be none, or two, and in a hand that does not win something else may lie in a tile's
    place: these must score more, or be seen whole and clearly named.
    """
    clear = seen.face == "up" and evidence.whole[tile] > _MIN_WHOLE and seen.confidence > _MIN_NAMED
    of_a_set = wins and seen.tile not in FACES[FIRST_FLOWER:]
    least = MIN_SCORE if clear or of_a_set else _MIN_FLOWER_SCORE if wins else _MIN_SCORE_WITHOUT_WIN
    return bool(evidence.scores[tile] < least)


def _is_guess(seen: SeenTile, group: Group) -> bool:
    """Whether a tile owes its name to the others of its set; which flower it is may stay open."""
    return group.kind != "flowers" and seen.confidence < _MIN_CONFIDENCE


def _ends_kong(reading: Reading, group: Group, tile: int) -> bool:
    """Whether a tile is a back at an end of a concealed kong: there it is clear, however little of it is seen."""
    faces = [reading.tiles[t].face for t in group.tiles]
    return reading.tiles[tile].face == "down" and faces == ["down", "up", "up", "down"]


def _risky(hand: NamedHand, most: float) -> frozenset[int]:
    """The tiles most at risk: as many as must be looked at until the risk of all others stays below `most`.

    With them all tiles that the picture alone leaves open. That a tile lies among thirteen others says that it is no
    flower, whatever it looks like; that one lies beyond fourteen, that it is one, unless it looks much like another
    tile.
    """
    risks = {tile: sum(rival.odds for rival in rivals) for tile, rivals in hand.rivals.items()}
    smallest_first = sorted(risks, key=risks.__getitem__)
    mounting = accumulate(risks[tile] for tile in smallest_first)
    risky = {tile for tile, risk in zip(smallest_first, mounting, strict=True) if risk > most}
    for tile, rivals in hand.rivals.items():
        least = NEAR if hand.faces[tile] < FIRST_FLOWER else _MIN_ODDS_AGAINST_FLOWER
        if any(rival.seen > least and rival.face < FIRST_FLOWER for rival in rivals):
            risky.add(tile)
    return frozenset(risky)


def _doubts_of_winner(layout: Layout, grouping: Grouping, tiles: Sequence[SeenTile]) -> Iterator[Doubt]:
    """Any tile of a sorted row may be the winning one, where its last tile fits in order and none lies apart."""
    winner = next((part.tiles[0] for part in grouping.parts if part.kind == "winning"), None)
    if winner is None:
        return
    run = next((part.tiles for part in reversed(grouping.parts) if part.kind == "concealed"), ())
    place = next(p for row in layout.rows for p in row.places if winner in (p.tile, p.added))
    row = next(row for row in layout.rows if place in row.places)
    if place.crosswise or not run or not set(run) & set(row.tiles):
        return
    at = row.places.index(place)
    beside = [p.gap for p in row.places[at : at + 2] if np.isfinite(p.gap)]
    usual = float(np.median([p.gap for p in row.places[1:]])) if len(row.places) > 4 else 0.0
    if not beside or min(beside) > usual + _APART:
        return
    order = [FACES.index(tiles[t].tile or FACES[0]) for t in (*run, winner)]
    if len(set(order)) > 1 and order in (sorted(order), sorted(order, reverse=True)):  # of a pair either is the same
        yield Doubt(winner, "none-apart")


def _doubts_of_no_win(layout: Layout, tiles: Likelihoods, grouping: Grouping, win: Win) -> Iterator[Doubt]:
    """A hand that does not win, where another tile may be the winning one.

    That a declared hand does not win is sure only where every face in sight is of it, and where the tile taken as the
    winning one is not merely a discard that lies near a hand that waits.
    """
    ours = set(_of_hand(grouping))
    faces = np.flatnonzero(~tiles.backs & (tiles.there >= _LOG_TILE)).tolist()
    others = sum(tile not in ours for tile in faces)
    if others:
        yield Doubt(None, "not-placed", {"count": others})
    winner = next(part.tiles[0] for part in grouping.parts if part.kind == "winning")
    concealed = {t for part in grouping.parts if part.kind == "concealed" for t in part.tiles}
    row = next(row for row in layout.rows if winner in row.tiles)
    if not concealed & set(row.tiles) and any(wins(replace(win, winning=code)) for code in PLAYED):
        yield Doubt(winner, "waits")


def _doubts_of_copies(grouping: Grouping, tiles: Sequence[SeenTile]) -> Iterator[Doubt]:
    """The picture shows more copies of a face than a set has: one is misread, perhaps one of the hand."""
    copies = Counter(t.tile for t in tiles if t.tile in FACES[:FIRST_FLOWER] and t.confidence > _MIN_COPY)
    named: set[str] = set()
    for t in sorted(_of_hand(grouping), key=lambda t: tiles[t].confidence):
        code = tiles[t].tile
        if code is not None and code not in named and copies[code] > capacity(FACES.index(code)):
            named.add(code)
            yield Doubt(t, "copies-seen", {"count": copies[code], "face": code})
