"""The computer's side of the reference protocol: greeting, acknowledgement, lamps; without I/O or a clock."""

import random
from dataclasses import dataclass
from typing import Final

from device.boards import BOARDS
from device.drivers import Box, Deliver, Driver, EventMessage, Health, Received
from device.errors import DeviceErrorKind, trouble
from device.protocol import (
    LAMPS,
    NUMBERS,
    PROTOCOL,
    Ack,
    Fault,
    FrameDecoder,
    Greet,
    Heartbeat,
    Hello,
    Lamp,
    LampName,
    LampState,
    LineFrame,
    Message,
    Noise,
    Ping,
    distance,
    encode,
    following,
)


@dataclass(frozen=True, slots=True)
class Timing:
    """Intervals in seconds.

    Attributes:
        greet: Between greetings while no box answers; the second follows after a third of it, as the first bytes after
            opening a port are often lost.
        ping: Between pings to the box.
        resend: Before an unconfirmed lamp is sent again.
        silence: Without any frame, before the box counts as silent and is greeted again.
    """

    greet: float = 1.0
    ping: float = 1.0
    resend: float = 0.25
    silence: float = 3.5


OUTGOING_LIMIT: Final = 4096
"""Most bytes held for sending. Frames beyond it are dropped, and every important frame is repeated; more only delays
them behind frames that a blocked port did not take."""


