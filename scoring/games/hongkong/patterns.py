"""The patterns of Hong Kong Old Style, in the order of their numbers.

The first digit of a number is the kind of pattern: 0 nothing, 1 the win, 2 flowers, 3 honors, 4 tiles, 5 limit hands, 6
additions of houses. `value` is its faan in `hk`; `presets` beside it has the changes of houses. Small and Big Three
Dragons count beside the triplets of their dragons, so that the lines of a sheet add up to the usual five and eight
faan.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.tiles import HONORS, TERMINALS

HongKongShape = Literal["regular", "seven pairs", "thirteen orphans"]
"""The shapes of a winning hand; regular is four sets and a pair."""

VERSION: Final = "1"
"""The edition of these patterns, which changes whenever a hand's total may."""


@dataclass(slots=True)
class HongKongFacts:
    """An interpretation of a hand and how it was won, as the tests of the table need it.

    Attributes:
        shape: The shape of the hand.
        there: The mask of its tiles.
        suits: Number of suits in the hand.
        melds: Number of melds, concealed kongs included.
        exposed: Number of claimed melds.
        kongs: Number of kongs.
        self_draw: As in `Win`.
        last_tile: As in `Win`, unless the tiles contradict it.
        robbed: Won on the tile of a robbed kong, unless the tiles contradict it.
        replacement: Won on the replacement tile of a kong, unless the tiles contradict it.
        double_kong: The same for the second of two kongs in a row.
        flower_tile: Won on the replacement of a flower.
        heaven: As in `Win`, unless the tiles contradict it.
        earth: As in `Win`, unless the tiles contradict it.
        man: As in `Win`, unless the tiles contradict it.
        no_flowers: True if the winner has no flower and flowers are played.
        own_flowers: Number of flowers of the winner's seat that count.
        flower_sets: Number of complete series.
        nine_gates: True for 1112345678999 in hand before the win.
        nine_gates_shape: True if the fourteen tiles have these thirteen.
        chows: Number of sequences.
        pungs: Number of triplets and kongs.
        concealed_pungs: Number of concealed triplets and kongs.
        finished_pung: True if a discard completed a triplet.
        suited_pair: True if the pair is of a suit.
        dragons: Number of triplets of dragons.
        winds: Number of triplets of winds.
        dragon_pair: True if the pair is of dragons.
        wind_pair: True if the pair is of winds.
        seat_wind: True for a triplet of the seat wind.
        round_wind: True for a triplet of the prevalent wind.
        sets: The four sets as groups; empty for other shapes.
    """

    shape: HongKongShape
    there: int
    suits: int
    melds: int
    exposed: int
    kongs: int
    self_draw: bool
    last_tile: bool
    robbed: bool
    replacement: bool
    double_kong: bool
    flower_tile: bool
    heaven: bool
    earth: bool
    man: bool
    no_flowers: bool
    own_flowers: int
    flower_sets: int
    nine_gates: bool = False
    nine_gates_shape: bool = False
    chows: int = 0
    pungs: int = 0
    concealed_pungs: int = 0
    finished_pung: bool = False
    suited_pair: bool = False
    dragons: int = 0
    winds: int = 0
    dragon_pair: bool = False
    wind_pair: bool = False
    seat_wind: bool = False
    round_wind: bool = False
    sets: tuple[int, ...] = ()


HongKongTimes = Callable[[HongKongFacts], int]
"""Returns the number of times an interpretation has a pattern, or a bool."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One pattern.

    Attributes:
        id: Its number.
        value: Its faan.
        name: Its English name.
        zh: Its name in traditional characters.
        hans: Its name in simplified characters.
        rule: Short description.
        when: Returns the number of times an interpretation has it.
        excludes: The patterns that do not count beside it.
        limit: True for a limit hand.
    """

    id: str
    value: int
    name: str
    zh: str
    hans: str
    rule: str
    when: HongKongTimes = field(default=lambda h: False)
    excludes: tuple[str, ...] = ()
    limit: bool = False

    @property
    def key(self) -> str:
        """Its number, which no other pattern has."""
        return self.id


def _ends(h: HongKongFacts) -> bool:
    """Return True for terminals and honors alone, some of each."""
    return not h.there & ~(TERMINALS | HONORS) and bool(h.there & TERMINALS) and bool(h.there & HONORS)


