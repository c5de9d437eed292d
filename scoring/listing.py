"""The contents of a rule book as lists that people can read and print."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.sheet import PatternName


@dataclass(frozen=True, slots=True)
class ListedPattern:
    """A pattern of a rule book.

    Attributes:
        name: Its number in the book and its names.
        points: Its value, in the unit of its game.
        rule: Short description, in English.
        excludes: The patterns that do not count beside it.
    """

    name: PatternName
    points: int
    rule: str
    excludes: tuple[PatternName, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenedPattern:
    """A pattern with one value in a closed hand and another in an open one.

    Attributes:
        name: Its id and its names.
        ja: Its Japanese name.
        closed: Its value in a closed hand.
        opened: Its value in an open hand, or 0 if an open hand cannot have it.
    """

    name: PatternName
    ja: str
    closed: int
    opened: int


@dataclass(frozen=True, slots=True)
class Price:
    """The payment to the winner for a hand of some value.

    Attributes:
        value: The value of the hand, up to the limit.
        discard: Points from all others together for a win on a discard.
        self_draw: The same for a self-drawn win.
    """

    value: int
    discard: Fraction
    self_draw: Fraction


@dataclass(frozen=True, slots=True)
class RuleListing:
    """The contents of a rule book; a list that its game does not have is empty.

    Attributes:
        patterns: Its patterns, in the order in which its game lists them.
        opened: Its patterns, if their values depend on whether the hand is open.
        prices: The payments by the value of a hand, from the minimum to the limit.
    """

    patterns: tuple[ListedPattern, ...] = ()
    opened: tuple[OpenedPattern, ...] = ()
    prices: tuple[Price, ...] = ()
