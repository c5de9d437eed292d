"""A live source is judged by its pictures, and reopened when it is lost."""

import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.live.running import QUICK, UNHURRIED, Script, Start, frame, says, shade, trouble
from tests.vision.mjpeg import noise
from tests.waiting import PATIENCE, stays, until
from vision.errors import Trouble
from vision.image import Picture
from vision.live.camera import Camera, FeedHealth, Timeouts
from vision.live.shot import Shot
from vision.live.sources.source import Item, LostSourceError, Passing


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


def endless(stop: threading.Event) -> Generator[Picture]:
    for seed in range(100_000):
        yield noise(seed)
        stop.wait(0.01)


def hold(stop: threading.Event, picture: Picture, copy: bool = False) -> Generator[Picture]:
    while not stop.is_set():
        yield picture.copy() if copy else picture
        stop.wait(0.02)


def test_viewers_share_the_newest_picture(running: Start) -> None:
    source = Scripted(endless)
    cam = running(source)
    first = frame(cam)
    later = frame(cam, first.number + 5)
    assert later.number > first.number + 5
    assert cam.newest() is not None
    assert cam.health().state == "live"
    source.assert_done()
    assert source.opened == 1


def test_a_source_that_falls_silent_is_stalled_and_recovers(running: Start) -> None:
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


def test_a_source_that_breaks_is_lost_and_reopened(running: Start) -> None:
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
    running: Start, caplog: pytest.LogCaptureFixture
) -> None:
    source = Scripted()
    cam = running(source)
    assert trouble(says(cam, "lost")).kind == "source-closed"
    until(lambda: source.opened >= 3)
    assert cam.newest() is None
    assert caplog.messages == ["source-closed: source='the camera'"]  # logged once, however often it is tried


def test_a_frozen_source_stays_frozen_until_its_pictures_change(running: Start) -> None:
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


def test_each_freeze_is_noticed_as_soon_as_the_first(running: Start) -> None:
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


def test_pictures_that_differ_in_one_pixel_are_not_frozen(running: Start) -> None:
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


def test_a_source_may_hold_one_picture_on_purpose(running: Start) -> None:
    source = Scripted(lambda stop: hold(stop, shade(9)))
    cam = running(source, timeouts=UNHURRIED)
    assert frame(cam).number == 1
    stays(lambda: cam.health().state == "live", UNHURRIED.frozen * 1.5)
    newest = cam.newest()
    assert newest is not None
    assert newest.number == 1
    assert source.opened == 1


def test_a_driver_that_hangs_is_given_up_and_replaced(running: Start) -> None:
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


def test_stopping_wakes_waiting_threads(running: Start) -> None:
    cam = running(Scripted(lambda stop: hold(stop, shade(1))))
    frame(cam)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(cam.wait, 99, 2 * PATIENCE)
        until(lambda: waiting.running())
        cam.stop()
        assert waiting.result(PATIENCE) is None


def test_a_clip_may_stand_still(running: Start) -> None:
    source = Scripted(lambda stop: hold(stop, shade(9), copy=True))
    cam = running(source, timeouts=UNHURRIED, live=False)
    says(cam, "live")
    stays(lambda: cam.health().state == "live", UNHURRIED.frozen * 2)
    source.assert_done()
    assert source.opened == 1


def test_a_dead_source_is_never_called_live_in_between(running: Start) -> None:
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


