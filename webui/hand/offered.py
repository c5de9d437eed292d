"""The changes that a page may offer for a hand, and what they are made of."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar

from scoring.circumstances import Luck
from scoring.hand import MeldKind
from scoring.tiles import FACES, KIND, capacity
from webui.hand.edits import Edit
from webui.hand.state import MELD_SIZE, HandState, Slot, Teller

ActionKind = Literal[
    "add",
    "confirm",
    "red",
    "ordinary",
    "make-winning",
    "not-winning",
    "take-out",
    "fourth-tile",
    "lay-chow",
    "lay-pung",
    "lay-kong",
    "lay-concealed-kong",
    "split",
    "remove",
    "not-of-hand",
    "remove-meld",
]
"""Changes of a tile that every game knows; games add their own."""

MeldChoice = Literal["pung", "kong", "added", "concealed-kong"]
"""Kinds of meld for three or four equal tiles; `added` is a kong made from a claimed pung."""

Wanted = Literal["tiles", "winning-tile"]

OfferedValue = str | bool | int | None
"""A value of a circumstance: a wind, a number, True or False, or None for unknown."""

Stated = OfferedValue | tuple[str, ...]
"""A value of a field of `Circumstances` that an offer sets: also indicators."""

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Action:
    """A change that would be accepted.

    Attributes:
        tiles: Codes of the tiles concerned.
    """

    kind: str
    edit: Edit
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option(Generic[V]):
    """One of several choices, of which the hand has one already.

    Attributes:
        value: The choice: a `MeldChoice`, a source or a flower.
        chosen: True if the hand has it.
    """

    value: V
    edit: Edit
    chosen: bool


@dataclass(frozen=True, slots=True)
class TileOffers:
    """The changes offered for a tile.

    Attributes:
        moves: Targets of `Move` when the tile is dropped on a group; empty for an unread tile, to be named first.
    """

    actions: tuple[Action, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeldOffers:
    """The changes offered for a meld as a whole.

    Attributes:
        faces: Faces that one of its tiles can be given; the others follow.
        kinds: Kinds that it can have, by `MeldChoice`; empty for a chow.
        givers: Possible givers of its tile, by `MeldState.source` from 0 to 3; empty if nobody gave it.
    """

    faces: tuple[str, ...]
    kinds: tuple[Option[MeldChoice], ...]
    givers: tuple[Option[int], ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of a circumstance.

    Attributes:
        sets: Fields of `Circumstances` that change with it.
        chosen: True if the hand has it.
    """

    value: OfferedValue
    sets: Mapping[str, Stated]
    chosen: bool


@dataclass(frozen=True, slots=True)
class OfferedCircumstance:
    """A field of `Circumstances` with its possible values; none is chosen while it is unknown.

    Attributes:
        source: Its source, or None while it is unknown.
    """

    name: str
    settings: tuple[Setting, ...]
    source: Teller | None


@dataclass(frozen=True, slots=True)
class Toggle:
    """Rare luck that counts only if a person states it.

    Attributes:
        luck: Its name in scoring.
        kind: Its meaning for this hand.
        sets: Fields of `Circumstances` that change when it is stated, or taken back.
        seen: Tiles of the reading that suggest it; it still has to be stated.
    """

    luck: Luck
    kind: str
    on: bool
    sets: Mapping[str, Stated]
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Indicators:
    """The indicators of a hand, in one place, and the tiles that may be added to them.

    Attributes:
        name: The field of `Circumstances`.
        tiles: Their codes, or None while they are unknown.
        seen: Tiles of the reading that lie apart and may be indicators, by index, with their codes; those that lie with
            the fewest others come first.
        faces: Faces of which one more may be added; empty if there are as many as a wall can have.
        source: Their source, or None while they are unknown.
    """

    name: str
    tiles: tuple[str, ...] | None
    seen: tuple[tuple[int, str], ...]
    faces: tuple[str, ...]
    source: Teller | None


@dataclass(frozen=True, slots=True)
class AvailableEdits:
    """All changes offered for a hand.

    Attributes:
        tiles: By the paths of `places`, and `a7` for tile 7 of the reading, which lies aside.
        melds: In the order of the hand's melds.
        held: Tiles that the hand has of those it needs, a kong counting as three.
        wanted: The next part that the hand lacks, or None if it has all its tiles.
        faces: Faces of which one more can be added.
        new_melds: The faces of the melds of each kind that can be added, a chow by its lowest.
        flowers: The eight flowers, each with the change that adds or removes it; none in a game without flowers.
        indicators: The indicators, if the game has any.
        red: Fives of which a red one can be added, if the rules have red fives.
    """

    tiles: Mapping[str, TileOffers]
    melds: tuple[MeldOffers, ...]
    held: int
    wanted: Wanted | None
    faces: tuple[str, ...]
    new_melds: Mapping[MeldKind, tuple[str, ...]]
    flowers: tuple[Option[str], ...]
    circumstances: tuple[OfferedCircumstance, ...]
    toggles: tuple[Toggle, ...]
    indicators: tuple[Indicators, ...] = ()
    red: tuple[str, ...] = ()


_WHOLE_SET: Final = Counter({face: capacity(KIND[face]) for face in FACES})
"""The copies of each face in a set of tiles."""


def copies_left(tiles: Mapping[str, Slot]) -> Counter[str]:
    """Return how many more of each face a set of tiles has than a hand with these tiles, see `places`."""
    left = Counter(_WHOLE_SET)
    left.subtract([slot.tile for slot in tiles.values() if slot.tile])
    return left


def kongs(state: HandState) -> int:
    """Return the number of kongs among the melds of a hand."""
    return sum(MELD_SIZE[meld.kind] > MELD_SIZE["pung"] for meld in state.melds)


def closed(state: HandState) -> bool:
    """Return True if no meld of a hand is exposed."""
    return all(meld.kind == "concealed-kong" for meld in state.melds)


def liable(state: HandState) -> list[Setting]:
    """Return the players who may be liable for sets that they fed the winner, nobody first."""
    won = state.won
    others = [None, *(wind for wind in state.play.winds if wind != won.seat)]
    return [Setting(wind, {"liable": wind}, won.liable == wind) for wind in others]
