"""A USB number pad or foot pedal as a table box, by the event interface of Linux.

`Keys` turns the kernel's input events into the keys of a box, without I/O; `find` and `open_pad` are the ports. The
`struct input_event` and the codes are those of `linux/input.h` and `linux/input-event-codes.h`.
"""

import errno
import os
import re
import select
import stat
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow
from typing import Final

from device.drivers import Box, Deliver, Driver, Health, Key, KeyName, Ports, Received
from device.errors import PortError, trouble
from device.protocol import PROTOCOL, LampName, LampState

SCHEME: Final = "keypad"

_EVENT: Final = struct.Struct("@llHHi")
"""`struct input_event`: seconds, microseconds, type, code, value."""

# types, codes and values of events
_SYN, _KEY = 0, 1
_REPORT, _DROPPED = 0, 3
_DOWN: Final = 1

_GRAB: Final = 0x40044590
"""`EVIOCGRAB`, which is `_IOW('E', 0x90, int)`."""

_DIGITS: Final = (
    *((82, 0), (79, 1), (80, 2), (81, 3), (75, 4), (76, 5), (77, 6), (71, 7), (72, 8), (73, 9)),  # of the pad
    *((11, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 8), (10, 9)),  # of the row
)

KEYS: Final[dict[int, tuple[KeyName, int]]] = {
    **{code: ("answer", digit) for code, digit in _DIGITS},
    96: ("confirm", 0),  # Enter of the pad
    28: ("confirm", 0),  # Enter
    98: ("call", 0),  # / of the pad
    53: ("call", 0),  # /
    55: ("win", 0),  # *
    74: ("draw", 0),  # - of the pad
    12: ("draw", 0),  # -
    78: ("next", 0),  # + of the pad
    83: ("cancel", 0),  # . of the pad
    14: ("cancel", 0),  # Backspace
    111: ("cancel", 0),  # Delete
    1: ("cancel", 0),  # Escape
    30: ("draw", 0),  # A, the left one of three pedals
    48: ("call", 0),  # B, the middle one, or the only one
    46: ("next", 0),  # C, the right one
    104: ("call", 0),  # Page Up, of pedals that turn pages
    109: ("next", 0),  # Page Down
}
"""The meaning of each key, by its code."""

_PAD_KEYS: Final = (79, 80, 81, 75, 76, 77, 71, 72, 73)
"""The digits that a number pad has."""

_LETTER: Final = 16
"""Q, which a number pad lacks, unless its chip claims every key."""

_NAMED: Final = re.compile(r"key ?pad|num(ber|eric)? ?pad|numeric|pedal|foot", re.IGNORECASE)
"""Names of number pads and pedals whose chips claim every key."""

_CHUNK: Final = 64 * _EVENT.size
"""Most bytes read at once. More lets one read of a stuck key take longer; less needs more reads."""

_WAIT: Final = 0.02
"""Seconds that a read waits for a key. More delays stopping; less wakes the processor more often."""

_BEAT: Final = 1.0
"""Seconds after which an open pad counts as heard again: the kernel tells at once when it is unplugged."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A number pad or pedal of this computer: its address, and the name that it gives itself."""

    address: str
    name: str


def roll() -> tuple[int, int]:
    """Return two dice, which nobody can foresee."""
    return randbelow(6) + 1, randbelow(6) + 1


class Keys:
    """The conversation with a pad (`device.drivers.Conversation`): it only listens.

    A key counts when it goes down; its repetitions and its release do not.
    """

    def __init__(
        self, deliver: Deliver, session: int | None = None, dice: Callable[[], tuple[int, int]] = roll
    ) -> None:
        """Prepare a conversation with a pad that is not open yet.

        Args:
            deliver: Receives events.
            session: The number that tells the keys of this run from those of any other; None for the
                time in milliseconds.
            dice: Rolls two dice.
        """
        self.health = Health()
        self._deliver = deliver
        self._session = time.time_ns() // 1_000_000 if session is None else session
        self._dice = dice
        self._box: Box | None = None
        self._number = 0
        self._rest = b""
        self._skipping = False
        self._next_beat = 0.0

    @property
    def box(self) -> Box | None:
        """The pad, once it is open."""
        return self._box

    def opened(self, now: float) -> None:
        """Start again on a pad that was opened."""
        self._box = Box(SCHEME, "input", PROTOCOL, "K", self._session)
        self._rest = b""
        self._skipping = False
        self._next_beat = now

    def receive(self, data: bytes, now: float) -> None:
        """Receive input events."""
        whole, self._rest = self._rest + data, b""
        end = len(whole) - len(whole) % _EVENT.size
        self._rest = whole[end:]
        for _, _, kind, code, value in _EVENT.iter_unpack(whole[:end]):
            if kind == _SYN:
                # after events were dropped, what follows up to the next report is a part of something
                self._skipping = code == _DROPPED or (self._skipping and code != _REPORT)
                self.health.lost += code == _DROPPED
            elif kind == _KEY and value == _DOWN and not self._skipping and code in KEYS:
                self._press(*KEYS[code])

    def _press(self, name: KeyName, number: int) -> None:
        self._number += 1
        key = Key(name, number, self._dice() if name == "confirm" else None)
        if self._deliver(Received(SCHEME, self._session, self._number, key)):
            self.health.events += 1
        else:
            self.health.lost += 1  # a pad keeps nothing

    def tick(self, now: float) -> None:
        """Count the pad as heard, since it is open."""
        if now >= self._next_beat:
            self._next_beat = now + _BEAT
            self.health.frames += 1
            self.health.last_frame = now
            self.health.recent.append(True)

    def outgoing(self) -> bytes:
        """Return nothing: a pad is not spoken to."""
        return b""

    def light(self, lamp: LampName, index: int, state: LampState) -> None:
        """Do nothing: a pad has no lamps."""

    def lit(self) -> bool:
        """Return True: there is no lamp to wait for."""
        return True


