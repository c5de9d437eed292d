"""A camera that stays in its place: its calibration, whether it was moved, the dice it sees."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render.dice import face
from tests.vision.drawn import ASIAN, put
from tests.vision.live.v4l2 import EXPOSURE, EXPOSURE_AUTO, MAINS, Driver
from tests.vision.table.test_markers import CORNERS
from tests.vision.table.test_markers import table as marked
from tests.vision.test_files import full_disk
from tests.waiting import PATIENCE, stays, until
from tests.webui.cameras import Shown, live
from vision import WeightsError
from vision.live.camera import Camera
from vision.live.sources.controls import ControlPanel, Controls
from vision.live.sources.source import Source
from vision.table import dice
from vision.table.calibration import Calibration
from vision.table.markers import as_quad, find_markers
from webui.messages import Messages
from webui.messages.table import notice
from webui.rig import rig as rigs
from webui.rig.notice import Notice
from webui.rig.rig import Rig, calibration_file
from webui.table.table import Table

SIZE = (1100, 720)


def moved(by: tuple[float, float] = (40, -25)) -> NDArray[np.uint8]:
    return marked(corners=CORNERS + by)


@pytest.fixture
def shown() -> Shown:
    return Shown(marked())


@pytest.fixture
def table(answers: Any, shown: Shown, tmp_path: Path) -> Iterator[Table]:
    table = Table(answers, camera=live(shown), rig=Rig(tmp_path / "cameras/0.json"))
    assert table.equipment.feed
    table.equipment.feed.start()
    assert table.equipment.feed.camera.wait(0, PATIENCE)
    yield table
    table.stop()


def test_a_damaged_file_is_said_and_read_over(tmp_path: Path) -> None:
    file = tmp_path / "0.json"
    file.write_text('{"size": [1, 2]')
    rig = Rig(file)
    assert rig.calibration is None
    assert rig.trouble
    assert "calibrate the table again" in notice(Messages.of("en"), rig.trouble)


def test_a_file_that_cannot_be_read_is_named_without_its_folder(tmp_path: Path) -> None:
    (tmp_path / "0.json").mkdir()
    trouble = Rig(tmp_path / "0.json").trouble
    assert trouble == Notice("calibration-unreadable", {"file": "0.json", "reason": "Is a directory"})


def test_each_camera_has_its_own_file_and_no_password_in_its_name() -> None:
    files = [calibration_file(Path("kept"), f"rtsp://me:secret@cam{n}/live") for n in (1, 2)]
    assert files[0] != files[1]
    assert "secret" not in str(files)
    assert calibration_file(Path("kept"), "0").name.startswith("0-")


def by_hand(shown: Shown) -> Calibration:
    return Calibration(SIZE, as_quad(CORNERS), markers=find_markers(shown.picture))


def test_a_camera_that_was_moved_is_followed_by_its_markers(shown: Shown) -> None:
    rig = Rig()
    rig.keep(by_hand(shown))
    rig.check(shown.picture)
    assert rig.last == by_hand(shown)
    rig.check(moved((20, 0)))  # still on its way
    rig.check(moved())
    assert rig.last == by_hand(shown)
    rig.check(moved())
    assert rig.calibration is not None
    np.testing.assert_allclose(rig.calibration.corners, CORNERS + (40, -25), atol=3)


def test_a_camera_that_was_moved_and_cannot_be_saved_is_not_trusted(shown: Shown, tmp_path: Path) -> None:
    rig = Rig(tmp_path / "0.json")
    rig.keep(by_hand(shown))
    with full_disk():
        for _ in range(2):
            rig.check(moved())
    assert rig.calibration is None
    assert rig.trouble == Notice("calibration-unsaved", {"reason": "File too large"})
    assert Rig(rig.file).calibration == rig.last == by_hand(shown)
    rig.check(moved())  # there is room again
    assert rig.trouble is None
    assert Rig(rig.file).calibration == rig.calibration != by_hand(shown)


def test_missing_weights_for_dice_are_said_at_the_start(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice.network.cache_clear()
    monkeypatch.setattr(dice, "network_file", lambda name: tmp_path / f"{name}.onnx")
    before = set(threading.enumerate())  # that of the test before may still be ending
    with pytest.raises(WeightsError, match="weights-missing"):
        table.start()
    assert not [thread for thread in threading.enumerate() if thread.name == "rig" and thread not in before]


def test_where_too_few_markers_are_seen_a_person_is_asked(shown: Shown) -> None:
    rig = Rig()
    rig.keep(by_hand(shown))
    for _ in range(2):
        rig.check(marked((1, 2), corners=CORNERS + (40, -25)))
    assert rig.calibration is None
    assert rig.trouble == Notice("camera-moved")
    rig.check(shown.picture)  # put back
    assert rig.calibration is not None
    assert not rig.trouble


def test_one_marker_that_was_pushed_is_not_the_camera(shown: Shown) -> None:
    rig = Rig()
    rig.keep(by_hand(shown))
    pushed = shown.picture.copy()
    other = moved()
    pushed[:200, 700:], pushed[:200, :400] = other[:200, 700:], shown.picture[:200, :400]
    for _ in range(2):
        rig.check(pushed)
    assert rig.calibration is None
    assert rig.trouble == Notice("marker-moved", {"markers": (3,)})


@pytest.mark.long
def test_dice_in_view_open_the_wall(answers: Any, reading: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two throws before the camera of a table without a box: found, read, and the wall follows."""
    monkeypatch.setattr(rigs, "PAUSE", 0.02)
    monkeypatch.setattr("vision.table.dice.STILL", 0.1)
    cloth = np.full((360, 480, 3), (60, 110, 45), np.uint8)

    def thrown(first: int, second: int, x: float) -> NDArray[np.uint8]:
        picture = cloth.copy()
        for value, at in ((first, (x, 150.0)), (second, (x + 90, 190.0))):
            put(picture, face(ASIAN, value), at, 26, 25.0 * value)
        return picture

    answers.reading = reading(())
    shown = Shown(thrown(6, 6, 60))  # from the hand before: no throw
    table = Table(answers, camera=live(shown))
    table.equipment.rig.keep(Calibration((480, 360), ((5, 355), (475, 355), (475, 5), (5, 5))))
    monkeypatch.setattr(rigs, "USUAL_SIDE", 220.0)  # a little table, so that the test is quick
    table.start()
    assert table.equipment.feed
    with table.equipment.feed.watched():
        until(lambda: table.equipment.rig.awaits_dice)
        stays(lambda: table.session.play.first is None, 0.3)
        shown.picture = thrown(3, 4, 100)
        until(lambda: table.session.play.first is not None)
        shown.picture = cloth
        taken = table.equipment.feed.camera.newest()
        assert taken
        until(
            lambda: (
                table.equipment.feed
                and table.equipment.feed.newest
                and table.equipment.feed.newest.number > taken.number + 3
            )
        )
        shown.picture = thrown(5, 2, 200)
        until(lambda: table.session.play.second is not None)
    table.stop()
    assert (table.session.play.first, table.session.play.second) == ((3, 4), (5, 2))
    assert table.session.play.opening is not None


