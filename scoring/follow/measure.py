"""A followed deal against the course that a person has put right: the same, missing, added, and surely wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.follow.events import AnyEvent, Correction, Discard, Unseen, essence

WITHIN: Final = 5.0
"""Seconds that an event may be off. More takes another discard of the same tile for it."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The outcome; gaps and corrections count as nothing.

    Attributes:
        right: The events that were followed as they happened.
        missed: The events that were not.
        added: The events that were followed and did not happen so.
    """

    right: tuple[AnyEvent, ...]
    missed: tuple[AnyEvent, ...]
    added: tuple[AnyEvent, ...]

    @property
    def sure(self) -> int:
        """The number of sure events."""
        return sum(event.sure for event in (*self.right, *self.added))

    @property
    def surely_wrong(self) -> tuple[AnyEvent, ...]:
        """The sure events that are wrong."""
        return tuple(event for event in self.added if event.sure)


def measure(truth: Sequence[AnyEvent], followed: Sequence[AnyEvent]) -> Measure:
    """Compare a followed deal with the truth: the longest course that is the same in both, in order."""
    own, given = _counted(truth), _counted(followed)
    same = [[_what(one) == _what(two) and abs(one.t - two.t) <= WITHIN for two in given] for one in own]
    most = [[0] * (len(given) + 1) for _ in range(len(own) + 1)]
    for i in reversed(range(len(own))):
        for j in reversed(range(len(given))):
            most[i][j] = max(most[i + 1][j], most[i][j + 1], same[i][j] + most[i + 1][j + 1])
    i = j = 0
    right, missed, added = list[AnyEvent](), list[AnyEvent](), list[AnyEvent]()
    while i < len(own) and j < len(given):
        if same[i][j] and most[i][j] == 1 + most[i + 1][j + 1]:
            right.append(given[j])
            i, j = i + 1, j + 1
        elif most[i][j] == most[i + 1][j]:
            missed.append(own[i])
            i += 1
        else:
            added.append(given[j])
            j += 1
    return Measure(tuple(right), (*missed, *own[i:]), (*added, *given[j:]))


def _counted(events: Sequence[AnyEvent]) -> list[AnyEvent]:
    return sorted((each for each in events if not isinstance(each, Unseen | Correction)), key=lambda each: each.t)


def _what(event: AnyEvent) -> tuple[object, ...]:
    """Return the parts of an event that must agree; its declaration tells of a discard that lies crosswise."""
    return essence(event)[:3] if isinstance(event, Discard) else essence(event)
