"""Hands laid down before a camera that has watched: faces that newly lie in a row where none lay before.

In play a player's melds lie in the corner, the winning tile may lie in a pond, and the table is full of other faces. A
single picture hardly tells which of them are one hand. The order in which they came does: a pond grows one by one, a
meld comes alone, walls and racks show no faces, and a laid hand turns up all at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACES, FIRST_FLOWER
from vision.evidence import CLEAR, LIKELY, Evidence, joined
from vision.geometry.rows import Row, find_rows
from vision.hand.hypotheses import best_reading, is_win, with_tiles_aside
from vision.hand.interpret import read_rows
from vision.live.still import ARM_STAYS
from vision.quad import Quad
from vision.quads import Array, sides
from vision.reading import Doubt, Reading, SeenTile

_SAME_PLACE: Final = 0.5
"""Distance, in a tile's width, within which a face is one that was seen before. More takes a new tile for the old one
beside it; less takes old tiles for new ones after a nudge."""

_REMEMBERED: Final = ARM_STAYS + 5.0
"""Seconds for which a face that is out of sight is remembered: longer than an arm rests over it. More takes a tile that
is turned up for one seen there before; less takes a pond for new when an arm leaves it."""

_AT_ONCE: Final = 6.0
"""Most seconds between the arrivals of neighbours in a laid row. More takes the rows of a fast pond for laid; less
splits a hand that is laid piece by piece."""

_ONE_LAYING: Final = 15.0
"""Most seconds between the parts of a laid hand, and from a discard to the hand that wins on it. More takes older
tiles for parts; less splits a hand laid slowly."""

_MIN_LAID: Final = 2
"""Fewest tiles of a laid row: with four melds a winner holds two. One alone would be any discard."""

_BAND: Final = 2.5
"""Distance across a row, in tile heights, within which its player's melds and flowers lie. More takes in the ponds;
less leaves out melds pushed to the edge of the table."""

_PARALLEL: Final = 0.94
"""Cosine of the greatest angle between a player's row and melds. Less takes the melds of the neighbour; more leaves out
melds that lie askew."""

_BESIDE: Final = 3.0
"""Gap, in tile widths, within which rows that came together are laid together. More joins the hands of two players;
less leaves out a winning tile laid apart."""

_GAP: Final = 1.0
"""Gap, in tile widths, at which the parts of a hand are laid beside each other for reading. More parts them like hands
of several players; less lets them run together."""


@dataclass(slots=True)
class _Face:
    """A face in its place: the quad's middle, code, time of arrival, and the time when it was last seen."""

    middle: Array
    face: int
    born: float
    seen: float


@dataclass(slots=True)
class Arrivals:
    """The times at which the faces of a table came to lie where they lie."""

    faces: list[_Face] = field(default_factory=list)
    begun: bool = False

    def seen(
        self, evidence: Evidence, placed: NDArray[np.float64], looked: NDArray[np.float64], at: float
    ) -> NDArray[np.float64]:
        """Take the newest evidence.

        Args:
            evidence: All tiles in sight.
            placed: (N,) time since when each place has looked as it does; minus infinity if from the start.
            looked: (N,) time of the last look at each place before; minus infinity if there was none.
            at: Time of the picture.

        Returns:
            (N,) time since when each face has lain there; infinity for backs and what is hardly a tile.
        """
        born = np.full(len(evidence.scores), np.inf)
        self.faces = [each for each in self.faces if at - each.seen < _REMEMBERED]
        middles = np.array([each.middle for each in self.faces]).reshape(-1, 2)
        codes = evidence.faces[:, : len(FACES)].argmax(axis=1)
        widths = sides(evidence.quads).min(axis=1)
        for n in np.flatnonzero(_faces(evidence)).tolist():
            middle = evidence.quads[n].mean(axis=0)
            near = np.linalg.norm(middles - middle, axis=1) < _SAME_PLACE * widths[n]
            known = [self.faces[k] for k in np.flatnonzero(near)]
            same = [each for each in known if each.face == codes[n] or placed[n] <= each.seen]
            if same:
                born[n] = min(each.born for each in same)
                for each in same:
                    each.seen, each.face = at, int(codes[n])
            else:
                # A pale face where a pale tile stood changes few pixels: what a look did not show came after it.
                born[n] = at if self.begun and placed[n] <= looked[n] else placed[n]
                self.faces.append(_Face(middle, int(codes[n]), float(born[n]), at))
        self.begun = True
        return born

    def moved(self, shift: tuple[float, float]) -> None:
        """Follow a move of the camera by (x, y) pixels."""
        for each in self.faces:
            each.middle = each.middle + shift


