"""The Zung Jung score sheet of a hand: its interpretations, one pattern of each series, the limits."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, get_args

from scoring.errors import UnknownCircumstancesError
from scoring.findings import UNUSABLE, Finding, HandFault, faults_of, findings
from scoring.games.zungjung.patterns import LIMIT, Facts, Pattern, Shape
from scoring.games.zungjung.payment import payments
from scoring.games.zungjung.presets import ZUNGJUNG, Preset
from scoring.groups import PAIR, PUNG, TILES_OF, Groups
from scoring.hand import Win
from scoring.partition import NINE_GATES, HandTally, goes_into, is_orphans, is_seven_pairs, regular, tally_of
from scoring.sheet import (
    ExcludedPattern,
    Line,
    PatternName,
    Principle,
    RulingEffect,
    ScoreSheet,
    ScoreTotals,
    Set,
    Tie,
)
from scoring.tiles import HONORS, KIND, ONE, SUIT_MASKS, present


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """The patterns of a preset, sorted by their tests.

    Attributes:
        place: The place of each pattern in the list.
        by_groups: The pattern that each combination of groups forms.
        shaped: The patterns of each shape that are decided by a test of the whole interpretation, or by the tiles.
        each: The patterns with a test of every set and the pair.
        have: For each group, the patterns of `each` whose test it passes.
    """

    place: Mapping[Pattern, int]
    by_groups: Mapping[Groups, Pattern]
    shaped: Mapping[Shape, tuple[Pattern, ...]]
    each: tuple[Pattern, ...]
    have: tuple[frozenset[Pattern], ...]


@lru_cache(maxsize=64)
def _tables(preset: Preset) -> _Tables:
    """Return the tables of a preset; 64 clubs are more than a server has, and each takes a few kilobytes."""
    rows = preset.patterns
    each = tuple([row for row in rows if row.each])
    return _Tables(
        {row: at for at, row in enumerate(rows)},
        {groups: row for row in rows for groups in row.sets},
        {
            shape: tuple([row for row in rows if shape in row.shapes and not row.sets and not row.each])
            for shape in get_args(Shape)
        },
        each,
        tuple([frozenset([row for row in each if tiles and row.each and row.each(tiles)]) for tiles in TILES_OF]),
    )


_DRAGON_SETS: Final = range(PUNG + 31, PUNG + 34)
"""The triplets of dragons."""
_WIND_SETS: Final = range(PUNG + 27, PUNG + 31)
"""The triplets of winds."""
_CLAIMED: Final = {
    HandFault.REPLACEMENT_WITHOUT_KONG: "Win on Kong",
    HandFault.ROBBED_TILE_HELD: "Robbing a Kong",
    HandFault.ROBBED_ON_LAST_TILE: "Final Discard",
    HandFault.HEAVEN_IMPOSSIBLE: "Blessing of Heaven",
    HandFault.EARTH_IMPOSSIBLE: "Blessing of Earth",
}
"""The pattern of each circumstance, by the fault that contradicts it."""
Met = tuple[Pattern, int, tuple[int, ...]]
"""A pattern of an interpretation, the number of times it counts, and the groups that it names."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One division of the hand, and its patterns.

    Attributes:
        groups: The sets in ascending order with the pair last; empty for irregular hands.
        best: The highest pattern of each series, in the order of the list.
        lower: The other patterns of the interpretation, each with the pattern that it does not count beside: that of
            its series which counts, or a club's own that excludes it.
        limit: As in `ScoreSheet`.
        points: Its points.
    """

    groups: tuple[int, ...]
    best: tuple[Met, ...]
    lower: tuple[tuple[Met, Pattern], ...]
    limit: Literal["", "listed", "compound"]
    points: int


def _nine_gates(win: Win, hand: HandTally, preset: Preset) -> bool:
    """Return True if the hand waited on all nine tiles of a suit before its winning tile.

    East, who wins with the fourteen tiles of the deal, drew none of them last: see `Preset.heaven_chooses`.
    """
    if hand.melds:
        return False
    if win.heaven and preset.heaven_chooses:
        return any(hand.concealed - one in NINE_GATES for one in ONE)
    return hand.concealed - ONE[hand.tile] in NINE_GATES


def _facts(win: Win, hand: HandTally, shape: Shape, wrong: HandFault, preset: Preset) -> Facts:
    there = present(hand.tally)
    return Facts(
        shape=shape,
        suits=sum([1 for suit in SUIT_MASKS if there & suit]),
        honors=there & HONORS != 0,
        exposed=hand.exposed,
        kongs=len(hand.kong_of),
        self_draw=bool(win.self_draw),
        last_tile=win.last_tile and not wrong & HandFault.ROBBED_ON_LAST_TILE,
        kong=bool(win.kong) and not wrong & (HandFault.ROBBED_TILE_HELD | HandFault.REPLACEMENT_WITHOUT_KONG),
        heaven=win.heaven and not wrong & HandFault.HEAVEN_IMPOSSIBLE,
        earth=win.earth and not wrong & HandFault.EARTH_IMPOSSIBLE,
        nine_gates=shape == "regular" and _nine_gates(win, hand, preset),
        there=there,
    )


def _concealed_pungs(win: Win, hand: HandTally, divided: tuple[int, ...]) -> tuple[int, ...]:
    """Return the concealed triplets and kongs.

    A triplet completed by a discard is not concealed. By freedom of count the discard completes another concealed group
    if there is one.
    """
    pungs = [group for group in divided if PUNG <= group < PAIR]
    if not win.self_draw and not any(goes_into(hand.tile, group) for group in divided if group not in pungs):
        pungs = [group for group in pungs if not goes_into(hand.tile, group)]
    return (*pungs, *hand.closed)


def _interpret_sets(
    win: Win, hand: HandTally, divided: tuple[int, ...], facts: Facts, preset: Preset
) -> Interpretation:
    """Return the interpretation of four sets and a pair, with the concealed tiles divided into these groups.

    The pair is last in `divided`.
    """
    sets = tuple(sorted([*hand.melds, *divided[:-1]]))
    groups = (*sets, divided[-1])
    concealed = _concealed_pungs(win, hand, divided)
    value = tuple(
        [group for group in sets if group >= PUNG + 31 or (group >= PUNG + 27 and group - PUNG == KIND[win.seat or ""])]
    )
    facts.identical = tuple(sorted([n for n in Counter(sets).values() if n > 1], reverse=True))
    facts.value_honors = len(value)
    facts.concealed_pungs = len(concealed)
    if preset.changed:
        _count_sets(facts, sets)
    tables = _tables(preset)
    met: list[Met] = []
    for pattern in tables.shaped["regular"]:
        if _has(pattern, facts, present(hand.tally)):
            named = {"3.1": value, "4.2": concealed, "4.3": tuple(hand.kong_of)}.get(pattern.series, groups)
            met.append((pattern, len(value) if pattern.series == "3.1" else 1, named))
    have = tables.have[groups[0]].intersection(*[tables.have[group] for group in groups[1:]])
    met += [(pattern, 1, groups) for pattern in tables.each if pattern in have]
    for size in (3, 4):
        for combination in combinations(groups, size):
            if combination in tables.by_groups:
                met.append((tables.by_groups[combination], 1, combination))
    return _count(groups, met, tables)


def _count_sets(facts: Facts, sets: tuple[int, ...]) -> None:
    """Add the numbers of sets that a club's own patterns may need."""
    facts.sets = sets
    facts.pungs = sum([group >= PUNG for group in sets])
    facts.chows = len(sets) - facts.pungs
    facts.dragons = sum([group in _DRAGON_SETS for group in sets])
    facts.winds = sum([group in _WIND_SETS for group in sets])


