"""Streams from the network."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.live.running import Start, frame, says, trouble
from tests.vision.mjpeg import Line, noise
from tests.waiting import until
from vision.live.camera import Timeouts


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
    running: Start, line: Line, fault: Any, state: str, kind: str
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


def test_a_stream_that_changes_its_size_is_followed(running: Start, line: Line) -> None:
    cam = running(f"http://{line.address}", timeouts=Timeouts())
    assert frame(cam).picture.shape == (128, 128, 3)
    for line.scale in ((6, 10), (2, 2), (9, 3)):
        height, width = (32 * side for side in line.scale)
        until(lambda shape=(height, width, 3): frame(cam).picture.shape == shape)  # type: ignore[misc]
    assert line.opened == 1


class Server:
    """A server without a protocol, which sends what a test decides to each that connects."""

    def __init__(self, send: Callable[[socket.socket], None]) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._send = send
        self.address = f"tcp://127.0.0.1:{self._socket.getsockname()[1]}"
        self.opened = 0
        self._threads = [threading.Thread(target=self._serve)]
        self._threads[0].start()

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                line, _ = self._socket.accept()
                self.opened += 1
                self._threads.append(threading.Thread(target=self._answer, args=(line,)))
                self._threads[-1].start()

    def _answer(self, line: socket.socket) -> None:
        with line, suppress(OSError):
            self._send(line)

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in self._threads:
            thread.join()


def test_jpeg_pictures_of_a_plain_line_are_shown_at_once(running: Start) -> None:
    end, fault = threading.Event(), threading.Event()

    def send(line: socket.socket) -> None:
        for seed in count():  # 4 KB each: OpenCV would wait for a thousand of them
            line.sendall(cv2.imencode(".jpg", noise(seed))[1].tobytes())
            if fault.is_set() or end.wait(0.03):
                return

    with closing(Server(send)) as server:
        cam = running(server.address, timeouts=Timeouts())
        try:
            seen = frame(cam, 2)
            assert seen.picture.shape == (32, 32, 3)
            assert seen.number < 100
            fault.set()
            assert trouble(says(cam, "lost")).kind == "source-stopped"
            fault.clear()
            assert frame(cam, seen.number + 1).shot.jpeg
            says(cam, "live")
        finally:
            end.set()
            cam.stop()


def test_other_video_on_a_plain_line_is_left_to_opencv(running: Start, tmp_path: Path) -> None:
    clip = tmp_path / "clip.ts"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), 25, (320, 240))
    for seed in range(100):
        writer.write(np.kron(noise(seed)[:24], np.ones((10, 10, 1), np.uint8)))
    writer.release()
    end = threading.Event()

    def send(line: socket.socket) -> None:
        line.sendall(clip.read_bytes())
        end.wait(60)

    with closing(Server(send)) as server:
        cam = running(server.address, timeouts=Timeouts(stalled=20, frozen=20))
        try:
            assert frame(cam).picture.shape == (240, 320, 3)
        finally:
            end.set()
            cam.stop()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "tcp://:x"])
def test_a_line_that_does_not_open_is_lost(running: Start, address: str) -> None:
    cam = running(address)
    assert trouble(says(cam, "lost")).kind == "source-closed"
