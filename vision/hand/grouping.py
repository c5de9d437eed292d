"""Which tiles are the hand, and how they group: melds, concealed tiles, flowers, the winning tile.

Every way to cut the rows of the hand into groups is weighed: gaps, tiles lying crosswise or face down, and how well
the faces make the set. The cheapest cut that has fourteen tiles (a kong counts as three) is the hand. Costs are
negative logarithms of odds, roughly: 1 is a doubt, 5 is unbelievable.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise, permutations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.groups import CHOWS
from scoring.tiles import FACES, FIRST_FLOWER
from vision.geometry.rows import Layout, Place, Row
from vision.quads import Array
from vision.reading import Doubt, GroupKind

NEARBY: Final = 2.5
"""Tile heights from the middle of a tile of the hand to what may be of it, at most: what is another's lies farther."""

_BESIDE: Final = 1.25  # the same of tiles that lie side by side,
_TOUCHING: Final = 0.85  # and of those whose long sides touch

_SPLIT_AT, _SPLIT_SLOPE = 0.24, 0.05  # a gap of so many tile widths beyond the usual may be either
_WIDER: Final = 0.25  # one that is wider by this than all within the groups of its row parts two, if it likely does
_ODDS: Final = 0.01  # no gap alone is surer than this
_HAND: Final = 14
_MOST: Final = _HAND + 4 + 8  # with four kongs, and some that lie beside the hand
_CANDIDATES: Final = 40  # groups of rows that are looked into
_FACED: Final = 1.0  # so many clear glyphs tell which way round a row is read
_LIKE: Final = float(np.log(0.1))  # a tile may be of a face that is no less likely than this
_NEAR: Final = 2.0  # another cut that costs so little more may be the right one
_TELLING: Final = 5  # so many tiles hardly lie in order by chance
_KEPT: Final = 3  # cuts that are followed up from each state
_MADE_OUT: Final = 0.5  # a find that is less likely a tile may be a part of one, or more than one
_PERHAPS: Final = 0.3  # and one that is less likely one is none
_HARDLY_PLAIN: Final = -3.0  # less likely than this a tile is a flower, log
_HARDLY_FLOWER: Final = -4.0  # and less likely than this none: fourteen of any row could be a hand else
_CHOWS: Final = np.array(CHOWS)
_ORDERS: Final = np.array(list(permutations(range(3))))[:, None]
_FACE_DOWN: Final = {(0, 3): 0.0, (0, 1, 2, 3): 0.2, (1, 2): 0.5}  # of a concealed kong
_TOO_DEAR: Final = 9.0  # beyond this cost the tiles are no hand


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles that belong together.

    Attributes:
        kind: What they are.
        tiles: Their indices in reading order.
        source: For a claimed set, which neighbour gave the tile by where it lies: 1 the player before, 2
            opposite, 3 the player after, 5-7 likewise for an added kong; 0 when no tile lies crosswise.
    """

    kind: GroupKind
    tiles: tuple[int, ...]
    source: int = 0


@dataclass(frozen=True, slots=True)
class Grouping:
    """The parts of the hand, or none when the tiles are no hand; `unclear` says what was a near thing.

    Attributes:
        parts: In reading order; one has kind "winning" where the tiles make a hand.
        cost: Of the cut chosen, without what it costs that its gaps say little: rivals tell whether that matters.
    """

    parts: tuple[Part, ...]
    cost: float
    unclear: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class _Item:
    """A place with what the faces say of it."""

    place: Place
    opens: bool  # first of its row
    split: float  # log odds-like: log P(groups part before this place)
    joined: float  # log P(they do not)


_Step = tuple[int, Part, int, float]  # places taken, the part, tiles it counts as, cost


class _State(NamedTuple):
    """How far a cut has come; the key of the dynamic programme."""

    counted: int = 0
    winner: bool = False
    runs: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class _Cut:
    cost: float
    parts: tuple[Part, ...]

    @property
    def hand(self) -> frozenset[tuple[GroupKind, frozenset[int], int]]:
        """What the cut says, however its parts are put in order."""
        concealed = [t for p in self.parts if p.kind == "concealed" for t in p.tiles]
        apart: tuple[GroupKind, ...] = ("concealed", "aside")
        if len(concealed) == 1:  # the pair: which of its two tiles came last is all one
            concealed += [t for p in self.parts if p.kind == "winning" for t in p.tiles]
            apart = ("concealed", "aside", "winning")
        groups = {(p.kind, frozenset(p.tiles), p.source) for p in self.parts if p.kind not in apart}
        return frozenset({*groups, ("concealed", frozenset(concealed), 0)})


def grouped(
    layout: Layout, faces: NDArray[np.floating], backs: Sequence[bool], there: NDArray[np.floating]
) -> Grouping | None:
    """Finds the hand among the rows.

    Args:
        layout: The rows of all N tiles.
        faces: (N, 42) probabilities in the order of `FACES`; rows of backs are ignored.
        backs: Whether each tile lies face down.
        there: (N,) probabilities that there is a tile with a face at all. A hand may lack flowers but no other tile:
            so only for flowers it counts.

    Returns:
        The cheapest grouping that makes a hand, or None.
    """
    probability = np.clip(np.asarray(faces, np.float64)[:, : len(FACES)], 1e-7, 1.0)
    unseen = -np.log(np.clip(np.asarray(there, np.float64), 1e-7, 1.0))
    scene = _Scene(layout, np.log(probability), np.asarray(backs, bool), unseen)
    found: list[tuple[float, _Cut]] = []
    for cost, rows in sorted(_candidates(layout, scene), key=lambda pair: pair[0])[:_CANDIDATES]:
        best = min((rank for rank, _ in found), default=_TOO_DEAR)
        if cost - scene.flowers(rows) > best + _NEAR:
            continue  # not even a faultless cut of these would matter
        for cut in scene.cuts(rows):
            if cut.cost + cost <= _TOO_DEAR:
                flowers = sum(len(p.tiles) for p in cut.parts if p.kind == "flowers")
                found.append((cut.cost + cost - flowers, _Cut(cut.cost + cost, cut.parts)))
    if not found:
        return None
    found.sort(key=lambda pair: pair[0])
    best, chosen = found[0]
    rivals = (cut for rank, cut in found if rank < best + _NEAR and cut.hand != chosen.hand)
    rival = next((cut for cut in rivals if not scene.disordered(cut, chosen)), None)
    grouping = Grouping(chosen.parts, chosen.cost - scene.left_open(chosen))
    return replace(grouping, unclear=tuple(scene.unclear(grouping, rival)))


def _candidates(layout: Layout, scene: "_Scene") -> Iterable[tuple[float, tuple[Row, ...]]]:
    """What it costs to believe that some rows are the hand together, and the rows, the longest last."""
    seen: set[frozenset[int]] = set()
    for main in [row for row in layout.rows if len(row.places) >= 4][:8]:
        near = sorted(
            ((layout.between(main, row), i) for i, row in enumerate(layout.rows) if row is not main),
            key=lambda pair: pair[0],
        )
        # Only what lies near can be of one hand; backs count only as a kong of four.
        others = [(d, layout.rows[i]) for d, i in near if d < 4.0 and scene.may_belong(layout.rows[i])][:6]
        for extra in range(min(3, len(others)) + 1):
            for chosen in combinations(others, extra):
                rows = (*(row for _, row in chosen), main)
                key = frozenset(t for row in rows for t in row.tiles)
                least, most = scene.playable(rows)
                if key in seen or most < _HAND or least > _MOST:
                    continue
                seen.add(key)
                cost = sum(0.4 + 0.8 * max(0.0, d - 1.5) + scene.askew(row, main) for d, row in chosen)
                # Rows that close up to the hand on either side: a grid, or tiles laid out for another reason.
                left = [row for d, row in others if d < 1.3 and len(row.places) > 3 and row not in rows]
                yield cost + sum(1.5 for row in left if not scene.askew(row, main)), rows


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    layout: Layout
    log: Array  # (N, 42)
    back: NDArray[np.bool_]
    unseen: Array  # (N,) what it costs to believe that there is a tile
    known: dict[tuple[int, ...], list[tuple[_Item, list[_Step]]]] = field(default_factory=dict)

    def flower(self, tile: int) -> float:
        """Log probability that a tile is a flower."""
        return float(np.logaddexp.reduce(self.log[tile, FIRST_FLOWER:]))

    def plain(self, tile: int) -> float:
        """Log probability that it is none."""
        return float(np.logaddexp.reduce(self.log[tile, :FIRST_FLOWER]))

    def playable(self, rows: Sequence[Row]) -> tuple[int, int]:
        """How many tiles of a hand the rows give at least, and at most where some may be flowers or not."""
        tiles = [t for row in rows for t in row.tiles]
        return (
            sum(bool(self.back[t] or self.flower(t) < -0.7) for t in tiles),
            sum(bool(self.back[t] or self.plain(t) > _HARDLY_PLAIN) for t in tiles),
        )

    def flowers(self, rows: Sequence[Row]) -> int:
        """How many flowers lie in the rows."""
        return sum(bool(not self.back[t] and self.flower(t) > -0.7) for row in rows for t in row.tiles)

    def askew(self, row: Row, main: Row) -> float:
        """A hand's rows lie alike; a single tile, such as the winning one, may lie as it likes, but no flower."""
        if len(row.places) == 1 and not self.flowers([row]):
            return 0.0
        return 0.0 if row.up[0] * main.up[0] + row.up[1] * main.up[1] > 0.9 else 3.0

    def may_belong(self, row: Row) -> bool:
        backs = int(self.back[list(row.tiles)].sum())
        return backs == 0 or (len(row.tiles) > backs) or backs == 4

    def cuts(self, rows: Sequence[Row]) -> list[_Cut]:
        """The cheapest ways to cut the rows into the groups of a hand, cheapest first; at most a few."""
        places = [place for row in rows for place in self._of_row(row)]
        items = [item for item, _ in places]
        table: list[dict[_State, list[_Cut]]] = [{} for _ in range(len(items) + 1)]
        table[0][_State()] = [_Cut(0.0, ())]
        for at in range(len(items)):
            for state, cuts in table[at].items():
                cheapest = cuts[0].cost
                for length, part, count, cost in places[at][1]:
                    if cheapest + cost >= _TOO_DEAR or state.counted + count > _HAND:
                        continue
                    after = self._after(state, items[at], part, count)
                    if after is None:
                        continue
                    onward, extra = after
                    known = table[at + length].get(onward, [])
                    if cheapest + cost + extra < _TOO_DEAR:
                        table[at + length][onward] = known
                    for cut in cuts:
                        total = cut.cost + cost + extra
                        if total < _TOO_DEAR and (len(known) < _KEPT or total < known[-1].cost):
                            known.append(_Cut(total, _with(cut.parts, part, opens=items[at].opens)))
                            known.sort(key=lambda c: c.cost)
                            del known[_KEPT:]
        ends = [
            _Cut(cut.cost + (0.0 if state.winner else 0.7), _winner_named(cut.parts))
            for state, cuts in table[-1].items()
            if state.counted == _HAND and (state.winner or state.runs)
            for cut in cuts
        ]
        return sorted(ends, key=lambda c: c.cost)[: 2 * _KEPT]

    def _of_row(self, row: Row) -> list[tuple[_Item, list[_Step]]]:
        """The places of a row with the groups that may begin there; worked out once."""
        if row.tiles not in self.known:
            items = list(self._items(row))
            self.known[row.tiles] = [
                (item, [step for step in self._steps(items, at) if step[3] < _TOO_DEAR])
                for at, item in enumerate(items)
            ]
        return self.known[row.tiles]

    def _items(self, row: Row) -> Iterable[_Item]:
        gaps = [p.gap for p in row.places[1:]]
        usual = float(np.median(gaps)) if len(gaps) >= 5 else min(gaps, default=0.0)
        for i, place in enumerate(row.places):
            if i == 0:
                yield _Item(place, True, 0.0, -np.inf)
                continue
            # Where tiles lie loosely, a gap says less.
            slope = _SPLIT_SLOPE + 0.3 * max(usual, 0.0)
            odds = 1 / (1 + np.exp(-(place.gap - max(usual, 0.0) - _SPLIT_AT) / slope))
            odds = float(np.clip(odds, _ODDS, 1 - _ODDS))
            yield _Item(place, False, float(np.log(odds)), float(np.log1p(-odds)))

    def _after(self, state: _State, item: _Item, part: Part, count: int) -> tuple[_State, float] | None:
        """The state after `part`, and what stands between it and the part before; None when it may not follow."""
        kind = "concealed" if part.kind == "winning" and part.source else part.kind
        cost = 0.0
        joins = state.last == kind and kind in ("concealed", "aside", "flowers") and not item.opens
        if not joins and state.last and not item.opens and "flowers" not in (kind, state.last):
            cost -= item.split
        if joins and kind == "concealed":
            cost += min(-item.joined, 1.0)  # the sets of a concealed hand may lie a little apart
        if kind == "aside" and not joins:
            if item.split < np.log(0.5):
                return None  # what is not the hand lies apart from it
            cost += 2.5
        runs = state.runs
        if kind == "concealed" and not joins and (runs == 0 or item.opens):
            cost += 4.0 * (runs > 0)  # the concealed tiles lie in one row
            runs += 1
        winner = state.winner
        if part.kind == "winning":
            if winner:
                return None
            winner = True
        return _State(state.counted + count, winner, runs, kind), cost

    def _steps(self, items: Sequence[_Item], at: int) -> Iterable[_Step]:
        """Groups that may begin at a place of a row."""
        place = items[at].place
        tile = place.tile
        single = (tile,) if place.added is None else (tile, place.added)
        yield 1, Part("aside", single), 0, 0.1 if self.back[tile] else 0.5
        if not self.back[tile] and place.added is None:
            if self.flower(tile) > _HARDLY_FLOWER:
                yield 1, Part("flowers", single), 0, self.unseen[tile] - self.flower(tile)
            ahead = items[at + 1] if at + 1 < len(items) else None
            apart = 0.0 if ahead is None or ahead.opens else -ahead.split
            if not place.crosswise:
                yield 1, Part("concealed", single), 1, -self.plain(tile)
            else:  # within the row, the tile it was won with lies crosswise; `source` marks it as part of the run
                yield 1, Part("winning", single, 1), 1, 1.5 - self.plain(tile)
            if items[at].opens or items[at].split > np.log(0.5):
                yield 1, Part("winning", single), 1, apart - self.plain(tile)
        for length in (3, 4):
            places = items[at : at + length]
            if len(places) < length or any(p.opens for p in places[1:]):
                continue
            found = self._meld([p.place for p in places])
            if found is not None:
                part, cost = found
                yield length, part, 3, cost - sum(p.joined for p in places[1:])

    def _meld(self, places: Sequence[Place]) -> tuple[Part, float] | None:
        tiles = [p.tile for p in places]
        claimed = [i for i, p in enumerate(places) if p.crosswise and not self.back[p.tile]]
        added = [p.added for p in places if p.added is not None]
        down = [i for i, t in enumerate(tiles) if self.back[t]]
        if len(claimed) > 1 or len(added) > 1 or (added and (len(places) != 3 or down)):
            return None
        if down:
            if len(places) != 4 or claimed:
                return None
            odd = _FACE_DOWN.get(tuple(down), 2.0)
            shown = [t for t in tiles if not self.back[t]]
            return Part("concealed-kong", tuple(tiles)), odd + self._misfit(shown, chow=False)
        source = {0: 1, len(places) - 1: 3}.get(claimed[0], 2) if claimed else 0
        if added:
            whole = [t for p in places for t in (p.tile, p.added) if t is not None]
            return Part("kong", tuple(whole), source + 4), self._misfit(whole, chow=False)
        if len(places) == 4:
            cost = self._misfit(tiles, chow=False)
            return (
                (Part("kong", tuple(tiles), source), cost)
                if claimed
                else (Part("concealed-kong", tuple(tiles)), cost + 2.0)
            )
        pung, chow = self._misfit(tiles, chow=False), self._misfit(tiles, chow=True)
        kind: GroupKind = "pung" if pung <= chow else "chow"
        # The player before gives every chow, wherever its tile was put.
        source = source if kind == "pung" else min(source, 1)
        return Part(kind, tuple(tiles), source), min(pung, chow) + (0.0 if claimed else 3.0)

    def _misfit(self, tiles: Sequence[int], chow: bool) -> float:
        """How much less likely the likeliest pung, kong or chow is than the likeliest faces one by one."""
        if not tiles:
            return 0.0
        log = self.log[list(tiles), :FIRST_FLOWER]
        together = log[_ORDERS, _CHOWS].sum(axis=-1).max() if chow else log.sum(axis=0).max()
        return float(self.log[list(tiles)].max(axis=1).sum() - together)

    def left_open(self, cut: _Cut) -> float:
        """What the gaps in the rows of a cut cost at least, however they are taken."""
        tiles = {t for part in cut.parts for t in part.tiles}
        rows = [row for row in self.layout.rows if row.places[0].tile in tiles]
        return sum(min(-i.split, -i.joined) for row in rows for i in self._items(row) if not i.opens)

    def disordered(self, cut: _Cut, chosen: _Cut) -> bool:
        """Whether the concealed tiles lie in order as the chosen cut has them, but not as this one has them."""
        mine, other = ([t for p in c.parts if p.kind == "concealed" for t in p.tiles] for c in (chosen, cut))
        return len(mine) >= _TELLING and self._in_order(mine) and not self._in_order(other)

    def _in_order(self, tiles: Sequence[int]) -> bool:
        steps = np.diff(self.log[list(tiles), :FIRST_FLOWER].argmax(axis=1))
        return bool((steps >= 0).all() or (steps <= 0).all())

    def _ends_unsorted(self, row: Row, grouping: Grouping) -> bool:
        """Whether the last tile of a row is the winning one and out of order: then it is, with a gap or without."""
        before, winning = grouping.parts[-2:] if len(grouping.parts) > 1 else (None, grouping.parts[-1])
        if before is None or before.kind != "concealed" or winning.tiles != row.tiles[-1:]:
            return False
        return not self._in_order([*before.tiles, *winning.tiles])

    def unclear(self, grouping: Grouping, rival: _Cut | None) -> Iterable[Doubt]:
        """What about the groups a person should look at; `rival` is another cut that is nearly as good."""
        if rival is not None:
            others = {t: p.kind for p in rival.parts for t in p.tiles}
            differing = [(t, p.kind) for p in grouping.parts for t in p.tiles if others.get(t, "aside") != p.kind]
            if differing:
                tile, kind = differing[0]
                other = others.get(tile, "aside")
                yield Doubt(tile, "two-groups", {"group": kind, "other_group": other})
            else:
                yield Doubt(None, "unclear-groups")
        for part in grouping.parts:
            if part.kind in ("chow", "pung") and part.source == 0:
                yield Doubt(part.tiles[0], "none-crosswise")
            down = tuple(i for i, t in enumerate(part.tiles) if self.back[t])
            if part.kind == "concealed-kong" and not down:
                yield Doubt(part.tiles[0], "kong-face-up")
            elif part.kind == "concealed-kong" and down not in _FACE_DOWN:
                yield Doubt(part.tiles[0], "kong-backs")
        member = {t: i for i, part in enumerate(grouping.parts) for t in part.tiles}
        if sum(part.kind == "concealed" for part in grouping.parts) > 1:
            yield Doubt(None, "scattered")
        for row in self.layout.rows:
            laid = [grouping.parts[member[p.tile]].kind if p.tile in member else "aside" for p in row.places]
            sets = [at for at, kind in enumerate(laid) if kind not in ("aside", "flowers")]
            for at, (place, kind) in enumerate(zip(row.places, laid, strict=True)):
                if kind == "flowers" and place.crosswise:
                    yield Doubt(place.tile, "flower-crosswise")
                elif kind == "flowers" and sets and sets[0] < at < sets[-1]:
                    yield Doubt(place.tile, "flower-among-sets")
        rows = [list(self._items(row)) for row in self.layout.rows]
        for four in (items[at : at + 4] for items in rows for at in range(len(items) - 3)):
            if any(item.split > np.log(0.5) for item in four[1:]):
                continue  # a kong's four touch
            parts = {member.get(item.place.tile) for item in four}
            alike = len({int(self.log[item.place.tile, :FIRST_FLOWER].argmax()) for item in four}) == 1
            across = [item.place.tile for item in four if item.place.crosswise]
            if alike and len(across) == 1 and len(parts) > 1 and parts != {None}:
                # So lies a kong: where it is none, some tile of the hand may not have been seen.
                yield Doubt(across[0], "kong-like", {"other_group": "kong"})
        yield from self._left_aside(grouping)
        yield from self._two_across(grouping)
        yield from self._givers(grouping)
        for row, items in zip(self.layout.rows, rows, strict=True):
            within = [i.place.gap for b, i in pairwise(items) if member.get(b.place.tile) == member.get(i.place.tile)]
            for before, item in pairwise(items):
                groups = member.get(before.place.tile), member.get(item.place.tile)
                kinds = {grouping.parts[g].kind for g in groups if g is not None}
                if kinds == {"concealed"} and item.joined < np.log(0.5):
                    yield Doubt(item.place.tile, "scattered")
                # Where melds end their faces say, or there is a rival; but any tile may be the winning one.
                if None in groups or "winning" not in kinds or item.place.crosswise or before.place.crosswise:
                    continue
                if item.joined > np.log(0.9):
                    continue  # the last of its row, taken as such
                wide = item.split > np.log(0.5) and item.place.gap > max(within, default=np.inf) + _WIDER
                if item.split < np.log(0.8) and not wide and not self._ends_unsorted(row, grouping):
                    yield Doubt(item.place.tile, "gap")

    def _left_aside(self, grouping: Grouping) -> Iterator[Doubt]:
        """Faces that are none of the hand but may be: a pung's fourth, one that lies against it, a flower near it."""
        pungs = [list(part.tiles) for part in grouping.parts if part.kind == "pung"]
        faces = [int(self.log[pung, :FIRST_FLOWER].sum(axis=0).argmax()) for pung in pungs]
        ours = sorted(t for part in grouping.parts if part.kind != "aside" for t in part.tiles)
        for tile in (t for t in range(len(self.log)) if t not in ours and not self.back[t]):
            apart = self.layout.distances[tile]
            alike = [pung for pung, face in zip(pungs, faces, strict=True) if self.log[tile, face] > _LIKE]
            if pung := next((pung for pung in alike if apart[pung].min() < _BESIDE), None):
                yield Doubt(pung[0], "fourth-beside", {"other_group": "kong"})
            elif self.unseen[tile] > -np.log(_PERHAPS):
                continue
            elif apart[ours].min() < _TOUCHING:
                yield Doubt(tile, "tile-beside")
            elif apart[ours].min() < NEARBY and self.flower(tile) > np.log(0.5):
                yield Doubt(tile, "flower-near")

    def _two_across(self, grouping: Grouping) -> Iterator[Doubt]:
        """Pungs that may be kongs, for the tile across may be two in one box."""
        for part in grouping.parts:
            if part.kind != "pung" or not part.source:
                continue
            across = part.tiles[part.source - 1]
            if self.unseen[across] > -np.log(_MADE_OUT):
                yield Doubt(across, "fourth-hidden", {"other_group": "kong"})

    def _givers(self, grouping: Grouping) -> Iterator[Doubt]:
        """Sets of which nobody knows who gave them: no glyph tells which way round their row is read.

        The tile of a claimed chow does, where it lies as it should, on the left.
        """
        for row in self.layout.rows:
            across = {place.tile for place in row.places if place.crosswise}
            sets = [part for part in grouping.parts if part.source and set(part.tiles) <= set(row.tiles)]
            if row.told >= _FACED or any(part.kind == "chow" and part.tiles[0] in across for part in sets):
                continue
            for part in sets:
                if part.kind != "chow" and part.source % 4 != 2:
                    yield Doubt(part.tiles[0], "row-direction")


