"""Rare luck: circumstances that their owner claims, so that each counts only if it is stated."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scoring.hand import Win, values_of


@dataclass(frozen=True, slots=True)
class RareLuck:
    """A rare circumstance.

    Attributes:
        attribute: The attribute of `Win` that it sets to True, or `extra.` with one of what its game alone knows.
        needs: The values that it requires of other attributes.
        ruled_out: Returns True if something else that is known of a hand rules it out.
        first: True for a blessing of the first go-round; these exclude each other.
    """

    attribute: str
    needs: Mapping[str, Any] = field(default_factory=dict)
    ruled_out: Callable[[Win], bool] = lambda win: False
    first: bool = False

    def may_be(self, win: Win) -> bool:
        """Return True if this luck is neither ruled out nor already stated."""
        if self.ruled_out(win):
            return False
        stated, *others = values_of(win, (self.attribute, *self.needs))
        wanted = zip(others, self.needs.values(), strict=True)
        return not stated and all(known in (None, value) for known, value in wanted)


def _later(win: Win) -> bool:
    """Return True if a hand was won after the first go-round."""
    return bool(win.last_tile or win.last_of_kind or win.kong)


LUCK: Final[Mapping[str, RareLuck]] = {
    "last-tile": RareLuck("last_tile"),
    "last-of-kind": RareLuck("last_of_kind"),
    "robbed-kong": RareLuck("kong", {"self_draw": False}, lambda win: win.kong is not None),
    "heaven": RareLuck("heaven", {"self_draw": True}, _later, first=True),
    "earth": RareLuck("earth", {"self_draw": False}, _later, first=True),
    "double-kong": RareLuck("double_kong", {"self_draw": True, "kong": True}),
    "flower-tile": RareLuck("flower_tile", {"self_draw": True}, lambda win: win.flowers == 0),
    "man": RareLuck("man", {"self_draw": False}, _later, first=True),
}
"""The rare luck that games share, by its word."""


def some(*words: str) -> dict[str, RareLuck]:
    """Return the rare luck of these words."""
    return {word: LUCK[word] for word in words}
