"""Photographs of tables labelled by the middles of their tiles: their quads, and what is learnt from them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.data import dataset, sightings
from models.data.crops import ANY_TURN
from models.data.photo_crops import table_crops
from models.data.sightings import BACK, FACE, NONE, UNKNOWN
from models.data.tables import Half, agreed, tables
from scoring.tiles import FACES
from vision.evidence import Evidence
from vision.image import Picture

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

TILE = np.array([[100.0, 50], [130, 50], [130, 90], [100, 90]])
MIDDLE = TILE.mean(axis=0)


def photographs(folder: Path, tiles: list[dict[str, object]], places: tuple[str, ...] = ("b",)) -> None:
    """Write grey pictures of 300 x 200, one for each place, all with the same labels."""
    (folder / "tables-train" / "tables").mkdir(parents=True)
    rows = []
    for place in places:
        name = f"tables/{place}.jpg"
        cv2.imwrite(str(folder / "tables-train" / name), np.full((200, 300, 3), 90, np.uint8))
        rows.append({"photo": name, "source": [f"{place}/things", name], "tiles": tiles})
    (folder / "tables-train" / "labels.json").write_text(json.dumps(rows))


def label(tile: str, x: float, visible: bool = True) -> dict[str, object]:
    """Return the label of a tile beside `TILE`."""
    return {"tile": tile, "center": [MIDDLE[0] + x, MIDDLE[1]], "visible": visible}


def finder(offsets: dict[float, str]) -> dataset.DatasetFinder:
    """Return a finder of tiles beside `TILE`, by their offsets: a face, or "back"; others have no sure name."""

    def find(picture: Picture) -> Evidence:
        size = (picture.shape[1], picture.shape[0])
        quads = np.array([TILE + (x, 0) for x in offsets]) * np.array(size) / (300, 200)
        faces = np.full((len(quads), len(FACES) + 1), 0.01)
        for row, tile in zip(faces, offsets.values(), strict=True):
            row[FACES.index(tile) if tile in FACES else -1] = 0.9
        ones, backs = np.ones(len(quads)), np.array([tile == "back" for tile in offsets.values()])
        return Evidence(size, quads, ones * 0.9, backs, faces, ones, ones * 0, ones * 0, ones)

    return find


TILES = [label("5p", 0), label("back", 32), label("7s", 64), label("2m", 96), label("3m", 150, False)]
FOUND = finder({3: "5p", 33: "back", 64: "1s", -80: "E"})


def test_a_label_takes_the_detection_that_agrees_or_the_shape_of_its_neighbour(tmp_path: Path) -> None:
    photographs(tmp_path, TILES)
    (table,) = tables(tmp_path)
    quads = agreed(table, FOUND(table.picture()))
    assert quads.found.tolist() == [0, 1, 2, -1, -1]
    assert quads.known.tolist() == [True, True, True, True, False]  # what is not visible borrows none
    assert quads.upright.tolist() == [True, False, False, False, False]  # the third is named otherwise
    assert quads.quads[3] == pytest.approx(TILE + (96, 0))


def test_a_box_of_another_size_than_its_neighbours_agrees_with_no_label(tmp_path: Path) -> None:
    photographs(tmp_path, [label("5p", 32 * n) for n in range(4)])
    (table,) = tables(tmp_path)
    seen = finder({32 * n: "5p" for n in range(4)})(table.picture())
    seen.quads[1] = (seen.quads[1] - seen.quads[1].mean(axis=0)) * 1.7 + seen.quads[1].mean(axis=0)
    assert agreed(table, seen).found.tolist() == [0, -1, 2, 3]


@pytest.mark.parametrize(("half", "names"), [("all", "abcd"), ("first", "ac"), ("second", "bd")])
def test_places_are_divided_by_name(tmp_path: Path, half: Half, names: str) -> None:
    photographs(tmp_path, TILES, tuple("dcba"))
    assert [table.file.stem for table in tables(tmp_path, half)] == list(names)


def test_visible_tiles_become_crops(tmp_path: Path) -> None:
    photographs(tmp_path, TILES)
    made = table_crops(np.random.default_rng(0), tmp_path, 2, finder=FOUND)
    assert [FACES[face] for face in made.faces] == [tile for tile in ("5p", "7s", "2m") for _ in range(2)]
    assert ANY_TURN not in made.turns[:2]
    assert set(made.turns[2:]) == {ANY_TURN}
    assert len(table_crops(np.random.default_rng(0), tmp_path, 2)) == 0


def test_a_face_far_from_every_label_is_none(tmp_path: Path) -> None:
    photographs(tmp_path, TILES)
    (found, again) = sightings.of_tables(np.random.default_rng(0), tmp_path, FOUND, 2)
    assert found.labels.tolist() == again.labels.tolist() == [FACE, BACK, FACE, NONE]
    near = finder({0: "5p", 20: "1s"})
    (found,) = sightings.of_tables(np.random.default_rng(0), tmp_path, near, 1)
    assert found.labels.tolist() == [FACE, UNKNOWN]


def test_views_of_a_table_show_its_quads(tmp_path: Path) -> None:
    photographs(tmp_path, TILES)
    made = list(dataset.table_views(np.random.default_rng(0), tmp_path, FOUND, 6, "all"))
    assert [name for name, _, _ in made] == ["table-b", *(f"table-b-{n}" for n in range(6))]
    for _, picture, quads in made:
        assert [kind for kind, _ in quads] == [0, 1, 0, 0]
        middles = np.array([quad.mean(axis=0) for _, quad in quads])
        assert ((middles >= 0) & (middles < (picture.shape[1], picture.shape[0]))).all(axis=1).any()


def test_photographed_tiles_on_rendered_grounds_are_faces(tmp_path: Path) -> None:
    for part in ("images", "labels"):
        (tmp_path / part).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "photo-1-000001.jpg"), np.full((200, 300, 3), 90, np.uint8))
    line = " ".join(f"{v:.5f}" for v in (TILE / (300, 200)).ravel())
    (tmp_path / "labels" / "photo-1-000001.txt").write_text(f"0 {line}\n")
    (found,) = sightings.of_compositions(tmp_path, finder({1: "5p", 20: "1s", 90: "1s", 150: "back"}), 5)
    assert found.labels.tolist() == [FACE, UNKNOWN, NONE, UNKNOWN]
