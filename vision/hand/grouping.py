"""Which tiles are the hand, and how they group: melds, concealed tiles, flowers, the winning tile.

The search weighs every way to cut the rows of the hand into groups, by gaps, by tiles that lie crosswise or face down,
and by how well the faces make the sets. The cheapest cut with fourteen tiles (a kong counts as three) is the hand.
`vision.hand.costs` says what a cost means, `vision.hand.parts` what may begin where.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, NamedTuple

from vision.geometry.rows import Layout, Row
from vision.hand.costs import LOG_EVEN, MAX_COST, Boundary, Likelihoods, ambiguity, boundaries
from vision.hand.parts import MIN_FLOWER, Part, Step, steps
from vision.reading import GroupKind

NEAR_RIVAL: Final = 2.0
"""Another cut is a rival if it costs at most this much more than the best. Not measured."""

_HAND: Final = 14
"""Tiles of a hand by the rules, a kong counted as three."""

_MAX_TILES: Final = _HAND + 4 + 8
"""Rows that show more tiles than this are no hand: four kongs add four tiles, and some others may lie in them."""

_MIN_ROW: Final = 4
"""The longest row of a hand has at least this many places. Not measured."""

_MAIN_ROWS: Final = 8
"""How many rows, from the longest on, are tried as the longest of the hand. Not measured."""

_MAX_DISTANCE: Final = 4.0
"""Rows of one hand lie nearer to each other than this, in tile heights. Not measured."""

_OTHER_ROWS: Final = 6
"""How many rows, from the nearest on, are tried beside the longest. Not measured."""

_MAX_EXTRA: Final = 3
"""A hand lies in at most this many rows beside its longest. Not measured."""

_CANDIDATES: Final = 40
"""How many sets of rows are searched, from the cheapest on. Not measured."""

_KEPT: Final = 3
"""How many cuts are kept in each state of the search. Not measured."""

_ROW_COST: Final = 0.4
"""Cost of each row beside the longest. Not measured."""

_DISTANCE_COST: Final = 0.8
"""Cost of each tile height by which a row lies farther from the longest than `_NEAR_ROW`. Not measured."""

_NEAR_ROW: Final = 1.5
"""A row that lies nearer to the longest than this costs no more for its distance, in tile heights. Not measured."""

_ASKEW_COST: Final = 3.0
"""Cost of a row that does not lie parallel to the longest. Not measured."""

_PARALLEL: Final = 0.9
"""Rows lie parallel if the cosine of the angle between them is greater than this, some 26 degrees. Not measured."""

_LEFT_ROW_COST: Final = 1.5
"""Cost of each long row that touches the hand and is left out: it may be a grid of tiles. Not measured."""

_LEFT_ROW_DISTANCE: Final = 1.3
"""Rows touch if they lie nearer to each other than this, in tile heights. Not measured."""

_LEFT_ROW_PLACES: Final = 3
"""Rows with more places than this are long enough to cost something when they are left out. Not measured."""

_ASIDE_COST: Final = 2.5
"""Cost of each stretch of a row that is not of the hand. Not measured."""

_SECOND_RUN_COST: Final = 4.0
"""Cost of each stretch of concealed tiles after the first: they usually lie in one row. Not measured."""

_CONCEALED_GAP_COST: Final = 1.0
"""Highest cost of a gap among concealed tiles, whose sets may lie a little apart. Not measured."""

_LOG_SPLIT_BY_FACES: Final = -0.35
"""Log probability that two parts meet where the faces of a kong tell so, at least, however narrow the gap is.

