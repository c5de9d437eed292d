"""From a hand to its score sheet: its readings, the fan each has, the principles, the best reading."""

from collections.abc import Iterable
from dataclasses import dataclass, field
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
from scoring.tiles import ALL, DIGIT, HONORS, KIND, ONE, ONE_OF, PLAYED, SUIT_MASKS, kinds, present

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
_CLOSED_KONGS: Final = frozenset((53, 67))
_EXPOSED_KONGS: Final = frozenset((57, 74))
_CONCEALED_FAN: Final = frozenset((12, 33, 66))
_WAITS: Final = frozenset((77, 78, 79))
_NO_KONG: Final = Problem.ROBBED_TILE_HELD | Problem.REPLACEMENT_WITHOUT_KONG
_NOTHING: Final = Problem(0)
_TERMINALS_ONLY: Final = 1 << 8
_GATES: Final = 1 << 4
_ALL_CHOWS: Final = 1 << 63
_WIND_SETS: Final = 1 << 9 | 1 << 38
_NAMED_PUNGS: Final = _WIND_SETS | _GATES
_ENDS: Final = frozenset((0, 8, 9, 17, 18, 26))
_ON_WINNING_TILE: Final = frozenset((44, 45, 46, 47, 58, 80))
_CLAIMED: Final = {
    Problem.REPLACEMENT_WITHOUT_KONG: 46,
    Problem.ROBBED_TILE_HELD: 47,
    Problem.ROBBED_ON_LAST_TILE: 45,
    Problem.LAST_OF_KIND_HELD: 58,
}
"""The fan that is not counted for a circumstance that cannot have been."""


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
        four_alike=tally >> 2 & ALL,
        exposed=exposed,
        exposed_kongs=len(kong_of) - len(closed),
        concealed_kongs=len(closed),
        self_draw=win.self_draw,
        last_tile=win.last_tile and Problem.ROBBED_ON_LAST_TILE not in contradicted,
        kong=win.kong and not (contradicted and contradicted & _NO_KONG),
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


def _read_sets(laid: Laid, divided: tuple[int, ...], single: bool) -> Reading:
    """Reads the concealed tiles as these groups, the pair last, beside the melds: four sets and a pair."""
    on_discard = not laid.facts.self_draw
    completed, wait = _completed(divided, laid.tile, single, on_discard)
    pair = divided[-1]
    sets = tuple(sorted([*laid.melds, *divided[:-1]]))
    a, b, c, d = sets
    reading = Reading((*sets, pair), completed=completed)
    met = laid.met | _EACH[a] & _EACH[b] & _EACH[c] & _EACH[d] & _EACH[pair]
    if wait:
        met |= 1 << wait
    related = relations(sets, pair)
    if related:
        met = _combine(laid, reading, related, met)
    if d >= PUNG:
        reading.concealed = tuple(
            [group for group in divided[:-1] if group >= PUNG and not (on_discard and group == completed)] + laid.closed
        )
        met |= _CONCEALED_ROW[len(reading.concealed)]
        met = _single_pungs(laid, reading, sets, met)
    if not laid.melds and laid.concealed - ONE[laid.tile] in _NINE_GATES:
        met |= _GATES
    if met & _NAMED_PUNGS and 73 in reading.pungs:
        met = _take_pungs(laid, reading, met)
    return _count(laid, reading, met)


def _combine(laid: Laid, reading: Reading, related: list[Relation], met: int) -> int:
    """Chooses among the fan of several sets and adds those that count to the bits."""
    if len(related) > 1:
        related.sort()
    if met & _TERMINALS_ONLY and laid.preset.implied[8] >> 65 & 1:
        reading.rejected = tuple([(fan, nodes, (8,), "non-repeat") for fan, nodes in related if fan == 65])
        related = [relation for relation in related if relation[0] != 65]
    reading.chosen, rejected = choose(tuple(related))
    reading.rejected += rejected
    for fan, _ in reading.chosen:
        if met >> fan & 1:
            reading.times[fan] = reading.times.get(fan, 1) + 1
        met |= 1 << fan
    return met


def _single_pungs(laid: Laid, reading: Reading, sets: tuple[int, ...], met: int) -> int:
    """Adds the fan of single pungs (59-61, 73) to the bits and their groups to the reading."""
    pungs = reading.pungs
    for group in sets:
        kind = group - PUNG
        if kind >= 31:
            pungs.setdefault(59, []).append(group)
        elif kind >= 27:
            if kind == laid.round_wind:
                pungs[60] = [group]
            if kind == laid.seat:
                pungs[61] = [group]
            if kind != laid.round_wind and kind != laid.seat:
                pungs.setdefault(73, []).append(group)
        elif kind in _ENDS:
            pungs.setdefault(73, []).append(group)
    for fan in pungs:
        met |= 1 << fan
    return met


