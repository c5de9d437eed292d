"""The parts of what a page may offer for a hand."""

from scoring.tiles import FACES
from webui.hand.offered import closed, copies_left, kongs, liable
from webui.hand.state import Circumstances, HandState, given, places
from webui.hand.text import from_text


def test_a_set_has_what_the_hand_lacks() -> None:
    left = copies_left(places(from_text("[CCCC]FFF222p44p33s 3s flowers=f1", "mcr")))
    assert {face: left[face] for face in ("C", "F", "2p", "4p", "3s", "E", "f1", "f2")} == {
        "C": 0,
        "F": 1,
        "2p": 1,
        "4p": 2,
        "3s": 1,
        "E": 4,
        "f1": 0,
        "f2": 1,
    }
    assert {*left} == {*FACES}


def test_kongs_and_exposed_melds() -> None:
    concealed, exposed = from_text("[CCCC]FFF222p44p33s 3s", "mcr"), from_text("[CCC,1]FFF222p44p33s 3s", "mcr")
    assert (kongs(concealed), kongs(exposed)) == (1, 0)
    assert (closed(concealed), closed(exposed)) == (True, False)


def test_everybody_but_the_winner_may_be_liable() -> None:
    offered = liable(HandState(won=Circumstances(seat="S", liable="W")))
    assert [each.value for each in offered] == [None, "E", "W", "N"]
    assert [each.value for each in offered if each.chosen] == ["W"]


def test_a_drawn_tile_has_no_discarder() -> None:
    won = Circumstances(self_draw=False, seat="S", discarder="W")
    assert (given(won, True).self_draw, given(won, True).discarder) == (True, None)
    assert (given(won, False).self_draw, given(won, False).discarder) == (False, "W")
