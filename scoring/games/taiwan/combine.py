"""The score sheet of a hand in Taiwan: its readings, exclusions, the most tai of a hand, wins by flowers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from scoring.errors import Circumstance
from scoring.findings import UNUSABLE, Finding, HandFault, faults_of
from scoring.games.listed import Engine, Interpretation, Left, ListedReading, Met, arrangement, tiles_of
from scoring.games.taiwan.findings import by_flowers, taiwan_findings
from scoring.games.taiwan.patterns import PATTERN, PLACE_OF, SETS, Pattern, TaiwanFacts, TaiwanShape, TilePlace
from scoring.games.taiwan.payment import split
from scoring.games.taiwan.presets import OFF, Preset
from scoring.games.taiwan.words import told
from scoring.groups import PAIR, PUNG
from scoring.hand import Win
from scoring.partition import (
    HandTally,
    goes_into,
    is_pairs_and_triplet,
    pairs_and_triplet_waits,
    regular,
    regular_waits,
)
from scoring.sheet import ScoreSheet, ScoreTotals, Set
from scoring.tiles import ALL, COPIES, FLOWERS, HONORS, KIND, ONE, PLAYED, SUIT_MASKS, WINDS, kinds, present

_WINDS: Final = range(PUNG + 27, PUNG + 31)
"""The triplets of winds."""
_DRAGONS: Final = range(PUNG + 31, PUNG + 34)
"""The triplets of dragons."""
_SERIES: Final = (FLOWERS[:4], FLOWERS[4:])
"""The two series of flowers, each in the order of the winds that they belong to."""
_BY_TILE: Final = frozenset(
    ("1.1", "1.2", "1.3", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "5.1", "5.2", "5.3")
)
"""The patterns that the winning tile alone shows."""
_REDUCED: Final = 2
"""Tai of Concealed and Self-Drawn where it counts less (TW17, TW20)."""


@dataclass(frozen=True, slots=True)
class TaiwanScore:
    """The result of a hand in Taiwan's own terms.

    Attributes:
        raw: Tai before the most of a hand, without those of the dealer.
        base: The base of each payment.
        unit: The cost of a tai.
        dealer: Tai of a payment between the dealer and another player.
    """

    raw: int = 0
    base: int = 0
    unit: int = 0
    dealer: int = 0


class TaiwanEngine(Engine[Preset]):
    """The scoring of hands by the list of a table."""

    def score(self, win: Win, preset: Preset) -> ScoreSheet:
        """Score a hand; its sheet has what a payment is made of."""
        sheet = super().score(_whole(win, preset), preset)
        raw = sum([line.points for line in sheet.lines])
        dealer = preset.dealer_tai(told(win).streak)
        return replace(sheet, win=win, extra=TaiwanScore(raw, preset.stake, preset.unit, dealer))

    def worth(self, win: Win, preset: Preset) -> ScoreTotals:
        """Return the totals of a hand's sheet."""
        return super().worth(_whole(win, preset), preset)

    def unknown(self, win: Win, preset: Preset) -> tuple[Circumstance, ...]:
        """Return the unknown circumstances without which no hand is scored; unnamed flowers are those of others."""
        return tuple([each for each in unknowns(win, preset) if each != "flower-names"])

    def findings(self, win: Win, preset: Preset) -> tuple[Finding, ...]:
        """Return the faults of a hand; flowers are one where they are not played."""
        found = taiwan_findings(_as_played(win, preset))
        if win.flowers and preset.flowers == OFF:
            return (*found, Finding("flowers-not-played", {"flowers": win.flowers}))
        return found

    def read(self, win: Win, preset: Preset) -> ListedReading:
        """Return the readings of a hand; flowers that win are the only one of tiles that do not."""
        won = _won_by_flowers(win, preset)
        if won and win.winning is None:  # before the replacement of the last flower is drawn
            found = self.findings(win, preset)
            return ListedReading(None, () if faults_of(found) & UNUSABLE else (_of_flowers(win, preset),), found)
        read = super().read(win, preset)
        if read.ways or not won or faults_of(read.found) & UNUSABLE:
            return read
        return ListedReading(None, (_of_flowers(win, preset),), read.found)

    def interpretations(self, win: Win, hand: HandTally, wrong: HandFault, preset: Preset) -> list[Interpretation]:
        """Return the best reading of each division: the winning tile may stand in several of its groups."""
        facts = _facts(win, hand, "regular", preset)
        divided = [_placed(facts, win, hand, groups) for groups in regular(hand.concealed)]
        chows = [each for places in divided for each in places if each.chows == SETS]
        always = all(each.place == "two-sided" for each in chows)
        found: list[Interpretation] = []
        for groups, places in zip(regular(hand.concealed), divided, strict=True):
            sets = tuple(sorted([*hand.melds, *groups[:-1]]))
            ways = [_count((*sets, groups[-1]), replace(each, always_open=always), preset) for each in places]
            found.append(min(ways, key=lambda way: self.order(way, preset)))
        if preset.pairs and not hand.melds and is_pairs_and_triplet(hand.concealed):
            found.append(_count((), _of_pairs(_facts(win, hand, "pairs", preset), win, hand), preset))
        return found

    def order(self, way: Interpretation, preset: Preset) -> tuple[int, int, list[int]]:
        """Return a sorting key: most tai before the most of a hand, then fewest lines."""
        return -way.raw, len(way.lines), [PLACE_OF[met.pattern.id] for met in way.lines]

    def tied(self, way: Interpretation, best: Interpretation) -> bool:
        """Return True if two readings have the same tai, also before the most of a hand."""
        return way.raw == best.raw

    def shown(self, win: Win, hand: HandTally | None, met: Met, way: Interpretation) -> tuple[Set, ...]:
        """Return the tiles that form a pattern: the winning tile, flowers, some sets, or the whole hand."""
        number = met.pattern.id
        if number[0] == "4":
            return (win.flower_tiles,) if win.flower_tiles else ()
        if number in _BY_TILE:
            return ((win.winning,),) if win.winning else ()
        if hand is not None and way.groups:
            wanted = {
                "3.1": _DRAGONS,
                "3.2": (PUNG + KIND[win.round_wind or "E"],),
                "3.3": (PUNG + KIND[wind_of_winner(win)],),
                "3.4": _WINDS,
                "3.5": (*_DRAGONS, *(group + PAIR - PUNG for group in _DRAGONS)),
                "3.6": _DRAGONS,
                "3.7": (*_WINDS, *(group + PAIR - PUNG for group in _WINDS)),
                "3.8": _WINDS,
            }.get(number)
            if wanted is not None:
                return tiles_of([group for group in way.groups if group in wanted], hand)
        return arrangement(win, hand, way)

    def contradicted(self, found: tuple[Finding, ...], preset: Preset) -> Iterator[tuple[Pattern, Finding]]:
        """Yield the pattern of each circumstance that the hand contradicts, also one that the table does not play."""
        for finding in found:
            said = finding.about.get("words", finding.about.get("word"))
            words = said if isinstance(said, tuple) else (said,)
            numbers = [_OF_WORD[word] for word in words if isinstance(word, str) and word in _OF_WORD]
            for number in [*numbers, *([_CLAIMED[finding.kind]] if finding.kind in _CLAIMED else [])]:
                yield PATTERN[number], finding

    def payments(
        self, win: Win, way: Interpretation, wrong: HandFault, preset: Preset
    ) -> Mapping[str, int | Fraction] | None:
        """Return the gain or loss of each seat for a hand that may be declared, or None if they are unknown."""
        eight = _won_by_flowers(win, preset) == len(FLOWERS)
        if win.seat is None or (win.self_draw is None and not eight):
            return None
        drawn = eight or (win.self_draw and not _won_by_flowers(win, preset))
        if not drawn and win.giver in (None, win.seat):
            return None
        return dict(split(way.value, win.seat, None if drawn else win.giver, preset, told(win).streak))

    def switches(self, preset: Preset) -> tuple[tuple[str, str], ...]:
        """Return the switches that the table answers otherwise than the built-in preset."""
        return preset.different


