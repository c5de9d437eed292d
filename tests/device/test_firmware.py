"""The box's own program, compiled and run on a simulated ATmega328P whose serial line the real link talks to."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import serial

from device.dialogue import REFERENCE
from device.link import Link, LinkTimeouts
from device.ports import Candidate
from device.protocol import (
    Ack,
    Button,
    Dice,
    Fault,
    FrameDecoder,
    Greet,
    Heartbeat,
    Hello,
    Lamp,
    LineFrame,
    Message,
    encode,
)
from tests.waiting import PATIENCE, until

FIRMWARE = Path(__file__).parents[2] / "device" / "firmware"
TOOLS = ("avr-g++", "avr-objcopy", "make", "cc")
BUTTON_PINS = {(seat, name): f"D{2 * seat + (name == 'start')}" for seat in range(1, 5) for name in ("win", "start")}
LAMP_BITS = {"dealer": 0, "wind": 4, "accepted": 8, "refused": 12, "referee": 16}
LINK_LAMP = 1 << 20
FLASH, RAM = 32256, 2048

missing = [tool for tool in TOOLS if not shutil.which(tool)]
missing += [] if Path("/usr/include/simavr/sim_avr.h").exists() else ["libsimavr-dev"]
if missing and os.environ.get("CI"):
    pytest.fail(f"the firmware cannot be tested: install gcc-avr avr-libc libsimavr-dev (no {', '.join(missing)})")
pytestmark = pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


@dataclass
class Board:
    """A running board: its port, its pins, and its lamps as they were latched last."""

    process: subprocess.Popen[str]
    port: str = ""
    lamps: list[int] = field(default_factory=list)
    done: int = 0

    def do(self, *lines: str) -> None:
        """Send the board an instruction, and wait until it was carried out."""
        assert self.process.stdin
        done = self.done
        self.process.stdin.write("".join(f"{line}\n" for line in (*lines, "done")))
        self.process.stdin.flush()
        until(lambda: self.done > done)

    def press(self, *pins: str, held: float = 15) -> None:
        """Pull pins low one after the other, and release them after `held` of the board's milliseconds."""
        down = [line for pin in pins for line in (f"pin {pin} 0", "wait 12")]
        up = [line for pin in pins for line in (f"pin {pin} 1", "wait 12")]
        self.do(*down, f"wait {held}", *up)

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            word, _, rest = line.strip().partition(" ")
            if word == "port":
                self.port = rest
            if word == "lamps":
                self.lamps.append(int(rest, 16))
            if word == "done":
                self.done += 1


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("firmware")
    subprocess.run(["make", "-C", FIRMWARE, f"OUT={folder}", "BOX_ID=t1"], check=True, capture_output=True)
    board = Path(__file__).with_name("board.c")
    command = ["cc", "-O2", "-Wall", "-Wextra", "-Werror", board, "-o", folder / "board", "-lsimavr", "-lutil"]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@contextmanager
