"""Stress tests of the serial line, of any size: small in the suite, full in `tests/bench/bench_device.py`."""

import os
import random
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from device.dialogue import Dialogue, Timing
from device.drivers import Deliver, Driver
from device.link import Link, LinkEvent, LinkTimeouts
from device.ports import Candidate
from device.protocol import (
    BUTTONS,
    LAMP_STATES,
    LAMPS,
    PRESSES,
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
    Ping,
    Unknown,
    encode,
)
from device.simulator import Faults, Simulator, TableBox, garble
from tests.waiting import PATIENCE, until

CALM = Faults()
QUICK = Timing(greet=0.1, ping=0.2, resend=0.03, silence=0.5)


def converse_quickly(deliver: Deliver) -> Dialogue:
    """Return the reference conversation with short intervals, so that tests need not wait for seconds."""
    return Dialogue(deliver, QUICK)


QUICK_DRIVER = Driver("quick", (), (115200, 57600, 9600), converse_quickly)
QUICK_TIMEOUTS = LinkTimeouts(retry=0.03, greeting=0.5, silence=0.8)


def quick_link(path: Path | str, capacity: int = 256, log: Path | None = None) -> Link:
    """Return a link to one address, with short intervals."""
    return Link(lambda: [Candidate(str(path), QUICK_DRIVER)], log, capacity, QUICK_TIMEOUTS)


def quick_box(capacity: int = 16) -> TableBox:
    """Return a simulated box that resends events after 30 ms."""
    return TableBox(capacity=capacity, resend=0.03, heartbeat=0.1)


@contextmanager
def plugged_in(tmp_path: Path, faults: Faults = CALM, seed: int = 0) -> Iterator[tuple[Simulator, Link]]:
    """Yield a quick box and a connected link."""
    path = tmp_path / "box"
    with Simulator(path, quick_box(), faults, seed) as simulator, quick_link(path) as link:
        until(lambda: link.state().phase == "connected")
        yield simulator, link


def some_message(chance: random.Random) -> Message:
    """Return a random message of the protocol."""
    number = chance.randint(0, 9999)
    word = "".join(chance.choices("abcXYZ019.-_", k=chance.randint(1, 8)))
    return chance.choice(
        (
            Greet(),
            Hello(1, number, chance.randint(0, 9999), "DBL", word, "1.0.0"),
            Heartbeat(chance.randint(0, 9_999_999), chance.randint(0, 99), chance.randint(0, 99_999)),
            Ping(),
            Ack(number, chance.randint(0, 9999)),
            Dice(chance.randint(1, 2), chance.randint(0, 4), (chance.randint(1, 6), chance.randint(1, 6))),
            Button(chance.randint(1, 4), (chance.choice(BUTTONS),), chance.choice(PRESSES)),
            Lamp(chance.choice(LAMPS[:-1]), chance.randint(1, 4), chance.choice(LAMP_STATES)),
            Fault("overflow", number),
            Unknown("SCORE", (word, str(number))),
        )
    )


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """The result of decoding a bad line.

    Attributes:
        size: Bytes fed.
        frames: Frames accepted.
        intact: Frames that were sent whole, between all the rest.
        missed: Of those, the ones not accepted.
        false: Frames accepted that nobody had sent.
        kept: Most bytes that the decoder kept between two calls.
        memory: Most memory in bytes that was taken while decoding, over what was taken before.
        seconds: How long decoding took.
    """

    size: int
    frames: int
    intact: int
    missed: int
    false: int
    kept: int
    memory: int
    seconds: float


def fuzz(size: int, seed: int) -> Fuzzed:
    """Feed random bytes, words of the protocol's alphabet, damaged frames and whole ones, in random pieces."""
    chance = random.Random(seed)
    decoder = FrameDecoder()
    sent: set[LineFrame] = set()
    intact = missed = false = frames = fed = kept = 0
    seconds, memory = 0.0, 0
    tracemalloc.start()
    while fed < size:
        block, whole = _bad_block(chance, sent)
        intact += len(whole)
        fed += len(block)
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        begun = time.perf_counter()
        found: list[LineFrame] = []
        at = 0
        while at < len(block):
            step = chance.choice((1, 3, 20, 64, 500))
            found += [item for item in decoder.feed(block[at : at + step]) if isinstance(item, LineFrame)]
            kept = max(kept, len(decoder))
            at += step
        seconds += time.perf_counter() - begun
        memory = max(memory, tracemalloc.get_traced_memory()[1] - before)
        frames += len(found)
        false += sum(frame not in sent for frame in found)
        missed += len(whole - set(found))
    tracemalloc.stop()
    return Fuzzed(fed, frames, intact, missed, false, kept, memory, seconds)


