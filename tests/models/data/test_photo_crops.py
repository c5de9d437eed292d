"""Crops of photographs and scenes, and of what is wrongly taken for a tile."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.data import photo_crops as crop_data
from models.data.crops import ANY_TURN, UNKNOWN
from scoring.tiles import FACES
from vision import TileReader, open_image

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

HAND = Path(__file__).parents[2] / "data" / "hand.jpg"


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
    finds = reader.detect(open_image(HAND))
    assert crop_data.false_positives(finds, list(finds.quads)) == []
    (mistake,) = crop_data.false_positives(finds, list(finds.quads[1:]))  # as if no tile lay there
    assert np.abs(mistake - finds.quads[0]).max() == 0


def test_the_outline_in_which_a_tile_is_found_begins_where_the_true_one_does(reader: TileReader) -> None:
    finds = reader.detect(open_image(HAND))
    for turn in range(4):
        true = np.roll(finds.quads[5], turn, axis=0) + 3
        found = crop_data.matched_quad(true, finds)
        assert found is not None
        assert np.abs(found - true).max() == pytest.approx(3)
    assert crop_data.matched_quad(finds.quads[5] + 5000, finds) is None
    face_down = replace(finds, backs=np.arange(len(finds.backs)) == 5)
    assert crop_data.matched_quad(finds.quads[5], face_down) is None


def test_half_the_tiles_of_scenes_are_cut_as_they_are_found(
    reader: TileReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = open_image(HAND)
    finds = reader.detect(picture)
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
        monkeypatch.setattr(crop_data, "FOUND_SHARE", share)
        exact.clear()
        crop_data.scene_crops(np.random.default_rng(0), tmp_path, finder=lambda _: finds)
        assert sum(exact) == expected
        assert len(exact) >= len(tiles)


def test_boxes_of_tiles_that_lie_askew_are_told_by_their_overlap(tmp_path: Path) -> None:
    touching = [(10.0 * k, 0.0, 10.0 * k + 10.2, 14.0) for k in range(4)]
    tilted = [(10.0 * k, 40.0 + 4 * k, 10.0 * k + 18, 60.0 + 4 * k) for k in range(3)]
    assert crop_data.lie_askew([*touching, *tilted]).tolist() == [False] * 4 + [True] * 3
    assert crop_data.lie_askew([]).tolist() == []
