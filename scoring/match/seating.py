"""Seating of a tournament: the players at each table and wind in every round.

The goals in order: no repeated meetings, no meetings of teammates, even winds, even tables, no meetings of pairs to be
kept apart. Meetings are settled first; winds, table numbers and the numbers of the players are then chosen without
changing them.
"""

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Final

from scoring.match.errors import SeatingError, SeatingErrorKind
from scoring.match.schedules import BASE_ROUNDS, SCHEDULES, WITHOUT_REPEATS

SeatingGame = tuple[int, ...]
"""The players of a table, numbered from 1: East, South, West and, where four play, North."""

Schedule = tuple[tuple[SeatingGame, ...], ...]
"""The games of each round, in the order of the tables."""

MOST_PLAYERS: Final = 400
"""The most players seated: the largest size for which the bench measures time and repeats."""

MOST_ROUNDS: Final = 16
"""The most rounds seated: the largest number for which the bench measures time and repeats."""

SHIFT_STEPS: Final = 400_000
"""Shifts tried before giving up, half a second. Of 4 to 100 tables only those with 9 and less reach it at 8 rounds."""

MEETING_STEPS: Final = 120_000
"""Exchanges tried for rounds that must repeat meetings. Every size takes less than 2 s so (`bench_seating`)."""

TABLE_STEPS: Final = 60_000
"""Exchanges of table numbers tried. Every size takes less than 2 s so (`bench_seating`)."""

WAYS: Final = 200
"""Ways to number the tables of a small event that are all counted, in milliseconds: more take longer than they save."""

NUMBER_STEPS: Final = 1_500
"""Exchanges of player numbers tried for teams and pairs kept apart, each the best of one player's. More leave fewer
such meetings and take longer."""

_Rounds = list[list[list[int]]]
"""Players numbered from 0, by round and table, in no order of winds."""


@dataclass(frozen=True, slots=True, order=True)
class Quality:
    """The distance of a schedule from the goals, compared in their order; the least is best.

    Attributes:
        repeats: Repeated meetings: of two players who share m tables, m (m - 1) / 2.
        teammates: Meetings of teammates.
        winds: The most that a player's winds differ in number, 0 or 1 at best.
        returns: Repeated tables: of a player who sits m times at one, m (m - 1) / 2.
        kept_apart: Meetings of pairs to be kept apart.
    """

    repeats: int
    teammates: int
    winds: int
    returns: int
    kept_apart: int


def seating(
    players: int,
    rounds: int,
    teams: Iterable[Iterable[int]] = (),
    apart: Iterable[tuple[int, int]] = (),
    seed: int = 0,
    size: int = 4,
) -> Schedule:
    """Seat a tournament.

    The same arguments always give the same schedule.

    Args:
        players: Number of players, substitutes included: up to 400, a multiple of `size`.
        rounds: Number of rounds, 1 to 16.
        teams: The players of each team, numbered from 1; a player is in one team at most.
        apart: Pairs of players who should not meet.
        seed: Random seed of the search; another seed gives another schedule.
        size: Players of a table, four or three.

    Returns:
        The schedule, as near to the goals as the search finds.

    Raises:
        SeatingError: The numbers are out of range, the players fill no tables, or a team or pair is impossible.
    """
    _check_size(players, rounds, size)
    mates = _pairs_of_teams(players, teams)
    strangers = _pairs(players, apart)
    chance = random.Random(seed)
    found = [_numbered(meetings, mates, strangers, chance) for meetings in _meetings(players, rounds, chance, size)]
    best = min(found, key=lambda games: _encounters(games, mates, strangers))
    return _with_tables(with_winds(best), chance)


def quality(schedule: Schedule, teams: Iterable[Iterable[int]] = (), apart: Iterable[tuple[int, int]] = ()) -> Quality:
    """Return the distance of a schedule from the goals.

    Args:
        schedule: A schedule of `seating` or `parse_script`.
        teams: The players of each team, numbered from 1.
        apart: Pairs of players who should not meet.

    Raises:
        SeatingError: A team or pair is impossible.
    """
    size = len(schedule[0][0])
    players = size * len(schedule[0])
    games: _Rounds = [[[player - 1 for player in game] for game in games] for games in schedule]
    repeats, teammates, kept_apart = _encounters(games, _pairs_of_teams(players, teams), _pairs(players, apart))
    winds = [[0] * size for _ in range(players)]
    tables: Counter[tuple[int, int]] = Counter()
    for round_ in games:
        for table, game in enumerate(round_):
            for wind, player in enumerate(game):
                winds[player][wind] += 1
                tables[player, table] += 1
    uneven = max(max(counts) - min(counts) for counts in winds)
    return Quality(repeats, teammates, uneven, _repeated(tables.values()), kept_apart)


