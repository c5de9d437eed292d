"""A live source is judged by its pictures, and reopened when it is lost."""

import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.mjpeg import Line, noise
from tests.waiting import PATIENCE, stays, until
from vision.errors import Trouble
from vision.image import Picture
from vision.live.camera import Camera, Frame, Health, Timeouts
from vision.live.sources import clip as clips
from vision.live.sources import folder
from vision.live.sources.finding import find_source
from vision.live.sources.source import LostSourceError, Passing, Source, UnknownSourceError

QUICK = Timeouts(stalled=0.15, frozen=0.3, blocked=0.5, reopen=0.05)
UNHURRIED = Timeouts(stalled=20, frozen=0.3, blocked=20, reopen=0.05)
"""Nothing but pictures that repeat is a fault: a busy machine sends some late."""
Script = Callable[[threading.Event], Generator[Picture]]


def shade(value: int, size: int = 32) -> Picture:
    return np.full((size, size, 3), value, np.uint8)


class Scripted:
    """A source that plays one script each time it is opened, and asserts that all were played."""

    def __init__(self, *scripts: Script) -> None:
        self._scripts = list(scripts)
        self.opened = 0

    def __call__(self, stop: threading.Event) -> Generator[Picture]:
        self.opened += 1
        if not self._scripts:
            raise LostSourceError("source-closed", "the camera")
        return self._scripts.pop(0)(stop)

    def assert_done(self) -> None:
        assert not self._scripts


@pytest.fixture
def running() -> Iterator[Callable[..., Camera]]:
    """Starts cameras and stops them after the test, which must leave no thread behind."""
    before = threading.active_count()
    started: list[Camera] = []

    def start(source: str | Script, timeouts: Timeouts = QUICK, live: bool = True) -> Camera:
        named = source if isinstance(source, str) else Source("the camera", source, live)
        started.append(Camera(named, timeouts))
        started[-1].start()
        return started[-1]

    yield start
    for each in started:
        each.stop()
    until(lambda: threading.active_count() <= before)


def frame(cam: Camera, after: int = 0) -> Frame:
    found = cam.wait(after, PATIENCE)
    assert found, cam.health()
    return found


def says(cam: Camera, state: str) -> Health:
    """Return its description when it first is in that state."""
    said: list[Health] = []

    def came() -> bool:
        said.append(cam.health())
        return said[-1].state == state

    until(came)
    return said[-1]


def trouble(health: Health) -> Trouble:
    assert health.trouble
    return health.trouble


def endless(stop: threading.Event) -> Generator[Picture]:
    for seed in range(100_000):
        yield noise(seed)
        stop.wait(0.01)


def hold(stop: threading.Event, picture: Picture, copy: bool = False) -> Generator[Picture]:
    while not stop.is_set():
        yield picture.copy() if copy else picture
        stop.wait(0.02)


@pytest.mark.parametrize("source", ["nowhere.mp4", "", "camera0", "/no/such/folder"])
def test_an_unknown_source_is_refused(source: str) -> None:
    with pytest.raises(UnknownSourceError, match="source-unknown"):
        Camera(source)


def test_viewers_share_the_newest_picture(running: Callable[..., Camera]) -> None:
    source = Scripted(endless)
    cam = running(source)
    first = frame(cam)
    later = frame(cam, first.number + 5)
    assert later.number > first.number + 5
    assert cam.newest() is not None
    assert cam.health().state == "live"
    source.assert_done()
    assert source.opened == 1


def test_a_source_that_falls_silent_is_stalled_and_recovers(running: Callable[..., Camera]) -> None:
    def script(stop: threading.Event) -> Generator[Picture]:
        yield noise(1)
        stop.wait(0.4)
        yield from endless(stop)

    cam = running(Scripted(script))
    frame(cam)
    health = says(cam, "stalled")
    assert trouble(health).kind == "source-silent"
    assert trouble(health).about["source"] == "the camera"
    assert health.age is not None
    assert health.age > QUICK.stalled
    says(cam, "live")


