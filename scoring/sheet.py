"""The score sheet of a hand: the lines that count, the patterns that do not, and why not."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from scoring.findings import UNUSABLE, Finding, HandFault, problems_of
from scoring.hand import Win

Set = tuple[str, ...]
"""The tiles of a set, as codes."""


class PatternName(NamedTuple):
    """What a rule book calls a pattern.

    Attributes:
        id: The rule book's own number.
        name: Its English name.
        zh: Its Chinese name.
    """

    id: int | str
    name: str
    zh: str


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern that counts.

    Attributes:
        id: The rule book's own number.
        name: Its English name.
        zh: Its Chinese name.
        points: What the line is worth in all, `count` times its value.
        count: How often it counts.
        sets: The tiles it comes from.
    """

    id: int | str
    name: str
    zh: str
    points: int
    count: int
    sets: tuple[Set, ...]


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
"""Why a pattern does not count.

The first five are the scoring principles of the Chinese rules, the next three the rules of the World Series of Mahjong;
in Hong
Kong some patterns are included in others; a contradiction is a circumstance that the tiles rule out.
"""

Because = tuple[PatternName, ...] | int | Finding
"""What keeps a pattern from counting: other patterns, points of the interpretation that counts, or a contradiction."""


class ExcludedPattern(NamedTuple):
    """A pattern that the hand has and that does not count.

    A tuple, because a sheet makes many of them and a frozen dataclass is made more slowly.

    Attributes:
        id: The rule book's own number.
        name: Its English name.
        zh: Its Chinese name.
        because: What keeps it from counting.
        principle: Which principle of the rules says so.
        sets: The tiles it would come from.
    """

    id: int | str
    name: str
    zh: str
    because: Because
    principle: Principle
    sets: tuple[Set, ...] = ()


@dataclass(frozen=True, slots=True)
class Tie:
    """Another interpretation of the same tiles that is worth as much.

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
    """An answer of a tournament to a disputed reading that changes what a hand is worth.

    Attributes:
        switch: The number of the reading, such as "S15".
        answer: The tournament's answer.
        other: The answer of the rule book that the tournament plays by.
        otherwise: What the hand would be worth with the other answer, flowers included.
    """

    switch: str
    answer: str
    other: str
    otherwise: int


class ScoreTotals(NamedTuple):
    """What a hand is worth, as its sheet has it, without why; found in half the time.

    Attributes:
        wins: Whether the tiles make a winning hand at all.
        total: Points, flowers included; 0 when it does not win.
        legal: Whether the hand may be declared.
    """

    wins: bool
    total: int
    legal: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a hand is worth under one rule book, and why.

    Attributes:
        win: The hand.
        rules: Name of the preset.
        version: The edition of the preset, which changes whenever a hand's total may.
        wins: Whether the tiles make a winning hand at all.
        total: Points, flowers included; 0 when it does not win.
        minimum: Points that a hand needs without its flowers.
        counted: Points that count towards the minimum.
        lines: The patterns that count, in the order of the rule book's list.
        left_out: The patterns that do not.
        arrangement: The sets as they were read, the pair last; single tiles where the hand has no sets.
        ties: Other interpretations of equal value.
        findings: What is wrong with the hand.
        payments: What each seat wins or pays, exactly; None when nothing is due or the payer is not known.
        limit: "listed" or "compound" where the rule book caps the value, else "".
        rulings: The answers of a tournament that change the total.
        switches: Hong Kong: the switches that the house answers otherwise than `hk`, with its answers.
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

    @property
    def legal(self) -> bool:
        """Whether the hand may be declared: it wins and reaches the minimum without its flowers."""
        return self.wins and self.counted >= self.minimum

    @property
    def short_by(self) -> int:
        """Points missing to the minimum; 0 for a legal hand, the whole minimum for one that does not win."""
        return max(0, self.minimum - self.counted)

    @property
    def problems(self) -> HandFault:
        """What is wrong with the hand, as flags."""
        return problems_of(self.findings)

    @property
    def usable(self) -> bool:
        """Whether the tiles could be a hand at all."""
        return not self.problems & UNUSABLE
