"""The schedules that were found by search."""

import pytest

from scoring.match.schedules import BASE_ROUNDS, SCHEDULES, WITHOUT_REPEATS

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("players", BASE_ROUNDS)
def test_a_base_round_seats_everybody_once(players: int) -> None:
    assert sorted(player for table in BASE_ROUNDS[players] for player in table) == [*range(players)]


@pytest.mark.parametrize(("players", "rounds"), SCHEDULES)
def test_a_schedule_seats_everybody_once_a_round(players: int, rounds: int) -> None:
    seated = SCHEDULES[players, rounds].split()
    assert len(seated) == rounds
    for line in seated:
        assert sorted(line) == [*DIGITS[:players]]


@pytest.mark.parametrize("players", WITHOUT_REPEATS)
def test_nobody_meets_anybody_twice(players: int) -> None:
    met = [
        frozenset((one, other))
        for line in WITHOUT_REPEATS[players].split()
        for at in range(0, players, 4)
        for n, one in enumerate(line[at : at + 4])
        for other in line[at + n + 1 : at + 4]
    ]
    assert len({*met}) == len(met)
