"""Changes of places at the table between two hands."""

import pytest

from scoring.match.moves import moves, place_of, places
from scoring.match.records import Drawn, Seated
from tests.scoring.match.builders import FOUR, folded


@pytest.mark.parametrize(("deal", "seat", "place"), [(1, "E", 0), (1, "N", 3), (2, "E", 1), (2, "N", 0), (5, "E", 0)])
def test_a_seat_passes_on_by_one_place_with_each_deal(deal: int, seat: str, place: int) -> None:
    assert place_of(deal, seat) == place


def test_nobody_moves_within_a_round_and_pairs_change_after_it() -> None:
    match = folded(Seated(FOUR), *[Drawn()] * 5)
    for before, hand in zip(match.hands[:3], match.hands[1:4], strict=True):
        assert moves(before, hand) == ()
    found = {move.player: (move.before, move.place, move.of) for move in moves(match.hands[3], match.hands[4])}
    assert found == {"Ann": (0, 1, "Bo"), "Bo": (1, 0, "Ann"), "Chen": (2, 3, "Dai"), "Dai": (3, 2, "Chen")}
    assert sorted(places(match.hands[4]).values()) == [0, 1, 2, 3]