def _with(parts: tuple[Part, ...], part: Part, opens: bool) -> tuple[Part, ...]:
    """The parts with one more, which goes on with the last one where both are of one kind and one row."""
    goes_on = part.kind == "flowers" or (part.kind in ("concealed", "aside") and not opens)
    if parts and goes_on and parts[-1].kind == part.kind:
        return (*parts[:-1], Part(part.kind, parts[-1].tiles + part.tiles))
    return (*parts, part)


def _winner_named(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Where no tile was set apart, the last of the last concealed run is the one the hand was won with."""
    won = next((i for i, p in enumerate(parts) if p.kind == "winning"), None)
    if won is not None:
        before, mine, after = parts[:won], parts[won], parts[won + 1 :]
        if mine.source and before and after and before[-1].kind == after[0].kind == "concealed":
            run = replace(before[-1], tiles=before[-1].tiles + after[0].tiles)  # it lay crosswise among them
            before, after = (*before[:-1], run), after[1:]
        return (*before, replace(mine, source=0), *after)
    at = max(i for i, p in enumerate(parts) if p.kind == "concealed")
    run = parts[at]
    rest = (replace(run, tiles=run.tiles[:-1]),) if len(run.tiles) > 1 else ()
    return (*parts[:at], *rest, Part("winning", run.tiles[-1:]), *parts[at + 1 :])
