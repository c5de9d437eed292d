"""The cost model of the hand search: what the faces and the gaps of a picture say, as logarithms of probabilities.

A cost is, roughly, the negative logarithm of the odds: 1 is a doubt, 5 is hard to believe.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.groups import CHOWS
from scoring.tiles import FACES, FIRST_FLOWER
from vision.evidence import Evidence
from vision.geometry.rows import Row, RowTile
from vision.quads import Array

MAX_COST: Final = 9.0
"""Tiles that no grouping explains at a lower cost are no hand. Not measured."""

LOG_EVEN: Final = float(np.log(0.5))
"""Logarithm of even odds."""

_MIN_PROBABILITY: Final = 1e-7
"""Lower probabilities count as this one, so that their logarithms stay finite."""

_SPLIT_GAP: Final = 0.24
"""A gap this much wider than usual is as likely within a group as between two, in tile widths. Not measured."""

_SPLIT_SLOPE: Final = 0.05
"""How gradually a wider gap turns from one into the other, in tile widths, where tiles touch. Not measured."""

_LOOSE_SLOPE: Final = 0.3
"""How much the slope grows with the usual gap: where tiles lie loosely, a gap says less. Not measured."""

_MIN_GAPS: Final = 5
"""A row with fewer gaps takes the narrowest one as usual, others their median. Not measured."""

_GAP_DOUBT: Final = 0.01
"""The probability that a gap leaves to the contrary, however wide or narrow it is. Not measured."""

_CHOWS: Final = np.array(CHOWS)
_ORDERS: Final = np.array(list(permutations(range(3))))[:, None]


def known_faces(evidence: Evidence) -> Array:
    """(N, 42) probabilities of the faces in the order of `FACES`, given that each tile shows one of them."""
    faces = evidence.faces[:, : len(FACES)]
    return np.asarray(faces / np.maximum(faces.sum(axis=1, keepdims=True), 1e-9))


@dataclass(frozen=True, slots=True, eq=False)
class Likelihoods:
    """What each of the N tiles of a picture may be.

    Attributes:
        faces: (N, 42) log probabilities of the faces in the order of `FACES`; rows of backs mean nothing.
        backs: (N,) whether each tile lies face down.
        there: (N,) log probability that there is a tile with a face at all.
        flowers: (N,) log probability that each is a flower or season.
        plains: (N,) log probability that each is neither a flower nor a season.
    """

    faces: Array
    backs: NDArray[np.bool_]
    there: Array
    flowers: Array = field(init=False)
    plains: Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "flowers", np.logaddexp.reduce(self.faces[:, FIRST_FLOWER:], axis=1))
        object.__setattr__(self, "plains", np.logaddexp.reduce(self.faces[:, :FIRST_FLOWER], axis=1))

    @classmethod
    def of(cls, evidence: Evidence) -> "Likelihoods":
        """Takes the logarithms of what the networks say."""
        there = evidence.scores * (1 - evidence.faces[:, len(FACES)])
        return cls(
            np.log(np.clip(known_faces(evidence), _MIN_PROBABILITY, 1.0)),
            np.asarray(evidence.backs, bool),
            np.log(np.clip(there, _MIN_PROBABILITY, 1.0)),
        )

    def flower(self, tile: int) -> float:
        """Log probability that a tile is a flower or season."""
        return float(self.flowers[tile])

    def plain(self, tile: int) -> float:
        """Log probability that a tile is neither a flower nor a season."""
        return float(self.plains[tile])

    def likeliest(self, tiles: Sequence[int]) -> NDArray[np.intp]:
        """The likeliest face of each of the tiles, flowers and seasons left out."""
        return np.asarray(self.faces[list(tiles), :FIRST_FLOWER].argmax(axis=1))

    def in_order(self, tiles: Sequence[int]) -> bool:
        """Whether the likeliest faces of the tiles rise or fall from the first to the last."""
        steps = np.diff(self.likeliest(tiles))
        return bool((steps >= 0).all() or (steps <= 0).all())

    def misfit(self, tiles: Sequence[int], *, chow: bool) -> float:
        """Cost of taking the tiles for the likeliest chow, or for tiles that are all alike, and not one by one."""
        if not tiles:
            return 0.0
        faces = self.faces[list(tiles), :FIRST_FLOWER]
        together = faces[_ORDERS, _CHOWS].sum(axis=-1).max() if chow else faces.sum(axis=0).max()
        return float(self.faces[list(tiles)].max(axis=1).sum() - together)


@dataclass(frozen=True, slots=True)
class Boundary:
    """A place of a row, and what the gap before it says.

    Attributes:
        place: The place.
        opens: Whether it is the first of its row.
        split: Log probability that the place begins a group.
        joined: Log probability that it belongs to the group before it.
    """

    place: RowTile
    opens: bool
    split: float
    joined: float


def boundaries(row: Row) -> list[Boundary]:
    """The boundary before each place of a row, as its gaps compare with the usual gap of the row."""
    gaps = [place.gap for place in row.places[1:]]
    usual = max(float(np.median(gaps)) if len(gaps) >= _MIN_GAPS else min(gaps, default=0.0), 0.0)
    slope = _SPLIT_SLOPE + _LOOSE_SLOPE * usual
    found = [Boundary(row.places[0], True, 0.0, -np.inf)]
    for place in row.places[1:]:
        odds = 1 / (1 + np.exp(-(place.gap - usual - _SPLIT_GAP) / slope))
        odds = float(np.clip(odds, _GAP_DOUBT, 1 - _GAP_DOUBT))
        found.append(Boundary(place, False, float(np.log(odds)), float(np.log1p(-odds))))
    return found


def ambiguity(rows: Iterable[Row]) -> float:
    """The least that the gaps of the rows cost, whichever of them part groups."""
    return sum(
        min(-boundary.split, -boundary.joined) for row in rows for boundary in boundaries(row) if not boundary.opens
    )
