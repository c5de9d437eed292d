"""Hand text as a hand by its places."""

import pytest

from scoring.errors import NotationError
from scoring.notation import parse
from webui.hand.state import to_win
from webui.hand.text import from_text


@pytest.mark.parametrize(
    "text",
    [
        "123m456m789m11p23p 1p",
        "[123s,1]456789sCCC9p 9p discard from=W seat=S round=E no-kong",
        "[CCCC]FFF222p44p33s 3s self-draw",
        "123m456m789m11p23p 1p flowers=f1s3",
    ],
)
def test_a_hand_is_the_same_by_its_places(text: str) -> None:
    win, said = to_win(from_text(text, "mcr")), parse(text)
    assert sorted(win.concealed) == sorted(said.concealed)
    assert (win.winning, win.melds, win.self_draw, win.seat) == (said.winning, said.melds, said.self_draw, said.seat)


@pytest.mark.parametrize(
    "text",
    [
        "[CCC,1]123m456m789p22s55s 5s discard from=W seat=S round=E flowers=0",
        "[5555m]123m789m234p55p67s 8s self-draw no-kong seat=E streak=2 flowers=f1s3",
        "1359m258p147sESWNCF self-draw flower-win seat=S flowers=f1f2f3f4s1s2s3s4",
    ],
)
def test_a_hand_of_sixteen_is_the_same_by_its_places(text: str) -> None:
    win, said = to_win(from_text(text, "taiwan-home")), parse(text, game="taiwan")
    assert sorted(win.concealed) == sorted(said.concealed)
    assert (win.winning, win.melds, win.extra, win.kong) == (said.winning, said.melds, said.extra, said.kong)
    assert (win.seat, win.flowers, win.flower_tiles) == (said.seat, said.flowers, said.flower_tiles)


def test_what_is_no_hand_is_refused() -> None:
    with pytest.raises(NotationError):
        from_text("123x", "mcr")