def test_a_source_that_breaks_is_lost_and_reopened(running: Callable[..., Camera]) -> None:
    def breaks(stop: threading.Event) -> Generator[Picture]:
        yield noise(1)
        raise LostSourceError("source-stopped", "the camera")

    def crashes(stop: threading.Event) -> Generator[Picture]:
        yield noise(2)
        raise RuntimeError("driver")

    source = Scripted(breaks, crashes, endless)
    cam = running(source, timeouts=Timeouts(0.15, 0.3, 5, reopen=0.2))
    assert trouble(says(cam, "lost")) == Trouble("source-stopped", {"source": "the camera"})
    until(lambda: cam.health().trouble == Trouble("source-failed", {"source": "the camera", "reason": "driver"}))
    says(cam, "live")
    source.assert_done()


def test_a_source_that_never_opens_is_tried_again_and_logged_once(
    running: Callable[..., Camera], caplog: pytest.LogCaptureFixture
) -> None:
    source = Scripted()
    cam = running(source)
    assert trouble(says(cam, "lost")).kind == "source-closed"
    until(lambda: source.opened >= 3)
    assert cam.newest() is None
    assert caplog.messages == ["source-closed: source='the camera'"]  # logged once, however often it is tried


def test_a_frozen_source_stays_frozen_until_its_pictures_change(running: Callable[..., Camera]) -> None:
    thawed = threading.Event()

    def frozen(stop: threading.Event) -> Generator[Picture]:
        yield shade(source.opened)  # as a server does that has kept another picture
        while not stop.is_set() and not thawed.is_set():
            yield shade(9)
            stop.wait(0.02)
        yield from endless(stop)

    source = Scripted(frozen, frozen, frozen)
    cam = running(source)
    says(cam, "live")
    until(lambda: cam.health().trouble == Trouble("source-repeats", {"source": "the camera"}))
    repeats = Trouble("source-repeats", {"source": "the camera"})
    until(lambda: cam.health().trouble != repeats or source.opened == 3)  # reopened meanwhile, after longer each time
    newest = cam.newest()
    assert newest
    assert newest.number <= 6  # the same pixels are no new picture
    assert trouble(cam.health()).kind == "source-repeats"
    thawed.set()
    says(cam, "live")
    assert frame(cam, newest.number).number > newest.number


def test_each_freeze_is_noticed_as_soon_as_the_first(running: Callable[..., Camera]) -> None:
    still, repeats = threading.Event(), 0

    def script(stop: threading.Event) -> Generator[Picture]:
        nonlocal repeats
        seed = 0
        while not stop.is_set():
            seed += not still.is_set()
            repeats = repeats + 1 if still.is_set() else 0
            yield noise(seed)
            stop.wait(0.01)

    cam = running(script, timeouts=UNHURRIED)
    for _ in range(5):
        says(cam, "live")
        still.set()
        until(lambda: cam.health().trouble is not None)
        assert repeats < 200  # some 30 on an idle machine; doubling made it 480 by the fifth
        assert trouble(cam.health()).kind == "source-repeats"
        still.clear()


def test_pictures_that_differ_in_one_pixel_are_not_frozen(running: Callable[..., Camera]) -> None:
    def faint(stop: threading.Event) -> Generator[Picture]:
        for value in range(100_000):
            picture = shade(9)
            picture[3, 5] = value % 256
            yield picture
            stop.wait(0.01)

    source = Scripted(faint)
    cam = running(source, timeouts=UNHURRIED)
    says(cam, "live")
    stays(lambda: cam.health().state == "live", UNHURRIED.frozen * 2)
    assert source.opened == 1


def test_a_source_may_hold_one_picture_on_purpose(running: Callable[..., Camera]) -> None:
    source = Scripted(lambda stop: hold(stop, shade(9)))
    cam = running(source, timeouts=UNHURRIED)
    assert frame(cam).number == 1
    stays(lambda: cam.health().state == "live", UNHURRIED.frozen * 1.5)
    newest = cam.newest()
    assert newest is not None
    assert newest.number == 1
    assert source.opened == 1


def test_a_driver_that_hangs_is_given_up_and_replaced(running: Callable[..., Camera]) -> None:
    let_go = threading.Event()

    def hangs(stop: threading.Event) -> Generator[Picture]:
        yield noise(1)
        let_go.wait(20)
        yield noise(2)

    source = Scripted(hangs, endless)
    cam = running(source)
    try:
        assert trouble(says(cam, "stalled")).kind in ("source-silent", "source-hangs")
        newest = frame(cam, 3)
        source.assert_done()
    finally:
        let_go.set()
    assert frame(cam, newest.number + 3).number > newest.number  # the one given up doesn't disturb the new one


