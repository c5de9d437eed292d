"""The referee's clock of one table: session time, the word before its end, and the limits of a single act.

A clock is what folding its events gives. Events carry the time of the wall clock (UTC), so the same clock follows from
them on every device and after a restart. While it is paused neither the session nor a limit runs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from scoring.match.bodies import BODIES, Body

ClockEventKind = Literal["started", "paused", "resumed", "extended", "limit", "settled", "ended"]

Phase = Literal["ready", "running", "paused", "over", "ended"]
"""How a clock stands: not started, running, paused, running beyond its session time, ended by somebody."""

LAST_WORD: Final = "notice before the end"
"""The entry of `Body.minutes` for how long before the end the referee says so."""

_LIMITS: Final = ("limit", "settled")
"""Kinds of events that are about a limit alone."""


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """Something that happens to a clock.

    Attributes:
        kind: "started" begins a session, "extended" gives it more minutes (or takes some back), "limit" begins the time
            limit of one act, "settled" says that the act was done, "ended" ends the session.
        at: When (UTC).
        minutes: Of "started" the session time, None where it has none; of "extended" what is added.
        word: Of "started": minutes before the end at which the referee says so, None for no word.
        name: Of "limit": which, as in `Body.seconds`.
        seconds: Of "limit": how long.
    """

    kind: ClockEventKind
    at: datetime
    minutes: int | None = None
    word: int | None = None
    name: str | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """The time limit of one act.

    Attributes:
        name: Which, as in `Body.seconds`.
        length: How long.
        begun: Playing time of the session when it began.
    """

    name: str
    length: timedelta
    begun: timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a table as its events leave it.

    Attributes:
        started: When the session began; None while none has.
        length: Session time with all that was added; None where there is no limit.
        extra: What was added to it.
        word: How long before the end the referee says so; None for no word.
        gone: Playing time up to `since`, or in all while the clock stands.
        since: When it last began to run; None while it stands.
        limit: The limit that runs, or stands while the clock does.
        ended: Whether the session was ended.
        last: Time of the last event.
    """

    started: datetime | None = None
    length: timedelta | None = None
    extra: timedelta = timedelta()
    word: timedelta | None = None
    gone: timedelta = timedelta()
    since: datetime | None = None
    limit: Limit | None = None
    ended: bool = False
    last: datetime | None = None

    def played(self, now: datetime) -> timedelta:
        """Playing time of the session, pauses left out; never less than at the last event."""
        return self.gone + max(now - self.since, timedelta()) if self.since else self.gone

    def left(self, now: datetime) -> timedelta | None:
        """Session time left, negative once it is over; None where the session has no limit or none has begun."""
        return self.length - self.played(now) if self.length is not None and self.started else None

    def limit_left(self, now: datetime) -> timedelta | None:
        """Time left of the limit, negative once it has passed; None while there is none."""
        return self.limit.begun + self.limit.length - self.played(now) if self.limit else None

    def phase(self, now: datetime) -> Phase:
        """How the clock stands."""
        if self.started is None:
            return "ready"
        if self.ended:
            return "ended"
        if self.since is None:
            return "paused"
        left = self.left(now)
        return "over" if left is not None and left <= timedelta() else "running"


def start(body: Body, at: datetime, minutes: int | None = None) -> ClockEvent:
    """The event that begins a session.

    Args:
        body: The body that the match is played by. One that does not say when the end is announced follows the printed
            rule book of 1998.
        at: When (UTC).
        minutes: Session time; None for the one that the body has, which may be none.
    """
    word = body.minutes.get(LAST_WORD, BODIES["book-1998"].minutes[LAST_WORD])
    length = body.minutes.get("session") if minutes is None else minutes
    return ClockEvent("started", at, minutes=length, word=None if length is None or length <= word else word)


def fold(events: Iterable[ClockEvent]) -> Clock:
    """The clock that events leave, the oldest first."""
    clock = Clock()
    for event in events:
        clock = follow(clock, event)
    return clock


def follow(clock: Clock, event: ClockEvent) -> Clock:
    """The clock after an event.

    An event that does not apply, such as a pause of a clock that stands, changes nothing. One that is earlier than the
    last, as when the computer's clock was set back, counts as at the time of the last; a new session begins when it
    says.
    """
    at = event.at if clock.last is None or event.kind == "started" else max(event.at, clock.last)
    clock = replace(clock, last=at)
    begun = clock.started is not None
    runs = clock.since is not None
    match event.kind:
        case "started":
            return Clock(at, _minutes(event.minutes), word=_minutes(event.word), since=at, last=at)
        case "paused" | "ended" if begun and not clock.ended:
            limit = None if event.kind == "ended" else clock.limit
            return replace(clock, gone=clock.played(at), since=None, limit=limit, ended=event.kind == "ended")
        case "resumed" if begun and not runs:
            return replace(clock, since=at, ended=False)
        case "extended" if begun and clock.length is not None:
            more = timedelta(minutes=event.minutes or 0)
            return replace(clock, length=max(clock.length + more, timedelta()), extra=clock.extra + more)
        case "limit" if runs and event.name and event.seconds:
            return replace(clock, limit=Limit(event.name, timedelta(seconds=event.seconds), clock.played(at)))
        case "settled":
            return replace(clock, limit=None)
    return clock


def needed(events: Sequence[ClockEvent]) -> tuple[ClockEvent, ...]:
    """The events that the clock still follows from: those of the last session, with the last limit alone."""
    clock = Clock()
    first, last = 0, -1
    for n, event in enumerate(events):
        after = follow(clock, event)
        if event.kind == "started":
            first = n
        elif event.kind in _LIMITS and after.limit != clock.limit:
            last = n
        clock = after
    return tuple(event for n, event in enumerate(events[first:], first) if event.kind not in _LIMITS or n == last)


def _minutes(minutes: int | None) -> timedelta | None:
    return None if minutes is None else timedelta(minutes=minutes)
