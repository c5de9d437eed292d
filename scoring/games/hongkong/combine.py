"""The Hong Kong score sheet of a hand: its interpretations, exclusions, limit hands, the limit, flowers that win."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.errors import UnknownCircumstancesError
from scoring.findings import UNUSABLE, Finding, HandFault, faults_of, findings
from scoring.games.hongkong.patterns import PATTERN, PLACE, Facts, Pattern, Shape
from scoring.games.hongkong.payment import payments
from scoring.games.hongkong.presets import PRESETS, Preset
from scoring.groups import PAIR, PUNG, TILES_OF
from scoring.hand import Win
from scoring.partition import NINE_GATES, HandTally, is_orphans, is_seven_pairs, regular, tally_of
from scoring.sheet import (
    Because,
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
from scoring.tiles import FLOWERS, HONORS, KIND, ONE, SUIT_MASKS, WINDS, kinds, present

_WINDS: Final = range(PUNG + 27, PUNG + 31)
"""The triplets of winds."""
_DRAGONS: Final = range(PUNG + 31, PUNG + 34)
"""The triplets of dragons."""
_SERIES: Final = (FLOWERS[:4], FLOWERS[4:])
"""The two series of flowers, each in the order of the seats that they belong to."""
_FLOWER_WINS: Final = {7: "2.4", 8: "2.5"}
"""The pattern of each number of flowers that alone wins."""
_CLAIMED: Final = {
    HandFault.REPLACEMENT_WITHOUT_KONG: "1.6",
    HandFault.REPLACEMENT_NOT_DRAWN: "1.6",
    HandFault.DOUBLE_KONG_IMPOSSIBLE: "1.7",
    HandFault.ROBBED_TILE_HELD: "1.3",
    HandFault.ROBBED_ON_LAST_TILE: "1.5",
    HandFault.HEAVEN_IMPOSSIBLE: "5.7",
    HandFault.EARTH_IMPOSSIBLE: "5.8",
    HandFault.MAN_IMPOSSIBLE: "6.2",
}
"""The pattern of each circumstance, by the fault that contradicts it."""


@dataclass(frozen=True, slots=True)
class Met:
    """A pattern of an interpretation, and the number of times it counts.

    Attributes:
        pattern: The pattern.
        times: Number of times it counts.
    """

    pattern: Pattern
    times: int

    @property
    def faan(self) -> int:
        """Its faan in all."""
        return self.pattern.faan * self.times


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One reading of the hand, and its patterns.

    Attributes:
        groups: The sets in ascending order with the pair last; empty for irregular hands and flower wins.
        lines: The patterns that count, in the order of the list.
        left: The excluded patterns, each with the pattern that excludes it.
        raw: Its faan before the limit.
        faan: Its faan up to the limit.
        counted: The faan that count towards the minimum.
        by_flowers: True if the flowers won, whatever the tiles.
    """

    groups: tuple[int, ...]
    lines: tuple[Met, ...]
    left: tuple[tuple[Met, Pattern, Principle], ...]
    raw: int
    faan: int
    counted: int
    by_flowers: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """The tally of a hand, its interpretations with the best first, and its faults."""

    hand: HandTally | None
    ways: tuple[Interpretation, ...]
    found: tuple[Finding, ...]


def score(win: Win, preset: Preset = PRESETS["hk"]) -> ScoreSheet:
    """Score a hand.

    A hand that does not win, or whose tiles are impossible, gets a sheet with `wins` False. Flowers known only by
    number count as those of other seats.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
    """
    read = _read(win, preset)
    if not read.ways:
        return ScoreSheet(
            win,
            preset.name,
            preset.version,
            wins=False,
            total=0,
            minimum=preset.minimum,
            counted=0,
            lines=(),
            left_out=(),
            arrangement=(),
            ties=(),
            findings=read.found,
            switches=preset.different,
        )
    return _sheet(win, preset, read)


def worth(win: Win, preset: Preset = PRESETS["hk"]) -> ScoreTotals:
    """Return the totals of a hand's sheet; see `score`."""
    ways = _read(win, preset).ways
    if not ways:
        return ScoreTotals(False, 0, False)
    return ScoreTotals(True, ways[0].faan, ways[0].counted >= preset.minimum)


