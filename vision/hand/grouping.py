"""The tiles of the hand and their groups: melds, concealed tiles, flowers, the winning tile.

The search weighs every way to cut the rows of the hand into groups, by gaps, by tiles that lie crosswise or face down,
and by how well the faces make the sets. The cheapest cut with as many tiles as a won hand has is the hand; a
kong counts as three.
`vision.hand.costs` defines the costs, `vision.hand.parts` the parts that may begin at a place.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from vision.geometry.rows import Layout, Row
from vision.hand.costs import LOG_EVEN, MAX_COST, Boundary, Likelihoods, ambiguity, boundaries
from vision.hand.parts import MIN_FLOWER, Part, PartStep, steps
from vision.quads import Array
from vision.reading import GroupKind

NEAR_RIVAL: Final = 2.0
"""Greatest excess cost over the best cut of one that is its rival. Higher asks more often; lower trusts cuts that are
hardly better than others."""

_MORE: Final = 4 + 8
"""Most tiles in the rows of a hand beyond those it has by the rules: four kongs add four, and some others may lie in
them."""

_MIN_ROW: Final = 3
"""Least places of the longest row of a hand. Higher loses hands laid in short rows; lower searches more rows in
vain."""

_MAIN_ROWS: Final = 8
"""Most rows, from the longest on, that are tried as the longest of the hand. Higher takes longer; lower loses hands
among long rows of other tiles."""

MAX_DISTANCE: Final = 4.0
"""Greatest distance of a row of a hand from another, in tile heights, whatever lies there. Higher takes in tiles of
other hands; lower loses hands laid wide apart."""

_OTHER_ROWS: Final = 6
"""Most rows, from the nearest on, that are tried beside the longest. Higher takes longer; lower loses hands with other
tiles between their rows."""

_MAX_EXTRA: Final = 5
"""Most rows of a hand beside its longest. Higher takes longer; lower loses hands laid in more rows: four melds, and a
winning tile apart, beside the others."""

_CANDIDATES: Final = 40
"""Most sets of rows that are searched, from the cheapest on. Higher takes longer; lower loses hands in crowded
pictures."""

_KEPT: Final = 3
"""Most cuts kept in each state of the search. Higher takes longer; lower loses rivals, and so doubts."""

_ROW_COST: Final = 0.4
"""Cost of each row beside the longest. Higher leaves out melds in rows of their own; lower takes in rows of other
tiles."""

_DISTANCE_COST: Final = 0.8
"""Cost of each tile height by which a row lies farther from the longest than `_NEAR_ROW`. Higher leaves out rows of the
hand; lower takes in rows of other tiles."""

_ALONG_EDGE: Final = 9.0
"""Greatest distance between rows of two tiles or more that lie along one edge of the table, in tile heights: half an
edge. Higher takes in tiles of neighbours; lower loses hands with melds at the corner of the table."""

_NEAR_ROW: Final = 1.5
"""Greatest distance of a row from the longest that costs nothing, in tile heights. Higher takes in rows of other tiles;
lower leaves out rows of the hand."""

_NEAR_FLOWERS: Final = 2.0
"""The same for a row of flowers, which are laid apart. Higher takes in flowers of others; lower leaves out those of the
hand."""

_ASKEW_COST: Final = 3.0
"""Cost of a row that does not lie parallel to the longest. Higher loses hands whose rows are turned; lower takes in
rows of other hands."""

PARALLEL: Final = 0.9
"""Cosine of the greatest angle between parallel rows, some 26 degrees. Higher makes rows that are laid carelessly cost
more; lower takes turned rows for parallel ones."""

_LEFT_ROW_COST: Final = 1.5
"""Cost of each long row that touches the hand and is left out, for the rows may be a grid of tiles. Higher loses hands
beside other rows; lower reads hands out of grids."""

_LEFT_ROW_DISTANCE: Final = 1.3
"""Greatest distance between rows that touch, in tile heights. Higher makes rows cost something that lie apart; lower
reads hands out of loosely laid grids."""

_LEFT_ROW_PLACES: Final = 3
"""Most places of a row that is left out at no cost. Higher reads hands out of grids; lower loses hands beside a few
other tiles."""

_ASIDE_COST: Final = 2.5
"""Greatest cost of each stretch of a row that is not of the hand; one that begins where hardly a tile is seen costs no
more than that there is none. Higher takes other tiles into hands; lower leaves tiles of hands out."""

_SECOND_RUN_COST: Final = 4.0
"""Cost of each stretch of concealed tiles after the first, for they usually lie in one row. Higher loses hands with
concealed tiles in several places; lower takes other tiles for concealed ones."""

_CONCEALED_GAP_COST: Final = 1.0
"""Greatest cost of a gap among concealed tiles, whose sets may lie a little apart. Higher loses hands with wide gaps
between their sets; lower takes tiles that lie apart for concealed ones."""

_LOG_SPLIT_BY_FACES: Final = -0.35
"""Least log probability that two parts meet if the faces of a kong, or of two claimed sets, show it, however narrow the
gap is.

