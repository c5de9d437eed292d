"""Tiles as other programs and people write them."""

import pytest

from scoring import dialects
from scoring.errors import NotationError


@pytest.mark.parametrize(
    ("run", "codes"),
    [
        ("123m", ("1m", "2m", "3m")),
        ("19P", ("1p", "9p")),
        ("0s", ("5s",)),
        ("1234567z", ("E", "S", "W", "N", "P", "F", "C")),
        ("一二万", ("1m", "2m")),
        ("東", ("E",)),
        ("红中", ("C",)),
        ("梅", ("f1",)),
        ("冬", ("s4",)),
        ("esw", ("E", "S", "W")),
        ("W5", ("5m",)),
        ("T9", ("9s",)),
    ],
)
def test_a_run_of_tiles(run: str, codes: tuple[str, ...]) -> None:
    assert dialects.tiles(run) == codes


def test_there_are_seven_honors() -> None:
    with pytest.raises(NotationError, match="not-an-honor"):
        dialects.tiles("8z")


@pytest.mark.parametrize(
    ("text", "plain"), [("１２３ｍ", "123m"), ("赤5m", "0m"), ("赤五万", "0万"), ("5pr", "0p"), ("5prx", "5prx")]
)
def test_wide_letters_and_red_fives_are_made_plain(text: str, plain: str) -> None:
    assert dialects.plain(text) == plain


def test_what_tools_disagree_on_and_red_fives_are_told_apart() -> None:
    assert dialects.numbered_dragons("1567z") == ("5z", "6z", "7z")
    assert dialects.numbered_dragons("567m") == ()
    assert dialects.red_fives("0055p") == ("5p", "5p")
    assert dialects.red_fives("55p") == ()
