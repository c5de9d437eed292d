"""Errors of an event: refused acts."""

from typing import Literal

from scoring.errors import ScoringError, Value

EventRefusalKind = Literal[
    "not-opened",
    "opened-already",
    "event-nameless",
    "event-rules",
    "event-body",
    "event-numbers",
    "event-times",
    "event-zone",
    "bye-unusable",
    "weight-unusable",
    "name-unusable",
    "name-entered",
    "number-entered",
    "ema-entered",
    "ema-unusable",
    "nobody-entered",
    "too-many-players",
    "no-such-entry",
    "player-withdrawn",
    "round-unknown",
    "round-started",
    "round-not-started",
    "round-not-drawn",
    "round-before",
    "round-drawn",
    "round-twice",
    "day-unusable",
    "stands-in-twice",
    "team-unknown",
    "team-without",
    "line-up-size",
    "seating-uneven",
    "seated-elsewhere",
    "stage-early",
    "stage-twice",
    "stage-players",
    "stage-out",
    "stage-too-many",
    "cut-tied",
    "not-two-entries",
    "place-empty",
    "table-unknown",
    "table-taken",
    "table-number",
    "table-finished",
    "table-typed",
    "table-twice",
    "no-results",
    "round-released",
    "sits-elsewhere",
    "totals-uneven",
    "totals-differ",
    "left-unusable",
    "sheet-unknown",
    "minutes-unusable",
    "amount-unusable",
    "act-not-before",
    "act-is-change",
    "act-of-other-kind",
    "act-taken-back",
    "act-final",
    "act-needed",
]


class EventRejectedError(ScoringError):
    """An act that an event cannot follow; nothing has changed.

    Attributes:
        kind: The reason.
        about: The players, rounds, tables and records concerned; players by name.
    """

    kind: EventRefusalKind

    def __init__(self, kind: EventRefusalKind, **about: Value) -> None:
        super().__init__(kind, **about)
