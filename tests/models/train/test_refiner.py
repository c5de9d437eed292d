"""The recipe of the refiner, from boxes and their answers to a model that runs as its contract says."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

pytest.importorskip("torch")
import torch

from models.data.labels import quad_areas
from models.train import refiner as recipe
from models.train.refiner import NONE, Boxes, Known
from vision.networks.detector import Detections
from vision.networks.refiner import Refiner, placed

TILE = np.array([[100.0, 50], [130, 52], [128, 92], [98, 90]])
UNIT = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])


def known(*quads: np.ndarray, visible: float = 1.0, kind: int = 0) -> Known:
    count = len(quads)
    return Known(np.array(quads).reshape(-1, 4, 2), np.full(count, kind), np.full(count, visible), 1.0)


@given(st.integers(0, 2**32 - 1))
def test_the_answer_brings_a_rough_box_back_to_the_tile(seed: int) -> None:
    box = recipe.rough(np.random.default_rng(seed), TILE)
    told = recipe.answer(box, known(TILE, kind=1))
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
    assert recipe.answer(beside, known(TILE)) is not None
    assert recipe.answer(beside, known(TILE))[1] == NONE  # type: ignore[index]
    assert recipe.answer(TILE + [16, 0], known(TILE)) is None
    assert recipe.answer(TILE, known())[1] == NONE  # type: ignore[index]


@given(st.integers(0, 2**32 - 1))
@example(406694)  # by far the widest of many
def test_a_box_of_a_part_of_a_tile_is_of_none(seed: int) -> None:
    """Or is left out, where it is nearly of all of it; but it is of the tile where the rest is hidden."""
    box = recipe.part(np.random.default_rng(seed), TILE)
    told = recipe.answer(box, known(TILE, TILE + [31, 0]))
    assert told is None or told[1] == NONE
    upper = np.concatenate([TILE[:2], (0.6 * TILE + 0.4 * TILE[::-1])[2:]])
    assert recipe.answer(upper, known(TILE))[1] == NONE  # type: ignore[index]
    assert recipe.answer(upper, known(TILE, visible=0.6))[1] == 0  # type: ignore[index]


@given(st.integers(0, 2**32 - 1))
def test_a_box_of_two_tiles_is_of_none_where_it_holds_both(seed: int) -> None:
    """Or of one of them, where it holds no more than that, or is left out; what is apart makes no pair."""
    beside, rng = TILE + [31, 2], np.random.default_rng(seed)
    box = recipe.pair(rng, TILE, np.array([TILE + [93, 6], beside]))
    assert box is not None
    areas = [quad_areas(box, tile) for tile in (TILE, beside)]
    told = recipe.answer(box, known(TILE, beside))
    if all(shared > 0.86 * full for _, full, shared in areas):
        assert told is not None
        assert told[1] == NONE
        hidden = replace(known(TILE, beside), visible=np.array([1.0, 0.5]))
        assert (recipe.answer(box, hidden) or (None, 0))[1] == 0
    assert recipe.pair(rng, TILE, np.array([TILE + [62, 4]])) is None
    assert recipe.pair(rng, TILE, np.zeros((0, 4, 2))) is None


def test_boxes_of_two_tiles_are_gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cv2.imwrite(str(tmp_path / "two.png"), np.full((150, 250, 3), 40, np.uint8))

    def nothing(*_: object, **__: object) -> Detections:
        return Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), ())

    gathered = []
    for share in (0.0, 1.0):
        monkeypatch.setattr(recipe, "_PAIRS", share)
        rng, tiles = np.random.default_rng(3), known(TILE, TILE + [31, 2])
        rows = [recipe.boxes_of(rng, tmp_path / "two.png", tiles, nothing, 1) for _ in range(20)]  # type: ignore[arg-type]
        gathered.append(sum(1 for found in rows for _ in found))
    assert gathered[1] > gathered[0] + 20


def test_a_tile_that_is_hardly_seen_is_left_out() -> None:
    assert recipe.answer(TILE, known(TILE, visible=0.2)) is None


def test_what_lies_over_tiles_is_taken_off_what_is_seen_of_them() -> None:
    rng = np.random.default_rng(7)
    picture = np.full((150, 400, 3), 40, np.uint8)
    quads = [TILE + [31 * n, 0] for n in range(9)]
    for quad in quads:
        cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), (230, 230, 230))
    laid, before = 0, picture.copy()
    for _ in range(20):
        seen, less = recipe.covered(rng, picture, known(*quads))
        for quad, visible in zip(quads, less.visible, strict=True):
            mask = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.rint(quad).astype(np.int32), 1) > 0
            changed = float((np.abs(seen[mask].astype(int) - picture[mask]).max(axis=1) > 12).mean())
            assert changed <= 1 - visible + 0.1  # what is laid may look like what it lies on, or be laid on another
            laid += visible < 0.9
    assert laid > 20
    assert (picture[140] == 40).all()
    assert (picture == before).all()


def test_of_two_tiles_the_one_in_the_middle_is_meant() -> None:
    told = recipe.answer(TILE + [5, 0], known(TILE, TILE + [31, 2], kind=0))
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
    (_, _, photo), (_, group, scene) = recipe.pictures(tmp_path, 0.3)
    assert photo.quads[0] == pytest.approx(TILE, abs=0.01)
    assert (photo.weight, scene.weight, group) == (0.3, 1, 2)
    assert scene.kinds.tolist() == [1]


def test_mirroring_a_crop_mirrors_its_corners() -> None:
    crops = torch.arange(4.0).reshape(1, 1, 2, 2).repeat(64, 1, 1, 1)
    corners = torch.tensor(UNIT * 0.5, dtype=torch.float32).repeat(64, 1, 1)
    x, moved = recipe._flipped(crops, corners, torch.Generator().manual_seed(0))
    for one, points in zip(x, moved, strict=True):
        first = (one[0] == 0).nonzero()[0].tolist()  # where the old top left pixel is now: row, column
        want = np.array(
            [[c * 0.5 if first[1] == 0 else 1 - c * 0.5, r * 0.5 if first[0] == 0 else 1 - r * 0.5] for c, r in UNIT]
        )
        assert {tuple(p) for p in points.tolist()} == {tuple(p) for p in want.tolist()}
    assert len({tuple(one.flatten().tolist()) for one in x}) == 4


def drawn(count: int) -> Boxes:
    """White tiles on dark ground, a little off, some half covered, and bare ground."""
    rng = np.random.default_rng(0)
    crops = np.full((count, 64, 64, 3), 40, np.uint8)
    corners = np.tile(UNIT, (count, 1, 1)).astype(np.float32)
    kinds, visible = rng.choice([0, NONE], count), rng.choice([0.6, 1.0], count)
    for crop, points, kind, share in zip(crops, corners, kinds, visible, strict=True):
        if kind == 0:
            points += rng.uniform(-0.2, 0.2, 2).astype(np.float32)
            cv2.fillConvexPoly(crop, np.rint((points + 0.4) / 1.8 * 64).astype(np.int32), (230, 230, 230))
            if share < 1:
                crop[: round((points[0, 1] + 1.4 - share) / 1.8 * 64)] = (60, 80, 200)
    return Boxes(crops, corners, kinds.astype(np.int64), visible.astype(np.float32), np.ones(count, np.float32))


def test_learns_exports_and_runs(tmp_path: Path) -> None:
    lines: list[str] = []
    small = recipe.Recipe(epochs=8, batch=32, widths=(8, 8, 16, 16))
    boxes = drawn(480)
    recipe.learn(small, boxes, drawn(64), tmp_path, "cpu", lines.append)
    net = recipe.learn(small, boxes, drawn(64), tmp_path, "cpu", lines.append)
    assert lines[-1] == "going on after pass 8"
    recipe.export(net, tmp_path / "refiner.onnx", {})
    picture = np.full((200, 200, 3), 40, np.uint8)
    picture[60:140, 70:130] = 230
    box = np.array([[[76, 66], [136, 66], [136, 146], [76, 146]]], np.float32)
    found = Refiner(tmp_path / "refiner.onnx")(picture, Detections(box, np.array([0.5], np.float32), ("face",)))
    assert np.abs(found.quads[0] - [[70, 60], [130, 60], [130, 140], [70, 140]]).max() < 5
    assert found.scores[0] > 0.5
    assert found.whole[0] > 0.5
    picture[:92] = (60, 80, 200)
    half = Refiner(tmp_path / "refiner.onnx")(picture, Detections(box, np.array([0.5], np.float32), ("face",)))
    assert half.whole[0] < 0.5
