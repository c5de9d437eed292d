"""The roles of people and devices, and the caller of a request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.match.records import Role as Recorded
from webui.records.rights import ROLES, Role

LONGEST_NAME: Final = 60
"""Most characters of a person's name. More widen lists and prints; fewer refuse long real names."""

_RECORDED: Final[Mapping[Role, Recorded]] = {"referee": "referee", "chief": "desk"}


def covers(role: Role, least: Role) -> bool:
    """Return True if a role covers another one."""
    return ROLES.index(role) >= ROLES.index(least)


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request.

    Attributes:
        who: Name; empty if unnamed.
        role: Role.
        table: Number of the one table of their device, or None for any.
        device: Id of their signed-in device; empty if none is needed.
        event: Number of the one event of their role, its tables and its pages, or None for all.
        at_rig: True at the device of a table in a hall, which believes it no more than a referee's acts.
    """

    who: str
    role: Role
    table: int | None = None
    device: str = ""
    event: int | None = None
    at_rig: bool = False

    @property
    def recorded(self) -> Recorded:
        """The role for their records. A caller who needs no role, on this computer or by the PIN, is a referee; so is
        a tournament director at the device of a table."""
        if not self.device:
            return "referee" if covers(self.role, "referee") else "table"
        if self.at_rig and self.role == "chief":
            return "referee"
        return _RECORDED.get(self.role, "table")

    def may(self, least: Role) -> bool:
        """Return True if their role covers this one."""
        return covers(self.role, least)
