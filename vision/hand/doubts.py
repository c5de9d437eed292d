"""Doubts about a hand that was read: about its groups, each of its tiles, and their number."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Final

import numpy as np

from scoring.hand import Win
from scoring.tiles import FACES, FIRST_FLOWER, PLAYED, capacity
from vision.evidence import CLEAR, Evidence
from vision.geometry.rows import ASPECT, Layout, Row
from vision.geometry.stacked import stacked
from vision.hand.costs import LOG_EVEN, Boundary, Likelihoods, boundaries, known_faces
from vision.hand.grouping import MAX_DISTANCE, PARALLEL, Grouping
from vision.hand.naming import NEAR, NamedHand
from vision.hand.parts import FACE_UP_COST, KONG_BACKS, Part
from vision.reading import Doubt, DoubtReason, Group, Reading, SeenTile
from vision.winning import has_won

MIN_SCORE: Final = 0.4
"""Least score of a tile of a hand without a doubt; half a tile that was detected as a whole one scores 0.37."""

NEARBY: Final = 2.5
"""Greatest distance of a tile that may be of the hand from one of its tiles, between centres, in tile heights. Higher
asks about tiles of other hands; lower overlooks flowers, and fourth tiles of pungs, that are laid apart."""

SIDE_BY_SIDE: Final = 1.25
"""Greatest distance between tiles beside one another, between centres, in tile heights. Higher asks about tiles of
other sets; lower overlooks the fourth tile of a kong that is laid loosely."""

_TOUCHING: Final = 0.85
"""Greatest distance between tiles whose long sides touch, between centres, in tile heights. Higher asks about tiles
that lie apart; lower overlooks tiles of the hand that its groups leave out."""

_MAX_COST: Final = 3.0
"""Greatest cost of a grouping that is not doubted as a whole. Higher trusts unusual groupings; lower asks about hands
that are laid carelessly."""

_MIN_TOLD: Final = 1.0
"""Least margin of clear glyphs that tells which way round a row is read. Higher asks more often; lower trusts
unclear glyphs with the question which neighbour gave a tile."""

_LOG_LIKE: Final = float(np.log(0.1))
"""Log probability above which a tile may be the fourth of a pung. Higher overlooks kongs; lower asks about tiles that
hardly resemble the pung."""

_LOG_CLEAR: Final = float(np.log(0.5))
"""Least log probability of being a tile at which a detection covers one tile. Higher asks about more pungs; lower
overlooks kongs whose fourth tile is hidden."""

_LOG_TILE: Final = float(np.log(0.3))
"""Least log probability of being a tile at which a detection beside the hand is one. Higher overlooks tiles that may be
of the hand; lower asks about things that are no tiles."""

_LOG_MAY_PART: Final = float(np.log(0.8))
"""Least log probability of parting two groups at which a gap surely parts them. Higher asks about clear gaps; lower
trusts gaps that may lie within a group."""

_LOG_JOINS: Final = float(np.log(0.9))
"""Log probability of parting no groups above which a gap surely parts none. Higher asks about narrow gaps; lower
overlooks gaps that may part groups."""

_WIDER: Final = 0.25
"""Excess over all gaps within the groups of its row above which a gap parts two groups, in tile widths. Higher asks
about clear gaps; lower trusts chance differences."""

_RAGGED: Final = 0.85
"""Distance from the line of a ragged row at which a tile at its end is laid apart, in tile heights. Higher asks about
winning tiles laid a little off; lower takes the end of a ragged row for the winning tile."""

_APART: Final = 0.15
"""Excess over the usual gap of its row above which the gaps beside a tile set it apart, in tile widths. Higher asks
more often for the winning tile; lower takes a chance gap for its mark."""

_MIN_GLARE: Final = 0.3
"""Overexposed share above which the doubt about a tile is glare. Higher names two faces that light made alike; lower
blames light that hides nothing."""

_EDGE: Final = 0.04
"""Greatest reach beyond the picture of a tile that is not cut off, in tile heights. Higher overlooks tiles that are cut
off; lower asks about whole tiles whose corners are a little wrong."""

_MIN_FLOWER_SCORE: Final = 0.75
"""Least score of a flower, of which a hand may have any number. Higher asks more often; lower counts flowers that are
none."""

_MIN_SEEN: Final = 1 / 3
"""Least probability that a tile is there and shows its face, its score and its confidence multiplied. Higher asks about
tiles in poor light; lower trusts a face that is pieced together of two tiles, which has 0.24; right ones begin at
0.40."""

_MIN_SCORE_WITHOUT_WIN: Final = 0.9
"""Least tile score in a hand that does not win. Higher asks more often; lower lets a misread tile pass as a sure false
win."""

_MIN_WHOLE: Final = 0.9
"""Likelihood of being seen whole above which a tile named as surely as `_MIN_NAMED` may score as little as `MIN_SCORE`.
Higher asks more often; lower trusts tiles that are partly covered."""

_MIN_NAMED: Final = 0.98
"""Confidence above which a tile seen as whole as `_MIN_WHOLE` may score as little as `MIN_SCORE`. Higher asks more
often; lower trusts tiles that may be misread."""

_MAX_PART: Final = 0.15
"""Likelihood of being seen whole below which a tile is doubted. Higher asks about tiles that are hardly covered; lower
trusts names given to a part of a tile."""

_MAX_COVERED: Final = (0.5, 0.9)
"""Likelihood of being seen whole, and confidence, below both of which a tile is doubted. Higher asks about worn tiles;
lower trusts the name of the half that shows, such as 2 bamboo for the half of a 5."""

_HALF: Final = (0.9, 0.5)
"""Likelihood of being seen whole, and score, below both of which a tile that alone breaks the order of its row is
doubted, however clear its name. Higher asks about tiles laid in haste; lower trusts the half of a 5 bamboo that is
clearly a 2: one has 0.74 and 0.48."""

_MIN_PUNG_WHOLE: Final = 0.42
"""Likelihood of being seen whole below which a tile of a claimed pung is covered, so that another one lies higher.
Higher asks about pungs in bad light; lower overlooks kongs with a tile on top. Of 48 flat pungs the least has 0.5; a
covered tile beside a stacked one has 0.35."""

_FLUSH: Final = 0.06
"""Distance of the middle of a crosswise tile from those of the upright ones, in tile heights, above which it lies flush
with their upper edges. It is half of what it is there, or at their lower edges. Higher overlooks melds that face
another player; lower asks about melds laid roughly."""

_MIN_GLYPH: Final = 0.5
"""Confidence above which a glyph tells which way up its tile lies where two of a meld may be alike. Higher asks about
melds in poor light; lower believes circles and bamboos, which look alike either way up: up to 0.44 each."""

_MAX_UNKNOWN: Final = 0.4
"""Greatest likelihood of no known face at which a tile is not doubted. Higher trusts names of things that are no tiles;
lower asks about tiles of an unusual design."""

_MIN_CONFIDENCE: Final = 0.3
"""Confidence below which a tile owes its name to the others of its set. Higher asks more often; lower trusts a set with
a tile that does not look like it."""

_MIN_ODDS_AGAINST_FLOWER: Final = 0.5
"""Odds of another tile, by the picture, above which a flower is doubted. Higher overlooks tiles that are misread as
flowers; lower asks about clear flowers."""

_ALSO: Final = 2.0
"""Distance from the hand, in tile heights, within which another tile may be the winning one. Higher asks about
discards; lower takes a stray tile for the winning one."""

_MIN_LOSER: Final = 0.99
"""Confidence above which a tile is believed that alone keeps a hand from winning. Higher asks about hands declared in
error; lower believes chips and shadows on a tile. Clear tiles of rendered hands are at .993 and more."""

_LIKE_CHIPS: Final = ("1p", "P")
"""Faces that a chip or a block on a tile looks like, however clearly: one big circle, and nothing."""

_MIN_COPY: Final = 0.8
"""Confidence above which tiles count as copies of their face. Higher overlooks a fifth copy, and so a misread tile;
lower asks because of tiles that are misread beside the hand."""


def doubts_about(
    evidence: Evidence, layout: Layout, grouping: Grouping, hand: NamedHand, reading: Reading, most_risk: float
) -> Iterator[Doubt]:
    """Yield the doubts about a hand.

    Args:
        evidence: The detections that were read.
        layout: The rows of the tiles.
        grouping: The groups of the tiles.
        hand: The names of the tiles.
        reading: The reading so far, with a tile for each of the evidence.
        most_risk: Greatest risk, all tiles added up, of a hand that is sure.
    """
    tiles = Likelihoods.of(evidence)
    if hand.problem:
        yield Doubt(None, hand.problem)
    yield from _doubts_of_rival(grouping)
    yield from _doubts_of_kongs(tiles, grouping)
    yield from _doubts_of_melds(tiles, grouping)
    yield from _doubts_of_facing(evidence, layout, grouping)
    yield from _doubts_of_flowers(layout, grouping)
    yield from _doubts_of_four(layout, tiles, grouping)
    yield from _doubts_of_others(layout, tiles, grouping)
    yield from _doubts_of_claimed_pungs(evidence, tiles, grouping)
    yield from _doubts_of_sources(layout, grouping)
    yield from _doubts_of_gaps(layout, tiles, grouping)
    if grouping.cost - FACE_UP_COST * len(_face_up(tiles, grouping)) > _MAX_COST or _far_apart(layout, grouping):
        yield Doubt(None, "unusual-order")
    of_tiles = list(_doubts_of_tiles(evidence, hand, reading, most_risk))
    yield from of_tiles
    yield from _doubts_of_winner(layout, grouping, reading.tiles)
    if hand.win is not None and hand.wins and not grouping.rivals:
        yield from _doubts_of_waits(layout, tiles, grouping, hand.win)
    if hand.win is not None and not hand.wins:
        of_all = list(_doubts_of_no_win(layout, tiles, grouping, hand.win))
        yield from of_all
        if not (of_tiles or of_all):
            yield from _doubts_of_loser(grouping, hand.win, reading.tiles)
    yield from _doubts_of_copies(grouping, reading.tiles)


def _members(grouping: Grouping) -> dict[int, Part]:
    """Return the part of each tile."""
    return {t: part for part in grouping.parts for t in part.tiles}


def _of_hand(grouping: Grouping) -> list[int]:
    """Return the tiles of the hand, in order of their indices."""
    return sorted(t for part in grouping.parts if part.kind != "aside" for t in part.tiles)


def _far_apart(layout: Layout, grouping: Grouping) -> bool:
    """Return True if some tiles of the hand but the winning one lie farther from its others than rows usually do.

    Melds at the corner of the table do, but face as the other tiles do: those of neighbours face another way.
    """
    ours = [t for part in grouping.parts if part.kind not in ("aside", "winning") for t in part.tiles]
    near = layout.distances[np.ix_(ours, ours)] < MAX_DISTANCE
    reached = near[0]
    while (more := near[reached].any(axis=0)).sum() > reached.sum():
        reached = more
    rows = [row for row in layout.rows if not set(ours).isdisjoint(row.tiles)]
    alike = [row.upright_margin >= _MIN_TOLD and np.dot(row.up, rows[0].up) > PARALLEL for row in rows]
    return not (reached.all() or all(alike))


def _doubts_of_rival(grouping: Grouping) -> Iterator[Doubt]:
    """Yield a doubt if another cut of the rows is nearly as good."""
    if not grouping.rivals:
        return
    others = {t: part.kind for part in grouping.rivals[0] for t in part.tiles}
    for part in grouping.parts:
        for tile in part.tiles:
            other = others.get(tile, "aside")
            if other != part.kind:
                yield Doubt(tile, "two-groups", {"group": part.kind, "other_group": other})
                return
    yield Doubt(None, "unclear-groups")


def _face_up(tiles: Likelihoods, grouping: Grouping) -> list[Part]:
    """Return the kongs that lie with no tile crosswise or face down."""
    return [
        part for part in grouping.parts if part.kind == "concealed-kong" and not tiles.backs[list(part.tiles)].any()
    ]


def _doubts_of_kongs(tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Yield one doubt about all kongs that lie face up: each may be a concealed or an exposed one."""
    kongs = _face_up(tiles, grouping)
    if len(kongs) == 1:
        yield Doubt(kongs[0].tiles[0], "kong-face-up")
    elif kongs:
        faces = tuple(FACES[int(tiles.faces[list(kong.tiles), :FIRST_FLOWER].sum(axis=0).argmax())] for kong in kongs)
        yield Doubt(kongs[0].tiles[0], "kongs-face-up", {"kongs": faces})