Lower (-4.6 is what a gap alone says at most) loses hands whose kongs touch each other; 0 would let faces overrule a
picture in which the gaps clearly say otherwise.
"""

_NO_WINNER_COST: Final = 0.7
"""Cost of a hand of which no tile is set apart as the winning one. Not measured."""

_LOG_FLOWER: Final = -0.7
"""A tile with a higher log probability of being a flower is rather a flower than not: even odds, rounded."""

_MIN_PLAIN: Final = -3.0
"""A tile whose log probability of being no flower is lower cannot be another tile. Not measured."""

_MIN_SORTED: Final = 5
"""This many concealed tiles in order do not lie so by chance. Not measured."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """How the tiles of a hand group.

    Attributes:
        parts: In reading order; exactly one has kind "winning".
        cost: Of the parts, without the least that their gaps cost in any case.
        rival: The parts of another cut that costs little more, or none where the best is clearly better.
    """

    parts: tuple[Part, ...]
    cost: float
    rival: tuple[Part, ...] = ()


class _State(NamedTuple):
    """How far a cut has come: cuts in the same state go on in the same ways."""

    counted: int = 0
    winner: bool = False
    runs: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class _Cut:
    """Rows cut into parts, and what that costs."""

    cost: float
    parts: tuple[Part, ...]

    @property
    def hand(self) -> frozenset[tuple[GroupKind, frozenset[int], int]]:
        """What the cut says of the hand, whatever order its parts are in."""
        concealed = [t for part in self.parts if part.kind == "concealed" for t in part.tiles]
        apart: tuple[GroupKind, ...] = ("concealed", "aside")
        if len(concealed) == 1:  # the pair: which of its two tiles came last makes no difference
            concealed += [t for part in self.parts if part.kind == "winning" for t in part.tiles]
            apart = ("concealed", "aside", "winning")
        groups = {(p.kind, frozenset(p.tiles), p.source) for p in self.parts if p.kind not in apart}
        return frozenset({*groups, ("concealed", frozenset(concealed), 0)})


_FOUR: Final = "four alike"
"""The last part of a `_State` whose end its faces tell."""

_Steps = Sequence[tuple[Boundary, Sequence[Step]]]
"""Places one after another, each with the parts that may begin there."""


def find_grouping(layout: Layout, tiles: Likelihoods) -> Grouping | None:
    """Finds the hand among the rows.

    Args:
        layout: The rows of all N tiles.
        tiles: What each of the N tiles may be.

    Returns:
        The cheapest grouping that makes a hand, or None where none costs less than `MAX_COST`.
    """
    known: dict[tuple[int, ...], _Steps] = {}
    found: list[tuple[float, _Cut]] = []
    for cost, rows in sorted(_candidates(layout, tiles), key=lambda pair: pair[0])[:_CANDIDATES]:
        best = min((rank for rank, _ in found), default=MAX_COST)
        if cost - _flowers(tiles, rows) > best + NEAR_RIVAL:
            continue  # even a cut of these rows that costs nothing would be no rival
        for row in rows:
            if row.tiles not in known:
                known[row.tiles] = _steps_of(tiles, row)
        most = min(MAX_COST, best + NEAR_RIVAL + _perhaps_flowers(tiles, rows)) - cost
        for cut in _cuts([step for row in rows for step in known[row.tiles]], most):
            if cut.cost + cost <= MAX_COST:
                flowers = sum(len(part.tiles) for part in cut.parts if part.kind == "flowers")
                found.append((cut.cost + cost - flowers, _Cut(cut.cost + cost, cut.parts)))
    if not found:
        return None
    found.sort(key=lambda pair: pair[0])
    best, chosen = found[0]
    rivals = [cut for rank, cut in found if rank < best + NEAR_RIVAL and cut.hand != chosen.hand]
    rival = next((cut.parts for cut in rivals if not _disordered(tiles, cut, chosen)), ())
    ours = {t for part in chosen.parts for t in part.tiles}
    rows_cut = [row for row in layout.rows if row.places[0].tile in ours]
    return Grouping(chosen.parts, chosen.cost - ambiguity(rows_cut), rival)


def _candidates(layout: Layout, tiles: Likelihoods) -> Iterator[tuple[float, tuple[Row, ...]]]:
    """Sets of rows that may be the hand, the longest row last, with what it costs to believe that."""
    rows = layout.rows
    playable = [_playable(tiles, row) for row in rows]
    seen: set[frozenset[int]] = set()
    for m in [m for m, row in enumerate(rows) if len(row.places) >= _MIN_ROW][:_MAIN_ROWS]:
        main = rows[m]
        by_distance = sorted((d, i) for i, d in enumerate(layout.nearest(main)) if i != m)
        near = [(d, i) for d, i in by_distance if d < _MAX_DISTANCE]
        others = [(d, i) for d, i in near if _may_belong(tiles, rows[i])][:_OTHER_ROWS]
        long = [i for d, i in others if d < _LEFT_ROW_DISTANCE and len(rows[i].places) > _LEFT_ROW_PLACES]
        for extra in range(min(_MAX_EXTRA, len(others)) + 1):
            for chosen in combinations(others, extra):
                key = frozenset((m, *(i for _, i in chosen)))
                least, most = sum(playable[i][0] for i in key), sum(playable[i][1] for i in key)
                if key in seen or most < _HAND or least > _MAX_TILES:
                    continue
                seen.add(key)
                cost = sum(_cost_of_row(tiles, rows[i], main, d) for d, i in chosen)
                left = [rows[i] for i in long if i not in key]
                cost += sum(_LEFT_ROW_COST for row in left if not _askew(tiles, row, main))
                yield cost, (*(rows[i] for _, i in chosen), main)


def _cost_of_row(tiles: Likelihoods, row: Row, main: Row, distance: float) -> float:
    """Cost of taking a row for one of the hand beside the longest."""
    apart = _DISTANCE_COST * max(0.0, distance - _NEAR_ROW)
    return _ROW_COST + apart + (_ASKEW_COST if _askew(tiles, row, main) else 0.0)


def _askew(tiles: Likelihoods, row: Row, main: Row) -> bool:
    """Whether a row does not lie as the longest does; a single tile may, such as the winning one, but no flower."""
    if len(row.places) == 1 and not _flowers(tiles, [row]):
        return False
    return row.up[0] * main.up[0] + row.up[1] * main.up[1] <= _PARALLEL


def _may_belong(tiles: Likelihoods, row: Row) -> bool:
    """Whether a row may be of a hand: tiles that all lie face down are only as a concealed kong."""
    backs = int(tiles.backs[list(row.tiles)].sum())
    return backs < len(row.tiles) or backs == 4


def _playable(tiles: Likelihoods, row: Row) -> tuple[int, int]:
    """Return the least and the greatest number of tiles without flowers that a row has."""
    members = list(row.tiles)
    backs = tiles.backs[members]
    least, most = backs | (tiles.flowers[members] < _LOG_FLOWER), backs | (tiles.plains[members] > _MIN_PLAIN)
    return int(least.sum()), int(most.sum())


def _flowers(tiles: Likelihoods, rows: Sequence[Row]) -> int:
    """How many tiles of the rows are rather flowers than not."""
    return sum(bool(not tiles.backs[t] and tiles.flower(t) > _LOG_FLOWER) for row in rows for t in row.tiles)


def _steps_of(tiles: Likelihoods, row: Row) -> _Steps:
    """The places of a row with the parts that may begin at each."""
    places = boundaries(row)
    return [
        (boundary, [step for step in steps(tiles, places, at) if step.cost < MAX_COST])
        for at, boundary in enumerate(places)
    ]


def _perhaps_flowers(tiles: Likelihoods, rows: Sequence[Row]) -> int:
    """Return how many tiles of the rows a cut may take for flowers, each of which makes it rank better by 1."""
    return int((tiles.flowers[[t for row in rows for t in row.tiles]] > MIN_FLOWER).sum())


def _cuts(places: _Steps, most: float) -> list[_Cut]:
    """Return the cheapest ways to cut places into the groups of a hand, cheapest first; a few at most.

    A dynamic programme over the places: for each state that the cuts up to a place can be in, it keeps the cheapest.

    Args:
        places: The places with their steps.
        most: Cuts that cost more are left out; costs only grow along the places.
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
        _Cut(cut.cost + (0.0 if state.winner else _NO_WINNER_COST), _winner_named(cut.parts))
        for state, cuts in table[-1].items()
        if state.counted == _HAND and (state.winner or state.runs)
        for cut in cuts
    ]
    return sorted(ends, key=lambda cut: cut.cost)[: 2 * _KEPT]


