"""The results of an event: points of every place at every table, the ranking of players and of teams."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.match.course import results
from scoring.match.event import Event
from scoring.match.event_acts import Carry, StageBegun
from scoring.match.ranking import RankingStage, Standing, ranking, share_of, table_points, team_ranking
from scoring.match.state import Match

_Points = tuple[int, ...]
"""Points of the places of a table, East of the first hand first."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a table in a round.

    Attributes:
        points: Points won and lost by place: game points without the start.
        over: True if the match is over.
        hands: Hands that have ended.
        last: Number of the last hand of the match.
        results: Results by place that count instead of the points, once the match is over; empty before, and in most
            games.
        typed: True if the totals were typed from paper.
    """

    points: _Points
    over: bool
    hands: int
    last: int
    results: tuple[Fraction, ...] = ()
    typed: bool = False


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The result of one player in a round.

    Attributes:
        round: The round.
        table: The table.
        place: The place where they sat first: 0 is East.
        player: Number of the player who gets the points.
        points: Game points without those of the start.
        table_points: Share of the table's points; 0 while the match is not over.
        over: True if the match is over.
        result: The result that counts instead of the points; 0 while the match is not over, and in most games.
        typed: True if it was typed from paper.
    """

    round: int
    table: int
    place: int
    player: int
    points: int
    table_points: Fraction
    over: bool
    result: Fraction = Fraction(0)
    typed: bool = False


def played(match: Match) -> Played:
    """Return the result of a match so far, by the places of its seating."""
    ended, last = match.played, match.last or match.played
    placed = tuple(results(match).values())
    return Played(tuple(match.game_points.values()), match.over, ended, last, placed, match.typed)


def lines(event: Event, tables: Mapping[tuple[int, int], Played]) -> list[ResultLine]:
    """Return the result of every player in each round, by round and table.

    Args:
        event: The event.
        tables: Results by round and table.
    """
    found: list[ResultLine] = []
    for (number, table), result in sorted(tables.items()):
        players = event.rounds[number].players[table - 1]
        places = {str(place): points for place, points in enumerate(result.points)}
        shares = table_points(places, event.body.table_points)
        for place, player in enumerate(players):
            share = shares[str(place)] if result.over else Fraction(0)
            credited = event.credited(number, player)
            placed = result.results[place] if result.results else Fraction(0)
            found.append(
                ResultLine(
                    number, table, place, credited, result.points[place], share, result.over, placed, result.typed
                )
            )
    return found


def standings(
    event: Event, tables: Mapping[tuple[int, int], Played], rounds: Collection[int] | None = None
) -> list[Standing]:
    """Return the ranking of players over the matches that are over, by name.

    Args:
        event: The event.
        tables: Results by round and table.
        rounds: The rounds that count, or None for all.
    """
    substitutes = {event.name(n) for n in event.substitutes}
    stages = _stages(event, rounds)
    placed = _results(event, tables, rounds, stages)
    sessions, byes = _sessions(event, tables, rounds), _byes(event, tables, rounds, stages)
    found = ranking(sessions, event.body.ranking, substitutes, placed, event.body.table_points, byes, stages)
    ranked = {row.player for row in found}
    others = [event.name(number) for number in event.ranked]
    rest = [Standing(len(found) + 1, name, Fraction(0), 0, 0) for name in sorted(others) if name not in ranked]
    return [*found, *rest]


def team_standings(
    event: Event, tables: Mapping[tuple[int, int], Played], rounds: Collection[int] | None = None
) -> list[Standing]:
    """Return the ranking of teams over the matches that are over: all sessions of their players count, in any stage."""
    teams = {team: [event.name(player) for player in players] for team, players in event.teams.items()}
    if not teams:
        return []
    placed = _results(event, tables, rounds)
    sessions, byes = _sessions(event, tables, rounds), _byes(event, tables, rounds)
    return team_ranking(sessions, teams, event.body.ranking, placed, event.body.table_points, byes)


SHARES: Final[Mapping[Carry, Fraction]] = {"none": Fraction(0), "half": Fraction(1, 2), "all": Fraction(1)}
"""The share of the points that players bring into a stage."""


def counted_stages(event: Event, rounds: Collection[int] | None) -> list[StageBegun]:
    """Return the stages that the ranking has: those after rounds that all count."""
    return [
        stage
        for stage in event.stages
        if rounds is None or all(round in rounds for round in event.rounds if round < stage.since)
    ]


def _stages(event: Event, rounds: Collection[int] | None) -> list[RankingStage]:
    return [
        RankingStage(
            stage.since,
            {event.name(player): place for player, place in zip(stage.players, stage.places, strict=True)},
            SHARES[stage.carry],
        )
        for stage in counted_stages(event, rounds)
    ]


def _byes(
    event: Event,
    tables: Mapping[tuple[int, int], Played],
    rounds: Collection[int] | None,
    stages: Sequence[RankingStage] = (),
) -> dict[str, Fraction]:
    """Return the points by name for the rounds that are over in which somebody sat out and did not stand in."""
    found: dict[str, Fraction] = {}
    for number, out in event.out.items():
        started = event.rounds.get(number)
        if started is None or (rounds is not None and number not in rounds) or not event.opened.bye:
            continue
        here = [tables.get((number, table)) for table in started.tables]
        if all(each and each.over for each in here):
            credited = {event.credited(number, player) for players in started.players for player in players}
            for name in (event.name(player) for player in out if player not in credited):
                found[name] = found.get(name, Fraction(0)) + event.opened.bye * share_of(stages, name, number)
    return found


def _results(
    event: Event,
    tables: Mapping[tuple[int, int], Played],
    rounds: Collection[int] | None,
    stages: Sequence[RankingStage] = (),
) -> dict[str, Fraction]:
    """Return the sum of results by name over the tables that are over; empty where points count."""
    found: dict[str, Fraction] = {}
    for (number, table), result in tables.items():
        if result.results and (rounds is None or number in rounds):
            for player, placed in zip(event.rounds[number].players[table - 1], result.results, strict=True):
                name = event.name(event.credited(number, player))
                found[name] = found.get(name, Fraction(0)) + placed * share_of(stages, name, number)
    return found


def _sessions(
    event: Event, tables: Mapping[tuple[int, int], Played], rounds: Collection[int] | None
) -> list[list[dict[str, int]]]:
    """Return for each round, from the first on, the points by name of each table that is over and counts."""
    found: dict[int, list[dict[str, int]]] = {}
    for (number, table), result in sorted(tables.items()):
        if not result.over or (rounds is not None and number not in rounds):
            continue
        names = [event.name(event.credited(number, player)) for player in event.rounds[number].players[table - 1]]
        found.setdefault(number, []).append(dict(zip(names, result.points, strict=True)))
    return [found.get(number, []) for number in range(1, max(found, default=0) + 1)]
