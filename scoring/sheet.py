"""The score sheet of a hand: the lines counted, the lines left out and because of what."""

from dataclasses import dataclass
from typing import NamedTuple

from scoring.hand import UNUSABLE, Finding, Problem, Win, problems_of

Set = tuple[str, ...]
"""The tiles of a set, as codes."""


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern that counts.

    Attributes:
        id: The rule book's own number.
        points: What the line is worth in all, `count` times its value.
        sets: The tiles it comes from.
    """

    id: int | str
    name: str
    zh: str
    points: int
    count: int
    sets: tuple[Set, ...]


class LeftOut(NamedTuple):
    """A pattern the hand has that does not count (a tuple, because a sheet makes many of them).

    Attributes:
        because, because_zh: The pattern that swallowed it, or what contradicts it.
        principle: Which of the book's principles says so.
        sets: The tiles it would come from.
    """

    id: int | str
    name: str
    zh: str
    because: str
    because_zh: str
    principle: str
    sets: tuple[Set, ...] = ()


@dataclass(frozen=True, slots=True)
class Tie:
    """Another reading of the same tiles that is worth as much."""

    arrangement: tuple[Set, ...]
    patterns: tuple[str, ...]
    patterns_zh: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a hand is worth under one rule book, and why.

    Attributes:
        rules: Name of the preset.
        wins: Whether the tiles make a winning hand at all.
        total: Points, flowers included; 0 when it does not win.
        minimum: What must be reached without flowers.
        counted: Points that count to the minimum.
        arrangement: The sets as they were read, the pair last; single tiles where the hand has no sets.
        ties: Other readings of equal value.
        payments: What each seat wins or pays; None when nothing is due or the payer is not known.
        limit: "listed" or "compound" where the rule book caps the value, else "".
    """

    win: Win
    rules: str
    wins: bool
    total: int
    minimum: int
    counted: int
    lines: tuple[Line, ...]
    left_out: tuple[LeftOut, ...]
    arrangement: tuple[Set, ...]
    ties: tuple[Tie, ...]
    findings: tuple[Finding, ...]
    payments: dict[str, int] | None = None
    limit: str = ""

    @property
    def legal(self) -> bool:
        """Whether the hand may be declared: it wins and reaches the minimum without its flowers."""
        return self.wins and self.counted >= self.minimum

    @property
    def short_by(self) -> int:
        """Points missing to the minimum; 0 for a legal hand, the whole minimum for one that does not win."""
        return max(0, self.minimum - self.counted)

    @property
    def problems(self) -> Problem:
        """What is wrong with the hand, as flags."""
        return problems_of(self.findings)

    @property
    def usable(self) -> bool:
        """Whether the tiles could be a hand at all."""
        return not self.problems & UNUSABLE
