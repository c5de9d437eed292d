"""The player who pays more than the others for a hand: for the winning discard, or for sets fed to the winner."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from scoring.errors import About
from scoring.hand import Win
from scoring.sheet import ScoreSheet

ResponsibleKind = Literal[
    "self-drawn", "own-discard", "discarder", "robbed", "first-discarder", "discarder-unknown", "liable"
]
"""The rule that names the responsible player; `liable` is for sets fed to the winner."""


@dataclass(frozen=True, slots=True)
class Responsible:
    """The responsible player, with the reason.

    Attributes:
        seat: The player who pays the rest, or None if nobody is responsible or the discarder is unknown.
        kind: The rule that decides it.
        about: The tile and the seats that the rule applies to.
    """

    seat: str | None
    kind: ResponsibleKind
    about: About = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """True if the responsibility is settled, even if nobody is responsible."""
        return self.kind != "discarder-unknown"


def liable(sheet: ScoreSheet, score: Callable[[Win], ScoreSheet]) -> Responsible | None:
    """Return the player who answers for sets fed to the winner, or None if the payments do not depend on it.

    Args:
        sheet: The sheet of a hand.
        score: Returns the sheet of a hand under the same rules.
    """
    seat, payments = sheet.win.liable, sheet.payments
    if seat is None or payments is None:
        return None
    unfed = score(replace(sheet.win, liable=None)).payments
    return None if payments == unfed else Responsible(seat, "liable", {"seat": seat})
