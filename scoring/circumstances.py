"""The range of scores of a hand while part of how it was won is unknown, and the questions that would settle it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import Any, TypeVar

from scoring.errors import Circumstance
from scoring.games.game import Game, RuleBook
from scoring.hand import Win, with_values
from scoring.rules import DEFAULT, rule_book
from scoring.sheet import ScoreSheet, ScoreTotals
from scoring.ways import contradicted

T = TypeVar("T")

Luck = str
"""A rare circumstance by its word; its owner claims it, so it counts only if it is stated: see `scoring.luck`."""


@dataclass(frozen=True)
class ScoreRange:
    """The possible scores of a hand, as far as it is known how it was won.

    Attributes:
        win: The hand, with its unknown circumstances.
        rules: Name of the preset.
        sheets: One sheet for each way it may have been won; ways that the rule book does not tell apart share a sheet.
        open: The unknown circumstances that change the total or the right to declare; first those that change the
            right, and among equals the one that changes the total most.
        without: Rare luck counted as absent that could be true and would change the total.
        lifting: The smallest sets of rare luck that would bring the hand up to the minimum, in one of the ways below
            it.
    """

    win: Win
    rules: str
    sheets: tuple[ScoreSheet, ...]
    open: tuple[Circumstance, ...]
    without: tuple[Luck, ...]
    lifting: tuple[tuple[Luck, ...], ...] = ()

    @property
    def wins(self) -> bool:
        """True if the tiles make a winning hand; no circumstance changes that."""
        return self.sheets[0].wins

    @property
    def minimum(self) -> int:
        """Points that a hand needs without its flowers."""
        return self.sheets[0].minimum

    @property
    def low(self) -> int:
        """The lowest possible total."""
        return min([sheet.total for sheet in self.sheets])

    @property
    def high(self) -> int:
        """The highest possible total."""
        return max([sheet.total for sheet in self.sheets])

    @property
    def legal(self) -> bool | None:
        """True if the hand may be declared, False if not, or None if it depends on an open circumstance."""
        verdicts = {sheet.legal for sheet in self.sheets}
        return verdicts.pop() if len(verdicts) == 1 else None

    @property
    def sheet(self) -> ScoreSheet | None:
        """The sheet of the hand, or None while a circumstance is open."""
        return None if self.open else self.shared

    @cached_property
    def shared(self) -> ScoreSheet:
        """The sheet of all that the possible sheets agree on: patterns that count or are excluded in every way, and
        shared faults.

        Its `win` has only known circumstances, and it has payments only if winner and payer are known. While a
        circumstance is open, its points are the lowest possible ones and decide nothing.
        """
        lowest, *others = sorted(self.sheets, key=lambda sheet: sheet.total)
        unsettled = rule_book(self.rules).game.unsettled
        known = self.win.seat is not None and all(sheet.win.self_draw == lowest.win.self_draw for sheet in others)
        return replace(
            lowest,
            win=self.win,
            arrangement=lowest.arrangement if all(other.arrangement == lowest.arrangement for other in others) else (),
            lines=_in_all(lowest.lines, [other.lines for other in others]),
            left_out=_in_all(lowest.left_out, [other.left_out for other in others]),
            ties=_in_all(lowest.ties, [other.ties for other in others]),
            rulings=_in_all(lowest.rulings, [other.rulings for other in others]),
            findings=_in_all(lowest.findings, [other.findings for other in others]),
            payments=lowest.payments if known and not self.open else None,
            extra=lowest.extra if all(other.extra == lowest.extra for other in others) else unsettled,
        )


def _in_all(values: tuple[T, ...], others: Sequence[tuple[T, ...]]) -> tuple[T, ...]:
    return tuple([value for value in values if all(value in other for other in others)])


def assess(win: Win, rules: str = DEFAULT) -> ScoreRange:
    """Score a hand in every way that it may have been won.

    Ways that contradict a known circumstance are dropped, such as a self-drawn tile of a known discarder. If all of
    them contradict one, all are kept, and the sheets name the contradiction. A hand with all circumstances known has
    one sheet, that of `score`.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules)
    sheets = tuple([book.score(way) for way in book.game.ways.possible(win, book)])
    worths = {sheet.win: _worth(sheet) for sheet in sheets}
    return ScoreRange(win, rules, sheets, _open(win, worths, book), *_without(win, book, worths))


