"""Waits with their values, single changes, and the distance of a hand that does not win."""

import random
from dataclasses import replace

import pytest

from scoring import RULES, ImpossibleHandError, Win, parse, score
from scoring.changes import lifting_changes
from scoring.distance import distance
from scoring.explain import Explanation, explanation
from scoring.tiles import PLAYED
from scoring.waits import waits
from tests.scoring.deal import random_win

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
            waits(parse(hand), rules)
        return
    assert [wait.tile for wait in waits(parse(hand), rules)] == tiles.split()


@pytest.mark.parametrize("rules", list(RULES))
def test_each_wait_is_a_win_with_its_value(rules: str) -> None:
    for win in HANDS:
        if not score(win, rules).wins:
            continue
        found = {wait.tile: wait for wait in waits(win, rules)}
        assert win.winning in found
        plain = replace(win, kong=False, last_tile=False, last_of_kind=False)
        for tile, wait in found.items():
            assert wait.left == 4 - (win.concealed + tuple(c for m in win.melds for c in m.tiles)).count(tile)
            assert wait.self_drawn == score(replace(plain, winning=tile, self_draw=True), rules)
            assert wait.discarded == score(replace(plain, winning=tile, self_draw=False), rules)
        others = set(PLAYED) - set(found)
        assert not any(score(replace(plain, winning=tile), rules).wins for tile in others)


def test_a_hand_under_the_minimum_says_what_would_lift_it() -> None:
    win = parse("23m789m123s789s22p1m")
    sheet = score(win)
    assert (sheet.counted, sheet.short_by) == (7, 1)
    changes = lifting_changes(win)
    assert ("self-draw", 9) in [(change.kind, change.sheet.total) for change in changes]
    for change in changes:
        assert change.sheet.legal
        assert not change.sheet.findings
        assert score(change.sheet.win) == change.sheet
    assert explanation(sheet).changes == changes
    assert changes[0].sheet.total >= 8


def test_a_claim_not_made_can_lift_a_hand() -> None:
    changes = lifting_changes(parse("[123m,1]789m123s789s2p2p"))
    assert any(change.kind == "unclaimed" and change.tiles == ("1m", "2m", "3m") for change in changes)


def test_another_winning_tile_can_lift_a_hand() -> None:
    # on 9m a pure straight, on 3m or 6m nothing much
    changes = lifting_changes(parse("[123m,1][456m,1]78m555p99s6m".replace("99s6m", "9s9s6m")))
    assert [change for change in changes if change.kind == "winning-tile" and change.tiles == ("9m",)]


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
    win = parse(hand)
    found = distance(win)
    assert found.tiles == tiles
    assert len(found.wrong) == len(found.missing) == tiles
    if exchange:
        assert exchange in found.exchanges


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
        changed = Win(tuple(tiles[:-1]), tiles[-1], win.melds)
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
        distance(parse("123m"))
    assert [finding.kind for finding in error.value.findings] == ["too-few-tiles"]
    assert explanation(score(parse("11111m23456789s1s"))) == Explanation()


def test_a_waiting_hand_is_explained_by_its_waits() -> None:
    explained = explanation(score(parse("1112345678999m")))
    assert explained.waits is not None
    assert [wait.tile for wait in explained.waits] == [f"{rank}m" for rank in range(1, 10)]
    assert (explained.waits[0].self_drawn.total, explained.waits[0].self_drawn.legal) == (107, True)
    assert explained.distance is None
    far = explanation(score(parse("159m159p159sESWN"))).distance
    assert far is not None
    assert far.tiles >= 1
