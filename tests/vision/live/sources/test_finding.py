"""Sources told apart by the text that names one."""

from pathlib import Path

import pytest

from vision.live.camera import Camera
from vision.live.sources.finding import find_source
from vision.live.sources.source import UnknownSourceError


@pytest.mark.parametrize("source", ["nowhere.mp4", "", "camera0", "/no/such/folder"])
def test_an_unknown_source_is_refused(source: str) -> None:
    with pytest.raises(UnknownSourceError, match="source-unknown"):
        Camera(source)


@pytest.mark.parametrize(
    ("text", "name", "live"),
    [
        ("0", "Camera 0", True),
        ("rtsp://10.0.0.9/live", "rtsp://10.0.0.9/live", True),
        ("rtsp://me:pw@10.0.0.9:554/live?x=1", "rtsp://10.0.0.9:554/live?x=1", True),
        ("http://10.0.0.9/v?ch=1&user=me&pwd=pw&Token=t", "http://10.0.0.9/v?ch=1&user=…&pwd=…&Token=…", True),
        ("/dev/null", "Camera null", True),
    ],
)
def test_sources_are_told_apart_without_opening_them(text: str, name: str, live: bool) -> None:
    source = find_source(text)
    assert (source.name, source.live) == (name, live)


def test_installed_packages_add_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    about = tmp_path / "venue_camera-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: venue-camera\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[tableside.camera]\ngone = venue_camera_that_is_not:find\nvenue = venue_camera:find\n"
    )
    (tmp_path / "venue_camera.py").write_text(
        "from vision.live.sources.source import Source\n\n"
        "def find(text):\n"
        "    return Source('The venue', lambda stop: iter(()), True) if text.startswith('venue:') else None\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert find_source("venue:4").name == "The venue"
    assert find_source("0").name == "Camera 0"
    assert "venue_camera_that_is_not" in caplog.text
