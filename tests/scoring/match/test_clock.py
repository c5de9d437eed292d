"""The referee's clock: one row a fact."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.match.clock import Clock, ClockEvent, ClockEventKind, Phase, fold, needed, rest, start
from tests.books import BODIES
from tests.rows import row_by_row

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def event(kind: ClockEventKind, minute: float, **about: object) -> ClockEvent:
    return ClockEvent(kind, at(minute), **about)  # type: ignore[arg-type]


BEGUN = start(BODIES["book-1998"], NOON)
RESTED = rest(BODIES["book-1998"], at(100))
TURN = event("limit", 10, name="turn", seconds=15)


@pytest.mark.parametrize(
    ("body", "minutes", "length", "word"),
    [
        ("book-1998", None, 180, 15),
        ("book-1998", 90, 90, 15),
        ("ema", None, 120, 15),
        ("wmo-2006", None, None, None),  # its book, as far as it is known, names no session time
        ("wmo-2006", 90, 90, 15),
        ("zungjung", 10, 10, None),  # shorter than the word
    ],
)
def test_a_session_is_as_long_as_the_body_or_somebody_says(
    body: str, minutes: int | None, length: int | None, word: int | None
) -> None:
    begun = start(BODIES[body], NOON, minutes)
    assert (begun.minutes, begun.word) == (length, word)


@row_by_row(
    ("events", "minute", "phase", "left"),
    [
        ([], 5, "ready", None),
        ([BEGUN], 0, "running", 180),
        ([BEGUN], 170, "running", 10),
        ([BEGUN], 181, "over", -1),
        ([BEGUN, event("paused", 30)], 90, "paused", 150),
        ([BEGUN, event("paused", 30), event("resumed", 50)], 90, "running", 110),
        ([BEGUN, event("extended", 30, minutes=10)], 185, "running", 5),
        ([BEGUN, event("extended", 30, minutes=10), event("extended", 31, minutes=-10)], 170, "running", 10),
        ([BEGUN, event("paused", 30), event("paused", 40), event("resumed", 50)], 90, "running", 110),
        ([BEGUN, event("resumed", 40)], 90, "running", 90),
        ([BEGUN, event("ended", 100)], 170, "ended", 80),
        ([BEGUN, event("ended", 100), event("resumed", 110)], 120, "running", 70),  # ended by mistake
        ([BEGUN, event("ended", 100), replace(BEGUN, at=at(200))], 210, "running", 170),
        ([BEGUN, event("paused", -60), event("resumed", 60)], 70, "running", 170),  # the computer's clock was wrong
        ([BEGUN], -60, "running", 180),
        ([event("paused", 1), event("extended", 2, minutes=5), TURN], 20, "ready", None),
        ([start(BODIES["wmo-2006"], NOON)], 600, "running", None),
        ([BEGUN, event("ended", 95), RESTED], 110, "rest", 5),
        ([RESTED], 120, "rest", -5),  # also before the first session
        ([BEGUN, RESTED], 110, "running", 70),  # no rest while a session runs
        ([RESTED, event("extended", 105, minutes=5)], 110, "rest", 10),
        ([RESTED, event("paused", 105), event("resumed", 109)], 110, "rest", 9),
        ([RESTED, event("ended", 105)], 110, "ended", 10),
        ([RESTED, replace(BEGUN, at=at(116))], 126, "running", 170),
        ([rest(BODIES["zungjung"], NOON)], 5, "rest", 10),  # a body without one rests as the book of 1998
    ],
)
def test_time_runs_while_it_is_neither_paused_nor_ended(
    events: list[ClockEvent], minute: float, phase: Phase, left: float | None
) -> None:
    clock = fold(events)
    assert clock.phase(at(minute)) == phase
    assert clock.left(at(minute)) == (None if left is None else timedelta(minutes=left))


@pytest.mark.parametrize(
    ("events", "second", "left"),
    [
        ([BEGUN, TURN], 5, 10),
        ([BEGUN, TURN], 20, -5),
        ([BEGUN, TURN, event("settled", 10.1)], 20, None),
        ([BEGUN, TURN, event("paused", 10 + 4 / 60)], 3600, 11),
        ([BEGUN, TURN, event("paused", 10 + 4 / 60), event("resumed", 20)], 603, 8),
        ([BEGUN, TURN, event("limit", 10.5, name="claim", seconds=3)], 31, 2),
        ([BEGUN, TURN, event("ended", 11)], 90, None),
        ([BEGUN, event("paused", 9), TURN], 5, None),
        ([TURN], 5, None),
        ([replace(RESTED, at=NOON), TURN], 5, None),
    ],
)
def test_a_limit_runs_with_the_clock(events: list[ClockEvent], second: float, left: float | None) -> None:
    assert fold(events).limit_left(at(10) + timedelta(seconds=second)) == (
        None if left is None else timedelta(seconds=left)
    )


EVENTS = st.lists(
    st.builds(
        ClockEvent,
        st.sampled_from(get_args(ClockEventKind)),
        st.integers(-300, 300).map(at),
        minutes=st.none() | st.integers(-500, 500),
        word=st.none() | st.integers(0, 60),
        name=st.none() | st.sampled_from(["turn", "claim"]),
        seconds=st.none() | st.integers(0, 60),
    ),
    max_size=12,
)


@given(EVENTS, st.integers(0, 600), st.integers(0, 60))
def test_any_events_fold_and_playing_time_never_runs_back(events: list[ClockEvent], minute: int, more: int) -> None:
    clock = fold(events)
    first, later = clock.played(at(minute)), clock.played(at(minute + more))
    assert timedelta() <= first <= later <= first + timedelta(minutes=more)
    assert (clock.phase(at(minute)) == "ready") == (clock.started is None)


@settings(max_examples=200)
@given(EVENTS)
def test_dropping_what_is_not_needed_changes_nothing(events: list[ClockEvent]) -> None:
    def seen(clock: Clock) -> Clock:
        return replace(clock, last=None)

    by_time = sorted(events, key=lambda event: event.at)  # what is dropped may have held back an earlier one
    assert seen(fold(needed(by_time))) == seen(fold(by_time))