class Driver:
    """A driver that decodes: it counts the pictures that are taken out of it."""

    def __init__(self) -> None:
        self.grabbed = self.taken = 0

    def __call__(self, stop: threading.Event) -> Generator[Passing]:
        while not stop.is_set():
            self.grabbed += 1
            yield Passing(lambda number=self.grabbed: self._keep(number))  # type: ignore[misc]
            stop.wait(0.005)

    def _keep(self, number: int) -> Shot:
        self.taken += 1
        return Shot(np.full((32, 32, 3), (number % 250, number // 250, 0), np.uint8))


def test_few_pictures_are_taken_out_of_a_driver_while_nobody_waits(running: Start) -> None:
    driver = Driver()
    cam = running(driver, timeouts=Timeouts(stalled=20, frozen=20, blocked=20))
    frame(cam)
    taken, grabbed = driver.taken, driver.grabbed
    until(lambda: driver.grabbed > grabbed + 200)  # a second or more
    assert 1 <= driver.taken - taken <= (driver.grabbed - grabbed) / 20
    assert cam.health().state == "live"


def test_who_waits_gets_a_picture_that_came_after_asking(running: Start) -> None:
    driver = Driver()
    cam = running(driver, timeouts=Timeouts(stalled=20, frozen=20, blocked=20))
    for _ in range(3):
        grabbed = driver.grabbed
        until(lambda grabbed=grabbed: driver.grabbed > grabbed + 20)  # type: ignore[misc]
        grabbed = driver.grabbed
        blue, green, _ = frame(cam).picture[0, 0].tolist()
        assert 250 * green + blue >= grabbed


def test_a_driver_that_pauses_is_not_frozen(running: Start) -> None:
    driver, pauses = Driver(), 0

    def pausing(stop: threading.Event) -> Generator[Passing]:
        nonlocal pauses
        for passing in driver(stop):
            yield passing
            if driver.grabbed % 10 == 0:  # most of the ten have stayed in the driver
                pauses += 1
                stop.wait(0.4)

    cam = running(pausing, timeouts=UNHURRIED)
    frame(cam)
    said: list[FeedHealth] = []
    until(lambda: said.append(cam.health()) or pauses > 3)  # type: ignore[func-returns-value]
    assert {each.state for each in said} == {"live"}


def test_a_frozen_driver_is_noticed_while_nobody_waits(running: Start) -> None:
    def frozen(stop: threading.Event) -> Generator[Passing]:
        while not stop.is_set():
            yield Passing(lambda: Shot(shade(9)))
            stop.wait(0.005)

    cam = running(frozen, timeouts=UNHURRIED)
    until(lambda: cam.health().trouble == Trouble("source-repeats", {"source": "the camera"}))


def encoded(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The pictures that OpenCV has decoded: the flags of each."""
    decode, seen = cv2.imdecode, list[int]()

    def counted(data: NDArray[np.uint8], flag: int) -> object:
        seen.append(flag)
        return decode(data, flag)

    monkeypatch.setattr(cv2, "imdecode", counted)
    return seen


def test_nothing_is_decoded_while_nobody_looks(running: Start, decoded: list[int]) -> None:
    sent = 0

    def jpegs(stop: threading.Event) -> Generator[Shot]:
        nonlocal sent
        for seed in range(100_000):
            sent = seed
            yield Shot(jpeg=encoded(noise(seed)), size=(32, 32))
            stop.wait(0.005)

    cam = running(jpegs, timeouts=UNHURRIED)
    until(lambda: sent > 50)
    assert cam.health().state == "live"
    assert len(decoded) == 1  # the first: such pictures can be decoded
    seen = frame(cam)
    assert len(decoded) == 2
    assert seen.picture.shape == (32, 32, 3)
    assert seen.picture is seen.picture
    assert len(decoded) == 3


def test_the_same_bytes_again_are_a_frozen_picture(running: Start, decoded: list[int]) -> None:
    def jpegs(stop: threading.Event) -> Generator[Shot]:
        while not stop.is_set():
            yield Shot(jpeg=encoded(shade(9)), size=(32, 32))
            stop.wait(0.01)

    cam = running(jpegs, timeouts=UNHURRIED)
    until(lambda: cam.health().trouble is not None)
    assert trouble(cam.health()).kind == "source-repeats"
    assert cam.newest()
    assert len(decoded) <= 3


def test_damaged_pictures_are_skipped(running: Start) -> None:
    def jpegs(stop: threading.Event) -> Generator[Shot]:
        while not stop.is_set():
            for seed in (1, 2, 3):
                yield Shot(jpeg=encoded(noise(seed)) if seed < 3 else b"no picture", size=(32, 32))
                stop.wait(0.01)

    cam = running(jpegs, timeouts=UNHURRIED)
    number = 0
    for _ in range(5):
        got = frame(cam, number)
        number = got.number
        assert got.picture.shape == (32, 32, 3)


def test_a_source_of_damaged_pictures_alone_is_never_live(running: Start) -> None:
    def damaged(stop: threading.Event) -> Generator[Shot]:
        for seed in range(100_000):
            yield Shot(jpeg=b"no picture %d" % seed, size=(32, 32))
            stop.wait(0.01)

    cam = running(damaged)
    assert trouble(says(cam, "stalled")).kind == "source-silent"
    assert cam.newest() is None


def test_a_camera_that_opens_slowly_is_not_opened_again(running: Start) -> None:
    slow, opened = threading.Event(), 0

    def script(stop: threading.Event) -> Generator[Picture]:
        nonlocal opened
        opened += 1
        slow.wait(PATIENCE)
        yield from endless(stop)

    cam = running(script, timeouts=Timeouts(stalled=0.05, frozen=20, opening=PATIENCE, blocked=0.1))
    says(cam, "stalled")
    stays(lambda: opened == 1, 0.5)  # five times as long as a camera that sends may be silent
    slow.set()
    says(cam, "live")
    assert opened == 1


def test_a_first_picture_that_comes_late_is_not_that_of_a_driver_that_hangs(running: Start) -> None:
    """Opening took longer than a camera that sends may be silent, and its first picture takes a moment to look at."""
    begun, hangs, opened = threading.Event(), list[bool](), 0

    def late() -> Shot:
        hangs.append(cam._hangs())
        return Shot(noise(0))

    def script(stop: threading.Event) -> Generator[Item]:
        nonlocal opened
        opened += 1
        assert begun.wait(PATIENCE)
        cam._alive_at -= 60
        yield Passing(late)
        yield from endless(stop)

    cam = running(script, timeouts=Timeouts(stalled=40, frozen=40, opening=1000, blocked=40))
    begun.set()
    says(cam, "live")
    assert (opened, hangs) == (1, [False])


def test_a_camera_is_opened_anew_on_request_without_being_lost(
    running: Start, caplog: pytest.LogCaptureFixture
) -> None:
    source = Scripted(endless, endless)
    cam = running(source, timeouts=Timeouts(stalled=20, frozen=20, blocked=20))
    number = frame(cam).number
    cam.reopen()
    until(lambda: source.opened == 2)
    assert frame(cam, number + 2)
    assert cam.health().state == "live"
    assert not caplog.records


def test_at_most_two_threads_open_a_camera(running: Start) -> None:
    let_go, at_once = threading.Event(), 0

    def script(stop: threading.Event) -> Generator[Picture]:
        nonlocal at_once
        at_once += 1
        let_go.wait(PATIENCE)
        at_once -= 1
        yield from endless(stop)

    cam = running(script, timeouts=Timeouts(stalled=0.05, frozen=20, opening=0.1, blocked=0.1))
    try:
        until(lambda: at_once == 2)
        stays(lambda: at_once == 2, 0.6)
        assert trouble(cam.health()).kind == "source-hangs"
    finally:
        let_go.set()
    says(cam, "live")