def laid_hands(evidence: Evidence, born: NDArray[np.float64]) -> list[Reading]:
    """Return the winning hands that were laid down, newest first.

    Args:
        evidence: All tiles in sight.
        born: (N,) time since when each face has lain there, as `Arrivals.seen` returns it.
    """
    found: list[tuple[float, Reading]] = []
    for rows in laid_rows(evidence, born):
        reading = _hand_of(evidence, born, rows)
        if reading is not None:
            found.append((float(born[rows].max()), reading))
    return [reading for _, reading in sorted(found, key=lambda each: -each[0])]


def laid_rows(evidence: Evidence, born: NDArray[np.float64]) -> list[NDArray[np.intp]]:
    """Return the indices of the faces of each player that turned up all at once, most first."""
    fresh = np.flatnonzero(np.isfinite(born) & _faces(evidence))
    runs: list[list[int]] = []
    for row in find_rows(evidence.quads[fresh], evidence.upright[fresh]).rows:
        tiles = [int(fresh[t]) for t in row.tiles]
        run = [tiles[0]]
        for tile in tiles[1:]:
            if abs(born[tile] - born[run[-1]]) > _AT_ONCE:
                runs.append(run)
                run = []
            run.append(tile)
        runs.append(run)
    runs.sort(key=len, reverse=True)
    found = []
    while runs and len(runs[0]) >= _MIN_LAID:
        rows = runs.pop(0)
        frame = _Frame.of(evidence, rows)
        beside = [run for run in runs if _one_laying(born, rows, run) and frame.beside(evidence, run)]
        runs = [run for run in runs if run not in beside]
        found.append(np.array([*rows, *(t for run in beside for t in run)], np.intp))
    return found


@dataclass(frozen=True, slots=True)
class _Frame:
    """The frame of a row as its player sees it.

    Attributes:
        right: Unit (x, y) along the row; `up` points to the tops of its glyphs.
        low: The row's extent along `right`, and its middle along `up`.
        width: Width of its tiles in pixels; `height` likewise.
    """

    right: Array
    up: Array
    low: float
    high: float
    level: float
    width: float
    height: float

    @classmethod
    def of(cls, evidence: Evidence, tiles: Sequence[int] | NDArray[np.intp]) -> "_Frame":
        quads = evidence.quads[tiles]
        ups = _ups(quads)
        axis = ups[0] if len(ups) < 3 else _unit(np.median(ups * np.sign(ups @ ups[0] + 1e-9)[:, None], axis=0))
        # The glyphs vote which way up their row is.
        axis = axis if float(((ups @ axis) * evidence.upright[tiles]).sum()) >= 0 else -axis
        right = np.array([-axis[1], axis[0]])
        lengths = sides(quads)
        low, high = (quads.reshape(-1, 2) @ right).min(), (quads.reshape(-1, 2) @ right).max()
        level = float(np.median(quads.mean(axis=1) @ axis))
        return cls(
            right,
            axis,
            float(low),
            float(high),
            level,
            float(np.median(lengths.min(axis=1))),
            float(np.median(lengths.max(axis=1))),
        )

    def across(self, evidence: Evidence, tiles: Sequence[int]) -> float:
        """Return the distance of tiles from the row's line, in tile heights."""
        return abs(float(np.median(evidence.quads[tiles].mean(axis=1) @ self.up)) - self.level) / self.height

    def beside(self, evidence: Evidence, tiles: Sequence[int]) -> bool:
        """Return True if tiles lie beside the row, or before or behind it."""
        along = evidence.quads[tiles].reshape(-1, 2) @ self.right
        gap = max(float(along.min()) - self.high, self.low - float(along.max()))
        return gap < _BESIDE * self.width and self.across(evidence, tiles) < _BAND

    def parallel(self, evidence: Evidence, tiles: Sequence[int]) -> bool:
        """Return True if most tiles lie along the row."""
        return float(np.median(np.abs(_ups(evidence.quads[tiles]) @ self.up))) > _PARALLEL


