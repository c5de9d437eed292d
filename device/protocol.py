"""The codec of the protocol between box and computer: bytes to messages and back, without I/O.

`device/PROTOCOL.md` describes the protocol for builders. In short, a frame is one line of ASCII::

    $MJ,00170042,BTN,2,win,short*D797\\r\\n

`0017` is the sender's session (a box counts its boots, the computer takes a new one for each greeting), `0042` the
sequence number in the session (1 to 9999, then 1 again; 0 for frames that are not acknowledged), and the checksum is
CRC-16/CCITT-FALSE of everything between `$` and `*`. Most fields have a fixed width, so that a lost or added byte
breaks the form of the frame and not only its checksum.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from device.errors import DeviceError, trouble

PROTOCOL: Final = 1
"""Version of the protocol."""

MAX_FRAME: Final = 64
"""Longest frame in bytes, from `$` to the line end inclusive (PROTOCOL.md)."""

NUMBERS: Final = 9999
"""Sequence numbers run from 1 to this and then start again at 1 (PROTOCOL.md)."""

ButtonName = Literal["win", "start", "referee"]
Press = Literal["down", "short", "long"]
LampName = Literal["dealer", "wind", "accepted", "refused", "referee", "all"]
LampState = Literal["off", "on", "blink"]

# the values of a frame's fields, as in PROTOCOL.md
BUTTONS: Final[tuple[ButtonName, ...]] = ("win", "start", "referee")
PRESSES: Final[tuple[Press, ...]] = ("down", "short", "long")
LAMPS: Final[tuple[LampName, ...]] = ("dealer", "wind", "accepted", "refused", "referee", "all")
LAMP_STATES: Final[tuple[LampState, ...]] = ("off", "on", "blink")


class FrameError(DeviceError):
    """A message that no frame can hold: a value is out of range or a text too long. Change the message."""


@dataclass(frozen=True, slots=True)
class Greet:
    """Computer to box: a greeting with the protocol's version, answered by `Hello`."""

    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Hello:
    """Box to computer: after a boot (`host` is 0) and in answer to `Greet`.

    Attributes:
        protocol: Version of the protocol that the box speaks.
        host: Session of the `Greet` answered, 0 after a boot.
        next: Sequence number of the oldest event not acknowledged, or of the next event.
        abilities: Letters: `D` dice, `B` seat buttons, `L` lamps.
        id: The box's name.
        firmware: Version of its program.
    """

    protocol: int
    host: int
    next: int
    abilities: str
    id: str
    firmware: str


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Box to computer, once a second.

    Attributes:
        uptime: Seconds since the box booted.
        queued: Events not acknowledged yet.
        bad: Unusable lines since the boot.
    """

    uptime: int
    queued: int
    bad: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Computer to box, once a second: the link is alive."""


@dataclass(frozen=True, slots=True)
class Ack:
    """Either way: acknowledges the numbered frame `session`/`number`."""

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Dice:
    """A throw of two dice.

    Attributes:
        throw: 1 or 2, the first or second throw of a hand.
        seat: Seat of the thrower, 1 to 4 in the order of play, 0 if unknown.
        values: The dice's values, 1 to 6.
    """

    throw: int
    seat: int
    values: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Button:
    """A press of a seat's button, or of several together (a chord).

    `down` is sent at once, to show that the button works. `short` follows on release, or `long` while it is still held.

    Attributes:
        seat: Seat, 1 to 4 in the order of play. It does not change when the deal passes.
        names: The buttons, in the order of `BUTTONS`.
        press: Kind of press.
    """

    seat: int
    names: tuple[ButtonName, ...]
    press: Press

    @property
    def calls_referee(self) -> bool:
        """True if this calls the referee: a short or long press of the third button, or of the other two together."""
        return self.press != "down" and ("referee" in self.names or set(self.names) >= {"win", "start"})


@dataclass(frozen=True, slots=True)
class Lamp:
    """Computer to box: sets a lamp.

    Attributes:
        lamp: Kind of lamp; `all`, with index 0, is every lamp of the box.
        index: Seat 1 to 4; for `wind` 1 to 4 are East, South, West, North.
        state: Its new state.
    """

    lamp: LampName
    index: int
    state: LampState


