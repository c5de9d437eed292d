"""Table points of a session, the ranking of players and teams over sessions, and the points of MERS.

All but the match points, which are square roots, are exact.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from scoring.match.bodies import Criterion
from scoring.match.state import Match

Sessions = Iterable[Iterable[Mapping[str, int]]]
"""For each session, the game points by player of each table."""

BOOK_1998: Final[tuple[Criterion, ...]] = ("table points", "game points", "best session")
"""Criteria of a ranking by the printed book of 1998 (annexes)."""


def table_points(points: Mapping[str, int], by_rank: Sequence[int] = ()) -> dict[str, Fraction]:
    """Return the table points of one session.

    Players with equal points share those of their ranks equally.

    Args:
        points: Game points by player.
        by_rank: Points of the ranks of a table, as in a body's `table_points`. At a table of another size, or without
            them, the first of N players gets N and each other N less their rank.
    """
    order = sorted(points, key=lambda player: -points[player])
    usual = [len(order) - rank if rank > 1 else len(order) for rank in range(1, len(order) + 1)]
    scale = by_rank if len(by_rank) == len(order) else usual
    shared: dict[str, Fraction] = {}
    for player in order:
        tied = [at for at, other in enumerate(order) if points[other] == points[player]]
        shared[player] = Fraction(sum(scale[at] for at in tied), len(tied))
    return shared


def match_points(points: int) -> float:
    """Return the match points of one session: the root of the game points, with their sign.

    Source: mahjongnews on the World Series of Mahjong 2010.
    """
    return math.copysign(math.sqrt(abs(points)), points)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's or a team's place in the ranking.

    Attributes:
        rank: Rank from 1; those who are equal by every criterion share it.
        player: Name of the player or team.
        table_points: Table points of all sessions.
        game_points: Game points of all sessions; halves of them may come into a stage.
        best_session: Game points of the best session.
        match_points: Match points of all sessions.
        result: Results of all sessions, of games whose matches have them besides the points.
        stage: The last stage that they reached: 0 without one.
    """

    rank: int
    player: str
    table_points: Fraction
    game_points: int | Fraction
    best_session: int
    match_points: float = 0.0
    result: Fraction = Fraction(0)
    stage: int = 0


@dataclass(frozen=True, slots=True)
class RankingStage:
    """A stage of a ranking, whose players come before all others.

    Attributes:
        since: Number of its first session, from 1.
        places: The players, with their places when it began, which decide between those who are equal.
        share: The share of their earlier points that counts.
    """

    since: int
    places: Mapping[str, int]
    share: Fraction


def share_of(stages: Iterable[RankingStage], player: str, session: int) -> Fraction:
    """Return the share of a session's points that counts for a player."""
    shares = [stage.share for stage in stages if session < stage.since and player in stage.places]
    return math.prod(shares, start=Fraction(1))


def sessions_of(tables: Iterable[Mapping[str, int]]) -> list[list[Mapping[str, int]]]:
    """Return tables grouped into sessions: each is in the session after the last one of its players.

    Args:
        tables: Game points by player of each table; those of a session before those of the next that have a player in
            common.
    """
    sessions: list[list[Mapping[str, int]]] = []
    played: dict[str, int] = {}
    for points in tables:
        session = max((played.get(player, 0) for player in points), default=0)
        if session == len(sessions):
            sessions.append([])
        sessions[session].append(points)
        played.update(dict.fromkeys(points, session + 1))
    return sessions


def ranking(
    sessions: Sessions,
    by: Sequence[Criterion] = BOOK_1998,
    substitutes: Collection[str] = (),
    results: Mapping[str, Fraction] = MappingProxyType({}),
    by_rank: Sequence[int] = (),
    byes: Mapping[str, Fraction] = MappingProxyType({}),
    stages: Sequence[RankingStage] = (),
) -> list[Standing]:
    """Return the ranking of players over some sessions.

    Args:
        sessions: For each session, the game points by player of each table.
        by: Criteria, the deciding one first, as in a body's `ranking`. People draw lots: those who are equal before it
            share a rank.
        substitutes: Players who fill a table and are not ranked; the others keep the table points won against them.
        results: Results of all sessions by player, of games whose matches have them.
        by_rank: Points of the ranks of a table, as in `table_points`.
        byes: Points by player for the sessions in which they sat out, in what decides the ranking first.
        stages: The stages, in their order; `results` and `byes` have their shares already.
    """
    found = _by_session(sessions, {}, by_rank)
    for player in byes:
        found.setdefault(player, [])
    rows = {player: rows for player, rows in found.items() if player not in substitutes}
    return _ranked(rows, by, results, byes, stages)


def final_table_points(match: Match) -> dict[str, float]:
    """Return table points by player of a match that is over and whose body has them, else an empty dictionary."""
    if not match.over or not match.body.table_points:
        return {}
    return {player: float(points) for player, points in table_points(match.points, match.body.table_points).items()}


