"""The riichi score sheet of a hand: yaku, han, fu with their reasons, dora, limits, payments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from scoring.errors import MissingLibraryError, UnknownCircumstancesError
from scoring.findings import UNUSABLE, Finding, faults_of
from scoring.games.riichi.findings import riichi_findings
from scoring.games.riichi.presets import PRESETS, Preset
from scoring.games.riichi.value import FuPart, RiichiScore
from scoring.games.riichi.words import declared
from scoring.games.riichi.yaku import DORA, FED_OPEN_RIICHI, PAO, YAKU
from scoring.hand import Win
from scoring.sheet import ExcludedPattern, Line, PatternName, ScoreSheet, ScoreTotals, Set
from scoring.tiles import COPIES, PLAYED, WINDS

if TYPE_CHECKING:
    from scoring.games.riichi.library import Estimate

LIBRARY: Final = "2.1"
"""The version of the library that the guards were compared with; see `scoring.games.riichi.library`."""

_MANGAN_HAN: Final = 5
_YAKUMAN_HAN: Final = 13
_STICK: Final = 1000
"""Points of a riichi stick (all rule books)."""
_COUNTER: Final = 100
"""Points that each of three pays for a counter (all rule books)."""
_CLAIMED: Final = {
    "replacement-without-kong": "Rinshan Kaihou",
    "robbed-tile-held": "Chankan",
    "riichi-open": "Riichi",
    "ippatsu-impossible": "Ippatsu",
    "first-draw-impossible": "Tenhou",
    "man-impossible": "Renhou",
}
"""The yaku of each circumstance, by the finding that contradicts it."""


@dataclass(frozen=True, slots=True)
class ValuedHand:
    """The value of a hand before who pays.

    Attributes:
        han: Han in all; 13 for each yakuman that counts.
        fu: Fu, rounded up.
        details: Reasons of the fu.
        lines: Names and han of yaku and dora.
        yakuman: True if yakuman count.
        left: Names of yakuman that a preset does not add.
    """

    han: int
    fu: int
    details: tuple[tuple[str, int], ...]
    lines: tuple[tuple[str, int], ...]
    yakuman: bool
    left: tuple[str, ...] = ()


@cache
def _installed(read: Callable[[str], str]) -> str:
    """Return the installed version of the library; kept, since it is read from files at each call."""
    return read("mahjong")


def check_library() -> None:
    """Do nothing if the library is there in the version that is pinned.

    Raises:
        MissingLibraryError: It is not installed, or another version is.
    """
    try:
        found = _installed(version)
    except PackageNotFoundError:
        raise MissingLibraryError("", LIBRARY) from None
    if found.split(".")[:2] != LIBRARY.split("."):
        raise MissingLibraryError(found, LIBRARY)


def without_contradictions(win: Win, found: tuple[Finding, ...]) -> Win:
    """Return a hand without the circumstances that its tiles contradict."""
    if not found:
        return win
    kinds = {each.kind for each in found}
    changes: dict[str, object] = {}
    own: dict[str, object] = {}
    if kinds & {"replacement-without-kong", "robbed-tile-held"}:
        changes["kong"] = False
    if "riichi-open" in kinds:
        own |= {"riichi": False, "double_riichi": False, "open_riichi": False}
    if kinds & {"ura-without-riichi"}:
        own["ura"] = None
    if "ippatsu-impossible" in kinds or "riichi-open" in kinds:
        own["ippatsu"] = False
    if "first-draw-impossible" in kinds:
        changes |= {"heaven": False, "earth": False}
    if "man-impossible" in kinds:
        changes["man"] = False
    if own:
        changes["extra"] = replace(declared(win), **own)  # type: ignore[arg-type]
    return replace(win, **changes)  # type: ignore[arg-type]


def _value(win: Win, preset: Preset) -> tuple[ValuedHand | None, str]:
    """Return the value of a sound hand, or None and the library's reason."""
    from scoring.games.riichi import library

    estimate = library.estimate(win, preset)
    value = None if estimate.error else corrected_value(win, preset, estimate)
    if win.man and preset.man and estimate.error in ("", "no_yaku"):
        mangan = value is not None and (value.yakuman or library.parts(value.han, value.fu, win, preset, False)[0])
        least = library.parts(_MANGAN_HAN, 0, win, preset, False)[0]
        if value is None or (not value.yakuman and int(mangan) < least):
            return ValuedHand(_MANGAN_HAN, 0, (), (("Renhou", _MANGAN_HAN),), yakuman=False), ""
    if value and not value.yakuman and _is_fed_to_open_riichi(win, preset):
        return ValuedHand(_YAKUMAN_HAN, 0, (), ((FED_OPEN_RIICHI, _YAKUMAN_HAN),), yakuman=True), ""
    return value, estimate.error


