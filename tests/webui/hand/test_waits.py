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


def test_only_a_hand_of_thirteen_waits() -> None:
    thirteen = waiting(from_text("123m456m789m11p23p", "mcr"))
    assert thirteen is not None
    assert (len(thirteen.concealed), thirteen.winning) == (13, None)
    assert waiting(from_text("123m456m789m11p23p 1p", "mcr")) is None
    assert waiting(from_text("123m456m789m11p", "mcr")) is None
