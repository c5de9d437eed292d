"""A number pad as a box: what its keys mean, and a device that is opened, read, unplugged and refused."""

import errno
import os
import stat
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device import keypad
from device.drivers import Key, Received
from device.errors import PortError
from device.keypad import KEYPAD, KEYS, Keys, Pad, open_pad, pads
from device.link import Link, LinkTimeouts
from device.ports import Candidate, drivers, is_address, open_candidate, search
from tests.device.stress import open_files
from tests.waiting import PATIENCE, until

QUICK = LinkTimeouts(retry=0.02)
ENTER, SLASH, MINUS, KP7, ONE, SHIFT = 96, 98, 74, 71, 2, 42


def event(kind: int, code: int, value: int, at: int = 1_764_200_000) -> bytes:
    """Return a `struct input_event` as the kernel writes it."""
    return struct.pack("@llHHi", at, 250_000, kind, code, value)


def press(code: int) -> bytes:
    """Return the events of one key: its scan code, down, a report, its scan code, up, a report."""
    scan = event(4, 4, 0x70000 + code)
    return scan + event(1, code, 1) + event(0, 0, 0) + scan + event(1, code, 0) + event(0, 0, 0)


@pytest.fixture
def taken() -> list[Received]:
    return []


@pytest.fixture
def keys(taken: list[Received]) -> Keys:
    keys = Keys(lambda received: len(taken) < 5 and not taken.append(received), 7, lambda: (3, 4))  # type: ignore[func-returns-value]
    keys.opened(0.0)
    return keys


def test_a_key_counts_once_when_it_goes_down(keys: Keys, taken: list[Received]) -> None:
    held = event(1, KP7, 1) + event(1, KP7, 2) * 40 + event(1, KP7, 0) + event(0, 0, 0)
    stream = press(ENTER) + press(SHIFT) + held + press(ONE)
    for n in range(0, len(stream), 7):  # in any pieces
        keys.receive(stream[n : n + 7], 0.1)
    assert [each.message for each in taken] == [Key("confirm", 0, (3, 4)), Key("answer", 7), Key("answer", 1)]
    assert [(each.box, each.session, each.number) for each in taken] == [("keypad", 7, n) for n in (1, 2, 3)]
    assert (keys.health.events, keys.health.lost) == (3, 0)


def test_what_follows_dropped_events_is_left_out_up_to_the_report(keys: Keys, taken: list[Received]) -> None:
    keys.receive(event(0, 3, 0) + event(1, MINUS, 1) + event(0, 0, 0) + press(SLASH), 0.1)
    assert [each.message for each in taken] == [Key("call")]
    assert keys.health.lost == 1


def test_keys_without_room_are_counted_as_lost(keys: Keys, taken: list[Received]) -> None:
    keys.receive(press(SLASH) * 7, 0.1)
    assert (len(taken), keys.health.events, keys.health.lost) == (5, 5, 2)


def test_a_new_run_is_another_session() -> None:
    assert Keys(lambda _: True)._session > 1_600_000_000_000  # no number of a box's boots


def test_every_digit_has_a_key_on_the_pad_and_in_the_row() -> None:
    digits = [number for name, number in KEYS.values() if name == "answer"]
    assert sorted(digits) == sorted([*range(10), *range(10)])


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "event9")
    return tmp_path / "event9"


@pytest.fixture
def link(fifo: Path) -> Iterator[Link]:
    with Link(search(f"keypad:{fifo}", drivers()), timeouts=QUICK) as link:
        until(lambda: link.state().phase == "connected")
        yield link


def test_keys_arrive_and_an_unplugged_pad_is_taken_up_again(link: Link, fifo: Path) -> None:
    box = link.state().box
    assert box
    assert (box.id, box.abilities, link.state().quality) == ("keypad", "K", 1.0)
    assert link.lit()
    with fifo.open("wb", buffering=0) as pad:
        pad.write(press(SLASH))
        first = link.take(PATIENCE)
        pad.write(press(KP7) + press(MINUS)[:30])
        second = link.take(PATIENCE)
    assert first
    assert second
    assert (first.message, second.message) == (Key("call"), Key("answer", 7))
    assert second.as_json()["kind"] == "key"
    until(lambda: link.state().connections == 2 and link.state().phase == "connected")  # the writer has gone: unplugged
    with fifo.open("wb", buffering=0) as pad:
        pad.write(press(ENTER))
        third = link.take(PATIENCE)
    assert third
    assert isinstance(third.message, Key)
    assert (third.message.name, third.number) == ("confirm", 3)
    assert third.message.dice is not None
    assert all(1 <= die <= 6 for die in third.message.dice)


