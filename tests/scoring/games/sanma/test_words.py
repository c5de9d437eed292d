"""Words of hands of riichi for three: they come back, and stay the game's own."""

import pytest

from scoring.errors import NotationError
from scoring.games.riichi.words import RiichiExtra
from scoring.games.sanma.words import SanmaExtra, stated
from scoring.notation import format_win, parse

HAND = "123p456p789p11sNN N"


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("norths=2", SanmaExtra(norths=2)),
        ("norths=0 riichi", SanmaExtra(norths=0, riichi=True)),
        ("discard rob-north", SanmaExtra(robbed=True)),
        ("抜き北2 リーチ", SanmaExtra(norths=2, riichi=True)),
        ("北2", SanmaExtra(norths=2)),
        ("キタ riichi", SanmaExtra(norths=1, riichi=True)),
        ("抜き北", SanmaExtra(norths=1)),
        ("nuki", SanmaExtra(norths=1)),
        ("kita=1 double-riichi ippatsu", SanmaExtra(norths=1, riichi=True, double_riichi=True, ippatsu=True)),
        ("dora=1m ura=9m honba=2 sticks=1", SanmaExtra(dora=("1m",), ura=("9m",), honba=2, sticks=1)),
    ],
)
def test_words_come_back(words: str, extra: SanmaExtra) -> None:
    win = parse(f"{HAND} {words}", game="sanma")
    assert stated(win) == extra
    assert parse(format_win(win), game="sanma") == win


def test_under_riichi_the_same_words_are_those_of_riichi() -> None:
    assert parse(f"{HAND} riichi", game="riichi").extra == RiichiExtra(riichi=True)
    assert parse(f"{HAND} riichi").extra == RiichiExtra(riichi=True)


def test_a_north_before_a_suit_is_a_tile() -> None:
    win = parse("東東東北北北2筒3筒 4筒", game="sanma")
    assert (win.concealed[3:6], win.extra) == (("N", "N", "N"), None)


def test_norths_are_a_number() -> None:
    with pytest.raises(NotationError):
        parse(f"{HAND} norths=E", game="sanma")