def test_stopping_wakes_waiting_threads(running: Callable[..., Camera]) -> None:
    cam = running(Scripted(lambda stop: hold(stop, shade(1))))
    frame(cam)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(cam.wait, 99, 2 * PATIENCE)
        until(lambda: waiting.running())
        cam.stop()
        assert waiting.result(PATIENCE) is None


def test_a_folder_is_shown_by_name_and_watched(
    running: Callable[..., Camera], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    running: Callable[..., Camera], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a.png").symlink_to(tmp_path / "gone.png")
    cam = running(str(tmp_path))
    assert trouble(says(cam, "lost")).kind == "folder-empty"
    cv2.imwrite(str(tmp_path / "b.png"), shade(100))
    assert int(frame(cam).picture[0, 0, 0]) == 100
    assert [m for m in caplog.messages if m.startswith("folder-file")] == [
        f"folder-file: source={str(tmp_path)!r}, file='a.png', reason='No such file or directory'"
    ]


@pytest.fixture
def clip(tmp_path: Path) -> str:
    """A clip of four shades, five pictures a second."""
    path = tmp_path / "clip.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (64, 64))
    for value in (0, 80, 160, 240):
        writer.write(shade(value, 64))
    writer.release()
    return str(path)


def test_a_clip_plays_and_starts_again(running: Callable[..., Camera], clip: str) -> None:
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


def test_a_file_that_is_no_clip_is_lost(running: Callable[..., Camera], tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"not a clip at all" * 100)
    cam = running(str(path))
    assert trouble(says(cam, "lost")) == Trouble("clip-broken", {"source": "clip.mp4"})


def test_a_camera_that_is_not_there_is_lost(running: Callable[..., Camera]) -> None:
    cam = running("73")
    assert trouble(says(cam, "lost")) == Trouble("source-closed", {"source": "Camera 73"})


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "state", "kind"),
    [
        ("hangs up", "lost", "source-stopped"),
        ("falls silent", "stalled", "source-silent"),
        ("freezes", "lost", "source-repeats"),
    ],
)
def test_a_fault_of_the_stream_is_noticed_and_it_is_reopened(
    running: Callable[..., Camera], line: Line, fault: Any, state: str, kind: str
) -> None:
    cam = running(f"http://me:secret@{line.address}", timeouts=Timeouts())
    frame(cam, 3)
    line.fault = fault
    said = trouble(says(cam, state))
    assert said.kind == kind
    assert said.about["source"] == f"http://{line.address}"
    assert "secret" not in str(said)
    line.fault = ""
    until(lambda: line.opened >= 2 and cam.health().state == "live")
    newest = cam.newest()
    assert newest
    assert frame(cam, newest.number + 1).picture.shape == (128, 128, 3)


def test_a_stream_that_changes_its_size_is_followed(running: Callable[..., Camera], line: Line) -> None:
    cam = running(f"http://{line.address}", timeouts=Timeouts())
    assert frame(cam).picture.shape == (128, 128, 3)
    for line.scale in ((6, 10), (2, 2), (9, 3)):
        height, width = (32 * side for side in line.scale)
        until(lambda shape=(height, width, 3): frame(cam).picture.shape == shape)  # type: ignore[misc]
    assert line.opened == 1


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


def test_a_clip_may_stand_still(running: Callable[..., Camera]) -> None:
    source = Scripted(lambda stop: hold(stop, shade(9), copy=True))
    cam = running(source, timeouts=UNHURRIED, live=False)
    says(cam, "live")
    stays(lambda: cam.health().state == "live", UNHURRIED.frozen * 2)
    source.assert_done()
    assert source.opened == 1


def test_a_dead_source_is_never_called_live_in_between(running: Callable[..., Camera]) -> None:
    def once(stop: threading.Event) -> Generator[Picture]:
        yield noise(1)

    cam = running(Scripted(once))
    says(cam, "lost")
    stays(lambda: cam.health().state == "lost", 0.3)


def test_a_camera_that_is_stopped_is_not_said_to_be_lost(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "1.png").write_bytes(cv2.imencode(".png", noise(1))[1].tobytes())
    camera = Camera(str(tmp_path))
    camera.start()
    assert camera.wait(0, PATIENCE)
    camera.stop()
    assert camera.health().state != "lost"
    assert not caplog.records
