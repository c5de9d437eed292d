"""Kinds of cameras as packages register them, and sources told apart by their addresses."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from vision.live.camera import Camera
from vision.live.sources.finding import GROUP, camera_kinds, find_cameras, find_source
from vision.live.sources.source import UnknownSourceError

ROOT = Path(__file__).parents[4]


def test_every_module_with_a_kind_is_registered() -> None:
    files = (ROOT / "vision/live/sources").glob("*.py")
    modules = {
        path.stem for path in files if re.search(r"^\w+(: Final)? = CameraKind\(", path.read_text(), re.MULTILINE)
    }
    assert {kind.name for kind in camera_kinds()} == modules


@pytest.mark.parametrize("source", ["nowhere.mp4", "", "camera0", "/no/such/folder", "99999", "rtsp://["])
def test_an_unknown_source_is_refused_with_the_kinds_there_are(source: str) -> None:
    with pytest.raises(UnknownSourceError, match="source-unknown") as refused:
        Camera(source)
    assert refused.value.about["kinds"] == tuple(kind.help for kind in camera_kinds())


def test_a_password_stands_in_no_error() -> None:
    with pytest.raises(UnknownSourceError) as refused:
        find_source("rtsp://me:geheim@[")
    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "name", "live"),
    [
        ("0", "Camera 0", True),
        ("rtsp://10.0.0.9/live", "rtsp://10.0.0.9/live", True),
        ("rtsp://me:pw@10.0.0.9:554/live?x=1", "rtsp://10.0.0.9:554/live?x=1", True),
        ("http://10.0.0.9/v?ch=1&user=me&pwd=pw&Token=t", "http://10.0.0.9/v?ch=1&user=…&pwd=…&Token=…", True),
        ("/dev/null", "Camera null", True),
        (".", f"The folder {Path.cwd().name}", False),
        ("./0", "0", False),
    ],
)
def test_sources_are_told_apart_without_opening_them(
    text: str, name: str, live: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if text == "./0":
        monkeypatch.chdir(tmp_path)
        Path("0").touch()
    source = find_source(text)
    assert (source.name, source.live) == (name, live)
    assert [kind.matches(text) for kind in camera_kinds()].count(True) == 1


VENUE = """
from vision.live.sources.kind import CameraKind, FoundCamera
from vision.live.sources.source import Source

def named(address):
    return address.startswith("venue:") or address.startswith("http://venue/")

kind = CameraKind(
    "venue",
    help="a camera of the venue (venue:4)",
    live=True,
    matches=named,
    source=lambda address: Source("The venue", lambda stop: iter(())),
    connected=lambda: [FoundCamera("venue:4", "Above table 4")],
)
nothing = 7
"""


@pytest.fixture
def venue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with one kind of camera, and two entry points that name none."""
    about = tmp_path / "venue_camera-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: venue-camera\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        f"[{GROUP}]\ngone = venue_camera_that_is_not:kind\nnothing = venue_camera:nothing\nvenue = venue_camera:kind\n"
    )
    (tmp_path / "venue_camera.py").write_text(VENUE)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("venue_camera", None)


@pytest.mark.usefixtures("venue")
def test_installed_packages_add_kinds_that_are_asked_first(caplog: pytest.LogCaptureFixture) -> None:
    assert find_source("venue:4").name == "The venue"
    assert find_source("http://venue/4").name == "The venue"
    assert find_source("0").name == "Camera 0"
    assert "venue:4" in [camera.source for camera in find_cameras()]
    assert "venue_camera_that_is_not:kind cannot be imported" in caplog.text
    assert "venue_camera:nothing is a int, expected a CameraKind" in caplog.text