Lower (a gap alone gives at least -4.6) loses hands whose kongs or claimed sets touch each other; 0 would let faces
overrule a picture in which the gaps clearly say otherwise.
"""

_NO_WINNER_COST: Final = 0.7
"""Cost of a hand of which no tile is set apart as the winning one. Higher takes a tile at a chance gap for the winning
one; lower overlooks one that lies only a little apart."""

_MIN_PLAIN: Final = -3.0
"""Least log probability of being no flower of a tile that may be another. Higher loses hands with a tile that looks
like a flower; lower searches more rows in vain."""

_MIN_SORTED: Final = 5
"""Least number of concealed tiles that do not lie in order by chance. Higher asks about cuts that order would settle;
lower drops rivals for an order that is chance."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups of the tiles of a hand.

    Attributes:
        parts: In reading order; exactly one has kind "winning", unless the hand lacks its winning tile.
        cost: Cost of the parts, without the least that their gaps cost in any case.
        rivals: The parts of other cuts that cost little more, cheapest first; empty if the best is clearly better.
    """

    parts: tuple[Part, ...]
    cost: float
    rivals: tuple[tuple[Part, ...], ...] = ()


class _State(NamedTuple):
    """The state of a cut up to a place: cuts in the same state go on in the same ways."""

    counted: int = 0
    winner: bool = False
    runs: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class _Cut:
    """Rows cut into parts, with the cost."""

    cost: float
    parts: tuple[Part, ...]

    @property
    def hand(self) -> frozenset[tuple[GroupKind, frozenset[int], int]]:
        """The hand by this cut, whatever order its parts are in."""
        concealed = [t for part in self.parts if part.kind == "concealed" for t in part.tiles]
        apart: tuple[GroupKind, ...] = ("concealed", "aside")
        if len(concealed) == 1:  # the pair: which of its two tiles came last makes no difference
            concealed += [t for part in self.parts if part.kind == "winning" for t in part.tiles]
            apart = ("concealed", "aside", "winning")
        groups = {(p.kind, frozenset(p.tiles), p.source) for p in self.parts if p.kind not in apart}
        return frozenset({*groups, ("concealed", frozenset(concealed), 0)})


_FOUR: Final = "four alike"
"""The last part of a `_State` if it is a kong whose faces tell its end."""

_CLAIMED: Final = "claimed"
"""The last part of a `_State` if it is a claimed set of three whose faces tell its end."""

_Steps = Sequence[tuple[Boundary, Sequence[PartStep]]]
"""Places one after another, each with the parts that may begin there."""


def find_grouping(layout: Layout, tiles: Likelihoods, *, won: bool = True) -> Grouping | None:
    """Find the hand among the rows.

    Args:
        layout: The rows of all N tiles.
        tiles: The likelihoods of the N tiles.
        won: False to find a hand that lacks its winning tile; no part is "winning" then.

    Returns:
        The cheapest grouping that makes a hand, or None if all cost more than `MAX_COST`.
    """
    count = tiles.whole_hand if won else tiles.whole_hand - 1
    bends = cache(layout.goes_on)
    known: dict[tuple[int, ...], _Steps] = {}
    found: list[tuple[float, _Cut]] = []
    for cost, rows in sorted(_candidates(layout, tiles, count), key=lambda pair: pair[0])[:_CANDIDATES]:
        best = min((rank for rank, _ in found), default=MAX_COST)
        if cost - _flowers(tiles, rows) > best + NEAR_RIVAL:
            continue  # even a cut of these rows that costs nothing would be no rival
        for row in rows:
            if row.tiles not in known:
                known[row.tiles] = _steps_of(tiles, row)
        most = min(MAX_COST, best + NEAR_RIVAL + _perhaps_flowers(tiles, rows)) - cost
        for cut in _cuts(_in_line(rows, bends, known), most, count, won):
            if cut.cost + cost <= MAX_COST:
                flowers = sum(len(part.tiles) for part in cut.parts if part.kind == "flowers")
                found.append((cut.cost + cost - flowers, _Cut(cut.cost + cost, cut.parts)))
    if not found:
        return None
    found.sort(key=lambda pair: pair[0])
    best, chosen = found[0]
    rivals = {cut.hand: cut for rank, cut in reversed(found) if rank < best + NEAR_RIVAL and cut.hand != chosen.hand}
    others = [cut.parts for cut in reversed(rivals.values()) if not _disordered(tiles, cut, chosen)]
    ours = {t for part in chosen.parts for t in part.tiles}
    rows_cut = [row for row in layout.rows if row.places[0].tile in ours]
    return Grouping(chosen.parts, chosen.cost - ambiguity(rows_cut), tuple(others))


def _candidates(layout: Layout, tiles: Likelihoods, count: int) -> Iterator[tuple[float, tuple[Row, ...]]]:
    """Yield sets of rows that may be a hand of so many tiles, each after the cost of believing that, longest row last.

    A kong counts as three tiles.
    """
    rows = [row for row in layout.rows if _may_belong(tiles, row)]
    playable = [_playable(tiles, row) for row in rows]
    seen: set[frozenset[int]] = set()
    mains = [row for row in rows if len(row.places) >= _MIN_ROW][:_MAIN_ROWS]  # the first, as the longest come first
    for m, (main, apart) in enumerate(zip(mains, _distances(layout, rows), strict=False)):
        others = _from_nearest(apart, m)[:_OTHER_ROWS]
        far = apart.tolist()
        askew = {i: _askew(tiles, rows[i], main) for i in others}
        near = {i: _NEAR_FLOWERS if _has_flowers_alone(tiles, rows[i]) else _NEAR_ROW for i in others}
        touching = [i for i in others if far[m][i] < _LEFT_ROW_DISTANCE]
        long = {i for i in touching if len(rows[i].places) > _LEFT_ROW_PLACES and not askew[i]}
        for extra in range(min(_MAX_EXTRA, len(others)) + 1):
            for chosen in combinations(others, extra):
                least, most = map(sum, zip(playable[m], *map(playable.__getitem__, chosen), strict=True))
                if most < count or least > tiles.whole_hand + _MORE or (key := frozenset((m, *chosen))) in seen:
                    continue
                cost = _LEFT_ROW_COST * len(long - key)
                for n, i in enumerate(chosen):
                    apart_from_others = min(map(far[i].__getitem__, (m, *chosen[:n])))
                    cost += _ROW_COST + _DISTANCE_COST * max(0.0, apart_from_others - near[i]) + _ASKEW_COST * askew[i]
                if cost <= MAX_COST:
                    seen.add(key)
                    yield cost, (*(rows[i] for i in chosen), main)


def _distances(layout: Layout, rows: Sequence[Row]) -> Iterator[Array]:
    """Yield for each row the (R, R) distances between rows of one hand if it is the longest of them, in tile heights.

    A player's melds may lie at the corner of the table, far from the other tiles, but along the same edge. Rows that
    cannot be of one hand are infinitely far apart.
    """
    order = [tile for row in rows for tile in row.tiles]
    starts = np.cumsum([0, *(len(row.tiles) for row in rows[:-1])])
    steps, apart = layout.steps[np.ix_(order, order)], layout.distances[np.ix_(order, order)]
    nearest = np.minimum.reduceat(np.minimum.reduceat(apart, starts), starts, axis=1)
    near = np.where(nearest < MAX_DISTANCE, nearest, np.inf)
    single = np.array([len(row.places) == 1 for row in rows])
    for row in rows:
        along = (np.abs(steps @ np.array(row.up)) < _NEAR_ROW) & (apart < _ALONG_EDGE)
        edge = np.logical_or.reduceat(np.logical_or.reduceat(along, starts), starts, axis=1)
        edge &= (nearest >= MAX_DISTANCE) & ~single & ~single[:, None]
        yield np.where(edge, MAX_DISTANCE, near)


def _from_nearest(apart: Array, start: int) -> list[int]:
    """Return the rows that are linked to one by distances (R, R), each in turn the nearest to those before it."""
    order, nearest = [start], apart[start].copy()
    while True:
        nearest[order] = np.inf
        if not np.isfinite(nearest).any():
            return order[1:]
        order.append(int(nearest.argmin()))
        nearest = np.minimum(nearest, apart[order[-1]])


def _has_flowers_alone(tiles: Likelihoods, row: Row) -> bool:
    """Return True if all that is clearly a tile in a row is rather a flower than not."""
    seen = [t for t in row.tiles if tiles.there[t] > LOG_EVEN]
    return bool(seen) and all(tiles.flower(t) > LOG_EVEN for t in seen)


def _askew(tiles: Likelihoods, row: Row, main: Row) -> bool:
    """Return True if a row does not lie as the longest does.

    A single tile may lie at any angle, such as the winning one, but no flower.
    """
    if len(row.places) == 1 and not _flowers(tiles, [row]):
        return False
    return row.up[0] * main.up[0] + row.up[1] * main.up[1] <= PARALLEL


def _may_belong(tiles: Likelihoods, row: Row) -> bool:
    """Return True if a row may be of a hand: tiles that all lie face down are so only as a concealed kong."""
    backs = int(tiles.backs[list(row.tiles)].sum())
    return backs < len(row.tiles) or backs == 4


def _playable(tiles: Likelihoods, row: Row) -> tuple[int, int]:
    """Return the least and the greatest number of tiles without flowers that a row has."""
    members = list(row.tiles)
    backs = tiles.backs[members]
    least, most = backs | (tiles.flowers[members] < LOG_EVEN), backs | (tiles.plains[members] > _MIN_PLAIN)
    return int(least.sum()), int(most.sum())


def _flowers(tiles: Likelihoods, rows: Sequence[Row]) -> int:
    """Return the number of tiles of the rows that are rather flowers than not."""
    return sum(bool(not tiles.backs[t] and tiles.flower(t) > LOG_EVEN) for row in rows for t in row.tiles)


def _steps_of(tiles: Likelihoods, row: Row) -> _Steps:
    """Return the places of a row with the parts that may begin at each."""
    places = boundaries(row)
    return [
        (boundary, [step for step in steps(tiles, places, at) if step.cost < MAX_COST])
        for at, boundary in enumerate(places)
    ]


def _in_line(rows: Sequence[Row], bends: Callable[[Row, Row], bool], known: Mapping[tuple[int, ...], _Steps]) -> _Steps:
    """Return the places of all rows, the pieces of a row that bends one after another and no longer parted."""
    places: list[tuple[Boundary, Sequence[PartStep]]] = []
    for pieces in _pieces(rows, bends):
        for n, row in enumerate(pieces):
            (first, begun), *others = known[row.tiles]
            places += [(replace(first, opens=False, split=LOG_EVEN, joined=LOG_EVEN) if n else first, begun), *others]
    return places


def _pieces(rows: Sequence[Row], bends: Callable[[Row, Row], bool]) -> list[list[Row]]:
    """Return the rows, those that go on each other together, from one end to the other; the last row's come last."""
    left = list(rows)
    found: list[list[Row]] = []
    while left:
        line = [left.pop()]
        for end in (-1, 0):
            while (more := next((row for row in left if bends(line[end], row)), None)) is not None:
                left.remove(more)
                line.insert(len(line) if end else 0, more)
        found.insert(0, line)
    return found


