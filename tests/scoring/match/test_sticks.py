"""Payments in counting sticks, and who moves where between the rounds."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.match.moves import HandMove, moves, places
from scoring.match.records import Drawn, Swapped
from scoring.match.sticks import BOOK_SET, STICKS, in_sticks, total_in_sticks
from tests.scoring.match.builders import SIT, folded


@pytest.mark.parametrize(
    ("points", "sticks"),
    [
        (0, {}),
        (-5, {}),
        (8, {8: 1}),
        (16, {8: 2}),
        (24, {8: 3}),
        (32, {8: 4}),
        (33, {8: 4, 1: 1}),
        (96, {50: 1, 10: 3, 8: 2}),
        (500, {100: 5}),
    ],
)
def test_points_in_sticks(points: int, sticks: dict[int, int]) -> None:
    assert in_sticks(points) == sticks


@given(st.integers(1, 3000))
def test_sticks_are_worth_the_points(points: int) -> None:
    assert sum(value * count for value, count in in_sticks(points).items()) == points


def test_no_fewer_sticks_make_as_many_points() -> None:
    fewest: dict[int, int] = {}
    for counts in product(range(8), range(3), range(6), range(13), range(10)):
        points = sum(value * count for value, count in zip(STICKS, counts, strict=True))
        fewest[points] = min(fewest.get(points, 99), sum(counts))
    for points in range(1, 650):
        assert sum(in_sticks(points).values()) == fewest[points], points


@pytest.mark.parametrize(
    ("total", "start", "sticks"),
    [
        (500, 500, {100: 1, 50: 4, 10: 10, 8: 10, 1: 20}),  # text of 1998, terms, 34
        (508, 500, {100: 1, 50: 4, 10: 10, 8: 11, 1: 20}),
        (492, 500, {100: 1, 50: 4, 10: 10, 8: 9, 1: 20}),
        (476, 500, {100: 1, 50: 4, 10: 10, 8: 7, 1: 20}),
        (200, 500, {10: 10, 8: 10, 1: 20}),
        (1, 500, {1: 1}),
        (0, 500, {}),
        (-20, 500, {}),
        (100, 0, {100: 1}),  # Zung Jung begins with none
        (-100, 0, {}),
    ],
)
def test_a_total_in_sticks(total: int, start: int, sticks: dict[int, int]) -> None:
    assert total_in_sticks(total, start) == sticks


@given(st.integers(1, 3000))
def test_a_total_in_sticks_is_worth_the_total(total: int) -> None:
    sticks = total_in_sticks(total)
    assert sum(value * count for value, count in sticks.items()) == total
    assert all(count > 0 for count in sticks.values())
    assert total > 500 or all(count <= BOOK_SET[value] for value, count in sticks.items())


def test_after_a_round_the_players_change_places() -> None:
    match = folded(SIT, *[Drawn()] * 15)
    changed = {hand.number: moves(before, hand) for before, hand in zip(match.hands, match.hands[1:], strict=False)}
    assert [number for number, found in changed.items() if found] == [5, 9, 13]
    # E and S change places, and so do W and N
    assert changed[5] == (
        HandMove("Ann", 0, 1, "Bo"),
        HandMove("Bo", 1, 0, "Ann"),
        HandMove("Chen", 2, 3, "Dai"),
        HandMove("Dai", 3, 2, "Chen"),
    )
    # E to W, W to S, S to N, N to E
    assert [(move.player, move.before, move.place) for move in changed[9]] == [
        ("Bo", 0, 2), ("Ann", 1, 3), ("Dai", 2, 1), ("Chen", 3, 0)
    ]  # fmt: skip
    assert places(match.hands[5]) == places(match.hands[4])


def test_who_sat_at_the_wrong_place_moves_too() -> None:
    match = folded(SIT, Drawn(), Swapped(("Ann", "Bo"), 2, "x"), Drawn())
    assert {move.player for move in moves(*match.hands[:2])} == {"Ann", "Bo"}
