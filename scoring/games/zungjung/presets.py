"""The preset of the World Series of Mahjong, and the switch that tournaments may answer differently.

`scoring.tournament` makes a preset with an answer of its own.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.games.zungjung.patterns import ANY, MINIMUM, PATTERNS, VERSION, Pattern
from scoring.own import NONE as UNCHANGED
from scoring.own import ListChanges, Listing, Own

NAMED_TILE: Final = "named tile"
ANY_TILE: Final = "any tile"

SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {"Z1": (NAMED_TILE, ANY_TILE)}
"""The possible answers to each switch, the preset's own first.

Z1: East wins with the fourteen tiles of the deal, none of which was drawn last. For Nine Gates, either the tile named
as the winning one counts as the last, or any of the fourteen may. The scoring list points to a "Nine Gates Self-draw
rule" that it does not print; the preset takes the named tile, which never counts more.
"""


_IN_SERIES: Final = Counter(row.series for row in PATTERNS)
"""The number of patterns of each series."""

LISTING: Final = Listing(
    {text: row.name for row in PATTERNS for text in (row.name, *([row.series] if _IN_SERIES[row.series] == 1 else []))},
    tuple([row.name for row in PATTERNS]),
    max(row.value for row in PATTERNS),
    "points",
    first="11.",
)
"""The list that a club's file may change: its own patterns are numbered 11.1, 11.2 …

A number names a series, so a pattern that shares its series with others is given by its name.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """The patterns as counted by the scoring list or a tournament.

    Compared by identity, so that it can be a key of the caches.

    Attributes:
        name: Name for `--rules`.
        title: Name for people.
        version: Edition, which changes whenever a hand's total may.
        source: The list, or the tournament's decision behind it.
        minimum: Points that a hand needs.
        answers: The answer to each switch, by the switch's number.
        pinned: The switches that a tournament answers otherwise than the list, each with the preset that differs from
            this one in that answer alone.
        patterns: The patterns that are played, in the order of the list, a club's own behind them.
        changed: True if a club's file changes the list.
    """

    name: str
    title: str
    version: str
    source: str
    minimum: int
    answers: Mapping[str, str]
    pinned: "tuple[tuple[str, Preset], ...]" = ()
    patterns: tuple[Pattern, ...] = PATTERNS
    changed: bool = False

    @property
    def heaven_chooses(self) -> bool:
        """True if any of the fourteen tiles of the deal may complete Nine Gates (Z1)."""
        return self.answers["Z1"] == ANY_TILE


def preset(
    name: str,
    title: str,
    version: str,
    source: str,
    minimum: int,
    answers: Mapping[str, str],
    changed: ListChanges = UNCHANGED,
) -> Preset:
    """Return the preset with these answers and a club's changes to the list; see `Preset`."""
    rows = [replace(row, value=changed.values.get(row.name, row.value)) for row in PATTERNS]
    played = [row for row in rows if row.name not in changed.excluded]
    patterns = (*played, *map(_of_club, changed.own)) if changed else PATTERNS
    return Preset(name, title, version, source, minimum, answers, patterns=patterns, changed=bool(changed))


def _of_club(own: Own) -> Pattern:
    return Pattern(own.id, own.value, own.name, own.zh, own.rule, when=own.holds, shapes=ANY, excludes=own.excludes)


ZUNGJUNG: Final = Preset(
    "zungjung",
    "World Series of Mahjong (Zung Jung)",
    VERSION,
    "World Series of Mahjong, list of 44 patterns",
    MINIMUM,
    {switch: answers[0] for switch, answers in SWITCHES.items()},
)
