"""The Zung Jung score sheet of a hand: its facts, one pattern of each series, the limits."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, get_args

from scoring.errors import Circumstance
from scoring.findings import Finding, HandFault
from scoring.games.listed import Engine, Interpretation, Left, Met, arrangement, tiles_of
from scoring.games.zungjung.patterns import LIMIT, Pattern, Shape, ZungJungFacts
from scoring.games.zungjung.payment import payments
from scoring.games.zungjung.presets import Preset
from scoring.groups import PAIR, PUNG, TILES_OF, Groups
from scoring.hand import Win
from scoring.partition import NINE_GATES, HandTally, goes_into, is_orphans, is_seven_pairs
from scoring.sheet import Set
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


class ZungJungEngine(Engine[Preset]):
    """The scoring of hands by the list of the World Series of Mahjong, or a club's."""

    def unknown(self, win: Win, preset: Preset) -> tuple[Circumstance, ...]:
        """Return the unknown circumstances without which a hand cannot be scored; the list has no round wind."""
        return unknowns(win)

    def divided(
        self, win: Win, hand: HandTally, groups: tuple[int, ...], wrong: HandFault, preset: Preset
    ) -> Interpretation:
        """Return the interpretation of four sets and a pair."""
        facts = _facts(win, hand, "regular", wrong, preset)
        sets = tuple(sorted([*hand.melds, *groups[:-1]]))
        concealed = _concealed_pungs(win, hand, groups)
        groups = (*sets, groups[-1])
        own = KIND[win.seat or ""]
        value = tuple([group for group in sets if group >= PUNG + 31 or (group >= PUNG + 27 and group - PUNG == own)])
        facts.identical = tuple(sorted([n for n in Counter(sets).values() if n > 1], reverse=True))
        facts.value_honors = len(value)
        facts.concealed_pungs = len(concealed)
        if preset.changed:
            _count_sets(facts, sets)
        tables = _tables(preset)
        met: list[Met] = []
        for pattern in tables.shaped["regular"]:
            if _has(pattern, facts, facts.there):
                named = {"3.1": value, "4.2": concealed, "4.3": tuple(hand.kong_of)}.get(pattern.series, groups)
                met.append(Met(pattern, len(value) if pattern.series == "3.1" else 1, named))
        have = tables.have[groups[0]].intersection(*[tables.have[group] for group in groups[1:]])
        met += [Met(pattern, 1, groups) for pattern in tables.each if pattern in have]
        for size in (3, 4):
            for combination in combinations(groups, size):
                if combination in tables.by_groups:
                    met.append(Met(tables.by_groups[combination], 1, combination))
        return _count(groups, met, tables)

    def irregular(self, win: Win, hand: HandTally, wrong: HandFault, preset: Preset) -> Interpretation | None:
        """Return the interpretation as seven pairs or thirteen terminals."""
        shape: Shape
        if is_seven_pairs(hand.concealed):
            shape = "seven pairs"
        elif is_orphans(hand.concealed):
            shape = "thirteen terminals"
        else:
            return None
        facts, tables = _facts(win, hand, shape, wrong, preset), _tables(preset)
        return _count((), [Met(row, 1) for row in tables.shaped[shape] if _has(row, facts, facts.there)], tables)

    def order(self, way: Interpretation, preset: Preset) -> tuple[int, int, list[int]]:
        """Return a sorting key: most points, then most before the limit, then the patterns first in the list."""
        place = _tables(preset).place
        return -way.value, -way.raw, [place[met.pattern] for met in way.met]

    def shown(self, win: Win, hand: HandTally | None, met: Met, way: Interpretation) -> tuple[Set, ...]:
        """Return the tiles that form a pattern: the sets that it names, the winning tile, or the whole hand."""
        number, groups = met.pattern.series, met.groups
        beside = way.limit == "listed" and met in way.met and met not in way.lines  # shown by all that it names
        if number.startswith("9.") and not beside:
            return ((win.winning or "",),)
        if number == "5.1" and not beside:
            groups = tuple([group for group in groups if groups.count(group) > 1])
        return tiles_of(groups, hand) if groups and hand else arrangement(win, hand, way)

    def contradicted(self, found: tuple[Finding, ...], preset: Preset) -> Iterator[tuple[Pattern, Finding]]:
        """Yield the pattern of each circumstance that the tiles contradict, in the order of the list."""
        claimed = {_CLAIMED[finding.fault]: finding for finding in found if finding.fault in _CLAIMED}
        for pattern in preset.patterns:
            if finding := claimed.get(pattern.name):
                yield pattern, finding

    def payments(self, win: Win, way: Interpretation, wrong: HandFault, preset: Preset) -> Mapping[str, int] | None:
        """Return the gain or loss of each seat for a hand that may be declared, or None if they are unknown."""
        return payments(win, way.value)