def _worth(sheet: ScoreSheet) -> ScoreTotals:
    return ScoreTotals(sheet.wins, sheet.total, sheet.legal)


def assumed(win: Win) -> Win:
    """Return the hand with the usual assumptions for unknown circumstances: a discard, seat East, round East, no kong.

    Unknown flowers become none, or as many as win by themselves; flowers known only by number stay so. Unknown
    circumstances of one game alone stay so.
    """
    meant = win.extra.flowers(bool(win.self_draw)) if win.extra else 0
    return replace(
        win,
        flowers=meant if win.flowers is None else win.flowers,
        self_draw=bool(win.self_draw),
        kong=bool(win.kong),
        seat="E" if win.seat is None else win.seat,
        round_wind="E" if win.round_wind is None else win.round_wind,
    )


@dataclass(frozen=True, slots=True)
class Alternative:
    """An assumed circumstance whose other values change the total or the right to declare.

    Attributes:
        circumstance: The circumstance.
        winds: The seats or rounds that give this score; empty for the draw and the kong.
        flowers: The flowers of the own seat that give it.
        worth: The score with this circumstance changed and the others as assumed.
    """

    circumstance: Circumstance
    winds: tuple[str, ...]
    worth: ScoreTotals
    flowers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AssumedScore:
    """The sheet of a hand under `assumed`, and the scores under other assumptions.

    Attributes:
        win: The hand, with its unknown circumstances.
        sheet: The sheet under the assumptions.
        open: The assumptions that matter, the largest effect first.
        low: The lowest possible total.
        high: The highest possible total.
        alternatives: The circumstances that alone change the sheet.
    """

    win: Win
    sheet: ScoreSheet
    open: tuple[Circumstance, ...]
    low: int
    high: int
    alternatives: tuple[Alternative, ...]


def assumption(win: Win, rules: str = DEFAULT) -> AssumedScore:
    """Score a hand as `assumed` takes it, and find the assumptions that matter.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules)
    taken = assumed(win)
    sheet = book.score(taken)
    unsaid = book.game.ways.unknown(win, book)
    if win.seat is None and "seat" not in unsaid:  # the points are known, not who gets them
        sheet = replace(sheet, payments=None)
    if not sheet.wins or not unsaid:
        return AssumedScore(win, sheet, (), sheet.total, sheet.total, ())
    known = {taken: _worth(sheet)}
    worths = {way: known.get(way) or book.worth(way) for way in book.game.ways.possible(win, book)}
    known |= worths
    totals = [worth.total for worth in worths.values()]
    open_ = _open(win, worths, book)
    alternatives: list[Alternative] = []
    for circumstance in open_:
        changed: dict[tuple[ScoreTotals, tuple[str, ...]], tuple[str, ...]] = {}
        for way in book.game.ways.otherwise(taken, circumstance):
            worth = known.get(way) or book.worth(way)
            if worth != known[taken] and not book.game.ways.contradicted(way):
                wind = {"seat": way.seat, "round": way.round_wind}.get(circumstance)
                own = way.flower_tiles if circumstance == "flowers" else ()
                changed[worth, own] = (*changed.get((worth, own), ()), *([wind] if wind else []))
        alternatives += [Alternative(circumstance, winds, worth, own) for (worth, own), winds in changed.items()]
    return AssumedScore(win, sheet, open_, min(totals), max(totals), tuple(alternatives))


def wins(win: Win, rules: str = DEFAULT) -> bool:
    """Return True if the tiles make a winning hand; no circumstance changes that.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    return rule_book(rules).worth(assumed(win)).wins


