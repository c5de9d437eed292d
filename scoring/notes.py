"""Remarks on a text that was read: what was taken for granted in it, and words that change nothing."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.errors import About
from scoring.hand import Meld

NoteKind = Literal["numbered-dragons", "red-five", "chow-giver", "no-effect", "flowers-as-none"]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on the text of a hand, which was read all the same."""

    kind: NoteKind
    about: About = field(default_factory=dict)


def chow_givers(melds: Iterable[Meld]) -> tuple[Note, ...]:
    """A note for each chow that is said to be claimed from another than the player before."""
    return tuple(
        [
            Note("chow-giver", {"tiles": meld.tiles, "source": meld.source})
            for meld in melds
            if meld.source > 1 and meld.kind == "chow"
        ]
    )


_HONG_KONG: Final = frozenset({"man", "flower-tile", "liable"})
"""Words of hand text that only the rules of Hong Kong know; `double-kong` says elsewhere what `kong` says."""
_ZUNGJUNG_IGNORES: Final = frozenset({"round", "flowers", "last-of-kind", *_HONG_KONG})
"""Words of hand text that no pattern and no payment of the World Series of Mahjong rests on (its list of patterns)."""
_MCR_IGNORES: Final = frozenset({"heaven", "earth", *_HONG_KONG})
"""Words of hand text that no fan of the Chinese competition rules rests on (the 81 fan of the 1998 text)."""
_IGNORES: Final = {
    "mcr": _MCR_IGNORES,
    "zungjung": _ZUNGJUNG_IGNORES,
    "hk": frozenset({"last-of-kind"}),
}
"""The words that change nothing, by the game."""


def without_effect(words: Iterable[str], rules: str, game: str) -> tuple[Note, ...]:
    """A note for each word that changes nothing under a rule book.

    Args:
        words: Words of the notation without their values, such as `heaven` or `round`.
        rules: Name of the preset.
        game: The game that it is of, as `RuleBook.game` has it.
    """
    ignored = _IGNORES[game]
    return tuple([Note("no-effect", {"word": word, "rules": rules}) for word in words if word in ignored])
