"""The acts of a match that only Sichuan has: kongs that are paid at once, void suits, the end of the wall."""

from typing import ClassVar, Final, Literal

from scoring.match.records import GameAct, PersonName, Text

SichuanRefusalKind = Literal[
    "only-bloody",
    "no-longer-plays",
    "tile-of-kong",
    "states-differ",
    "hand-of-void",
    "hand-not-waiting",
]
"""The reasons why a match of this game cannot follow an act, or one of another game cannot follow an act of it."""

KongKind = Literal["claimed", "added", "postponed", "concealed"]
"""The kind of a kong; a postponed one is added later than with the tile just drawn."""


SEATS: Final = {"E": "east", "S": "south", "W": "west", "N": "north"}
"""The field of each seat wind."""

NOT_READY: Final = "not-ready"
"""The state of a hand that is not ready, as it is answered; a state that is left out stands for the same."""


class BloodyAct(GameAct, frozen=True):
    """An act of a deal in which play goes on after a win."""

    refusal: ClassVar[SichuanRefusalKind] = "only-bloody"
    played: ClassVar[bool] = True


class MadeKong(BloodyAct, frozen=True):
    """A player makes a kong, which is paid at once.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        how: Its kind.
        giver: The player whose discard was claimed, or None.
        tile: Its tile, such as `5m`; empty if it was not entered.
    """

    seat: PersonName
    how: KongKind
    giver: PersonName | None = None
    tile: Text = ""


class NamedVoid(BloodyAct, frozen=True):
    """A player names the void suit; a later act of the same player is the one that counts.

    Attributes:
        seat: The player, by seat wind in this hand or by name.
        suit: The suit.
    """

    seat: PersonName
    suit: Literal["m", "p", "s"]


class ExchangedThree(BloodyAct, frozen=True):
    """Three tiles are exchanged before the deal.

    Attributes:
        direction: The side to which each gives them.
    """

    direction: Literal["across", "left", "right"]


class WallOut(BloodyAct, frozen=True):
    """The wall is out: the hands that have not won are checked.

    The state of each seat is its thirteen tiles as hand text, or the fan of its best hand if it is ready, `not-ready`,
    `pig` with a tile of its void suit, `passive` if it has discarded nothing but the void suit besides, and empty if it
    has won. Empty stands for not ready too, unless `not-ready` is stated of another seat: then it is for each.

    Attributes:
        east: The state of East.
        south: The state of South.
        west: The state of West.
        north: The state of North.
    """

    east: Text = ""
    south: Text = ""
    west: Text = ""
    north: Text = ""

    @property
    def states(self) -> dict[str, str]:
        """The states that are not empty, by seat wind in the hand in which it was made."""
        return {wind: state for wind, field in SEATS.items() if (state := getattr(self, field))}

    def persons(self) -> tuple[str, ...]:
        """Return the seat winds with a state."""
        return tuple(self.states)
