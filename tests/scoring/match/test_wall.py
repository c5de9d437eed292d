"""The opening of the wall by the 1998 rules."""

import pytest

from scoring.match.errors import DiceError
from scoring.match.wall import WallPosition, open_wall, thrower


@pytest.mark.parametrize(("totals", "seat"), [((5, 9), "E"), ((2, 6, 10), "S"), ((3, 7, 11), "W"), ((4, 8, 12), "N")])
def test_the_first_throw_picks_the_wall(totals: tuple[int, ...], seat: str) -> None:
    for total in totals:
        for first in range(max(1, total - 6), min(6, total - 1) + 1):
            assert thrower((first, total - first)) == seat


@pytest.mark.parametrize(
    ("first", "second", "count", "deal", "last"),
    [
        ((2, 3), (4, 4), 13, WallPosition("E", 14), WallPosition("E", 13)),
        ((1, 1), (1, 1), 4, WallPosition("S", 5), WallPosition("S", 4)),
        # 18 stacks counted: the deal begins in the next wall, the one of the player before
        ((4, 5), (3, 6), 18, WallPosition("N", 1), WallPosition("E", 18)),
        ((6, 6), (6, 6), 24, WallPosition("W", 7), WallPosition("W", 6)),
        ((5, 5), (4, 5), 19, WallPosition("E", 2), WallPosition("E", 1)),
    ],
)
def test_both_throws_count_the_stacks(
    first: tuple[int, int], second: tuple[int, int], count: int, deal: WallPosition, last: WallPosition
) -> None:
    opening = open_wall(first, second)
    assert (opening.count, opening.deal, opening.last) == (count, deal, last)
    assert opening.thrower == thrower(first)


def test_every_throw_opens_a_wall_at_the_next_stack() -> None:
    dice = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for first in dice:
        for second in dice:
            opening = open_wall(first, second)
            assert 4 <= opening.count <= 24
            assert 1 <= opening.deal.stack <= 18
            assert opening.deal != opening.last


@pytest.mark.parametrize("dice", [(0, 3), (7, 1), (1,), (1, 2, 3)])
def test_what_no_die_shows_is_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(DiceError) as error:
        open_wall(dice, (1, 1))  # type: ignore[arg-type]
    assert (error.value.kind, error.value.about) == ("not-two-dice", {"dice": dice})
