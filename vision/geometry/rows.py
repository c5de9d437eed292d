"""Arrangement of tiles: rows in reading order, crosswise tiles, tiles laid beyond others, and the gaps between.

Pure geometry: of the faces only the orientation of each tile. All tiles of a set are equal rectangles on a plane, so
each quad tells how the picture stretches the table there: for axes seen as the columns of A, the matrix A
diag(1/width², 1/height²) Aᵀ is the same for every turn of the tile. Smoothed over the picture it gives every tile a
rectified frame, measured in tile heights, whatever the direction of the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.quads import Array

ASPECT: Final = 0.74
"""Width of a tile over its height; sets on sale measure 0.70-0.80."""

REACH: Final = 1.8
"""Widest gap, in tile widths, within a row. More joins neighbouring hands; less splits hands with a gap before a
meld."""

_OVERLAP: Final = -0.45
"""Narrowest gap, in tile widths, between neighbours: quads of tiles that lie askew overlap. Lower links stacked tiles
into a row; higher splits a row of askew tiles."""

_OFFSET: Final = 0.42
"""Greatest distance of a tile's middle from the line of its row, in tile heights. More takes in discards beside the
hand; less splits crooked rows."""

_ALIGNED: Final = np.cos(np.radians(22.0))
"""Cosine of the largest angle between the axes of neighbours. A larger angle links scattered tiles; a smaller one
splits curved rows."""

_KINK: Final = 0.85
"""Greatest distance of the end of a row from the line of the one that it goes on, in tile heights. More takes rows
before one another for one that bends; less breaks up hands laid carelessly."""

_BEND: Final = np.cos(np.radians(26.0))
"""Cosine of the largest angle between a row and the one that it goes on. A larger angle joins rows at a corner; a
smaller one breaks up hands laid carelessly."""

_AS_HELD: Final = 0.7
"""Weight of the picture's own orientation, in clear glyphs, when deciding the orientation of a row. More reads rows of
the player opposite upside down; less flips rows of unclear glyphs."""

_CROSSWISE_COST: Final = 1.9
"""Merit that each crosswise tile takes from a chain, in tiles. More splits melds from their row; less takes standing
tiles beside it into the row."""

_CLAIMED_COST: Final = 0.9
"""The same where three or four tiles touch, one of them crosswise, as a meld lies. More lets the crosswise tiles of
melds that lie one before another make a column; less takes other tiles for melds."""

_TOUCH: Final = 0.2
"""Widest gap of tiles that touch, in tile widths. More takes loose tiles for melds; less misses melds laid roughly."""

_LOOSE: Final = 0.4
"""Excess over `_TOUCH` from which a wider gap tells no more, in tile widths. More breaks up rows at gaps before melds;
less lets tiles that lie apart make columns."""

_GAP_COST: Final = 2.0
"""Merit that each gap takes from a chain of tiles that do not touch, in tiles for each tile width. More breaks up rows
laid loosely; less lets tiles that lie apart make columns."""

_ADDED_ALONG: Final = 0.35
"""Greatest distance of an added tile from the crosswise tile along the row, in tile heights. More takes in stray tiles;
less misses added kongs laid crookedly."""

_ADDED_BEYOND: Final = 0.22
"""Greatest deviation of an added tile from one tile width beyond the crosswise tile, in tile heights. More takes in
stray tiles; less misses added kongs laid crookedly."""

_SMOOTHING: Final = 4.0
"""Distance, in tile sizes, over which the shapes of tiles are averaged. More misses a lens's distortion; less follows
errors of single corners."""

_FLATNESS: Final = 0.05
"""Weight per ten tiles that keeps the sizes flat if a single row does not tell their slope. More flattens true
perspective; less invents a slope from noise."""

_OUTLIER: Final = (3.0, 0.02)
"""Distance of a size from the fit that makes it an outlier: median distances, or a share of the median size, if more.
Higher lets cut-off tiles bend the fit; lower drops distant tiles."""

_MOST_OFF: Final = 2.0
"""Factor by which the fitted size of a tile may differ from its own. More lets a bad fit shrink tiles; less keeps the
errors of single quads."""


@dataclass(frozen=True, slots=True)
class RowTile:
    """A tile in its row.

    Attributes:
        tile: Its index.
        crosswise: True if it lies a quarter turn from its row.
        gap: Gap before it, in tile widths; infinite for the first.
        added: Index of a tile laid beyond it, as beyond the claimed tile of an added kong.
    """

    tile: int
    crosswise: bool
    gap: float
    added: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """Tiles side by side, in reading order with most glyphs upright.

    Attributes:
        places: Its tiles, at least one.
        up: Unit (x, y) direction of its glyphs' top in the rectified frame.
        upright_margin: Clear glyphs that stand this way, less those upside down.
        tiles: Indices of all its tiles, an added one after the tile that it lies beyond.
    """

    places: tuple[RowTile, ...]
    up: tuple[float, float]
    upright_margin: float
    tiles: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        tiles = tuple(t for p in self.places for t in (p.tile, p.added) if t is not None)
        object.__setattr__(self, "tiles", tiles)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The rows of a picture, longest first, and the steps between their tiles.

    Attributes:
        rows: The rows; every tile is in exactly one.
        steps: (N, N, 2) steps from the middle of each tile to those of the others in the rectified frame, in tile
            heights.
        distances: (N, N) their lengths.
    """

    rows: tuple[Row, ...]
    steps: Array
    distances: Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "distances", np.linalg.norm(self.steps, axis=2))

    def nearest(self, row: Row) -> list[float]:
        """Return the shortest distance from a row to each of the rows, in tile heights."""
        order = [t for each in self.rows for t in each.tiles]
        starts = np.cumsum([0, *(len(each.tiles) for each in self.rows[:-1])])
        near = self.distances[list(row.tiles)].min(axis=0)[order]
        return [float(d) for d in np.minimum.reduceat(near, starts)]

    def goes_on(self, one: Row, other: Row) -> bool:
        """Return True if a row goes on where another one ends, a little off its line or turned, as a long row bends."""
        if min(len(one.places), len(other.places)) < 2 or abs(np.dot(one.up, other.up)) < _BEND:
            return False
        up = np.array(one.up)
        right = np.array([-up[1], up[0]])
        for end, way in ((one.places[-1], right), (one.places[0], -right)):
            step = self.steps[end.tile, [other.places[0].tile, other.places[-1].tile]]
            along, off = step @ way, np.abs(step @ up)
            near = along.argmin()
            if 0 < along[near] < (1 + REACH) * ASPECT and off[near] < _KINK:
                return True
        return False


