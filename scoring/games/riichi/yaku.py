"""The yaku by the library's names, with those of other languages.

`name` is what riichi players say, in Latin letters; `english` is the World Riichi Championship's word, if it differs.
Chinese names are those of Mahjong Soul.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.listing import OpenedPattern, RuleListing
from scoring.sheet import PatternName

DORA: Final = frozenset({"Dora", "Ura Dora", "Aka Dora"})
"""Lines that are no yaku: they count only beside one."""
OPEN_RIICHI: Final = frozenset({"Open Riichi", "Double Open Riichi"})
"""The yaku of a riichi with the hand shown."""
FED_OPEN_RIICHI: Final = "Open Riichi Houjuu"
"""The yakuman that a discarder without riichi pays for an open one where houses say so."""
PAO: Final = frozenset({"Daisangen", "Dai Suushii"})
"""The yakuman whose feeder is liable; the World Riichi Championship of 2025 adds Suu Kantsu."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """The names of a yaku.

    Attributes:
        name: The name that riichi players say, in Latin letters.
        closed: Han of a closed hand; 26 for a yakuman that may count twice.
        opened: Han of an open hand, or 0 if an open hand cannot have it.
        english: The English name, or "" if it is the same.
        ja: The Japanese name.
        zh: The Chinese name in simplified characters.
    """

    name: str
    closed: int
    opened: int
    english: str
    ja: str
    zh: str

    @property
    def spoken(self) -> str:
        """The name with the English one beside it."""
        return f"{self.name} ({self.english})" if self.english else self.name


# fmt: off
YAKU: Final = {yaku.name: yaku for yaku in (
    Yaku("Menzen Tsumo", 1, 0, "Fully Concealed Hand", "門前清自摸和", "门前清自摸和"),
    Yaku("Riichi", 1, 0, "", "立直", "立直"),
    Yaku("Double Riichi", 2, 0, "", "ダブル立直", "两立直"),
    Yaku("Open Riichi", 2, 0, "", "オープン立直", "开立直"),
    Yaku("Double Open Riichi", 3, 0, "", "ダブルオープン立直", "两开立直"),
    Yaku("Ippatsu", 1, 0, "Unbroken", "一発", "一发"),
    Yaku("Pinfu", 1, 0, "", "平和", "平和"),
    Yaku("Tanyao", 1, 1, "All Inside", "断么九", "断幺九"),
    Yaku("Iipeiko", 1, 0, "Twin Sequences", "一盃口", "一杯口"),
    Yaku("Yakuhai (haku)", 1, 1, "Value Honour, White", "役牌 白", "役牌 白"),
    Yaku("Yakuhai (hatsu)", 1, 1, "Value Honour, Green", "役牌 發", "役牌 发"),
    Yaku("Yakuhai (chun)", 1, 1, "Value Honour, Red", "役牌 中", "役牌 中"),
    Yaku("Yakuhai (seat wind east)", 1, 1, "Seat Wind", "自風 東", "自风 东"),
    Yaku("Yakuhai (seat wind south)", 1, 1, "Seat Wind", "自風 南", "自风 南"),
    Yaku("Yakuhai (seat wind west)", 1, 1, "Seat Wind", "自風 西", "自风 西"),
    Yaku("Yakuhai (seat wind north)", 1, 1, "Seat Wind", "自風 北", "自风 北"),
    Yaku("Yakuhai (round wind east)", 1, 1, "Round Wind", "場風 東", "场风 东"),
    Yaku("Yakuhai (round wind south)", 1, 1, "Round Wind", "場風 南", "场风 南"),
    Yaku("Yakuhai (round wind west)", 1, 1, "Round Wind", "場風 西", "场风 西"),
    Yaku("Yakuhai (round wind north)", 1, 1, "Round Wind", "場風 北", "场风 北"),
    Yaku("Chankan", 1, 1, "Robbing a Quad", "搶槓", "抢杠"),
    Yaku("Rinshan Kaihou", 1, 1, "After a Quad", "嶺上開花", "岭上开花"),
    Yaku("Haitei Raoyue", 1, 1, "Last Tile Draw", "海底撈月", "海底捞月"),
    Yaku("Houtei Raoyui", 1, 1, "Last Tile Claim", "河底撈魚", "河底捞鱼"),
    Yaku("Chiitoitsu", 2, 0, "Seven Pairs", "七対子", "七对子"),
    Yaku("Ittsu", 2, 1, "Full Straight", "一気通貫", "一气通贯"),
    Yaku("Sanshoku Doujun", 2, 1, "Mixed Sequences", "三色同順", "三色同顺"),
    Yaku("Sanshoku Doukou", 2, 2, "Mixed Triplets", "三色同刻", "三色同刻"),
    Yaku("Toitoi", 2, 2, "All Triplets", "対々和", "对对和"),
    Yaku("San Ankou", 2, 2, "Three Concealed Triplets", "三暗刻", "三暗刻"),
    Yaku("San Kantsu", 2, 2, "Three Quads", "三槓子", "三杠子"),
    Yaku("Chantai", 2, 1, "Common Ends", "混全帯么九", "混全带幺九"),
    Yaku("Honroutou", 2, 2, "Common Terminals", "混老頭", "混老头"),
    Yaku("Shou Sangen", 2, 2, "Little Dragons", "小三元", "小三元"),
    Yaku("Ryanpeikou", 3, 0, "Double Twin Sequences", "二盃口", "二杯口"),
    Yaku("Honitsu", 3, 2, "Common Flush", "混一色", "混一色"),
    Yaku("Junchan", 3, 2, "Perfect Ends", "純全帯么九", "纯全带幺九"),
    Yaku("Chinitsu", 6, 5, "Perfect Flush", "清一色", "清一色"),
    Yaku("Renhou", 5, 0, "Blessing of Man", "人和", "人和"),
    Yaku("Tenhou", 13, 0, "Blessing of Heaven", "天和", "天和"),
    Yaku("Chiihou", 13, 0, "Blessing of Earth", "地和", "地和"),
    Yaku("Kokushi Musou", 13, 0, "Thirteen Orphans", "国士無双", "国士无双"),
    Yaku("Kokushi Musou Juusanmen Matchi", 26, 0, "Thirteen Orphans, 13 waits", "国士無双十三面待ち", "国士无双十三面"),
    Yaku("Chuuren Poutou", 13, 0, "Nine Gates", "九蓮宝燈", "九莲宝灯"),
    Yaku("Daburu Chuuren Poutou", 26, 0, "Nine Gates, 9 waits", "純正九蓮宝燈", "纯正九莲宝灯"),
    Yaku("Suu Ankou", 13, 0, "Four Concealed Triplets", "四暗刻", "四暗刻"),
    Yaku("Suu Ankou Tanki", 26, 0, "Four Concealed Triplets, waiting for the pair", "四暗刻単騎", "四暗刻单骑"),
    Yaku("Suu Kantsu", 13, 13, "Four Quads", "四槓子", "四杠子"),
    Yaku("Ryuuiisou", 13, 13, "All Green", "緑一色", "绿一色"),
    Yaku("Chinroutou", 13, 13, "Perfect Terminals", "清老頭", "清老头"),
    Yaku("Tsuu Iisou", 13, 13, "All Honours", "字一色", "字一色"),
    Yaku("Daisangen", 13, 13, "Big Dragons", "大三元", "大三元"),
    Yaku("Shousuushii", 13, 13, "Little Winds", "小四喜", "小四喜"),
    Yaku("Dai Suushii", 26, 26, "Big Winds", "大四喜", "大四喜"),
    Yaku("Open Riichi Houjuu", 13, 0, "Deal-in to an Open Riichi", "オープン立直への放銃", "放铳开立直"),
    Yaku("Dora", 1, 1, "", "ドラ", "宝牌"),
    Yaku("Ura Dora", 1, 0, "", "裏ドラ", "里宝牌"),
    Yaku("Aka Dora", 1, 1, "", "赤ドラ", "赤宝牌"),
)}
# fmt: on
"""The yaku by their names."""


def listed(yaku: Iterable[Yaku], double: bool) -> RuleListing:
    """Return yaku as a list, with the han of a closed and of an open hand.

    Args:
        yaku: The yaku that a preset counts.
        double: True if some yakuman count twice.
    """
    most = 26 if double else 13
    return RuleListing(
        opened=tuple(
            [
                OpenedPattern(
                    PatternName(each.name, each.spoken, each.zh),
                    each.ja,
                    min(each.closed, most),
                    min(each.opened, most),
                )
                for each in yaku
            ]
        )
    )
