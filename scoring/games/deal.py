"""A whole deal, settled act by act from a file: the form that every game gives its result, and what is wrong in one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import About, ScoringError
from scoring.tiles import WINDS


class DealError(ScoringError):
    """A deal that cannot be settled: correct the act.

    Its `about` has the number of the act, from 1, or 0 for the deal as a whole.
    """


@dataclass(frozen=True, slots=True)
class DealRemark:
    """A remark on an act that could be settled.

    Attributes:
        kind: The remark, in lower-case words joined by hyphens.
        about: Its parameters.
    """

    kind: str
    about: About = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment of an act.

    Attributes:
        why: The reason, in lower-case words joined by hyphens.
        points: The gain or loss of each seat, which sum to zero but for what lies on the table.
        of: The seat that it is about, such as the winner.
        fan: The fan that it is for, or None.
    """

    why: str
    points: Mapping[str, int]
    of: str = ""
    fan: int | None = None


@dataclass(frozen=True, slots=True)
class SettledStep:
    """An act of a deal with what it changes.

    Attributes:
        act: The act, as the file has it, with the state of each hand that it shows.
        payments: Its payments, in their order.
        penalties: Points that seats lose to nobody.
        remarks: Remarks on it.
    """

    act: Mapping[str, Any]
    payments: Sequence[Payment] = ()
    penalties: Mapping[str, int] = field(default_factory=dict)
    remarks: Sequence[DealRemark] = ()

    @property
    def change(self) -> dict[str, int]:
        """The gain or loss of each seat by the act."""
        return summed([payment.points for payment in self.payments])


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """A deal as it stands after its acts.

    Attributes:
        steps: The acts.
        next_dealer: Seat of the next dealer.
        over: True if the deal has ended.
        open: Seats whose win is recorded and not yet counted; its payments are left out.
        seats: The seats of its players.
        left: Numbers that the next deal begins with, such as counters, in a game with such.
    """

    steps: Sequence[SettledStep]
    next_dealer: str
    over: bool
    open: tuple[str, ...] = ()
    seats: tuple[str, ...] = WINDS
    left: Mapping[str, int] = field(default_factory=dict)

    @property
    def changes(self) -> list[dict[str, int]]:
        """The gain or loss of each seat by each act."""
        return [{seat: step.change[seat] for seat in self.seats} for step in self.steps]

    @property
    def payments(self) -> dict[str, int]:
        """The gain or loss of each seat, which sum to zero but for what lies on the table."""
        return {seat: sum([change[seat] for change in self.changes]) for seat in self.seats}

    @property
    def penalties(self) -> dict[str, int]:
        """Points that seats have lost to nobody, by those seats."""
        found = summed([step.penalties for step in self.steps])
        return {seat: points for seat, points in found.items() if points}


def summed(parts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums by seat."""
    return {seat: sum([part.get(seat, 0) for part in parts]) for seat in WINDS}
