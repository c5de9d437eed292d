"""The link to the table box: one thread that finds its port, speaks the protocol and reconnects."""

import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self

from device.drivers import Box, Conversation, EventMessage, Health, Received
from device.errors import DeviceTrouble, LogError, PortError, trouble
from device.ports import Candidate, Search, open_candidate, port_trouble, read_some
from device.protocol import LAMPS, Lamp, LampName, LampState, LineFrame, encode

LinkPhase = Literal["stopped", "searching", "greeting", "connected", "silent"]

BURST: Final = 256
"""Bytes of one read above which reading slows down: four frames, more than a box sends at once."""

FLOOD_RATE: Final = 100_000
"""Bytes a second read from a flooded port. More takes processor time from the page; less delays true frames in the
flood."""

POOR: Final = 0.8
"""Share of sound lines below which the line is reported as poor. Higher reports lines that repetition still saves;
lower keeps silent about a cable that loses one line in five."""

JUDGED: Final = 20
"""Lines needed before the line may be reported as poor. More delays the report; fewer lets a noisy start trigger it."""

LOG_BYTES: Final = 1_000_000
"""Size in bytes at which a log file is rotated. More takes disk space; less covers fewer hours."""

LOG_FILES: Final = 3
"""Log files, with the current one. More takes disk space; fewer covers fewer hours."""

COMPLAIN_EVERY: Final = 60.0
"""Seconds before the log repeats a line. More hides how long a trouble lasts; less pushes other lines out of the
log."""

COMPLAINTS: Final = 100
"""Different lines remembered for that. More takes memory; fewer repeats lines early when many alternate."""

NOISE_EVERY: Final = 5.0
"""Seconds between two records of noise. More hides noise; less lets noise push events out of the log."""

SHOWN: Final = 120
"""Most bytes of one read that the log shows. More makes long lines; fewer cuts off frames."""


@dataclass(frozen=True, slots=True)
class LinkTimeouts:
    """Timeouts of a link in seconds.

    Attributes:
        retry: Before the next search.
        greeting: For an answer on a port before the next port is tried; a board that restarts needs two.
        silence: For a silent box before the port is reopened.
    """

    retry: float = 0.5
    greeting: float = 4.0
    silence: float = 10.0


@dataclass(frozen=True, slots=True)
class LinkEvent:
    """Something that happened at the table; delivered once, in order.

    Attributes:
        at: Time of arrival (UTC).
        box: Id of the box.
        session: Number of the box's boot.
        number: Sequence number in that session; box, session and number together identify the event.
        message: `Dice`, `Button`, `Fault`, `Key`, or `Unknown` from a newer box.
    """

    at: datetime
    box: str
    session: int
    number: int
    message: EventMessage

    def as_json(self) -> dict[str, Any]:
        """Return the event as plain values: the message's fields, its `kind` (`dice`, `button`, `fault`, `key` or
        `unknown`), origin and time."""
        return {
            "kind": type(self.message).__name__.lower(),
            **asdict(self.message),
            "at": self.at.isoformat(timespec="milliseconds"),
            "box": self.box,
            "session": self.session,
            "number": self.number,
        }


@dataclass(frozen=True, slots=True)
class LinkState:
    """State of a link, as of its last change.

    Attributes:
        phase: `stopped`, `searching` for a port, `greeting` on an open one, `connected`, or `silent` if a connected box
            no longer answers though its port exists.
        since: Start of the phase (UTC).
        address: The port; empty while searching.
        box: The box that answered, or None.
        last_frame: Time of the last sound frame (UTC).
        quality: Share of sound ones among the last hundred lines and heartbeats due, 0 to 1.
        connections: Number of times a box was found on a newly opened port.
        frames: Number of sound frames.
        bad: Number of damaged frames.
        noise: Bytes outside any frame.
        duplicates: Repeated events, which were dropped.
        events: Events delivered.
        lost: Events that the box dropped, or that another program took.
        waiting: Events not yet taken by `Link.take`.
        trouble: The current trouble, or None.
    """

    phase: LinkPhase
    since: datetime
    address: str = ""
    box: Box | None = None
    last_frame: datetime | None = None
    quality: float = 0.0
    connections: int = 0
    frames: int = 0
    bad: int = 0
    noise: int = 0
    duplicates: int = 0
    events: int = 0
    lost: int = 0
    waiting: int = 0
    trouble: DeviceTrouble | None = None


