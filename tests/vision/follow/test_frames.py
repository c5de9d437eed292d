"""Pictures of clips and cameras."""

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.follow.frames import of_camera, of_clip
from vision.live.camera import Camera
from vision.live.sources.source import LostSourceError


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """A clip of two seconds, 30 pictures a second."""
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for k in range(60):
        writer.write(np.full((48, 64, 3), 4 * k, np.uint8))
    writer.release()
    return path


def test_ten_pictures_a_second_of_a_clip(clip: Path) -> None:
    moments = list(of_clip(clip))
    assert [round(each.t, 2) for each in moments] == [round(k / 10, 2) for k in range(20)]
    assert [int(each.picture.mean()) for each in moments] == pytest.approx([12 * k for k in range(20)], abs=4)
    assert [each.part for each in moments] == sorted(each.part for each in moments)


def test_what_is_no_clip_is_said(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"no clip")
    with pytest.raises(LostSourceError):
        list(of_clip(path))


def test_pictures_of_a_camera_come_with_their_seconds(clip: Path) -> None:
    camera = Camera(str(clip))
    camera.start()
    try:
        moments = list(itertools.islice((each for each in of_camera(camera) if each), 4))
    finally:
        camera.stop()
    seconds = [each.t for each in moments]
    assert seconds[0] == 0
    assert seconds == sorted(set(seconds))
    assert moments[0].picture.shape == (48, 64, 3)
