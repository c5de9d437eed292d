"""The computer's side of the protocol, with a clock of the test's own and no port."""

import random
from dataclasses import replace
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.dialogue import Dialogue, Timing
from device.drivers import EventMessage, Received
from device.errors import trouble
from device.protocol import (
    NUMBERS,
    Ack,
    Button,
    Dice,
    Fault,
    FrameDecoder,
    FrameError,
    Greet,
    Heartbeat,
    Hello,
    Lamp,
    LineFrame,
    Message,
    Ping,
    Unknown,
    encode,
)
from device.simulator import Faults, FaultyLine, TableBox

STEP = 1 / 16
HELLO = Hello(1, 101, 1, "DBL", "uno", "1.0.0")
WIN = Button(2, ("win",), "short")
DICE = Dice(1, 0, (3, 5))


class Table:
    """A dialogue whose port was opened, a clock, and what it has handed on and sent."""

    def __init__(self, room: int = 1000) -> None:
        self.now = 0.0
        self.room = room
        self.taken: list[Received] = []
        self.talk = Dialogue(self._deliver, first_session=100)
        self.talk.opened(self.now)

    def _deliver(self, event: Received) -> bool:
        if len(self.taken) >= self.room:
            return False
        self.taken.append(event)
        return True

    def hears(self, session: int, number: int, message: Message) -> list[Message]:
        """Send a message of the box; return the answers."""
        self.talk.receive(encode(LineFrame(session, number, message)), self.now)
        return self.says()

    def waits(self, seconds: float) -> list[Message]:
        """Let time pass in steps of 1/16 s; return the messages sent meanwhile."""
        said = []
        for _ in range(ceil(seconds / STEP)):
            self.now += STEP
            self.talk.tick(self.now)
            said += self.says()
        return said

    def says(self) -> list[Message]:
        return [item.message for item in FrameDecoder().feed(self.talk.outgoing()) if isinstance(item, LineFrame)]

    def greeted(self, hello: Hello = HELLO, session: int = 17) -> "Table":
        self.waits(0.05)
        self.hears(session, 0, hello)
        self.waits(0.05)
        self.hears(session, 0, Ack(101, 1))
        assert self.talk.box is not None
        return self

    @property
    def events(self) -> list[EventMessage]:
        return [received.message for received in self.taken]


def test_it_greets_twice_and_then_every_second() -> None:
    table = Table()
    assert [n * STEP for n in range(1, 49) if table.waits(STEP) == [Greet()]] == [0.0625, 0.4375, 1.4375, 2.4375]


def test_the_box_is_known_once_it_has_answered() -> None:
    table = Table().greeted()
    assert table.talk.box is not None
    assert (table.talk.box.id, table.talk.box.session, table.talk.box.abilities) == ("uno", 17, "DBL")


@pytest.mark.parametrize("host", [0, 100, 102])
def test_only_the_answer_to_the_last_greeting_counts(host: int) -> None:
    table = Table()
    table.waits(0.05)
    table.hears(17, 0, replace(HELLO, host=host))
    assert table.talk.box is None


@pytest.mark.parametrize(("protocol", "kind"), [(2, "protocol-newer"), (0, "protocol-older")])
def test_another_protocol_is_told_and_not_spoken(protocol: int, kind: str) -> None:
    table = Table()
    table.waits(0.05)
    table.hears(17, 0, replace(HELLO, protocol=protocol))
    assert table.talk.box is None
    told = table.talk.health.trouble
    assert told is not None
    assert (told.kind, told.about) == (kind, {"box": HELLO.id, "protocol": protocol, "ours": 1})


def test_an_event_is_handed_on_once_and_acknowledged_each_time() -> None:
    table = Table().greeted()
    assert table.hears(17, 1, WIN) == [Ack(17, 1)]
    assert table.hears(17, 1, WIN) == [Ack(17, 1)]
    assert table.hears(17, 2, DICE) == [Ack(17, 2)]
    assert table.hears(17, 1, WIN) == [Ack(17, 1)]
    assert table.taken == [Received("uno", 17, 1, WIN), Received("uno", 17, 2, DICE)]
    assert table.talk.health.duplicates == 2


