"""The roles that people and devices have, and who asks for something."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from scoring.match.records import Role as Recorded

Role = Literal["spectator", "player", "table", "scorer", "referee", "chief"]
"""Who somebody is: each may do all that those before may.

A "player" calls the referee; a "table" is the device of one table, which records its hands; a "scorer" does so for all
tables; a "referee" decides and approves; a "chief" runs the event and says who is what.
"""

ROLES: Final[tuple[Role, ...]] = get_args(Role)

LONGEST_NAME: Final = 60
"""Characters of the name of somebody at most. Not measured."""

_RECORDED: Final[Mapping[Role, Recorded]] = {"referee": "referee", "chief": "desk"}


def covers(role: Role, least: Role) -> bool:
    """Whether a role may do what takes another one at least."""
    return ROLES.index(role) >= ROLES.index(least)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for something.

    Attributes:
        who: Their name; empty where nobody gives one.
        role: What they are.
        table: Number of the one table that their device belongs to; None for any.
        device: Id of the device that they signed in on; empty where nobody needs to.
        event: Number of the one event that their role holds for, its tables and its pages; None for all.
    """

    who: str
    role: Role
    table: int | None = None
    device: str = ""
    event: int | None = None

    @property
    def recorded(self) -> Recorded:
        """The role that their records have. Who needs no role, on this computer or by the PIN, is a referee."""
        if not self.device:
            return "referee" if covers(self.role, "referee") else "table"
        return _RECORDED.get(self.role, "table")

    def may(self, least: Role) -> bool:
        """Whether they may do what takes this role at least."""
        return covers(self.role, least)
