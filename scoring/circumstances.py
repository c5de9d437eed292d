"""The range of scores of a hand while part of how it was won is unknown, and the questions that would settle it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations, product
from operator import attrgetter
from typing import Any, Final, Literal, TypeVar

from scoring.errors import Circumstance
from scoring.findings import UNUSABLE, faults_of, findings
from scoring.games.game import GameId, RuleBook
from scoring.games.riichi.combine import highest_dora, riichi_findings
from scoring.hand import Win
from scoring.rules import rule_book
from scoring.sheet import RiichiScore, ScoreSheet, ScoreTotals
from scoring.tiles import FLOWERS, WINDS

T = TypeVar("T")

Luck = Literal[
    "last-tile", "last-of-kind", "robbed-kong", "heaven", "earth", "double-kong", "flower-tile", "man", "ippatsu"
]
"""A rare circumstance; its owner claims it, so it counts only if it is stated."""

ATTRIBUTE: Final[dict[Circumstance, str]] = {
    "self-draw": "self_draw",
    "seat": "seat",
    "round": "round_wind",
    "kong": "kong",
    "flowers": "flowers",
    "flower-names": "flower_tiles",
    "riichi": "riichi",
    "dora": "dora",
    "ura": "ura",
}
"""The attribute of `Win` that holds each circumstance."""

_FIELDS: Final = tuple([each.name for each in fields(Win)])
_VALUES: Final = attrgetter(*_FIELDS)
_SELF_DRAW, _SEAT, _ROUND, _KONG = map(_FIELDS.index, ("self_draw", "seat", "round_wind", "kong"))
"""The names of all attributes of a hand, a function that gives their values, and the places of some among them."""

_LUCK: Final[dict[Luck, tuple[str, dict[str, Any]]]] = {
    "last-tile": ("last_tile", {}),
    "last-of-kind": ("last_of_kind", {}),
    "robbed-kong": ("kong", {"self_draw": False}),
    "heaven": ("heaven", {"self_draw": True}),
    "earth": ("earth", {"self_draw": False}),
    "double-kong": ("double_kong", {"self_draw": True, "kong": True}),
    "flower-tile": ("flower_tile", {"self_draw": True}),
    "man": ("man", {"self_draw": False}),
    "ippatsu": ("ippatsu", {"riichi": True}),
}
"""The attribute of `Win` that each rare circumstance sets to True, and the values it requires of others."""

_COUNTED: Final[dict[GameId, tuple[Luck, ...]]] = {
    "mcr": ("last-tile", "last-of-kind", "robbed-kong"),
    "zungjung": ("last-tile", "robbed-kong", "heaven", "earth"),
    "hk": ("last-tile", "robbed-kong", "double-kong", "flower-tile", "heaven", "earth", "man"),
    "riichi": ("ippatsu", "last-tile", "robbed-kong"),
}
"""The rare circumstances that are worth points: fan 44, 45, 47 and 58 of the Chinese competition rules, category 9 of
Zung Jung's list, sections 1, 5 and 6 of Hong Kong's."""

_FIRST: Final = frozenset({"heaven", "earth", "man"})
"""The blessings of the first go-round, which exclude each other."""


@dataclass(frozen=True, slots=True)
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

    @property
    def shared(self) -> ScoreSheet:
        """The sheet of all that the possible sheets agree on: patterns that count or are excluded in every way, and
        shared faults.

        Its `win` has only known circumstances, and it has payments only if winner and payer are known. While a
        circumstance is open, its points are the lowest possible ones and decide nothing.
        """
        lowest, *others = sorted(self.sheets, key=lambda sheet: sheet.total)
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
            riichi=lowest.riichi if all(other.riichi == lowest.riichi for other in others) else RiichiScore(),
        )


def _in_all(values: tuple[T, ...], others: Sequence[tuple[T, ...]]) -> tuple[T, ...]:
    return tuple([value for value in values if all(value in other for other in others)])


def assess(win: Win, rules: str = "mcr") -> ScoreRange:
    """Score a hand in every way that it may have been won.

    Ways that contradict a known circumstance are dropped, such as a self-drawn tile of a known discarder. If all of
    them contradict one, all are kept, and the sheets name the contradiction. A hand with all circumstances known has
    one sheet, that of `score`.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules)
    sheets = tuple([book.score(way) for way in _ways(win, book)])
    worths = {sheet.win: _worth(sheet) for sheet in sheets}
    return ScoreRange(win, rules, sheets, _open(win, worths, book), *_without(win, book, worths))