def _doubts_of_melds(tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Yield doubts about melds that do not lie as melds should, and concealed tiles that lie in several places."""
    for part in grouping.parts:
        if part.kind in ("chow", "pung") and part.source == 0:
            yield Doubt(part.tiles[0], "none-crosswise")
        if part.kind == "concealed-kong":
            down = tuple(i for i, t in enumerate(part.tiles) if tiles.backs[t])
            if down and down not in KONG_BACKS:
                yield Doubt(part.tiles[0], "kong-backs")
    if sum(part.kind == "concealed" for part in grouping.parts) > 1:
        yield Doubt(None, "scattered")


def _doubts_of_facing(evidence: Evidence, layout: Layout, grouping: Grouping) -> Iterator[Doubt]:
    """Yield doubts about claimed melds that face another way than the row they lie in: they may be another player's."""
    claimed = [part for part in grouping.parts if part.kind in ("chow", "pung", "kong") and part.source]
    for row in layout.rows:
        melds = [part for part in claimed if part.tiles[0] in row.tiles]
        turned = [part for part in melds if _turned(evidence, layout, row, part)]
        if turned != melds or row.upright_margin >= _MIN_TOLD:  # else the row is read the wrong way round
            for part in turned:
                yield Doubt(part.tiles[0], "two-groups", {"group": part.kind, "other_group": "aside"})


def _turned(evidence: Evidence, layout: Layout, row: Row, meld: Part) -> bool:
    """Return True if a claimed meld is turned round in its row.

    A player puts the claimed tile flush with the near edges of the others, that of a chow on the left. If it lies flush
    with their far edges the meld is turned, unless its glyphs or the place of that tile deny it. So is a chow with the
    claimed tile on the right, unless it lies flush with the near edges.
    """
    places = [place for place in row.places if place.tile in meld.tiles]
    crosswise = [at for at, place in enumerate(places) if place.crosswise]
    if len(crosswise) != 1 or (meld.kind == "chow" and crosswise == [0]):
        return False
    upright = [place.tile for place in places if not place.crosswise]
    beyond = layout.steps[upright, places[crosswise[0]].tile].mean(axis=0) @ np.array(row.up)
    far = -_FLUSH if meld.kind == "chow" and crosswise == [len(places) - 1] else _FLUSH
    return bool(beyond > far and _stand(evidence, row, upright) < _MIN_TOLD / 2)


def _stand(evidence: Evidence, row: Row, tiles: Sequence[int]) -> float:
    """Return the clear glyphs among upright tiles of a row that stand as the row is read, less those upside down."""
    ends = evidence.quads[[row.places[0].tile, row.places[-1].tile]].mean(axis=1)
    right = ends[1] - ends[0]
    up = evidence.quads[tiles, 0] - evidence.quads[tiles, 3]
    told = evidence.upright[tiles]
    told = told * (np.abs(told) > _MIN_GLYPH)
    return float((np.sign(up @ np.array([right[1], -right[0]])) * told).sum())


def _doubts_of_flowers(layout: Layout, grouping: Grouping) -> Iterator[Doubt]:
    """Yield doubts about flowers that lie crosswise, or between the sets of a row."""
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
    """Yield doubts about four alike that touch, one of them crosswise, as a kong lies.

    If they are not read as a kong, a tile may have been missed.
    """
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
    """Yield doubts about faces that are not of the hand but may be.

    These are a pung's fourth, a tile that touches the hand, and a flower near it.
    """
    pungs = [list(part.tiles) for part in grouping.parts if part.kind == "pung"]
    faces = [int(tiles.faces[pung, :FIRST_FLOWER].sum(axis=0).argmax()) for pung in pungs]
    ours = _of_hand(grouping)
    for tile in (t for t in range(len(tiles.backs)) if t not in ours and not tiles.backs[t]):
        apart = layout.distances[tile]
        alike = [pung for pung, face in zip(pungs, faces, strict=True) if tiles.faces[tile, face] > _LOG_LIKE]
        reach = SIDE_BY_SIDE if tiles.there[tile] < _LOG_TILE else NEARBY
        if pung := next((pung for pung in alike if apart[pung].min() < reach), None):
            yield Doubt(pung[0], "fourth-beside", {"other_group": "kong"})
        elif tiles.there[tile] < _LOG_TILE:
            continue
        elif apart[ours].min() < _TOUCHING:
            yield Doubt(tile, "tile-beside")
        elif apart[ours].min() < NEARBY and tiles.flower(tile) > LOG_EVEN:
            yield Doubt(tile, "flower-near")


def _doubts_of_claimed_pungs(evidence: Evidence, tiles: Likelihoods, grouping: Grouping) -> Iterator[Doubt]:
    """Yield doubts about claimed pungs that may be kongs.

    The box of the crosswise tile may hold two tiles, or one of the three may lie on the fourth and cover its neighbour.
    """
    ours = _of_hand(grouping)
    for part in grouping.parts:
        if part.kind == "pung" and part.source:
            crosswise = part.tiles[part.source - 1]
            if tiles.there[crosswise] < _LOG_CLEAR:
                yield Doubt(crosswise, "fourth-hidden", {"other_group": "kong"})
                continue
            meld = tuple(map(ours.index, part.tiles))
            on_top = partial(stacked, evidence.quads[ours], evidence.size, meld, ours.index(crosswise))
            odds = {tile: on_top(ours.index(tile)) for tile in part.tiles}
            covered = [tile for tile in part.tiles if evidence.whole[tile] < _MIN_PUNG_WHOLE]
            upper = [tile for tile in part.tiles if tile not in covered] or list(part.tiles)
            if covered or max(odds.values()) > 0:
                likeliest = max(upper if covered else part.tiles, key=odds.__getitem__)
                yield Doubt(likeliest, "fourth-below", {"other_group": "kong"})


def _doubts_of_sources(layout: Layout, grouping: Grouping) -> Iterator[Doubt]:
    """Yield doubts about sets of a row that may be read either way round: either neighbour may have given the tile.

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
    """Yield doubts about gaps among the concealed tiles, and gaps beside the winning tile that may part nothing.

    The faces tell the ends of melds, or there is a rival; but any tile may be the winning one.
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
    """Return True if a gap leaves open whether it parts two groups."""
    return boundary.joined <= _LOG_JOINS and boundary.split < _LOG_MAY_PART


def _ends_unsorted(row: Row, tiles: Likelihoods, grouping: Grouping) -> bool:
    """Return True if the winning tile ends its row out of order.

    It was then laid there last, with a gap or without.
    """
    before, winning = grouping.parts[-2:] if len(grouping.parts) > 1 else (None, grouping.parts[-1])
    if before is None or before.kind != "concealed" or winning.tiles != row.tiles[-1:]:
        return False
    return not tiles.in_order([*before.tiles, *winning.tiles])


def _doubts_of_tiles(evidence: Evidence, hand: NamedHand, reading: Reading, most_risk: float) -> Iterator[Doubt]:
    """Yield at most one doubt about each tile of the hand, the gravest."""
    known = known_faces(evidence)
    risky = _risky(hand, most_risk)
    for tile in sorted(t for group in reading.groups if group.kind != "aside" for t in group.tiles):
        seen = reading.tiles[tile]
        group = reading.groups[seen.group]
        if tile in hand.settled:
            yield Doubt(tile, "settled-by-win", {"face": seen.tile, "other_face": FACES[hand.settled[tile]]})
        elif _cut_off(evidence, tile):
            yield Doubt(tile, "cut-off")
        elif _in_part(evidence, reading, tile) or (group.kind == "kong" and _lies_below(evidence, tile)):
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
        elif seen.face == "up" and group.kind != "flowers" and evidence.scores[tile] * seen.confidence < _MIN_SEEN:
            yield Doubt(tile, "hardly-seen")


def _cut_off(evidence: Evidence, tile: int) -> bool:
    """Return True if a tile reaches beyond the picture."""
    quad = evidence.quads[tile]
    width, height = evidence.size
    slack = _EDGE * float(np.linalg.norm(quad[0] - quad[3]))
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(low.min() < -slack or high[0] > width + slack or high[1] > height + slack)


def _in_part(evidence: Evidence, reading: Reading, tile: int) -> bool:
    """Return True if only a part of a tile seems to be seen, or if its name may be that of the part that shows."""
    seen, whole, score = reading.tiles[tile], evidence.whole[tile], evidence.scores[tile]
    if seen.face == "up" and whole < _HALF[0] and score < _HALF[1] and _breaks_order(reading, tile):
        return True
    named_poorly = seen.face == "up" and seen.confidence < _MAX_COVERED[1]
    return bool(whole < (_MAX_COVERED[0] if named_poorly else _MAX_PART))


def _breaks_order(reading: Reading, tile: int) -> bool:
    """Return True if the concealed tiles of its row are in order without a tile, and not with it."""
    group = reading.groups[reading.tiles[tile].group]
    order = [(t, FACES.index(reading.tiles[t].tile or FACES[0])) for t in group.tiles]
    with_it, without = [face for _, face in order], [face for t, face in order if t != tile]
    in_order = [sorted(row) in (row, row[::-1]) for row in (without, with_it)]
    return group.kind == "concealed" and in_order == [True, False]


def _lies_below(evidence: Evidence, tile: int) -> bool:
    """Return True if a tile of a kong seems to be covered in part by another of it, which then was added."""
    return bool(evidence.whole[tile] < _MIN_PUNG_WHOLE and evidence.scores[tile] < CLEAR)


def _hardly_seen(evidence: Evidence, tile: int, seen: SeenTile, wins: bool) -> bool:
    """Return True if a detection scores too little to be a tile in plain sight.

    A tile taken for a flower may be none, or two, and in a hand that does not win something else may lie in a tile's
    place: these must score more, or be seen whole and clearly named.
    """
    clear = seen.face == "up" and evidence.whole[tile] > _MIN_WHOLE and seen.confidence > _MIN_NAMED
    of_a_set = wins and seen.tile not in FACES[FIRST_FLOWER:]
    least = MIN_SCORE if clear or of_a_set else _MIN_FLOWER_SCORE if wins else _MIN_SCORE_WITHOUT_WIN
    return bool(evidence.scores[tile] < least)


def _is_guess(seen: SeenTile, group: Group) -> bool:
    """Return True if a tile owes its name to the others of its set; which flower it is may stay open."""
    return group.kind != "flowers" and seen.confidence < _MIN_CONFIDENCE


def _ends_kong(reading: Reading, group: Group, tile: int) -> bool:
    """Return True if a tile is a back at an end of a concealed kong: there it is clear, however much is covered."""
    faces = [reading.tiles[t].face for t in group.tiles]
    return reading.tiles[tile].face == "down" and faces == ["down", "up", "up", "down"]


def _risky(hand: NamedHand, most: float) -> frozenset[int]:
    """Return the tiles most at risk: as many as a person must check until the risk of all others stays below `most`.

    All tiles that the picture alone leaves open are among them. A tile among thirteen others is no flower, whatever it
    looks like; one beyond fourteen is a flower, unless it looks much like another tile.
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
    """Yield a doubt if any tile of a sorted row may be the winning one.

    That is so if its last tile fits in order and none lies apart.
    """
    winner = next((part.tiles[0] for part in grouping.parts if part.kind == "winning"), None)
    if winner is None:
        return
    run = next((part.tiles for part in reversed(grouping.parts) if part.kind == "concealed"), ())
    row, at = _place_of(layout, winner)
    if run and len(row.places) == 1 and _ends_ragged_row(layout, run, row):
        yield Doubt(winner, "gap")
    if row.places[at].crosswise or not run or not set(run) & set(row.tiles) or _set_apart(row, at):
        return
    order = [FACES.index(tiles[t].tile or FACES[0]) for t in (*run, winner)]
    if len(set(order)) > 1 and order in (sorted(order), sorted(order, reverse=True)):  # of a pair either is the same
        yield Doubt(winner, "none-apart")


def _doubts_of_waits(layout: Layout, tiles: Likelihoods, grouping: Grouping, win: Win) -> Iterator[Doubt]:
    """Yield a doubt if another tile near the hand may be the winning one, as the hand would win with its face too."""
    ours = _of_hand(grouping)
    winner = next((part.tiles[0] for part in grouping.parts if part.kind == "winning"), None)
    faces = np.flatnonzero(~tiles.backs & (tiles.there >= _LOG_TILE)).tolist()
    near = [t for t in faces if t not in ours and layout.distances[t, ours].min() < _ALSO]
    codes = {FACES[int(tiles.faces[t].argmax())] for t in near} & set(PLAYED) - {win.winning}
    if winner is not None and any(has_won(replace(win, winning=code)) for code in codes):
        yield Doubt(winner, "two-groups", {"group": "winning", "other_group": "aside"})


def _ends_ragged_row(layout: Layout, run: Sequence[int], alone: Row) -> bool:
    """Return True if a tile alone touches the end of a row of concealed tiles and lies only a little off its line."""
    row, at = _place_of(layout, min(run, key=lambda t: float(layout.distances[t, alone.places[0].tile])))
    step = layout.steps[row.places[at].tile, alone.places[0].tile]
    off, along = abs(float(step @ row.up)), abs(row.up[0] * float(step[1]) - row.up[1] * float(step[0]))
    parallel = abs(float(np.dot(row.up, alone.up))) > np.sqrt(0.5)
    return at in (0, len(row.places) - 1) and parallel and off < _RAGGED and along < (1 + _WIDER) * ASPECT


def _place_of(layout: Layout, tile: int) -> tuple[Row, int]:
    """Return the row of a tile, and its place in it."""
    return next(
        (row, at) for row in layout.rows for at, place in enumerate(row.places) if tile in (place.tile, place.added)
    )


def _set_apart(row: Row, at: int) -> bool:
    """Return True if the gaps beside a tile of a row set it apart from the others."""
    beside = [place.gap for place in row.places[at : at + 2] if np.isfinite(place.gap)]
    usual = float(np.median([place.gap for place in row.places[1:]])) if len(row.places) > 4 else 0.0
    return not beside or min(beside) > usual + _APART


def _doubts_of_no_win(layout: Layout, tiles: Likelihoods, grouping: Grouping, win: Win) -> Iterator[Doubt]:
    """Yield doubts about a hand that does not win, if another tile may be the winning one.

    A declared hand surely does not win only if every face in sight is of it, if its concealed tiles lie in one row that
    does not bend, and if the tile taken as the winning one is not merely a discard that lies beside a hand that is
    ready, at its end or apart.
    """
    ours = set(_of_hand(grouping))
    faces = np.flatnonzero(~tiles.backs & (tiles.there >= _LOG_TILE)).tolist()
    others = sum(tile not in ours for tile in faces)
    if others:
        yield Doubt(None, "not-placed", {"count": others})
    winner = next(part.tiles[0] for part in grouping.parts if part.kind == "winning")
    runs = [part.tiles for part in grouping.parts if part.kind == "concealed"]
    concealed = {t for run in runs for t in run}
    row, at = _place_of(layout, winner)
    if len(runs) == 1 and sum(not concealed.isdisjoint(each.tiles) for each in layout.rows) > 1:
        yield Doubt(None, "scattered")
    apart = not concealed & set(row.tiles) or row.places[at].crosswise or _set_apart(row, at)
    if apart and any(has_won(replace(win, winning=code)) for code in PLAYED):
        yield Doubt(winner, "waits")


def _doubts_of_loser(grouping: Grouping, win: Win, tiles: Sequence[SeenTile]) -> Iterator[Doubt]:
    """Yield a doubt about the least clear tile that alone keeps a hand from winning, unless it is clear.

    Something that lies on it, such as a chip, may look like another face.
    """
    drawn = [t for part in grouping.parts if part.kind in ("concealed", "winning") for t in part.tiles]
    for tile in sorted(drawn, key=lambda t: tiles[t].confidence):
        face = tiles[tile].tile
        if face is None or (tiles[tile].confidence > _MIN_LOSER and face not in _LIKE_CHIPS):
            continue
        row = [*win.concealed, *([win.winning] if win.winning else [])]
        row.remove(face)
        if any(has_won(replace(win, concealed=tuple(row), winning=code)) for code in PLAYED):
            yield Doubt(tile, "guess", {"face": face})
            return


def _doubts_of_copies(grouping: Grouping, tiles: Sequence[SeenTile]) -> Iterator[Doubt]:
    """Yield doubts about faces of which the picture shows more copies than a tile set has.

    One of the copies is misread, perhaps one of the hand.
    """
    copies = Counter(t.tile for t in tiles if t.tile in FACES[:FIRST_FLOWER] and t.confidence > _MIN_COPY)
    named: set[str] = set()
    for t in sorted(_of_hand(grouping), key=lambda t: tiles[t].confidence):
        code = tiles[t].tile
        if code is not None and code not in named and copies[code] > capacity(FACES.index(code)):
            named.add(code)
            yield Doubt(t, "copies-seen", {"count": copies[code], "face": code})
