"""Amounts with their units: of different units, none can be added."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, Self

from scoring.errors import ScoringError
from scoring.games.game import GameId
from scoring.match.state import Match

ONE: Final = Fraction(1)
"""The value of a point of a match in most houses: one point of the table."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of an amount.

    Attributes:
        game: The game.
        of: "match": what players win and lose; "hand": what its hands are counted in, which may be something else.
        value: Value of one in points of the house's table: a fraction in a match whose house has some.
    """

    game: GameId
    of: Literal["match", "hand"]
    value: Fraction = ONE


class UnitError(ScoringError):
    """Amounts of different units, which have no sum and no order."""

    def __init__(self, *units: Unit) -> None:
        super().__init__("different-units", games=tuple(sorted({unit.game for unit in units})))
        self.units = units


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of one unit."""

    number: Fraction
    unit: Unit

    def __add__(self, other: Self) -> "Amount":
        """Return the sum.

        Raises:
            UnitError: The units differ.
        """
        return Amount(self.number + self._same(other).number, self.unit)

    def __lt__(self, other: Self) -> bool:
        """Return True if the other amount is greater.

        Raises:
            UnitError: The units differ.
        """
        return self.number < self._same(other).number

    def _same(self, other: Self) -> Self:
        if self.unit != other.unit:
            raise UnitError(self.unit, other.unit)
        return other


def number(amount: Fraction) -> int | float:
    """Return an amount as a number of JSON and spreadsheets, which is exact for halves and quarters."""
    return int(amount) if amount.denominator == 1 else float(amount)


def unit_of(match: Match) -> Unit:
    """Return the unit of the points of a match."""
    return Unit(match.body.game, "match", match.body.unit)


def in_house_points(match: Match, points: Mapping[str, int]) -> dict[str, Amount]:
    """Return points of a match by player in points of the house's table, which all its matches have in common."""
    unit = Unit(match.body.game, "match")
    return {player: Amount(each * match.body.unit, unit) for player, each in points.items()}


def house_points(match: Match, points: Mapping[str, int]) -> dict[str, int | float]:
    """Return the same as numbers; empty where a point of the match is one of the table."""
    found = {} if match.body.unit == 1 else in_house_points(match, points)
    return {player: number(each.number) for player, each in found.items()}


def in_one_unit(tables: Iterable[tuple[Unit, Mapping[str, int]]]) -> tuple[Unit | None, list[dict[str, int]]]:
    """Return points by player of several matches in one unit, the smallest of theirs; None without a match.

    Raises:
        UnitError: They are of different games, or of one game's matches and hands.
    """
    given = list(tables)
    units = {unit for unit, _ in given}
    if not units:
        return None, []
    if len({(unit.game, unit.of) for unit in units}) > 1:
        raise UnitError(*units)
    least = min(units, key=lambda unit: unit.value)
    made = [{player: each * (unit.value / least.value) for player, each in points.items()} for unit, points in given]
    return least, [{player: int(each) for player, each in points.items()} for points in made]
