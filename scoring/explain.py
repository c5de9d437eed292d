"""Explanations beside a score sheet: waits, changes that would be enough, distance from winning, liability."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scoring.changes import Change, lifting_changes
from scoring.circumstances import unknown
from scoring.distance import Distance, distance
from scoring.errors import UnknownCircumstancesError
from scoring.findings import UNUSABLE, HandFault
from scoring.games.zungjung.payment import Responsible, responsible
from scoring.hand import Win
from scoring.notes import Note
from scoring.rules import game_of, rule_book
from scoring.sheet import ScoreSheet
from scoring.waits import Wait, waits


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanations of a hand besides its sheet; each is None if it does not apply.

    Attributes:
        waits: Every tile that the hand waits or waited for, or None if its tiles are impossible or a wind is unknown.
        responsible: The payer of a Zung Jung hand that may be declared, or the player liable for sets fed to the
            winner.
        changes: For a won hand under the minimum, the single changes that would be enough.
        distance: For a hand that does not win, its distance from winning.
    """

    waits: tuple[Wait, ...] | None = None
    responsible: Responsible | None = None
    changes: tuple[Change, ...] | None = None
    distance: Distance | None = None


def explanation(sheet: ScoreSheet) -> Explanation:
    """Return the explanations that the sheet of a hand calls for."""
    win, rules = sheet.win, sheet.rules
    if sheet.faults & UNUSABLE & ~HandFault.NO_WINNING_TILE:
        return Explanation()
    open_ = unknown(win, rule_book(rules))
    awaited = waits(win, rules) if win.seat and win.round_wind else None
    waiting = win.winning is None and awaited
    return Explanation(
        waits=awaited,
        responsible=responsible(win) if sheet.legal and game_of(rules).id == "zungjung" else liable(sheet),
        changes=lifting_changes(win, rules) if sheet.wins and not sheet.legal and not open_ else None,
        distance=distance(win, rules) if not sheet.wins and not waiting else None,
    )


def liable(sheet: ScoreSheet) -> Responsible | None:
    """Return the player who answers for sets fed to the winner, or None if the payments do not depend on it."""
    seat, payments = sheet.win.liable, sheet.payments
    if seat is None or payments is None:
        return None
    unfed = rule_book(sheet.rules).score(replace(sheet.win, liable=None)).payments
    return None if payments == unfed else Responsible(seat, "liable", {"seat": seat})


_LUCK: Final[Mapping[str, Mapping[str, bool]]] = {
    "last-tile": {"last_tile": False},
    "last-of-kind": {"last_of_kind": False},
    "heaven": {"heaven": False},
    "earth": {"earth": False},
    "man": {"man": False},
    "flower-tile": {"flower_tile": False},
    "ippatsu": {"ippatsu": False},
    "kong": {"kong": False, "double_kong": False},
}
"""Words for luck that somebody claims, so that it changes something, with the attributes of a hand without it."""


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
    for word, none in _LUCK.items():
        if any(getattr(win, name) for name in none) and _same(win, replace(win, **none), rules):  # type: ignore[arg-type]
            found.append(word)
    if win.liable and win.liable != win.seat:
        drawn = replace(win, self_draw=True, kong=False, discarder=None, discards=())  # a discarder pays it all anyway
        if book.score(drawn).payments and _same(drawn, replace(drawn, liable=None), rules):
            found.append(f"liable={win.liable}")
    return tuple([Note("changes-nothing", {"word": word}) for word in found])


def _same(one: Win, other: Win, rules: str) -> bool:
    """Return True if the sheets of two hands have the same score, payments, reasons and faults."""
    score = rule_book(rules).score
    return replace(score(one), win=other) == replace(score(other), win=other)
