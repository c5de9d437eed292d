"""The settlement of a hand, and the start of the next."""

import pytest

from scoring.match.match import fold
from scoring.match.records import Claimed, Drawn, FalseWin, Seated, TimeUp, Won
from tests.scoring.match.builders import FOUR, folded, records


def test_a_win_ends_its_hand_and_begins_the_next() -> None:
    match = folded(Seated(FOUR), Won("S", 24, "W"))
    first, second = match.hands
    assert (first.winner, first.ended, second.ended) == ("Bo", 2, None)
    assert sum(first.points.values()) == 0


@pytest.mark.parametrize(("in_play", "hands", "over"), [(False, 1, True), (True, 2, False)])
def test_the_hand_in_play_is_the_last_or_does_not_count(in_play: bool, hands: int, over: bool) -> None:
    match = folded(Seated(FOUR), Won("S", 24, "W"), TimeUp(in_play))
    assert match.over is over
    assert match.last == hands
    if in_play:
        assert folded(Seated(FOUR), Won("S", 24, "W"), TimeUp(True), Drawn()).over


def test_of_two_claims_the_next_after_the_discarder_wins() -> None:
    won = folded(Seated(FOUR), Claimed((Won("N", 8, "E"), Won("S", 24, "E"))))
    assert won.hands[0].winners == ("Bo",)
    assert len(won.hands[0].claims) == 2


def test_a_false_win_leaves_the_hand_to_the_others() -> None:
    match = folded(Seated(FOUR), FalseWin("Bo", "wrong tile"))
    assert len(match.hands) == 1
    assert {*match.hands[0].dead} == {"Bo"}
    refused = fold(records(Seated(FOUR), FalseWin("Bo", "wrong tile"), Won("Bo", 24, "W"), role="referee")).refused
    assert refused.keys() == {3}


def test_a_match_ends_after_its_last_hand() -> None:
    match = folded(Seated(FOUR, "mcr", hands=2), Drawn(), Drawn())
    assert match.over
    assert len(match.hands) == 2
