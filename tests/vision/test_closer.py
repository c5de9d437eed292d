"""The committed weights name tiles of a set that nobody showed them where the classifier leaves them open."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from models.render.scene import Scene
from scoring.tiles import FACES
from tests.vision.drawn import grid, quads
from vision.classifier import Classifier, Names
from vision.closer import SIZE, Closer
from vision.runtime import WeightsError

WEIGHTS = Path(__file__).parents[2] / "models"
SHOWN = ("1s", "5p", "C", "8m", "3s", "7p", "E", "2m", "9s", "6p", "F", "4m")


@pytest.fixture(scope="module")
def closer() -> Closer:
    return Closer(WEIGHTS / "closer.onnx")


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


def test_open_tiles_are_named(scene: Scene, closer: Closer) -> None:
    names = closer(scene.image, quads(scene), said(scene, 0.3))
    assert [FACES[int(row.argmax())] for row in names.faces] == [tile.tile for tile in scene.tiles]
    np.testing.assert_allclose(names.faces.sum(axis=1), 1, atol=1e-4)


def test_both_networks_have_their_say(scene: Scene, closer: Closer) -> None:
    before = said(scene, 0.3)
    alone = Classifier(WEIGHTS / "closer.onnx", size=SIZE).name(scene.image, quads(scene))
    nine = FACES.index("9m")
    for row, tile in enumerate(scene.tiles):
        mine = FACES.index(str(tile.tile))
        odds = [float(np.log(faces[row, mine] / faces[row, nine])) for faces in (before.faces, alone.faces)]
        joined = closer(scene.image, quads(scene), before).faces
        assert np.log(joined[row, mine] / joined[row, nine]) == pytest.approx(np.mean(odds), abs=0.1)


def test_what_the_classifier_is_sure_of_stays(scene: Scene, closer: Closer) -> None:
    before = said(scene, 0.99)
    before.faces[0] = said(scene, 0.5).faces[0]
    names = closer(scene.image, quads(scene), before)
    assert (names.faces[1:] == before.faces[1:]).all()
    assert (names.faces[0] != before.faces[0]).any()
    plain = Names(before.faces[1:], before.turns[1:], before.features[1:])
    assert closer(scene.image, quads(scene)[1:], plain) is plain


def test_no_tiles_are_no_trouble(scene: Scene, closer: Closer) -> None:
    nothing = Names(np.zeros((0, 43), np.float32), np.zeros((0, 4), np.float32), np.zeros((0, 0), np.float32))
    assert closer(scene.image, np.zeros((0, 4, 2), np.float32), nothing) is nothing


def test_other_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="missing"):
        Closer(tmp_path / "closer.onnx")
    shutil.copy(WEIGHTS / "classifier.onnx", tmp_path / "closer.onnx")
    with pytest.raises(WeightsError, match="expected input"):
        Closer(tmp_path / "closer.onnx")