def _hand_of(evidence: Evidence, born: NDArray[np.float64], rows: NDArray[np.intp]) -> Reading | None:
    """Return the winning hand of which some rows were laid, or None if they are of none."""
    frame = _Frame.of(evidence, rows)
    flowers: list[list[int]] = []
    melds: list[list[int]] = []
    for tiles in _parts_beside(evidence, frame, rows):
        if all(_is_flower(evidence, t) for t in tiles):
            flowers.append(tiles)
        else:
            melds += _melds(evidence, tiles)
    shown = sum(not _is_flower(evidence, int(t)) for t in rows) + 3 * len(melds)
    beside = [*melds, *flowers]
    if shown == evidence.whole_hand or not melds:
        reading = _read(evidence, frame, rows, beside, None)
        if reading is not None:
            return reading
    if shown == evidence.whole_hand - 1:
        discard = _discard_before(evidence, born, rows, beside)
        if discard is not None:
            return _read(evidence, frame, rows, beside, discard)
    return None


def _parts_beside(evidence: Evidence, frame: _Frame, rows: NDArray[np.intp]) -> Iterator[list[int]]:
    """Yield the other tiles at the side of a row's player: runs of melds, of flowers, and concealed kongs."""
    there = evidence.scores >= LIKELY
    there[rows] = False
    others = np.flatnonzero(there)
    for row in find_rows(evidence.quads[others], evidence.upright[others]).rows:
        for tiles in _runs(row, others, evidence):
            if frame.across(evidence, tiles) < _BAND and frame.parallel(evidence, tiles):
                yield tiles


def _runs(row: Row, others: NDArray[np.intp], evidence: Evidence) -> Iterator[list[int]]:
    """Yield the runs of faces of a row, each with the back at either end if two faces lie between two backs."""
    tiles = [int(others[t]) for t in row.tiles]
    backs = [bool(evidence.backs[t]) for t in tiles]
    kinds = [
        "back" if back else "flower" if _is_flower(evidence, t) else "face"
        for t, back in zip(tiles, backs, strict=True)
    ]
    start = 0
    for end in range(1, len(tiles) + 1):
        if end < len(tiles) and kinds[end] == kinds[start]:
            continue
        if kinds[start] != "back":
            run = tiles[start:end]
            if (
                kinds[start] == "face"
                and len(run) == 2
                and start > 0
                and end < len(tiles)
                and backs[start - 1]
                and backs[end]
            ):
                run = tiles[start - 1 : end + 1]
            yield run
        start = end


def _melds(evidence: Evidence, tiles: Sequence[int]) -> list[list[int]]:
    """Return the chows, pungs and kongs of a run that lie one beside the other; empty if it is not made of them."""
    if not tiles:
        return []
    if len(tiles) == 4 and evidence.backs[list(tiles)].any():
        return [list(tiles)]
    codes = evidence.faces[list(tiles), : len(FACES)].argmax(axis=1).tolist()
    for count in (4, 3):
        if len(tiles) >= count and _is_meld(codes[:count]):
            rest = _melds(evidence, tiles[count:])
            if rest or len(tiles) == count:
                return [list(tiles[:count]), *rest]
    return []


def _is_meld(codes: Sequence[int]) -> bool:
    """Return True if faces make a chow, a pung or a kong."""
    ranks = sorted(codes)
    if ranks[0] == ranks[-1]:
        return True
    chow = ranks == list(range(ranks[0], ranks[0] + 3))
    return chow and len({FACES[code][1:] for code in codes}) == 1 and len(FACES[ranks[0]]) == 2


