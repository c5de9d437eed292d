"""The additions of a game to a value in JSON, as a struct of its own.

Each says whose it is by its tag, the game's id. What is served has its fields beside those of the value that carries
it (`webui.serializers.encoding`), so that two games may use one name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from scoring.match.state import Hand
from scoring.sheet import ScoreSheet
from webui.messages import Messages


class Added(Struct, frozen=True, kw_only=True, tag_field="game"):
    """The fields that a game adds to the JSON of a score sheet, of a hand of a match, or of a match."""


def _nothing(*of: Any) -> UnsetType:
    return UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Additions:
    """The additions of a game to JSON; the annotation of each function names the type of what it adds.

    Attributes:
        sheet: Returns what it adds to a score sheet.
        hand: Returns what it adds to a hand of a match.
        match: Returns what it adds to a match and to its records.
    """

    sheet: Callable[[Messages, ScoreSheet], Added | UnsetType] = _nothing
    hand: Callable[[Hand], Added | UnsetType] = _nothing
    match: Callable[[], Added | UnsetType] = _nothing
