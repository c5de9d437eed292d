"""The circumstances of a hand that one game alone has, opaque to the others, and the words of hand text for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal

ValueKind = Literal["tiles", "number", "suit", "seats"]
"""The kind of value of a word: tiles of which 0 means none, a small number of which 0 says nothing, a suit, seats."""


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
    """

    flags: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    implied: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, ValueKind] = field(default_factory=dict)
    spellings: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()

    @property
    def own(self) -> frozenset[str]:
        """The words of our notation that the game adds, without their values."""
        return frozenset({*self.flags, *self.values})


NO_WORDS = Words()
"""The words of a game that adds none."""


@dataclass(frozen=True, slots=True)
class Extra:
    """The circumstances that one game alone has; it derives its own from this.

    Each attribute has a default, which says nothing.

    Attributes:
        game: Id of the game.
        words: The words that state the attributes.
        claims: The attributes that state luck, by its word.
    """

    game: ClassVar[str]
    words: ClassVar[Words] = NO_WORDS
    claims: ClassVar[Mapping[str, str]] = {}

    def values(self) -> dict[str, Any]:
        """Return the values by attribute."""
        return {each.name: getattr(self, each.name) for each in fields(self)}
