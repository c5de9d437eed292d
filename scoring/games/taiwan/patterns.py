"""The patterns of Taiwanese mahjong, in the order of their numbers.

The first digit of a number is the kind of pattern: 1 the win, 2 the shape, 3 honours, 4 flowers, 5 the first turn.
`value` is its tai in `taiwan-home`; `presets` beside it has the changes of houses. The dealer's tai are no pattern:
they belong to a payment.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.tiles import HONORS

TaiwanShape = Literal["regular", "pairs"]
"""The shapes of a winning hand: five sets and a pair, or seven pairs and a triplet."""

TilePlace = Literal["", "pair", "triplet", "middle", "edge", "two-sided"]
"""The place of the winning tile in a reading: none in seven pairs and a triplet."""

Announced = Literal["", "ready", "heaven", "earth"]
"""A ready hand as it was announced: not at all, later, as dealt, or with the own first discard."""

VERSION: Final = "1"
"""The edition of these patterns, which changes whenever a hand's total may."""

SETS: Final = 5
"""Sets of a winning hand, beside the pair."""


@dataclass(slots=True)
class TaiwanFacts:
    """A reading of a hand and how it was won, as the tests of the table need it.

    Attributes:
        shape: The shape of the hand.
        there: The mask of its tiles.
        suits: Number of suits in the hand.
        exposed: Number of claimed melds.
        drawn: Self-drawn; a win by another's eighth flower is not.
        last_tile: As in `Win`, unless the hand contradicts it.
        robbed: Won on the tile of a robbed kong, unless the hand contradicts it.
        replacement: Won on the replacement of a kong or a flower, unless the hand contradicts it.
        announced: The ready hand as it was announced, unless the hand contradicts it.
        heaven: As in `Win`, unless the hand contradicts it.
        earth: As in `Win`, unless the hand contradicts it.
        man: As in `Win`, unless the hand contradicts it.
        kinds: Number of kinds of tiles that win.
        flowers: Number of the winner's flowers.
        own_flowers: Number of flowers of the winner's wind, those of complete series among them.
        own_in_series: Number of those that are part of a complete series.
        series: Number of complete series.
        by_flowers: Number of the winner's flowers if these win, else 0.
        place: The place of the winning tile.
        always_open: True if every reading as five chows has the winning tile at an open end.
        chows: Number of chows.
        triplets: Number of triplets and kongs.
        concealed: Number of concealed triplets and kongs.
        suited_pair: True if the pair is of a suit.
        dragons: Number of triplets of dragons.
        winds: Number of triplets of winds.
        dragon_pair: True if the pair is of dragons.
        wind_pair: True if the pair is of winds.
        seat_wind: True for a triplet of the winner's wind.
        round_wind: True for a triplet of the round's wind.
    """

    shape: TaiwanShape
    there: int
    suits: int
    exposed: int
    drawn: bool
    last_tile: bool
    robbed: bool
    replacement: bool
    announced: Announced
    heaven: bool
    earth: bool
    man: bool
    kinds: int
    flowers: int
    own_flowers: int
    own_in_series: int
    series: int
    by_flowers: int
    place: TilePlace = ""
    always_open: bool = False
    chows: int = 0
    triplets: int = 0
    concealed: int = 0
    suited_pair: bool = False
    dragons: int = 0
    winds: int = 0
    dragon_pair: bool = False
    wind_pair: bool = False
    seat_wind: bool = False
    round_wind: bool = False

    @property
    def closed(self) -> bool:
        """True without a claimed meld."""
        return not self.exposed

    @property
    def single(self) -> bool:
        """True if exactly one kind wins, in the middle, at the edge or as the pair."""
        return self.kinds == 1 and self.place in ("middle", "edge", "pair")

    @property
    def all_chows(self) -> bool:
        """True for five chows and a pair of a suit, without flowers, by a discard to an open end of several kinds."""
        chows = self.chows == SETS and self.suited_pair and not self.flowers
        return chows and not self.drawn and self.kinds > 1 and self.place == "two-sided"


