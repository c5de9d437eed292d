"""A simulated table box on a pseudo-terminal, with the faults of real lines, for tests and demonstrations.

`TableBox` is the box's side of the protocol, as `device/firmware` is in C; `Simulator` puts it behind a port.
"""

import errno
import os
import queue
import random
import select
import shlex
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from device.drivers import SerialEvent
from device.errors import DeviceError, UnsupportedError, trouble
from device.protocol import (
    BUTTONS,
    LAMPS,
    NUMBERS,
    PRESSES,
    PROTOCOL,
    Ack,
    Button,
    ButtonName,
    Dice,
    Fault,
    FrameDecoder,
    FrameError,
    Greet,
    Heartbeat,
    Hello,
    Lamp,
    LampName,
    LampState,
    LineFrame,
    Message,
    Noise,
    Press,
    distance,
    encode,
    following,
)

if sys.platform != "win32":
    import termios
    import tty


class ScriptError(DeviceError):
    """A line of a script that the simulator cannot carry out: correct the line."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults of the line and the box.

    Attributes:
        drop: Probability that a frame is lost, each way.
        garble: Probability that bytes of a frame are changed, lost or added.
        duplicate: Probability that a frame arrives twice.
        reorder: Probability that a frame arrives after the next one.
        stall: Stalls of the box per second, each about `away` seconds long.
        reboot: Reboots of the box per second; undelivered events are lost.
        unplug: Unpluggings of the cable per second, each about `away` seconds long; the box runs on.
        away: Mean length in seconds of a stall or an unplugging.
    """

    drop: float = 0.0
    garble: float = 0.0
    duplicate: float = 0.0
    reorder: float = 0.0
    stall: float = 0.0
    reboot: float = 0.0
    unplug: float = 0.0
    away: float = 0.3

    @classmethod
    def parse(cls, words: Iterable[str]) -> Self:
        """Read words such as `drop=0.1 unplug=0.05`.

        Raises:
            ScriptError: A name is not a fault, or a value is not a number of at least 0.
        """
        names = [each.name for each in fields(cls)]
        values: dict[str, float] = {}
        for word in words:
            name, _, value = word.partition("=")
            try:
                values[name] = float(value)
            except ValueError:
                values[name] = -1.0
            if name not in names or not 0 <= values[name] < float("inf"):
                raise ScriptError(trouble("fault-unknown", word=word, known=tuple(names)))
        return cls(**values)


