"""From what was seen to a reading: the hand that was laid, its groups, and what is doubtful about it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

import numpy as np

from scoring.notation import format_win
from scoring.tiles import FACES, FIRST_FLOWER, capacity
from vision.evidence import Evidence
from vision.geometry.rows import Layout, lay_out
from vision.hand.grouping import Grouping, Part, grouped
from vision.hand.naming import NEAR, RISK, Named, named
from vision.quads import Array, Quad
from vision.reading import Doubt, DoubtReason, Group, Reading, SeenTile

_GLARING: Final = 0.3  # share of a tile that is blown out
_HARDLY: Final = 0.4  # finds that score less are hardly seen as tiles;
_COUNTED: Final = 0.75  # so are flowers that score less than this, for a hand may have any number of them,
_CLEARLY: Final = 0.9  # and in a hand that does not win all that scores less than this,
_WHOLE: Final = 0.9  # unless it is more likely than this seen whole
_NAMED: Final = 0.98  # and named so surely
_PART: Final = 0.15  # less likely seen whole than this, a tile is looked at
_UNKNOWN: Final = 0.4  # more likely than this no face that is known, a tile is looked at,
_GUESSED: Final = 0.3  # and one that is less likely than this by itself what its set makes it
_BEYOND: Final = 0.5  # odds by the picture alone that a flower is none, for it to be looked at
_DEAR: Final = 3.0  # a grouping that costs more is worth a look
_SHOWN: Final = 0.2  # beside the hand, what is less likely a tile and the one it looks like is left out


def read(evidence: Evidence, *, declared: bool = True, most_risk: float = RISK) -> Reading:
    """Reads the hand that was laid.

    The faces chosen are the likeliest that one set of tiles allows. When the hand was declared a win, and the
    picture leaves faces open (`OPEN`), a choice that wins is taken before one that does not, and every tile named
    so is doubted. Nothing else about a hand that does not win is changed: it must be seen.

    Args:
        evidence: Of the tiles seen.
        declared: Whether somebody declared a win with these tiles.
        most_risk: So much `Reading.risk` leaves a hand sure.
    """
    known = evidence.faces[:, : len(FACES)]
    known = known / np.maximum(known.sum(axis=1, keepdims=True), 1e-9)
    layout = lay_out(evidence.quads, evidence.upright)
    there = evidence.scores * (1 - evidence.faces[:, len(FACES)])
    grouping = grouped(layout, known, list(map(bool, evidence.backs)), there)
    if grouping is None:
        return _no_hand(evidence, layout, known)
    hand = named(grouping, known, evidence.backs, declared)
    return _with_doubts(evidence, layout, grouping, known, hand, most_risk)


def _with_doubts(
    evidence: Evidence, layout: Layout, grouping: Grouping, known: Array, hand: Named, most_risk: float
) -> Reading:
    parts = [p for p in grouping.parts if p.kind != "aside"]
    ours = {t for p in parts for t in p.tiles}
    aside = [Part("aside", tuple(t for t in row.tiles if t not in ours)) for row in layout.rows]
    groups = [*parts, *(p for p in aside if p.tiles)]
    tiles = _tiles(evidence, layout, known, groups, hand.faces)
    doubts = [Doubt(None, hand.problem)] if hand.problem else []
    doubts += grouping.unclear
    if grouping.cost > _DEAR:
        doubts.append(Doubt(None, "unusual-order"))
    doubts += _doubts_of_tiles(evidence, tiles, groups, known, hand, _risky(hand, most_risk))
    doubts += _doubts_of_winner(layout, parts, tiles)
    doubts += _doubts_of_count(tiles, ours)
    reading = Reading(
        size=evidence.size,
        tiles=tiles,
        groups=tuple(Group(p.kind, p.tiles) for p in groups),
        hand=None if hand.win is None else format_win(hand.win),
        sure=hand.win is not None and not doubts,
        doubts=tuple(doubts),
        risk=sum(rival.odds for rivals in hand.rivals.values() for rival in rivals),
    )
    return _without_clutter(reading, evidence)


def _doubts_of_tiles(
    evidence: Evidence,
    tiles: Sequence[SeenTile],
    groups: Sequence[Part],
    known: Array,
    hand: Named,
    risky: frozenset[int],
) -> Iterator[Doubt]:
    width, height = evidence.size
    for t in sorted(t for part in groups if part.kind != "aside" for t in part.tiles):
        seen = tiles[t]
        if t in hand.settled:
            yield Doubt(t, "settled-by-win", {"face": seen.tile, "other_face": FACES[hand.settled[t]]})
            continue
        slack = 0.04 * float(np.linalg.norm(evidence.quads[t, 0] - evidence.quads[t, 3]))
        low, high = evidence.quads[t].min(axis=0), evidence.quads[t].max(axis=0)
        if low.min() < -slack or high[0] > width + slack or high[1] > height + slack:
            yield Doubt(t, "cut-off")
        elif evidence.whole[t] < _PART:
            yield Doubt(t, "part-seen")
        elif _hardly_seen(evidence, t, seen, hand.wins) and not _ends_kong(tiles, groups[seen.group], t):
            yield Doubt(t, "hardly-seen")
        elif seen.face == "up" and (evidence.faces[t, len(FACES)] > _UNKNOWN or _is_guess(seen, groups[seen.group])):
            yield Doubt(t, "guess", {"face": seen.tile})
        elif t in risky:
            strongest = hand.rivals[t][0]
            rival = FACES[strongest.face]
            if known[t].argmax() == strongest.face != hand.faces[t]:
                yield Doubt(t, "one-too-many", {"other_face": rival})
            elif evidence.glare[t] > _GLARING:
                yield Doubt(t, "glare", {"face": seen.tile})
            else:
                reason: DoubtReason = "two-faces-one-wins" if strongest.wins and not hand.wins else "two-faces"
                yield Doubt(t, reason, {"face": seen.tile, "other_face": rival})


def _hardly_seen(evidence: Evidence, tile: int, seen: SeenTile, wins: bool) -> bool:
    """Whether a find scores too little to be a tile in plain sight.

    What is taken for a flower may be none, or two, and in a hand that does not win something else may lie in a tile's
    place: these must score more, or be seen whole and clearly named.
    """
    clear = seen.face == "up" and evidence.whole[tile] > _WHOLE and seen.confidence > _NAMED
    of_a_set = wins and seen.tile not in FACES[FIRST_FLOWER:]
    least = _HARDLY if clear or of_a_set else _COUNTED if wins else _CLEARLY
    return bool(evidence.scores[tile] < least)


def _is_guess(seen: SeenTile, part: Part) -> bool:
    """Whether the others of its set rather than the tile itself say what it is; which flower it is may be open."""
    return part.kind != "flowers" and seen.confidence < _GUESSED


def _ends_kong(tiles: Sequence[SeenTile], part: Part, tile: int) -> bool:
    """Whether it is a back at an end of a concealed kong: there it is clear, however little is seen of it."""
    return tiles[tile].face == "down" and [tiles[t].face for t in part.tiles] == ["down", "up", "up", "down"]


def _risky(hand: Named, most: float) -> frozenset[int]:
    """The tiles most at risk, as many as must be looked at before the rest of the hand is sure."""
    risks = {tile: sum(rival.odds for rival in rivals) for tile, rivals in hand.rivals.items()}
    smallest_first = sorted(risks, key=risks.__getitem__)
    mounting = accumulate(risks[tile] for tile in smallest_first)
    risky = {tile for tile, risk in zip(smallest_first, mounting, strict=True) if risk > most}
    # That a tile lies among thirteen others says that it is no flower, whatever it looks like; that one lies beyond
    # fourteen, that it is one, unless it looks much like another tile.
    near = {
        t
        for t, rivals in hand.rivals.items()
        if any(r.seen > (NEAR if hand.faces[t] < FIRST_FLOWER else _BEYOND) and r.face < FIRST_FLOWER for r in rivals)
    }
    return frozenset(risky | near)


def _doubts_of_winner(layout: Layout, parts: Sequence[Part], tiles: Sequence[SeenTile]) -> Iterator[Doubt]:
    """A sorted row whose last tile fits in order may hide the winning tile anywhere."""
    winner = next((p.tiles[0] for p in parts if p.kind == "winning"), None)
    if winner is None:
        return
    run = next((p.tiles for p in reversed(parts) if p.kind == "concealed"), ())
    place = next(p for row in layout.rows for p in row.places if winner in (p.tile, p.added))
    row = next(row for row in layout.rows if place in row.places)
    if place.crosswise or not run or not set(run) & set(row.tiles):
        return
    at = row.places.index(place)
    beside = [p.gap for p in row.places[at : at + 2] if np.isfinite(p.gap)]
    usual = float(np.median([p.gap for p in row.places[1:]])) if len(row.places) > 4 else 0.0
    if not beside or min(beside) > usual + 0.15:
        return  # it lies apart
    order = [FACES.index(tiles[t].tile or FACES[0]) for t in (*run, winner)]
    if order in (sorted(order), sorted(order, reverse=True)):
        yield Doubt(winner, "none-apart")


def _doubts_of_count(tiles: Sequence[SeenTile], ours: Iterable[int]) -> Iterator[Doubt]:
    """More copies in the picture than a set has: one of them is misread, perhaps one of the hand."""
    clear = Counter(t.tile for t in tiles if t.tile in FACES[:FIRST_FLOWER] and t.confidence > 0.8)
    told = set()
    for t in sorted(ours, key=lambda t: tiles[t].confidence):
        code = tiles[t].tile
        if code is not None and code not in told and clear[code] > capacity(FACES.index(code)):
            told.add(code)
            yield Doubt(t, "copies-seen", {"count": clear[code], "face": code})


def _tiles(
    evidence: Evidence, layout: Layout, known: Array, groups: Sequence[Part], faces: dict[int, int]
) -> tuple[SeenTile, ...]:
    group = {t: i for i, part in enumerate(groups) for t in part.tiles}
    quads = _upright_by_row(evidence, layout)
    seen = []
    for t in range(len(quads)):
        quad: Quad = tuple((float(x), float(y)) for x, y in quads[t])  # type: ignore[assignment]
        if evidence.backs[t]:
            seen.append(SeenTile(None, "down", float(evidence.scores[t]), quad, group[t]))
            continue
        sure = 1.0 - float(evidence.faces[t, len(FACES)])
        face = faces.get(t, int(known[t].argmax()))
        others = [int(i) for i in np.argsort(-known[t])[:4] if i != face and known[t, i] * sure >= 0.001]
        seen.append(
            SeenTile(
                FACES[face],
                "up",
                float(known[t, face]) * sure,
                quad,
                group[t],
                tuple((FACES[i], float(known[t, i]) * sure) for i in others[:3]),
            )
        )
    return tuple(seen)


def _upright_by_row(evidence: Evidence, layout: Layout) -> Array:
    """The quads, those that may as well stand on their head turned as their row lies."""
    quads = np.array(evidence.quads, np.float64)
    up = quads[:, 0] - quads[:, 3]
    for row in layout.rows:
        members = [p.tile for p in row.places if not p.crosswise]
        told = [t for t in members if abs(evidence.upright[t]) >= 0.3]
        if not told:
            continue
        standing = np.median([up[t] * np.sign(evidence.upright[t]) for t in told], axis=0)
        for t in members:
            if t not in told and up[t] @ standing < 0:
                quads[t] = np.roll(quads[t], 2, axis=0)
    return quads


def without_hand(evidence: Evidence, *, all_shown: bool = False) -> Reading:
    """The tiles of a picture row by row, where no hand is looked for; `all_shown` with what is hardly a tile."""
    known = evidence.faces[:, : len(FACES)]
    layout = lay_out(evidence.quads, evidence.upright)
    reading = _by_rows(evidence, layout, known / np.maximum(known.sum(axis=1, keepdims=True), 1e-9))
    return reading if all_shown else _without_clutter(reading, evidence)


def _by_rows(evidence: Evidence, layout: Layout, known: Array) -> Reading:
    groups = [Part("aside", row.tiles) for row in layout.rows]
    tiles = _tiles(evidence, layout, known, groups, {})
    return Reading(evidence.size, tiles, tuple(Group(p.kind, p.tiles) for p in groups), None, False)


def _no_hand(evidence: Evidence, layout: Layout, known: Array) -> Reading:
    reading = _by_rows(evidence, layout, known)
    row = reading.most_shown()
    if row is not None:
        count = sum(reading.tiles[t].tile not in FACES[FIRST_FLOWER:] for t in row.tiles)
        reading = replace(reading, doubts=(Doubt(None, "no-hand", {"count": count}),))
    return _without_clutter(reading, evidence)


def _without_clutter(reading: Reading, evidence: Evidence) -> Reading:
    """The reading without what lies beside the hand and is hardly a tile, unless something is asked about it."""
    ours = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
    ours |= {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    likely = evidence.backs | (evidence.scores * evidence.faces[:, : len(FACES)].max(axis=1, initial=0) >= _SHOWN)
    kept = [t for t in range(len(reading.tiles)) if likely[t] or t in ours]
    at = {t: n for n, t in enumerate(kept)}
    groups = [replace(g, tiles=tuple(at[t] for t in g.tiles if t in at)) for g in reading.groups]
    groups = [group for group in groups if group.tiles]
    among = {t: n for n, group in enumerate(groups) for t in group.tiles}
    return replace(
        reading,
        tiles=tuple(replace(reading.tiles[t], group=among[n]) for n, t in enumerate(kept)),
        groups=tuple(groups),
        doubts=tuple(d if d.tile is None else replace(d, tile=at[d.tile]) for d in reading.doubts),
    )
