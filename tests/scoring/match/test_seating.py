"""Seating of a tournament: every schedule against a check of its own, the wishes in their order, and the script."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from scoring.match.errors import SeatingError
from scoring.match.schedules import BASE_ROUNDS, SCHEDULES, WITHOUT_REPEATS
from scoring.match.seating import Schedule, parse_script, players_of, quality, script, seating
from tests.long import long_but


def met(schedule: Schedule) -> Counter[frozenset[int]]:
    """Return how often each two players share a table; check that every round seats everybody once."""
    players = list(range(1, 4 * len(schedule[0]) + 1))
    for games in schedule:
        assert sorted(player for game in games for player in game) == players
    return Counter(frozenset(pair) for games in schedule for game in games for pair in combinations(game, 2))


def repeats(schedule: Schedule) -> int:
    return sum(count * (count - 1) // 2 for count in met(schedule).values())


def winds_are_even(schedule: Schedule) -> bool:
    """Return True if each player sits on each wind equally often, or once more, after every fourth round too."""
    sat = {player: [0] * 4 for game in schedule[0] for player in game}
    for end, games in enumerate(schedule, 1):
        for game in games:
            for wind, player in enumerate(game):
                sat[player][wind] += 1
        most = 1 if end % 4 else 0
        if (end == len(schedule) or not most) and any(max(counts) - min(counts) > most for counts in sat.values()):
            return False
    return True


MOST_WITHOUT_REPEAT = {4: 1, 8: 1, 12: 1, 16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 11, 40: 13, 44: 14, 48: 15, 52: 16}
"""Rounds for which a schedule without repeats is made; but for 20 and 32 it is the bound (players - 1) // 3 or 16."""


@pytest.mark.parametrize(("players", "rounds"), long_but([(8, 1), (20, 5)], MOST_WITHOUT_REPEAT.items()))
def test_nobody_meets_twice_where_that_is_possible(players: int, rounds: int) -> None:
    for number in {max(1, rounds // 2), rounds}:
        schedule = seating(players, number)
        assert len(schedule) == number
        assert repeats(schedule) == 0
        assert winds_are_even(schedule)


@pytest.mark.parametrize("players", long_but((40, 208, 400), [*range(40, 401, 4)]))
def test_nobody_meets_twice_in_eight_rounds_of_up_to_400(players: int) -> None:
    schedule = seating(players, 8)
    assert set(met(schedule).values()) == {1}
    assert winds_are_even(schedule)


@pytest.mark.parametrize("players", long_but((64, 400), [56, 60, 64, 68, 76, 80, 96, 128, 160, 200, 208, 300, 400]))
def test_sixteen_rounds_without_a_repeat(players: int) -> None:
    assert repeats(seating(players, 16)) == 0


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        (4, 3, 6 * 3),  # the same four each time
        (8, 7, 28 * 3),  # every two three times
        (12, 11, 66 * 3),
        (16, 10, 120),  # every two twice
        (16, 7, 48),  # every two once, and two rounds again
        (20, 7, 20),
        pytest.param(28, 16, 294, marks=pytest.mark.long),
        pytest.param(40, 16, 180, marks=pytest.mark.long),
    ],
)
def test_repeats_are_spread_as_evenly_as_counting_allows(players: int, rounds: int, expected: int) -> None:
    schedule = seating(players, rounds)
    assert repeats(schedule) == expected == quality(schedule).repeats
    assert winds_are_even(schedule)


@pytest.mark.parametrize("players", BASE_ROUNDS)
def test_a_base_round_gives_as_many_rounds_as_exist(players: int) -> None:
    base = BASE_ROUNDS[players]
    ring = (players - 1) // 3
    assert sorted(player for game in base for player in game) == list(range(players))
    seen = set()
    for by in range(ring):
        moved = [[p if p >= 3 * ring else p // ring * ring + (p + by) % ring for p in game] for game in base]
        for game in moved:
            for pair in combinations(sorted(game), 2):
                assert pair not in seen
                seen.add(pair)


@pytest.mark.parametrize(("players", "rounds"), long_but([*SCHEDULES][::8], SCHEDULES))
def test_a_stored_schedule_seats_everybody_and_is_near_the_bound(players: int, rounds: int) -> None:
    schedule = seating(players, rounds)
    assert len(schedule) == rounds
    even, rest = divmod(6 * len(schedule[0]) * rounds, players * (players - 1) // 2)
    bound = players * (players - 1) // 2 * even * (even - 1) // 2 + rest * even
    assert bound <= repeats(schedule) <= bound + 24
    assert winds_are_even(schedule)


def test_nine_rounds_are_stored_for_32() -> None:
    assert {players: len(text.split()) for players, text in WITHOUT_REPEATS.items()} == {32: 9}


def of(size: int, players: int) -> list[range]:
    return [range(at, at + size) for at in range(1, players + 1, size)]


@pytest.mark.parametrize(
    ("players", "rounds", "size"),
    long_but([(40, 5, 4)], [(28, 8, 4), (32, 8, 4), (40, 8, 5), (40, 5, 4), (96, 7, 3), (400, 8, 4)]),
)
def test_teammates_do_not_meet(players: int, rounds: int, size: int) -> None:
    teams = of(size, players)
    found = met(seating(players, rounds, teams))
    assert set(found.values()) == {1}
    assert not any(found[frozenset(pair)] for team in teams for pair in combinations(team, 2))


def test_pairs_are_kept_apart_unless_that_costs_a_wish_before_it() -> None:
    apart = [(1, 2), (1, 3), (7, 8), (15, 40)]
    found = met(seating(40, 8, of(5, 40), apart))
    assert set(found.values()) == {1}
    assert not any(found[frozenset(pair)] for pair in apart)
    schedule = seating(16, 5, apart=[(1, 2)])
    assert quality(schedule, apart=[(1, 2)]).kept_apart == 1
    assert repeats(schedule) == 0


def test_tables_are_even_where_there_are_many() -> None:
    found = seating(400, 8)
    assert quality(found).returns == 0
    sat = Counter((player, at) for games in found for at, game in enumerate(games) for player in game)
    assert max(sat.values()) == 1
    assert quality(seating(100, 8)).returns <= 3


def test_quality_counts_each_wish() -> None:
    twice = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 3, 5), (4, 6, 7, 8)))
    found = quality(twice, teams=[[1, 2], [4, 5]], apart=[(6, 8), (1, 5)])
    assert (found.repeats, found.teammates, found.winds, found.returns, found.kept_apart) == (6, 2, 2, 6, 3)
    assert quality(seating(16, 5)).winds == 1  # five rounds of four winds
    assert quality(seating(16, 4)) < quality(seating(16, 6))


