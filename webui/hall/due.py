"""The next step of an event at its desk."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from scoring.match.clock import Phase
from scoring.match.event import Event

_Step = Literal["enter", "fill", "draw", "start-clocks", "play", "release", "pair", "publish", "seat", "start", "end"]
"""Steps in their order: enter players, fill the last table, draw the seating; then for each round draw it if it is not
drawn (`pair`), fill empty seats (`seat`), publish a seating that was held (`publish`), start it, start its clocks, play
and release its results; `end` after the last one."""


class DueStep(Struct, frozen=True, kw_only=True):
    """The due step; `tables` are those that the draw fills, or that still play the round."""

    step: _Step
    round: int | None = None
    tables: int = 0


def awaited(event: Event) -> list[int]:
    """Return the players who are not here yet, or none if no check-in was recorded."""
    if not any(each.here for each in event.playing):
        return []
    return [each.person.number for each in event.playing if not each.here and not each.person.substitute]


def vacant(event: Event) -> int:
    """Return the number of players missing at the last table."""
    return -len(event.playing) % event.size


def due_step(event: Event, clocks: Sequence[Phase | None]) -> DueStep:
    """Return the due step.

    Args:
        event: The event.
        clocks: The state of the clock of each table that still plays the newest round, or None without one.
    """
    if not event.entrants:
        return DueStep(step="enter")
    if not event.seating:
        return DueStep(step="fill" if vacant(event) else "draw", tables=len(event.playing) // event.size)
    current = max(event.rounds, default=None)
    if clocks:
        stands = any(phase in (None, "ready", "ended", "rest") for phase in clocks)
        return DueStep(step="start-clocks" if stands else "play", round=current, tables=len(clocks))
    if current is not None and current not in event.released:
        return DueStep(step="release", round=current)
    coming = event.next_round
    if coming is None:
        return DueStep(step="end" if event.undrawn is None else "pair", round=event.undrawn)
    if event.missing(coming):
        return DueStep(step="seat", round=coming)
    return DueStep(step="publish" if coming in event.held else "start", round=coming)
