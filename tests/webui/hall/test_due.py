"""The step of an event that is due at its desk."""

from collections.abc import Sequence

import pytest

from scoring.match.clock import Phase
from scoring.match.event import Event
from scoring.match.event_acts import (
    Absent,
    CheckedIn,
    Entered,
    EventAct,
    Opened,
    PlayerEntry,
    Released,
    SeatingDrawn,
    SeatingPublished,
    Started,
)
from webui.hall.due import DueStep, awaited, due_step, vacant

OPENED = Opened("Cup", rules="mcr", rounds=2)
EIGHT = Entered(tuple(PlayerEntry(n, f"Player {n}") for n in range(1, 9)))
DRAWN = SeatingDrawn(1, (((1, 2, 5, 6), (3, 4, 7, 8)), ((3, 1, 7, 5), (4, 2, 8, 6))), 7)
FIRST = SeatingDrawn(1, DRAWN.rounds[:1], 7)
HELD = SeatingDrawn(1, DRAWN.rounds, 7, held=True)
READY = (OPENED, EIGHT, DRAWN)
PLAYED = (*READY, Started(1))


def event(*acts: EventAct) -> Event:
    return Event.of(enumerate(acts, 1))


@pytest.mark.parametrize(
    ("acts", "clocks", "due"),
    [
        ((OPENED,), (), DueStep(step="enter")),
        ((OPENED, Entered(EIGHT.people[:6])), (), DueStep(step="fill", tables=1)),
        ((OPENED, EIGHT), (), DueStep(step="draw", tables=2)),
        (READY, (), DueStep(step="start", round=1)),
        ((*READY, Absent(3, (1,))), (), DueStep(step="seat", round=1)),
        ((OPENED, EIGHT, HELD), (), DueStep(step="publish", round=1)),
        ((OPENED, EIGHT, HELD, SeatingPublished(1)), (), DueStep(step="start", round=1)),
        (PLAYED, (None, "running"), DueStep(step="start-clocks", round=1, tables=2)),
        (PLAYED, ("ended",), DueStep(step="start-clocks", round=1, tables=1)),
        (PLAYED, ("paused", "over"), DueStep(step="play", round=1, tables=2)),
        (PLAYED, (), DueStep(step="release", round=1)),
        ((*PLAYED, Released(1)), (), DueStep(step="start", round=2)),
        ((*PLAYED, Released(1), Started(2), Released(2)), (), DueStep(step="end")),
        ((OPENED, EIGHT, FIRST, Started(1), Released(1)), (), DueStep(step="pair", round=2)),
    ],
)
def test_one_step_is_due(acts: Sequence[EventAct], clocks: Sequence[Phase | None], due: DueStep) -> None:
    assert due_step(event(*acts), clocks) == due


def test_players_are_awaited_once_somebody_is_here() -> None:
    spare = Entered((PlayerEntry(9, "Ida", substitute=True),))
    assert awaited(event(OPENED, EIGHT, spare)) == []
    assert awaited(event(OPENED, EIGHT, spare, CheckedIn(1), CheckedIn(2))) == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(("players", "places"), [(4, 0), (5, 3), (7, 1), (8, 0)])
def test_places_at_the_last_table_are_vacant(players: int, places: int) -> None:
    assert vacant(event(OPENED, Entered(EIGHT.people[:players]))) == places
