"""The Hong Kong score sheet of a hand: its facts, exclusions, limit hands, the limit, flowers that win."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal

from scoring.errors import Circumstance
from scoring.findings import UNUSABLE, Finding, HandFault, faults_of, findings
from scoring.games.hongkong.patterns import PATTERN, PLACE, HongKongFacts, HongKongShape, Pattern
from scoring.games.hongkong.payment import payments
from scoring.games.hongkong.presets import Preset
from scoring.games.listed import Engine, Interpretation, Left, ListedReading, Met, arrangement, tiles_of
from scoring.groups import PAIR, PUNG
from scoring.hand import Win
from scoring.partition import NINE_GATES, HandTally, is_orphans, is_seven_pairs
from scoring.sheet import Set
from scoring.tiles import FLOWERS, HONORS, KIND, ONE, SUIT_MASKS, WINDS, kinds, present

_WINDS: Final = range(PUNG + 27, PUNG + 31)
"""The triplets of winds."""
_DRAGONS: Final = range(PUNG + 31, PUNG + 34)
"""The triplets of dragons."""
_SERIES: Final = (FLOWERS[:4], FLOWERS[4:])
"""The two series of flowers, each in the order of the seats that they belong to."""
_FLOWER_WINS: Final = {7: "2.4", 8: "2.5"}
"""The pattern of each number of flowers that alone wins."""
FEWEST_THAT_WIN: Final = min(_FLOWER_WINS)
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


class HongKongEngine(Engine[Preset]):
    """The scoring of hands by the list of a house. Flowers known only by number count as those of other seats."""

    def unknown(self, win: Win, preset: Preset) -> tuple[Circumstance, ...]:
        """Return the unknown circumstances; where flowers count, their number is one."""
        return (*win.unknown, "flowers") if preset.flowers and win.flowers is None else win.unknown

    def findings(self, win: Win, preset: Preset) -> tuple[Finding, ...]:
        """Return the faults of a hand; flowers are one where they are not played."""
        found = findings(win)
        if win.flowers and not preset.flowers:
            return (*found, Finding("flowers-not-played", {"flowers": win.flowers}))
        return found

    def read(self, win: Win, preset: Preset) -> ListedReading:
        """Return the interpretations of a hand; flowers that win are one, whatever the tiles."""
        read = super().read(win, preset)
        by_flowers = _by_flowers(win, preset)
        if by_flowers is None:
            return read
        if read.hand is None:
            if faults_of(read.found) & UNUSABLE != HandFault.NO_WINNING_TILE:
                return read
            return ListedReading(
                None, (by_flowers,), tuple([each for each in read.found if each.kind != "no-winning-tile"])
            )
        best = read.ways[0] if read.ways else None
        if best is None or best.counted < preset.minimum or best.value < by_flowers.value:
            return ListedReading(read.hand, (by_flowers, *read.ways), read.found)
        return ListedReading(read.hand, (*read.ways, by_flowers), read.found)

    def divided(
        self, win: Win, hand: HandTally, groups: tuple[int, ...], wrong: HandFault, preset: Preset
    ) -> Interpretation:
        """Return the interpretation of four sets and a pair."""
        facts = _facts(win, hand, "regular", wrong, preset)
        sets = tuple(sorted([*hand.melds, *groups[:-1]]))
        _divide(facts, win, hand, sets, groups)
        return _count((*sets, groups[-1]), facts, preset)

    def irregular(self, win: Win, hand: HandTally, wrong: HandFault, preset: Preset) -> Interpretation | None:
        """Return the interpretation as thirteen orphans, or as seven pairs if the house plays them."""
        if is_orphans(hand.concealed):
            return _count((), _facts(win, hand, "thirteen orphans", wrong, preset), preset)
        if _seven_different_pairs(hand.concealed) and any(row.id == "6.1" for row in preset.patterns):
            return _count((), _facts(win, hand, "seven pairs", wrong, preset), preset)
        return None

    def order(self, way: Interpretation, preset: Preset) -> tuple[int, int, int, list[int]]:
        """Return a sorting key: most faan, then most before the limit, then fewest lines."""
        return -way.value, -way.raw, len(way.lines), [_place(met.pattern) for met in way.lines]

    def tied(self, way: Interpretation, best: Interpretation) -> bool:
        """Return True if two interpretations have the same faan, also before the limit."""
        return (way.value, way.raw) == (best.value, best.raw)

    def shown(self, win: Win, hand: HandTally | None, met: Met, way: Interpretation) -> tuple[Set, ...]:
        """Return the tiles that form a pattern: the winning tile, flowers, some sets, or the whole hand."""
        number = met.pattern.id
        if number[0] == "2":
            return (win.flower_tiles,) if win.flower_tiles else ()
        if number in ("1.1", "1.3", "1.4", "1.5", "1.6", "1.7", "5.7", "5.8", "6.2"):
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
            }.get(number)
            if wanted is not None:
                return tiles_of([group for group in way.groups if group in wanted], hand)
        return arrangement(win, hand, way)

    def contradicted(self, found: tuple[Finding, ...], preset: Preset) -> Iterator[tuple[Pattern, Finding]]:
        """Yield the pattern of each circumstance that the tiles contradict, also one that the house does not play."""
        for finding in found:
            if finding.fault in _CLAIMED:
                yield PATTERN[_CLAIMED[finding.fault]], finding

    def payments(
        self, win: Win, way: Interpretation, wrong: HandFault, preset: Preset
    ) -> Mapping[str, int | Fraction] | None:
        """Return the gain or loss of each seat for a hand that may be declared, or None if they are unknown."""
        return payments(win, way.value, preset, _robbed(win, wrong), way.whole)

    def switches(self, preset: Preset) -> tuple[tuple[str, str], ...]:
        """Return the switches that the house answers otherwise than `hk`."""
        return preset.different


ENGINE: Final = HongKongEngine()
"""The scoring of hands under any house."""


def _place(pattern: Pattern) -> int:
    """Return the place of a pattern in the list; a house's own stand behind it."""
    return PLACE.get(pattern.id, len(PLACE))


