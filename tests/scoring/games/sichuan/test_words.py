"""The words of hand text that only Sichuan has."""

import pytest

from scoring.games.sichuan.words import NOTHING, SichuanExtra, told
from scoring.notation import parse


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", NOTHING),
        ("void=s", SichuanExtra(void="s")),
        ("out=EN", SichuanExtra(out=("E", "N"))),
        ("kong-shot", SichuanExtra(shot=True)),
        ("void=m out=W", SichuanExtra(void="m", out=("W",))),
    ],
)
def test_a_word_states_its_circumstance(words: str, said: SichuanExtra) -> None:
    assert told(parse(f"123m456m789m11p23p 1p {words}")) == said
