"""The presets of riichi for three: the rooms of Tenhou and of Mahjong Soul, and a table at home.

Those of the rooms are as public programs and players have them who copy these; the rooms' own pages were not read.
"""

from dataclasses import dataclass
from typing import Final, Literal

from scoring.games.riichi.presets import Preset as RiichiPreset

VERSION: Final = "1"
"""The first edition of these presets; one gets another whenever a hand's payments may change."""

AbortiveKind = Literal["nine", "kongs"]
"""The abortive draws that three players have: nine terminals and honours, four kongs of more than one player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset(RiichiPreset):
    """Rules that tables of three answer differently; those of riichi that they answer alike stand here too.

    Attributes:
        north: A North may be set aside as a bonus, is a value tile of everybody, or is a guest wind.
        north_robbed: A North set aside may be won on without a yaku for that, with one, or not at all.
        north_drawn: True if a win on the replacement of a North counts as one after a kong.
        drawn: The share of the missing player in a self-drawn win: lost, split between the two, or paid in full.
        counters: Points of each counter by a discard, and from each player by a draw.
        noten: Points in all from those who are not ready after a drawn hand.
        fives: The red fives.
        all_win: True if both winners of one tile win; else the next in turn alone.
        abortive: The abortive draws.
        nagashi: True if a drawn hand may pay a nagashi mangan.
        pao: The part of a hand of several yakuman that a liable player answers for.
        amounts: Points at the start, and to return at the end.
        uma: Placement points in thousands, from the first to the third.
        bankrupt_ends: True if the match ends with a player below zero.
        goal: Points that somebody needs, or another wind is played; None without.
        leader_ends: True if East may stop as the leader of the last deal.
        stays: The way in which East stays: ready at a drawn hand, or by a win alone.
        false_win: The price of a false win.
    """

    counted_limit: Literal["yakuman", "sanbaiman"] = "yakuman"
    adding: bool = True
    man: bool = False
    red: bool = True
    north: Literal["bonus", "value", "guest"] = "bonus"
    north_robbed: Literal["ron", "chankan", "off"] = "ron"
    north_drawn: bool = True
    drawn: Literal["loss", "split", "full"] = "loss"
    counters: tuple[int, int] = (200, 100)
    noten: int = 2_000
    fives: Literal["none", "two", "all"] = "two"
    all_win: bool = True
    abortive: tuple[AbortiveKind, ...] = ("nine", "kongs")
    nagashi: bool = True
    pao: Literal["whole", "part", "off"] = "whole"
    amounts: tuple[int, int] = (35_000, 40_000)
    uma: tuple[int, int, int] = (20, 0, -20)
    bankrupt_ends: bool = True
    goal: int | None = 40_000
    leader_ends: bool = True
    stays: Literal["tenpai", "win"] = "tenpai"
    false_win: Literal["none", "mangan", "yakuman"] = "none"


PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset(
            name="sanma-tenhou",
            title="Riichi for three, Tenhou",
            source="Tenhou's rooms for three, as public programs have them",
        ),
        Preset(
            name="sanma-mjsoul",
            title="Riichi for three, Mahjong Soul",
            source="Mahjong Soul's rooms for three, as players describe them",
            double=True,
            pao="part",
            amounts=(35_000, 35_000),
            uma=(15, 0, -15),
        ),
        Preset(
            name="sanma-home",
            title="Riichi for three at home",
            source="tables at home in Japan, as clubs describe them",
            drawn="split",
            goal=None,
            false_win="mangan",
        ),
    )
}
"""The presets by name, the default first."""
