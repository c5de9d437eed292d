"""The opening of the wall: two throws of two dice (1998 rules, "roll and open the card")."""

from dataclasses import dataclass
from typing import Final

from scoring.match.errors import DiceError
from scoring.tiles import WINDS

STACKS: Final = 18
"""Stacks of two tiles in each of the four walls: 144 tiles in all, the flowers included."""

_Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WallPosition:
    """A stack of the wall.

    Attributes:
        seat: Seat wind of the player in front of that wall.
        stack: Number in that wall, 1 to 18 from the player's right end.
    """

    seat: str
    stack: int


@dataclass(frozen=True, slots=True)
class Opening:
    """The place where the wall is opened.

    Attributes:
        thrower: Seat of the player who throws second, in front of the wall to open.
        count: Stacks counted from the right end of that wall: the sum of both throws.
        deal: The first of the two stacks that the dealer takes first.
        last: The last stack of the wall, the source of replacement tiles.
    """

    thrower: str
    count: int
    deal: WallPosition
    last: WallPosition


def thrower(first: _Dice) -> str:
    """Return the seat whose wall the dealer's throw picks, counted counter-clockwise with the dealer (East) as one.

    Raises:
        DiceError: A die does not show 1 to 6.
    """
    return WINDS[(_total(first) - 1) % 4]


def open_wall(first: _Dice, second: _Dice) -> Opening:
    """Find the start of the deal from both throws of the dice.

    Args:
        first: The dealer's throw.
        second: The throw of the player it picks, `thrower(first)`.

    Raises:
        DiceError: A die does not show 1 to 6.
    """
    seat = thrower(first)
    count = _total(first) + _total(second)
    return Opening(seat, count, _place(seat, count + 1), _place(seat, count))


def _total(dice: _Dice) -> int:
    if len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise DiceError(dice)
    return sum(dice)


def _place(seat: str, stack: int) -> WallPosition:
    """Return a stack counted from the right end of a wall, continuing in the wall on the left (clockwise)."""
    walls, at = divmod(stack - 1, STACKS)
    return WallPosition(WINDS[(WINDS.index(seat) - walls) % 4], at + 1)
