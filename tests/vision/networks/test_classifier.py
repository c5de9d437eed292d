"""The classifier cuts tiles out with its margin, and gives the network's answers for them."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.networks.classifier import MARGIN, SIZE, Classifier, geometric_mean
from vision.networks.rectify import rectified
from vision.networks.runtime import WeightsError

WEIGHTS = Path(__file__).parents[3] / "models"


class FakeModel:
    """Says of each crop what its mean shade is."""

    def __init__(self, *_: object) -> None:
        pass

    def in_batches(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        shade = crops.mean(axis=(1, 2, 3))[:, None]
        return {"faces": np.repeat(shade, 43, axis=1), "turns": np.repeat(shade, 4, axis=1), "features": shade}


@pytest.fixture
def classifier(monkeypatch: pytest.MonkeyPatch) -> Classifier:
    monkeypatch.setattr("vision.networks.classifier.Model", FakeModel)
    return Classifier(WEIGHTS / "classifier.onnx")


def test_tiles_are_cut_out_with_the_margin(classifier: Classifier) -> None:
    picture = np.random.default_rng(0).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    quads = np.array([[[50, 40], [110, 45], [105, 125], [45, 120]], [[200, 90], [260, 90], [260, 170], [200, 170]]])
    names = classifier.name(picture, quads.astype(np.float32))
    shades = rectified(picture, quads.astype(np.float32), SIZE, MARGIN).mean(axis=(1, 2, 3))
    assert names.faces[:, 0] == pytest.approx(shades)
    assert names.turns.shape == (2, 4)
    assert names.features[:, 0] == pytest.approx(shades)


def test_no_crops(classifier: Classifier) -> None:
    names = classifier(np.zeros((0, SIZE[1], SIZE[0], 3), np.uint8))
    assert names.faces.shape == (0, 43)
    assert names.turns.shape == (0, 4)


def test_no_view_rules_a_face_out() -> None:
    views = np.array([[[1.0, 0.0]], [[0.25, 0.75]]], np.float32)
    mean = geometric_mean(views)
    assert mean.sum() == pytest.approx(1)
    assert 0 < mean[0, 1] < 0.01
    assert geometric_mean(views[1:]) == pytest.approx(views[1])


def test_other_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="weights-missing"):
        Classifier(tmp_path / "classifier.onnx")
    shutil.copy(__file__, tmp_path / "classifier.onnx")
    with pytest.raises(WeightsError, match="weights-broken"):
        Classifier(tmp_path / "classifier.onnx")
