"""The score sheet of riichi for three: yaku, han and fu by the library of riichi, bonus tiles and payments by its own.

The library counts yaku and fu of a hand without any bonus tile: indicators, red fives and Norths are counted here. It
knows no North as a value tile, so it gets such a hand with another value tile in the place of its Norths.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from scoring.errors import UnknownCircumstancesError
from scoring.findings import UNUSABLE, Finding, faults_of
from scoring.games.riichi.combine import (
    ValuedHand,
    check_library,
    corrected_value,
    excluded_yaku,
    limit_reached,
    without_contradictions,
)
from scoring.games.riichi.value import FuPart, RiichiScore
from scoring.games.riichi.words import RiichiExtra
from scoring.games.riichi.yaku import PAO
from scoring.games.sanma.findings import PLAY, sanma_findings
from scoring.games.sanma.payment import SanmaWin, base_points, due, won
from scoring.games.sanma.presets import PRESETS, Preset
from scoring.games.sanma.words import stated
from scoring.games.sanma.yaku import DORA, NORTH, NORTHS, YAKU
from scoring.hand import Win
from scoring.sheet import Line, ScoreSheet, ScoreTotals
from scoring.tiles import COPIES, DRAGONS, WINDS

if TYPE_CHECKING:
    from scoring.games.riichi.library import Estimate

_YAKUMAN_HAN: Final = 13
_DEFAULT: Final = PRESETS["sanma-tenhou"]


@dataclass(frozen=True, slots=True)
class _Read:
    """A hand as it was read.

    Attributes:
        value: Its value, or None if it has none.
        wins: True if its tiles win.
        found: Its faults.
        sound: The hand without the circumstances that its tiles contradict.
    """

    value: ValuedHand | None
    wins: bool
    found: tuple[Finding, ...]
    sound: Win


def score(win: Win, preset: Preset = _DEFAULT) -> ScoreSheet:
    """Score a hand; one whose tiles are impossible or do not win gets a sheet with `wins` False.

    Indicators, riichi and Norths that are not known count as none.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
        MissingLibraryError: The library is not installed, or in another version.
    """
    read = _read(win, preset)
    value, sound = read.value, read.sound
    lines = value.lines if value else ()
    return ScoreSheet(
        win,
        preset.name,
        preset.version,
        wins=read.wins,
        total=_points(value, sound, preset) if value else 0,
        minimum=preset.minimum,
        counted=sum([han for name, han in lines if name not in DORA]),
        lines=tuple([_line(name, han) for name, han in lines]),
        left_out=tuple(excluded_yaku(value, read.found, sound)),
        arrangement=(),
        ties=(),
        findings=read.found,
        payments=_payments(value, sound, preset) if value else None,
        extra=_said(value, sound, preset) if value else RiichiScore(),
        switches=preset.of_hands,
    )


def worth(win: Win, preset: Preset = _DEFAULT) -> ScoreTotals:
    """Return the totals of a hand's sheet; see `score`."""
    read = _read(win, preset)
    if read.value is None:
        return ScoreTotals(read.wins, 0, False)
    return ScoreTotals(True, _points(read.value, read.sound, preset), True)


def _read(win: Win, preset: Preset) -> _Read:
    if win.unknown:
        raise UnknownCircumstancesError(win.unknown)
    check_library()
    found = sanma_findings(win, preset)
    sound = without_contradictions(win, found)
    kinds = {each.kind for each in found}
    own = stated(sound)
    if kinds & {"norths-not-aside", "north-not-robbed"}:
        norths = 0 if "norths-not-aside" in kinds else own.norths
        sound = replace(sound, extra=replace(own, norths=norths, robbed=own.robbed and "north-not-robbed" not in kinds))
    if "replacement-without-north" in kinds:
        sound = replace(sound, kong=False)
    if "north-breaks-first" in kinds:
        sound = replace(sound, heaven=False, earth=False)
    if found and faults_of(found) & UNUSABLE:
        return _Read(None, False, found, sound)
    value, error = _value(sound, preset)
    return _Read(value, value is not None or error == "no_yaku", found, sound)


