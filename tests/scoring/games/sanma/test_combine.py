"""Hands of riichi for three: the vectors of its description, indicators, and totals of sheets."""

from typing import Any

import pytest

from scoring.games.sanma.combine import dora_of, highest_dora, score, worth
from scoring.games.sanma.findings import PLAY
from scoring.games.sanma.yaku import DORA
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


def test_indicators_show_the_next_tile_that_there_is() -> None:
    assert {code: dora_of(code) for code in ("1m", "9m", "9p", "1s", "W", "N", "P", "C")} == {
        "1m": "9m", "9m": "1m", "9p": "1p", "1s": "2s", "W": "N", "N": "E", "P": "F", "C": "P",
    }  # fmt: skip
    above, below = highest_dora(told("222p333p567p67s99s 8s norths=4"))
    assert (above[0], len(above), len(below)) == ("W", 1, 1)
    assert set(above + below) <= {*PLAY.faces}
