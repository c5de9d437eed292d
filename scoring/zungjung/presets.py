"""The preset of the World Series of Mahjong, and the switch that tournaments may answer differently.

`scoring.tournament` makes a preset with an answer of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.zungjung.patterns import MINIMUM, VERSION

NAMED_TILE: Final = "named tile"
ANY_TILE: Final = "any tile"

SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {"Z1": (NAMED_TILE, ANY_TILE)}
"""The possible answers to each switch, the preset's own first.

Z1: East wins with the fourteen tiles of the deal, none of which was drawn last. For Nine Gates, either the tile named
as the winning one counts as the last, or any of the fourteen may. The scoring list points to a "Nine Gates Self-draw
rule" that it does not print; the preset takes the named tile, which never counts more.
"""


@dataclass(frozen=True, slots=True)
class Preset:
    """The patterns as counted by the scoring list or a tournament.

    Attributes:
        name: Name for `--rules`.
        title: Name for people.
        version: Edition, which changes whenever a hand's total may.
        source: The list, or the tournament's decision behind it.
        minimum: Points that a hand needs.
        answers: The answer to each switch, by the switch's number.
        pinned: The switches that a tournament answers otherwise than the list, each with the preset that differs from
            this one in that answer alone.
    """

    name: str
    title: str
    version: str
    source: str
    minimum: int
    answers: Mapping[str, str]
    pinned: "tuple[tuple[str, Preset], ...]" = ()

    @property
    def heaven_chooses(self) -> bool:
        """True if any of the fourteen tiles of the deal may complete Nine Gates (Z1)."""
        return self.answers["Z1"] == ANY_TILE


ZUNGJUNG: Final = Preset(
    "zungjung",
    "World Series of Mahjong (Zung Jung)",
    VERSION,
    "World Series of Mahjong, list of 44 patterns",
    MINIMUM,
    {switch: answers[0] for switch, answers in SWITCHES.items()},
)
