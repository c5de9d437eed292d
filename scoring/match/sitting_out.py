"""Seating in which players sit out in turn, since those present fill no tables."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from scoring.match.errors import SeatingError
from scoring.match.seating import MOST_PLAYERS, SeatingGame, with_winds

STEPS: Final = 4_000
"""Most exchanges tried for the tables of a round. More take longer than 2 s for 400 players; fewer repeat meetings."""

STEPS_OF_TABLE: Final = 150
"""Exchanges tried for each table of a round. More take longer; fewer repeat more meetings of few players."""

FEW: Final = 16
"""Most players for whom several seatings are tried. More take longer; fewer repeat meetings of a club's evening."""

TRIES: Final = 8
"""Seatings tried for few players, of which the one with the fewest repeated meetings is taken; more take longer."""

MATE: Final = 100
CLUB: Final = 1
"""Costs of teammates and of players of one club who meet, beside the square of how often two have met before. A greater
one for clubs repeats more meetings; a smaller one for teams lets teammates meet."""

Turns = tuple[tuple[tuple[SeatingGame, ...], ...], tuple[tuple[int, ...], ...]]
"""The games of each round, and who sits out in it."""


def seat_in_turn(
    present: Sequence[Collection[int]],
    sat_out: Mapping[int, int],
    met: Iterable[tuple[int, int]],
    teams: Iterable[Iterable[int]] = (),
    seed: int = 0,
    clubs: Iterable[Iterable[int]] = (),
    size: int = 4,
) -> Turns:
    """Seat rounds in which those sit out who have sat out least.

    Nobody sits out a second time before everybody else who was there has once. Players who met seldom sit together,
    teammates and players of one club only where it cannot be helped. The same arguments always give the same seating.

    Args:
        present: The players of each round.
        sat_out: How often players sat out before.
        met: The pairs who met before, once for each meeting.
        teams: The players of each team.
        seed: Random seed of the search.
        clubs: The players of each club.
        size: Players of a table, four or three.

    Raises:
        SeatingError: A round has fewer players than a table, or more than can be seated.
    """
    chance = random.Random(seed)
    before = Counter(frozenset(pair) for pair in met)
    apart = {frozenset(pair): CLUB for club in clubs for pair in combinations(club, 2)}
    apart |= {frozenset(pair): MATE for team in teams for pair in combinations(team, 2)}
    for here in present:
        if not size <= len(here) <= MOST_PLAYERS:
            raise SeatingError("players-out-of-range", players=len(here), most=MOST_PLAYERS)
    tries = TRIES if max(map(len, present)) <= FEW else 1
    found = [_seated(present, sat_out, Counter(before), apart, chance, size) for _ in range(tries)]
    rounds, out, _ = min(found, key=lambda each: each[2])
    seated = with_winds([[[player - 1 for player in game] for game in games] for games in rounds])
    return tuple(tuple(map(_game, games)) for games in seated), out


_Rounds = list[list[list[int]]]


def _seated(
    present: Sequence[Collection[int]],
    sat_out: Mapping[int, int],
    meetings: Counter[frozenset[int]],
    apart: Mapping[frozenset[int], int],
    chance: random.Random,
    size: int,
) -> tuple[_Rounds, tuple[tuple[int, ...], ...], int]:
    """Return the tables of each round, who sits out, and the distance of the meetings from being spread evenly."""
    times: Counter[int] = Counter(sat_out)
    rounds: _Rounds = []
    out: list[tuple[int, ...]] = []
    for here in present:
        order = sorted(here)
        chance.shuffle(order)
        order.sort(key=lambda player: times[player])
        resting = sorted(order[: len(order) % size])
        times.update(resting)
        out.append(tuple(resting))
        games = _tables(order[len(resting) :], meetings, apart, chance, size)
        meetings.update(frozenset(pair) for game in games for pair in combinations(game, 2))
        rounds.append(games)
    uneven = sum(count**3 + 10 * apart.get(pair, 0) for pair, count in meetings.items())
    return rounds, tuple(out), uneven


def _game(players: Sequence[int]) -> SeatingGame:
    return tuple([player + 1 for player in players])


def _tables(
    players: Sequence[int],
    meetings: Mapping[frozenset[int], int],
    apart: Mapping[frozenset[int], int],
    chance: random.Random,
    size: int,
) -> list[list[int]]:
    """Return the tables of a round at which those sit who met seldom: exchanges are kept while they are no worse."""

    def cost(game: Sequence[int]) -> int:
        pairs = [frozenset(pair) for pair in combinations(game, 2)]
        return sum(meetings.get(pair, 0) ** 2 + apart.get(pair, 0) for pair in pairs)

    order = list(players)
    chance.shuffle(order)
    games = [order[at : at + size] for at in range(0, len(order), size)]
    if len(games) < 2:
        return games
    costs = [cost(game) for game in games]
    for _ in range(min(STEPS, STEPS_OF_TABLE * len(games))):
        if not any(costs):
            break
        one, other = chance.sample(range(len(games)), 2)
        at, to = chance.randrange(size), chance.randrange(size)
        games[one][at], games[other][to] = games[other][to], games[one][at]
        changed = cost(games[one]), cost(games[other])
        if sum(changed) <= costs[one] + costs[other]:
            costs[one], costs[other] = changed
        else:
            games[one][at], games[other][to] = games[other][to], games[one][at]
    return games
