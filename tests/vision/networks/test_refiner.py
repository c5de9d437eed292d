"""The refiner moves boxes onto tiles, looks again where a tile lies far from its box, and keeps one find a tile."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.networks.detector import Detections, distinct
from vision.networks.refiner import MARGIN, SIZE, Refiner, concatenated, placed
from vision.networks.runtime import WeightsError

WEIGHTS = Path(__file__).parents[3] / "models"
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
FACE, BACK, CUT = 250, 160, 90
"""Shades of the tiles that the network below knows, and of things over one."""


class FakeModel:
    """Sees the bright rectangle in each crop: a face or a back, by its shade; nothing is no tile."""

    def __init__(self) -> None:
        self.looks: list[int] = []

    def in_batches(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        self.looks.append(len(crops))
        count = len(crops)
        corners, kinds = np.tile(UNIT, (count, 1, 1)), np.tile(np.array([0.05, 0.05, 0.9], np.float32), (count, 1))
        whole = np.zeros(count, np.float32)
        for n, crop in enumerate(crops[..., 0]):
            ys, xs = np.nonzero(crop > (CUT + BACK) / 2)
            if not len(xs):
                continue
            low, high = np.array([xs.min(), ys.min()]), np.array([xs.max() + 1, ys.max() + 1])
            corners[n] = (low + UNIT * (high - low)) / SIZE[0] * (1 + 2 * MARGIN) - MARGIN
            face = np.median(crop[ys, xs]) > (FACE + BACK) / 2
            kinds[n] = (0.9, 0.05, 0.05) if face else (0.05, 0.9, 0.05)
            whole[n] = 0.1 if (np.abs(crop - float(CUT)) < 8).mean() > 0.1 else 0.95
        return {"corners": corners, "kinds": kinds, "whole": whole}


@pytest.fixture
def model() -> FakeModel:
    return FakeModel()


@pytest.fixture
def refiner(monkeypatch: pytest.MonkeyPatch, model: FakeModel) -> Refiner:
    monkeypatch.setattr("vision.networks.refiner.Model", lambda *_: model)
    return Refiner(WEIGHTS / "refiner.onnx")


QUADS = np.array(
    [[[x, y], [x + 60, y], [x + 60, y + 80], [x, y + 80]] for y in (120, 420) for x in range(100, 900, 200)], np.float32
)
"""Eight tiles far apart, every fourth face down."""


@pytest.fixture
def picture() -> np.ndarray:
    drawn = np.full((640, 1000, 3), 20, np.uint8)
    for n, quad in enumerate(QUADS):
        cv2.fillConvexPoly(drawn, np.rint(quad - [0, 0]).astype(np.int32), (BACK if n % 4 == 3 else FACE,) * 3)
    return drawn


def boxes(quads: np.ndarray, score: float = 0.6) -> Detections:
    return Detections(quads.astype(np.float32), np.full(len(quads), score, np.float32), ("face",) * len(quads))


def rough(seed: int) -> np.ndarray:
    """Return boxes of the tiles that are up to an eighth of a width off at each side."""
    off = np.random.default_rng(seed).uniform(-7, 7, (len(QUADS), 1, 2))
    return QUADS + off.astype(np.float32)


def by_place(quads: np.ndarray) -> np.ndarray:
    """Return indices of quads in the order of `QUADS`."""
    return np.lexsort((quads[:, 0, 0], np.round(quads[:, 0, 1] / 100)))


def test_corners_come_onto_the_tiles(refiner: Refiner, picture: np.ndarray) -> None:
    found = refiner(picture, boxes(rough(0)))
    order = by_place(found.quads)
    assert np.abs(found.quads[order] - QUADS).max() < 3
    assert [found.kinds[n] for n in order] == ["face", "face", "face", "back"] * 2


def test_where_a_tile_lies_far_from_its_box_it_is_looked_at_again_from_there(
    refiner: Refiner, model: FakeModel, picture: np.ndarray
) -> None:
    aslant = QUADS.copy()
    aslant[0] += 0.3 * (QUADS[0, 3] - QUADS[0, 0])
    found = refiner(picture, boxes(aslant))
    assert model.looks == [8, 1]
    assert np.abs(found.quads[by_place(found.quads)] - QUADS).max() < 3


def test_a_score_is_the_mean_of_the_log_odds(refiner: Refiner, picture: np.ndarray) -> None:
    """Check the detector's 0.6 and the network's 0.95 for a tile, and 0.1 for bare cloth."""
    bare = np.array([[[300, 300], [360, 300], [360, 380], [300, 380]]], np.float32)
    found = refiner(picture, boxes(np.concatenate([QUADS[:1], bare])))
    odds = [np.sqrt(0.6 / 0.4 * 0.95 / 0.05), np.sqrt(0.6 / 0.4 * 0.1 / 0.9)]
    assert found.scores == pytest.approx([o / (1 + o) for o in odds], abs=1e-4)


def test_a_tile_with_something_over_it_is_not_whole(refiner: Refiner, picture: np.ndarray) -> None:
    cv2.rectangle(picture, (100, 160), (160, 200), (CUT,) * 3, -1)
    found = refiner(picture, boxes(QUADS))
    whole = found.whole[by_place(found.quads)]
    assert whole[0] < 0.3
    assert (whole[1:] > 0.9).all()


def test_two_boxes_of_one_tile_become_one(refiner: Refiner, picture: np.ndarray) -> None:
    assert len(refiner(picture, boxes(np.concatenate([rough(2), rough(3)])))) == len(QUADS)


def test_no_boxes_no_tiles(refiner: Refiner, picture: np.ndarray) -> None:
    assert len(refiner(picture, boxes(QUADS[:0]))) == 0


def test_tiles_are_concatenated(refiner: Refiner, picture: np.ndarray) -> None:
    tiles = refiner(picture, boxes(QUADS))
    both = concatenated(tiles.only(np.array([1, 0])), tiles.only(np.arange(8) > 5))
    assert both.quads == pytest.approx(tiles.quads[[1, 0, 6, 7]])
    assert both.whole == pytest.approx(tiles.whole[[1, 0, 6, 7]])
    assert both.kinds == tuple(tiles.kinds[n] for n in (1, 0, 6, 7))


def test_another_model_is_refused() -> None:
    with pytest.raises(WeightsError, match="weights-input"):
        Refiner(WEIGHTS / "classifier.onnx")


@given(st.integers(0, 2**32 - 1))
def test_points_of_the_unit_square_come_to_the_quads_corners(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quads = (UNIT * rng.uniform(20, 200, 2) + rng.uniform(-6, 6, (3, 4, 2)) + 50).astype(np.float32)
    assert placed(quads, np.stack([UNIT] * 3)) == pytest.approx(quads, abs=0.05)


def test_of_quads_that_share_half_the_surest_stays() -> None:
    quads = np.stack([UNIT * 10, UNIT * 10 + 3, UNIT * 10 + [11, 0], UNIT * 4 + 2, UNIT * 0]).astype(np.float32)
    assert distinct(quads, np.array([0.5, 0.9, 0.4, 0.95, 1.0], np.float32)).tolist() == [3, 2]
