"""The interpretations of a hand: every way to divide it into sets, with the fan that it has and those that count."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from scoring.findings import HandFault
from scoring.games.mcr.patterns import FANS, FanTiles, How
from scoring.games.mcr.presets import Preset
from scoring.games.mcr.relations import Rejected, Relation, choose, relations
from scoring.groups import PAIR, PUNG, TILES_OF
from scoring.hand import Win
from scoring.partition import (
    NINE_GATES,
    HandTally,
    goes_into,
    is_knitted,
    is_orphans,
    is_seven_pairs,
    knitted_straight,
    regular,
    regular_waits,
    tally_of,
)
from scoring.tiles import ALL, DIGIT, HONORS, KIND, ONE, ORPHANS, SUIT_MASKS, present

_ONLY: Final = tuple((1 << fan.id, ~fan.only) for fan in FANS if fan.only)
"""The fan that allow certain tiles only, each as a bit and the tiles that it does not allow."""
_EACH: Final = {
    group: sum(1 << fan.id for fan in FANS if fan.each and fan.each(tiles))
    for group, tiles in enumerate(TILES_OF)
    if tiles
}
"""For each group, the fan with a test of every set that this group passes, one bit a number."""
_TILES: Final = tuple((1 << fan.id, fan.tiles) for fan in FANS if fan.tiles)
"""The fan with a test of the tiles, each as a bit and the test."""
_SHIFTED_PAIRS: Final = frozenset(2 * sum(ONE[suit + n : suit + n + 7]) for suit in (0, 9, 18) for n in range(3))
"""The tallies of fan 6."""
_CONCEALED_ROW: Final = (0, 0, 1 << 66, 1 << 66 | 1 << 33, 1 << 66 | 1 << 33 | 1 << 12)
"""The fan for this many concealed pungs, one bit a number."""
_NO_KONG: Final = HandFault.ROBBED_TILE_HELD | HandFault.REPLACEMENT_WITHOUT_KONG
"""The faults that rule out a made or robbed kong."""
_SHIFTED_CHOWS: Final = 16
"""The number of Four Pure Shifted Chows."""
_TERMINAL_CHOWS: Final = 72
"""The number of Two Terminal Chows."""
_NOTHING_ELSE: Final = 43
"""The number of Chicken Hand."""
_SUITS: Final = sum(SUIT_MASKS)
"""The mask of the number tiles."""
_TERMINALS_ONLY: Final = 1 << 8
"""The bit of All Terminals."""
_GATES: Final = 1 << 4
"""The bit of Nine Gates."""
_ALL_CHOWS: Final = 1 << 63
"""The bit of All Chows."""
_WIND_SETS: Final = 1 << 9 | 1 << 38
"""The bits of Little Four Winds and Big Three Winds."""
_NAMED_PUNGS: Final = _WIND_SETS | _GATES
"""The bits of the fan that imply single pungs of their own sets."""
_ENDS: Final = frozenset((0, 8, 9, 17, 18, 26))
"""The kinds of the ones and nines."""


@dataclass(slots=True)
class McrInterpretation:
    """One division of the hand, and its fan.

    Attributes:
        groups: The sets in ascending order with the pair last; empty for shapes without sets.
        knitted: The mask of the nine tiles of a knitted straight, or 0.
        completed: The group that the winning tile completes, or -1.
        waited: The fan of the wait, or 0.
        concealed: The concealed pungs.
        chosen: The fan of several sets that count.
        rejected: The fan of several sets that are excluded.
        pungs: For each fan of single pungs, the groups that make it.
        taken: The pungs of terminals and honors that a fan of sets implies, as (73, group, that fan).
        times: Number of times a fan counts, if more than once.
        counted: Numbers of the fan that count, from many points to few.
        implied: Numbers of the implied fan, each with the number of the fan that implies it.
        points: Its points without flowers.
    """

    groups: tuple[int, ...] = ()
    knitted: int = 0
    completed: int = -1
    waited: int = 0
    concealed: tuple[int, ...] = ()
    chosen: tuple[Relation, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    pungs: dict[int, list[int]] = field(default_factory=dict)
    taken: tuple[tuple[int, int, int], ...] = ()
    times: dict[int, int] = field(default_factory=dict)
    counted: tuple[int, ...] = ()
    implied: tuple[tuple[int, int], ...] = ()
    points: int = 0


@lru_cache(maxsize=1 << 14)
def settle(preset: Preset, met: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...], int]:
    """Apply the principle of non-repeat: exclude each fan that a higher one implies.

    Args:
        preset: The rules.
        met: The fan that an interpretation has, one bit a number.

    Returns:
        The fan that count, the others each with the one that implies it, and the points with each fan counted once.
    """
    excluded = 0
    counted: list[int] = []
    implied: list[tuple[int, int]] = []
    for fan in preset.order:
        if not met >> fan & 1:
            continue
        if excluded >> fan & 1:
            implied.append((fan, next(by for by in counted if preset.implied[by] >> fan & 1)))
        else:
            counted.append(fan)
            excluded |= preset.implied[fan]
    if not counted and _NOTHING_ELSE in preset.fans:
        counted.append(_NOTHING_ELSE)
    if preset.changed:
        counted.sort(key=lambda fan: (-preset.fans[fan].points, fan))
    return tuple(counted), tuple(implied), sum(preset.fans[fan].points for fan in counted)


@dataclass(slots=True)
class Case:
    """A hand before it is divided: its tiles, and the fan that every interpretation of it has.

    Attributes:
        win: The hand.
        preset: The rules that it is scored by.
        hand: The hand in numbers.
        tiles: The tiles, as the tests of the table need them.
        how: The melds and how it was won, as the tests of the table need it.
        self_draw: True if it was self-drawn.
        met: The fan that every interpretation has, one bit a number.
        round_wind: The prevalent wind, as a kind.
        seat: The winner's seat wind, as a kind.
    """

    win: Win
    preset: Preset
    hand: HandTally
    tiles: FanTiles
    how: How
    self_draw: bool
    met: int
    round_wind: int
    seat: int


@lru_cache(maxsize=1 << 12)
def _circumstances(preset: Preset, how: How) -> int:
    """Return the fan for how a hand was melded and won, one bit a number."""
    return sum(1 << fan.id for fan in preset.fans.values() if fan.when and fan.when(how))


def case_of(win: Win, preset: Preset, contradicted: HandFault) -> Case:
    """Prepare a hand without `UNUSABLE` faults; circumstances that its tiles contradict do not count."""
    hand = tally_of(win)
    there = present(hand.tally)
    hogs = hand.tally >> 2 & (_SUITS if preset.hogs_in_suits else ALL)
    tiles = FanTiles(there, sum([1 for suit in SUIT_MASKS if there & suit]), hogs)
    last_tile, kong, last_of_kind = win.last_tile, bool(win.kong), win.last_of_kind
    if contradicted:
        last_tile = last_tile and not contradicted & HandFault.ROBBED_ON_LAST_TILE
        kong = kong and not contradicted & _NO_KONG
        last_of_kind = last_of_kind and not contradicted & HandFault.LAST_OF_KIND_HELD
    closed = len(hand.closed)
    how = How(
        hand.exposed,
        len(hand.kong_of) - closed,
        closed,
        bool(win.self_draw),
        last_tile,
        kong,
        last_of_kind or hand.shown == 3,  # the own melds show the other three
    )
    met = _circumstances(preset, how)
    for bit, others in _ONLY:
        if not there & others:
            met |= bit
    for bit, test in _TILES:
        if test(tiles):
            met |= bit
    winds = KIND[win.round_wind or ""], KIND[win.seat or ""]
    return Case(win, preset, hand, tiles, how, how.self_draw, met, *winds)


def _is_single(case: Case, waits: int) -> bool:
    """Return True if the hand waited for one tile only.

    Args:
        case: The hand.
        waits: The mask of the kinds that it waited for, the winning tile among them.
    """
    if waits.bit_count() > 1 and case.preset.held_tiles_no_wait:
        hand = case.hand
        waits &= ~((hand.tally - ONE[hand.tile]) >> 2 & ALL)
        for pung in hand.kong_of:
            waits &= ~ONE[pung - PUNG]
    return waits.bit_count() == 1


def wait(group: int, tile: int) -> int:
    """Return the fan of the wait that completes this group with this tile, if it is the only wait, or 0."""
    if group >= PAIR:
        return 79
    if group >= PUNG:
        return 0
    if tile == group + 1:
        return 78
    return 77 if (tile - group, group % 9) in ((2, 0), (0, 6)) else 0


def _completed(groups: tuple[int, ...], tile: int, single: bool, on_discard: bool) -> tuple[int, int]:
    """Return the concealed group that the winning tile completes, or -1, and the fan of the wait, or 0.

    Of several groups the most valuable counts. A pung completed by a discard is not concealed (S13), so another group
    comes first.

    Args:
        groups: The concealed groups.
        tile: Kind of the winning tile.
        single: True if the hand waited for one tile only.
        on_discard: True if the hand was won on a discard.
    """
    best = (-1, 0)
    rank = -1
    for group in groups:
        if not goes_into(tile, group):
            continue
        fan = wait(group, tile) if single else 0
        order = 100 * (not on_discard or group < PUNG or group >= PAIR) + (80 - fan if fan else 0)
        if order > rank:
            rank = order
            best = (group, fan)
    return best


def _interpret_sets(case: Case, divided: tuple[int, ...], single: bool) -> McrInterpretation:
    """Return the interpretation of four sets and a pair, with the concealed tiles divided into these groups.

    The pair is last in `divided`.
    """
    on_discard = not case.self_draw and not case.preset.claimed_pungs_concealed
    completed, waited = _completed(divided, case.hand.tile, single, on_discard)
    pair = divided[-1]
    sets = tuple(sorted([*case.hand.melds, *divided[:-1]]))
    a, b, c, d = sets
    way = McrInterpretation((*sets, pair), 0, completed, waited)
    met = case.met | _EACH[a] & _EACH[b] & _EACH[c] & _EACH[d] & _EACH[pair]
    if waited:
        met |= 1 << waited
    related = relations(sets, pair)
    if related:
        met = _combine(case, way, related, met)
    if d >= PUNG:
        way.concealed = tuple(
            [group for group in divided[:-1] if group >= PUNG and not (on_discard and group == completed)]
            + case.hand.closed
        )
        met |= _CONCEALED_ROW[len(way.concealed)]
        met = _single_pungs(case, way, sets, met)
    if not case.hand.melds and case.hand.concealed - ONE[case.hand.tile] in NINE_GATES:
        met |= _GATES
    if met & _NAMED_PUNGS and 73 in way.pungs:
        met = _take_pungs(case, way, met)
    return _count(case, way, met)


def _combine(case: Case, way: McrInterpretation, related: list[Relation], met: int) -> int:
    """Choose the fan of several sets that count together, and add them to the bits."""
    if case.preset.changed:
        related = [relation for relation in related if relation[0] in case.preset.fans]
    if len(related) > 1:
        related.sort()
    if met & _TERMINALS_ONLY and case.preset.implied.get(8, 0) >> 65 & 1:
        way.rejected = tuple([(fan, nodes, (8,), "non-repeat") for fan, nodes in related if fan == 65])
        related = [relation for relation in related if relation[0] != 65]
    way.chosen, rejected = choose(tuple(related), case.preset.values)
    if case.preset.terminal_chows_in_shifted and way.chosen and way.chosen[0][0] == _SHIFTED_CHOWS:
        way.chosen += tuple([(fan, nodes) for fan, nodes in related if fan == _TERMINAL_CHOWS])
        rejected = tuple([reason for reason in rejected if reason[0] != _TERMINAL_CHOWS])
    way.rejected += rejected
    for fan, _ in way.chosen:
        if met >> fan & 1:
            way.times[fan] = way.times.get(fan, 1) + 1
        met |= 1 << fan
    return met


def _single_pungs(case: Case, way: McrInterpretation, sets: tuple[int, ...], met: int) -> int:
    """Add the fan of single pungs (59 to 61 and 73) to the bits, and their groups to the interpretation."""
    pungs = way.pungs
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


def _take_pungs(case: Case, way: McrInterpretation, met: int) -> int:
    """Remove from fan 73 the pungs that another fan implies: winds of fan 9 and 38 (S6), one of Nine Gates (S4)."""
    pungs = way.pungs[73]
    if met & _WIND_SETS and not case.preset.winds_count:
        by = 9 if met >> 9 & 1 else 38
        taken = [group for group in pungs if group >= PUNG + 27]
    elif met & _GATES and case.preset.gates_keep_one and 4 in case.preset.fans:
        by = 4
        taken = pungs[:1]
    else:
        return met
    way.taken = tuple([(73, group, by) for group in taken])
    way.pungs[73] = kept = [group for group in pungs if group not in taken]
    return met if kept else met & ~(1 << 73)


def _interpret_knitted(case: Case, nine: int) -> list[McrInterpretation]:
    """Return the interpretations of a knitted straight with a set, which may be melded, and a pair.

    Args:
        case: The hand.
        nine: The mask of the nine tiles of the knitted straight.
    """
    found = []
    rest = case.hand.concealed - nine
    inside = rest >> DIGIT * case.hand.tile & 31 > 0
    in_nine = case.preset.no_wait_in_knitted and nine >> DIGIT * case.hand.tile & 1
    single = inside and not in_nine and _is_single(case, regular_waits(rest - ONE[case.hand.tile]))
    for divided in regular(rest):
        completed, waited = -1, 0
        if inside:
            completed, waited = _completed(divided, case.hand.tile, single, not case.self_draw)
        groups = (*case.hand.melds, *divided)
        way = McrInterpretation(groups, nine, completed, waited)
        met = case.met | 1 << 35 | _ALL_CHOWS & _EACH[groups[0]] & _EACH[groups[1]]
        if waited:
            met |= 1 << waited
        found.append(_count(case, way, _single_pungs(case, way, groups[:1], met)))
    return found


@dataclass(frozen=True, slots=True)
class _Facts:
    """An interpretation, as the building blocks of a club's own fan need it; see `scoring.own.OwnFacts`."""

    shape: str
    there: int
    suits: int
    exposed: int
    kongs: int
    self_draw: bool
    last_tile: bool
    robbed: bool
    replacement: bool
    chows: int
    pungs: int
    concealed_pungs: int
    dragons: int
    winds: int
    sets: tuple[int, ...]