class TableBox:
    """The box's side of the protocol, without I/O or a clock."""

    def __init__(
        self,
        id: str = "sim",
        abilities: str = "DBL",
        capacity: int = 16,
        resend: float = 0.25,
        heartbeat: float = 1.0,
    ) -> None:
        """Make a box that has not booted yet.

        Args:
            id: Its name.
            abilities: The abilities it reports.
            capacity: Most events it holds; further ones are dropped and counted.
            resend: Seconds before an event is sent again.
            heartbeat: Seconds between heartbeats.
        """
        self.lamps: dict[tuple[LampName, int], LampState] = {}
        self.session = 0
        self._id = id
        self.abilities = abilities
        self._capacity = capacity
        self._resend = resend
        self._heartbeat = heartbeat
        self.boot(0.0)

    def boot(self, now: float) -> None:
        """Restart, forgetting everything but the number of boots."""
        self.session = following(self.session)
        self.lamps.clear()
        self._events: deque[SerialEvent] = deque()
        self._number = 1
        self._booted = now
        self._next_resend = now
        self._next_heartbeat = now
        self._host: int | None = None
        self._host_number = 0
        self._overflow = 0
        self._bad = 0
        self._decoder = FrameDecoder()
        self._out = bytearray()
        self._hello(0)

    @property
    def waiting(self) -> int:
        """Events not acknowledged yet."""
        return len(self._events)

    def happen(self, event: SerialEvent) -> bool:
        """Queue an event; return False if the queue is full."""
        if len(self._events) >= self._capacity:
            self._overflow += 1
            return False
        self._events.append(event)
        if len(self._events) == 1:
            self._next_resend = 0.0
        return True

    def receive(self, data: bytes) -> None:
        """Receive bytes."""
        for item in self._decoder.feed(data):
            if isinstance(item, Noise):
                self._bad += 1
                continue
            self._hear(item)

    def tick(self, now: float) -> None:
        """Send everything that is due."""
        if self._overflow and len(self._events) < self._capacity:
            self._events.append(Fault("overflow", min(self._overflow, NUMBERS)))
            self._overflow = 0
        if self._events and now >= self._next_resend:
            self._next_resend = now + self._resend
            self._send(self._number, self._events[0])
        if now >= self._next_heartbeat:
            self._next_heartbeat = now + self._heartbeat
            uptime = int(now - self._booted)
            self._send(0, Heartbeat(uptime % 10_000_000, min(len(self._events), 99), min(self._bad, 99_999)))

    def outgoing(self) -> bytes:
        """Take the bytes to send."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def _send(self, number: int, message: Message) -> None:
        self._out += encode(LineFrame(self.session, number, message))

    def _hello(self, host: int) -> None:
        self._send(0, Hello(PROTOCOL, host, self._number, self.abilities, self._id, "sim-1"))

    def _hear(self, frame: LineFrame) -> None:
        match frame.message:
            case Greet():
                if frame.session != self._host:
                    self._host, self._host_number = frame.session, 0
                self._hello(frame.session)
            case Ack(session, number):
                if self._events and (session, number) == (self.session, self._number):
                    self._events.popleft()
                    self._number = following(self._number)
                    self._next_resend = 0.0
            case Lamp() as lamp if frame.number and frame.session == self._host:
                ahead = distance(frame.number, self._host_number)
                if 0 < ahead <= NUMBERS // 2:
                    self._host_number = frame.number
                    self._light(lamp)
                self._send(0, Ack(frame.session, frame.number))

    def _light(self, lamp: Lamp) -> None:
        if lamp.lamp == "all":
            self.lamps = {(each, n): lamp.state for each in LAMPS[:-1] for n in range(1, 5)}
        else:
            self.lamps[lamp.lamp, lamp.index] = lamp.state


def garble(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with some of them changed, lost, added, swapped or cut off."""
    damaged = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(damaged)) if damaged else 0
        kind = chance.randrange(7)
        if kind == 0 and damaged:
            damaged[at] ^= 1 << chance.randrange(8)
        elif kind == 1 and damaged:
            damaged[at] = chance.randrange(256)
        elif kind == 2:
            del damaged[at : at + chance.randint(1, 4)]
        elif kind == 3:
            damaged[at:at] = chance.randbytes(chance.randint(1, 4))
        elif kind == 4:
            damaged[at:at] = damaged[at : at + chance.randint(1, 8)]
        elif kind == 5:
            damaged[at : at + 2] = damaged[at : at + 2][::-1]
        else:
            del damaged[at:]
    return bytes(damaged)


