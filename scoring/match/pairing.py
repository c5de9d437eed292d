"""Seating of a round by the standing: few meetings repeat, and neighbours in the ranking meet.

The two goals and their order are those of the Swiss seating that Pantheon documents ("How seatings work"), which fills
table after table from the top of the ranking. That leaves the last tables what remains. Here small groups of tables are
seated anew, each in the best way, until no group gains: up to `EXACT` players the whole round is one group.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations
from typing import Final

from scoring.match.errors import SeatingError
from scoring.match.seating import MOST_PLAYERS, SeatingGame

EXACT: Final = 16
"""Most players who are seated in the best way of all, in half a second. More take minutes."""

GROUP: Final = 3
"""Tables that are seated anew together in a larger round. More take longer; fewer leave more meetings repeated."""

PASSES: Final = 8
"""Most passes over the tables. More take longer, and gained nothing (`tests.bench.bench_pairing`)."""

REPEAT: Final = 10**16
MATE: Final = 10**12
CLUB: Final = 10**9
"""Costs of a meeting that repeats, of teammates who meet and of players of one club who do: each more than all that
follows can cost together."""


def pair_by_standing(
    order: Sequence[int],
    met: Iterable[tuple[int, int]] = (),
    teams: Iterable[Iterable[int]] = (),
    sat_out: Mapping[int, int] | None = None,
    winds: Mapping[tuple[int, int], int] | None = None,
    by_place: bool = False,
    clubs: Iterable[Iterable[int]] = (),
    size: int = 4,
) -> tuple[tuple[SeatingGame, ...], tuple[int, ...]]:
    """Seat a round by the standing.

    Those who fill no table sit out: of the players who have sat out least, the last of the ranking. Meetings
    repeated count first, then meetings of teammates, then of players of one club, then the distances in the ranking,
    squared. The same arguments always give the same round.

    Args:
        order: The players of the round, the first of the ranking first.
        met: The pairs who met before, once for each meeting.
        teams: The players of each team.
        sat_out: How often players sat out before.
        winds: How often a player had a wind (0 is East), by player and wind.
        by_place: True for tables of neighbours in the ranking, whoever met before.
        clubs: The players of each club.
        size: Players of a table, four or three.

    Returns:
        The tables, the one with the best player first, each from East on; and who sits out.

    Raises:
        SeatingError: There are fewer players than a table has, more than can be seated, or one twice.
    """
    if not size <= len(order) <= MOST_PLAYERS:
        raise SeatingError("players-out-of-range", players=len(order), most=MOST_PLAYERS)
    if twice := [player for player, count in Counter(order).items() if count > 1]:
        raise SeatingError("seated-twice", round=1, player=twice[0])
    times = sat_out or {}
    by_turn = sorted(enumerate(order), key=lambda each: (times.get(each[1], 0), -each[0]))
    out = [player for _, player in by_turn[: len(order) % size]]
    players = [player for player in order if player not in out]
    neighbours = [tuple(range(at, at + size)) for at in range(0, len(players), size)]
    games = neighbours if by_place else _paired(players, _costs(players, met, teams, clubs), size)
    had = Counter(winds or {})
    return tuple(_seated([players[place] for place in game], had) for game in games), tuple(sorted(out))


def repeats(games: Iterable[Collection[int]], met: Iterable[tuple[int, int]]) -> int:
    """Return how many meetings of a round repeat earlier ones, each as often as the two have met."""
    before = Counter(frozenset(pair) for pair in met)
    return sum(before[frozenset(pair)] for game in games for pair in combinations(game, 2))


def fewest_repeats(players: Sequence[int], met: Iterable[tuple[int, int]], size: int = 4) -> int | None:
    """Return the fewest meetings that any seating of some players repeats; None for more than can be told.

    Args:
        players: Those who play, a multiple of `size`.
        met: The pairs who met in other rounds, once for each meeting.
        size: Players of a table, four or three.
    """
    if len(players) > EXACT:
        return None
    costs = [[cost // REPEAT for cost in row] for row in _costs(players, met, ())]
    return sum(_cost(game, costs) for game in _best(range(len(players)), costs, size))


def better_swap(games: Sequence[Sequence[int]], met: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """Return two players who would repeat the fewest meetings if they changed places; None if no two repeat fewer.

    Args:
        games: The tables of a round.
        met: The pairs who met in other rounds, once for each meeting.
    """
    before = Counter(frozenset(pair) for pair in met)

    def again(player: int, others: Iterable[int]) -> int:
        return sum(before[frozenset((player, other))] for other in others if other != player)

    best: tuple[int, int, int] | None = None
    for at, game in enumerate(games):
        for one in game:
            mine = again(one, game)
            if not mine:
                continue
            for to, there in enumerate(games):
                if to == at:
                    continue
                for other in there:
                    rest, remaining = [each for each in there if each != other], [each for each in game if each != one]
                    gained = mine + again(other, there) - again(one, rest) - again(other, remaining)
                    if gained > 0 and (best is None or gained > best[0]):
                        best = gained, one, other
    return best and best[1:]


def _costs(
    players: Sequence[int],
    met: Iterable[tuple[int, int]],
    teams: Iterable[Iterable[int]],
    clubs: Iterable[Iterable[int]] = (),
) -> list[list[int]]:
    """Return what it costs that two players meet, by their places in the ranking of those who play."""
    place = {player: at for at, player in enumerate(players)}
    costs = [[(one - other) ** 2 for other in range(len(players))] for one in range(len(players))]
    mates = (pair for team in teams for pair in combinations(team, 2))
    members = (pair for club in clubs for pair in combinations(club, 2))
    for pairs, cost in ((met, REPEAT), (mates, MATE), (members, CLUB)):
        for one, other in pairs:
            if one in place and other in place:
                costs[place[one]][place[other]] += cost
                costs[place[other]][place[one]] += cost
    return costs


def _paired(players: Sequence[int], costs: list[list[int]], size: int) -> list[tuple[int, ...]]:
    """Return the tables as places in the ranking, the table with the best player first."""
    places = range(len(players))
    if len(players) <= EXACT:
        return _best(places, costs, size)
    games = [tuple(places[at : at + size]) for at in range(0, len(players), size)]

    def seat_anew(group: Sequence[int]) -> bool:
        """Seat the players of some tables in the best way; return whether that is better."""
        before = [games[at] for at in group]
        now = _best(sorted(place for game in before for place in game), costs, size)
        if sum(_cost(game, costs) for game in now) >= sum(_cost(game, costs) for game in before):
            return False
        for at, game in zip(group, now, strict=True):
            games[at] = game
        return True

    for _ in range(PASSES):
        gained = [seat_anew(range(at, at + GROUP)) for at in range(len(games) - GROUP + 1)]
        for at in range(len(games)):  # who met all their neighbours is seated with those further away
            far = sorted((other for other in range(len(games)) if other != at), key=lambda other: abs(other - at))
            for one, other in zip(far[::2], far[1::2], strict=False):
                if _cost(games[at], costs) < REPEAT:
                    break
                gained.append(seat_anew(sorted((at, one, other))))
        if not any(gained):
            break
    return sorted(games)


def _cost(game: Iterable[int], costs: list[list[int]]) -> int:
    return sum(costs[one][other] for one, other in combinations(game, 2))


def _best(places: Sequence[int], costs: list[list[int]], size: int) -> list[tuple[int, ...]]:
    """Return the tables of some players that cost least, each with the first who is left (dynamic programming)."""
    known: dict[tuple[int, ...], tuple[int, list[tuple[int, ...]]]] = {(): (0, [])}

    def seat(left: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]]:
        found = known.get(left)
        if found is None:
            first, rest = left[0], left[1:]
            best: tuple[int, tuple[int, ...]] | None = None
            for others in combinations(rest, size - 1):
                cost = _cost((first, *others), costs)
                if best is not None and cost >= best[0]:
                    continue
                cost += seat(tuple(place for place in rest if place not in others))[0]
                if best is None or cost < best[0]:
                    best = cost, others
            assert best
            further = seat(tuple(place for place in rest if place not in best[1]))[1]
            found = known[left] = best[0], [(first, *best[1]), *further]
        return found

    return seat(tuple(places))[1]


def _seated(game: Sequence[int], had: Mapping[tuple[int, int], int]) -> SeatingGame:
    """Return a table's players in the order of the winds that they have had least."""
    return min(permutations(game), key=lambda seats: sum(had[player, wind] ** 2 for wind, player in enumerate(seats)))
