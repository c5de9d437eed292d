"""A filter for finds that are no tiles, by the outputs of all networks for a find and the others of its picture.

A key, a card or a die may look more like a tile to one network than a tile in glare. But another thing rarely
convinces all networks, and seldom lies among tiles: if the other finds are poor too, the picture shows none. A
logistic model weighs both. `models/presence.csv` holds its weights, which `models.train.presence` fits, and
`models/thresholds.csv` the thresholds of the rules beside it.
"""

import csv
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.evidence import HARDLY, LIKELY, Evidence
from vision.networks.runtime import WeightsError
from vision.quads import Array, sides

FEATURES: Final = (
    "verifier",
    "score",
    "known",
    "name",
    "whole",
    "others",
    "others_known",
    "near",
    "strange_size",
    "few",
    "constant",
)
"""The values that the model weighs, in the order of the columns of `features`:

- verifier, score: log-odds that a tile lies there, by the verifier, and by detector and refiner.
- known: log-odds that it shows a known face at all, by the classifiers; 0 for a back.
- name: log-odds of its likeliest face; 0 for a back.
- whole: log-odds that it is seen whole.
- others, others_known: mean of `verifier` and of `known` over the other finds, each weighed by its score, beside
  `_PRIOR` finds that say nothing.
- near: the same as `others` over the finds that lie next to it.
- strange_size: distance of its size from that of the likeliest others, as a logarithm.
- few: 1 for a single find, less the more others there are.
"""

_MOST: Final = 6.0
"""Greatest log-odds that count, either way: beyond, the networks are not calibrated. More lets one network decide."""

_MOST_VERIFIED: Final = 3.0
"""Greatest log-odds of the verifier that count: it knows the sets that it was trained on better than others.

More loses tiles of sets that it does not know; less keeps more things that are no tiles.
"""

_HALF: Final = 0.5
"""A face that is less likely a tile is taken for none; `models.train.presence` says what losing one costs. A rule."""

_FEW: Final = 3
"""Most faces of a picture that are few: then each must be a tile more clearly, as tiles seldom lie alone. A rule."""

_OTHERS_KNOWN: Final = FEATURES.index("others_known")
"""Column of `features`."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds of the filter's rules; `models.train.thresholds` sweeps and fits them together.

    Higher values lose more tiles, lower ones keep more of what is none. "Name" is the probability of a find's likeliest
    face, "score" that of a tile by detector and refiner.

    Attributes:
        alone: Probability from which one of few faces is a tile.
        alone_name, alone_score: Name and score from which one of few faces need not be clearer than others.
        clear_name, clear_score: Name and score from which the clarity of the others does not count against a find.
        sure_name, sure_score: Name and score from which the other networks are sure of a find; a find of a set that the
            verifier does not know stays from that name on, whatever its score.
        sure_count: Fewest finds of which they are sure where the verifier is overruled about them.
        sure_share: Least share of these among the faces in sight.
    """

    alone: float
    alone_name: float
    alone_score: float
    clear_name: float
    clear_score: float
    sure_name: float
    sure_score: float
    sure_count: float
    sure_share: float

    @classmethod
    def read(cls, table: Path) -> "Thresholds":
        """Read a CSV file with the columns `threshold` and `value`, one row for each attribute.

        Raises:
            vision.networks.runtime.WeightsError: the file is missing, or has other thresholds.
        """
        values, expected = _column(table, "threshold", "value"), [each.name for each in fields(cls)]
        if list(values) != expected:
            raise WeightsError("weights-input", file=str(table), expected=" ".join(expected), got=" ".join(values))
        return cls(**values)


def _column(table: Path, key: str, value: str) -> dict[str, float]:
    """Return the numbers in one column of a CSV file by the names in another."""
    if not table.is_file():
        raise WeightsError("weights-missing", file=str(table))
    with table.open(newline="") as file:
        return {row[key]: float(row[value]) for row in csv.DictReader(file)}


_SHOWN: Final = 0.2
"""Least product of score and probability of its face for a face in sight, as `vision.hand.interpret` shows them."""

_PRIOR: Final = 1.0
"""Finds that say nothing, beside the others of a picture. More lets the others of a small group count less."""

_NEAR: Final = 2.2
"""Distance between middles, in mean sides of a find, within which others lie next to it. More takes in other rows."""