def _read(win: Win, preset: Preset) -> _Read:
    unknown = win.unknown
    if preset.flowers and win.flowers is None:
        unknown = (*unknown, "flowers")
    if unknown:
        raise UnknownCircumstancesError(unknown)
    found = findings(win)
    if win.flowers and not preset.flowers:
        found = (*found, Finding("flowers-not-played", {"flowers": win.flowers}))
    wrong = faults_of(found)
    by_flowers = _by_flowers(win, preset)
    if wrong & UNUSABLE:
        if not by_flowers or wrong & UNUSABLE != HandFault.NO_WINNING_TILE:
            return _Read(None, (), found)
        return _Read(None, by_flowers, tuple([each for each in found if each.kind != "no-winning-tile"]))
    hand = tally_of(win)
    ways = sorted(_interpretations(win, hand, wrong, preset), key=_order)
    if not by_flowers:
        return _Read(hand, tuple(ways), found)
    if not ways or ways[0].counted < preset.minimum or ways[0].faan < by_flowers[0].faan:
        return _Read(hand, (*by_flowers, *ways), found)
    return _Read(hand, (*ways, *by_flowers), found)


def _order(way: Interpretation) -> tuple[int, int, int, list[int]]:
    """Return a sorting key: most faan, then most before the limit, then fewest lines."""
    return -way.faan, -way.raw, len(way.lines), [_place(met.pattern) for met in way.lines]


def _place(pattern: Pattern) -> int:
    """Return the place of a pattern in the list; a house's own stand behind it."""
    return PLACE.get(pattern.id, len(PLACE))


def _by_flowers(win: Win, preset: Preset) -> tuple[Interpretation, ...]:
    """Return the win by seven or eight flowers, which always reaches the minimum (HK8)."""
    wanted = _FLOWER_WINS.get(win.flowers or 0)
    for row in preset.patterns:
        if row.id == wanted:
            met = Met(row, 1)
            return (
                Interpretation(
                    (), (met,), (), met.faan, preset.capped(met.faan), max(met.faan, preset.minimum), by_flowers=True
                ),
            )
    return ()


def _facts(win: Win, hand: HandTally, shape: Shape, wrong: HandFault, preset: Preset) -> Facts:
    there = present(hand.tally)
    drawn = bool(win.self_draw)
    kong = bool(win.kong)
    replaced = drawn and kong and not wrong & HandFault.REPLACEMENT_WITHOUT_KONG
    own, complete = _flowers(win, preset)
    closed = not hand.melds and shape == "regular"
    return Facts(
        shape=shape,
        there=there,
        suits=sum([1 for suit in SUIT_MASKS if there & suit]),
        melds=len(hand.melds),
        exposed=hand.exposed,
        kongs=len(hand.kong_of),
        self_draw=drawn,
        last_tile=win.last_tile and not wrong & HandFault.ROBBED_ON_LAST_TILE,
        robbed=_robbed(win, wrong),
        replacement=replaced,
        double_kong=replaced and win.double_kong and not wrong & HandFault.DOUBLE_KONG_IMPOSSIBLE,
        flower_tile=win.flower_tile and drawn and preset.flowers,
        heaven=win.heaven and not wrong & HandFault.HEAVEN_IMPOSSIBLE,
        earth=win.earth and not wrong & HandFault.EARTH_IMPOSSIBLE,
        man=win.man and not wrong & HandFault.MAN_IMPOSSIBLE,
        no_flowers=preset.flowers and win.flowers == 0,
        own_flowers=own,
        flower_sets=complete,
        nine_gates=closed and hand.concealed - ONE[hand.tile] in NINE_GATES,
        nine_gates_shape=closed and any(hand.concealed - ONE[kind] in NINE_GATES for kind in kinds(there & ~HONORS)),
    )


def _robbed(win: Win, wrong: HandFault) -> bool:
    return (
        bool(win.kong)
        and not win.self_draw
        and not wrong & (HandFault.ROBBED_TILE_HELD | HandFault.REPLACEMENT_NOT_DRAWN)
    )


def _flowers(win: Win, preset: Preset) -> tuple[int, int]:
    """Return the number of flowers of the winner's seat that count, and of complete series (HK6, HK7)."""
    if not preset.flowers or not win.flowers:
        return 0, 0
    laid = FLOWERS if win.flowers == len(FLOWERS) else win.flower_tiles
    complete = [series for series in _SERIES if all(code in laid for code in series)]
    seat = WINDS.index(win.seat or "E")
    both = preset.answers["HK7"] == "2+1"
    own = sum([series[seat] in laid for series in _SERIES if both or series not in complete])
    return own, len(complete)


