"""The seats of a hand, and the order of claims."""

import pytest

from scoring.match.moves import place_of
from scoring.match.seats import first_claimant, places_of_deal, round_wind_of, seats_of_deal


@pytest.mark.parametrize(
    ("deal", "wind"), [(1, "E"), (4, "E"), (5, "S"), (8, "S"), (9, "W"), (12, "W"), (13, "N"), (16, "N"), (17, "E")]
)
def test_the_wind_of_the_round_changes_after_four_deals(deal: int, wind: str) -> None:
    assert round_wind_of(deal) == wind


@pytest.mark.parametrize("deal", range(1, 17))
def test_everybody_has_one_seat_in_each_deal_and_each_seat_once_a_round(deal: int) -> None:
    assert sorted(places_of_deal(deal).values()) == [0, 1, 2, 3]
    first = (deal - 1) // 4 * 4 + 1
    assert sorted(places_of_deal(each)["E"] for each in range(first, first + 4)) == [0, 1, 2, 3]


def test_the_first_deals_pass_the_deal_counter_clockwise() -> None:
    assert [seats_of_deal("ABCD", deal)["E"] for deal in (1, 2, 3, 4)] == ["A", "B", "C", "D"]
    assert seats_of_deal("ABCD", 5) == {"E": "B", "S": "A", "W": "D", "N": "C"}
    assert seats_of_deal("ABCD", 5, ()) == {"E": "A", "S": "B", "W": "C", "N": "D"}


@pytest.mark.parametrize(
    ("discarder", "claimants", "first"),
    [("E", "SW", "S"), ("S", "EN", "N"), ("N", "WS", "S"), ("W", "SE", "E"), ("N", "W", "W")],
)
def test_the_next_after_the_discarder_wins(discarder: str, claimants: str, first: str) -> None:
    assert first_claimant(discarder, [*claimants]) == first


def test_three_players_pass_the_seats_on_in_rounds_of_three() -> None:
    seats = [seats_of_deal("ABC", deal, ()) for deal in (1, 2, 3, 4)]
    assert seats == [
        {"E": "A", "S": "B", "W": "C"},
        {"E": "B", "S": "C", "W": "A"},
        {"E": "C", "S": "A", "W": "B"},
        {"E": "A", "S": "B", "W": "C"},
    ]
    assert "".join(round_wind_of(deal, 3) for deal in range(1, 11)) == "EEESSSWWWN"
    assert [place_of(deal, "E", 3) for deal in (1, 2, 3, 4)] == [0, 1, 2, 0]