def _worth(sheet: ScoreSheet) -> ScoreTotals:
    return ScoreTotals(sheet.wins, sheet.total, sheet.legal)


def assumed(win: Win) -> Win:
    """Return the hand with the usual assumptions for unknown circumstances: a discard, seat East, round East, no kong.

    Unknown flowers become none; flowers known only by number stay so. Riichi and indicators that are unknown count as
    none.
    """
    return replace(
        win,
        flowers=win.flowers or 0,
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
        worth: The score with this circumstance changed and the others as assumed.
    """

    circumstance: Circumstance
    winds: tuple[str, ...]
    worth: ScoreTotals


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


def assumption(win: Win, rules: str = "mcr") -> AssumedScore:
    """Score a hand as `assumed` takes it, and find the assumptions that matter.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules)
    taken = assumed(win)
    sheet = book.score(taken)
    if not sheet.wins or not unknown(win, book):
        return AssumedScore(win, sheet, (), sheet.total, sheet.total, ())
    known = {taken: _worth(sheet)}
    worths = {way: known.get(way) or book.worth(way) for way in _ways(win, book)}
    known |= worths
    totals = [worth.total for worth in worths.values()]
    open_ = _open(win, worths, book)
    alternatives: list[Alternative] = []
    for circumstance in open_:
        changed: dict[ScoreTotals, tuple[str, ...]] = {}
        for way in _otherwise(taken, circumstance):
            worth = known.get(way) or book.worth(way)
            if worth != known[taken] and not _contradicted(way):
                wind = {"seat": way.seat, "round": way.round_wind}.get(circumstance)
                changed[worth] = (*changed.get(worth, ()), *([wind] if wind else []))
        alternatives += [Alternative(circumstance, winds, worth) for worth, winds in changed.items()]
    return AssumedScore(win, sheet, open_, min(totals), max(totals), tuple(alternatives))


def _otherwise(taken: Win, circumstance: Circumstance) -> list[Win]:
    """Return the hand with one circumstance changed; a replacement tile is also self-drawn."""
    match circumstance:
        case "self-draw":
            return [replace(taken, self_draw=True)]
        case "kong":
            return [replace(taken, self_draw=True, kong=True)]
        case "seat":
            return [replace(taken, seat=wind) for wind in WINDS[1:]]
        case "round":
            return [replace(taken, round_wind=wind) for wind in WINDS[1:]]
        case "flowers":
            return [replace(taken, flowers=1)]
        case "riichi":
            return [replace(taken, riichi=True)]
        case "dora":
            return [replace(taken, dora=highest_dora(taken)[0])]
        case "ura":
            return [replace(taken, ura=highest_dora(taken)[1])]
        case "flower-names":
            return [
                replace(taken, flower_tiles=tiles) for tiles in _flower_names(taken.flowers or 0, (taken.seat or "E",))
            ]


def wins(win: Win, rules: str = "mcr") -> bool:
    """Return True if the tiles make a winning hand; no circumstance changes that.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    return rule_book(rules).worth(assumed(win)).wins


def unknown(win: Win, book: RuleBook) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances that the score of a hand may depend on under a rule book."""
    if book.game.id == "riichi":
        return (*win.unknown, *_unknown_riichi(win))
    if not book.flowers:
        return win.unknown
    if win.flowers is None:
        return (*win.unknown, "flowers")
    return (*win.unknown, "flower-names") if _unnamed(win) else win.unknown