def _has(pattern: Pattern, facts: Facts, there: int) -> bool:
    if pattern.only and there & ~pattern.only:
        return False
    return pattern.when is None or pattern.when(facts)


def _count(groups: tuple[int, ...], met: list[Met], tables: _Tables) -> Interpretation:
    """Return the interpretation with the highest pattern of each series, and its points up to the limits."""
    excluded = {name: pattern for pattern, _, _ in met for name in pattern.excludes}
    left = [(entry, excluded[entry[0].name]) for entry in met if entry[0].name in excluded]
    met = [entry for entry in met if entry[0].name not in excluded] if left else met
    best: dict[str, Met] = {}
    for entry in sorted(met, key=lambda entry: entry[0].value):
        best[entry[0].series] = entry
    left += [(entry, by) for entry in met for by in [best[entry[0].series][0]] if by is not entry[0]]
    lower = tuple(left)
    counted = tuple(sorted(best.values(), key=lambda entry: tables.place[entry[0]]))
    listed = max(counted, key=lambda entry: entry[0].value, default=None)
    if listed and listed[0].value >= LIMIT:
        return Interpretation(groups, counted, lower, "listed", listed[0].value)
    points = sum([pattern.value * times for pattern, times, _ in counted])
    return Interpretation(groups, counted, lower, "compound" if points >= LIMIT else "", min(points, LIMIT))


