"""Ponds: the discards of each player, in order, in short rows round the middle of a table.

Pure geometry, on the plane of the table. A player discards in rows before him, the first of them nearest the middle,
each from his left to his right; a tile that makes a declaration lies crosswise in its place. Ponds lie evenly round
one middle, at right angles to each other: hands lie too far from it, melds beside it, and tiles that were thrown at
other angles. Where more tiles are thrown than lie in ponds, there is a heap and no pond. Glyphs stand upright for
their player at most tables, and at some as they fall.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.rows import ASPECT
from vision.quads import Array

FEWEST: Final = 3
"""Fewest tiles of a pond. Fewer may lie so by chance; more loses ponds early in a hand."""

_LONGEST: Final = 8
"""Most tiles of a row: six by custom, more in the last one. More takes hands with melds for ponds; fewer loses ponds
late in a hand."""

_FULL: Final = 4.5
"""Least width, in tiles, of the longest of several rows. More loses ponds with tiles that were not found; with 4, kongs
and melds one before another are a pond."""

_PARALLEL: Final = np.cos(np.radians(25.0))
"""Cosine of the greatest angle between neighbours. A larger angle joins tiles that were thrown; a smaller one breaks up
careless ponds."""

_CROSSWISE: Final = np.cos(np.radians(65.0))
"""Cosine of the least angle between a crosswise tile and its pond. A smaller angle takes tiles askew for crosswise; a
larger one loses careless ones."""

_BESIDE: Final = (0.5, 2.8)
"""Distance between neighbours in a row, in tile widths; one may be missing between them, or lie crosswise. A lower
least one takes two finds of one tile for neighbours; a greater most one joins a pond with tiles beside it."""

_LINE: Final = 0.5
"""Greatest distance of a tile from the line of its neighbour in the row, in tile heights. More mixes rows; less breaks
up careless ones."""

_BEFORE: Final = (0.7, 1.4)
"""Distance between tiles of rows that touch, in tile heights. A lower least one joins tiles of one row; a greater most
one joins melds that lie apart."""

_COLUMN: Final = 0.6
"""Greatest distance to the side between such tiles, in tile widths. More joins rows that meet at their ends; less parts
rows that are shifted."""

_PITCH: Final = 0.5
"""Least distance between rows, in tile heights: parts of one row lie closer. More joins careless rows; less parts a row
at its gaps."""

_SQUARE: Final = np.radians(16.0)
"""Greatest angle between a pond and its side of the table; the 36 ponds of real tables that were looked at stay below
10 degrees. More takes chance rows of thrown tiles for ponds; less loses ponds of a plane that is inexact."""

_REACH: Final = (0.5, 4.2)
"""Distance of the first rows from the middle of the table, in tile heights: 1.8 to 2.8 on real tables, more round a
large console. Beyond 4.2 hands are ponds; below 0.5 parts of a set that is laid out."""

_EVEN: Final = 1.0
"""Greatest difference between that of one pond and that of all, in tile heights. More takes other things round a middle
for ponds; less loses ponds of careless players."""

_ASIDE: Final = 2.6
"""Greatest distance of the middle of a pond from the line between its player and the middle of the table, in tile
heights. More takes melds at a corner for ponds; less loses ponds that begin far to one side."""

_EDGE: Final = 0.4
"""Distance from the line of the first rows, in tile heights, from which a tile lies between the ponds. More lets tiles
of a heap lie there; less takes the ends of uneven rows for such tiles."""

_CLUTTER: Final = 0.15
"""Most tiles between the ponds, as a share of theirs: dice and emblems of a console are taken for some. More finds
ponds in heaps of tiles; less loses ponds to such finds."""

_ASKEW: Final = np.radians(12.0)
"""Angle to all sides of a table from which a tile lies askew to it. More takes chance rows of a heap for ponds; less
loses ponds of a plane that is inexact, beside hands."""

_CARELESS: Final = 0.2
"""Greatest share of tiles askew in ponds. More takes chance rows of a heap for ponds; less loses careless ones."""

_USUAL: Final = 6
"""Tiles of a row by custom: a shorter one has begun as far to the left."""

_LATERAL: Final = 0.3
"""Weight of that distance to the side, beside the distance from the middle, where the middle is fitted. More follows
ponds that lie to one side; less leaves the middle between opposite ponds open."""

TOGETHER: Final = 8
"""Fewest tiles of all ponds, where the place of the table is not known. Fewer may lie so by chance; more loses ponds
early in a hand."""

_TOLD: Final = 0.35
"""Least share of the glyphs of each of two ponds that stand upright for its player, more than there are upside down.
Higher loses ponds of players who do not turn their tiles; lower takes chance rows for ponds."""


@dataclass(frozen=True, slots=True)
class FoundPond:
    """The discards of one player.

    Attributes:
        rows: The tiles of each row from its left end as the player sees it, rows from the middle of the table outwards.
        quarter: Quarter turns round the table, 0 to 3 in the order of play, from the player of quarter 0.
        crosswise: The tile that lies crosswise, or None.
    """

    rows: tuple[tuple[int, ...], ...]
    quarter: int
    crosswise: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """Its tiles, in the order of discard."""
        return tuple(tile for row in self.rows for tile in row)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """The place of a table on its plane.

    Attributes:
        middle: (2,) its middle.
        turn: Direction in radians in which the player of quarter 0 looks.
    """

    middle: Array
    turn: float

    def quarters(self, points: Array) -> NDArray[np.int64]:
        """Return the quarters (N,) of the sides at which points (N, 2) of the plane lie."""
        across, away = (self.middle - points).T
        return _quarters(np.arctan2(away, across), self.turn)


def find_ponds(
    quads: Array, upright: NDArray[np.floating], others: Array, known: Place | None = None
) -> tuple[tuple[FoundPond, ...], Place] | None:
    """Find the ponds of a table, one for each player: at least two, or any if the place of the table is known.

    One pond alone may be a hand in two rows, or a part of a set that is laid out.

    Args:
        quads: (N, 4, 2) corners of the faces on the plane of the table as seen from above, clockwise from the glyph's
            top left.
        upright: (N,) weights from 0 to 1 of the glyphs in telling which way up their row lies.
        others: (M, 2) middles of tiles that are no discards.
        known: The place of the table, if it is known.

    Returns:
        The ponds in the order of play, and the place of the table, or None if there are none.
    """
    if len(quads) < FEWEST:
        return None
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    lengths = np.maximum(np.linalg.norm(down, axis=1), 1e-9)
    height = float(np.median(lengths))
    tiles = _Tiles(quads.mean(axis=1) / height, -down / lengths[:, None], np.asarray(upright, np.float64))
    blocks = [block for block in tiles.blocks() if block.is_pond]
    turn, middle = (_turn(blocks), None) if known is None else (known.turn, known.middle / height)
    sided = [seat for block in blocks if (seat := block.seated(turn))]
    everything = np.concatenate([tiles.points, others / height])
    askew = tiles.askew(turn) & (known is None)
    free = (each for each in _arrangements(sided, middle) if each.is_free(everything) and not each.in_heap(askew))
    best = max(free, key=lambda each: each.merit, default=None)
    if best is None:
        return None
    seats = sorted(best.seats, key=lambda seat: seat.quarter)
    ponds = tuple(FoundPond(seat.block.lines, seat.quarter, seat.block.crosswise) for seat in seats)
    return ponds, Place(best.middle * height, turn)


def _turn(blocks: Sequence["_Block"]) -> float:
    """Return the direction, to a quarter turn, in which most tiles of blocks lie, in radians."""
    if not blocks:
        return 0.0
    sizes = np.array([len(block.tiles) for block in blocks])
    around = np.exp(4j * np.array([block.angle for block in blocks]))  # quarter turns are whole ones here
    near = np.abs(np.angle(around[:, None] / around)) < 4 * _SQUARE
    return float(np.angle(sizes * near[(near @ sizes).argmax()] @ around)) / 4


def _quarters(angles: Array, turn: float) -> NDArray[np.int64]:
    """Return the quarters (N,) of players who look most nearly in the directions of angles (N,)."""
    return np.asarray(np.rint((turn - angles) / (np.pi / 2)), np.int64) % 4


def _right(up: Array) -> Array:
    """Return the direction to the right of one, as y points down."""
    return np.array([-up[1], up[0]])


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Rows that touch.

    Attributes:
        lines: As in `FoundPond.rows`, for a player who looks along `up`.
        crosswise: As in `FoundPond`.
        points: (N, 2) middles of all tiles, in tile heights.
        up: (2,) unit direction, from the foot of most of its glyphs to their top.
        told: Share of its glyphs that stand that way, more than there are upside down.
    """

    lines: tuple[tuple[int, ...], ...]
    crosswise: int | None
    points: Array
    up: Array
    told: float

    @property
    def tiles(self) -> list[int]:
        """Its tiles."""
        return [tile for line in self.lines for tile in line]

    @property
    def angle(self) -> float:
        """The direction `up`, in radians."""
        return float(np.arctan2(self.up[1], self.up[0]))

    @property
    def is_pond(self) -> bool:
        """True if its rows are as long as those of a pond."""
        right = _right(self.up)
        widths = [float(np.ptp(self.points[list(line)] @ right)) / ASPECT + 1 for line in self.lines]
        most = max(len(line) for line in self.lines)
        return (
            len(self.tiles) >= FEWEST
            and max(most, max(widths) - 1) <= _LONGEST
            and (len(self.lines) == 1 or max(widths) >= _FULL)
        )

    def seated(self, turn: float) -> "_Seat | None":
        """Return the block at its side of a table, or None if it lies askew to all of them."""
        quarter = int(_quarters(np.array([self.angle]), turn)[0])
        looks = turn - quarter * np.pi / 2
        up = np.array([np.cos(looks), np.sin(looks)])
        if float(self.up @ up) < np.cos(_SQUARE):
            return None
        placed = self.points[self.tiles]
        along = placed @ _right(up)
        centre = max(float(along.min()) + (_USUAL - 1) * ASPECT / 2, float(along.min() + along.max()) / 2)
        return _Seat(self, quarter, up, float((placed @ up).max()) + 0.5, centre)


