"""Training of the classifiers, from crops to a model that fulfils its contract."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from models.data.crops import ANY_TURN, CASCADE_CROPS, CLASSIFIER_CROPS, UNKNOWN, CropSet
from models.data.photo_crops import clutter_split
from models.render.glyphs import FaceSources
from models.train import classifier as recipe
from scoring.tiles import FACES, FLOWERS
from vision import TileReader, open_image
from vision.networks import cascade
from vision.networks.classifier import SIZE, Classifier
from vision.networks.runtime import WeightsError

pytestmark = pytest.mark.long

HAND = Path(__file__).parents[2] / "data" / "hand.jpg"
SMALL = recipe.ClassifierRecipe(sets=3, crops=240, epochs=2, batch=32, widths=(16, 32, 32, 32))


def _gathered(small: recipe.ClassifierRecipe, photos: Path | None = None, scenes: Path | None = None) -> CropSet:
    try:
        FaceSources.find()
    except FileNotFoundError as error:
        pytest.skip(str(error))
    return recipe.gather(small, photos, [] if scenes is None else [scenes])


@pytest.fixture(scope="module")
def made() -> CropSet:
    return _gathered(SMALL)


def test_made_up_crops_are_labelled_and_sized(made: CropSet) -> None:
    assert made.pictures.shape == (240, SIZE[1], SIZE[0], 3)
    assert made.pictures.dtype == np.uint8
    assert set(made.turns) == {ANY_TURN, 0, 1, 2, 3}
    assert made.faces.min() >= 0
    assert made.faces.max() <= UNKNOWN
    assert ((made.faces == UNKNOWN) == (made.turns == ANY_TURN)).all()


def test_crops_of_the_cascade_are_larger_and_upright_and_many_are_flowers(tmp_path: Path) -> None:
    small = replace(SMALL, cascade=True, sets=1, crops=30, flowers=60)
    made = _gathered(small)
    assert made.pictures.shape == (90, cascade.SIZE[1], cascade.SIZE[0], 3)
    assert (made.turns == 0).sum() > 75
    assert sum(face != UNKNOWN and FACES[face] in FLOWERS for face in made.faces) > 55
    assert len(np.unique(made.groups)) == 3  # one set of tiles, and as many flowers as go with two
    again = recipe.cached(tmp_path, small, None, ())
    assert (again.pictures == made.pictures).all()  # the same recipe makes the same crops
    written = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert (recipe.cached(tmp_path, small, None, ()).faces == again.faces).all()
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == written  # and they are made once


def test_crops_of_one_photograph_are_all_learnt_or_all_held_out(made: CropSet) -> None:
    crops = replace(made, groups=np.arange(len(made)) // 4)
    learnt, held = recipe.split(crops, seed=0, share=0.3)
    assert not set(learnt.groups) & set(held.groups)
    assert 0 < len(held) < len(learnt)
    assert len(learnt) + len(held) == len(made)


def test_what_is_right_is_one_output_or_every_turn_of_the_face() -> None:
    allowed = recipe.allowed_labels(torch.tensor([3, 3, UNKNOWN]), torch.tensor([2, ANY_TURN, ANY_TURN]))
    assert allowed.nonzero().tolist() == [[0, 14], [1, 12], [1, 13], [1, 14], [1, 15], [2, 168]]


def test_a_sure_and_right_model_has_no_calibration_error() -> None:
    truth = np.array([0, 1, 2])
    sure = torch.eye(43)[truth]
    assert recipe.calibration_error(sure, truth) == 0
    assert recipe.calibration_error(sure, np.array([0, 1, 1])) == pytest.approx(1 / 3)


def test_temperature_undoes_too_much_confidence() -> None:
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(2000, 169, generator=generator) * 2
    drawn = torch.multinomial(torch.softmax(logits, 1), 1, generator=generator)[:, 0].numpy()
    blank = np.zeros((2000, 1, 1, 3), np.uint8)
    turns = np.where(drawn == 168, ANY_TURN, drawn % 4)
    crops = CropSet(blank, drawn // 4, turns, np.arange(2000))
    assert recipe.temperature(logits * 1.8, crops) == pytest.approx(1.8, rel=0.1)


def test_learns_exports_and_runs(made: CropSet, tmp_path: Path) -> None:
    lines: list[str] = []
    learnt, held = recipe.split(made, 1, 0.3)
    recipe.train(SMALL, learnt, held, tmp_path, "cpu", lines.append)
    assert "pass 2 of 2" in lines[-1]
    net = recipe.train(SMALL, learnt, held, tmp_path, "cpu", lines.append)
    assert lines[-1] == "resumed after pass 2"

    file = tmp_path / "classifier.onnx"
    recipe.export(net, 1.5, CLASSIFIER_CROPS, file)
    names = Classifier(file)(held.pictures[:5])
    assert names.faces.shape == (5, 43)
    assert names.turns.shape == (5, 4)
    assert np.allclose(names.faces.sum(axis=1), 1, atol=1e-4)
    assert np.allclose(names.turns.sum(axis=1), 1, atol=1e-4)
    faces, _ = recipe.marginals(recipe.outputs(net, held, "cpu")[:5] / 1.5)
    assert np.allclose(names.faces, faces.numpy(), atol=1e-3)


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


def test_mistakes_in_scenes_are_taught_as_no_tile(reader: TileReader, tmp_path: Path) -> None:
    picture = open_image(HAND)
    tiles = [
        {"tile": tile.tile, "face": tile.face, "quad": tile.quad, "visible": 1.0, "group": "row"}
        for tile in reader.read(picture).tiles
    ]
    for folder in ("images", "truth"):
        (tmp_path / folder).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "scene-1-000000.jpg"), picture)
    truth = {"size": picture.shape[1::-1], "tiles": tiles[2:]}  # as if no tile lay where the first two are
    (tmp_path / "truth" / "scene-1-000000.json").write_text(json.dumps(truth))
    few = replace(SMALL, crops=10, sets=1)
    learnt = [_gathered(replace(few, hard_negatives=copies), scenes=tmp_path) for copies in (0, 12)]
    # One crop more or less: where a scene is cut at random, that is kept if it shows none.
    assert abs(len(learnt[1]) - len(learnt[0]) - 2 * 12) <= 1
    assert [(made.faces != UNKNOWN).sum() for made in learnt] == [(learnt[0].faces != UNKNOWN).sum()] * 2


def test_mistakes_in_photographs_without_tiles_are_learnt_from_but_for_those_to_measure_on(tmp_path: Path) -> None:
    (tmp_path / "clutter").mkdir()
    for name in "abc":
        (tmp_path / "clutter" / f"{name}.jpg").write_bytes(HAND.read_bytes())  # as if it showed none
    learnt, left = clutter_split(tmp_path)
    assert [file.name for file in (*learnt, *left)] == ["a.jpg", "c.jpg", "b.jpg"]
    few = replace(SMALL, cascade=True, crops=10, sets=1)
    plain, wary = (_gathered(replace(few, hard_negatives=copies), photos=tmp_path) for copies in (0, 1))
    assert (plain.faces != UNKNOWN).sum() == (wary.faces != UNKNOWN).sum()
    assert len(wary) > len(plain) + 50
    assert len(np.unique(wary.groups)) == len(np.unique(plain.groups)) + 2


def test_the_cascade_is_written_for_its_crops(tmp_path: Path) -> None:
    net = recipe.TileNet((8, 8, 8, 8), cascade.SIZE)
    recipe.export(net, 1.0, CASCADE_CROPS, tmp_path / "cascade.onnx")
    crops = np.zeros((3, cascade.SIZE[1], cascade.SIZE[0], 3), np.uint8)
    assert Classifier(tmp_path / "cascade.onnx", size=cascade.SIZE)(crops).faces.shape == (3, 43)
    with pytest.raises(WeightsError, match="weights-input"):
        Classifier(tmp_path / "cascade.onnx")
