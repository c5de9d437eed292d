"""A kind of camera of another package: named, listed and read as those of the program are."""

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from tests.vision.table.test_markers import table as marked
from tests.waiting import PATIENCE
from tests.webui.cameras import wait_for_trouble
from vision.live.sources.finding import GROUP
from webui.cli import main
from webui.rig.rig import Rig
from webui.rig.sources import SourceRefusedError, check_camera

SHELF = """
import time
from pathlib import Path
import cv2
from vision.live.sources.kind import CameraKind
from vision.live.sources.source import LostSourceError, Source

def watch(address):
    name, file = f"Shelf {address.removeprefix('shelf:')}", Path(__file__).parent / address.removeprefix("shelf:")

    def pictures(stop):
        picture = cv2.imread(str(file))
        if picture is None:
            raise LostSourceError("source-closed", name)
        while not stop.wait(0.02):
            yield picture

    return Source(name, pictures)

kind = CameraKind(
    "shelf",
    help="a picture on the shelf (shelf:a.png)",
    live=False,
    matches=lambda address: address.startswith("shelf:"),
    source=watch,
    choosable=lambda address: address == "shelf:a.png",
    example="shelf:a.png",
)
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package with a kind of camera, which shows the pictures that lie beside it."""
    package = tmp_path / "packages"
    about = package / "shelf_camera-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shelf-camera\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nshelf = shelf_camera:kind\n")
    (package / "shelf_camera.py").write_text(SHELF)
    cv2.imwrite(str(package / "a.png"), marked())
    monkeypatch.syspath_prepend(package)
    yield package
    sys.modules.pop("shelf_camera", None)


@pytest.mark.usefixtures("shelf")
def test_a_command_reads_a_picture_of_a_kind_that_a_package_adds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = ["--data", str(tmp_path / "data"), "--seconds", str(PATIENCE)]
    done = CliRunner().invoke(main, ["calibrate", "--camera", "shelf:a.png", *data])
    assert done.exit_code == 0, done.output
    [file] = (tmp_path / "data/cameras").iterdir()
    calibration = Rig(file).calibration
    assert calibration is not None
    assert calibration.side == pytest.approx(800, rel=0.03)
    wait_for_trouble(monkeypatch)
    gone = CliRunner().invoke(main, ["calibrate", "--camera", "shelf:none.png", *data])
    assert (gone.exit_code, "Shelf none.png does not open" in gone.output) == (1, True)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("command", ["serve", "calibrate"])
@pytest.mark.usefixtures("shelf")
def test_help_and_errors_name_the_kinds_there_are(command: str, lang: str) -> None:
    own = {"en": "a camera's number (0)", "zh": "摄像头编号（0）"}[lang]
    for args in (["--help"], ["--camera", "nowhere.mp4"]):
        said = CliRunner().invoke(main, [command, "--lang", lang, *args]).output
        plain = "".join(said.split())
        for kind in (own, "a picture on the shelf (shelf:a.png)"):
            assert "".join(kind.split()) in plain


@pytest.mark.usefixtures("shelf")
def test_a_page_chooses_what_the_kind_lets_it() -> None:
    check_camera("shelf:a.png", [], here=True)
    with pytest.raises(SourceRefusedError, match="camera-chosen-here"):
        check_camera("shelf:a.png", [], here=False)
    with pytest.raises(SourceRefusedError, match="camera-not-allowed"):
        check_camera("shelf:b.png", [], here=True)