def _facts(case: Case, way: McrInterpretation) -> _Facts:
    how, sets = case.how, way.groups[:-1]
    pungs = [group - PUNG for group in sets if group >= PUNG]
    return _Facts(
        shape="regular" if len(way.groups) == 5 else "other",
        there=case.tiles.kinds,
        suits=case.tiles.suits,
        exposed=how.exposed,
        kongs=how.exposed_kongs + how.concealed_kongs,
        self_draw=how.self_draw,
        last_tile=how.last_tile,
        robbed=how.kong and not how.self_draw,
        replacement=how.kong and how.self_draw,
        chows=len(sets) - len(pungs),
        pungs=len(pungs),
        concealed_pungs=len(way.concealed),
        dragons=sum([kind >= 31 for kind in pungs]),
        winds=sum([27 <= kind < 31 for kind in pungs]),
        sets=sets,
    )


def _count(case: Case, way: McrInterpretation, met: int) -> McrInterpretation:
    """Fill in the counted fan and the points of an interpretation."""
    times = way.times
    for fan, groups in way.pungs.items():
        if len(groups) > 1:
            times[fan] = len(groups)
    hogs = case.tiles.four_alike.bit_count()
    if hogs > 1:
        times[64] = hogs
    if case.preset.own:
        facts = _facts(case, way)
        met |= sum([1 << fan for fan, holds in case.preset.own.items() if holds(facts)])
    way.counted, way.implied, way.points = settle(case.preset, met)
    for fan, count in times.items():
        if fan in way.counted:
            way.points += (count - 1) * case.preset.fans[fan].points
    return way


