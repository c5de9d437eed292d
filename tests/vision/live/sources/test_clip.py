"""The pictures of a clip."""

import threading
from itertools import islice
from pathlib import Path

import cv2
import pytest

from tests.vision.live.running import Start, frame, says, shade, trouble
from vision.errors import Trouble
from vision.live.camera import Timeouts
from vision.live.sources import clip as clips
from vision.live.sources.finding import find_source
from vision.live.sources.source import Passing


@pytest.fixture
def clip(tmp_path: Path) -> str:
    """A clip of four shades, five pictures a second."""
    path = tmp_path / "clip.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (64, 64))
    for value in (0, 80, 160, 240):
        writer.write(shade(value, 64))
    writer.release()
    return str(path)


def test_a_clip_plays_and_starts_again(running: Start, clip: str) -> None:
    cam = running(clip, timeouts=Timeouts())
    values: list[int] = []
    number = 0
    while values == sorted(values):  # until it starts again
        got = frame(cam, number)
        number = got.number
        values.append(round(float(got.picture.mean()) / 80))
    assert values[-1] < values[-2] <= 3


class Watch(threading.Event):
    """A clock that stands still but where somebody waits for this event, which never comes."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.now += timeout
        return False


def test_a_clip_plays_at_its_speed_again_and_again(monkeypatch: pytest.MonkeyPatch, clip: str) -> None:
    watch = Watch()
    monkeypatch.setattr(clips, "time", watch)
    shown = []
    for passing in islice(find_source(clip).open(watch), 6):
        assert isinstance(passing, Passing)
        shot = passing.keep()
        assert shot
        shown.append((watch.now, round(float(shot.pixels.mean()) / 80)))
    assert [value for _, value in shown] == [0, 1, 2, 3, 0, 1]
    assert [at for at, _ in shown] == pytest.approx([100 + n / 5 for n in range(1, 7)])


def test_a_file_that_is_no_clip_is_lost(running: Start, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"not a clip at all" * 100)
    cam = running(str(path))
    assert trouble(says(cam, "lost")) == Trouble("clip-broken", {"source": "clip.mp4"})
