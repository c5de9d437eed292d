"""From a hand to its score sheet: its readings, the fan each has, the principles, the best reading."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.hand import UNUSABLE, Finding, Problem, Win, findings, problems_of
from scoring.mcr.patterns import FANS, Facts
from scoring.mcr.presets import PRESETS, Preset
from scoring.mcr.relations import RELATIONAL, Rejected, Relation, choose, relations
from scoring.partition import (
    GROUP_OF,
    KONG,
    PAIR,
    PUNG,
    TALLY_OF,
    TILES_OF,
    is_knitted,
    is_orphans,
    is_seven_pairs,
    knitted_straight,
    regular,
    regular_waits,
)
from scoring.sheet import LeftOut, Line, ScoreSheet, Set, Tie
from scoring.tiles import ALL, DIGIT, HONORS, KIND, ONE, ONE_OF, ORPHANS, PLAYED, SUIT_MASKS, kinds, present

MINIMUM: Final = 8

_ONLY: Final = tuple((1 << fan.id, ~fan.only) for fan in FANS if fan.only)
_EACH: Final = {
    group: sum(1 << fan.id for fan in FANS if fan.each and fan.each(tiles))
    for group, tiles in enumerate(TILES_OF)
    if tiles
}
"""For each group the fan that ask something of every set, as bits, where this group has it."""
_WHEN: Final = {
    name: tuple((1 << fan.id, fan.when) for fan in preset.fans.values() if fan.when) for name, preset in PRESETS.items()
}
_SHIFTED_PAIRS: Final = frozenset(2 * sum(ONE[suit + n : suit + n + 7]) for suit in (0, 9, 18) for n in range(3))
_NINE_GATES: Final = {
    sum(ONE[suit : suit + 9]) + 2 * (ONE[suit] + ONE[suit + 8]): SUIT_MASKS[suit // 9] for suit in (0, 9, 18)
}
_CONCEALED_ROW: Final = (0, 0, 1 << 66, 1 << 66 | 1 << 33, 1 << 66 | 1 << 33 | 1 << 12)
_KONG_FAN: Final = frozenset((5, 17, 53, 57, 67, 74, 82))
_NO_KONG: Final = Problem.ROBBED_TILE_HELD | Problem.REPLACEMENT_WITHOUT_KONG
_TERMINALS_ONLY: Final = 1 << 8
_ALL_CHOWS: Final = 1 << 63
_WIND_SETS: Final = 1 << 9 | 1 << 38
_ENDS: Final = frozenset((0, 8, 9, 17, 18, 26))
_ON_WINNING_TILE: Final = frozenset((44, 45, 46, 47, 58, 80))


@dataclass(slots=True)
class Reading:
    """One way to read the hand, and what counts in it.

    Attributes:
        points: What it is worth without flowers.
        counted: Numbers of the fan that count, ascending.
        swallowed: Numbers of fan that do not, each with the number of the fan that implies it.
        times: How often a fan counts, where not once.
        groups: The sets in ascending order with the pair last; empty for shapes without sets.
        chosen, rejected: The fan of several sets.
        completed: The group the winning tile went to, or -1.
        concealed: The concealed pungs.
    """

    points: int
    counted: tuple[int, ...]
    swallowed: tuple[tuple[int, int], ...]
    times: dict[int, int]
    groups: tuple[int, ...] = ()
    chosen: tuple[Relation, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    completed: int = -1
    concealed: tuple[int, ...] = ()
    knitted: int = 0


@lru_cache(maxsize=1 << 16)
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
class Laid:
    """A sound hand as numbers, and the fan it has however it is read.

    Attributes:
        tile: Kind of the winning tile.
        concealed: Tally of the concealed tiles with the winning tile.
        melds: Groups of the melds, kongs as pungs.
        kong_of: The kong to show for a pung's group.
        closed: The concealed kongs, as pungs.
        met: Those fan, as bits.
    """

    win: Win
    preset: Preset
    tile: int
    concealed: int
    melds: list[int]
    kong_of: dict[int, int]
    closed: list[int]
    facts: Facts
    met: int
    round_wind: int
    seat: int


def _lay(win: Win, preset: Preset, contradicted: Problem) -> Laid:
    winning = win.winning or ""
    concealed = sum(map(ONE_OF.__getitem__, win.concealed)) + ONE_OF[winning]
    melds: list[int] = []
    kong_of: dict[int, int] = {}
    closed: list[int] = []
    exposed = shown = 0
    tally = concealed
    for meld in win.melds:
        group = GROUP_OF[meld.tiles] if meld.tiles in GROUP_OF else GROUP_OF[tuple(sorted(meld.tiles))]
        tally += TALLY_OF[group]
        if group >= KONG:
            kong_of[group - KONG + PUNG] = group
            group += PUNG - KONG
        elif winning in meld.tiles:
            shown += meld.tiles.count(winning)
        if meld.exposed:
            exposed += 1
        else:
            closed.append(group)
        melds.append(group)
    there = present(tally)
    facts = Facts(
        kinds=there,
        suits=sum([1 for suit in SUIT_MASKS if there & suit]),
        four_alike=(tally >> 2 & ALL).bit_count(),
        exposed=exposed,
        exposed_kongs=len(kong_of) - len(closed),
        concealed_kongs=len(closed),
        self_draw=win.self_draw,
        last_tile=win.last_tile and Problem.ROBBED_ON_LAST_TILE not in contradicted,
        kong=win.kong and not contradicted & _NO_KONG,
        last_of_kind=shown == 3 or (win.last_of_kind and Problem.LAST_OF_KIND_HELD not in contradicted),
    )
    met = 0
    for bit, others in _ONLY:
        if not there & others:
            met |= bit
    for bit, when in _WHEN[preset.name]:
        if when(facts):
            met |= bit
    return Laid(
        win, preset, KIND[winning], concealed, melds, kong_of, closed, facts, met, KIND[win.round_wind], KIND[win.seat]
    )


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
        if group < PUNG:
            if not group <= tile <= group + 2:
                continue
        elif group % 34 != tile:
            continue
        wait = _wait(group, tile) if single else 0
        order = 100 * (not on_discard or group < PUNG or group >= PAIR) + (80 - wait if wait else 0)
        if order > rank:
            rank = order
            best = (group, wait)
    return best


def _read_sets(laid: Laid, groups: tuple[int, ...], single: bool) -> Reading:
    """Reads the concealed tiles as these groups, the pair last, beside the melds: four sets and a pair."""
    preset = laid.preset
    on_discard = not laid.facts.self_draw
    completed, wait = _completed(groups, laid.tile, single, on_discard)
    sets = tuple(sorted(laid.melds + list(groups[:-1])))
    pair = groups[-1]
    met = laid.met | _EACH[sets[0]] & _EACH[sets[1]] & _EACH[sets[2]] & _EACH[sets[3]] & _EACH[pair]

    related = relations(sets, pair)
    chosen: tuple[Relation, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    times: dict[int, int] = {}
    if related:
        if len(related) > 1:
            related.sort()
        if met & _TERMINALS_ONLY and preset.implied[8] >> 65 & 1:
            rejected = tuple([(fan, nodes, (8,), "non-repeat") for fan, nodes in related if fan == 65])
            related = [relation for relation in related if relation[0] != 65]
        chosen, more = choose(tuple(related))
        rejected += more
        for fan, _ in chosen:
            if met >> fan & 1:
                times[fan] = times.get(fan, 1) + 1
            met |= 1 << fan

    concealed: tuple[int, ...] = ()
    if sets[3] >= PUNG:
        concealed = tuple(
            [group for group in groups[:-1] if group >= PUNG and not (on_discard and group == completed)] + laid.closed
        )
        met |= _CONCEALED_ROW[len(concealed)]
        met = _pungs(laid, sets, met, times)
    if wait:
        met |= 1 << wait
    if not laid.melds and laid.concealed - ONE[laid.tile] in _NINE_GATES:
        met |= 1 << 4
        if preset.gates_keep_one and met >> 73 & 1:
            times[73] = times.get(73, 1) - 1
    return _reading(laid, met, times, (*sets, pair), chosen, rejected, completed, concealed)


def _pungs(laid: Laid, sets: tuple[int, ...], met: int, times: dict[int, int]) -> int:
    """Adds the fan of single pungs (59-61, 73) to the bits and the counts."""
    winds = ends = dragons = 0
    for group in sets:
        kind = group - PUNG
        if kind >= 31:
            dragons += 1
        elif kind >= 27:
            value = False
            if kind == laid.round_wind:
                met |= 1 << 60
                value = True
            if kind == laid.seat:
                met |= 1 << 61
                value = True
            winds += not value
        elif kind in _ENDS:
            ends += 1
    if dragons:
        met |= 1 << 59
        if dragons > 1:
            times[59] = dragons
    if met & _WIND_SETS and not laid.preset.winds_count:
        winds = 0
    if ends + winds:
        met |= 1 << 73
        if ends + winds > 1:
            times[73] = ends + winds
    return met


def _read_knitted(laid: Laid, nine: int) -> list[Reading]:
    """Reads nine of the concealed tiles as a knitted straight and the rest as a set, unless melded, and a pair."""
    readings = []
    rest = laid.concealed - nine
    inside = rest >> DIGIT * laid.tile & 31 > 0
    single = inside and regular_waits(rest - ONE[laid.tile]).bit_count() == 1
    for groups in regular(rest):
        completed, wait = -1, 0
        if inside:
            completed, wait = _completed(groups, laid.tile, single, not laid.facts.self_draw)
        sets = tuple(laid.melds + list(groups[:-1]))
        times: dict[int, int] = {}
        met = _pungs(laid, sets, laid.met | 1 << 35, times)
        met |= _ALL_CHOWS & _EACH[sets[0]] & _EACH[groups[-1]]
        if wait:
            met |= 1 << wait
        concealed = (*laid.closed, *(group for group in groups[:-1] if group >= PUNG))
        readings.append(_reading(laid, met, times, (*sets, groups[-1]), (), (), completed, concealed, nine))
    return readings


def _reading(
    laid: Laid,
    met: int,
    times: dict[int, int],
    groups: tuple[int, ...] = (),
    chosen: tuple[Relation, ...] = (),
    rejected: tuple[Rejected, ...] = (),
    completed: int = -1,
    concealed: tuple[int, ...] = (),
    knitted: int = 0,
) -> Reading:
    if laid.facts.four_alike > 1:
        times[64] = laid.facts.four_alike
    counted, swallowed, points = settle(laid.preset.name, met)
    for fan, count in times.items():
        if fan in counted:
            points += (count - 1) * laid.preset.fans[fan].points
    if times.get(73) == 0:
        counted = tuple([fan for fan in counted if fan != 73])
    return Reading(points, counted, swallowed, times, groups, chosen, rejected, completed, concealed, knitted)


def _readings(laid: Laid) -> list[Reading]:
    """Every way to read a hand that was laid."""
    tally, alone = laid.concealed, not laid.melds
    found: list[Reading] = []
    divisions = regular(tally)
    before = tally - ONE[laid.tile]
    if divisions:
        waits = regular_waits(before)
        if alone and (before & ALL).bit_count() == 1:
            waits |= before & ALL
        single = waits.bit_count() == 1
        found += [_read_sets(laid, groups, single) for groups in divisions]
    if len(laid.melds) < 2 and (nine := knitted_straight(tally)):
        found += _read_knitted(laid, nine)
    if not alone:
        return found
    if is_seven_pairs(tally):
        met = laid.met | 1 << 19 | 1 << 79
        found.append(_reading(laid, met | 1 << 6 if tally in _SHIFTED_PAIRS else met, {}))
    elif is_orphans(tally):
        found.append(_reading(laid, laid.met | 1 << 7, {}))
    elif is_knitted(tally):
        there = present(tally)
        met = laid.met | (1 << 20 | 1 << 34 if there & HONORS == HONORS else 1 << 34)
        found.append(_reading(laid, met | 1 << 35 if knitted_straight(tally) else met, {}))
    return found


def score(win: Win, preset: Preset) -> ScoreSheet:
    """Scores a hand under one of the presets of `scoring.mcr.presets`.

    A hand that cannot be used or does not win gets a sheet with `wins` false, never an error.
    """
    found = findings(win)
    contradicted = problems_of(found)
    if contradicted & UNUSABLE:
        return _no_win(win, preset, found)
    laid = _lay(win, preset, contradicted)
    readings = _readings(laid)
    if not readings:
        return _no_win(win, preset, found)
    best = min(readings, key=_order)
    return _sheet(laid, best, readings, found)


def _order(reading: Reading) -> tuple[int, tuple[int, ...]]:
    return -reading.points, reading.counted


def _no_win(win: Win, preset: Preset, found: tuple[Finding, ...]) -> ScoreSheet:
    return ScoreSheet(win, preset.name, False, 0, MINIMUM, 0, (), (), (), (), found)


def _arrangement(laid: Laid, reading: Reading) -> tuple[Set, ...]:
    """The reading as tiles: sets and pair, with kongs whole; pairs; or single tiles."""
    shown = tuple([TILES_OF[laid.kong_of.get(group, group)] for group in reading.groups])
    if reading.knitted:
        return (*(_codes(reading.knitted & suit) for suit in SUIT_MASKS), *shown)
    if shown:
        return shown
    tiles = sorted((*laid.win.concealed, laid.win.winning or ""), key=KIND.__getitem__)
    if 19 in reading.counted or 6 in reading.counted:
        return tuple((code, code) for code in tiles[::2])
    return (tuple(tiles),)


def _codes(mask: int) -> Set:
    return tuple(PLAYED[kind] for kind in kinds(mask))


def _sheet(laid: Laid, best: Reading, readings: list[Reading], found: tuple[Finding, ...]) -> ScoreSheet:
    fans = laid.preset.fans
    whole = _arrangement(laid, best)
    lines = tuple(
        [
            Line(
                fan,
                fans[fan].name,
                fans[fan].zh,
                fans[fan].points * best.times.get(fan, 1),
                best.times.get(fan, 1),
                whole,
            )
            for fan in best.counted
        ]
    )
    total = best.points
    if laid.win.flowers:
        total += laid.win.flowers
        lines += (Line(81, fans[81].name, fans[81].zh, laid.win.flowers, laid.win.flowers, ()),)
    return ScoreSheet(laid.win, laid.preset.name, True, total, MINIMUM, best.points, lines, (), whole, (), found)
