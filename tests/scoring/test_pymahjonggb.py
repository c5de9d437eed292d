"""Random hands, scored here and by PyMahjongGB 1.4 in the same run."""

import random

import pytest
from MahjongGB import MahjongFanCalculator

from scoring import parse, score
from tests.scoring.deal import random_win, their_arguments


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_have_the_same_total(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1500):
        win = random_win(rng)
        theirs = MahjongFanCalculator(*their_arguments(win))
        assert score(win).total == sum(points for points, _ in theirs), str(win)


def test_the_generator_meets_nearly_every_fan() -> None:
    rng = random.Random(5)
    met = {line.id for _ in range(5000) for line in score(random_win(rng)).lines}
    assert len(met) >= 76, sorted(set(range(1, 83)) - met)


def test_hands_that_do_not_win_are_the_same() -> None:
    rng = random.Random(6)
    wins = 0
    for _ in range(1500):
        win = random_win(rng)
        tiles = list(win.concealed)
        at = rng.randrange(len(tiles))
        tiles[at] = rng.choice(("1m", "5p", "9s", "E", "P", tiles[at - 1]))
        changed = parse(str(type(win)(tuple(tiles), win.winning, win.melds)))
        sheet = score(changed)
        if not sheet.usable:
            continue
        try:
            theirs: int | None = sum(points for points, _ in MahjongFanCalculator(*their_arguments(changed)))
        except TypeError:
            theirs = None
        assert (sheet.total if sheet.wins else None) == theirs, str(changed)
        wins += sheet.wins
    assert wins > 50
