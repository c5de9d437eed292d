"""Training of the refiner, from boxes to a model that fulfils its contract."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from models.data.boxes import NONE, Boxes
from models.train import refiner as recipe
from vision.networks.detector import Detections
from vision.networks.refiner import Refiner

pytestmark = pytest.mark.long

TILE = np.array([[100.0, 50], [130, 52], [128, 92], [98, 90]])
UNIT = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])


def test_mirroring_a_crop_mirrors_its_corners() -> None:
    crops = torch.arange(4.0).reshape(1, 1, 2, 2).repeat(64, 1, 1, 1)
    corners = torch.tensor(UNIT * 0.5, dtype=torch.float32).repeat(64, 1, 1)
    x, moved = recipe.flipped(crops, corners, torch.Generator().manual_seed(0))
    for one, points in zip(x, moved, strict=True):
        first = (one[0] == 0).nonzero()[0].tolist()  # where the old top left pixel is now: row, column
        want = np.array(
            [[c * 0.5 if first[1] == 0 else 1 - c * 0.5, r * 0.5 if first[0] == 0 else 1 - r * 0.5] for c, r in UNIT]
        )
        assert {tuple(p) for p in points.tolist()} == {tuple(p) for p in want.tolist()}
    assert len({tuple(one.flatten().tolist()) for one in x}) == 4


def drawn(count: int) -> Boxes:
    """White tiles on dark ground, shifted a little, some half covered, and bare ground."""
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
    small = recipe.RefinerRecipe(epochs=8, batch=32, widths=(8, 8, 16, 16))
    boxes = drawn(480)
    recipe.train(small, boxes, drawn(64), tmp_path, "cpu", lines.append)
    net = recipe.train(small, boxes, drawn(64), tmp_path, "cpu", lines.append)
    assert lines[-1] == "resumed after pass 8"
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
