"""The act of a match that only riichi for three has: a North set aside."""

from typing import ClassVar, Literal

from scoring.match.records import GameAct, PersonName

SanmaRefusalKind = Literal["no-norths", "fifth-north"]
"""The reasons why a match of this game cannot follow an act, or one of another game cannot follow a North set aside."""


class SetAside(GameAct, frozen=True):
    """A player sets a North aside as a bonus tile, and draws a replacement.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
    """

    refusal: ClassVar[SanmaRefusalKind] = "no-norths"

    seat: PersonName