def meetings(schedule: Schedule) -> Counter[tuple[int, int]]:
    """Return how often two players meet, by their numbers from 1, the lower first."""
    return Counter(pair for games in schedule for game in games for pair in combinations(sorted(game), 2))


def script(schedule: Schedule) -> str:
    """Return the schedule as a seating script of Pantheon.

    It has a line `7-2-1-8` for each table, East first, and a blank line between rounds.
    """
    return "\n\n".join("\n".join("-".join(map(str, game)) for game in games) for games in schedule) + "\n"


def parse_script(text: str, turns: bool = False, size: int | None = 4) -> Schedule:
    """Read a seating script of Pantheon.

    Args:
        text: A line `7-2-1-8` for each table, East first, and a blank line between rounds.
        turns: Rounds may seat some of the players each, who sit out in turn.
        size: Players of a table, four or three; None if the first line says it.

    Raises:
        SeatingError: A line is no table, the rounds differ in tables, or a round does not seat everybody once.
    """
    rounds: list[list[SeatingGame]] = [[]]
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            rounds.append([])
            continue
        parts = [part.strip() for part in line.split("-")]
        size = size or min(max(len(parts), 3), 4)
        if len(parts) != size or not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
            raise SeatingError("not-a-table-line", line=at, text=line)
        rounds[-1].append(tuple(map(int, parts)))
    schedule = tuple(tuple(games) for games in rounds if games)
    if not schedule:
        raise SeatingError("empty-script")
    tables, size = len(schedule[0]), len(schedule[0][0])
    most = min(players_of(schedule), MOST_PLAYERS)
    for number, games in enumerate(schedule, 1):
        if len(games) != tables:
            raise SeatingError("tables-differ", round=number, tables=len(games), expected=tables)
        seated: set[int] = set()
        for player in (player for game in games for player in game):
            if not 1 <= player <= most:
                raise SeatingError("unknown-player", player=player, players=most)
            if player in seated:
                raise SeatingError("seated-twice", round=number, player=player)
            seated.add(player)
    if most > size * tables and not turns:
        raise SeatingError("round-seats-some", round=1, seated=size * tables, players=most)
    return schedule


def players_of(schedule: Schedule) -> int:
    """Return how many players a schedule numbers: those of a round, or more who sit out in turn."""
    in_a_round = len(schedule[0][0]) * len(schedule[0])
    return max(in_a_round, *(player for games in schedule for game in games for player in game))


def _check_size(players: int, rounds: int, size: int) -> None:
    if not 1 <= players <= MOST_PLAYERS:
        raise SeatingError("players-out-of-range", players=players, most=MOST_PLAYERS)
    if players % size:
        kind: SeatingErrorKind = "not-fours" if size == 4 else "not-threes"
        raise SeatingError(kind, players=players, missing=-players % size, over=players % size)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SeatingError("rounds-out-of-range", rounds=rounds, most=MOST_ROUNDS)


def _pairs_of_teams(players: int, teams: Iterable[Iterable[int]]) -> set[tuple[int, int]]:
    pairs: set[tuple[int, int]] = set()
    seen: set[int] = set()
    for team in teams:
        members = sorted(team)
        for at, player in enumerate(members):
            if player in seen or player in members[:at]:
                raise SeatingError("in-two-teams", player=player)
        seen.update(members)
        pairs |= _pairs(players, combinations(members, 2))
    return pairs