def _unknown_riichi(win: Win) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances of riichi: whether it was declared, of a closed hand alone, and indicators."""
    closed = not any(meld.exposed for meld in win.melds)
    open_: tuple[tuple[Circumstance, bool], ...] = (
        ("riichi", closed and win.riichi is None),
        ("dora", win.dora is None),
        ("ura", closed and win.riichi is not False and win.ura is None),
    )
    return tuple([circumstance for circumstance, unknown in open_ if unknown])


def _riichi_ways(win: Win) -> list[Win]:
    """Return the possible ways of a riichi hand, with no dora and with the most that indicators can give.

    East pays and gets more; other winds matter as a set or pair of the hand, and one stands for all that it lacks.
    """
    held = [wind for wind in WINDS if win.tiles.count(wind) > 1]
    lacking = [wind for wind in WINDS[1:] if wind not in held][:1]
    seats = tuple(dict.fromkeys((WINDS[0], *held, *lacking)))
    rounds = tuple(dict.fromkeys((*held, *([wind for wind in WINDS if wind not in held][:1]))))
    unsaid = _unknown_riichi(win)
    above, below = highest_dora(win)
    declared = (False, True) if "riichi" in unsaid else (bool(win.riichi),)
    ways = [
        replace(way, riichi=riichi, dora=dora, ura=ura)
        for way in _possible(win, seats, rounds)
        for riichi in declared
        for dora in ([(), above] if "dora" in unsaid else [win.dora or ()])
        for ura in ([(), below] if "ura" in unsaid and riichi else [win.ura or ()])
    ]
    if not (win.ippatsu or win.heaven or win.earth or win.ura):
        return ways
    return [way for way in ways if not faults_of(riichi_findings(way)) & ~UNUSABLE] or ways


def _unnamed(win: Win) -> bool:
    """Return True if only the number of flowers is known, and not all eight are there."""
    return 0 < (win.flowers or 0) < len(FLOWERS) and not win.flower_tiles


def _flower_names(count: int, seats: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the possible choices of this many flowers; choices that count alike in every seat appear once."""
    found: dict[tuple[str, ...], None] = {}
    for seat in map(WINDS.index, seats):
        alike: dict[tuple[int, ...], tuple[str, ...]] = {}
        for tiles in combinations(FLOWERS, count):
            series = [[code for code in tiles if code in half] for half in (FLOWERS[:4], FLOWERS[4:])]
            complete = [len(laid) == len(WINDS) for laid in series]
            own = [FLOWERS[seat] in tiles, FLOWERS[seat + len(WINDS)] in tiles]
            alike.setdefault((*complete, *own), tiles)
        found |= dict.fromkeys(alike.values())
    return list(found)


def possible_flowers(win: Win, seats: Sequence[str]) -> list[Win]:
    """Return the hand with each possible choice of flowers that its rules tell apart.

    If the flowers are unknown, there are none, or only some that count nothing: a player claims those that count.
    """
    if win.flowers is None:
        return [replace(win, flowers=0), replace(win, flowers=1)]
    if _unnamed(win):
        return [replace(win, flower_tiles=tiles) for tiles in _flower_names(win.flowers, seats)]
    return [win]


def possible(win: Win) -> list[Win]:
    """Return every way that a hand may have been won, at most 48.

    A kong's replacement tile is a separate way only for a self-drawn hand; robbing a kong is rare luck.
    """
    return _possible(win, WINDS, WINDS)


def _possible(win: Win, seats: tuple[str, ...], rounds: tuple[str, ...]) -> list[Win]:
    draws = (False, True) if win.self_draw is None else (win.self_draw,)
    seats = seats if win.seat is None else (win.seat,)
    rounds = rounds if win.round_wind is None else (win.round_wind,)
    values = list(_VALUES(win))
    ways = [
        _changed(values, draw, seat, round_wind, kong)
        for draw, seat, round_wind in product(draws, seats, rounds)
        for kong in _kongs(win, draw)
    ]
    if not (_may_contradict(win) or win.kong or (win.kong is None and win.has_kong)):
        return ways
    return [way for way in ways if not _contradicted(way)] or ways


def _changed(values: list[Any], self_draw: bool, seat: str, round_wind: str, kong: bool) -> Win:
    """Return the hand of these values with its circumstances; `replace` takes three times as long."""
    values[_SELF_DRAW], values[_SEAT], values[_ROUND], values[_KONG] = self_draw, seat, round_wind, kong
    return Win(*values)


def _kongs(win: Win, self_draw: bool) -> tuple[bool, ...]:
    if win.kong is not None:
        return (win.kong,)
    return (False, True) if self_draw and win.has_kong else (False,)


def _contradicted(way: Win) -> bool:
    """Return True if a way contradicts its tiles or a known circumstance."""
    return bool(way.kong or _may_contradict(way)) and bool(faults_of(findings(way)) & ~UNUSABLE)


def _may_contradict(win: Win) -> bool:
    """Return True if a known circumstance, besides a kong, may contradict how the hand was won."""
    said = win.last_of_kind or win.discarder or win.heaven or win.earth or win.discards
    return bool(said or win.double_kong or win.flower_tile or win.man or win.liable)