def _is_fed_to_open_riichi(win: Win, preset: Preset) -> bool:
    """Return True if a discard is paid as a yakuman, since the winner has shown the hand and the discarder was free.

    A hand that is a yakuman anyway is no more.
    """
    own = declared(win)
    return preset.open_riichi == "yakuman" and own.open_riichi and not win.self_draw and own.from_riichi is False


def corrected_value(win: Win, preset: Preset, estimate: "Estimate") -> ValuedHand:
    """Return the library's answer with the preset's double-wind pair and sum of yakuman.

    If one yakuman counts, it is one that a player may answer for: all are worth the same, and that player pays for it.
    """
    if estimate.yakuman:
        lines = estimate.yaku if preset.double else tuple([(name, _YAKUMAN_HAN) for name, _ in estimate.yaku])
        left: tuple[str, ...] = ()
        if not preset.adding:
            counts = min(lines, key=lambda line: not _is_liable(line[0], preset))
            lines, left = (counts,), tuple([name for name, _ in lines if name != counts[0]])
        han = sum([han for _, han in lines])
        return ValuedHand(han, estimate.fu, estimate.fu_details, lines, yakuman=True, left=left)
    details, fu = estimate.fu_details, estimate.fu
    if preset.double_wind_fu == 2 and any(reason == "double_valued_pair" for reason, _ in details):
        details = tuple([(reason, 2 if reason == "double_valued_pair" else part) for reason, part in details])
        fu = -(-sum([part for _, part in details]) // 10) * 10
    return ValuedHand(estimate.han, fu, details, estimate.yaku, yakuman=False)


def limit_reached(value: ValuedHand, win: Win, preset: Preset) -> str:
    """Return the limit that a hand reaches, or ""."""
    if value.yakuman:
        return "yakuman" if value.han == _YAKUMAN_HAN else f"{value.han // _YAKUMAN_HAN}x yakuman"
    if value.han >= _YAKUMAN_HAN:
        return preset.counted_limit
    for least, name in ((11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (_MANGAN_HAN, "mangan")):
        if value.han >= least:
            return name
    base = value.fu * 2 ** (2 + value.han)
    if preset.kiriage and (value.han, value.fu) in ((4, 30), (3, 60)):
        return "kiriage mangan"
    return "mangan" if base >= 2000 else ""


def score(win: Win, preset: Preset = PRESETS["riichi-ema"]) -> ScoreSheet:
    """Score a hand; one whose tiles are impossible or do not win gets a sheet with `wins` False.

    Indicators and riichi that are not known count as none.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
        MissingLibraryError: The library is not installed, or in another version.
    """
    value, error, found, sound = _read(win, preset)
    wins = value is not None or error == "no_yaku"
    lines = value.lines if value else ()
    yaku = sum([han for name, han in lines if name not in DORA])
    paid = _payments(value, sound, preset) if value else None
    return ScoreSheet(
        win,
        preset.name,
        preset.version,
        wins=wins,
        total=_points(value, sound, preset) if value else 0,
        minimum=preset.minimum,
        counted=yaku,
        lines=tuple([_line(name, han) for name, han in lines]),
        left_out=tuple(excluded_yaku(value, found, sound)),
        arrangement=(),
        ties=(),
        findings=found,
        payments=paid,
        extra=_said(value, sound, preset) if value else RiichiScore(),
        switches=preset.of_hands,
    )


def worth(win: Win, preset: Preset = PRESETS["riichi-ema"]) -> ScoreTotals:
    """Return the totals of a hand's sheet; see `score`."""
    value, error, _, sound = _read(win, preset)
    if value is None:
        return ScoreTotals(error == "no_yaku", 0, False)
    return ScoreTotals(True, _points(value, sound, preset), True)


def _read(win: Win, preset: Preset) -> tuple[ValuedHand | None, str, tuple[Finding, ...], Win]:
    if win.unknown:
        raise UnknownCircumstancesError(win.unknown)
    check_library()
    found = riichi_findings(win)
    sound = without_contradictions(win, found)
    if found and faults_of(found) & UNUSABLE:
        return None, "impossible", found, sound
    value, error = _value(sound, preset)
    return value, error, found, sound


def _said(value: ValuedHand, win: Win, preset: Preset) -> RiichiScore:
    return RiichiScore(
        han=value.han,
        fu=value.fu,
        parts=tuple([FuPart(reason, fu) for reason, fu in value.details]),
        level=limit_reached(value, win, preset),
        honba=declared(win).honba,
        sticks=declared(win).sticks,
    )


@cache
def _line(name: str, han: int) -> Line:
    yaku = YAKU[name]
    return Line(name, yaku.spoken, yaku.zh, han, 1, (), yaku.ja)


def excluded_yaku(value: ValuedHand | None, found: tuple[Finding, ...], win: Win) -> list[ExcludedPattern]:
    """Return the yakuman that do not add up, and the yaku of circumstances that the tiles contradict."""
    tile: tuple[Set, ...] = ((win.winning,),) if win.winning else ()
    left = []
    if value and value.left:
        first = YAKU[value.lines[0][0]]
        because = (PatternName(first.name, first.spoken, first.zh),)
        for name in value.left:
            left.append(ExcludedPattern(name, YAKU[name].spoken, YAKU[name].zh, because, "listed limit"))
    for finding in found:
        if claimed := _CLAIMED.get(finding.kind):
            yaku = YAKU[claimed]
            left.append(ExcludedPattern(claimed, yaku.spoken, yaku.zh, finding, "contradiction", tile))
    return left


def _cost(han: int, value: ValuedHand, win: Win, preset: Preset) -> tuple[int, int]:
    from scoring.games.riichi import library

    return library.parts(han, value.fu, win, preset, value.yakuman)


def _points(value: ValuedHand, win: Win, preset: Preset) -> int:
    """Return the points that the hand brings without counters and sticks."""
    main, additional = _cost(value.han, value, win, preset)
    if not win.self_draw:
        return main
    return 3 * main if win.seat == "E" else main + 2 * additional


def _payments(value: ValuedHand, win: Win, preset: Preset) -> Mapping[str, int] | None:
    """Return the points that each seat wins or pays, counters and sticks included; None if the payer is unknown.

    A player liable for a yakuman pays all of it by a draw, and half of it by a discard of a third; counters are the
    liable player's by a draw, and else the discarder's, unless the house has it otherwise (RI23, RI28).
    """
    seat, giver, table = win.seat, win.giver, declared(win)
    if seat is None or (not win.self_draw and (giver is None or giver == seat)):
        return None
    due = dict.fromkeys(WINDS, 0)
    pao = win.liable if win.liable != seat else None
    liable_han = sum([han for name, han in value.lines if _is_liable(name, preset)]) if pao else 0
    for han, liable in ((liable_han, pao), (value.han - liable_han, None)):
        if han:
            _share(due, _cost(han, value, win, preset), win, liable)
    counters = 3 * _COUNTER * table.honba
    if win.self_draw and pao and liable_han and preset.counters_liable:
        due[pao] -= counters
    elif win.self_draw:
        for other in WINDS:
            due[other] -= _COUNTER * table.honba if other != seat else 0
    elif giver:
        due[pao if pao and liable_han and preset.fed_counters else giver] -= counters
    due[seat] = -sum([points for other, points in due.items() if other != seat]) + _STICK * table.sticks
    return due


def fed(win: Win, preset: Preset) -> int:
    """Return the points of the yakuman that a player who fed their sets answers for; 0 if the hand has none.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
        MissingLibraryError: The library is not installed, or in another version.
    """
    value, _, _, sound = _read(win, preset)
    if value is None or not value.yakuman:
        return 0
    han = sum([han for name, han in value.lines if _is_liable(name, preset)])
    return _points(replace(value, han=han), sound, preset) if han else 0


def _is_liable(name: str, preset: Preset) -> bool:
    return name in PAO or (preset.kongs_liable and name == "Suu Kantsu")


def _share(due: dict[str, int], cost: tuple[int, int], win: Win, liable: str | None) -> None:
    """Take from each seat its part of a hand, or of the part that somebody is liable for."""
    main, additional = cost
    seat, giver = win.seat, win.giver
    others = [other for other in WINDS if other != seat]
    if not win.self_draw and giver:
        if liable and liable != giver:
            due[liable] -= main // 2
            due[giver] -= main - main // 2
        else:
            due[giver] -= main
        return
    for each in others:
        due[liable or each] -= main if "E" in (seat, each) else additional


def highest_dora(win: Win) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the indicators above and below that give a hand the most dora: one, and one for each own kong."""
    tiles = win.tiles
    pool = [code for code in PLAYED for _ in range(COPIES - tiles.count(code))]
    pool.sort(key=lambda code: -tiles.count(_dora_of(code)))
    count = 1 + sum([len(meld.tiles) > 3 for meld in win.melds])
    return tuple(pool[:count]), tuple(pool[count : 2 * count])


def _dora_of(indicator: str) -> str:
    """Return the dora of an indicator: the next rank of its suit, wind or dragon."""
    if len(indicator) > 1:
        return f"{int(indicator[0]) % 9 + 1}{indicator[1]}"
    row = "ESWN" if indicator in WINDS else "PFC"
    return row[(row.index(indicator) + 1) % len(row)]
