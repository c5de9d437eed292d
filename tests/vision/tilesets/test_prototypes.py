"""Tiles of a learnt set are named by its prototypes, whatever the classifier makes of them."""

from dataclasses import replace
from typing import cast

import cv2
import numpy as np
import pytest
from hypothesis import given as example
from hypothesis import settings
from hypothesis import strategies as st

from scoring.tiles import FACES
from tests.vision.fakes import FeatureClassifier
from vision.networks.classifier import SIZE, Classifier, Names
from vision.tilesets.prototypes import FITTED, Prototypes, TileSet, combined, rotated

CLASSIFIER = cast(Classifier, FeatureClassifier())


@pytest.fixture
def learnt() -> TileSet:
    """A tile of each face, of smooth noise: no two crops are alike, in any turn."""
    noise = np.random.default_rng(3).integers(0, 256, (len(FACES), 8, 6, 3)).astype(np.uint8)
    crops = [cv2.resize(each, SIZE, interpolation=cv2.INTER_CUBIC) for each in noise]
    return TileSet(np.array(crops, np.uint8), np.arange(len(FACES)))


def test_a_tile_is_named_by_its_prototype_and_blurred_ones_too(learnt: TileSet) -> None:
    """Check with a classifier that knows no face at all."""
    prototypes = Prototypes.of(learnt, CLASSIFIER)
    assert prototypes.features.shape[:2] == (3 * len(FACES), 4)
    blurred = np.array([cv2.GaussianBlur(crop, (0, 0), 2) for crop in learnt.crops])
    for crops in (learnt.crops, blurred):
        named = prototypes.named(CLASSIFIER(crops))
        assert (named.faces[:, :-1].argmax(axis=1) == learnt.faces).all()
        assert (named.turns.argmax(axis=1) == 0).all()


def test_kinds_that_were_not_shown_are_left_to_the_classifier(learnt: TileSet) -> None:
    part = learnt.only(learnt.faces >= 9)
    names = CLASSIFIER(learnt.crops)
    faces = np.full((len(FACES), len(FACES) + 1), 0.01 / len(FACES), np.float32)
    faces[np.arange(len(FACES)), learnt.faces] = 0.99
    named = Prototypes.of(part, CLASSIFIER).named(replace(names, faces=faces))
    assert (named.faces[:9, :-1].argmax(axis=1) == learnt.faces[:9]).all()


def test_probabilities_stay_probabilities(learnt: TileSet) -> None:
    prototypes = Prototypes.of(learnt, CLASSIFIER)
    names = CLASSIFIER(learnt.crops[:20])
    by = prototypes.named(names)
    assert by.faces.shape == (20, 43)
    assert by.faces.sum(axis=1) == pytest.approx(np.ones(20), abs=1e-5)
    assert by.turns.sum(axis=1) == pytest.approx(np.ones(20), abs=1e-5)
    assert by.features is names.features
    none = prototypes.named(CLASSIFIER(learnt.crops[:0]))
    assert none.faces.shape == (0, 43)


def test_a_tile_lying_any_way_round_is_its_prototype(learnt: TileSet) -> None:
    prototypes = Prototypes.of(learnt, CLASSIFIER)
    for turn in range(4):
        names = CLASSIFIER(rotated(learnt.crops, turn))
        similarity = prototypes.similarity(names.features)
        at = np.arange(len(learnt.faces))
        assert similarity[at, learnt.faces, turn] == pytest.approx(np.ones(len(at)), abs=1e-4)
        by = prototypes.named(names)
        assert (by.faces.argmax(axis=1) == learnt.faces).all()


@pytest.mark.parametrize("turn", range(4))
def test_turned_crops_begin_at_another_corner(turn: int) -> None:
    """Check that a white corner at the glyph's top left comes to corner `turn` of the crop."""
    crop = np.zeros((1, 64, 48, 3), np.uint8)
    crop[0, :16, :12] = 255
    y, x = np.argwhere(rotated(crop, turn)[0, :, :, 0] > 200).mean(axis=0)
    corner = [(8, 6), (8, 42), (56, 42), (56, 6)][turn]
    assert (y, x) == pytest.approx(corner, abs=1.5)


@settings(max_examples=40, deadline=None)
@example(st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_joining_is_likely_where_classifier_and_likeness_agree(seed: int, count: int) -> None:
    """Rising similarity of a face never makes it less likely; every row sums to 1."""
    rng = np.random.default_rng(seed)
    faces = rng.dirichlet(np.full(43, 0.1), count)
    turns = rng.dirichlet(np.ones(4), count)
    similarity = rng.uniform(-1, 1, (count, 42, 4))
    similarity[:, rng.random(42) < 0.3] = np.nan
    by, turn = combined(faces, turns, similarity, FITTED)
    assert by.sum(axis=1) == pytest.approx(np.ones(count))
    assert turn.sum(axis=1) == pytest.approx(np.ones(count))
    more = similarity.copy()
    more[:, 7] += 0.1
    nearer, _ = combined(faces, turns, more, FITTED)
    assert (nearer[:, 7] >= by[:, 7] - 1e-12).all()


def test_a_set_of_which_many_kinds_but_no_flower_were_shown_has_none() -> None:
    """Check that a tile unlike all shown ones is no flower then, but may be one if a flower was shown."""
    faces = np.full((1, 43), 0.5 / 35)
    faces[0, FACES.index("f1")], faces[0, FACES.index("7m")] = 0.5, 0.25
    faces /= faces.sum()

    def named(shown: str) -> tuple[float, float]:
        similarity = np.full((1, 42, 4), np.nan)
        similarity[0, [FACES.index(code) for code in shown.split()]] = 0.3
        by, _ = combined(faces, np.full((1, 4), 0.25), similarity, FITTED)
        return float(by[0, FACES.index("f1")]), float(by[0, FACES.index("7m")])

    all_but = " ".join(FACES[:34])
    flower, seven = named(all_but)
    assert flower < 0.01 * seven
    for codes in ("1m 2m", f"{all_but} f3"):  # hardly anything was shown; or another flower was
        flower, seven = named(codes)
        assert flower > seven


def test_no_prototype_of_another_length(learnt: TileSet) -> None:
    prototypes = Prototypes.of(learnt, CLASSIFIER)
    names = Names(np.full((1, 43), 1 / 43, np.float32), np.full((1, 4), 0.25, np.float32), np.ones((1, 8), np.float32))
    with pytest.raises(ValueError, match=r".+"):
        prototypes.named(names)


def test_a_part_without_crops_adds_nothing() -> None:
    part = Prototypes(np.ones((3, 4, 8), np.float32), np.arange(3))
    nothing = Prototypes(np.zeros((0, 4, 0), np.float32), np.zeros(0, np.int64))
    joined = Prototypes.joined([part, nothing, part])
    assert joined.features.shape == (6, 4, 8)
    assert joined.faces.tolist() == [0, 1, 2, 0, 1, 2]
    assert len(Prototypes.joined([nothing, nothing]).faces) == 0