def _interpretations(win: Win, hand: HandTally, wrong: HandFault, preset: Preset) -> list[Interpretation]:
    found = []
    for divided in regular(hand.concealed):
        facts = _facts(win, hand, "regular", wrong, preset)
        sets = tuple(sorted([*hand.melds, *divided[:-1]]))
        _divide(facts, win, hand, sets, divided)
        found.append(_count((*sets, divided[-1]), facts, preset))
    if hand.melds:
        return found
    if is_orphans(hand.concealed):
        found.append(_count((), _facts(win, hand, "thirteen orphans", wrong, preset), preset))
    elif _seven_different_pairs(hand.concealed) and any(row.id == "6.1" for row in preset.patterns):
        found.append(_count((), _facts(win, hand, "seven pairs", wrong, preset), preset))
    return found


def _seven_different_pairs(concealed: int) -> bool:
    return is_seven_pairs(concealed) and present(concealed).bit_count() == 7


def _divide(facts: Facts, win: Win, hand: HandTally, sets: tuple[int, ...], divided: tuple[int, ...]) -> None:
    """Add the facts about the sets and the pair of an interpretation."""
    facts.sets = sets
    pair = divided[-1] - PAIR
    pungs = [group for group in sets if group >= PUNG]
    closed = [group for group in divided[:-1] if group >= PUNG]
    facts.chows, facts.pungs = len(sets) - len(pungs), len(pungs)
    facts.concealed_pungs = len(closed) + len(hand.closed)
    facts.finished_pung = not win.self_draw and pair != hand.tile and PUNG + hand.tile in closed
    facts.suited_pair = pair < 27
    facts.dragons = sum([group in _DRAGONS for group in pungs])
    facts.winds = sum([group in _WINDS for group in pungs])
    facts.dragon_pair, facts.wind_pair = pair + PUNG in _DRAGONS, pair + PUNG in _WINDS
    facts.seat_wind = PUNG + KIND[win.seat or "E"] in pungs
    facts.round_wind = PUNG + KIND[win.round_wind or "E"] in pungs


def _count(groups: tuple[int, ...], facts: Facts, preset: Preset) -> Interpretation:
    """Apply exclusions and limit hands to the patterns of an interpretation, and add up (HK2 to HK5)."""
    met = [Met(row, times) for row in preset.patterns for times in [int(row.when(facts))] if times]
    excluded = {other: each.pattern for each in met for other in each.pattern.excludes}
    left: list[tuple[Met, Pattern, Principle]] = [
        (each, excluded[each.pattern.id], "included") for each in met if each.pattern.id in excluded
    ]
    met = [each for each in met if each.pattern.id not in excluded]
    limits = [each for each in met if each.pattern.limit]
    if limits and preset.answers["HK5"] != "all":
        alone = max(limits, key=lambda each: (each.faan, -_place(each.pattern)))
        stays = [each is alone or (preset.answers["HK5"] == "bonuses" and _is_bonus(each.pattern)) for each in met]
        left += [(each, alone.pattern, "listed limit") for each, stay in zip(met, stays, strict=True) if not stay]
        met = [each for each, stay in zip(met, stays, strict=True) if stay]
    if not met:
        met = [Met(PATTERN["0.1"], 1)]
    raw = sum([each.faan for each in met])
    flowers = 0 if preset.answers["HK2"] == "count" else sum([each.faan for each in met if each.pattern.id[0] == "2"])
    return Interpretation(groups, tuple(met), tuple(left), raw, preset.capped(raw), raw - flowers)


def _is_bonus(pattern: Pattern) -> bool:
    """Return True for patterns that count beside a limit hand: how it was won, flowers, kongs of HK22."""
    return not pattern.limit and (pattern.id[0] in "12" or pattern.id in ("6.2", "6.3"))


