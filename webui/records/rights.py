"""The roles, and the acts of a match that each may record: for requests, files, and rigs by themselves."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Role = Literal["spectator", "player", "table", "scorer", "referee", "chief"]
"""The roles: each may do everything that the roles before it may.

A "player" calls the referee; a "table" is the device of one table, which records its hands; a "scorer" does so for all
tables; a "referee" decides and approves; a "chief" runs the event and gives roles.
"""

ROLES: Final[tuple[Role, ...]] = get_args(Role)

ACTS: Final[Mapping[str, Role]] = {
    "Seated": "table",
    "Swapped": "table",
    "Won": "table",
    "Claimed": "table",
    "Drawn": "table",
    "FalseWin": "table",
    "DeadHand": "table",
    "Renamed": "scorer",
    "TimeUp": "scorer",
    "Result": "scorer",
    "Penalty": "referee",
    "Foul": "referee",
    "Late": "referee",
    "Disqualified": "referee",
    "Forfeited": "referee",
    "Substituted": "referee",
    "ThreeLeft": "referee",
    "Approved": "referee",
    "Appealed": "table",
    "AppealDecided": "referee",
    "Erased": "chief",
    "Pruned": "chief",
    "Imported": "chief",  # an import makes it itself
    # The replacing act needs its own role; the match protects approved hands from anybody but referees
    "Corrected": "table",
    "Void": "table",
}
"""The least role for recording an act, by its name in JSON."""

OF_GAMES: Final[Role] = "table"
"""The least role for recording an act that one game alone has."""
