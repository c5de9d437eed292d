"""The yaku by the library's names, with those of other languages.

`name` is what riichi players say, in Latin letters; `english` is the World Riichi Championship's word, if it differs.
Chinese names are those of Mahjong Soul.
"""

from dataclasses import dataclass
from typing import Final

DORA: Final = frozenset({"Dora", "Ura Dora", "Aka Dora"})
"""Lines that are no yaku: they count only beside one."""
PAO: Final = frozenset({"Daisangen", "Dai Suushii"})
"""The yakuman whose feeder is liable; the World Riichi Championship of 2025 adds Suu Kantsu."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """The names of a yaku.

    Attributes:
        name: The name that riichi players say, in Latin letters.
        english: The English name, or "" if it is the same.
        ja: The Japanese name.
        zh: The Chinese name in simplified characters.
    """

    name: str
    english: str
    ja: str
    zh: str

    @property
    def spoken(self) -> str:
        """The name with the English one beside it."""
        return f"{self.name} ({self.english})" if self.english else self.name


# fmt: off
YAKU: Final = {yaku.name: yaku for yaku in (
    Yaku("Menzen Tsumo", "Fully Concealed Hand", "門前清自摸和", "门前清自摸和"),
    Yaku("Riichi", "", "立直", "立直"),
    Yaku("Double Riichi", "", "ダブル立直", "两立直"),
    Yaku("Ippatsu", "Unbroken", "一発", "一发"),
    Yaku("Pinfu", "", "平和", "平和"),
    Yaku("Tanyao", "All Inside", "断么九", "断幺九"),
    Yaku("Iipeiko", "Twin Sequences", "一盃口", "一杯口"),
    Yaku("Yakuhai (haku)", "Value Honour, White", "役牌 白", "役牌 白"),
    Yaku("Yakuhai (hatsu)", "Value Honour, Green", "役牌 發", "役牌 发"),
    Yaku("Yakuhai (chun)", "Value Honour, Red", "役牌 中", "役牌 中"),
    Yaku("Yakuhai (seat wind east)", "Seat Wind", "自風 東", "自风 东"),
    Yaku("Yakuhai (seat wind south)", "Seat Wind", "自風 南", "自风 南"),
    Yaku("Yakuhai (seat wind west)", "Seat Wind", "自風 西", "自风 西"),
    Yaku("Yakuhai (seat wind north)", "Seat Wind", "自風 北", "自风 北"),
    Yaku("Yakuhai (round wind east)", "Round Wind", "場風 東", "场风 东"),
    Yaku("Yakuhai (round wind south)", "Round Wind", "場風 南", "场风 南"),
    Yaku("Yakuhai (round wind west)", "Round Wind", "場風 西", "场风 西"),
    Yaku("Yakuhai (round wind north)", "Round Wind", "場風 北", "场风 北"),
    Yaku("Chankan", "Robbing a Quad", "搶槓", "抢杠"),
    Yaku("Rinshan Kaihou", "After a Quad", "嶺上開花", "岭上开花"),
    Yaku("Haitei Raoyue", "Last Tile Draw", "海底撈月", "海底捞月"),
    Yaku("Houtei Raoyui", "Last Tile Claim", "河底撈魚", "河底捞鱼"),
    Yaku("Chiitoitsu", "Seven Pairs", "七対子", "七对子"),
    Yaku("Ittsu", "Full Straight", "一気通貫", "一气通贯"),
    Yaku("Sanshoku Doujun", "Mixed Sequences", "三色同順", "三色同顺"),
    Yaku("Sanshoku Doukou", "Mixed Triplets", "三色同刻", "三色同刻"),
    Yaku("Toitoi", "All Triplets", "対々和", "对对和"),
    Yaku("San Ankou", "Three Concealed Triplets", "三暗刻", "三暗刻"),
    Yaku("San Kantsu", "Three Quads", "三槓子", "三杠子"),
    Yaku("Chantai", "Common Ends", "混全帯么九", "混全带幺九"),
    Yaku("Honroutou", "Common Terminals", "混老頭", "混老头"),
    Yaku("Shou Sangen", "Little Dragons", "小三元", "小三元"),
    Yaku("Ryanpeikou", "Double Twin Sequences", "二盃口", "二杯口"),
    Yaku("Honitsu", "Common Flush", "混一色", "混一色"),
    Yaku("Junchan", "Perfect Ends", "純全帯么九", "纯全带幺九"),
    Yaku("Chinitsu", "Perfect Flush", "清一色", "清一色"),
    Yaku("Renhou", "Blessing of Man", "人和", "人和"),
    Yaku("Tenhou", "Blessing of Heaven", "天和", "天和"),
    Yaku("Chiihou", "Blessing of Earth", "地和", "地和"),
    Yaku("Kokushi Musou", "Thirteen Orphans", "国士無双", "国士无双"),
    Yaku("Kokushi Musou Juusanmen Matchi", "Thirteen Orphans, 13 waits", "国士無双十三面待ち", "国士无双十三面"),
    Yaku("Chuuren Poutou", "Nine Gates", "九蓮宝燈", "九莲宝灯"),
    Yaku("Daburu Chuuren Poutou", "Nine Gates, 9 waits", "純正九蓮宝燈", "纯正九莲宝灯"),
    Yaku("Suu Ankou", "Four Concealed Triplets", "四暗刻", "四暗刻"),
    Yaku("Suu Ankou Tanki", "Four Concealed Triplets, waiting for the pair", "四暗刻単騎", "四暗刻单骑"),
    Yaku("Suu Kantsu", "Four Quads", "四槓子", "四杠子"),
    Yaku("Ryuuiisou", "All Green", "緑一色", "绿一色"),
    Yaku("Chinroutou", "Perfect Terminals", "清老頭", "清老头"),
    Yaku("Tsuu Iisou", "All Honours", "字一色", "字一色"),
    Yaku("Daisangen", "Big Dragons", "大三元", "大三元"),
    Yaku("Shousuushii", "Little Winds", "小四喜", "小四喜"),
    Yaku("Dai Suushii", "Big Winds", "大四喜", "大四喜"),
    Yaku("Dora", "", "ドラ", "宝牌"),
    Yaku("Ura Dora", "", "裏ドラ", "里宝牌"),
    Yaku("Aka Dora", "", "赤ドラ", "赤宝牌"),
)}
# fmt: on
"""The yaku by their names."""
