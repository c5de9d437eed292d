"""What is dim is brightened before the networks see it, and nothing else is changed."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawn import grid
from vision import TileReader, open_image
from vision.evidence import CLEAR
from vision.networks.exposure import exposure_corrected
from vision.tilesets.labelling import collect

SAMPLE = Path(__file__).parents[2] / "data" / "hand.jpg"


def darkened(picture: np.ndarray, share: float) -> np.ndarray:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=share), np.uint8)


@pytest.fixture(scope="module")
def dim() -> np.ndarray:
    """The sample as a dim room would show it."""
    return darkened(open_image(SAMPLE), 0.3)


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


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


def test_the_networks_see_the_brightened_picture(reader: TileReader, dim: np.ndarray) -> None:
    lit = exposure_corrected(dim)
    seen, same = reader.look(dim), reader.look(lit)
    assert (seen.scores >= CLEAR).sum() >= 14
    assert np.array_equal(seen.scores, same.scores)
    assert np.array_equal(seen.faces, same.faces)
    where = same.quads[same.scores >= CLEAR].astype(np.float32)
    assert np.array_equal(reader.name(dim, where).faces, reader.name(lit, where).faces)


def test_the_crops_of_a_set_are_cut_from_the_brightened_picture(reader: TileReader) -> None:
    picture = darkened(grid(["1m", "2m", "3m", "E", "5p"], 3, 5, (900, 300), 90.0).image, 0.3)
    crops = collect(reader, [picture]).crops
    assert len(crops) == 5
    assert np.array_equal(crops, collect(reader, [exposure_corrected(picture)]).crops)
