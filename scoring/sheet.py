"""The score sheet of a hand: the lines that count, the excluded patterns, and the reason for each exclusion."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from scoring.findings import UNUSABLE, Finding, HandFault, faults_of
from scoring.hand import Win

Set = tuple[str, ...]
"""The tiles of a set, as codes."""


class PatternName(NamedTuple):
    """The names of a pattern in a rule book.

    Attributes:
        id: The rule book's number.
        name: English name.
        zh: Chinese name.
    """

    id: int | str
    name: str
    zh: str


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern that counts.

    Attributes:
        id: The rule book's number.
        name: English name.
        zh: Chinese name.
        points: Points of the line, `count` times the pattern's value.
        count: Number of times it counts.
        sets: The sets that form it.
        ja: Japanese name, or "".
    """

    id: int | str
    name: str
    zh: str
    points: int
    count: int
    sets: tuple[Set, ...]
    ja: str = ""


Principle = Literal[
    "non-repeat",
    "non-separation",
    "non-identical",
    "account-once",
    "high-versus-low",
    "one of a series",
    "listed limit",
    "freedom of count",
    "included",
    "contradiction",
]
"""Principles by which a pattern does not count.

The first five are those of the Chinese rules, the next three those of the World Series of Mahjong. Under other rules
some patterns are included in others. A contradiction is a circumstance that the tiles rule out.
"""

Because = tuple[PatternName, ...] | int | Finding
"""Cause of an exclusion: other patterns, points of the interpretation that counts, or a contradiction."""


class ExcludedPattern(NamedTuple):
    """A pattern that the hand has and that does not count.

    A tuple, because a sheet makes many of them and a frozen dataclass is made more slowly.

    Attributes:
        id: The rule book's number.
        name: English name.
        zh: Chinese name.
        because: The cause of the exclusion.
        principle: The principle of the rules that excludes it.
        sets: The sets that would form it.
    """

    id: int | str
    name: str
    zh: str
    because: Because
    principle: Principle
    sets: tuple[Set, ...] = ()


@dataclass(frozen=True, slots=True)
class Tie:
    """Another interpretation of the same tiles with the same value.

    Attributes:
        arrangement: Its sets, the pair last.
        patterns: English names of the patterns that would count.
        patterns_zh: Their Chinese names.
    """

    arrangement: tuple[Set, ...]
    patterns: tuple[str, ...]
    patterns_zh: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """A tournament's answer to a disputed reading that changes the score of a hand.

    Attributes:
        switch: Number of the reading, such as "S15".
        answer: The tournament's answer.
        other: The answer of the preset that the tournament is based on.
        otherwise: The total with the other answer, flowers included.
    """

    switch: str
    answer: str
    other: str
    otherwise: int


class ScoreTotals(NamedTuple):
    """The totals of a hand's sheet without the reasons; computed in half the time.

    Attributes:
        wins: True if the tiles make a winning hand.
        total: Points, flowers included; 0 if it does not win.
        legal: True if the hand may be declared.
    """

    wins: bool
    total: int
    legal: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score of a hand under one rule book, with the reasons.

    Attributes:
        win: The hand.
        rules: Name of the preset.
        version: The edition of the preset, which changes whenever a hand's total may.
        wins: True if the tiles make a winning hand.
        total: Points, flowers included; 0 if it does not win.
        minimum: Points that a hand needs without its flowers.
        counted: Points that count towards the minimum.
        lines: The patterns that count, in the order of the rule book's list.
        left_out: The excluded patterns.
        arrangement: The sets as interpreted, the pair last; single tiles if the hand has no sets.
        ties: Other interpretations of equal value.
        findings: The faults of the hand.
        payments: Exact amount that each seat wins or pays, or None if nothing is due or the payer is unknown.
        limit: "listed" or "compound" if the rule book caps the value, else "".
        rulings: The tournament's answers that change the total.
        switches: The switches that the preset answers otherwise than the default of its game, with its answers, if the
            game shows them.
        extra: The result in the game's own terms, or None; only its game reads it.
    """

    win: Win
    rules: str
    version: str
    wins: bool
    total: int
    minimum: int
    counted: int
    lines: tuple[Line, ...]
    left_out: tuple[ExcludedPattern, ...]
    arrangement: tuple[Set, ...]
    ties: tuple[Tie, ...]
    findings: tuple[Finding, ...]
    payments: Mapping[str, int | Fraction] | None = None
    limit: Literal["", "listed", "compound"] = ""
    rulings: tuple[RulingEffect, ...] = ()
    switches: tuple[tuple[str, str], ...] = ()
    extra: Any = None

    @property
    def legal(self) -> bool:
        """True if the hand may be declared: it wins and reaches the minimum without its flowers."""
        return self.wins and self.counted >= self.minimum

    @property
    def short_by(self) -> int:
        """Points missing to the minimum; 0 for a legal hand, the whole minimum for one that does not win."""
        return max(0, self.minimum - self.counted)

    @property
    def faults(self) -> HandFault:
        """The faults of the hand, as flags."""
        return faults_of(self.findings)

    @property
    def usable(self) -> bool:
        """True if the tiles could be a hand."""
        return not self.faults & UNUSABLE