def test_the_same_seed_gives_the_same_schedule() -> None:
    assert seating(24, 6, of(4, 24), seed=3) == seating(24, 6, of(4, 24), seed=3)
    assert seating(24, 6, of(4, 24), seed=3) != seating(24, 6, of(4, 24), seed=4)


def test_a_script_is_written_and_read_as_pantheon_has_it() -> None:
    text = "7-2-1-8\n3-4-5-6\n\n1-3-2-4\n5-7-6-8\n"
    schedule = parse_script(text)
    assert schedule == (((7, 2, 1, 8), (3, 4, 5, 6)), ((1, 3, 2, 4), (5, 7, 6, 8)))
    assert script(schedule) == text
    assert parse_script("\n 7 - 2-1-8 \r\n3-4-5-6\r\n\r\n\r\n1-3-2-4\r\n5-7-6-8") == schedule
    assert parse_script(script(seating(52, 9))) == seating(52, 9)


def test_players_of_a_script_may_sit_out_in_turn() -> None:
    schedule = parse_script("1-2-3-4\n\n5-6-7-8\n\n1-3-5-7", turns=True)
    assert schedule == (((1, 2, 3, 4),), ((5, 6, 7, 8),), ((1, 3, 5, 7),))
    assert players_of(schedule) == 8
    with pytest.raises(SeatingError, match="seated-twice"):
        parse_script("1-2-3-4\n\n5-6-7-5", turns=True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("\n\n", "empty-script"),
        ("1-2-3", "not-a-table-line"),
        ("1-2-3-x", "not-a-table-line"),
        ("1-2-3-4\n5-6-7-8\n\n1-2-3-4", "tables-differ"),
        ("1-2-3-0", "unknown-player"),
        ("1-2-3-5", "round-seats-some"),
        ("1-2-3-3", "seated-twice"),
    ],
)
def test_a_script_that_seats_not_everybody_once_is_refused(text: str, kind: str) -> None:
    with pytest.raises(SeatingError) as raised:
        parse_script(text)
    assert raised.value.kind == kind


@pytest.mark.parametrize(
    ("players", "rounds", "teams", "apart", "kind"),
    [
        (0, 4, [], [], "players-out-of-range"),
        (404, 4, [], [], "players-out-of-range"),
        (16, 0, [], [], "rounds-out-of-range"),
        (16, 17, [], [], "rounds-out-of-range"),
        (16, 4, [[1, 2], [2, 3]], [], "in-two-teams"),
        (16, 4, [[1, 1]], [], "in-two-teams"),
        (16, 4, [[1, 17]], [], "unknown-player"),
        (16, 4, [], [(0, 1)], "unknown-player"),
        (16, 4, [], [(3, 3)], "same-player"),
    ],
)
def test_what_cannot_be_seated_is_refused(
    players: int, rounds: int, teams: list[Iterable[int]], apart: list[tuple[int, int]], kind: str
) -> None:
    with pytest.raises(SeatingError) as raised:
        seating(players, rounds, teams, apart)
    assert raised.value.kind == kind


@pytest.mark.parametrize(("players", "missing", "over"), [(15, 1, 3), (17, 3, 1), (199, 1, 3)])
def test_players_who_fill_no_tables_of_four_need_substitutes(players: int, missing: int, over: int) -> None:
    with pytest.raises(SeatingError, match="not-fours") as raised:
        seating(players, 4)
    assert raised.value.about == {"players": players, "missing": missing, "over": over}
