"""The presets of riichi: the rules of the European Mahjong Association, the World Riichi Championship and M-League.

`riichi-home` is what online rooms play. The books of 2025 were read in public tables that cite them, not themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

VERSION: Final = "1"
"""The first edition of these presets; one gets another whenever a hand's payments may change."""
_LIABILITY: Final = "2"
"""The edition in which a yakuman that a player answers for counts before another (presets that count one alone)."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules that riichi bodies answer differently.

    Attributes:
        name: Name for `--rules`.
        title: Name for people.
        source: The book behind the answers.
        red: True if one five of each suit is red.
        kiriage: True if 4 han 30 fu and 3 han 60 fu are mangan.
        counted_limit: The limit of 13 and more han without a yakuman.
        double: True if some yakuman count twice.
        adding: True if different yakuman add up.
        double_wind_fu: Fu of a pair of the seat wind that is also the round wind.
        kongs_liable: True if who feeds the last of four kongs is liable too.
        unseen_draw: True if a self-drawn tile that was not kept apart costs pinfu and the fu of its wait, so that one
            han with 20 fu may be left.
        man: True if a win on a discard of the first go-round is a mangan if it is worth less.
        version: Edition.
        minimum: Han of yaku that a hand needs.
        open_tanyao: True if an open hand may have tanyao.
        open_riichi: The value of a riichi with the hand shown: no more than riichi, a han more, or also a yakuman if
            the discarder has not declared riichi.
        counters_liable: True if a liable player pays the counters of a self-drawn hand; else all pay alike.
        fed_counters: True if a liable player pays the counters of a hand that a third deals in; else the discarder.
        base: The built-in preset that a house starts from; "" for one.
        of_hands: The switches of `scoring.games.riichi.switches` that change hands and that a house answers otherwise,
            with its answers.
        of_matches: Those that change matches, likewise.
    """

    name: str
    title: str
    source: str
    red: bool = False
    kiriage: bool = False
    counted_limit: Literal["yakuman", "sanbaiman"] = "sanbaiman"
    double: bool = False
    adding: bool = False
    double_wind_fu: Literal[2, 4] = 4
    kongs_liable: bool = False
    man: bool = True
    unseen_draw: bool = False
    version: str = VERSION
    minimum: int = 1
    open_tanyao: bool = True
    open_riichi: Literal["no", "han", "yakuman"] = "no"
    counters_liable: bool = True
    fed_counters: bool = False
    base: str = ""
    of_hands: tuple[tuple[str, str], ...] = ()
    of_matches: tuple[tuple[str, str], ...] = ()

    @property
    def answers(self) -> Mapping[str, str]:
        """The answers in which a house differs."""
        return dict((*self.of_hands, *self.of_matches))

    @property
    def pinned(self) -> tuple[()]:
        """No presets to compare with: a switch is named with its answer alone."""
        return ()


PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset("riichi-ema", "Riichi, European Mahjong Association 2016", "EMA rules of 2016", version=_LIABILITY),
        Preset(
            "riichi-ema-2025",
            "Riichi, European Mahjong Association 2025",
            "EMA rules of 2025",
            kiriage=True,
            version=_LIABILITY,
        ),
        Preset(
            "riichi-wrc",
            "Riichi, World Riichi Championship 2025",
            "WRC rules of 2025, as public tables quote them",
            kiriage=True,
            counted_limit="yakuman",
            adding=True,
            double_wind_fu=2,
            kongs_liable=True,
        ),
        Preset(
            "riichi-wrc-2015",
            "Riichi, World Riichi Championship 2015",
            "WRC rules of 2015",
            kiriage=True,
            unseen_draw=True,  # 5.6, with its commentary
            version=_LIABILITY,
        ),
        Preset(
            "riichi-mleague",
            "Riichi, M-League",
            "m-league.jp, rules as public programs have them",
            red=True,
            kiriage=True,
            adding=True,
            double_wind_fu=2,
            man=False,
        ),
        Preset(
            "riichi-home",
            "Riichi, as online rooms play it",
            "Mahjong Soul's rules for friends",
            red=True,
            counted_limit="yakuman",
            double=True,
            adding=True,
            man=False,
        ),
    )
}
"""The presets by name, the default first."""