_CLAIMED: Final = {
    "replacement-without-kong": "1.8",
    "robbed-tile-held": "1.7",
    "robbed-on-last-tile": "1.10",
    "by-flowers-impossible": "4.4",
}
"""The pattern of each circumstance, by the finding that contradicts it."""
_OF_WORD: Final = {
    "heaven": "5.1",
    "earth": "5.2",
    "man": "5.3",
    "ready": "1.11",
    "ready=heaven": "1.12",
    "ready=earth": "1.13",
}
"""The pattern of each word of the first turn."""

ENGINE: Final = TaiwanEngine()
"""The scoring of hands under any preset."""


def unknowns(win: Win, preset: Preset) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances on which the tai of a hand depend."""
    flowers = preset.flowers != OFF
    unnamed = preset.flowers == "own" and 0 < (win.flowers or 0) < len(FLOWERS) and not win.flower_tiles
    replaced = win.has_kong or (flowers and win.flowers != 0)
    open_: tuple[tuple[Circumstance, bool], ...] = (
        ("self-draw", win.self_draw is None),
        ("seat", win.seat is None),
        ("round", win.round_wind is None),
        ("flowers", flowers and win.flowers is None),
        ("flower-names", unnamed),
        ("kong", win.kong is None and win.self_draw is not False and replaced),
    )
    return tuple([circumstance for circumstance, unknown in open_ if unknown])


def wind_of_winner(win: Win) -> str:
    """Return the wind of the winner, who sits at the place of it unless the text says otherwise."""
    return told(win).wind or win.seat or "E"


def _of_seat(win: Win, preset: Preset) -> Win:
    """Return a hand without a wind of the winner where the dealer decides it, not the dice."""
    if preset.by_dice or told(win).wind is None:
        return win
    return replace(win, extra=replace(told(win), wind=None))


def _whole(win: Win, preset: Preset) -> Win:
    """Return a hand with the number of flowers of a win by them, and without a wind of the winner that dice decide."""
    drawn = False if win.self_draw is None and win.discarder else win.self_draw
    if win.flowers is None and drawn is not None and preset.by_flowers and told(win).by_flowers:
        win = replace(win, flowers=told(win).flowers(drawn))
    return _of_seat(win, preset)


def _as_played(win: Win, preset: Preset) -> Win:
    """Return a hand without the flowers and the win by them that a table does not play."""
    if preset.flowers == OFF:
        win = replace(win, flowers=0, flower_tiles=())
    if told(win).by_flowers and not preset.by_flowers:
        win = replace(win, extra=replace(told(win), by_flowers=False))
    return win


def _won_by_flowers(win: Win, preset: Preset) -> int:
    """Return the number of flowers that win under a preset, or 0."""
    return by_flowers(win) if preset.by_flowers else 0


def _of_flowers(win: Win, preset: Preset) -> Interpretation:
    """Return the win by flowers alone, whatever the tiles."""
    number = "4.4" if _won_by_flowers(win, preset) == len(FLOWERS) else "4.5"
    met = (Met(next(row for row in preset.patterns if row.id == number), 1),)
    raw = met[0].value
    value = preset.capped(raw)
    return Interpretation((), met, met, (), raw, value, value, "compound" if value < raw else "", whole=True)


# Facts


def _facts(win: Win, hand: HandTally, shape: TaiwanShape, preset: Preset) -> TaiwanFacts:
    found = taiwan_findings(_as_played(win, preset))
    wrong = {finding.kind for finding in found}
    words = {str(finding.about["word"]) for finding in found if finding.kind == "first-turn-impossible"}
    own, flowers = told(win), win.flowers or 0 if preset.flowers != OFF else 0
    won = _won_by_flowers(win, preset)
    drawn = won == len(FLOWERS) or (bool(win.self_draw) and not won)
    kong, both = bool(win.kong), "two-at-once" in wrong
    of_wind, in_series, series = _flowers(win) if flowers else (0, 0, 0)
    there = present(hand.tally)
    return TaiwanFacts(
        shape=shape,
        there=there,
        suits=sum([1 for suit in SUIT_MASKS if there & suit]),
        exposed=hand.exposed,
        drawn=drawn,
        last_tile=win.last_tile and "robbed-on-last-tile" not in wrong,
        robbed=kong and not drawn and not won and "robbed-tile-held" not in wrong,
        replacement=drawn and (kong or win.flower_tile) and "replacement-without-kong" not in wrong,
        announced="" if both or "ready-impossible" in wrong else own.ready,
        heaven=win.heaven and not both and "heaven" not in words,
        earth=win.earth and not both and "earth" not in words,
        man=win.man and not both and "man" not in words,
        kinds=_waits(win, hand, preset),
        flowers=flowers,
        own_flowers=of_wind,
        own_in_series=in_series,
        series=series,
        by_flowers=won,
    )


def _flowers(win: Win) -> tuple[int, int, int]:
    """Return the flowers of the winner's wind, how many of them stand in a complete series, and the complete series.

    Flowers that are not named are those that count least; seven of them have a complete series at least.
    """
    seat = WINDS.index(wind_of_winner(win))
    laid = FLOWERS if win.flowers == len(FLOWERS) else win.flower_tiles
    if win.flowers == len(FLOWERS) - 1 and not laid:
        laid = tuple([code for code in FLOWERS if code != FLOWERS[seat]])
    own = [series for series in _SERIES if series[seat] in laid]
    complete = [series for series in _SERIES if all(code in laid for code in series)]
    return len(own), len(complete), len(complete)


def _waits(win: Win, hand: HandTally, preset: Preset) -> int:
    """Return the number of kinds that win by their shape; a tile of which the hand holds four is none."""
    before = hand.concealed - ONE[hand.tile]
    won = set(kinds(regular_waits(before)))
    if preset.pairs and not hand.melds:
        won |= set(kinds(pairs_and_triplet_waits(before)))
    held = win.tiles[:-1]
    return sum([held.count(PLAYED[kind]) < COPIES for kind in won])


def _placed(facts: TaiwanFacts, win: Win, hand: HandTally, groups: Sequence[int]) -> list[TaiwanFacts]:
    """Return the facts of a division, once for each place of the winning tile in it."""
    pair = groups[-1] - PAIR
    sets = [*hand.melds, *groups[:-1]]
    triplets = [group for group in sets if group >= PUNG]
    closed = sum([group >= PUNG for group in groups[:-1]]) + len(hand.closed)
    whole = replace(
        _honours(facts, win, triplets),
        chows=len(sets) - len(triplets),
        triplets=len(triplets),
        concealed=closed,
        suited_pair=not ONE[pair] & HONORS,
        dragon_pair=pair + PUNG in _DRAGONS,
        wind_pair=pair + PUNG in _WINDS,
    )
    found = []
    for group in dict.fromkeys(groups):
        if goes_into(hand.tile, group):
            place = _place(hand.tile, group)
            given = place == "triplet" and not facts.drawn
            found.append(replace(whole, place=place, concealed=closed - given))
    return found


def _honours(facts: TaiwanFacts, win: Win, triplets: Sequence[int]) -> TaiwanFacts:
    """Return the facts with those about triplets of honours."""
    return replace(
        facts,
        dragons=sum([group in _DRAGONS for group in triplets]),
        winds=sum([group in _WINDS for group in triplets]),
        seat_wind=PUNG + KIND[wind_of_winner(win)] in triplets,
        round_wind=PUNG + KIND[win.round_wind or "E"] in triplets,
    )


def _of_pairs(facts: TaiwanFacts, win: Win, hand: HandTally) -> TaiwanFacts:
    """Return the facts of seven pairs and a triplet."""
    triplet = PUNG + next(kinds(hand.concealed & ALL))
    return _honours(facts, win, [triplet])


def _place(tile: int, group: int) -> TilePlace:
    """Return the place of a tile in a group."""
    if group >= PAIR:
        return "pair"
    if group >= PUNG:
        return "triplet"
    at, first = tile - group, group % 9
    if at == 1:
        return "middle"
    return "edge" if (at, first) in ((2, 0), (0, 6)) else "two-sided"


# Adding up


def _count(groups: tuple[int, ...], facts: TaiwanFacts, preset: Preset) -> Interpretation:
    """Apply the exclusions to the patterns of a reading, and add up."""
    met = [Met(row, times) for row in preset.patterns for times in [int(row.when(facts))] if times]
    met, left = _drawn(met, preset)
    excluded = {other: each.pattern for each in met for other in each.pattern.excludes}
    left += [Left(each, excluded[each.pattern.id], "included") for each in met if each.pattern.id in excluded]
    lines = tuple([each for each in met if each.pattern.id not in excluded])
    raw = sum([each.value for each in lines])
    value = preset.capped(raw)
    return Interpretation(groups, lines, lines, tuple(left), raw, value, value, "compound" if value < raw else "")


def _drawn(met: list[Met], preset: Preset) -> tuple[list[Met], list[Left]]:
    """Count a concealed hand's self-draw less beside the patterns that hold part of it (2.9, TW17, TW20)."""
    found = {each.pattern.id: each for each in met}
    whole = found.get("1.3")
    if whole is None:
        return met, []
    early = found.get("1.12") or found.get("1.13")
    alone = found.get("2.9") or (early if early and preset.answers["TW17"] == "1" else None)
    if alone:
        drawn = Met(next(row for row in preset.patterns if row.id == "1.2"), 1)
        return [drawn if each is whole else each for each in met], [Left(whole, alone.pattern, "included")]
    if early or ("2.5" in found and preset.answers["TW20"] == "excludes"):
        less = Met(replace(whole.pattern, value=_REDUCED), 1)
        return [less if each is whole else each for each in met], []
    return met, []
