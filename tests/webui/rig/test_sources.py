"""Addresses of cameras and boxes that a page may choose."""

import pytest

from webui.rig.sources import SourceRefusedError, check_box, check_camera


@pytest.mark.parametrize(
    ("address", "here", "kind"),
    [
        ("socket://10.0.0.2:4000", True, None),
        ("socket://10.0.0.2:4000", False, "box-chosen-here"),
        ("/dev/ttyACM0", True, None),
        ("COM3", True, None),
        ("/etc/passwd", True, "box-not-allowed"),
        ("spy:///tmp/log", True, "box-not-allowed"),
        ("/dev/../etc/passwd", True, "box-not-allowed"),
        ("known", False, None),
    ],
)
def test_a_box_is_found_or_chosen_here_and_never_a_file(address: str, here: bool, kind: str | None) -> None:
    if kind is None:
        check_box(address, {"known"}, here)
    else:
        with pytest.raises(SourceRefusedError, match=kind):
            check_box(address, {"known"}, here)


@pytest.mark.parametrize(
    ("address", "here", "kind"),
    [
        ("known", False, None),
        ("/etc/passwd", True, "camera-not-allowed"),
        ("rtsp://10.0.0.2/a", False, "camera-chosen-here"),
    ],
)
def test_a_camera_likewise(address: str, here: bool, kind: str | None) -> None:
    if kind is None:
        check_camera(address, {"known"}, here)
    else:
        with pytest.raises(SourceRefusedError, match=kind):
            check_camera(address, {"known"}, here)