class OpenPad:
    """An open event device, read like a serial port: any number of bytes, though the kernel gives whole events."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._read = b""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._read)

    def read(self, size: int) -> bytes:
        """Return at most so many bytes; b"" if no key is touched in a moment.

        Raises:
            OSError: The pad was unplugged.
        """
        if not self._read and select.select([self._file], [], [], _WAIT)[0]:
            self._read = os.read(self._file, _CHUNK)
            if not self._read:
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        taken, self._read = self._read[:size], self._read[size:]
        return taken

    def write(self, data: bytes) -> int:
        """Send nothing."""
        return 0

    def close(self) -> None:
        """Close it; its keys type elsewhere again."""
        os.close(self._file)


def open_pad(address: str) -> OpenPad:
    """Open the pad at `keypad:PATH` for this program alone, so that its keys type nowhere else.

    A FIFO stands for a pad elsewhere, whose events something writes into it.

    Raises:
        PortError: It cannot be opened.
    """
    _check_system()
    path = address.partition(":")[2]
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        forbidden = error.errno in (errno.EACCES, errno.EPERM)
        raise PortError(trouble("pad-forbidden" if forbidden else "port-missing", address=path)) from error
    try:
        if not stat.S_ISFIFO(os.fstat(file).st_mode):
            _grab(file)
    except OSError as error:
        os.close(file)
        busy = error.errno == errno.EBUSY
        raise PortError(trouble("port-busy" if busy else "no-pad-there", address=path)) from error
    return OpenPad(file)


def _check_system() -> None:
    if sys.platform != "linux":
        raise PortError(trouble("pad-unsupported"))


def _grab(file: int) -> None:
    import fcntl  # Windows lacks it

    fcntl.ioctl(file, _GRAB, 1)


def pads(root: Path = Path("/sys/class/input")) -> list[Pad]:
    """Return the number pads and pedals of this computer, sorted by address.

    Args:
        root: The folder in which Linux describes its input devices.
    """
    found = []
    for folder in root.glob("event*"):
        try:
            name = (folder / "device/name").read_text().strip()
            keys = _codes((folder / "device/capabilities/key").read_text())
        except (OSError, ValueError):  # it was unplugged meanwhile
            continue
        if keys.issuperset(_PAD_KEYS) and (_LETTER not in keys or _NAMED.search(name)):
            found.append(Pad(f"{SCHEME}:/dev/input/{folder.name}", name))
    return sorted(found, key=lambda pad: (len(pad.address), pad.address))


def _codes(words: str) -> set[int]:
    """Return the codes of a bitmap as the kernel prints it: words of a `long` in hexadecimal, the highest first."""
    size = 8 * struct.calcsize("@l")
    bits = 0
    for word in words.split():
        bits = bits << size | int(word, 16)
    return {code for code in range(bits.bit_length()) if bits >> code & 1}


def find() -> list[str]:
    """Return the address of this computer's number pad or pedal.

    Raises:
        PortError: There is none, or there are several.
    """
    _check_system()
    found = pads()
    if not found:
        raise PortError(trouble("no-pad"))
    if len(found) > 1:
        raise PortError(trouble("several-pads", pads=tuple(f"{pad.address} ({pad.name})" for pad in found)))
    return [found[0].address]


KEYPAD: Final = Driver("keypad", usb_ids=(), bauds=(0,), converse=Keys, ports=Ports(SCHEME, find, open_pad))
"""A number pad or foot pedal."""
