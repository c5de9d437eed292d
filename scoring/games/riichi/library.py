"""A hand through the library `mahjong`, with guards where that is silent.

Version 2.1 is pinned: 2.3 gives open hands without fu always two for a draw, and pays nagashi mangan without counters.
The library counts any tile with the number 16, 52 or 88 as red, knows one double-wind pair of four fu, adds all yakuman
up, and counts renhou as five han that add; see `scoring.games.riichi.combine`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.hand_calculating.yaku_config import YakuConfig
from mahjong.hand_calculating.yaku_list import AkaDora, Dora, UraDora
from mahjong.meld import Meld as TheirMeld

from scoring.games.riichi.presets import Preset
from scoring.games.riichi.words import declared
from scoring.hand import MeldKind, Win
from scoring.tiles import COPIES, KIND

_KINDS: Final = {code: {"C": 33, "F": 32, "P": 31}.get(code, kind) for code, kind in KIND.items()}
"""Their kinds by our codes: they count white, green, red after the winds."""
_FIVES: Final = ("5m", "5p", "5s")
_FIRST: Final = {code: 4 * kind for code, kind in _KINDS.items()}
"""The number of the first tile of each kind."""
_LIMITS: Final = {
    "yakuman": HandConfig.KAZOE_LIMITED,
    "sanbaiman": HandConfig.KAZOE_SANBAIMAN,
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """The library's answer.

    Attributes:
        error: Its code if the hand has no value, or "".
        han: Han, dora included.
        fu: Fu, rounded up.
        fu_details: Reasons of the fu with their numbers.
        yaku: Names and han, in its order.
        yakuman: True if it has a yakuman.
    """

    error: str
    han: int = 0
    fu: int = 0
    fu_details: tuple[tuple[str, int], ...] = ()
    yaku: tuple[tuple[str, int], ...] = ()
    yakuman: bool = False


@lru_cache(maxsize=128)
def _rules(preset: Preset) -> HandConfig:
    """Return the configuration of a preset, of which each hand has a copy."""
    return HandConfig(
        options=OptionalRules(
            has_open_tanyao=preset.open_tanyao,
            has_aka_dora=preset.red,
            has_double_yakuman=preset.double,
            kazoe_limit=_LIMITS[preset.counted_limit],
            kiriage=preset.kiriage,
            fu_for_open_pinfu=True,
            fu_for_pinfu_tsumo=False,
            renhou_as_yakuman=False,
            has_daisharin=False,
            has_daisharin_other_suits=False,
            has_sashikomi_yakuman=False,
            limit_to_sextuple_yakuman=True,
            has_daichisei=False,
        ),
    )


def _config(win: Win, preset: Preset) -> HandConfig:
    """Return a new configuration; one for two hands would change the first one's yaku.

    The library makes sixty yaku for each, and changes those of dora alone; the others are the preset's.
    """
    kong, drawn, own, rules = bool(win.kong), bool(win.self_draw), declared(win), _rules(preset)
    config, yaku = HandConfig.__new__(HandConfig), YakuConfig.__new__(YakuConfig)
    vars(yaku).update(vars(rules.yaku), dora=Dora(), aka_dora=AkaDora(), ura_dora=UraDora())
    vars(config).update(
        vars(rules),
        yaku=yaku,
        is_tsumo=drawn,
        is_riichi=bool(own.riichi) and not own.double_riichi,
        is_daburu_riichi=own.double_riichi,
        is_open_riichi=own.open_riichi and preset.open_riichi != "no",
        is_ippatsu=own.ippatsu,
        is_rinshan=kong and drawn,
        is_chankan=kong and not drawn,
        is_haitei=win.last_tile and drawn and not kong,
        is_houtei=win.last_tile and not drawn and not kong,
        is_tenhou=win.heaven,
        is_chiihou=win.earth,
        player_wind=_KINDS[win.seat or "E"],
        round_wind=_KINDS[win.round_wind or "E"],
        is_dealer=_is_dealer(win),
    )
    return config


def _is_dealer(win: Win) -> bool:
    return (win.seat or "E") == "E"


def _numbers(win: Win, preset: Preset) -> list[int]:
    """Return the library's numbers of the tiles, four a kind; the first of a five is red."""
    tiles, following, numbers = win.tiles, dict(_FIRST), []
    for five in _FIVES if preset.red else ():
        following[five] += five not in win.red and tiles.count(five) < COPIES
    for code in tiles:
        number = following[code]
        following[code] = number + 1
        numbers.append(number)
    return numbers


@lru_cache(maxsize=4096)
def _meld(kind: MeldKind, added: bool, numbers: tuple[int, ...]) -> TheirMeld:
    """Return a meld as the library takes it, which does not change it."""
    match kind:
        case "chow":
            return TheirMeld(TheirMeld.CHI, numbers)
        case "pung":
            return TheirMeld(TheirMeld.PON, numbers)
        case "concealed-kong":
            return TheirMeld(TheirMeld.KAN, numbers, opened=False)
        case "kong":
            return TheirMeld(TheirMeld.SHOUMINKAN if added else TheirMeld.KAN, numbers)


def estimate(win: Win, preset: Preset) -> Estimate:
    """Return the han, fu and yaku of a hand whose tiles are possible and whose circumstances do not contradict."""
    own, numbers, melds, end = declared(win), _numbers(win, preset), [], 0
    for meld in win.melds:
        start, end = end, end + len(meld.tiles)
        melds.append(_meld(meld.kind, meld.source > 3, tuple(numbers[start:end])))
    found = HandCalculator.estimate_hand_value(
        numbers,
        numbers[-1],
        melds,
        [_FIRST[code] for code in own.dora or ()],
        _config(win, preset),
        ura_dora_indicators=[_FIRST[code] for code in own.ura or ()],
    )
    if found.error or found.yaku is None:
        return Estimate(found.error or "hand_not_winning")
    opened = found.is_open_hand
    return Estimate(
        "",
        found.han or 0,
        found.fu or 0,
        tuple([(detail["reason"], detail["fu"]) for detail in found.fu_details or []]),
        tuple([(yaku.name, (yaku.han_open if opened else yaku.han_closed) or 0) for yaku in found.yaku]),
        any(yaku.is_yakuman for yaku in found.yaku),
    )


def parts(han: int, fu: int, win: Win, preset: Preset, yakuman: bool) -> tuple[int, int]:
    """Return what the discarder or East pays, and what each of the others pays by a draw; counters not included."""
    return _parts(han, fu, _is_dealer(win), bool(win.self_draw), preset, yakuman)


@lru_cache(maxsize=4096)
def _parts(han: int, fu: int, dealer: bool, drawn: bool, preset: Preset, yakuman: bool) -> tuple[int, int]:
    config = HandConfig(is_tsumo=drawn, player_wind=EAST if dealer else SOUTH, options=_rules(preset).options)
    cost = ScoresCalculator.calculate_scores(han, fu, config, yakuman)
    return cost["main"], cost["additional"]