TaiwanTimes = Callable[[TaiwanFacts], int]
"""Returns the number of times a reading has a pattern, or a bool."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One pattern.

    Attributes:
        id: Its number.
        value: Its tai.
        name: Its English name.
        zh: Its name in traditional characters.
        hans: Its name in simplified characters.
        rule: Short description.
        when: Returns the number of times a reading has it.
        excludes: The patterns that do not count beside it.
    """

    id: str
    value: int
    name: str
    zh: str
    hans: str
    rule: str
    when: TaiwanTimes = field(default=lambda h: False)
    excludes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its number, which no other pattern has."""
        return self.id


# fmt: off
PATTERNS: Final[tuple[Pattern, ...]] = (
    # 1 The win
    Pattern("1.1", 1, "Concealed Hand", "門清", "门清", "no claimed meld, won by a discard",
            lambda h: h.closed and not h.drawn),
    Pattern("1.2", 1, "Self-Drawn", "自摸", "自摸", "drawing the winning tile", lambda h: h.drawn and not h.closed),
    Pattern("1.3", 3, "Concealed and Self-Drawn", "門清自摸", "门清自摸", "no claimed meld, self-drawn: three in all",
            lambda h: h.drawn and h.closed, excludes=("1.1", "1.2")),
    Pattern("1.4", 2, "All Claimed", "全求人", "全求人", "five claimed melds and the pair by a discard",
            lambda h: h.exposed == SETS and not h.drawn),
    Pattern("1.5", 1, "Half Claimed", "半求人", "半求人", "five claimed melds and the pair self-drawn",
            lambda h: h.exposed == SETS and h.drawn),
    Pattern("1.6", 1, "Single Wait", "獨聽", "独听",
            "one kind of tile alone wins, in the middle or at the edge of a chow or as the pair", lambda h: h.single),
    Pattern("1.7", 1, "Robbing a Kong", "搶槓", "抢杠", "winning on the tile that another adds to a triplet",
            lambda h: h.robbed),
    Pattern("1.8", 1, "Win on a Replacement", "槓上開花", "杠上开花", "drawing the replacement of a kong or a flower",
            lambda h: h.replacement),
    Pattern("1.9", 1, "Last Tile Drawn", "海底撈月", "海底捞月", "drawing the last tile of the wall",
            lambda h: h.last_tile and h.drawn),
    Pattern("1.10", 1, "Last Discard", "河底撈魚", "河底捞鱼", "winning on the discard after the last tile",
            lambda h: h.last_tile and not h.drawn),
    Pattern("1.11", 1, "Declared Ready", "聽牌", "听牌", "a ready hand that was announced and locked",
            lambda h: h.announced == "ready"),
    Pattern("1.12", 8, "Heavenly Ready", "天聽", "天听", "ready as dealt, announced before the own first turn",
            lambda h: h.announced == "heaven", excludes=("1.1",)),
    Pattern("1.13", 4, "Earthly Ready", "地聽", "地听", "announced with the own first discard, before any claim",
            lambda h: h.announced == "earth", excludes=("1.1",)),
    # 2 The shape
    Pattern("2.1", 2, "All Chows", "平胡", "平胡",
            "five chows and a pair of a suit, no flower, by a discard to an open end of several kinds",
            lambda h: h.all_chows),
    Pattern("2.2", 4, "All Triplets", "碰碰胡", "碰碰胡", "five triplets or kongs", lambda h: h.triplets == SETS),
    Pattern("2.3", 2, "Three Concealed Triplets", "三暗刻", "三暗刻", "three concealed triplets or kongs",
            lambda h: h.concealed == 3),
    Pattern("2.4", 5, "Four Concealed Triplets", "四暗刻", "四暗刻", "four concealed triplets or kongs",
            lambda h: h.concealed == 4),
    Pattern("2.5", 8, "Five Concealed Triplets", "五暗刻", "五暗刻", "five concealed triplets or kongs",
            lambda h: h.concealed == SETS),
    Pattern("2.6", 4, "Half Flush", "混一色", "混一色", "one suit and honours",
            lambda h: h.suits == 1 and h.there & HONORS != 0),
    Pattern("2.7", 8, "Full Flush", "清一色", "清一色", "one suit alone",
            lambda h: h.suits == 1 and not h.there & HONORS),
    Pattern("2.8", 16, "All Honours", "字一色", "字一色", "winds and dragons alone", lambda h: not h.suits,
            excludes=("2.2",)),
    Pattern("2.9", 8, "Seven Pairs and a Triplet", "嚦咕嚦咕", "嚦咕嚦咕",
            "seven pairs and a triplet, no meld; four equal tiles are two pairs", lambda h: h.shape == "pairs",
            excludes=("1.1", "1.6")),
    # 3 Honours
    Pattern("3.1", 1, "Dragon Triplet", "三元牌", "三元牌", "a triplet of dragons, each", lambda h: h.dragons),
    Pattern("3.2", 1, "Round Wind", "圈風", "圈风", "a triplet of the round's wind", lambda h: h.round_wind),
    Pattern("3.3", 1, "Seat Wind", "門風", "门风", "a triplet of the own wind", lambda h: h.seat_wind),
    Pattern("3.4", 1, "Wind Triplet", "風刻", "风刻", "a triplet of winds, each", lambda h: h.winds,
            excludes=("3.2", "3.3")),
    Pattern("3.5", 4, "Little Three Dragons", "小三元", "小三元", "triplets of two dragons and a pair of the third",
            lambda h: h.dragons == 2 and h.dragon_pair, excludes=("3.1",)),
    Pattern("3.6", 8, "Big Three Dragons", "大三元", "大三元", "triplets of three dragons", lambda h: h.dragons == 3,
            excludes=("3.1",)),
    Pattern("3.7", 8, "Little Four Winds", "小四喜", "小四喜", "triplets of three winds and a pair of the fourth",
            lambda h: h.winds == 3 and h.wind_pair),
    Pattern("3.8", 16, "Big Four Winds", "大四喜", "大四喜", "triplets of four winds", lambda h: h.winds == 4,
            excludes=("3.2", "3.3", "3.4")),
    # 4 Flowers
    Pattern("4.1", 1, "Own Flower", "正花", "正花", "a flower or season of the own wind, each, outside a full series",
            lambda h: h.own_flowers - h.own_in_series),
    Pattern("4.2", 2, "Flower Series", "花槓", "花杠", "all four flowers or all four seasons, each",
            lambda h: h.series),
    Pattern("4.3", 1, "Flower", "花牌", "花牌", "a flower, each", lambda h: h.flowers, excludes=("4.1", "4.2")),
    Pattern("4.4", 8, "Eight Immortals", "八仙過海", "八仙过海", "all eight flowers, whatever the tiles",
            lambda h: h.by_flowers == 8, excludes=("4.1", "4.2", "4.3")),
    Pattern("4.5", 8, "Seven Rob One", "七搶一", "七抢一", "seven flowers, and another player draws the eighth",
            lambda h: h.by_flowers == 7, excludes=("4.1", "4.2", "4.3")),
    # 5 The first turn
    Pattern("5.1", 24, "Blessing of Heaven", "天胡", "天胡", "the dealer wins with the tiles dealt",
            lambda h: h.heaven, excludes=("1.6", "1.8", "2.1")),
    Pattern("5.2", 16, "Blessing of Earth", "地胡", "地胡", "another player wins with the own first draw",
            lambda h: h.earth),
    Pattern("5.3", 8, "Blessing of Man", "人胡", "人胡",
            "a win on a discard of the first go-round, before the own first draw", lambda h: h.man),
)
# fmt: on
"""The patterns by number."""

PATTERN: Final = {pattern.id: pattern for pattern in PATTERNS}
"""The patterns by their numbers."""
PLACE_OF: Final = {pattern.id: at for at, pattern in enumerate(PATTERNS)}
"""The place of each pattern in the list."""