def _perhaps_flowers(tiles: Likelihoods, rows: Sequence[Row]) -> int:
    """Return the number of tiles of the rows that a cut may take for flowers; each makes it rank better by 1."""
    return int((tiles.flowers[[t for row in rows for t in row.tiles]] > MIN_FLOWER).sum())


def _cuts(places: _Steps, most: float, count: int, won: bool = True) -> list[_Cut]:
    """Return the cheapest ways to cut places into the groups of a hand, cheapest first; a few at most.

    A dynamic programme over the places: for each state that the cuts up to a place can be in, it keeps the cheapest.

    Args:
        places: The places with their steps.
        most: Cuts that cost more are left out; costs only grow along the places.
        count: Tiles of the hand.
        won: False if none of them is the winning one.
    """
    table: list[dict[_State, list[_Cut]]] = [{} for _ in range(len(places) + 1)]
    table[0][_State()] = [_Cut(0.0, ())]
    for at, (boundary, possible) in enumerate(places):
        for state, cuts in table[at].items():
            for step in possible:
                after = _after(state, boundary, step)
                if after is None or cuts[0].cost + step.cost > most:
                    continue
                onward, extra = after
                if onward.counted > count or (onward.winner and not won):
                    continue
                if onward.counted + len(places) - at - step.length < count:
                    continue  # too few places are left: none counts as more than one tile
                if cuts[0].cost + step.cost + extra > most:
                    continue
                kept = table[at + step.length].setdefault(onward, [])
                for cut in cuts:
                    total = cut.cost + step.cost + extra
                    if total <= most and (len(kept) < _KEPT or total < kept[-1].cost):
                        kept.append(_Cut(total, _with(cut.parts, step.part, opens=boundary.opens)))
                        kept.sort(key=lambda cut: cut.cost)
                        del kept[_KEPT:]
    ends = [
        _Cut(cut.cost, cut.parts)
        if not won
        else _Cut(cut.cost + (0.0 if state.winner else _NO_WINNER_COST), _winner_named(cut.parts))
        for state, cuts in table[-1].items()
        if state.counted == count and (state.winner or state.runs)
        for cut in cuts
    ]
    return sorted(ends, key=lambda cut: cut.cost)[: 2 * _KEPT]


