"""The recipe of the network that reads dice, from rendered windows to a model that runs as its contract says."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("torch")
import torch

from models.render.glyphs import FaceSources
from models.render.scene import Sources, TrueDie
from models.render.table import Scenery
from models.train import dice as recipe
from models.train.dice import OPEN, SIDE, STEP, Windows
from vision.table import dice as reader

CELLS = SIDE // STEP
TOP = np.array([[-10.0, -10], [10, -10], [10, 10], [-10, 10]])


def test_cells_of_a_top_are_marked_round_its_middle() -> None:
    values, sides = recipe.marked([TrueDie(4, TOP + [80, 40], 1.0)])
    assert values[10, 20] == 4
    assert sides[10, 20] == pytest.approx(20)
    assert values[10, 22] == OPEN
    assert values[10, 24] == 0
    assert set(np.unique(values)) == {0, 4, OPEN}


def test_a_die_that_is_covered_is_none_and_one_hardly_covered_is_not_asked() -> None:
    assert not recipe.marked([TrueDie(4, TOP + [80, 40], 0.5)])[0].any()
    assert set(np.unique(recipe.marked([TrueDie(4, TOP + [80, 40], 0.8)])[0])) == {0, OPEN}


@given(st.floats(4, 40), st.floats(20, 140), st.floats(20, 140))
def test_every_die_has_a_cell(side: float, x: float, y: float) -> None:
    assert (recipe.marked([TrueDie(3, TOP * side / 20 + [x, y], 1.0)])[0] == 3).any()


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 2**32 - 1))
def test_windows_are_rendered_with_their_truth(seed: int) -> None:
    ground, fonts = np.full((200, 200, 3), (60, 110, 45), np.uint8), FaceSources.find().chinese
    crop, values, sides = recipe.laid(np.random.default_rng(seed), ground, fonts)
    assert crop.shape == (SIDE, SIDE, 3)
    assert values.shape == sides.shape == (CELLS, CELLS)
    asked = (values > 0) & (values != OPEN)
    assert values[asked].max(initial=1) <= 6
    assert ((sides[asked] > 6) & (sides[asked] < 60)).all()
    again = recipe.laid(np.random.default_rng(seed), ground, fonts)
    assert (again[0] == crop).all()


def test_windows_of_tables_show_their_dice() -> None:
    parts = list(recipe.parts_of_tables(np.random.default_rng(3), Sources(FaceSources.find(), Scenery()), 40))
    assert all(part.image.shape == (SIDE, SIDE, 3) for part in parts)
    shown = [die for part in parts for die in part.dice]
    assert 3 < len(shown) < 60
    for die in shown:
        assert 6 * recipe.SCALE < np.sqrt(cv2.contourArea(die.quad.astype(np.float32))) < 24 * recipe.SCALE
    assert sum((recipe.marked(part.dice)[0] > 0).any() for part in parts) > 3


def test_the_loss_asks_nothing_of_open_cells_and_most_of_bare_cells_taken_for_dice() -> None:
    values, sides = torch.zeros(1, 8, 8).long(), torch.full((1, 8, 8), 16.0)
    values[0, 4, 4], values[0, 4, 5] = 3, OPEN
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
    """A white square with one dark dot, or two, or none, on dark ground."""
    rng = np.random.default_rng(0)
    crops = np.full((count, SIDE, SIDE, 3), 60, np.uint8)
    marks = []
    for crop in crops:
        value, (x, y) = int(rng.integers(3)), rng.integers(30, 130, 2).tolist()
        cv2.rectangle(crop, (x - 12, y - 12), (x + 12, y + 12), (230, 230, 230), -1)
        for off in ((), (0,), (-6, 6))[value]:
            cv2.circle(crop, (x + off, y + off), 4, (20, 20, 20), -1)
        marks.append(recipe.marked([TrueDie(value, TOP * 1.2 + [x, y], 1.0)] if value else []))
    values, sides = zip(*marks, strict=True)
    return Windows(crops, np.stack(values), np.stack(sides))


def test_learns_exports_and_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    small = recipe.Recipe(epochs=8, batch=8, rate=1e-2, widths=(8, 16))
    windows, held = drawn(320), drawn(32)
    recipe.learn(small, windows, held, tmp_path, "cpu", lines.append)
    net = recipe.learn(small, windows, held, tmp_path, "cpu", lines.append)
    assert lines[-1] == "going on after pass 8"
    recipe.export(net, tmp_path / "dice.onnx", {})
    network = reader.Model(tmp_path / "dice.onnx")
    monkeypatch.setattr(reader, "network", lambda: network)
    monkeypatch.setattr(reader, "_SURE", 0.5)  # nobody is sure after so little
    picture = np.full((300, 500, 3), 60, np.uint8)
    for x, dots in ((100, (0,)), (240, (-6, 6)), (400, ())):
        cv2.rectangle(picture, (x - 12, 188), (x + 12, 212), (230, 230, 230), -1)
        for off in dots:
            cv2.circle(picture, (x + off, 200 + off), 4, (20, 20, 20), -1)
    seen = reader.find_dice(picture, recipe.SCALE, np.zeros((0, 4, 2)))
    assert sorted((die.value, round(die.centre[0], -1)) for die in seen) == [(1, 100), (2, 240)]
    assert all(die.side == pytest.approx(24, rel=0.2) for die in seen)


def test_windows_are_gathered_in_blocks_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "_BLOCK", 4)
    file = tmp_path / "learnt.npz"
    windows = recipe.kept(file, 1, None, 5, 2)
    assert windows.crops.shape == (7, SIDE, SIDE, 3)
    assert len(np.unique(windows.crops.reshape(7, -1), axis=0)) == 7
    assert (windows.values > 0).any(axis=(1, 2)).sum() > 2
    again = recipe.kept(file, 2, None, 0, 0)
    assert (windows.crops == again.crops).all()
