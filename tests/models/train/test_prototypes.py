"""Rendered photographs of whole sets, and the fit of the coefficients of learnt sets."""

import numpy as np
import pytest

from models.render.scene import random_set
from models.train.prototypes import Sample, as_detected, fit_coefficients, loss, photograph, quads_beside, truth
from scoring.tiles import FACES
from tests.vision.photographs import SOURCES, photographs
from vision.networks.classifier import Names
from vision.tilesets.prototypes import FITTED, Coefficients

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


def test_a_photograph_shows_every_kind_and_nearly_all_of_them_whole() -> None:
    for scene in photographs():
        assert sorted(t.tile or "" for t in scene.tiles) == sorted(FACES)
        assert sum(t.visible > 0.9 for t in scene.tiles) >= 38


def test_photographs_of_one_set_differ() -> None:
    first, second, _ = photographs()
    assert [t.tile for t in first.tiles] != [t.tile for t in second.tiles]
    assert first.image.shape != second.image.shape or not np.array_equal(first.image, second.image)


def test_the_truth_of_what_was_found() -> None:
    scene = photographs()[0]
    found = as_detected(scene)
    faces, _ = truth(found.quads, scene)
    assert len(set(faces)) == len(faces) >= 40
    sides = np.linalg.norm(found.quads - np.roll(found.quads, -1, axis=1), axis=2)
    assert (sides[:, 0] <= sides[:, 1]).all()
    turned = np.roll(np.array([t.quad for t in scene.tiles]), -1, axis=1)
    faces, turns = truth(turned, scene)
    assert [FACES[face] for face in faces] == [t.tile for t in scene.tiles]
    assert set(turns) == {3}
    faces, _ = truth(turned + 1000, scene)
    assert set(faces) == {-1}


def test_quads_beside_the_tiles_lie_on_none() -> None:
    scene = photographs()[0]
    quads = as_detected(scene).quads.astype(np.float64)
    beside = quads_beside(np.random.default_rng(0), scene, quads)
    assert beside.shape[1:] == (4, 2)
    assert (truth(beside, scene)[0] == -1).all() if len(beside) else True


@pytest.fixture
def sample() -> Sample:
    """A classifier that knows little, and similarities that identify the tiles."""
    rng = np.random.default_rng(0)
    count = 200
    faces = rng.integers(0, 42, count)
    turns = rng.integers(0, 4, count)
    similarity = rng.uniform(0.1, 0.7, (count, 42, 4))
    similarity[np.arange(count), faces, turns] = rng.uniform(0.85, 0.95, count)
    names = Names(
        rng.dirichlet(np.ones(43), count).astype(np.float32),
        rng.dirichlet(np.ones(4), count).astype(np.float32),
        np.zeros((count, 8), np.float32),
    )
    return Sample(names, similarity, faces, turns)


def test_the_fit_finds_what_tells(sample: Sample) -> None:
    blind = Coefficients(
        face=1.0, turn=1.0, similarity=1.0, turn_similarity=1.0, floor=0.7, unshown=1.0, absent=0.7, nothing=0.7
    )
    weights = fit_coefficients([sample], blind)
    assert loss(sample, weights) < loss(sample, blind) / 4
    assert weights.similarity > 10
    assert weights.face < 1


def test_the_weights_in_use_read_such_a_set(sample: Sample) -> None:
    assert loss(sample, FITTED) < loss(sample, Coefficients(1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)) / 2


def test_fewer_kinds_may_be_shown() -> None:

    rng = np.random.default_rng(1)
    scene = photograph(rng, random_set(rng, SOURCES), SOURCES, ["E", "E", "C", "5m"], columns=2)
    assert sorted(t.tile or "" for t in scene.tiles) == ["5m", "C", "E", "E"]
