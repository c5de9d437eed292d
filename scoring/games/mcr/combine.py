"""The score sheet of a hand: its best interpretation line by line, and the excluded fan."""

from collections.abc import Callable, Iterable
from typing import Final

from scoring.errors import UnknownCircumstancesError
from scoring.findings import UNUSABLE, Finding, HandFault, faults_of, findings
from scoring.games.mcr.interpretation import Case, McrInterpretation, case_of, interpretations, wait
from scoring.games.mcr.payment import payments
from scoring.games.mcr.presets import Preset
from scoring.games.mcr.relations import RELATIONAL
from scoring.groups import TILES_OF
from scoring.hand import Win
from scoring.partition import goes_into, is_seven_pairs
from scoring.sheet import ExcludedPattern, Line, RulingEffect, ScoreSheet, ScoreTotals, Set, Tie
from scoring.tiles import DIGIT, KIND, PLAYED, SUIT_MASKS, kinds

_NOTHING: Final = HandFault(0)
_SINGLE_WAIT: Final = 79
"""The number of Single Wait, whose pair has the winning tile twice."""
_CLOSED_KONGS: Final = frozenset((53, 67))
"""The fan of concealed kongs alone."""
_EXPOSED_KONGS: Final = frozenset((57, 74))
"""The fan of exposed kongs alone."""
_CLAIMED: Final = {
    HandFault.REPLACEMENT_WITHOUT_KONG: 46,
    HandFault.ROBBED_TILE_HELD: 47,
    HandFault.ROBBED_ON_LAST_TILE: 45,
    HandFault.LAST_OF_KIND_HELD: 58,
}
"""The fan of each circumstance, by the fault that contradicts it."""


def score(win: Win, preset: Preset) -> ScoreSheet:
    """Score a hand under one of the presets of `scoring.games.mcr.presets`.

    A hand that does not win, or whose tiles are impossible, gets a sheet with `wins` False.

    Raises:
        UnknownCircumstancesError: The score may depend on unknown circumstances.
    """
    case, ways, found = _read(win, preset)
    if case is None or not ways:
        return ScoreSheet(win, preset.name, preset.version, False, 0, preset.minimum, 0, (), (), (), (), found)
    return _sheet(case, sorted(ways, key=_order) if len(ways) > 1 else ways, found)


def worth(win: Win, preset: Preset) -> ScoreTotals:
    """Return the totals of a hand's sheet; see `score`."""
    _, ways, _ = _read(win, preset)
    if not ways:
        return ScoreTotals(False, 0, False)
    points = max([way.points for way in ways])
    return ScoreTotals(True, points + (win.flowers or 0), points >= preset.minimum)


def _read(win: Win, preset: Preset) -> tuple[Case | None, list[McrInterpretation], tuple[Finding, ...]]:
    """Return the prepared hand, its interpretations and its faults; the case is None if its tiles are impossible."""
    if win.unknown:
        raise UnknownCircumstancesError(win.unknown)
    found = findings(win)
    contradicted = faults_of(found) if found else _NOTHING
    if found and contradicted & UNUSABLE:
        return None, [], found
    case = case_of(win, preset, contradicted)
    return case, interpretations(case), found


def _order(way: McrInterpretation) -> tuple[int, tuple[int, ...]]:
    """Return a sorting key: most points first, then the interpretation with the fan that the book lists first."""
    return -way.points, way.counted


def _sheet(case: Case, ranked: list[McrInterpretation], found: tuple[Finding, ...]) -> ScoreSheet:
    best = ranked[0]
    preset = case.preset
    fans = preset.fans
    whole = _arrangement(case, best)
    times = best.times
    lines = []
    for number in best.counted:
        count = times.get(number, 1)
        fan = fans[number]
        sources = _sources(case, best, number, whole)
        lines.append(Line(fan.number, fan.name, fan.zh, fan.points * count, count, sources))
    win = case.win
    if win.flowers:
        lines.append(Line(*preset.names[81], win.flowers, win.flowers, (win.flower_tiles,)))
    left = _left_out(case, best, whole)
    ties: list[Tie] = []
    if len(ranked) > 1:
        ties = [_tie(case, other) for other in ranked[1:] if other.points == best.points]
        left += _lower_interpretations(case, ranked)
    if found:
        left += _contradicted(case, found)
    points = best.points
    total = points + (win.flowers or 0)
    return ScoreSheet(
        win,
        preset.name,
        preset.version,
        True,
        total,
        preset.minimum,
        points,
        tuple(lines),
        tuple(left),
        whole,
        tuple(ties),
        found,
        payments(win, total) if points >= preset.minimum else None,
        rulings=_rulings(case, points, found) if preset.pinned else (),
    )


