"""The committed weights name flowers of a set that nobody showed them, and leave all other tiles alone."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from models.render.scene import Scene
from scoring.tiles import FACES, FLOWERS
from tests.vision.drawn import grid, quads
from vision.networks.classifier import CONFIDENT, MARGIN, Names, shift_averaged
from vision.networks.flowers import SIZE, Flowers
from vision.networks.rectify import rectified
from vision.networks.runtime import Model, WeightsError

WEIGHTS = Path(__file__).parents[3] / "models"
FIRST = FACES.index("f1")


@pytest.fixture(scope="module")
def scene() -> Scene:
    """The eight flowers and four other tiles, the project's own drawing, plainly lit."""
    return grid((*FLOWERS, "1s", "5p", "C", "8m"), 21, 4, (700, 700), 120)


def said(scene: Scene, flower: float) -> Names:
    """Flowers that may be any of the eight, each a flower with this probability; other tiles are what they are."""
    faces = np.zeros((len(scene.tiles), len(FACES) + 1), np.float32)
    for row, tile in zip(faces, scene.tiles, strict=True):
        row[FACES.index(str(tile.tile))] = 1
        if tile.tile in FLOWERS:
            row[:] = 0
            row[FIRST : FIRST + 8], row[-1] = flower / 8, 1 - flower
    return Names(faces, np.eye(4, dtype=np.float32)[np.zeros(len(faces), int)], np.zeros((len(faces), 0), np.float32))


def test_flowers_are_named_and_stay_as_likely_flowers_as_they_were(scene: Scene) -> None:
    before = said(scene, 0.8)
    names = Flowers(WEIGHTS / "flowers.onnx")(scene.image, quads(scene), before)
    flowers = np.array([tile.tile in FLOWERS for tile in scene.tiles])
    right = [
        FACES[int(row.argmax())] == tile.tile for row, tile in zip(names.faces, scene.tiles, strict=True) if tile.tile
    ]
    assert sum(right) >= 10
    np.testing.assert_allclose(names.faces[flowers, FIRST : FIRST + 8].sum(axis=1), 0.8, atol=0.01)
    assert (names.faces[~flowers] == before.faces[~flowers]).all()
    assert (names.faces[:, -1] == before.faces[:, -1]).all()


def test_flowers_that_one_look_leaves_open_are_looked_at_steadily(scene: Scene) -> None:
    network = Model(WEIGHTS / "flowers.onnx")
    tiles = quads(scene)[np.array([tile.tile in FLOWERS for tile in scene.tiles])]

    def say(at: np.ndarray) -> np.ndarray:
        return network.in_batches(rectified(scene.image, at, SIZE, MARGIN))["flowers"]

    first = say(tiles)
    still = first.max(axis=1) < CONFIDENT
    assert still.any()
    expected = np.where(still[:, None], shift_averaged(say, tiles, first), first)
    names = Flowers(WEIGHTS / "flowers.onnx")(scene.image, quads(scene), said(scene, 1.0))
    flowers = names.faces[names.faces[:, FIRST : FIRST + 8].sum(axis=1) > 0.5, FIRST : FIRST + 8]
    np.testing.assert_allclose(flowers, expected, atol=5e-3)


def test_what_is_no_flower_is_not_looked_at(scene: Scene) -> None:
    before = said(scene, 0.04)
    assert Flowers(WEIGHTS / "flowers.onnx")(scene.image, quads(scene), before) is before


def test_other_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="weights-missing"):
        Flowers(tmp_path / "flowers.onnx")
    shutil.copy(WEIGHTS / "classifier.onnx", tmp_path / "flowers.onnx")
    with pytest.raises(WeightsError, match="weights-input"):
        Flowers(tmp_path / "flowers.onnx")
