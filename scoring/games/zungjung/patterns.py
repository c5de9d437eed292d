"""The 44 patterns of the World Series of Mahjong (Zung Jung) in ten categories, in the order of its list.

The number of a pattern is its category and series, as the list prints it; of each series only the highest pattern
counts. A row has one or more of four tests:

- `sets`: every combination of groups that forms it.
- `only`: the tiles that the hand may have.
- `each`: a property that every set and the pair must have.
- `when`: a test of the interpretation as a whole; see `ZungJungFacts`.

`shapes` are the shapes of hand that can have it: seven pairs cannot have patterns of triplets, kongs or sequences.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from scoring.groups import Groups, across_suits, chow, has_end, honor_pungs, in_one_suit, is_alike, is_chow, pair, pung
from scoring.tiles import DRAGONS, HONORS, ORPHANS, SUITS, TERMINALS, WINDS, mask, ranks

Shape = Literal["regular", "seven pairs", "thirteen terminals"]
"""The shapes of a winning hand; regular is four sets and a pair."""

VERSION: Final = "1"
"""The edition of this preset, which changes whenever a hand's total may."""
LIMIT: Final = 320
"""The limit of the scoring list: a pattern listed at this or more counts alone, and a sum counts up to this."""
MINIMUM: Final = 5
"""Points that a hand needs: those of the cheapest pattern, so that any one is enough."""


@dataclass(slots=True)
class ZungJungFacts:
    """An interpretation of a hand, as the tests of the table need it.

    Attributes:
        shape: The shape of the hand.
        suits: Number of suits in the hand.
        honors: True if it has winds or dragons.
        exposed: Number of claimed sets, exposed kongs included.
        kongs: Number of kongs.
        self_draw: As in `Win`.
        last_tile: As in `Win`, unless the tiles contradict it.
        kong: As in `Win`, unless the tiles contradict it.
        heaven: As in `Win`, unless the tiles contradict it.
        earth: As in `Win`, unless the tiles contradict it.
        identical: Number of copies of each repeated set, the most frequent first.
        value_honors: Number of sets of dragons or the seat wind.
        concealed_pungs: Number of concealed triplets and kongs.
        nine_gates: True if it waited on all nine tiles of a suit before the win.
        there: The mask of its tiles.
        chows: Number of sequences.
        pungs: Number of triplets and kongs.
        dragons: Number of triplets of dragons.
        winds: Number of triplets of winds.
        sets: The four sets as groups; empty for other shapes.
    """

    shape: Shape
    suits: int
    honors: bool
    exposed: int
    kongs: int
    self_draw: bool
    last_tile: bool
    kong: bool
    heaven: bool
    earth: bool
    identical: tuple[int, ...] = ()
    value_honors: int = 0
    concealed_pungs: int = 0
    nine_gates: bool = False
    there: int = 0
    chows: int = 0
    pungs: int = 0
    dragons: int = 0
    winds: int = 0
    sets: tuple[int, ...] = ()

    @property
    def robbed(self) -> bool:
        """True if a kong was robbed."""
        return self.kong and not self.self_draw

    @property
    def replacement(self) -> bool:
        """True if the replacement tile of a kong won."""
        return self.kong and self.self_draw


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One pattern of the list.

    Attributes:
        series: Its category and series, as the list numbers them.
        value: Its points.
        name: Its English name.
        zh: Its Chinese name.
        rule: Short description.
        sets: Every combination of groups that forms it.
        only: The mask of the tiles that the hand may have; 0 for any.
        each: Tests the codes of a group; every set and the pair must pass.
        when: Tests the interpretation as a whole.
        shapes: The shapes of hand that can have it.
        excludes: Names of the patterns that do not count beside it; a club's own patterns alone have any.
    """

    series: str
    value: int
    name: str
    zh: str
    rule: str
    sets: frozenset[Groups] = frozenset()
    only: int = 0
    each: Callable[[tuple[str, ...]], bool] | None = None
    when: Callable[[ZungJungFacts], bool] | None = None
    shapes: tuple[Shape, ...] = ("regular",)
    excludes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its category and series, which other patterns may share."""
        return self.series

    @property
    def key(self) -> str:
        """Its name, which no other pattern has."""
        return self.name


