"""Hands of 13 tiles, and what would complete them."""

import pytest

from webui.hand.text import from_text
from webui.hand.waits import waiting, waits


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("123m456m789m11p23p discard seat=S round=E no-kong", ["1p", "4p"]),
        ("123m456m789m11p24p discard seat=S round=E no-kong", ["3p"]),
        ("1357m2468p13579s discard seat=S round=E no-kong", []),
        ("123m456m789m11p23p 1p discard seat=S round=E no-kong", []),
        ("123m456m789m11p discard seat=S round=E no-kong", []),
    ],
)
def test_tiles_that_complete_a_hand_with_what_each_brings(text: str, tiles: list[str]) -> None:
    found = waits(from_text(text, "mcr"))
    assert [each.tile for each in found] == tiles
    assert all(0 < each.low <= each.high for each in found)


@pytest.mark.parametrize(
    ("text", "rules", "tiles"),
    [
        ("123m456m789m234p55p67s discard seat=S round=E flowers=0", "taiwan-home", ["5s", "8s"]),
        ("[123m,1]456m789m234p55p67s discard seat=S round=E", "taiwan-atw", ["5s", "8s"]),
        ("1122m3344p5566s99sEE seat=S round=E", "taiwan-home", ["1m", "2m", "3p", "4p", "5s", "6s", "9s", "E"]),
        ("1122m3344p5566s99sEE seat=S round=E", "taiwan-atw", []),
        ("123m456m789m11p23p discard seat=S round=E", "taiwan-home", []),
    ],
)
def test_tiles_that_complete_a_hand_of_sixteen(text: str, rules: str, tiles: list[str]) -> None:
    assert [each.tile for each in waits(from_text(text, rules))] == tiles


def test_only_a_hand_of_thirteen_waits() -> None:
    thirteen = waiting(from_text("123m456m789m11p23p", "mcr"))
    assert thirteen is not None
    assert (len(thirteen.concealed), thirteen.winning) == (13, None)
    assert waiting(from_text("123m456m789m11p23p 1p", "mcr")) is None
    assert waiting(from_text("123m456m789m11p", "mcr")) is None
