"""Finding a box, opening its port, and saying what keeps it from being opened."""

import errno
import os
import socket
import sys
import termios
import tty
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import serial

from device.dialogue import REFERENCE
from device.drivers import Driver
from device.ports import (
    CHUNK,
    Candidate,
    Port,
    PortError,
    UnknownPortError,
    drivers,
    open_port,
    port_trouble,
    ports,
    read_some,
    search,
)
from tests.device.stress import open_files
from tests.rows import row_by_row
from tests.waiting import until


@dataclass
class Info:
    """The fields of pyserial's description of a port that are used."""

    device: str
    vid: int | None = None
    pid: int | None = None
    serial_number: str | None = None
    description: str | None = None


UNO = Info("/dev/ttyACM0", 0x2341, 0x0043, "5573", "Arduino Uno")
NANO = Info("/dev/ttyUSB0", 0x1A86, 0x7523, None, "USB2.0-Serial")
MOUSE = Info("/dev/ttyACM7", 0x1234, 0x0001, "1", "something else")
BUILT_IN = Info("/dev/ttyS0")
OTHER = Driver("other", ((0x1234, 0x0001),), (9600,), REFERENCE.converse)


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_ports_are_listed_by_address() -> None:
    listed = ports(lambda: [NANO, BUILT_IN, UNO])
    assert listed == [
        Port("/dev/ttyACM0", "Arduino Uno", (0x2341, 0x0043, "5573")),
        Port("/dev/ttyS0", "", None),
        Port("/dev/ttyUSB0", "USB2.0-Serial", (0x1A86, 0x7523, "")),
    ]
    assert [port.fits(REFERENCE) for port in listed] == [True, False, True]


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ([], []),
        ([BUILT_IN], []),
        ([UNO, BUILT_IN, NANO], [("/dev/ttyACM0", REFERENCE), ("/dev/ttyUSB0", REFERENCE)]),
        ([MOUSE], [("/dev/ttyACM7", OTHER)]),
    ],
)
def test_a_box_is_found_by_its_usb_id(there: list[Info], found: list[tuple[str, Driver]]) -> None:
    find = search(None, [REFERENCE, OTHER], lambda: there)
    assert list(find()) == [Candidate(address, driver) for address, driver in found]


SOLD = {
    "Uno R3": (0x2341, 0x0043),
    "Uno R4 Minima": (0x2341, 0x0069),
    "Uno R4 WiFi": (0x2341, 0x1002),
    "Nano Every": (0x2341, 0x0058),
    "Leonardo": (0x2341, 0x8036),
    "Micro": (0x2341, 0x8037),
    "Pico with MicroPython": (0x2E8A, 0x0005),
    "Pico 2 with the Pico SDK": (0x2E8A, 0x0009),
    "ESP32-S3, ESP32-C3": (0x303A, 0x1001),
    "CH340": (0x1A86, 0x7523),
    "CH343": (0x1A86, 0x55D3),
    "CH9102": (0x1A86, 0x55D4),
    "FT231X": (0x0403, 0x6015),
    "PL2303": (0x067B, 0x2303),
    "CP2102": (0x10C4, 0xEA60),
}


@row_by_row("board", SOLD)
def test_boards_that_are_sold_are_found(board: str) -> None:
    find = search(None, [REFERENCE], lambda: [Info("/dev/ttyACM3", *SOLD[board]), BUILT_IN])
    assert list(find()) == [Candidate("/dev/ttyACM3", REFERENCE)]


def _addresses(named: str, *moments: list[Info]) -> list[str]:
    """Return the first address tried at each moment."""
    now: list[Info] = []
    find = search(named, [REFERENCE], lambda: now)
    tried = []
    for there in moments:
        now[:] = there
        tried.append(find()[0].address)
    return tried


def test_a_named_port_is_tried_whether_it_is_there_or_not() -> None:
    assert _addresses("socket://table7:4000", [UNO]) == ["socket://table7:4000"]
    assert _addresses("/dev/ttyACM0", []) == ["/dev/ttyACM0"]


@pytest.mark.parametrize("chip", [UNO, NANO], ids=["serial number", "ids only"])
def test_a_named_box_is_followed_to_its_new_port(chip: Info) -> None:
    moved = Info("/dev/ttyX9", chip.vid, chip.pid, chip.serial_number)
    assert _addresses(chip.device, [chip], [], [moved], [chip]) == [chip.device] * 2 + ["/dev/ttyX9", chip.device]