@dataclass(frozen=True, slots=True, eq=False)
class _Seat:
    """A block as the pond of one player.

    Attributes:
        block: The block.
        quarter: As in `FoundPond`.
        up: (2,) unit direction in which the player looks.
        front: Place of its foremost edge in that direction, in tile heights.
        centre: Place of its middle to the right of it, if its longest row were whole.
    """

    block: _Block
    quarter: int
    up: Array
    front: float
    centre: float


@dataclass(frozen=True, slots=True, eq=False)
class _Arrangement:
    """Ponds round one middle.

    Attributes:
        seats: The ponds.
        middle: (2,) the middle.
        reach: Distance of the first rows from it, in tile heights.
        merit: Number of their tiles, and how evenly they lie.
    """

    seats: tuple[_Seat, ...]
    middle: Array
    reach: float
    merit: tuple[int, float]

    def is_free(self, points: Array) -> bool:
        """Return True if none of the tiles at points (N, 2) lies between the ponds, but for what is taken for one."""
        off = points - self.middle
        up = self.seats[0].up
        inside = np.maximum(np.abs(off @ up), np.abs(off @ _right(up))) < self.reach - _EDGE
        return bool(inside.sum() <= _CLUTTER * self.merit[0])

    def in_heap(self, askew: NDArray[np.bool_]) -> bool:
        """Return True if a fifth of its tiles lie askew (N,), or more beside them than in them: such rows are chance.

        Of ten tables with ponds the most are 2 of 22 tiles, and 22 beside 29.
        """
        ours = [tile for seat in self.seats for tile in seat.block.tiles]
        return bool(askew[ours].mean() > _CARELESS or np.delete(askew, ours).sum() > len(ours))


