"""Yaku of riichi for three: a North as a value tile of everybody, or as a guest; those that three cannot have."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.games.riichi.yaku import YAKU as OF_RIICHI
from scoring.games.sanma.combine import score
from scoring.games.sanma.presets import PRESETS
from scoring.games.sanma.yaku import DORA, NORTH, NORTHS, YAKU
from tests.scoring.games.sanma.vectors import VECTORS, told

pytest.importorskip("mahjong")


@pytest.mark.parametrize(
    ("hand", "north", "han", "fu"),
    [
        # a pair of North, which is worth two fu and no pinfu where it is a value tile, beside two dragons or none
        ("123p456p789p678sN N discard seat=S round=E from=W", "value", 2, 40),
        ("123p456p789p678sN N discard seat=S round=E from=W", "guest", 2, 40),
        ("234p456p678s34sNN 5s discard riichi seat=S round=E from=W dora=0 ura=0", "value", 1, 40),
        ("234p456p678s34sNN 5s discard riichi seat=S round=E from=W dora=0 ura=0", "guest", 2, 30),
        ("[CCC,1][FFF,1]35p567sNN 4p discard seat=S round=E from=W", "value", 2, 40),
        ("[CCC,1][FFF,1]35p567sNN 4p discard seat=S round=E from=W", "guest", 2, 30),
        ("[CCC,1][FFF,1]34pPPNNN 5p discard seat=S round=E from=W", "value", 7, 40),
        ("[CCC,1][FFF,1]34pPPNNN 5p discard seat=S round=E from=W", "guest", 6, 40),
    ],
)
def test_north_is_a_value_tile_or_a_guest(hand: str, north: Any, han: int, fu: int) -> None:
    sheet = score(told(hand), replace(PRESETS["sanma-home"], north=north))
    assert (sheet.extra.han, sheet.extra.fu) == (han, fu)


def test_yaku_are_those_of_riichi_and_of_norths() -> None:
    assert {*YAKU} - {*OF_RIICHI} == {NORTH, NORTHS}
    assert {*OF_RIICHI} - {*YAKU} >= {"Sanshoku Doujun", "Renhou", "Yakuhai (seat wind north)"}
    named = {yaku["name"] for row in VECTORS["rows"] for yaku in row["yaku"]}
    assert named <= {*YAKU} - DORA
