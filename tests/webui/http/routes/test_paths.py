"""No answer says where something lies on the computer that serves the page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.webui.streams import first, streams
from vision import TileReader
from vision.errors import reason
from vision.image import ImagePathError
from vision.live.camera import Camera
from webui.http.app import create_app
from webui.http.site import Site
from webui.rig.rig import Rig
from webui.table.table import Table
from webui.tilesets.tilesets import TileSets


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Everything in it is broken: the camera's folder is empty, a calibration and a set are damaged."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "sets").mkdir()
    (tmp_path / "0.json").write_text("{")
    (tmp_path / "sets" / "club.png").write_bytes(b"no picture")
    (tmp_path / "sets" / "home.png").mkdir()
    return tmp_path


def test_no_answer_names_a_path(folder: Path, answers: Any) -> None:
    table = Table(answers, camera=Camera(str(folder / "pictures")), rig=Rig(folder / "0.json"))
    client = create_app(Site(table, TileSets(TileReader(), folder / "sets"))).test_client()
    assert table.equipment.feed
    table.equipment.feed.start()
    try:
        with streams(table) as start:
            lost = first(start(), "health", lambda health: health["state"] == "lost")
        said = [str(lost)]
        ask: list[Callable[[], Any]] = [
            lambda: client.get("/api/sets"),
            lambda: client.put("/api/sets", json={"chosen": "club"}),
            lambda: client.put("/api/sets", json={"chosen": "home"}),
            lambda: client.put("/api/sets", json={"chosen": "none"}),
            lambda: client.delete("/api/sets/home"),
            lambda: client.delete("/api/sets/none"),
            lambda: client.get("/api/sets/home.png"),
            lambda: client.get("/api/tables/1/calibration"),
            lambda: client.post("/api/tables/1/live/take"),
            lambda: client.get("/api/tables/1/hands"),
        ]
        said += [each().get_data(as_text=True) for each in ask]
    finally:
        table.stop()
    assert "folder-empty" in said[0]
    assert "pictures" in said[0]
    for text in said:
        assert str(folder) not in text


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (FileNotFoundError(2, "No such file or directory", "/home/me/a.jpg"), "No such file or directory"),
        (ImagePathError("image-unreadable", reason="/home"), "image-unreadable"),
        (ValueError("no number"), "no number"),
    ],
)
def test_a_reason_names_no_path(error: Exception, says: str) -> None:
    assert reason(error) == says