def running(built: Path) -> Iterator[Board]:
    command = [built / "board", built / "tablebox.elf"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        board = Board(process)
        reader = threading.Thread(target=board.read)
        reader.start()
        try:
            until(lambda: board.port != "")
            board.do("wait 20")  # it has booted by then
            yield board
        finally:
            process.kill()
            reader.join()


@pytest.fixture
def board(built: Path) -> Iterator[Board]:
    with running(built) as board:
        yield board


@contextmanager
def linked(board: Board) -> Iterator[Link]:
    with Link(lambda: [Candidate(board.port, REFERENCE)], timeouts=LinkTimeouts(retry=0.05)) as link:
        until(lambda: link.state().phase == "connected")
        yield link


@pytest.fixture
def link(board: Board) -> Iterator[Link]:
    with linked(board) as link:
        yield link


def messages(link: Link, count: int) -> list[object]:
    """So many events, and that no other one comes right after them."""
    taken = [event.message for event in (link.take(PATIENCE) for _ in range(count)) if event]
    assert link.take(0.1) is None
    return taken


def test_it_fits_on_the_board(built: Path) -> None:
    told = subprocess.run(["avr-size", built / "tablebox.elf"], check=True, capture_output=True, text=True).stdout
    text, data, bss = map(int, told.splitlines()[1].split()[:3])
    assert text + data < FLASH / 2
    assert data + bss < RAM / 2
    assert (built / "tablebox.hex").stat().st_size > 0


@pytest.mark.parametrize("chip", ["atmega328", "atmega328p"])
def test_it_is_built_for_the_chips_that_it_is_for(chip: str) -> None:
    assert compiled(chip).returncode == 0


@pytest.mark.parametrize("chip", ["atmega2560", "atmega32u4"])
def test_it_says_in_words_on_which_board_it_runs(chip: str) -> None:
    """On a Mega or Leonardo it would be built with a warning, and the box would hear nothing."""
    refused = compiled(chip)
    assert refused.returncode != 0
    assert "for an Arduino Uno (up to R3) or Nano with an ATmega328P" in refused.stderr
    assert refused.stderr.count("error:") == 1


def compiled(chip: str) -> subprocess.CompletedProcess[str]:
    """Compile the program for a chip as the Arduino IDE does, which warnings do not stop."""
    options = [f"-mmcu={chip}", "-DF_CPU=16000000UL", "-Os", "-std=gnu++11", "-fsyntax-only", "-x", "c++"]
    return subprocess.run(
        ["avr-g++", *options, FIRMWARE / "tablebox/tablebox.ino"], capture_output=True, text=True, check=False
    )


def test_the_link_greets_it(link: Link) -> None:
    box = link.state().box
    assert box is not None
    assert (box.id, box.firmware, box.protocol, box.abilities, box.session) == ("t1", "1.0.0", 1, "DBL", 1)


def test_every_button_arrives_here(board: Board, link: Link) -> None:
    for (seat, name), pin in BUTTON_PINS.items():
        board.press(pin)
        assert messages(link, 2) == [Button(seat, (name,), "down"), Button(seat, (name,), "short")]  # type: ignore[arg-type]


@pytest.mark.long
def test_two_buttons_together_are_a_chord(board: Board, link: Link) -> None:
    board.press("D6", "D7")
    pressed = messages(link, 3)
    assert pressed[2] == Button(3, ("win", "start"), "short")
    assert isinstance(pressed[2], Button)
    assert pressed[2].calls_referee


@pytest.mark.long
def test_a_long_press_is_told_while_it_is_held(board: Board, link: Link) -> None:
    board.do("pin D2 0")
    assert messages(link, 2) == [Button(1, ("win",), "down"), Button(1, ("win",), "long")]
    board.do("pin D2 1")
    assert messages(link, 0) == []


@pytest.mark.long
def test_a_contact_that_bounces_is_one_press(board: Board, link: Link) -> None:
    bounces = [line for level in (0, 1) * 4 for line in (f"pin D2 {level}", "wait 1.5")]
    board.do(*bounces[:-2], "wait 50", *bounces[2:], "wait 20")
    assert messages(link, 2) == [Button(1, ("win",), "down"), Button(1, ("win",), "short")]


@pytest.mark.long
def test_a_start_button_held_throws_the_dice_twice(board: Board, link: Link) -> None:
    thrown = []
    for pin in ("D5", "D9"):
        board.press(pin, held=850)
        _, _, dice = messages(link, 3)
        assert isinstance(dice, Dice)
        assert all(1 <= value <= 6 for value in dice.values)
        thrown.append((dice.throw, dice.seat))
    assert thrown == [(1, 2), (2, 4)]


@pytest.mark.long
def test_a_new_hand_begins_with_the_first_throw(board: Board, link: Link) -> None:
    board.press("A0")
    board.press("D5")
    board.press("D5", held=850)
    thrown = [message for message in messages(link, 6) if isinstance(message, Dice)]
    assert [(dice.throw, dice.seat) for dice in thrown] == [(1, 0), (1, 2)]


@pytest.mark.long
def test_the_dice_switches_throw_every_face(board: Board, link: Link) -> None:
    seen: dict[int, set[int]] = {1: set(), 2: set()}
    for _ in range(30):
        for throw, pin in ((1, "A0"), (2, "A1")):
            board.press(pin, held=0)
            event = link.take(PATIENCE)
            assert event is not None
            assert isinstance(event.message, Dice)
            assert event.message.throw == throw
            seen[throw] |= set(event.message.values)
    # 60 dice each: fair ones leave a face out once in 5,000 runs.
    assert seen == {1: set(range(1, 7)), 2: set(range(1, 7))}


@pytest.mark.long
def test_a_dice_reader_is_read(board: Board, link: Link) -> None:
    for value, strobe in ((3, "A5"), (6, "D12")):
        board.do(*(f"pin {pin} {1 - (value >> bit & 1)}" for bit, pin in enumerate(("A2", "A3", "A4"))))
        board.press(strobe)
    assert messages(link, 1) == [Dice(1, 0, (3, 6))]
    board.do("pin A2 1", "pin A3 1", "pin A4 1")
    board.press("A5")
    assert messages(link, 1) == [Fault("die", 1)]


def test_lamps_are_lit(board: Board, link: Link) -> None:
    link.light("dealer", 2)
    link.light("wind", 1)
    link.light("accepted", 3)
    link.light("refused", 4)
    until(link.lit)
    lit = LINK_LAMP | 1 << 1 | 1 << 4 | 1 << 10 | 1 << 15
    until(lambda: board.lamps[-1] == lit)
    link.light("referee", 1, "blink")
    until(lambda: board.lamps[-4:] in ([lit, lit | 1 << 16] * 2, [lit | 1 << 16, lit] * 2))
    link.light("all", 0, "off")
    until(lambda: board.lamps[-1] == LINK_LAMP)


@pytest.mark.long
def test_the_link_lamp_goes_out_when_nobody_listens(board: Board) -> None:
    with linked(board):
        until(lambda: board.lamps[-1] == LINK_LAMP)
    until(lambda: board.lamps[-1] == 0)


@pytest.mark.long
def test_a_program_that_hangs_is_restarted_by_its_watchdog(board: Board, link: Link) -> None:
    link.light("dealer", 1)
    until(link.lit)
    board.do("hang")
    assert messages(link, 1) == [Fault("watchdog", 0)]
    until(lambda: board.lamps[-1] == LINK_LAMP | 1)
    board.press("D2")
    assert messages(link, 2)[1] == Button(1, ("win",), "short")
    box = link.state().box
    assert box is not None
    assert box.session == 2


@pytest.mark.long
def test_a_button_held_at_the_boot_is_told_and_left_out(board: Board, link: Link) -> None:
    board.do("pin D4 0")
    assert messages(link, 2) == [Button(2, ("win",), "down"), Button(2, ("win",), "long")]
    board.do("hang")
    assert messages(link, 2) == [Fault("watchdog", 0), Fault("stuck", 3)]
    board.do("pin D4 1", "wait 50")
    board.press("D4")
    assert messages(link, 2) == [Button(2, ("win",), "down"), Button(2, ("win",), "short")]


def test_what_happens_while_nobody_listens_is_kept(board: Board) -> None:
    with linked(board):
        pass
    board.press("D2")
    board.press("D4")
    with linked(board) as link:
        assert messages(link, 4) == [
            Button(seat, ("win",), press)  # type: ignore[arg-type]
            for seat in (1, 2)
            for press in ("down", "short")
        ]


@pytest.mark.long
def test_what_no_longer_fits_is_counted(board: Board) -> None:
    for _ in range(10):
        board.press("D2", held=0)
    with linked(board) as link:
        taken = messages(link, 17)
    assert taken[:2] == [Button(1, ("win",), "down"), Button(1, ("win",), "short")]
    assert taken[16] == Fault("overflow", 4)


@pytest.mark.long
def test_garbage_costs_it_nothing(board: Board, link: Link) -> None:
    link.stop()
    with serial.serial_for_url(board.port, 115200, timeout=0.05) as port:
        port.write(b"$MJ,0001" + bytes(range(256)) * 4 + b"$" * 100)
        port.write(encode(LineFrame(9, 1, Lamp("dealer", 1, "on"))))
    with linked(board) as again:
        board.press("D2")
        assert messages(again, 2)[1] == Button(1, ("win",), "short")
        until(lambda: board.lamps[-1] == LINK_LAMP)


class Talk:
    """Frames straight to the board and back, to look at each."""

    def __init__(self, port: serial.SerialBase) -> None:
        self._port = port
        self._decoder = FrameDecoder()

    def say(self, session: int, number: int, message: Message) -> None:
        self._port.write(encode(LineFrame(session, number, message)))

    def hear(self, count: int, seconds: float = 0.2) -> list[Message]:
        """Return its messages without heartbeats: wait for so many, then listen for that long."""
        heard: list[Message] = []

        def more() -> int:
            frames = self._decoder.feed(self._port.read(256))
            heard.extend(f.message for f in frames if isinstance(f, LineFrame) and not isinstance(f.message, Heartbeat))
            return len(heard)

        until(lambda: more() >= count)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            more()
        return heard


@pytest.fixture
def talk(board: Board) -> Iterator[Talk]:
    with serial.serial_for_url(board.port, 115200, timeout=0.02) as port:
        talk = Talk(port)
        talk.say(77, 0, Greet())
        assert Hello(1, 77, 1, "DBL", "t1", "1.0.0") in talk.hear(1)
        yield talk


@pytest.mark.long
def test_commands_are_done_once_in_order_and_acknowledged_each_time(board: Board, talk: Talk) -> None:
    for number, state in ((1, "on"), (1, "on"), (3, "off"), (2, "on")):
        talk.say(77, number, Lamp("dealer", 1, state))  # type: ignore[arg-type]
    assert talk.hear(4) == [Ack(77, 1), Ack(77, 1), Ack(77, 3), Ack(77, 2)]
    until(lambda: board.lamps[-1] & 1 == 0)


@pytest.mark.long
def test_a_command_it_does_not_know_is_acknowledged_and_told(talk: Talk) -> None:
    talk.say(77, 1, Dice(1, 0, (1, 1)))
    talk.say(77, 1, Dice(1, 0, (1, 1)))
    heard = talk.hear(3)
    assert (heard.count(Ack(77, 1)), set(heard)) == (2, {Ack(77, 1), Fault("command", 1)})
    talk.say(77, 0, Ack(1, 1))
    assert talk.hear(0, 0.4)[1:] == []


@pytest.mark.long
def test_somebody_who_has_not_greeted_is_not_obeyed(talk: Talk) -> None:
    talk.say(78, 1, Lamp("dealer", 1, "on"))
    assert talk.hear(0) == []


@pytest.mark.long
def test_an_event_is_repeated_until_its_own_acknowledgement(board: Board, talk: Talk) -> None:
    board.press("D2", held=0)
    down = Button(1, ("win",), "down")
    assert talk.hear(2).count(down) >= 2
    talk.say(77, 0, Ack(1, 2))
    talk.say(77, 0, Ack(2, 1))
    assert down in talk.hear(1)
    talk.say(77, 0, Ack(1, 1))
    heard = talk.hear(2, 0.4)
    assert Button(1, ("win",), "short") in heard
    assert down not in heard[1:]
