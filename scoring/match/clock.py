"""The referee's clock of one table: session time, notice before its end, and the time limits of single acts.

Folding its events gives the clock. Events carry wall-clock time (UTC), so every device gets the same clock, also after
a restart. While the clock is paused, neither the session nor a limit runs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from scoring.match.bodies import Body

ClockEventKind = Literal["started", "paused", "resumed", "extended", "limit", "settled", "ended", "rest"]

Phase = Literal["ready", "running", "paused", "over", "ended", "rest"]
"""The state of a clock: not started, running, paused, running beyond its session time, ended by a person, or counting
a rest between sessions."""

LAST_WORD: Final = "notice before the end"
"""The entry of `Body.minutes` for the time between the referee's notice and the end."""

_USUAL_LAST_WORD: Final = 15
"""Minutes of that entry where a body has none (printed rule book of 1998)."""

REST: Final = "rest between sessions"
"""The entry of `Body.minutes` for the rest between two sessions."""

_USUAL_REST: Final = 15
"""Minutes of that entry where a body has none (printed rule book of 1998)."""

_BEGINNINGS: Final = ("started", "rest")
"""The kinds of events after which nothing before matters."""

_LIMITS: Final = ("limit", "settled")
"""The kinds of events that concern a limit alone."""


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """One event of a clock.

    Attributes:
        kind: "started" begins a session, "extended" adds minutes to it or removes some, "limit" begins the time limit
            of one act, "settled" means that the act was done, "ended" ends the session, "rest" begins a rest after it.
        at: Time of the event (UTC).
        minutes: Of "started" the session time, or None if unlimited; of "rest" its time; of "extended" the minutes
            added.
        word: Of "started" the minutes before the end at which the referee gives notice, or None for no notice.
        name: Of "limit" its name in `Body.seconds`.
        seconds: Of "limit" its length.
        id: The sender's id, by which an act that is sent again is followed once; empty for none.
    """

    kind: ClockEventKind
    at: datetime
    minutes: int | None = None
    word: int | None = None
    name: str | None = None
    seconds: int | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """The time limit of one act.

    Attributes:
        name: Its name in `Body.seconds`.
        length: Length of the limit.
        begun: Playing time of the session at its start.
    """

    name: str
    length: timedelta
    begun: timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a table after its events.

    Attributes:
        started: Start of the session, or None before it.
        length: Session time including all extensions, or None if unlimited.
        extra: Sum of the extensions.
        word: Time before the end at which the referee gives notice, or None for no notice.
        gone: Playing time up to `since`, or in all while the clock is stopped.
        since: Time at which it last began to run, or None while it is stopped.
        limit: The current limit; it is paused with the clock.
        ended: True if the session was ended.
        last: Time of the last event.
        resting: True if it counts a rest between sessions, and no session.
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
    resting: bool = False

    def played(self, now: datetime) -> timedelta:
        """Return the playing time of the session without pauses; never less than at the last event."""
        return self.gone + max(now - self.since, timedelta()) if self.since else self.gone

    def left(self, now: datetime) -> timedelta | None:
        """Return the session time left, negative once it is over, or None if unlimited or not started."""
        return self.length - self.played(now) if self.length is not None and self.started else None

    def limit_left(self, now: datetime) -> timedelta | None:
        """Return the time left of the limit, negative once it has passed, or None if there is no limit."""
        return self.limit.begun + self.limit.length - self.played(now) if self.limit else None

    def phase(self, now: datetime) -> Phase:
        """Return the state of the clock."""
        if self.started is None:
            return "ready"
        if self.ended:
            return "ended"
        if self.since is None:
            return "paused"
        if self.resting:
            return "rest"
        left = self.left(now)
        return "over" if left is not None and left <= timedelta() else "running"


def start(body: Body, at: datetime, minutes: int | None = None) -> ClockEvent:
    """Return the event that begins a session.

    Args:
        body: The body of the match. If it has no notice before the end, the printed rule book of 1998 decides.
        at: Time of the start (UTC).
        minutes: Session time, or None for the body's, which may be unlimited.
    """
    word = body.minutes.get(LAST_WORD, _USUAL_LAST_WORD)
    length = body.minutes.get("session") if minutes is None else minutes
    return ClockEvent("started", at, minutes=length, word=None if length is None or length <= word else word)


def rest(body: Body, at: datetime) -> ClockEvent:
    """Return the event that begins a rest between two sessions."""
    return ClockEvent("rest", at, minutes=body.minutes.get(REST, _USUAL_REST))


def fold(events: Iterable[ClockEvent]) -> Clock:
    """Return the clock after some events, the oldest first."""
    clock = Clock()
    for event in events:
        clock = follow(clock, event)
    return clock


def follow(clock: Clock, event: ClockEvent) -> Clock:
    """Return the clock after an event.

    An event that does not apply, such as a pause of a stopped clock, changes nothing. An event earlier than the last
    one, as after the computer's clock was set back, counts at the time of the last one; a new session and a rest begin
    at their own time.
    """
    at = event.at if clock.last is None or event.kind in _BEGINNINGS else max(event.at, clock.last)
    clock = replace(clock, last=at)
    begun = clock.started is not None
    runs = clock.since is not None
    match event.kind:
        case "started":
            return Clock(at, _minutes(event.minutes), word=_minutes(event.word), since=at, last=at)
        case "rest" if not begun or clock.ended or clock.resting:
            return Clock(at, _minutes(event.minutes), since=at, last=at, resting=True)
        case "paused" | "ended" if begun and not clock.ended:
            limit = None if event.kind == "ended" else clock.limit
            return replace(clock, gone=clock.played(at), since=None, limit=limit, ended=event.kind == "ended")
        case "resumed" if begun and not runs:
            return replace(clock, since=at, ended=False)
        case "extended" if begun and clock.length is not None:
            more = timedelta(minutes=event.minutes or 0)
            return replace(clock, length=max(clock.length + more, timedelta()), extra=clock.extra + more)
        case "limit" if runs and not clock.resting and event.name and event.seconds:
            return replace(clock, limit=Limit(event.name, timedelta(seconds=event.seconds), clock.played(at)))
        case "settled":
            return replace(clock, limit=None)
    return clock


def needed(events: Sequence[ClockEvent]) -> tuple[ClockEvent, ...]:
    """Return the events that still affect the clock: those of the last session or rest, with only the last limit."""
    clock = Clock()
    first, last = 0, -1
    for n, event in enumerate(events):
        after = follow(clock, event)
        if event.kind == "started" or (event.kind == "rest" and after.resting):
            first = n
        elif event.kind in _LIMITS and after.limit != clock.limit:
            last = n
        clock = after
    return tuple(event for n, event in enumerate(events[first:], first) if event.kind not in _LIMITS or n == last)


def _minutes(minutes: int | None) -> timedelta | None:
    return None if minutes is None else timedelta(minutes=minutes)