@lru_cache(maxsize=128)
def _plain(preset: Preset) -> Preset:
    """Return rules without red fives for the library, which counts four equal fives with a red one."""
    return replace(preset, red=False)


def _value(win: Win, preset: Preset) -> tuple[ValuedHand | None, str]:
    """Return the value of a sound hand, or None and the library's reason."""
    from scoring.games.riichi import library

    own = stated(win)
    real_kong = win.has_kong or win.self_draw is False
    kong = bool(win.kong) and (real_kong or preset.north_drawn)
    robbed = own.robbed and preset.north_robbed == "chankan"
    told = RiichiExtra(own.riichi, own.double_riichi, ippatsu=own.ippatsu, dora=(), ura=())
    last = win.last_tile and not (win.kong or own.robbed)  # neither is the last draw or a discard
    asked = replace(win, kong=kong or robbed, last_tile=last, extra=told, red=())
    found = library.estimate(asked, _plain(preset))
    if preset.north == "value" and not found.yakuman and found.error in ("", "no_yaku"):
        found = _of_value(asked, preset, found)
    if found.error:
        return None, found.error
    value = corrected_value(asked, preset, found)
    if value.yakuman:
        return value, ""
    bonus = [(name, han) for name, han in _bonus(win, preset) if han]
    return replace(value, han=value.han + sum([han for _, han in bonus]), lines=(*value.lines, *bonus)), ""


