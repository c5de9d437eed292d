"""Errors of a match: refused records, damaged stored values, impossible seatings and dice."""

from dataclasses import dataclass, field
from typing import Literal

from scoring.errors import About, ScoringError, Value

RefusalKind = Literal[
    "wrong-type",
    "not-referee",
    "already-seated",
    "not-four-players",
    "not-a-name",
    "unknown-rules",
    "unknown-body",
    "body-of-other-rules",
    "hands-of-match",
    "no-stake",
    "not-a-stake",
    "nobody-liable",
    "nobody-answers",
    "nobody-seated",
    "other-match",
    "match-over",
    "totals-of-players",
    "totals-off",
    "nothing-left",
    "not-a-seat",
    "dead-hand",
    "player-out",
    "three-left",
    "nobody-out",
    "already-out",
    "under-minimum",
    "over-maximum",
    "winner-pays",
    "discarder-pays",
    "discards-impossible",
    "payer-differs",
    "nobody-pays",
    "somebody-pays",
    "claims-differ",
    "hand-not-read",
    "hand-not-won",
    "hand-no-win",
    "hand-differs",
    "points-differ",
    "no-such-value",
    "no-such-draw",
    "no-amount",
    "no-such-false-win",
    "no-rule",
    "ladder-ended",
    "negative",
    "hand-not-played",
    "not-of-a-hand",
    "ends-no-hand",
    "no-appeal",
    "appeal-decided",
    "hand-not-begun",
    "not-two-players",
    "not-before",
    "record-refused",
    "record-approved",
    "record-of-referee",
    "record-is-change",
    "already-void",
    "swap-hangs",
    "swap-gone",
    "swap-before",
    "seat-open",
    "others-refused",
    "other-hand",
]
"""The reasons of all games why a match cannot follow an act."""

Matter = Literal["fouls", "late", "three-left"]
"""Matters that a body may have no rule for, in a refusal of kind "no-rule"."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a record does not follow from the ones before it: correct the record, or an earlier one.

    Attributes:
        kind: The reason: a `RefusalKind`, or one of a game, see `scoring.match.course.MatchCourse.refusals`.
        about: The players, seats, hands, points and record numbers concerned.
    """

    kind: str
    about: About = field(default_factory=dict)


class RefusedError(ScoringError):
    """An act that a match cannot follow; `fold` keeps it as a `Refusal`, whose kinds it has."""


class ForbiddenError(RefusedError):
    """An act that the rules forbid and that earlier versions recorded: what they kept counts as it did then."""


RecordErrorKind = Literal[
    "not-a-record",
    "unknown-act",
    "fields-missing",
    "fields-unknown",
    "wrong-value",
    "seat-and-player",
]


class RecordError(ScoringError):
    """Values that are not a record or an act of a match: damaged, or written by another program."""

    kind: RecordErrorKind

    def __init__(self, kind: RecordErrorKind, **about: Value) -> None:
        super().__init__(kind, **about)


SeatingErrorKind = Literal[
    "players-out-of-range",
    "not-fours",
    "not-threes",
    "rounds-out-of-range",
    "unknown-player",
    "round-seats-some",
    "same-player",
    "in-two-teams",
    "empty-script",
    "not-a-table-line",
    "tables-differ",
    "seated-twice",
    "no-standing",
    "standing-open",
    "all-started",
    "row-not-full",
    "row-nobody",
    "row-like",
    "rounds-skipped",
]


class SeatingError(ScoringError):
    """A tournament that cannot be seated, or an invalid seating script: change the request, or correct the script."""

    kind: SeatingErrorKind

    def __init__(self, kind: SeatingErrorKind, **about: Value) -> None:
        super().__init__(kind, **about)


class DiceError(ScoringError):
    """Dice that do not show 1 to 6: throw again, or correct the reading."""

    kind: Literal["not-two-dice"]

    def __init__(self, dice: tuple[int, ...]) -> None:
        super().__init__("not-two-dice", dice=dice)
