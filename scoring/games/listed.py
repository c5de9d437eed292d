"""The engine of rule books that are a list of patterns: the interpretations of a hand, and its sheet with reasons."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from scoring.errors import Circumstance, UnknownCircumstancesError
from scoring.findings import UNUSABLE, Finding, HandFault, faults_of, findings
from scoring.groups import TILES_OF
from scoring.hand import Win
from scoring.partition import HandTally, is_seven_pairs, regular, tally_of
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
from scoring.tiles import KIND
from scoring.tournament import SwitchedPreset


class Pattern(Protocol):
    """A pattern of a list.

    Attributes:
        id: Its number in the list.
        key: The text that no other pattern has: its number, or its name if several have one number.
        name: Its English name.
        zh: Its Chinese name.
        value: Its value.
    """

    @property
    def id(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def zh(self) -> str: ...
    @property
    def value(self) -> int: ...


class Preset(SwitchedPreset, Protocol):
    """Rules that are a list of patterns.

    Attributes:
        minimum: Value that a hand needs.
        pinned: The switches that a tournament answers otherwise, each with the preset to compare with.
    """

    @property
    def minimum(self) -> int: ...
    @property
    def pinned(self) -> Sequence[tuple[str, Any]]: ...


R = TypeVar("R", bound=Preset)


class Met(NamedTuple):
    """A pattern of an interpretation, the number of times it counts, and the groups that it names."""

    pattern: Any
    times: int
    groups: tuple[int, ...] = ()

    @property
    def value(self) -> int:
        """Its value in all."""
        return self.pattern.value * self.times  # type: ignore[no-any-return]


class Left(NamedTuple):
    """A pattern of an interpretation that does not count, and the pattern and the principle that exclude it."""

    met: Met
    by: Any
    principle: Principle


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One reading of a hand, and its patterns.

    Attributes:
        groups: The sets in ascending order with the pair last; empty for irregular hands.
        met: The patterns that it would bring, in the order of the list.
        lines: Those of them that count.
        left: The excluded patterns.
        raw: Its value before the limit.
        value: Its value up to the limit.
        counted: The value that counts towards the minimum.
        limit: As in `ScoreSheet`.
        whole: True if something else than its tiles won, whatever these are.
    """

    groups: tuple[int, ...]
    met: tuple[Met, ...]
    lines: tuple[Met, ...]
    left: tuple[Left, ...]
    raw: int
    value: int
    counted: int
    limit: Literal["", "listed", "compound"] = ""
    whole: bool = False


class ListedReading(NamedTuple):
    """The tally of a hand, None if its tiles are impossible; its interpretations, the best first; and its faults."""

    hand: HandTally | None
    ways: Sequence[Interpretation]
    found: tuple[Finding, ...]