def _interpretations(win: Win, hand: HandTally, wrong: HandFault, preset: Preset) -> list[Interpretation]:
    found = [
        _interpret_sets(win, hand, divided, _facts(win, hand, "regular", wrong, preset), preset)
        for divided in regular(hand.concealed)
    ]
    if hand.melds:
        return found
    shape: Shape
    if is_seven_pairs(hand.concealed):
        shape = "seven pairs"
    elif is_orphans(hand.concealed):
        shape = "thirteen terminals"
    else:
        return found
    facts, there = _facts(win, hand, shape, wrong, preset), present(hand.tally)
    tables = _tables(preset)
    met: list[Met] = [(pattern, 1, ()) for pattern in tables.shaped[shape] if _has(pattern, facts, there)]
    return [*found, _count((), met, tables)]


def score(win: Win, preset: Preset = ZUNGJUNG) -> ScoreSheet:
    """Score a hand.

    A hand that does not win, or whose tiles are impossible, gets a sheet with `wins` False.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
    """
    hand, ways, found = _read(win, preset)
    if hand is None or not ways:
        return _no_win(win, preset, found)
    place = _tables(preset).place
    return _sheet(win, hand, preset, sorted(ways, key=lambda way: _order(way, place)), found)


def worth(win: Win, preset: Preset = ZUNGJUNG) -> ScoreTotals:
    """Return the totals of a hand's sheet; see `score`."""
    _, ways, _ = _read(win, preset)
    if not ways:
        return ScoreTotals(False, 0, False)
    points = max([way.points for way in ways])
    return ScoreTotals(True, points, points >= preset.minimum)


def _read(win: Win, preset: Preset) -> tuple[HandTally | None, list[Interpretation], tuple[Finding, ...]]:
    """Return the tally of a hand, its interpretations and its faults; the tally is None if its tiles are impossible."""
    if win.unknown:
        raise UnknownCircumstancesError(win.unknown)
    found = findings(win)
    wrong = faults_of(found)
    if wrong & UNUSABLE:
        return None, [], found
    hand = tally_of(win)
    return hand, _interpretations(win, hand, wrong, preset), found


def _no_win(win: Win, preset: Preset, found: tuple[Finding, ...]) -> ScoreSheet:
    return ScoreSheet(win, preset.name, preset.version, False, 0, preset.minimum, 0, (), (), (), (), found)


def _order(way: Interpretation, place: Mapping[Pattern, int]) -> tuple[int, int, list[int]]:
    """Return a sorting key: most points, then most points before the limit, then the patterns first in the list."""
    uncapped = sum([pattern.value * times for pattern, times, _ in way.best])
    return -way.points, -uncapped, [place[pattern] for pattern, _, _ in way.best]


