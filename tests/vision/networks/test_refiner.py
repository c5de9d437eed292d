"""The committed refiner moves rough boxes onto the tiles, doubts boxes of nothing, and keeps its contract."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.render import layouts
from models.render.scene import FaceSources, Scene, Scenery, Sources, random_set, render
from models.render.view import look_at
from vision.networks.detector import Detections, distinct
from vision.networks.refiner import Refiner, placed
from vision.networks.runtime import WeightsError

WEIGHTS = Path(__file__).parents[3] / "models"
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@pytest.fixture(scope="module")
def refiner() -> Refiner:
    return Refiner(WEIGHTS / "refiner.onnx")


@pytest.fixture(scope="module")
def scene() -> Scene:
    """Twenty tiles in two rows, five of them face down, seen from the side."""
    rng = np.random.default_rng(4)
    own = Sources(FaceSources.find(None), Scenery.under(None))
    tiles = random_set(rng, own)
    size = tiles.body.size
    placed_ = [
        layouts.Placement(
            f"{i % 9 + 1}p", "down" if i % 4 == 3 else "up", (i % 10 - 4.5) * size.w, (0.5 - i // 10) * size.h * 1.6
        )
        for i in range(20)
    ]
    return render(rng, placed_, tiles, look_at((1000, 700), 0.5, 0.0, 1.0, 70 / size.w, (0.0, 0.0)), own, plain=True)


def truth(scene: Scene) -> np.ndarray:
    return np.array([tile.quad for tile in scene.tiles], np.float32)


def rough(quads: np.ndarray, seed: int) -> np.ndarray:
    """Boxes that are up to an eighth of a tile off at each corner."""
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    return quads + np.random.default_rng(seed).uniform(-0.12, 0.12, quads.shape).astype(np.float32) * sides


def boxes(quads: np.ndarray, score: float = 0.6) -> Detections:
    return Detections(quads.astype(np.float32), np.full(len(quads), score, np.float32), ("face",) * len(quads))


def off(found: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """(n,) the worst corner of each quad, in tile widths, from the found quad that fits it best."""
    turned = np.stack([np.roll(found, k, axis=1) for k in range(4)], axis=1)  # (m, 4, 4, 2)
    worst = np.linalg.norm(turned[:, :, None] - quads[None, None], axis=-1).max(axis=-1).min(axis=1)  # (m, n)
    return worst.min(axis=0) / np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)


def test_corners_come_onto_the_tiles(refiner: Refiner, scene: Scene) -> None:
    quads = truth(scene)
    given_ = rough(quads, 0)
    found = refiner(scene.image, boxes(given_))
    assert len(found) == len(quads)
    assert np.median(off(found.quads, quads)) < 0.7 * np.median(off(given_, quads))
    assert off(found.quads, quads).max() < 0.3


def test_where_a_tile_lies_otherwise_than_its_box_it_is_looked_at_once_more_from_there(
    refiner: Refiner, scene: Scene
) -> None:
    quads = truth(scene)
    lean = np.array([[-0.4], [0.4], [0.4], [-0.4]], np.float32)
    aslant = quads + lean * (quads[:, 3] - quads[:, 0])[:, None]  # as boxes lie round tiles that stand
    found = refiner(scene.image, boxes(aslant))
    assert len(found) == len(quads)
    assert np.median(off(found.quads, quads)) < 0.2 * np.median(off(aslant, quads))


def test_faces_and_backs_are_told_apart(refiner: Refiner, scene: Scene) -> None:
    quads = truth(scene)
    found = refiner(scene.image, boxes(rough(quads, 1)))
    nearest = [int(np.linalg.norm(quads.mean(axis=1) - q.mean(axis=0), axis=1).argmin()) for q in found.quads]
    want = ["face" if scene.tiles[k].face == "up" else "back" for k in nearest]
    assert np.mean([kind == w for kind, w in zip(found.kinds, want, strict=True)]) >= 0.95


def test_a_box_of_bare_cloth_is_less_sure_than_one_of_a_tile(refiner: Refiner, scene: Scene) -> None:
    quads = truth(scene)
    bare = np.array([[[40, 40], [90, 40], [90, 110], [40, 110]]], np.float32)
    on, away = refiner(scene.image, boxes(quads)), refiner(scene.image, boxes(bare))
    assert away.scores.max() < 0.3
    assert on.scores.min() > away.scores.max()


def test_a_tile_with_something_over_it_is_not_seen_whole(refiner: Refiner, scene: Scene) -> None:
    quads = truth(scene)
    plain = refiner(scene.image, boxes(quads))
    assert (plain.whole > 0.9).mean() >= 0.9
    covered = scene.image.copy()
    under = quads[::3]
    for quad in under:
        half = np.array([quad[0], quad[1], (quad[1] + quad[2]) / 2, (quad[0] + quad[3]) / 2])
        cv2.fillConvexPoly(covered, np.rint(half).astype(np.int32), (90, 120, 180))
    seen = refiner(covered, boxes(quads))
    nearest = [int(np.linalg.norm(seen.quads.mean(axis=1) - q.mean(axis=0), axis=1).argmin()) for q in under]
    assert np.median(seen.whole[nearest]) < 0.3


def test_two_boxes_of_one_tile_become_one(refiner: Refiner, scene: Scene) -> None:
    quads = truth(scene)
    twice = boxes(np.concatenate([rough(quads, 2), rough(quads, 3)]))
    assert len(refiner(scene.image, twice)) == len(quads)


def test_no_boxes_no_tiles(refiner: Refiner, scene: Scene) -> None:
    assert len(refiner(scene.image, boxes(np.zeros((0, 4, 2))))) == 0


def test_a_large_picture_gives_the_same_corners(refiner: Refiner, scene: Scene) -> None:
    quads = truth(scene)
    large = np.ascontiguousarray(scene.image.repeat(4, axis=0).repeat(4, axis=1))
    found = refiner(large, boxes(rough(quads, 0) * 4))
    assert np.median(off(found.quads / 4, quads)) < 0.12


def test_another_model_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "refiner.onnx"
    shutil.copy(WEIGHTS / "classifier.onnx", wrong)
    with pytest.raises(WeightsError, match="weights-input"):
        Refiner(wrong)


@given(st.integers(0, 2**32 - 1))
def test_points_of_the_unit_square_come_to_the_quads_corners(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quads = (UNIT * rng.uniform(20, 200, 2) + rng.uniform(-6, 6, (3, 4, 2)) + 50).astype(np.float32)
    assert placed(quads, np.stack([UNIT] * 3)) == pytest.approx(quads, abs=0.05)


def test_of_quads_that_share_half_the_surest_stays() -> None:
    quads = np.stack([UNIT * 10, UNIT * 10 + 3, UNIT * 10 + [11, 0], UNIT * 4 + 2, UNIT * 0]).astype(np.float32)
    assert distinct(quads, np.array([0.5, 0.9, 0.4, 0.95, 1.0], np.float32)).tolist() == [3, 2]
