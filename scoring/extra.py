"""The circumstances of a hand that one game alone has, opaque to the others, and the words of hand text for them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

ValueKind = Literal["tiles", "number", "count", "suit", "seats", "wind"]
"""The kind of value of a word: tiles of which 0 means none, a small number of which 0 says nothing or is one, a suit,
seats, one wind."""


class LastTile(NamedTuple):
    """The names of the last tile in hand text, as most games use them.

    Attributes:
        names: True for each name that means the draw, False if it means the discard.
        draw: The name to offer for a win on the last tile that is drawn.
        discard: The name to offer for a win on the last discard.
    """

    names: Mapping[str, bool] = {"海底捞月": True, "海底撈月": True, "妙手回春": True}
    draw: str = "海底捞月"
    discard: str = "河底捞鱼"


_LAST_TILE: Final = LastTile()


@dataclass(frozen=True, slots=True)
class Words:
    """The words of hand text that a game adds to those of every game.

    Attributes:
        flags: Words without a value, each with the attribute of the game's `Extra` that it sets and its value.
        implied: The flag that another flag states too.
        values: Words with a value after `=`, by the attribute of the same name.
        spellings: Words as players of the game write them, separated by spaces, by the words of our notation.
        names: The same for words with a value.
        counters: Words with a value of which a player may write the number first.
        offered: Spellings that the error of an unknown word offers.
        last_tile: The names of the last tile.
    """

    flags: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    implied: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, ValueKind] = field(default_factory=dict)
    spellings: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    last_tile: LastTile = _LAST_TILE

    @property
    def own(self) -> frozenset[str]:
        """The words of our notation that the game adds, without their values."""
        return frozenset({*self.flags, *self.values})


NO_WORDS = Words()
"""The words of a game that adds none."""


@dataclass(frozen=True, slots=True)
class Extra:
    """The circumstances that one game alone has; it derives its own from this.

    Each attribute has a default, which says nothing, and the type and the limits that JSON may give it. Games may use
    the same names, but none that the circumstances of every game have.

    Attributes:
        words: The words that state the attributes.
        claims: The attributes that state luck, by its word.
        of_winner: The attributes that a match may tell of a winner, each with all that rests on it.
        of_discarder: The attributes that say something of the discarder, and nothing of another one.
        game: Id of the game, by which JSON tells whose they are.
    """

    words: ClassVar[Words] = NO_WORDS
    claims: ClassVar[Mapping[str, str]] = {}
    of_winner: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    of_discarder: ClassVar[tuple[str, ...]] = ()

    game: str = field(default="", kw_only=True)

    @property
    def needs_no_tile(self) -> bool:
        """True if something else than a winning tile won."""
        return False

    def flowers(self, drawn: bool) -> int:
        """Return the number of flowers that the circumstances say by themselves, of a hand whose flowers nobody named.

        Args:
            drawn: True for a self-drawn win.
        """
        return 0

    def replaced(self, flowers: int | None) -> bool:
        """Return True if the tile drawn for something else than a kong may have won as one drawn for a kong does.

        Args:
            flowers: The number of the hand's flowers, or None if unknown.
        """
        return False

    def values(self) -> dict[str, Any]:
        """Return the values by attribute."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "game"}

    def without(self, some: Iterable[str]) -> Self:
        """Return the circumstances with nothing said of some attributes."""
        nothing = type(self)()
        return replace(self, **{name: getattr(nothing, name) for name in some})