def _pairs(players: int, pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the pairs with players numbered from 0, the lower first."""
    found = set()
    for pair in pairs:
        for player in pair:
            if not 1 <= player <= players:
                raise SeatingError("unknown-player", player=player, players=players)
        if pair[0] == pair[1]:
            raise SeatingError("same-player", player=pair[0])
        found.add((min(pair) - 1, max(pair) - 1))
    return found


def _repeated(counts: Iterable[int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts)


def _encounters(rounds: _Rounds, mates: set[tuple[int, int]], apart: set[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the numbers of repeated meetings, meetings of teammates, and meetings of pairs to be kept apart."""
    met = Counter(pair for games in rounds for game in games for pair in combinations(sorted(game), 2))
    return _repeated(met.values()), sum(met[pair] for pair in mates), sum(met[pair] for pair in apart)


def _meetings(players: int, rounds: int, chance: random.Random, size: int) -> list[_Rounds]:
    """Return schedules of meetings with the fewest repeats known."""
    tables = players // size
    found = []
    if size == 3:
        of_three = [shift[:size] for shift in _shifts(tables, min(rounds, tables))]
        return [_completed(players, rounds, [_shifted(tables, of_three)] if of_three else [], chance, size)]
    if (players, rounds) in SCHEDULES:
        return [_spelled_out(SCHEDULES[players, rounds])]
    if shifts := _shifts(tables, min(rounds, tables)):
        found.append(_shifted(tables, shifts))
    if players in BASE_ROUNDS:
        found.append(_rotated(players))
    if players in WITHOUT_REPEATS:
        found.append(_spelled_out(WITHOUT_REPEATS[players]))
    complete = [meetings[:rounds] for meetings in found if len(meetings) >= rounds]
    if complete:
        return complete
    return [_completed(players, rounds, found, chance, size)]


def _completed(players: int, rounds: int, found: list[_Rounds], chance: random.Random, size: int) -> _Rounds:
    """Return a schedule of a number of rounds: the longest of some, and after it rounds with few repeats."""
    longest = max(found, key=len, default=[[list(range(at, at + size)) for at in range(0, players, size)]])
    if len(longest) >= rounds:
        return longest[:rounds]
    whole, rest = divmod(rounds, len(longest))
    if players - 1 == (size - 1) * len(longest):  # everybody has met everybody once: begin again
        return longest * whole + longest[:rest]
    return _with_rounds(longest, longest * (whole - 1) + longest[:rest], chance)


def _spelled_out(text: str) -> _Rounds:
    """Return a schedule of `scoring.match.schedules`."""
    return [
        [[int(player, 36) for player in games[at : at + 4]] for at in range(0, len(games), 4)]
        for games in text.split(" ")
    ]


def _rotated(players: int) -> _Rounds:
    """Return all rounds of the rotation of a base round."""
    ring = (players - 1) // 3

    def moved(player: int, by: int) -> int:
        return player if player >= 3 * ring else player // ring * ring + (player % ring + by) % ring

    return [[[moved(player, by) for player in game] for game in BASE_ROUNDS[players]] for by in range(ring)]


def _shifts(tables: int, rounds: int) -> list[tuple[int, int, int, int]]:
    """Return the shifts of the four classes of players in each round without a repeated meeting; empty if not found.

    A class has one player a table. Two players of different classes meet in the round in which their classes have moved
    apart by their distance: once at most if no two rounds have the same distance. Such shifts are a partial difference
    matrix.
    """
    if rounds > tables:
        return []
    found = [(0, 0, 0, 0)]
    for second, third in combinations(range(2, tables), 2):
        steps = (0, 1, second, third)
        differences = [b - a for a, b in combinations(steps, 2)]
        if all(by * difference % tables for by in range(1, rounds) for difference in differences):
            return [(0, by, by * second % tables, by * third % tables) for by in range(rounds)]
    taken: list[set[int]] = [{0} for _ in range(5)]
    left = SHIFT_STEPS

    def search(second: int) -> bool:
        nonlocal left
        if len(found) == rounds:
            return True
        if second == tables:
            return False
        for third in range(1, tables):
            if third in taken[0] or (third - second) % tables in taken[1]:
                continue
            for fourth in range(1, tables):
                left -= 1
                if left < 0:
                    return False
                differences = (
                    third,
                    (third - second) % tables,
                    fourth,
                    (fourth - second) % tables,
                    (fourth - third) % tables,
                )
                if any(difference in seen for difference, seen in zip(differences, taken, strict=True)):
                    continue
                for difference, seen in zip(differences, taken, strict=True):
                    seen.add(difference)
                found.append((0, second, third, fourth))
                if search(second + 1):
                    return True
                found.pop()
                for difference, seen in zip(differences, taken, strict=True):
                    seen.discard(difference)
        return tables - second > rounds - len(found) and search(second + 1)

    return found if search(1) else []


def _shifted(tables: int, shifts: Sequence[tuple[int, ...]]) -> _Rounds:
    return [
        [[at * tables + (table + by) % tables for at, by in enumerate(shift)] for table in range(tables)]
        for shift in shifts
    ]


def _with_rounds(settled: _Rounds, free: _Rounds, chance: random.Random) -> _Rounds:
    """Return the settled rounds, and the free ones with players exchanged until few meetings repeat (simulated
    annealing)."""
    rounds = [[list(game) for game in games] for games in free]
    size = len(rounds[0][0])
    players = size * len(rounds[0])
    met = [[0] * players for _ in range(players)]
    for games in settled + rounds:
        for game in games:
            for one, other in permutations(game, 2):
                met[one][other] += 1
    repeats = _repeated(count for row in met for count in row) // 2
    best, kept = repeats, [[list(game) for game in games] for games in rounds]
    if len(rounds[0]) == 1:
        return settled + rounds
    meetings_in_all = size * (size - 1) // 2 * len(rounds[0]) * (len(settled) + len(rounds))
    even, rest = divmod(meetings_in_all, players * (players - 1) // 2)
    least = players * (players - 1) // 2 * even * (even - 1) // 2 + rest * even
    for step in range(MEETING_STEPS):
        if best == least:
            break
        heat = 1.2 * (1 - step / MEETING_STEPS) + 0.15
        first, second = chance.sample(chance.choice(rounds), 2)
        at, to = chance.randrange(size), chance.randrange(size)
        leaving, coming = met[first[at]], met[second[to]]
        change = 0
        for seat in range(size):
            if seat != at:
                change += coming[first[seat]] - leaving[first[seat]] + 1
            if seat != to:
                change += leaving[second[seat]] - coming[second[seat]] + 1
        if change > 0 and chance.random() >= math.exp(-change / heat):
            continue
        one, other = first[at], second[to]
        for seat in range(size):
            if seat != at:
                player = first[seat]
                for mine, by in ((one, -1), (other, 1)):
                    met[mine][player] += by
                    met[player][mine] += by
            if seat != to:
                player = second[seat]
                for mine, by in ((other, -1), (one, 1)):
                    met[mine][player] += by
                    met[player][mine] += by
        first[at], second[to] = other, one
        repeats += change
        if repeats < best:
            best, kept = repeats, [[list(game) for game in games] for games in rounds]
    return settled + kept


def _numbered(
    rounds: _Rounds, mates: set[tuple[int, int]], apart: set[tuple[int, int]], chance: random.Random
) -> _Rounds:
    """Return the same meetings with the players renumbered so that few teammates, then few pairs kept apart, meet.

    Renumbering changes no repeats; numbers are exchanged while a listed pair meets (tabu search).
    """
    players = len(rounds[0][0]) * len(rounds[0])
    met = [[0] * players for _ in range(players)]
    for game in (game for games in rounds for game in games):
        for one, other in permutations(game, 2):
            met[one][other] += 1
    weight = 1 + len(apart) * len(rounds)
    listed: list[dict[int, int]] = [{} for _ in range(players)]
    for pairs, cost in ((apart, 1), (mates, weight)):
        for one, other in pairs:
            listed[one][other] = listed[other][one] = cost
    place = _grouped(players, mates)

    def costs(player: int, at: int, partner: int) -> int:
        row = met[at]
        return sum(cost * row[place[other]] for other, cost in listed[player].items() if other != partner)

    total = sum(costs(player, place[player], -1) for player in range(players)) // 2
    best, kept = total, list(place)
    resting = [0] * players
    for step in range(NUMBER_STEPS):
        if best == 0:
            break
        troubled = [player for player in range(players) if listed[player] and costs(player, place[player], -1)]
        one = chance.choice(troubled)
        here = place[one]
        choices = []
        for other in range(players):
            if other == one:
                continue
            there = place[other]
            change = costs(one, there, other) + costs(other, here, one)
            change -= costs(one, here, other) + costs(other, there, one)
            if resting[other] <= step or total + change < best:
                choices.append((change, chance.random(), other))
        if not choices:
            continue
        change, _, other = min(choices)
        place[one], place[other] = place[other], here
        resting[one] = step + 4 + chance.randrange(6)
        total += change
        if total < best:
            best, kept = total, list(place)
    number = [0] * players
    for player, at in enumerate(kept):
        number[at] = player
    return [[[number[at] for at in game] for game in games] for games in rounds]


def _grouped(players: int, mates: set[tuple[int, int]]) -> list[int]:
    """Return a place for each player, teammates side by side."""
    captain = list(range(players))
    for one, other in sorted(mates):
        captain[other] = min(captain[other], captain[one])
    order = sorted(range(players), key=lambda player: (captain[player], player))
    place = [0] * players
    for at, player in enumerate(order):
        place[player] = at
    return place


def with_winds(rounds: _Rounds) -> _Rounds:
    """Return each table's players as East, South, West (and North); each has each wind once in as many rounds.

    That is an edge coloring of the graph of tables and players with the winds; Kőnig's theorem proves that one exists
    for every schedule, also one in which players sit out.
    """
    seated: _Rounds = []
    size = next((len(game) for games in rounds for game in games), 4)
    for begin in range(0, len(rounds), size):
        block = rounds[begin : begin + size]
        games = [game for games in block for game in games]
        players_of: list[list[int | None]] = [[None] * size for _ in games]
        highest = max(player for game in games for player in game)
        games_of: list[list[int | None]] = [[None] * size for _ in range(highest + 1)]
        for game, players in enumerate(games):
            for player in players:
                _seat(game, player, players_of, games_of)
        whole = [[player for player in players if player is not None] for players in players_of]
        for games in block:
            seated.append(whole[: len(games)])
            whole = whole[len(games) :]
    return seated


def _seat(game: int, player: int, players_of: list[list[int | None]], games_of: list[list[int | None]]) -> None:
    """Give the player a wind in the game, exchanging two winds along a path of games and players if necessary."""
    wind, other = players_of[game].index(None), games_of[player].index(None)
    path: list[tuple[int, int, int]] = []
    at = player
    while (next_game := games_of[at][wind]) is not None:
        path.append((next_game, at, other))
        next_player = players_of[next_game][other]
        if next_player is None:
            break
        path.append((next_game, next_player, wind))
        at = next_player
    for on, who, new in path:
        old = wind if new == other else other
        players_of[on][old] = games_of[who][old] = None
    for on, who, new in path:
        players_of[on][new], games_of[who][new] = who, on
    players_of[game][wind], games_of[player][wind] = player, game


def _with_tables(rounds: _Rounds, chance: random.Random) -> Schedule:
    """Return the games of each round at tables that players seldom return to (simulated annealing)."""
    rounds = [list(games) for games in rounds]
    tables = len(rounds[0])
    sat = [[0] * tables for _ in range(len(rounds[0][0]) * tables)]
    for games in rounds:
        for table, game in enumerate(games):
            for player in game:
                sat[player][table] += 1
    returns = sum(_repeated(counts) for counts in sat)
    least = _least_returns(rounds)
    best, kept = returns, [list(games) for games in rounds]
    for step in range(TABLE_STEPS if tables > 1 else 0):
        if best == least:
            break
        heat = 1.5 * (1 - step / TABLE_STEPS) + 0.1
        games = chance.choice(rounds)
        one, other = chance.sample(range(tables), 2)
        change = sum(sat[player][other] - sat[player][one] + 1 for player in games[one])
        change += sum(sat[player][one] - sat[player][other] + 1 for player in games[other])
        if change > 0 and chance.random() >= math.exp(-change / heat):
            continue
        for player in games[one]:
            sat[player][one] -= 1
            sat[player][other] += 1
        for player in games[other]:
            sat[player][other] -= 1
            sat[player][one] += 1
        games[one], games[other] = games[other], games[one]
        returns += change
        if returns < best:
            best, kept = returns, [list(games) for games in rounds]
    return tuple(tuple(_game(game) for game in games) for games in kept)


def _least_returns(rounds: _Rounds) -> int:
    """Return the fewest possible repeated tables: exact if few games leave few ways, else a lower bound."""
    tables = len(rounds[0])
    if math.factorial(tables) ** (len(rounds) - 1) <= WAYS:
        others = product(*[permutations(games) for games in rounds[1:]])
        return min(_returns((rounds[0], *games)) for games in others)
    even, rest = divmod(len(rounds), tables)
    return len(rounds[0][0]) * tables * (tables * even * (even - 1) // 2 + rest * even)


def _returns(rounds: Iterable[Sequence[Sequence[int]]]) -> int:
    """Return the number of repeated tables of all players."""
    sat = Counter((player, table) for games in rounds for table, game in enumerate(games) for player in game)
    return _repeated(sat.values())


def _game(players: Sequence[int]) -> SeatingGame:
    return tuple([player + 1 for player in players])
