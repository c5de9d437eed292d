"""Training boxes of the refiner, and what it should say of them."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from models.data import boxes
from models.data.boxes import NONE, LabelledTiles
from models.data.labels import quad_areas
from vision.networks.detector import Detections
from vision.networks.refiner import placed

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

TILE = np.array([[100.0, 50], [130, 52], [128, 92], [98, 90]])
UNIT = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])


def known(*quads: np.ndarray, visible: float = 1.0, kind: int = 0) -> LabelledTiles:
    count = len(quads)
    return LabelledTiles(np.array(quads).reshape(-1, 4, 2), np.full(count, kind), np.full(count, visible), 1.0)


@given(st.integers(0, 2**32 - 1))
def test_the_answer_brings_a_rough_box_back_to_the_tile(seed: int) -> None:
    box = boxes.jittered_box(np.random.default_rng(seed), TILE)
    told = boxes.targets(box, known(TILE, kind=1))
    if told is None:
        return
    corners, kind, _ = told
    if kind == NONE:
        small = cv2.contourArea(box.astype(np.float32)) < 0.75 * cv2.contourArea(TILE.astype(np.float32))
        assert small or np.linalg.norm(box.mean(axis=0) - TILE.mean(axis=0)) > 8
        return
    assert kind == 1
    back = placed(box[None].astype(np.float32), corners[None].astype(np.float32))[0]
    assert min(np.abs(np.roll(back, k, axis=0) - TILE).max() for k in range(4)) < 0.1
    apart = [np.linalg.norm(np.roll(corners, -k, axis=0) - UNIT) for k in range(4)]
    assert np.argmin(apart) == 0 or np.ptp(corners) > 1.2


def test_a_box_elsewhere_is_of_nothing_and_one_between_is_left_out() -> None:
    beside = TILE + [70, 0]
    assert boxes.targets(beside, known(TILE)) is not None
    assert boxes.targets(beside, known(TILE))[1] == NONE  # type: ignore[index]
    assert boxes.targets(TILE + [16, 0], known(TILE)) is None
    assert boxes.targets(TILE, known())[1] == NONE  # type: ignore[index]


@given(st.integers(0, 2**32 - 1))
@example(406694)  # by far the widest of many
def test_a_box_of_a_part_of_a_tile_is_of_none(seed: int) -> None:
    """Check that a box of nearly all of the tile is ambiguous, and that it holds the tile if the rest is hidden."""
    box = boxes.partial_box(np.random.default_rng(seed), TILE)
    told = boxes.targets(box, known(TILE, TILE + [31, 0]))
    assert told is None or told[1] == NONE
    upper = np.concatenate([TILE[:2], (0.6 * TILE + 0.4 * TILE[::-1])[2:]])
    assert boxes.targets(upper, known(TILE))[1] == NONE  # type: ignore[index]
    assert boxes.targets(upper, known(TILE, visible=0.6))[1] == 0  # type: ignore[index]


@given(st.integers(0, 2**32 - 1))
def test_a_box_of_two_tiles_is_of_none_where_it_holds_both(seed: int) -> None:
    """Check that a box of only one of them holds that one or is ambiguous, and that separate tiles make no pair."""
    beside, rng = TILE + [31, 2], np.random.default_rng(seed)
    box = boxes.pair_box(rng, TILE, np.array([TILE + [93, 6], beside]))
    assert box is not None
    areas = [quad_areas(box, tile) for tile in (TILE, beside)]
    told = boxes.targets(box, known(TILE, beside))
    if all(shared > 0.86 * full for _, full, shared in areas):
        assert told is not None
        assert told[1] == NONE
        hidden = replace(known(TILE, beside), visible=np.array([1.0, 0.5]))
        assert (boxes.targets(box, hidden) or (None, 0))[1] == 0
    assert boxes.pair_box(rng, TILE, np.array([TILE + [62, 4]])) is None
    assert boxes.pair_box(rng, TILE, np.zeros((0, 4, 2))) is None


def test_boxes_of_two_tiles_are_gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cv2.imwrite(str(tmp_path / "two.png"), np.full((150, 250, 3), 40, np.uint8))

    def nothing(*_: object, **__: object) -> Detections:
        return Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), ())

    gathered = []
    for share in (0.0, 1.0):
        monkeypatch.setattr(boxes, "PAIR_SHARE", share)
        rng, tiles = np.random.default_rng(3), known(TILE, TILE + [31, 2])
        rows = [boxes.training_boxes(rng, tmp_path / "two.png", tiles, nothing, 1) for _ in range(20)]  # type: ignore[arg-type]
        gathered.append(sum(1 for found in rows for _ in found))
    assert gathered[1] > gathered[0] + 20


def test_a_tile_that_is_hardly_seen_is_left_out() -> None:
    assert boxes.targets(TILE, known(TILE, visible=0.2)) is None


def test_what_lies_over_tiles_is_taken_off_what_is_seen_of_them() -> None:
    rng = np.random.default_rng(7)
    picture = np.full((150, 400, 3), 40, np.uint8)
    quads = [TILE + [31 * n, 0] for n in range(9)]
    for quad in quads:
        cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), (230, 230, 230))
    laid, before = 0, picture.copy()
    for _ in range(20):
        seen, less = boxes.with_occlusion(rng, picture, known(*quads))
        for quad, visible in zip(quads, less.visible, strict=True):
            mask = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.rint(quad).astype(np.int32), 1) > 0
            changed = float((np.abs(seen[mask].astype(int) - picture[mask]).max(axis=1) > 12).mean())
            assert changed <= 1 - visible + 0.1  # what is laid may look like what it lies on, or be laid on another
            laid += visible < 0.9
    assert laid > 20
    assert (picture[140] == 40).all()
    assert (picture == before).all()


def test_of_two_tiles_the_one_in_the_middle_is_meant() -> None:
    told = boxes.targets(TILE + [5, 0], known(TILE, TILE + [31, 2], kind=0))
    assert told is not None
    assert told[0][0] == pytest.approx([-5 / 30, 0], abs=0.03)


def test_pictures_of_a_folder_and_their_tiles(tmp_path: Path) -> None:
    for folder in ("images", "truth", "labels"):
        (tmp_path / folder).mkdir()
    for name in ("photo-1-000001", "scene-1-000009"):
        cv2.imwrite(str(tmp_path / "images" / f"{name}.jpg"), np.full((200, 300, 3), 40, np.uint8))
    tiles = [{"tile": "7s", "face": "down", "quad": TILE.tolist(), "visible": 0.8, "group": "row"}]
    (tmp_path / "truth" / "scene-1-000009.json").write_text(json.dumps({"size": [300, 200], "tiles": tiles}))
    line = " ".join(f"{v:.5f}" for v in (TILE / (300, 200)).ravel())
    (tmp_path / "labels" / "photo-1-000001.txt").write_text(f"0 {line}\n")
    (_, _, photo), (_, group, scene) = boxes.labelled_pictures(tmp_path, 0.3)
    assert photo.quads[0] == pytest.approx(TILE, abs=0.01)
    assert (photo.weight, scene.weight, group) == (0.3, 1, 2)
    assert scene.kinds.tolist() == [1]