class Link:
    """A connection that keeps a box connected from `start` to `stop`.

    No method blocks on the port; only `take` waits, up to its timeout. At most `capacity` events are held here; the box
    holds further ones until some are taken.
    """

    def __init__(
        self,
        find: Search,
        log: Path | None = None,
        capacity: int = 256,
        timeouts: LinkTimeouts = LinkTimeouts(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare a link without opening a port.

        Args:
            find: Lists the ports to try (`device.ports.search`).
            log: File for a record of the line, created with its folder; at most 3 MB in three files.
            capacity: Most events held for `take`.
            timeouts: Timeouts.
            clock: Monotonic time in seconds.

        Raises:
            LogError: The log's folder cannot be made.
        """
        self._find = find
        self._timeouts = timeouts
        self._clock = clock
        self._events: queue.Queue[LinkEvent] = queue.Queue(capacity)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._conversations: dict[str, Conversation] = {}
        self._lock = threading.Lock()
        self._wanted: dict[tuple[LampName, int], LampState] = {}
        self._wanted_version = 0
        self._lit_version = -1
        self._connections = 0
        self._frames = 0
        self._last_frame: datetime | None = None
        self._noise_recorded = -NOISE_EVERY
        self._trouble: DeviceTrouble | None = None
        self._log_trouble: DeviceTrouble | None = None
        self._complained: dict[str, float] = {}
        self._state = LinkState("stopped", datetime.now(UTC))
        self._log = logging.Logger("device.link", logging.DEBUG)
        self._log.addHandler(logging.NullHandler())
        self._file = self._open_log(log) if log else None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start searching for the box, unless already started."""
        if self._thread and self._thread.is_alive():
            return
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="table box", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the port and end the thread. Events held can still be taken."""
        self._stop.set()
        if self._thread:
            self._thread.join(10)
            self._thread = self._thread if self._thread.is_alive() else None
        if self._file:
            self._file.close()

    def state(self) -> LinkState:
        """Return the state as of the last change."""
        return self._state

    def take(self, timeout: float | None = 0.0) -> LinkEvent | None:
        """Return the next event, or None if none comes within `timeout` seconds (None waits without limit)."""
        try:
            return self._events.get(timeout != 0, timeout)
        except queue.Empty:
            return None

    def listen(self) -> Iterator[LinkEvent]:
        """Yield events as they come, until the link is stopped and all are taken."""
        while True:
            event = self.take(0.2)
            if event:
                yield event
            elif self._stop.is_set() or self._thread is None:
                return

    def light(self, lamp: LampName, index: int, state: LampState = "on") -> None:
        """Set a lamp now, or once a box is connected, and again after each reconnection.

        Args:
            lamp: `dealer`, `accepted`, `refused` and `referee` of a seat, `wind` for the prevalent wind, or `all`.
            index: Seat 1 to 4; for `wind` 1 to 4 for East, South, West, North; for `all` 0.
            state: `on`, `off` or `blink`.

        Raises:
            FrameError: The lamp does not exist.
        """
        encode(LineFrame(0, 0, Lamp(lamp, index, state)))
        lamps = [(each, n) for each in LAMPS[:-1] for n in range(1, 5)] if lamp == "all" else [(lamp, index)]
        with self._lock:
            self._wanted |= dict.fromkeys(lamps, state)
            self._wanted_version += 1

    def lit(self) -> bool:
        """Return True if a connected box has confirmed every lamp as last set."""
        return self._lit_version == self._wanted_version

    def _run(self) -> None:
        while not self._stop.is_set():
            self._publish("searching")
            try:
                candidates = self._find()
                if not candidates:
                    self._complain(trouble("no-box"))
                for candidate in candidates:
                    self._try(candidate)
            except PortError as error:
                self._complain(error.trouble)
            except Exception as error:
                self._log.exception("the search for the box failed")
                self._complain(trouble("search-failed", reason=f"{type(error).__name__}: {error}"))
            self._publish("searching")
            self._stop.wait(self._timeouts.retry)
        self._publish("stopped")

    def _try(self, candidate: Candidate) -> None:
        """Talk to the box at an address while it answers; if only noise comes, try the driver's other speeds."""
        for baud in candidate.driver.bauds:
            if self._stop.is_set():
                return
            try:
                port = open_candidate(candidate, baud)
            except PortError as error:
                self._complain(error.trouble)
                return
            with closing(port):
                self._note(f"opened {candidate.address} at {baud} baud for {candidate.driver.name}")
                try:
                    garbled = self._talk(port, candidate, baud)
                except OSError as error:
                    self._log.info("%s: %s", type(error).__name__, error)
                    self._complain(port_trouble(error, candidate.address, was_open=True))
                    return
                except Exception as error:
                    self._log.exception("driver %s failed", candidate.driver.name)
                    reason = f"{type(error).__name__}: {error}"
                    self._complain(trouble("driver-failed", driver=candidate.driver.name, reason=reason))
                    return
                finally:
                    self._lit_version = -1
            if not garbled:
                return

    def _talk(self, port: Any, candidate: Candidate, baud: int) -> bool:
        """Talk until the link is stopped or the box falls silent; return True if only noise came."""
        talk = self._conversations.get(candidate.driver.name)
        if talk is None:
            talk = self._conversations[candidate.driver.name] = candidate.driver.converse(self._deliver)
        talk.opened(self._clock())
        frames, noise = talk.health.frames, talk.health.noise
        greeted, heard, lamps_version = False, self._clock(), -1
        while not self._stop.is_set():
            if lamps_version != self._wanted_version:
                lamps_version = self._set_lamps(talk)
            data = read_some(port)
            now = self._clock()
            out = self._exchange(talk, data, now)
            if out:
                port.write(out)
            self._lit_version = lamps_version if talk.lit() else -1
            if talk.box:
                heard = now
                if not greeted:
                    greeted = True
                    self._welcome(talk.box, candidate.address)
                self._publish("connected", candidate.address, talk)
            elif now - heard > (self._timeouts.silence if greeted else self._timeouts.greeting):
                break
            else:
                self._publish("silent" if greeted else "greeting", candidate.address, talk)
            if len(data) > BURST:
                self._stop.wait(len(data) / FLOOD_RATE)
        if self._stop.is_set():
            return False
        garbled = talk.health.noise > noise and talk.health.frames == frames
        if greeted:
            self._complain(trouble("port-silent", address=candidate.address))
        elif garbled:
            self._complain(trouble("only-noise", address=candidate.address, baud=baud))
        else:
            self._complain(talk.health.trouble or trouble("no-answer", address=candidate.address))
        return garbled and not greeted

    def _exchange(self, talk: Conversation, data: bytes, now: float) -> bytes:
        """Pass received bytes to the conversation, and return the bytes to send."""
        health = talk.health
        box, told, noise = talk.box, (health.events, health.duplicates), (health.bad, health.noise)
        if data:
            talk.receive(data, now)
        talk.tick(now)
        out = talk.outgoing()
        if health.frames != self._frames:
            self._frames, self._last_frame = health.frames, datetime.now(UTC)
        if box != talk.box or told != (health.events, health.duplicates) or (talk.box and not talk.lit()):
            self._record(data, out)
        elif noise != (health.bad, health.noise) and now - self._noise_recorded > NOISE_EVERY:
            self._noise_recorded = now
            self._record(data, out)
        return out

    def _record(self, data: bytes, out: bytes) -> None:
        if data:
            self._log.debug("< %r%s", data[:SHOWN], f" and {len(data) - SHOWN} bytes" * (len(data) > SHOWN))
        if out:
            self._log.debug("> %r", out)

    def _set_lamps(self, talk: Conversation) -> int:
        with self._lock:
            wanted, version = dict(self._wanted), self._wanted_version
        for (lamp, index), state in wanted.items():
            talk.light(lamp, index, state)
        return version

    def _welcome(self, box: Box, address: str) -> None:
        self._connections += 1
        self._trouble = None
        self._complained.clear()
        self._log.info("connected at %s: %s", address, box)

    def _deliver(self, received: Received) -> bool:
        event = LinkEvent(datetime.now(UTC), received.box, received.session, received.number, received.message)
        try:
            self._events.put_nowait(event)
        except queue.Full:
            return False
        self._log.info("event %04d%04d of %s: %s", event.session, event.number, event.box, event.message)
        return True

    def _publish(self, phase: LinkPhase, address: str = "", talk: Conversation | None = None) -> None:
        old = self._state
        same = (old.phase, old.address) == (phase, address)
        since = old.since if same else datetime.now(UTC)
        waiting = self._events.qsize()
        if not same:
            self._note(f"{phase} {address}")
        if talk is None:
            self._state = replace(
                old,
                phase=phase,
                since=since,
                address=address,
                box=None,
                waiting=waiting,
                trouble=self._trouble,
            )
            return
        health = talk.health
        self._state = LinkState(
            phase=phase,
            since=since,
            address=address,
            box=talk.box,
            last_frame=self._last_frame,
            quality=health.quality,
            connections=self._connections,
            frames=health.frames,
            bad=health.bad,
            noise=health.noise,
            duplicates=health.duplicates,
            events=health.events,
            lost=health.lost,
            waiting=waiting,
            trouble=self._line_trouble(health, waiting) if phase == "connected" else health.trouble or self._trouble,
        )

    def _line_trouble(self, health: Health, waiting: int) -> DeviceTrouble | None:
        """Return the trouble of a connected box's line, or None."""
        if waiting >= self._events.maxsize:
            return trouble("events-waiting", count=waiting)
        if len(health.recent) < JUDGED or health.quality >= POOR:
            return health.trouble or self._log_trouble
        self._note("poor line: less than four in five lines are sound")
        return trouble("poor-line", percent=round(100 * health.quality))

    def _complain(self, wrong: DeviceTrouble) -> None:
        self._trouble = wrong
        self._note(str(wrong))

    def _note(self, line: str) -> None:
        """Write a line to the log, the same one at most once a minute."""
        now = self._clock()
        if now - self._complained.get(line, -COMPLAIN_EVERY) < COMPLAIN_EVERY:
            return
        if len(self._complained) >= COMPLAINTS:
            self._complained.clear()
        self._complained[line] = now
        self._log.warning(line)

    def _open_log(self, path: Path) -> RotatingFileHandler:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise LogError(trouble("log-unusable", file=str(path), reason=reason)) from error
        handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8", delay=True)
        form = logging.Formatter("%(asctime)s.%(msecs)03dZ %(message)s", "%Y-%m-%dT%H:%M:%S")
        form.converter = time.gmtime
        handler.setFormatter(form)
        handler.handleError = self._log_failed  # type: ignore[method-assign]
        self._log.addHandler(handler)
        return handler

    def _log_failed(self, record: logging.LogRecord) -> None:
        """Record that the log cannot be written; a full disk must not stop the link."""
        error = sys.exc_info()[1]
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        self._log_trouble = trouble("log-failed", reason=reason)
