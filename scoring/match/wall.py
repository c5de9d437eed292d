"""The opening of the wall, by the throws of the dice and the walls of the game."""

from dataclasses import dataclass

from scoring.match.errors import DiceError
from scoring.play import USUAL, Play
from scoring.tiles import WINDS

WallThrow = tuple[int, ...]
"""The dice of one throw: two, or three where the game throws so many."""


@dataclass(frozen=True, slots=True)
class WallPosition:
    """A stack of the wall.

    Attributes:
        seat: Seat wind of the player in front of that wall.
        stack: Number in that wall, from 1 at the player's right end.
    """

    seat: str
    stack: int


@dataclass(frozen=True, slots=True)
class Opening:
    """The place where the wall is opened.

    Attributes:
        opened: Seat of the player in front of the wall to open, who throws second where two throws are made.
        count: Stacks counted from the right end of that wall: the sum of all throws, or the lesser die.
        deal: The first of the two stacks that the dealer takes first.
        last: The last stack of the wall that is drawn or, where some tiles are dead, the last of these: the source of
            replacement tiles.
        dead: The first of the stacks of dead tiles, which end with `last`; None if none are dead.
    """

    opened: str
    count: int
    deal: WallPosition
    last: WallPosition
    dead: WallPosition | None = None


def thrower(first: WallThrow, play: Play = USUAL) -> str:
    """Return the seat whose wall the dealer's throw picks, counted counter-clockwise with the dealer (East) as one.

    Args:
        first: The dealer's throw.
        play: The way in which the game is played: a square of four walls, or a triangle of three.

    Raises:
        DiceError: A die does not show 1 to 6, or it is not two dice or three.
    """
    return WINDS[(_total(first) - 1) % len(play.stacks)]


def open_wall(first: WallThrow, second: WallThrow | None = None, play: Play = USUAL) -> Opening | None:
    """Find the start of the deal from the throws of the dice; None while a throw is missing.

    Args:
        first: The dealer's throw.
        second: The throw of the player it picks, `thrower(first, play)`, where the game has a second one.
        play: The way in which the game is played.

    Raises:
        DiceError: A die does not show 1 to 6, or it is not two dice or three.
    """
    seat, total = thrower(first, play), _total(first)
    if play.throws > 1:
        if second is None:
            return None
        total += _total(second)
    count = min(first) if play.lesser else total
    dead = _place(play, seat, count - play.dead // 2 + 1) if play.dead else None
    return Opening(seat, count, _place(play, seat, count + 1), _place(play, seat, count), dead)


def _total(dice: WallThrow) -> int:
    if len(dice) not in (2, 3) or not all(1 <= die <= 6 for die in dice):
        raise DiceError(dice)
    return sum(dice)


def _place(play: Play, seat: str, stack: int) -> WallPosition:
    """Return a stack counted from the right end of a wall.

    It continues in the wall on the left (clockwise), and before the first stack in the wall on the right.
    """
    at, walls = WINDS.index(seat), len(play.stacks)
    while stack > play.stacks[at]:
        stack -= play.stacks[at]
        at = (at - 1) % walls
    while stack < 1:
        at = (at + 1) % walls
        stack += play.stacks[at]
    return WallPosition(WINDS[at], stack)
