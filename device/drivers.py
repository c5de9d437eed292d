"""Drivers: USB ids and speeds of one kind of box, and the conversation that speaks its protocol.

A driver for another board is a module with one `Driver`, registered under the entry-point group `tableside.box`.
`pyproject.toml` registers those of this package, and `PROTOCOL.md` shows one.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from device.errors import DeviceTrouble
from device.protocol import Button, Dice, Fault, LampName, LampState, Unknown

KeyName = Literal["draw", "call", "next", "win", "confirm", "cancel", "answer"]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a box whose keys belong to the whole table, such as a number pad.

    Attributes:
        name: Its meaning: the hand is drawn, the referee is called, the next hand begins, somebody won; the open
            question is confirmed (without one, the dice are thrown), dropped, or answered by a number.
        number: The number of an `answer`, 0 to 9; otherwise 0.
        dice: Two dice, rolled at the moment at which `confirm` was pressed.
    """

    name: KeyName
    number: int = 0
    dice: tuple[int, int] | None = None


SerialEvent = Dice | Button | Fault | Unknown
"""Messages of the reference protocol that tell an event."""

EventMessage = SerialEvent | Key


@dataclass(frozen=True, slots=True)
class Box:
    """A box that has answered.

    Attributes:
        id: The box's name.
        firmware: Version of its program.
        protocol: Version of the protocol it speaks.
        abilities: Letters: `D` dice, `B` seat buttons, `L` lamps, `K` keys.
        session: Number of its boot.
    """

    id: str
    firmware: str
    protocol: int
    abilities: str
    session: int


@dataclass(frozen=True, slots=True)
class Received:
    """An event with the box's own number; box, session and number together are unique."""

    box: str
    session: int
    number: int
    message: EventMessage


@dataclass(slots=True)
class Health:
    """Counters of one conversation, across all reconnections.

    Attributes:
        frames: Sound frames.
        bad: Lines that began like a frame but were damaged.
        noise: Bytes outside any frame.
        duplicates: Repeated events, acknowledged but not delivered again.
        events: Events delivered.
        lost: Events that the box dropped, or that another program took.
        last_frame: Time of the last sound frame, on the clock of `now`.
        recent: True for each sound one of the last hundred lines and heartbeats due.
        trouble: The current trouble, or None.
    """

    frames: int = 0
    bad: int = 0
    noise: int = 0
    duplicates: int = 0
    events: int = 0
    lost: int = 0
    last_frame: float | None = None
    recent: deque[bool] = field(default_factory=lambda: deque(maxlen=100))
    trouble: DeviceTrouble | None = None

    @property
    def quality(self) -> float:
        """Share of the recent lines that were sound, 0 to 1; 0 before the first line."""
        return sum(self.recent) / len(self.recent) if self.recent else 0.0


class Conversation(Protocol):
    """The computer's side of a protocol, without I/O: it gets received bytes and the time, and returns bytes to send.

    A conversation lives as long as its link, across ports and reconnections.
    """

    health: Health

    @property
    def box(self) -> Box | None:
        """The box, from its greeting until it falls silent."""

    def opened(self, now: float) -> None:
        """Start again on a newly opened port."""

    def receive(self, data: bytes, now: float) -> None:
        """Receive bytes."""

    def tick(self, now: float) -> None:
        """Do everything that is due; called about fifty times a second."""

    def outgoing(self) -> bytes:
        """Take the bytes to send."""

    def light(self, lamp: LampName, index: int, state: LampState) -> None:
        """Set a lamp, now and after each reconnection."""

    def lit(self) -> bool:
        """Return True if the box has confirmed every lamp."""


Deliver = Callable[[Received], bool]
"""Receives an event; returns False if there is no room and the event must not be acknowledged."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Ports that are no serial lines.

    Attributes:
        scheme: The word before the colon of their addresses; alone, it stands for those that `find` returns.
        find: Lists the addresses to try; raises `device.errors.PortError` with the reason if there is none.
        open: Opens an address, or raises `device.errors.PortError`. It returns an object with the methods `read`,
            `write` and `close` and the attribute `in_waiting` of a serial port; `read` returns b"" after a moment
            without bytes, and raises `OSError` once the box was unplugged.
    """

    scheme: str
    find: Callable[[], list[str]]
    open: Callable[[str], Any]

    def have(self, address: str) -> bool:
        """Return True if an address is one of theirs."""
        return address.partition(":")[0] == self.scheme


@dataclass(frozen=True, slots=True)
class Driver:
    """A kind of box.

    Attributes:
        name: Short name, shown by `tableside device list`.
        usb_ids: USB vendor and product ids of such boxes.
        bauds: Speeds to try, the usual one first.
        converse: Starts a conversation that delivers its events to the given function.
        ports: Ports of its own, or None for serial lines.
    """

    name: str
    usb_ids: tuple[tuple[int, int], ...]
    bauds: tuple[int, ...]
    converse: Callable[[Deliver], Conversation]
    ports: Ports | None = None
