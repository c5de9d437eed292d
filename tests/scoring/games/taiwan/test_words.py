"""The words of hand text that Taiwan adds."""

import pytest

from scoring import NotationError, parse
from scoring.notation import format_win, read_text
from tests.rows import row_by_row
from tests.scoring.games.taiwan_hands import CHOWS


@row_by_row(
    ("said", "meant"),
    [
        ("聽牌", "ready"),
        ("天聽", "ready=heaven"),
        ("地听", "ready=earth"),
        ("花胡", "flower-win"),
        ("八仙過海 flowers=8", "flower-win flowers=8"),
        ("七搶一", "flower-win"),
        ("連二", "streak=2"),
        ("連2拉2", "streak=2"),
        ("连10拉10", "streak=10"),
        ("連莊3", "streak=3"),
        ("放槍", "discard"),
        ("放枪", "discard"),
        ("開門南", "wind=S"),
        ("开门=西", "wind=W"),
        ("花牌梅夏", "flowers=f1s2"),
        ("河底撈魚", "last-tile discard"),
        ("天胡", "heaven"),
    ],
)
def test_the_words_of_the_field_are_read(said: str, meant: str) -> None:
    found = parse(f"{CHOWS} {said}", game="taiwan")
    assert found == parse(f"{CHOWS} {meant}", game="taiwan")
    assert parse(format_win(found), game="taiwan") == found


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("self-draw no-kong flowers=f2 streak=1", True),
        ("self-draw no-kong streak=1", True),  # its flowers are unknown
        ("self-draw no-kong flowers=0 streak=1", False),
        ("discard no-kong flowers=f2 streak=1", False),
        ("self-draw kong flowers=f2 streak=1", False),
    ],
)
def test_a_hand_with_flowers_says_that_none_was_replaced_by_the_winning_tile(words: str, says: bool) -> None:
    assert ("no-kong" in format_win(parse(f"{CHOWS} {words}", game="taiwan"))) is says


def test_a_wind_is_one_wind() -> None:
    with pytest.raises(NotationError) as error:
        read_text(f"{CHOWS} wind=SW", game="taiwan")
    assert error.value.kind == "not-a-wind"