def team_ranking(
    sessions: Sessions,
    teams: Mapping[str, Iterable[str]],
    by: Sequence[Criterion] = BOOK_1998,
    results: Mapping[str, Fraction] = MappingProxyType({}),
    by_rank: Sequence[int] = (),
    byes: Mapping[str, Fraction] = MappingProxyType({}),
) -> list[Standing]:
    """Return the ranking of teams: each session of a team has the sums of its members.

    Args:
        sessions: For each session, the game points by player of each table.
        teams: The players of each team by its name, with the substitutes who play for it; other players have no team.
        by: Criteria, the deciding one first.
        results: As in `ranking`.
        by_rank: As in `ranking`.
        byes: As in `ranking`.
    """
    team_of = {player: team for team, players in teams.items() for player in players}
    found = _by_session(sessions, team_of, by_rank)
    rows = {team: rows for team, rows in found.items() if team in teams}
    return _ranked(rows, by, _of_teams(results, team_of), _of_teams(byes, team_of))


def _of_teams(of_players: Mapping[str, Fraction], team_of: Mapping[str, str]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for player, points in of_players.items():
        if player in team_of:
            found[team_of[player]] = found.get(team_of[player], Fraction(0)) + points
    return found


def mers_points(standings: Sequence[Standing], substitutes: int = 0) -> dict[str, int]:
    """Return the points of a tournament for the European ranking (MERS): 1000 (N - rank) / (N - 1), halves rounded up.

    Args:
        standings: The ranking of players, without substitutes.
        substitutes: Number of substitutes that count in N, the number of players.

    Returns:
        Points by player, 1000 for the first and for a single player.
    """
    others = len(standings) + substitutes - 1
    if not others:
        return {standing.player: 1000 for standing in standings}
    return {row.player: (2000 * (others + 1 - row.rank) + others) // (2 * others) for row in standings}


@dataclass(slots=True)
class _Session:
    """The result of a player or a team in one session."""

    number: int
    table_points: Fraction = Fraction(0)
    game_points: int = 0
    match_points: float = 0.0


def _by_session(sessions: Sessions, team_of: Mapping[str, str], by_rank: Sequence[int]) -> dict[str, list[_Session]]:
    """Return the results of each session by player, or by team for members of one."""
    found: dict[str, list[_Session]] = {}
    for number, tables in enumerate(sessions, 1):
        here: dict[str, _Session] = {}
        for points in tables:
            for player, share in table_points(points, by_rank).items():
                row = here.setdefault(team_of.get(player, player), _Session(number))
                row.table_points += share
                row.game_points += points[player]
                row.match_points += match_points(points[player])
        for name, row in here.items():
            found.setdefault(name, []).append(row)
    return found


def _ranked(
    found: Mapping[str, Sequence[_Session]],
    by: Sequence[Criterion],
    results: Mapping[str, Fraction],
    byes: Mapping[str, Fraction],
    stages: Sequence[RankingStage] = (),
) -> list[Standing]:
    def bye(name: str, criterion: Criterion) -> Fraction:
        return byes.get(name, Fraction(0)) if by[0] == criterion else Fraction(0)

    def reached(name: str) -> int:
        return max((at for at, stage in enumerate(stages, 1) if name in stage.places), default=0)

    def standing(name: str, rows: Sequence[_Session]) -> Standing:
        shares = [share_of(stages, name, row.number) for row in rows]
        counted = list(zip(shares, rows, strict=True))
        game_points = sum((share * row.game_points for share, row in counted), bye(name, "game points"))
        return Standing(
            0,
            name,
            sum((share * row.table_points for share, row in counted), bye(name, "table points")),
            int(game_points) if game_points.denominator == 1 else game_points,
            max((row.game_points for share, row in counted if share), default=0),
            math.fsum([*(share * row.match_points for share, row in counted), float(bye(name, "match points"))]),
            results.get(name, Fraction(0)) + bye(name, "result"),
            reached(name),
        )

    standings = [standing(name, rows) for name, rows in found.items()]
    keys = {each.player: _key(each, by, stages) for each in standings}
    standings.sort(key=lambda standing: ([-part for part in keys[standing.player]], standing.player))
    ranked: list[Standing] = []
    for place, row in enumerate(standings, 1):
        equal = ranked and keys[ranked[-1].player] == keys[row.player]
        ranked.append(replace(row, rank=ranked[-1].rank if equal else place))
    return ranked


def _key(standing: Standing, by: Sequence[Criterion], stages: Sequence[RankingStage]) -> list[Fraction | int | float]:
    values: dict[Criterion, Fraction | int | float] = {
        "table points": standing.table_points,
        "match points": standing.match_points,
        "game points": standing.game_points,
        "best session": standing.best_session,
        "result": standing.result,
    }
    before = -stages[standing.stage - 1].places[standing.player] if standing.stage else 0
    return [standing.stage, *(values[criterion] for criterion in by if criterion != "lot"), before]
