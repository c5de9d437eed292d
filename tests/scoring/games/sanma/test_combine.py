"""Hands of riichi for three: the vectors of its description, values of North, payments, and totals of sheets."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.sanma.combine import dora_of, highest_dora, score, worth
from scoring.games.sanma.findings import PLAY
from scoring.games.sanma.presets import PRESETS, Preset
from scoring.games.sanma.switches import house
from scoring.games.sanma.words import NOTHING
from scoring.games.sanma.yaku import DORA
from scoring.hand import Win
from scoring.sheet import ScoreSheet
from tests.rows import row_by_row
from tests.scoring.games.sanma.vectors import VECTORS, table, told

pytest.importorskip("mahjong")


def lines(sheet: ScoreSheet, bonus: bool) -> list[tuple[str, int]]:
    return sorted((line.id, line.points) for line in sheet.lines if (line.id in DORA) is bonus)


@row_by_row("row", VECTORS["rows"], ids=[row["id"] for row in VECTORS["rows"]])
def test_the_hands_of_the_description_are_equal(row: dict[str, Any]) -> None:
    sheet = score(told(row["hand"]), table(row))
    assert (sheet.wins, sheet.wins and sheet.legal) == (row["wins"], row["legal"])
    if row["legal"]:
        assert sheet.extra.han == row["han"]
        assert row["yakuman"] or sheet.extra.fu == row["fu"]
        assert lines(sheet, False) == sorted((yaku["name"], yaku["han"]) for yaku in row["yaku"])
        assert sum(han for _, han in lines(sheet, True)) == row["bonus"]
        assert sheet.payments == row["payments"]
        assert worth(told(row["hand"]), table(row)).total == sheet.total


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


def test_indicators_show_the_next_tile_that_there_is() -> None:
    assert {code: dora_of(code) for code in ("1m", "9m", "9p", "1s", "W", "N", "P", "C")} == {
        "1m": "9m", "9m": "1m", "9p": "1p", "1s": "2s", "W": "N", "N": "E", "P": "F", "C": "P",
    }  # fmt: skip
    above, below = highest_dora(told("222p333p567p67s99s 8s norths=4"))
    assert (above[0], len(above), len(below)) == ("W", 1, 1)
    assert set(above + below) <= {*PLAY.faces}


@given(
    st.sampled_from([row for row in VECTORS["rows"] if row["legal"]]),
    st.sampled_from([*PRESETS]),
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from(["loss", "split", "full"]),
)
def test_what_one_gets_the_others_pay(row: dict[str, Any], base: str, honba: int, sticks: int, drawn: str) -> None:
    preset: Preset = house(base, ("house", "House", "1", "test"), {"SA4": drawn})
    win: Win = told(row["hand"])
    sheet = score(replace(win, extra=replace(win.extra or NOTHING, honba=honba, sticks=sticks)), preset)  # type: ignore[type-var]
    if sheet.payments:
        assert sheet.payments.keys() == {"E", "S", "W"}
        assert sum(sheet.payments.values()) == 1000 * sticks
        assert all(paid <= 0 for seat, paid in sheet.payments.items() if seat != win.seat)
        assert sheet.payments[win.seat or ""] >= sheet.total + 1000 * sticks