class Engine(Generic[R]):
    """The scoring of hands by a list of patterns; a game derives its own, which says what differs."""

    def score(self, win: Win, preset: R) -> ScoreSheet:
        """Score a hand.

        A hand that does not win, or whose tiles are impossible, gets a sheet with `wins` False.

        Raises:
            UnknownCircumstancesError: The score may depend on unknown circumstances.
        """
        read = self.read(win, preset)
        if read.ways:
            return self._sheet(win, preset, read)
        head = (win, preset.name, preset.version, False, 0, preset.minimum, 0)
        return ScoreSheet(*head, (), (), (), (), read.found, switches=self.switches(preset))

    def worth(self, win: Win, preset: R) -> ScoreTotals:
        """Return the totals of a hand's sheet; see `score`."""
        ways = self.read(win, preset).ways
        if not ways:
            return ScoreTotals(False, 0, False)
        return ScoreTotals(True, ways[0].value, ways[0].counted >= preset.minimum)

    def read(self, win: Win, preset: R) -> ListedReading:
        """Return the interpretations of a hand."""
        if unknown := self.unknown(win, preset):
            raise UnknownCircumstancesError(unknown)
        found = self.findings(win, preset)
        wrong = faults_of(found)
        if wrong & UNUSABLE:
            return ListedReading(None, (), found)
        hand = tally_of(win)
        ways = self.interpretations(win, hand, wrong, preset)
        if len(ways) > 1:
            ways.sort(key=lambda way: self.order(way, preset))
        return ListedReading(hand, ways, found)

    def interpretations(self, win: Win, hand: HandTally, wrong: HandFault, preset: R) -> list[Interpretation]:
        """Return the interpretations of a hand in any order."""
        found = [self.divided(win, hand, groups, wrong, preset) for groups in regular(hand.concealed)]
        irregular = None if hand.melds else self.irregular(win, hand, wrong, preset)
        return found if irregular is None else [*found, irregular]

    # What a game says

    def unknown(self, win: Win, preset: R) -> tuple[Circumstance, ...]:
        """Return the unknown circumstances without which a hand cannot be scored."""
        return win.unknown

    def findings(self, win: Win, preset: R) -> tuple[Finding, ...]:
        """Return the faults of a hand."""
        return findings(win)

    def divided(
        self, win: Win, hand: HandTally, groups: tuple[int, ...], wrong: HandFault, preset: R
    ) -> Interpretation:
        """Return the interpretation of four sets and a pair, with the concealed tiles divided into these groups.

        The pair is last in `groups`.
        """
        raise NotImplementedError

    def irregular(self, win: Win, hand: HandTally, wrong: HandFault, preset: R) -> Interpretation | None:
        """Return the interpretation of a hand without melds as no sets, or None if it has none."""
        raise NotImplementedError

    def order(self, way: Interpretation, preset: R) -> tuple[Any, ...]:
        """Return a sorting key of interpretations: the best comes first."""
        raise NotImplementedError

    def tied(self, way: Interpretation, best: Interpretation) -> bool:
        """Return True if two interpretations are worth the same."""
        return way.value == best.value

    def shown(self, win: Win, hand: HandTally | None, met: Met, way: Interpretation) -> tuple[Set, ...]:
        """Return the tiles that form a pattern."""
        raise NotImplementedError

    def contradicted(self, found: tuple[Finding, ...], preset: R) -> Iterable[tuple[Pattern, Finding]]:
        """Yield the pattern of each circumstance that the tiles contradict."""
        raise NotImplementedError

    def payments(
        self, win: Win, way: Interpretation, wrong: HandFault, preset: R
    ) -> Mapping[str, int | Fraction] | None:
        """Return the gain or loss of each seat for a hand that may be declared, or None if they are unknown."""
        raise NotImplementedError

    def switches(self, preset: R) -> tuple[tuple[str, str], ...]:
        """Return the switches that a sheet names, with their answers."""
        return ()

    # The sheet

    def _sheet(self, win: Win, preset: R, read: ListedReading) -> ScoreSheet:
        hand, best = read.hand, read.ways[0]
        lines = [
            Line(row.id, row.name, row.zh, met.value, met.times, self.shown(win, hand, met, best))
            for met in best.lines
            for row in [met.pattern]
        ]
        ties = [
            Tie(
                arrangement(win, hand, way),
                tuple([met.pattern.name for met in way.met]),
                tuple([met.pattern.zh for met in way.met]),
            )
            for way in read.ways[1:]
            if self.tied(way, best)
        ]
        return ScoreSheet(
            win,
            preset.name,
            preset.version,
            wins=True,
            total=best.value,
            minimum=preset.minimum,
            counted=best.counted,
            lines=tuple(lines),
            left_out=tuple(self._left_out(win, preset, read)),
            arrangement=arrangement(win, hand, best),
            ties=tuple(ties),
            findings=read.found,
            payments=(
                self.payments(win, best, faults_of(read.found), preset) if best.counted >= preset.minimum else None
            ),
            limit=best.limit,
            rulings=tuple(self._rulings(win, preset, best)),
            switches=self.switches(preset),
        )

    def _rulings(self, win: Win, preset: R, best: Interpretation) -> Iterable[RulingEffect]:
        """Yield the answers of a tournament that change the value of a hand, each compared with its base's answer."""
        for switch, other in preset.pinned:
            otherwise = self.worth(win, other).total
            if otherwise != best.value:
                yield RulingEffect(switch, preset.answers[switch], other.answers[switch], otherwise)

    def _left_out(self, win: Win, preset: R, read: ListedReading) -> list[ExcludedPattern]:
        """Return the excluded patterns of the hand: those of the best interpretation, of others, of contradictions."""
        hand, best = read.hand, read.ways[0]

        def left(met: Met, way: Interpretation, because: Because, principle: Principle) -> ExcludedPattern:
            row = met.pattern
            return ExcludedPattern(row.id, row.name, row.zh, because, principle, self.shown(win, hand, met, way))

        found = [left(each.met, best, (_name(each.by),), each.principle) for each in best.left]
        named = {met.pattern.key for met in (*best.lines, *[each.met for each in best.left])}
        for way in read.ways[1:]:
            for met in way.met:
                if met.value and met.pattern.key not in named:
                    named.add(met.pattern.key)
                    found.append(left(met, way, best.value, "freedom of count"))
        for pattern, finding in self.contradicted(read.found, preset):
            if pattern.key not in named:
                named.add(pattern.key)
                found.append(left(Met(pattern, 1), best, finding, "contradiction"))
        return found


def tiles_of(groups: Iterable[int], hand: HandTally) -> tuple[Set, ...]:
    """Return the tiles of some groups of a hand; a kong has four."""
    return tuple([TILES_OF[hand.kong_of.get(group, group)] for group in groups])


def arrangement(win: Win, hand: HandTally | None, way: Interpretation) -> tuple[Set, ...]:
    """Return the tiles as an interpretation divides them: sets and the pair, or pairs, or single tiles."""
    if way.groups and hand is not None:
        return tiles_of(way.groups, hand)
    tiles = sorted([code for code in (*win.concealed, win.winning) if code], key=KIND.__getitem__)
    if hand is not None and not way.whole and is_seven_pairs(hand.concealed):
        return tuple([(code, code) for code in tiles[::2]])
    return (*(meld.tiles for meld in win.melds), *([tuple(tiles)] if tiles else []))


def _name(pattern: Pattern) -> PatternName:
    return PatternName(pattern.id, pattern.name, pattern.zh)