def _arrangements(sided: Sequence[_Seat], known: Array | None) -> Iterable[_Arrangement]:
    """Yield the ways to take some of the blocks for the ponds of different players round one middle."""
    if known is not None:
        sided = [seat for seat in sided if _round((seat,), known)]
    fits = {
        (a, b)
        for (a, one), (b, other) in combinations(enumerate(sided), 2)
        if one.quarter != other.quarter
        and not set(one.block.tiles) & set(other.block.tiles)
        and _round((one, other), known)
    }
    chosen: list[tuple[int, ...]] = [()]
    for n in range(len(sided)):
        chosen += [(*before, n) for before in chosen if all((each, n) in fits for each in before)]
    for each in chosen:
        seats = tuple(sided[n] for n in each)
        few = len(seats) < 2 or sum(len(seat.block.tiles) for seat in seats) < TOGETHER
        if seats and not (few and known is None) and _upright(seats) and (found := _round(seats, known)):
            yield found


def _upright(seats: Sequence[_Seat]) -> bool:
    """Return True if enough glyphs stand upright for their players: of many ponds, their places tell whose they are."""
    if len(seats) < 3:
        return min(seat.block.told for seat in seats) >= _TOLD
    return sum(seat.block.told * len(seat.block.tiles) for seat in seats) > 0