def _after(state: _State, boundary: Boundary, step: PartStep) -> tuple[_State, float] | None:
    """Return the state after a step, with the cost of the boundary before it, or None if the part may not follow."""
    part, counted = step.part, state.counted + step.counts
    if part.kind == "winning" and state.winner:
        return None
    kind = "concealed" if part.kind == "winning" and part.source else part.kind
    joins = state.last == kind and kind in ("concealed", "aside", "flowers") and not boundary.opens
    last = kind if not step.alike else _FOUR if step.length == 4 else _CLAIMED
    by_faces = _FOUR in (state.last, last) or {state.last, last} == {_CLAIMED}
    cost = 0.0
    if not joins and state.last and not boundary.opens and "flowers" not in (kind, state.last):
        cost -= max(boundary.split, _LOG_SPLIT_BY_FACES) if by_faces else boundary.split
    if joins and kind == "concealed":
        cost += min(-boundary.joined, _CONCEALED_GAP_COST)
    if kind == "aside" and not joins:
        if boundary.split < LOG_EVEN:
            return None  # tiles that are not of the hand lie apart from it
        cost += min(_ASIDE_COST, step.nothing - step.cost)
    runs = state.runs
    if kind == "concealed" and not joins and (runs == 0 or boundary.opens):
        cost += _SECOND_RUN_COST * (runs > 0)
        runs += 1
    return _State(counted, state.winner or part.kind == "winning", runs, last), cost