class TestControls:
    """The settings of the camera in the file of its calibration."""

    CALIBRATION = Calibration(SIZE, as_quad(CORNERS), 0.25, 850.0)
    CONTROLS = Controls({"exposure": 120, "mains": 1})

    @pytest.fixture
    def driver(self) -> Driver:
        return Driver()

    @pytest.fixture
    def camera(self, driver: Driver, tmp_path: Path) -> Camera:
        device = tmp_path / "video0"
        device.touch()
        return Camera(Source("the camera", lambda _: iter(()), True, ControlPanel(device, driver)))  # type: ignore[arg-type]

    def test_a_file_of_an_earlier_version_opens(self, tmp_path: Path) -> None:
        file = tmp_path / "0.json"
        file.write_bytes(msgspec.json.encode(self.CALIBRATION))
        rig = Rig(file)
        assert (rig.calibration, rig.controls) == (self.CALIBRATION, Controls())
        rig.keep(self.CALIBRATION)
        assert file.read_bytes() == msgspec.json.encode(self.CALIBRATION)

    @pytest.mark.parametrize("calibrated", [True, False])
    def test_they_are_kept_and_fixed_when_the_camera_is_used(
        self, tmp_path: Path, camera: Camera, driver: Driver, calibrated: bool
    ) -> None:
        file = tmp_path / "cameras/0.json"
        rig = Rig(file)
        if calibrated:
            rig.keep(self.CALIBRATION)
        rig.keep_controls(lambda _: self.CONTROLS, camera)
        assert [driver.value(each) for each in (EXPOSURE_AUTO, EXPOSURE, MAINS)] == [1, 120, 1]
        again = Rig(file)
        assert again.controls == self.CONTROLS
        assert again.calibration == (self.CALIBRATION if calibrated else None)
        assert again.trouble is None
        fresh = Driver()
        assert camera.panel
        other = Camera(Source("another", lambda _: iter(()), True, ControlPanel(camera.panel.device, fresh)))  # type: ignore[arg-type]
        again.fit(other)
        assert fresh.value(EXPOSURE) == 120

    def test_each_goes_without_the_other(self, tmp_path: Path, camera: Camera, driver: Driver) -> None:
        file = tmp_path / "cameras/0.json"
        rig = Rig(file)
        rig.keep(self.CALIBRATION)
        rig.keep_controls(lambda _: self.CONTROLS, camera)
        rig.forget()
        assert (Rig(file).calibration, Rig(file).controls) == (None, self.CONTROLS)
        rig.keep_controls(lambda _: Controls(), camera)
        assert driver.value(EXPOSURE_AUTO) == 3
        assert not file.exists()

    def test_pictures_of_other_proportions_need_another_calibration(self, tmp_path: Path, camera: Camera) -> None:
        rig = Rig(tmp_path / "0.json")
        wide = Calibration((1920, 1080), as_quad(CORNERS))
        rig.keep(wide)
        rig.keep_controls(lambda _: Controls(size=(3840, 2160)), camera)
        assert rig.calibration == wide
        rig.keep_controls(lambda _: Controls({"gain": 20}, (3840, 2160)), camera)
        assert rig.calibration == wide
        rig.keep_controls(lambda _: Controls(size=(2592, 1944)), camera)
        assert rig.calibration is None

    def test_changes_at_the_same_time_are_all_kept(self, tmp_path: Path, camera: Camera) -> None:
        rig = Rig(tmp_path / "0.json")

        def add(value: int) -> None:
            rig.keep_controls(lambda kept: replace(kept, fixed={"gain": kept.fixed.get("gain", 0) + value}), camera)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(add, [1] * 40))
        assert Rig(rig.file).controls.fixed == {"gain": 40}

    def test_a_full_disk_leaves_the_old_ones(self, tmp_path: Path, camera: Camera, driver: Driver) -> None:
        rig = Rig(tmp_path / "0.json")
        rig.keep(self.CALIBRATION)
        with full_disk(), pytest.raises(OSError):  # noqa: PT011
            rig.keep_controls(lambda _: self.CONTROLS, camera)
        assert rig.controls == Controls()
        assert driver.calls == []
