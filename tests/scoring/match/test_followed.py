"""Hands as a camera followed them: its seats are places after East."""

from scoring.match.followed import FollowedHand
from scoring.match.records import Seated
from tests.scoring.match.builders import FOUR, folded


def test_a_seat_is_the_place_after_east() -> None:
    hand = folded(Seated(FOUR)).current
    assert hand is not None
    for east in (1, 2, 3, 4):
        found = FollowedHand(hand, (), east)
        assert found.place(east) == 0
        assert [found.player((east - 1 + n) % 4 + 1) for n in range(4)] == [*FOUR]