def find_rows(quads: NDArray[np.floating], upright: NDArray[np.floating]) -> Layout:
    """Find the rows of the tiles.

    Args:
        quads: (N, 4, 2) corners in pixels, clockwise, from the glyph's top left if known.
        upright: (N,) in -1..1: confidence that a quad starts at the glyph's top left and not at its bottom right; 0 for
            a back, or a face that looks the same turned by half.
    """
    count = len(quads)
    if count == 0:
        return Layout((), np.zeros((0, 0, 2)))
    corners = np.asarray(quads, np.float64)
    centre = corners.mean(axis=1)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    frame = _frames(centre, across, down)
    step = centre[None] - centre[:, None]
    vector = np.einsum("ijab,ijb->ija", (frame[:, None] + frame[None]) / 2, step)
    axes = np.stack([_unit(np.einsum("iab,ib->ia", frame, v)) for v in (across, down)], axis=1)
    geometry = _PairGeometry(vector, axes, np.asarray(upright, np.float64))
    rows = sorted(geometry.rows(), key=lambda row: -len(row.places))
    return Layout(tuple(rows), vector)


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _frames(centre: Array, across: Array, down: Array) -> Array:
    """Return (N, 2, 2) matrices that map a step in pixels near each tile to tile heights on the table.

    Args:
        centre: (N, 2) middles of the tiles in pixels.
        across: (N, 2) their sides across in pixels.
        down: (N, 2) their sides down in pixels.
    """
    stretch = np.einsum("ia,ib->iab", across, across) / ASPECT**2 + np.einsum("ia,ib->iab", down, down)
    stretch += 1e-6 * np.eye(2)
    area = np.sqrt(np.linalg.det(stretch))
    shape = stretch / area[:, None, None]
    size = np.sqrt(area)
    apart = np.linalg.norm(centre[None] - centre[:, None], axis=2) / size[:, None]
    weight = np.exp(-((apart / _SMOOTHING) ** 2))
    smooth = np.einsum("ij,jab->iab", weight, shape) / weight.sum(axis=1)[:, None, None]
    smooth /= np.sqrt(np.linalg.det(smooth))[:, None, None]
    lower = np.linalg.cholesky(smooth) * _sizes(centre, size)[:, None, None]
    return np.asarray(np.linalg.inv(lower), np.float64)


