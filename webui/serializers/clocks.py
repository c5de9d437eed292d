"""Clocks of tables and of a hall as plain JSON."""

from datetime import datetime

from msgspec import Struct, structs

from scoring.match import clock as clocks
from scoring.match.bodies import Body
from scoring.match.clock import Phase
from webui.match.clock import TableClock


class RunningLimit(Struct, frozen=True):
    """The time limit of one act, in seconds."""

    name: str
    seconds: float
    left: float


class ClockJumpShown(Struct, frozen=True):
    """A jump of the computer's clock: when, and by how many seconds."""

    at: str
    seconds: int


class ClockOffers(Struct, frozen=True):
    """The times that the rules name: minutes of a session and of a rest after it, and seconds of the limits of acts."""

    minutes: float | None
    limits: dict[str, int]
    rest: int


class RunningClock(Struct, frozen=True):
    """A clock at this moment: seconds played and left, and the minutes of the session that people set."""

    phase: Phase
    played: float
    left: float | None
    word: float | None
    extra: float


def running_json(clock: clocks.Clock, now: datetime) -> RunningClock:
    """Return a clock at a moment; a page counts on from there."""
    left = clock.left(now)
    return RunningClock(
        phase=clock.phase(now),
        played=clock.played(now).total_seconds(),
        left=None if left is None else left.total_seconds(),
        word=None if clock.word is None else clock.word.total_seconds() / 60,
        extra=clock.extra.total_seconds() / 60,
    )


class ClockShown(RunningClock, frozen=True, kw_only=True):
    """The clock of a table, with the running limit of an act, and the times that the rules name."""

    version: int
    at: str
    started: str | None
    minutes: float | None
    limit: RunningLimit | None
    jump: ClockJumpShown | None
    offers: ClockOffers


def clock_json(clock: TableClock, body: Body) -> ClockShown:
    """Return a clock at this moment.

    A page counts on from the moment at which it receives this, without knowing the time.

    Args:
        clock: The clock.
        body: The body whose rules the match follows.
    """
    version, now, state = clock.version, clock.now(), clock.clock
    jump = clock.jump
    limit, limit_left = state.limit, state.limit_left(now)
    return ClockShown(
        **structs.asdict(running_json(state, now)),
        version=version,
        at=now.isoformat(timespec="milliseconds"),
        started=state.started.isoformat(timespec="seconds") if state.started else None,
        minutes=None if state.length is None else state.length.total_seconds() / 60,
        limit=RunningLimit(limit.name, limit.length.total_seconds(), limit_left.total_seconds())
        if limit is not None and limit_left is not None
        else None,
        jump=ClockJumpShown(jump[0].isoformat(timespec="seconds"), round(jump[1].total_seconds())) if jump else None,
        offers=ClockOffers(body.minutes.get("session"), dict(body.seconds), clocks.rest(body, now).minutes or 0),
    )