def _round(seats: Sequence[_Seat], known: Array | None) -> _Arrangement | None:
    """Return the ponds of different players with the middle round which they lie, or None if they lie round none."""
    ups = np.array([seat.up for seat in seats])
    rights = np.column_stack([-ups[:, 1], ups[:, 0]])
    fronts, centres = (np.array([getattr(seat, name) for seat in seats]) for name in ("front", "centre"))
    if known is None:
        # The middle, and its distance from the first rows: up · middle - distance = front, right · middle = centre.
        ahead = np.column_stack([ups, -np.ones(len(seats))])
        aside = np.column_stack([rights, np.zeros(len(seats))]) * _LATERAL
        solved = np.linalg.lstsq(np.vstack([ahead, aside]), np.append(fronts, centres * _LATERAL), rcond=None)[0]
        middle = np.asarray(solved[:2])
    else:
        middle = known
    reach = ups @ middle - fronts
    uneven, aside = np.abs(reach - reach.mean()), np.abs(rights @ middle - centres)
    if not _REACH[0] <= reach.mean() <= _REACH[1] or uneven.max() > _EVEN or aside.max() > _ASIDE:
        return None
    told = sum(seat.block.told for seat in seats)
    off = float(uneven.sum() + _LATERAL * aside.sum())
    return _Arrangement(
        tuple(seats), middle, float(reach.mean()), (sum(len(seat.block.tiles) for seat in seats), told - off)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """Tiles on the plane.

    Attributes:
        points: (N, 2) middles, in tile heights.
        ups: (N, 2) unit directions from foot to top.
        upright: As in `find_ponds`.
    """

    points: Array
    ups: Array
    upright: Array

    def askew(self, turn: float) -> NDArray[np.bool_]:
        """Return (N,) True for tiles that lie askew to all sides of a table of this direction, in radians."""
        quarters = (np.arctan2(self.ups[:, 1], self.ups[:, 0]) - turn) / (np.pi / 2)
        return np.asarray(np.abs(quarters - np.rint(quarters)) * np.pi / 2 > _ASKEW)

    def blocks(self) -> list[_Block]:
        """Return the groups of rows that touch, each as either of two players at opposite sides sees it."""
        cosine = self.ups @ self.ups.T
        mean = self.ups[:, None] + np.where(cosine < 0, -1, 1)[:, :, None] * self.ups
        mean /= np.linalg.norm(mean, axis=2, keepdims=True)
        step = self.points - self.points[:, None]
        ahead = np.abs((step * mean).sum(axis=2))
        along = (step[..., 1] * mean[..., 0] - step[..., 0] * mean[..., 1]) / ASPECT
        aside = np.abs(along)
        parallel = np.abs(cosine) > _PARALLEL
        beside = _mutual(parallel & (ahead < _LINE) & (aside > _BESIDE[0]) & (aside < _BESIDE[1]), along, ahead)
        before = parallel & (aside < _COLUMN) & (ahead > _BEFORE[0]) & (ahead < _BEFORE[1])
        rows, groups = _joined(beside), _joined(beside | before)
        members = sorted((np.flatnonzero(groups == each).tolist() for each in np.unique(groups)), key=len, reverse=True)
        loose = [tile for each in members if len(each) < FEWEST for tile in each]
        return [self._block(each, rows, loose, way) for each in members if len(each) > 1 for way in (1, -1)]

    def _block(self, tiles: list[int], rows: NDArray[np.int64], others: Sequence[int], way: int) -> _Block:
        """Return tiles of rows that touch as a block, with the first of some other tiles that lies crosswise in it.

        Args:
            tiles: The tiles.
            rows: (N,) the row of each tile of the picture.
            others: Tiles that may lie crosswise.
            way: 1 for a player who sees the first of the tiles upright, -1 for the one opposite.
        """
        signs = way * np.sign(self.ups[tiles] @ self.ups[tiles[0]])
        told = float((signs * self.upright[tiles]).sum()) / max(float(self.upright[tiles].sum()), 1e-9)
        up = (self.ups[tiles] * signs[:, None]).sum(axis=0)
        up /= np.linalg.norm(up)
        parts = [[tile for tile in tiles if rows[tile] == row] for row in dict.fromkeys(rows[tiles].tolist())]
        # Where the plane is inexact, rows run not quite at right angles to their glyphs: their ends tell.
        ends = (self.points[sorted(part, key=lambda tile: float(self.points[tile] @ _right(up)))] for part in parts)
        run = sum((each[-1] - each[0] for each in ends), np.zeros(2))
        if np.linalg.norm(run) > FEWEST * ASPECT:
            up = np.array([run[1], -run[0]]) / np.linalg.norm(run)
        out, along = -(self.points @ up), self.points @ _right(up)
        lines: list[list[int]] = []
        for part in sorted(parts, key=lambda part: float(out[part].mean())):
            if lines and out[part].mean() - out[lines[-1]].mean() < _PITCH:
                lines[-1] += part
            else:
                lines.append(part)
        crossing = [tile for tile in others if tile not in tiles and abs(float(self.ups[tile] @ up)) < _CROSSWISE]
        crosswise = next((tile for tile in crossing if _laid(tile, lines, out, along)), None)
        ordered = tuple(tuple(sorted(line, key=lambda tile: float(along[tile]))) for line in lines)
        return _Block(ordered, crosswise, self.points, up, told)


def _laid(tile: int, lines: list[list[int]], out: Array, along: Array) -> bool:
    """Add a crosswise tile to the line in which it lies, or as one of its own behind the last, and return True.

    Args:
        tile: The tile.
        lines: The rows of a pond, first the one nearest the middle of the table.
        out: (N,) places of all tiles outwards, in tile heights.
        along: (N,) places of all tiles along the rows.
    """
    for line in lines:
        gap = float(np.abs(along[line] - along[tile]).min()) - (1 + ASPECT) / 2
        if abs(out[tile] - out[line].mean()) < _LINE and abs(gap) < _LINE * ASPECT:
            line.append(tile)
            return True
    last = lines[-1]
    behind = _BEFORE[0] < out[tile] - out[last].mean() < _BEFORE[1]
    if behind and along[last].min() - _LINE < along[tile] < along[last].max():
        lines.append([tile])
        return True
    return False


def _mutual(near: NDArray[np.bool_], along: Array, ahead: Array) -> NDArray[np.bool_]:
    """Return (N, N) True for tiles that are each other's nearest neighbours on one side, of those that are near.

    Args:
        near: (N, N) True for tiles that may be neighbours.
        along: (N, N) places of each tile along the row of another one.
        ahead: (N, N) distances from that row.
    """
    linked = np.zeros_like(near)
    for side in (1, -1):
        apart = np.where(near & (np.sign(along) == side), np.abs(along) + ahead, np.inf)
        nearest = apart.argmin(axis=1)
        there = np.flatnonzero(np.isfinite(apart.min(axis=1)))
        linked[there, nearest[there]] = True
    return np.asarray(linked & linked.T)


def _joined(linked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the group (N,) of each tile, of those that are linked directly or by others."""
    group = np.arange(len(linked))
    while True:
        joined = np.minimum(group, np.where(linked, group, len(linked)).min(axis=1))
        if (joined == group).all():
            return group
        group = joined
