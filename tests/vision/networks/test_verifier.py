"""The verifier looks at finds with what lies around them."""

from pathlib import Path

import numpy as np
import pytest

from vision.networks.runtime import WeightsError
from vision.networks.verifier import Verifier

WEIGHTS = Path(__file__).parents[3] / "models"
QUADS = np.array([[[20, 20], [50, 20], [50, 60], [20, 60]], [[120, 20], [150, 20], [150, 60], [120, 60]]], np.float32)


class FakeModel:
    """Says how bright the ground round each tile is: the outer sixth of the crops."""

    def __init__(self, *_: object) -> None:
        pass

    def in_batches(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        return {"tile": crops[:, :10].mean(axis=(1, 2, 3)).astype(np.float32) / 255}


def test_each_find_is_shown_with_its_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.networks.verifier.Model", FakeModel)
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:20, :100] = 255
    said = Verifier(WEIGHTS / "verifier.onnx")(picture, QUADS)
    assert said[0] > 0.9
    assert said[1] < 0.1


def test_no_finds_are_nothing_to_look_at() -> None:
    assert Verifier(WEIGHTS / "verifier.onnx")(np.zeros((50, 50, 3), np.uint8), QUADS[:0]).shape == (0,)


def test_other_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="weights-missing"):
        Verifier(tmp_path / "verifier.onnx")
    with pytest.raises(WeightsError, match="weights-input"):
        Verifier(WEIGHTS / "classifier.onnx")