def test_another_box_is_not_followed() -> None:
    other = Info("/dev/ttyACM1", UNO.vid, UNO.pid, "9999")
    assert _addresses("/dev/ttyACM0", [UNO], [other]) == ["/dev/ttyACM0"] * 2
    twins = [Info("/dev/ttyUSB1", NANO.vid, NANO.pid), Info("/dev/ttyUSB2", NANO.vid, NANO.pid)]
    assert _addresses("/dev/ttyUSB0", [NANO], twins) == ["/dev/ttyUSB0"] * 2


def test_a_port_is_opened_for_us_alone_and_stays_with_dtr_up(terminal: tuple[int, str]) -> None:
    master, name = terminal
    let_go = termios.tcgetattr(master)
    let_go[2] |= termios.HUPCL
    termios.tcsetattr(master, termios.TCSANOW, let_go)
    assert termios.tcgetattr(master)[2] & termios.HUPCL
    port = open_port(name, 115200)
    attributes = termios.tcgetattr(port.fileno())
    assert not attributes[2] & termios.HUPCL
    assert attributes[5] == termios.B115200
    with pytest.raises(PortError) as refused:
        open_port(name, 115200)
    assert (refused.value.kind, refused.value.about) == ("port-busy", {"address": name})
    port.close()
    open_port(name, 9600).close()


def test_a_port_that_vanishes_while_it_is_set_up_is_a_port_that_cannot_be_opened(
    terminal: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = open_files()

    def vanish(*_: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr(termios, "tcsetattr", vanish)
    with pytest.raises(PortError, match="could not configure"):
        open_port(terminal[1], 115200)
    assert open_files() == before


def test_reading_takes_what_there_is_and_waits_only_a_moment(terminal: tuple[int, str]) -> None:
    master, name = terminal
    port = open_port(name, 115200)
    assert 0 < port.timeout < 1
    assert read_some(port) == b""
    os.write(master, b"a" * 3000)
    until(lambda: port.in_waiting == 3000)  # it comes through in pieces
    assert read_some(port) == b"a" * 3000
    port.close()


def test_a_network_port_is_read_like_any_other() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}", 115200)
        peer, _ = server.accept()
        with peer:
            peer.sendall(b"b" * 9000)
            got = b""
            while len(got) < 9000:
                piece = read_some(port)
                assert 0 < len(piece) <= CHUNK
                got += piece
        assert got == b"b" * 9000
        port.close()


def test_a_loop_is_a_port_too() -> None:
    port = open_port("loop://", 115200)
    port.write(b"round")
    assert read_some(port) == b"round"
    port.close()


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (serial.SerialException(errno.ENOENT, "no such file"), "port-missing"),
        (serial.SerialException(errno.EACCES, "denied"), "port-forbidden"),
        (serial.SerialException(errno.EBUSY, "busy"), "port-busy"),
        (serial.SerialTimeoutException("Write timeout"), "port-hangs"),
        (OSError("odd"), "port-failed"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_each_hindrance_is_explained(error: OSError, kind: str) -> None:
    trouble = port_trouble(error, "/dev/ttyACM0")
    assert (trouble.kind, trouble.about["address"]) == (kind, "/dev/ttyACM0")
    assert trouble.about.get("reason", "odd") == "odd"


def test_what_was_open_has_gone() -> None:
    gone = port_trouble(serial.SerialException("read failed"), "/dev/ttyACM0", was_open=True)
    assert gone.kind == "port-gone"


def test_an_address_that_is_none_is_explained() -> None:
    with pytest.raises(UnknownPortError, match="URL") as refused:
        open_port("telepathy://box", 115200)
    assert (refused.value.kind, refused.value.about["address"]) == ("port-unknown", "telepathy://box")


VENUE = """
from device.dialogue import REFERENCE
from device.drivers import Driver
driver = Driver("venue", ((0x1234, 0x0001),), (9600,), REFERENCE.converse)
nothing = 7
"""


def test_a_venue_s_driver_is_loaded_and_a_broken_one_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "venue_box.py").write_text(VENUE)
    about = tmp_path / "venue_box-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: venue-box\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[tableside.box]\nvenue = venue_box:driver\nnothing = venue_box:nothing\ngone = venue_box_that_is_not:driver\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert [driver.name for driver in drivers()] == ["reference", "keypad", "venue"]
    finally:
        sys.modules.pop("venue_box", None)
    assert sorted(record.message.split()[1] for record in caplog.records) == [
        "venue_box:nothing",
        "venue_box_that_is_not:driver",
    ]