def _sheet(
    win: Win, hand: HandTally, preset: Preset, interpretations: list[Interpretation], found: tuple[Finding, ...]
) -> ScoreSheet:
    best = interpretations[0]
    whole = _arrangement(win, hand, best)
    counted = best.best
    left: list[ExcludedPattern] = []
    if best.limit == "listed":
        first = max(best.best, key=lambda met: met[0].value)
        counted, alone = (first,), first[0]
        for pattern, _, groups in best.best:
            if pattern is not alone:
                tiles = _shown(hand, groups, whole)
                left.append(
                    ExcludedPattern(pattern.series, pattern.name, pattern.zh, _name(alone), "listed limit", tiles)
                )
    lines = tuple(
        [
            Line(pattern.series, pattern.name, pattern.zh, pattern.value * times, times, _named(win, hand, met, whole))
            for met in counted
            for pattern, times, _ in [met]
        ]
    )
    for met, by in dict(best.lower).items():
        lower = met[0]
        tiles = _named(win, hand, met, whole)
        principle: Principle = "one of a series" if by.series == lower.series else "included"
        left.append(ExcludedPattern(lower.series, lower.name, lower.zh, _name(by), principle, tiles))
    named = {*(line.name for line in lines), *(line.name for line in left)}
    left += _lower_interpretations(win, hand, interpretations, named)
    left += _contradicted(win, preset, found)
    ties = tuple(
        [
            Tie(
                _arrangement(win, hand, other),
                tuple([pattern.name for pattern, _, _ in other.best]),
                tuple([pattern.zh for pattern, _, _ in other.best]),
            )
            for other in interpretations[1:]
            if other.points == best.points
        ]
    )
    points = best.points
    paid = payments(win, points) if points >= preset.minimum else None
    return ScoreSheet(
        win,
        preset.name,
        preset.version,
        True,
        points,
        preset.minimum,
        points,
        lines,
        tuple(left),
        whole,
        ties,
        found,
        paid,
        best.limit,
        _rulings(win, hand, preset, points, found),
    )


def _rulings(
    win: Win, hand: HandTally, preset: Preset, points: int, found: tuple[Finding, ...]
) -> tuple[RulingEffect, ...]:
    """Return the tournament's answers that change the points of this hand, each compared with its base's answer."""
    effects = []
    for switch, other in preset.pinned:
        otherwise = max([way.points for way in _interpretations(win, hand, faults_of(found), other)])
        if otherwise != points:
            effects.append(RulingEffect(switch, preset.answers[switch], other.answers[switch], otherwise))
    return tuple(effects)


def _arrangement(win: Win, hand: HandTally, way: Interpretation) -> tuple[Set, ...]:
    """Return the tiles as an interpretation divides them: sets and pair, or pairs, or single tiles; kongs have four."""
    if way.groups:
        return _shown(hand, way.groups, ())
    tiles = sorted((*win.concealed, win.winning or ""), key=KIND.__getitem__)
    if is_seven_pairs(hand.concealed):
        return tuple([(code, code) for code in tiles[::2]])
    return (tuple(tiles),)


def _shown(hand: HandTally, groups: tuple[int, ...], whole: tuple[Set, ...]) -> tuple[Set, ...]:
    if not groups:
        return whole
    return tuple([TILES_OF[hand.kong_of.get(group, group)] for group in groups])


def _named(win: Win, hand: HandTally, met: Met, whole: tuple[Set, ...]) -> tuple[Set, ...]:
    """Return the tiles that form a pattern: the sets that it names, the winning tile, or the whole hand."""
    pattern, _, groups = met
    if pattern.series.startswith("9."):
        return ((win.winning or "",),)
    if pattern.series == "5.1":
        return _shown(hand, tuple([group for group in groups if groups.count(group) > 1]), whole)
    return _shown(hand, groups, whole)


def _lower_interpretations(
    win: Win, hand: HandTally, interpretations: list[Interpretation], named: set[str]
) -> list[ExcludedPattern]:
    """Return the patterns that only other interpretations have, of no more points than the best one."""
    left = []
    for way in interpretations[1:]:
        whole = _arrangement(win, hand, way)
        for met in way.best:
            pattern = met[0]
            if pattern.name not in named:
                named.add(pattern.name)
                points, tiles = interpretations[0].points, _named(win, hand, met, whole)
                left.append(
                    ExcludedPattern(pattern.series, pattern.name, pattern.zh, points, "freedom of count", tiles)
                )
    return left


def _name(pattern: Pattern) -> tuple[PatternName]:
    """Return the name of a pattern, for `ExcludedPattern.because`."""
    return (PatternName(pattern.series, pattern.name, pattern.zh),)


def _contradicted(win: Win, preset: Preset, found: tuple[Finding, ...]) -> list[ExcludedPattern]:
    """Return the patterns of circumstances that the tiles contradict."""
    claimed = {_CLAIMED[finding.fault]: finding for finding in found if finding.fault in _CLAIMED}
    return [
        ExcludedPattern(pattern.series, pattern.name, pattern.zh, finding, "contradiction", ((win.winning or "",),))
        for pattern in preset.patterns
        if (finding := claimed.get(pattern.name))
    ]