def _rulings(case: Case, points: int, found: tuple[Finding, ...]) -> tuple[RulingEffect, ...]:
    """Return the tournament's answers that change the points of this hand, each compared with its base's answer."""
    effects = []
    contradicted = faults_of(found)
    for switch, other in case.preset.pinned:
        otherwise = max(way.points for way in interpretations(case_of(case.win, other, contradicted)))
        if otherwise != points:
            answer = case.preset.answers[switch]
            effects.append(RulingEffect(switch, answer, other.answers[switch], otherwise + (case.win.flowers or 0)))
    return tuple(effects)


def _arrangement(case: Case, way: McrInterpretation) -> tuple[Set, ...]:
    """Return the tiles as an interpretation divides them: sets and pair, or pairs, or single tiles; kongs have four."""
    if way.groups:
        kongs = case.hand.kong_of
        shown = tuple([TILES_OF[kongs.get(group, group)] for group in way.groups])
        return (*_knitted_threes(way.knitted), *shown) if way.knitted else shown
    win = case.win
    tiles = sorted((*win.concealed, win.winning or ""), key=KIND.__getitem__)
    if is_seven_pairs(case.hand.concealed):
        return tuple([(code, code) for code in tiles[::2]])
    return (tuple(tiles),)


def _knitted_threes(nine: int) -> tuple[Set, ...]:
    return tuple([tuple([PLAYED[kind] for kind in kinds(nine & suit)]) for suit in SUIT_MASKS])


def _sources(case: Case, way: McrInterpretation, fan: int, whole: tuple[Set, ...]) -> tuple[Set, ...]:
    """Return the tiles that form a fan: the sets that it names, the winning tile, or the whole hand."""
    source = _SOURCES.get(fan)
    return (source(case, way, fan) or whole) if source else whole


def _combined(case: Case, way: McrInterpretation, fan: int) -> tuple[Set, ...]:
    groups = way.groups
    chosen = [nodes for number, nodes in way.chosen if number == fan]
    return _shown(case, [group for nodes in chosen for at, group in enumerate(groups) if nodes >> at & 1])


def _completed(case: Case, way: McrInterpretation, fan: int) -> tuple[Set, ...]:
    if way.completed >= 0:
        return (TILES_OF[way.completed],)
    tile = case.win.winning or ""
    return ((tile, tile) if is_seven_pairs(case.hand.concealed) else (tile,),)


def _kongs(case: Case, way: McrInterpretation, fan: int) -> tuple[Set, ...]:
    closed = case.hand.closed
    return tuple(
        [
            TILES_OF[kong]
            for pung, kong in case.hand.kong_of.items()
            if fan not in (_EXPOSED_KONGS if pung in closed else _CLOSED_KONGS)
        ]
    )


def _four_alike(case: Case, way: McrInterpretation, fan: int) -> tuple[Set, ...]:
    return tuple([(PLAYED[kind],) * 4 for kind in kinds(case.tiles.four_alike)])


def _knitted(case: Case, way: McrInterpretation, fan: int) -> tuple[Set, ...]:
    return _knitted_threes(way.knitted) if way.knitted else ()


