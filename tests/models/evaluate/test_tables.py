"""Photographs with labelled centres are counted: tiles, whole photographs, and a curve over the size of tiles."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from models.evaluate.tables import counted, curve, interval, main
from vision import TileReader
from vision.reading import Reading, SeenTile

SAMPLE = Path(__file__).parents[2] / "data" / "hand.jpg"


def label(tile: str, x: float, *, visible: bool = True) -> dict[str, Any]:
    return {"tile": tile, "center": [x, 20.0], "visible": visible}


def seen(tile: str | None, x: float, wide: float = 20.0) -> SeenTile:
    left, right = x - wide / 2, x + wide / 2
    quad = ((left, 0.0), (right, 0.0), (right, 40.0), (left, 40.0))
    return SeenTile(tile, "up" if tile else "down", 0.9, quad, 0)


def reading(*tiles: SeenTile) -> Reading:
    return Reading((400, 60), tiles, (), None, sure=False)


@pytest.mark.parametrize(
    ("labels", "tiles", "named", "right", "whole"),
    [
        ([label("1m", 20), label("2m", 60)], [seen("1m", 20), seen("2m", 62)], [1, 1], [1, 1], True),
        ([label("1m", 20), label("2m", 60)], [seen("1m", 20), seen("3m", 60)], [1, 0], [1, 0], False),
        ([label("1m", 20), label("2m", 60)], [seen("1m", 20)], [1, 0], [1], False),
        ([label("1m", 20)], [seen("1m", 20), seen("9s", 100)], [1], [1, 0], False),
        ([label("1m", 20, visible=False)], [seen("5m", 20)], [], [], True),
        ([label("f?", 20)], [seen("f3", 20)], [1], [1], True),
        ([label("back", 20)], [seen(None, 20)], [], [], True),
        ([label("1m", 20)], [seen("1m", 20), seen("1m", 22)], [1], [1, 0], False),
        ([], [], [], [], True),
        ([label("1m", 20)], [], [0], [], False),
    ],
    ids=["all", "misread", "missed", "extra", "covered", "any flower", "back", "twice", "nothing", "none found"],
)
def test_tiles_are_counted_by_their_centres(
    labels: list[dict[str, Any]], tiles: list[SeenTile], named: list[int], right: list[int], whole: bool
) -> None:
    counts = counted(labels, reading(*tiles))
    assert counts.labels[:, 1].tolist() == named
    assert counts.reads[:, 1].tolist() == right
    assert counts.whole is whole


def test_the_curve_has_a_row_for_each_size_with_tiles() -> None:
    """Count a tile that was not found at the size of its neighbours."""
    small = counted([label("1m", 20), label("2m", 60)], reading(seen("1m", 20, 18.0)))
    large = counted([label("1m", 60)], reading(seen("1m", 60, 35.0)))
    assert curve([small, large]) == [
        {"from": 16, "to": 20, "labels": 2, "named": 1, "reads": 1, "right": 1},
        {"from": 30, "to": 40, "labels": 1, "named": 1, "reads": 1, "right": 1},
    ]


def test_the_interval_is_wilsons() -> None:
    """Check with the values for 46 of 59, and at both ends."""
    assert np.round(interval(46, 59), 3).tolist() == [0.659, 0.866]
    assert interval(0, 10)[0] == pytest.approx(0)
    assert interval(10, 10)[1] == pytest.approx(1)
    assert interval(0, 0) == (0, 1)


@pytest.mark.long
def test_a_folder_is_measured(tmp_path: Path) -> None:
    """Check with the sample photo, labelled as the reader sees it, but for one tile."""
    tiles = [
        {"tile": tile.tile, "center": np.mean(tile.quad, axis=0).tolist()}
        for tile in TileReader().read(SAMPLE).tiles
        if tile.face == "up"
    ]
    tiles[0]["tile"] = "9m" if tiles[0]["tile"] != "9m" else "8m"
    shutil.copy(SAMPLE, tmp_path / "hand.jpg")
    one = {"photo": "hand.jpg", "tiles": tiles}
    (tmp_path / "labels.json").write_text(json.dumps([one, {"photo": "none.jpg", "tiles": [], "skip": True}]))
    found = json.loads(CliRunner().invoke(main, [str(tmp_path), "--json"]).stdout)
    assert (found["photos"], found["whole"], found["labels"], found["named"]) == (1, 0, len(tiles), len(tiles) - 1)
    text = CliRunner().invoke(main, [str(tmp_path)]).stdout
    assert f"tiles found and named: {len(tiles) - 1} of {len(tiles)} (" in text


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [str(tmp_path)])
    assert done.exit_code == 1
    assert "labels.json" in done.output
    (tmp_path / "labels.json").write_text("[]")
    assert "names no photographs to measure" in CliRunner().invoke(main, [str(tmp_path)]).output
