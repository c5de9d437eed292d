"""The columns of a ranking by name and place."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.match.ranking import Standing
from webui.exports.spreadsheet import Cell
from webui.exports.standings import standings_table
from webui.messages import Messages

ENGLISH = Messages.of("en")


@pytest.mark.parametrize(
    ("by", "columns", "cells"),
    [
        (["table points", "game points"], ["Table points", "Game points"], ["4", 48]),
        (["match points", "best session"], ["Match points", "Best session", "Game points"], [6.67, 30, 48]),
        (["result", "game points", "lot"], ["Result", "Game points"], [26.67, 48]),
    ],
)
def test_a_ranking(by: Any, columns: list[str], cells: list[Cell]) -> None:
    standing = Standing(1, "Bo", Fraction(4), 48, 30, 20 / 3, Fraction(80, 3))
    assert standings_table([standing], by, {}, ENGLISH) == [["Place", "Name", *columns], [1, "Bo", *cells]]
    heads, row = standings_table([standing], by, {"Bo": 1000}, ENGLISH)
    assert (heads[-1], row[-1]) == ("MERS", 1000)
