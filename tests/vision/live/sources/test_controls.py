"""The settings of a camera, before a driver that stands in for one: this project has no camera."""

from pathlib import Path

import pytest

from tests.vision.live.v4l2 import EXPOSURE, EXPOSURE_AUTO, FOCUS, FOCUS_AUTO, GAIN, MAINS, WHITE, WHITE_AUTO, Driver
from vision.live.sources.controls import ControlPanel, Controls


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def panel(driver: Driver, tmp_path: Path) -> ControlPanel:
    device = tmp_path / "video0"
    device.touch()
    return ControlPanel(device, driver)


def test_the_settings_of_a_camera(panel: ControlPanel) -> None:
    found = {each.name: (each.value, each.least, each.most) for each in panel.settings()}
    assert found == {
        "focus": (45, 0, 250),
        "exposure": (156, 3, 2047),
        "gain": (80, 0, 255),
        "white_balance": (4600, 2000, 6500),
        "mains": (2, 0, 2),
    }
    assert panel.sizes() == ((3840, 2160), (2592, 1944), (1920, 1080))


def test_present_values_are_fixed_and_released(panel: ControlPanel, driver: Driver) -> None:
    panel.kept = panel.present()
    assert panel.kept == Controls({"focus": 45, "exposure": 156, "gain": 80, "white_balance": 4600, "mains": 2})
    panel.apply()
    assert [driver.value(each) for each in (FOCUS_AUTO, EXPOSURE_AUTO, WHITE_AUTO)] == [0, 1, 0]
    driver.controls[FOCUS][3] = 200  # as after a plug: the camera begins with its own
    driver.controls[FOCUS_AUTO][3] = 1
    panel.apply()
    assert (driver.value(FOCUS_AUTO), driver.value(FOCUS)) == (0, 45)
    panel.release()
    assert [driver.value(each) for each in (FOCUS_AUTO, EXPOSURE_AUTO, WHITE_AUTO, GAIN)] == [1, 3, 1, 64]


def test_what_is_not_kept_is_left_alone(panel: ControlPanel, driver: Driver) -> None:
    panel.apply()
    assert driver.calls == []
    panel.kept = Controls({"mains": 1})
    panel.apply()
    assert driver.calls == [(MAINS, 1)]


def test_what_the_camera_lacks_or_refuses_is_skipped(panel: ControlPanel, driver: Driver) -> None:
    del driver.controls[FOCUS], driver.controls[FOCUS_AUTO]
    panel.kept = Controls({"focus": 45, "exposure": 9999, "white_balance": 5000})
    panel.apply()
    assert driver.calls == [(EXPOSURE_AUTO, 1), (WHITE_AUTO, 0), (WHITE, 5000)]
    assert driver.value(EXPOSURE) == 156
    assert "focus" not in {each.name for each in panel.settings()}


def test_a_camera_that_is_gone_has_no_settings(tmp_path: Path) -> None:
    panel = ControlPanel(tmp_path / "gone")
    panel.kept = Controls({"focus": 45})
    panel.apply()
    panel.release()
    assert panel.settings() == panel.sizes() == ()
    none = tmp_path / "file"
    none.touch()
    assert ControlPanel(none).settings() == ()  # the system's own call refuses it
