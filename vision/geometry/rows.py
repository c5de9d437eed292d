"""How tiles lie: rows in reading order, tiles crosswise in them, tiles laid on others, and the gaps between.

Pure geometry: no faces are needed but for which way up a tile is. All tiles of a set are equal rectangles on
a plane, so each quad tells how the picture stretches the table there: for axes seen as the columns of A,
matrix A diag(1/width², 1/height²) Aᵀ is the same however the tile is turned. Smoothed over the picture it
gives every tile a rectified frame, measured in tile heights, from whatever side the picture was taken.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.quads import Array

ASPECT: Final = 0.74
"""Width of a tile over its height; sets on sale measure 0.70-0.80."""

REACH: Final = 1.8
"""Widest gap, in tile widths, across which a row goes on."""

_OFFSET: Final = 0.42  # farthest, in tile heights, that a tile's centre lies off the line of its row
_AS_HELD: Final = 0.7  # as good as so many glyphs that stand up in the picture
_ALIGNED: Final = np.cos(np.radians(22.0))


@dataclass(frozen=True, slots=True)
class Place:
    """A tile in its row.

    Attributes:
        tile: Its index.
        crosswise: Whether it lies a quarter turn from its row.
        gap: Empty table between it and the one before it, in tile widths; infinite for the first.
        added: Index of a tile laid beyond it, as on the claimed tile of a pung that became a kong.
    """

    tile: int
    crosswise: bool
    gap: float
    added: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side, in reading order for one who sees most glyphs upright.

    Attributes:
        places: At least one.
        up: Unit (x, y) direction in the rectified frame in which its glyphs stand.
        told: How many clear glyphs more stand this way than on their heads.
    """

    places: tuple[Place, ...]
    up: tuple[float, float]
    told: float

    @property
    def tiles(self) -> tuple[int, ...]:
        """Indices of all its tiles, an added one after the tile it lies at."""
        return tuple(t for p in self.places for t in (p.tile, p.added) if t is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The rows of a picture, longest first, and how far apart tiles lie.

    Attributes:
        rows: Every tile is in exactly one.
        distances: (N, N) between tile centres, in tile heights, in the rectified frame.
    """

    rows: tuple[Row, ...]
    distances: Array

    def between(self, a: Row, b: Row) -> float:
        """Shortest distance between tile centres of two rows, in tile heights."""
        return float(self.distances[np.ix_(a.tiles, b.tiles)].min())


def lay_out(quads: NDArray[np.floating], upright: NDArray[np.floating]) -> Layout:
    """Finds the rows.

    Args:
        quads: (N, 4, 2) corners, clockwise from the glyph's top left as far as that is known.
        upright: (N,) in -1..1: how sure it is that a quad starts at the glyph's top left rather than its
            bottom right; 0 for a back or a face that looks the same turned by half.
    """
    count = len(quads)
    if count == 0:
        return Layout((), np.zeros((0, 0)))
    corners = np.asarray(quads, np.float64)
    centre = corners.mean(axis=1)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    frame = _frames(centre, across, down)
    step = centre[None] - centre[:, None]
    vector = np.einsum("ijab,ijb->ija", (frame[:, None] + frame[None]) / 2, step)
    axes = np.stack([_unit(np.einsum("iab,ib->ia", frame, v)) for v in (across, down)], axis=1)
    sight = _Sight(vector, axes, np.asarray(upright, np.float64))
    rows = sorted(sight.rows(), key=lambda row: -len(row.places))
    return Layout(tuple(rows), np.linalg.norm(vector, axis=2))


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _frames(centre: Array, across: Array, down: Array) -> Array:
    """(N, 2, 2) matrices that take a step in pixels near a tile to tile heights on the table."""
    stretch = np.einsum("ia,ib->iab", across, across) / ASPECT**2 + np.einsum("ia,ib->iab", down, down)
    stretch += 1e-6 * np.eye(2)
    area = np.sqrt(np.linalg.det(stretch))
    shape = stretch / area[:, None, None]
    size = np.sqrt(area)
    apart = np.linalg.norm(centre[None] - centre[:, None], axis=2) / size[:, None]
    weight = np.exp(-((apart / 4.0) ** 2))
    smooth = np.einsum("ij,jab->iab", weight, shape) / weight.sum(axis=1)[:, None, None]
    smooth /= np.sqrt(np.linalg.det(smooth))[:, None, None]
    lower = np.linalg.cholesky(smooth) * _sizes(centre, size)[:, None, None]
    return np.asarray(np.linalg.inv(lower), np.float64)


def _sizes(centre: Array, size: Array) -> Array:
    """Sizes of the tiles as one flat table in perspective would show them.

    A small square on a plane seen from depth z covers an area that goes with z⁻³, and 1/z is linear in the
    picture: so the power 2/3 of its side is.
    """
    if len(size) < 3:
        return size
    spread = max(float(np.abs(centre - centre.mean(axis=0)).max()), 1e-6)
    terms = np.column_stack([np.ones(len(size)), (centre - centre.mean(axis=0)) / spread])
    seen = size ** (2 / 3)
    # A row alone says nothing about the slope across it: a weak pull keeps that flat.
    pull = np.diag([0.0, 0.05, 0.05]) * len(size) / 10
    steady = np.ones(len(size), bool)
    for _ in range(3):  # tiles that are cut off or misjudged lie far off and leave the fit
        known = terms[steady]
        fitted = terms @ np.linalg.solve(known.T @ known + pull, known.T @ seen[steady])
        off = np.abs(seen - fitted)
        steady = off <= max(3 * float(np.median(off)), 0.02 * float(np.median(seen)))
    fitted = np.clip(fitted, 0.5 * seen, 2 * seen)
    return np.asarray(fitted**1.5)


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """Tiles linked side by side, with the way each lies: 0 upright or 1 crosswise to the chain."""

    tiles: tuple[int, ...]
    ways: tuple[int, ...]
    added: dict[int, int]

    @property
    def merit(self) -> tuple[float, int]:
        crosswise = sum(self.ways)
        return len(self.ways) - 1.9 * crosswise + len(self.added), len(self.ways)


_Node = tuple[int, int]  # a tile, and the way it lies: 0 upright or 1 crosswise


def _walk(links: dict[_Node, list[_Node]], start: _Node, first: _Node) -> list[_Node]:
    """The nodes from `first` on, away from `start`."""
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
class _Sight:
    """Pairwise geometry in the rectified frame: (N, N, 2) steps, (N, 2, 2) unit axes (across, down)."""

    vector: Array
    axes: Array
    upright: Array

    def rows(self) -> list[Row]:
        """Takes the best chains until every tile has a row."""
        free = np.ones(len(self.axes), bool)
        rows: list[Row] = []
        while free.any():
            for chain in sorted(self._chains(free), key=lambda c: c.merit, reverse=True):
                tiles = [*chain.tiles, *chain.added.values()]
                if not free[tiles].all():
                    break  # its tiles are taken: link what is left afresh
                free[tiles] = False
                rows.append(self._row(chain))
        return rows

    def _chains(self, free: NDArray[np.bool_]) -> list[_Chain]:
        links = self._links(free)
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
                chains.append(_Chain(tiles, ways, self._added(tiles, ways, free)))
        return chains

    def _links(self, free: NDArray[np.bool_]) -> dict[_Node, list[_Node]]:
        """Mutual nearest neighbours: node (tile, way) to the nodes beside it, at most one on either side."""
        nodes = [(int(t), w) for t in np.flatnonzero(free) for w in (0, 1)]
        tile = np.array([n[0] for n in nodes])
        way = np.array([n[1] for n in nodes])
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
        fit = (np.abs(cosine) > _ALIGNED) & (off < _OFFSET) & (gap > -0.45) & (gap < REACH)
        fit &= tile[:, None] != tile[None]
        # Of two that lie at the same distance the one less off the line is the neighbour.
        cost = np.where(fit, np.abs(along) + off, np.inf)
        best = {}
        for side in (1, -1):
            sided = np.where(np.sign(along) == side, cost, np.inf)
            nearest = sided.argmin(axis=1)
            best[side] = np.where(np.isfinite(sided[np.arange(len(nodes)), nearest]), nearest, -1)
        links: dict[_Node, list[_Node]] = {}
        for i, node in enumerate(nodes):
            for side in (1, -1):
                j = int(best[side][i])
                if j >= 0 and i in (best[1][j], best[-1][j]):
                    links.setdefault(node, []).append(nodes[j])
        return links

    def _added(self, tiles: tuple[int, ...], ways: tuple[int, ...], free: NDArray[np.bool_]) -> dict[int, int]:
        """Tiles lying along a crosswise tile of the chain, one tile width off it."""
        added: dict[int, int] = {}
        if sum(ways) == 0 or sum(ways) == len(ways):
            return added
        for tile, way in zip(tiles, ways, strict=True):
            if not way:
                continue
            along, off = self.axes[tile, 1], self.axes[tile, 0]
            steps = self.vector[tile]
            beside = (np.abs(steps @ along) < 0.35) & (np.abs(np.abs(steps @ off) - ASPECT) < 0.22)
            beside &= (np.abs(self.axes[:, 1] @ along) > _ALIGNED) & free
            beside[list(tiles)] = False
            if beside.sum() == 1:
                added[tile] = int(np.flatnonzero(beside)[0])
        return added

    def _row(self, chain: _Chain) -> Row:
        tiles = list(chain.tiles)
        steady = [t for t, way in zip(tiles, chain.ways, strict=True) if not way] or tiles
        way = 0 if sum(chain.ways) < len(tiles) else 1
        right = _unit(self.vector[tiles[0], tiles[-1]]) if len(tiles) > 1 else self.axes[tiles[0], 0]
        sure = self.upright[steady] * np.abs(self.upright[steady]) * (way == 0)
        facing = float((np.sign(self.axes[steady, way] @ right) * sure).sum())
        # Where the glyphs hardly tell, the row is read as the picture is held.
        if facing + _AS_HELD * float(right[0]) < 0:
            tiles.reverse()
            right = -right
        ways = dict(zip(chain.tiles, chain.ways, strict=True))
        half = {t: 0.5 if ways[t] else ASPECT / 2 for t in tiles}
        places = []
        for before, tile in zip([None, *tiles], tiles, strict=False):
            gap = float("inf")
            if before is not None:
                gap = (float(np.linalg.norm(self.vector[before, tile])) - half[before] - half[tile]) / ASPECT
            places.append(Place(tile, bool(ways[tile]), gap, chain.added.get(tile)))
        return Row(tuple(places), (float(right[1]), float(-right[0])), abs(facing))
