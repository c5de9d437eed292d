"""Rounds that are seated by the standing."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.match.errors import SeatingError
from scoring.match.pairing import pair_by_standing, repeats

Pair = tuple[int, int]
Cost = tuple[int, int, int]


def cost(tables: Iterable[Iterable[int]], met: Counter[frozenset[int]], mates: Set[frozenset[int]]) -> Cost:
    """Return what counts, in its order: meetings repeated, teammates who meet, distances in the ranking squared."""
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    sets = [*map(frozenset, pairs)]
    return sum(met[each] for each in sets), sum(each in mates for each in sets), sum((a - b) ** 2 for a, b in pairs)


def is_least(players: Sequence[int], left: Cost, met: Counter[frozenset[int]], mates: Set[frozenset[int]]) -> bool:
    """Return True if no way to seat players at tables of four costs less than what is left."""
    if not players:
        return left <= (0, 0, 0)
    first, *rest = players
    for three in combinations(rest, 3):
        repeats, teammates, distance = cost([(first, *three)], met, mates)
        more = left[0] - repeats, left[1] - teammates, left[2] - distance
        others = [player for player in rest if player not in three]
        if more > (0, 0, 0) and not is_least(others, more, met, mates):
            return False
    return True


@pytest.mark.parametrize(
    ("players", "examples"), [(8, 20), (12, 4), pytest.param(16, 3, marks=pytest.mark.long)], ids=str
)
def test_no_other_round_of_a_small_event_is_better(players: int, examples: int) -> None:
    everybody = range(1, players + 1)  # in the order of the ranking
    for seed in range(examples):
        chance = random.Random(seed)
        met: list[Pair] = []
        for _ in range(chance.randrange(1, 5)):
            order = chance.sample(everybody, players)
            met += [pair for at in range(0, players, 4) for pair in combinations(order[at : at + 4], 2)]
        teams = [(1, 2), (3, players)] if seed % 2 else []
        games, _ = pair_by_standing(everybody, met, teams)
        before, mates = Counter(map(frozenset, met)), {*map(frozenset, teams)}
        found = cost(games, before, mates)
        assert is_least(everybody, found, before, mates)
        assert found[0] == repeats(games, met)


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 60), st.integers(1, 4), st.randoms(use_true_random=False))
def test_everybody_sits_once_or_sits_out_in_turn(players: int, rounds: int, chance: random.Random) -> None:
    met: list[Pair] = []
    sat_out: Counter[int] = Counter()
    for _ in range(rounds):
        order = chance.sample(range(1, players + 1), players)
        games, out = pair_by_standing(order, met, (), sat_out)
        assert sorted([*out, *(player for game in games for player in game)]) == list(range(1, players + 1))
        assert (len(out), pair_by_standing(order, met, (), sat_out)) == (players % 4, (games, out))
        sat_out.update(out)
        met += [pair for game in games for pair in combinations(game, 2)]
    counts = [sat_out[player] for player in range(1, players + 1)]
    assert max(counts) - min(counts) <= 1


def play(players: int, rounds: int, seed: int) -> tuple[list[Pair], list[float]]:
    """Play rounds by the standing; return the meetings, and the mean width of a round's tables in the ranking."""
    chance = random.Random(seed)
    points: Counter[int] = Counter()
    met: list[Pair] = []
    widths = []
    for _ in range(rounds):
        order = sorted(range(players), key=lambda player: -points[player])
        games, _ = pair_by_standing(order, met)
        met += [pair for game in games for pair in combinations(sorted(game), 2)]
        width = [max(map(order.index, game)) - min(map(order.index, game)) for game in games]
        widths.append(sum(width) / len(width))
        for game in games:
            for player, share in zip(game, chance.sample([4, 2, 1, 0], 4), strict=True):
                points[player] += share
    return met, widths


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(40, 6), pytest.param(100, 8, marks=pytest.mark.long), pytest.param(400, 8, marks=pytest.mark.long)],
)
def test_nobody_meets_twice_and_neighbours_meet(players: int, rounds: int) -> None:
    met, widths = play(players, rounds, seed=players)
    assert len(met) == len({*met})
    assert widths[0] == 3
    assert max(widths) < players / 2


def test_who_has_sat_out_plays_and_the_last_of_the_others_sit_out() -> None:
    games, out = pair_by_standing([5, 3, 1, 2, 4, 6], sat_out={6: 1, 2: 1})
    assert out == (1, 4)
    assert sorted(games[0]) == [2, 3, 5, 6]


def test_each_sits_on_the_wind_had_least() -> None:
    winds = dict.fromkeys([(1, 0), (1, 1), (2, 0), (2, 2), (3, 0), (3, 3)], 1)
    (game,), _ = pair_by_standing([1, 2, 3, 4], winds=winds)
    assert game[0] == 4
    assert not [1 for wind, player in enumerate(game) if winds.get((player, wind))]


@pytest.mark.parametrize(
    ("order", "kind"),
    [([1, 2, 3], "players-out-of-range"), (range(401), "players-out-of-range"), ([1, 2, 3, 1], "seated-twice")],
)
def test_who_cannot_be_seated_is_refused(order: Sequence[int], kind: str) -> None:
    with pytest.raises(SeatingError, match=kind):
        pair_by_standing(order)
