"""The line between the box and the computer: bytes to messages and back, without any I/O.

The protocol is described for builders in `device/PROTOCOL.md`. In short, one frame is one line of ASCII::

    $MJ,00170042,BTN,2,win,short*D797\\r\\n

`0017` is the sender's session (a box counts its boots, the computer draws a new one for every greeting),
`0042` the running number inside the session (1 to 9999, then 1 again; 0 for frames that are not
acknowledged), and the checksum is CRC-16/CCITT-FALSE over everything between `$` and `*`. Field widths are
fixed wherever possible, so that a byte lost or added breaks the form of the frame and not only its checksum.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from device.errors import DeviceError, trouble

PROTOCOL: Final = 1
MAX_FRAME: Final = 64
"""Longest frame in bytes, from `$` to the line end, both included."""
NUMBERS: Final = 9999
"""Running numbers go from 1 to this and start again at 1."""

ButtonName = Literal["win", "start", "referee"]
Press = Literal["down", "short", "long"]
LampName = Literal["dealer", "wind", "accepted", "refused", "referee", "all"]
LampState = Literal["off", "on", "blink"]

BUTTONS: Final[tuple[ButtonName, ...]] = ("win", "start", "referee")
PRESSES: Final[tuple[Press, ...]] = ("down", "short", "long")
LAMPS: Final[tuple[LampName, ...]] = ("dealer", "wind", "accepted", "refused", "referee", "all")
LAMP_STATES: Final[tuple[LampState, ...]] = ("off", "on", "blink")


class FrameError(DeviceError):
    """A message that no frame can hold, as a value is out of range or text too long: change the message."""


@dataclass(frozen=True, slots=True)
class Greet:
    """Computer to box: who speaks which protocol. The answer is `Hello`."""

    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Hello:
    """Box to computer: after a boot (`host` is 0) and in answer to `Greet`.

    Attributes:
        protocol: The protocol's version that the box speaks.
        host: Session of the `Greet` that is answered, 0 when nobody asked.
        next: Running number of the oldest event that nobody has acknowledged, or of the next one to happen.
        abilities: Letters: `D` dice, `B` seat buttons, `L` lamps.
        id: The box's own name, so that two boxes can be told apart.
        firmware: The version of its program.
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
        queued: Events that wait to be acknowledged.
        bad: Lines the box could not use since it booted.
    """

    uptime: int
    queued: int
    bad: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Computer to box, once a second: somebody listens."""


@dataclass(frozen=True, slots=True)
class Ack:
    """Either way: the numbered frame `session`/`number` has arrived for good."""

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Dice:
    """Two dice have come to rest.

    Attributes:
        throw: 1 or 2, the first or the second throw of a hand.
        seat: Chair whose player threw, 1 to 4 in the order of play, 0 when the box cannot know.
        values: What the dice show, 1 to 6 each.
    """

    throw: int
    seat: int
    values: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Button:
    """A chair's button, or several held together (a chord).

    `down` comes at once and is for showing that the button works; what was meant follows as `short` when
    the button is let go, or as `long` while it is still held.

    Attributes:
        seat: Chair, 1 to 4 in the order of play. Chairs do not change when the dealership passes on.
        names: The buttons of the press, in the order of `BUTTONS`.
        press: How it was pressed.
    """

    seat: int
    names: tuple[ButtonName, ...]
    press: Press

    @property
    def calls_referee(self) -> bool:
        """Whether this press, once it is decided, calls the referee: the third button, or the other two
        together."""
        return self.press != "down" and ("referee" in self.names or set(self.names) >= {"win", "start"})


@dataclass(frozen=True, slots=True)
class Lamp:
    """Computer to box: one lamp.

    Attributes:
        lamp: Which kind; `all` with index 0 is every lamp of the box.
        index: Chair 1 to 4; for `wind` 1 to 4 are East, South, West, North.
        state: What it is to do.
    """

    lamp: LampName
    index: int
    state: LampState


