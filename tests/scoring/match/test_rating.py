"""Ratings by the published formulas, against worked examples and other computations of them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.match.rating import RatedEvent, elo, mers
from scoring.match.records import Drawn, Result, Seated
from scoring.match.year import PlayedMatch
from tests.scoring.match.builders import folded

NAMES = ("Ann", "Bo", "Chen", "Dai", "Eva", "Fu")
Game = tuple[tuple[str, ...], tuple[int, ...]]
"""Players of a match in the order of the seats, and their totals."""


def matches(games: list[Game]) -> list[PlayedMatch]:
    return [
        PlayedMatch(1, at, "2026-01-01", folded(Seated(names, "mcr", "ema"), Result(totals)))  # type: ignore[arg-type]
        for at, (names, totals) in enumerate(games, 1)
    ]


def recomputed(games: list[Game]) -> dict[str, float]:
    """Return the ratings R: places are counted player by player, and the matches of each one after the other."""
    rates, played = dict.fromkeys(NAMES, 1500.0), dict.fromkeys(NAMES, 0)
    for names, totals in games:
        mean = sum(rates[name] for name in names) / 4
        gains = {}
        for name, total in zip(names, totals, strict=True):
            better, same = sum(other > total for other in totals), totals.count(total)
            base = sum([30, 10, -10, -30][better : better + same]) / same
            factor = 1 - played[name] * 0.002 if played[name] < 400 else 0.2
            gains[name] = factor * (base + (mean - rates[name]) / 40)
        for name, gain in gains.items():
            rates[name] += gain
            played[name] += 1
    return {name: rate for name, rate in rates.items() if played[name]}


def test_the_first_match_moves_everybody_by_the_bases() -> None:
    found = elo(matches([(NAMES[:4], (40, 10, -20, -30))]))
    assert [(each.rank, each.player, each.rating) for each in found] == [
        (1, "Ann", 1530),
        (2, "Bo", 1510),
        (3, "Chen", 1490),
        (4, "Dai", 1470),
    ]
    assert [(step.number, step.change, step.after) for step in found[0].steps] == [(1, 30, 1530)]


def test_equal_players_share_their_places() -> None:
    assert {each.rating for each in elo(matches([(NAMES[:4], (0, 0, 0, 0))]))} == {1500}
    assert {each.rank for each in elo(matches([(NAMES[:4], (0, 0, 0, 0))]))} == {1}


@given(
    st.lists(
        st.tuples(st.permutations(NAMES).map(lambda names: tuple(names[:4])), st.tuples(*[st.integers(-50, 50)] * 3)),
        min_size=1,
        max_size=12,
    )
)
def test_ratings_are_those_of_another_computation(drawn: list[tuple[tuple[str, ...], tuple[int, int, int]]]) -> None:
    games = [(names, (*three, -sum(three))) for names, three in drawn]
    found = elo(matches(games))
    assert {each.player: each.rating for each in found} == pytest.approx(recomputed(games))
    assert sum(len(each.steps) for each in found) == 4 * len(games)
    assert all(each.steps[-1].after == each.rating for each in found)
    assert [each.rating for each in found] == sorted((each.rating for each in found), reverse=True)


def test_who_has_played_much_moves_little() -> None:
    """After 400 matches a fifth of the first: the example that a club published, 2000 against 2000 and last."""
    games = [(NAMES[:4], (0, 0, 0, 0))] * 400 + [(NAMES[:4], (30, 10, -10, -30))]
    assert {each.player: each.steps[-1].change for each in elo(matches(games))} == pytest.approx(
        {"Ann": 6, "Bo": 2, "Chen": -2, "Dai": -6}
    )


def test_matches_count_in_the_order_of_their_beginnings_and_once_they_are_over() -> None:
    first, second = matches([(NAMES[:4], (40, 10, -20, -30)), (NAMES[:4], (-30, -20, 10, 40))])
    open_one = replace(first, match=folded(Seated(NAMES[:4], "mcr", "ema"), Drawn()), number=3)
    early = [replace(second, began="2026-01-01T10:00"), replace(first, began="2026-01-01T12:00"), open_one]
    assert [step.number for step in elo(early)[0].steps] == [2, 1]


def event(number: int, day: str, points: int, name: str = "Ann") -> RatedEvent:
    return RatedEvent(number, day, {name: points})


def test_two_events_are_needed_and_missing_ones_count_nothing() -> None:
    one, two = event(1, "2026-01-01", 1000), event(2, "2026-02-01", 500)
    assert mers([one], "2026-03-01") == []
    (found,) = mers([one, two], "2026-03-01")
    assert found.rating == float(Fraction(1500, 5) / 2 + Fraction(1500, 4) / 2)
    assert [(step.change, step.after) for step in found.steps] == [(1000, 0.0), (500, found.rating)]


def test_an_event_weighs_what_its_director_says_and_a_missing_one_weighs_one() -> None:
    one = replace(event(1, "2026-01-01", 1000), weight=Fraction(2))
    two = replace(event(2, "2026-02-01", 500), weight=Fraction(1, 2))
    (found,) = mers([one, two], "2026-03-01")
    points = 2 * 1000 + Fraction(500, 2)
    assert found.rating == float((points / (Fraction(5, 2) + 3) + points / (Fraction(5, 2) + 2)) / 2)


@pytest.mark.parametrize(
    ("day", "rating"),
    [
        ("2026-01-02", (Fraction(1000 + 800, 5) + Fraction(1000 + 800, 4)) / 2),
        ("2026-01-03", (Fraction(2 * 800 + 1000, 9) + Fraction(2 * 800 + 1000, 7)) / 2),  # the first is a year old
        ("2027-01-03", None),  # the first is older than two years, and one is too few
    ],
)
def test_events_grow_old(day: str, rating: Fraction | None) -> None:
    found = mers([event(1, "2025-01-02", 1000), event(2, "2025-12-01", 800)], day)
    assert [each.rating for each in found] == ([] if rating is None else [float(rating)])


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=14))
def test_the_worst_of_many_events_fall_out(points: list[int]) -> None:
    """Of 10 events 9 count in the first half, and the best 4 in the second."""
    found = mers([event(at, "2026-01-01", each) for at, each in enumerate(points)], "2026-01-01")
    best = sorted([*points, *[0] * (5 - len(points))], reverse=True)
    count = {6: 6, 7: 7, 8: 8, 9: 9, 10: 9, 11: 10, 12: 11, 13: 12, 14: 13}.get(len(points), 5)
    expected = Fraction(sum(best[:count]), 2 * count) + Fraction(sum(best[:4]), 8)
    assert [each.rating for each in found] == [float(expected)]
