"""The records that stand after corrections and voids, in a match as in an event."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.match.event_acts import EventCorrected, EventVoid
from scoring.match.records import Corrected, Void

Stands = bool | int
"""True for a record that counts as it was made, False for a void one, else the number of the record that replaces
it."""


@dataclass(frozen=True, slots=True)
class Revisions:
    """Corrections and voids in force.

    Attributes:
        changes: Numbers of all corrections and voids, those that are void too.
        void: The last void of each voided record, by the number of that record.
        corrected: The last correction of each corrected record, by the number of that record.
    """

    changes: frozenset[int]
    void: Mapping[int, int]
    corrected: Mapping[int, int]

    def by(self, number: int) -> int | None:
        """Return the number of the record that replaces this one, its own if none does, or None if it is void."""
        return None if number in self.void else self.corrected.get(number, number)

    def of(self, number: int, act: Any) -> Stands:
        """Return True if a record stands, the number of the record that replaces it, or False if it is void."""
        by = self.by(number)
        if by is not None and isinstance(act, Corrected | EventCorrected):
            by = self.corrected[act.of]
        return by is not None and (by == number or by)


def revisions(acts: Iterable[tuple[int, Any]]) -> Revisions:
    """Return the corrections and voids in force after some acts of a match or an event.

    A void that is itself void has no effect; of two corrections of a record the later counts.

    Args:
        acts: Numbered acts in their order; only corrections and voids that were accepted matter.
    """
    void: dict[int, int] = {}
    corrected: dict[int, int] = {}
    changes = list(acts)
    for number, act in reversed(changes):
        if number in void:
            continue
        if isinstance(act, Void | EventVoid):
            void.setdefault(act.of, number)
        elif isinstance(act, Corrected | EventCorrected):
            corrected.setdefault(act.of, number)
    return Revisions(frozenset(number for number, _ in changes), void, corrected)
