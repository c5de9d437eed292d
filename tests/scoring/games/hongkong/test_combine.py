"""The score sheet of Hong Kong: flowers that win, and flowers where none are played."""

import pytest

from scoring.games.hongkong.combine import ENGINE, FEWEST_THAT_WIN
from scoring.games.hongkong.presets import DEFAULTS, Preset, preset
from scoring.notation import parse


def house(**answers: str) -> Preset:
    return preset("house", "House", "1", "the wall", {**DEFAULTS, **answers})


@pytest.mark.parametrize("plays", ["on", "off"])
def test_seven_flowers_win_where_the_house_plays_them(plays: str) -> None:
    for flowers in (FEWEST_THAT_WIN - 1, FEWEST_THAT_WIN, 8):
        win = parse(f"1357m2468p1357s 2s self-draw seat=S round=E no-kong flowers={flowers}")
        found = ENGINE.read(win, house(HK8=plays)).ways
        assert bool(found) == (plays == "on" and flowers >= FEWEST_THAT_WIN), flowers


def test_flowers_are_a_fault_where_they_are_not_played() -> None:
    win = parse("123m456m789m11p23p 1p discard from=W seat=S round=E no-kong flowers=f2")
    assert [each.kind for each in ENGINE.findings(win, house(HK6="off"))] == ["flowers-not-played"]
    assert ENGINE.findings(win, house(HK6="on")) == ()


@pytest.mark.parametrize(("limit", "value"), [("none", None), ("8", 8)])
def test_a_hand_is_worth_no_more_than_the_limit(limit: str, value: int | None) -> None:
    win = parse("111222333m444m5m 5m self-draw seat=S round=E no-kong flowers=0")
    sheet = ENGINE.score(win, house(HK3=limit))
    assert sheet.wins
    if value:
        assert sheet.total == value
    else:
        assert sheet.total > 8
