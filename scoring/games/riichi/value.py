"""The riichi value of a hand: han, fu with their reasons, and the limit."""

from dataclasses import dataclass
from typing import NamedTuple


class FuPart(NamedTuple):
    """A reason of fu, with their number."""

    reason: str
    fu: int


@dataclass(frozen=True, slots=True)
class RiichiScore:
    """The riichi value of a hand.

    Attributes:
        han: Han, dora included; 0 without a yaku.
        fu: Fu, rounded up to ten, or 25 of seven pairs.
        parts: Reasons of the fu.
        level: The limit that the hand reaches, or "".
        honba: Counters on the table.
        sticks: Riichi sticks on the table.
    """

    han: int = 0
    fu: int = 0
    parts: tuple[FuPart, ...] = ()
    level: str = ""
    honba: int = 0
    sticks: int = 0