def _has_terminal(tiles: tuple[str, ...]) -> bool:
    return bool(mask(tiles) & TERMINALS)


_SMALL_SIMILAR: Final = frozenset(
    (*sorted((pung(rank, a), pung(rank, b))), pair(f"{rank}{c}"))
    for rank in range(1, 10)
    for c in SUITS
    for a, b in [[suit for suit in SUITS if suit != c]]
)
"""Pattern 6.2, small: two pungs and the pair of one rank."""
_PAIRS: Final[tuple[Shape, ...]] = ("regular", "seven pairs")
"""The shapes that patterns of tiles alone can have."""
ANY: Final[tuple[Shape, ...]] = ("regular", "seven pairs", "thirteen terminals")
"""All shapes."""

# fmt: off
PATTERNS: Final[tuple[Pattern, ...]] = (
    # 1 Trivial patterns
    Pattern("1.1", 5, "All Sequences", "平和", "four sequences", each=lambda tiles: is_chow(tiles) or len(tiles) == 2),
    Pattern("1.2", 5, "Concealed Hand", "門前清", "no exposed set", when=lambda h: not h.exposed),
    Pattern("1.3", 5, "No Terminals", "斷么九", "only ranks 2 to 8", only=ranks(range(2, 9)), shapes=_PAIRS),
    # 2 One-suit patterns
    Pattern("2.1", 40, "Mixed One-Suit", "混一色", "one suit and honors",
            when=lambda h: h.suits == 1 and h.honors, shapes=_PAIRS),
    Pattern("2.1", 100, "Pure One-Suit", "清一色", "one suit alone",
            when=lambda h: h.suits == 1 and not h.honors, shapes=_PAIRS),
    Pattern("2.2", 480, "Nine Gates", "九蓮寶燈", "1112345678999 of one suit in hand, won on any tile of the suit",
            when=lambda h: h.nine_gates),
    # 3 Honor tiles
    Pattern("3.1", 10, "Value Honor", "番牌", "a triplet of the own wind or of a dragon, each",
            when=lambda h: h.value_honors > 0),
    Pattern("3.2", 40, "Small Three Dragons", "小三元", "triplets of two dragons and a pair of the third",
            sets=honor_pungs(DRAGONS, 2, with_pair=True)),
    Pattern("3.2", 130, "Big Three Dragons", "大三元", "triplets of three dragons", sets=honor_pungs(DRAGONS, 3)),
    Pattern("3.3", 30, "Small Three Winds", "小三風", "triplets of two winds and a pair of a third",
            sets=honor_pungs(WINDS, 2, with_pair=True)),
    Pattern("3.3", 120, "Big Three Winds", "大三風", "triplets of three winds", sets=honor_pungs(WINDS, 3)),
    Pattern("3.3", 320, "Small Four Winds", "小四喜", "triplets of three winds and a pair of the fourth",
            sets=honor_pungs(WINDS, 3, with_pair=True)),
    Pattern("3.3", 400, "Big Four Winds", "大四喜", "triplets of four winds", sets=honor_pungs(WINDS, 4)),
    Pattern("3.4", 320, "All Honors", "字一色", "only winds and dragons", only=HONORS, shapes=_PAIRS),
    # 4 Triplets and kong
    Pattern("4.1", 30, "All Triplets", "對對和", "four triplets or kongs", each=is_alike),
    Pattern("4.2", 5, "Two Concealed Triplets", "二暗刻", "two concealed triplets or kongs",
            when=lambda h: h.concealed_pungs >= 2),
    Pattern("4.2", 30, "Three Concealed Triplets", "三暗刻", "three concealed triplets or kongs",
            when=lambda h: h.concealed_pungs >= 3),
    Pattern("4.2", 125, "Four Concealed Triplets", "四暗刻", "four concealed triplets or kongs",
            when=lambda h: h.concealed_pungs >= 4),
    Pattern("4.3", 5, "One Kong", "一槓", "a kong, exposed or concealed", when=lambda h: h.kongs >= 1),
    Pattern("4.3", 20, "Two Kong", "二槓", "two kongs", when=lambda h: h.kongs >= 2),
    Pattern("4.3", 120, "Three Kong", "三槓", "three kongs", when=lambda h: h.kongs >= 3),
    Pattern("4.3", 480, "Four Kong", "四槓", "four kongs", when=lambda h: h.kongs >= 4),
    # 5 Identical sets
    Pattern("5.1", 10, "Two Identical Sequences", "一般高", "the same sequence twice",
            when=lambda h: h.identical[:1] >= (2,)),
    Pattern("5.1", 55, "Two Identical Sequences Twice", "兩般高", "two sequences, each twice",
            when=lambda h: h.identical == (2, 2)),
    Pattern("5.1", 120, "Three Identical Sequences", "一色三同順", "the same sequence three times",
            when=lambda h: h.identical[:1] >= (3,)),
    Pattern("5.1", 480, "Four Identical Sequences", "一色四同順", "the same sequence four times",
            when=lambda h: h.identical == (4,)),
    # 6 Similar sets
    Pattern("6.1", 35, "Three Similar Sequences", "三色同順", "the same sequence in three suits",
            sets=across_suits(chow, 0, 0, 0)),
    Pattern("6.2", 30, "Small Three Similar Triplets", "三色小同刻",
            "triplets of one rank in two suits and the pair in the third", sets=_SMALL_SIMILAR),
    Pattern("6.2", 120, "Three Similar Triplets", "三色同刻", "the same triplet in three suits",
            sets=across_suits(pung, 0, 0, 0)),
    # 7 Consecutive sets
    Pattern("7.1", 40, "Nine-Tile Straight", "一氣通貫", "123 456 789 in one suit", sets=in_one_suit(chow, 0, 3, 6)),
    Pattern("7.2", 100, "Three Consecutive Triplets", "三連刻", "three triplets in a row of one suit",
            sets=in_one_suit(pung, 0, 1, 2)),
    Pattern("7.2", 200, "Four Consecutive Triplets", "四連刻", "four triplets in a row of one suit",
            sets=in_one_suit(pung, 0, 1, 2, 3)),
    # 8 Terminals
    Pattern("8.1", 40, "Mixed Lesser Terminals", "混全帶么", "a terminal or honor in every set and the pair",
            each=has_end),
    # The list repeats the description of the mixed pattern here; name and value show that honors are not meant.
    Pattern("8.1", 50, "Pure Lesser Terminals", "純全帶么", "a terminal in every set and the pair", each=_has_terminal),
    Pattern("8.1", 100, "Mixed Greater Terminals", "混么九", "only terminals and honors", only=ORPHANS, shapes=_PAIRS),
    Pattern("8.1", 400, "Pure Greater Terminals", "清么九", "only terminals", only=TERMINALS, shapes=_PAIRS),
    # 9 Incidental bonuses
    Pattern("9.1", 10, "Final Draw", "海底撈月", "drawing the last tile of the wall",
            when=lambda h: h.last_tile and h.self_draw, shapes=ANY),
    Pattern("9.1", 10, "Final Discard", "河底撈魚", "winning on the last discard",
            when=lambda h: h.last_tile and not h.self_draw, shapes=ANY),
    Pattern("9.2", 10, "Win on Kong", "嶺上開花", "drawing the replacement tile after an own kong",
            when=lambda h: h.kong and h.self_draw, shapes=ANY),
    Pattern("9.3", 10, "Robbing a Kong", "搶槓", "winning on the tile another player adds to a triplet",
            when=lambda h: h.kong and not h.self_draw, shapes=ANY),
    Pattern("9.4", 155, "Blessing of Heaven", "天和", "East wins with the fourteen tiles of the deal",
            when=lambda h: h.heaven, shapes=ANY),
    Pattern("9.4", 155, "Blessing of Earth", "地和", "another player wins on East's first discard",
            when=lambda h: h.earth, shapes=ANY),
    # 10 Irregular hands
    Pattern("10.1", 160, "Thirteen Terminals", "十三么九", "each terminal and honor once and one of them twice",
            when=lambda h: True, shapes=("thirteen terminals",)),
    Pattern("10.2", 30, "Seven Pairs", "七對子", "seven pairs", when=lambda h: True, shapes=("seven pairs",)),
)
# fmt: on
"""The patterns in the order of the list."""
