"""Table points of a session and the ranking over sessions, in exact fractions (printed 1998 book, annexes)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction


def table_points(points: Mapping[str, int]) -> dict[str, Fraction]:
    """The table points of one session.

    Of N players the first gets N and each other N less their rank; players with equal points share theirs equally.

    Args:
        points: Game points by player.
    """
    order = sorted(points, key=lambda player: -points[player])
    scale = [len(order) - rank if rank > 1 else len(order) for rank in range(1, len(order) + 1)]
    shared: dict[str, Fraction] = {}
    for player in order:
        tied = [at for at, other in enumerate(order) if points[other] == points[player]]
        shared[player] = Fraction(sum(scale[at] for at in tied), len(tied))
    return shared


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking.

    Attributes:
        rank: From 1; players equal in everything have the same rank.
        player: The name.
        table_points: Table points of all sessions, which decide first.
        game_points: Game points of all sessions, which decide next.
        best_session: Game points of the best session, which decide last.
    """

    rank: int
    player: str
    table_points: Fraction
    game_points: int
    best_session: int


def ranking(sessions: Iterable[Iterable[Mapping[str, int]]]) -> list[Standing]:
    """The ranking after some sessions.

    Args:
        sessions: For each session, the game points by player of each table.
    """
    table: dict[str, Fraction] = {}
    games: dict[str, list[int]] = {}
    for tables in sessions:
        for points in tables:
            for player, share in table_points(points).items():
                table[player] = table.get(player, Fraction(0)) + share
                games.setdefault(player, []).append(points[player])
    keys = {player: (table[player], sum(games[player]), max(games[player])) for player in table}
    order = sorted(keys, key=lambda player: (tuple(-part for part in keys[player]), player))
    return [
        Standing(1 + sum(1 for other in keys.values() if other > keys[player]), player, *keys[player])
        for player in order
    ]
