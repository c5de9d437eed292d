"""The sheet of the World Series of Mahjong: shapes, and no round wind."""

import pytest

from scoring.games.zungjung.combine import ENGINE, unknowns
from scoring.games.zungjung.presets import ZUNGJUNG
from scoring.notation import parse


def test_the_round_is_not_asked() -> None:
    win = parse("123m456m789m11p23p 1p discard seat=S no-kong")
    assert unknowns(win) == ()
    assert "seat" in unknowns(parse("123m456m789m11p23p 1p discard no-kong"))


@pytest.mark.parametrize(
    ("tiles", "total"),
    [("19m19p19sESWNCFP 1m", 160), ("1133557799m113p 3p", 30), ("123m456m789m11p23p 1p", 45)],
)
def test_shapes_that_win(tiles: str, total: int) -> None:
    sheet = ENGINE.score(parse(f"{tiles} discard from=W seat=S no-kong"), ZUNGJUNG)
    assert sheet.wins
    assert sheet.total >= total


def test_a_hand_of_no_shape_does_not_win() -> None:
    assert not ENGINE.score(parse("1357m2468p1357s 2s discard from=W seat=S no-kong"), ZUNGJUNG).wins
