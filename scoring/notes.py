"""Remarks on a text that was read: assumptions made in reading it, and words without effect."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from scoring.errors import About
from scoring.hand import Meld
from scoring.rules import BOOKS, game_of

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


def without_effect(words: Iterable[str], rules: str) -> tuple[Note, ...]:
    """Return a note for each word without effect under a rule book: its game ignores it, or only another one has it.

    Args:
        words: Words of the notation without their values, such as `heaven` or `round`.
        rules: Name of the preset.
    """
    game = game_of(rules)
    others = frozenset().union(*[other.words.own for other in BOOKS.games.values()]) - game.words.own
    ignored = game.ignored | others
    return tuple([Note("no-effect", {"word": word, "rules": rules}) for word in words if word in ignored])