@dataclass(frozen=True, slots=True)
class Fault:
    """Box to computer: what went wrong there (`ERR`).

    Attributes:
        code: `overflow` events that no longer fitted in, `stuck` a button held since the boot, `watchdog`
            the box had to restart itself, `command` a frame from here that it could not use.
        number: How many events, or which input, 0 where there is nothing to count.
    """

    code: str
    number: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A sound frame of a type that this version does not know."""

    type: str
    fields: tuple[str, ...]


Message = Greet | Hello | Heartbeat | Ping | Ack | Dice | Button | Lamp | Fault | Unknown


@dataclass(frozen=True, slots=True)
class Frame:
    """A message with its sender's session (0 to 9999) and its running number (0: not acknowledged)."""

    session: int
    number: int
    message: Message


@dataclass(frozen=True, slots=True)
class Noise:
    """Bytes that are no frame: a damaged one, or words that the board prints for people.

    Attributes:
        data: At most `MAX_FRAME` bytes of what was seen.
        size: How many bytes there were.
        why: `text` no frame was begun, `long` no line end in time, `checksum`, or `form` a field that
            cannot be.
    """

    data: bytes
    size: int
    why: Literal["text", "long", "checksum", "form"]


def _button(seat: str, names: str, press: str) -> Message:
    return Button(int(seat), tuple(name for name in BUTTONS if name in names.split("+")), press)  # type: ignore[arg-type]


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
"""Each type's fields, as they stand in the frame, and the message they make. The order is that of
PROTOCOL.md."""

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


def encode(frame: Frame) -> bytes:
    """The frame's line, ready to be sent.

    Raises:
        FrameError: Something in it is out of range; the message says what the frame would have been.
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


def _parse(line: str) -> Frame | Literal["checksum", "form"]:
    found = _FRAME.fullmatch(line)
    if not found:
        return "form"
    body, session, number, name, fields, checksum = found.groups()
    if crc_hqx(body.encode(), 0xFFFF) != int(checksum, 16):
        return "checksum"
    if name not in _GRAMMAR:
        return Frame(int(session), int(number), Unknown(name, tuple(fields.split(",")) if fields else ()))
    pattern, make = _GRAMMAR[name]
    values = pattern.fullmatch(fields or "")
    if not values:
        return "form"
    return Frame(int(session), int(number), make(*values.groups()))


class Decoder:
    """Turns bytes, in whatever pieces they come, into frames and noise.

    A `$` always begins a new frame, so that one damaged frame never costs the next one. What is kept
    between two calls is never more than `MAX_FRAME` bytes.
    """

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = b""

    def __len__(self) -> int:
        """Bytes kept until the rest of their line comes."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[Frame | Noise]:
        """What the bytes make, together with what was left of those before.

        Args:
            data: Any bytes; a few kilobytes at a time are best, since everything in them comes back at once.
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


def _line(line: bytes) -> list[Frame | Noise]:
    begun = line.rfind(b"$")
    if begun < 0:
        return [_noise(line, "text")]
    before: list[Frame | Noise] = []
    if begun:
        before = [_noise(line[:begun], "text" if line.find(b"$") == begun else "form")]
    if len(line) - begun > MAX_FRAME - 2:
        return [*before, _noise(line[begun:], "long")]
    parsed = _parse(line[begun:].decode("latin-1"))
    return [*before, parsed if isinstance(parsed, Frame) else _noise(line[begun:], parsed)]


def _noise(data: bytes, why: Literal["text", "long", "checksum", "form"]) -> Noise:
    return Noise(data[:MAX_FRAME], len(data), why)


def distance(number: int, last: int) -> int:
    """How far `number` lies ahead of `last` on the circle of running numbers: 0 the same, 1 the next one."""
    return (number - last) % NUMBERS


def following(number: int) -> int:
    """The running number after this one."""
    return number % NUMBERS + 1