def _of_value(win: Win, preset: Preset, found: "Estimate") -> "Estimate":
    """Return the library's answer for a hand whose Norths are value tiles."""
    from scoring.games.riichi import library

    held = win.tiles.count("N")
    if held < 2:
        return found
    lacking = [dragon for dragon in DRAGONS if dragon not in win.tiles]
    if len(lacking) > 1:  # with two other dragons a third one would make more of them than there is
        other = lacking[0]
        asked = replace(
            win,
            concealed=tuple([other if code == "N" else code for code in win.concealed]),
            winning=other if win.winning == "N" else win.winning,
            melds=tuple(
                [
                    replace(meld, tiles=tuple([other if code == "N" else code for code in meld.tiles]))
                    for meld in win.melds
                ]
            ),
        )
        answer = library.estimate(asked, _plain(preset))
        named = {"C": "chun", "F": "hatsu", "P": "haku"}[other]
        yaku = tuple([(NORTH if name == f"Yakuhai ({named})" else name, han) for name, han in answer.yaku])
        return replace(answer, yaku=yaku)
    if held > 2 and not found.error:
        return replace(found, han=found.han + 1, yaku=((NORTH, 1), *found.yaku))
    if held == 2 and not found.error and "Chiitoitsu" not in dict(found.yaku):
        parts = (*found.fu_details, ("valued_pair", 2))
        return replace(found, fu_details=parts, fu=-(-sum([fu for _, fu in parts]) // 10) * 10)
    return found


def _bonus(win: Win, preset: Preset) -> tuple[tuple[str, int], ...]:
    """Return the han of indicators, of those below them, of red fives, and of Norths set aside."""
    own, tiles = stated(win), win.tiles
    above, below = own.dora or (), (own.ura or ()) if own.riichi else ()
    norths = own.norths or 0
    fives = [tiles.count(five) if preset.fives == "all" else _has_red(win, five) for five in ("5p", "5s")]
    shown = [dora_of(code) for code in (*above, *below)]
    return (
        ("Dora", sum([tiles.count(dora_of(code)) for code in above])),
        ("Ura Dora", sum([tiles.count(dora_of(code)) for code in below])),
        ("Aka Dora", 0 if preset.fives == "none" else sum(fives)),
        (NORTHS, norths * (1 + shown.count("N"))),
    )


def _has_red(win: Win, five: str) -> bool:
    """Return True if the one red tile of a kind is in a hand: it is named, or the hand holds all four."""
    return five in win.red or win.tiles.count(five) == COPIES


def dora_of(indicator: str) -> str:
    """Return the dora of an indicator: the next tile of its suit that there is, wind or dragon."""
    if indicator in ("1m", "9m"):
        return "9m" if indicator == "1m" else "1m"
    if len(indicator) > 1:
        return f"{int(indicator[0]) % 9 + 1}{indicator[1]}"
    row = WINDS if indicator in WINDS else ("P", "F", "C")
    return row[(row.index(indicator) + 1) % len(row)]


def highest_dora(win: Win) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the indicators above and below that give a hand the most: one, and one for each own kong."""
    tiles = (*win.tiles, *("N",) * (stated(win).norths or 0))
    pool = [code for code in PLAY.faces for _ in range(COPIES - tiles.count(code))]
    pool.sort(key=lambda code: -tiles.count(dora_of(code)))
    count = 1 + sum([len(meld.tiles) > 3 for meld in win.melds])
    return tuple(pool[:count]), tuple(pool[count : 2 * count])


@cache
def _line(name: str, han: int) -> Line:
    yaku = YAKU[name]
    return Line(name, yaku.spoken, yaku.zh, han, 1, (), yaku.ja)


def _said(value: ValuedHand, win: Win, preset: Preset) -> RiichiScore:
    own = stated(win)
    return RiichiScore(
        han=value.han,
        fu=value.fu,
        parts=tuple([FuPart(reason, fu) for reason, fu in value.details]),
        level=limit_reached(value, win, preset),
        honba=own.honba,
        sticks=own.sticks,
    )


@dataclass(frozen=True, slots=True)
class SanmaHand:
    """The base points of a hand that may be declared, and those that a liable player answers for."""

    base: int
    fed: int


def hand_of(win: Win, preset: Preset) -> SanmaHand | None:
    """Return the base points of a hand, or None for one that may not be declared.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
        MissingLibraryError: The library is not installed, or in another version.
    """
    value = _read(win, preset).value
    return None if value is None else SanmaHand(base_of(value, preset), _fed(value, win, preset))


def base_of(value: ValuedHand, preset: Preset) -> int:
    """Return the base points of a hand."""
    return base_points(value.han, value.fu, preset, value.han // _YAKUMAN_HAN if value.yakuman else 0)


def fed(win: Win, preset: Preset) -> int:
    """Return the points of a hand that a player who fed its sets answers for; 0 for nothing.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
        MissingLibraryError: The library is not installed, or in another version.
    """
    read = _read(win, preset)
    if read.value is None:
        return 0
    base = _fed(read.value, replace(read.sound, liable=read.sound.liable or read.sound.seat), preset)
    return won(base, win.seat or "E", bool(win.self_draw), preset) if base else 0


def _points(value: ValuedHand, win: Win, preset: Preset) -> int:
    """Return the points that the hand brings without counters and sticks."""
    return won(base_of(value, preset), win.seat or "E", bool(win.self_draw), preset)


def _payments(value: ValuedHand, win: Win, preset: Preset) -> Mapping[str, int] | None:
    """Return the points that each seat wins or pays, counters and sticks included; None if the payer is unknown."""
    seat, giver, own = win.seat, win.giver, stated(win)
    if seat is None or (not win.self_draw and (giver is None or giver == seat)):
        return None
    base, fed = base_of(value, preset), _fed(value, win, preset)
    paid = SanmaWin(seat, None if win.self_draw else giver, base, win.liable, fed, own.honba, own.sticks)
    return due(paid, preset)


def _fed(value: ValuedHand, win: Win, preset: Preset) -> int:
    """Return the base points that a liable player answers for: all yakuman, or those whose last set was fed."""
    han = sum([han for name, han in value.lines if name in PAO]) if value.yakuman else 0
    if not win.liable or not han or preset.pao == "off":
        return 0
    return base_of(value if preset.pao == "whole" else replace(value, han=han), preset)
