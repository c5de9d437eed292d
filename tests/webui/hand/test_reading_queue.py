"""One thread reads all pictures; those sent wait in a bounded queue; a stop drops what waits."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import PATIENCE, until
from tests.webui.cameras import Switch, live
from vision.image import Picture
from vision.reading import Reading
from webui.hand.places import ASKER, Asker
from webui.hand.reading_queue import LEFT, MOST_OF_ONE, MOST_WAITING, QueueFullError, QueueStoppedError, ReadingQueue
from webui.rig.live_hand import ClaimWin, WithdrawClaim
from webui.table import intake
from webui.table.table import Table


@pytest.fixture
def readings() -> Iterator[ReadingQueue]:
    readings = ReadingQueue(most=2)
    yield readings
    readings.stop()


def test_all_tasks_run_on_one_thread(readings: ReadingQueue) -> None:
    with ThreadPoolExecutor(8) as callers:
        threads = set(callers.map(lambda _: readings.run(threading.get_ident), range(8)))
    assert len(threads) == 1
    assert threads != {threading.get_ident()}


def test_more_photographs_than_may_wait_are_refused(readings: ReadingQueue) -> None:
    go = threading.Event()
    with ThreadPoolExecutor(2) as callers:
        sent = [callers.submit(readings.run_sent, lambda: go.wait(PATIENCE)) for _ in range(2)]
        until(lambda: readings.sent == 2)
        with pytest.raises(QueueFullError):
            readings.run_sent(lambda: None)
        go.set()
        assert all(each.result() for each in sent)
    assert readings.run_sent(lambda: "read") == "read"


def test_addresses_take_turns_and_so_do_the_devices_of_each() -> None:
    readings, go, done = ReadingQueue(), threading.Event(), []

    def send(address: str, device: str, number: int) -> None:
        ASKER.set(Asker(address, "table", device))
        readings.run_sent(lambda: done.append(f"{address}{device}{number}") or (number and go.wait(PATIENCE)))

    with ThreadPoolExecutor(8) as callers:
        sent = [callers.submit(send, "a", "x", 1)]
        until(lambda: done == ["ax1"])
        for number, (address, device) in enumerate(["ax", "ax", "ay", "b ", "ay", "b "], 2):
            sent.append(callers.submit(send, address, device, number))
            until(lambda: readings.waiting == len(sent) - 1)
        go.set()
        for each in sent:
            each.result(PATIENCE)
    readings.stop()
    assert done == ["ax1", "ax2", "b 5", "ay4", "b 7", "ax3", "ay6"]


def test_a_device_takes_no_more_than_its_share_and_strangers_one_place() -> None:
    """All phones of a venue may have one address."""
    readings, go = ReadingQueue(), threading.Event()
    venue = "10.0.0.3"

    def send(asker: Asker) -> bool:
        ASKER.set(asker)
        return readings.run_sent(lambda: go.wait(PATIENCE))

    with ThreadPoolExecutor(MOST_WAITING + 1) as callers:
        sent: list[Future[bool]] = []

        def accepted(*askers: Asker) -> None:
            before = readings.sent
            sent.extend(callers.submit(send, asker) for asker in askers)
            until(lambda: readings.sent == before + len(askers))

        def refused(asker: Asker) -> None:
            with pytest.raises(QueueFullError):
                callers.submit(send, asker).result(PATIENCE)

        accepted(Asker(venue, "spectator"))
        refused(Asker("10.0.0.2", "spectator"))
        accepted(*[Asker(venue, "table", "phone")] * MOST_OF_ONE)
        refused(Asker(venue, "table", "phone"))
        left = MOST_WAITING - LEFT["table"] - readings.sent
        assert left >= 12
        accepted(*(Asker(venue, "table", f"phone {n}") for n in range(left)))
        refused(Asker("10.0.0.4", "table", "another"))
        accepted(Asker(venue, "referee", "a referee's"))
        refused(Asker("10.0.0.5", "referee", "another's"))
        go.set()
        assert all(each.result(PATIENCE) for each in sent)
    readings.stop()


def test_what_a_task_raises_is_raised_and_the_next_one_runs(readings: ReadingQueue) -> None:
    def broken() -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        readings.run_sent(broken)
    assert readings.run_sent(lambda: "read") == "read"


def test_a_stop_drops_what_waits_and_ends_with_what_runs() -> None:
    readings = ReadingQueue()
    began, go = threading.Event(), threading.Event()

    def first() -> str:
        began.set()
        go.wait(PATIENCE)
        return "read"

    with ThreadPoolExecutor(3) as callers:
        running = callers.submit(readings.run, first)
        assert began.wait(PATIENCE)
        waiting = callers.submit(readings.run, lambda: "never")
        stopping = callers.submit(readings.stop)
        with pytest.raises(QueueStoppedError):
            waiting.result(PATIENCE)
        go.set()
        stopping.result(PATIENCE)
        assert running.result(PATIENCE) == "read"
    with pytest.raises(QueueStoppedError):
        readings.run(lambda: "too late")


class Slow:
    """A reader that reads nothing before it is let go."""

    def __init__(self, answers: Any) -> None:
        self.answers, self.go = answers, threading.Event()

    def read(self, image: Picture, *, decode: object = None, watch: object = None) -> Reading:
        self.go.wait(PATIENCE)
        reading: Reading = self.answers.read(image)
        return reading

    def detect(self, picture: Picture, quarters: int = 0) -> Any:
        return self.answers.detect(picture, quarters)


@pytest.fixture
def reader(answers: Any) -> Slow:
    return Slow(answers)


@pytest.fixture
def slow(reader: Slow, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table whose hand never lies still, so that a claim takes the newest picture."""
    monkeypatch.setattr(intake, "SETTLING", 0.1)
    switch = Switch()
    switch.restless = True
    table = Table(reader, camera=live(switch))
    table.start()
    assert table.equipment.feed
    assert table.equipment.feed.camera.wait(0, PATIENCE)
    yield table
    table.stop()