class FaultyLine:
    """One direction of a line that loses, damages, repeats and reorders frames."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._late = b""

    def carry(self, data: bytes, faults: Faults) -> bytes:
        """Return the bytes that arrive, out of those sent."""
        return b"".join(self._carry(line, faults) for line in data.splitlines(keepends=True))

    def _carry(self, line: bytes, faults: Faults) -> bytes:
        chance = self._chance
        if chance.random() < faults.drop:
            return b""
        if chance.random() < faults.garble:
            line = garble(line, chance)
        if chance.random() < faults.duplicate:
            line *= 2
        if not self._late and chance.random() < faults.reorder:
            self._late = line
            return b""
        line, self._late = line + self._late, b""
        return line


FLOOD: Final = b"$MJ,0000flood,of,words*that%never\xff\xfeend " * 90
"""Bytes that contain no frame, sent again and again during a flood."""


class Simulator:
    """A table box behind a pseudo-terminal, in its own thread.

    Its methods may be called from any thread; they take effect within milliseconds.
    """

    def __init__(
        self,
        path: Path | None = None,
        box: TableBox | None = None,
        faults: Faults = Faults(),
        seed: int = 0,
        baud: int = 115200,
    ) -> None:
        """Prepare a box that is not plugged in yet.

        Args:
            path: Symbolic link to make to the port, whose own path may change with each plugging in.
            box: The box; by default a `TableBox` with its defaults.
            faults: Faults to simulate.
            seed: Seed of the faults.
            baud: Speed of the box; at any other speed, bytes are garbled both ways.

        Raises:
            UnsupportedError: This system has no pseudo-terminals.
        """
        if not hasattr(os, "openpty"):
            raise UnsupportedError(trouble("no-pseudo-terminals"))
        self.box = box or TableBox()
        self._path = path
        self._faults = faults
        self._chance = random.Random(seed)
        self._to_host, self._to_box = FaultyLine(self._chance), FaultyLine(self._chance)
        self._baud = getattr(termios, f"B{baud}")
        self._lock = threading.Lock()
        self._orders: queue.SimpleQueue[Callable[[float], None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._plugged: tuple[int, int] | None = None
        self._replug_at = self._awake_at = self._flood_until = 0.0
        self._fate_at = 0.0
        self._wake = (-1, -1)

    @property
    def address(self) -> str:
        """The address to open: the given path, or the current port ("" if unplugged)."""
        if self._path:
            return str(self._path)
        plugged = self._plugged
        return os.ttyname(plugged[1]) if plugged else ""

    @property
    def plugged(self) -> bool:
        """True if the cable is plugged in."""
        return self._plugged is not None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Boot the box and plug it in."""
        self._wake = os.pipe()
        self._stop.clear()
        self.box.boot(time.monotonic())
        self._plug()
        self._thread = threading.Thread(target=self._run, name="simulated box", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Unplug the box and end the thread."""
        if not self._thread:
            return
        self._stop.set()
        self._nudge()
        self._thread.join()
        self._thread = None
        self._unplug()
        for end in self._wake:
            os.close(end)

    def happen(self, event: SerialEvent) -> bool:
        """Queue an event at the box; return False if its queue is full."""
        with self._lock:
            kept = self.box.happen(event)
        self._nudge()
        return kept

    def press(self, seat: int, names: tuple[ButtonName, ...], press: Press = "short") -> None:
        """Press and release a player's buttons."""
        for name in names:
            self.happen(Button(seat, (name,), "down"))
        if press != "down":
            self.happen(Button(seat, names, press))

    def set_faults(self, faults: Faults) -> None:
        """Replace the faults."""
        self._order(lambda now: setattr(self, "_faults", faults))

    def unplug(self, seconds: float) -> None:
        """Unplug the cable for some seconds; the box runs on."""
        self._order(lambda now: self._pull(now + seconds))

    def stall(self, seconds: float) -> None:
        """Stall the box for some seconds; bytes sent to it meanwhile are lost."""
        self._order(lambda now: setattr(self, "_awake_at", now + seconds))

    def reboot(self) -> None:
        """Restart the box."""
        self._order(self.box.boot)

    def flood(self, seconds: float) -> None:
        """Send noise for some seconds, as fast as the reader takes it."""
        self._order(lambda now: setattr(self, "_flood_until", now + seconds))

    def send(self, data: bytes) -> None:
        """Send bytes, without any faults."""
        self._order(lambda now: self._write(data))

    def do(self, line: str) -> None:
        """Carry out one line of a script; see `COMMANDS`.

        Raises:
            ScriptError: The line is not a command, or its values cannot be used.
        """
        line = line.strip()
        try:
            command, _, text = line.partition(" ")
            if command == "send" and text:
                self.send(text.encode() + b"\r\n")
                return
            words = shlex.split(line, comments=True)
            if words and not self._command(words):
                raise ScriptError(trouble("command-unknown", line=line))
        except FrameError as error:
            raise ScriptError(trouble("command-frame", line=line)) from error
        except ScriptError as error:
            if error.kind == "fault-unknown":
                raise ScriptError(trouble("command-fault", line=line, **error.about)) from error
            raise
        except ValueError as error:
            raise ScriptError(trouble("command-values", line=line, reason=str(error))) from error

    def _command(self, words: list[str]) -> bool:
        """Carry out a command; return False if the command or button does not exist."""
        match words:
            case "press", seat, names:
                return self._press(seat, names, "short")
            case "press", seat, names, press:
                return self._press(seat, names, press)
            case "dice", throw, seat, a, b:
                self._checked(Dice(int(throw), int(seat), (int(a), int(b))))
            case "error", code, number:
                self._checked(Fault(code, int(number)))
            case "wait", seconds:
                time.sleep(float(seconds))
            case "unplug", seconds:
                self.unplug(float(seconds))
            case "stall", seconds:
                self.stall(float(seconds))
            case "flood", seconds:
                self.flood(float(seconds))
            case ["reboot"]:
                self.reboot()
            case "faults", *chances:
                self.set_faults(Faults.parse(chances))
            case _:
                return False
        return True

    def _press(self, seat: str, names: str, press: str) -> bool:
        known = tuple(name for name in BUTTONS if name in names.split("+"))
        how: Press | None = next((each for each in PRESSES if each == press), None)
        if how is None or len(known) != len(names.split("+")):
            return False
        encode(LineFrame(0, 0, Button(int(seat), known, how)))
        self.press(int(seat), known, how)
        return True

    def _checked(self, event: SerialEvent) -> None:
        encode(LineFrame(0, 0, event))
        self.happen(event)

    def _order(self, order: Callable[[float], None]) -> None:
        self._orders.put(order)
        self._nudge()

    def _nudge(self) -> None:
        os.write(self._wake[1], b".")

    def _plug(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._plugged = master, slave
        if self._path:
            new = self._path.with_name(self._path.name + ".new")
            new.symlink_to(os.ttyname(slave))
            new.replace(self._path)

    def _unplug(self) -> None:
        if not self._plugged:
            return
        for end in self._plugged:
            os.close(end)
        self._plugged = None
        if self._path:
            self._path.unlink()

    def _pull(self, until: float) -> None:
        self._unplug()
        self._replug_at = until

    def _run(self) -> None:
        while not self._stop.is_set():
            ends = [self._wake[0]] + ([self._plugged[0]] if self._plugged else [])
            ready, _, _ = select.select(ends, [], [], 0.005)
            now = time.monotonic()
            if self._wake[0] in ready:
                os.read(self._wake[0], 4096)
            with self._lock:
                while not self._orders.empty():
                    self._orders.get()(now)
                self._meet_fate(now)
                self._live(now)

    def _live(self, now: float) -> None:
        if not self._plugged and now >= self._replug_at:
            self._plug()
        data = self._read()
        if now < self._awake_at:
            return
        self.box.receive(self._to_box.carry(data, self._faults))
        self.box.tick(now)
        out = self.box.outgoing()
        if out and not self._right_speed():
            out = self._chance.randbytes(len(out))
        if out:
            self._write(self._to_host.carry(out, self._faults))
        if now < self._flood_until:
            self._write(FLOOD)

    def _meet_fate(self, now: float) -> None:
        """Cause stalls, unpluggings and reboots at random, at their rates."""
        past, self._fate_at = now - self._fate_at, now
        for rate, order in (
            (self._faults.stall, self.stall),
            (self._faults.unplug, self.unplug),
            (self._faults.reboot, lambda _: self.reboot()),
        ):
            if rate and self._plugged and self._chance.random() < rate * min(past, 1.0):
                order(self._chance.expovariate(1 / self._faults.away) if self._faults.away else 0.0)

    def _right_speed(self) -> bool:
        return self._plugged is None or termios.tcgetattr(self._plugged[0])[5] in (self._baud, termios.B38400)

    def _read(self) -> bytes:
        if not self._plugged:
            return b""
        try:
            data = os.read(self._plugged[0], 4096)
        except BlockingIOError:
            return b""
        return data if self._right_speed() else self._chance.randbytes(len(data))

    def _write(self, data: bytes) -> None:
        if not self._plugged or not data:
            return
        try:
            os.write(self._plugged[0], data)
        except OSError as error:
            # without a reader, bytes that do not fit are lost, as on a wire
            if error.errno not in (errno.EAGAIN, errno.EIO):
                raise


COMMANDS: Final = """\
press SEAT NAME[+NAME] [down|short|long]   buttons win, start, referee of chair 1 to 4
dice THROW SEAT A B                        throw 1 or 2, chair 0 when unknown
error CODE NUMBER                          the box reports a fault
faults [NAME=NUMBER]...                    drop, garble, duplicate, reorder, stall, reboot, unplug, away
unplug SECONDS | stall SECONDS | reboot | flood SECONDS
send TEXT                                  any line, as it is
wait SECONDS"""
"""The commands of a script, one per line; `#` begins a comment."""
