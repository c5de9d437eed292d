"""A hand through the library that counts han and fu."""

import pytest

from scoring.games.riichi.presets import PRESETS
from scoring.notation import parse

pytest.importorskip("mahjong")

from scoring.games.riichi.library import estimate, parts

EMA = PRESETS["riichi-ema"]


@pytest.mark.parametrize(
    ("text", "error", "han", "yakuman"),
    [
        ("234m567m22p345p67s 8s riichi self-draw seat=S round=E no-kong dora=0 ura=0", "", 4, False),
        ("[234m,1]567m22p345p67s 9s discard seat=S round=E no-kong dora=0", "hand_not_winning", 0, False),
        ("[123m,1]567m22p345p67s 8s discard seat=S round=E no-kong dora=0", "no_yaku", 0, False),
        ("19m19p19sESWNCFP 1m self-draw seat=S round=E no-kong dora=0 no-riichi", "", 13, True),
    ],
)
def test_what_the_library_says(text: str, error: str, han: int, yakuman: bool) -> None:
    found = estimate(parse(text), EMA)
    assert (found.error or "") == error
    if not error:
        assert (found.han, found.yakuman) == (han, yakuman)
        assert found.yaku


def test_parts_of_the_dealer_and_of_others() -> None:
    south = parse("234m567m22p345p67s 8s self-draw seat=S round=E no-kong")
    assert parts(3, 30, south, EMA, yakuman=False) == (2000, 1000)
    east = parse("234m567m22p345p67s 8s discard seat=E round=E no-kong")
    assert parts(3, 30, east, EMA, yakuman=False)[0] == 5800
