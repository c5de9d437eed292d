"""Where the wall opens: two throws of two dice (1998 rules, "roll and open the card")."""

from dataclasses import dataclass
from typing import Final

from scoring.hand import ScoringError
from scoring.tiles import WINDS

STACKS: Final = 18
"""Stacks of two tiles in each of the four walls."""

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """A stack of the wall: whose wall, and its number from that player's right end, from 1."""

    seat: str
    stack: int


@dataclass(frozen=True, slots=True)
class Opening:
    """How a wall is opened.

    Attributes:
        thrower: Seat of the player who throws the second time; the wall that is opened is theirs.
        count: Stacks counted from the right end of that wall, the sum of both throws.
        deal: The stack the dealer takes first, with the one after it.
        last: The last stack of the wall; replacement tiles come from there.
    """

    thrower: str
    count: int
    deal: Place
    last: Place


def thrower(first: Dice) -> str:
    """Whose wall the dealer's throw picks, counted counter-clockwise from the dealer (East) as one.

    Raises:
        ScoringError: A die does not show 1 to 6.
    """
    return WINDS[(_total(first) - 1) % 4]


def open_wall(first: Dice, second: Dice) -> Opening:
    """Where the deal starts.

    Args:
        first: The dealer's throw.
        second: The throw of the player it picks, `thrower(first)`.

    Raises:
        ScoringError: A die does not show 1 to 6.
    """
    seat = thrower(first)
    count = _total(first) + _total(second)
    return Opening(seat, count, _place(seat, count + 1), _place(seat, count))


def _total(dice: Dice) -> int:
    if len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise ScoringError(f"Two dice show 1 to 6 each; got {dice}. Throw again or correct what was read.")
    return sum(dice)


def _place(seat: str, stack: int) -> Place:
    """The stack counted from the right end of a wall; beyond its left end the wall of the player before goes on."""
    walls, at = divmod(stack - 1, STACKS)
    return Place(WINDS[(WINDS.index(seat) - walls) % 4], at + 1)