def _take_pungs(laid: Laid, reading: Reading, met: int) -> int:
    """Takes from fan 73 the pungs that a fan of named sets implies: winds of 9 and 38 (S6), one of Nine Gates (S4)."""
    pungs = reading.pungs[73]
    if met & _WIND_SETS and not laid.preset.winds_count:
        by = 9 if met >> 9 & 1 else 38
        taken = [group for group in pungs if group >= PUNG + 27]
    elif met & _GATES and laid.preset.gates_keep_one:
        by = 4
        taken = pungs[:1]
    else:
        return met
    reading.taken = tuple([(73, group, by) for group in taken])
    reading.pungs[73] = kept = [group for group in pungs if group not in taken]
    return met if kept else met & ~(1 << 73)


def _read_knitted(laid: Laid, nine: int) -> list[Reading]:
    """Reads nine of the concealed tiles as a knitted straight and the rest as a set, unless melded, and a pair."""
    readings = []
    rest = laid.concealed - nine
    inside = rest >> DIGIT * laid.tile & 31 > 0
    single = inside and regular_waits(rest - ONE[laid.tile]).bit_count() == 1
    for divided in regular(rest):
        completed, wait = -1, 0
        if inside:
            completed, wait = _completed(divided, laid.tile, single, not laid.facts.self_draw)
        groups = (*laid.melds, *divided)
        reading = Reading(groups, knitted=nine, completed=completed)
        met = laid.met | 1 << 35 | _ALL_CHOWS & _EACH[groups[0]] & _EACH[groups[1]]
        if wait:
            met |= 1 << wait
        readings.append(_count(laid, reading, _single_pungs(laid, reading, groups[:1], met)))
    return readings


def _count(laid: Laid, reading: Reading, met: int) -> Reading:
    """Fills in what counts of the fan a reading has."""
    times = reading.times
    for fan, groups in reading.pungs.items():
        if len(groups) > 1:
            times[fan] = len(groups)
    hogs = laid.facts.four_alike.bit_count()
    if hogs > 1:
        times[64] = hogs
    reading.counted, reading.swallowed, reading.points = settle(laid.preset.name, met)
    for fan, count in times.items():
        if fan in reading.counted:
            reading.points += (count - 1) * laid.preset.fans[fan].points
    return reading


def _readings(laid: Laid) -> list[Reading]:
    """Every way to read a hand that was laid."""
    tally, alone = laid.concealed, not laid.melds
    found: list[Reading] = []
    before = tally - ONE[laid.tile]
    divisions = regular(tally)
    if divisions:
        waits = regular_waits(before)
        if alone and (before & ALL).bit_count() == 1:
            waits |= before & ALL
        single = waits.bit_count() == 1
        found = [_read_sets(laid, divided, single) for divided in divisions]
    if len(laid.melds) < 2 and (nine := knitted_straight(tally)):
        found += _read_knitted(laid, nine)
    if not alone:
        return found
    if is_seven_pairs(tally):
        met = laid.met | 1 << 19 | 1 << 79
        found.append(_count(laid, Reading(), met | 1 << 6 if tally in _SHIFTED_PAIRS else met))
    elif is_orphans(tally):
        found.append(_count(laid, Reading(), laid.met | 1 << 7))
    elif is_knitted(tally):
        met = laid.met | 1 << 34
        if present(tally) & HONORS == HONORS:
            met |= 1 << 20
        found.append(_count(laid, Reading(), met | 1 << 35 if knitted_straight(tally) else met))
    return found


def score(win: Win, preset: Preset) -> ScoreSheet:
    """Scores a hand under one of the presets of `scoring.mcr.presets`.

    A hand that cannot be used or does not win gets a sheet with `wins` false, never an error.
    """
    found = findings(win)
    contradicted = problems_of(found) if found else _NOTHING
    if found and contradicted & UNUSABLE:
        return _no_win(win, preset, found)
    laid = _lay(win, preset, contradicted)
    readings = _readings(laid)
    if not readings:
        return _no_win(win, preset, found)
    if len(readings) > 1:
        readings.sort(key=_order)
    return _sheet(laid, readings, found)


def _order(reading: Reading) -> tuple[int, tuple[int, ...]]:
    """Most points first; of equal ones that with the fan the book lists first."""
    return -reading.points, reading.counted


def _no_win(win: Win, preset: Preset, found: tuple[Finding, ...]) -> ScoreSheet:
    return ScoreSheet(win, preset.name, False, 0, MINIMUM, 0, (), (), (), (), found)


def _sheet(laid: Laid, readings: list[Reading], found: tuple[Finding, ...]) -> ScoreSheet:
    best = readings[0]
    fans = laid.preset.fans
    whole = _arrangement(laid, best)
    times = best.times
    lines = []
    for number in best.counted:
        fan = fans[number]
        count = times.get(number, 1)
        lines.append(Line(number, fan.name, fan.zh, fan.points * count, count, _sources(laid, best, number, whole)))
    win = laid.win
    if win.flowers:
        fan = fans[81]
        lines.append(Line(81, fan.name, fan.zh, win.flowers, win.flowers, (win.flower_tiles,)))
    left = _left_out(laid, best, whole)
    ties: list[Tie] = []
    if len(readings) > 1:
        ties = [_tie(laid, other) for other in readings[1:] if other.points == best.points]
        left += _lower_readings(laid, readings, left)
    if found:
        left += _contradicted(laid, found)
    points = best.points
    return ScoreSheet(
        win, laid.preset.name, True, points + win.flowers, MINIMUM, points, tuple(lines), tuple(left), whole,
        tuple(ties), found,
    )  # fmt: skip


