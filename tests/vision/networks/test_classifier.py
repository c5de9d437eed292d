"""The committed classifier names rendered tiles, says which way up they lie, and keeps its contract."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from models.render.scene import Scene
from scoring.tiles import FACES
from tests.vision.drawn import grid, quads
from vision.networks.classifier import SIZE, Classifier
from vision.networks.runtime import WeightsError

WEIGHTS = Path(__file__).parents[3] / "models" / "classifier.onnx"


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier(WEIGHTS)


@pytest.fixture(scope="module")
def scene() -> Scene:
    """All 42 faces in six rows, the project's own drawing, plainly lit."""
    return grid(FACES, 11, 7, (800, 900), 90)


def test_names_and_turns(classifier: Classifier, scene: Scene) -> None:
    names = classifier.name(scene.image, quads(scene))
    assert names.faces.shape == (42, 43)
    assert names.turns.shape == (42, 4)
    assert names.features.shape[0] == 42
    assert names.faces.sum(axis=1) == pytest.approx(np.ones(42), abs=1e-3)
    assert names.turns.sum(axis=1) == pytest.approx(np.ones(42), abs=1e-3)
    assert np.linalg.norm(names.features, axis=1) == pytest.approx(np.ones(42), abs=1e-3)
    named = [FACES[int(i)] for i in names.faces[:, :42].argmax(axis=1)]
    right = np.mean([name == tile.tile for name, tile in zip(named, scene.tiles, strict=True)])
    assert right >= 0.8  # a set made up for this test, seen by nobody before
    assert np.mean(np.isin(names.turns.argmax(axis=1), (0,))) >= 0.7  # some faces look the same turned by half


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_any_corner_may_come_first(classifier: Classifier, scene: Scene, turn: int) -> None:
    """A quad begun elsewhere is named the same, and the turn says where its glyph begins."""
    begun = np.roll(quads(scene), turn, axis=1)
    names = classifier.name(scene.image, begun)
    named = [FACES[int(i)] for i in names.faces[:, :42].argmax(axis=1)]
    assert np.mean([name == tile.tile for name, tile in zip(named, scene.tiles, strict=True)]) >= 0.85
    assert np.mean(names.turns.argmax(axis=1) == turn) >= 0.7


def test_batches_do_not_matter(classifier: Classifier, scene: Scene) -> None:
    whole = classifier.name(scene.image, quads(scene))
    single = classifier.name(scene.image, quads(scene)[17:18])
    assert single.faces[0] == pytest.approx(whole.faces[17], abs=1e-3)  # the processor may compute in half precision


def test_no_crops(classifier: Classifier) -> None:
    names = classifier(np.zeros((0, SIZE[1], SIZE[0], 3), np.uint8))
    assert names.faces.shape == (0, 43)
    assert names.turns.shape == (0, 4)


def test_other_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="weights-missing"):
        Classifier(tmp_path / "classifier.onnx")
    shutil.copy(__file__, tmp_path / "classifier.onnx")
    with pytest.raises(WeightsError, match="weights-broken"):
        Classifier(tmp_path / "classifier.onnx")
