"""The referee's clock of a table, stored with its records, so that it is right after a restart and on every device."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from scoring.match.bodies import Body
from scoring.match.clock import Clock, ClockEvent, ClockEventKind, fold, follow, needed, rest, start
from webui.base.errors import WebError
from webui.base.steady import STEADY
from webui.records.errors import WriteConflictError
from webui.records.values import ValueStore, read_or

KEY: Final = "clock"
"""The key of a clock's events."""

JUMP: Final = "jump"
"""The key of the last change of the computer's clock during the session."""


_YEARS: Final = range(1970, 2200)
"""Years of times that a clock may have. More overflow in sums; fewer refuse computers whose clock was never set."""

_LONGEST: Final = timedelta(days=1000)
"""Longest time of a session, and largest change of its length. More overflows in sums; less may refuse a real one."""

_FARTHEST: Final = timedelta(days=365 * 250)
"""Largest change of a computer's clock. More overflows; less refuses a change of one that was never set."""

LIMITS: Final = ("first discard", "turn", "claim")
"""Acts that may have a time limit; the body decides which of them it limits, and to how many seconds."""

_TOLERANCE: Final = timedelta(seconds=2)
"""Time by which an act may seem to precede another that its sender had seen, for the way that both took. More follows
an act that somebody else overtook; less rejects two acts pressed one after the other."""


class _Act(Struct, frozen=True, tag_field="do", kw_only=True, omit_defaults=True):
    """An act; `waited` is the time in seconds for which it could not be sent: it counts from when it was pressed,
    apart from a start. `own` has the ids of the sender's acts that were on their way when this one was pressed: they do
    not overtake it."""

    waited: Annotated[float, Meta(ge=0, le=86_400)] = 0
    own: Annotated[tuple[str, ...], Meta(max_length=1000)] = ()


class StartClock(_Act, frozen=True, tag="start"):
    """The session begins; `minutes` is its time, or None for the body's."""

    minutes: Annotated[int, Meta(ge=1, le=600)] | None = None


class Pause(_Act, frozen=True, tag="pause"):
    """The clock is paused."""


class Resume(_Act, frozen=True, tag="resume"):
    """The clock goes on, also after the session was ended."""


class Extend(_Act, frozen=True, tag="extend"):
    """This table gets more time, or loses time given by mistake."""

    minutes: Annotated[int, Meta(ge=-120, le=120)]


class StartLimit(_Act, frozen=True, tag="limit"):
    """The time limit of one act begins; `seconds` is its time, or None for the body's."""

    name: str
    seconds: Annotated[int, Meta(ge=1, le=600)] | None = None


class Settle(_Act, frozen=True, tag="settle"):
    """The act was done in time, or no longer matters."""


class End(_Act, frozen=True, tag="end"):
    """The session is over."""


class ClockRest(_Act, frozen=True, tag="rest"):
    """A rest between two sessions begins; its time is the body's."""


ClockAct = StartClock | Pause | Resume | Extend | StartLimit | Settle | End | ClockRest
"""A referee's act with the clock."""

_KINDS: Final[Mapping[type[ClockAct], ClockEventKind]] = {
    Pause: "paused",
    Resume: "resumed",
    Settle: "settled",
    End: "ended",
}


class ClockJump(Struct, frozen=True):
    """A change of a computer's clock during a session: the computer's name, the time after it, and its size."""

    computer: str
    at: datetime
    seconds: float


def events_from(kept: Any) -> tuple[ClockEvent, ...]:
    """Return the events of a clock from stored state; none without any.

    Raises:
        Exception: One of `webui.records.values.UNREADABLE`; they are damaged.
    """
    events = tuple(msgspec.convert(kept or [], list[ClockEvent]))
    for event in events:
        _expect_time(event.at)
    clock = fold(events)
    spans = (clock.length, clock.extra, clock.word, clock.limit.length if clock.limit else None)
    if any(abs(span) > _LONGEST for span in spans if span is not None):
        raise ValueError("too long a session")
    return events


def jump_from(kept: Any) -> ClockJump | None:
    """Return the last change of a computer's clock from stored state, or None without one.

    Raises:
        Exception: One of `webui.records.values.UNREADABLE`; it is damaged.
    """
    if not kept:
        return None
    jump = msgspec.convert(kept, ClockJump)
    _expect_time(jump.at)
    if abs(timedelta(seconds=jump.seconds)) > _FARTHEST:
        raise ValueError("too far a jump")
    return jump


def _expect_time(at: datetime) -> None:
    if at.tzinfo is None or at.year not in _YEARS:
        raise ValueError(f"{at} is no time of a session")


