"""Explanations beside a score sheet: waits, changes that would be enough, and the distance from winning."""

from dataclasses import dataclass

from scoring.changes import Change, lifting_changes
from scoring.circumstances import unknown
from scoring.distance import Distance, distance
from scoring.findings import UNUSABLE, HandFault
from scoring.rules import game_of, rule_book
from scoring.sheet import ScoreSheet
from scoring.waits import Wait, waits
from scoring.zungjung.payment import Responsible, responsible


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanations of a hand besides its sheet; each is None if it does not apply.

    Attributes:
        waits: Every tile that the hand waits or waited for, or None if its tiles are impossible or a wind is unknown.
        responsible: The payer of a Zung Jung hand that may be declared.
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
        responsible=responsible(win) if sheet.legal and game_of(rules) == "zungjung" else None,
        changes=lifting_changes(win, rules) if sheet.wins and not sheet.legal and not open_ else None,
        distance=distance(win, rules) if not sheet.wins and not waiting else None,
    )
