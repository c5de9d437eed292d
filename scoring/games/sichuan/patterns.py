"""The patterns of Sichuan, in the order of their numbers.

The first digit of a number is the kind of pattern: 0 nothing, 1 the win, 2 four of a tile, 3 the shape, 4 additions of
homes. `value` is its fan; `presets` beside it has the changes of houses.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

SichuanShape = Literal["regular", "seven pairs"]
"""The shapes of a winning hand; regular is four sets and a pair."""

VERSION: Final = "1"
"""The edition of these patterns, which changes whenever a hand's total may."""


@dataclass(slots=True)
class SichuanFacts:
    """An interpretation of a hand and how it was won, as the tests of the table need it.

    Attributes:
        shape: The shape of the hand.
        suits: Number of suits in the hand.
        melds: Number of melds, concealed kongs included.
        exposed: Number of claimed melds.
        kongs: Number of kongs.
        roots: Number of tiles of which the hand holds all four without a kong.
        generals: True if it has only 2, 5 and 8.
        middle: True if it has neither 1 nor 9.
        self_draw: Self-drawn, and paid as such.
        replacement: Won on the replacement tile of a kong, unless the tiles contradict it.
        shot: Won on a discard right after a kong, unless the tiles contradict it.
        robbed: Won on the tile of a robbed kong, unless the tiles contradict it.
        last_tile: As in `Win`.
        heaven: As in `Win`, unless something contradicts it.
        earth: As in `Win`, unless something contradicts it.
        drawn: True if the winning tile was drawn.
        pungs: Number of triplets and kongs.
        ends: True if each set and the pair have a 1 or a 9.
    """

    shape: SichuanShape
    suits: int
    melds: int
    exposed: int
    kongs: int
    roots: int
    generals: bool
    middle: bool
    self_draw: bool
    replacement: bool
    shot: bool
    robbed: bool
    last_tile: bool
    heaven: bool
    earth: bool
    drawn: bool
    pungs: int = 0
    ends: bool = False


Times = Callable[[SichuanFacts], int]
"""Returns the number of times an interpretation has a pattern, or a bool."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One pattern.

    Attributes:
        id: Its number.
        value: Its fan.
        name: Its English name.
        zh: Its name in simplified characters.
        hant: Its name in traditional characters.
        rule: Short description.
        when: Returns the number of times an interpretation has it.
        excludes: The patterns that do not count beside it.
        covers: Number of roots that are in it and do not count beside it.
        alone: True if nothing counts beside it.
    """

    id: str
    value: int
    name: str
    zh: str
    hant: str
    rule: str
    when: Times = field(default=lambda h: False)
    excludes: tuple[str, ...] = ()
    covers: int = 0
    alone: bool = False

    @property
    def key(self) -> str:
        """Its number, which no other pattern has."""
        return self.id


# fmt: off
PATTERNS: Final[tuple[Pattern, ...]] = (
    Pattern("0.1", 0, "Plain Win", "平和", "平和", "nothing else counts"),
    # 1 The win
    Pattern("1.1", 1, "Win after Kong", "杠上花", "槓上花", "drawing the replacement tile of an own kong",
            lambda h: h.replacement),
    Pattern("1.2", 1, "Shot after Kong", "杠上炮", "槓上炮", "winning on the tile another discards right after a kong",
            lambda h: h.shot),
    Pattern("1.3", 1, "Robbing a Kong", "抢杠", "搶槓", "winning on the tile another player adds to a triplet",
            lambda h: h.robbed),
    Pattern("1.4", 1, "Last Tile", "海底", "海底", "the last tile of the wall, drawn, or the discard after it",
            lambda h: h.last_tile),
    Pattern("1.5", 1, "Self-Drawn", "自摸", "自摸", "drawing the winning tile", lambda h: h.self_draw),
    Pattern("1.6", 3, "Blessing of Heaven", "天胡", "天胡", "East wins with the fourteen tiles of the deal",
            lambda h: h.heaven),
    Pattern("1.7", 2, "Blessing of Earth", "地胡", "地胡",
            "another player wins on the first draw or on East's first discard", lambda h: h.earth),
    Pattern("1.8", 1, "Concealed Hand", "门清", "門清", "no meld but concealed kongs", lambda h: not h.exposed),
    # 2 Four of a tile
    Pattern("2.1", 1, "Kong", "杠", "槓", "a kong, each", lambda h: h.kongs),
    Pattern("2.2", 1, "Root", "根", "根", "all four of a tile without a kong, each", lambda h: h.roots),
    # 3 The shape
    Pattern("3.1", 1, "All Triplets", "大对子", "大對子", "four triplets or kongs", lambda h: h.pungs == 4),
    Pattern("3.2", 1, "Golden Hook", "金钩钓", "金鉤釣", "four melds, and one tile in hand", lambda h: h.melds == 4),
    Pattern("3.3", 2, "One Suit", "清一色", "清一色", "one suit alone", lambda h: h.suits == 1),
    Pattern("3.4", 2, "Seven Pairs", "七对", "七對", "seven pairs; four equal tiles are two of them",
            lambda h: h.shape == "seven pairs"),
    Pattern("3.5", 4, "Dragon Seven Pairs", "龙七对", "龍七對", "seven pairs with four equal tiles",
            lambda h: h.shape == "seven pairs" and h.roots > 0, excludes=("3.4",), covers=1),
    # 4 Additions of homes
    Pattern("4.1", 3, "Generals", "将对", "將對", "four triplets and a pair of 2, 5 and 8 alone",
            lambda h: h.pungs == 4 and h.generals, excludes=("3.1", "4.3")),
    Pattern("4.2", 4, "Generals' Seven Pairs", "将七对", "將七對", "seven pairs of 2, 5 and 8 alone",
            lambda h: h.shape == "seven pairs" and h.generals, excludes=("3.4", "3.5", "4.3"), covers=1),
    Pattern("4.3", 1, "No Terminals", "中张", "中張", "no 1 and no 9", lambda h: h.middle),
    Pattern("4.4", 3, "Terminals in All", "带幺九", "帶么九", "a 1 or 9 in each set and in the pair",
            lambda h: h.ends),
)
# fmt: on
"""The patterns by number."""

PATTERN: Final = {pattern.id: pattern for pattern in PATTERNS}
"""The patterns by their numbers."""
PLACE: Final = {pattern.id: at for at, pattern in enumerate(PATTERNS)}
"""The place of each pattern in the list."""
