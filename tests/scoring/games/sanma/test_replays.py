"""Replays of three for other programs: only of hands whose Norths were seen as they are recorded."""

from collections.abc import Sequence

import pytest

from scoring.follow.events import AnyEvent, Discard, Drawn, Flower, Win
from scoring.games.sanma.acts import SetAside
from scoring.match.course import course_of
from scoring.match.followed import FollowedHand, Untold
from scoring.match.records import Act, Won
from scoring.match.records import Drawn as DrawnHand
from tests.scoring.match.builders import folded, seated

FIRST = Discard(t=1, seat=1, tile="1m", sure=True)
NORTH = Flower(t=2, seat=2, tile="N", sure=True)
CUT = Discard(t=3, seat=2, tile="9s", sure=True)
WON = (Won("Chen", 2600, "Bo"),)


@pytest.mark.parametrize(
    ("events", "acts", "is_told"),
    [
        ((FIRST, NORTH, CUT, Win(t=4, seat=3, tile="9s", source=2)), (SetAside("Bo"), *WON), True),
        ((FIRST, NORTH, CUT, Win(t=4, seat=3, tile="9s", source=2)), (SetAside("S"), *WON), True),
        ((FIRST, NORTH, CUT, Win(t=4, seat=3, tile="9s", source=2)), WON, False),
        ((FIRST, NORTH, CUT, Win(t=4, seat=3, tile="9s", source=2)), (SetAside("Ann"), *WON), False),
        ((FIRST, CUT, Win(t=4, seat=3, tile="9s", source=2)), (SetAside("Bo"), *WON), False),
        ((FIRST, CUT, Win(t=4, seat=3, tile="9s", source=2)), WON, True),
        ((FIRST, NORTH, Win(t=4, seat=3, tile="N", source=2)), WON, True),  # it is not the bonus of who laid it
        ((FIRST, NORTH, Win(t=4, seat=3, tile="N", source=2)), (SetAside("Bo"), *WON), True),
        ((FIRST, NORTH, CUT, Drawn(t=4)), (SetAside("Bo"), DrawnHand(())), True),
        ((FIRST, NORTH, CUT, Drawn(t=4)), (DrawnHand(()),), False),
    ],
)
def test_a_hand_is_told_where_its_norths_are_those_of_the_record(
    events: Sequence[AnyEvent], acts: Sequence[Act], is_told: bool
) -> None:
    match = folded(seated("sanma-tenhou"), *acts, rules="sanma-tenhou")
    hand, end = FollowedHand(match.hands[0], events, 1), course_of(match.rules).end
    assert end.untold(hand) == (None if is_told else Untold("aside"))
    assert bool(end.replays(match, [hand])) is is_told