def _open(win: Win, worths: Mapping[Win, ScoreTotals], book: RuleBook) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances that matter, the largest effect first."""
    unsaid = book.game.ways.unknown(win, book)
    changes = [(*_change(worths, circumstance, unsaid, book.game), circumstance) for circumstance in unsaid]
    changes.sort(key=lambda change: (not change[0], -change[1]))
    return tuple([circumstance for verdict, points, circumstance in changes if verdict or points])


def _change(
    worths: Mapping[Win, ScoreTotals], circumstance: Circumstance, unsaid: tuple[Circumstance, ...], game: Game
) -> tuple[bool, int]:
    """Return True if a circumstance alone changes the right to declare, and the most points by which it changes the
    total.

    The ways differ only in the circumstances that are unsaid.
    """
    others = [attrgetter(game.ways.attributes[other]) for other in unsaid if other != circumstance]
    if "flowers" in unsaid and circumstance != "flowers":
        others.append(attrgetter(game.ways.attributes["flower-names"]))
    alike: dict[tuple[object, ...], list[ScoreTotals]] = {}
    for way, worth in worths.items():
        alike.setdefault(tuple([value(way) for value in others]), []).append(worth)
    verdict = any(len({worth.legal for worth in group}) > 1 for group in alike.values())
    totals = [[worth.total for worth in group] for group in alike.values()]
    return verdict, max(max(group) - min(group) for group in totals)


def _without(
    win: Win, book: RuleBook, worths: Mapping[Win, ScoreTotals]
) -> tuple[tuple[Luck, ...], tuple[tuple[Luck, ...], ...]]:
    """Return the rare luck that could be true and would change the total of a way, and the sets of it that lift one."""
    if win.heaven or win.earth or win.man or not all(worth.wins for worth in worths.values()):
        return (), ()
    enough = all(worth.legal for worth in worths.values())
    counted = [word for word, luck in book.game.luck.items() if luck.may_be(win)]
    without: list[Luck] = []
    lifting: list[tuple[Luck, ...]] = []
    for luck in counted:
        compared = _compared(win, (luck,), book, worths)
        changed = (lucky.legal and not usual.legal for lucky, usual in compared if lucky.total != usual.total)
        lifted = next(changed, None)
        if lifted is not None:
            without.append(luck)
        if not enough and (lifted or any(changed)):
            lifting.append((luck,))
    together = [word for word in counted if not book.game.luck[word].first]
    for size in range(2, 1 if enough else len(together) + 1):
        for some in combinations(together, size):
            if any(set(fewer) <= set(some) for fewer in lifting):
                continue
            if any(lucky.legal and not usual.legal for lucky, usual in _compared(win, some, book, worths)):
                lifting.append(some)
    return tuple(without), tuple(lifting)


def _compared(
    win: Win, some: tuple[Luck, ...], book: RuleBook, worths: Mapping[Win, ScoreTotals]
) -> Iterator[tuple[ScoreTotals, ScoreTotals]]:
    """Yield the score with some luck and the score without it, for each way that allows it."""
    lucky = [book.game.luck[word] for word in some]
    stated = [luck.attribute for luck in lucky]
    needs = {need for luck in lucky for need in luck.needs.items()}
    if len(dict(needs)) < len(needs):  # one is drawn, another is not
        return
    plain: dict[str, Any] = dict.fromkeys(stated, False)
    ways = book.game.ways.possible(with_values(win, dict(needs) | dict.fromkeys(stated, True), book.game.blank), book)
    if contradicted(ways[0]):  # every other way has the same contradiction
        return
    for way in ways:
        if not (way.flower_tile and way.flowers == 0):
            without = with_values(way, plain, book.game.blank)
            yield book.worth(way), worths.get(without) or book.worth(without)
