"""Training windows of the dice network."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data import windows
from models.data.windows import IGNORED, SIDE, STEP
from models.render.glyphs import FaceSources
from models.render.scene import Sources, TrueDie
from models.render.table import Scenery

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

CELLS = SIDE // STEP
TOP = np.array([[-10.0, -10], [10, -10], [10, 10], [-10, 10]])


def test_cells_of_a_top_are_marked_round_its_middle() -> None:
    values, sides = windows.cell_labels([TrueDie(4, TOP + [80, 40], 1.0)])
    assert values[10, 20] == 4
    assert sides[10, 20] == pytest.approx(20)
    assert values[10, 22] == IGNORED
    assert values[10, 24] == 0
    assert set(np.unique(values)) == {0, 4, IGNORED}


def test_a_die_that_is_covered_is_none_and_one_hardly_covered_is_not_asked() -> None:
    assert not windows.cell_labels([TrueDie(4, TOP + [80, 40], 0.5)])[0].any()
    assert set(np.unique(windows.cell_labels([TrueDie(4, TOP + [80, 40], 0.8)])[0])) == {0, IGNORED}


@given(st.floats(4, 40), st.floats(20, 140), st.floats(20, 140))
def test_every_die_has_a_cell(side: float, x: float, y: float) -> None:
    assert (windows.cell_labels([TrueDie(3, TOP * side / 20 + [x, y], 1.0)])[0] == 3).any()


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 2**32 - 1))
def test_windows_are_rendered_with_their_truth(seed: int) -> None:
    ground, fonts = np.full((200, 200, 3), (60, 110, 45), np.uint8), FaceSources.find().chinese
    crop, values, sides = windows.dice_window(np.random.default_rng(seed), ground, fonts)
    assert crop.shape == (SIDE, SIDE, 3)
    assert values.shape == sides.shape == (CELLS, CELLS)
    asked = (values > 0) & (values != IGNORED)
    assert values[asked].max(initial=1) <= 6
    assert ((sides[asked] > 6) & (sides[asked] < 60)).all()
    again = windows.dice_window(np.random.default_rng(seed), ground, fonts)
    assert (again[0] == crop).all()


def test_windows_of_tables_show_their_dice() -> None:
    parts = list(windows.table_windows(np.random.default_rng(3), Sources(FaceSources.find(), Scenery()), 40))
    assert all(part.image.shape == (SIDE, SIDE, 3) for part in parts)
    shown = [die for part in parts for die in part.dice]
    assert 3 < len(shown) < 60
    for die in shown:
        assert 6 * windows.SCALE < np.sqrt(cv2.contourArea(die.quad.astype(np.float32))) < 24 * windows.SCALE
    assert sum((windows.cell_labels(part.dice)[0] > 0).any() for part in parts) > 3


def test_windows_are_gathered_in_blocks_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "BLOCK", 4)
    file = tmp_path / "learnt.npz"
    made = windows.cached(file, 1, None, 5, 2)
    assert made.crops.shape == (7, SIDE, SIDE, 3)
    assert len(np.unique(made.crops.reshape(7, -1), axis=0)) == 7
    assert (made.values > 0).any(axis=(1, 2)).sum() > 2
    again = windows.cached(file, 2, None, 0, 0)
    assert (made.crops == again.crops).all()
