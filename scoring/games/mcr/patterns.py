"""The 81 fan of the 1998 rule book in its order, and number 82, which tournaments added.

Each row has the number, the points, the names, a description, the fan that are not counted beside it (*implied* fan),
and one of five tests:

- `sets`: every combination of two or more sets, and perhaps the pair, that forms it.
- `only`: the tiles that the hand may have.
- `each`: a property that every set and the pair must have.
- `tiles`: a test of the tiles together.
- `when`: a test of how the hand was melded and won.

Rows without a test are recognised by the shape of the hand, in `scoring.games.mcr.interpretation`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.groups import Groups, across_suits, chow, has_end, honor_pungs, in_one_suit, is_alike, is_chow, pair, pung
from scoring.tiles import DRAGON_MASK, DRAGONS, HONORS, ORPHANS, SUIT_MASKS, TERMINALS, WIND_MASK, WINDS, mask, ranks


class FanTiles(NamedTuple):
    """The tiles of a hand, as the tests of the table need them.

    Attributes:
        kinds: The mask of the kinds that the hand has.
        suits: Number of suits in the hand.
        four_alike: The mask of the kinds that it has all four of without a kong.
    """

    kinds: int
    suits: int
    four_alike: int


class How(NamedTuple):
    """The melds of a hand and how it was won, as the tests of the table need it.

    Attributes:
        exposed: Number of claimed sets, exposed kongs included.
        exposed_kongs: Number of exposed kongs.
        concealed_kongs: Number of concealed kongs.
        self_draw: As in `Win`.
        last_tile: As in `Win`, unless the tiles contradict it.
        kong: As in `Win`, unless the tiles contradict it.
        last_of_kind: As in `Win`, unless the tiles contradict it; also True if the hand's own melds show the other
            three.
    """

    exposed: int
    exposed_kongs: int
    concealed_kongs: int
    self_draw: bool
    last_tile: bool
    kong: bool
    last_of_kind: bool


@dataclass(frozen=True, slots=True)
class Fan:
    """One fan of the book.

    Attributes:
        id: The number of the 1998 book.
        points: Its value.
        name: Its English name.
        zh: Its Chinese name.
        rule: Short description.
        implied: Numbers of the fan that are not counted beside it.
        sets: Every combination of groups that forms it.
        only: The mask of the tiles that the hand may have; 0 for any.
        each: Tests the codes of a group; every set and the pair must pass.
        tiles: Tests the tiles together.
        when: Tests how the hand was melded and won.
        number: Number in the book of a preset; set when the preset is made.
    """

    id: int
    points: int
    name: str
    zh: str
    rule: str
    implied: tuple[int, ...] = ()
    sets: frozenset[Groups] = frozenset()
    only: int = 0
    each: Callable[[tuple[str, ...]], bool] | None = None
    tiles: Callable[[FanTiles], bool] | None = None
    when: Callable[[How], bool] | None = None
    number: int = 0


_PURE_TERMINAL_CHOWS: Final = frozenset(
    (chow(1, suit), chow(1, suit), chow(7, suit), chow(7, suit), pair("5" + suit)) for suit in "mps"
)
"""Fan 13 in each suit."""
_MIXED_TERMINAL_CHOWS: Final = frozenset(
    (*sorted((chow(1, a), chow(7, a), chow(1, b), chow(7, b))), pair("5" + c))
    for a, b, c in (("m", "p", "s"), ("m", "s", "p"), ("p", "s", "m"))
)
"""Fan 29 for each suit of the pair."""


def _has_five(tiles: tuple[str, ...]) -> bool:
    return any(code[0] == "5" for code in tiles)


def _is_even_pung(tiles: tuple[str, ...]) -> bool:
    return len(set(tiles)) == 1 and tiles[0][0] in "2468"


def _is_chow_or_eyes(tiles: tuple[str, ...]) -> bool:
    """Return True if a group is a chow, or a pair of number tiles."""
    return is_chow(tiles) or (len(tiles) == 2 and not mask(tiles) & HONORS)


def _all_five_types(hand: FanTiles) -> bool:
    return hand.suits == 3 and bool(hand.kinds & WIND_MASK) and bool(hand.kinds & DRAGON_MASK)


_GREEN: Final = mask("2s 3s 4s 6s 8s F")
"""The tiles printed in green alone (1998 book, fan 3)."""
_REVERSIBLE: Final = ranks((1, 2, 3, 4, 5, 8, 9), "p") | ranks((2, 4, 5, 6, 8, 9), "s") | mask("P")
"""The tiles that look the same upside down (1998 book, fan 40)."""

# fmt: off
FANS: Final[tuple[Fan, ...]] = (
    # 88 points
    Fan(1, 88, "Big Four Winds", "大四喜", "pungs of all four winds", (38, 48, 60, 61, 73),
        sets=honor_pungs(WINDS, 4)),
    Fan(2, 88, "Big Three Dragons", "大三元", "pungs of all three dragons", (54, 59),
        sets=honor_pungs(DRAGONS, 3)),
    Fan(3, 88, "All Green", "绿一色", "only 2 3 4 6 8 of bamboo and the green dragon", (49, 75), only=_GREEN),
    Fan(4, 88, "Nine Gates", "九莲宝灯", "1112345678999 of one suit in hand, won on any tile of the suit",
        (22, 56, 62, 73, 75, 76, 77, 78, 79)),
    Fan(5, 88, "Four Kongs", "四杠", "four kongs", (17, 48, 53, 57, 67, 74, 79, 82),
        when=lambda h: h.exposed_kongs + h.concealed_kongs == 4),
    Fan(6, 88, "Seven Shifted Pairs", "连七对", "seven pairs in a row of one suit",
        (19, 22, 56, 62, 63, 69, 71, 75, 76, 79)),
    Fan(7, 88, "Thirteen Orphans", "十三幺", "each terminal and honor once and one of them twice",
        (18, 51, 55, 56, 62, 79)),
    # 64 points
    Fan(8, 64, "All Terminals", "清幺九", "only ones and nines", (18, 48, 55, 65, 73, 76), only=TERMINALS),
    Fan(9, 64, "Little Four Winds", "小四喜", "pungs of three winds and a pair of the fourth", (38, 73),
        sets=honor_pungs(WINDS, 3, with_pair=True)),
    Fan(10, 64, "Little Three Dragons", "小三元", "pungs of two dragons and a pair of the third", (54, 59),
        sets=honor_pungs(DRAGONS, 2, with_pair=True)),
    Fan(11, 64, "All Honors", "字一色", "only winds and dragons", (18, 48, 55, 73, 75), only=HONORS),
    Fan(12, 64, "Four Concealed Pungs", "四暗刻", "four concealed pungs or kongs", (33, 48, 56, 62, 66)),
    Fan(13, 64, "Pure Terminal Chows", "一色双龙会", "123 123 789 789 and a pair of 5 in one suit",
        (19, 22, 63, 69, 72, 75, 76), sets=_PURE_TERMINAL_CHOWS),
    # 48 points
    Fan(14, 48, "Quadruple Chow", "一色四同顺", "four times the same chow", (23, 24, 64, 69),
        sets=in_one_suit(chow, 0, 0, 0, 0)),
    Fan(15, 48, "Four Pure Shifted Pungs", "一色四节高", "four pungs of one suit, each one rank higher",
        (23, 24, 48, 69), sets=in_one_suit(pung, 0, 1, 2, 3)),
    # 32 points
    Fan(16, 32, "Four Pure Shifted Chows", "一色四步高", "four chows of one suit, each one or each two ranks higher",
        (30, 71, 72), sets=in_one_suit(chow, 0, 1, 2, 3) | in_one_suit(chow, 0, 2, 4, 6)),
    Fan(17, 32, "Three Kongs", "三杠", "three kongs", (53, 57, 67, 74, 82),
        when=lambda h: h.exposed_kongs + h.concealed_kongs >= 3),
    Fan(18, 32, "All Terminals and Honors", "混幺九", "only ones, nines and honors", (48, 55, 73), only=ORPHANS),
    # 24 points
    Fan(19, 24, "Seven Pairs", "七对", "seven pairs", (56, 62, 79)),
    Fan(20, 24, "Greater Honors and Knitted Tiles", "七星不靠", "all seven honors and seven knitted tiles",
        (34, 51, 56, 62, 79)),
    Fan(21, 24, "All Even Pungs", "全双刻", "four pungs and a pair of even ranks", (48, 68, 76), each=_is_even_pung),
    Fan(22, 24, "Full Flush", "清一色", "one suit alone", (75, 76),
        tiles=lambda h: h.suits == 1 and not h.kinds & HONORS),
    Fan(23, 24, "Pure Triple Chow", "一色三同顺", "three times the same chow", (24, 69),
        sets=in_one_suit(chow, 0, 0, 0)),
    Fan(24, 24, "Pure Shifted Pungs", "一色三节高", "three pungs of one suit, each one rank higher", (23, 69),
        sets=in_one_suit(pung, 0, 1, 2)),
    Fan(25, 24, "Upper Tiles", "全大", "only ranks 7 8 9", (36, 76), only=ranks((7, 8, 9))),
    Fan(26, 24, "Middle Tiles", "全中", "only ranks 4 5 6", (68, 76), only=ranks((4, 5, 6))),
    Fan(27, 24, "Lower Tiles", "全小", "only ranks 1 2 3", (37, 76), only=ranks((1, 2, 3))),
    # 16 points
    Fan(28, 16, "Pure Straight", "清龙", "123 456 789 in one suit", (71, 72), sets=in_one_suit(chow, 0, 3, 6)),
    Fan(29, 16, "Three-Suited Terminal Chows", "三色双龙会", "123 and 789 in two suits and a pair of 5 in the third",
        (63, 70, 72, 76), sets=_MIXED_TERMINAL_CHOWS),
    Fan(30, 16, "Pure Shifted Chows", "一色三步高", "three chows of one suit, each one or each two ranks higher",
        sets=in_one_suit(chow, 0, 1, 2) | in_one_suit(chow, 0, 2, 4)),
    Fan(31, 16, "All Fives", "全带五", "a five in every set and the pair", (68, 76), each=_has_five),
    Fan(32, 16, "Triple Pung", "三同刻", "the same pung in three suits", (65,), sets=across_suits(pung, 0, 0, 0)),
    Fan(33, 16, "Three Concealed Pungs", "三暗刻", "three concealed pungs or kongs", (66,)),
    # 12 points
    Fan(34, 12, "Lesser Honors and Knitted Tiles", "全不靠", "fourteen single tiles, honors and knitted tiles",
        (51, 56, 62, 79)),
    Fan(35, 12, "Knitted Straight", "组合龙", "147, 258 and 369 in three suits"),
    Fan(36, 12, "Upper Four", "大于五", "only ranks 6 to 9", (76,), only=ranks((6, 7, 8, 9))),
    Fan(37, 12, "Lower Four", "小于五", "only ranks 1 to 4", (76,), only=ranks((1, 2, 3, 4))),
    Fan(38, 12, "Big Three Winds", "三风刻", "pungs of three winds", (73,), sets=honor_pungs(WINDS, 3)),
    # 8 points
    Fan(39, 8, "Mixed Straight", "花龙", "123 456 789, each in another suit", sets=across_suits(chow, 0, 3, 6)),
    Fan(40, 8, "Reversible Tiles", "推不倒", "only tiles that look the same upside down", (75,), only=_REVERSIBLE),
    Fan(41, 8, "Mixed Triple Chow", "三色三同顺", "the same chow in three suits", (70,),
        sets=across_suits(chow, 0, 0, 0)),
    Fan(42, 8, "Mixed Shifted Pungs", "三色三节高", "three pungs in three suits, each one rank higher",
        sets=across_suits(pung, 0, 1, 2)),
    Fan(43, 8, "Chicken Hand", "无番和", "a hand with no other fan, flowers aside"),
    Fan(44, 8, "Last Tile Draw", "妙手回春", "drawing the last tile of the wall", (80,),
        when=lambda h: h.self_draw and h.last_tile),
    Fan(45, 8, "Last Tile Claim", "海底捞月", "winning on the last discard",
        when=lambda h: h.last_tile and not h.self_draw),
    Fan(46, 8, "Out with Replacement Tile", "杠上开花", "drawing the replacement tile after an own kong", (80,),
        when=lambda h: h.kong and h.self_draw),
    Fan(47, 8, "Robbing the Kong", "抢杠和", "winning on the tile another player adds to a pung", (58,),
        when=lambda h: h.kong and not h.self_draw),
    # 6 points
    Fan(48, 6, "All Pungs", "碰碰和", "four pungs or kongs", each=is_alike),
    Fan(49, 6, "Half Flush", "混一色", "one suit and honors", (75,),
        tiles=lambda h: h.suits == 1 and h.kinds & HONORS != 0),
    Fan(50, 6, "Mixed Shifted Chows", "三色三步高", "three chows in three suits, each one rank higher",
        sets=across_suits(chow, 0, 1, 2)),
    Fan(51, 6, "All Types", "五门齐", "all three suits, winds and dragons", tiles=_all_five_types),
    Fan(52, 6, "Melded Hand", "全求人", "every set claimed, won on another's discard", (79,),
        when=lambda h: h.exposed == 4 and not h.self_draw),
    Fan(53, 6, "Two Concealed Kongs", "双暗杠", "two concealed kongs", (66, 67), when=lambda h: h.concealed_kongs >= 2),
    Fan(54, 6, "Two Dragon Pungs", "双箭刻", "pungs of two dragons", (59,), sets=honor_pungs(DRAGONS, 2)),
    # 4 points
    Fan(55, 4, "Outside Hand", "全带幺", "a one, nine or honor in every set and the pair", each=has_end),
    Fan(56, 4, "Fully Concealed Hand", "不求人", "nothing claimed, self-drawn", (62, 80),
        when=lambda h: h.self_draw and not h.exposed),
    Fan(57, 4, "Two Melded Kongs", "双明杠", "two exposed kongs", (74,), when=lambda h: h.exposed_kongs >= 2),
    Fan(58, 4, "Last Tile", "和绝张", "winning on the fourth copy, the others lying open",
        when=lambda h: h.last_of_kind),
    # 2 points
    Fan(59, 2, "Dragon Pung", "箭刻", "a pung of a dragon", (73,)),
    Fan(60, 2, "Prevalent Wind", "圈风刻", "a pung of the prevailing wind", (73,)),
    Fan(61, 2, "Seat Wind", "门风刻", "a pung of the own wind", (73,)),
    Fan(62, 2, "Concealed Hand", "门前清", "nothing claimed, won on a discard",
        when=lambda h: not h.self_draw and not h.exposed),
    Fan(63, 2, "All Chows", "平和", "four chows and a pair of number tiles", (76,), each=_is_chow_or_eyes),
    Fan(64, 2, "Tile Hog", "四归一", "all four of a kind without a kong", tiles=lambda h: h.four_alike != 0),
    Fan(65, 2, "Double Pung", "双同刻", "the same pung in two suits", sets=across_suits(pung, 0, 0)),
    Fan(66, 2, "Two Concealed Pungs", "双暗刻", "two concealed pungs or kongs"),
    Fan(67, 2, "Concealed Kong", "暗杠", "a concealed kong", when=lambda h: h.concealed_kongs >= 1),
    Fan(68, 2, "All Simples", "断幺", "no ones, nines or honors", (76,), only=ranks(range(2, 9))),
    # 1 point
    Fan(69, 1, "Pure Double Chow", "一般高", "the same chow twice", sets=in_one_suit(chow, 0, 0)),
    Fan(70, 1, "Mixed Double Chow", "喜相逢", "the same chow in two suits", sets=across_suits(chow, 0, 0)),
    Fan(71, 1, "Short Straight", "连六", "two chows of one suit, six in a row", sets=in_one_suit(chow, 0, 3)),
    Fan(72, 1, "Two Terminal Chows", "老少副", "123 and 789 of one suit", sets=in_one_suit(chow, 0, 6)),
    Fan(73, 1, "Pung of Terminals or Honors", "幺九刻", "a pung of ones, nines, or a wind neither prevailing nor own"),
    Fan(74, 1, "Melded Kong", "明杠", "an exposed kong", when=lambda h: h.exposed_kongs >= 1),
    Fan(75, 1, "One Voided Suit", "缺一门", "a suit is missing", tiles=lambda h: h.suits < 3),
    Fan(76, 1, "No Honors", "无字", "no winds or dragons", only=sum(SUIT_MASKS)),
    Fan(77, 1, "Edge Wait", "边张", "waiting only on the 3 of 12 or the 7 of 89"),
    Fan(78, 1, "Closed Wait", "坎张", "waiting only on the middle tile of a chow"),
    Fan(79, 1, "Single Wait", "单钓将", "waiting only on the pair"),
    Fan(80, 1, "Self-Drawn", "自摸", "winning on an own draw", when=lambda h: h.self_draw),
    Fan(81, 1, "Flower Tiles", "花牌", "a point a flower, outside the minimum"),
    # Not among the 81: tournaments added it later.
    Fan(82, 5, "Concealed Kong and Melded Kong", "明暗杠", "one concealed and one exposed kong", (67, 74),
        when=lambda h: h.concealed_kongs >= 1 and h.exposed_kongs >= 1),
)
# fmt: on
"""The fan in the order of the book; number 82 stands last."""
