"""The opening of the wall, by the dice and the walls of each game."""

from itertools import product

import pytest

from scoring.match.errors import DiceError
from scoring.match.wall import WallPosition, open_wall, thrower
from scoring.play import Play
from scoring.rules import BOOKS
from scoring.tiles import WINDS


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
    assert opening
    assert (opening.count, opening.deal, opening.last) == (count, deal, last)
    assert opening.opened == thrower(first)


def test_every_throw_opens_a_wall_at_the_next_stack() -> None:
    dice = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for first in dice:
        for second in dice:
            opening = open_wall(first, second)
            assert opening
            assert 4 <= opening.count <= 24
            assert 1 <= opening.deal.stack <= 18
            assert opening.deal != opening.last


@pytest.mark.parametrize(
    ("rules", "dice", "count", "deal", "last", "dead"),
    [
        ("riichi-ema", (3, 4), 7, ("W", 8), ("W", 7), ("W", 1)),
        ("riichi-ema", (1, 1), 2, ("S", 3), ("S", 2), ("W", 13)),  # the dead wall goes on in the wall on the right
        ("riichi-ema", (6, 6), 12, ("N", 13), ("N", 12), ("N", 6)),
        ("zungjung", (1, 4), 5, ("E", 6), ("E", 5), ("S", 16)),
        ("hk", (6, 6, 6), 18, ("E", 1), ("S", 18), None),
        ("hk-hkma", (6, 6, 6), 18, ("E", 2), ("E", 1), None),  # 17 stacks where no flowers are played
        ("hk", (2, 3), 5, ("E", 6), ("E", 5), None),
        ("sichuan-sbr", (6, 4), 4, ("S", 5), ("S", 4), None),  # the lesser die counts the stacks
    ],
)
def test_one_throw_opens_the_walls_of_its_game(
    rules: str,
    dice: tuple[int, ...],
    count: int,
    deal: tuple[str, int],
    last: tuple[str, int],
    dead: tuple[str, int] | None,
) -> None:
    opening = open_wall(dice, None, BOOKS[rules].play)
    assert opening
    assert (opening.opened, opening.count) == (thrower(dice), count)
    assert (opening.deal, opening.last) == (WallPosition(*deal), WallPosition(*last))
    assert opening.dead == (WallPosition(*dead) if dead else None)


def test_a_game_of_two_throws_waits_for_the_second() -> None:
    assert open_wall((3, 4), None, BOOKS["mcr"].play) is None


@pytest.mark.parametrize("rules", [name for name in BOOKS.built_in if BOOKS[name].base == name])
def test_every_opening_leaves_every_stack_in_its_place(rules: str) -> None:
    """Walked from the start of the deal to the end of the wall, each stack of the walls comes once."""
    play = BOOKS[rules].play
    assert 2 * sum(play.stacks) == play.tiles
    second = (2, 5) if play.throws > 1 else None
    for dice in product(range(1, 7), repeat=play.dice):
        opening = open_wall(dice, second, play)
        assert opening
        walk, at = [], opening.deal
        for _ in range(sum(play.stacks)):
            walk.append(at)
            here = WINDS.index(at.seat)
            ends = at.stack == play.stacks[here]
            at = WallPosition(WINDS[(here - 1) % len(play.stacks)], 1) if ends else WallPosition(at.seat, at.stack + 1)
        assert at == opening.deal
        assert len({*walk}) == len(walk)
        assert walk[-1] == opening.last
        assert opening.dead == (walk[-(play.dead // 2)] if play.dead else None)


@pytest.mark.parametrize("dice", [(0, 3), (7, 1), (1,), (1, 2, 3, 4)])
def test_what_no_die_shows_is_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(DiceError) as error:
        open_wall(dice, (1, 1))
    assert (error.value.kind, error.value.about) == ("not-two-dice", {"dice": dice})


THREE = Play(tiles=108, flowers=0, stacks=(18, 18, 18), throws=1, dead=14, players=3)


@pytest.mark.parametrize(("total", "seat"), [(2, "S"), (5, "S"), (3, "W"), (12, "W"), (4, "E"), (7, "E"), (10, "E")])
def test_of_three_walls_the_throw_picks_the_right_the_left_or_the_own(total: int, seat: str) -> None:
    first = (total // 2, total - total // 2)
    opening = open_wall(first, play=THREE)
    assert opening
    assert (thrower(first, THREE), opening.opened, opening.count) == (seat, seat, total)
    assert opening.deal == WallPosition(seat, total + 1)
    assert opening.dead
    assert {opening.dead.seat, opening.last.seat} <= {"E", "S", "W"}
