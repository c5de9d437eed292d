"""Training pictures and their labels."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.data import dataset
from models.data.dataset import compose, obb_lines, real, upright_rows, write_scene
from models.render.glyphs import FaceSources
from models.render.random_scene import random_scene
from models.render.scene import Sources
from models.render.table import Scenery
from scoring.tiles import FACES, FLOWERS
from vision.evidence import Evidence
from vision.image import Picture, open_image
from vision.networks.rectify import rectified

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(FaceSources.find(), Scenery())


@pytest.mark.parametrize(
    ("standing", "kept", "covered"), [(False, [20, 100, 300], [False, True]), (True, [20], [True, True])]
)
def test_finds_without_a_label(tmp_path: Path, standing: bool, kept: list[int], covered: list[bool]) -> None:
    """They are unlabelled tiles, or blurred out; behind standing tiles, those of another size are neither."""
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    rng = np.random.default_rng(0)
    photo = tmp_path / "images" / "row.png"
    picture = rng.integers(0, 255, (300, 400, 3), dtype=np.uint8)
    cv2.imwrite(str(photo), picture)
    box = np.array([[0, 0], [40, 0], [40, 54], [0, 54.0]])
    first, other, faint, small = box + (20, 30), box + (100, 30), box + (200, 30), box / 3 + (300, 200)
    line = " ".join(f"{v:.5f}" for v in (40 / 400, 57 / 300, 40 / 400, 54 / 300))
    (tmp_path / "labels" / "row.txt").write_text(f"{FACES.index('5p')} {line}\n")

    def look(_: Picture) -> Evidence:
        faces = np.full((4, len(FACES) + 1), 0.001)
        faces[:, 3] = 0.95
        zeros = np.zeros(4)
        scores = np.array([0.9, 0.9, 0.3, 0.9])
        quads = np.array([first, other, faint, small])
        return Evidence((400, 300), quads, scores, np.zeros(4, bool), faces, zeros, zeros, zeros, zeros + 1)

    made = real(photo, look, standing=standing)
    assert made is not None
    image, tiles = made
    assert [round(float(quad[0, 0])) for _, quad in tiles] == kept
    assert [(image[40:70, x : x + 20] != picture[40:70, x : x + 20]).any() for x in (110, 210)] == covered
    assert (image[200:218, 300:313] == picture[200:218, 300:313]).all()


def test_labels_stay_in_the_picture_and_leave_slivers_out() -> None:
    inside = np.array([[10, 10], [40, 10], [40, 50], [10, 50.0]])
    cut = inside + (70, 0)
    sliver = np.array([[10, 10], [60, 10], [60, 14], [10, 14.0]])
    outside = inside + (200, 0)
    lines = obb_lines([(0, inside), (1, cut), (0, sliver), (0, outside)], (100, 100))
    assert [line.split()[0] for line in lines] == ["0", "1"]
    values = np.array([line.split()[1:] for line in lines], float)
    assert (values >= 0).all()
    assert (values <= 1).all()
    assert np.sort(values[0]) == pytest.approx(np.sort((inside / 100).ravel()), abs=1e-4)


def test_a_written_scene_is_complete(tmp_path: Path, sources: Sources) -> None:
    scene = random_scene(np.random.default_rng(12), sources, (320, 240))
    write_scene(tmp_path, "one", scene)
    image = cv2.imread(str(tmp_path / "images" / "one.jpg"))
    assert image is not None
    assert image.shape == (240, 320, 3)
    assert (tmp_path / "labels" / "one.txt").exists()
    assert (tmp_path / "truth" / "one.json").exists()


def test_scenes_in_a_dim_room_are_written_as_the_networks_see_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {}
    for share in (0.0, 1.0):
        monkeypatch.setattr(dataset, "DIM_SHARE", share)
        dataset.make_scene(tmp_path / str(share), 3, 1, None, None)
        image, text = (next((tmp_path / str(share) / sub).iterdir()) for sub in ("images", "labels"))
        pixels = cv2.imread(str(image))
        assert pixels is not None
        written[share] = (float(np.percentile(pixels.max(axis=2), 99)), text.read_text())
    (light, same), (dim, labels) = written.values()
    assert same == labels
    assert light > 200
    assert 120 < dim < 170


def test_scenes_of_flowers_show_nothing_else(tmp_path: Path) -> None:
    options = ["--count", "3", "--seed", "2", "--workers", "1", "--flowers"]
    CliRunner().invoke(dataset.main, ["scenes", "--out", str(tmp_path), *options], catch_exceptions=False)
    tiles = [t["tile"] for file in (tmp_path / "truth").iterdir() for t in json.loads(file.read_text())["tiles"]]
    shown = {tile for tile in tiles if tile is not None}
    assert len(shown) > 4
    assert shown <= set(FLOWERS)


def test_scenes_of_blank_tiles_show_many_dragons_and_backs_of_a_colour(tmp_path: Path) -> None:
    options = ["--count", "4", "--seed", "5", "--workers", "1", "--blank"]
    CliRunner().invoke(dataset.main, ["scenes", "--out", str(tmp_path), *options], catch_exceptions=False)
    tiles = [t["tile"] for file in (tmp_path / "truth").iterdir() for t in json.loads(file.read_text())["tiles"]]
    assert tiles.count("P") > len(tiles) / 8
    assert tiles.count(None) > len(tiles) / 20


def test_scenes_of_dark_sets_show_dark_faces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "DIM_SHARE", 0.0)
    shown = []
    for name, options in (("any", []), ("dark", ["--dark"])):
        count = ["--count", "4", "--seed", "2", "--workers", "1"]
        CliRunner().invoke(
            dataset.main, ["scenes", "--out", str(tmp_path / name), *count, *options], catch_exceptions=False
        )
        faces = []
        for file in sorted((tmp_path / name / "images").iterdir()):
            truth = json.loads((tmp_path / name / "truth" / f"{file.stem}.json").read_text())
            picture = open_image(file)
            quads = np.array([t["quad"] for t in truth["tiles"] if t["face"] == "up" and t["visible"] > 0.9])
            faces += [np.median(crop) for crop in rectified(picture, quads.reshape(-1, 4, 2), (24, 32))]
        shown.append(np.median(faces))
    assert shown[1] < 0.7 * shown[0]


def _photo(folder: Path, turned: bool) -> Path:
    (folder / "images").mkdir()
    (folder / "labels").mkdir()
    image = np.full((200, 200, 3), 90, np.uint8)
    if turned:
        image[:20, :20] = image[-20:, -20:] = 0
    lines = []
    for i in range(5):
        image[80:120, 20 + 30 * i : 50 + 30 * i] = 200 + i
        lines.append(f"{i} {(35 + 30 * i) / 200} 0.5 0.15 0.2")
    cv2.imwrite(str(folder / "images" / "a.png"), image)
    (folder / "labels" / "a.txt").write_text("\n".join(lines))
    return folder / "images" / "a.png"


def test_upright_rows_of_a_photograph_are_cut_out_unstretched(tmp_path: Path) -> None:
    found = upright_rows(_photo(tmp_path, turned=False))
    assert found is not None
    part, boxes = found
    extent = boxes[:, 2:] - boxes[:, :2]
    assert extent[:, 0] / extent[:, 1] == pytest.approx(0.74, abs=0.01)
    left, top, right, bottom = boxes[2].astype(int)
    assert part[top + 3 : bottom - 3, left + 3 : right - 3].mean() == pytest.approx(202, abs=1)
    picture, quads = compose(np.random.default_rng(1), part, boxes, Scenery())
    assert picture.shape == (640, 640, 3)
    assert len(quads) == 5


def test_a_photograph_turned_afterwards_does_not_serve(tmp_path: Path) -> None:
    assert upright_rows(_photo(tmp_path, turned=True)) is None
