"""Values in JSON that carry what their game adds, as structs to build upon."""

from typing import ClassVar

from msgspec import UNSET, Struct, UnsetType

from webui.games.added import Added


class OfGame(Struct, frozen=True, kw_only=True):
    """A value with what its game adds: encoded, its fields stand beside those of the value.

    Attributes:
        added_by: The function of `Additions` that gives it, whose annotation names its type.
    """

    added_by: ClassVar[str]

    extra: Added | UnsetType = UNSET


class SheetOfGame(OfGame, frozen=True, kw_only=True):
    """A score sheet."""

    added_by = "sheet"


class HandOfGame(OfGame, frozen=True, kw_only=True):
    """A hand of a match."""

    added_by = "hand"


class MatchOfGame(OfGame, frozen=True, kw_only=True):
    """A match, or a part of it that is served alone."""

    added_by = "match"
