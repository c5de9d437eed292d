"""The parts of an explanation, by the hand that causes them."""

from scoring import assess, parse, score
from scoring.changes import lifting_changes
from scoring.explain import Explanation, explanation
from scoring.zungjung.payment import responsible
from tests.scoring.usual import usual


def test_a_waiting_hand_is_explained_by_its_waits() -> None:
    explained = explanation(score(usual("1112345678999m")))
    assert explained.waits is not None
    assert [wait.tile for wait in explained.waits] == [f"{rank}m" for rank in range(1, 10)]
    assert (explained.waits[0].self_drawn.total, explained.waits[0].self_drawn.legal) == (107, True)
    assert explained.distance is None
    far = explanation(score(usual("159m159p159sESWN"))).distance
    assert far is not None
    assert far.tiles >= 1


def test_a_hand_under_the_minimum_is_explained_by_its_changes() -> None:
    explained = explanation(score(usual("23m789m123s789s22p1m")))
    assert explained.changes == lifting_changes(usual("23m789m123s789s22p1m"))
    assert explained.distance is None


def test_a_zung_jung_hand_is_explained_by_who_is_responsible() -> None:
    win = usual("345m345m34p345s88s5p seat=S from=N")
    assert explanation(score(win, "zungjung")).responsible == responsible(win)
    assert explanation(score(win)).responsible is None


def test_impossible_tiles_are_not_explained() -> None:
    assert explanation(score(usual("11111m23456789s1s"))) == Explanation()


def test_what_rests_on_what_nobody_said_is_not_explained() -> None:
    lost = explanation(assess(parse("123m456p789sEESS5m")).shared)
    assert lost.distance
    assert (lost.distance.tiles, lost.waits) == (1, None)
    short = explanation(assess(parse("[123m,1][456m,1]55p78s222p 9s")).shared)
    assert (short.waits, short.changes) == (None, None)
