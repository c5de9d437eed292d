"""Every reading of a hand, the fan each has and, by non-repeat, those that count."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from scoring.findings import Problem
from scoring.groups import PAIR, PUNG, TILES_OF
from scoring.hand import Win
from scoring.mcr.patterns import FANS, How, Tiles
from scoring.mcr.presets import PRESETS, Preset
from scoring.mcr.relations import Rejected, Relation, choose, relations
from scoring.partition import (
    Laid,
    goes_into,
    is_knitted,
    is_orphans,
    is_seven_pairs,
    knitted_straight,
    lay,
    regular,
    regular_waits,
)
from scoring.tiles import ALL, DIGIT, HONORS, KIND, ONE, SUIT_MASKS, present

_ONLY: Final = tuple((1 << fan.id, ~fan.only) for fan in FANS if fan.only)
_EACH: Final = {
    group: sum(1 << fan.id for fan in FANS if fan.each and fan.each(tiles))
    for group, tiles in enumerate(TILES_OF)
    if tiles
}
"""For each group the fan that ask something of every set, as bits, where this group has it."""
_TILES: Final = tuple((1 << fan.id, fan.tiles) for fan in FANS if fan.tiles)
_SHIFTED_PAIRS: Final = frozenset(2 * sum(ONE[suit + n : suit + n + 7]) for suit in (0, 9, 18) for n in range(3))
_NINE_GATES: Final = frozenset(sum(ONE[suit : suit + 9]) + 2 * (ONE[suit] + ONE[suit + 8]) for suit in (0, 9, 18))
_CONCEALED_ROW: Final = (0, 0, 1 << 66, 1 << 66 | 1 << 33, 1 << 66 | 1 << 33 | 1 << 12)
_NO_KONG: Final = Problem.ROBBED_TILE_HELD | Problem.REPLACEMENT_WITHOUT_KONG
_TERMINALS_ONLY: Final = 1 << 8
_GATES: Final = 1 << 4
_ALL_CHOWS: Final = 1 << 63
_WIND_SETS: Final = 1 << 9 | 1 << 38
_NAMED_PUNGS: Final = _WIND_SETS | _GATES
_ENDS: Final = frozenset((0, 8, 9, 17, 18, 26))


@dataclass(slots=True)
class Reading:
    """One way to read the hand, and what counts in it.

    Attributes:
        groups: The sets in ascending order with the pair last; empty for shapes without sets.
        knitted: The mask of the nine tiles of a knitted straight, or 0.
        completed: The group the winning tile went to, or -1.
        concealed: The concealed pungs.
        chosen, rejected: The fan of several sets.
        pungs: The groups of the fan of single pungs.
        taken: Pungs of terminals and honors that a fan of named sets implies: fan, group, that fan.
        times: How often a fan counts, where not once.
        counted: Numbers of the fan that count, from many points to few.
        swallowed: Numbers of fan that do not, each with the number of the fan that implies it.
        points: What it is worth without flowers.
    """

    groups: tuple[int, ...] = ()
    knitted: int = 0
    completed: int = -1
    concealed: tuple[int, ...] = ()
    chosen: tuple[Relation, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    pungs: dict[int, list[int]] = field(default_factory=dict)
    taken: tuple[tuple[int, int, int], ...] = ()
    times: dict[int, int] = field(default_factory=dict)
    counted: tuple[int, ...] = ()
    swallowed: tuple[tuple[int, int], ...] = ()
    points: int = 0


@lru_cache(maxsize=1 << 14)
def settle(name: str, met: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...], int]:
    """Applies non-repeat: from the fan a reading has (bits) to those that count.

    Returns:
        The fan that count, the others each with the one that implies it, and the points, each fan taken once.
    """
    preset = PRESETS[name]
    implied = 0
    counted: list[int] = []
    swallowed: list[tuple[int, int]] = []
    for fan in preset.fans:
        if not met >> fan & 1:
            continue
        if implied >> fan & 1:
            swallowed.append((fan, next(by for by in counted if preset.implied[by] >> fan & 1)))
        else:
            counted.append(fan)
            implied |= preset.implied[fan]
    if not counted:
        counted.append(43)
    return tuple(counted), tuple(swallowed), sum(preset.fans[fan].points for fan in counted)


@dataclass(slots=True)
class Case:
    """A hand before it is read: its tiles and the fan it has however it is read.

    Attributes:
        met: Those fan, as bits.
        round_wind, seat: The winds, as kinds.
    """

    win: Win
    preset: Preset
    laid: Laid
    tiles: Tiles
    self_draw: bool
    met: int
    round_wind: int
    seat: int


@lru_cache(maxsize=1 << 12)
def _circumstances(name: str, how: How) -> int:
    """The fan for how a hand was melded and won, as bits."""
    return sum(1 << fan.id for fan in PRESETS[name].fans.values() if fan.when and fan.when(how))


def case_of(win: Win, preset: Preset, contradicted: Problem) -> Case:
    """Lays out a hand without unusable problems; what its circumstances contradict is taken as not having been."""
    laid = lay(win)
    there = present(laid.tally)
    tiles = Tiles(there, sum([1 for suit in SUIT_MASKS if there & suit]), laid.tally >> 2 & ALL)
    last_tile, kong, last_of_kind = win.last_tile, win.kong, win.last_of_kind
    if contradicted:
        last_tile = last_tile and not contradicted & Problem.ROBBED_ON_LAST_TILE
        kong = kong and not contradicted & _NO_KONG
        last_of_kind = last_of_kind and not contradicted & Problem.LAST_OF_KIND_HELD
    closed = len(laid.closed)
    how = How(
        laid.exposed,
        len(laid.kong_of) - closed,
        closed,
        win.self_draw,
        last_tile,
        kong,
        last_of_kind or laid.shown == 3,  # the own melds show the other three
    )
    met = _circumstances(preset.name, how)
    for bit, others in _ONLY:
        if not there & others:
            met |= bit
    for bit, test in _TILES:
        if test(tiles):
            met |= bit
    return Case(win, preset, laid, tiles, win.self_draw, met, KIND[win.round_wind], KIND[win.seat])


def _wait(group: int, tile: int) -> int:
    """The wait fan for completing this group with this tile, were it the only tile waited for; else 0."""
    if group >= PAIR:
        return 79
    if group >= PUNG:
        return 0
    if tile == group + 1:
        return 78
    return 77 if (tile - group, group % 9) in ((2, 0), (0, 6)) else 0


def _completed(groups: tuple[int, ...], tile: int, single: bool, on_discard: bool) -> tuple[int, int]:
    """Where the winning tile goes among the concealed groups, and the wait fan or 0.

    A pung completed by a discard is not concealed, so the tile goes elsewhere if it can.
    """
    best = (-1, 0)
    rank = -1
    for group in groups:
        if not goes_into(tile, group):
            continue
        wait = _wait(group, tile) if single else 0
        order = 100 * (not on_discard or group < PUNG or group >= PAIR) + (80 - wait if wait else 0)
        if order > rank:
            rank = order
            best = (group, wait)
    return best


def _read_sets(case: Case, divided: tuple[int, ...], single: bool) -> Reading:
    """Reads the concealed tiles as these groups, the pair last, beside the melds: four sets and a pair."""
    on_discard = not case.self_draw
    completed, wait = _completed(divided, case.laid.tile, single, on_discard)
    pair = divided[-1]
    sets = tuple(sorted([*case.laid.melds, *divided[:-1]]))
    a, b, c, d = sets
    reading = Reading((*sets, pair), completed=completed)
    met = case.met | _EACH[a] & _EACH[b] & _EACH[c] & _EACH[d] & _EACH[pair]
    if wait:
        met |= 1 << wait
    related = relations(sets, pair)
    if related:
        met = _combine(case, reading, related, met)
    if d >= PUNG:
        reading.concealed = tuple(
            [group for group in divided[:-1] if group >= PUNG and not (on_discard and group == completed)]
            + case.laid.closed
        )
        met |= _CONCEALED_ROW[len(reading.concealed)]
        met = _single_pungs(case, reading, sets, met)
    if not case.laid.melds and case.laid.concealed - ONE[case.laid.tile] in _NINE_GATES:
        met |= _GATES
    if met & _NAMED_PUNGS and 73 in reading.pungs:
        met = _take_pungs(case, reading, met)
    return _count(case, reading, met)


def _combine(case: Case, reading: Reading, related: list[Relation], met: int) -> int:
    """Chooses among the fan of several sets and adds those that count to the bits."""
    if len(related) > 1:
        related.sort()
    if met & _TERMINALS_ONLY and case.preset.implied[8] >> 65 & 1:
        reading.rejected = tuple([(fan, nodes, (8,), "non-repeat") for fan, nodes in related if fan == 65])
        related = [relation for relation in related if relation[0] != 65]
    reading.chosen, rejected = choose(tuple(related))
    reading.rejected += rejected
    for fan, _ in reading.chosen:
        if met >> fan & 1:
            reading.times[fan] = reading.times.get(fan, 1) + 1
        met |= 1 << fan
    return met


def _single_pungs(case: Case, reading: Reading, sets: tuple[int, ...], met: int) -> int:
    """Adds the fan of single pungs (59-61, 73) to the bits and their groups to the reading."""
    pungs = reading.pungs
    for group in sets:
        kind = group - PUNG
        if kind >= 31:
            pungs.setdefault(59, []).append(group)
        elif kind >= 27:
            if kind == case.round_wind:
                pungs[60] = [group]
            if kind == case.seat:
                pungs[61] = [group]
            if kind != case.round_wind and kind != case.seat:
                pungs.setdefault(73, []).append(group)
        elif kind in _ENDS:
            pungs.setdefault(73, []).append(group)
    for fan in pungs:
        met |= 1 << fan
    return met


def _take_pungs(case: Case, reading: Reading, met: int) -> int:
    """Takes from fan 73 the pungs that a fan of named sets implies: winds of 9 and 38 (S6), one of Nine Gates (S4)."""
    pungs = reading.pungs[73]
    if met & _WIND_SETS and not case.preset.winds_count:
        by = 9 if met >> 9 & 1 else 38
        taken = [group for group in pungs if group >= PUNG + 27]
    elif met & _GATES and case.preset.gates_keep_one:
        by = 4
        taken = pungs[:1]
    else:
        return met
    reading.taken = tuple([(73, group, by) for group in taken])
    reading.pungs[73] = kept = [group for group in pungs if group not in taken]
    return met if kept else met & ~(1 << 73)


def _read_knitted(case: Case, nine: int) -> list[Reading]:
    """Reads nine of the concealed tiles as a knitted straight and the rest as a set, unless melded, and a pair."""
    readings = []
    rest = case.laid.concealed - nine
    inside = rest >> DIGIT * case.laid.tile & 31 > 0
    single = inside and regular_waits(rest - ONE[case.laid.tile]).bit_count() == 1
    for divided in regular(rest):
        completed, wait = -1, 0
        if inside:
            completed, wait = _completed(divided, case.laid.tile, single, not case.self_draw)
        groups = (*case.laid.melds, *divided)
        reading = Reading(groups, knitted=nine, completed=completed)
        met = case.met | 1 << 35 | _ALL_CHOWS & _EACH[groups[0]] & _EACH[groups[1]]
        if wait:
            met |= 1 << wait
        readings.append(_count(case, reading, _single_pungs(case, reading, groups[:1], met)))
    return readings


def _count(case: Case, reading: Reading, met: int) -> Reading:
    """Fills in what counts of the fan a reading has."""
    times = reading.times
    for fan, groups in reading.pungs.items():
        if len(groups) > 1:
            times[fan] = len(groups)
    hogs = case.tiles.four_alike.bit_count()
    if hogs > 1:
        times[64] = hogs
    reading.counted, reading.swallowed, reading.points = settle(case.preset.name, met)
    for fan, count in times.items():
        if fan in reading.counted:
            reading.points += (count - 1) * case.preset.fans[fan].points
    return reading


def readings(case: Case) -> list[Reading]:
    """Every way to read a hand."""
    tally, alone = case.laid.concealed, not case.laid.melds
    found: list[Reading] = []
    before = tally - ONE[case.laid.tile]
    divisions = regular(tally)
    if divisions:
        waits = regular_waits(before)
        if alone and (before & ALL).bit_count() == 1:
            waits |= before & ALL
        single = waits.bit_count() == 1
        found = [_read_sets(case, divided, single) for divided in divisions]
    if len(case.laid.melds) < 2 and (nine := knitted_straight(tally)):
        found += _read_knitted(case, nine)
    if not alone:
        return found
    if is_seven_pairs(tally):
        met = case.met | 1 << 19 | 1 << 79
        found.append(_count(case, Reading(), met | 1 << 6 if tally in _SHIFTED_PAIRS else met))
    elif is_orphans(tally):
        found.append(_count(case, Reading(), case.met | 1 << 7))
    elif is_knitted(tally):
        met = case.met | 1 << 34
        if present(tally) & HONORS == HONORS:
            met |= 1 << 20
        found.append(_count(case, Reading(), met | 1 << 35 if knitted_straight(tally) else met))
    return found