def _with(parts: tuple[Part, ...], part: Part, opens: bool) -> tuple[Part, ...]:
    """Return the parts with one more.

    It continues the last one if both are of one kind and, but for flowers, of one row.
    """
    continues = part.kind == "flowers" or (part.kind in ("concealed", "aside") and not opens)
    if parts and continues and parts[-1].kind == part.kind:
        return (*parts[:-1], Part(part.kind, parts[-1].tiles + part.tiles))
    return (*parts, part)


def _winner_named(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts with a winning tile.

    If none is set apart, it is the last of the last concealed tiles. The concealed tiles on both sides of a winning
    tile that lies crosswise among them become one part.
    """
    won = next((i for i, part in enumerate(parts) if part.kind == "winning"), None)
    if won is not None:
        before, winning, after = parts[:won], parts[won], parts[won + 1 :]
        if winning.source and before and after and before[-1].kind == after[0].kind == "concealed":
            run = replace(before[-1], tiles=before[-1].tiles + after[0].tiles)
            before, after = (*before[:-1], run), after[1:]
        return (*before, replace(winning, source=0), *after)
    at = max(i for i, part in enumerate(parts) if part.kind == "concealed")
    run = parts[at]
    rest = (replace(run, tiles=run.tiles[:-1]),) if len(run.tiles) > 1 else ()
    return (*parts[:at], *rest, Part("winning", run.tiles[-1:]), *parts[at + 1 :])


def _disordered(tiles: Likelihoods, cut: _Cut, chosen: _Cut) -> bool:
    """Return True if the concealed tiles are in order as the chosen cut has them, but not as this one has them."""
    mine, other = ([t for p in each.parts if p.kind == "concealed" for t in p.tiles] for each in (chosen, cut))
    return len(mine) >= _MIN_SORTED and tiles.in_order(mine) and not tiles.in_order(other)