def _arrangement(laid: Laid, reading: Reading) -> tuple[Set, ...]:
    """The reading as tiles: sets and pair with kongs whole, or seven pairs, or single tiles."""
    if reading.groups:
        kongs = laid.kong_of
        shown = tuple([TILES_OF[kongs.get(group, group)] for group in reading.groups])
        return (*_knitted_threes(reading.knitted), *shown) if reading.knitted else shown
    win = laid.win
    tiles = sorted((*win.concealed, win.winning or ""), key=KIND.__getitem__)
    if is_seven_pairs(laid.concealed):
        return tuple([(code, code) for code in tiles[::2]])
    return (tuple(tiles),)


def _knitted_threes(nine: int) -> tuple[Set, ...]:
    return tuple([tuple([PLAYED[kind] for kind in kinds(nine & suit)]) for suit in SUIT_MASKS])


def _sources(laid: Laid, reading: Reading, fan: int, whole: tuple[Set, ...]) -> tuple[Set, ...]:
    """The tiles a fan comes from: the sets it names, the winning tile, or the whole hand."""
    if fan in _ON_WINNING_TILE:
        return ((laid.win.winning or "",),)
    if fan in RELATIONAL:
        return tuple(
            [
                tiles
                for number, nodes in reading.chosen
                if number == fan
                for at, tiles in enumerate(whole)
                if nodes >> at & 1
            ]
        )
    if fan in reading.pungs:
        return _shown(laid, reading.pungs[fan])
    if fan in _WAITS and reading.completed >= 0:
        return (TILES_OF[reading.completed],)
    if fan in _KONG_FAN:
        return tuple(
            [
                TILES_OF[kong]
                for pung, kong in laid.kong_of.items()
                if fan not in (_EXPOSED_KONGS if pung in laid.closed else _CLOSED_KONGS)
            ]
        )
    if fan in _CONCEALED_FAN:
        return _shown(laid, reading.concealed)
    if fan == 64:
        return tuple([(PLAYED[kind],) * 4 for kind in kinds(laid.facts.four_alike)])
    if fan == 35 and reading.knitted:
        return _knitted_threes(reading.knitted)
    return whole


def _shown(laid: Laid, groups: Iterable[int]) -> tuple[Set, ...]:
    kongs = laid.kong_of
    return tuple([TILES_OF[kongs.get(group, group)] for group in groups])


def _left_out(laid: Laid, reading: Reading, whole: tuple[Set, ...]) -> list[LeftOut]:
    """The fan this reading has that do not count, each with the principle and what swallowed it."""
    fans = laid.preset.fans
    left = []
    for number, by in reading.swallowed:
        fan = fans[number]
        left.append(
            LeftOut(number, fan.name, fan.zh, fans[by].name, "non-repeat", _sources(laid, reading, number, whole))
        )
    for number, nodes, by_all, principle in reading.rejected:
        fan = fans[number]
        because = " + ".join([fans[by].name for by in by_all])
        tiles = tuple([tiles for at, tiles in enumerate(whole) if nodes >> at & 1])
        left.append(LeftOut(number, fan.name, fan.zh, because, principle, tiles))
    for number, group, by in reading.taken:
        fan = fans[number]
        left.append(LeftOut(number, fan.name, fan.zh, fans[by].name, "non-repeat", _shown(laid, (group,))))
    return left


def _lower_readings(laid: Laid, readings: list[Reading], left: list[LeftOut]) -> list[LeftOut]:
    """The fan that only a reading worth less, or no more, has."""
    fans = laid.preset.fans
    best = readings[0]
    said = {*best.counted, *(line.id for line in left)}
    more: list[LeftOut] = []
    for reading in readings[1:]:
        whole = _arrangement(laid, reading)
        for number in reading.counted:
            if number in said:
                continue
            said.add(number)
            fan = fans[number]
            than = f"the reading for {best.points} points"
            sources = _sources(laid, reading, number, whole)
            more.append(LeftOut(number, fan.name, fan.zh, than, "high-versus-low", sources))
    return more


def _contradicted(laid: Laid, found: tuple[Finding, ...]) -> list[LeftOut]:
    """The fan claimed by a circumstance that the tiles contradict."""
    fans = laid.preset.fans
    left = []
    for finding in found:
        number = _CLAIMED.get(finding.problem)
        if number:
            left.append(LeftOut(number, fans[number].name, fans[number].zh, finding.message, "contradiction"))
    return left


def _tie(laid: Laid, reading: Reading) -> Tie:
    fans = laid.preset.fans
    return Tie(_arrangement(laid, reading), tuple([fans[number].name for number in reading.counted]))