def test_an_event_without_room_is_not_acknowledged_and_comes_later() -> None:
    table = Table(room=0).greeted()
    assert table.hears(17, 1, WIN) == []
    table.room = 1
    assert table.hears(17, 1, WIN) == [Ack(17, 1)]
    assert table.events == [WIN]


def test_before_the_greeting_nothing_is_taken() -> None:
    table = Table()
    assert table.hears(17, 1, WIN) == []
    assert table.taken == []


def test_running_numbers_go_round() -> None:
    table = Table().greeted(replace(HELLO, next=NUMBERS))
    assert table.hears(17, NUMBERS, WIN) == [Ack(17, NUMBERS)]
    assert table.hears(17, 1, DICE) == [Ack(17, 1)]
    assert table.events == [WIN, DICE]


def test_a_gap_is_not_acknowledged_but_asked_about() -> None:
    table = Table().greeted()
    assert table.hears(17, 3, WIN) == []
    assert table.talk.box is None
    assert table.waits(0.05) == [Greet()]


def test_after_a_reconnection_it_goes_on_where_it_was() -> None:
    table = Table().greeted()
    table.hears(17, 1, WIN)
    table.talk.opened(table.now)
    table.waits(0.05)
    table.hears(17, 0, replace(HELLO, host=102, next=1))  # our acknowledgement was lost
    assert table.hears(17, 1, WIN) == [Ack(17, 1)]
    assert table.hears(17, 2, DICE) == [Ack(17, 2)]
    assert table.events == [WIN, DICE]
    assert table.talk.health.lost == 0


def test_what_another_program_has_taken_is_counted_as_lost() -> None:
    table = Table().greeted()
    table.hears(17, 1, WIN)
    table.talk.opened(table.now)
    table.waits(0.05)
    table.hears(17, 0, replace(HELLO, host=102, next=5))
    assert table.hears(17, 5, DICE) == [Ack(17, 5)]
    assert table.events == [WIN, DICE]
    assert table.talk.health.lost == 3


@pytest.mark.parametrize("message", [Heartbeat(0, 0, 0), WIN, replace(HELLO, host=0)], ids=lambda m: type(m).__name__)
def test_a_restarted_box_is_greeted_anew_whatever_it_says_first(message: Message) -> None:
    table = Table().greeted()
    table.hears(17, 1, WIN)
    assert table.hears(18, 1 if message is WIN else 0, message) == []
    assert table.waits(0.05) == [Greet()]
    table.hears(18, 0, replace(HELLO, host=102))
    assert table.hears(18, 1, DICE) == [Ack(18, 1)]
    assert table.events == [WIN, DICE]


def test_an_acknowledgement_of_another_boot_names_that_boot() -> None:
    # Session and number are one number on the wire: an old acknowledgement can never be one for a new event.
    table = Table().greeted()
    assert encode(LineFrame(101, 0, table.hears(17, 1, WIN)[0])) != encode(LineFrame(101, 0, Ack(18, 1)))


def test_silence_is_noticed_and_greeted() -> None:
    table = Table().greeted()
    said = table.waits(3.4)
    assert said.count(Ping()) == 3
    assert Greet() not in said
    assert Greet() in table.waits(0.5)
    assert table.talk.box is None
    assert table.talk.health.trouble is not None
    assert table.talk.health.trouble.kind == "box-silent"
    assert table.talk.health.quality < 1


def test_an_unknown_event_is_handed_on_as_it_is() -> None:
    table = Table().greeted()
    assert table.hears(17, 1, Unknown("SCORE", ("12",))) == [Ack(17, 1)]
    assert table.hears(17, 0, Unknown("DEBUG", ())) == []
    assert table.events == [Unknown("SCORE", ("12",))]


def test_overflow_in_the_box_is_counted() -> None:
    table = Table().greeted()
    table.hears(17, 1, Fault("overflow", 7))
    assert table.talk.health.lost == 7


@pytest.mark.parametrize("message", [Greet(), Ping(), Lamp("dealer", 1, "on")], ids=lambda m: type(m).__name__)
def test_its_own_words_are_no_box(message: Message) -> None:
    table = Table()
    table.hears(100, 0, message)
    assert table.talk.health.frames == 0
    assert table.talk.health.trouble == trouble("own-output")


