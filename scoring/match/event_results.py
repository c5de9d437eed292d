"""The results of an event: points of every place at every table, the ranking of players and of teams."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.match.event import Event
from scoring.match.ranking import Standing, ranking, table_points, team_ranking
from scoring.match.state import Match

Points = tuple[int, int, int, int]
"""Points of the four places of a table, East of the first hand first."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played at a table in a round.

    Attributes:
        points: What each place has won and lost: game points without those that everybody starts with.
        over: Whether the match is over.
        hands: Hands that have ended.
        last: Number of the last hand of the match.
    """

    points: Points
    over: bool
    hands: int
    last: int


@dataclass(frozen=True, slots=True)
class Line:
    """What one player has from a round.

    Attributes:
        round: The round.
        table: The table.
        place: Where they sat first: 0 is East.
        player: Number of whom it is counted for.
        points: Game points without those of the start.
        table_points: Their share of the table's points; 0 while the match is not over.
        over: Whether the match is over.
    """

    round: int
    table: int
    place: int
    player: int
    points: int
    table_points: Fraction
    over: bool


def played(match: Match) -> Played:
    """What a match stands at, by the places that its players were seated on."""
    east, south, west, north = match.game_points.values()
    ended = sum(hand.ended is not None for hand in match.hands)
    return Played((east, south, west, north), match.over, ended, match.last)


def lines(event: Event, tables: Mapping[tuple[int, int], Played]) -> list[Line]:
    """What every player has from each round, by round and table.

    Args:
        event: The event.
        tables: What was played, by round and table.
    """
    found: list[Line] = []
    for (number, table), result in sorted(tables.items()):
        players = event.rounds[number].players[table - 1]
        shares = table_points({str(place): points for place, points in enumerate(result.points)})
        for place, player in enumerate(players):
            share = shares[str(place)] if result.over else Fraction(0)
            credited = event.credited(number, player)
            found.append(Line(number, table, place, credited, result.points[place], share, result.over))
    return found


def standings(
    event: Event, tables: Mapping[tuple[int, int], Played], rounds: Collection[int] | None = None
) -> list[Standing]:
    """The ranking of players after the matches that are over, by name.

    Args:
        event: The event.
        tables: What was played, by round and table.
        rounds: The rounds that count; None for all.
    """
    found = ranking(_sessions(event, tables, rounds), event.body.ranking, {event.name(n) for n in event.substitutes})
    ranked = {row.player for row in found}
    others = [event.name(number) for number in event.ranked]
    rest = [Standing(len(found) + 1, name, Fraction(0), 0, 0) for name in sorted(others) if name not in ranked]
    return [*found, *rest]


def team_standings(
    event: Event, tables: Mapping[tuple[int, int], Played], rounds: Collection[int] | None = None
) -> list[Standing]:
    """The ranking of teams after the matches that are over."""
    teams = {team: [event.name(player) for player in players] for team, players in event.teams.items()}
    return team_ranking(_sessions(event, tables, rounds), teams, event.body.ranking) if teams else []


def _sessions(
    event: Event, tables: Mapping[tuple[int, int], Played], rounds: Collection[int] | None
) -> list[list[dict[str, int]]]:
    """For each round the points by name of each table that is over."""
    found: dict[int, list[dict[str, int]]] = {}
    for (number, table), result in sorted(tables.items()):
        if not result.over or (rounds is not None and number not in rounds):
            continue
        names = [event.name(event.credited(number, player)) for player in event.rounds[number].players[table - 1]]
        found.setdefault(number, []).append(dict(zip(names, result.points, strict=True)))
    return [found[number] for number in sorted(found)]
