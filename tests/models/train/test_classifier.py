"""The recipe of the classifier, from crops to a model that runs as its contract says."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")
import torch

from models.data import crops as crop_data
from models.data.crops import ANY_TURN, UNKNOWN, CropSet
from models.render.glyphs import FaceSources
from models.train import classifier as recipe
from scoring.tiles import FACES, FLOWERS
from vision import TileReader, open_image
from vision.networks import cascade
from vision.networks.classifier import MARGIN, SIZE, Classifier
from vision.networks.runtime import WeightsError

HAND = Path(__file__).parents[2] / "data" / "hand.jpg"
SMALL = recipe.Recipe(sets=3, crops=240, epochs=2, batch=32, widths=(16, 32, 32, 32))


def _gathered(small: recipe.Recipe, photos: Path | None = None, scenes: Path | None = None) -> CropSet:
    try:
        FaceSources.find()
    except FileNotFoundError as error:
        pytest.skip(str(error))
    return recipe.gathered(small, photos, scenes)


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


def test_crops_to_look_closer_at_are_larger_and_upright_and_many_are_flowers(tmp_path: Path) -> None:
    small = replace(SMALL, closer=True, sets=1, crops=30, flowers=60)
    made = _gathered(small)
    assert made.pictures.shape == (90, cascade.SIZE[1], cascade.SIZE[0], 3)
    assert (made.turns == 0).sum() > 75
    assert sum(face != UNKNOWN and FACES[face] in FLOWERS for face in made.faces) > 55
    assert len(np.unique(made.groups)) == 3  # one set of tiles, and as many flowers as go with two
    again = recipe.kept(tmp_path, small, None, None)
    assert (again.pictures == made.pictures).all()  # the same recipe makes the same crops
    written = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert (recipe.kept(tmp_path, small, None, None).faces == again.faces).all()
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == written  # and they are made once


def test_a_crop_shows_the_quad_and_its_margin() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.rectangle(picture, (50, 40), (109, 119), (255, 255, 255), -1)
    crop = crop_data.cut(picture, np.array([(50.0, 40.0), (110.0, 40.0), (110.0, 120.0), (50.0, 120.0)]))
    inset = MARGIN / (1 + 2 * MARGIN)
    lit = (crop[..., 0] > 127).nonzero()
    assert lit[0].min() == pytest.approx(SIZE[1] * inset, abs=1)
    assert lit[0].max() == pytest.approx(SIZE[1] * (1 - inset) - 1, abs=1)
    assert lit[1].min() == pytest.approx(SIZE[0] * inset, abs=1)


def test_the_turn_says_where_the_glyphs_top_left_is() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[10:30, 10:30] = 255  # the glyph's top left
    quad = np.array([(10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)])
    places = [(1, 1), (1, -2), (-2, -2), (-2, 1)]  # crop corners 0-3, clockwise
    for turn, (row, column) in enumerate(places):
        crop = crop_data.cut(picture, np.roll(quad, turn, axis=0))
        cells = cv2.resize(crop[..., 0], (4, 4), interpolation=cv2.INTER_AREA)
        inner = cells[[1, 2]][:, [1, 2]]
        corner = (0 if row == 1 else 1, 0 if column == 1 else 1)
        assert inner.argmax() == corner[0] * 2 + corner[1]


def test_boxes_of_a_photograph_become_crops_grouped_by_photograph(tmp_path: Path) -> None:
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    picture = np.full((100, 100, 3), 90, np.uint8)
    for name in ("a.rf.1", "a.rf.2", "b.rf.3"):
        cv2.imwrite(str(tmp_path / "images" / f"{name}.jpg"), picture)
        (tmp_path / "labels" / f"{name}.txt").write_text("4 0.5 0.5 0.3 0.4\n33 0.2 0.2 0.3 0.4\n")
    plain = crop_data.photo_crops(None, tmp_path, 1, upright=False)
    assert [FACES[f] for f in plain.faces] == ["5m", "P"] * 3
    assert plain.groups.tolist() == [0, 0, 0, 0, 1, 1]
    assert set(plain.turns) == {ANY_TURN}
    varied = crop_data.photo_crops(np.random.default_rng(0), tmp_path, 3, upright=True)
    assert len(varied) == 18
    assert ANY_TURN not in varied.turns
    learnt, held = recipe.split(CropSet.joined([plain, varied]), seed=0, share=0.3)
    assert not set(learnt.groups) & set(held.groups)
    assert len(learnt) + len(held) == 24


def test_what_is_right_is_one_output_or_every_turn_of_the_face() -> None:
    allowed = recipe._allowed(torch.tensor([3, 3, UNKNOWN]), torch.tensor([2, ANY_TURN, ANY_TURN]))
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
    recipe.learn(SMALL, learnt, held, tmp_path, "cpu", lines.append)
    assert "pass 2 of 2" in lines[-1]
    net = recipe.learn(SMALL, learnt, held, tmp_path, "cpu", lines.append)
    assert lines[-1] == "going on after pass 2"

    file = tmp_path / "classifier.onnx"
    recipe.export(net, 1.5, crop_data.PLAIN, file)
    names = Classifier(file)(held.pictures[:5])
    assert names.faces.shape == (5, 43)
    assert names.turns.shape == (5, 4)
    assert np.allclose(names.faces.sum(axis=1), 1, atol=1e-4)
    assert np.allclose(names.turns.sum(axis=1), 1, atol=1e-4)
    faces, _ = recipe.marginals(recipe.outputs(net, held, "cpu")[:5] / 1.5)
    assert np.allclose(names.faces, faces.numpy(), atol=1e-3)


def test_tiles_of_a_rendered_scene_become_crops(tmp_path: Path) -> None:
    for folder in ("images", "truth"):
        (tmp_path / folder).mkdir()
    picture = np.full((200, 300, 3), 40, np.uint8)
    cv2.imwrite(str(tmp_path / "images" / "scene-1-000009.jpg"), picture)
    quad = [[100, 50], [130, 52], [128, 92], [98, 90]]
    tiles = [
        {"tile": "7s", "face": "up", "quad": quad, "visible": 1.0, "group": "row"},
        {"tile": "7s", "face": "up", "quad": quad, "visible": 0.3, "group": "row"},
        {"tile": None, "face": "down", "quad": quad, "visible": 1.0, "group": "wall"},
    ]
    (tmp_path / "truth" / "scene-1-000009.json").write_text(json.dumps({"size": [300, 200], "tiles": tiles}))
    found = crop_data.scene_crops(np.random.default_rng(0), tmp_path)
    assert [FACES[f] for f in found.faces if f != UNKNOWN] == ["7s"]
    assert set(found.groups) == {2}


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


def test_what_is_taken_for_a_face_where_no_tile_lies_is_a_mistake(reader: TileReader) -> None:
    finds = reader.look(open_image(HAND))
    assert crop_data.mistakes(finds, list(finds.quads)) == []
    (mistake,) = crop_data.mistakes(finds, list(finds.quads[1:]))  # as if no tile lay there
    assert np.abs(mistake - finds.quads[0]).max() == 0


def test_the_outline_in_which_a_tile_is_found_begins_where_the_true_one_does(reader: TileReader) -> None:
    finds = reader.look(open_image(HAND))
    for turn in range(4):
        true = np.roll(finds.quads[5], turn, axis=0) + 3
        found = crop_data.as_found(true, finds)
        assert found is not None
        assert np.abs(found - true).max() == pytest.approx(3)
    assert crop_data.as_found(finds.quads[5] + 5000, finds) is None
    face_down = replace(finds, backs=np.arange(len(finds.backs)) == 5)
    assert crop_data.as_found(finds.quads[5], face_down) is None


def test_half_the_tiles_of_scenes_are_cut_as_they_are_found(
    reader: TileReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = open_image(HAND)
    finds = reader.look(picture)
    tiles = [
        {"tile": "1m", "face": "up", "quad": (quad + 4).tolist(), "visible": 1.0, "group": "row"}
        for quad in finds.quads[~finds.backs]
    ]
    for folder in ("images", "truth"):
        (tmp_path / folder).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "scene-1-000000.jpg"), picture)
    (tmp_path / "truth" / "scene-1-000000.json").write_text(json.dumps({"size": [1600, 1200], "tiles": tiles}))
    cut, exact = crop_data.cut, []

    def watched(of: np.ndarray, quad: np.ndarray, *rest: object) -> np.ndarray:
        exact.append(min(np.abs(np.roll(quad, k, axis=0) - own).max() for own in finds.quads for k in range(4)) < 1e-6)
        return cut(of, quad, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(crop_data, "cut", watched)
    for share, expected in ((1.0, len(tiles)), (0.0, 0)):
        monkeypatch.setattr(crop_data, "_AS_FOUND", share)
        exact.clear()
        crop_data.scene_crops(np.random.default_rng(0), tmp_path, eye=lambda _: finds)
        assert sum(exact) == expected
        assert len(exact) >= len(tiles)


def test_more_made_up_sets_are_dark_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = FaceSources.find()
    bright = []
    for share in (0.0, 1.0):
        monkeypatch.setattr(crop_data, "_DARK", share)
        rng = np.random.default_rng(4)
        bright.append([sum(crop_data.tile_pictures(rng, sources, ["P"]).style.ground) for _ in range(12)])
    assert max(bright[1]) < 3 * 160 < np.median(bright[0])


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
    learnt = [_gathered(replace(few, mistaken=copies), scenes=tmp_path) for copies in (0, 12)]
    # One crop more or less: where a scene is cut at random, that is kept if it shows none.
    assert abs(len(learnt[1]) - len(learnt[0]) - 2 * 12) <= 1
    assert [(made.faces != UNKNOWN).sum() for made in learnt] == [(learnt[0].faces != UNKNOWN).sum()] * 2


def test_mistakes_in_photographs_without_tiles_are_learnt_from_but_for_those_to_measure_on(tmp_path: Path) -> None:
    (tmp_path / "clutter").mkdir()
    for name in "abc":
        (tmp_path / "clutter" / f"{name}.jpg").write_bytes(HAND.read_bytes())  # as if it showed none
    learnt, left = crop_data.without_tiles(tmp_path)
    assert [file.name for file in (*learnt, *left)] == ["a.jpg", "c.jpg", "b.jpg"]
    few = replace(SMALL, closer=True, crops=10, sets=1)
    plain, wary = (_gathered(replace(few, mistaken=copies), photos=tmp_path) for copies in (0, 1))
    assert (plain.faces != UNKNOWN).sum() == (wary.faces != UNKNOWN).sum()
    assert len(wary) > len(plain) + 50
    assert len(np.unique(wary.groups)) == len(np.unique(plain.groups)) + 2


def test_the_network_that_looks_closer_is_written_for_its_crops(tmp_path: Path) -> None:
    net = recipe.TileNet((8, 8, 8, 8), cascade.SIZE)
    recipe.export(net, 1.0, crop_data.CLOSE, tmp_path / "closer.onnx")
    crops = np.zeros((3, cascade.SIZE[1], cascade.SIZE[0], 3), np.uint8)
    assert Classifier(tmp_path / "closer.onnx", size=cascade.SIZE)(crops).faces.shape == (3, 43)
    with pytest.raises(WeightsError, match="weights-input"):
        Classifier(tmp_path / "closer.onnx")


@pytest.mark.parametrize("first", range(4))
def test_the_rectangle_round_a_quad_keeps_its_first_corner(first: int) -> None:
    quad = np.roll(np.array([(10.0, 10.0), (40.0, 14.0), (36.0, 60.0), (6.0, 55.0)]), first, axis=0)
    box = crop_data.rectangle(quad)
    assert np.hypot(*(box - quad).T).max() < 8
    sides = np.roll(box, -1, axis=0) - box
    assert abs(float(sides[0] @ sides[1])) < 1e-2


def test_boxes_of_tiles_that_lie_askew_are_told_by_their_overlap(tmp_path: Path) -> None:
    touching = [(10.0 * k, 0.0, 10.0 * k + 10.2, 14.0) for k in range(4)]
    tilted = [(10.0 * k, 40.0 + 4 * k, 10.0 * k + 18, 60.0 + 4 * k) for k in range(3)]
    assert crop_data._askew([*touching, *tilted]).tolist() == [False] * 4 + [True] * 3
    assert crop_data._askew([]).tolist() == []
