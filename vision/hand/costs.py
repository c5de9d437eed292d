"""The cost model of the hand search: faces and gaps of a picture as logarithms of probabilities.

A cost is, roughly, the negative logarithm of the odds: 1 is a doubt, 5 is hard to believe.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.groups import CHOWS
from scoring.tiles import FACES, FIRST_FLOWER
from vision.evidence import Evidence
from vision.geometry.rows import Row, RowTile
from vision.quads import Array

MAX_COST: Final = 9.0
"""Greatest cost of a grouping that makes a hand. Higher makes hands of tiles that are none, and searches longer; lower
loses hands that are laid carelessly."""

LOG_EVEN: Final = float(np.log(0.5))
"""Logarithm of even odds."""

MIN_PROBABILITY: Final = 1e-7
"""Least probability of a face, so that logarithms stay finite. A face at this value alone costs more than `MAX_COST`; a
much higher one would let it into hands."""

_SPLIT_GAP: Final = 0.24
"""Excess over the usual gap at which a gap is as likely to part two groups as to lie within one, in tile widths. Higher
joins groups that are laid close together; lower parts groups at uneven gaps."""

_SPLIT_SLOPE: Final = 0.05
"""Growth of a gap that multiplies its odds of parting groups by e if tiles touch, in tile widths. Higher makes gaps say
less; lower lets small differences decide."""

_LOOSE_SLOPE: Final = 0.3
"""Growth of that slope for each tile width of the usual gap, as gaps of loosely laid tiles say less. Higher ignores the
gaps of loose rows; lower trusts their chance differences."""

_GAP_DOUBT: Final = 0.01
"""Least probability of either meaning of a gap, however wide or narrow it is. Higher makes clear gaps say less; lower
lets one gap overrule clear faces."""

_CHOWS: Final = np.array(CHOWS)
_ORDERS: Final = np.array(list(permutations(range(3))))[:, None]


def known_faces(evidence: Evidence) -> Array:
    """Return (N, 42) probabilities of the faces in the order of `FACES`, given that each tile shows one of them."""
    faces = evidence.faces[:, : len(FACES)]
    return np.asarray(faces / np.maximum(faces.sum(axis=1, keepdims=True), 1e-9))


@dataclass(frozen=True, slots=True, eq=False)
class Likelihoods:
    """Log probabilities of the faces and kinds of the N tiles of a picture.

    Attributes:
        faces: (N, 42) log probabilities of the faces in the order of `FACES`; rows of backs mean nothing.
        backs: (N,) True for tiles that lie face down.
        there: (N,) log probability that there is a tile with a face at all.
        flowers: (N,) log probability that each is a flower or season.
        plains: (N,) log probability that each is neither a flower nor a season.
        likeliest_log: (N,) log probability of the likeliest face of each.
        whole_hand: Tiles of a won hand, a kong counted as three.
    """

    faces: Array
    backs: NDArray[np.bool_]
    there: Array
    flowers: Array = field(init=False)
    plains: Array = field(init=False)
    likeliest_log: Array = field(init=False)
    whole_hand: int = 14

    def __post_init__(self) -> None:
        object.__setattr__(self, "flowers", np.logaddexp.reduce(self.faces[:, FIRST_FLOWER:], axis=1))
        object.__setattr__(self, "plains", np.logaddexp.reduce(self.faces[:, :FIRST_FLOWER], axis=1))
        object.__setattr__(self, "likeliest_log", self.faces.max(axis=1, initial=-np.inf))

    @classmethod
    def of(cls, evidence: Evidence) -> "Likelihoods":
        """Take the logarithms of the networks' probabilities."""
        there = evidence.scores * (1 - evidence.faces[:, len(FACES)])
        return cls(
            np.log(np.clip(known_faces(evidence), MIN_PROBABILITY, 1.0)),
            np.asarray(evidence.backs, bool),
            np.log(np.clip(there, MIN_PROBABILITY, 1.0)),
            whole_hand=evidence.whole_hand,
        )

    def flower(self, tile: int) -> float:
        """Return the log probability that a tile is a flower or season."""
        return float(self.flowers[tile])

    def plain(self, tile: int) -> float:
        """Return the log probability that a tile is neither a flower nor a season."""
        return float(self.plains[tile])

    def nothing(self, tiles: Sequence[int]) -> float:
        """Return the cost of believing that no tile lies where faces are seen."""
        return float(-np.log(np.maximum(-np.expm1(self.there[list(tiles)]), MIN_PROBABILITY)).sum())

    def likeliest(self, tiles: Sequence[int]) -> NDArray[np.intp]:
        """Return the likeliest face of each of the tiles, flowers and seasons left out."""
        return np.asarray(self.faces[list(tiles), :FIRST_FLOWER].argmax(axis=1))

    def in_order(self, tiles: Sequence[int]) -> bool:
        """Return True if the likeliest faces of the tiles rise or fall from the first to the last."""
        steps = np.diff(self.likeliest(tiles))
        return bool((steps >= 0).all() or (steps <= 0).all())

    def misfit(self, tiles: Sequence[int], *, chow: bool) -> float:
        """Return the cost of taking the tiles for the likeliest chow, or for tiles all alike, and not one by one."""
        if not tiles:
            return 0.0
        faces = self.faces[list(tiles), :FIRST_FLOWER]
        together = faces[_ORDERS, _CHOWS].sum(axis=-1).max() if chow else faces.sum(axis=0).max()
        return float(self.likeliest_log[list(tiles)].sum() - together)


@dataclass(frozen=True, slots=True)
class Boundary:
    """A place of a row, and the meaning of the gap before it.

    Attributes:
        place: The place.
        opens: True for the first place of a row.
        split: Log probability that the place begins a group.
        joined: Log probability that it belongs to the group before it.
    """

    place: RowTile
    opens: bool
    split: float
    joined: float


def boundaries(row: Row) -> list[Boundary]:
    """Return the boundary before each place of a row, by the excess of its gap over the usual one of the row."""
    first, *others = row.places
    gaps = [place.gap for place in others]
    usual = max(median(gaps), 0.0) if gaps else 0.0
    slope = _SPLIT_SLOPE + _LOOSE_SLOPE * usual
    odds = 1 / (1 + np.exp(-(np.array(gaps) - usual - _SPLIT_GAP) / slope))
    odds = np.clip(odds, _GAP_DOUBT, 1 - _GAP_DOUBT)
    meanings = zip(others, np.log(odds).tolist(), np.log1p(-odds).tolist(), strict=True)
    return [Boundary(first, True, 0.0, -np.inf), *(Boundary(place, False, *each) for place, *each in meanings)]


def ambiguity(rows: Iterable[Row]) -> float:
    """Return the least cost of the gaps of the rows, whichever of them part groups."""
    return sum(
        min(-boundary.split, -boundary.joined) for row in rows for boundary in boundaries(row) if not boundary.opens
    )
