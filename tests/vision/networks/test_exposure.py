"""Dim pictures are brightened before the networks see them, all others are left as they are."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.fakes import FakeDetector, FakeFinder, fake_reader, finds_at
from vision import open_image
from vision.networks.classifier import MARGIN, SIZE
from vision.networks.detector import Detections
from vision.networks.exposure import exposure_corrected
from vision.networks.rectify import rectified
from vision.tilesets.labelling import collect

SAMPLE = Path(__file__).parents[2] / "data" / "hand.jpg"


def darkened(picture: np.ndarray, share: float) -> np.ndarray:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=share), np.uint8)


@pytest.fixture(scope="module")
def dim() -> np.ndarray:
    """The sample as a dim room would show it."""
    return darkened(open_image(SAMPLE), 0.3)


def test_a_dim_picture_is_brightened_evenly(dim: np.ndarray) -> None:
    lit = exposure_corrected(dim)
    assert np.percentile(lit.max(axis=2), 99) == pytest.approx(140, abs=4)
    factor = lit[dim > 30] / dim[dim > 30]
    assert np.ptp(factor) < 0.05
    assert exposure_corrected(lit) is lit


def test_a_picture_with_bright_tiles_stays_as_it_is() -> None:
    """However little of it they are: a table may be black."""
    picture = np.full((900, 1200, 3), 8, np.uint8)
    picture[300:360, 200:500] = 190
    assert exposure_corrected(picture) is picture
    sample = open_image(SAMPLE)
    assert exposure_corrected(sample) is sample
    assert exposure_corrected(np.full((1, 3, 3), 8, np.uint8)).shape == (1, 3, 3)


def test_noise_in_the_dark_is_not_made_a_picture() -> None:
    noise = np.random.default_rng(1).integers(0, 8, (480, 640, 3)).astype(np.uint8)
    assert exposure_corrected(noise).max() < 45


def test_the_networks_see_the_brightened_picture(dim: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[np.ndarray] = []

    class Noting(FakeDetector):
        """Finds nothing, in the usual search and in that for a tile that fills the picture; notes what it is shown."""

        def __call__(self, picture: np.ndarray, **_: object) -> Detections:
            seen.append(picture)
            return finds_at(np.zeros((0, 4, 2))).tiles

        def large(self, picture: np.ndarray, **_: object) -> Detections:
            return self(picture)

    reader = fake_reader(monkeypatch, detector=Noting())
    reader.detect(dim)
    assert len(seen) == 2
    assert all(np.array_equal(picture, exposure_corrected(dim)) for picture in seen)
    where = np.array([[[10, 10], [70, 10], [70, 90], [10, 90]]], np.float32)
    lit = reader.name(exposure_corrected(dim), where)
    assert np.array_equal(reader.name(dim, where).faces, lit.faces)


def test_the_crops_of_a_set_are_cut_from_the_brightened_picture(dim: np.ndarray) -> None:
    quads = np.array([[[x, 40], [x + 60, 40], [x + 60, 120], [x, 120]] for x in (100, 200, 300)], np.float64)
    crops = collect(FakeFinder(quads, [3, 4, 5]), [dim]).crops
    assert np.array_equal(crops, rectified(exposure_corrected(dim), quads.astype(np.float32), SIZE, MARGIN))