_SOURCES: Final[dict[int, Callable[[Case, McrInterpretation, int], tuple[Set, ...]]]] = {
    **dict.fromkeys(RELATIONAL, _combined),
    **dict.fromkeys((44, 45, 46, 47, 58, 80), lambda case, way, fan: ((case.win.winning or "",),)),
    **dict.fromkeys((59, 60, 61, 73), lambda case, way, fan: _shown(case, way.pungs.get(fan, ()))),
    **dict.fromkeys((77, 78, 79), _completed),
    **dict.fromkeys((5, 17, 53, 57, 67, 74, 82), _kongs),
    **dict.fromkeys((12, 33, 66), lambda case, way, fan: _shown(case, way.concealed)),
    64: _four_alike,
    35: _knitted,
}
"""Functions that find the tiles of each fan; the whole hand forms all other fan."""


def _shown(case: Case, groups: Iterable[int]) -> tuple[Set, ...]:
    kongs = case.hand.kong_of
    return tuple([TILES_OF[kongs.get(group, group)] for group in groups])


def _left_out(case: Case, way: McrInterpretation, whole: tuple[Set, ...]) -> list[ExcludedPattern]:
    """Return the excluded fan of this interpretation, each with the principle and the fan that excludes it."""
    left, names = [], case.preset.names
    for number, by in way.implied:
        tiles = _sources(case, way, number, whole)
        left.append(ExcludedPattern(*names[number], (names[by],), "non-repeat", tiles))
    seen: set[tuple[int, tuple[Set, ...]]] = set()
    for number, nodes, by_all, principle in way.rejected:
        tiles = tuple([tiles for at, tiles in enumerate(whole) if nodes >> at & 1])
        if (number, tiles) in seen:  # equal sets make the same fan several times over
            continue
        seen.add((number, tiles))
        left.append(ExcludedPattern(*names[number], tuple([names[by] for by in by_all]), principle, tiles))
    for number, group, by in way.taken:
        if number not in case.preset.fans:
            continue
        left.append(ExcludedPattern(*names[number], (names[by],), "non-repeat", _shown(case, (group,))))
    if way.waited:
        left += _other_waits(case, way)
    return left


def _other_waits(case: Case, way: McrInterpretation) -> list[ExcludedPattern]:
    """Return the wait fan that the winning tile would form in another set of the same interpretation."""
    tile = case.hand.tile
    if case.hand.concealed >> DIGIT * tile & 31 <= 1 + (way.waited == _SINGLE_WAIT):
        return []  # no other set has the tile
    concealed = list(way.groups)
    for meld in case.hand.melds:
        concealed.remove(meld)
    others = {wait(group, tile): group for group in concealed if goes_into(tile, group)}
    return [
        ExcludedPattern(*case.preset.names[number], way.points, "high-versus-low", (TILES_OF[group],))
        for number, group in others.items()
        if number not in (0, way.waited) and number in case.preset.fans
    ]


def _lower_interpretations(case: Case, ranked: list[McrInterpretation]) -> list[ExcludedPattern]:
    """Return the fan that only other interpretations have, of no more points than the best one."""
    best = ranked[0]
    named = {
        *best.counted,
        *[number for number, _ in best.implied],
        *[number for number, *_ in best.rejected],
        *[number for number, *_ in best.taken],
    }
    more: list[ExcludedPattern] = []
    names = case.preset.names
    for way in ranked[1:]:
        whole = _arrangement(case, way)
        for number in way.counted:
            if number in named:
                continue
            named.add(number)
            sources = _sources(case, way, number, whole)
            more.append(ExcludedPattern(*names[number], best.points, "high-versus-low", sources))
    return more


def _contradicted(case: Case, found: tuple[Finding, ...]) -> list[ExcludedPattern]:
    """Return the fan of circumstances that the tiles contradict."""
    numbered = [(_CLAIMED.get(finding.fault), finding) for finding in found]
    names, tiles = case.preset.names, ((case.win.winning or "",),)
    return [
        ExcludedPattern(*names[number], finding, "contradiction", tiles)
        for number, finding in numbered
        if number and number in case.preset.fans
    ]


def _tie(case: Case, way: McrInterpretation) -> Tie:
    fans = case.preset.fans
    named = [fans[number] for number in way.counted]
    return Tie(_arrangement(case, way), tuple([fan.name for fan in named]), tuple([fan.zh for fan in named]))