# fmt: off
PATTERNS: Final[tuple[Pattern, ...]] = (
    Pattern("0.1", 0, "Chicken Hand", "雞糊", "鸡糊", "nothing else counts"),
    # 1 The win
    Pattern("1.1", 1, "Self-Drawn", "自摸", "自摸", "drawing the winning tile", lambda h: h.self_draw),
    Pattern("1.2", 1, "Concealed Hand", "門前清", "门前清", "no meld, concealed kongs among them",
            lambda h: not h.melds),
    Pattern("1.3", 1, "Robbing a Kong", "搶槓", "抢杠", "winning on the tile another player adds to a triplet",
            lambda h: h.robbed),
    Pattern("1.4", 1, "Last Tile", "海底撈月", "海底捞月", "drawing the last tile of the wall",
            lambda h: h.last_tile and h.self_draw),
    Pattern("1.5", 1, "Last Discard", "河底撈魚", "河底捞鱼", "winning on the discard after the last tile",
            lambda h: h.last_tile and not h.self_draw),
    Pattern("1.6", 1, "Win on Kong", "槓上開花", "杠上开花", "drawing the replacement tile after a kong",
            lambda h: h.replacement),
    Pattern("1.7", 8, "Kong on Kong", "槓上槓", "杠上杠", "drawing the replacement tile after two kongs in a row",
            lambda h: h.double_kong, excludes=("1.6",)),
    # 2 Flowers
    Pattern("2.1", 1, "No Flowers", "無花", "无花", "no flower", lambda h: h.no_flowers),
    Pattern("2.2", 1, "Own Flower", "正花", "正花", "the flower and the season of the own seat, each",
            lambda h: h.own_flowers),
    Pattern("2.3", 2, "Set of Flowers", "一台花", "一台花", "all four flowers or all four seasons",
            lambda h: h.flower_sets),
    Pattern("2.4", 3, "Seven Flowers", "花糊", "花糊", "seven flowers, whatever the tiles"),
    Pattern("2.5", 8, "Eight Flowers", "大花糊", "大花糊", "all eight flowers, whatever the tiles"),
    # 3 Honor tiles
    Pattern("3.1", 1, "Dragon Triplet", "三元牌", "三元牌", "a triplet of dragons, each", lambda h: h.dragons),
    Pattern("3.2", 1, "Seat Wind", "門風", "门风", "a triplet of the own wind", lambda h: h.seat_wind),
    Pattern("3.3", 1, "Round Wind", "圈風", "圈风", "a triplet of the prevailing wind", lambda h: h.round_wind),
    # 4 Tiles
    Pattern("4.1", 1, "Common Hand", "平糊", "平糊", "four sequences", lambda h: h.chows == 4),
    Pattern("4.2", 3, "All Triplets", "對對糊", "对对糊", "four triplets or kongs", lambda h: h.pungs == 4),
    Pattern("4.3", 8, "Four Concealed Triplets", "坎坎糊", "坎坎糊",
            "four concealed triplets or kongs; a discard may finish only the pair",
            lambda h: h.concealed_pungs == 4 and not h.finished_pung, excludes=("4.2", "1.2")),
    Pattern("4.4", 3, "Mixed One Suit", "混一色", "混一色", "one suit and honors",
            lambda h: h.suits == 1 and h.there & HONORS != 0),
    Pattern("4.5", 7, "All One Suit", "清一色", "清一色", "one suit alone",
            lambda h: h.suits == 1 and not h.there & HONORS),
    Pattern("4.6", 1, "Mixed Terminals", "花么九", "花幺九", "four triplets of terminals and honors, some of each",
            lambda h: h.pungs == 4 and _ends(h)),
    Pattern("4.7", 3, "Small Three Dragons", "小三元", "小三元", "triplets of two dragons and a pair of the third",
            lambda h: h.dragons == 2 and h.dragon_pair),
    Pattern("4.8", 5, "Big Three Dragons", "大三元", "大三元", "triplets of three dragons", lambda h: h.dragons == 3),
    Pattern("4.9", 6, "Small Four Winds", "小四喜", "小四喜", "triplets of three winds and a pair of the fourth",
            lambda h: h.winds == 3 and h.wind_pair, excludes=("3.2", "3.3")),
    # 5 Limit hands
    Pattern("5.1", 10, "All Honors", "字一色", "字一色", "only winds and dragons",
            lambda h: h.shape != "thirteen orphans" and not h.there & ~HONORS, excludes=("4.2",), limit=True),
    Pattern("5.2", 10, "All Terminals", "清么九", "清幺九", "only terminals",
            lambda h: h.pungs == 4 and not h.there & ~TERMINALS, excludes=("4.2",), limit=True),
    Pattern("5.3", 10, "Nine Gates", "九子連環", "九子连环", "1112345678999 of one suit in hand before the win",
            lambda h: h.nine_gates, excludes=("4.5", "1.2"), limit=True),
    Pattern("5.4", 13, "Big Four Winds", "大四喜", "大四喜", "triplets of four winds", lambda h: h.winds == 4,
            excludes=("3.2", "3.3", "4.9"), limit=True),
    Pattern("5.5", 13, "Four Kongs", "十八羅漢", "十八罗汉", "four kongs", lambda h: h.kongs == 4,
            excludes=("4.2",), limit=True),
    Pattern("5.6", 13, "Thirteen Orphans", "十三么", "十三幺", "each terminal and honor once and one of them twice",
            lambda h: h.shape == "thirteen orphans", excludes=("1.2",), limit=True),
    Pattern("5.7", 13, "Blessing of Heaven", "天糊", "天糊", "East wins with the fourteen tiles of the deal",
            lambda h: h.heaven, excludes=("1.1", "1.2"), limit=True),
    Pattern("5.8", 13, "Blessing of Earth", "地糊", "地糊", "another player wins on East's first discard",
            lambda h: h.earth, excludes=("1.2",), limit=True),
    # 6 Additions of houses
    Pattern("6.1", 4, "Seven Pairs", "七對子", "七对子", "seven different pairs",
            lambda h: h.shape == "seven pairs", excludes=("1.2",)),
    Pattern("6.2", 3, "Blessing of Man", "人糊", "人糊",
            "another player than East wins on a discard of the first go-round, before any claim", lambda h: h.man),
    Pattern("6.3", 1, "Kong", "槓", "杠", "a kong, each", lambda h: h.kongs),
)
# fmt: on
"""The patterns by number."""

PATTERN: Final = {pattern.id: pattern for pattern in PATTERNS}
"""The patterns by their numbers."""
PLACE: Final = {pattern.id: at for at, pattern in enumerate(PATTERNS)}
"""The place of each pattern in the list."""