@dataclass(frozen=True, slots=True)
class Fault:
    """Box to computer: a fault of the box (`ERR`).

    Attributes:
        code: `overflow` for events that did not fit its queue, `stuck` for a button held since the boot, `watchdog` for
            a restart by the watchdog, `command` for a numbered frame it could not use.
        number: Number of events, or of the input; 0 if neither applies.
    """

    code: str
    number: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A sound frame of a type unknown to this version."""

    type: str
    fields: tuple[str, ...]


Message = Greet | Hello | Heartbeat | Ping | Ack | Dice | Button | Lamp | Fault | Unknown


@dataclass(frozen=True, slots=True)
class LineFrame:
    """A message with its sender's session (0 to 9999) and sequence number (0: not acknowledged)."""

    session: int
    number: int
    message: Message


@dataclass(frozen=True, slots=True)
class Noise:
    """Bytes outside any frame: a damaged frame, or text that the board prints.

    Attributes:
        data: The first `MAX_FRAME` bytes.
        size: Number of bytes.
        why: `text` if no frame began, `long` without a line end, `checksum` if it differs, `form` if a field is
            malformed.
    """

    data: bytes
    size: int
    why: Literal["text", "long", "checksum", "form"]


def _button(seat: str, names: str, press: str) -> Message:
    return Button(int(seat), tuple(name for name in BUTTONS if name in names.split("+")), press)  # type: ignore[arg-type]


# patterns of fields, lines and frames
_NAMES = "win|start|referee|win\\+start|win\\+referee|start\\+referee|win\\+start\\+referee"
_WORD = "[A-Za-z0-9._-]{1,8}"

_READ: Final[dict[str, tuple[str, Callable[..., Message]]]] = {
    "GREET": (r"(\d\d)", lambda protocol: Greet(int(protocol))),
    "HELLO": (
        rf"(\d\d),(\d{{4}}),(\d{{4}}),([A-Z]{{1,6}}),({_WORD}),({_WORD})",
        lambda protocol, host, following, *words: Hello(int(protocol), int(host), int(following), *words),
    ),
    "HB": (r"(\d{7}),(\d\d),(\d{5})", lambda *counts: Heartbeat(*map(int, counts))),
    "PING": ("()", lambda _: Ping()),
    "ACK": (r"(\d{4})(\d{4})", lambda session, number: Ack(int(session), int(number))),
    "DICE": (
        "([12]),([0-4]),([1-6]),([1-6])",
        lambda n, seat, a, b: Dice(int(n), int(seat), (int(a), int(b))),
    ),
    "BTN": (rf"([1-4]),({_NAMES}),(down|short|long)", _button),
    "LAMP": (
        rf"((?:{'|'.join(LAMPS[:-1])})(?=,[1-4])|all(?=,0)),([0-4]),({'|'.join(LAMP_STATES)})",
        lambda lamp, index, state: Lamp(lamp, int(index), state),
    ),
    "ERR": (r"([a-z]{1,12}),(\d{4})", lambda code, number: Fault(code, int(number))),
}
"""The pattern of each type's fields and the message they make, in the order of PROTOCOL.md."""

# compiled patterns
_GRAMMAR: Final = {name: (re.compile(pattern, re.ASCII), make) for name, (pattern, make) in _READ.items()}
_FRAME: Final = re.compile(r"\$(MJ,(\d{4})(\d{4}),([A-Z]{2,6})(?:,([!-#%-)+-~]*))?)\*([0-9A-F]{4})", re.ASCII)
_LINE_END: Final = re.compile(rb"[\r\n]+")