class Dialogue:
    """A conversation with one box by the reference protocol (`device.drivers.Conversation`).

    An event is delivered if its sequence number is the next one, and acknowledged then and whenever it is received
    again. The box repeats an event until it is acknowledged and sends no other before, so events are delivered exactly
    once and in order. The last event delivered is remembered across reconnections.
    """

    def __init__(self, deliver: Deliver, timing: Timing = Timing(), first_session: int | None = None) -> None:
        """Prepare a conversation with a box that has not answered yet.

        Args:
            deliver: Receives events.
            timing: Intervals.
            first_session: Session of the first greeting, or None for a random one.
        """
        self.health = Health()
        self._deliver = deliver
        self._timing = timing
        self._decoder = FrameDecoder()
        self._out = bytearray()
        self._box: Box | None = None
        self._seen: tuple[str, int, int] | None = None
        """Id and session of the box last greeted, and the sequence number of the last event delivered."""
        self._session = first_session if first_session is not None else random.randint(1, NUMBERS)
        self._opened = 0.0
        self._greetings = 0
        self._next_greeting = 0.0
        self._next_ping = 0.0
        self._heartbeat_due = 0.0
        self._wanted: dict[tuple[LampName, int], LampState] = {}
        self._shown: dict[tuple[LampName, int], LampState] = {}
        self._lamp: Lamp | None = None
        self._lamp_number = 0
        self._next_lamp = 0.0

    @property
    def box(self) -> Box | None:
        """The box, from its greeting until it falls silent."""
        return self._box

    def opened(self, now: float) -> None:
        """Start again on a newly opened port."""
        self._decoder = FrameDecoder()
        self._out.clear()
        self._opened = now
        self._greet_anew(now)

    def outgoing(self) -> bytes:
        """Take the bytes to send."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def light(self, lamp: LampName, index: int, state: LampState) -> None:
        """Set a lamp from now on.

        Raises:
            FrameError: The lamp or the state does not exist.
        """
        encode(LineFrame(self._session, 0, Lamp(lamp, index, state)))
        if lamp == "all":
            self._wanted = {(each, number): state for each in LAMPS[:-1] for number in range(1, 5)}
            return
        self._wanted[lamp, index] = state

    def lit(self) -> bool:
        """Return True if the box has confirmed every lamp."""
        return self._box is not None and self._lamp is None and self._lamp_to_set() is None

    def receive(self, data: bytes, now: float) -> None:
        """Receive bytes."""
        for item in self._decoder.feed(data):
            if isinstance(item, Noise):
                self._hear_noise(item)
                continue
            self._hear(item, now)

    def tick(self, now: float) -> None:
        """Do everything that is due: greet, ping, repeat lamps, notice silence."""
        if now >= self._heartbeat_due:
            self._heartbeat_due = now + 1.5
            if self._box is not None:
                self.health.recent.append(False)
        if self._box is not None and now - self._last_heard() > self._timing.silence:
            quiet = now - self._last_heard()
            self.health.trouble = trouble("box-silent", box=self._box.id, seconds=quiet)
            self._greet_anew(now)
        if self._box is None:
            if now >= self._next_greeting:
                self._greet(now)
            return
        if now >= self._next_ping:
            self._next_ping = now + self._timing.ping
            self._send(0, Ping())
        self._tend_lamps(now)

    def _last_heard(self) -> float:
        return max(self._opened, self.health.last_frame or self._opened)

    def _greet_anew(self, now: float) -> None:
        self._box = None
        self._session = following(self._session)
        self._greetings = 0
        self._next_greeting = now

    def _greet(self, now: float) -> None:
        self._greetings += 1
        self._next_greeting = now + (self._timing.greet / 3 if self._greetings == 1 else self._timing.greet)
        self._send(0, Greet())

    def _send(self, number: int, message: Message) -> None:
        if len(self._out) < OUTGOING_LIMIT:
            self._out += encode(LineFrame(self._session, number, message))

    def _hear_noise(self, noise: Noise) -> None:
        self.health.noise += noise.size
        if noise.why != "text":
            self.health.bad += 1
            self.health.recent.append(False)

    def _hear(self, frame: LineFrame, now: float) -> None:
        message = frame.message
        if isinstance(message, Greet | Ping | Lamp):
            self.health.trouble = trouble("own-output")
            return
        self.health.frames += 1
        self.health.last_frame = now
        self.health.recent.append(True)
        self._heartbeat_due = now + 1.5
        if isinstance(message, Hello):
            self._hear_hello(frame.session, message, now)
            return
        if self._box is None:
            return
        if frame.session != self._box.session:
            self._greet_anew(now)
            return
        if isinstance(message, Ack):
            self._hear_ack(message)
        elif frame.number and not isinstance(message, Heartbeat):
            self._hear_event(frame.number, message, now)

    def _hear_hello(self, session: int, hello: Hello, now: float) -> None:
        if hello.host != self._session:
            # a HELLO after a boot or to an earlier greeting: only the answer to the last greeting is current
            if self._box is not None and session != self._box.session:
                self._greet_anew(now)
            elif self._box is None and hello.host == 0:
                self._next_greeting = now
            return
        if self._box is not None:
            return
        if hello.protocol != PROTOCOL:
            kind: DeviceErrorKind = "protocol-newer" if hello.protocol > PROTOCOL else "protocol-older"
            self.health.trouble = trouble(kind, box=hello.id, protocol=hello.protocol, ours=PROTOCOL)
            return
        self._box = Box(hello.id, hello.firmware, hello.protocol, hello.abilities, session)
        self._take_up(hello.id, session, hello.next)
        self.health.trouble = None
        self._next_ping = now
        self._shown.clear()
        self._lamp = None
        self._lamp_number = 0
        if "L" in hello.abilities:
            self._set_lamp(Lamp("all", 0, "off"), now)

    def _take_up(self, box: str, session: int, waiting: int) -> None:
        """Continue after the last event delivered or, with a new box or session, at the box's next event."""
        if self._seen and self._seen[:2] == (box, session):
            ahead = distance(waiting, self._seen[2])
            if ahead in (0, 1):
                return
            if ahead <= NUMBERS // 2:
                self.health.lost += ahead - 1
        self._seen = (box, session, NUMBERS if waiting == 1 else waiting - 1)

    def _hear_event(self, number: int, message: EventMessage, now: float) -> None:
        assert self._box is not None
        assert self._seen is not None
        ahead = distance(number, self._seen[2])
        if 1 < ahead <= NUMBERS // 2:
            self._greet_anew(now)
            return
        if ahead == 1:
            if not self._deliver(Received(self._box.id, self._box.session, number, message)):
                return
            self._seen = (*self._seen[:2], number)
            self.health.events += 1
            if isinstance(message, Fault) and message.code == "overflow":
                self.health.lost += message.number
        else:
            self.health.duplicates += 1
        self._send(0, Ack(self._box.session, number))

    def _hear_ack(self, ack: Ack) -> None:
        if self._lamp is None or (ack.session, ack.number) != (self._session, self._lamp_number):
            return
        if self._lamp.lamp != "all":
            self._shown[self._lamp.lamp, self._lamp.index] = self._lamp.state
        self._lamp = None

    def _lamp_to_set(self) -> Lamp | None:
        if self._box is None or "L" not in self._box.abilities:
            return None
        return next(
            (
                Lamp(lamp, index, state)
                for (lamp, index), state in self._wanted.items()
                if self._shown.get((lamp, index), "off") != state
            ),
            None,
        )

    def _set_lamp(self, lamp: Lamp, now: float) -> None:
        self._lamp = lamp
        self._lamp_number = following(self._lamp_number)
        self._next_lamp = now

    def _tend_lamps(self, now: float) -> None:
        if self._lamp is None:
            lamp = self._lamp_to_set()
            if lamp is None:
                return
            self._set_lamp(lamp, now)
        if self._lamp is not None and now >= self._next_lamp:
            self._next_lamp = now + self._timing.resend
            self._send(self._lamp_number, self._lamp)


def converse(deliver: Deliver) -> Dialogue:
    """Start a conversation with a box that speaks the reference protocol."""
    return Dialogue(deliver)


REFERENCE: Final = Driver(
    name="reference",
    usb_ids=BOARDS,
    bauds=(115200, 57600, 9600),
    converse=converse,
)
"""The board of `device/firmware`, and any other that speaks its protocol."""
