"""Scores: sheets, open circumstances, explanations."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from msgspec import UNSET, Struct, UnsetType, structs

from scoring.changes import NearMissKind
from scoring.circumstances import AssumedScore, Luck, ScoreRange
from scoring.distance import TargetShape
from scoring.errors import Circumstance
from scoring.explain import Explanation, idle
from scoring.findings import Finding, FindingKind
from scoring.liability import Responsible, ResponsibleKind
from scoring.notation import format_win
from scoring.notes import Note, NoteKind, chow_givers
from scoring.rules import rule_book
from scoring.sheet import ExcludedPattern, Line, Principle, RulingEffect, ScoreSheet, Set
from webui.games.view import view_of
from webui.hand.state import HandResult
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.game import GameMessages, in_game
from webui.serializers.games import SheetOfGame
from webui.serializers.values import Parameters

Tiles = tuple[str, ...]
"""Codes of tiles."""


class CountedPattern(Struct, frozen=True, kw_only=True):
    """A pattern that counts; `said` is its name in the reader's language, if that is not English.

    `ja` is its Japanese name, and `worth` its points as the rules count them.
    """

    id: int | str
    name: str
    zh: str
    said: str | UnsetType = UNSET
    ja: str | UnsetType = UNSET
    points: int
    count: int
    worth: str | UnsetType = UNSET
    sets: tuple[Set, ...]


class LeftOutPattern(Struct, frozen=True, kw_only=True):
    """A pattern that the hand has but that does not count; `kind` and `about` are the reason."""

    id: int | str
    name: str
    zh: str
    said: str | UnsetType = UNSET
    because: str
    because_zh: str
    principle: Principle
    why: str
    kind: str
    about: Parameters
    sets: tuple[Set, ...]


class SheetTie(Struct, frozen=True):
    """Another interpretation of the same tiles with the same score."""

    arrangement: tuple[Set, ...]
    patterns: Tiles
    patterns_zh: Tiles


class Ruling(Struct, frozen=True):
    """An answer of a tournament that changes the score of the hand."""

    switch: str
    answer: str
    other: str
    otherwise: int
    says: str


class HandNote(Struct, frozen=True):
    """A remark on the text of a hand."""

    kind: NoteKind
    about: Parameters
    message: str


class SheetProblem(Struct, frozen=True):
    """A problem of the tiles of a hand."""

    problem: str | None
    message: str
    zh: str
    kind: FindingKind
    about: Parameters


class Sheet(SheetOfGame, frozen=True, kw_only=True):
    """A score sheet, with the fields that single games add.

    `total`, `short_by` and possibly `legal` are null while they depend on how the hand was won.
    """

    hand: str
    rules: str
    version: str
    wins: bool
    legal: bool | None
    total: int | None
    minimum: int
    short_by: int | None
    limit: str | UnsetType = UNSET
    patterns: list[CountedPattern]
    left_out: list[LeftOutPattern]
    arrangement: tuple[Set, ...]
    ties: list[SheetTie]
    rulings: list[Ruling] | UnsetType = UNSET
    switches: dict[str, str] | UnsetType = UNSET
    payments: dict[str, int | float] | UnsetType = UNSET
    notes: list[HandNote] | UnsetType = UNSET
    problems: list[SheetProblem]


def sheet_json(sheet: ScoreSheet, words: Messages) -> Sheet:
    """Return a score sheet, with the keys of `tableside score --json`; Chinese names are included in every language."""
    game, chinese = in_game(words, sheet.rules), in_game(Messages.of("zh"), sheet.rules)
    notes = (*chow_givers(sheet.win.melds), *idle(sheet.win, sheet.rules))
    return Sheet(
        hand=format_win(sheet.win),
        rules=sheet.rules,
        version=sheet.version,
        wins=sheet.wins,
        legal=sheet.legal,
        total=sheet.total,
        minimum=sheet.minimum,
        short_by=sheet.short_by,
        limit=sheet.limit or UNSET,
        patterns=[
            CountedPattern(
                id=line.id,
                name=line.name,
                zh=line.zh,
                said=_said(line, words),
                ja=line.ja or UNSET,
                points=line.points,
                count=line.count,
                sets=line.sets,
            )
            for line in sheet.lines
        ],
        left_out=[_left_out_json(left, game, chinese) for left in sheet.left_out],
        arrangement=sheet.arrangement,
        ties=[SheetTie(tie.arrangement, tie.patterns, tie.patterns_zh) for tie in sheet.ties],
        rulings=[_ruling_json(effect, game) for effect in sheet.rulings] or UNSET,
        switches=dict(sheet.switches) or UNSET,
        payments=UNSET if sheet.payments is None else _payments_json(sheet.payments),
        notes=[note_json(note, words) for note in notes] or UNSET,
        problems=[
            SheetProblem(
                problem=finding.problem,
                message=wording.finding(words, finding),
                zh=wording.finding(chinese, finding),
                kind=finding.kind,
                about=finding.about,
            )
            for finding in sheet.findings
        ],
        extra=view_of(sheet.rules).added.sheet(words, sheet),
    )


def _left_out_json(left: ExcludedPattern, words: GameMessages, chinese: GameMessages) -> LeftOutPattern:
    kind, about = _because(left)
    return LeftOutPattern(
        id=left.id,
        name=left.name,
        zh=left.zh,
        said=_said(left, words),
        because=wording.because(words, left),
        because_zh=wording.because(chinese, left),
        principle=left.principle,
        why=wording.left_out(words, left),
        kind=kind,
        about=about,
        sets=left.sets,
    )


def _payments_json(payments: Mapping[str, int | Fraction]) -> dict[str, int | float]:
    """Return payments as numbers: whole ones as integers, halves and quarters as 0.5 and 0.25, which are exact in
    JSON."""
    return {seat: int(paid) if paid == int(paid) else float(paid) for seat, paid in payments.items()}


def _said(pattern: Line | ExcludedPattern, words: Messages) -> str | UnsetType:
    """Return a pattern's name in the reader's language, unless that is English."""
    return UNSET if words.lang == "en" else wording.pattern(words, pattern.name, pattern.zh)


def _ruling_json(effect: RulingEffect, words: GameMessages) -> Ruling:
    return Ruling(effect.switch, effect.answer, effect.other, effect.otherwise, wording.ruling(words, effect))


class ResponsibleSeat(Struct, frozen=True, kw_only=True):
    """The responsible seat, the rule, and in an explanation if it is known and why; beside a score it says the rule.

    It is responsible for the discard, or liable for sets fed to the winner.
    """

    seat: str | None
    says: str | UnsetType = UNSET
    known: bool | UnsetType = UNSET
    why: str | UnsetType = UNSET
    kind: ResponsibleKind
    about: Parameters


class Score(Sheet, frozen=True, kw_only=True):
    """The score of a hand, as far as it is known how it was won: the sheet, open circumstances, and what was left out.

    `lifting` is the rare luck that would let the hand be declared and that nobody ruled out; `unless` is its sentence.
    `missing` names the open circumstances. `unit` names what the hand is counted in. `best` is the highest pattern in
    one line, `summed` the heading of the sum, and `details` are lines that only its game has.
    """

    responsible: ResponsibleSeat | UnsetType = UNSET
    low: int
    high: int
    open: tuple[Circumstance, ...]
    without: tuple[Luck, ...] | UnsetType = UNSET
    says: list[str]
    missing: str | UnsetType = UNSET
    lifting: list[Luck] | UnsetType = UNSET
    unless: str | UnsetType | None = UNSET
    unit: str | UnsetType = UNSET
    best: str | UnsetType = UNSET
    summed: str | UnsetType = UNSET
    details: list[str] | UnsetType = UNSET


def assessment_json(scored: ScoreRange, words: Messages, ask_next: bool = True) -> Score:
    """Return the score of a hand, as far as it is known how it was won: the sheet, and the open circumstances.

    While circumstances are open, the sheet has what is the same in all cases.

    Args:
        scored: The score of the hand.
        words: The language.
        ask_next: True if the sentence tells what to add to the command line.
    """
    sheet = sheet_json(scored.shared, words)
    if scored.open:
        sheet = structs.replace(sheet, total=None, legal=scored.legal, short_by=None, limit=UNSET)
    return Score(
        **structs.asdict(sheet),
        responsible=_responsible(scored, words),
        low=scored.low,
        high=scored.high,
        open=scored.open,
        without=scored.without,
        says=[
            *([wording.spread(words, scored, ask_next)] if scored.open else []),
            *([wording.without(words, scored)] if scored.without else []),
        ],
    )


def paying_more(scored: ScoreRange) -> Responsible | None:
    """Return who pays more than their part of a hand, and why; None if everybody pays as usual.

    That is who is liable for sets, or by some rules who discarded the tile before its discarder.
    """
    sheet = scored.sheet
    if sheet is None or sheet.payments is None:
        return None
    book = rule_book(sheet.rules)
    found = book.game.payers.beyond(sheet, book)
    return found if found is not None and found.kind in wording.OTHER_PAYERS else None


def _responsible(scored: ScoreRange, words: Messages) -> ResponsibleSeat | UnsetType:
    found = paying_more(scored)
    if found is None:
        return UNSET
    says = wording.other_payer(words, found, lambda wind: words(wording.WINDS[wind]))
    return ResponsibleSeat(kind=found.kind, seat=found.seat, says=says, about=dict(found.about))


class Worth(Struct, frozen=True):
    """The score of a hand in figures, all null if it is no win; `total` and `legal` are null while they are open."""

    total: int | None
    low: int | None
    high: int | None
    legal: bool | None
    open: tuple[Circumstance, ...]


def worth_json(found: HandResult) -> Worth:
    """Return the score of a hand in figures."""
    worth = found.assessment
    if worth is None or not worth.wins:
        return Worth(None, None, None, None, ())
    return Worth(worth.sheet.total if worth.sheet else None, worth.low, worth.high, found.legal, worth.open)


def assumption_json(assumption: AssumedScore, words: Messages) -> Score:
    """Return the sheet of a hand under assumptions for what it does not state, and the assumptions that matter."""
    return Score(
        **structs.asdict(sheet_json(replace(assumption.sheet, win=assumption.win), words)),
        low=assumption.low,
        high=assumption.high,
        open=assumption.open,
        says=[wording.taken(words, assumption)] if assumption.open else [],
    )


def note_json(note: Note, words: Messages) -> HandNote:
    """Return a remark on the text of a hand."""
    return HandNote(note.kind, note.about, wording.note(words, note))


def _because(left: ExcludedPattern) -> tuple[str, Parameters]:
    """Return the reason why a pattern does not count, as a kind with parameters."""
    match left.because:
        case Finding():
            return left.because.kind, left.because.about
        case int():
            return "reading", {"points": left.because}
        case _:
            return "patterns", {"ids": [name.id for name in left.because]}


class Total(Struct, frozen=True):
    """The points that a hand would have, and if it could be declared."""

    total: int
    legal: bool


class WaitShown(Struct, frozen=True):
    """A tile that would win: the number of copies outside the hand, and the score with a discard and self-drawn."""

    tile: str
    left: int
    self_drawn: Total
    discarded: Total


class ChangeShown(Struct, frozen=True):
    """A change that would bring the hand up to the minimum, and the total with its unit."""

    kind: NearMissKind
    what: str
    tiles: Tiles
    hand: str
    total: int
    worth: str


class DistanceShown(Struct, frozen=True):
    """The distance of a hand from winning: tiles to remove and to add, and the resulting hand."""

    tiles: int
    wrong: Tiles
    missing: Tiles
    shape: str
    kind: TargetShape
    exchanges: tuple[tuple[str, str], ...]


class ExplanationShown(Struct, frozen=True, kw_only=True):
    """Remarks on a hand besides its sheet; those that do not apply are left out."""

    waits: list[WaitShown] | UnsetType = UNSET
    responsible: ResponsibleSeat | UnsetType = UNSET
    changes: list[ChangeShown] | UnsetType = UNSET
    distance: DistanceShown | UnsetType = UNSET


def explanation_json(explained: Explanation, words: Messages) -> ExplanationShown:
    """Return an explanation, with the keys that `tableside score --json --explain` adds to the sheet."""
    payer, far = explained.responsible, explained.distance
    return ExplanationShown(
        waits=UNSET
        if explained.waits is None
        else [
            WaitShown(
                tile=wait.tile,
                left=wait.left,
                self_drawn=Total(wait.self_drawn.total, wait.self_drawn.legal),
                discarded=Total(wait.discarded.total, wait.discarded.legal),
            )
            for wait in explained.waits
        ],
        responsible=ResponsibleSeat(
            seat=payer.seat,
            known=payer.known,
            why=wording.responsible(words, payer),
            kind=payer.kind,
            about=payer.about,
        )
        if payer
        else UNSET,
        changes=UNSET
        if explained.changes is None
        else [
            ChangeShown(
                kind=change.kind,
                what=wording.change(words, change),
                tiles=change.tiles,
                hand=format_win(change.sheet.win),
                total=change.sheet.total,
                worth=in_game(words, change.sheet.rules).points(change.sheet.total),
            )
            for change in explained.changes
        ],
        distance=DistanceShown(
            tiles=far.tiles,
            wrong=far.wrong,
            missing=far.missing,
            shape=wording.shape(words, far.shape),
            kind=far.shape,
            exchanges=far.exchanges,
        )
        if far
        else UNSET,
    )