def interpretations(case: Case) -> list[McrInterpretation]:
    """Return every interpretation of a hand; empty if it does not win."""
    tally, alone = case.hand.concealed, not case.hand.melds
    found: list[McrInterpretation] = []
    before = tally - ONE[case.hand.tile]
    divisions = regular(tally)
    if divisions:
        waits = regular_waits(before)
        if alone and (before & ALL).bit_count() == 1:
            waits |= before & ALL
        single = _is_single(case, waits)
        found = [_interpret_sets(case, divided, single) for divided in divisions]
    if len(case.hand.melds) < 2 and (nine := knitted_straight(tally)):
        found += _interpret_knitted(case, nine)
    if not alone:
        return found
    if is_seven_pairs(tally):
        met = case.met | 1 << 19 | 1 << 79
        found.append(_count(case, McrInterpretation(), met | 1 << 6 if tally in _SHIFTED_PAIRS else met))
    elif is_orphans(tally):
        met = case.met | 1 << 7
        found.append(_count(case, McrInterpretation(), met if before == ORPHANS else met | 1 << 79))
    elif is_knitted(tally):
        met = case.met | 1 << 34
        if present(tally) & HONORS == HONORS:
            met |= 1 << 20
        found.append(_count(case, McrInterpretation(), met | 1 << 35 if knitted_straight(tally) else met))
    return found