def _ways(win: Win, book: RuleBook) -> list[Win]:
    """Return the possible ways, one of those that the rule book does not tell apart.

    Only sets of a wind count, so all winds without a set in the hand are alike, as seat and as round. In Zung Jung the
    round counts nothing. If flowers belong to seats, all seats differ as soon as there is one.
    """
    tiles = win.tiles
    sets = tuple([wind for wind in WINDS if tiles.count(wind) > 2])
    other = next((wind for wind in WINDS if wind not in sets), WINDS[0])
    apart = tuple([wind for wind in WINDS if wind in (*sets, other)])
    rounds = WINDS[:1] if book.game.id == "zungjung" else apart
    if book.game.id == "riichi":
        return _riichi_ways(win)
    if book.flowers and win.flowers != 0:
        seats = WINDS if win.flowers else apart
        given = possible_flowers(win, WINDS if win.seat is None else (win.seat,))
        if win.flowers or not _rules_out(win):
            return [way for flowers in given for way in _possible(flowers, seats, rounds)]
        return [way for flowers in given for way in _told_apart(flowers, sets, rounds)]
    if not _rules_out(win):
        return _possible(win, apart, rounds)
    return _told_apart(win, sets, rounds)


def _rules_out(win: Win) -> bool:
    """Return True if a known circumstance may rule out a seat."""
    return bool(win.discarder or win.heaven or win.earth or win.man or win.liable)


def _told_apart(win: Win, sets: tuple[str, ...], rounds: tuple[str, ...]) -> list[Win]:
    """Return the possible ways, with one seat for all that the hand has no set of."""
    ways = _possible(win, WINDS, rounds)
    chosen: dict[tuple[object, ...], Win] = {}
    for way in ways:
        alike = way.seat if way.seat in sets else None
        chosen.setdefault((way.self_draw, way.kong, way.round_wind, alike), way)
    return list(chosen.values())


def _open(win: Win, worths: Mapping[Win, ScoreTotals], book: RuleBook) -> tuple[Circumstance, ...]:
    """Return the unknown circumstances that matter, the largest effect first."""
    unsaid = unknown(win, book)
    changes = [(*_change(worths, circumstance, unsaid), circumstance) for circumstance in unsaid]
    changes.sort(key=lambda change: (not change[0], -change[1]))
    return tuple([circumstance for verdict, points, circumstance in changes if verdict or points])


def _change(
    worths: Mapping[Win, ScoreTotals], circumstance: Circumstance, unsaid: tuple[Circumstance, ...]
) -> tuple[bool, int]:
    """Return True if a circumstance alone changes the right to declare, and the most points by which it changes the
    total.

    The ways differ only in the circumstances that are unsaid.
    """
    others = [ATTRIBUTE[other] for other in unsaid if other != circumstance]
    alike: dict[tuple[object, ...], list[ScoreTotals]] = {}
    for way, worth in worths.items():
        alike.setdefault(tuple([getattr(way, name) for name in others]), []).append(worth)
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
    counted = [luck for luck in _COUNTED[book.game.id] if _could_be(win, luck)]
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
    together = [luck for luck in counted if luck not in _FIRST]
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
    stated = [_LUCK[luck][0] for luck in some]
    needs = {need for luck in some for need in _LUCK[luck][1].items()}
    if len(dict(needs)) < len(needs):  # one is drawn, another is not
        return
    plain: dict[str, Any] = dict.fromkeys(stated, False)
    ways = _ways(replace(win, **(dict(needs) | dict.fromkeys(stated, True))), book)
    if _contradicted(ways[0]):  # every other way has the same contradiction
        return
    for way in ways:
        if not (way.flower_tile and way.flowers == 0):
            without = replace(way, **plain)
            yield book.worth(way), worths.get(without) or book.worth(without)


def _could_be(win: Win, luck: Luck) -> bool:
    """Return True if this luck is neither ruled out nor already stated."""
    if luck in _FIRST and (win.last_tile or win.last_of_kind or win.kong):
        return False
    if luck == "ippatsu" and (win.riichi is None or any(meld.exposed for meld in win.melds)):
        return False
    if (luck == "robbed-kong" and win.kong is not None) or (luck == "flower-tile" and win.flowers == 0):
        return False
    name, needs = _LUCK[luck]
    return not getattr(win, name) and all(getattr(win, other) in (None, value) for other, value in needs.items())