def _sizes(centre: Array, size: Array) -> Array:
    """Return the sizes (N,) in pixels that tiles have on one flat table in perspective.

    A small square on a plane at depth z covers an area proportional to z⁻³, and 1/z is linear in the picture: so is the
    power 2/3 of its side.
    """
    if len(size) < 3:
        return size
    spread = max(float(np.abs(centre - centre.mean(axis=0)).max()), 1e-6)
    terms = np.column_stack([np.ones(len(size)), (centre - centre.mean(axis=0)) / spread])
    seen = size ** (2 / 3)
    pull = np.diag([0.0, _FLATNESS, _FLATNESS]) * len(size) / 10
    inliers = np.ones(len(size), bool)
    times, share = _OUTLIER
    for _ in range(3):  # cut-off or misjudged tiles are outliers and leave the fit
        known = terms[inliers]
        fitted = terms @ np.linalg.solve(known.T @ known + pull, known.T @ seen[inliers])
        off = np.abs(seen - fitted)
        inliers = off <= max(times * float(np.median(off)), share * float(np.median(seen)))
    fitted = np.clip(fitted, seen / _MOST_OFF, _MOST_OFF * seen)
    return np.asarray(fitted**1.5)


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """Tiles linked side by side.

    Attributes:
        tiles: Their indices, from one end of the chain to the other.
        ways: Orientation of each in the chain: 0 upright, 1 crosswise.
        gaps: (N - 1,) the gaps between them, in tile widths.
        added: The tile laid beyond a tile of the chain, by index.
    """

    tiles: tuple[int, ...]
    ways: tuple[int, ...]
    gaps: Array
    added: dict[int, int]

    @property
    def merit(self) -> tuple[float, int]:
        """Return the likelihood that it is a row: its tiles, less for crosswise ones, and if none touches the next; of
        equal ones the longer first.

        Melds that lie one before another make a column, too, of their crosswise tiles: but the tiles of a meld touch.
        """
        crosswise = sum(self.ways)
        narrowest, widest = (self.gaps.min(), self.gaps.max()) if len(self.gaps) else (0.0, 0.0)
        meld = crosswise == 1 and len(self.ways) in (3, 4) and widest < _TOUCH
        cost = _CLAIMED_COST if meld else _CROSSWISE_COST * crosswise
        apart = _GAP_COST * float(np.minimum(self.gaps - _TOUCH, _LOOSE).sum()) if narrowest > _TOUCH else 0.0
        return len(self.ways) - cost - apart + len(self.added), len(self.ways)


_NO_GAPS: Final = np.zeros(0)
"""The gaps of a tile alone."""

_Node = tuple[int, int]
"""A tile, and its orientation in a chain: 0 upright, 1 crosswise."""


def _walk(links: dict[_Node, list[_Node]], start: _Node, first: _Node) -> list[_Node]:
    """Follow the links from `first` on, away from `start`, to the end or to a tile already passed."""
    path: list[_Node] = []
    met = {start[0]}
    before, at = start, first
    while at[0] not in met:
        path.append(at)
        met.add(at[0])
        onward = [n for n in links.get(at, []) if n != before]
        if not onward:
            break
        before, at = at, onward[0]
    return path