def unknowns(win: Win) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances on which the points of a hand may depend."""
    return tuple([circumstance for circumstance in win.unknown if circumstance != "round"])


ENGINE: Final = ZungJungEngine()
"""The scoring of hands under the list and under any club's."""


def _nine_gates(win: Win, hand: HandTally, preset: Preset) -> bool:
    """Return True if the hand waited on all nine tiles of a suit before its winning tile.

    East, who wins with the fourteen tiles of the deal, drew none of them last: see `Preset.heaven_chooses`.
    """
    if hand.melds:
        return False
    if win.heaven and preset.heaven_chooses:
        return any(hand.concealed - one in NINE_GATES for one in ONE)
    return hand.concealed - ONE[hand.tile] in NINE_GATES


def _facts(win: Win, hand: HandTally, shape: Shape, wrong: HandFault, preset: Preset) -> ZungJungFacts:
    there = present(hand.tally)
    return ZungJungFacts(
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


def _count_sets(facts: ZungJungFacts, sets: tuple[int, ...]) -> None:
    """Add the numbers of sets that a club's own patterns may need."""
    facts.sets = sets
    facts.pungs = sum([group >= PUNG for group in sets])
    facts.chows = len(sets) - facts.pungs
    facts.dragons = sum([group in _DRAGON_SETS for group in sets])
    facts.winds = sum([group in _WIND_SETS for group in sets])


def _has(pattern: Pattern, facts: ZungJungFacts, there: int) -> bool:
    if pattern.only and there & ~pattern.only:
        return False
    return pattern.when is None or pattern.when(facts)


def _count(groups: tuple[int, ...], met: list[Met], tables: _Tables) -> Interpretation:
    """Return the interpretation with the highest pattern of each series, and its points up to the limits."""
    excluded = {name: pattern for pattern, _, _ in met for name in pattern.excludes}
    left = [(each, excluded[each.pattern.name]) for each in met if each.pattern.name in excluded]
    met = [each for each in met if each.pattern.name not in excluded] if left else met
    best: dict[str, Met] = {}
    for each in sorted(met, key=lambda each: each.pattern.value):
        best[each.pattern.series] = each
    left += [(each, by) for each in met for by in [best[each.pattern.series].pattern] if by is not each.pattern]
    lower = [
        Left(each, by, "one of a series" if by.series == each.pattern.series else "included")
        for each, by in dict(left).items()
    ]
    lines = tuple(sorted(best.values(), key=lambda each: tables.place[each.pattern]))
    listed = max(lines, key=lambda each: each.pattern.value, default=None)
    raw = sum([pattern.value * times for pattern, times, _ in lines])
    if listed and listed.pattern.value >= LIMIT:
        beside = [Left(each, listed.pattern, "listed limit") for each in lines if each.pattern is not listed.pattern]
        value = listed.pattern.value
        return Interpretation(groups, lines, (listed,), (*beside, *lower), raw, value, value, "listed")
    value = min(raw, LIMIT)
    return Interpretation(groups, lines, lines, tuple(lower), raw, value, value, "compound" if raw >= LIMIT else "")