def _after(state: _State, boundary: Boundary, step: Step) -> tuple[_State, float] | None:
    """The state after a step, and what the boundary before it costs; None where the part may not follow."""
    part, counted = step.part, state.counted + step.counts
    if counted > _HAND or (part.kind == "winning" and state.winner):
        return None
    kind = "concealed" if part.kind == "winning" and part.source else part.kind
    joins = state.last == kind and kind in ("concealed", "aside", "flowers") and not boundary.opens
    cost = 0.0
    if not joins and state.last and not boundary.opens and "flowers" not in (kind, state.last):
        cost -= max(boundary.split, _LOG_SPLIT_BY_FACES) if step.alike or state.last == _FOUR else boundary.split
    if joins and kind == "concealed":
        cost += min(-boundary.joined, _CONCEALED_GAP_COST)
    if kind == "aside" and not joins:
        if boundary.split < LOG_EVEN:
            return None  # what is not of the hand lies apart from it
        cost += _ASIDE_COST
    runs = state.runs
    if kind == "concealed" and not joins and (runs == 0 or boundary.opens):
        cost += _SECOND_RUN_COST * (runs > 0)
        runs += 1
    last = _FOUR if step.alike else kind
    return _State(counted, state.winner or part.kind == "winning", runs, last), cost


def _with(parts: tuple[Part, ...], part: Part, opens: bool) -> tuple[Part, ...]:
    """The parts with one more; it continues the last one if both are of one kind and, but for flowers, of one row."""
    continues = part.kind == "flowers" or (part.kind in ("concealed", "aside") and not opens)
    if parts and continues and parts[-1].kind == part.kind:
        return (*parts[:-1], Part(part.kind, parts[-1].tiles + part.tiles))
    return (*parts, part)


def _winner_named(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with a winning tile: where none is set apart it is the last of the last concealed tiles.

    The concealed tiles on both sides of a winning tile that lies crosswise among them become one part.
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
    """Whether the concealed tiles are in order as the chosen cut has them, but not as this one has them."""
    mine, other = ([t for p in each.parts if p.kind == "concealed" for t in p.tiles] for each in (chosen, cut))
    return len(mine) >= _MIN_SORTED and tiles.in_order(mine) and not tiles.in_order(other)
