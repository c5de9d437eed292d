"""Waits with their values."""

import random
from dataclasses import replace

import pytest

from scoring import ImpossibleHandError, score
from scoring.tiles import PLAYED
from scoring.waits import waits
from tests.books import RULES
from tests.scoring.deal import random_win
from tests.scoring.usual import usual

HANDS = [random_win(random.Random(seed)) for seed in range(60)]


@pytest.mark.parametrize(
    ("hand", "rules", "tiles"),
    [
        ("1112345678999m", "mcr", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("19m19p19sESWNCFP", "mcr", "1m 9m 1p 9p 1s 9s E S W N C F P"),
        ("11m22p33s44mEESSC", "mcr", "C"),
        ("147m258p369sESWN", "mcr", "C F P"),
        ("147m258p369sESWN", "zungjung", ""),
        ("147m258p36s23sEEE", "mcr", ""),
        ("147m258p369s23sEE", "mcr", "1s 4s"),
        ("[CCC,1]147m258p369sE", "mcr", "E"),
        ("1111m23m456p789sE", "mcr", "E"),
        ("2345m", "mcr", None),
    ],
)
def test_what_a_hand_waits_for(hand: str, rules: str, tiles: str | None) -> None:
    if tiles is None:
        with pytest.raises(ImpossibleHandError):
            waits(usual(hand), rules)
        return
    assert [wait.tile for wait in waits(usual(hand), rules)] == tiles.split()


@pytest.mark.parametrize("rules", list(RULES))
def test_each_wait_is_a_win_with_its_value(rules: str) -> None:
    for some in HANDS:
        win = replace(
            some, flowers=min(some.flowers or 0, 6)
        )  # seven win by themselves in Hong Kong, whatever the tile
        if not score(win, rules).wins:
            continue
        found = {wait.tile: wait for wait in waits(win, rules)}
        assert win.winning in found
        plain = replace(win, kong=False, last_tile=False, last_of_kind=False)
        for tile, wait in found.items():
            assert wait.left == 4 - (win.concealed + tuple(c for m in win.melds for c in m.tiles)).count(tile)
            for worth, self_draw in ((wait.self_drawn, True), (wait.discarded, False)):
                sheet = score(replace(plain, winning=tile, self_draw=self_draw), rules)
                assert worth == (sheet.wins, sheet.total, sheet.legal)
        others = set(PLAYED) - set(found)
        assert not any(score(replace(plain, winning=tile), rules).wins for tile in others)