def test_a_pad_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "event4"
    with Link(search(f"keypad:{path}", drivers()), timeouts=QUICK) as link:
        until(lambda: (trouble := link.state().trouble) is not None and trouble.kind == "port-missing")
        os.mkfifo(path)
        until(lambda: link.state().phase == "connected" and link.state().trouble is None)


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (errno.EACCES, "pad-forbidden"),
        (errno.EPERM, "pad-forbidden"),
        (errno.ENOENT, "port-missing"),
        (errno.ENODEV, "port-missing"),
    ],
)
def test_a_pad_that_cannot_be_opened_is_told(monkeypatch: pytest.MonkeyPatch, failure: int, kind: str) -> None:
    def refuse(*_: object) -> int:
        raise OSError(failure, os.strerror(failure))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PortError) as refused:
        open_pad("keypad:/dev/input/event3")
    assert (refused.value.kind, refused.value.about["address"]) == (kind, "/dev/input/event3")


@pytest.mark.parametrize("path", ["/dev/null", __file__])
def test_what_is_no_input_device_is_told_and_closed(path: str) -> None:
    before = open_files()
    with pytest.raises(PortError) as refused:
        open_pad(f"keypad:{path}")
    assert refused.value.kind == "no-pad-there"
    assert open_files() == before


def test_a_device_is_taken_for_this_program_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(keypad, "_grab", asked.append)
    pad = open_pad("keypad:/dev/null")
    assert len(asked) == 1
    assert stat.S_ISCHR(os.fstat(asked[0]).st_mode)
    with pytest.raises(OSError, match="No such device"):
        pad.read(1)  # at its end, as an unplugged one
    pad.close()


def bitmap(codes: set[int]) -> str:
    """Return codes as the kernel prints them in /sys: words of a long, the highest first."""
    size = 8 * struct.calcsize("@l")
    bits = sum(1 << code for code in codes)
    words = [f"{bits >> at & (1 << size) - 1:x}" for at in range(0, max(bits.bit_length(), 1), size)]
    return " ".join(reversed(words)) + "\n"


KEYBOARD = {*range(1, 112), 125, 240}
ONLY_PAD = {69, 55, 74, 78, 83, 96, 98, 82, 79, 80, 81, 75, 76, 77, 71, 72, 73}
DEVICES = {
    "event0": ("Power Button", {116}),
    "event2": ("Logitech USB Keyboard", KEYBOARD),
    "event3": ("SIGMACHIP USB Keypad", KEYBOARD),
    "event10": ("MOSART Wireless", ONLY_PAD),
    "event4": ("PCsensor FootSwitch Keyboard", KEYBOARD),
    "event5": ("ETPS/2 Elantech Touchpad", {272, 273, 325, 330}),
    "event6": ("SIGMACHIP USB Keypad Consumer Control", {113, 114, 115, 163}),
}


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    for name, (device, codes) in DEVICES.items():
        folder = tmp_path / name / "device"
        (folder / "capabilities").mkdir(parents=True)
        (folder / "name").write_text(f"{device}\n")
        (folder / "capabilities/key").write_text(bitmap(codes))
    (tmp_path / "event7").mkdir()  # it was unplugged at this moment
    (tmp_path / "mouse0").mkdir()
    return tmp_path


def test_number_pads_and_pedals_are_told_from_keyboards(inputs: Path) -> None:
    assert pads(inputs) == [
        Pad("keypad:/dev/input/event3", "SIGMACHIP USB Keypad"),
        Pad("keypad:/dev/input/event4", "PCsensor FootSwitch Keyboard"),
        Pad("keypad:/dev/input/event10", "MOSART Wireless"),
    ]


@pytest.mark.parametrize(
    ("there", "kind"), [([], "no-pad"), ([Pad("keypad:/a", "One"), Pad("keypad:/b", "Two")], "several-pads")]
)
def test_the_only_pad_is_found_and_otherwise_one_must_be_named(
    monkeypatch: pytest.MonkeyPatch, there: list[Pad], kind: str
) -> None:
    monkeypatch.setattr(keypad, "pads", lambda: there)
    with Link(search("keypad", drivers()), timeouts=QUICK) as link:
        until(lambda: (trouble := link.state().trouble) is not None and trouble.kind == kind)
        monkeypatch.setattr(keypad, "pads", lambda: [Pad("keypad:/a", "One")])
        assert search("keypad", drivers())() == [Candidate("keypad:/a", KEYPAD)]


@pytest.mark.parametrize("address", ["keypad", "keypad:/dev/input/event3"])
def test_other_systems_are_told_that_they_have_no_pads(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(PortError) as refused:
        open_candidate(search(address, drivers())()[0], 0)
    assert refused.value.kind == "pad-unsupported"


def test_a_pad_is_never_tried_on_a_serial_line() -> None:
    assert {candidate.driver.name for candidate in search("/dev/ttyUSB7", drivers())()} == {"reference"}
    assert [candidate.driver for candidate in search("keypad:/dev/input/event3", drivers())()] == [KEYPAD]


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("/dev/ttyACM7", True),
        ("COM12", True),
        ("socket://table7:4000", True),
        ("HWGREP://2341", True),
        ("keypad", True),
        ("keypad:/dev/input/event3", True),
        ("nosuch", False),
        ("keypads", False),
        ("nosuch://x", False),
        ("COM", False),
        ("", False),
    ],
)
def test_an_address_that_no_box_will_ever_have_is_known(address: str, may: bool) -> None:
    assert is_address(address, drivers()) is may
