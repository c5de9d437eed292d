"""The errors of a match: what a record, a stored value or a throw of dice is refused for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scoring.errors import About, ScoringError, Value

RefusalKind = Literal[
    "already-seated",
    "not-four-players",
    "nobody-seated",
    "match-over",
    "not-a-seat",
    "dead-hand",
    "under-minimum",
    "winner-pays",
    "claims-differ",
    "no-amount",
    "penalty-paid",
    "penalty-deducted",
    "hand-not-played",
    "not-before",
    "record-approved",
    "record-is-approval",
    "record-is-change",
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a record does not follow from the ones before it: correct the record, or one before it.

    Attributes:
        kind: What does not follow.
        about: The players, seats, hands, points and record numbers that it is about.
    """

    kind: RefusalKind
    about: About = field(default_factory=dict)


class RefusedError(ScoringError):
    """An act that a match cannot follow; `fold` keeps it as a `Refusal`."""

    kind: RefusalKind

    def __init__(self, kind: RefusalKind, **about: Value) -> None:
        super().__init__(kind, **about)


class RecordError(ScoringError):
    """Stored values that are no record of a match: they were written by something else, or damaged."""

    kind: Literal["not-a-record"]

    def __init__(self, record: Mapping[str, Any], why: Exception) -> None:
        super().__init__("not-a-record", record=repr(record), why=repr(why))


class DiceError(ScoringError):
    """Dice that show what dice cannot show: throw again, or correct what was read."""

    kind: Literal["not-two-dice"]

    def __init__(self, dice: tuple[int, ...]) -> None:
        super().__init__("not-two-dice", dice=dice)
