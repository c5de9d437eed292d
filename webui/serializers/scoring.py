"""Scores as plain JSON: sheets, what is open, explanations."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.circumstances import AssumedScore, ScoreRange
from scoring.explain import Explanation
from scoring.findings import Finding
from scoring.notation import format_win
from scoring.notes import Note, chow_givers
from scoring.rules import game_of
from scoring.sheet import ExcludedPattern, Line, RulingEffect, ScoreSheet
from scoring.zungjung.payment import STANDARD, responsible
from webui.hand.state import HandResult
from webui.messages import Messages
from webui.messages import scoring as wording


def sheet_json(sheet: ScoreSheet, words: Messages) -> dict[str, Any]:
    """A score sheet, with the keys of `tableside score --json`; those in Chinese are there in every language."""
    chinese = Messages.of("zh")
    return {
        "hand": format_win(sheet.win),
        "rules": sheet.rules,
        "version": sheet.version,
        "wins": sheet.wins,
        "legal": sheet.legal,
        "total": sheet.total,
        "minimum": sheet.minimum,
        "short_by": sheet.short_by,
        **({"limit": sheet.limit} if sheet.limit else {}),
        "patterns": [
            {
                "id": line.id,
                "name": line.name,
                "zh": line.zh,
                **_said(line, words),
                "points": line.points,
                "count": line.count,
                "sets": _lists(line.sets),
            }
            for line in sheet.lines
        ],
        "left_out": [
            {
                "id": left.id,
                "name": left.name,
                "zh": left.zh,
                **_said(left, words),
                "because": wording.because(words, left, sheet.rules),
                "because_zh": wording.because(chinese, left, sheet.rules),
                "principle": left.principle,
                "why": wording.left_out(words, left, sheet.rules),
                **_because(left),
                "sets": _lists(left.sets),
            }
            for left in sheet.left_out
        ],
        "arrangement": _lists(sheet.arrangement),
        "ties": [
            {
                "arrangement": _lists(tie.arrangement),
                "patterns": list(tie.patterns),
                "patterns_zh": list(tie.patterns_zh),
            }
            for tie in sheet.ties
        ],
        **({"rulings": [_ruling_json(effect, words) for effect in sheet.rulings]} if sheet.rulings else {}),
        **({"switches": dict(sheet.switches)} if sheet.switches else {}),
        **({"payments": _payments_json(sheet.payments)} if sheet.payments is not None else {}),
        **({"notes": [note_json(note, words) for note in notes]} if (notes := chow_givers(sheet.win.melds)) else {}),
        "problems": [
            {
                "problem": finding.problem.name,
                "message": wording.finding(words, finding),
                "zh": wording.finding(chinese, finding),
                "kind": finding.kind,
                "about": finding.about,
            }
            for finding in sheet.findings
        ],
    }


def _payments_json(payments: Mapping[str, int | Fraction]) -> dict[str, int | float]:
    """Payments as numbers: whole ones without a point, halves and quarters as 0.5 and 0.25, which JSON has exactly."""
    return {seat: int(paid) if paid == int(paid) else float(paid) for seat, paid in payments.items()}


def _said(pattern: Line | ExcludedPattern, words: Messages) -> dict[str, str]:
    """A pattern's name in the reader's language, where that is not the English one."""
    return {} if words.lang == "en" else {"said": wording.pattern(words, pattern.name, pattern.zh)}


def _ruling_json(effect: RulingEffect, words: Messages) -> dict[str, Any]:
    return {
        "switch": effect.switch,
        "answer": effect.answer,
        "other": effect.other,
        "otherwise": effect.otherwise,
        "says": wording.ruling(words, effect),
    }


def assessment_json(assessment: ScoreRange, words: Messages, ask_next: bool = True) -> dict[str, Any]:
    """What a hand is worth as far as it is known how it was won: the sheet, and what is open.

    While something is open, `total` is null, `legal` null where it depends on that, and the sheet has what holds in any
    case.

    Args:
        assessment: What the hand is worth.
        words: The language.
        ask_next: Whether its sentence says what to add to the command line.
    """
    values = sheet_json(assessment.shared, words)
    if assessment.open:
        values |= {"total": None, "legal": assessment.legal, "short_by": None}
        values.pop("limit", None)
    if followed := _followed(assessment):
        values["responsible"] = followed
    return values | {
        "low": assessment.low,
        "high": assessment.high,
        "open": list(assessment.open),
        "without": list(assessment.without),
        "says": [
            *([wording.spread(words, assessment, ask_next)] if assessment.open else []),
            *([wording.without(words, assessment)] if assessment.without else []),
        ],
    }


def _followed(assessment: ScoreRange) -> dict[str, Any] | None:
    """Return the responsible seat where a discarder followed another, and why; None if that changes nothing."""
    sheet = assessment.sheet
    if sheet is None or sheet.payments is None or game_of(sheet.rules) != "zungjung" or sheet.total <= STANDARD:
        return None
    found = responsible(sheet.win)
    if found.kind not in ("first-discarder", "own-discard"):
        return None
    return {"kind": found.kind, "seat": found.seat, "about": dict(found.about)}


def worth_json(found: HandResult) -> dict[str, Any]:
    """A hand's worth in figures, all null where it is no win; `total` and `legal` while they depend on what is open."""
    worth = found.assessment
    if worth is None or not worth.wins:
        return {"total": None, "low": None, "high": None, "legal": None, "open": []}
    return {
        "total": worth.sheet.total if worth.sheet else None,
        "low": worth.low,
        "high": worth.high,
        "legal": found.legal,
        "open": list(worth.open),
    }


