"""The yaku of riichi for three: those of riichi, a triplet of North where it is a value tile, and Norths set aside."""

from typing import Final

from scoring.games.riichi.yaku import DORA as OF_RIICHI
from scoring.games.riichi.yaku import OPEN_RIICHI, Yaku
from scoring.games.riichi.yaku import YAKU as RIICHI_YAKU

NORTH: Final = "Yakuhai (north)"
"""The yaku of a triplet of North where it is a value tile of everybody."""
NORTHS: Final = "Nuki Dora"
"""The Norths set aside."""
DORA: Final = OF_RIICHI | {NORTHS}
"""Lines that are no yaku: they count only beside one."""
_NOT_PLAYED: Final = {
    *OPEN_RIICHI,
    "Open Riichi Houjuu",
    "Renhou",
    "Sanshoku Doujun",
    "Yakuhai (seat wind north)",
    "Yakuhai (round wind north)",
}
"""Yaku that three players cannot have, or do not play."""

YAKU: Final = {
    **{name: yaku for name, yaku in RIICHI_YAKU.items() if name not in _NOT_PLAYED},
    NORTH: Yaku(NORTH, 1, 1, "Value Honour, North", "役牌 北", "役牌 北"),
    NORTHS: Yaku(NORTHS, 1, 1, "Norths set aside", "抜き北", "拔北"),
}
"""The yaku by their names."""