class ClockRejectedError(WebError):
    """An act that the clock cannot follow in its present state."""


class TableClock:
    """The clock of one table, safe to use from many threads.

    Attributes:
        clock: The present clock.
        version: Number of changes, from 1.
    """

    def __init__(
        self,
        values: ValueStore,
        table: int,
        news: threading.Condition,
        now: Callable[[], datetime] = STEADY,
    ) -> None:
        """Continue the stored clock; a damaged one counts as not started.

        Args:
            values: The store of its events.
            table: The table's number.
            news: Notified of every change.
            now: The time, in UTC.
        """
        self._values: Final = values
        self._table: Final = table
        self._news: Final = news
        self.now: Final = now
        self._events: tuple[ClockEvent, ...] = ()
        self._stamp = 0
        self._jump: ClockJump | None = None
        self.clock: Clock = fold(())
        self.version: int = 1
        self._read()

    def read_again(self) -> None:
        """Load changes that another process has stored.

        Raises:
            webui.records.errors.RecordsError: They cannot be read.
        """
        with self._news:
            self._read()
            self._tell()

    def _read(self) -> None:
        kept, self._stamp = self._values.stamped(self._table, KEY)
        self._events = read_or((), events_from, kept)
        self.clock = fold(self._events)
        self._jump = read_or(None, jump_from, self._values.get(self._table, JUMP))

    @property
    def jump(self) -> tuple[datetime, timedelta] | None:
        """Return the time and size of the last change of the computer's clock in this session, or None."""
        if self._jump is None or self.clock.started is None or self._jump.at < self.clock.started:
            return None
        return self._jump.at, timedelta(seconds=self._jump.seconds)

    def _tell(self) -> None:
        self.version += 1
        self._news.notify_all()

    def do(self, act: ClockAct, body: Body, id: str = "") -> Clock:
        """Follow an act with the clock.

        An act that changes nothing, such as the second of two pauses, is not an error: two people may press at once.

        Args:
            act: The act.
            body: The body of the match.
            id: Id given by the sender, "" for none; an act that is sent again with the same id is followed once.

        Raises:
            ClockRejectedError: The clock cannot follow it in its present state, or somebody acted after it was pressed.
            webui.records.errors.RecordsError: It cannot be stored; the clock is unchanged.
        """
        with self._news:
            while True:
                if id and any(event.id == id for event in self._events):
                    return self.clock
                event = replace(self._event(act, body), id=id)
                events = needed((*self._events, event))
                clock = follow(self.clock, event)
                try:
                    kept = msgspec.to_builtins(events)
                    self._stamp = self._values.keep(self._table, KEY, kept, self._stamp)
                    break
                except WriteConflictError:  # another process has changed the clock meanwhile
                    self._read()
            self._events, self.clock = events, clock
            self._tell()
            return clock

    def begin(self, seated: datetime, body: Body) -> None:
        """Begin the session of a match at the first press of a start button; later presses change nothing.

        Args:
            seated: Time of the seating.
            body: The body of the match.

        Raises:
            webui.records.errors.RecordsError: It cannot be stored.
        """
        clock = self.clock
        if clock.started is None or clock.started < seated or clock.resting:
            if clock.started and not clock.ended and not clock.resting:
                self.do(End(), body)  # the clock of the match before
            self.do(StartClock(), body)

    def _event(self, act: ClockAct, body: Body) -> ClockEvent:
        now, clock = self.now(), self.clock
        at = now - timedelta(seconds=act.waited)
        others = (event.at for event in self._events if event.id not in act.own)
        if act.waited and at < max(others, default=at) - _TOLERANCE:
            raise ClockRejectedError("clock-went-on")
        if isinstance(act, StartClock | ClockRest):
            if clock.started and not clock.ended and not clock.resting:
                raise ClockRejectedError("clock-runs")
            # an earlier start would be of the match before
            return rest(body, now) if isinstance(act, ClockRest) else start(body, now, act.minutes)
        if clock.started is None:
            raise ClockRejectedError("clock-not-started")
        match act:
            case Extend(minutes):
                if clock.length is None:
                    raise ClockRejectedError("no-session-time")
                return ClockEvent("extended", at, minutes=minutes)
            case StartLimit(name, seconds):
                known = tuple(body.seconds) if seconds is None else LIMITS
                if name not in known:
                    raise ClockRejectedError("no-such-limit", limit=name, known=known)
                if clock.since is None or clock.resting:
                    raise ClockRejectedError("clock-stands")
                return ClockEvent("limit", at, name=name, seconds=seconds or body.seconds[name])
        return ClockEvent(_KINDS[type(act)], at)
