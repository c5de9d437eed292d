"""Training of the flower network, from crops to a model that fulfils its contract."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from models.data.crops import CropSet
from models.render.glyphs import FaceSources
from models.train import flowers as recipe
from models.train.classifier import TileNet
from scoring.tiles import FACES, FLOWERS
from vision.networks.flowers import SIZE
from vision.networks.runtime import Model

pytestmark = pytest.mark.long

HAND = Path(__file__).parents[2] / "data" / "hand.jpg"
SMALL = recipe.FlowersRecipe(sets=2, crops=90, copies=1, epochs=2, batch=16, widths=(8, 8, 8, 8))


@pytest.fixture(scope="module")
def made() -> CropSet:
    try:
        FaceSources.find()
    except FileNotFoundError as error:
        pytest.skip(str(error))
    return recipe.gather(SMALL, None, None)


def test_crops_are_of_flowers_alone(made: CropSet) -> None:
    assert made.pictures.shape[1:] == (SIZE[1], SIZE[0], 3)
    assert 75 < len(made) <= 90
    assert {FACES[face] for face in made.faces} == set(FLOWERS)
    assert (made.turns == 0).all()


def test_flowers_of_scenes_are_learnt_from_and_no_other_tile(made: CropSet, tmp_path: Path) -> None:
    picture = cv2.imread(str(HAND))
    assert picture is not None
    for folder in ("images", "truth"):
        (tmp_path / folder).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "scene-1-000000.jpg"), picture)
    quads = [[[x, 400], [x + 60, 400], [x + 60, 480], [x, 480]] for x in (300, 600, 900)]
    tiles = [
        {"tile": tile, "face": "up", "quad": quad, "visible": 1.0, "group": "row"}
        for tile, quad in zip(("f2", "5m", "s4"), quads, strict=True)
    ]
    (tmp_path / "truth" / "scene-1-000000.json").write_text(json.dumps({"size": [1600, 1200], "tiles": tiles}))
    more = recipe.gather(SMALL, None, tmp_path)
    assert [FACES[face] for face in more.faces[len(made) :]] == ["f2", "s4"]
    assert (more.faces[: len(made)] == made.faces).all()


def test_crops_are_made_once(made: CropSet, tmp_path: Path) -> None:
    again = recipe.cached(tmp_path, SMALL, None, None)
    assert (again.pictures == made.pictures).all()  # the same recipe makes the same crops
    (file,) = tmp_path.iterdir()
    written = file.stat().st_mtime_ns
    assert (recipe.cached(tmp_path, SMALL, None, None).faces == again.faces).all()
    assert file.stat().st_mtime_ns == written


def test_photographed_flowers_are_told_from_other_tiles(tmp_path: Path) -> None:
    (tmp_path / "crops").mkdir()
    (tmp_path / "crops" / "labels.csv").write_text("file,tile\n1.jpg,5m\n2.jpg,s3\n3.jpg,f1\n")
    assert [(code, file.name) for code, file in recipe.photographed(tmp_path)] == [("s3", "2.jpg"), ("f1", "3.jpg")]


def test_it_learns_goes_on_and_is_written_as_it_was_learnt(made: CropSet, tmp_path: Path) -> None:
    said: list[str] = []
    net = recipe.train(SMALL, made, made, tmp_path, "cpu", said.append)
    assert sum(line.startswith("pass") for line in said) == 2
    recipe.train(SMALL, made, made, tmp_path, "cpu", said.append)
    assert sum(line.startswith("pass") for line in said) == 2  # all passes were done
    logits = recipe.outputs(net, made, "cpu")
    degrees = recipe.temperature(logits, made)
    recipe.export(net, degrees, tmp_path / "flowers.onnx", {"recipe": "small"})
    written = Model(tmp_path / "flowers.onnx").in_batches(made.pictures[:7])["flowers"]
    expected = torch.softmax(logits[:7] / degrees, dim=1).numpy()
    np.testing.assert_allclose(written, expected, atol=0.02)  # training and running round differently


def test_a_network_of_any_size_of_crop_can_be_made() -> None:
    net = TileNet((8, 8, 8, 8), (72, 96), 8).eval()
    logits, features = net(torch.zeros(2, 3, 96, 72))
    assert logits.shape == (2, 8)
    assert features.shape == (2, 8)
