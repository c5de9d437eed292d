"""The distance of a hand from winning."""

import random
from dataclasses import replace

import pytest

from scoring import ImpossibleHandError, Win, score
from scoring.circumstances import assumed
from scoring.distance import distance
from scoring.tiles import PLAYED
from tests.scoring.deal import random_win
from tests.scoring.usual import usual

HANDS = [random_win(random.Random(seed)) for seed in range(60)]


@pytest.mark.parametrize(
    ("hand", "tiles", "exchange"),
    [
        ("123m456p789sEESS5m", 1, ("5m", "S")),
        ("147m258p369sESWCC", 1, ("C", "N")),
        ("19m19p19sESWNCF5m5p", 2, None),
        ("123m456p789sEE1p5m9s", 2, None),
        ("11m22p33s44mEES55sC", 1, ("S", "C")),
        ("[CCC,1]123m456p79sEE8m", 1, ("8m", "8s")),
    ],
)
def test_how_far_a_hand_is(hand: str, tiles: int, exchange: tuple[str, str] | None) -> None:
    win = usual(hand)
    found = distance(win)
    assert found.tiles == tiles
    assert len(found.wrong) == len(found.missing) == tiles
    if exchange:
        assert exchange in found.exchanges


@pytest.mark.parametrize(
    ("hand", "rules", "tiles", "shape"),
    [
        ("1122m3344p5566s9sEEE9s", "taiwan-home", 0, "pairs-and-triplet"),
        ("1122m3344p5566s9sEEEC", "taiwan-home", 1, "pairs-and-triplet"),
        ("1122m3344p5566s9sEEC1p", "taiwan-home", 2, "pairs-and-triplet"),
        ("1111m3333p5555s99sEEC", "taiwan-home", 1, "pairs-and-triplet"),
        ("1122m3344p5566s9sEEEC", "taiwan-atw", 4, "five-sets"),
        ("123m456m789m234p55p67s1s", "taiwan-home", 1, "five-sets"),
        ("[123m,1]456m789m234p55p67s1s", "taiwan-home", 1, "five-sets"),
    ],
)
def test_how_far_a_hand_of_sixteen_tiles_is(hand: str, rules: str, tiles: int, shape: str) -> None:
    win = usual(hand)
    found = distance(win, rules)
    assert (found.tiles, found.shape) == (tiles, shape)
    assert score(exchanged(win, found.wrong, found.missing), rules).wins
    assert (found.tiles == 1) == bool(found.exchanges)


def exchanged(win: Win, out: tuple[str, ...], into: tuple[str, ...]) -> Win:
    tiles = [*win.concealed, win.winning or ""]
    for code in out:
        tiles.remove(code)
    tiles += into
    return replace(win, concealed=tuple(tiles[:-1]), winning=tiles[-1])


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
def test_the_exchange_named_wins_and_none_smaller_does(rules: str) -> None:
    rng = random.Random(4)
    for win in HANDS:
        if not score(win, rules).wins:
            continue
        assert distance(win, rules).tiles == 0
        swaps = rng.randint(1, 3)
        tiles = [*win.concealed, win.winning or ""]
        for at in rng.sample(range(len(tiles)), min(swaps, len(tiles))):
            free = [code for code in PLAYED if tiles.count(code) + sum(m.tiles.count(code) for m in win.melds) < 4]
            tiles[at] = rng.choice(free)
        changed = assumed(Win(tuple(tiles[:-1]), tiles[-1], win.melds))
        found = distance(changed, rules)
        assert found.tiles <= swaps
        assert (found.tiles == 0) == score(changed, rules).wins
        assert score(exchanged(changed, found.wrong, found.missing), rules).wins, str(changed)
        # the distance is what single exchanges say it is
        assert (found.tiles == 1) == bool(found.exchanges)
        for out, into in found.exchanges:
            assert score(exchanged(changed, (out,), (into,)), rules).wins
        if found.tiles > 1:
            singles = (
                exchanged(changed, (out,), (into,))
                for out in set(tiles)
                for into in PLAYED
                if into != out and changed.tiles.count(into) < 4
            )
            assert not any(score(single, rules).wins for single in singles), str(changed)


def test_tiles_that_are_no_hand_have_no_distance() -> None:
    with pytest.raises(ImpossibleHandError) as error:
        distance(usual("123m"))
    assert [finding.kind for finding in error.value.findings] == ["too-few-tiles"]
