"""Remarks on a text that was read: assumptions made in reading it, and words without effect."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.errors import About
from scoring.hand import Meld

NoteKind = Literal[
    "numbered-dragons", "red-five", "chow-giver", "kong-giver", "no-effect", "changes-nothing", "flowers-as-none"
]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on the text of a hand that could be read."""

    kind: NoteKind
    about: About = field(default_factory=dict)


def chow_givers(melds: Iterable[Meld]) -> tuple[Note, ...]:
    """Return a note for each chow marked as claimed from a player other than the one on the left."""
    return tuple(
        [
            Note("chow-giver", {"tiles": meld.tiles, "source": meld.source})
            for meld in melds
            if meld.source > 1 and meld.kind == "chow"
        ]
    )


_HONG_KONG: Final = frozenset({"man", "flower-tile", "liable"})
"""Words of hand text that only Hong Kong's rules know; under other rules `double-kong` means `kong`."""
_RIICHI: Final = frozenset({"riichi", "no-riichi", "double-riichi", "ippatsu", "dora", "ura", "honba", "sticks"})
"""Words of hand text that only riichi knows."""
_ZUNGJUNG_IGNORES: Final = frozenset({"round", "flowers", "last-of-kind", *_HONG_KONG, *_RIICHI})
"""Words of hand text that affect no pattern and no payment of the World Series of Mahjong (its list of patterns)."""
_MCR_IGNORES: Final = frozenset({"heaven", "earth", *_HONG_KONG, *_RIICHI})
"""Words of hand text that affect no fan of the Chinese competition rules (the 81 fan of the 1998 text)."""
_IGNORES: Final = {
    "mcr": _MCR_IGNORES,
    "zungjung": _ZUNGJUNG_IGNORES,
    "hk": frozenset({"last-of-kind", *_RIICHI}),
    "riichi": frozenset({"last-of-kind", "flower-tile"}),
}
"""The words without effect, by the game."""


def without_effect(words: Iterable[str], rules: str, game: str) -> tuple[Note, ...]:
    """Return a note for each word without effect under a rule book.

    Args:
        words: Words of the notation without their values, such as `heaven` or `round`.
        rules: Name of the preset.
        game: The preset's game, a value of `RuleBook.game`.
    """
    ignored = _IGNORES[game]
    return tuple([Note("no-effect", {"word": word, "rules": rules}) for word in words if word in ignored])
