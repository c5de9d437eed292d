"""Hands that win, of fourteen tiles by the default rules and of seventeen as sets and a pair."""

import pytest

from scoring.notation import parse
from vision.winning import has_won


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("123m456p789sEEEC C", True),
        ("1122m3344p5566s7m 7m", True),
        ("123m456p789sEEEC F", False),
        ("123m456m789m123p456pE E", True),
        ("[111m,1]456m789m[123p,1]456pE E", True),
        ("[1111m]456m789m123p456pE E", True),
        ("123m456m789m123p456pE S", False),
        ("123m456m789m123p456pEE E", False),
        ("11111m456m789m123p45p 6p", False),
    ],
)
def test_tiles_win_or_not(text: str, won: bool) -> None:
    assert has_won(parse(text)) is won