def _sheet(win: Win, preset: Preset, read: _Read) -> ScoreSheet:
    best, wrong = read.ways[0], faults_of(read.found)
    whole = _arrangement(win, read.hand, best)
    lines = tuple(
        [
            Line(
                met.pattern.id, met.pattern.name, met.pattern.zh, met.faan, met.times, _shown(win, read.hand, met, best)
            )
            for met in best.lines
        ]
    )
    legal = best.counted >= preset.minimum
    return ScoreSheet(
        win,
        preset.name,
        preset.version,
        wins=True,
        total=best.faan,
        minimum=preset.minimum,
        counted=best.counted,
        lines=lines,
        left_out=tuple(_left_out(win, read)),
        arrangement=whole,
        ties=tuple(
            [
                Tie(
                    _arrangement(win, read.hand, way),
                    tuple([met.pattern.name for met in way.lines]),
                    tuple([met.pattern.zh for met in way.lines]),
                )
                for way in read.ways[1:]
                if (way.faan, way.raw) == (best.faan, best.raw)
            ]
        ),
        findings=read.found,
        payments=payments(win, best.faan, preset, _robbed(win, wrong), best.by_flowers) if legal else None,
        limit="compound" if best.faan < best.raw else "",
        rulings=tuple(_rulings(win, preset, best)),
        switches=preset.different,
    )


def _rulings(win: Win, preset: Preset, best: Interpretation) -> Iterable[RulingEffect]:
    """Yield the answers of a house that change the faan of this hand, each compared with its base's answer."""
    for switch, other in preset.pinned:
        otherwise = worth(win, other).total
        if otherwise != best.faan:
            yield RulingEffect(switch, preset.answers[switch], other.answers[switch], otherwise)


def _arrangement(win: Win, hand: HandTally | None, way: Interpretation) -> tuple[Set, ...]:
    """Return the tiles as an interpretation divides them: sets and the pair, or pairs, or single tiles."""
    if way.groups and hand is not None:
        return tuple([TILES_OF[hand.kong_of.get(group, group)] for group in way.groups])
    tiles = sorted([code for code in (*win.concealed, win.winning) if code], key=KIND.__getitem__)
    if hand is not None and not way.by_flowers and is_seven_pairs(hand.concealed):
        return tuple([(code, code) for code in tiles[::2]])
    return (*(meld.tiles for meld in win.melds), *([tuple(tiles)] if tiles else []))


def _shown(win: Win, hand: HandTally | None, met: Met, way: Interpretation) -> tuple[Set, ...]:
    """Return the tiles that form a pattern: the winning tile, flowers, some sets, or the whole hand."""
    pattern = met.pattern
    if pattern.id[0] == "2":
        return (win.flower_tiles,) if win.flower_tiles else ()
    if pattern.id in ("1.1", "1.3", "1.4", "1.5", "1.6", "1.7", "5.7", "5.8", "6.2"):
        return ((win.winning,),) if win.winning else ()
    if hand is not None and way.groups:
        wanted = {
            "3.1": _DRAGONS,
            "3.2": (PUNG + KIND[win.seat or "E"],),
            "3.3": (PUNG + KIND[win.round_wind or "E"],),
            "4.7": (*_DRAGONS, *(group + PAIR - PUNG for group in _DRAGONS)),
            "4.8": _DRAGONS,
            "4.9": (*_WINDS, *(group + PAIR - PUNG for group in _WINDS)),
            "5.4": _WINDS,
            "6.3": tuple(hand.kong_of),
        }.get(pattern.id)
        if wanted is not None:
            return tuple([TILES_OF[hand.kong_of.get(group, group)] for group in way.groups if group in wanted])
    return _arrangement(win, hand, way)


def _left_out(win: Win, read: _Read) -> list[ExcludedPattern]:
    """Return the excluded patterns of the hand, each once."""
    best = read.ways[0]
    left = [_left(win, read.hand, met, best, (_name(by),), why) for met, by, why in best.left]
    named = {line.pattern.id for line in best.lines} | {str(each.id) for each in left}
    for way in read.ways[1:]:
        for met in way.lines:
            if met.pattern.id not in named and met.faan:
                named.add(met.pattern.id)
                left.append(_left(win, read.hand, met, way, best.faan, "freedom of count"))
    for finding in read.found:
        if (claimed := _CLAIMED.get(finding.fault)) and claimed not in named:
            named.add(claimed)
            left.append(_left(win, read.hand, Met(PATTERN[claimed], 1), best, finding, "contradiction"))
    return left


def _left(
    win: Win, hand: HandTally | None, met: Met, way: Interpretation, because: Because, principle: Principle
) -> ExcludedPattern:
    pattern = met.pattern
    return ExcludedPattern(pattern.id, pattern.name, pattern.zh, because, principle, _shown(win, hand, met, way))


def _name(pattern: Pattern) -> PatternName:
    return PatternName(pattern.id, pattern.name, pattern.zh)
