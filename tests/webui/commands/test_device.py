"""`tableside device`: what its commands print and how they end, against a simulated box."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.keypad import Pad
from device.link import Link, LinkEvent
from device.ports import Port
from device.simulator import Simulator
from tests.device.stress import quick_box
from tests.device.test_keypad import KP7, SLASH, press
from tests.waiting import PATIENCE, child, until
from webui.cli import main
from webui.commands import boxes, device

TABLESIDE = [sys.executable, "-c", "from webui.cli import main; main()"]


def tableside(*words: str, typed: str | None = None) -> Result:
    patience = ("--seconds", str(PATIENCE)) if words[0] == "send" and "--seconds" not in words else ()
    return CliRunner().invoke(main, ["device", *words, *patience], input=typed)


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Simulator]:
    with Simulator(tmp_path / "box", quick_box()) as simulator:
        yield simulator


@pytest.fixture
def hears(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Have the time of `monitor` begin once it has shown so many events: on a busy computer they come late."""

    def begin(count: int) -> None:
        shown, began = [], time.monotonic()

        def counted(show: Callable[[LinkEvent], str]) -> Callable[[LinkEvent], str]:
            def show_one(event: LinkEvent) -> str:
                shown.append(time.monotonic())
                return show(event)

            return show_one

        def now() -> float:
            latest = shown[count - 1] if len(shown) >= count else began + PATIENCE
            return max(0.0, time.monotonic() - latest)

        for name in ("_event_words", "_event_json"):
            monkeypatch.setattr(device, name, counted(getattr(device, name)))
        monkeypatch.setattr(device, "time", SimpleNamespace(monotonic=now))

    return begin


