"""The committed weights name tiles of a set that nobody showed them where the classifier leaves them open."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from models.render.scene import Scene
from scoring.tiles import FACES
from tests.vision.drawn import grid, quads
from vision.networks.cascade import SIZE, Cascade
from vision.networks.classifier import CONFIDENT, Classifier, Names, shift_averaged
from vision.networks.runtime import WeightsError

WEIGHTS = Path(__file__).parents[3] / "models"
SHOWN = ("1s", "5p", "C", "8m", "3s", "7p", "E", "2m", "9s", "6p", "F", "4m")


@pytest.fixture(scope="module")
def cascade() -> Cascade:
    return Cascade(WEIGHTS / "closer.onnx")


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier(WEIGHTS / "classifier.onnx")


@pytest.fixture(scope="module")
def scene() -> Scene:
    """A dozen tiles, the project's own drawing, plainly lit."""
    return grid(SHOWN, 21, 4, (700, 700), 120)


def said(scene: Scene, sure: float) -> Names:
    """What a classifier might say: each tile is so likely what it is, and else a 9m."""
    faces = np.zeros((len(scene.tiles), len(FACES) + 1), np.float32)
    for row, tile in zip(faces, scene.tiles, strict=True):
        row[FACES.index(str(tile.tile))], row[FACES.index("9m")] = sure, 1 - sure
    turns = np.eye(4, dtype=np.float32)[np.zeros(len(faces), int)]
    return Names(faces, turns, np.zeros((len(faces), 0), np.float32))


def test_open_tiles_are_named(scene: Scene, cascade: Cascade, classifier: Classifier) -> None:
    names = cascade(scene.image, quads(scene), said(scene, 0.3), classifier)
    assert [FACES[int(row.argmax())] for row in names.faces] == [tile.tile for tile in scene.tiles]
    np.testing.assert_allclose(names.faces.sum(axis=1), 1, atol=1e-4)


def test_both_networks_have_their_say_steadily_where_both_leave_it_open(
    scene: Scene, cascade: Cascade, classifier: Classifier
) -> None:
    alone = Classifier(WEIGHTS / "closer.onnx", size=SIZE)
    before = said(scene, 0.3)
    before.faces[0] = said(scene, 0.97).faces[0]  # and the other network is sure
    close = alone.name(scene.image, quads(scene)).faces
    plain = np.sqrt(np.maximum(before.faces, 1e-9) * close)
    plain /= plain.sum(axis=1, keepdims=True)
    both = [
        shift_averaged(lambda at, by=by: by.name(scene.image, at).faces, quads(scene), first)  # type: ignore[misc]
        for by, first in ((classifier, before.faces), (alone, close))
    ]
    steady = np.sqrt(both[0] * both[1])
    steady /= steady.sum(axis=1, keepdims=True)
    still = plain.max(axis=1) < CONFIDENT
    assert still.any()
    assert not still.all()
    expected = np.where(still[:, None], steady, plain)
    joined = cascade(scene.image, quads(scene), before, classifier).faces
    np.testing.assert_allclose(joined, expected, atol=1e-4)


def test_what_the_classifier_is_sure_of_stays(scene: Scene, cascade: Cascade, classifier: Classifier) -> None:
    before = said(scene, 0.99)
    before.faces[0] = said(scene, 0.5).faces[0]
    names = cascade(scene.image, quads(scene), before, classifier)
    assert (names.faces[1:] == before.faces[1:]).all()
    assert (names.faces[0] != before.faces[0]).any()
    plain = Names(before.faces[1:], before.turns[1:], before.features[1:])
    assert cascade(scene.image, quads(scene)[1:], plain, classifier) is plain


def test_no_tiles_are_no_trouble(scene: Scene, cascade: Cascade, classifier: Classifier) -> None:
    nothing = Names(np.zeros((0, 43), np.float32), np.zeros((0, 4), np.float32), np.zeros((0, 0), np.float32))
    assert cascade(scene.image, np.zeros((0, 4, 2), np.float32), nothing, classifier) is nothing


def test_steadily_is_the_geometric_mean_of_three_looks_a_little_apart() -> None:
    square = np.array([[[0, 0], [100, 0], [100, 200], [0, 200]], [[500, 0], [700, 0], [700, 100], [500, 100]]])
    asked: list[np.ndarray] = []

    def say(at: np.ndarray) -> np.ndarray:
        asked.append(at)
        rows = np.full((len(at), 2), 0.5, np.float32)
        rows[0] = 0.0, 1.0  # of the first tile moved: that rules a face out
        return rows

    both = shift_averaged(say, square.astype(np.float32), np.array([[0.9, 0.1], [0.5, 0.5]], np.float32))
    (at,) = asked
    off = at.reshape(2, 2, 4, 2) - square
    assert off[:, 0, 2].round(4).tolist() == [[-3, -6], [3, 6]]
    assert off[:, 1, 0].round(4).tolist() == [[-6, -3], [6, 3]]
    assert both[1].tolist() == [0.5, 0.5]
    odds = (np.log(9) + np.log(1e-9)) / 3
    assert np.log(both[0, 0] / both[0, 1]) == pytest.approx(odds, rel=1e-4)
    assert both.sum(axis=1) == pytest.approx(1)


def test_other_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="weights-missing"):
        Cascade(tmp_path / "closer.onnx")
    shutil.copy(WEIGHTS / "classifier.onnx", tmp_path / "closer.onnx")
    with pytest.raises(WeightsError, match="weights-input"):
        Cascade(tmp_path / "closer.onnx")
