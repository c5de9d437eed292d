"""The cascade classifies again what the classifier leaves open, and combines both networks as it says."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import FACES
from vision.networks.cascade import SIZE, Cascade
from vision.networks.classifier import CONFIDENT, Classifier, Names, geometric_mean, shift_averaged
from vision.networks.runtime import WeightsError

WEIGHTS = Path(__file__).parents[3] / "models"
PICTURE = np.zeros((200, 700, 3), np.uint8)
QUADS = np.array([[[x, 0], [x + 60, 0], [x + 60, 80], [x, 80]] for x in range(0, 600, 100)], np.float32)
"""Six tiles in a row, a hundred pixels apart."""

RIGHT, WRONG = FACES.index("5p"), FACES.index("9m")


class Fake:
    """A classifier that gives tile n the right face with probability `sure[n]`, a little less where its quad is off."""

    def __init__(self, sure: list[float]) -> None:
        self.sure = np.array(sure)
        self.asked: list[int] = []

    def name(self, _: np.ndarray, quads: np.ndarray) -> Names:
        at = np.round(quads[:, 0, 0] / 100).astype(int)
        self.asked.append(len(quads))
        return names(self.sure[at] - 0.01 * np.abs(quads[:, 0, 0] - 100 * at))

    @property
    def classifier(self) -> Classifier:
        return self  # type: ignore[return-value]


def names(right: np.ndarray | list[float]) -> Names:
    """Return names of N tiles, each with this probability of the right face, and otherwise of the wrong one."""
    faces = np.zeros((len(right), len(FACES) + 1), np.float32)
    faces[:, RIGHT], faces[:, WRONG] = right, 1 - np.array(right)
    turns = np.tile(np.array([1, 0, 0, 0], np.float32), (len(right), 1))
    return Names(faces, turns, np.zeros((len(right), 0), np.float32))


@pytest.fixture
def cascade(monkeypatch: pytest.MonkeyPatch) -> Callable[[Fake], Cascade]:
    def made(second: Fake) -> Cascade:
        monkeypatch.setattr("vision.networks.cascade.Classifier", lambda *_: second)
        return Cascade(WEIGHTS / "cascade.onnx")

    return made


def test_an_open_tile_gets_the_geometric_mean_of_both(cascade: Callable[[Fake], Cascade]) -> None:
    first, second = Fake([0.9] * 6), Fake([0.9999] * 6)
    before = names([0.9] * 6)
    after = cascade(second)(PICTURE, QUADS, before, first.classifier)
    expected = geometric_mean(np.stack([before.faces, second.name(PICTURE, QUADS).faces]))
    np.testing.assert_allclose(after.faces, expected, atol=1e-6)
    assert (after.faces[:, RIGHT] > CONFIDENT).all()
    assert after.turns is before.turns
    assert not first.asked


def test_what_both_leave_open_both_see_once_more_at_shifted_quads(cascade: Callable[[Fake], Cascade]) -> None:
    first, second = Fake([0.3] * 6), Fake([0.9999, 0.6, 0.9999, 0.7, 0.9999, 0.8])
    before = names([0.3, 0.3, 0.99, 0.3, 0.9, 0.3])
    after = cascade(second)(PICTURE, QUADS, before, first.classifier)
    both = [
        shift_averaged(lambda at, by=by: by.name(PICTURE, at).faces, QUADS, said)  # type: ignore[misc]
        for by, said in ((first, before.faces), (second, second.name(PICTURE, QUADS).faces))
    ]
    plain = geometric_mean(np.stack([before.faces, second.name(PICTURE, QUADS).faces]))
    still = plain.max(axis=1) < CONFIDENT
    assert still.tolist() == [False, True, False, True, False, True]
    expected = np.where(still[:, None], geometric_mean(np.stack(both)), plain)
    expected[2] = before.faces[2]
    np.testing.assert_allclose(after.faces, expected, atol=1e-6)


def test_what_the_classifier_is_sure_of_stays(cascade: Callable[[Fake], Cascade]) -> None:
    first, second = Fake([0.5] * 6), Fake([0.9999] * 6)
    before = names([0.5, *[0.99] * 5])
    after = cascade(second)(PICTURE, QUADS, before, first.classifier)
    assert (after.faces[1:] == before.faces[1:]).all()
    assert (after.faces[0] != before.faces[0]).any()
    sure = Names(before.faces[1:], before.turns[1:], before.features[1:])
    assert cascade(second)(PICTURE, QUADS[1:], sure, first.classifier) is sure


def test_no_tiles(cascade: Callable[[Fake], Cascade]) -> None:
    nothing = names([])
    assert cascade(Fake([]))(PICTURE, QUADS[:0], nothing, Fake([]).classifier) is nothing


def test_shifted_quads_are_averaged_with_the_first_prediction() -> None:
    square = np.array([[[0, 0], [100, 0], [100, 200], [0, 200]], [[500, 0], [700, 0], [700, 100], [500, 100]]])
    asked: list[np.ndarray] = []

    def predict(at: np.ndarray) -> np.ndarray:
        asked.append(at)
        rows = np.full((len(at), 2), 0.5, np.float32)
        rows[0] = 0.0, 1.0  # of the first tile shifted: that rules a face out
        return rows

    both = shift_averaged(predict, square.astype(np.float32), np.array([[0.9, 0.1], [0.5, 0.5]], np.float32))
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
        Cascade(tmp_path / "cascade.onnx")
    with pytest.raises(WeightsError, match="weights-input"):
        Cascade(WEIGHTS / "classifier.onnx")
    assert SIZE == (72, 96)