def _bad_block(chance: random.Random, sent: set[LineFrame]) -> tuple[bytes, set[LineFrame]]:
    """About four kilobytes, and the whole frames in them; all frames that went in are added to `sent`."""
    pieces: list[bytes] = []
    whole: set[LineFrame] = set()
    for _ in range(100):
        frame = LineFrame(chance.randint(0, 9999), chance.randint(0, 9999), some_message(chance))
        line = encode(frame)
        kind = chance.randrange(6)
        if kind == 0:
            pieces.append(chance.randbytes(chance.randint(1, 80)))
        elif kind == 1:
            pieces.append(bytes(chance.choices(b"$MJ,*0123456789ABCDEFACKBTNDICE\r\n", k=chance.randint(1, 80))))
        elif kind == 5:
            sent.add(frame)
            whole.add(frame)
            pieces.append(line)
        else:
            sent.add(frame)
            pieces.append(garble(line, chance))
    return b"".join(pieces) + b"\r\n", whole


@dataclass(frozen=True, slots=True)
class Storm:
    """The result of sending events over a bad line.

    Attributes:
        sent: Events that happened at the table.
        received: Events taken from the link.
        right: Whether those were exactly the sent ones, in order.
        connections: How often the box was greeted.
        duplicates: Events that came again and were not handed on.
        bad: Damaged frames.
        seconds: How long it took.
    """

    sent: int
    received: int
    right: bool
    connections: int
    duplicates: int
    bad: int
    seconds: float


def storm(events: int, faults: Faults, seed: int, folder: Path) -> Storm:
    """Send events over a line that loses, damages, repeats and reorders frames and is unplugged."""
    chance = random.Random(seed)
    path = folder / "box"
    box = quick_box()
    sent: list[Message] = []
    received: list[LinkEvent] = []
    begun = time.monotonic()
    with Simulator(path, box, faults, seed) as simulator, quick_link(path) as link:
        while len(received) < events:
            if len(sent) < events and box.waiting < 16:
                event = _some_event(chance)
                assert simulator.happen(event)
                sent.append(event)
            got = link.take(0.0 if len(sent) < events and box.waiting < 16 else 0.05)
            if got:
                received.append(got)
            assert time.monotonic() - begun < 60 + events, f"{len(received)} of {events}: {link.state()}"
        # Nothing more may come, and nothing again.
        until(lambda: box.waiting == 0)
        received += iter(lambda: link.take(0.3), None)
        state = link.state()
    return Storm(
        len(sent),
        len(received),
        [event.message for event in received] == sent,
        state.connections,
        state.duplicates,
        state.bad,
        time.monotonic() - begun,
    )


def _some_event(chance: random.Random) -> Dice | Button | Fault:
    return chance.choice(
        (
            Dice(chance.randint(1, 2), chance.randint(0, 4), (chance.randint(1, 6), chance.randint(1, 6))),
            Button(chance.randint(1, 4), (chance.choice(BUTTONS),), chance.choice(PRESSES)),
            Fault("stuck", chance.randint(1, 9999)),
        )
    )


def open_files() -> int:
    """Number of open descriptors of this process."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


@dataclass(frozen=True, slots=True)
class Replugged:
    """The result of many unpluggings.

    Attributes:
        cycles: Times that the box was unplugged and came back.
        connections: Times that it was greeted.
        files: Descriptors open afterwards, over those before.
        threads: Threads alive afterwards, over those before.
        median: Seconds from plugging in to the greeting, at the median.
    """

    cycles: int
    connections: int
    files: int
    threads: int
    median: float


def replug(cycles: int, folder: Path) -> Replugged:
    """Unplug the cable and plug it in again many times, with an event after each."""
    path = folder / "box"
    took: list[float] = []
    with Simulator(path, quick_box()) as simulator, quick_link(path) as link:
        until(lambda: link.state().phase == "connected")
        files, threads = open_files(), threading.active_count()
        for cycle in range(1, cycles + 1):
            before = link.state().connections
            begun = time.monotonic() + 0.02
            simulator.unplug(0.02)
            until(lambda before=before: link.state().connections > before)  # type: ignore[misc]
            until(lambda: link.state().phase == "connected")
            took.append(time.monotonic() - begun)
            simulator.happen(Fault("stuck", cycle))
            event = link.take(PATIENCE)
            assert event is not None
            assert event.message == Fault("stuck", cycle)
        connections = link.state().connections - 1
        files, threads = open_files() - files, threading.active_count() - threads
    return Replugged(cycles, connections, files, threads, sorted(took)[len(took) // 2])


def latencies(presses: int, folder: Path) -> list[float]:
    """Return the seconds from presses at the simulated box until the link delivers them, sorted."""
    took = []
    with plugged_in(folder) as (simulator, link):
        for _ in range(presses):
            begun = time.perf_counter()
            simulator.happen(Button(1, ("win",), "down"))
            assert link.take(PATIENCE) is not None
            took.append(time.perf_counter() - begun)
    return sorted(took)
