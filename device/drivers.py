"""What a table box is, seen from the computer: USB ids, speeds, and a conversation to hold with it.

A venue with a board of its own writes a small module with one `Driver` in it and names that under the
entry-point group `tableside.box` of its package; nothing here has to change. `PROTOCOL.md` shows one.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from device.errors import Trouble
from device.protocol import Button, Dice, Fault, LampName, LampState, Unknown

EventMessage = Dice | Button | Fault | Unknown


@dataclass(frozen=True, slots=True)
class Box:
    """Who answered.

    Attributes:
        id: The box's own name.
        firmware: The version of its program.
        protocol: The version of the protocol it speaks.
        abilities: Letters: `D` dice, `B` seat buttons, `L` lamps.
        session: Which of its boots this is.
    """

    id: str
    firmware: str
    protocol: int
    abilities: str
    session: int


@dataclass(frozen=True, slots=True)
class Received:
    """An event as the box numbered it; box, session and number together never come twice."""

    box: str
    session: int
    number: int
    message: EventMessage


@dataclass(slots=True)
class Health:
    """Counters of one conversation, from its beginning on, over all reconnections.

    Attributes:
        frames: Sound frames.
        bad: Lines that began like a frame and were damaged.
        noise: Bytes that belonged to no frame.
        duplicates: Events that came again and were only acknowledged.
        events: Events handed on.
        lost: Events that the box says it could not keep, or that another reader has taken.
        last_frame: When the last sound frame came, on the clock that `now` is read from.
        recent: Whether each of the last lines (and heartbeats due) was sound.
        trouble: What is wrong, None when nothing is.
    """

    frames: int = 0
    bad: int = 0
    noise: int = 0
    duplicates: int = 0
    events: int = 0
    lost: int = 0
    last_frame: float | None = None
    recent: deque[bool] = field(default_factory=lambda: deque(maxlen=100))
    trouble: Trouble | None = None

    @property
    def quality(self) -> float:
        """Share of the last lines that were sound, 0 to 1; 0 when none has come yet."""
        return sum(self.recent) / len(self.recent) if self.recent else 0.0


class Conversation(Protocol):
    """The computer's side of the line: told what came and what time it is, asked what to send. No I/O.

    One conversation lives as long as the link and goes on over every port the box comes back on.
    """

    health: Health

    @property
    def box(self) -> Box | None:
        """The box, once it has been greeted and while it is heard."""

    def opened(self, now: float) -> None:
        """A port was opened: what was begun on the one before is void."""

    def receive(self, data: bytes, now: float) -> None:
        """Bytes have come."""

    def tick(self, now: float) -> None:
        """Time has passed; called about fifty times a second."""

    def outgoing(self) -> bytes:
        """What is to be sent now; it is forgotten here by this call."""

    def light(self, lamp: LampName, index: int, state: LampState) -> None:
        """A lamp shall be so, now and whenever the box comes back."""

    def lit(self) -> bool:
        """Whether the box has confirmed every lamp."""


Deliver = Callable[[Received], bool]
"""Takes an event for good, or says False when there is no room: then it must not be acknowledged."""


@dataclass(frozen=True, slots=True)
class Driver:
    """A kind of box.

    Attributes:
        name: Short name, seen in `tableside device list`.
        usb_ids: Vendor and product ids under which such a box appears.
        bauds: Speeds to try, the usual one first.
        converse: Begins a conversation that hands its events to what it is given.
    """

    name: str
    usb_ids: tuple[tuple[int, int], ...]
    bauds: tuple[int, ...]
    converse: Callable[[Deliver], Conversation]
