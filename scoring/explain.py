"""Explanations beside a score sheet: waits, changes that would be enough, distance from winning, liability."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.changes import NearMiss, lifting_changes
from scoring.distance import Distance, distance
from scoring.errors import UnknownCircumstancesError
from scoring.findings import UNUSABLE, HandFault
from scoring.games.game import RuleBook
from scoring.hand import Win, values_of, with_values
from scoring.liability import Responsible
from scoring.notes import Note
from scoring.rules import rule_book
from scoring.sheet import ScoreSheet
from scoring.waits import Wait, waits


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanations of a hand besides its sheet; each is None if it does not apply.

    Attributes:
        waits: Every tile that the hand waits or waited for, or None if its tiles are impossible or a wind is unknown.
        responsible: The player who pays more than the others, for the winning discard or for sets fed to the winner.
        changes: For a won hand under the minimum, the single changes that would be enough.
        distance: For a hand that does not win, its distance from winning.
    """

    waits: tuple[Wait, ...] | None = None
    responsible: Responsible | None = None
    changes: tuple[NearMiss, ...] | None = None
    distance: Distance | None = None


def explanation(sheet: ScoreSheet) -> Explanation:
    """Return the explanations that the sheet of a hand calls for."""
    win, rules = sheet.win, sheet.rules
    if sheet.faults & UNUSABLE & ~HandFault.NO_WINNING_TILE:
        return Explanation()
    book = rule_book(rules)
    open_ = book.game.ways.unknown(win, book)
    far = None if sheet.wins else distance(win, rules)
    awaited = None if {"seat", "round"}.intersection(open_) else waits(win, rules)
    waiting = win.winning is None and awaited
    return Explanation(
        waits=awaited,
        responsible=book.game.payers.responsible(sheet, book),
        changes=lifting_changes(win, rules) if sheet.wins and not sheet.legal and not open_ else None,
        distance=far if far and far.tiles and not waiting else None,
    )


_LUCK: Final[Mapping[str, Mapping[str, bool]]] = {
    "last-tile": {"last_tile": False},
    "last-of-kind": {"last_of_kind": False},
    "heaven": {"heaven": False},
    "earth": {"earth": False},
    "man": {"man": False},
    "flower-tile": {"flower_tile": False},
}
"""Words for luck that somebody claims, so that it changes something, with the attributes of a hand without it."""
_KONG: Final[Mapping[str, Mapping[str, bool]]] = {"kong": {"kong": False, "double_kong": False}}
"""The same for the luck that the notes name last."""


def idle(win: Win, rules: str) -> tuple[Note, ...]:
    """Return a note for each claimed circumstance without which the sheet of a hand would be the same.

    Args:
        win: The hand; one that does not win, or cannot be scored yet, has no note.
        rules: Name of the preset.

    Raises:
        UnknownRulesError: No preset has this name.
    """
    book = rule_book(rules)
    try:
        if not book.worth(win).wins:
            return ()
    except UnknownCircumstancesError:
        return ()
    found = []
    own = {word: {f"extra.{name}": False} for word, name in (win.extra.claims if win.extra else {}).items()}
    for word, none in {**_LUCK, **own, **_KONG}.items():
        if any(values_of(win, none)) and _same(win, with_values(win, none, win.extra), book):
            found.append(word)
    if win.liable and win.liable != win.seat:
        drawn = replace(win, self_draw=True, kong=False, discarder=None, discards=())  # a discarder pays it all anyway
        if book.score(drawn).payments and _same(drawn, replace(drawn, liable=None), book):
            found.append(f"liable={win.liable}")
    return tuple([Note("changes-nothing", {"word": word}) for word in found])


def _same(one: Win, other: Win, book: RuleBook) -> bool:
    """Return True if the sheets of two hands have the same score, payments, reasons and faults."""
    try:
        return replace(book.score(one), win=other) == replace(book.score(other), win=other)
    except UnknownCircumstancesError:  # of the hand without the claimed circumstance
        return False