@dataclass(frozen=True, slots=True, eq=False)
class _PairGeometry:
    """Geometry of pairs of tiles in the rectified frame.

    Attributes:
        vector: (N, N, 2) steps from the middle of each tile to those of the others, in tile heights.
        axes: (N, 2, 2) unit axes of each tile: across, then down.
        upright: (N,) as in `find_rows`.
    """

    vector: Array
    axes: Array
    upright: Array

    def rows(self) -> list[Row]:
        """Take the best chain of the free tiles until every tile has a row."""
        free = np.ones(len(self.axes), bool)
        pairs = self._pairs()
        rows: list[Row] = []
        while free.any():
            for chain in sorted(self._chains(pairs, free), key=lambda c: c.merit, reverse=True):
                tiles = [*chain.tiles, *chain.added.values()]
                if not free[tiles].all():
                    break  # some of its tiles are taken: link the free ones again
                free[tiles] = False
                rows.append(self._row(chain))
        return rows

    def _chains(self, pairs: tuple[Array, Array], free: NDArray[np.bool_]) -> list[_Chain]:
        """Return all chains of the free (N,) tiles, with each tile once upright and once crosswise."""
        links = self._links(pairs, free)
        chains: list[_Chain] = []
        seen: set[_Node] = set()
        for tile in np.flatnonzero(free).tolist():
            for way in (0, 1):
                if (tile, way) in seen:
                    continue
                node = (tile, way)
                beside = links.get(node, [])
                ahead = _walk(links, node, beside[0]) if beside else []
                behind = _walk(links, node, beside[1]) if len(beside) > 1 else []
                nodes = [*reversed(behind), node, *(n for n in ahead if n not in behind)]
                seen.update(nodes)
                tiles = tuple(n[0] for n in nodes)
                ways = tuple(n[1] for n in nodes)
                chains.append(_Chain(tiles, ways, self._gaps(tiles, ways), self._added(tiles, ways, free)))
        return chains

    def _gaps(self, tiles: Sequence[int], ways: Sequence[int]) -> Array:
        """Return the gaps (N - 1,) between the tiles of a chain, in tile widths."""
        if len(tiles) < 2:
            return _NO_GAPS
        half = np.where(ways, 0.5, ASPECT / 2)
        apart = np.linalg.norm(self.vector[tiles[:-1], tiles[1:]], axis=1)
        return np.asarray((apart - half[:-1] - half[1:]) / ASPECT)

    def _pairs(self) -> tuple[Array, Array]:
        """Return how ill each two nodes fit side by side, and on which side the second lies, each (2 N, 2 N).

        The nodes are each tile upright and crosswise; two that cannot be neighbours fit infinitely ill.
        """
        tile, way = np.divmod(np.arange(2 * len(self.axes)), 2)
        axis = self.axes[tile, way]
        cosine = axis @ axis.T
        same = np.sign(cosine)
        x, y = (axis[:, [k]] + same * axis[:, k] for k in (0, 1))  # both axes together, (M, M) each
        length = np.maximum(np.hypot(x, y), 1e-9)
        right, down = (self.vector[tile[:, None], tile, k] for k in (0, 1))
        along = (right * x + down * y) / length
        off = np.abs(right * y - down * x) / length
        half = np.where(way == 0, ASPECT / 2, 0.5)
        gap = (np.abs(along) - half[:, None] - half[None]) / ASPECT
        fit = (np.abs(cosine) > _ALIGNED) & (off < _OFFSET) & (gap > _OVERLAP) & (gap < REACH)
        fit &= tile[:, None] != tile[None]
        # Of two at the same distance, the one closer to the line is the neighbour.
        return np.where(fit, np.abs(along) + off, np.inf), np.sign(along)

    def _links(self, pairs: tuple[Array, Array], free: NDArray[np.bool_]) -> dict[_Node, list[_Node]]:
        """Mutual nearest neighbours: maps a node to the nodes beside it, at most one on either side.

        Args:
            pairs: As `_pairs` returns them.
            free: (N,) True for the tiles that may be linked.
        """
        kept = np.repeat(free, 2)
        nodes = [(int(t), w) for t in np.flatnonzero(free) for w in (0, 1)]
        cost, sides = (each[kept][:, kept] for each in pairs)
        best = {}
        for side in (1, -1):
            sided = np.where(sides == side, cost, np.inf)
            nearest = sided.argmin(axis=1)
            there = np.isfinite(sided[np.arange(len(nodes)), nearest])
            best[side] = np.where(there, nearest, -1).tolist()
        links: dict[_Node, list[_Node]] = {}
        for i, node in enumerate(nodes):
            for side in (1, -1):
                j = best[side][i]
                if j >= 0 and i in (best[1][j], best[-1][j]):
                    links.setdefault(node, []).append(nodes[j])
        return links

    def _added(self, tiles: tuple[int, ...], ways: tuple[int, ...], free: NDArray[np.bool_]) -> dict[int, int]:
        """Map crosswise tiles of a chain to the one free tile that lies along them, a tile width beyond."""
        added: dict[int, int] = {}
        if sum(ways) == 0 or sum(ways) == len(ways):
            return added
        for tile, way in zip(tiles, ways, strict=True):
            if not way:
                continue
            along, off = self.axes[tile, 1], self.axes[tile, 0]
            steps = self.vector[tile]
            beside = (np.abs(steps @ along) < _ADDED_ALONG) & (np.abs(np.abs(steps @ off) - ASPECT) < _ADDED_BEYOND)
            beside &= (np.abs(self.axes[:, 1] @ along) > _ALIGNED) & free
            beside[list(tiles)] = False
            if beside.sum() == 1:
                added[tile] = int(np.flatnonzero(beside)[0])
        return added

    def _row(self, chain: _Chain) -> Row:
        """Return the row of a chain, turned so that most of its glyphs stand upright."""
        tiles = list(chain.tiles)
        straight = [t for t, way in zip(tiles, chain.ways, strict=True) if not way] or tiles
        way = 0 if sum(chain.ways) < len(tiles) else 1
        right = _unit(self.vector[tiles[0], tiles[-1]]) if len(tiles) > 1 else self.axes[tiles[0], 0]
        sure = self.upright[straight] * np.abs(self.upright[straight]) * (way == 0)
        facing = float((np.sign(self.axes[straight, way] @ right) * sure).sum())
        # If few glyphs are clear, the picture's own orientation decides.
        if facing + _AS_HELD * float(right[0]) < 0:
            tiles.reverse()
            right = -right
        ways = dict(zip(chain.tiles, chain.ways, strict=True))
        gaps = (float("inf"), *self._gaps(tiles, [ways[tile] for tile in tiles]).tolist())
        places = [RowTile(t, bool(ways[t]), gap, chain.added.get(t)) for t, gap in zip(tiles, gaps, strict=True)]
        return Row(tuple(places), (float(right[1]), float(-right[0])), abs(facing))