def test_lamps_are_put_out_set_and_set_again_until_confirmed() -> None:
    table = Table()
    table.talk.light("dealer", 2, "on")
    table.waits(0.05)
    table.hears(17, 0, HELLO)
    assert Lamp("all", 0, "off") in table.waits(0.05)
    table.hears(17, 0, Ack(101, 1))
    assert not table.talk.lit()
    assert table.waits(0.5).count(Lamp("dealer", 2, "on")) == 2
    table.hears(17, 0, Ack(101, 2))
    assert table.talk.lit()
    assert Lamp("dealer", 2, "on") not in table.waits(1.0)


def test_a_lamp_set_twice_is_sent_as_it_is_last() -> None:
    table = Table().greeted()
    for state in ("on", "off", "blink"):
        table.talk.light("wind", 1, state)
    assert [m for m in table.waits(0.05) if isinstance(m, Lamp)] == [Lamp("wind", 1, "blink")]


def test_an_old_confirmation_confirms_nothing() -> None:
    table = Table().greeted()
    table.talk.light("wind", 1, "on")
    table.waits(0.05)
    table.hears(17, 0, Ack(101, 1))
    table.hears(17, 0, Ack(100, 2))
    assert not table.talk.lit()


def test_a_box_without_lamps_is_sent_none() -> None:
    table = Table()
    table.talk.light("dealer", 2, "on")
    table.waits(0.05)
    table.hears(17, 0, replace(HELLO, abilities="DB"))
    assert [m for m in table.waits(1.0) if isinstance(m, Lamp)] == []
    assert table.talk.lit()


def test_there_is_no_such_lamp() -> None:
    with pytest.raises(FrameError):
        Table().talk.light("dealer", 5, "on")


def test_what_is_to_be_sent_does_not_grow_when_nobody_sends_it() -> None:
    table = Table().greeted()
    for _ in range(10_000):
        table.talk.receive(encode(LineFrame(17, 1, WIN)), 0.0)
    assert len(table.talk.outgoing()) < 5000


rates = st.floats(0, 0.3)


@settings(max_examples=40, deadline=None)
@given(st.builds(Faults, rates, rates, rates, rates), st.integers(0), st.integers(0, 3), st.integers(0, 2))
def test_every_event_comes_once_and_in_order_over_any_line(
    faults: Faults, seed: int, reopened: int, reboots: int
) -> None:
    """Box and computer back to back, over a line that loses, damages, doubles and swaps, with ports reopened.

    When the box restarts, what it had not had acknowledged yet may be lost, and only that.
    """
    chance = random.Random(seed)
    to_host, to_box = FaultyLine(chance), FaultyLine(chance)
    box, table = TableBox(resend=0.1), Table()
    table.talk = Dialogue(table._deliver, Timing(greet=0.2, silence=2.0), first_session=seed % NUMBERS + 1)
    table.talk.opened(0.0)
    sent: list[EventMessage] = []
    may_be_lost: set[EventMessage] = set()
    steps = 400
    fate = {chance.randrange(steps): "reopen" for _ in range(reopened)}
    fate |= {chance.randrange(steps): "reboot" for _ in range(reboots)}
    for step in range(steps + 2000):
        now = step * 0.05
        if step < steps and box.waiting < 16 and chance.random() < 0.2:
            sent.append(Fault("stuck", len(sent)))
            assert box.happen(sent[-1])
        if fate.get(step) == "reopen":
            table.talk.opened(now)
        if fate.get(step) == "reboot":
            may_be_lost |= set(sent[len(sent) - box.waiting :])
            box.boot(now)
        calm = faults if step < steps else Faults()
        box.receive(to_box.carry(table.talk.outgoing(), calm))
        box.tick(now)
        table.talk.receive(to_host.carry(box.outgoing(), calm), now)
        table.talk.tick(now)
        if step > steps and not box.waiting:
            break
    assert box.waiting == 0
    assert table.events == [event for event in sent if event in table.events]
    assert set(sent) - set(table.events) <= may_be_lost