def _discard_before(
    evidence: Evidence, born: NDArray[np.float64], rows: NDArray[np.intp], beside: Sequence[Sequence[int]]
) -> int | None:
    """Return the newest other face that came just before the rows, or None."""
    apart = _faces(evidence) & np.isfinite(born)
    apart[rows] = False
    apart[[t for tiles in beside for t in tiles]] = False
    since = float(born[rows].min())
    apart &= (born > since - _ONE_LAYING) & (born <= float(born[rows].max()) + _AT_ONCE)
    others = np.flatnonzero(apart)
    return int(others[born[others].argmax()]) if len(others) else None


def _read(
    evidence: Evidence,
    frame: _Frame,
    rows: NDArray[np.intp],
    beside: Sequence[Sequence[int]],
    discard: int | None,
) -> Reading | None:
    """Read a hand whose parts are known, laid side by side as hands are; None if it does not win.

    Tiles keep their own places in the reading. A winning tile that lies in a pond is doubted.
    """
    gap = _GAP * frame.width
    left = frame.low - gap
    parts, quads = [np.array(rows)], [evidence.quads[rows]]
    for tiles in beside:
        own = evidence.quads[list(tiles)]
        along = own.reshape(-1, 2) @ frame.right
        level = float(np.median(own.mean(axis=1) @ frame.up))
        quads.append(own + (left - along.max()) * frame.right + (frame.level - level) * frame.up)
        parts.append(np.array(tiles))
        left -= float(along.max() - along.min()) + gap
    if discard is not None:
        half = np.array([frame.right * frame.width, frame.up * frame.height]) / 2
        middle = (frame.high + gap + frame.width / 2) * frame.right + frame.level * frame.up
        quads.append(
            np.array([[middle + (x * half[0] + y * half[1]) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]])
        )
        parts.append(np.array([discard]))
    order = np.concatenate(parts)
    placed = np.concatenate(quads)
    corner = np.minimum(placed.min(axis=(0, 1)), 0) - frame.height
    size = np.maximum(placed.max(axis=(0, 1)), evidence.size) - corner + frame.height
    chosen = joined([evidence.only(np.arange(len(evidence.scores)) == t) for t in order])
    laid = replace(chosen, quads=placed - corner, size=(int(size[0]), int(size[1])))
    reading = best_reading(laid)
    if not is_win(reading):
        return None
    middles = laid.quads.mean(axis=1)
    found: list[SeenTile] = []
    doubts = list(reading.doubts)
    for n, tile in enumerate(reading.tiles):
        quad = np.array(tile.quad)
        at = int(np.linalg.norm(middles - quad.mean(axis=0), axis=1).argmin())
        own = (
            evidence.quads[order[at]]
            if order[at] == discard
            else quad - placed[at].mean(axis=0) + evidence.quads[order[at]].mean(axis=0) + corner
        )
        found.append(replace(tile, quad=_as_quad(own)))
        if order[at] == discard:
            doubts.append(Doubt(n, "two-groups", {"group": "winning", "other_group": "aside"}))
    reading = replace(
        reading, size=evidence.size, tiles=tuple(found), doubts=tuple(doubts), sure=reading.sure and not doubts
    )
    rest = np.ones(len(evidence.scores), bool)
    rest[order] = False
    return with_tiles_aside(reading, read_rows(evidence.only(rest & (evidence.scores >= LIKELY))))


def _one_laying(born: NDArray[np.float64], rows: Sequence[int], run: Sequence[int]) -> bool:
    """Return True if some tiles came within one laying of others."""
    return abs(float(np.median(born[run])) - float(np.median(born[rows]))) < _ONE_LAYING


def _faces(evidence: Evidence) -> NDArray[np.bool_]:
    return np.asarray(~evidence.backs & (evidence.scores >= CLEAR))


def _is_flower(evidence: Evidence, tile: int) -> bool:
    return bool(not evidence.backs[tile] and evidence.faces[tile, : len(FACES)].argmax() >= FIRST_FLOWER)


def _ups(quads: Array) -> Array:
    return _unit(quads[:, 0] - quads[:, 3] + quads[:, 1] - quads[:, 2])


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def _as_quad(corners: Array) -> Quad:
    return tuple((float(x), float(y)) for x, y in corners)  # type: ignore[return-value]