def knows_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a command begin once its link knows why there is no box."""
    link = device._link

    @contextmanager
    def linked(*about: Any) -> Iterator[Link]:
        with link(*about) as found:
            until(lambda: found.state().trouble)
            yield found

    monkeypatch.setattr(device, "_link", linked)


def test_the_help_names_every_command() -> None:
    told = tableside("--help")
    assert told.exit_code == 0
    for command in ("list", "monitor", "simulate", "send"):
        assert command in told.stdout


def test_list_shows_drivers_and_ports() -> None:
    told = tableside("list")
    assert told.exit_code == 0
    assert "drivers: reference" in told.stdout
    for line in tableside("list", "--json").stdout.splitlines():
        assert set(json.loads(line)) == {"port", "description", "usb", "drivers"}


def test_monitor_prints_what_happens(simulator: Simulator, tmp_path: Path, hears: Callable[[int], None]) -> None:
    hears(4)
    log = tmp_path / "line.log"
    for line in ("press 2 win", "dice 1 3 3 5", "error stuck 4"):
        simulator.do(line)
    told = tableside("monitor", "--box", simulator.address, "--seconds", "0.6", "--log", str(log))
    assert told.exit_code == 0
    assert [line.split(maxsplit=2)[2] for line in told.stdout.splitlines()] == [
        "seat 2  win  down",
        "seat 2  win  short",
        "dice  roll 1  3 + 5  by seat 3",
        "fault  stuck  4",
    ]
    assert f"connected sim (sim-1) at {simulator.address}" in told.stderr
    received = "".join(re.findall(r"< b'(.*)'$", log.read_text(), re.MULTILINE))  # a line may come in parts
    assert "BTN,2,win,short" in received


def test_monitor_prints_json(simulator: Simulator, hears: Callable[[int], None]) -> None:
    hears(1)
    simulator.do("dice 1 0 3 5")
    told = tableside("monitor", "--box", simulator.address, "--seconds", "0.6", "--json")
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert {line["kind"] for line in lines} == {"state", "dice"}
    assert [line["values"] for line in lines if line["kind"] == "dice"] == [[3, 5]]
    assert any(line.get("phase") == "connected" for line in lines)


def test_monitor_without_a_box_says_why_and_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knows_why(monkeypatch)
    told = tableside("monitor", "--box", str(tmp_path / "nothing"), "--seconds", "0.3")
    assert told.exit_code == 1
    assert "is not there: plug the box in" in told.stderr


def test_the_box_may_still_be_named_by_port(simulator: Simulator) -> None:
    assert tableside("send", "--port", simulator.address, "dealer", "1").exit_code == 0


@pytest.mark.parametrize("command", ["monitor", "send"])
def test_what_is_no_port_is_told_with_those_there_are(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    there = [Port("/dev/ttyACM0", "Uno", None)]
    monkeypatch.setattr(boxes, "ports", lambda: there)
    monkeypatch.setattr(boxes, "pads", lambda: [Pad("keypad:/dev/input/event3", "Keypad")])
    told = tableside(command, "--box", "nosuch", *(["dealer", "1"] if command == "send" else []))
    assert told.exit_code == 2
    assert "nosuch is no port. This computer has: /dev/ttyACM0, keypad:/dev/input/event3 (Keypad)" in told.stderr
    there.clear()
    monkeypatch.setattr(boxes, "pads", list)
    assert "this computer has none" in tableside("monitor", "--box", "nosuch").stderr


def test_list_shows_number_pads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "pads", lambda: [Pad("keypad:/dev/input/event3", "SIGMACHIP USB Keypad")])
    assert "keypad:/dev/input/event3  SIGMACHIP USB Keypad  box? keypad\n" in tableside("list").stdout
    assert json.loads(tableside("list", "--json").stdout.splitlines()[-1])["drivers"] == ["keypad"]


def test_monitor_prints_the_keys_of_a_pad(tmp_path: Path, hears: Callable[[int], None]) -> None:
    hears(2)
    pad = tmp_path / "event3"
    os.mkfifo(pad)
    with pad.open("r+b", buffering=0) as keys:
        keys.write(press(SLASH) + press(KP7))
        told = tableside("monitor", "--box", f"keypad:{pad}", "--seconds", "0.4")
    assert [line.split(maxsplit=2)[2] for line in told.stdout.splitlines()] == ["call", "answer  7"]


def test_send_lights_a_lamp(simulator: Simulator) -> None:
    told = tableside("send", "--box", simulator.address, "referee", "3", "blink")
    assert told.exit_code == 0
    assert told.stdout == f"referee 3 blink: confirmed by sim at {simulator.address}\n"
    assert simulator.box.lamps["referee", 3] == "blink"


def test_send_to_a_box_without_lamps_fails(tmp_path: Path) -> None:
    box = quick_box()
    box.abilities = "DB"
    with Simulator(tmp_path / "box", box) as simulator:
        told = tableside("send", "--box", simulator.address, "dealer", "1")
    assert told.exit_code == 1
    assert "has no lamps" in told.stderr


def test_send_without_a_box_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knows_why(monkeypatch)
    told = tableside("send", "--box", str(tmp_path / "nothing"), "--seconds", "0.3", "dealer", "1")
    assert told.exit_code == 1
    assert "is not there" in told.stderr


@pytest.mark.parametrize(
    "words", [("dealer", "0"), ("dealer", "5"), ("lantern", "1"), ("all", "1"), ("dealer", "1", "x")]
)
def test_send_knows_its_lamps(simulator: Simulator, words: tuple[str, ...]) -> None:
    assert tableside("send", "--box", simulator.address, *words).exit_code == 2


def test_simulate_does_a_script_for_a_monitor_to_see(tmp_path: Path, hears: Callable[[int], None]) -> None:
    """The script ends once the monitor has seen all."""
    hears(4)
    path, script = tmp_path / "box", tmp_path / "hand.txt"
    os.mkfifo(script)
    command = [*TABLESIDE, "device", "simulate", "--link", str(path), "--script", str(script), "--id", "demo"]
    command += ["--fault", "duplicate=0.5", "--seed", "3"]
    with script.open("r+b", buffering=0) as lines, child(command, stdout=subprocess.PIPE) as process:
        lines.write(b"# one hand\npress 3 win+start\ndice 1 0 6 6\nwait 0\n")
        assert process.stdout
        assert process.stdout.readline() == f"{path}\n"
        told = tableside("monitor", "--box", str(path), "--seconds", "0.6", "--json")
        lines.close()
        assert process.wait(60) == 0
    events = [json.loads(line) for line in told.stdout.splitlines() if '"state"' not in line]
    assert [event.get("names", event.get("values")) for event in events] == [
        ["win"],
        ["start"],
        ["win", "start"],
        [6, 6],
    ]
    assert {event["box"] for event in events} == {"demo"}
    assert not path.is_symlink()


def test_simulate_tells_the_line_that_it_cannot_do() -> None:
    told = tableside("simulate", "--script", "-", typed="press 1 win\ndance\n")
    assert told.exit_code == 1
    assert "line 2: 'dance' cannot be done" in told.stderr
    assert "press SEAT NAME" in told.stderr


@pytest.mark.parametrize("words", [("--fault", "dorp=1"), ("--baud", "300"), ("--id", "much too long a name")])
def test_simulate_refuses_what_it_cannot_be(words: tuple[str, ...]) -> None:
    assert tableside("simulate", *words).exit_code == 2


def test_simulate_leaves_a_file_alone(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    assert tableside("simulate", "--link", str(precious)).exit_code == 2
    assert precious.read_text() == "mine"


def test_simulate_runs_until_it_is_interrupted(tmp_path: Path) -> None:
    command = [*TABLESIDE, "device", "simulate", "--link", str(tmp_path / "box")]
    with child(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        assert tableside("send", "--box", str(tmp_path / "box"), "wind", "1").exit_code == 0
        os.kill(process.pid, 2)
        assert "lamps: wind 1 on; 0 events not taken" in process.stdout.read()
        assert process.wait(60) == 0


def test_simulate_does_what_is_typed_at_it(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command = [*TABLESIDE, "device", "simulate", "--link", str(tmp_path / "box")]
    with child(command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        os.write(ours, b"dance\npress 2 win\n\x04")
        assert process.stdout.readline() == "lamps: none; 2 events not taken\n"
        assert "'dance' cannot be done" in process.stderr.read()
        assert process.wait(60) == 0
    os.close(ours)
    os.close(theirs)