def assumption_json(assumption: AssumedScore, words: Messages) -> dict[str, Any]:
    """The sheet of a hand with what it does not say taken for granted, and what of that matters."""
    return sheet_json(replace(assumption.sheet, win=assumption.win), words) | {
        "low": assumption.low,
        "high": assumption.high,
        "open": list(assumption.open),
        "says": [wording.taken(words, assumption)] if assumption.open else [],
    }


def note_json(note: Note, words: Messages) -> dict[str, Any]:
    """A remark on the text of a hand."""
    return {"kind": note.kind, "about": note.about, "message": wording.note(words, note)}


def _because(left: ExcludedPattern) -> dict[str, Any]:
    """What keeps a pattern from counting, as a kind with parameters."""
    match left.because:
        case Finding():
            return {"kind": left.because.kind, "about": left.because.about}
        case int():
            return {"kind": "reading", "about": {"points": left.because}}
        case _:
            return {"kind": "patterns", "about": {"ids": [name.id for name in left.because]}}


def explanation_json(explained: Explanation, words: Messages) -> dict[str, Any]:
    """An explanation, with the keys that `tableside score --json --explain` adds to those of the sheet."""
    values: dict[str, Any] = {}
    if explained.waits is not None:
        values["waits"] = [
            {
                "tile": wait.tile,
                "left": wait.left,
                "self_drawn": {"total": wait.self_drawn.total, "legal": wait.self_drawn.legal},
                "discarded": {"total": wait.discarded.total, "legal": wait.discarded.legal},
            }
            for wait in explained.waits
        ]
    if payer := explained.responsible:
        values["responsible"] = {
            "seat": payer.seat,
            "known": payer.known,
            "why": wording.responsible(words, payer),
            "kind": payer.kind,
            "about": payer.about,
        }
    if explained.changes is not None:
        values["changes"] = [
            {
                "kind": change.kind,
                "what": wording.change(words, change),
                "tiles": list(change.tiles),
                "hand": format_win(change.sheet.win),
                "total": change.sheet.total,
            }
            for change in explained.changes
        ]
    if far := explained.distance:
        values["distance"] = {
            "tiles": far.tiles,
            "wrong": list(far.wrong),
            "missing": list(far.missing),
            "shape": wording.shape(words, far.shape),
            "kind": far.shape,
            "exchanges": [list(exchange) for exchange in far.exchanges],
        }
    return values


def _lists(sets: Iterable[Iterable[str]]) -> list[list[str]]:
    return [list(tiles) for tiles in sets]
