"""The words of hand text that only riichi has."""

import pytest

from scoring.games.riichi.words import NOTHING, RiichiExtra, declared
from scoring.notation import parse

TILES = "123m456p789sEEEC C"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", NOTHING),
        ("riichi", RiichiExtra(riichi=True)),
        ("no-riichi", RiichiExtra(riichi=False)),
        ("double-riichi", RiichiExtra(riichi=True, double_riichi=True)),
        ("riichi ippatsu", RiichiExtra(riichi=True, ippatsu=True)),
        ("dora=9p", RiichiExtra(dora=("9p",))),
        ("dora=0", RiichiExtra(dora=())),
        ("riichi dora=9p1s ura=C", RiichiExtra(riichi=True, dora=("9p", "1s"), ura=("C",))),
        ("honba=2 sticks=1", RiichiExtra(honba=2, sticks=1)),
    ],
)
def test_a_word_states_its_circumstance(words: str, said: RiichiExtra) -> None:
    assert declared(parse(f"{TILES} {words}")) == said
