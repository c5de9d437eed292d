"""The link against a simulated box on a real pseudo-terminal: what happens to a serial port, and is survived."""

import gc
import os
import socket
import subprocess
import threading
import tty
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import serial
import serial.rfc2217

from device.drivers import Box, Deliver, Driver, Health, Received
from device.link import Link, LinkEvent
from device.ports import Candidate
from device.protocol import Button, Dice, Fault, FrameError, LampName, LampState
from device.simulator import Faults, Simulator
from tests.device.stress import (
    QUICK_DRIVER,
    QUICK_TIMEOUTS,
    latencies,
    open_files,
    plugged_in,
    quick_box,
    quick_link,
    replug,
    storm,
)
from tests.waiting import PATIENCE, stays, until

WIN = Button(2, ("win",), "short")
DICE = Dice(1, 0, (3, 5))


def kind(link: Link) -> str | None:
    """Return the present trouble of the link."""
    trouble = link.state().trouble
    return trouble.kind if trouble else None


def take(link: Link, count: int, seconds: float = PATIENCE) -> list[LinkEvent]:
    """So many events, at once when they are there."""
    events = [link.take(seconds) for _ in range(count)]
    assert None not in events
    return [event for event in events if event]


def test_events_arrive_in_order_with_their_origin(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        simulator.press(2, ("win",))
        simulator.happen(DICE)
        events = take(link, 3)
        assert [event.message for event in events] == [Button(2, ("win",), "down"), WIN, DICE]
        assert [(event.box, event.session, event.number) for event in events] == [
            ("sim", simulator.box.session, number) for number in (1, 2, 3)
        ]
        assert link.take() is None
        assert events[2].as_json() == {
            "kind": "dice",
            "throw": 1,
            "seat": 0,
            "values": (3, 5),
            "at": events[2].at.isoformat(timespec="milliseconds"),
            "box": "sim",
            "session": simulator.box.session,
            "number": 3,
        }


def test_the_state_tells_how_it_stands(tmp_path: Path) -> None:
    link = quick_link(tmp_path / "box")
    assert link.state().phase == "stopped"
    with Simulator(tmp_path / "box", quick_box()) as simulator, link:
        until(lambda: link.state().quality > 0 and link.state().phase == "connected")
        state = link.state()
        assert state.box == Box("sim", "sim-1", 1, "DBL", simulator.box.session)
        assert state.address == str(tmp_path / "box")
        assert state.last_frame is not None
        assert state.trouble is None
        assert state.box is not None
        assert state.box.id == "sim"
    assert link.state().phase == "stopped"
    assert link.state().box is None


def test_a_port_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    with quick_link(tmp_path / "box") as link:
        until(lambda: kind(link) == "port-missing")
        assert link.state().phase == "searching"
        with Simulator(tmp_path / "box", quick_box()):
            until(lambda: link.state().phase == "connected")
            assert link.state().trouble is None


def test_unplugged_and_back_on_another_port_nothing_is_lost(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        first = (tmp_path / "box").resolve()
        simulator.unplug(PATIENCE)
        until(lambda: link.state().phase == "searching")
        taken_by_another = os.openpty()
        for event in (WIN, DICE):
            assert simulator.happen(event)
        simulator.unplug(0)
        until(lambda: link.state().phase == "connected")
        assert (tmp_path / "box").resolve() != first
        assert [event.message for event in take(link, 2)] == [WIN, DICE]
        assert link.state().connections == 2
        for end in taken_by_another:
            os.close(end)


def test_a_restarted_box_is_taken_up_again(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        simulator.happen(WIN)
        take(link, 1)
        session = simulator.box.session
        simulator.reboot()
        until(lambda: (box := link.state().box) is not None and box.session == session + 1)
        simulator.happen(DICE)
        assert (take(link, 1)[0].session, link.state().address) == (session + 1, str(tmp_path / "box"))


@pytest.mark.parametrize("baud", [57600, 9600])
def test_another_speed_is_found(tmp_path: Path, baud: int) -> None:
    with Simulator(tmp_path / "box", quick_box(), baud=baud) as simulator, quick_link(tmp_path / "box") as link:
        until(lambda: link.state().phase == "connected")
        simulator.happen(WIN)
        assert take(link, 1)[0].message == WIN


def test_a_speed_that_is_not_tried_is_told(tmp_path: Path) -> None:
    slow_only = replace(QUICK_DRIVER, bauds=(115200,))
    link = Link(lambda: [Candidate(str(tmp_path / "box"), slow_only)], timeouts=QUICK_TIMEOUTS)
    with Simulator(tmp_path / "box", quick_box(), baud=9600), link:
        until(lambda: kind(link) == "only-noise")
        assert link.state().phase != "connected"
        assert link.state().frames == 0


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\xff" * 500,
        b"Booting table firmware...\r\n",
        b"$MJ,00020001,BTN,2,wi",
        b"$MJ,00020001,BTN,2,win,short*0000\r\n",
        b"$" * 300,
    ],
    ids=["binary", "words", "half a frame", "wrong checksum", "dollars"],
)
def test_garbage_costs_no_event(tmp_path: Path, data: bytes) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        simulator.send(data)
        simulator.happen(WIN)
        simulator.send(data)
        simulator.happen(DICE)
        assert [event.message for event in take(link, 2)] == [WIN, DICE]
        assert link.take(0.1) is None
        assert link.state().noise > 0


def test_a_silent_box_is_noticed_and_taken_up_again(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        simulator.stall(1.0)
        until(lambda: link.state().phase == "silent")
        assert link.state().box is None
        assert kind(link) == "box-silent"
        simulator.happen(WIN)
        assert take(link, 1)[0].message == WIN
        until(lambda: link.state().phase == "connected")


def test_a_box_silent_for_long_gets_its_port_opened_anew(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        simulator.stall(1.5)
        until(lambda: link.state().phase == "greeting")
        until(lambda: link.state().connections == 2)


def test_something_that_never_answers_is_told(tmp_path: Path) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    with quick_link(os.ttyname(slave)) as link:
        until(lambda: kind(link) == "no-answer")
    for end in (master, slave):
        os.close(end)


def test_the_right_one_of_several_ports_is_found(tmp_path: Path) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    mute, gone, box = os.ttyname(slave), str(tmp_path / "gone"), str(tmp_path / "box")
    link = Link(lambda: [Candidate(each, QUICK_DRIVER) for each in (gone, mute, box)], timeouts=QUICK_TIMEOUTS)
    with Simulator(tmp_path / "box", quick_box()), link:
        until(lambda: link.state().phase == "connected")
        assert link.state().address == box
    for end in (master, slave):
        os.close(end)


def test_a_loop_hears_itself_and_says_so() -> None:
    with quick_link("loop://") as link:
        until(lambda: kind(link) == "own-output")
        assert link.state().phase == "greeting"


def rests(link: Link) -> bool:
    """Return True if nothing is read from a full port."""
    noise = link.state().noise
    stays(lambda: link.state().noise == noise, 0.5)
    return noise > 0


def test_a_flood_is_read_no_faster_than_it_can_be_borne(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.link.FLOOD_RATE", 1)  # a full read is followed by an hour's rest
    master, slave = os.openpty()
    tty.setraw(slave)
    with quick_link(os.ttyname(slave)) as link, subprocess.Popen(["cat", "/dev/urandom"], stdout=master) as flood:
        try:
            until(lambda: rests(link))
        finally:
            flood.kill()
    for end in (master, slave):
        os.close(end)


def test_what_is_asked_in_a_flood_is_answered_and_events_come_through(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        simulator.flood(1.0)
        until(lambda: link.state().noise > 50_000)
        for _ in range(100):
            link.state()
            assert link.take() is None
            link.light("dealer", 1, "on")
        simulator.happen(WIN)
        assert take(link, 1)[0].message == WIN
        until(link.lit)


def test_a_port_held_by_another_is_told_and_then_taken(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (_, first), quick_link(tmp_path / "box") as second:
        until(lambda: kind(second) == "port-busy")
        assert first.state().phase == "connected"
        first.stop()
        until(lambda: second.state().phase == "connected")


def test_events_that_nobody_takes_stay_in_the_box(tmp_path: Path) -> None:
    with Simulator(tmp_path / "box", quick_box()) as simulator, quick_link(tmp_path / "box", capacity=3) as link:
        until(lambda: link.state().phase == "connected")
        sent = [Fault("stuck", number) for number in range(1, 11)]
        assert all(map(simulator.happen, sent))
        until(lambda: link.state().waiting == 3)
        until(lambda: simulator.box.waiting == 7)
        stays(lambda: simulator.box.waiting == 7, 0.2)
        assert kind(link) == "events-waiting"
        assert [event.message for event in take(link, 10)] == sent


def test_events_can_be_listened_to_until_the_link_is_stopped(tmp_path: Path) -> None:
    heard: list[object] = []
    with plugged_in(tmp_path) as (simulator, link):
        listener = threading.Thread(target=lambda: heard.extend(event.message for event in link.listen()))
        listener.start()
        simulator.happen(WIN)
        until(lambda: heard == [WIN])
        assert listener.is_alive()
        link.stop()
        listener.join(PATIENCE)
        assert not listener.is_alive()


def test_lamps_are_lit_and_lit_again_on_a_box_that_has_forgotten(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        link.light("dealer", 2)
        link.light("referee", 4, "blink")
        until(link.lit)
        lit = {key: state for key, state in simulator.box.lamps.items() if state != "off"}
        assert lit == {("dealer", 2): "on", ("referee", 4): "blink"}
        link.light("dealer", 2, "off")
        link.light("dealer", 3)
        assert not link.lit()
        until(link.lit)
        simulator.reboot()
        until(lambda: simulator.box.lamps.get(("dealer", 3)) == "on")
        assert simulator.box.lamps.get(("dealer", 2), "off") == "off"
        link.light("all", 0, "off")
        until(lambda: link.lit() and set(simulator.box.lamps.values()) == {"off"})


def test_lamps_set_before_there_is_a_box_are_lit_when_it_comes(tmp_path: Path) -> None:
    with quick_link(tmp_path / "box") as link:
        link.light("wind", 1)
        with Simulator(tmp_path / "box", quick_box()) as simulator:
            until(lambda: simulator.box.lamps.get(("wind", 1)) == "on")


def test_there_is_no_such_lamp(tmp_path: Path) -> None:
    with pytest.raises(FrameError):
        quick_link(tmp_path / "box").light("dealer", 0)


def test_the_record_of_the_line_can_be_read(tmp_path: Path) -> None:
    log = tmp_path / "records" / "box.log"
    with Simulator(tmp_path / "box", quick_box()) as simulator, quick_link(tmp_path / "box", log=log) as link:
        until(lambda: link.state().phase == "connected")
        simulator.happen(WIN)
        take(link, 1)
        noise = link.state().noise
        simulator.send(b"hello from the board\r\n")
        until(lambda: link.state().noise >= noise + 20)
    text = log.read_text()
    for part in ("opened", "connected at", "BTN,2,win,short", "hello from the board", "event", "stopped"):
        assert part in text
    assert text.count(",HB,") < 5


def test_a_record_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    log = tmp_path / "box.log"
    log.mkdir()
    with Simulator(tmp_path / "box", quick_box()) as simulator, quick_link(tmp_path / "box", log=log) as link:
        simulator.happen(WIN)
        assert take(link, 1)[0].message == WIN
        until(lambda: kind(link) == "log-failed")
        assert str(tmp_path) not in str(link.state().trouble)


def test_neither_silence_nor_noise_fills_the_record(tmp_path: Path) -> None:
    log = tmp_path / "box.log"
    master, slave = os.openpty()
    tty.setraw(slave)
    with quick_link(os.ttyname(slave), log=log) as link:
        until(lambda: link.state().phase == "searching")
        until(lambda: link.state().phase == "greeting")
        until(lambda: os.write(master, b"senseless words\r\n") and link.state().noise >= 3000)
    for end in (master, slave):
        os.close(end)
    assert log.stat().st_size < 2500
    assert "senseless words" in log.read_text()


@dataclass
class Foreign:
    """A venue's own board: a line `D35` for two dice, nothing else, and it fails on an `X`."""

    deliver: Deliver
    health: Health = field(default_factory=Health)
    box: Box | None = None
    number: int = 0

    def opened(self, now: float) -> None:
        self.box = Box("foreign", "?", 0, "D", 0)

    def receive(self, data: bytes, now: float) -> None:
        for line in data.split():
            if line == b"X":
                raise RuntimeError("what is an X?")
            self.number += 1
            a, b = line[1:].decode()
            self.deliver(Received("foreign", 0, self.number, Dice(1, 0, (int(a), int(b)))))

    def tick(self, now: float) -> None: ...

    def outgoing(self) -> bytes:
        return b""

    def light(self, lamp: LampName, index: int, state: LampState) -> None: ...

    def lit(self) -> bool:
        return True


def test_a_foreign_driver_works_and_its_failure_is_survived(tmp_path: Path) -> None:
    driver = Driver("foreign", (), (9600,), Foreign)
    master, slave = os.openpty()
    tty.setraw(slave)
    link = Link(lambda: [Candidate(os.ttyname(slave), driver)], timeouts=QUICK_TIMEOUTS)
    with link:
        until(lambda: link.state().phase == "connected")
        os.write(master, b"D35\n")
        assert take(link, 1)[0].message == DICE
        os.write(master, b"X\n")
        until(lambda: link.state().connections == 2)
        os.write(master, b"D66\n")
        assert take(link, 1)[0].message == Dice(1, 0, (6, 6))
    for end in (master, slave):
        os.close(end)


def test_a_search_that_fails_is_told_and_tried_again(tmp_path: Path) -> None:
    searches: list[int] = []

    def find() -> list[Candidate]:
        searches.append(1)
        if len(searches) < 3:
            raise RuntimeError("the registry is on fire")
        return [Candidate(str(tmp_path / "box"), QUICK_DRIVER)]

    with Simulator(tmp_path / "box", quick_box()), Link(find, timeouts=QUICK_TIMEOUTS) as link:
        until(lambda: link.state().phase == "connected")


@pytest.mark.parametrize(
    "prepare",
    [lambda path: path, lambda path: "socket://192.0.2.1:9", lambda path: "hwgrep://no such box"],
    ids=["no port", "no answer from the network", "nothing matches"],
)
def test_a_link_to_nobody_is_started_asked_and_stopped(tmp_path: Path, prepare: Callable[[Path], Path | str]) -> None:
    link = quick_link(prepare(tmp_path / "box"))
    ask(link)
    link.stop()
    assert link.state().phase == "stopped"


def ask(link: Link) -> None:
    """Start a link, and call everything that it offers."""
    link.start()
    link.start()
    link.state()
    link.take()
    link.light("wind", 2)


def test_starting_and_asking_do_not_wait_for_a_port_that_hangs() -> None:
    answered, waited = threading.Event(), []

    def find() -> list[Candidate]:
        waited.append(answered.wait(PATIENCE))
        return []

    link = Link(find, timeouts=QUICK_TIMEOUTS)
    ask(link)
    answered.set()
    until(lambda: waited)
    link.stop()
    assert waited[0]


class NoModem(serial.Serial):  # type: ignore[misc]
    """A pseudo-terminal has none of the lines that a server of RFC 2217 asks about."""

    cts = dsr = ri = cd = dtr = rts = True


class Plain:
    """A serial server that carries bytes as they are."""

    def __init__(self, port: serial.SerialBase, peer: socket.socket) -> None: ...

    def escape(self, data: bytes) -> Iterable[bytes]:
        return [data]

    def filter(self, data: bytes) -> Iterable[bytes]:
        return [data]


class Telnet:
    """A serial server as RFC 2217 has it, by pyserial's own half of it."""

    def __init__(self, port: serial.SerialBase, peer: socket.socket) -> None:
        self.write = peer.sendall
        manager = serial.rfc2217.PortManager(port, self)
        self.escape, self.filter = manager.escape, manager.filter


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)\\(\\) is deprecated:DeprecationWarning")
@pytest.mark.parametrize(("scheme", "server_kind"), [("socket", Plain), ("rfc2217", Telnet)])
def test_a_box_behind_the_network_is_a_box(
    tmp_path: Path, scheme: str, server_kind: type[Plain] | type[Telnet]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, Simulator(tmp_path / "box", quick_box()) as simulator:
        stop = threading.Event()
        carrier = threading.Thread(target=_carry, args=(server, server_kind, str(tmp_path / "box"), stop))
        carrier.start()
        with quick_link(f"{scheme}://127.0.0.1:{server.getsockname()[1]}") as link:
            until(lambda: link.state().phase == "connected")
            simulator.happen(WIN)
            assert take(link, 1)[0].message == WIN
            link.light("dealer", 1)
            until(link.lit)
        stop.set()
        carrier.join()


def _carry(server: socket.socket, kind: type[Plain] | type[Telnet], path: str, stop: threading.Event) -> None:
    peer, _ = server.accept()
    peer.settimeout(0.005)
    with peer, NoModem(path, 115200, timeout=0.005) as port:
        ways = kind(port, peer)
        while not stop.is_set():
            data = port.read(4096)
            try:
                if data:
                    peer.sendall(b"".join(ways.escape(data)))
                port.write(b"".join(ways.filter(peer.recv(4096))))
            except TimeoutError:
                continue
            except OSError:
                return


def test_a_poor_line_is_told(tmp_path: Path) -> None:
    log = tmp_path / "line.log"
    faults = Faults(garble=0.6)
    with Simulator(tmp_path / "box", quick_box(), faults) as simulator, quick_link(tmp_path / "box", log=log) as link:

        def trouble() -> str | None:
            simulator.happen(WIN)
            link.take()
            return kind(link) if link.state().phase == "connected" else "not connected"

        until(lambda: trouble() == "poor-line")
        assert link.state().quality < 0.8
        simulator.set_faults(Faults())
        until(lambda: trouble() is None)
    assert log.read_text().count("poor line") == 1


def test_a_stopped_link_can_be_started_again(tmp_path: Path) -> None:
    with plugged_in(tmp_path) as (simulator, link):
        simulator.happen(WIN)
        take(link, 1)
        link.stop()
        simulator.happen(DICE)
        link.start()
        assert take(link, 1)[0].message == DICE


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    files, threads = open_files(), threading.active_count()
    for _ in range(3):
        with plugged_in(tmp_path) as (simulator, link):
            simulator.happen(WIN)
            take(link, 1)
    until(lambda: open_files() <= files and threading.active_count() <= threads)


def test_unplugging_leaves_neither_threads_nor_descriptors(tmp_path: Path) -> None:
    gc.collect()  # what other tests left open is not counted; some of it may be closed meanwhile
    result = replug(15, tmp_path)
    assert result.connections == 15
    assert max(result.files, result.threads) <= 0


def test_over_a_bad_line_exactly_the_sent_events_arrive(tmp_path: Path) -> None:
    faults = Faults(drop=0.05, garble=0.05, duplicate=0.05, reorder=0.05, stall=0.3, unplug=0.6, away=0.1)
    result = storm(150, faults, seed=7, folder=tmp_path)
    assert result.right
    assert (result.sent, result.received) == (150, 150)
    assert result.duplicates > 0
    assert result.bad > 0


def test_a_press_is_here_at_once(tmp_path: Path) -> None:
    """Not after a wait of the link's: bench_device measures it, with nothing else running."""
    took = latencies(100, tmp_path)
    assert took[len(took) // 2] < 0.5