def _fields(message: Message) -> tuple[str, str]:
    match message:
        case Greet(protocol):
            return "GREET", f"{protocol:02}"
        case Hello(protocol, host, following, abilities, name, firmware):
            return "HELLO", f"{protocol:02},{host:04},{following:04},{abilities},{name},{firmware}"
        case Heartbeat(uptime, queued, bad):
            return "HB", f"{uptime:07},{queued:02},{bad:05}"
        case Ping():
            return "PING", ""
        case Ack(session, number):
            return "ACK", f"{session:04}{number:04}"
        case Dice(throw, seat, (a, b)):
            return "DICE", f"{throw},{seat},{a},{b}"
        case Button(seat, names, press):
            return "BTN", f"{seat},{'+'.join(names)},{press}"
        case Lamp(lamp, index, state):
            return "LAMP", f"{lamp},{index},{state}"
        case Fault(code, number):
            return "ERR", f"{code},{number:04}"
        case Unknown(name, words):
            return name, ",".join(words)


def encode(frame: LineFrame) -> bytes:
    """Return the line of a frame, with its line end.

    Raises:
        FrameError: A value is out of range, or the line is too long.
    """
    name, fields = _fields(frame.message)
    body = f"MJ,{frame.session:04}{frame.number:04},{name}" + (f",{fields}" if fields else "")
    checksum = crc_hqx(body.encode("ascii", "replace"), 0xFFFF)
    line = f"${body}*{checksum:04X}"
    if len(line) + 2 > MAX_FRAME:
        raise FrameError(trouble("frame-long", frame=line, size=len(line) + 2, most=MAX_FRAME))
    if _parse(line) != frame:
        raise FrameError(trouble("frame-value", frame=line))
    return line.encode() + b"\r\n"


def _parse(line: str) -> LineFrame | Literal["checksum", "form"]:
    found = _FRAME.fullmatch(line)
    if not found:
        return "form"
    body, session, number, name, fields, checksum = found.groups()
    if crc_hqx(body.encode(), 0xFFFF) != int(checksum, 16):
        return "checksum"
    if name not in _GRAMMAR:
        return LineFrame(int(session), int(number), Unknown(name, tuple(fields.split(",")) if fields else ()))
    pattern, make = _GRAMMAR[name]
    values = pattern.fullmatch(fields or "")
    if not values:
        return "form"
    return LineFrame(int(session), int(number), make(*values.groups()))


class FrameDecoder:
    """A decoder of a stream of bytes, in pieces of any size, into frames and noise.

    A `$` always begins a new frame, so a damaged frame never costs the next one. At most `MAX_FRAME` bytes are held
    between calls.
    """

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = b""

    def __len__(self) -> int:
        """Return the number of bytes of an unfinished line."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[LineFrame | Noise]:
        """Return the frames and noise that these bytes complete.

        Args:
            data: Any bytes; pass a few kilobytes at a time, since all that they contain is returned at once.
        """
        *lines, rest = _LINE_END.split(self._rest + data)
        found = [item for line in lines if line for item in _line(line)]
        begun = rest.rfind(b"$")
        if begun > 0:
            found += [_noise(rest[:begun], "text" if rest.find(b"$") == begun else "form")]
            rest = rest[begun:]
        if len(rest) > MAX_FRAME - 2:
            found.append(_noise(rest, "text" if begun < 0 else "long"))
            rest = b""
        self._rest = rest
        return found


def _line(line: bytes) -> list[LineFrame | Noise]:
    begun = line.rfind(b"$")
    if begun < 0:
        return [_noise(line, "text")]
    before: list[LineFrame | Noise] = []
    if begun:
        before = [_noise(line[:begun], "text" if line.find(b"$") == begun else "form")]
    if len(line) - begun > MAX_FRAME - 2:
        return [*before, _noise(line[begun:], "long")]
    parsed = _parse(line[begun:].decode("latin-1"))
    return [*before, parsed if isinstance(parsed, LineFrame) else _noise(line[begun:], parsed)]


def _noise(data: bytes, why: Literal["text", "long", "checksum", "form"]) -> Noise:
    return Noise(data[:MAX_FRAME], len(data), why)


def distance(number: int, last: int) -> int:
    """Return how far a sequence number is ahead of another, modulo `NUMBERS`: 0 if equal, 1 for the next."""
    return (number - last) % NUMBERS


def following(number: int) -> int:
    """Return the sequence number after this one."""
    return number % NUMBERS + 1