def test_a_win_pressed_many_times_is_one_claim_and_one_hand(slow: Table, reader: Slow) -> None:
    for _ in range(80):
        slow.talk.do(ClaimWin(2))
        assert sum(thread.name == "claim" for thread in threading.enumerate()) <= 1
    reader.go.set()
    until(lambda: slow.session.play.claims[0].hand)
    slow.talk.do(ClaimWin(2))
    until(lambda: not any(thread.name == "claim" for thread in threading.enumerate()))
    assert [hand.id for hand in slow.hands.all()] == [slow.session.play.claims[0].hand]


def test_a_claim_put_away_and_made_anew_is_read(slow: Table, reader: Slow) -> None:
    for act in (ClaimWin(2), WithdrawClaim(2), ClaimWin(2)):
        slow.talk.do(act)
    reader.go.set()
    until(lambda: slow.session.play.claims[0].hand)


KEPT = """
import re
import sys
from pathlib import Path

import cv2
import numpy as np

from vision import TileReader
from vision.image import open_image
from webui.hand.reading_queue import ReadingQueue

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024

reader, readings = TileReader(), ReadingQueue()
hand = Path(sys.argv[1]).read_bytes()
large = cv2.imencode(".jpg", np.full((6900, 9200, 3), 90, np.uint8))[1].tobytes()
for _ in range(2):
    readings.run_sent(lambda: reader.read(open_image(hand)))
before = resident()
readings.run_sent(lambda: reader.read(open_image(large)))
print(resident() - before)
readings.stop()
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in /proc")
def test_a_large_photograph_leaves_little_memory_behind() -> None:
    """Release the memory of a photo: the networks once kept 85 MB; now 42 to 57 MB stay, however many are read."""
    hand = Path(__file__).parents[2] / "data/hand.jpg"
    done = subprocess.run([sys.executable, "-c", KEPT, str(hand)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 65
