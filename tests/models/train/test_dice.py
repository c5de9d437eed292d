"""Training of the dice network, from windows to a model that fulfils its contract."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from models.data import windows as data
from models.data.windows import IGNORED, SIDE, STEP, Windows
from models.render.scene import TrueDie
from models.train import dice as recipe
from vision.table import dice as reader

pytestmark = pytest.mark.long

CELLS = SIDE // STEP
TOP = np.array([[-10.0, -10], [10, -10], [10, 10], [-10, 10]])


def test_the_loss_asks_nothing_of_open_cells_and_most_of_bare_cells_taken_for_dice() -> None:
    values, sides = torch.zeros(1, 8, 8).long(), torch.full((1, 8, 8), 16.0)
    values[0, 4, 4], values[0, 4, 5] = 3, IGNORED
    out = torch.zeros(1, 8, 8, 8)
    out[:, 0] = 20.0
    out[0, :7, 4, 4] = torch.eye(7)[3] * 20
    perfect = float(recipe.loss_of(out, values, sides))
    assert perfect < 0.01
    out[0, :7, 4, 5] = torch.eye(7)[5] * 20
    assert float(recipe.loss_of(out, values, sides)) == pytest.approx(perfect, abs=0.01)
    out[0, :7, 0, 0] = torch.eye(7)[5] * 20
    assert float(recipe.loss_of(out, values, sides)) > perfect + 0.2


def drawn(count: int) -> Windows:
    """Return a white square with one dark dot, or two, or none, on dark ground."""
    rng = np.random.default_rng(0)
    crops = np.full((count, SIDE, SIDE, 3), 60, np.uint8)
    marks = []
    for crop in crops:
        value, (x, y) = int(rng.integers(3)), rng.integers(30, 130, 2).tolist()
        cv2.rectangle(crop, (x - 12, y - 12), (x + 12, y + 12), (230, 230, 230), -1)
        for off in ((), (0,), (-6, 6))[value]:
            cv2.circle(crop, (x + off, y + off), 4, (20, 20, 20), -1)
        marks.append(data.cell_labels([TrueDie(value, TOP * 1.2 + [x, y], 1.0)] if value else []))
    values, sides = zip(*marks, strict=True)
    return Windows(crops, np.stack(values), np.stack(sides))


def test_learns_exports_and_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    small = recipe.DiceRecipe(epochs=8, batch=8, rate=1e-2, widths=(8, 16))
    windows, held = drawn(320), drawn(32)
    recipe.train(small, windows, held, tmp_path, "cpu", lines.append)
    net = recipe.train(small, windows, held, tmp_path, "cpu", lines.append)
    assert lines[-1] == "resumed after pass 8"
    recipe.export(net, tmp_path / "dice.onnx", {})
    network = reader.Model(tmp_path / "dice.onnx")
    monkeypatch.setattr(reader, "network", lambda: network)
    monkeypatch.setattr(reader, "SURE", 0.5)  # nobody is sure after so little
    picture = np.full((300, 500, 3), 60, np.uint8)
    for x, dots in ((100, (0,)), (240, (-6, 6)), (400, ())):
        cv2.rectangle(picture, (x - 12, 188), (x + 12, 212), (230, 230, 230), -1)
        for off in dots:
            cv2.circle(picture, (x + off, 200 + off), 4, (20, 20, 20), -1)
    seen = reader.find_dice(picture, recipe.SCALE, np.zeros((0, 4, 2)))
    assert sorted((die.value, round(die.centre[0], -1)) for die in seen) == [(1, 100), (2, 240)]
    assert all(die.side == pytest.approx(24, rel=0.2) for die in seen)
