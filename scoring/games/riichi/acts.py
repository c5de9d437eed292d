"""The acts of a match that only riichi has."""

from typing import ClassVar, Final, Literal

from scoring.match.records import GameAct, PersonName

AbortiveDraw = Literal["nine terminals and honours", "four winds", "four kongs", "four riichi", "three winners"]
"""The reason of an abortive draw; three winners are three who win the same discard."""

THREE: Final[AbortiveDraw] = "three winners"
FOUR_DRAWS: Final[tuple[AbortiveDraw, ...]] = ("nine terminals and honours", "four winds", "four kongs", "four riichi")
"""The abortive draws that online rooms know."""


RiichiRefusalKind = Literal[
    "hand-no-yaku",
    "no-such-han",
    "tenpai-unknown",
    "no-tenpai",
    "no-riichi",
    "no-open-riichi",
    "riichi-twice",
    "riichi-unaffordable",
    "tenpai-of-riichi",
    "tenpai-of-dead",
    "three-winners",
]
"""The reasons why a match of this game cannot follow an act, or one of another game cannot follow a declaration."""


class DeclaredRiichi(GameAct, frozen=True):
    """A player declares riichi and puts a stick on the table.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        opened: True if the player shows the hand: an open riichi.
    """

    refusal: ClassVar[RiichiRefusalKind] = "no-riichi"

    seat: PersonName
    opened: bool = False
