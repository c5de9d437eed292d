"""The pictures of a folder."""

from pathlib import Path

import cv2
import pytest

from tests.vision.live.running import Start, frame, says, shade, trouble
from vision.live.sources import folder


def test_a_folder_is_shown_by_name_and_watched(running: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "PACE", 0.6)  # a little late misses none
    cam = running(str(tmp_path))
    assert trouble(says(cam, "lost")).kind == "folder-empty"
    for name, value in (("b.png", 100), ("a.png", 50)):
        cv2.imwrite(str(tmp_path / name), shade(value))
    (tmp_path / "half.jpg").write_bytes(b"\xff\xd8\xff")
    for name in ("._a.png", "Thumbs.db"):  # what macOS and Windows leave there
        (tmp_path / name).write_bytes(b"no picture")
    seen = [int(frame(cam, number).picture[0, 0, 0]) for number in (0, 1)]
    assert sorted(seen) == [50, 100]
    says(cam, "live")
    (tmp_path / "c.jfif").write_bytes(cv2.imencode(".png", shade(150))[1].tobytes())
    assert int(frame(cam, 2).picture[0, 0, 0]) == 150


def test_a_file_of_a_folder_that_cannot_be_opened_is_skipped_and_named_once(
    running: Start, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a.png").symlink_to(tmp_path / "gone.png")
    cam = running(str(tmp_path))
    assert trouble(says(cam, "lost")).kind == "folder-empty"
    cv2.imwrite(str(tmp_path / "b.png"), shade(100))
    assert int(frame(cam).picture[0, 0, 0]) == 100
    assert [m for m in caplog.messages if m.startswith("folder-file")] == [
        f"folder-file: source={str(tmp_path)!r}, file='a.png', reason='No such file or directory'"
    ]
