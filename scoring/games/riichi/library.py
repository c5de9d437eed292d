"""A hand through the library `mahjong`, with guards where that is silent.

Version 2.1 is pinned: 2.3 gives open hands without fu always two for a draw, and pays nagashi mangan without counters.
The library counts any tile with the number 16, 52 or 88 as red, knows one double-wind pair of four fu, adds all yakuman
up, and counts renhou as five han that add; see `scoring.games.riichi.combine`.
"""

from dataclasses import dataclass
from typing import Final

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.meld import Meld as TheirMeld

from scoring.games.riichi.presets import Preset
from scoring.games.riichi.words import declared
from scoring.hand import Meld, Win
from scoring.tiles import KIND

_KINDS: Final = {code: {"C": 33, "F": 32, "P": 31}.get(code, kind) for code, kind in KIND.items()}
"""Their kinds by our codes: they count white, green, red after the winds."""
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


def _config(win: Win, preset: Preset) -> HandConfig:
    """Return a new configuration; one for two hands would change the first one's yaku."""
    kong, drawn, own = bool(win.kong), bool(win.self_draw), declared(win)
    return HandConfig(
        is_tsumo=drawn,
        is_riichi=bool(own.riichi) and not own.double_riichi,
        is_daburu_riichi=own.double_riichi,
        is_ippatsu=own.ippatsu,
        is_rinshan=kong and drawn,
        is_chankan=kong and not drawn,
        is_haitei=win.last_tile and drawn and not kong,
        is_houtei=win.last_tile and not drawn and not kong,
        is_tenhou=win.heaven,
        is_chiihou=win.earth,
        player_wind=_KINDS[win.seat or "E"],
        round_wind=_KINDS[win.round_wind or "E"],
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


class _Numbers:
    """Hands out their numbers of tiles, four a kind; the first of a five is red."""

    def __init__(self, win: Win, preset: Preset) -> None:
        tiles = win.tiles
        self._left: dict[str, list[int]] = {}
        for code in dict.fromkeys(tiles):
            copies = [4 * _KINDS[code] + copy for copy in range(4)]
            plain = preset.red and code[0] == "5" and code not in win.red and tiles.count(code) < len(copies)
            self._left[code] = copies[1:] if plain else copies

    def __call__(self, codes: tuple[str, ...]) -> list[int]:
        return [self._left[code].pop(0) for code in codes]


def _meld(meld: Meld, numbers: list[int]) -> TheirMeld:
    match meld.kind:
        case "chow":
            return TheirMeld(TheirMeld.CHI, numbers)
        case "pung":
            return TheirMeld(TheirMeld.PON, numbers)
        case "concealed-kong":
            return TheirMeld(TheirMeld.KAN, numbers, opened=False)
        case "kong":
            return TheirMeld(TheirMeld.SHOUMINKAN if meld.source > 3 else TheirMeld.KAN, numbers)


def estimate(win: Win, preset: Preset) -> Estimate:
    """Return the han, fu and yaku of a hand whose tiles are possible and whose circumstances do not contradict."""
    numbers = _Numbers(win, preset)
    melds = [_meld(meld, numbers(meld.tiles)) for meld in win.melds]
    concealed = numbers(win.concealed)
    [winning] = numbers((win.winning or "",))
    tiles = [number for meld in melds for number in meld.tiles] + concealed + [winning]
    found = HandCalculator.estimate_hand_value(
        tiles,
        winning,
        melds,
        [4 * _KINDS[code] for code in declared(win).dora or ()],
        _config(win, preset),
        ura_dora_indicators=[4 * _KINDS[code] for code in declared(win).ura or ()],
    )
    if found.error or found.yaku is None:
        return Estimate(found.error or "hand_not_winning")
    opened = found.is_open_hand
    return Estimate(
        "",
        found.han or 0,
        found.fu or 0,
        tuple([(detail["reason"], detail["fu"]) for detail in found.fu_details or []]),
        tuple([(_plain(str(yaku)), (yaku.han_open if opened else yaku.han_closed) or 0) for yaku in found.yaku]),
        any(yaku.is_yakuman for yaku in found.yaku),
    )


def _plain(name: str) -> str:
    """Return the name of a yaku without the number that dora carry."""
    head, _, number = name.rpartition(" ")
    return head if number.isdecimal() else name


def parts(han: int, fu: int, win: Win, preset: Preset, yakuman: bool) -> tuple[int, int]:
    """Return what the discarder or East pays, and what each of the others pays by a draw; counters not included."""
    cost = ScoresCalculator.calculate_scores(han, fu, _config(win, preset), yakuman)
    return cost["main"], cost["additional"]
