"""Finds in pictures of which it is known where tiles lie, and the labels they get."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.data import sightings
from models.data.negatives import MEASURED, kinds
from models.data.sightings import BACK, FACE, NONE, UNKNOWN
from scoring.tiles import FACES
from vision.evidence import Evidence
from vision.image import Picture

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

TILE = np.array([[100.0, 50], [130, 50], [130, 90], [100, 90]])


class Finder:
    """Finds quads (N, 4, 2), given as shares of a picture of 300 x 200; those in `backs` face down."""

    def __init__(self, quads: list[np.ndarray], backs: tuple[int, ...] = ()) -> None:
        self.quads, self.backs = np.array(quads).reshape(-1, 4, 2), np.isin(np.arange(len(quads)), backs)

    def __call__(self, picture: Picture) -> Evidence:
        count, size = len(self.quads), (picture.shape[1], picture.shape[0])
        ones, faces = np.ones(count), np.full((count, len(FACES) + 1), 1 / (len(FACES) + 1))
        quads = self.quads * np.array(size) / (300, 200)
        return Evidence(size, quads, ones * 0.9, self.backs, faces, ones, ones * 0, ones * 0, ones)


def photograph(folder: Path, name: str, text: str | None = None) -> None:
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "images" / f"{name}.jpg"), np.full((200, 300, 3), 90, np.uint8))
    if text is not None:
        (folder / "labels" / f"{name}.txt").write_text(text)


def test_no_kind_is_both_taught_and_measured(tmp_path: Path) -> None:
    for kind in ("sudoku", "keyboards", "things"):
        (tmp_path / "negatives" / kind).mkdir(parents=True)
        (tmp_path / "negatives" / kind / "a.jpg").touch()
    (tmp_path / "negatives" / "manifest.csv").touch()
    taught, measured = ([kind for kind, _ in kinds(tmp_path, taught=taught)] for taught in (True, False))
    assert (taught, measured) == (["keyboards", "things"], ["sudoku"])
    assert set(measured) <= MEASURED


def test_only_taught_kinds_are_seen_and_all_their_finds_are_none(tmp_path: Path) -> None:
    for kind in ("sudoku", "keyboards"):
        (tmp_path / "negatives" / kind).mkdir(parents=True)
        cv2.imwrite(str(tmp_path / "negatives" / kind / "a.jpg"), np.full((200, 300, 3), 90, np.uint8))
    found = list(sightings.without_tiles(np.random.default_rng(0), tmp_path, Finder([TILE, TILE + 60]), 1))
    assert {each.source for each in found} == {"keyboards"}
    assert len(found) == 2
    assert all((each.labels == NONE).all() and each.crops.shape == (2, 64, 64, 3) for each in found)


def test_finds_in_photographs_are_labelled_by_their_boxes(tmp_path: Path) -> None:
    """Check that finds without a label are unknown, except clear backs."""
    box = f"{70 / 200} {30 / 300} {40 / 200}\n"
    photograph(tmp_path, "a", f"4 {115 / 300} {box}{FACES.index('P')} {215 / 300} {box}")
    finder = Finder([TILE, TILE + 60, TILE + [100, 0], TILE + [150, 0]], backs=(2, 3))
    found = list(sightings.of_photographs(np.random.default_rng(0), tmp_path, finder, standing=False, copies=2))
    assert [each.labels.tolist() for each in found] == [[FACE, UNKNOWN, FACE, BACK]] * 2
    assert [each.white.tolist() for each in found] == [[False, False, True, False]] * 2
    assert found[0].seen.size != found[1].seen.size


def test_finds_in_scenes_are_labelled_by_their_tiles(tmp_path: Path) -> None:
    """Check that finds partly on a tile are unknown."""
    photograph(tmp_path, "scene-1-000001")
    quads = {"up": TILE, "down": TILE + [60, 0], "covered": TILE + [120, 0]}
    tiles = [
        {"tile": "7s", "face": "up", "quad": quads["up"].tolist(), "visible": 1.0},
        {"tile": None, "face": "down", "quad": quads["down"].tolist(), "visible": 1.0},
        {"tile": "P", "face": "up", "quad": quads["covered"].tolist(), "visible": 0.3},
        {"tile": "P", "face": "up", "quad": (TILE + [-60, 0]).tolist(), "visible": 1.0},
    ]
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth" / "scene-1-000001.json").write_text(json.dumps({"tiles": tiles}))
    (found,) = sightings.of_scenes(tmp_path, Finder([*quads.values(), TILE + [0, 90], TILE + [0, 28], TILE - [60, 0]]))
    assert found.labels.tolist() == [FACE, BACK, UNKNOWN, NONE, UNKNOWN, FACE]
    assert found.white.tolist() == [False] * 5 + [True]
