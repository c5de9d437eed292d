"""Flowers are divided among the eight anew, and all other tiles are left alone."""

from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import FACES, FLOWERS
from vision.networks.classifier import CONFIDENT, MARGIN, Names, shift_averaged
from vision.networks.flowers import SIZE, Flowers
from vision.networks.rectify import rectified
from vision.networks.runtime import WeightsError

WEIGHTS = Path(__file__).parents[3] / "models"
FIRST = FACES.index("f1")
QUADS = np.array([[[x, 20], [x + 60, 20], [x + 60, 100], [x, 100]] for x in range(20, 1220, 100)], np.float32)
"""Twelve tiles in a row: the eight flowers, and four others."""

SHADE = 20
FAINT = 3
"""The flower that the network below is not sure of."""


class FakeModel:
    """Tells the flower by the shade of the tile's middle, and the shifted ones of `FAINT` a little less surely."""

    def __init__(self, *_: object) -> None:
        pass

    def in_batches(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        assert crops.shape[1:] == (SIZE[1], SIZE[0], 3)
        shades = crops[:, SIZE[1] // 3 : -SIZE[1] // 3, SIZE[0] // 3 : -SIZE[0] // 3].mean(axis=(1, 2, 3))
        kinds = np.round(shades / SHADE).astype(int) - 1
        likely = np.where(kinds == FAINT, 0.5 + crops[:, 0, 0, 0] / 255, 0.99)
        flowers = np.repeat((1 - likely)[:, None] / 7, 8, axis=1)
        flowers[np.arange(len(crops)), kinds] = likely
        return {"flowers": flowers.astype(np.float32)}


@pytest.fixture
def flowers(monkeypatch: pytest.MonkeyPatch) -> Flowers:
    monkeypatch.setattr("vision.networks.flowers.Model", FakeModel)
    return Flowers(WEIGHTS / "flowers.onnx")


@pytest.fixture
def picture() -> np.ndarray:
    """The tiles, each of one shade, on a ground that grows brighter to the lower right."""
    drawn = np.repeat(np.add.outer(np.arange(120), np.arange(1240))[..., None] / 20, 3, axis=2).astype(np.uint8)
    for n, quad in enumerate(QUADS):
        (left, top), (right, bottom) = quad[0].astype(int), quad[2].astype(int)
        drawn[top:bottom, left:right] = SHADE * (n % 8 + 1)
    return drawn


def said(flower: float) -> Names:
    """Eight tiles that may be any flower, each a flower with this probability; four that are certainly others."""
    faces = np.zeros((12, len(FACES) + 1), np.float32)
    faces[:8, FIRST : FIRST + 8], faces[:8, -1] = flower / 8, 1 - flower
    faces[np.arange(8, 12), [0, 5, 12, 33]] = 1
    return Names(faces, np.tile(np.eye(4, dtype=np.float32)[0], (12, 1)), np.zeros((12, 0), np.float32))


def test_flowers_are_named_and_stay_as_likely_flowers_as_they_were(flowers: Flowers, picture: np.ndarray) -> None:
    before = said(0.8)
    after = flowers(picture, QUADS, before)
    assert [FACES[int(row[:-1].argmax())] for row in after.faces[:8]] == list(FLOWERS)
    np.testing.assert_allclose(after.faces[:8, FIRST : FIRST + 8].sum(axis=1), 0.8, atol=1e-5)
    assert (after.faces[8:] == before.faces[8:]).all()
    assert (after.faces[:, -1] == before.faces[:, -1]).all()


def test_a_flower_that_is_left_open_is_averaged_over_shifted_quads(flowers: Flowers, picture: np.ndarray) -> None:
    def predict(at: np.ndarray) -> np.ndarray:
        return FakeModel().in_batches(rectified(picture, at, SIZE, MARGIN))["flowers"]

    first = predict(QUADS[:8])
    still = first.max(axis=1) < CONFIDENT
    assert np.flatnonzero(still).tolist() == [FAINT]
    averaged = shift_averaged(predict, QUADS[:8][still], first[still])
    assert (averaged != first[still]).any()
    after = flowers(picture, QUADS, said(1.0)).faces[:8, FIRST : FIRST + 8]
    np.testing.assert_allclose(after[still], averaged, atol=1e-5)
    np.testing.assert_allclose(after[~still], first[~still], atol=1e-5)


def test_what_is_no_flower_is_not_looked_at(flowers: Flowers, picture: np.ndarray) -> None:
    before = said(0.04)
    assert flowers(picture, QUADS, before) is before


def test_other_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="weights-missing"):
        Flowers(tmp_path / "flowers.onnx")
    with pytest.raises(WeightsError, match="weights-input"):
        Flowers(WEIGHTS / "classifier.onnx")
