"""Seatings in which players sit out in turn."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.match.errors import SeatingError
from scoring.match.sitting_out import seat_in_turn


@settings(max_examples=40)
@given(st.integers(4, 15), st.integers(1, 9), st.integers(0, 99))
def test_everybody_plays_or_sits_out_in_turn(players: int, rounds: int, seed: int) -> None:
    games, out = seat_in_turn([range(1, players + 1)] * rounds, {}, (), seed=seed)
    times = Counter(player for each in out for player in each)
    for round, resting in zip(games, out, strict=True):
        seated = [player for game in round for player in game]
        assert sorted([*seated, *resting]) == list(range(1, players + 1))
        assert len(resting) == players % 4
    counts = [times[player] for player in range(1, players + 1)]
    assert max(counts) - min(counts) <= 1
    for first in range(0, rounds, 4):
        winds = Counter((p, w) for round in games[first : first + 4] for game in round for w, p in enumerate(game))
        assert max(winds.values()) == 1  # nobody has a wind twice in four rounds


@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11])
def test_meetings_are_spread(players: int) -> None:
    """Two players of a small club do not meet in every round while others never do."""
    games, _ = seat_in_turn([range(1, players + 1)] * players, {}, (), seed=1)
    met = Counter(pair for round in games for game in round for pair in combinations(sorted(game), 2))
    counts = [met[pair] for pair in combinations(range(1, players + 1), 2)]
    assert max(counts) - min(counts) <= 3
    assert max(counts) < players


def test_who_sat_out_before_plays_and_who_misses_a_round_has_no_turn() -> None:
    """Late comers have no place in the first round, and have not sat out in it."""
    games, out = seat_in_turn([[1, 2, 3, 4, 5], range(1, 7)], {1: 1}, [(2, 3)], seed=3)
    assert 1 not in out[0]
    assert 6 not in {player for game in games[0] for player in game}
    assert len(out[1]) == 2
    assert 1 not in out[1]
    assert out[0][0] not in out[1]


def test_fewer_than_four_are_refused() -> None:
    with pytest.raises(SeatingError, match="players-out-of-range"):
        seat_in_turn([[1, 2, 3]], {}, ())


@pytest.mark.parametrize("seed", range(4))
def test_teammates_do_not_meet_where_it_can_be_helped(seed: int) -> None:
    teams = [(1, 2), (3, 4), (5, 6), (7, 8)]
    rounds, _ = seat_in_turn([range(1, 9)] * 3, {}, [], teams, seed)
    assert not [game for games in rounds for game in games for team in teams if {*team} <= {*game}]