def features(seen: Evidence, tile: NDArray[np.floating]) -> Array:
    """Return (N, K) the `FEATURES` of N finds.

    Args:
        seen: The finds of one picture.
        tile: (N,) probabilities that a tile lies there, by the verifier.
    """
    count = len(seen.scores)
    if not count:
        return np.zeros((0, len(FEATURES)))
    verifier = np.clip(_log_odds(tile), -_MOST_VERIFIED, _MOST_VERIFIED)
    score = _log_odds(seen.scores)
    known = np.where(seen.backs, 0.0, _log_odds(1 - seen.faces[:, -1]))
    name = np.where(seen.backs, 0.0, _log_odds(seen.faces[:, :-1].max(axis=1)))
    side = sides(seen.quads).mean(axis=1)
    middles = seen.quads.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    weight = np.tile(seen.scores, (count, 1)) * ~np.eye(count, dtype=bool)
    near = weight * (apart < _NEAR * side[:, None])
    size = np.log(np.maximum(side, 1e-6))
    usual = size[np.argsort(-seen.scores * tile)[: max(1, count // 2)]]
    return np.column_stack(
        [
            verifier,
            score,
            known,
            name,
            _log_odds(seen.whole),
            weight @ verifier / (weight.sum(axis=1) + _PRIOR),
            weight @ known / (weight.sum(axis=1) + _PRIOR),
            near @ verifier / (near.sum(axis=1) + _PRIOR),
            np.minimum(np.abs(size - np.median(usual)), 1.0),
            1 / (1 + weight.sum(axis=1)),
            np.ones(count),
        ]
    )


def _log_odds(probability: NDArray[np.floating]) -> Array:
    """Return the log-odds (N,) of probabilities (N,), at most `_MOST` either way."""
    bounded = np.clip(np.asarray(probability, np.float64), 1e-9, 1 - 1e-9)
    return np.clip(np.log(bounded / (1 - bounded)), -_MOST, _MOST)


@dataclass(frozen=True, slots=True, eq=False)
class TileFilter:
    """The logistic model.

    Attributes:
        weights: (K,) of the `FEATURES`.
        thresholds: Those of the rules beside it.
    """

    weights: Array
    thresholds: Thresholds

    @classmethod
    def read(cls, folder: Path) -> "TileFilter":
        """Read `presence.csv`, with the columns `feature` and `weight`, and `thresholds.csv` (`Thresholds.read`).

        Raises:
            vision.networks.runtime.WeightsError: a file is missing, or its features are not `FEATURES`.
        """
        weights = _column(folder / "presence.csv", "feature", "weight")
        if tuple(weights) != FEATURES:
            expected, got = " ".join(FEATURES), " ".join(weights)
            raise WeightsError("weights-input", file=str(folder / "presence.csv"), expected=expected, got=got)
        return cls(np.array(list(weights.values())), Thresholds.read(folder / "thresholds.csv"))

    def __call__(self, seen: Evidence, tile: NDArray[np.floating]) -> Array:
        """Return (N,) probabilities that the finds of one picture are tiles; arguments as of `features`."""
        x = features(seen, tile)
        x[_named(seen, self.thresholds.clear_name, self.thresholds.clear_score), _OTHERS_KNOWN] = 0.0
        return np.asarray(1 / (1 + np.exp(-x @ self.weights)))

    def weighed(self, seen: Evidence, tile: NDArray[np.floating]) -> Evidence:
        """Return the evidence in which faces that are rather no tiles score below `HARDLY`.

        Others, and backs, keep their scores: the model says whether there is a tile, not how sure a hand may be of it.
        What is no tile stays among the finds, so that one beside a hand is still doubted, but no hand is made of it.
        Finds that the other networks are sure of stay whatever the verifier says, if much of the picture is such.
        """
        there, limits = self(seen, tile), self.thresholds
        likely = ~seen.backs & (there >= _HALF) & (seen.scores >= LIKELY)
        few = (likely.sum() <= _FEW) & ~_named(seen, limits.alone_name, limits.alone_score)
        none = ~seen.backs & (there < np.where(few, limits.alone, _HALF)) & ~_overruled(seen, tile, limits)
        return replace(seen, scores=np.where(none, np.minimum(seen.scores, there * HARDLY), seen.scores))


def _named(seen: Evidence, probability: float, score: float) -> NDArray[np.bool_]:
    """Return (N,) True for finds with a face of at least this probability, and at least this score."""
    return np.asarray((seen.faces[:, :-1].max(axis=1, initial=0) >= probability) & (seen.scores >= score))


def _overruled(seen: Evidence, tile: NDArray[np.floating], limits: Thresholds) -> NDArray[np.bool_]:
    """Return (N,) True for finds that stay whatever the verifier says of them: arguments as of `features`.

    Where the other networks are sure of many finds, these stay; if the verifier rejects most of these, it does not know
    the set, and all that are as clearly named stay.
    """
    sure = ~seen.backs & _named(seen, limits.sure_name, limits.sure_score)
    shown = ~seen.backs & (seen.scores * seen.faces[:, :-1].max(axis=1, initial=0) >= _SHOWN)
    if sure.sum() < max(limits.sure_count, limits.sure_share * shown.sum()):
        return np.zeros(len(seen.scores), bool)
    unknown = (tile[sure] < _HALF).mean() >= _HALF
    return sure | _named(seen, limits.sure_name, LIKELY) if unknown else sure