def _by_flowers(win: Win, preset: Preset) -> Interpretation | None:
    """Return the win by seven or eight flowers, which always reaches the minimum (HK8), or None if there is none."""
    wanted = _FLOWER_WINS.get(win.flowers or 0)
    for row in preset.patterns:
        if row.id == wanted:
            met = (Met(row, 1),)
            value, counted = preset.capped(row.value), max(row.value, preset.minimum)
            return Interpretation((), met, met, (), row.value, value, counted, _limit(value, row.value), whole=True)
    return None


def _limit(value: int, raw: int) -> Literal["", "compound"]:
    return "compound" if value < raw else ""


def _facts(win: Win, hand: HandTally, shape: HongKongShape, wrong: HandFault, preset: Preset) -> HongKongFacts:
    there = present(hand.tally)
    drawn = bool(win.self_draw)
    kong = bool(win.kong)
    replaced = drawn and kong and not wrong & HandFault.REPLACEMENT_WITHOUT_KONG
    own, complete = _flowers(win, preset)
    closed = not hand.melds and shape == "regular"
    return HongKongFacts(
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


def _seven_different_pairs(concealed: int) -> bool:
    return is_seven_pairs(concealed) and present(concealed).bit_count() == 7


def _divide(facts: HongKongFacts, win: Win, hand: HandTally, sets: tuple[int, ...], divided: tuple[int, ...]) -> None:
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


def _count(groups: tuple[int, ...], facts: HongKongFacts, preset: Preset) -> Interpretation:
    """Apply exclusions and limit hands to the patterns of an interpretation, and add up (HK2 to HK5)."""
    met = [Met(row, times) for row in preset.patterns for times in [int(row.when(facts))] if times]
    excluded = {other: each.pattern for each in met for other in each.pattern.excludes}
    left = [Left(each, excluded[each.pattern.id], "included") for each in met if each.pattern.id in excluded]
    met = [each for each in met if each.pattern.id not in excluded]
    limits = [each for each in met if each.pattern.limit]
    if limits and preset.answers["HK5"] != "all":
        alone = max(limits, key=lambda each: (each.value, -_place(each.pattern)))
        stays = [each is alone or (preset.answers["HK5"] == "bonuses" and _is_bonus(each.pattern)) for each in met]
        left += [Left(each, alone.pattern, "listed limit") for each, stay in zip(met, stays, strict=True) if not stay]
        met = [each for each, stay in zip(met, stays, strict=True) if stay]
    lines = tuple(met or [Met(PATTERN["0.1"], 1)])
    raw = sum([each.value for each in lines])
    flowers = (
        0 if preset.answers["HK2"] == "count" else sum([each.value for each in lines if each.pattern.id[0] == "2"])
    )
    value = preset.capped(raw)
    return Interpretation(groups, lines, lines, tuple(left), raw, value, raw - flowers, _limit(value, raw))


def _is_bonus(pattern: Pattern) -> bool:
    """Return True for patterns that count beside a limit hand: how it was won, flowers, kongs of HK22."""
    return not pattern.limit and (pattern.id[0] in "12" or pattern.id in ("6.2", "6.3"))
