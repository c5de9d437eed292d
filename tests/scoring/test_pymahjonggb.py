"""Random hands, scored here and by PyMahjongGB 1.4 in the same run."""

import random

import pytest
from MahjongGB import MahjongFanCalculator, MahjongShanten

from scoring import Meld, Win, score
from scoring.circumstances import assumed
from scoring.distance import distance
from scoring.notation import format_win
from scoring.tiles import PLAYED
from tests.scoring.deal import random_win, their_arguments


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_have_the_same_total(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1500):
        win = random_win(rng)
        theirs = MahjongFanCalculator(*their_arguments(win))
        assert score(win).total == sum(points for points, _ in theirs), format_win(win)


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
        changed = assumed(Win(tuple(tiles), win.winning, win.melds))
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


def thirteen(rng: random.Random) -> Win:
    """Thirteen random tiles, or a waiting hand with some tiles exchanged."""
    deck = [code for code in PLAYED for _ in range(4)]
    melds: tuple[Meld, ...] = ()
    if rng.random() < 0.5:
        win = random_win(rng)
        tiles, melds = list(win.concealed), win.melds
        for code in (*tiles, *(code for meld in melds for code in meld.tiles)):
            deck.remove(code)
        for _ in range(rng.randint(0, 5)):
            at, other = rng.randrange(len(tiles)), rng.randrange(len(deck))
            tiles[at], deck[other] = deck[other], tiles[at]
    else:
        tiles = rng.sample(deck, 13)
    return Win(tuple(tiles), None, melds)


def test_the_distance_is_their_shanten() -> None:
    rng = random.Random(3)
    same = 0
    for _ in range(500):
        hand = thirteen(rng)
        packs, tiles, *_ = their_arguments(assumed(Win(hand.concealed, "1m", hand.melds)))
        theirs = MahjongShanten(packs, tiles) + 1  # tiles to come, where a ready hand has shanten 0
        ours = distance(hand).tiles
        # They count on a fifth copy where the hand holds all four.
        assert ours == theirs or (ours > theirs and any(hand.tiles.count(code) == 4 for code in PLAYED)), format_win(
            hand
        )
        same += ours == theirs
    assert same > 490
